//! Long proofs: who wins a position, in pieces that can be resumed.

use std::sync::{Mutex, PoisonError};

use sarsen_core::{Rules, Seat};
use sarsen_stonehenge::{Action, Stonehenge};

use super::checkpoint::Checkpoint;
use super::compact::Compact;
use super::line::{druid_action, line};
use super::solver::{Solver, Verdict};
use crate::limits::{Budget, Limits};

/// Positions with fewer empty cells are solved again faster than they are read.
const KEEP_FROM: u32 = 11;

/// Who wins, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The winner under best play.
    pub winner: Seat,
    /// A line of best play, as long as it is at hand.
    pub line: Vec<Action>,
}

/// A solver that remembers what it has proved.
pub struct Prover {
    solver: Solver,
    checkpoint: Mutex<Checkpoint>,
}

impl Prover {
    /// A solver with the memory and the threads of some limits.
    pub fn new(limits: &Limits, checkpoint: Checkpoint) -> Prover {
        let solver = Solver::new(limits.memory, limits.threads);
        Prover { solver, checkpoint: Mutex::new(checkpoint) }
    }

    /// Who wins a position under best play; `None` if the budget runs out. Without a line, which takes longer.
    pub fn winner(&self, state: &Stonehenge, budget: &Budget<'_>) -> Option<Seat> {
        if let Some(outcome) = state.turn().outcome() {
            return outcome.winner();
        }
        let position = Compact::of(state);
        let mover = Seat::from_index(usize::from(position.mover))?;
        let verdict = self.verdict(&position, budget)?;
        Some(if verdict.wins { mover } else { mover.other() })
    }

    /// Proves who wins a position; `None` if the budget runs out. With hidden druids it is the
    /// position with all of them known.
    pub fn prove(&self, state: &Stonehenge, budget: &Budget<'_>) -> Option<Proved> {
        if let Some(outcome) = state.turn().outcome() {
            return outcome.winner().map(|winner| Proved { winner, line: Vec::new() });
        }
        let position = Compact::of(state);
        let mover = Seat::from_index(usize::from(position.mover))?;
        let verdict = self.verdict(&position, budget)?;
        let winner = if verdict.wins { mover } else { mover.other() };
        let first = verdict.druid.map(druid_action).filter(|&action| state.check(action).is_ok());
        let line = match first {
            Some(first) => line(state, first, &self.solver, budget),
            None => Vec::new(),
        };
        Some(Proved { winner, line })
    }

    /// A winning action of the seat to act, if it wins.
    pub(crate) fn winning(
        &self,
        state: &Stonehenge,
        budget: &Budget<'_>,
    ) -> Option<Option<Action>> {
        let verdict = self.verdict(&Compact::of(state), budget)?;
        Some(verdict.druid.map(druid_action))
    }

    fn verdict(&self, position: &Compact, budget: &Budget<'_>) -> Option<Verdict> {
        let keep_from = KEEP_FROM.min(position.left().saturating_sub(2));
        let ledger = |position: &Compact, found: Option<Verdict>| {
            if position.left() < keep_from {
                return None;
            }
            let key = position.canonical();
            let mut checkpoint = self.lock();
            match found {
                None => checkpoint.solved.get(&key).map(|&wins| Verdict { wins, druid: None }),
                Some(verdict) => {
                    checkpoint.solved.insert(key, verdict.wins);
                    None
                }
            }
        };
        self.solver.solve_with(position, budget, &ledger)
    }

    /// How many positions are proved.
    pub fn proved(&self) -> usize {
        self.lock().len()
    }

    /// Writes the checkpoint.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn save(&self) -> Result<(), super::CheckpointError> {
        self.lock().save()
    }

    pub(crate) fn lock(&self) -> std::sync::MutexGuard<'_, Checkpoint> {
        self.checkpoint.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
