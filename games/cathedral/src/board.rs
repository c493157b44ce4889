//! Squares, and sets of squares as one 128-bit word.
//!
//! A row takes eleven bits: ten squares and one that is always empty. This guard column keeps bits shifted over the
//! edge of one row from arriving in the next.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use serde::{Serialize, Serializer};

/// The number of rows and of columns.
pub const SIZE: usize = 10;
/// The bits of a row: its squares and the guard column.
pub(crate) const STRIDE: usize = SIZE + 1;

/// One square of the board. Squares are ordered by row first, then by column.
///
/// ```
/// use sarsen_cathedral::Square;
///
/// let square = Square::new(3, 6).unwrap();
/// assert_eq!(square.to_string(), "d7");
/// assert!(Square::new(10, 0).is_none(), "beyond the wall");
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", as = "String"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in a column and a row, both counted from 0 at the bottom left.
    pub const fn new(column: usize, row: usize) -> Option<Square> {
        if column < SIZE && row < SIZE { Some(Square::at(column, row)) } else { None }
    }

    /// The column, from 0 (a) to 9 (j).
    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// The row, from 0 at the bottom to 9.
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The index of the square's bit in [`Squares`].
    pub(crate) const fn bit(self) -> usize {
        self.0 as usize
    }

    /// The position of the square after the board has been turned clockwise.
    pub(crate) fn turned(self, quarter_turns: usize) -> Square {
        (0..quarter_turns % 4)
            .fold(self, |square, _| Square::at(square.row(), SIZE - 1 - square.column()))
    }

    const fn at(column: usize, row: usize) -> Square {
        Square((row * STRIDE + column) as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A set of squares.
///
/// ```
/// use sarsen_cathedral::{Square, Squares};
///
/// let corner = Squares::only(Square::new(0, 0).unwrap());
/// assert_eq!(corner.spread().len(), 4, "the square and what touches it by a side or a corner");
/// assert!(corner.spread().contains(Square::new(1, 0).unwrap()));
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", as = "Vec<String>"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(u128);

impl Squares {
    /// No square.
    pub const NONE: Squares = Squares(0);
    /// The whole board.
    pub const BOARD: Squares = Squares::rectangle(SIZE, SIZE);

    /// A rectangle of squares at the bottom left.
    pub(crate) const fn rectangle(width: usize, height: usize) -> Squares {
        let mut word = 0;
        let mut row = 0;
        while row < height {
            word |= ((1 << width) - 1) << (row * STRIDE);
            row += 1;
        }
        Squares(word)
    }

    /// This set plus the square in a column and a row.
    pub(crate) const fn with(self, column: usize, row: usize) -> Squares {
        Squares(self.0 | 1 << (row * STRIDE + column))
    }

    /// The set of one square.
    pub const fn only(square: Square) -> Squares {
        Squares(1 << square.0)
    }

    /// The number of squares.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// Whether the two sets share a square.
    pub const fn meets(self, other: Squares) -> bool {
        self.0 & other.0 != 0
    }

    /// The lowest square: the lowest row, in it the leftmost column.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// The squares from the lowest upwards.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let square = Squares(left).first()?;
            left &= left - 1;
            Some(square)
        })
    }

    /// The square at an index of [`Squares::iter`].
    pub(crate) fn nth(self, n: usize) -> Option<Square> {
        let low = self.0 as u64;
        let in_low = low.count_ones() as usize;
        if n < in_low {
            return Some(Square(nth_bit(low, n)));
        }
        let high = (self.0 >> 64) as u64;
        let in_high = high.count_ones() as usize;
        (n < in_low + in_high).then(|| Square(64 + nth_bit(high, n - in_low)))
    }

    /// This set moved so that its bottom-left corner, a1, comes to lie on `square`.
    pub(crate) const fn moved_to(self, square: Square) -> Squares {
        Squares(self.0 << square.0)
    }

    /// The squares from which the square `columns` to the right and `rows` up is in this set.
    pub(crate) const fn shifted_back(self, columns: usize, rows: usize) -> Squares {
        Squares(self.0 >> (rows * STRIDE + columns))
    }

    /// This set and all squares that touch it along a side or at a corner.
    pub const fn spread(self) -> Squares {
        let row = self.0 | self.0 << 1 | self.0 >> 1;
        Squares((row | row << STRIDE | row >> STRIDE) & Squares::BOARD.0)
    }

    /// The part of `within` that is connected with this set through sides and corners (C5).
    pub fn flooded(self, within: Squares) -> Squares {
        let mut reached = self & within;
        loop {
            let next = reached.spread() & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The set after the board has been turned clockwise.
    pub(crate) fn turned(self, quarter_turns: usize) -> Squares {
        if quarter_turns.is_multiple_of(4) {
            return self;
        }
        self.iter().map(|square| square.turned(quarter_turns)).collect()
    }

    /// The word itself, for hashing.
    pub(crate) const fn word(self) -> u128 {
        self.0
    }
}

/// The index of the set bit that has `n` set bits below it.
fn nth_bit(mut word: u64, mut n: usize) -> u8 {
    let mut base = 0;
    for half in [32, 16, 8] {
        let low = word & ((1 << half) - 1);
        let in_low = low.count_ones() as usize;
        if n < in_low {
            word = low;
        } else {
            n -= in_low;
            word >>= half;
            base += half;
        }
    }
    for _ in 0..n {
        word &= word - 1;
    }
    base as u8 + word.trailing_zeros() as u8
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::NONE, |set, square| set | Squares::only(square))
    }
}

impl BitOr for Squares {
    type Output = Squares;
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl BitOrAssign for Squares {
    fn bitor_assign(&mut self, other: Squares) {
        self.0 |= other.0;
    }
}

impl BitAnd for Squares {
    type Output = Squares;
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl BitAndAssign for Squares {
    fn bitand_assign(&mut self, other: Squares) {
        self.0 &= other.0;
    }
}

/// The rest of the board.
impl Not for Squares {
    type Output = Squares;
    fn not(self) -> Squares {
        Squares(!self.0 & Squares::BOARD.0)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_square_is_the_one_that_iteration_gives() {
        let sets =
            [Squares::BOARD, !Squares::rectangle(7, 6), Squares::NONE, Squares::rectangle(1, 10)];
        for set in sets {
            for (n, square) in set.iter().enumerate() {
                assert_eq!(set.nth(n), Some(square));
            }
            assert_eq!(set.nth(set.len()), None);
        }
    }

    #[test]
    fn spreading_stops_at_the_walls() {
        for square in Squares::BOARD.iter() {
            let near = |other: &Square| {
                square.column().abs_diff(other.column()) <= 1
                    && square.row().abs_diff(other.row()) <= 1
            };
            let expected: Squares = Squares::BOARD.iter().filter(near).collect();
            assert_eq!(Squares::only(square).spread(), expected, "{square}");
        }
    }

    #[test]
    fn four_quarter_turns_are_none() {
        let corner = Square::new(0, 9).expect("a10 is on the board");
        assert_eq!(corner.turned(1).to_string(), "j10");
        assert_eq!(corner.turned(2).to_string(), "j1");
        for square in Squares::BOARD.iter() {
            assert_eq!(square.turned(3).turned(1), square);
        }
    }
}
