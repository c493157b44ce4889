//! Exact values: how long they take to compute, in CPU time, and that they have not changed.

use sarsen_holes::solve::{BestWin, Solution, random_play};
use sarsen_holes::{Graph, Ruleset};
use sarsen_testkit::speed;

/// For one and two pieces: the beginner's winning chance and the length with random play, and the beginner's chance
/// with best play.
const EXPECTED: [[f64; 3]; 2] = [
    [0.492_977_220_529, 43.790_740_572, 0.492_977_220_529],
    [0.495_885_222_034, 110.520_043_788, 0.499_100_111_178],
];

fn main() {
    for (pieces, expected) in (1..).zip(EXPECTED) {
        let rules = Ruleset::with_pieces(pieces);
        let (time, random) = speed::timed(|| random_play(rules));
        let graph = Graph::new(rules);
        let best = Solution::new::<BestWin>(&graph, 1e-12).after_opening::<BestWin>(&graph);
        let values = [random.beginner_wins, random.length, best];
        for (value, expected) in values.into_iter().zip(expected) {
            assert!((value - expected).abs() < 1e-8, "{value} is not {expected}");
        }
        report(pieces, values, time.as_secs_f64());
    }
}

#[allow(clippy::print_stdout)]
fn report(pieces: u8, [wins, length, best]: [f64; 3], seconds: f64) {
    println!(
        "holes, pieces={pieces}: at random the beginner wins {wins:.12}, {length:.9} actions a game ({seconds:.3} s); at best the beginner wins {best:.12}"
    );
}
