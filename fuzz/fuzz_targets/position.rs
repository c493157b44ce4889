//! Reads any text as a position string, and asks the position everything that a program asks.
//!
//! Properties: nothing panics; what can be read is written to a text that reads back to the same position; a position
//! that is not over has a legal action, and what is offered can be played.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sarsen_catalog::{Legal, Position, set_up};
use sarsen_core::{Seat, Viewer, chance};

/// The number of actions played from a position.
const ACTIONS: usize = 4;

fuzz_target!(|text: &str| {
    let Ok(mut position) = set_up(text) else { return };
    reads_back(position.as_ref());
    let mut rng = chance::generator(text.len() as u64);
    for _ in 0..ACTIONS {
        ask(position.as_ref());
        let legal = position.legal();
        // A throw of the ball is simulated, which takes a thousand times as long as anything else here.
        if !matches!(legal, Legal::Actions { .. } | Legal::Outcomes { .. }) {
            return;
        }
        assert!(!position.turn().is_over(), "something can be played after the end");
        let action = position.random_action(&mut rng).expect("a legal action");
        assert_eq!(position.check(&action), Ok(()), "`{action}` is offered");
        position.play(&action).expect("what was checked can be played");
    }
    reads_back(position.as_ref());
});

fn reads_back(position: &dyn Position) {
    let written = position.position_string();
    let again = set_up(&written).unwrap_or_else(|error| panic!("`{written}`: {error}"));
    assert_eq!(again.position_string(), written);
    assert_eq!(again.turn(), position.turn(), "`{written}`");
}

fn ask(position: &dyn Position) {
    for viewer in [Viewer::Public, Viewer::Omniscient, Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO)] {
        position.view(viewer);
    }
    position.show(Viewer::Public);
    position.score();
    position.ending();
    position.choices(Seat::ONE);
    position.choices(Seat::TWO);
}
