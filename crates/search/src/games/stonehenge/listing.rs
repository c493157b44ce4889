//! The druids to try in the inner search, with their promise.
//!
//! The druids to try are those of [`druids`](super::druids), and their promise is the learned evaluation of
//! [`order`](super::order); here both are computed for all six values of a druid at once: first for every line, then
//! each cell adds up its three lines.

use std::sync::OnceLock;

use wide::i16x8;

use super::compact::{Druid, LINES_AT, LINES_MASK, bits};
use super::lanes::Lanes;
use super::order::{Gain, Weights};

/// Leads are clamped to this.
const WIDEST: i8 = 23;
const LEADS: usize = 2 * WIDEST as usize + 1;
/// Lines with 0 to 4 empty cells after the druid.
const EMPTY: usize = 5;
/// The scale of integer weights. Sums of three lines stay far below the 16-bit limit.
const SCALE: f32 = 400.0;
/// The promise of a druid on a cell that decides nothing: it is tried last.
const DEAD: i16 = -30_000;
/// Marks a line that is already decided.
const NO_NEED: i8 = i8::MIN;

/// A druid with its promise, ordered by promise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Listed(u32);

impl Listed {
    /// Below every druid: an entry that need not be tried any more.
    pub(crate) const NONE: Listed = Listed(0);

    #[inline]
    fn new(promise: i16, cell: usize, value: u8, covers: u8) -> Listed {
        let promise = (i32::from(promise) + 32_768) as u32;
        Listed(promise << 16 | (cell as u32) << 8 | u32::from(covers) << 4 | u32::from(value))
    }

    #[inline]
    pub(crate) fn druid(self) -> Druid {
        Druid { cell: (self.0 >> 8) as u8, value: self.0 as u8 & 15 }
    }

    fn cover(&mut self, value: u8) {
        self.0 = self.0 & !0xf0 | u32::from(value) << 4;
    }

    /// The largest value on that cell that need not be tried because this druid is at least as good.
    #[inline]
    pub(crate) fn covers(self) -> u8 {
        (self.0 >> 4) as u8 & 15
    }
}

/// The promise of the values 0 to 7 on one line.
#[derive(Clone, Copy)]
struct Row {
    /// For values that do not win the line at once.
    short: i16x8,
    /// For values that do.
    takes: i16x8,
}

struct Phase {
    rows: [[Row; LEADS]; EMPTY],
    /// The cost of no longer having the values.
    spent: i16x8,
}

/// The promises of the learned evaluation, for every line and value.
pub(crate) struct Listing {
    phases: Vec<Phase>,
}

impl Listing {
    pub(crate) fn get() -> &'static Listing {
        static LISTING: OnceLock<Listing> = OnceLock::new();
        LISTING.get_or_init(|| {
            let weights = Weights::learned();
            Listing { phases: weights.gains().map(|gain| phase(&gain)).collect() }
        })
    }

    /// Adds the druids that have to be tried to a list, and returns the decided lines that others are left out for: that
    /// they are not better holds only while these lines are decided.
    #[inline]
    pub(crate) fn list(&self, position: &Lanes, moves: &mut Vec<Listed>) -> u16 {
        let values = position.own_hand().values();
        let mut relied = 0;
        if position.dead() != 0 {
            let cell = position.dead().trailing_zeros() as usize;
            let (smallest, largest) = (values.trailing_zeros() as u8, values.ilog2() as u8);
            moves.push(Listed::new(DEAD, cell, smallest, largest));
            relied = bits(position.dead()).fold(0, |lines, cell| lines | LINES_MASK[cell]);
        }
        let phase = &self.phases[Gain::phase_after(position.left())];
        let lines = Lines::new(position, phase);
        let undecided = position.undecided();
        let mut first_twins = [None; 16];
        for cell in bits(position.live()) {
            let through = LINES_MASK[cell] & undecided;
            if through & (through - 1) == 0 {
                let first = &mut first_twins[through.trailing_zeros() as usize];
                if let Some(first) = *first {
                    relied |= LINES_MASK[first] | LINES_MASK[cell];
                    continue;
                }
                *first = Some(cell);
            }
            lines.list_cell(cell, through, values, phase, moves);
        }
        relied & !undecided
    }
}

/// Facts about the lines of a position.
struct Lines {
    promises: [i16x8; 16],
    /// The smallest value that wins each line at once.
    needs: [i8; 16],
    /// The lines with one empty cell.
    last_cell: u16,
}

impl Lines {
    #[inline]
    fn new(position: &Lanes, phase: &Phase) -> Lines {
        let (leads, open, other) = (position.leads(), position.open(), position.other_hand());
        let values = i16x8::from([0, 1, 2, 3, 4, 5, 6, 7]);
        let mut lines =
            Lines { promises: [i16x8::splat(0); 16], needs: [NO_NEED; 16], last_cell: 0 };
        for line in bits(u32::from(position.undecided())) {
            // An undecided line has an empty cell.
            let empty = (open[line] - 1) as u8;
            let lead = leads[line];
            let row =
                &phase.rows[usize::from(empty)][(lead.clamp(-WIDEST, WIDEST) + WIDEST) as usize];
            let need = if empty == 0 { 1 - lead } else { other.best(empty) as i8 - lead };
            lines.last_cell |= u16::from(empty == 0) << line;
            lines.needs[line] = need;
            let short = i16x8::splat(i16::from(need)).simd_gt(values);
            lines.promises[line] = row.short & short | row.takes & !short;
        }
        lines
    }

    #[inline]
    fn list_cell(
        &self,
        cell: usize,
        through: u16,
        values: u8,
        phase: &Phase,
        moves: &mut Vec<Listed>,
    ) {
        let lines = LINES_AT[cell].map(usize::from);
        let [a, b, c] = lines.map(|line| self.promises[line]);
        let promises: [i16; 8] = (a + b + c - phase.spent).into();
        let needs = lines.map(|line| self.needs[line]);
        let takes_all = needs[0].max(needs[1]).max(needs[2]);
        let fills_all = through & !self.last_cell == 0;
        let mut last_result = u8::MAX;
        for value in bits(u32::from(values)) {
            if fills_all {
                // Only the smallest value of each result counts.
                let result =
                    needs.iter().fold(0, |set, &need| set << 1 | u8::from(value as i8 >= need));
                if std::mem::replace(&mut last_result, result) == result {
                    if let Some(last) = moves.last_mut() {
                        last.cover(value as u8);
                    }
                    continue;
                }
            }
            let takes = value as i8 >= takes_all;
            let covers = if takes { u32::from(values).ilog2() } else { value as u32 };
            moves.push(Listed::new(promises[value], cell, value as u8, covers as u8));
            if takes {
                break;
            }
        }
    }
}

fn phase(gain: &Gain<'_>) -> Phase {
    let whole = |weight: f32| (weight * SCALE) as i16;
    let row = |empty: usize, lead: usize| {
        let (empty, lead) = (empty as u8, lead as i8 - WIDEST);
        let short = |value: usize| match empty {
            0 => whole(gain.fails(lead)),
            _ => whole(gain.leaves(empty, lead, value as i8)),
        };
        Row {
            short: i16x8::from(std::array::from_fn::<i16, 8, _>(short)),
            takes: i16x8::splat(whole(gain.takes(empty, lead))),
        }
    };
    let spent = |value: usize| whole(gain.spends(value as u8));
    Phase {
        rows: std::array::from_fn(|empty| std::array::from_fn(|lead| row(empty, lead))),
        spent: i16x8::from(std::array::from_fn::<i16, 8, _>(spent)),
    }
}
