//! A bounded window on the unbounded grid, which moves with the island.
//!
//! Its centre is the stone whose distance to the farthest other stone is smallest; among several, the one added first.
//! Any two stones are connected by a path of at most seventeen steps, so from the middle of such a path the farthest
//! stone is at most nine cells away, and an empty cell beside a stone ten: a hexagon of radius ten contains everything
//! that can be acted on. Distances and the order of adding are invariant under shifts, rotations and reflections, so
//! the window is too: symmetries are permutations of its cells.

use crate::cell::Cell;
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

/// The cell with a number, relative to the centre.
pub(crate) fn way(number: usize) -> Option<Cell> {
    if number >= CELLS {
        return None;
    }
    let row = ROWS.partition_point(|&first| usize::from(first) <= number) - 1;
    let r = row as i32 - RADIUS;
    Some(Cell::new(first_column(r) + (number - usize::from(ROWS[row])) as i32, r))
}

/// The index of a cell in the square that contains the window, row by row.
pub(crate) fn grid_place(way: Cell) -> Option<usize> {
    (steps(way) <= RADIUS).then(|| (way.r + RADIUS) as usize * GRID + (way.q + RADIUS) as usize)
}

impl Logan {
    /// The cell at the centre of the window; 0,0 before there is an island.
    pub(crate) fn middle(&self) -> Cell {
        let mut cells = self.island.stones().map(|(cell, _)| cell);
        let Some(first) = cells.next() else { return Cell::default() };
        // Counted from the first stone, because the island may lie across the ends of the coordinates.
        let axes = |cell: Cell| {
            let Cell { q, r } = cell.minus(first);
            [q, r, q + r]
        };
        let (mut low, mut high) = ([0; 3], [0; 3]);
        for along in cells.map(axes) {
            low = std::array::from_fn(|axis| along[axis].min(low[axis]));
            high = std::array::from_fn(|axis| along[axis].max(high[axis]));
        }
        // The distance of two cells is the largest difference along the three axes, so that of the farthest stone is
        // found at the extremes.
        let farthest = |cell: &Cell| {
            let along = axes(*cell);
            (0..3).map(|axis| (high[axis] - along[axis]).max(along[axis] - low[axis])).max()
        };
        let cells = self.island.stones().map(|(cell, _)| cell);
        // The first one in case of a tie.
        cells.min_by_key(farthest).unwrap_or_default()
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
            }
        }
        assert!(seen.iter().all(|&seen| seen));
        assert_eq!(way(CELLS), None);
    }
}
