//! Engines: strategies that are generic over the rules, and the engines' knowledge of each game.
//!
//! One file per strategy: [`alphabeta`], [`expectimax`], [`mcts`], [`puct`], [`ismcts`], [`solve`]. Their bounds name
//! what they need of a game. An engine's knowledge of one game (evaluation, ordering, exact endgames, levels) is in
//! [`games`], one module per game: the games' own crates stay free of search, and this crate, which depends on all of
//! them, is where both meet without a cycle.
//!
//! Outer layers use [`Engines`] and [`Engine::choose`], which speak notation, and ask [`tools()`] what else there is
//! for a game.
//!
//! Invariants:
//! - a search with a seed, a node limit and one thread gives the same answer on every machine: all
//!   floating-point functions beyond the four operations and the root come from `libm`;
//! - a search checks its [`Budget`] often enough to stop within 50 ms;
//! - an engine uses no more than its seat may know: in games with hidden information it works on worlds drawn by
//!   `Hidden::determinize`, which depend only on the seat's view and the seed.

pub mod alphabeta;
pub mod analysis;
pub mod engine;
mod engines;
pub mod examiner;
pub mod expectimax;
mod game_clock;
pub mod games;
pub mod ismcts;
pub mod knowledge;
pub mod limits;
pub mod mcts;
pub mod proofs;
pub mod puct;
pub mod puzzles;
pub mod rave;
pub mod report;
mod reserve;
mod root_parallel;
pub mod solve;
pub mod tables;
mod tools;
mod transposition;

pub use engine::{Choice, Engine, EngineError, Request, WeightsError, engine, engine_with_weights};
pub use engines::Engines;
pub use game_clock::{GameClock, TimeLeft, allotment};
pub use knowledge::{Knowledge, NoKnowledge, Weakness};
pub use limits::{Budget, Cancel, Clock, Limits, Stopwatch};
pub use report::{Candidate, Found, Line, Report};
pub use sarsen_core::{Level, ParseLevelError};
pub use tools::{GameTools, NetworkEngineMaker, all_tools, tools};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
