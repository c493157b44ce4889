//! Every footprint of every piece in both sets, computed at compile time.
//!
//! A table of all placements would hold some 2,400 masks per seat, each to be tested separately. Instead, a footprint
//! keeps the bottom-left squares from which it fits on the board as one word, and all of them are tested at once: the
//! sets of free squares, shifted back by each square of the footprint, are intersected. What remains are the
//! bottom-left squares of the free placements.

use sarsen_core::Seat;

use crate::board::{SIZE, Square, Squares};
use crate::piece::{MONUMENTS, Piece};

/// The largest side of a piece's bounding box.
const BOX: usize = 4;
/// The most squares of a piece.
const MAX_SIZE: usize = 6;

/// A piece in one rotation, in the bottom-left corner of the board.
#[derive(Clone, Copy)]
pub(crate) struct Footprint {
    /// The squares it covers in the corner.
    pub(crate) squares: Squares,
    /// The columns of the bounding box.
    pub(crate) width: usize,
    /// The bottom-left squares from which the bounding box lies on the board.
    pub(crate) fits: Squares,
    /// The covered squares as indices of [`Free`], `size` of them.
    cells: [u8; MAX_SIZE],
    size: usize,
}

impl Footprint {
    /// The footprint with the bottom-left corner of its bounding box on a square.
    pub(crate) const fn at(&self, square: Square) -> Squares {
        self.squares.moved_to(square)
    }

    /// All bottom-left squares from which the footprint covers only free squares.
    #[inline]
    pub(crate) fn free_at(&self, free: &Free) -> Squares {
        let cells = &self.cells[..self.size];
        cells.iter().fold(self.fits, |left, &cell| left & free.0[usize::from(cell) % (BOX * BOX)])
    }
}

/// The free squares, shifted back by every possible offset within a footprint.
pub(crate) struct Free([Squares; BOX * BOX]);

impl Free {
    #[inline]
    pub(crate) fn new(free: Squares) -> Free {
        Free(std::array::from_fn(|cell| free.shifted_back(cell % BOX, cell / BOX)))
    }
}

/// The footprint of a piece of a seat's set. Rotations beyond the distinct ones repeat.
#[inline]
pub(crate) fn footprint(seat: Seat, piece: Piece, rotation: u8) -> &'static Footprint {
    &FOOTPRINTS[seat.index() & 1][piece.index()][usize::from(rotation & 3)]
}

/// The number of distinct rotations of a piece: 1, 2 or 4; the same in both sets.
#[inline]
pub(crate) const fn rotations(piece: Piece) -> u8 {
    ROTATIONS[piece.index()]
}

/// The number of columns and rows of bottom-left squares that fit; the same in both sets.
pub(crate) const fn fit_width(piece: Piece, rotation: u8) -> (usize, usize) {
    let (cells, size) = read(piece.picture(true).as_bytes());
    let (width, height) = extent(&cells, size);
    let (width, height) =
        if rotation.is_multiple_of(2) { (width, height) } else { (height, width) };
    (SIZE + 1 - width, SIZE + 1 - height)
}

type Set = [[Footprint; 4]; MONUMENTS + 1];

static FOOTPRINTS: [Set; 2] = [set(true), set(false)];

const ROTATIONS: [u8; MONUMENTS + 1] = {
    let mut counts = [0; MONUMENTS + 1];
    let mut index = 0;
    while index < counts.len() {
        counts[index] = distinct(Piece::ALL[index]);
        index += 1;
    }
    counts
};

const fn distinct(piece: Piece) -> u8 {
    let first = turned(piece.picture(true), 0).squares.word();
    let mut rotation = 1;
    while turned(piece.picture(true), rotation).squares.word() != first {
        rotation += 1;
    }
    rotation
}

const fn set(light: bool) -> Set {
    let mut set = [[turned("#", 0); 4]; MONUMENTS + 1];
    let mut index = 0;
    while index < set.len() {
        let mut rotation = 0;
        while rotation < 4 {
            set[index][rotation as usize] = turned(Piece::ALL[index].picture(light), rotation);
            rotation += 1;
        }
        index += 1;
    }
    set
}

/// A picture turned clockwise by quarter-turns.
const fn turned(picture: &str, rotation: u8) -> Footprint {
    let (cells, size) = read(picture.as_bytes());
    let (mut width, mut height) = extent(&cells, size);
    let mut turned = cells;
    let mut turn = 0;
    while turn < rotation % 4 {
        let mut index = 0;
        while index < size {
            // With rows counted downwards, a clockwise turn takes (x, y) to (height - 1 - y, x).
            let (x, y) = turned[index];
            turned[index] = (height - 1 - y, x);
            index += 1;
        }
        (width, height) = (height, width);
        turn += 1;
    }
    upright(&turned, size, width, height)
}

/// The columns and rows (counted downwards) of a picture's squares.
const fn read(picture: &[u8]) -> ([(usize, usize); MAX_SIZE], usize) {
    let mut cells = [(0, 0); MAX_SIZE];
    let (mut size, mut x, mut y, mut index) = (0, 0, 0, 0);
    while index < picture.len() {
        if picture[index] == b'/' {
            (x, y) = (0, y + 1);
        } else {
            if picture[index] == b'#' {
                cells[size] = (x, y);
                size += 1;
            }
            x += 1;
        }
        index += 1;
    }
    (cells, size)
}

const fn extent(cells: &[(usize, usize); MAX_SIZE], size: usize) -> (usize, usize) {
    let (mut width, mut height, mut index) = (0, 0, 0);
    while index < size {
        let (x, y) = cells[index];
        width = if x < width { width } else { x + 1 };
        height = if y < height { height } else { y + 1 };
        index += 1;
    }
    (width, height)
}

/// The footprint of squares whose rows are counted downwards.
const fn upright(
    down: &[(usize, usize); MAX_SIZE],
    size: usize,
    width: usize,
    height: usize,
) -> Footprint {
    let mut squares = Squares::NONE;
    let mut cells = [0; MAX_SIZE];
    let mut index = 0;
    while index < size {
        let (column, row) = (down[index].0, height - 1 - down[index].1);
        squares = squares.with(column, row);
        cells[index] = (row * BOX + column) as u8;
        index += 1;
    }
    let fits = Squares::rectangle(SIZE + 1 - width, SIZE + 1 - height);
    Footprint { squares, width, fits, cells, size }
}

#[cfg(test)]
mod tests {
    use sarsen_core::Seat;

    use super::*;
    use crate::SQUARES_PER_SEAT;

    #[test]
    fn a_set_covers_47_squares_and_all_pieces_fill_the_board() {
        let sizes = Piece::monuments().map(|piece| piece.size() * usize::from(piece.count()));
        assert_eq!(sizes.sum::<usize>(), SQUARES_PER_SEAT);
        assert_eq!(2 * SQUARES_PER_SEAT + Piece::People.size(), Squares::BOARD.len());
    }

    #[test]
    fn only_abbey_and_academy_differ_between_the_sets() {
        for piece in Piece::ALL {
            let differ = (0..4).any(|rotation| {
                footprint(Seat::ONE, piece, rotation).squares
                    != footprint(Seat::TWO, piece, rotation).squares
            });
            assert_eq!(differ, matches!(piece, Piece::Abbey | Piece::Academy), "{piece:?}");
        }
    }

    #[test]
    fn rotations_are_told_apart_by_the_smallest_number() {
        let counts = Piece::ALL.map(rotations);
        assert_eq!(counts, [1, 2, 4, 2, 1, 4, 2, 4, 1, 4, 4, 4]);
        for (piece, seat) in
            Piece::ALL.iter().flat_map(|&piece| Seat::all(2).map(move |seat| (piece, seat)))
        {
            for one in 0..4 {
                for other in 0..4 {
                    let equal = footprint(seat, piece, one).squares
                        == footprint(seat, piece, other).squares;
                    assert_eq!(equal, one % rotations(piece) == other % rotations(piece));
                }
            }
        }
    }

    #[test]
    fn testing_all_placements_at_once_is_testing_each() {
        let free = !(Squares::rectangle(4, 3) | Squares::BOARD.iter().step_by(7).collect());
        for piece in Piece::ALL {
            for rotation in 0..rotations(piece) {
                let shape = footprint(Seat::TWO, piece, rotation);
                let each =
                    shape.fits.iter().filter(|&square| shape.at(square) & free == shape.at(square));
                assert_eq!(shape.free_at(&Free::new(free)), each.collect(), "{piece:?}{rotation}");
            }
        }
    }
}
