//! The outline of a piece as a path with rounded corners.

use std::fmt::Write;

use crate::board::{Square, Squares};

/// A point of the grid of corners, or a step on it; rows count upwards.
type Corner = (i32, i32);

/// The path around connected squares, `inset` from their edges, with corners rounded by `radius`, both in squares.
/// `place` maps a grid point to the picture.
pub(super) fn path(
    squares: Squares,
    inset: f64,
    radius: f64,
    place: impl Fn(f64, f64) -> (f64, f64),
) -> String {
    let corners = corners(squares);
    let mut path = String::new();
    for (index, &(corner, into)) in corners.iter().enumerate() {
        let (_, out) = corners[(index + 1) % corners.len()];
        let (x, y) = inner(corner, into, out, inset);
        let near = |step: Corner, sign: f64| {
            place(x + sign * radius * f64::from(step.0), y + sign * radius * f64::from(step.1))
        };
        let (before, at, after) = (near(into, -1.0), place(x, y), near(out, 1.0));
        let letter = if index == 0 { 'M' } else { 'L' };
        let _ = write!(
            path,
            "{letter}{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
            before.0, before.1, at.0, at.1, after.0, after.1
        );
    }
    path.push('Z');
    path
}

/// The corners around the squares, counter-clockwise, each with the step that leads to it.
fn corners(squares: Squares) -> Vec<(Corner, Corner)> {
    let Some(first) = squares.first() else { return Vec::new() };
    let start = (first.column() as i32, first.row() as i32);
    let (mut at, mut step) = (start, (1, 0));
    let mut corners = Vec::new();
    loop {
        at = (at.0 + step.0, at.1 + step.1);
        let next = turn(squares, at, step);
        if next != step {
            corners.push((at, step));
        }
        step = next;
        if at == start {
            return corners;
        }
    }
}

/// The next step around the squares, which lie to the left.
fn turn(squares: Squares, at: Corner, step: Corner) -> Corner {
    let left = (-step.1, step.0);
    let right = (step.1, -step.0);
    if covers(squares, at, step, right) {
        right
    } else if covers(squares, at, step, left) {
        step
    } else {
        left
    }
}

/// Whether the square ahead, on one side of a corner, is in the set.
fn covers(squares: Squares, at: Corner, ahead: Corner, side: Corner) -> bool {
    // The square between two steps from its corner: one step is along a column, the other along a row.
    let column = at.0 + (ahead.0 + side.0 - 1) / 2;
    let row = at.1 + (ahead.1 + side.1 - 1) / 2;
    let square = usize::try_from(column).ok().zip(usize::try_from(row).ok());
    square.and_then(|(column, row)| Square::new(column, row)).is_some_and(|s| squares.contains(s))
}

/// A corner moved inwards, to the left of both steps.
fn inner(corner: Corner, into: Corner, out: Corner, inset: f64) -> (f64, f64) {
    let x = f64::from(corner.0) - inset * f64::from(into.1 + out.1);
    let y = f64::from(corner.1) + inset * f64::from(into.0 + out.0);
    (x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stair_has_ten_corners_and_a_block_four() {
        let stair = Squares::NONE.with(4, 7).with(5, 7).with(5, 6).with(6, 6).with(6, 5);
        assert_eq!(corners(stair).len(), 10);
        assert_eq!(corners(Squares::rectangle(2, 2)).len(), 4);
        assert_eq!(corners(Squares::BOARD).len(), 4);
    }

    #[test]
    fn insets_go_inwards() {
        let path = path(Squares::rectangle(1, 1), 0.1, 0.0, |x, y| (10.0 * x, 10.0 * y));
        assert!(path.starts_with("M9.0 1.0"), "{path}");
    }
}
