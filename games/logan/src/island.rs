//! The island: up to eighteen stones on an unbounded grid, stored in a bounded array.
//!
//! The grid is folded onto a torus of 32 × 32 places. Eighteen connected stones span at most eighteen cells in any
//! direction, twenty with the empty cells around them, so no two relevant cells share a place, wherever the island
//! drifts. Stones are numbered in the order in which they were added, which everybody saw, so the numbers reveal
//! nothing.

use crate::cell::{Cell, DIRECTIONS};
use crate::stone::{Face, STONES, Stone};

/// The side of the torus, a power of two.
pub(crate) const SIDE: usize = 32;

/// The length of a winning row (L12).
pub(crate) const ROW: usize = 4;

/// A byte of the grid: the stone at a place (its number plus one, or 0 for none) and, in the upper bits, the number of
/// stones that touch the place.
const STONE: u8 = 31;
const CONTACT: u8 = 32;

/// The number for no stone. Its bit is set in no mask, so a walk along a row ends there.
const NOBODY: u8 = 31;

/// The stones on the table and their neighbourhoods.
#[derive(Clone, Debug)]
pub(crate) struct Island {
    grid: [u8; SIDE * SIDE],
    /// L6: the empty places that touch at least two stones.
    open: Places,
    cells: [Cell; STONES],
    stones: [Stone; STONES],
    /// For each face, the set of stones on the table that show it.
    showing: [u32; 4],
    /// For each stone, the set of stones that touch it.
    links: [u32; STONES],
    /// For each stone, the set of directions with a neighbour.
    rings: [u8; STONES],
    /// The neighbour in each direction, or [`NOBODY`].
    neighbours: [[u8; 6]; STONES],
    /// The set of stones on the table: all that were added, except a lifted one.
    present: u32,
    count: u8,
}

impl Island {
    pub(crate) fn new() -> Island {
        Island {
            grid: [0; SIDE * SIDE],
            open: Places { rows: [0; SIDE], used: 0, len: 0 },
            cells: [Cell::default(); STONES],
            stones: [Stone::from_bits(0); STONES],
            showing: [0; 4],
            links: [0; STONES],
            rings: [0; STONES],
            neighbours: [[NOBODY; 6]; STONES],
            present: 0,
            count: 0,
        }
    }

    /// The island rotated or reflected about 0,0.
    pub(crate) fn transform(&self, symmetry: usize) -> Island {
        let mut image = Island::new();
        for (cell, stone) in self.stones() {
            image.add(cell.transform(symmetry), stone);
        }
        for id in (0..self.count()).filter(|id| self.present & 1 << id == 0) {
            image.lift(id);
        }
        image
    }

    /// The number of stones added to the island, including a lifted one.
    pub(crate) fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// The set of stones on the table.
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

    /// The cells of all stones added so far.
    #[inline]
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells[..self.count()]
    }

    /// All stones added so far, with their cells.
    pub(crate) fn stones(&self) -> impl Iterator<Item = (Cell, Stone)> {
        self.cells.into_iter().zip(self.stones).take(self.count())
    }

    /// The stone on a cell.
    pub(crate) fn at(&self, cell: Cell) -> Option<usize> {
        let id = usize::from(self.grid[place(cell)] & STONE).checked_sub(1)?;
        // A distant cell of the grid may fold onto the same place.
        (self.cells[id] == cell).then_some(id)
    }

    /// L6: the number of stones that touch a cell.
    pub(crate) fn contacts(&self, cell: Cell) -> usize {
        cell.neighbours().filter(|&next| self.at(next).is_some()).count()
    }

    /// Adds a new stone on an empty cell and returns its number.
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
        self.showing[self.stones[id].up() as usize] |= 1 << id;
        let at = place(cell);
        self.grid[at] += id as u8 + 1;
        self.open.remove(at);
        let (mut links, mut ring) = (0, 0);
        for (direction, &step) in DIRECTIONS.iter().enumerate() {
            let beside = place(cell.plus(step));
            self.grid[beside] += CONTACT;
            let next = self.grid[beside] & STONE;
            if next != 0 {
                let next = usize::from(next) - 1;
                links |= 1 << next;
                ring |= 1 << direction;
                let back = (direction + 3) % 6;
                self.links[next] |= 1 << id;
                self.rings[next] |= 1 << back;
                self.neighbours[next][back] = id as u8;
                self.neighbours[id][direction] = next as u8;
            } else if self.grid[beside] >= 2 * CONTACT {
                self.open.insert(beside);
            }
        }
        self.links[id] = links;
        self.rings[id] = ring;
    }

    /// Takes a stone off the table; it keeps its number, and its cell is remembered.
    pub(crate) fn lift(&mut self, id: usize) {
        let cell = self.cells[id];
        self.present &= !(1 << id);
        self.showing[self.stones[id].up() as usize] &= !(1 << id);
        let at = place(cell);
        self.grid[at] &= !STONE;
        if self.grid[at] >= 2 * CONTACT {
            self.open.insert(at);
        }
        for (direction, &step) in DIRECTIONS.iter().enumerate() {
            let beside = place(cell.plus(step));
            self.grid[beside] -= CONTACT;
            if self.rings[id] & 1 << direction != 0 {
                let next = usize::from(self.neighbours[id][direction]);
                self.links[next] &= !(1 << id);
                self.rings[next] &= !(1 << ((direction + 3) % 6));
                self.neighbours[next][(direction + 3) % 6] = NOBODY;
            } else if self.grid[beside] < 2 * CONTACT {
                self.open.remove(beside);
            }
        }
        self.links[id] = 0;
        self.rings[id] = 0;
        self.neighbours[id] = [NOBODY; 6];
    }

    /// Turns a stone over.
    pub(crate) fn turn(&mut self, id: usize) {
        self.set_stone(id, self.stones[id].turned());
    }

    /// Changes the faces of a stone.
    pub(crate) fn set_stone(&mut self, id: usize, stone: Stone) {
        let lies = self.present & 1 << id;
        self.showing[self.stones[id].up() as usize] &= !lies;
        self.showing[stone.up() as usize] |= lies;
        self.stones[id] = stone;
    }

    /// L7: the set of stones that touch a stone and are beaten by the symbol it shows.
    pub(crate) fn beaten_by(&self, id: usize) -> u32 {
        let beaten = self.stones[id].up().beats();
        beaten.map_or(0, |face| self.links[id] & self.showing[face as usize])
    }

    /// L12: whether a row of four or more equal symbols goes through a stone.
    pub(crate) fn has_row_through(&self, id: usize) -> bool {
        let face = self.stones[id].up();
        face.is_known() && self.has_row_among(id, self.showing[face as usize])
    }

    /// Whether a row of four or more stones of a set goes through one of them.
    fn has_row_among(&self, id: usize, set: u32) -> bool {
        // Most stones have no neighbour that shows the same symbol.
        self.links[id] & set != 0
            && (0..3).any(|axis| {
                1 + self.run(self.neighbours[id][axis], axis, set)
                    + self.run(self.neighbours[id][axis + 3], axis + 3, set)
                    >= ROW
            })
    }

    /// Whether there is a row after a stone that shows `face` is placed on an empty place and has flipped what it beats
    /// (L7, L12).
    pub(crate) fn wins_by(&self, at: Place, face: Face) -> bool {
        let mut beside = [NOBODY; 6];
        let mut links = 0;
        for (next, step) in beside.iter_mut().zip(DIRECTIONS) {
            let stone = self.grid[at.plus(step)] & STONE;
            if stone != 0 {
                *next = stone - 1;
                links |= 1 << *next;
            }
        }
        let Some(beats) = face.beats() else { return false };
        let beaten = links & self.showing[beats as usize];
        let showing = self.showing_after(beaten);
        let set = showing[face as usize];
        let through = |axis: usize| {
            1 + self.run(beside[axis], axis, set) + self.run(beside[axis + 3], axis + 3, set)
        };
        links & set != 0 && (0..3).any(|axis| through(axis) >= ROW)
            || self.has_row_of_turned(beaten, &showing)
    }

    /// Whether there is a row after a stone is flipped, and has flipped what it beats then (L11, L12).
    pub(crate) fn wins_by_flipping(&self, id: usize) -> bool {
        let beats = self.stones[id].down().beats();
        let beaten = beats.map_or(0, |face| self.links[id] & self.showing[face as usize]);
        let turned = beaten | 1 << id;
        self.has_row_of_turned(turned, &self.showing_after(turned))
    }

    /// For each face, the set of stones that show it after some stones are turned over.
    fn showing_after(&self, turned: u32) -> [u32; 4] {
        let mut showing = self.showing.map(|set| set & !turned);
        for id in bits(turned) {
            showing[self.stones[id].down() as usize] |= 1 << id;
        }
        showing
    }

    /// Whether a row goes through one of the stones that were turned over.
    fn has_row_of_turned(&self, turned: u32, showing: &[u32; 4]) -> bool {
        bits(turned).any(|id| {
            let face = self.stones[id].down();
            face.is_known() && self.has_row_among(id, showing[face as usize])
        })
    }

    /// The set of stones on the table with this symbol on one of their faces.
    pub(crate) fn with_face(&self, face: Face) -> u32 {
        let backs = bits(self.present).filter(|&id| self.stones[id].down() == face);
        backs.fold(self.showing[face as usize], |set, id| set | 1 << id)
    }

    /// L6: whether an empty place touches at least two stones.
    pub(crate) fn is_open(&self, at: Place) -> bool {
        self.open.contains(at.0)
    }

    /// The rows of four or more equal symbols, each with its stones in order.
    pub(crate) fn winning_rows(&self) -> Vec<Vec<usize>> {
        let mut rows = Vec::new();
        for id in bits(self.present) {
            let face = self.stones[id].up();
            for axis in 0..3 {
                let set = self.showing[face as usize];
                let run = |way: usize| self.run(self.neighbours[id][way], way, set);
                let length = 1 + run(axis);
                if face.is_known() && run(axis + 3) == 0 && length >= ROW {
                    rows.push(self.row(id, axis, length));
                }
            }
        }
        rows
    }

    /// L10: whether the other stones remain one group without this one.
    pub(crate) fn can_spare(&self, id: usize) -> bool {
        if HELD_TOGETHER >> self.rings[id] & 1 == 1 {
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

    /// L10: the set of stones that may be lifted. Each of them has somewhere to go: consider the other stones, a
    /// connected group of at least two, and the first grid row that contains any. If two of them are adjacent in that
    /// row, the cell before them touches both; otherwise the first stone of the row and its neighbour in the second row
    /// have an empty cell of the first row between them. So a cell that touches two stones lies in or before the first
    /// row, and by the same argument another one in or behind the last; at most one of the two is where the stone came
    /// from. (If all stones lie in one row, both cells are beside it.)
    pub(crate) fn spare(&self) -> u32 {
        bits(self.present).filter(|&id| self.can_spare(id)).fold(0, |mask, id| mask | 1 << id)
    }

    /// L6: the empty places that touch at least two stones.
    pub(crate) fn open_places(&self) -> &Places {
        &self.open
    }

    /// The cell at an empty place beside a stone.
    pub(crate) fn cell_of(&self, at: Place) -> Cell {
        let folded = Cell::new(at.0 as i32 % SIDE as i32, at.0 as i32 / SIDE as i32);
        for step in DIRECTIONS {
            let next = self.grid[place(folded.plus(step))] & STONE;
            if next != 0 {
                return self.cells[usize::from(next) - 1].minus(step);
            }
        }
        folded
    }

    /// The number of consecutive stones of a set in a direction, beginning with `next`.
    fn run(&self, mut next: u8, direction: usize, set: u32) -> usize {
        let mut run = 0;
        while set >> next & 1 == 1 {
            run += 1;
            next = self.neighbours[usize::from(next)][direction];
        }
        run
    }

    /// A stone and the `length - 1` that follow it in a direction.
    fn row(&self, id: usize, direction: usize, length: usize) -> Vec<usize> {
        let next = |&id: &usize| Some(usize::from(self.neighbours[id][direction]));
        std::iter::successors(Some(id), next).take(length).collect()
    }
}

/// The sets of neighbour directions, one bit for each of the 64, that form one arc around a stone: such neighbours stay
/// connected without it, and the rest of the island need not be examined.
const HELD_TOGETHER: u64 = {
    let mut held = 0;
    let mut ring = 0_u32;
    while ring < 64 {
        let shifted = (ring << 1 | ring >> 5) & 63;
        if (ring & !shifted).count_ones() <= 1 {
            held |= 1 << ring;
        }
        ring += 1;
    }
    held
};

/// A place of the torus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(usize);

impl Place {
    /// The place of a cell.
    #[inline]
    pub(crate) fn of(cell: Cell) -> Place {
        Place(place(cell))
    }

    /// The index of the place that lies as this one does from a cell, seen from 0,0.
    #[inline]
    pub(crate) fn seen_from(self, cell: Cell) -> usize {
        let step = Cell::new((self.0 % SIDE) as i32, (self.0 / SIDE) as i32).minus(cell);
        place(step)
    }

    /// The index of the place that is one step from this one.
    #[inline]
    fn plus(self, step: Cell) -> usize {
        place(Cell::new((self.0 % SIDE) as i32, (self.0 / SIDE) as i32).plus(step))
    }
}

/// A set of places.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    rows: [u32; SIDE],
    /// The set of non-empty rows.
    used: u32,
    len: u8,
}

impl Places {
    /// The set without a cell's place.
    pub(crate) fn without(&self, cell: Cell) -> Places {
        let mut rest = self.clone();
        rest.remove(place(cell));
        rest
    }

    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Place> {
        bits(self.used)
            .flat_map(|row| bits(self.rows[row]).map(move |column| Place(row * SIDE + column)))
    }

    /// The place at an index of [`Places::iter`].
    pub(crate) fn nth(&self, mut n: usize) -> Option<Place> {
        for row in bits(self.used) {
            let count = self.rows[row].count_ones() as usize;
            if n < count {
                return bits(self.rows[row]).nth(n).map(|column| Place(row * SIDE + column));
            }
            n -= count;
        }
        None
    }

    fn contains(&self, at: usize) -> bool {
        self.rows[at / SIDE] >> (at % SIDE) & 1 == 1
    }

    fn insert(&mut self, at: usize) {
        let (row, bit) = (at / SIDE, 1 << (at % SIDE));
        self.len += u8::from(self.rows[row] & bit == 0);
        self.rows[row] |= bit;
        self.used |= 1 << row;
    }

    fn remove(&mut self, at: usize) {
        let (row, bit) = (at / SIDE, 1 << (at % SIDE));
        self.len -= u8::from(self.rows[row] & bit != 0);
        self.rows[row] &= !bit;
        self.used &= !(u32::from(self.rows[row] == 0) << row);
    }
}

/// The indices of the set bits, lowest first.
pub(crate) fn bits(mask: u32) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(bit)
    })
}

/// The index of a cell's place.
#[inline]
pub(crate) const fn place(cell: Cell) -> usize {
    const MASK: i32 = SIDE as i32 - 1;
    ((cell.r & MASK) as usize) * SIDE + (cell.q & MASK) as usize
}
