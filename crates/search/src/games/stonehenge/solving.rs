//! The solver and what is learned from it, as `sarsen solve` and `sarsen table` use them.

use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use sarsen_catalog::Position;
use sarsen_core::Options;
use sarsen_stonehenge::Stonehenge;

use super::certificate::{Certificate, Flaw};
use super::{Checkpoint, FirstDruid, Proof, Prover};
use super::{book, order};
use crate::limits::{Budget, Cancel, Limits};
use crate::proofs::{
    CheckPlan, CheckedProof, CheckedResults, FirstAction, PositionSolver, SolveError,
    SolvedPosition, SolverRun, WrittenProof,
};
use crate::tables::WeightLearner;

/// Solves games with open druids and automatic claims, to which every other way to play reduces (K6).
pub(super) struct StonehengeSolver;

fn solvable(position: &dyn Position) -> Result<&Stonehenge, SolveError> {
    let state = position.state().downcast_ref::<Stonehenge>();
    state.filter(|_| position.options().changed().next().is_none()).ok_or(SolveError::Position(
        "only records of `stonehenge` with its default options can be solved",
    ))
}

impl PositionSolver for StonehengeSolver {
    fn accepts(&self, position: &dyn Position) -> Result<(), SolveError> {
        solvable(position).map(drop)
    }

    fn open(&self, limits: &Limits, checkpoint: Option<&Path>) -> io::Result<Box<dyn SolverRun>> {
        let checkpoint = match checkpoint {
            None => Checkpoint::in_memory(),
            Some(path) => Checkpoint::open(path).map_err(io::Error::other)?,
        };
        let recovered = checkpoint.was_recovered();
        let prover = Prover::new(limits, checkpoint).with_book();
        Ok(Box::new(Run { prover, recovered, current: Mutex::new(None) }))
    }

    fn check(&self, position: &dyn Position, proof: &str) -> Result<CheckedProof, SolveError> {
        let state = solvable(position)?;
        let proof = Proof::parse(proof).map_err(|error| SolveError::Text(error.to_string()))?;
        let cancel = Cancel::default();
        let budget = Budget::new(&Limits::default(), &cancel);
        let refuted = |error: super::CheckError| SolveError::Refuted(error.to_string());
        let checked = proof.check(state, &budget).map_err(refuted)?;
        let replies = match checked.replies {
            1 => "1 reply".to_owned(),
            count => format!("{count} replies"),
        };
        let effort = format!(
            "{replies}, {} nodes; from {} empty cells on by plain search",
            checked.nodes, proof.plain_from
        );
        Ok(CheckedProof { winner: proof.winner, position: checked.position, effort })
    }

    fn check_results(
        &self,
        checkpoint: Option<&[u8]>,
        plan: &CheckPlan,
        limits: &Limits,
        budget: &Budget<'_>,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<CheckedResults, SolveError> {
        let read;
        let checkpoint = match checkpoint {
            None => book::book(),
            Some(bytes) => {
                let damaged = || {
                    let problem = "is not a checkpoint, or is damaged; a proof needs its record";
                    SolveError::Text(problem.to_owned())
                };
                read = Checkpoint::from_bytes(bytes).ok_or_else(damaged)?;
                &read
            }
        };
        let checked = Certificate::of(checkpoint)
            .and_then(|certificate| certificate.check(plan, limits, budget, progress));
        checked.map_err(|flaw| match flaw {
            Flaw::Stopped => SolveError::Stopped,
            flaw => SolveError::Refuted(flaw.to_string()),
        })
    }
}

struct Run {
    prover: Prover,
    recovered: bool,
    /// The first druid that is being solved.
    current: Mutex<Option<Attempt>>,
}

/// Work on a first druid.
#[derive(Clone)]
struct Attempt {
    druid: FirstDruid,
    /// The number of replies that were refuted when it began.
    refuted_before: usize,
    begun: Instant,
}

impl Run {
    fn set_current(&self, attempt: Option<Attempt>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = attempt;
    }
}

impl SolverRun for Run {
    fn was_recovered(&self) -> bool {
        self.recovered
    }

    fn solve(
        &self,
        position: &dyn Position,
        proof_to: Option<u32>,
        budget: &Budget<'_>,
    ) -> Result<Option<SolvedPosition>, SolveError> {
        let state = solvable(position)?;
        let Some(proved) = self.prover.prove(state, budget) else { return Ok(None) };
        let proof = match proof_to {
            None => None,
            Some(plain_from) => match Proof::of(state, &self.prover, plain_from, budget) {
                None => return Ok(None),
                Some(proof) => Some(WrittenProof { text: proof.to_text(), replies: proof.len() }),
            },
        };
        let line = proved.line.iter().map(ToString::to_string).collect();
        Ok(Some(SolvedPosition { winner: proved.winner, line, proof }))
    }

    fn solve_first_actions(&self, budget: &Budget<'_>) {
        let open = self.prover.first_druids().into_iter().filter(|druid| druid.winner.is_none());
        for druid in open {
            let (refuted_before, _) = self.prover.refuted_after(&druid);
            let attempt = Attempt { druid: druid.clone(), refuted_before, begun: Instant::now() };
            self.set_current(Some(attempt));
            if self.prover.solve_first_druid(&druid, budget).is_none() {
                break;
            }
        }
        self.set_current(None);
    }

    fn first_actions(&self) -> Vec<FirstAction> {
        let druids = self.prover.first_druids().into_iter();
        druids
            .map(|druid| FirstAction { action: druid.action.to_string(), winner: druid.winner })
            .collect()
    }

    /// How far the refutation of a first druid is, how long the rest takes at this rate, and what is proved, by empty
    /// cells.
    fn status(&self) -> String {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(Attempt { druid, refuted_before, begun }) = current else { return String::new() };
        let (refuted, all) = self.prover.refuted_after(&druid);
        let mut text =
            format!("{} by {}: {refuted} of {all} replies refuted", druid.action, druid.reply);
        if refuted > refuted_before && refuted < all {
            let each = begun.elapsed().as_secs_f64() / (refuted - refuted_before) as f64;
            let minutes = each * (all - refuted) as f64 / 60.0;
            text.push_str(&format!(", some {minutes:.0} minutes left"));
        }
        for (empty, [lost, won]) in self.prover.proved_by_empty_cells().into_iter().rev() {
            text.push_str(&format!("; {empty} empty: {won} won, {lost} lost"));
        }
        text
    }

    fn summary(&self) -> Vec<String> {
        let counts = self.prover.proved_by_empty_cells().into_iter().rev();
        counts
            .map(|(empty, [lost, won])| {
                format!("{empty} empty cells: {won} won, {lost} lost for the seat to act")
            })
            .collect()
    }

    fn proved(&self) -> usize {
        self.prover.proved()
    }

    fn save(&self) -> io::Result<()> {
        self.prover.save().map_err(io::Error::other)
    }
}

/// Learns the evaluation from solved positions, an amount of them for each number of empty cells.
pub(super) struct SolvedPositions;

impl WeightLearner for SolvedPositions {
    /// Six numbers of empty cells, and two more with a quarter as many positions.
    fn steps(&self, positions: u32) -> u64 {
        6 * u64::from(positions) + 2 * u64::from(positions / 4)
    }

    fn learn(
        &self,
        _options: &Options,
        positions: u32,
        seed: u64,
        progress: &mut dyn FnMut(u32),
    ) -> String {
        let cancel = Cancel::default();
        let budget = Budget::new(&Limits::default(), &cancel);
        order::learn(positions, seed, &budget, progress).to_text()
    }
}
