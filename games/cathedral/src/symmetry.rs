//! Rotations of the board.
//!
//! Reflections are not symmetries: pieces are never turned over, and a mirrored abbey or academy belongs to the other
//! seat. A reflection combined with swapping the seats would map games to games, but with the other seat to act and to
//! win, which is not what a search means by a symmetry.

use sarsen_core::Symmetric;

use crate::action::Action;
use crate::state::{Cathedral, Side};

/// Symmetry n turns the board clockwise by n quarter-turns.
impl Symmetric for Cathedral {
    const SYMMETRIES: usize = 4;

    fn transform(&self, symmetry: usize) -> Cathedral {
        let mut state = self.clone();
        state.sides = self.sides.map(|side| turned_side(side, symmetry));
        state.people = self.people.map(|people| people.turned(symmetry));
        state.pending = self.pending.turned(symmetry);
        state.won = self.won.turned(symmetry);
        state.frame = ((usize::from(self.frame) + symmetry) % 4) as u8;
        state.last = self.last.map(|action| turned_action(action, symmetry));
        state.pieces_key = state.fresh_pieces_key();
        state
    }

    fn transform_action(&self, action: Action, symmetry: usize) -> Action {
        turned_action(action, symmetry)
    }

    fn inverse(symmetry: usize) -> usize {
        (4 - symmetry % 4) % 4
    }
}

pub(crate) fn turned_action(action: Action, symmetry: usize) -> Action {
    match action {
        Action::Place(placement) => Action::Place(placement.turned(symmetry)),
        Action::Keep(square) => Action::Keep(square.turned(symmetry)),
        Action::Take(square) => Action::Take(square.turned(symmetry)),
        Action::Pass => Action::Pass,
    }
}

fn turned_side(side: Side, symmetry: usize) -> Side {
    let mut turned = side;
    turned.built = side.built.turned(symmetry);
    turned.claimed = side.claimed.turned(symmetry);
    for placement in turned.standing_mut() {
        *placement = placement.turned(symmetry);
    }
    turned
}
