//! Random actions per second through the generic interface, on one core.

use sarsen_holes::Holes;
use sarsen_testkit::speed::{Playouts, Sums};

const EXPECTED: Sums = Sums { actions: 111_373_440, wins: 199_428, draws: 0 };
/// Moves per second of 58 Holes in Ludii, random play, one thread of a comparable machine (2026-11-15).
const LUDII: f64 = 174_000.0;

#[allow(clippy::print_stdout)]
fn main() {
    let playouts = Playouts::run::<Holes>(400_000, EXPECTED);
    playouts.report("holes");
    println!("holes: {:.0} times Ludii", playouts.actions_per_second() / LUDII);
}
