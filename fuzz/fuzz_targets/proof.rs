//! Reads any text as a proof, and checks it against a position near the end of a game.
//!
//! Properties: nothing panics; a proof reads back; and a valid one names the seat that really wins.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sarsen_core::{Options, Rules, Seat};
use sarsen_search::games::stonehenge::Proof;
use sarsen_search::{Budget, Cancel, Limits};
use sarsen_stonehenge::{SPEC, Stonehenge};

/// Seat 2 is to act on four empty cells.
const PLAYED: [&str; 13] =
    ["O4", "M5", "B5", "N1", "D3", "J4", "R6", "H6", "A3", "E1", "Q1", "G2", "F1"];

fuzz_target!(|text: &str| {
    let Ok(proof) = Proof::parse(text) else { return };
    assert_eq!(Proof::parse(&proof.to_text()).as_ref(), Ok(&proof));
    let mut state = Stonehenge::start(&Options::defaults(&SPEC));
    for token in PLAYED {
        if state.turn().is_over() {
            break;
        }
        let action = token.parse().expect("an action");
        state.play(action).expect("a legal one");
    }
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let cancel = Cancel::default();
    let holds = |winner: Seat| {
        let mut claim = proof.clone();
        claim.winner = winner;
        claim.check(&state, &Budget::new(&limits, &cancel)).is_ok()
    };
    assert!(!(holds(Seat::ONE) && holds(Seat::TWO)), "both win");
});
