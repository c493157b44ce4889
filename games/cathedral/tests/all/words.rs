//! Descriptions of actions.

use sarsen_cathedral::{Cathedral, Event};
use sarsen_core::{Describe, Options, Rules, Viewer, Views, chance};
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::words;

#[test]
fn actions_read_differently_in_every_language() {
    words::listed::<Cathedral>(Effort { games: 2, actions: 60 });
}

#[test]
fn a_placed_piece_is_named_by_a_square_that_it_covers() {
    let mut rng = chance::generator(8);
    for _ in 0..10 {
        let mut state = Cathedral::start(&Options::defaults(Cathedral::SPEC));
        while let Some(action) = chance::random_step(&state, &mut rng) {
            let events = state.events(action, Viewer::Public);
            if let [Event::Placed { squares, .. }, ..] = events.as_slice() {
                let said = state.describe(&action.to_string()).unwrap().en;
                let on = squares.iter().map(|square| square.to_string());
                let named = on.filter(|square| said.contains(&format!(" to {square}"))).count();
                assert_eq!(named, 1, "`{action}` covers {squares:?} and reads \"{said}\"");
            }
            state.apply(action);
        }
    }
}
