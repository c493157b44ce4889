//! Zobrist keys: a state's hash is the exclusive or of the keys of everything that is true of it.
//!
//! Domination has keys of its own because who placed last on a tied line (K4) cannot be read from the
//! druids that lie there.

use sarsen_core::{Hashed, Seat};

use crate::board::{CELLS, Cell, LINES, Line};
use crate::{Phase, Stonehenge};

const DRUIDS: usize = 2 * CELLS * 8;
const KEY_COUNT: usize = DRUIDS + 4 * LINES + 4;
static KEYS: [u64; KEY_COUNT] = keys();
const DOMINATION: usize = DRUIDS;
const MARK: usize = DOMINATION + 2 * LINES;
const REST: usize = MARK + 2 * LINES;

/// The key of seat 2 being to move.
pub(crate) const SECOND_SEAT_MOVES: u64 = keys::<KEY_COUNT>()[REST];

/// The key of a druid on a cell.
#[inline]
pub(crate) fn druid(seat: Seat, cell: Cell, value: u8) -> u64 {
    KEYS[(seat.index() * CELLS + cell.index()) * 8 + usize::from(value)]
}

/// The key of a dominated line.
#[inline]
pub(crate) fn domination(seat: Seat, line: Line) -> u64 {
    KEYS[DOMINATION + seat.index() * LINES + line.index()]
}

/// The key of a marked line.
#[inline]
pub(crate) fn mark(seat: Seat, line: Line) -> u64 {
    KEYS[MARK + seat.index() * LINES + line.index()]
}

/// The key of where a turn stands.
pub(crate) fn phase(phase: Phase) -> u64 {
    match phase {
        Phase::Druid => 0,
        Phase::Marking => KEYS[REST + 1],
        Phase::FullBoard => KEYS[REST + 2],
    }
}

/// The hash computed from nothing.
pub(crate) fn of(state: &Stonehenge) -> u64 {
    let mut hash = phase(state.phase);
    if state.mover == Seat::TWO {
        hash ^= SECOND_SEAT_MOVES;
    }
    for seat in Seat::all(2) {
        for cell in Cell::of_set(state.held_by(seat)) {
            hash ^= druid(seat, cell, state.values[cell.index()]);
        }
        for line in Line::of_set(state.dominated_by(seat)) {
            hash ^= domination(seat, line);
        }
        for line in Line::of_set(state.marked_by(seat)) {
            hash ^= mark(seat, line);
        }
    }
    hash
}

impl Hashed for Stonehenge {
    #[inline]
    fn hash(&self) -> u64 {
        self.hash
    }

    fn fresh_hash(&self) -> u64 {
        of(self)
    }
}

/// Keys from the splitmix64 generator, which is made to fill tables from one seed.
const fn keys<const N: usize>() -> [u64; N] {
    let mut keys = [0; N];
    let mut state: u64 = 0x5707_e4e6_e000_0001;
    let mut index = 0;
    while index < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[index] = z ^ (z >> 31);
        index += 1;
    }
    keys
}
