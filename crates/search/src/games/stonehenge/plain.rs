//! A second implementation of open druids, for checking results of the solver: simple boards and plain search.
//!
//! It has in common with the solver only the key of a position in a checkpoint, and what that key leaves out by K6: whoever
//! gets eight of the fifteen lines wins, so claims, the druids on decided lines and where cells without an open line are do
//! not matter. Nothing is kept up to date: every board is computed from its lines, cells and hands alone.

use std::collections::HashMap;
use std::fmt;

use sarsen_stonehenge::board::{CELL_IMAGES, Cell, LINE_IMAGES, LINES, Line, SYMMETRIES};
use sarsen_stonehenge::hand::{Hand, MAX_VALUE};

use super::checkpoint::Key;
use crate::limits::Budget;

/// The number of lines that win.
const MAJORITY: u8 = 8;
/// Results are remembered from this number of empty cells on.
const REMEMBERED_FROM: usize = 5;
/// A lead of zero, as a byte of a key.
const ZERO: i16 = 64;

/// A druid: the cell, or `None` for a cell without an open line; the value that it shows, and the one taken from the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement {
    pub(super) cell: Option<Cell>,
    pub(super) shown: u8,
    pub(super) spent: u8,
}

impl Placement {
    /// A druid of the hand on a cell with an open line.
    pub(super) fn of(cell: Cell, value: u8) -> Placement {
        Placement { cell: Some(cell), shown: value, spent: value }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell {
            Some(cell) => write!(f, "{}{}", cell.letter(), self.shown),
            None => write!(f, "{} elsewhere", self.shown),
        }
    }
}

/// A position in which a druid is to be placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// By line, seat 1's total minus the other's; `None` if it is decided.
    leads: [Option<i8>; LINES],
    /// The empty cells on open lines.
    empty: u32,
    /// The number of other empty cells.
    spare: usize,
    won: [u8; 2],
    hands: [Hand; 2],
    mover: usize,
}

impl Board {
    /// The empty board.
    pub(super) fn start() -> Board {
        Board {
            leads: [Some(0); LINES],
            empty: Cell::all().fold(0, |set, cell| set | cell.bit()),
            spare: 0,
            won: [0; 2],
            hands: [Hand::FULL; 2],
            mover: 0,
        }
    }

    /// The position with a key; `None` if no position has it.
    pub(super) fn from_key(key: &Key) -> Option<Board> {
        let hand = |index: u8| Hand::from_index(usize::from(index));
        let hands = [hand(key[19])?, hand(key[20])?];
        let mut leads = [None; LINES];
        for (lead, &byte) in leads.iter_mut().zip(&key[4..]).filter(|(_, byte)| **byte != 0) {
            *lead = Some(i8::try_from(i16::from(byte) - ZERO).ok()?);
        }
        let open = leads.iter().flatten().count() as u8;
        let decided = LINES as u8 - open;
        let empty = u32::from_le_bytes([key[0], key[1], key[2], 0]);
        let left = hands[0].size() + hands[1].size();
        let spare = left.checked_sub(empty.count_ones() as usize)?;
        let won = [key[3], decided.checked_sub(key[3])?];
        let board = Board { leads, empty, spare, won, hands, mover: usize::from(key[21]) };
        let sides = if board.mover == 0 { hands[0].size() } else { hands[0].size() + 1 };
        let settled = board.clone().settled(None);
        (board.mover < 2 && sides == hands[1].size() && settled == board && board.key() == *key)
            .then_some(board)
    }

    /// The key of the position, equal for all its images.
    pub(super) fn key(&self) -> Key {
        (0..SYMMETRIES).map(|symmetry| self.image(symmetry)).min().expect("there are six images")
    }

    fn image(&self, symmetry: usize) -> Key {
        let mut key = [0; 24];
        let cells = Cell::of_set(self.empty).map(|cell| CELL_IMAGES[symmetry][cell.index()]);
        let empty = cells.fold(0_u32, |set, cell| set | 1 << cell);
        key[..3].copy_from_slice(&empty.to_le_bytes()[..3]);
        key[3] = self.won[0];
        for (line, lead) in self.leads.iter().enumerate() {
            if let Some(lead) = lead {
                key[4 + usize::from(LINE_IMAGES[symmetry][line])] = (i16::from(*lead) + ZERO) as u8;
            }
        }
        key[19] = self.hands[0].index() as u8;
        key[20] = self.hands[1].index() as u8;
        key[21] = self.mover as u8;
        key
    }

    /// The number of empty cells.
    pub(super) fn left(&self) -> usize {
        self.empty.count_ones() as usize + self.spare
    }

    /// Whether the seat to place a druid wins, if eight lines already say so.
    pub(super) fn settled_for_mover(&self) -> Option<bool> {
        if self.won[self.mover] >= MAJORITY {
            return Some(true);
        }
        (self.won[1 - self.mover] >= MAJORITY).then_some(false)
    }

    /// The legal placements; of the cells without an open line, one stands for all.
    pub(super) fn placements(&self) -> impl Iterator<Item = Placement> + '_ {
        let hand = self.hands[self.mover];
        let spare = (self.spare > 0).then_some(None);
        let cells = Cell::of_set(self.empty).map(Some).chain(spare);
        cells.flat_map(move |cell| {
            let values = (1..=MAX_VALUE).filter(move |&value| hand.has(value));
            values.map(move |value| Placement { cell, shown: value, spent: value })
        })
    }

    /// A placement, and those that are at least as good for whoever places: a larger druid shown on the same cell, or a
    /// smaller one taken from the hand. Who could copy every later druid of a weaker seat, with a lead at least as large on
    /// each line, loses no line that the weaker one wins.
    pub(super) fn at_least_as_good(
        &self,
        placement: Placement,
    ) -> impl Iterator<Item = Placement> + '_ {
        let hand = self.hands[self.mover];
        let smaller = (1..=placement.spent).rev().filter(move |&spent| hand.has(spent));
        smaller.flat_map(move |spent| {
            (placement.shown..=MAX_VALUE).map(move |shown| Placement { shown, spent, ..placement })
        })
    }

    /// The position after a placement.
    pub(super) fn after(&self, placement: Placement) -> Board {
        let mut board = self.clone();
        board.hands[self.mover] = self.hands[self.mover].without(placement.spent);
        board.mover = 1 - self.mover;
        match placement.cell {
            None => board.spare -= 1,
            Some(cell) => {
                board.empty &= !cell.bit();
                let value = placement.shown as i8;
                for line in cell.lines() {
                    if let Some(lead) = &mut board.leads[line.index()] {
                        *lead += if self.mover == 0 { value } else { -value };
                    }
                }
            }
        }
        board.settled(Some(self.mover))
    }

    /// How good the position looks for the seat to place a druid. It only decides what is tried first.
    fn promise(&self) -> i32 {
        let (own, other) = (self.mover, 1 - self.mover);
        let hand = |seat: usize| self.hands[seat].druids().map(i32::from).sum::<i32>();
        let lines = Line::all().filter_map(|line| {
            let lead = i32::from(self.leads[line.index()]?) * if own == 0 { 1 } else { -1 };
            let empty = (line.cells() & self.empty).count_ones() as i32;
            Some((lead * 12 / (1 + empty)).clamp(-60, 60))
        });
        100 * (i32::from(self.won[own]) - i32::from(self.won[other]))
            + 6 * (hand(own) - hand(other))
            + lines.sum::<i32>()
    }

    /// Decides all lines that K3, K4 and K5 decide after a druid of `placed`.
    fn settled(mut self, placed: Option<usize>) -> Board {
        for line in Line::all() {
            let Some(lead) = self.leads[line.index()] else { continue };
            let empty = (line.cells() & self.empty).count_ones() as u8;
            let ahead = |seat: usize| if seat == 0 { lead } else { -lead };
            let winner = match placed {
                // K3, K4: on a tie, the last one to place has lost the line.
                Some(placed) if empty == 0 => {
                    Some(if ahead(placed) > 0 { placed } else { 1 - placed })
                }
                // K5: not even the best druids of the other seat could beat the total.
                _ => (0..2).find(|&seat| {
                    empty > 0 && ahead(seat) >= self.hands[1 - seat].best(empty) as i8
                }),
            };
            if let Some(winner) = winner {
                self.leads[line.index()] = None;
                self.won[winner] += 1;
            }
        }
        let open = Line::all().filter(|line| self.leads[line.index()].is_some());
        let cells = open.fold(0, |set, line| set | line.cells());
        self.spare += (self.empty & !cells).count_ones() as usize;
        self.empty &= cells;
        self
    }
}

/// Plain search: every druid of every position is tried until one wins. What was found is remembered by key, and druids that
/// look good are tried first; nothing is left out.
#[derive(Default)]
pub(super) struct PlainSearch {
    known: HashMap<Key, bool>,
    /// The number of positions visited.
    pub(super) nodes: u64,
}

impl PlainSearch {
    /// Whether the seat to place a druid wins; `None` if the budget runs out.
    pub(super) fn wins(&mut self, board: &Board, budget: &Budget<'_>) -> Option<bool> {
        if let Some(wins) = board.settled_for_mover() {
            return Some(wins);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) && !budget.spend(256) {
            return None;
        }
        let left = board.left();
        let key = (left >= REMEMBERED_FROM).then(|| board.key());
        if let Some(&wins) = key.as_ref().and_then(|key| self.known.get(key)) {
            return Some(wins);
        }
        let mut children: Vec<(i32, Board)> = board
            .placements()
            .map(|placement| board.after(placement))
            .map(|child| (child.promise(), child))
            .collect();
        children.sort_unstable_by_key(|(promise, _)| *promise);
        let mut wins = false;
        for (_, child) in &children {
            if !self.wins(child, budget)? {
                wins = true;
                break;
            }
        }
        if let Some(key) = key {
            self.known.insert(key, wins);
        }
        Some(wins)
    }
}

#[cfg(test)]
mod tests {
    use super::super::compact::Compact;
    use super::super::solver::Solver;
    use super::*;
    use crate::limits::{Cancel, Limits};
    use sarsen_core::{Options, Rules, chance};
    use sarsen_stonehenge::{Action, Stonehenge};

    /// The positions of random games as the rules, the solver and this module see them.
    fn positions(seed: u64, left: usize) -> Vec<(Stonehenge, Board)> {
        let mut rng = chance::generator(seed);
        let mut found = Vec::new();
        for _ in 0..40 {
            let mut state = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
            let mut board = Board::start();
            while board.left() > left {
                let Some(action) = chance::random_step(&state, &mut rng) else { break };
                let Action::Place { cell, value } = action else { continue };
                let on_open_line = (board.empty & cell.bit() != 0).then_some(cell);
                board = board.after(Placement { cell: on_open_line, shown: value, spent: value });
                state.apply(action);
                if state.turn().is_over() {
                    break;
                }
                found.push((state, board.clone()));
            }
        }
        found
    }

    #[test]
    fn boards_have_the_keys_of_the_solver_and_are_read_back_from_them() {
        let positions = positions(3, 0);
        for (state, board) in &positions {
            assert_eq!(board.key(), Compact::of(state).canonical());
            let read = Board::from_key(&board.key()).expect("a position was written");
            assert_eq!((read.key(), read.left()), (board.key(), board.left()));
        }
        assert!(positions.len() > 300, "{}", positions.len());
    }

    #[test]
    fn a_key_that_no_position_has_is_refused() {
        let (_, board) = positions(1, 8).pop().unwrap();
        let key = board.key();
        assert!(Board::from_key(&key).is_some());
        for (index, byte) in [(3, 40), (19, 255), (20, 216), (21, 2), (21, 1 - key[21]), (4, 250)] {
            let mut wrong = key;
            wrong[index] = byte;
            assert!(Board::from_key(&wrong).is_none(), "byte {index}");
        }
    }

    #[test]
    fn plain_search_agrees_with_the_solver() {
        let cancel = Cancel::default();
        let budget = Budget::new(&Limits::default(), &cancel);
        let solver = Solver::new(1 << 20, 1);
        let mut wins = [0; 2];
        for (state, board) in positions(11, 8).into_iter().filter(|(_, board)| board.left() == 8) {
            let found = PlainSearch::default().wins(&board, &budget).unwrap();
            let solved = solver.solve(&Compact::of(&state), &budget).unwrap();
            assert_eq!(found, solved.wins, "{state:?}");
            wins[usize::from(found)] += 1;
        }
        assert!(wins[0] > 3 && wins[1] > 3, "{wins:?}");
    }

    #[test]
    fn better_placements_are_at_least_as_good() {
        let cancel = Cancel::default();
        let budget = Budget::new(&Limits::default(), &cancel);
        let mut search = PlainSearch::default();
        let mut better = 0;
        for (_, board) in positions(5, 6).into_iter().filter(|(_, board)| board.left() == 7) {
            for placement in board.placements().step_by(5) {
                let loses = |placement, search: &mut PlainSearch| {
                    search.wins(&board.after(placement), &budget).unwrap()
                };
                let plain = loses(placement, &mut search);
                for other in board.at_least_as_good(placement) {
                    assert!(
                        plain || !loses(other, &mut search),
                        "{board:?} {placement:?} {other:?}"
                    );
                    better += usize::from(other != placement);
                }
            }
        }
        assert!(better > 100, "{better}");
    }
}
