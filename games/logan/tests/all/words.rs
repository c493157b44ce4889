//! Descriptions of actions.

use crate::common::options;
use sarsen_core::{Describe, Rules, Seat, Viewer};
use sarsen_logan::{Action, Logan};
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::words;

#[test]
fn actions_read_differently_in_every_language() {
    words::listed::<Logan>(Effort { games: 2, actions: 60 });
}

#[test]
fn descriptions_keep_secrets() {
    words::hidden::<Logan>(Effort { games: 4, actions: 60 });
}

#[test]
fn l14_the_list_shows_a_back_again_only_as_an_aid() {
    let listed = |memory, viewer| {
        let options = options(&[("memory", memory)]);
        let mut state = Logan::start(&options);
        let deal = "deal=SP,PS|RS,RP,RP,RP,PS,PS,SR,SR|RP,RP,RP,PS,PS,SR,SR,SR";
        let mut history: Vec<Action> = Vec::new();
        // The second stone of seat 1 is turned over before everybody's eyes.
        for token in [deal, "+RS@1,-1", "+RP@2,-1", "+SR~@0,1"] {
            let action: Action = token.parse().unwrap();
            state.play(action).unwrap();
            history.push(action);
        }
        state.listed(&history, viewer)[1..].to_vec()
    };
    for viewer in [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Public] {
        assert_eq!(listed("none", viewer), ["+R?@1,-1", "+R?@2,-1", "+SR~@0,1"]);
    }
    let reminded = listed("aid", Viewer::Seat(Seat::ONE));
    assert_eq!(reminded[0], "+RS@1,-1");
}
