//! Random play allocates nothing.

use std::hint::black_box;
use std::ops::ControlFlow;

use sarsen_cathedral::Cathedral;
use sarsen_core::{Hashed, ListActions, Options, Rules, chance};
use sarsen_testkit::allocation::{
    Counting, count, numbers_allocate_nothing, playouts_allocate_nothing,
};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_playout_allocates_nothing() {
    playouts_allocate_nothing::<Cathedral>(sarsen_testkit::setups(Cathedral::SPEC));
}

#[test]
fn listing_checking_and_hashing_allocate_nothing() {
    let mut state = Cathedral::start(&Options::defaults(Cathedral::SPEC));
    let mut rng = chance::generator(2);
    let (allocations, visited) = count(|| {
        let mut visited = 0;
        while let Some(action) = chance::random_step(&state, &mut rng) {
            let _: ControlFlow<()> = state.visit_actions(|action| {
                visited += u32::from(state.check(action).is_ok());
                ControlFlow::Continue(())
            });
            black_box(state.hash());
            state.apply(action);
        }
        visited
    });
    assert!(visited > 5_000);
    assert_eq!(allocations, 0);
}

#[test]
fn masks_and_observations_allocate_nothing() {
    numbers_allocate_nothing::<Cathedral>(sarsen_testkit::setups(Cathedral::SPEC));
}
