//! The suite that every game passes.

use sarsen_holes::Holes;
use sarsen_testkit::conformance::{self, Effort};

#[test]
fn play_conforms() {
    conformance::listed::<Holes>(Effort { games: 15, actions: 2_000 });
}

#[test]
fn hashes_are_kept() {
    conformance::hashed::<Holes>(Effort { games: 100, actions: 2_000 });
}
