//! Random play does not allocate as long as the second phase stays within the default limit.

use sarsen_core::{Options, Rules};
use sarsen_logan::Logan;
use sarsen_testkit::allocation::{Counting, numbers_allocate_nothing, playouts_allocate_nothing};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_playout_allocates_nothing() {
    let limited = |options: &Options| options.number("limit").is_some_and(|limit| limit <= 100);
    let setups = sarsen_testkit::setups(Logan::SPEC).into_iter().filter(limited);
    playouts_allocate_nothing::<Logan>(setups);
}

#[test]
fn masks_and_observations_allocate_nothing() {
    numbers_allocate_nothing::<Logan>(sarsen_testkit::setups(Logan::SPEC));
}
