//! Numbers, tensors and position strings: the suite that every game passes.

use sarsen_cathedral::Cathedral;
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::numbers;

const EFFORT: Effort = Effort { games: 4, actions: 200 };

#[test]
fn numbers_and_notation_agree_and_masks_are_the_legal_lists() {
    numbers::numbered::<Cathedral>(EFFORT);
}

#[test]
fn observations_show_what_happens() {
    numbers::observed::<Cathedral>(EFFORT);
}

#[test]
fn position_strings_read_back() {
    numbers::strings_read_back::<Cathedral>(EFFORT);
}

#[test]
fn garbled_position_strings_never_panic() {
    numbers::strings_never_panic::<Cathedral>(EFFORT);
}

#[test]
fn symmetries_permute_numbers() {
    numbers::permuted::<Cathedral>(Effort { games: 1, actions: 200 });
}
