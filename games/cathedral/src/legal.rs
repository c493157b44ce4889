//! The legal actions, by intersecting sets of squares.

use std::ops::ControlFlow;

use sarsen_core::ListActions;

use crate::action::{Action, Placement};
use crate::board::Squares;
use crate::footprint::{Free, footprint, rotations};
use crate::piece::{MONUMENTS, Piece};
use crate::state::Cathedral;
use crate::view::Phase;

/// Placements by kind, rotation and square, then `keep` and `take`, then `pass`.
impl ListActions for Cathedral {
    fn visit_actions<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_footprints(|piece, rotation, places| {
            places.iter().try_for_each(|square| {
                visit(Action::Place(Placement::tabulated(piece, rotation, square)))
            })
        })?;
        self.other_actions().into_iter().flatten().try_for_each(visit)
    }

    fn action_count(&self) -> usize {
        let mut count = 0;
        let _: ControlFlow<()> = self.visit_footprints(|_, _, places| {
            count += places.len();
            ControlFlow::Continue(())
        });
        count + self.other_actions().iter().flatten().count()
    }

    fn nth_action(&self, n: usize) -> Option<Action> {
        let mut left = n;
        let found = self.visit_footprints(|piece, rotation, places| {
            if let Some(square) = places.nth(left) {
                return ControlFlow::Break(Placement::tabulated(piece, rotation, square));
            }
            left -= places.len();
            ControlFlow::Continue(())
        });
        match found {
            ControlFlow::Break(placement) => Some(Action::Place(placement)),
            ControlFlow::Continue(()) => self.other_actions().into_iter().flatten().nth(left),
        }
    }
}

impl Cathedral {
    /// Calls `visit` with every footprint that the seat to act may place now, and all bottom-left squares from which it
    /// covers only open squares.
    #[inline]
    pub(crate) fn visit_footprints<B>(
        &self,
        mut visit: impl FnMut(Piece, u8, Squares) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let seat = self.to_act;
        let free = Free::new(self.open_to(seat));
        self.placeable().try_for_each(|piece| {
            (0..rotations(piece)).try_for_each(|rotation| {
                visit(piece, rotation, footprint(seat, piece, rotation).free_at(&free))
            })
        })
    }

    /// The kinds of pieces that may be placed in this phase, regardless of space.
    fn placeable(&self) -> impl Iterator<Item = Piece> {
        let tray = self.side(self.to_act).tray;
        let phase = self.phase;
        Piece::ALL.into_iter().filter(move |piece| match phase {
            Phase::People => *piece == Piece::People,
            Phase::Monument => piece.index() < MONUMENTS && tray[piece.index()] > 0,
            Phase::Removal | Phase::Over => false,
        })
    }

    /// The actions other than placing.
    pub(crate) fn other_actions(&self) -> [Option<Action>; 2] {
        if self.phase == Phase::Removal {
            return [self.decision().map(Action::Keep), self.decision().map(Action::Take)];
        }
        [self.may_pass().then_some(Action::Pass), None]
    }

    /// C11, C14: a seat that cannot place passes; with free passing any seat may, once the People Piece has been
    /// placed.
    pub(crate) fn may_pass(&self) -> bool {
        let free = self.choices.free_passing && !self.awaits_people();
        self.phase == Phase::Monument && (self.stuck || free)
    }
}
