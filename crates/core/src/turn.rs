//! Who acts now, and who is looking.

use serde::Serialize;

use crate::{Outcome, Seat};

/// Whose action a state waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A seat chooses.
    Seat(Seat),
    /// Chance draws: a deal, a throw of sticks, the tremor of a hand.
    Chance,
    /// The game has ended so.
    Over(Outcome),
}

impl Turn {
    /// The seat to act, if one is.
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

/// Whose eyes a view is made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// What one seat may know.
    Seat(Seat),
    /// What everybody may know: spectators.
    Public,
    /// Everything: a record's reader, and everybody after the game.
    Omniscient,
}
