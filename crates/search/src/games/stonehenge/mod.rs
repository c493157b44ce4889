//! The engine for Stonehenge: a learned evaluation for the opening, exact play from the middle game on.
//!
//! Open druids: alpha-beta, and the solver as soon as the rest of the board is small enough. Face-down druids (K11):
//! worlds that the seat considers possible are drawn; while the board is wide they share one search tree, and later
//! each of them is solved, and the druid that wins most of them is played.

mod book;
mod certificate;
mod checkpoint;
mod compact;
mod druids;
mod endgame;
mod engine;
mod judge;
mod lanes;
mod line;
mod listing;
mod order;
mod plain;
mod proof;
mod prove;
mod puzzles;
mod reduced;
mod solver;
mod solver_table;
mod solving;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use engine::StonehengeEngine;
pub use order::{Weights, learn};
pub use proof::{CheckError, Checked, Proof, ProofError};
pub use prove::{FirstDruid, Proved, Prover};

use sarsen_core::Rules;
use sarsen_stonehenge::Stonehenge;

use crate::tools::GameTools;

/// What there is for Stonehenge.
pub(crate) const TOOLS: GameTools = GameTools {
    puzzles: Some(&puzzles::StonehengePuzzles),
    solver: Some(&solving::StonehengeSolver),
    learner: Some(&solving::SolvedPositions),
    ..GameTools::new(Stonehenge::SPEC.id, || Box::new(StonehengeEngine))
};
