//! Random games per second through the generic interface, on one core, with the limit at 100 turns.

use sarsen_logan::Logan;
use sarsen_testkit::speed::{Playouts, Sums};

const EXPECTED: Sums = Sums { actions: 10_405_343, wins: 251_003, draws: 710 };

fn main() {
    Playouts::run::<Logan>(500_000, EXPECTED).report("logan");
}
