//! What a seat does: place a piece, decide a removal, or pass.

use sarsen_core::Seat;

use crate::board::{Square, Squares};
use crate::footprint::{footprint, rotations};
use crate::piece::Piece;

/// An action of a seat.
///
/// ```
/// use sarsen_cathedral::{Action, Piece};
///
/// let Action::Place(placement) = "TO1@d4".parse()? else { panic!("a placement") };
/// assert_eq!((placement.piece(), placement.rotation()), (Piece::Tower, 1));
/// assert_eq!("pass".parse(), Ok(Action::Pass));
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Positions a monument or the People Piece.
    Place(Placement),
    /// Leaves an enclosed piece where it is, named by its lowest square (`removal=optional`).
    Keep(Square),
    /// Removes an enclosed piece, named by its lowest square (`removal=optional`).
    Take(Square),
    /// Places nothing.
    Pass,
}

/// A piece with a rotation and a position. It always lies completely on the board, and equal footprints are equal
/// placements.
///
/// ```
/// use sarsen_cathedral::{DARK, LIGHT, Piece, Placement, Square};
///
/// let corner = Square::new(0, 0).unwrap();
/// let abbey = Placement::new(Piece::Abbey, 0, corner).unwrap();
/// assert_eq!(abbey.squares(LIGHT).len(), 4);
/// assert_ne!(abbey.squares(LIGHT), abbey.squares(DARK), "mirrored between the sets");
/// assert!(Placement::new(Piece::Square, 1, corner).is_none(), "the same footprint as rotation 0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    piece: Piece,
    rotation: u8,
    square: Square,
}

impl Placement {
    /// A piece turned clockwise by `rotation` quarter-turns, with the bottom-left corner of its bounding box on
    /// `square`. `None` if it would not lie on the board, or if a smaller rotation has the same footprint.
    pub fn new(piece: Piece, rotation: u8, square: Square) -> Option<Placement> {
        let named = rotation < rotations(piece);
        let fits = footprint(Seat::ONE, piece, rotation).fits.contains(square);
        (named && fits).then_some(Placement { piece, rotation, square })
    }

    /// A placement from a footprint's table, which is known to be valid.
    pub(crate) const fn tabulated(piece: Piece, rotation: u8, square: Square) -> Placement {
        Placement { piece, rotation, square }
    }

    /// The kind of piece.
    pub const fn piece(self) -> Piece {
        self.piece
    }

    /// The quarter-turns clockwise from the piece's picture.
    pub const fn rotation(self) -> u8 {
        self.rotation
    }

    /// The bottom-left square of the bounding box, which the piece need not cover.
    pub const fn square(self) -> Square {
        self.square
    }

    /// The squares covered by the piece of a seat's set: abbey and academy are mirrored between the sets.
    pub fn squares(self, seat: Seat) -> Squares {
        footprint(seat, self.piece, self.rotation).at(self.square)
    }

    /// The placement after the board has been turned clockwise.
    pub(crate) fn turned(self, quarter_turns: usize) -> Placement {
        (0..quarter_turns % 4).fold(self, |placement, _| placement.turned_once())
    }

    fn turned_once(self) -> Placement {
        let shape = footprint(Seat::ONE, self.piece, self.rotation);
        // The former bottom-right corner of the bounding box is now the bottom-left one.
        let corner = Square::new(self.square.column() + shape.width - 1, self.square.row());
        let square = corner.expect("a placement lies on the board").turned(1);
        let rotation = (self.rotation + 1) % rotations(self.piece);
        Placement { rotation, square, ..self }
    }
}
