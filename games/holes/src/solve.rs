//! Exact values: the winning chance and the length of the game, under random or best play.
//!
//! A position is a pair of sides, the one to throw first. Its value is an equation over the values of its successors.
//! Every arrival removes a piece for good or ends the game (H14), so the equations fall into layers by removed pieces,
//! solved starting from the emptiest board. Within a layer positions recur only by passing and by warps back. Two seats
//! that both pass return to the same two positions, so those are solved as a pair. For the warps, Gauss–Seidel sweeps
//! against the direction of play converge in a few rounds.
//!
//! A solution holds n² numbers of 8 bytes for the n sides of [`SideIndex`](crate::SideIndex): 8 kB, 2 MB and 205 MB for
//! one, two and three pieces.

use std::ops::Range;

use crate::graph::{Choice, Graph, Next};
use crate::sticks::WAYS;
use crate::{Ruleset, Throw};

/// What is computed: how the value of a position follows from its successors. Values are the mover's.
///
/// ```
/// use sarsen_holes::solve::{BestWin, Measure, RandomWin};
///
/// let values = || [0.25, 0.75].into_iter();
/// assert_eq!(RandomWin::choose(values()), 0.5);
/// assert_eq!(BestWin::choose(values()), 0.75);
/// assert_eq!(BestWin::turned(0.25), 0.75, "what the other seat does not win");
/// ```
pub trait Measure {
    /// What a throw and its use add.
    const STEP: f64;
    /// The value of having won.
    const WON: f64;

    /// The mover's value of a position in which the other seat throws and has `value` is `TURNED.0 + TURNED.1 * value`;
    /// the factor is 1 or -1.
    const TURNED: (f64, f64);

    /// The mover's value, given the other seat's.
    #[inline]
    fn turned(value: f64) -> f64 {
        Self::TURNED.0 + Self::TURNED.1 * value
    }

    /// The value of a choice among these, of which there is at least one.
    fn choose(values: impl ExactSizeIterator<Item = f64>) -> f64;
}

/// The chance to win if both choose uniformly.
///
/// ```
/// use sarsen_holes::solve::{RandomWin, Solution};
/// use sarsen_holes::{Graph, Ruleset};
///
/// let graph = Graph::new(Ruleset::with_pieces(1));
/// let solution = Solution::new::<RandomWin>(&graph, 1e-12);
/// let chance = solution.value(graph.start(), graph.start());
/// assert!(chance > 0.5 && chance < 1.0, "who throws first is ahead: {chance}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RandomWin;

/// The expected number of remaining actions, including throws, if both choose uniformly.
///
/// ```
/// use sarsen_holes::solve::{RandomLength, Solution};
/// use sarsen_holes::{Graph, Ruleset};
///
/// let graph = Graph::new(Ruleset::with_pieces(1));
/// let solution = Solution::new::<RandomLength>(&graph, 1e-10);
/// assert!(solution.value(graph.start(), graph.start()) > 20.0, "a lane has 29 holes");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RandomLength;

/// The winning chance if both play optimally.
///
/// ```
/// use sarsen_holes::solve::{BestWin, RandomWin, Solution};
/// use sarsen_holes::{Graph, Ruleset};
///
/// // With one piece the only choice is whether to recover: best play is close to random play.
/// let graph = Graph::new(Ruleset::with_pieces(1));
/// let (start, best) = (graph.start(), Solution::new::<BestWin>(&graph, 1e-12));
/// let random = Solution::new::<RandomWin>(&graph, 1e-12);
/// assert!((best.value(start, start) - random.value(start, start)).abs() < 0.1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BestWin;

/// The expected number of remaining throws if both seats cooperate to make the game as long as possible: the factor by
/// which an error of one equation can grow.
///
/// ```
/// use sarsen_holes::solve::{LongestGame, Solution};
/// use sarsen_holes::{Graph, Ruleset};
///
/// let graph = Graph::new(Ruleset::with_pieces(1));
/// let (start, longest) = (graph.start(), Solution::new::<LongestGame>(&graph, 1e-6));
/// assert!(longest.value(start, start) > 1.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LongestGame;

impl Measure for LongestGame {
    const STEP: f64 = 1.0;
    const WON: f64 = 0.0;
    const TURNED: (f64, f64) = (0.0, 1.0);

    fn choose(values: impl ExactSizeIterator<Item = f64>) -> f64 {
        values.fold(0.0, f64::max)
    }
}

impl Measure for RandomWin {
    const STEP: f64 = 0.0;
    const WON: f64 = 1.0;
    const TURNED: (f64, f64) = (1.0, -1.0);

    fn choose(values: impl ExactSizeIterator<Item = f64>) -> f64 {
        mean(values)
    }
}

impl Measure for RandomLength {
    const STEP: f64 = 2.0;
    const WON: f64 = 0.0;
    const TURNED: (f64, f64) = (0.0, 1.0);

    fn choose(values: impl ExactSizeIterator<Item = f64>) -> f64 {
        mean(values)
    }
}

impl Measure for BestWin {
    const STEP: f64 = 0.0;
    const WON: f64 = 1.0;
    const TURNED: (f64, f64) = (1.0, -1.0);

    fn choose(values: impl ExactSizeIterator<Item = f64>) -> f64 {
        values.fold(0.0, f64::max)
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

/// The value of every position for the seat that throws.
///
/// ```
/// use sarsen_holes::solve::{BestWin, Solution};
/// use sarsen_holes::{Graph, Ruleset, Throw};
///
/// let graph = Graph::new(Ruleset::with_pieces(1));
/// let solution = Solution::new::<BestWin>(&graph, 1e-12);
/// let start = graph.start();
/// let after = |score| solution.after_throw::<BestWin>(&graph, start, start, Throw::new(score).unwrap());
/// // The value of a position is the mean over the sixteen outcomes of a throw.
/// let mean: f64 = Throw::all().map(|throw| f64::from(throw.weight()) * after(throw.score())).sum::<f64>() / 16.0;
/// assert!((mean - solution.value(start, start)).abs() < 1e-9);
/// assert!(solution.residual() <= 1e-9);
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    count: usize,
    values: Vec<f64>,
    residual: f64,
    sweeps: u32,
}

impl Solution {
    /// Solves all positions. Sweeps each layer until no value changes by more than `tolerance`.
    pub fn new<M: Measure>(graph: &Graph, tolerance: f64) -> Solution {
        let count = graph.index().count() as usize;
        let mut solution =
            Solution { count, values: vec![0.0; count * count], residual: 0.0, sweeps: 0 };
        let pieces = graph.index().pieces();
        for removed in (0..2 * pieces).rev() {
            for low in 0..=removed / 2 {
                let high = removed - low;
                if high < pieces {
                    let layers = [graph.index().layer(low), graph.index().layer(high)];
                    solution.settle::<M>(graph, &layers, tolerance);
                }
            }
        }
        solution
    }

    /// The value of a position for the seat that throws; `mine` is its side.
    #[inline]
    pub fn value(&self, mine: u32, theirs: u32) -> f64 {
        self.values[mine as usize * self.count + theirs as usize]
    }

    /// The largest value of any position.
    pub fn largest(&self) -> f64 {
        self.values.iter().copied().fold(0.0, f64::max)
    }

    /// The largest change in the last sweeps: by how much any equation may still be off.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// The total number of sweeps over all layers.
    pub fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// The value of the mover's best or average choice after a throw.
    #[inline]
    pub fn after_throw<M: Measure>(
        &self,
        graph: &Graph,
        mine: u32,
        theirs: u32,
        throw: Throw,
    ) -> f64 {
        let choices = graph.choices(mine, throw);
        M::choose(choices.iter().map(|&choice| self.after_choice::<M>(graph, choice, theirs)))
    }

    /// The mover's value after a choice.
    #[inline]
    pub fn after_choice<M: Measure>(&self, graph: &Graph, choice: Choice, theirs: u32) -> f64 {
        match graph.next(choice, theirs) {
            Next::Again { mine, theirs } => self.value(mine, theirs),
            Next::Other { mine, theirs } => M::turned(self.value(theirs, mine)),
            Next::Won => M::WON,
        }
    }

    /// Sweeps the positions between two layers, in both orders, until they converge.
    fn settle<M: Measure>(&mut self, graph: &Graph, layers: &[Range<u32>; 2], tolerance: f64) {
        loop {
            self.sweeps += 1;
            let change = self.sweep::<M>(graph, layers);
            if change <= tolerance {
                self.residual = self.residual.max(change);
                return;
            }
        }
    }

    /// Recomputes every position of two layers from its successors and returns the largest change.
    ///
    /// Play raises one of the two numbers of a position. So positions with a higher lower number, then with a higher
    /// upper number, are computed first.
    fn sweep<M: Measure>(&mut self, graph: &Graph, [low, high]: &[Range<u32>; 2]) -> f64 {
        let mut change: f64 = 0.0;
        let settled = |layer: Range<u32>| layer.rev().filter(|&side| graph.is_settled(side));
        for one in settled(low.clone()) {
            for two in settled(high.start.max(one)..high.end) {
                change = change.max(self.update::<M>(graph, one, two));
            }
        }
        change
    }

    /// Solves the two positions of a pair of sides for given values of all others: x = a + p·turned(y) and y = b +
    /// q·turned(x), where p and q are the chances to pass.
    #[inline]
    fn update<M: Measure>(&mut self, graph: &Graph, one: u32, two: u32) -> f64 {
        let (a, p) = self.without_passing::<M>(graph, one, two);
        let (b, q) = self.without_passing::<M>(graph, two, one);
        let x = (a + p * M::turned(b + q * M::TURNED.0)) / (1.0 - p * q);
        let y = b + q * M::turned(x);
        self.set(one, two, x).max(self.set(two, one, y))
    }

    /// What the usable throws are worth to the mover, and the probability of the others.
    #[inline]
    fn without_passing<M: Measure>(&self, graph: &Graph, mine: u32, theirs: u32) -> (f64, f64) {
        let mut sum = 0.0;
        let mut passing = WAYS;
        for throw in Throw::all().filter(|&throw| !graph.passes(mine, throw)) {
            passing -= throw.weight();
            sum += f64::from(throw.weight()) * self.after_throw::<M>(graph, mine, theirs, throw);
        }
        (M::STEP + sum / f64::from(WAYS), f64::from(passing) / f64::from(WAYS))
    }

    #[inline]
    fn set(&mut self, mine: u32, theirs: u32, value: f64) -> f64 {
        let cell = &mut self.values[mine as usize * self.count + theirs as usize];
        let change = (value - *cell).abs();
        *cell = value;
        change
    }

    /// The value for the seat that begins, after the opening throws and before its move (H2).
    pub fn after_opening<M: Measure>(&self, graph: &Graph) -> f64 {
        let start = graph.start();
        let beginnings = Throw::all().map(|throw| {
            let higher: u32 = Throw::all().filter(|other| *other > throw).map(Throw::weight).sum();
            (f64::from(throw.weight() * higher), throw)
        });
        let total: f64 = beginnings.clone().map(|(weight, _)| weight).sum();
        let value = |throw| self.after_throw::<M>(graph, start, start, throw);
        beginnings.map(|(weight, throw)| weight * value(throw)).sum::<f64>() / total
    }
}

/// Random play of a whole game, exactly.
///
/// ```
/// use sarsen_holes::{Ruleset, solve};
///
/// let play = solve::random_play(Ruleset::with_pieces(1));
/// assert!((play.seat_one_wins - 0.5).abs() < 1e-9, "the sticks decide who begins");
/// assert!(play.length > 20.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RandomPlay {
    /// The chance of the seat that moves first, which the sticks decide (H2).
    pub beginner_wins: f64,
    /// The chance of seat 1: one half, because the opening throws treat both seats alike.
    pub seat_one_wins: f64,
    /// The expected number of actions, throws included.
    pub length: f64,
}

/// By how much an equation of [`random_play`] may be off. Over a game such errors add up, so its results are exact to
/// about this times the length of a game.
pub const TOLERANCE: f64 = 1e-13;

/// The exact chances and length of uniformly random play.
pub fn random_play(rules: Ruleset) -> RandomPlay {
    let graph = Graph::new(rules);
    let wins = Solution::new::<RandomWin>(&graph, TOLERANCE);
    // Lengths are in the hundreds, and a float has sixteen digits.
    let lengths = Solution::new::<RandomLength>(&graph, TOLERANCE * 100.0);
    let beginner_wins = wins.after_opening::<RandomWin>(&graph);
    let [lower, higher] =
        [opening_chance(|one, two| one < two), opening_chance(|one, two| one > two)];
    let decided = lower + higher;
    // Seat 1 begins by the lower throw, or seat 2 does, or both throw again.
    let seat_one_wins = (lower * beginner_wins + higher * (1.0 - beginner_wins)) / decided;
    // Two throws per round until they differ, then the beginner's action and everything after it.
    let length = 2.0 / decided + 1.0 + lengths.after_opening::<RandomLength>(&graph);
    RandomPlay { beginner_wins, seat_one_wins, length }
}

/// The probability that the two opening throws satisfy a condition.
fn opening_chance(wanted: impl Fn(Throw, Throw) -> bool) -> f64 {
    let pairs = Throw::all().flat_map(|one| Throw::all().map(move |two| (one, two)));
    let ways: u32 = pairs
        .filter(|&(one, two)| wanted(one, two))
        .map(|(one, two)| one.weight() * two.weight())
        .sum();
    f64::from(ways) / f64::from(WAYS * WAYS)
}
