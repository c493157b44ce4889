//! A bounded window on the unbounded grid, which moves with the island.
//!
//! Its centre is the stone whose distance to the farthest other stone is smallest; among several, the one added first.
//! Any two stones are connected by a path of at most seventeen steps, so from the middle of such a path the farthest
//! stone is at most nine cells away, and an empty cell beside a stone ten: a hexagon of radius ten contains everything
//! that can be acted on. Distances and the order of adding are invariant under shifts, rotations and reflections, so
//! the window is too: symmetries are permutations of its cells.

use crate::cell::Cell;
use crate::island::{Place, SIDE, place};
use crate::state::Logan;

/// The radius of the window.
pub(crate) const RADIUS: i32 = 10;
/// The side of the square that contains the window.
pub(crate) const GRID: usize = 2 * RADIUS as usize + 1;
/// The number of cells of the window, a hexagon.
pub(crate) const CELLS: usize = 3 * RADIUS as usize * (RADIUS as usize + 1) + 1;

/// The number of cells before each row of the hexagon.
const ROWS: [u16; GRID + 1] = rows();

const fn rows() -> [u16; GRID + 1] {
    let mut rows = [0; GRID + 1];
    let mut row = 0;
    while row < GRID {
        rows[row + 1] = rows[row] + (GRID - (row as i32 - RADIUS).unsigned_abs() as usize) as u16;
        row += 1;
    }
    rows
}

/// The first column of a row of the hexagon.
const fn first_column(r: i32) -> i32 {
    if r < 0 { -RADIUS - r } else { -RADIUS }
}

/// The distance of a cell from 0,0.
pub(crate) fn steps(cell: Cell) -> i32 {
    let s = cell.q.wrapping_add(cell.r);
    cell.q.saturating_abs().max(cell.r.saturating_abs()).max(s.saturating_abs())
}

/// The number of a cell, relative to the centre; `None` outside the window.
pub(crate) fn number(way: Cell) -> Option<usize> {
    if steps(way) > RADIUS {
        return None;
    }
    let row = (way.r + RADIUS) as usize;
    Some(usize::from(ROWS[row]) + (way.q - first_column(way.r)) as usize)
}

/// The number of each place of the torus, relative to the centre's; those outside the window are never asked for.
static NUMBERS: [u16; SIDE * SIDE] = {
    let mut numbers = [0; SIDE * SIDE];
    let mut number = 0;
    while number < CELLS {
        let Cell { q, r } = WAYS[number];
        numbers[place(Cell { q, r })] = number as u16;
        number += 1;
    }
    numbers
};

/// The cell of each number, relative to the centre.
static WAYS: [Cell; CELLS] = {
    let mut ways = [Cell::new(0, 0); CELLS];
    let mut row = 0;
    while row < GRID {
        let r = row as i32 - RADIUS;
        let mut number = ROWS[row] as usize;
        while number < ROWS[row + 1] as usize {
            ways[number] = Cell::new(first_column(r) + (number - ROWS[row] as usize) as i32, r);
            number += 1;
        }
        row += 1;
    }
    ways
};

/// The cell with a number, relative to the centre.
pub(crate) fn way(number: usize) -> Option<Cell> {
    WAYS.get(number).copied()
}

/// The number of a place that can be acted on. Such places are nearer to the centre than half the torus, so nothing but
/// their places needs to be known.
#[inline]
pub(crate) fn number_of_place(at: Place, middle: Cell) -> u16 {
    NUMBERS[at.seen_from(middle)]
}

/// The index of a cell in the square that contains the window, row by row.
pub(crate) fn grid_place(way: Cell) -> Option<usize> {
    (steps(way) <= RADIUS).then(|| (way.r + RADIUS) as usize * GRID + (way.q + RADIUS) as usize)
}

impl Logan {
    /// The cell at the centre of the window; 0,0 before there is an island.
    pub(crate) fn middle(&self) -> Cell {
        let cells = self.island.cells();
        let Some(&first) = cells.first() else { return Cell::default() };
        // Counted from the first stone, because the island may lie across the ends of the coordinates.
        let axes = |cell: Cell| {
            let Cell { q, r } = cell.minus(first);
            [q, r, q + r]
        };
        let (mut low, mut high) = ([0; 3], [0; 3]);
        for along in cells.iter().map(|&cell| axes(cell)) {
            low = std::array::from_fn(|axis| along[axis].min(low[axis]));
            high = std::array::from_fn(|axis| along[axis].max(high[axis]));
        }
        // The distance of two cells is the largest difference along the three axes, so that of the farthest stone is
        // found at the extremes; it is at least half of what lies between them.
        let least = (0..3).map(|axis| (high[axis] - low[axis] + 1) / 2).fold(0, i32::max);
        let (mut middle, mut nearest) = (first, i32::MAX);
        for &cell in cells {
            let along = axes(cell);
            let beyond = |axis: usize| (high[axis] - along[axis]).max(along[axis] - low[axis]);
            let farthest = beyond(0).max(beyond(1)).max(beyond(2));
            // The first one in case of a tie.
            if farthest < nearest {
                (middle, nearest) = (cell, farthest);
                if farthest == least {
                    break;
                }
            }
        }
        middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_the_window_has_one_number() {
        let mut seen = vec![false; CELLS];
        for r in -12..=12 {
            for q in -12..=12 {
                let cell = Cell::new(q, r);
                let Some(number) = number(cell) else { continue };
                assert!(!std::mem::replace(&mut seen[number], true), "{cell}");
                assert_eq!(way(number), Some(cell));
                for middle in [Cell::new(0, 0), Cell::new(13, -40), Cell::new(i32::MAX, i32::MIN)] {
                    let at = Place::of(cell.plus(middle));
                    assert_eq!(usize::from(number_of_place(at, middle)), number);
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen));
        assert_eq!(way(CELLS), None);
    }
}
