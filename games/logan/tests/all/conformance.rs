//! The suite that every game passes.

use sarsen_logan::Logan;
use sarsen_testkit::conformance::{self, Effort};

#[test]
fn play_conforms() {
    conformance::listed::<Logan>(Effort { games: 30, actions: 120 });
}

#[test]
fn hashes_are_kept() {
    conformance::hashed::<Logan>(Effort { games: 100, actions: 260 });
}

#[test]
fn symmetries_commute_with_play() {
    conformance::symmetric::<Logan>(Effort { games: 30, actions: 80 });
}

#[test]
fn views_keep_secrets() {
    conformance::hidden::<Logan>(Effort { games: 30, actions: 80 });
}
