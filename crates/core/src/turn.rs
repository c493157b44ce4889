//! Who acts next, and who is viewing.

use serde::Serialize;

use crate::{Outcome, Seat};

/// Whose action comes next.
///
/// ```
/// use sarsen_core::{Outcome, Seat, Turn};
///
/// let turn = Turn::Over(Outcome::win(Seat::TWO));
/// assert!(turn.is_over() && turn.seat().is_none());
/// assert_eq!(turn.outcome().and_then(|outcome| outcome.winner()), Some(Seat::TWO));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A seat chooses.
    Seat(Seat),
    /// Chance acts: a deal, a throw of sticks, the tremor of a hand.
    Chance,
    /// The game has ended with this outcome.
    Over(Outcome),
}

impl Turn {
    /// The seat to act, if any.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    /// How the game ended, if it has.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            Turn::Seat(_) | Turn::Chance => None,
        }
    }

    /// Whether the game has ended.
    pub fn is_over(self) -> bool {
        matches!(self, Turn::Over(_))
    }
}

/// The recipient of a view.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat, Viewer, Views};
/// use sarsen_holes::Holes;
///
/// // Nothing is hidden in 58 Holes: every viewer sees the same.
/// let game = Holes::start(&Options::defaults(Holes::SPEC));
/// assert_eq!(game.view(Viewer::Public), game.view(Viewer::Seat(Seat::ONE)));
/// assert_eq!(game.view(Viewer::Public), game.view(Viewer::Omniscient));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// What one seat may know.
    Seat(Seat),
    /// What everybody may know, as spectators do.
    Public,
    /// Everything, for readers of a record and for everybody after the game.
    Omniscient,
}
