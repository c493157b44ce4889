//! The druids that have to be tried.
//!
//! All reductions are sound by strategy copying: a larger lead on a line, or a hand that is larger druid by druid,
//! never hurts.
//! - Empty cells that decide nothing are equivalent and take the smallest druid.
//! - Empty cells whose only undecided line is the same are equivalent: only one is tried.
//! - If a value wins every undecided line through a cell, larger values there are dominated.
//! - If a cell is the last empty one of all undecided lines through it, only the smallest value of each result counts.

use std::ops::ControlFlow;

use sarsen_stonehenge::hand::MAX_VALUE;

use super::compact::{CELLS_ON, Compact, Druid, LINES_AT, LINES_MASK, bits};

/// An undecided line through a cell: its number, the mover's lead, and the number of its empty cells once the cell is
/// filled.
pub(crate) type Fact = (usize, i8, u8);

/// Visits the druids that have to be tried, with the facts of the cell; a cell that decides nothing has none.
#[inline]
pub(crate) fn visit_druids<B>(
    position: &Compact,
    mut visit: impl FnMut(Druid, &[Fact]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let values = position.own_hand().values();
    if let Some(cell) = bits(position.dead()).next() {
        visit(Druid { cell: cell as u8, value: values.trailing_zeros() as u8 }, &[])?;
    }
    let mut twins = 0_u16;
    for cell in bits(position.live()) {
        let lines = LINES_MASK[cell] & position.undecided;
        if lines & (lines - 1) == 0 {
            if twins & lines != 0 {
                continue;
            }
            twins |= lines;
        }
        visit_cell(position, cell, values, &mut visit)?;
    }
    ControlFlow::Continue(())
}

/// The facts of a cell, as many as there are.
#[inline]
pub(crate) fn facts_of(position: &Compact, cell: usize) -> ([Fact; 3], usize) {
    let mut facts = [(0, 0, 0); 3];
    let mut count = 0;
    for line in LINES_AT[cell].map(usize::from) {
        if position.undecided & (1 << line) != 0 {
            let empty = (CELLS_ON[line] & position.empties).count_ones() as u8 - 1;
            facts[count] = (line, position.lead(line), empty);
            count += 1;
        }
    }
    (facts, count)
}

#[inline]
fn visit_cell<B>(
    position: &Compact,
    cell: usize,
    values: u8,
    visit: &mut impl FnMut(Druid, &[Fact]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let other = position.other_hand();
    let (facts, count) = facts_of(position, cell);
    let facts = &facts[..count];
    let all_filled = facts.iter().all(|&(_, _, empty)| empty == 0);
    let needed = |&(_, lead, empty): &Fact| {
        if empty == 0 { 1 - lead } else { other.best(empty) as i8 - lead }
    };
    let takes_all = facts.iter().map(needed).fold(i8::MIN, i8::max);
    let mut last_result = u8::MAX;
    for value in (1..=MAX_VALUE).filter(|value| values & (1 << value) != 0) {
        if all_filled {
            let won = |&(_, lead, _): &Fact| u8::from(lead + value as i8 > 0);
            let result = facts.iter().fold(0, |set, fact| set << 1 | won(fact));
            if std::mem::replace(&mut last_result, result) == result {
                continue;
            }
        }
        visit(Druid { cell: cell as u8, value }, facts)?;
        if value as i8 >= takes_all {
            break;
        }
    }
    ControlFlow::Continue(())
}
