//! Exact play: who wins a position, and by which druid.
//!
//! Alpha-beta over win and loss only, with a table, the six symmetries and the reductions of
//! [`druids`](super::druids).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use sarsen_stonehenge::board::CELL_IMAGES;

use super::compact::{Compact, Druid, bits};
use super::druids::visit_druids;
use super::order;
use super::table::{Known, Table};
use crate::limits::{Budget, Meter};

/// Positions with fewer empty cells are not worth a look into the table.
const TABLE_FROM: u32 = 5;
/// Positions with at least so many empty cells are shared out between threads.
const SHARE_FROM: u32 = 8;
/// How many positions may be marked as being searched.
const BUSY: usize = 1 << 10;

/// Who wins, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    /// Whether the seat to place a druid wins.
    pub(crate) wins: bool,
    /// A winning druid.
    pub(crate) druid: Option<Druid>,
}

/// A solver with its table, which lasts from one position to the next.
pub(crate) struct Solver {
    table: Table,
    /// The hashes of positions that some thread is searching right now.
    busy: Vec<AtomicU64>,
    threads: usize,
}

impl Solver {
    pub(crate) fn new(memory: usize, threads: usize) -> Solver {
        let busy = (0..BUSY).map(|_| AtomicU64::new(0)).collect();
        Solver { table: Table::new(memory), busy, threads: threads.max(1) }
    }

    /// Solves a position; `None` if the budget runs out.
    pub(crate) fn solve(&self, position: &Compact, budget: &Budget<'_>) -> Option<Verdict> {
        self.solve_with(position, budget, &|_, _| None)
    }

    /// What is known of a position from earlier searches.
    pub(crate) fn known(&self, position: &Compact) -> Option<bool> {
        position.settled().or_else(|| self.table.probe(position.hash().0).map(|known| known.wins))
    }

    /// As [`Solver::solve`], with a ledger that is asked and told about positions with many empty cells.
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
                meter: Meter::new(budget, 512),
                done: &verdict,
                moves: Vec::with_capacity(1024),
                nodes: 0,
                number,
            };
            if let Some(found) = worker.verdict(position) {
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

/// Is asked with `None` what is known of a position, and told a verdict with `Some`.
pub(crate) type Ledger<'l> = dyn Fn(&Compact, Option<Verdict>) -> Option<Verdict> + Sync + 'l;

struct Worker<'s, 'b, 'a> {
    solver: &'s Solver,
    ledger: &'s Ledger<'s>,
    meter: Meter<'b, 'a>,
    done: &'s std::sync::OnceLock<Verdict>,
    /// The druids to try of all positions on the way, as `promise << 16 | cell << 8 | value`.
    moves: Vec<u32>,
    nodes: u64,
    number: usize,
}

impl Worker<'_, '_, '_> {
    fn verdict(&mut self, position: &Compact) -> Option<Verdict> {
        if let Some(wins) = position.settled() {
            return Some(Verdict { wins, druid: any_druid(position).filter(|_| wins) });
        }
        let wins = self.wins(position, position.left())?;
        let druid = if wins { self.winning_druid(position)? } else { None };
        Some(Verdict { wins, druid })
    }

    /// A winning druid of a position that is won; the table may have lost it.
    fn winning_druid(&mut self, position: &Compact) -> Option<Option<Druid>> {
        let (hash, symmetry) = position.hash();
        if let Some(Known { wins: true, druid: Some(druid) }) = self.solver.table.probe(hash) {
            return Some(Some(from_canonical(druid, symmetry)));
        }
        let from = self.moves.len();
        self.list(position);
        let druids: Vec<u32> = self.moves.drain(from..).collect();
        for packed in druids {
            let child = position.place::<true>(unpacked(packed));
            if !self.wins(&child, child.left())? {
                return Some(Some(unpacked(packed)));
            }
        }
        Some(None)
    }

    /// Whether the mover wins.
    fn wins(&mut self, position: &Compact, left: u32) -> Option<bool> {
        if let Some(wins) = position.settled() {
            return Some(wins);
        }
        self.nodes += 1;
        if !self.meter.tick() || (self.nodes & 255 == 0 && self.done.get().is_some()) {
            return None;
        }
        if left < TABLE_FROM {
            return self.try_all::<false>(position, left).map(|druid| druid.is_some());
        }
        let (hash, symmetry) = position.hash();
        if let Some(known) = self.solver.table.probe(hash) {
            return Some(known.wins);
        }
        if left >= SHARE_FROM
            && let Some(verdict) = (self.ledger)(position, None)
        {
            return Some(verdict.wins);
        }
        let before = self.nodes;
        let druid = self.try_all::<true>(position, left)?;
        let wins = druid.is_some();
        let known = Known { wins, druid: druid.map(|druid| to_canonical(druid, symmetry)) };
        self.solver.table.store(hash, known, self.nodes - before);
        if left >= SHARE_FROM {
            (self.ledger)(position, Some(Verdict { wins, druid }));
        }
        Some(wins)
    }

    /// Tries druids until one wins.
    fn try_all<const HASHED: bool>(
        &mut self,
        position: &Compact,
        left: u32,
    ) -> Option<Option<Druid>> {
        let from = self.moves.len();
        self.list(position);
        let shared = HASHED && left > SHARE_FROM && self.solver.threads > 1;
        let found = if shared {
            self.try_shared(position, left, from)
        } else {
            self.try_listed::<HASHED>(position, left, from)
        };
        self.moves.truncate(from);
        found
    }

    fn try_listed<const HASHED: bool>(
        &mut self,
        position: &Compact,
        left: u32,
        from: usize,
    ) -> Option<Option<Druid>> {
        for index in from..self.moves.len() {
            let druid = unpacked(self.moves[index]);
            let child = position.place::<HASHED>(druid);
            if !self.wins(&child, left - 1)? {
                return Some(Some(druid));
            }
        }
        Some(None)
    }

    /// As [`Worker::try_listed`], but what another thread is searching is left for later.
    fn try_shared(&mut self, position: &Compact, left: u32, from: usize) -> Option<Option<Druid>> {
        let count = self.moves.len() - from;
        let mut later: Vec<Druid> = Vec::new();
        for step in 0..count {
            // The first druid is the most likely to win: all begin with it, unless it is being searched.
            let druid = unpacked(self.moves[from + step]);
            let child = position.place::<true>(druid);
            let slot = child.hash().0;
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
        // Threads come back to what was left for later from different ends.
        if self.number % 2 == 1 {
            later.reverse();
        }
        for druid in later {
            let child = position.place::<true>(druid);
            if !self.wins(&child, left - 1)? {
                return Some(Some(druid));
            }
        }
        Some(None)
    }

    /// Lists the druids that have to be tried, the most promising first.
    fn list(&mut self, position: &Compact) {
        let from = self.moves.len();
        let promises = order::promises(position);
        let moves = &mut self.moves;
        let _: ControlFlow<()> = visit_druids(position, |druid, facts| {
            moves.push(packed(promises.promise(facts, druid.value), druid));
            ControlFlow::Continue(())
        });
        self.moves[from..].sort_unstable_by_key(|&packed| std::cmp::Reverse(packed));
    }
}

#[inline]
fn packed(promise: i32, druid: Druid) -> u32 {
    let promise = (promise.clamp(-32_000, 32_000) + 32_768) as u32;
    promise << 16 | u32::from(druid.cell) << 8 | u32::from(druid.value)
}

#[inline]
fn unpacked(packed: u32) -> Druid {
    Druid { cell: (packed >> 8) as u8, value: packed as u8 }
}

fn to_canonical(druid: Druid, symmetry: usize) -> Druid {
    Druid { cell: CELL_IMAGES[symmetry][usize::from(druid.cell)], value: druid.value }
}

fn from_canonical(druid: Druid, symmetry: usize) -> Druid {
    let cell = CELL_IMAGES[symmetry].iter().position(|&image| image == druid.cell);
    Druid { cell: cell.unwrap_or_default() as u8, value: druid.value }
}

/// Any legal druid, for positions in which all of them do.
pub(crate) fn any_druid(position: &Compact) -> Option<Druid> {
    let value = position.own_hand().values();
    let cell = bits(position.empties).next()?;
    (value != 0).then(|| Druid { cell: cell as u8, value: value.trailing_zeros() as u8 })
}

#[cfg(test)]
#[path = "solver_tests.rs"]
mod tests;
