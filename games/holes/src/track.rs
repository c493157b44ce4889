//! The board: two mirrored lanes of 29 holes, both leading to the Shen hole.
//!
//! A lane is a bit mask in which bit `h` is hole `h`; bit 0 is never set, and bit 30 is the Shen hole, which holds any
//! number of pieces and is therefore counted separately.

use std::fmt;

use sarsen_core::Seat;
use serde::Serialize;

/// The hole on which pieces enter.
pub const START: Hole = Hole(1);

/// The number of holes of a lane.
pub const LANE: u8 = 29;

/// The place after the lane: the goal of both seats.
pub const SHEN: u8 = LANE + 1;

/// The two holes that bring a new piece, as a mask.
pub const NEFER: u32 = 1 << 15 | 1 << 25;

/// The warp lines, each connecting two holes of the same lane.
pub const LINES: [(Hole, Hole); 2] = [(Hole(6), Hole(20)), (Hole(8), Hole(10))];

/// The other end of each place's line; places without a line map to themselves.
const OTHER_END: [u8; 32] = other_ends();

const fn other_ends() -> [u8; 32] {
    let mut ends = [0; 32];
    let mut place = 0;
    while place < ends.len() {
        ends[place] = place as u8;
        place += 1;
    }
    let mut line = 0;
    while line < LINES.len() {
        let (one, other) = LINES[line];
        ends[one.0 as usize] = other.0;
        ends[other.0 as usize] = one.0;
        line += 1;
    }
    ends
}

/// One of the 29 holes of a lane, counted from the start.
///
/// ```
/// use sarsen_holes::Hole;
///
/// let hole = Hole::new(6).unwrap();
/// assert_eq!(hole.other_end(), Hole::new(20), "a warp line");
/// assert!(Hole::new(15).unwrap().is_nefer() && Hole::new(30).is_none());
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Hole(u8);

impl Hole {
    /// The hole with a number from 1 to 29.
    pub const fn new(number: u8) -> Option<Hole> {
        if number >= 1 && number <= LANE { Some(Hole(number)) } else { None }
    }

    /// Every hole of a lane in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Hole> {
        (1..=LANE).map(Hole)
    }

    /// The number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The mask with only this hole.
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// Whether it is a nefer hole.
    pub const fn is_nefer(self) -> bool {
        NEFER & self.bit() != 0
    }

    /// The other end of its warp line, if it has one.
    pub const fn other_end(self) -> Option<Hole> {
        let end = self.line_end();
        if end.0 == self.0 { None } else { Some(end) }
    }

    /// The other end of its warp line, or the hole itself.
    pub(crate) const fn line_end(self) -> Hole {
        Hole(OTHER_END[(self.0 & 31) as usize])
    }

    /// The nefer hole between the two ends of a line, if there is one (H7).
    pub(crate) const fn nefer_between(self, other: Hole) -> Option<Hole> {
        let (low, high) = if self.0 < other.0 { (self, other) } else { (other, self) };
        let between = NEFER & (high.bit() - 1) & !(low.bit() | (low.bit() - 1));
        if between == 0 { None } else { Some(Hole(between.trailing_zeros() as u8)) }
    }

    /// The hole of the lowest bit of a non-empty mask.
    pub(crate) const fn lowest(mask: u32) -> Hole {
        Hole(mask.trailing_zeros() as u8)
    }

    /// The hole `steps` further on, which must lie before the Shen hole.
    pub(crate) const fn ahead(self, steps: u8) -> Hole {
        Hole(self.0 + steps)
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The holes of a mask, lowest first.
pub fn holes(mut mask: u32) -> impl Iterator<Item = Hole> {
    std::iter::from_fn(move || {
        let hole = Hole::new(mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(hole)
    })
}

/// The width of the drawn board: seat 2's lane is seat 1's with x mirrored.
pub const WIDTH: i8 = 24;

/// Where the Shen hole is drawn.
pub const SHEN_PLACE: (i8, i8) = (WIDTH / 2, 33);

/// Where a hole is drawn, x to the right and y upwards: the inner column descends from the start, the outer arc climbs
/// to the goal.
pub fn place(seat: Seat, hole: Hole) -> (i8, i8) {
    let number = hole.0 as i8;
    let (x, y) = match number {
        ..=10 => (9, 30 - 3 * number),
        11..=25 => (3, 2 * (number - 11)),
        _ => (2 * (number - 24), number + 4),
    };
    if seat == Seat::ONE { (x, y) } else { (WIDTH - x, y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawing_has_its_corners_where_the_board_has_them() {
        let at = |number| place(Seat::ONE, Hole(number));
        assert_eq!([at(1), at(10), at(11), at(25)], [(9, 27), (9, 0), (3, 0), (3, 28)]);
        assert_eq!([at(26), at(27), at(28), at(29)], [(4, 30), (6, 31), (8, 32), (10, 33)]);
        assert_eq!(place(Seat::TWO, Hole(29)), (14, 33));
    }

    #[test]
    fn lines_lead_both_ways() {
        let ends = |number| Hole(number).other_end().map(Hole::number);
        assert_eq!([ends(6), ends(20), ends(8), ends(10)], [Some(20), Some(6), Some(10), Some(8)]);
        assert_eq!(Hole::all().filter(|hole| hole.other_end().is_some()).count(), 4);
    }

    #[test]
    fn only_the_long_line_runs_past_a_nefer_hole() {
        assert_eq!(Hole(6).nefer_between(Hole(20)), Some(Hole(15)));
        assert_eq!(Hole(20).nefer_between(Hole(6)), Some(Hole(15)));
        assert_eq!(Hole(8).nefer_between(Hole(10)), None);
    }
}
