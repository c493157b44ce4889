//! The pieces of one seat and everything that can happen to them.
//!
//! The lanes never meet, so a move affects only its own side, and an arrival affects the other side only by what it
//! removes there. State, events and the solver's tables are all built from the few functions below.

use sarsen_core::Seat;

use crate::events::{Happening, Log};
use crate::track::{NEFER, SHEN, START};
use crate::{Hole, Ruleset, Throw};

/// The pieces of one seat. They always add up to the number it started with.
///
/// ```
/// use sarsen_holes::{Side, Throw};
///
/// let side = Side::start(5);
/// assert_eq!((side.pieces(), side.hand), (5, 4));
/// assert_eq!(side.moves(Throw::new(2).unwrap()), 1 << 1, "only the piece on hole 1 can move");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Side {
    /// The pieces on the lane: bit `h` is a piece on hole `h`.
    pub lane: u32,
    /// The number in hand.
    pub hand: u8,
    /// The number in the Shen hole.
    pub shen: u8,
    /// The number removed for good.
    pub removed: u8,
}

/// The kind of place where a move ended.
///
/// ```
/// use sarsen_holes::{Graph, Landing, Ruleset, Side, SideIndex, Throw};
///
/// let graph = Graph::new(Ruleset::with_pieces(1));
/// let before = Side { lane: 1 << 13, hand: 0, shen: 0, removed: 0 };
/// let side = SideIndex::new(1).rank(&before);
/// let choice = graph.choices(side, Throw::new(2).unwrap())[0];
/// assert_eq!(choice.landing(), Landing::Nefer, "hole 15 gives another throw");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// Somewhere on the lane: the turn is over.
    Lane,
    /// On a nefer hole: another throw (H6).
    Nefer,
    /// In the Shen hole: the other side is struck (H9).
    Shen,
}

/// The effect of an arrival on the other side.
///
/// ```
/// use sarsen_holes::Strike;
///
/// let lost = |strike: Strike| strike != Strike::Survived;
/// assert!(lost(Strike::Removed) && lost(Strike::Stranded) && !lost(Strike::Survived));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strike {
    /// It continues without its rearmost piece.
    Survived,
    /// That piece was its last: it has lost (H13).
    Removed,
    /// It was stranded: it has lost (H13).
    Stranded,
}

/// The bit of a choice mask for passing.
pub(crate) const PASS: u32 = 1;

/// The bit of a choice mask for recovering.
pub(crate) const RECOVER: u32 = 1 << SHEN;

/// The places that exist: bits 0 to 30.
const PLACES: u32 = (1 << (SHEN + 1)) - 1;

impl Side {
    /// H1: one piece on the start hole, the others in hand.
    pub const fn start(pieces: u8) -> Side {
        Side { lane: START.bit(), hand: pieces - 1, shen: 0, removed: 0 }
    }

    /// The number of its pieces, including removed ones.
    pub const fn pieces(&self) -> u8 {
        self.lane.count_ones() as u8 + self.hand + self.shen + self.removed
    }

    /// Whether it has only pieces in the Shen hole, and so nothing left that could move or enter (H13).
    pub const fn is_stranded(&self) -> bool {
        self.lane == 0 && self.hand == 0 && self.shen > 0
    }

    /// Whether it can occur before a throw: still in play, and with no entry due (H10).
    pub const fn is_settled(&self) -> bool {
        self.lane != 0 || self.is_stranded()
    }

    /// The holes from which a piece can move by a throw.
    #[inline]
    pub fn moves(&self, throw: Throw) -> u32 {
        let steps = u32::from(throw.score());
        // H4: a hole is blocked if there is a piece on one of the `steps` holes ahead of it.
        let mut blocked = self.lane >> 1;
        for gap in 2..=5 {
            blocked |= if gap <= steps { self.lane >> gap } else { 0 };
        }
        // H8, H12: nothing moves past the Shen hole.
        self.lane & !blocked & (PLACES >> steps)
    }

    /// Everything that a seat can do with a throw: its moves, [`RECOVER`], or otherwise [`PASS`].
    #[inline]
    pub(crate) fn choices(&self, throw: Throw) -> u32 {
        // H11: a 1 may be used to recover pieces instead.
        let recovers = (throw == Throw::ONE) & (self.shen > 0);
        let useful = self.moves(throw) | if recovers { RECOVER } else { 0 };
        // H12: a seat that can do nothing passes.
        useful | if useful == 0 { PASS } else { 0 }
    }

    /// Moves a piece by a throw that allows it. The caller handles the effect of an arrival on the other side, and the
    /// entry that follows it.
    #[inline]
    pub(crate) fn advance(
        &mut self,
        from: Hole,
        throw: Throw,
        rules: Ruleset,
        seat: Seat,
        log: &mut impl Log,
    ) -> Landing {
        let to = from.number() + throw.score();
        log.note(seat, || Happening::Moved { from, to });
        self.lane ^= from.bit();
        if to >= SHEN {
            self.shen += 1;
            log.note(seat, || Happening::Arrived);
            return Landing::Shen;
        }
        let stop = from.ahead(throw.score());
        let rest = self.follow_line(stop, seat, log);
        self.lane |= rest.bit();
        self.meet_nefer(from, stop, rest, rules, seat, log)
    }

    /// H7: a piece that stops on the end of a line goes to the other end, unless one of its own is there.
    #[inline]
    fn follow_line(&self, stop: Hole, seat: Seat, log: &mut impl Log) -> Hole {
        let end = stop.line_end();
        let taken = self.lane & end.bit() != 0;
        if end != stop {
            log.note(seat, || match taken {
                true => Happening::WarpBlocked { from: stop, to: end },
                false => Happening::Warped { from: stop, to: end },
            });
        }
        if taken { stop } else { end }
    }

    /// H5, H6: passing a nefer hole or stopping on it brings a piece; stopping also brings another throw.
    #[inline]
    fn meet_nefer(
        &mut self,
        from: Hole,
        stop: Hole,
        rest: Hole,
        rules: Ruleset,
        seat: Seat,
        log: &mut impl Log,
    ) -> Landing {
        // The holes after `from`, up to and including `stop`.
        let mut met = NEFER & ((stop.bit() - from.bit()) << 1);
        // H7: by option, following a line passes the nefer hole beside it.
        if rules.warp_passes_nefer && rest != stop {
            met |= rest.nefer_between(stop).map_or(0, Hole::bit);
        }
        if met != 0 {
            let hole = Hole::lowest(met);
            log.note(seat, || match stop.is_nefer() {
                true => Happening::HitNefer { hole },
                false => Happening::PassedNefer { hole },
            });
        }
        self.enter(met != 0, seat, log);
        if stop.is_nefer() { Landing::Nefer } else { Landing::Lane }
    }

    /// Moves a piece from hand to the start hole if wanted, if there is one and the hole is free.
    #[inline]
    pub(crate) fn enter(&mut self, wanted: bool, seat: Seat, log: &mut impl Log) {
        let free = self.lane & START.bit() == 0;
        let enters = wanted & free & (self.hand > 0);
        if wanted {
            log.note(seat, || match (enters, free) {
                (true, _) => Happening::EnteredPiece,
                (false, false) => Happening::StartTaken,
                (false, true) => Happening::HandEmpty,
            });
        }
        self.lane |= u32::from(enters) << START.number();
        self.hand -= u8::from(enters);
    }

    /// H10: an empty lane takes a piece from hand at once.
    fn refill(&mut self, seat: Seat, log: &mut impl Log) {
        if self.lane == 0 && self.hand > 0 {
            self.lane = START.bit();
            self.hand -= 1;
            log.note(seat, || Happening::ForcedEntry);
        }
    }

    /// H9: an arrival of the other seat removes the rearmost piece of the lane for good. H13: a side that has none
    /// there, or none left at all, has lost.
    pub(crate) fn strike(&mut self, seat: Seat, log: &mut impl Log) -> Strike {
        if self.lane == 0 {
            return Strike::Stranded;
        }
        let hole = Hole::lowest(self.lane);
        self.lane ^= hole.bit();
        self.removed += 1;
        log.note(seat, || Happening::RemovedRearmost { hole });
        if self.lane == 0 && self.hand == 0 && self.shen == 0 {
            return Strike::Removed;
        }
        self.refill(seat, log);
        self.note_stranding(seat, log);
        Strike::Survived
    }

    /// H11: pieces return from the Shen hole to the hand, and by H10 one of them enters at once.
    pub(crate) fn recover(&mut self, rules: Ruleset, seat: Seat, log: &mut impl Log) {
        let pieces = if rules.recover_one { 1 } else { self.shen };
        self.shen -= pieces;
        self.hand += pieces;
        log.note(seat, || Happening::Recovered { pieces });
        self.refill(seat, log);
    }

    /// Reports a side that has just lost everything it could move or enter.
    pub(crate) fn note_stranding(&self, seat: Seat, log: &mut impl Log) {
        if self.is_stranded() {
            log.note(seat, || Happening::Stranded);
        }
    }
}
