//! Numbers, tensors and position strings: the suite that every game passes.

use sarsen_stonehenge::Stonehenge;
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::numbers;

const EFFORT: Effort = Effort { games: 40, actions: 120 };

#[test]
fn numbers_and_notation_agree_and_masks_are_the_legal_lists() {
    numbers::numbered::<Stonehenge>(EFFORT);
}

#[test]
fn observations_show_what_happens() {
    numbers::observed::<Stonehenge>(EFFORT);
}

#[test]
fn position_strings_read_back() {
    numbers::strings_read_back::<Stonehenge>(EFFORT);
}

#[test]
fn garbled_position_strings_never_panic() {
    numbers::strings_never_panic::<Stonehenge>(EFFORT);
}

#[test]
fn symmetries_permute_numbers() {
    numbers::permuted::<Stonehenge>(Effort { games: 10, actions: 120 });
}

#[test]
fn numbers_keep_secrets_and_recall_is_perfect() {
    numbers::numbers_keep_secrets::<Stonehenge>(EFFORT);
}
