//! The hash of a state.

use sarsen_core::{Hashed, Seat};

use crate::action::Placement;
use crate::board::Squares;
use crate::state::Cathedral;
use crate::{DARK, LIGHT};

/// The owner number of the People Piece, after those of the seats.
const NOBODY: usize = 2;

/// The key of a seat's monument at a placement.
pub(crate) fn monument_key(seat: Seat, placement: Placement) -> u64 {
    key(seat.index(), placement)
}

/// The key of the People Piece at a placement.
pub(crate) fn people_key(placement: Placement) -> u64 {
    key(NOBODY, placement)
}

fn key(owner: usize, placement: Placement) -> u64 {
    let kind = owner << 8 | placement.piece().index() << 4 | usize::from(placement.rotation());
    mix((kind << 8 | placement.square().bit()) as u64)
}

/// The finaliser of splitmix64: every input bit affects every output bit.
fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

fn mix_squares(hash: u64, squares: Squares) -> u64 {
    let word = squares.word();
    mix(mix(hash ^ word as u64) ^ (word >> 64) as u64)
}

/// The pieces' part is updated incrementally; the rest is mixed in on request. The trays follow from the pieces on the
/// board, and the last action does not matter.
impl Hashed for Cathedral {
    fn hash(&self) -> u64 {
        self.hash_with(self.pieces_key)
    }

    fn fresh_hash(&self) -> u64 {
        self.hash_with(self.fresh_pieces_key())
    }
}

impl Cathedral {
    /// The value of `pieces_key`, computed from scratch.
    pub(crate) fn fresh_pieces_key(&self) -> u64 {
        let of_seat = |seat: Seat| {
            let standing = self.side(seat).standing().iter();
            standing.fold(0, |hash, &placement| hash ^ monument_key(seat, placement))
        };
        of_seat(LIGHT) ^ of_seat(DARK) ^ self.people.map_or(0, people_key)
    }

    fn hash_with(&self, pieces: u64) -> u64 {
        let words = [self.side(LIGHT).claimed, self.side(DARK).claimed, self.pending, self.won];
        mix(words.into_iter().fold(pieces, mix_squares) ^ self.circumstances())
    }

    /// The turn, and everything that is neither a piece nor a square.
    fn circumstances(&self) -> u64 {
        let decision = self.decision().map_or(0, |square| square.bit() + 1);
        let parts = [
            (self.phase as u64, 2),
            (self.to_act.index() as u64, 1),
            (u64::from(self.passes), 2),
            (u64::from(self.side(LIGHT).begun), 1),
            (u64::from(self.side(DARK).begun), 1),
            (decision as u64, 7),
        ];
        parts.iter().fold(self.choices.number(), |word, &(part, bits)| word << bits | part)
    }
}
