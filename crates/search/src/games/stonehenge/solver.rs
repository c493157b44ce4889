//! Exact play: who wins a position, and by which druid.
//!
//! Alpha-beta over win and loss only, with a table, the six symmetries and the reductions of [`druids`](super::druids).
//! In 87 to 99 of 100 won positions, depending on depth, the first druid tried wins, so what is left to gain is the
//! time per position: hence [`lanes`](super::lanes) and [`listing`](super::listing).
//!
//! Rejected after measuring: refuting all values on a cell at once by a stronger druid that nobody has (11 to 140 times
//! the positions), proof-number search (three to six times), tables of dominated positions (a tenth fewer, each more
//! expensive).

use std::sync::atomic::{AtomicU64, Ordering};

use sarsen_stonehenge::board::CELL_IMAGES;

use super::compact::{Compact, Druid, bits};
use super::lanes::{Lanes, Lookup};
use super::listing::{Listed, Listing};
use super::solver_table::{Known, SolverTable};
use crate::limits::{Budget, Meter};

/// Positions with fewer empty cells are solved faster than they are found in the table.
pub(crate) const TABLE_FROM: u32 = 6;
/// With at least this many empty cells, all children are looked up before one is searched. Below, that costs more than
/// it saves.
const LOOK_AHEAD_FROM: u32 = 8;
/// Images of a position only meet near the root: below, each has its own entry.
const SYMMETRIC_FROM: u32 = 11;
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
        self.solve_with(position, budget, &Ledger { from: u32::MAX, ask: &|_, _| None })
    }

    /// What is known of a position from earlier searches.
    pub(crate) fn known(&self, position: &Compact) -> Option<bool> {
        let lanes = Lanes::of(position);
        lanes.settled().or_else(|| self.table.probe(place_of(&lanes).0).map(|known| known.wins))
    }

    /// Like [`Solver::solve`], with a ledger of positions with many empty cells.
    pub(crate) fn solve_with(
        &self,
        position: &Compact,
        budget: &Budget<'_>,
        ledger: &Ledger<'_>,
    ) -> Option<Verdict> {
        let verdict = std::sync::OnceLock::new();
        let threads = if position.left() > SHARE_FROM { self.threads } else { 1 };
        let run = |number: usize| {
            let mut worker = Worker {
                solver: self,
                ledger,
                lookup: Lookup::get(),
                listing: Listing::get(),
                meter: Meter::new(budget, 512),
                done: &verdict,
                moves: Vec::with_capacity(1024),
                nodes: 0,
                number,
            };
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

/// A store for the verdicts of positions with many empty cells.
pub(crate) struct Ledger<'l> {
    /// The number of empty cells from which on it is used.
    pub(crate) from: u32,
    /// Called with `None` to look up a position, and with `Some` to record a verdict.
    pub(crate) ask: &'l (dyn Fn(&Compact, Option<Verdict>) -> Option<Verdict> + Sync),
}

/// The hash of a position in the table, and the symmetry that leads to the stored orientation.
#[inline]
fn place_of(position: &Lanes) -> (u64, usize) {
    if position.left() >= SYMMETRIC_FROM { position.compact().hash() } else { (position.hash(), 0) }
}

struct Worker<'s, 'b, 'a> {
    solver: &'s Solver,
    ledger: &'s Ledger<'s>,
    lookup: &'static Lookup,
    listing: &'static Listing,
    meter: Meter<'b, 'a>,
    done: &'s std::sync::OnceLock<Verdict>,
    /// The druids to try in all positions on the current path.
    moves: Vec<Listed>,
    nodes: u64,
    number: usize,
}

impl Worker<'_, '_, '_> {
    fn verdict(&mut self, position: &Lanes) -> Option<Verdict> {
        if let Some(wins) = position.settled() {
            return Some(Verdict { wins, druid: any_druid(position).filter(|_| wins) });
        }
        let wins = self.wins(position, position.left())?;
        let druid = if wins { self.winning_druid(position)? } else { None };
        Some(Verdict { wins, druid })
    }

    /// A winning druid of a won position; the table may have lost it.
    fn winning_druid(&mut self, position: &Lanes) -> Option<Option<Druid>> {
        let (hash, symmetry) = place_of(position);
        if let Some(Known { wins: true, druid: Some(druid) }) = self.solver.table.probe(hash) {
            return Some(Some(from_canonical(druid, symmetry)));
        }
        let mut druids = Vec::new();
        self.listing.list(position, &mut druids);
        druids.sort_unstable_by_key(|&listed| std::cmp::Reverse(listed));
        for listed in druids {
            let child = position.place(self.lookup, listed.druid());
            if !self.wins(&child, child.left())? {
                return Some(Some(listed.druid()));
            }
        }
        Some(None)
    }

    /// Whether the mover wins.
    fn wins(&mut self, position: &Lanes, left: u32) -> Option<bool> {
        if let Some(wins) = position.settled() {
            return Some(wins);
        }
        self.count()?;
        match left {
            0..=2 => return Some(position.wins_with_two_left()),
            3 => {
                let (wins, nodes) = position.wins_with_three_left(self.lookup);
                self.nodes += nodes;
                self.meter.add(nodes as u32);
                return Some(wins);
            }
            _ if left < TABLE_FROM => {
                return self.try_all(position, left).map(|druid| druid.is_some());
            }
            _ => {}
        }
        let (hash, symmetry) = place_of(position);
        if let Some(known) = self.solver.table.probe(hash) {
            return Some(known.wins);
        }
        if left >= self.ledger.from
            && let Some(verdict) = (self.ledger.ask)(&position.compact(), None)
        {
            return Some(verdict.wins);
        }
        let before = self.nodes;
        let druid = self.try_all(position, left)?;
        let wins = druid.is_some();
        let known = Known { wins, druid: druid.map(|druid| to_canonical(druid, symmetry)) };
        self.solver.table.store(hash, known, self.nodes - before);
        if left >= self.ledger.from {
            (self.ledger.ask)(&position.compact(), Some(Verdict { wins, druid }));
        }
        Some(wins)
    }

    /// Counts a position; `None` if the search has to stop.
    #[inline]
    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        let stops = !self.meter.tick() || (self.nodes & 255 == 0 && self.done.get().is_some());
        (!stops).then_some(())
    }

    /// Tries druids until one wins.
    fn try_all(&mut self, position: &Lanes, left: u32) -> Option<Option<Druid>> {
        let from = self.moves.len();
        self.listing.list(position, &mut self.moves);
        let found = if left >= LOOK_AHEAD_FROM
            && let Some(druid) = self.look_ahead(position, from)
        {
            Some(Some(druid))
        } else if left > SHARE_FROM && self.solver.threads > 1 {
            self.try_shared(position, left, from)
        } else {
            self.try_listed(position, left, from)
        };
        self.moves.truncate(from);
        found
    }

    /// Looks up the position after every listed druid: returns one that is known to win, and removes those that are
    /// known to lose.
    fn look_ahead(&mut self, position: &Lanes, from: usize) -> Option<Druid> {
        for listed in &mut self.moves[from..] {
            let child = position.place(self.lookup, listed.druid());
            let known = child
                .settled()
                .or_else(|| self.solver.table.probe(place_of(&child).0).map(|known| known.wins));
            match known {
                Some(false) => return Some(listed.druid()),
                Some(true) => *listed = Listed::NONE,
                None => {}
            }
        }
        None
    }

    /// Moves the most promising of the listed druids from an index on to that index, and returns it.
    #[inline]
    fn next(&mut self, index: usize) -> Option<Druid> {
        let mut best = index;
        for other in index + 1..self.moves.len() {
            if self.moves[other] > self.moves[best] {
                best = other;
            }
        }
        self.moves.swap(index, best);
        let listed = self.moves[index];
        (listed != Listed::NONE).then(|| listed.druid())
    }

    fn try_listed(&mut self, position: &Lanes, left: u32, from: usize) -> Option<Option<Druid>> {
        for index in from..self.moves.len() {
            // The first druid usually decides, so the others are not sorted.
            let Some(druid) = self.next(index) else { break };
            let child = position.place(self.lookup, druid);
            if !self.wins(&child, left - 1)? {
                return Some(Some(druid));
            }
        }
        Some(None)
    }

    /// Like [`Worker::try_listed`], but what another thread is searching is postponed.
    fn try_shared(&mut self, position: &Lanes, left: u32, from: usize) -> Option<Option<Druid>> {
        let mut later: Vec<Druid> = Vec::new();
        for index in from..self.moves.len() {
            // The first druid is the most likely to win: all threads start with it, unless it is being searched.
            let Some(druid) = self.next(index) else { break };
            let child = position.place(self.lookup, druid);
            let slot = place_of(&child).0;
            let busy = &self.solver.busy[slot as usize % BUSY];
            if busy.load(Ordering::Relaxed) == slot && child.settled().is_none() {
                later.push(druid);
                continue;
            }
            busy.store(slot, Ordering::Relaxed);
            let wins = self.wins(&child, left - 1);
            let _ = busy.compare_exchange(slot, 0, Ordering::Relaxed, Ordering::Relaxed);
            if !wins? {
                return Some(Some(druid));
            }
        }
        // Threads return to postponed druids from different ends.
        if self.number % 2 == 1 {
            later.reverse();
        }
        for druid in later {
            let child = position.place(self.lookup, druid);
            if !self.wins(&child, left - 1)? {
                return Some(Some(druid));
            }
        }
        Some(None)
    }
}

fn to_canonical(druid: Druid, symmetry: usize) -> Druid {
    Druid { cell: CELL_IMAGES[symmetry][usize::from(druid.cell)], value: druid.value }
}

fn from_canonical(druid: Druid, symmetry: usize) -> Druid {
    let cell = CELL_IMAGES[symmetry].iter().position(|&image| image == druid.cell);
    Druid { cell: cell.unwrap_or_default() as u8, value: druid.value }
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
