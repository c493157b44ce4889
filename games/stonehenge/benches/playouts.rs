//! Random games per second through the generic interface, on one core.

use sarsen_stonehenge::Stonehenge;
use sarsen_testkit::speed::{Playouts, Sums};

const EXPECTED: Sums = Sums { actions: 32_402_141, wins: 1_049_841, draws: 0 };

fn main() {
    Playouts::run::<Stonehenge>(2_000_000, EXPECTED).report("stonehenge");
}
