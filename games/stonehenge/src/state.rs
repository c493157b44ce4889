//! The state of a game and its rules, K1 to K11.
//!
//! Invariants: `diff` and `empty` are consistent with the druids on each line; `dominated` holds every decided line,
//! for one seat only (K6), and only grows; with automatic claims `marked` equals `dominated` whenever a seat is to act.

use std::ops::ControlFlow;

use rand_core::Rng;
use sarsen_core::{
    Deterministic, Illegal, ListActions, Options, Outcome, PerSeat, Rules, Seat, Turn, chance,
};
use serde::Serialize;
use wide::i8x16;

use crate::Action;
use crate::board::{ALL_CELLS, ALL_LINES, CELLS, Cell, LANES, LANES_OF_CELL, Line, nth_cell};
use crate::hand::Hand;
use crate::hash;
use crate::refusal;
use crate::spec::SPEC;

/// The number of megaliths of a seat, all of which it has to place to win (K1, K8).
pub const MEGALITHS: u32 = 8;

/// The phase of a turn.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_stonehenge::{Phase, Stonehenge};
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// assert_eq!(game.phase(), Phase::Druid);
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The seat has to place its druid.
    Druid,
    /// The druid is placed; there is something left to mark (manual claims only).
    Marking,
    /// The board is full: a turn consists of marking only (manual claims only).
    FullBoard,
}

/// A game of Stonehenge.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat};
/// use sarsen_stonehenge::Stonehenge;
/// use sarsen_stonehenge::board::Line;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// for token in ["A4", "G1", "B1"] {
///     game.play(token.parse()?)?;
/// }
/// // Seat 1 has both cells of the first row, so the line is its own.
/// assert_eq!(game.dominated_by(Seat::ONE), Line::from_name("r1").unwrap().bit());
/// assert_eq!(game.empty_cells().count_ones(), 15);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stonehenge {
    /// The cells that each seat holds.
    pub(crate) held: [u32; 2],
    /// The druid on each cell; 0 if there is none.
    pub(crate) values: [u8; 18],
    pub(crate) hands: [Hand; 2],
    /// Seat 1's total minus seat 2's on each line.
    pub(crate) diff: [i8; LANES],
    /// The empty cells of each line.
    pub(crate) empty: [i8; LANES],
    /// The lines that each seat dominates.
    pub(crate) dominated: [u16; 2],
    /// The lines that each seat has marked with a megalith.
    pub(crate) marked: [u16; 2],
    /// The cells with face-up druids.
    pub(crate) face_up: u32,
    /// The number of druids on the board.
    pub(crate) placed: u8,
    pub(crate) mover: Seat,
    pub(crate) phase: Phase,
    pub(crate) winner: Option<Seat>,
    pub(crate) manual: bool,
    pub(crate) hidden: bool,
    pub(crate) last: Option<Action>,
    /// The hash of the druids on the board.
    pub(crate) druids_hash: u64,
}

impl Stonehenge {
    /// The cells that are empty.
    #[inline]
    pub fn empty_cells(&self) -> u32 {
        ALL_CELLS & !(self.held[0] | self.held[1])
    }

    /// The cells that a seat holds.
    pub fn held_by(&self, seat: Seat) -> u32 {
        self.held[seat.index()]
    }

    /// The druid on a cell.
    pub fn value_at(&self, cell: Cell) -> Option<u8> {
        Some(self.values[cell.index()]).filter(|&value| value > 0)
    }

    /// The druids that a seat has left.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// Seat 1's total minus seat 2's on a line.
    #[inline]
    pub fn difference(&self, line: Line) -> i8 {
        self.diff[line.index()]
    }

    /// The number of empty cells on a line.
    #[inline]
    pub fn empty_on(&self, line: Line) -> u8 {
        self.empty[line.index()] as u8
    }

    /// The lines that a seat dominates.
    #[inline]
    pub fn dominated_by(&self, seat: Seat) -> u16 {
        self.dominated[seat.index()]
    }

    /// The lines that a seat has marked.
    pub fn marked_by(&self, seat: Seat) -> u16 {
        self.marked[seat.index()]
    }

    /// The phase of the turn.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether druids are placed face down (K11).
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// The lines that a seat may still mark.
    pub(crate) fn markable(&self, seat: Seat) -> u16 {
        self.dominated[seat.index()] & !self.marked[seat.index()]
    }

    #[inline]
    fn place(&mut self, cell: Cell, value: u8) {
        let seat = self.mover;
        let index = seat.index();
        self.held[index] |= cell.bit();
        self.placed += 1;
        self.values[cell.index()] = value;
        self.hands[index] = self.hands[index].without(value);
        self.druids_hash ^= hash::druid(seat, cell, value);
        let lines = i8x16::new(LANES_OF_CELL[cell.index()]);
        let signed = if index == 0 { value as i8 } else { -(value as i8) };
        let difference = i8x16::new(self.diff) + (lines & i8x16::splat(signed));
        // The lanes of the cell's lines are −1: adding them reduces the number of empty cells.
        let empty = i8x16::new(self.empty) + lines;
        self.diff = difference.to_array();
        self.empty = empty.to_array();
        let full = set_of(empty.simd_eq(i8x16::ZERO)) & ALL_LINES;
        self.fill(full, difference);
        if self.hidden {
            self.turn_up(full & set_of(lines));
        } else {
            self.face_up |= cell.bit();
            self.look_ahead(!full, difference, empty);
        }
    }

    fn undecided(&self) -> u16 {
        ALL_LINES & !(self.dominated[0] | self.dominated[1])
    }

    /// K3 and K4 for full lines: the higher total wins; on equal totals the mover, who placed last, loses.
    #[inline]
    fn fill(&mut self, full: u16, difference: i8x16) {
        let undecided = full & self.undecided();
        let of_one = set_of(difference.simd_gt(i8x16::ZERO));
        let equal = set_of(difference.simd_eq(i8x16::ZERO));
        let won_by_one = if self.mover == Seat::ONE { of_one } else { of_one | equal };
        self.dominated[0] |= undecided & won_by_one;
        self.dominated[1] |= undecided & !won_by_one;
    }

    /// K11: the druids of a full line are turned up.
    fn turn_up(&mut self, full: u16) {
        for line in Line::of_set(full) {
            self.face_up |= line.cells();
        }
    }

    /// K5: lines that the other seat can no longer win, however they are filled. A druid changes its own lines, and
    /// shrinks a hand, which can decide any line, so all lines are checked.
    #[inline]
    fn look_ahead(&mut self, open: u16, difference: i8x16, empty: i8x16) {
        let (mut most_of_one, mut most_of_two) = (i8x16::ZERO, i8x16::ZERO);
        for cells in 1..=5 {
            let lines = empty.simd_eq(i8x16::splat(cells as i8));
            most_of_one |= lines & i8x16::new(self.hands[0].best_lanes(cells));
            most_of_two |= lines & i8x16::new(self.hands[1].best_lanes(cells));
        }
        let undecided = open & self.undecided();
        let beaten_by_two = set_of(most_of_two.simd_gt(difference));
        let beaten_by_one = set_of(most_of_one.simd_gt(-difference));
        self.dominated[0] |= undecided & !beaten_by_two;
        self.dominated[1] |= undecided & beaten_by_two & !beaten_by_one;
    }

    #[inline]
    fn mark(&mut self, seat: Seat, lines: u16) {
        self.marked[seat.index()] |= lines;
        if self.marked[seat.index()].count_ones() == MEGALITHS {
            self.winner = Some(seat);
        }
    }

    /// K9, automatic claims: a seat marks everything it may, as long as it has megaliths.
    #[inline]
    fn mark_all(&mut self, seat: Seat) {
        let dominated = self.dominated[seat.index()];
        // A fast path for the usual case.
        if dominated.count_ones() < MEGALITHS {
            self.marked[seat.index()] = dominated;
        } else {
            self.mark_last(seat);
        }
    }

    /// With more lines to mark than megaliths left, the first lines get them.
    fn mark_last(&mut self, seat: Seat) {
        let mut lines = self.markable(seat);
        let left = MEGALITHS - self.marked[seat.index()].count_ones();
        while lines.count_ones() > left {
            lines &= !highest(lines);
        }
        self.mark(seat, lines);
    }

    #[inline]
    fn end_turn(&mut self) {
        self.mover = self.mover.other();
        if self.manual {
            let full = usize::from(self.placed) == CELLS;
            self.phase = if full { Phase::FullBoard } else { Phase::Druid };
        } else {
            self.mark_all(self.mover);
        }
    }

    #[inline]
    fn after_druid(&mut self) {
        if !self.manual {
            self.mark_all(self.mover);
            if self.winner.is_none() {
                self.end_turn();
            }
        } else if self.markable(self.mover) == 0 {
            self.end_turn();
        } else {
            self.phase = Phase::Marking;
        }
    }

    fn after_mark(&mut self) {
        if self.winner.is_none() && self.phase != Phase::Druid && self.markable(self.mover) == 0 {
            self.end_turn();
        }
    }

    pub(crate) fn may_place(&self) -> bool {
        self.winner.is_none() && self.phase == Phase::Druid
    }

    pub(crate) fn may_mark(&self) -> u16 {
        if self.manual && self.winner.is_none() { self.markable(self.mover) } else { 0 }
    }

    /// `end` or `pass`, if one of them is legal.
    pub(crate) fn closing(&self) -> Option<Action> {
        match self.phase {
            _ if self.winner.is_some() => None,
            Phase::Druid => None,
            Phase::Marking => Some(Action::End),
            Phase::FullBoard => (self.markable(self.mover) == 0).then_some(Action::Pass),
        }
    }
}

/// The lines whose lanes are true.
#[inline]
fn set_of(lanes: i8x16) -> u16 {
    lanes.to_bitmask() as u16
}

/// The last line of a non-empty set, as a set.
fn highest(lines: u16) -> u16 {
    1 << lines.ilog2()
}

impl Rules for Stonehenge {
    type Action = Action;
    const SPEC: &'static sarsen_core::GameSpec = &SPEC;
    fn start(options: &Options) -> Stonehenge {
        let mut empty = [0; LANES];
        for line in Line::all() {
            empty[line.index()] = line.length() as i8;
        }
        Stonehenge {
            held: [0; 2],
            values: [0; 18],
            hands: [Hand::FULL; 2],
            diff: [0; LANES],
            empty,
            dominated: [0; 2],
            marked: [0; 2],
            face_up: 0,
            placed: 0,
            mover: Seat::ONE,
            phase: Phase::Druid,
            winner: None,
            manual: options.get("claims") == "manual",
            hidden: options.get("druids") == "hidden",
            last: None,
            druids_hash: 0,
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.winner {
            None => Turn::Seat(self.mover),
            Some(winner) => Turn::Over(Outcome::win(winner)),
        }
    }

    /// K10: the megaliths that each seat has left.
    fn score(&self) -> Option<PerSeat<i32>> {
        let left = self.marked.map(|lines| (MEGALITHS - lines.count_ones()) as i32);
        Some(PerSeat::new(&left))
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        if self.winner.is_some() {
            return Err(Illegal::game_is_over("K8"));
        }
        refusal::check(self, action)
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        self.last = Some(action);
        match action {
            Action::Place { cell, value } => {
                self.place(cell, value);
                self.after_druid();
            }
            Action::Mark(line) => {
                self.mark(self.mover, line.bit());
                self.after_mark();
            }
            Action::End | Action::Pass => self.end_turn(),
        }
    }
}

impl Deterministic for Stonehenge {}

impl ListActions for Stonehenge {
    fn visit_actions<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        for line in Line::of_set(self.may_mark()) {
            visit(Action::Mark(line))?;
        }
        if let Some(action) = self.closing() {
            visit(action)?;
        }
        if self.may_place() {
            for cell in Cell::of_set(self.empty_cells()) {
                for value in values_of(self.hand(self.mover)) {
                    visit(Action::Place { cell, value })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn action_count(&self) -> usize {
        let places = if self.may_place() { self.place_count() } else { 0 };
        if !self.manual {
            return places as usize;
        }
        let marks = self.may_mark().count_ones();
        (marks + u32::from(self.closing().is_some()) + places) as usize
    }

    #[inline]
    fn nth_action(&self, n: usize) -> Option<Action> {
        if !self.manual {
            return self.nth_place(n as u32);
        }
        let marks = self.may_mark();
        let after_marks = n.checked_sub(marks.count_ones() as usize);
        let Some(n) = after_marks else {
            return Line::of_set(marks).nth(n).map(Action::Mark);
        };
        match self.closing() {
            Some(action) => (n == 0).then_some(action),
            None => self.nth_place(n as u32),
        }
    }

    /// Like the default, but directly where all actions are placements.
    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Action> {
        if self.manual || self.winner.is_some() {
            let count = self.action_count();
            return (count > 0)
                .then(|| self.nth_action(chance::below(rng, count as u64) as usize))?;
        }
        Some(self.place_at(chance::below(rng, u64::from(self.place_count())) as u32))
    }
}

impl Stonehenge {
    #[inline]
    fn place_count(&self) -> u32 {
        self.hand(self.mover).kinds() * (CELLS as u32 - u32::from(self.placed))
    }

    #[inline]
    fn nth_place(&self, n: u32) -> Option<Action> {
        let legal = self.may_place() && n < self.place_count();
        legal.then(|| self.place_at(n))
    }

    /// The `n`-th placement; there must be more than `n`.
    #[inline]
    fn place_at(&self, n: u32) -> Action {
        let hand = self.hand(self.mover);
        let kinds = hand.kinds();
        // A multiplication in place of a division: exact for every n below 18 · 6.
        let cell = (n * PART_OF_65536[kinds as usize]) >> 16;
        let value = hand.nth_value((n - cell * kinds) as usize);
        Action::Place { cell: nth_cell(self.empty_cells(), cell as usize), value }
    }
}

/// 65536 divided by 1 to 6, rounded up.
const PART_OF_65536: [u32; 7] = [0, 65536, 32768, 21846, 16384, 13108, 10923];

fn values_of(hand: Hand) -> impl Iterator<Item = u8> {
    (1..=crate::hand::MAX_VALUE).filter(move |&value| hand.has(value))
}
