//! Actions as text: `TO1@d4`, `keep@c3`, `take@c3`, `pass`.

use std::fmt;
use std::str::FromStr;

use sarsen_core::ParseActionError;

use crate::action::{Action, Placement};
use crate::board::{SIZE, Square};
use crate::footprint::rotations;
use crate::piece::Piece;

const EXPECTED: &str = "a piece with its rotation and bottom-left square such as `TO1@d4`, `keep@c3`, `take@c3` or `pass`";
const EXPECTED_PIECE: &str =
    "one of the pieces TA, ST, IN, BR, SQ, MA, AB, AC, IF, CA, TO and PP, as in `TO1@d4`";
const EXPECTED_ROTATION: &str = "the smallest of the rotations 0 to 3 that give the footprint: `TA0`, `ST0` and `ST1`, `SQ0`, `TO0` to `TO3`";
const EXPECTED_SQUARE: &str = "a square from a1 to j10, as in `TO1@d4`";
const EXPECTED_INSIDE: &str = "a piece that lies wholly within the walls: this one is off the board; the square names the bottom-left corner of its bounding box";

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place(placement) => placement.fmt(f),
            Action::Keep(square) => write!(f, "keep@{square}"),
            Action::Take(square) => write!(f, "take@{square}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}@{}", self.piece().code(), self.rotation(), self.square())
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        if text == "pass" {
            return Ok(Action::Pass);
        }
        let (what, square) = text.split_once('@').ok_or(error(EXPECTED))?;
        let square = read_square(square).ok_or(error(EXPECTED_SQUARE))?;
        match what {
            "keep" => Ok(Action::Keep(square)),
            "take" => Ok(Action::Take(square)),
            piece => read_placement(piece, square).map(Action::Place),
        }
    }
}

fn error(expected: &'static str) -> ParseActionError {
    ParseActionError { expected }
}

fn read_placement(what: &str, square: Square) -> Result<Placement, ParseActionError> {
    let (code, rotation) = what.split_at_checked(2).ok_or(error(EXPECTED))?;
    let piece = Piece::from_code(code).ok_or(error(EXPECTED_PIECE))?;
    let rotation = match rotation.as_bytes() {
        &[digit @ b'0'..=b'3'] if digit - b'0' < rotations(piece) => digit - b'0',
        _ => return Err(error(EXPECTED_ROTATION)),
    };
    Placement::new(piece, rotation, square).ok_or(error(EXPECTED_INSIDE))
}

/// A square in its only spelling.
fn read_square(text: &str) -> Option<Square> {
    let (&column, row) = text.as_bytes().split_first()?;
    let row = match row {
        &[digit @ b'1'..=b'9'] => usize::from(digit - b'1'),
        b"10" => SIZE - 1,
        _ => return None,
    };
    Square::new(usize::from(column.checked_sub(b'a')?), row)
}

#[cfg(test)]
mod tests {
    use crate::board::Squares;

    use super::*;

    #[test]
    fn every_placement_reads_back_and_no_other_name_does() {
        for piece in Piece::ALL {
            for (rotation, square) in
                (0..5).flat_map(|r| Squares::BOARD.iter().map(move |s| (r, s)))
            {
                let text = format!("{}{rotation}@{square}", piece.code());
                let read = text.parse::<Action>().ok();
                assert_eq!(
                    read,
                    Placement::new(piece, rotation, square).map(Action::Place),
                    "{text}"
                );
                assert!(read.is_none_or(|action| action.to_string() == text));
            }
        }
    }

    #[test]
    fn what_is_no_action_is_refused() {
        let texts = [
            "",
            "@",
            "?",
            "TO1",
            "TO1@",
            "TO@d4",
            "TO1@k4",
            "TO1@d0",
            "TO1@d11",
            "TO1@d04",
            "to1@d4",
            "TO1@D4",
            "TO+1@d4",
            "TO4@d4",
            "TA1@a1",
            "SQ1@a1",
            "IF1@a1",
            "ST2@a1",
            "TO1@i1",
            "keep",
            "keep@",
            "keep@a0",
            "keep@é1",
            "Pass",
            "passe",
            "é1@a1",
            "TO1@d4 ",
            "TO1@d4@d4",
        ];
        for text in texts {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_piece_off_the_board_is_told_so() {
        assert_eq!("BR0@i1".parse::<Action>(), Err(error(EXPECTED_INSIDE)));
        assert_eq!(
            "BR1@i1".parse::<Action>().map(|action| action.to_string()),
            Ok("BR1@i1".to_owned())
        );
    }
}
