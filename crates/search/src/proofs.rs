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
    /// The budget ran out.
    #[error("stopped before everything was checked")]
    Stopped,
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

/// How [`PositionSolver::check_results`] searches the positions again on which results rest.
///
/// ```
/// use sarsen_search::proofs::CheckPlan;
///
/// let plan = CheckPlan { sample: 5, ..CheckPlan::default() };
/// assert_eq!(plan.part, (0, 1), "everything is one part");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckPlan {
    /// How many of them by plain search.
    pub sample: usize,
    /// Chooses the sample.
    pub seed: u64,
    /// Whether the solver searches all others, without the results.
    pub solver: bool,
    /// Which part of how many, from 0: the parts may be checked in separate runs.
    pub part: (usize, usize),
}

impl Default for CheckPlan {
    fn default() -> CheckPlan {
        CheckPlan { sample: 0, seed: 0, solver: false, part: (0, 1) }
    }
}

/// What was checked of the results of a solver.
///
/// ```
/// use sarsen_search::proofs::CheckedResults;
///
/// let checked = CheckedResults { ends: 7, by_plain_search: 2, ..CheckedResults::default() };
/// assert!(checked.by_plain_search + checked.by_solver < checked.ends, "not everything");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckedResults {
    /// The first actions, and who wins after those that are decided.
    pub first_actions: Vec<FirstAction>,
    /// The number of positions that follow from others by the rules alone.
    pub followed: usize,
    /// The number of positions on which these rest.
    pub ends: usize,
    /// What these have in common, in words.
    pub ends_with: String,
    /// How many of them plain search found again.
    pub by_plain_search: usize,
    /// How many of them the solver found again.
    pub by_solver: usize,
    /// The number of positions visited by both.
    pub nodes: u64,
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

    /// Checks what a checkpoint (without one: what is built into the program) says of the first actions: by the rules
    /// alone, down to positions that are searched again as planned. `progress` is told how many of these are done, and of
    /// how many.
    ///
    /// # Errors
    /// If it is not a checkpoint, proves less than it says, or the budget runs out.
    fn check_results(
        &self,
        checkpoint: Option<&[u8]>,
        plan: &CheckPlan,
        limits: &Limits,
        budget: &Budget<'_>,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<CheckedResults, SolveError>;
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
