//! The board: a triangle of points, six on a side, with its corners cut off.
//!
//! ```text
//!         A B
//!        C D E
//!       F G H I
//!      J K L M N
//!       O P Q R
//! ```
//! Sets of cells are bits of a `u32`, sets of lines bits of a `u16`. All tables are computed at compile
//! time from the coordinates.

use std::fmt;

use serde::{Serialize, Serializer};

/// The number of cells.
pub const CELLS: usize = 18;
/// The number of lines.
pub const LINES: usize = 15;
/// All cells as a set.
pub const ALL_CELLS: u32 = (1 << CELLS) - 1;
/// All lines as a set.
pub const ALL_LINES: u16 = (1 << LINES) - 1;

/// A point of the board, `A` to `R`.
///
/// ```
/// use sarsen_stonehenge::board::Cell;
///
/// let cell = Cell::from_letter(b'G').unwrap();
/// assert_eq!((cell.index(), cell.letter()), (6, 'G'));
/// let lines: Vec<String> = cell.lines().iter().map(|line| line.to_string()).collect();
/// assert_eq!(lines, ["r3", "d2", "u3"]);
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", as = "String"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell with an index from 0, in the order of the letters.
    pub const fn new(index: usize) -> Option<Cell> {
        if index < CELLS { Some(Cell(index as u8)) } else { None }
    }

    /// The cell with this letter.
    pub const fn from_letter(letter: u8) -> Option<Cell> {
        Cell::new(letter.wrapping_sub(b'A') as usize)
    }

    /// The index from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The set of this cell alone.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// The row and the position in the row of the full triangle, both from 0.
    pub const fn coordinates(self) -> (usize, usize) {
        COORDINATES[self.0 as usize]
    }

    /// The three lines through the cell: its row, its falling and its rising one.
    #[inline]
    pub const fn lines(self) -> [Line; 3] {
        LINES_OF_CELL[self.0 as usize]
    }

    /// All cells in the order of their letters.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..CELLS as u8).map(Cell)
    }

    /// The cells of a set in the order of their letters.
    pub fn of_set(set: u32) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |cell| set & cell.bit() != 0)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// A line: `r1`…`r5`, `d1`…`d5`, `u1`…`u5`.
///
/// ```
/// use sarsen_stonehenge::board::{Cell, Line};
///
/// let line = Line::from_name("r2").unwrap();
/// let cells: String = Cell::of_set(line.cells()).map(Cell::letter).collect();
/// assert_eq!((cells.as_str(), line.length()), ("CDE", 3));
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", as = "String"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line(u8);

/// The directions of lines in the order of their indices.
const DIRECTIONS: [u8; 3] = [b'r', b'd', b'u'];

impl Line {
    /// The line with an index from 0: rows, then `d`, then `u`.
    #[inline]
    pub const fn new(index: usize) -> Option<Line> {
        if index < LINES { Some(Line(index as u8)) } else { None }
    }

    /// The line with this name.
    pub fn from_name(name: &str) -> Option<Line> {
        Line::all().find(|line| line.to_string() == name)
    }

    /// The index from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this line alone.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The cells on the line.
    #[inline]
    pub const fn cells(self) -> u32 {
        CELLS_OF_LINE[self.0 as usize]
    }

    /// The number of cells on the line.
    pub const fn length(self) -> usize {
        self.cells().count_ones() as usize
    }

    /// All lines.
    pub fn all() -> impl Iterator<Item = Line> {
        (0..LINES as u8).map(Line)
    }

    /// The lines of a set.
    pub fn of_set(set: u16) -> impl Iterator<Item = Line> {
        Line::all().filter(move |line| set & line.bit() != 0)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = DIRECTIONS[self.index() / 5] as char;
        write!(f, "{direction}{}", self.index() % 5 + 1)
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

static COORDINATES: [(usize, usize); CELLS] = coordinates();
static LINES_OF_CELL: [[Line; 3]; CELLS] = lines_of_cell();
static CELLS_OF_LINE: [u32; LINES] = cells_of_line();

/// All lines are processed at once as lanes of one vector; the last lane is unused.
pub(crate) const LANES: usize = 16;
/// For each cell, −1 in the lanes of its lines.
pub(crate) static LANES_OF_CELL: [[i8; LANES]; CELLS] = lanes_of_cell();

const fn lanes_of_cell() -> [[i8; LANES]; CELLS] {
    let mut lanes = [[0; LANES]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut k = 0;
        while k < 3 {
            lanes[cell][LINES_OF_CELL[cell][k].0 as usize] = -1;
            k += 1;
        }
        cell += 1;
    }
    lanes
}

/// The number of symmetries of the board: three rotations, and the mirror image of each.
pub const SYMMETRIES: usize = 6;

/// `CELL_IMAGES[s][c]` is the index of the cell that cell c is mapped to by symmetry s; 0 is the identity.
pub const CELL_IMAGES: [[u8; CELLS]; SYMMETRIES] = cell_images();
/// The same for lines.
pub const LINE_IMAGES: [[u8; LINES]; SYMMETRIES] = line_images();

const fn coordinates() -> [(usize, usize); CELLS] {
    let mut cells = [(0, 0); CELLS];
    let mut next = 0;
    let mut i = 1;
    while i <= 5 {
        let mut j = 0;
        while j <= i {
            let cut = i == 5 && (j == 0 || j == 5);
            if !cut {
                cells[next] = (i, j);
                next += 1;
            }
            j += 1;
        }
        i += 1;
    }
    cells
}

const fn lines_of_cell() -> [[Line; 3]; CELLS] {
    let mut lines = [[Line(0); 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (i, j) = COORDINATES[cell];
        lines[cell] = [Line(i as u8 - 1), Line(5 + j as u8), Line(10 + (i - j) as u8)];
        cell += 1;
    }
    lines
}

const fn cells_of_line() -> [u32; LINES] {
    let mut cells = [0; LINES];
    let mut cell = 0;
    while cell < CELLS {
        let mut k = 0;
        while k < 3 {
            cells[LINES_OF_CELL[cell][k].0 as usize] |= 1 << cell;
            k += 1;
        }
        cell += 1;
    }
    cells
}

const fn cell_at(i: usize, j: usize) -> u8 {
    let mut cell = 0;
    while cell < CELLS {
        if COORDINATES[cell].0 == i && COORDINATES[cell].1 == j {
            return cell as u8;
        }
        cell += 1;
    }
    panic!("symmetries take cells to cells");
}

/// A point has the barycentric coordinates (5 − i, j, i − j); a symmetry permutes them.
const fn cell_images() -> [[u8; CELLS]; SYMMETRIES] {
    const ORDERS: [[usize; 3]; SYMMETRIES] =
        [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
    let mut images = [[0; CELLS]; SYMMETRIES];
    let mut s = 0;
    while s < SYMMETRIES {
        let mut cell = 0;
        while cell < CELLS {
            let (i, j) = COORDINATES[cell];
            let from = [5 - i, j, i - j];
            images[s][cell] = cell_at(5 - from[ORDERS[s][0]], from[ORDERS[s][1]]);
            cell += 1;
        }
        s += 1;
    }
    images
}

const fn line_images() -> [[u8; LINES]; SYMMETRIES] {
    let mut images = [[0; LINES]; SYMMETRIES];
    let mut s = 0;
    while s < SYMMETRIES {
        let mut line = 0;
        while line < LINES {
            let image = image_of_set(CELLS_OF_LINE[line], s);
            let mut other = 0;
            while CELLS_OF_LINE[other] != image {
                other += 1;
            }
            images[s][line] = other as u8;
            line += 1;
        }
        s += 1;
    }
    images
}

/// A set of cells transformed by a symmetry.
pub const fn image_of_set(set: u32, symmetry: usize) -> u32 {
    let mut image = 0;
    let mut cell = 0;
    while cell < CELLS {
        if set & (1 << cell) != 0 {
            image |= 1 << CELL_IMAGES[symmetry][cell];
        }
        cell += 1;
    }
    image
}

/// The `n`-th member, from 0, of a set of cells with more than `n`. By table, because the oldest supported processors
/// have no instruction for it.
#[inline]
pub(crate) fn nth_cell(set: u32, n: usize) -> Cell {
    let low = &NINE[(set & 0x1ff) as usize];
    let in_low = usize::from(low.count);
    if n < in_low {
        Cell(low.members[n])
    } else {
        Cell(9 + NINE[(set >> 9 & 0x1ff) as usize].members[n - in_low])
    }
}

/// A set of up to nine cells: its size and its members in order.
#[derive(Clone, Copy)]
struct Nine {
    count: u8,
    members: [u8; 9],
}

static NINE: [Nine; 512] = nine();

const fn nine() -> [Nine; 512] {
    let mut table = [Nine { count: 0, members: [0; 9] }; 512];
    let mut set = 0;
    while set < 512 {
        let mut bit = 0;
        while bit < 9 {
            if set & (1 << bit) != 0 {
                table[set].members[table[set].count as usize] = bit as u8;
                table[set].count += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(line: &str) -> String {
        Cell::of_set(Line::from_name(line).unwrap().cells()).map(Cell::letter).collect()
    }

    #[test]
    fn the_lines_are_those_of_the_printed_board() {
        let lines = [
            ("r1", "AB"),
            ("r2", "CDE"),
            ("r5", "OPQR"),
            ("d1", "ACFJ"),
            ("d2", "BDGKO"),
            ("d5", "NR"),
            ("u1", "BEIN"),
            ("u2", "ADHMR"),
            ("u5", "JO"),
        ];
        for (name, cells) in lines {
            assert_eq!(letters(name), cells, "{name}");
        }
        let mut lengths: Vec<_> = Line::all().map(Line::length).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5]);
    }

    #[test]
    fn symmetries_permute_cells_and_lines_and_the_first_is_the_identity() {
        for (symmetry, images) in LINE_IMAGES.iter().enumerate() {
            assert_eq!(image_of_set(ALL_CELLS, symmetry), ALL_CELLS);
            let lines: u16 = images.iter().map(|&line| 1 << line).sum();
            assert_eq!(lines, ALL_LINES);
        }
        assert!(CELL_IMAGES[0].iter().enumerate().all(|(cell, &image)| cell == usize::from(image)));
    }

    #[test]
    fn the_nth_cell_of_a_set_is_found() {
        let set = 0b10_0101_1000_0010_0001;
        let found: Vec<_> = (0..6).map(|n| nth_cell(set, n).index()).collect();
        assert_eq!(found, [0, 5, 11, 12, 14, 17]);
    }
}
