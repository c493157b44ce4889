//! The actions of chance and of the seats, and their notation.

use std::fmt;
use std::str::FromStr;

use sarsen_core::ParseActionError;

use crate::{Hole, Throw};

/// An action of chance or of a seat.
///
/// ```
/// use sarsen_holes::{Action, Hole, Throw};
///
/// assert_eq!("*3".parse(), Ok(Action::Throw(Throw::new(3).unwrap())));
/// assert_eq!("7".parse(), Ok(Action::Move(Hole::new(7).unwrap())));
/// assert!("30".parse::<Action>().is_err(), "no piece leaves the Shen hole");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// The sticks fall: `*3`.
    Throw(Throw),
    /// The piece on this hole moves by the throw: `7`.
    Move(Hole),
    /// Pieces return from the Shen hole to the hand: `recover`.
    Recover,
    /// Nothing can be done: `pass`.
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Throw(throw) => write!(f, "*{throw}"),
            Action::Move(hole) => hole.fmt(f),
            Action::Recover => f.write_str("recover"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        let action = match text {
            "recover" => Some(Action::Recover),
            "pass" => Some(Action::Pass),
            _ => match text.strip_prefix('*') {
                Some(score) => number(score).and_then(Throw::new).map(Action::Throw),
                None => number(text).and_then(Hole::new).map(Action::Move),
            },
        };
        action.ok_or(ParseActionError {
            expected: "a throw such as `*3`, the hole from 1 to 29 that a piece leaves such as `7`, `recover` or `pass`",
        })
    }
}

/// An unsigned number without leading zeros.
fn number(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_reads_back_as_itself() {
        let throws = Throw::all().map(Action::Throw);
        let moves = Hole::all().map(Action::Move);
        for action in throws.chain(moves).chain([Action::Recover, Action::Pass]) {
            assert_eq!(action.to_string().parse(), Ok(action));
        }
    }

    #[test]
    fn what_no_position_accepts_is_no_action() {
        for text in ["", "*", "*0", "*6", "*03", "0", "07", "30", "+7", "256", "Pass", "7?", "**1"]
        {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
