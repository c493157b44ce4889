//! Long proofs of who wins a position, for games with a solver of their own.

use std::io;
use std::path::Path;

use sarsen_catalog::Position;
use sarsen_core::Seat;
use thiserror::Error;

use crate::limits::{Budget, Limits};

/// Why a position was not solved, or a proof does not hold.
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::tools;
/// use sarsen_search::proofs::SolveError;
///
/// let solver = tools("stonehenge").unwrap().solver.unwrap();
/// let holes = sarsen_catalog::game("holes").unwrap();
/// let refused = solver.accepts(holes.start(&Options::defaults(holes.spec())).as_ref());
/// assert!(matches!(refused, Err(SolveError::Position(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// The solver does not take such positions.
    #[error("{0}")]
    Position(&'static str),
    /// The text is not a proof.
    #[error("{0}")]
    Text(String),
    /// It is a proof, but it does not hold for the position.
    #[error("the proof does not hold: {0}")]
    Refuted(String),
}

/// A solved position.
///
/// ```
/// use sarsen_core::Seat;
/// use sarsen_search::proofs::SolvedPosition;
///
/// let solved = SolvedPosition { winner: Seat::ONE, line: vec!["G4".into()], proof: None };
/// assert!(solved.proof.is_none(), "none was asked for");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedPosition {
    /// Who wins.
    pub winner: Seat,
    /// A line of best play.
    pub line: Vec<String>,
    /// The proof, if it was asked for.
    pub proof: Option<WrittenProof>,
}

/// A proof as text.
///
/// ```
/// use sarsen_search::proofs::WrittenProof;
///
/// let proof = WrittenProof { text: String::new(), replies: 0 };
/// assert_eq!(proof.replies, 0, "plain search does it all");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenProof {
    /// Its text, for [`PositionSolver::check`].
    pub text: String,
    /// The number of replies in it.
    pub replies: usize,
}

/// A proof that holds.
///
/// ```
/// use sarsen_core::Seat;
/// use sarsen_search::proofs::CheckedProof;
///
/// let checked = CheckedProof { winner: Seat::TWO, position: "…".into(), effort: "3 replies".into() };
/// assert_eq!(checked.winner, Seat::TWO);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedProof {
    /// Who wins.
    pub winner: Seat,
    /// The position, in the notation of the proof.
    pub position: String,
    /// What was checked, and how, in words.
    pub effort: String,
}

/// An opening action and the seat that wins after it, if that is known.
///
/// ```
/// use sarsen_search::proofs::FirstAction;
///
/// let first = FirstAction { action: "G4".into(), winner: None };
/// assert!(first.winner.is_none(), "not solved yet");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstAction {
    /// The action.
    pub action: String,
    /// The winner.
    pub winner: Option<Seat>,
}

/// Proves who wins positions of one game.
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::{Budget, Cancel, Limits, tools};
///
/// let game = sarsen_catalog::game("stonehenge").unwrap();
/// let mut position = game.start(&Options::defaults(game.spec()));
/// for token in ["A6", "B5", "C1", "D4", "E2", "F3", "G5", "H1", "I3", "J2"] {
///     position.play(token)?;
/// }
/// let solver = tools("stonehenge").unwrap().solver.unwrap();
/// let limits = Limits { memory: 1 << 20, ..Limits::default() };
/// let cancel = Cancel::default();
/// let budget = Budget::new(&limits, &cancel);
/// let run = solver.open(&limits, None)?;
/// let solved = run.solve(position.as_ref(), Some(6), &budget)?.expect("there is no limit");
/// let checked = solver.check(position.as_ref(), &solved.proof.unwrap().text)?;
/// assert_eq!(checked.winner, solved.winner);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PositionSolver: Send + Sync {
    /// Whether it can solve a position.
    ///
    /// # Errors
    /// If it cannot: why.
    fn accepts(&self, position: &dyn Position) -> Result<(), SolveError>;

    /// Starts with everything that is already proven: what is built into the program, and a checkpoint, if one is named.
    ///
    /// # Errors
    /// If the checkpoint cannot be read.
    fn open(&self, limits: &Limits, checkpoint: Option<&Path>) -> io::Result<Box<dyn SolverRun>>;

    /// Checks a proof by the rules alone.
    ///
    /// # Errors
    /// If it is not a proof, or does not hold for the position.
    fn check(&self, position: &dyn Position, proof: &str) -> Result<CheckedProof, SolveError>;
}

/// A run of a [`PositionSolver`], which other threads may ask for its progress.
///
/// ```
/// use sarsen_search::{Limits, tools};
///
/// let limits = Limits { memory: 1 << 20, ..Limits::default() };
/// let run = tools("stonehenge").unwrap().solver.unwrap().open(&limits, None)?;
/// assert!(!run.was_recovered() && run.proved() > 0, "some positions are built in");
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait SolverRun: Send + Sync {
    /// Whether the checkpoint was damaged and the previous one is used.
    fn was_recovered(&self) -> bool;

    /// Solves a position; `None` if the budget runs out. `proof_to` asks for a proof that leaves positions with at most
    /// this many empty places to plain search.
    ///
    /// # Errors
    /// If it does not take such positions.
    fn solve(
        &self,
        position: &dyn Position,
        proof_to: Option<u32>,
        budget: &Budget<'_>,
    ) -> Result<Option<SolvedPosition>, SolveError>;

    /// Solves the positions after every first action, one after the other, as far as the budget allows.
    fn solve_first_actions(&self, budget: &Budget<'_>);

    /// Every first action that differs from the others by more than symmetry.
    fn first_actions(&self) -> Vec<FirstAction>;

    /// What [`SolverRun::solve_first_actions`] is doing, for a line of progress.
    fn status(&self) -> String;

    /// What is proved so far, in lines.
    fn summary(&self) -> Vec<String>;

    /// The number of proved positions.
    fn proved(&self) -> usize;

    /// Writes the checkpoint, if there is one.
    ///
    /// # Errors
    /// If writing fails; the file is then unchanged.
    fn save(&self) -> io::Result<()>;
}
