//! The suite that every game passes.

use sarsen_cathedral::Cathedral;
use sarsen_testkit::conformance::{self, Effort};

#[test]
fn play_conforms() {
    conformance::listed::<Cathedral>(Effort { games: 12, actions: 200 });
}

#[test]
fn hashes_are_kept() {
    conformance::hashed::<Cathedral>(Effort { games: 300, actions: 200 });
}

#[test]
fn symmetries_commute_with_play() {
    conformance::symmetric::<Cathedral>(Effort { games: 60, actions: 200 });
}
