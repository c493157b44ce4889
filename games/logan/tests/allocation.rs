//! Random play allocates nothing while the second phase is no longer than by default.

use sarsen_core::{Options, Rules, chance};
use sarsen_logan::Logan;
use sarsen_testkit::allocation::{Counting, count};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_playout_allocates_nothing() {
    let limited = |options: &Options| options.number("limit").is_some_and(|limit| limit <= 100);
    for options in sarsen_testkit::setups(Logan::SPEC).into_iter().filter(limited) {
        let start = Logan::start(&options);
        let mut rng = chance::generator(1);
        let (allocations, actions) =
            count(|| (0..1000).map(|_| chance::playout(&mut start.clone(), &mut rng)).sum::<u32>());
        assert!(actions > 10_000);
        assert_eq!(allocations, 0, "{options:?}");
    }
}

#[test]
fn the_count_sees_an_allocation() {
    let (allocations, _) = count(|| Options::defaults(Logan::SPEC));
    assert!(allocations > 0);
}
