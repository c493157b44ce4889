//! Descriptions of actions.

use sarsen_core::{Describe, Options, Rules};
use sarsen_holes::Holes;
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::words;

#[test]
fn actions_read_differently_in_every_language() {
    words::listed::<Holes>(Effort { games: 2, actions: 60 });
}

#[test]
fn a_move_is_told_to_its_end_when_a_line_takes_the_piece_on() {
    let mut game = Holes::start(&Options::defaults(Holes::SPEC));
    for token in "*5 *2 1 *3 1 *1 3 *2".split(' ') {
        game.play(token.parse().unwrap()).unwrap();
    }
    let told = game.describe("4").unwrap();
    assert_eq!(told.en, "from 4 to 6 and on to 20");
    assert_eq!(told.fr, "de 4 à 6, puis à 20");
}
