//! Numbers, tensors and position strings: the suite that every game passes.

use sarsen_holes::Holes;
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::numbers;

const EFFORT: Effort = Effort { games: 6, actions: 1000 };

#[test]
fn numbers_and_notation_agree_and_masks_are_the_legal_lists() {
    numbers::numbered::<Holes>(EFFORT);
}

#[test]
fn observations_show_what_happens() {
    numbers::observed::<Holes>(EFFORT);
}

#[test]
fn position_strings_read_back() {
    numbers::strings_read_back::<Holes>(EFFORT);
}

#[test]
fn garbled_position_strings_never_panic() {
    numbers::strings_never_panic::<Holes>(EFFORT);
}
