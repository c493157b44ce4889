//! Which druids look best, and how good a position looks.

use super::compact::Compact;

/// The promise of a druid on a cell that decides nothing.
pub(crate) const DEAD: i32 = -400;

/// What the promises of a position's druids are made of.
pub(crate) struct Weights;

/// The weights of a position.
#[inline]
pub(crate) fn weights(_position: &Compact) -> Weights {
    Weights
}

impl Weights {
    /// The promise of a value on a cell, from what is true of its undecided lines: the line, the mover's
    /// lead, and how many cells of it are empty after that.
    #[inline]
    pub(crate) fn promise(&self, facts: &[(usize, i8, u8)], value: u8) -> i32 {
        let mut sum = -i32::from(value) * 70;
        for &(_, lead, empty) in facts {
            sum += line_value(empty, lead + value as i8) - line_value(empty + 1, lead);
        }
        sum
    }
}

const REACH: [i32; 6] = [1, 6, 10, 13, 15, 17];

/// About a thousand times the chance to get a line.
#[inline]
fn line_value(empty: u8, lead: i8) -> i32 {
    if empty == 0 {
        return if lead > 0 { 1000 } else { 0 };
    }
    (500 + i32::from(lead) * 500 / REACH[usize::from(empty)]).clamp(0, 1000)
}

/// The winning chance of the mover.
pub(crate) fn chance(position: &Compact) -> f64 {
    let mover = usize::from(position.mover);
    let mut lines =
        i32::from(position.won[mover]) * 1000 - i32::from(position.won[1 - mover]) * 1000;
    for line in super::compact::bits(u32::from(position.undecided)) {
        lines += line_value(position.empty_on(line), position.lead(line)) * 2 - 1000;
    }
    let hand = |hand: sarsen_stonehenge::hand::Hand| hand.druids().map(i32::from).sum::<i32>();
    lines += 70 * (hand(position.own_hand()) - hand(position.other_hand()));
    1.0 / (1.0 + libm::exp(-f64::from(lines) / 1500.0))
}
