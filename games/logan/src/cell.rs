//! Cells of the endless hexagonal grid, in axial coordinates.

use std::fmt;

use serde::Serialize;

/// A cell `q,r`. Coordinates wrap around at the ends of `i32`, so that no drift of the island, however long, overflows.
///
/// ```
/// use sarsen_logan::Cell;
///
/// let cell = Cell::new(1, -1);
/// assert_eq!(cell.to_string(), "1,-1");
/// assert_eq!(cell.neighbours().count(), 6);
/// assert!(cell.neighbours().any(|next| next == Cell::new(0, 0)));
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Cell {
    /// The column.
    pub q: i32,
    /// The slanting row.
    pub r: i32,
}

/// The six steps to a neighbour, in circular order: the opposite of a direction is three further on.
pub const DIRECTIONS: [Cell; 6] = [
    Cell::new(1, 0),
    Cell::new(1, -1),
    Cell::new(0, -1),
    Cell::new(-1, 0),
    Cell::new(-1, 1),
    Cell::new(0, 1),
];

/// The number of rotations and reflections of the grid about 0,0.
pub(crate) const SYMMETRIES: usize = 12;

impl Cell {
    /// The cell of two coordinates.
    pub const fn new(q: i32, r: i32) -> Cell {
        Cell { q, r }
    }

    /// The cell reached from `self` by `step`.
    #[inline]
    pub const fn plus(self, step: Cell) -> Cell {
        Cell { q: self.q.wrapping_add(step.q), r: self.r.wrapping_add(step.r) }
    }

    /// The step that leads from `other` to `self`.
    #[inline]
    pub const fn minus(self, other: Cell) -> Cell {
        Cell { q: self.q.wrapping_sub(other.q), r: self.r.wrapping_sub(other.r) }
    }

    /// The cells around this one.
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        DIRECTIONS.into_iter().map(move |step| self.plus(step))
    }

    /// The cell transformed by a symmetry about 0,0: numbers 0 to 5 rotate by that many sixths, 6 to 11 reflect first
    /// and then rotate.
    pub const fn transform(self, symmetry: usize) -> Cell {
        let mut cell = if symmetry >= 6 { Cell { q: self.r, r: self.q } } else { self };
        let mut sixths = symmetry % 6;
        while sixths > 0 {
            cell = Cell { q: cell.r.wrapping_neg(), r: cell.q.wrapping_add(cell.r) };
            sixths -= 1;
        }
        cell
    }
}

/// The inverse of a symmetry: a reflection is its own inverse, a rotation needs the rest of a full turn.
pub(crate) const fn inverse(symmetry: usize) -> usize {
    if symmetry < 6 { (6 - symmetry) % 6 } else { symmetry }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_keep_neighbours_and_are_undone_by_their_inverse() {
        for symmetry in 0..SYMMETRIES {
            let mut images = DIRECTIONS.map(|step| step.transform(symmetry));
            for (image, step) in images.iter().zip(DIRECTIONS) {
                assert_eq!(image.transform(inverse(symmetry)), step);
            }
            images.sort();
            let mut steps = DIRECTIONS;
            steps.sort();
            assert_eq!(images, steps);
        }
    }

    #[test]
    fn the_symmetries_all_differ() {
        let probe = Cell::new(5, 1);
        let mut images: Vec<Cell> = (0..SYMMETRIES).map(|s| probe.transform(s)).collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), SYMMETRIES);
    }

    #[test]
    fn opposite_directions_are_three_apart() {
        for (index, step) in DIRECTIONS.into_iter().enumerate() {
            assert_eq!(step.plus(DIRECTIONS[(index + 3) % 6]), Cell::default());
        }
    }
}
