//! The suite that every game passes.

use sarsen_stonehenge::Stonehenge;
use sarsen_testkit::conformance::{self, Effort};

#[test]
fn play_conforms() {
    conformance::listed::<Stonehenge>(Effort { games: 60, actions: 100 });
}

#[test]
fn hashes_are_kept() {
    conformance::hashed::<Stonehenge>(Effort { games: 300, actions: 100 });
}

#[test]
fn symmetries_commute_with_play() {
    conformance::symmetric::<Stonehenge>(Effort { games: 60, actions: 100 });
}

#[test]
fn views_keep_secrets() {
    conformance::hidden::<Stonehenge>(Effort { games: 60, actions: 100 });
}
