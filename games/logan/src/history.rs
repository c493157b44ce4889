//! L13: the positions of the second phase that have occurred, without allocation for a hundred turns.
//!
//! Two things are kept per turn: the hash of the resulting position, for counting, and the step itself, from which
//! earlier positions can be reconstructed. Everybody saw the steps; the hashes depend on hidden faces too. So when
//! other backs are assumed, or the board is transformed, the hashes are recomputed from the steps.

use std::collections::HashMap;

use sarsen_core::Seat;

use crate::cell::Cell;
use crate::island::bits;
use crate::stone::{STONES, Stone};

/// The number of turns kept without allocation: the default limit.
const INLINE: usize = 100;

/// The number of occurrences of a position that make a draw (L13).
const TIMES: usize = 3;

/// What a turn of the second phase changed, as everybody saw it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The displacement of the stone `id`, at most eighteen cells: 0,0 if it stayed.
    pub(crate) q: i8,
    pub(crate) r: i8,
    pub(crate) id: u8,
    /// The set of stones that were turned over.
    pub(crate) turned: u32,
}

/// All stones of the island with both faces.
#[derive(Clone, Copy)]
pub(crate) struct Arrangement {
    pub(crate) cells: [Cell; STONES],
    pub(crate) stones: [Stone; STONES],
}

/// The positions after each turn of the second phase.
#[derive(Clone, Debug)]
pub(crate) struct History {
    len: u32,
    hashes: [u64; INLINE],
    steps: [Step; INLINE],
    /// Further turns, with limits above the default.
    more: Option<Box<More>>,
}

#[derive(Clone, Debug, Default)]
struct More {
    steps: Vec<Step>,
    counts: HashMap<u64, u32>,
}

impl History {
    pub(crate) fn new() -> History {
        let step = Step { q: 0, r: 0, id: 0, turned: 0 };
        History { len: 0, hashes: [0; INLINE], steps: [step; INLINE], more: None }
    }

    /// Adds the position after a turn and returns whether it has occurred for the third time.
    pub(crate) fn push(&mut self, step: Step, hash: u64) -> bool {
        let len = self.len as usize;
        let mut times = 1 + self.hashes[..len.min(INLINE)].iter().filter(|&&h| h == hash).count();
        if len < INLINE {
            self.hashes[len] = hash;
            self.steps[len] = step;
        } else {
            let more = self.more.get_or_insert_default();
            more.steps.push(step);
            let count = more.counts.entry(hash).or_default();
            times += *count as usize;
            *count += 1;
        }
        self.len += 1;
        times >= TIMES
    }

    /// The same turns for a game whose stones are those of `now`, transformed by `symmetry`; and after which turn,
    /// counted from 0, a position occurred for the third time.
    pub(crate) fn retold(
        &self,
        now: &Arrangement,
        symmetry: usize,
        to_act: Seat,
    ) -> (History, Option<usize>) {
        let steps: Vec<Step> = self.steps().map(|step| step.transform(symmetry)).collect();
        let mut hashes = Vec::with_capacity(steps.len());
        let (mut position, mut seat) = (*now, to_act);
        for step in steps.iter().rev() {
            hashes.push(position.hash(seat));
            position.undo(step);
            seat = seat.other();
        }
        let mut history = History::new();
        let mut third = None;
        for (index, (step, hash)) in steps.into_iter().zip(hashes.into_iter().rev()).enumerate() {
            if history.push(step, hash) {
                third = third.or(Some(index));
            }
        }
        (history, third)
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        let more = self.more.as_ref().map(|more| more.steps.as_slice()).unwrap_or_default();
        self.steps[..(self.len as usize).min(INLINE)].iter().chain(more).copied()
    }
}

impl Step {
    fn transform(mut self, symmetry: usize) -> Step {
        let step = Cell::new(i32::from(self.q), i32::from(self.r)).transform(symmetry);
        (self.q, self.r) = (step.q as i8, step.r as i8);
        self
    }
}

impl Arrangement {
    /// L13: equal for shifted islands, different for rotated ones and for a different seat to act.
    pub(crate) fn hash(&self, to_act: Seat) -> u64 {
        let (mut q, mut r) = (i32::MAX, i32::MAX);
        for cell in &self.cells {
            q = q.min(cell.q);
            r = r.min(cell.r);
        }
        let corner = Cell::new(q, r);
        let stones = self.cells.iter().zip(&self.stones);
        let sum = stones.fold(0_u64, |sum, (cell, stone)| {
            sum.wrapping_add(stone_key(cell.minus(corner), u32::from(stone.bits())))
        });
        sum.rotate_left(to_act.index() as u32)
    }

    fn undo(&mut self, step: &Step) {
        let id = usize::from(step.id);
        self.cells[id] = self.cells[id].minus(Cell::new(i32::from(step.q), i32::from(step.r)));
        for id in bits(step.turned) {
            self.stones[id] = self.stones[id].turned();
        }
    }
}

/// A pseudo-random key for a thing on a cell.
#[inline]
pub(crate) fn stone_key(cell: Cell, thing: u32) -> u64 {
    let place = u64::from(cell.q as u32) << 32 | u64::from(cell.r as u32);
    mix(place.wrapping_add(u64::from(thing + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// The finaliser of SplitMix64.
#[inline]
pub(crate) fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stone::{Bag, Face};

    /// A row of three and the others in a block, with no two pairs of stones alike.
    fn position() -> Arrangement {
        let cells = std::array::from_fn(|id| match id {
            0..3 => Cell::new(id as i32 - 3, 0),
            _ => Cell::new(id as i32 % 5, id as i32 / 5),
        });
        Arrangement { cells, stones: Bag::Distinct.stones() }
    }

    fn moved(position: &Arrangement, way: impl Fn(Cell) -> Cell) -> Arrangement {
        Arrangement { cells: position.cells.map(way), ..*position }
    }

    #[test]
    fn l13_shifted_islands_are_equal_and_turned_ones_are_not() {
        let position = position();
        let hash = position.hash(Seat::ONE);
        for step in [Cell::new(7, -3), Cell::new(-1, 0), Cell::new(40_000, 70_000)] {
            assert_eq!(moved(&position, |cell| cell.plus(step)).hash(Seat::ONE), hash);
        }
        for symmetry in 1..crate::cell::SYMMETRIES {
            let turned = moved(&position, |cell| cell.transform(symmetry));
            assert_ne!(turned.hash(Seat::ONE), hash, "symmetry {symmetry}");
        }
    }

    #[test]
    fn l13_both_faces_the_seat_to_act_and_the_places_count_but_not_which_of_equal_stones_is_where()
    {
        let position = position();
        let hash = position.hash(Seat::ONE);
        assert_ne!(position.hash(Seat::TWO), hash);
        let mut other = position;
        other.stones[4] = other.stones[4].turned();
        assert_ne!(other.hash(Seat::ONE), hash);
        let mut back = position;
        back.stones[0] = Stone::new(Face::Rock, Face::Scissors);
        assert_ne!(back.hash(Seat::ONE), hash, "it shows Rock as before");
        let mut swapped = position;
        swapped.cells.swap(0, 3);
        assert_eq!(swapped.stones[0], swapped.stones[3]);
        assert_eq!(swapped.hash(Seat::ONE), hash);
    }

    /// Two stones that show Rock change places in four turns without a flip, repeatedly. The position is the same
    /// afterwards only if their backs are equal too.
    #[test]
    fn l13_repetition_depends_on_hidden_backs_and_is_counted_again_for_other_viewers() {
        let mut now = position();
        let mut history = History::new();
        let step = |id: u8, way: Cell| Step { q: way.q as i8, r: way.r as i8, id, turned: 0 };
        let (one, other) = (now.cells[0], now.cells[3]);
        let (aside, away) = (Cell::new(-4, 0), Cell::new(-4, 1));
        let (mut third, mut seat) = (false, Seat::ONE);
        for round in 0..8 {
            let (a, b) = if round % 2 == 0 { (0, 3) } else { (3, 0) };
            let ways = [(a, one, aside), (b, other, one), (a, aside, away), (a, away, other)];
            for (id, from, to) in ways {
                now.cells[usize::from(id)] = to;
                seat = seat.other();
                third |= history.push(step(id, to.minus(from)), now.hash(seat));
            }
        }
        assert!(third, "the stones are equal");
        let (again, _) = history.retold(&now, 0, seat);
        assert_eq!(again.hashes, history.hashes);
        // With other backs behind the two stones it takes twice as long to recur.
        let mut world = now;
        world.stones[0] = Stone::new(Face::Rock, Face::Scissors);
        let first = |position: &Arrangement| history.retold(position, 0, seat).1.unwrap();
        assert_eq!((first(&now), first(&world)), (8, 16));
    }

    #[test]
    fn more_turns_than_are_kept_inline_are_counted_too() {
        let mut history = History::new();
        let step = Step { q: 0, r: 0, id: 0, turned: 1 };
        for turn in 0..INLINE as u64 - 1 {
            assert!(!history.push(step, turn + 1000));
        }
        assert!(!history.push(step, 7));
        assert!(!history.push(step, 7));
        assert!(history.push(step, 7), "once inline and twice beyond");
        assert_eq!(history.steps().count(), INLINE + 2);
    }
}
