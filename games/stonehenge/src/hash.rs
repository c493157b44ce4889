//! Hashes: Zobrist keys for the druids, updated incrementally; the lines and the turn form one number that is mixed in
//! on request.
//!
//! Domination is part of the hash because who placed last on a tied line (K4) cannot be derived from the druids.

use sarsen_core::{Hashed, Seat};

use crate::board::{CELLS, Cell};
use crate::{Phase, Stonehenge};

const KEY_COUNT: usize = 2 * CELLS * 8;
static KEYS: [u64; KEY_COUNT] = keys();

/// The key of a druid on a cell.
#[inline]
pub(crate) fn druid(seat: Seat, cell: Cell, value: u8) -> u64 {
    KEYS[(seat.index() * CELLS + cell.index()) * 8 + usize::from(value)]
}

/// The combined key of all druids on the board, computed from scratch.
pub(crate) fn of_druids(state: &Stonehenge) -> u64 {
    let keys = Seat::all(2).flat_map(|seat| {
        Cell::of_set(state.held_by(seat))
            .map(move |cell| druid(seat, cell, state.values[cell.index()]))
    });
    keys.fold(0, |hash, key| hash ^ key)
}

/// Everything except the druids: four sets of lines, and in their unused bits the seat to act and the phase. This
/// number is unique, and so is its mixed value.
#[inline]
fn lines_and_turn(state: &Stonehenge) -> u64 {
    let [one, two] = state.dominated.map(u64::from);
    let [marked_by_one, marked_by_two] = state.marked.map(u64::from);
    let phase = match state.phase {
        Phase::Druid => 0,
        Phase::Marking => 1 << 31,
        Phase::FullBoard => 1 << 47,
    };
    let mover = (state.mover.index() as u64) << 15;
    one | two << 16 | marked_by_one << 32 | marked_by_two << 48 | phase | mover
}

impl Hashed for Stonehenge {
    #[inline]
    fn hash(&self) -> u64 {
        self.druids_hash ^ scatter(lines_and_turn(self))
    }

    fn fresh_hash(&self) -> u64 {
        of_druids(self) ^ scatter(lines_and_turn(self))
    }
}

/// Keys from the splitmix64 generator, which is designed for filling tables from one seed.
const fn keys<const N: usize>() -> [u64; N] {
    let mut keys = [0; N];
    let mut state: u64 = 0x5707_e4e6_e000_0001;
    let mut index = 0;
    while index < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        keys[index] = scatter(state);
        index += 1;
    }
    keys
}

/// The finaliser of splitmix64: bijective, and every input bit affects every output bit.
#[inline]
const fn scatter(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
