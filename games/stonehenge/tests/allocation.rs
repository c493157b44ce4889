//! Random play allocates nothing.

use sarsen_core::Rules;
use sarsen_stonehenge::Stonehenge;
use sarsen_testkit::allocation::{Counting, numbers_allocate_nothing, playouts_allocate_nothing};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_playout_allocates_nothing() {
    playouts_allocate_nothing::<Stonehenge>(sarsen_testkit::setups(Stonehenge::SPEC));
}

#[test]
fn masks_and_observations_allocate_nothing() {
    numbers_allocate_nothing::<Stonehenge>(sarsen_testkit::setups(Stonehenge::SPEC));
}
