//! Exact play: who wins a position, and by which druid.
//!
//! Alpha-beta over win and loss only, with the reductions of [`druids`](super::druids). Beyond plain alpha-beta:
//!
//! - Every result is a set of positions: the winner also wins wherever its leads are at least some thresholds
//!   ([`Outcome`]). The thresholds come with the search: they fall by what the winner places, rise by what the loser
//!   places, and the loser's are the largest over all its druids. The table holds such sets.
//! - The refutation of a druid also refutes a larger one on the same cell if the thresholds leave room for it.
//! - Where a position looks lost, all the values on a cell are refuted by one search: the largest on the board, the
//!   smallest taken from the hand. The estimate of [`order`](super::order) decides where; one in a hundred fails.
//!
//! In 87 to 99 of 100 won positions, depending on depth, the first druid tried wins, so what is left to gain is the
//! number of refutations and the time per position: hence [`lanes`](super::lanes) and [`listing`](super::listing).
//!
//! Rejected after measuring: refuting all values on a cell at once without an estimate (11 to 140 times the positions),
//! proof-number search (three to six times), looking up positions with five empty cells (a fifth fewer, no faster).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use sarsen_stonehenge::hand::MAX_VALUE;
use wide::i8x16;

use super::compact::{Compact, Druid, bits};
use super::lanes::{ALL_LINES, Lanes, Lookup, NEEDED_ABOVE, NOT_NEEDED, Outcome, lanes_of};
use super::listing::{Listed, Listing};
use super::order;
use super::solver_table::SolverTable;
use crate::limits::{Budget, Meter};

/// Positions with fewer empty cells are solved faster than they are found in the table.
pub(crate) const TABLE_FROM: u32 = 6;
/// With at least this many empty cells, all children are looked up before one is searched. Below, that costs more than
/// it saves.
const LOOK_AHEAD_FROM: u32 = 8;
/// The number of most promising druids that are tried before the others, which are refuted together where possible.
const PROMISING: usize = 3;
/// With at least this many empty cells, druids are refuted together. Below, the estimate costs more than it saves.
const TOGETHER_FROM: u32 = 6;
/// The least log-odds of the other seat, nine to one, for trying to refute several druids by one search. A failure costs
/// some ten times what a success saves.
const LIKELY: f32 = 2.2;
/// The same for proofs with a ledger, thirty to one: with fifteen empty cells a failure costs so much more that this visits
/// a quarter fewer positions.
pub(crate) const LIKELY_IN_PROOFS: f32 = 3.4;
/// With at most these log-odds for the mover, no druid is tried by promise.
const HOPELESS: f32 = -1.7;
/// Positions with at least this many empty cells are divided among threads.
const SHARE_FROM: u32 = 8;
/// The number of positions that can be marked as being searched.
const BUSY: usize = 1 << 10;

/// The winner, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    /// Whether the seat to place a druid wins.
    pub(crate) wins: bool,
    /// A winning druid.
    pub(crate) druid: Option<Druid>,
}

/// A solver with its table, which is kept from one position to the next.
pub(crate) struct Solver {
    table: SolverTable,
    /// The hashes of positions that some thread is searching.
    busy: Vec<AtomicU64>,
    threads: usize,
}

impl Solver {
    pub(crate) fn new(memory: usize, threads: usize) -> Solver {
        let busy = (0..BUSY).map(|_| AtomicU64::new(0)).collect();
        Solver { table: SolverTable::new(memory), busy, threads: threads.max(1) }
    }

    /// Solves a position; `None` if the budget runs out.
    pub(crate) fn solve(&self, position: &Compact, budget: &Budget<'_>) -> Option<Verdict> {
        self.solve_with(position, budget, &Ledger::NONE)
    }

    /// What is known of a position from earlier searches.
    pub(crate) fn known(&self, position: &Compact) -> Option<bool> {
        let lanes = Lanes::of(position);
        lanes.settled().or_else(|| self.table.probe(&lanes).map(|known| known.wins))
    }

    /// Like [`Solver::solve`], with a ledger of positions with many empty cells.
    pub(crate) fn solve_with(
        &self,
        position: &Compact,
        budget: &Budget<'_>,
        ledger: &Ledger<'_>,
    ) -> Option<Verdict> {
        let verdict = OnceLock::new();
        let threads = if position.left() > SHARE_FROM { self.threads } else { 1 };
        let run = |number: usize| {
            let mut worker = self.worker(ledger, budget, &verdict, number);
            if let Some(found) = worker.verdict(&Lanes::of(position)) {
                // The first to finish counts; the others find the same.
                let _ = verdict.set(found);
            }
        };
        std::thread::scope(|scope| {
            for number in 1..threads {
                let run = &run;
                scope.spawn(move || run(number));
            }
            run(0);
        });
        verdict.get().copied()
    }
}

impl Solver {
    fn worker<'s, 'b, 'a>(
        &'s self,
        ledger: &'s Ledger<'s>,
        budget: &'b Budget<'a>,
        done: &'s OnceLock<Verdict>,
        number: usize,
    ) -> Worker<'s, 'b, 'a> {
        Worker {
            solver: self,
            ledger,
            lookup: Lookup::get(),
            listing: Listing::get(),
            meter: Meter::new(budget, 512),
            done,
            moves: Vec::with_capacity(1024),
            refuted: Vec::with_capacity(1024),
            nodes: 0,
            number,
        }
    }
}

/// A store for the verdicts of positions with many empty cells.
pub(crate) struct Ledger<'l> {
    /// The number of empty cells from which on it is used.
    pub(crate) from: u32,
    /// Called with `None` to look up a position, and with `Some` to record a verdict.
    pub(crate) ask: &'l (dyn Fn(&Compact, Option<Verdict>) -> Option<Verdict> + Sync),
    /// The least log-odds of the other seat for trying to refute several druids by one search.
    pub(crate) likely: f32,
}

impl Ledger<'_> {
    /// Knows nothing and keeps nothing.
    pub(crate) const NONE: Ledger<'static> =
        Ledger { from: u32::MAX, ask: &|_, _| None, likely: LIKELY };
}

struct Worker<'s, 'b, 'a> {
    solver: &'s Solver,
    ledger: &'s Ledger<'s>,
    lookup: &'static Lookup,
    listing: &'static Listing,
    meter: Meter<'b, 'a>,
    /// Set when some thread has found the verdict.
    done: &'s OnceLock<Verdict>,
    /// The druids to try in all positions on the current path.
    moves: Vec<Listed>,
    /// The refuted druids of all positions on the current path, with the thresholds of their refutations.
    refuted: Vec<Refuted>,
    nodes: u64,
    number: usize,
}

/// A position whose druids are being tried.
struct Node<'p> {
    position: &'p Lanes,
    left: u32,
    /// Where its druids begin in the worker's list, and where the refuted ones do.
    moves: usize,
    refuted: usize,
    /// The thresholds of the other seat's win, if no druid wins.
    needed: i8x16,
    /// The number of druids tried by promise; after that, it is assumed that none wins.
    promising: usize,
}

/// A refuted druid.
#[derive(Clone, Copy)]
struct Refuted {
    cell: u8,
    /// The value taken from the hand, and the one put on the board, which is at least as large. Everything between is
    /// refuted, too.
    spent: u8,
    shown: u8,
    /// The thresholds of the other seat's win after it.
    thresholds: i8x16,
}

/// A winning druid and the thresholds of the position after it.
type Winning = (Druid, i8x16);

impl Worker<'_, '_, '_> {
    fn verdict(&mut self, position: &Lanes) -> Option<Verdict> {
        if let Some(wins) = position.settled() {
            return Some(Verdict { wins, druid: any_druid(position).filter(|_| wins) });
        }
        let left = position.left();
        // What is known to be won still has to be expanded for its druid.
        if let Some(Outcome { wins: false, .. }) = self.look_up(position, left) {
            return Some(Verdict { wins: false, druid: None });
        }
        let (outcome, druid) = self.expand(position, left)?;
        self.keep(position, left, &outcome, druid, self.nodes);
        Some(Verdict { wins: outcome.wins, druid })
    }

    /// The winner.
    fn search(&mut self, position: &Lanes, left: u32) -> Option<Outcome> {
        if let Some(outcome) = settled(position) {
            return Some(outcome);
        }
        self.count()?;
        match left {
            0..=2 => return Some(position.two_left(self.lookup)),
            3 => {
                let (outcome, nodes) = position.three_left(self.lookup);
                self.nodes += nodes;
                self.meter.add(nodes as u32);
                return Some(outcome);
            }
            _ if left < TABLE_FROM => {
                return self.expand(position, left).map(|(outcome, _)| outcome);
            }
            _ => {}
        }
        if let Some(outcome) = self.look_up(position, left) {
            return Some(outcome);
        }
        let before = self.nodes;
        let (outcome, druid) = self.expand(position, left)?;
        self.keep(position, left, &outcome, druid, self.nodes - before);
        Some(outcome)
    }

    /// The outcome of a position, if it is known. Positions with many empty cells are only looked up in the ledger, so
    /// that it holds the winner's replies without gaps.
    #[inline]
    fn look_up(&self, position: &Lanes, left: u32) -> Option<Outcome> {
        if left < self.ledger.from {
            return self.solver.table.probe(position);
        }
        let wins = (self.ledger.ask)(&position.compact(), None)?.wins;
        Some(Outcome { wins, thresholds: position.exact_thresholds(wins) })
    }

    fn keep(
        &self,
        position: &Lanes,
        left: u32,
        outcome: &Outcome,
        druid: Option<Druid>,
        work: u64,
    ) {
        if left < self.ledger.from {
            self.solver.table.store(position, outcome, work);
        } else {
            let verdict = Verdict { wins: outcome.wins, druid };
            (self.ledger.ask)(&position.compact(), Some(verdict));
        }
    }

    /// Counts a position; `None` if the search has to stop.
    #[inline]
    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        let stops = !self.meter.tick() || (self.nodes & 255 == 0 && self.done.get().is_some());
        (!stops).then_some(())
    }

    /// Tries druids until one wins.
    fn expand(&mut self, position: &Lanes, left: u32) -> Option<(Outcome, Option<Druid>)> {
        let (moves, refuted) = (self.moves.len(), self.refuted.len());
        let relied = self.listing.list(position, &mut self.moves);
        let needed = i8x16::splat(NOT_NEEDED);
        let hopeless = left >= TOGETHER_FROM && order::log_odds(position) < HOPELESS;
        let promising = if hopeless { 0 } else { PROMISING };
        let mut node = Node { position, left, moves, refuted, needed, promising };
        let found = if left >= LOOK_AHEAD_FROM
            && let Some(winning) = self.look_ahead(&mut node)
        {
            Some(Some(winning))
        } else if left > SHARE_FROM && self.solver.threads > 1 {
            self.try_shared(&mut node)
        } else {
            self.try_listed(&mut node)
        };
        self.moves.truncate(moves);
        self.refuted.truncate(refuted);
        Some(match found? {
            Some((druid, thresholds)) => {
                let gain = position.gain(self.lookup, usize::from(druid.cell), druid.value);
                let thresholds = thresholds.saturating_sub(gain);
                (Outcome { wins: true, thresholds }, Some(druid))
            }
            None => {
                let bound = position.bound_of(1 - position.own());
                let is_needed = node.needed.simd_gt(i8x16::splat(NEEDED_ABOVE));
                let decided = bound & is_needed & lanes_of(relied);
                let others = i8x16::splat(NOT_NEEDED) & !(is_needed & lanes_of(relied));
                let thresholds = node.needed.max(decided | others);
                (Outcome { wins: false, thresholds }, None)
            }
        })
    }

    /// Looks up the position after every listed druid: returns one that is known to win, and removes those that are
    /// known to lose.
    fn look_ahead(&mut self, node: &mut Node<'_>) -> Option<Winning> {
        for index in node.moves..self.moves.len() {
            let listed = self.moves[index];
            if self.is_covered(node, listed) {
                self.moves[index] = Listed::NONE;
                continue;
            }
            let child = node.position.place(self.lookup, listed.druid());
            let known = settled(&child).or_else(|| self.look_up(&child, node.left - 1));
            let Some(outcome) = known else { continue };
            if !outcome.wins {
                return Some((listed.druid(), outcome.thresholds));
            }
            self.refute(node, listed, outcome.thresholds);
            self.moves[index] = Listed::NONE;
        }
        None
    }

    /// Adds the refutation of a listed druid to what the other seat needs.
    #[inline]
    fn refute(&mut self, node: &mut Node<'_>, listed: Listed, thresholds: i8x16) {
        let (druid, shown) = (listed.druid(), listed.covers());
        self.refute_span(node, Refuted { cell: druid.cell, spent: druid.value, shown, thresholds });
    }

    fn refute_span(&mut self, node: &mut Node<'_>, refuted: Refuted) {
        let Refuted { cell, shown, thresholds, .. } = refuted;
        node.needed = node.needed.max(self.needed_before(node, cell, shown, thresholds));
        self.refuted.push(refuted);
    }

    /// What the other seat needs before a druid, if it needs these thresholds after it.
    #[inline]
    fn needed_before(&self, node: &Node<'_>, cell: u8, value: u8, thresholds: i8x16) -> i8x16 {
        let position = node.position;
        let gain = position.gain(self.lookup, usize::from(cell), value);
        // A decided line is enough.
        (thresholds + gain).min(position.bound_of(1 - position.own()))
    }

    /// Whether the refutation of a smaller value on the same cell also refutes this druid, which leaves a smaller hand.
    #[inline]
    fn is_covered(&mut self, node: &mut Node<'_>, listed: Listed) -> bool {
        let druid = listed.druid();
        for index in (node.refuted..self.refuted.len()).rev() {
            let Refuted { cell, spent, shown, thresholds } = self.refuted[index];
            if cell != druid.cell || spent > druid.value {
                continue;
            }
            if druid.value <= shown && listed.covers() <= shown {
                return true;
            }
            // The ledger would have no reply to this druid.
            if node.left > self.ledger.from {
                continue;
            }
            let needed = self.needed_before(node, cell, listed.covers(), thresholds);
            let lead = node.position.lead_of(1 - node.position.own());
            if needed.simd_gt(lead).to_bitmask() as u16 & ALL_LINES == 0 {
                node.needed = node.needed.max(needed);
                return true;
            }
        }
        false
    }

    /// Moves the most promising of the listed druids between two indices to the first, and returns it.
    #[inline]
    fn next(&mut self, node: &Node<'_>, index: usize, end: usize) -> Option<Listed> {
        let mut best = index;
        for other in index + 1..end {
            if self.moves[other] > self.moves[best] {
                best = other;
            }
        }
        if index >= node.moves + node.promising && self.moves[best] != Listed::NONE {
            // Probably none wins: then smaller values are tried first, whose refutation may cover larger ones.
            let cell = self.moves[best].druid().cell;
            for other in index..end {
                let (druid, least) = (self.moves[other].druid(), self.moves[best].druid());
                if self.moves[other] != Listed::NONE
                    && druid.cell == cell
                    && druid.value < least.value
                {
                    best = other;
                }
            }
        }
        self.moves.swap(index, best);
        let listed = self.moves[index];
        (listed != Listed::NONE).then_some(listed)
    }

    fn try_listed(&mut self, node: &mut Node<'_>) -> Option<Option<Winning>> {
        let end = self.moves.len();
        for index in node.moves..end {
            // The first druid usually decides, so the others are not sorted.
            let Some(listed) = self.next(node, index, end) else { break };
            if let Some(winning) = self.try_one(node, listed, index)? {
                return Some(Some(winning));
            }
        }
        Some(None)
    }

    /// Tries a listed druid; the first of those from an index on.
    #[inline]
    fn try_one(
        &mut self,
        node: &mut Node<'_>,
        listed: Listed,
        index: usize,
    ) -> Option<Option<Winning>> {
        if self.is_covered(node, listed) {
            return Some(None);
        }
        if node.left >= TOGETHER_FROM
            && index >= node.moves + node.promising
            && self.refute_together(node, listed, index)?
        {
            return Some(None);
        }
        let child = node.position.place(self.lookup, listed.druid());
        let outcome = self.search(&child, node.left - 1)?;
        if !outcome.wins {
            return Some(Some((listed.druid(), outcome.thresholds)));
        }
        self.refute(node, listed, outcome.thresholds);
        Some(None)
    }

    /// Tries to refute a druid and larger ones on its cell by one search: the largest is put on the board, and the
    /// smallest is taken from the hand, which is at least as good as any of them. Only tried where it is likely to
    /// succeed: otherwise first with half of the values.
    fn refute_together(
        &mut self,
        node: &mut Node<'_>,
        listed: Listed,
        index: usize,
    ) -> Option<bool> {
        let Druid { cell, value: spent } = listed.druid();
        let mut largest = [0; MAX_VALUE as usize + 1];
        for other in &self.moves[index..] {
            let druid = other.druid();
            if *other != Listed::NONE && druid.cell == cell && druid.value >= spent {
                largest[usize::from(druid.value)] = other.covers();
            }
        }
        let mut values = 0;
        for value in 0..largest.len() {
            if largest[value] != 0 {
                largest[values] = largest[value];
                values += 1;
            }
        }
        while values > 1 {
            let shown = largest[values - 1];
            let child = node.position.place_for(self.lookup, Druid { cell, value: shown }, spent);
            let known = settled(&child).or_else(|| self.look_up(&child, node.left - 1));
            let outcome = match known {
                None if order::log_odds(&child) >= self.ledger.likely => {
                    Some(self.search(&child, node.left - 1)?)
                }
                known => known,
            };
            if let Some(Outcome { wins: true, thresholds }) = outcome {
                self.refute_span(node, Refuted { cell, spent, shown, thresholds });
                return Some(true);
            }
            values /= 2;
        }
        Some(false)
    }

    /// Like [`Worker::try_listed`], but a cell that another thread is busy with is postponed.
    fn try_shared(&mut self, node: &mut Node<'_>) -> Option<Option<Winning>> {
        let end = self.moves.len();
        for index in node.moves..end {
            // The first druid is the most likely to win: all threads start with it, unless it is being searched.
            let Some(listed) = self.next(node, index, end) else { break };
            let child = node.position.place(self.lookup, listed.druid());
            let slot = child.hash();
            let busy = &self.solver.busy[slot as usize % BUSY];
            if busy.load(Ordering::Relaxed) == slot && child.settled().is_none() {
                self.postpone(node, index, end);
                continue;
            }
            busy.store(slot, Ordering::Relaxed);
            let winning = self.try_one(node, listed, index);
            let _ = busy.compare_exchange(slot, 0, Ordering::Relaxed, Ordering::Relaxed);
            if let Some(winning) = winning? {
                return Some(Some(winning));
            }
        }
        // Threads return to postponed druids from different ends.
        if self.number % 2 == 1 {
            self.moves[end..].reverse();
        }
        for index in end..self.moves.len() {
            let listed = self.moves[index];
            if let Some(winning) = self.try_one(node, listed, index)? {
                return Some(Some(winning));
            }
        }
        Some(None)
    }

    /// Moves a druid to the end of the list, and the others on its cell with it unless it was tried by its promise.
    fn postpone(&mut self, node: &Node<'_>, index: usize, end: usize) {
        let listed = self.moves[index];
        self.moves.push(listed);
        if index < node.moves + node.promising {
            return;
        }
        for other in index + 1..end {
            let later = self.moves[other];
            if later != Listed::NONE && later.druid().cell == listed.druid().cell {
                self.moves.push(later);
                self.moves[other] = Listed::NONE;
            }
        }
    }
}

/// The outcome of a position that needs no search.
#[inline]
fn settled(position: &Lanes) -> Option<Outcome> {
    let wins = position.settled()?;
    let thresholds = if position.has_won(0) || position.has_won(1) {
        position.won_thresholds(if wins { position.own() } else { 1 - position.own() })
    } else {
        position.exact_thresholds(wins)
    };
    Some(Outcome { wins, thresholds })
}

/// Any legal druid, for positions in which all of them win.
fn any_druid(position: &Lanes) -> Option<Druid> {
    let value = position.own_hand().values();
    let cell = bits(position.live() | position.dead()).next()?;
    (value != 0).then(|| Druid { cell: cell as u8, value: value.trailing_zeros() as u8 })
}

#[cfg(test)]
#[path = "solver_tests.rs"]
mod tests;
