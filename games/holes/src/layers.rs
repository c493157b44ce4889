//! Exact values under best play of games too large for [`Solution`](crate::solve::Solution): 32-bit numbers, all cores,
//! resumable.
//!
//! The equations and their order are those of [`solve`](crate::solve). Threads take rows of positions from the top
//! downwards and read what the others have written so far: a value may be one sweep older than on a single thread,
//! which costs a sweep or two and does not change the fixed point.
//!
//! **Accuracy.** When no position of a layer has changed by more than r in a sweep, every equation holds to within r
//! and a rounding. If e is the largest error, the error of one position is at most r plus the mean error of its
//! successors under some choice, and so on to the end of the game: e ≤ r · N, where N is the longest expected game that
//! both seats together could bring about ([`LongestGame`](crate::solve::LongestGame)).

use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::graph::{Graph, Next};
use crate::solve::{BestWin, Measure};
use crate::sticks::WAYS;
use crate::{Ruleset, Throw};

/// Sweeps end when no value changes by more: four roundings of a number just below one.
pub const TOLERANCE: f32 = 2.4e-7;

/// The result of one sweep over a pair of layers.
///
/// ```
/// use sarsen_holes::Ruleset;
/// use sarsen_holes::layers::Layers;
///
/// let mut layers = Layers::new(Ruleset::with_pieces(1));
/// let sweep = layers.sweep(1).unwrap();
/// assert!(sweep.settled <= sweep.positions && sweep.pair.0 < sweep.pair.1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// The number of final positions in all pairs of layers.
    pub settled: u64,
    /// The total number of positions.
    pub positions: u64,
    /// The largest change.
    pub change: f32,
    /// The pair of layers, counted from 0 in the order of solving, and the number of pairs.
    pub pair: (usize, usize),
}

/// The value of every position for the seat that throws, while it is being computed.
///
/// ```
/// use sarsen_holes::Ruleset;
/// use sarsen_holes::layers::Layers;
///
/// let mut layers = Layers::new(Ruleset::with_pieces(1));
/// while layers.sweep(1).is_some() {}
/// let start = layers.graph().start();
/// assert!((0.0..=1.0).contains(&layers.value(start, start)));
/// ```
pub struct Layers {
    graph: Graph,
    count: usize,
    /// The bits of 32-bit floats.
    values: Vec<AtomicU32>,
    /// The number of solved pairs of layers.
    done: usize,
}

impl Layers {
    /// All positions with a ruleset's number of pieces, unsolved: four bytes per pair of sides.
    pub fn new(rules: Ruleset) -> Layers {
        let graph = Graph::new(rules);
        let count = graph.index().count() as usize;
        let values = (0..count * count).map(|_| AtomicU32::new(0)).collect();
        Layers { graph, count, values, done: 0 }
    }

    /// The graph of choices.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The value of a position for the seat that throws.
    #[inline]
    pub fn value(&self, mine: u32, theirs: u32) -> f32 {
        f32::from_bits(self.values[self.at(mine, theirs)].load(Ordering::Relaxed))
    }

    /// Sweeps once, with this many threads; `None` when everything is solved.
    pub fn sweep(&mut self, threads: usize) -> Option<Sweep> {
        let pairs = self.pairs();
        let layers = pairs.get(self.done)?;
        let change = self.sweep_pair(layers, threads.max(1));
        let pair = (self.done, pairs.len());
        if change <= TOLERANCE {
            self.done += 1;
        }
        let size = |[low, high]: &[Range<u32>; 2]| {
            let product = low.len() as u64 * high.len() as u64;
            if low == high { product } else { 2 * product }
        };
        let settled = pairs[..self.done].iter().map(size).sum();
        Some(Sweep { settled, positions: pairs.iter().map(size).sum(), change, pair })
    }

    /// Pairs of layers, most removed pieces first.
    fn pairs(&self) -> Vec<[Range<u32>; 2]> {
        let index = self.graph.index();
        let pieces = index.pieces();
        let removals = (0..2 * pieces).rev().flat_map(|removed| {
            (0..=removed / 2)
                .map(move |low| (low, removed - low))
                .filter(move |pair| pair.1 < pieces)
        });
        removals.map(|(low, high)| [index.layer(low), index.layer(high)]).collect()
    }

    fn sweep_pair(&self, [low, high]: &[Range<u32>; 2], threads: usize) -> f32 {
        let next = AtomicU32::new(low.end);
        let work = || {
            let mut change = 0.0_f32;
            loop {
                let end = next.fetch_sub(1, Ordering::Relaxed);
                // Each thread subtracts at most once more than there are rows.
                if end <= low.start || end > low.end {
                    return change;
                }
                change = change.max(self.sweep_row(end - 1, high));
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            let theirs = others.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            theirs.fold(own, f32::max)
        })
    }

    fn sweep_row(&self, one: u32, high: &Range<u32>) -> f32 {
        if !self.graph.is_settled(one) {
            return 0.0;
        }
        let row = (high.start.max(one)..high.end).rev();
        let settled = row.filter(|&two| self.graph.is_settled(two));
        settled.map(|two| self.update(one, two)).fold(0.0, f32::max)
    }

    /// Solves the two positions of a pair of sides, as [`solve`](crate::solve) does.
    #[inline]
    fn update(&self, one: u32, two: u32) -> f32 {
        let (a, p) = self.without_passing(one, two);
        let (b, q) = self.without_passing(two, one);
        let x = (a + p * BestWin::turned(b + q)) / (1.0 - p * q);
        let y = b + q * BestWin::turned(x);
        self.set(one, two, x as f32).max(self.set(two, one, y as f32))
    }

    #[inline]
    fn without_passing(&self, mine: u32, theirs: u32) -> (f64, f64) {
        let (mut sum, mut passing) = (0.0, WAYS);
        for throw in Throw::all().filter(|&throw| !self.graph.passes(mine, throw)) {
            passing -= throw.weight();
            let choices = self.graph.choices(mine, throw).iter();
            let values = choices.map(|&choice| match self.graph.next(choice, theirs) {
                Next::Again { mine, theirs } => f64::from(self.value(mine, theirs)),
                Next::Other { mine, theirs } => {
                    BestWin::turned(f64::from(self.value(theirs, mine)))
                }
                Next::Won => BestWin::WON,
            });
            sum += f64::from(throw.weight()) * BestWin::choose(values);
        }
        (sum / f64::from(WAYS), f64::from(passing) / f64::from(WAYS))
    }

    #[inline]
    fn set(&self, mine: u32, theirs: u32, value: f32) -> f32 {
        let cell = &self.values[self.at(mine, theirs)];
        let before = f32::from_bits(cell.load(Ordering::Relaxed));
        cell.store(value.to_bits(), Ordering::Relaxed);
        (value - before).abs()
    }

    #[inline]
    fn at(&self, mine: u32, theirs: u32) -> usize {
        mine as usize * self.count + theirs as usize
    }

    /// Writes the state of the computation, to be resumed later.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&(self.done as u64).to_le_bytes())?;
        for value in &self.values {
            to.write_all(&value.load(Ordering::Relaxed).to_le_bytes())?;
        }
        Ok(())
    }

    /// Resumes from what [`Layers::write`] wrote for the same ruleset.
    ///
    /// # Errors
    /// If it cannot be read or is something else.
    pub fn read(&mut self, from: &mut impl Read) -> io::Result<()> {
        let mut head = [0; 8];
        from.read_exact(&mut head)?;
        let done = u64::from_le_bytes(head);
        if done > self.pairs().len() as u64 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut word = [0; 4];
        for value in &self.values {
            from.read_exact(&mut word)?;
            let read = f32::from_le_bytes(word);
            if !(0.0..=1.0).contains(&read) {
                return Err(io::ErrorKind::InvalidData.into());
            }
            value.store(read.to_bits(), Ordering::Relaxed);
        }
        self.done = done as usize;
        Ok(())
    }
}
