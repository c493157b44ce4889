//! A perfect, dense numbering of the positions of one side, so that tables need no hashing.
//!
//! A side with `n` pieces has k of them on the lane, in C(29, k) ways, and divides the other n − k among hand, Shen
//! hole and removed, in C(n − k + 2, 2) ways. The sums over k are
//!
//! | pieces | 1 | 2 | 3 | 4 | 5 |
//! |---|---|---|---|---|---|
//! | sides | 32 | 499 | 5,056 | 37,454 | 216,448 |
//!
//! Numbers are ordered by removed pieces, ascending; then by pieces in the Shen hole, descending; then by pieces in
//! hand, descending; then by the lane's combination, highest pieces first. So the sides with equally many removed
//! pieces form one range (a layer: removal is permanent), and within a layer play only increases the number, except
//! when a warp line takes a piece back. Solvers sweep downwards.
//!
//! Sides on which an entry is due (H10) or that have lost (H13) have numbers too, although they never occur before a
//! throw: [`Side::is_settled`] tells them apart.

use std::ops::Range;

use crate::Side;
use crate::track::{LANE, holes};

/// The largest number of pieces of a side.
const MOST: usize = 5;

/// `BINOMIAL[n][k]` is the number of ways to choose k of n.
const BINOMIAL: [[u32; MOST + 1]; LANE as usize + 1] = binomials();

const fn binomials() -> [[u32; MOST + 1]; LANE as usize + 1] {
    let mut table = [[0; MOST + 1]; LANE as usize + 1];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The numbering of the sides with a given number of pieces.
///
/// ```
/// use sarsen_holes::{Side, SideIndex};
///
/// let index = SideIndex::new(2);
/// let side = Side::start(2);
/// assert_eq!(index.side(index.rank(&side)), Some(side));
/// assert_eq!(index.side(index.count()), None);
/// ```
#[derive(Clone, Debug)]
pub struct SideIndex {
    pieces: u8,
    count: u32,
    /// The blocks of sides that differ only in the lane, by ascending first number.
    blocks: Vec<Block>,
    /// The first number of a block by removed, Shen and hand.
    first: [[[u32; MOST + 1]; MOST + 1]; MOST + 1],
}

#[derive(Clone, Copy, Debug)]
struct Block {
    first: u32,
    /// The common part of the block's sides; its lane is empty.
    side: Side,
}

impl SideIndex {
    /// The numbering for 1 to 5 pieces.
    ///
    /// # Panics
    /// For any other number.
    pub fn new(pieces: u8) -> SideIndex {
        assert!((1..=MOST as u8).contains(&pieces), "a side has 1 to 5 pieces");
        let mut index = SideIndex { pieces, count: 0, blocks: Vec::new(), first: [[[0; 6]; 6]; 6] };
        for removed in 0..=pieces {
            for shen in (0..=pieces - removed).rev() {
                for hand in (0..=pieces - removed - shen).rev() {
                    index.add_block(Side { lane: 0, hand, shen, removed });
                }
            }
        }
        index
    }

    fn add_block(&mut self, side: Side) {
        let on_lane = usize::from(self.pieces - side.pieces());
        let [removed, shen, hand] = [side.removed, side.shen, side.hand].map(usize::from);
        self.first[removed][shen][hand] = self.count;
        self.blocks.push(Block { first: self.count, side });
        self.count += BINOMIAL[LANE as usize][on_lane];
    }

    /// The number of pieces of the sides.
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The number of sides, which are numbered from 0.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The numbers of the sides with `removed` removed pieces.
    pub fn layer(&self, removed: u8) -> Range<u32> {
        let first = |removed: u8| {
            let block = self.blocks.iter().find(|block| block.side.removed >= removed);
            block.map_or(self.count, |block| block.first)
        };
        first(removed)..first(removed + 1)
    }

    /// The number of a side with the right number of pieces.
    pub fn rank(&self, side: &Side) -> u32 {
        debug_assert_eq!(side.pieces(), self.pieces, "a side of this numbering");
        let [removed, shen, hand] = [side.removed, side.shen, side.hand].map(usize::from);
        self.first[removed][shen][hand] + rank_lane(side.lane)
    }

    /// The side with a number; `None` from [`SideIndex::count`] on.
    pub fn side(&self, rank: u32) -> Option<Side> {
        if rank >= self.count {
            return None;
        }
        let after = self.blocks.partition_point(|block| block.first <= rank);
        let block = self.blocks[after - 1];
        let on_lane = usize::from(self.pieces - block.side.pieces());
        Some(Side { lane: lane_of(rank - block.first, on_lane), ..block.side })
    }
}

/// The number of a set of holes among the sets of its size (combinatorial number system).
fn rank_lane(lane: u32) -> u32 {
    holes_below(lane).zip(1..).map(|(below, nth)| BINOMIAL[below][nth]).sum()
}

/// For each hole of a lane, lowest first, the number of holes before it.
fn holes_below(lane: u32) -> impl Iterator<Item = usize> {
    holes(lane).map(|hole| usize::from(hole.number()) - 1)
}

/// The set of `size` holes with a number.
fn lane_of(mut rank: u32, size: usize) -> u32 {
    let mut lane = 0;
    let mut below = LANE as usize;
    for nth in (1..=size).rev() {
        // The highest hole whose lower combinations fit; it lies before the one found last.
        below -= 1;
        while BINOMIAL[below][nth] > rank {
            below -= 1;
        }
        rank -= BINOMIAL[below][nth];
        lane |= 1 << (below + 1);
    }
    lane
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_are_those_of_the_table() {
        let counts: Vec<u32> = (1..=5).map(|pieces| SideIndex::new(pieces).count()).collect();
        assert_eq!(counts, [32, 499, 5_056, 37_454, 216_448]);
    }

    #[test]
    fn every_number_has_one_side_and_gets_it_back() {
        for pieces in 1..=5 {
            let index = SideIndex::new(pieces);
            for rank in 0..index.count() {
                let side = index.side(rank).expect("a number below the count");
                assert_eq!((side.pieces(), side.lane & !0x3fff_fffe), (pieces, 0), "{rank}");
                assert_eq!(index.rank(&side), rank);
            }
            assert_eq!(index.side(index.count()), None);
        }
    }

    #[test]
    fn every_side_has_a_number_below_the_count() {
        let index = SideIndex::new(3);
        let mut seen = vec![false; index.count() as usize];
        let lanes = (0_u32..1 << LANE).filter(|lane| lane.count_ones() <= 3).map(|lane| lane << 1);
        for lane in lanes {
            let left = 3 - lane.count_ones() as u8;
            for (hand, shen) in (0..=left).flat_map(|a| (0..=left - a).map(move |b| (a, b))) {
                let side = Side { lane, hand, shen, removed: left - hand - shen };
                assert!(!std::mem::replace(&mut seen[index.rank(&side) as usize], true));
            }
        }
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn layers_are_the_ranges_of_equal_removal() {
        let index = SideIndex::new(4);
        for removed in 0..=4 {
            for rank in index.layer(removed) {
                assert_eq!(index.side(rank).map(|side| side.removed), Some(removed));
            }
        }
        assert_eq!((index.layer(0).start, index.layer(4).end), (0, index.count()));
    }
}
