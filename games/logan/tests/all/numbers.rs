//! Numbers, tensors and position strings: the suite that every game passes.

use sarsen_logan::Logan;
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::numbers;

const EFFORT: Effort = Effort { games: 6, actions: 120 };

#[test]
fn numbers_and_notation_agree_and_masks_are_the_legal_lists() {
    numbers::numbered::<Logan>(EFFORT);
}

#[test]
fn observations_show_what_happens() {
    numbers::observed::<Logan>(EFFORT);
}

#[test]
fn position_strings_read_back() {
    numbers::strings_read_back::<Logan>(EFFORT);
}

#[test]
fn garbled_position_strings_never_panic() {
    numbers::strings_never_panic::<Logan>(EFFORT);
}

#[test]
fn symmetries_permute_numbers() {
    numbers::permuted::<Logan>(Effort { games: 1, actions: 120 });
}

#[test]
fn numbers_keep_secrets_and_recall_is_perfect() {
    numbers::numbers_keep_secrets::<Logan>(EFFORT);
}
