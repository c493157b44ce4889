//! Walls and what they enclose (C5 to C10).
//!
//! A new monument lies within one region of its seat, so the regions that touch it are exactly the parts into which
//! that region is divided. A region closed earlier is therefore only examined again when its owner places a monument
//! inside it, so the cases of C10 (a first monument's pocket) and C14 (a declined removal) need no memory.

use crate::board::{SIZE, Square, Squares};
use crate::state::Cathedral;

/// C6: a region of more than half the board is the city itself.
const HALF: usize = SIZE * SIZE / 2;

/// The contents of a region that decide its fate.
enum Inside {
    /// C7: no piece of the other seat and no People Piece.
    Nothing,
    /// C8: one piece, which covers this square.
    One(Square),
    /// C9: two or more.
    Several,
}

impl Cathedral {
    /// C6: examines every region that touches the mover's new monument.
    pub(crate) fn enclose(&mut self, monument: Squares) {
        // C5: a region is connected through sides or corners and contains none of the mover's monuments.
        let rest = !self.side(self.to_act).built;
        let mut touching = monument.spread() & rest;
        while let Some(square) = touching.first() {
            let region = Squares::only(square).flooded(rest);
            touching &= !region;
            // C6: a single region is the undivided board. One of more than half is the city.
            if region != rest && (region.len() <= HALF || self.choices.outside_counts) {
                self.judge(region);
            }
        }
    }

    fn judge(&mut self, region: Squares) {
        match self.inside(region) {
            Inside::Nothing => self.won |= region,
            Inside::One(_) if self.choices.optional_removal => self.pending |= region,
            Inside::One(square) => {
                self.remove(square);
                self.won |= region;
            }
            Inside::Several => {}
        }
    }

    fn inside(&self, region: Squares) -> Inside {
        let enclosed = self.strange() & region;
        let Some(square) = enclosed.first() else {
            return Inside::Nothing;
        };
        // A piece is connected, so it lies completely inside: it is the only one if nothing else does.
        if self.strange_on(square) == enclosed { Inside::One(square) } else { Inside::Several }
    }

    /// C7, C8, C10: the regions won become the mover's, whoever had claimed them.
    pub(crate) fn claim(&mut self) {
        let won = std::mem::take(&mut self.won);
        let mover = self.to_act;
        self.side_mut(mover).claimed |= won;
        self.side_mut(mover.other()).claimed &= !won;
    }

    /// C14: the enclosed piece to be decided next: the one with the lowest square.
    pub(crate) fn decision(&self) -> Option<Square> {
        let frame = usize::from(self.frame);
        let upright = (self.strange() & self.pending).turned(4 - frame);
        upright.first().map(|square| square.turned(frame))
    }

    /// The squares under pieces that are not the mover's.
    fn strange(&self) -> Squares {
        self.side(self.to_act.other()).built | self.people_squares()
    }

    /// The squares of the piece, not the mover's, that covers a square.
    pub(crate) fn strange_on(&self, square: Square) -> Squares {
        let people = self.people_squares();
        if people.contains(square) {
            return people;
        }
        let owner = self.to_act.other();
        let monument = self.side(owner).standing_on(owner, square);
        monument.map_or(Squares::NONE, |placement| placement.squares(owner))
    }
}
