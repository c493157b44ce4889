//! The island: up to eighteen stones on an endless grid, without an endless array.
//!
//! The grid is folded onto a torus of 32 × 32 places. Eighteen stones in one group span at most
//! eighteen cells in any direction, and with the empty cells around them twenty, so no two cells that
//! matter at the same time share a place, wherever the island wanders. Stones are numbered in the order
//! in which they came to the island, which everybody saw; so the numbers tell nobody anything.

use crate::cell::{Cell, DIRECTIONS};
use crate::stone::{Face, STONES, Stone};

/// The places of the torus in each direction, a power of two.
const SIDE: usize = 32;

/// How many equal symbols in a row win (L12).
pub(crate) const ROW: usize = 4;

/// The stones on the table and what touches what.
#[derive(Clone, Debug)]
pub(crate) struct Island {
    /// Which stone lies at a place: its number plus one, 0 for none.
    grid: [u8; SIDE * SIDE],
    /// The places that hold a stone, a bit each.
    rows: [u32; SIDE],
    cells: [Cell; STONES],
    stones: [Stone; STONES],
    /// The numbers of the stones that touch a stone, a bit each.
    links: [u32; STONES],
    /// The directions in which a stone has a neighbour, a bit each.
    rings: [u8; STONES],
    /// The stones that lie on the table: all that came, without one that is lifted.
    present: u32,
    count: u8,
}

impl Island {
    pub(crate) fn new() -> Island {
        Island {
            grid: [0; SIDE * SIDE],
            rows: [0; SIDE],
            cells: [Cell::default(); STONES],
            stones: [Stone::from_bits(0); STONES],
            links: [0; STONES],
            rings: [0; STONES],
            present: 0,
            count: 0,
        }
    }

    /// How many stones have come to the island, one that is lifted included.
    pub(crate) fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// The stones that lie on the table, a bit each.
    pub(crate) fn present(&self) -> u32 {
        self.present
    }

    /// A stone as it lies, or lay when it was lifted.
    pub(crate) fn stone(&self, id: usize) -> Stone {
        self.stones[id]
    }

    /// Where a stone lies, or lay when it was lifted.
    pub(crate) fn cell(&self, id: usize) -> Cell {
        self.cells[id]
    }

    /// All stones that have come, with their cells.
    pub(crate) fn stones(&self) -> impl Iterator<Item = (Cell, Stone)> {
        self.cells.into_iter().zip(self.stones).take(self.count())
    }

    /// The stone on a cell.
    pub(crate) fn at(&self, cell: Cell) -> Option<usize> {
        let id = usize::from(self.grid[place(cell)]).checked_sub(1)?;
        // A cell elsewhere on the endless grid may fold onto the same place.
        (self.cells[id] == cell).then_some(id)
    }

    /// The stones that touch a stone, a bit each.
    pub(crate) fn links(&self, id: usize) -> u32 {
        self.links[id]
    }

    /// L6: how many stones touch a cell.
    pub(crate) fn contacts(&self, cell: Cell) -> usize {
        cell.neighbours().filter(|&next| self.at(next).is_some()).count()
    }

    /// Lays a new stone on an empty cell and gives its number.
    pub(crate) fn add(&mut self, cell: Cell, stone: Stone) -> usize {
        let id = self.count();
        self.count += 1;
        self.stones[id] = stone;
        self.lay(id, cell);
        id
    }

    /// Lays a stone that is not on the table on an empty cell.
    pub(crate) fn lay(&mut self, id: usize, cell: Cell) {
        self.cells[id] = cell;
        self.present |= 1 << id;
        let at = place(cell);
        self.grid[at] = id as u8 + 1;
        self.rows[at / SIDE] |= 1 << (at % SIDE);
        let (mut links, mut ring) = (0, 0);
        for (direction, &step) in DIRECTIONS.iter().enumerate() {
            let next = self.grid[place(cell.plus(step))];
            if next != 0 {
                let next = usize::from(next) - 1;
                links |= 1 << next;
                ring |= 1 << direction;
                self.links[next] |= 1 << id;
                self.rings[next] |= 1 << ((direction + 3) % 6);
            }
        }
        self.links[id] = links;
        self.rings[id] = ring;
    }

    /// Takes a stone off the table; it keeps its number and remembers its cell.
    pub(crate) fn lift(&mut self, id: usize) {
        let cell = self.cells[id];
        self.present &= !(1 << id);
        let at = place(cell);
        self.grid[at] = 0;
        self.rows[at / SIDE] &= !(1 << (at % SIDE));
        for (direction, &step) in DIRECTIONS.iter().enumerate() {
            if self.rings[id] & 1 << direction != 0 {
                let next = usize::from(self.grid[place(cell.plus(step))]) - 1;
                self.links[next] &= !(1 << id);
                self.rings[next] &= !(1 << ((direction + 3) % 6));
            }
        }
        self.links[id] = 0;
        self.rings[id] = 0;
    }

    /// Turns a stone over.
    pub(crate) fn turn(&mut self, id: usize) {
        self.stones[id] = self.stones[id].turned();
    }

    /// Puts other faces on a stone.
    pub(crate) fn set_stone(&mut self, id: usize, stone: Stone) {
        self.stones[id] = stone;
    }

    /// L7: the stones that touch a stone and are beaten by the symbol that it shows, a bit each.
    pub(crate) fn beaten_by(&self, id: usize) -> u32 {
        let Some(beaten) = self.stones[id].up().beats() else { return 0 };
        bits(self.links[id])
            .filter(|&next| self.stones[next].up() == beaten)
            .fold(0, |mask, next| mask | 1 << next)
    }

    /// L12: whether a row of four or more equal symbols goes through a stone.
    pub(crate) fn has_row_through(&self, id: usize) -> bool {
        let face = self.stones[id].up();
        face.is_known()
            && (0..3).any(|axis| {
                1 + self.run(id, axis, face) + self.run(id, axis + 3, face) >= ROW
            })
    }

    /// The rows of four or more equal symbols, each with its stones in order.
    pub(crate) fn winning_rows(&self) -> Vec<Vec<usize>> {
        let mut rows = Vec::new();
        for id in bits(self.present) {
            let face = self.stones[id].up();
            for axis in 0..3 {
                let length = 1 + self.run(id, axis, face);
                if face.is_known() && self.run(id, axis + 3, face) == 0 && length >= ROW {
                    rows.push(self.along(id, axis).take(length).collect());
                }
            }
        }
        rows
    }

    /// L10: whether the other stones stay in one group without this one.
    pub(crate) fn can_spare(&self, id: usize) -> bool {
        // Neighbours that lie side by side hold together by themselves; only where they lie in several
        // arcs around the stone has the rest of the island to be looked at.
        let ring = self.rings[id];
        let next = (ring << 1 | ring >> 5) & 63;
        if (ring & !next).count_ones() <= 1 {
            return true;
        }
        let goal = self.links[id];
        let mut reached = goal & goal.wrapping_neg();
        let mut frontier = reached;
        while frontier != 0 {
            let next = frontier.trailing_zeros() as usize;
            frontier &= frontier - 1;
            let new = self.links[next] & !reached & !(1 << id);
            reached |= new;
            frontier |= new;
            if reached & goal == goal {
                return true;
            }
        }
        false
    }

    /// L10: the stones that may be lifted, a bit each. None of them has nowhere to go: of the rest, a
    /// group of at least two, look at the first row that holds stones. If two lie side by side, the cell
    /// before them touches both; otherwise the first stone of the row and its neighbour in the second
    /// row have an empty cell of the first row between them. So one cell that touches two lies in or
    /// before the first row, by the same reasoning another in or behind the last, and at most one of
    /// them is where the stone came from. (If all lie in one row, both lie beside it.)
    pub(crate) fn spare(&self) -> u32 {
        bits(self.present).filter(|&id| self.can_spare(id)).fold(0, |mask, id| mask | 1 << id)
    }

    /// L6: the empty cells that touch at least two stones.
    pub(crate) fn open_places(&self) -> Places {
        let mut open = [0; SIDE];
        for row in 0..SIDE {
            let (above, here, below) =
                (self.rows[(row + SIDE - 1) % SIDE], self.rows[row], self.rows[(row + 1) % SIDE]);
            let around = [
                here.rotate_left(1),
                here.rotate_right(1),
                above,
                above.rotate_right(1),
                below,
                below.rotate_left(1),
            ];
            let (mut once, mut twice) = (0, 0);
            for side in around {
                twice |= once & side;
                once |= side;
            }
            open[row] = twice & !here;
        }
        Places(open)
    }

    /// The cell that an empty place beside a stone stands for.
    pub(crate) fn cell_of(&self, at: Place) -> Cell {
        let folded = Cell::new(at.0 as i32 % SIDE as i32, at.0 as i32 / SIDE as i32);
        for step in DIRECTIONS {
            let next = self.grid[place(folded.plus(step))];
            if next != 0 {
                return self.cells[usize::from(next) - 1].minus(step);
            }
        }
        folded
    }

    /// How many stones that show `face` follow on a stone in a direction.
    fn run(&self, id: usize, direction: usize, face: Face) -> usize {
        self.along(id, direction).skip(1).take_while(|&next| self.stones[next].up() == face).count()
    }

    /// A stone and those that follow it in a direction without a gap.
    fn along(&self, id: usize, direction: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(id), move |&last| {
            if self.rings[last] & 1 << direction == 0 {
                return None;
            }
            let next = self.cells[last].plus(DIRECTIONS[direction]);
            Some(usize::from(self.grid[place(next)]) - 1)
        })
    }
}

/// A place of the torus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(usize);

/// A set of places.
#[derive(Clone, Debug)]
pub(crate) struct Places([u32; SIDE]);

impl Places {
    /// The set without a cell's place.
    pub(crate) fn without(mut self, cell: Cell) -> Places {
        let at = place(cell);
        self.0[at / SIDE] &= !(1 << (at % SIDE));
        self
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Place> {
        self.0.iter().enumerate().flat_map(|(row, &word)| {
            bits(word).map(move |column| Place(row * SIDE + column))
        })
    }

    /// The place at a position of [`Places::iter`].
    pub(crate) fn nth(&self, mut n: usize) -> Option<Place> {
        for (row, &word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if n < count {
                let column = bits(word).nth(n)?;
                return Some(Place(row * SIDE + column));
            }
            n -= count;
        }
        None
    }
}

/// The numbers of the bits that are set, the lowest first.
pub(crate) fn bits(mask: u32) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(bit)
    })
}

#[inline]
fn place(cell: Cell) -> usize {
    const MASK: i32 = SIDE as i32 - 1;
    ((cell.r & MASK) as usize) * SIDE + (cell.q & MASK) as usize
}
