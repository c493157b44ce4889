//! Checks a checkpoint as a certificate: that it proves what it says of the first druids.
//!
//! From each first druid with a result, a druid of the winner is followed in every position, and every druid of the loser.
//! That needs the rules only ([`plain`](super::plain)), down to the positions with [`LAST`] empty cells: these are taken
//! from the checkpoint, and searched again by plain search or by the solver. A druid of the loser also counts as refuted
//! where the checkpoint has a position that is at least as good for it.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sarsen_core::{Options, Rules, Seat, chance, legal_actions};
use sarsen_stonehenge::{Action, Stonehenge};
use thiserror::Error;

use super::checkpoint::{Checkpoint, Key};
use super::compact::Compact;
use super::plain::{Board, Placement, PlainSearch};
use super::solver::Solver;
use crate::limits::{Budget, Limits};
use crate::proofs::{CheckPlan, CheckedResults, FirstAction};

/// The number of empty cells of the positions where a certificate ends.
pub(super) const LAST: usize = 12;

/// Why a checkpoint proves less than it says.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum Flaw {
    #[error("{0} rests on {1}, which no position is")]
    NoPosition(String, String),
    #[error(
        "{0} rests on the position {1} with {2} empty cells, of which it does not say how it is won"
    )]
    NoWay(String, String, usize),
    #[error(
        "{0} rests on the position {1} with {2} empty cells, where it has nothing against the druid {3}"
    )]
    NoReply(String, String, usize, String),
    #[error("the position {0} ends otherwise, by {1}")]
    Wrong(String, &'static str),
    #[error("stopped")]
    Stopped,
}

/// A position where a certificate ends, and whether the seat to place a druid wins it.
type End = (Key, bool);

/// The results of first druids, and what they rest on.
pub(super) struct Certificate {
    first: Vec<FirstAction>,
    /// The number of positions that were followed by the rules alone.
    followed: usize,
    /// The positions where it ends.
    ends: Vec<End>,
}

impl Certificate {
    /// Follows every result of a first druid.
    pub(super) fn of(checkpoint: &Checkpoint) -> Result<Certificate, Flaw> {
        let mut walk = Walk { checkpoint, seen: HashSet::new(), ends: BTreeMap::new() };
        let start = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
        let mut images = HashSet::new();
        let mut first = Vec::new();
        for action in legal_actions(&start) {
            let Action::Place { cell, value } = action else { continue };
            let after = Board::start().after(Placement::of(cell, value));
            if !images.insert(after.key()) {
                continue;
            }
            let action = action.to_string();
            let second_wins = checkpoint.solved.get(&after.key()).copied();
            if let Some(wins) = second_wins {
                walk.follow(&after, wins, &action)?;
            }
            let winner = second_wins.map(|wins| if wins { Seat::TWO } else { Seat::ONE });
            first.push(FirstAction { action, winner });
        }
        let followed = walk.seen.len() - walk.ends.len();
        Ok(Certificate { first, followed, ends: walk.ends.into_iter().collect() })
    }

    /// Searches positions where it ends again, as planned. `progress` is told how many of them are done, and of how many.
    pub(super) fn check(
        self,
        plan: &CheckPlan,
        limits: &Limits,
        budget: &Budget<'_>,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<CheckedResults, Flaw> {
        let (plain, others) = self.divided(plan);
        let solver = Solver::new(limits.memory, 1);
        let all = plain.len() + others.len();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let flaw: Mutex<Option<Flaw>> = Mutex::new(None);
        let work = || -> Result<(), Flaw> {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let (&(key, wins), by) = match (plain.get(index), index.checked_sub(plain.len())) {
                    (Some(end), _) => (end, By::PlainSearch),
                    (None, Some(rest)) if rest < others.len() => (&others[rest], By::Solver),
                    _ => return Ok(()),
                };
                if by.search(&key, &solver, budget)? != wins {
                    return Err(Flaw::Wrong(text(&key), by.name()));
                }
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..limits.threads.max(1) {
                scope.spawn(|| {
                    if let Err(found) = work() {
                        next.store(all, Ordering::Relaxed);
                        flaw.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
                    }
                });
            }
        });
        match flaw.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(flaw) => Err(flaw),
            None => Ok(CheckedResults {
                first_actions: self.first,
                followed: self.followed,
                ends: self.ends.len(),
                ends_with: format!("{LAST} empty cells"),
                by_plain_search: plain.len(),
                by_solver: others.len(),
                nodes: budget.spent(),
            }),
        }
    }

    /// The positions of the planned part: those for plain search, and those for the solver.
    fn divided(&self, plan: &CheckPlan) -> (Vec<End>, Vec<End>) {
        let (part, parts) = plan.part;
        let mine = |&(index, _): &(usize, &End)| index % parts.max(1) == part;
        let mut ends: Vec<End> =
            self.ends.iter().enumerate().filter(mine).map(|(_, end)| *end).collect();
        let mut rng = chance::generator(plan.seed);
        let sample = plan.sample.min(ends.len());
        for index in 0..sample {
            let other = index + chance::below(&mut rng, (ends.len() - index) as u64) as usize;
            ends.swap(index, other);
        }
        let others = ends.split_off(sample);
        (ends, if plan.solver { others } else { Vec::new() })
    }
}

/// What searches a position again.
#[derive(Clone, Copy)]
enum By {
    PlainSearch,
    Solver,
}

impl By {
    fn name(self) -> &'static str {
        match self {
            By::PlainSearch => "plain search",
            By::Solver => "the solver",
        }
    }

    /// Whether the seat to place a druid wins.
    fn search(self, key: &Key, solver: &Solver, budget: &Budget<'_>) -> Result<bool, Flaw> {
        let wins = match self {
            By::PlainSearch => {
                let board = Board::from_key(key).expect("it was followed as a board");
                PlainSearch::default().wins(&board, budget)
            }
            By::Solver => solver.solve(&Compact::from_key(key), budget).map(|verdict| verdict.wins),
        };
        wins.ok_or(Flaw::Stopped)
    }
}

/// The positions that have been followed.
struct Walk<'c> {
    checkpoint: &'c Checkpoint,
    seen: HashSet<Key>,
    ends: BTreeMap<Key, bool>,
}

impl Walk<'_> {
    /// Follows a position that the seat to place a druid wins or loses; `first` is the druid that rests on it.
    fn follow(&mut self, board: &Board, wins: bool, first: &str) -> Result<(), Flaw> {
        let key = board.key();
        if !self.seen.insert(key) {
            return Ok(());
        }
        if Board::from_key(&key).is_none() {
            return Err(Flaw::NoPosition(first.to_owned(), text(&key)));
        }
        if board.left() <= LAST {
            self.ends.insert(key, wins);
            return Ok(());
        }
        if wins {
            let child = board
                .placements()
                .map(|placement| board.after(placement))
                .find(|child| self.mover_wins(child) == Some(false));
            let no_way = || Flaw::NoWay(first.to_owned(), text(&key), board.left());
            return self.follow_unsettled(&child.ok_or_else(no_way)?, false, first);
        }
        for placement in board.placements() {
            let refuted = board
                .at_least_as_good(placement)
                .map(|better| board.after(better))
                .find(|child| self.mover_wins(child) == Some(true));
            let no_reply =
                || Flaw::NoReply(first.to_owned(), text(&key), board.left(), placement.to_string());
            self.follow_unsettled(&refuted.ok_or_else(no_reply)?, true, first)?;
        }
        Ok(())
    }

    fn follow_unsettled(&mut self, board: &Board, wins: bool, first: &str) -> Result<(), Flaw> {
        match board.settled_for_mover() {
            Some(_) => Ok(()),
            None => self.follow(board, wins, first),
        }
    }

    /// What is known of a position: by its lines, or by the checkpoint.
    fn mover_wins(&self, board: &Board) -> Option<bool> {
        let known = || self.checkpoint.solved.get(&board.key()).copied();
        board.settled_for_mover().or_else(known)
    }
}

/// A key as hexadecimal digits.
fn text(key: &Key) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::book::book;
    use super::*;
    use crate::limits::Cancel;

    fn copy(checkpoint: &Checkpoint) -> Checkpoint {
        let mut copy = Checkpoint::in_memory();
        copy.extend(checkpoint);
        copy
    }

    fn check(certificate: Certificate, plan: &CheckPlan) -> Result<CheckedResults, Flaw> {
        let cancel = Cancel::default();
        let limits = Limits { memory: 16 << 20, ..Limits::default() };
        certificate.check(plan, &limits, &Budget::new(&limits, &cancel), &|_, _| {})
    }

    #[test]
    fn the_built_in_results_follow_by_the_rules_and_a_gap_is_found() {
        let certificate = Certificate::of(book()).unwrap_or_else(|flaw| panic!("{flaw}"));
        let decided = certificate.first.iter().filter(|first| first.winner.is_some()).count();
        assert_eq!(certificate.first.len(), 24);
        assert!(decided >= 4, "{decided}");
        assert!(certificate.followed > 10_000 && certificate.ends.len() > 5_000);
        assert!(
            certificate.ends.iter().all(|(_, wins)| !wins),
            "the winner has just placed a druid"
        );
        // Without one of the positions it ends with, or with a different result of it, there is no way to win any more.
        let (end, _) = certificate.ends[certificate.ends.len() / 2];
        for other in [None, Some(true)] {
            let mut broken = copy(book());
            match other {
                None => broken.solved.remove(&end),
                Some(wins) => broken.solved.insert(end, wins),
            };
            // Some other druid may win as well, but then that end is no longer used.
            match Certificate::of(&broken) {
                Err(Flaw::NoWay(..)) => {}
                Err(flaw) => panic!("{flaw}"),
                Ok(certificate) => assert!(certificate.ends.iter().all(|(key, _)| *key != end)),
            }
        }
    }

    #[test]
    fn a_druid_without_a_refutation_is_found() {
        // Of a lost position, one druid's refutation is taken away, with all that are at least as good.
        let (key, _) = book()
            .solved
            .iter()
            .filter(|(key, wins)| !**wins && Board::from_key(key).is_some_and(|b| b.left() == 14))
            .min()
            .expect("the book has such positions");
        let board = Board::from_key(key).expect("it was one");
        let placement = board.placements().next().expect("a position has a placement");
        let mut broken = copy(book());
        for better in board.at_least_as_good(placement) {
            broken.solved.remove(&board.after(better).key());
        }
        let walk = |checkpoint| Walk { checkpoint, seen: HashSet::new(), ends: BTreeMap::new() };
        assert_eq!(walk(book()).follow(&board, false, "A1"), Ok(()));
        let flaw = walk(&broken).follow(&board, false, "A1");
        assert!(matches!(&flaw, Err(Flaw::NoReply(first, _, 14, _)) if first == "A1"), "{flaw:?}");
    }

    #[test]
    fn a_wrong_result_at_the_end_is_found_by_either_search() {
        let (key, wins) = book()
            .solved
            .iter()
            .filter(|(key, _)| Board::from_key(key).is_some_and(|b| b.left() == 12))
            .min()
            .expect("the book has such positions");
        let certificate =
            |wins| Certificate { first: Vec::new(), followed: 0, ends: vec![(*key, wins)] };
        for plan in [
            CheckPlan { sample: 1, ..CheckPlan::default() },
            CheckPlan { solver: true, ..CheckPlan::default() },
        ] {
            let right = check(certificate(*wins), &plan).unwrap();
            assert_eq!((right.by_plain_search, right.by_solver), (plan.sample, 1 - plan.sample));
            let wrong = check(certificate(!*wins), &plan);
            assert!(matches!(wrong, Err(Flaw::Wrong(..))), "{wrong:?}");
        }
    }

    #[test]
    fn the_parts_of_a_check_are_the_whole_without_overlap() {
        let end = |index: u8| ([index; 24], false);
        let certificate =
            Certificate { first: Vec::new(), followed: 0, ends: (0..23).map(end).collect() };
        let mut seen = Vec::new();
        for part in 0..4 {
            let plan = CheckPlan { sample: 2, seed: 5, solver: true, part: (part, 4) };
            let (plain, others) = certificate.divided(&plan);
            assert_eq!(plain.len(), 2);
            seen.extend(plain.into_iter().chain(others));
        }
        seen.sort_unstable();
        assert_eq!(seen, certificate.ends);
        let some = CheckPlan { sample: 7, seed: 1, ..CheckPlan::default() };
        let other = CheckPlan { seed: 2, ..some };
        assert_ne!(certificate.divided(&some), certificate.divided(&other));
        assert!(certificate.divided(&some).1.is_empty(), "the solver was not asked for");
    }
}
