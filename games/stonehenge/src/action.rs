//! Actions and their notation: `G4`, `!r3`, `end`, `pass`.

use std::fmt;
use std::str::FromStr;

use sarsen_core::ParseActionError;

use crate::board::{Cell, Line};
use crate::hand::MAX_VALUE;

/// What a seat does.
///
/// ```
/// use sarsen_stonehenge::Action;
/// use sarsen_stonehenge::board::Cell;
///
/// let action: Action = "G4".parse()?;
/// assert_eq!(action, Action::Place { cell: Cell::from_letter(b'G').unwrap(), value: 4 });
/// assert_eq!("!r3".parse::<Action>()?.to_string(), "!r3");
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Places a druid of a value from 1 to 6 (K2).
    Place {
        /// The cell.
        cell: Cell,
        /// The value.
        value: u8,
    },
    /// Marks a line with a megalith (K7); with manual claims only.
    Mark(Line),
    /// Stops marking after placing a druid; with manual claims only.
    End,
    /// Passes on the full board with nothing to mark; with manual claims only.
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place { cell, value } => write!(f, "{cell}{value}"),
            Action::Mark(line) => write!(f, "!{line}"),
            Action::End => f.write_str("end"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

const EXPECTED: &str = "a cell and a value such as `G4`, a mark such as `!r3`, `end` or `pass`";

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        let action = match text {
            "end" => Some(Action::End),
            "pass" => Some(Action::Pass),
            _ => match text.strip_prefix('!') {
                Some(line) => Line::from_name(line).map(Action::Mark),
                None => parse_place(text),
            },
        };
        action.ok_or(ParseActionError { expected: EXPECTED })
    }
}

fn parse_place(text: &str) -> Option<Action> {
    let &[letter, digit] = text.as_bytes() else { return None };
    let value = digit.wrapping_sub(b'0');
    let cell = Cell::from_letter(letter)?;
    (1..=MAX_VALUE).contains(&value).then_some(Action::Place { cell, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_reads_back() {
        for text in ["A1", "G4", "R6", "!r1", "!u5", "end", "pass"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_action_is_refused() {
        for text in [
            "", "G", "G0", "G7", "S1", "g4", "G44", "G?", "!r6", "!r0", "!x1", "!", "END", "é1",
            "*3",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
