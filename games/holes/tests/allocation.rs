//! Random play allocates nothing.

use sarsen_core::{Options, Rules, chance};
use sarsen_holes::Holes;
use sarsen_testkit::allocation::{Counting, count};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_playout_allocates_nothing() {
    for options in sarsen_testkit::setups(Holes::SPEC) {
        let start = Holes::start(&options);
        let mut rng = chance::generator(1);
        let (allocations, actions) =
            count(|| (0..1000).map(|_| chance::playout(&mut start.clone(), &mut rng)).sum::<u32>());
        assert!(actions > 10_000);
        assert_eq!(allocations, 0);
    }
}

#[test]
fn the_count_sees_an_allocation() {
    let (allocations, _) = count(|| Options::defaults(Holes::SPEC));
    assert!(allocations > 0);
}
