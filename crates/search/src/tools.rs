//! What this crate can do for a game. Commands ask here instead of naming games.

use crate::engine::Engine;
use crate::games;
use crate::games::cathedral::NetworkError;
use crate::proofs::PositionSolver;
use crate::puzzles::PuzzleMaker;
use crate::tables::{TableMaker, WeightLearner};

/// Makes an engine that judges by the network in a text.
///
/// ```
/// let make = sarsen_search::tools("cathedral").and_then(|tools| tools.network);
/// assert!(make.is_some_and(|make| make("not a network").is_err()));
/// ```
pub type NetworkEngineMaker = fn(&str) -> Result<Box<dyn Engine>, NetworkError>;

/// What a game's module offers: an engine, and whatever else it has.
///
/// ```
/// use sarsen_search::tools;
///
/// let stonehenge = tools("stonehenge").unwrap();
/// assert!(stonehenge.solver.is_some() && stonehenge.tables.is_none());
/// assert!(tools("chess").is_none());
/// ```
#[derive(Clone, Copy)]
pub struct GameTools {
    /// The id of the game.
    pub game: &'static str,
    /// Makes the engine.
    pub engine: fn() -> Box<dyn Engine>,
    /// Makes an engine that judges by a network.
    pub network: Option<NetworkEngineMaker>,
    /// Its puzzles.
    pub puzzles: Option<&'static dyn PuzzleMaker>,
    /// Proves who wins a position.
    pub solver: Option<&'static dyn PositionSolver>,
    /// Computes exact tables.
    pub tables: Option<&'static dyn TableMaker>,
    /// Learns the weights of the evaluation.
    pub learner: Option<&'static dyn WeightLearner>,
}

impl GameTools {
    /// A game with an engine and nothing else.
    pub(crate) const fn new(game: &'static str, engine: fn() -> Box<dyn Engine>) -> GameTools {
        GameTools {
            game,
            engine,
            network: None,
            puzzles: None,
            solver: None,
            tables: None,
            learner: None,
        }
    }
}

/// What this crate can do for the game of an id.
pub fn tools(game: &str) -> Option<&'static GameTools> {
    games::ALL.iter().copied().find(|tools| tools.game == game)
}

/// What this crate can do for every game.
///
/// ```
/// let solvable = sarsen_search::all_tools().filter(|game| game.solver.is_some());
/// assert_eq!(solvable.map(|game| game.game).collect::<Vec<_>>(), ["stonehenge"]);
/// ```
pub fn all_tools() -> impl Iterator<Item = &'static GameTools> {
    games::ALL.iter().copied()
}
