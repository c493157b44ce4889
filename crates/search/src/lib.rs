//! Engine players: strategies that are generic over the rules, and what each game's engine knows.
//!
//! One file a strategy: [`alphabeta`], [`expectimax`], [`mcts`], [`puct`], [`ismcts`], [`solve`]. They name in their
//! bounds what they need of a game. What an engine knows of one game (evaluation, ordering, exact
//! endgames, levels) is in [`games`], one module a game: the games' own crates stay free of search, and
//! this crate, which depends on all of them, is where both meet without a cycle.
//!
//! Outer layers use [`engine()`] and [`Engine::choose`], which speak notation.
//!
//! Invariants:
//! - a search with a seed, a node limit and one thread gives the same answer on every machine: all
//!   floating-point functions beyond the four operations and the root come from `libm`;
//! - a search looks at its [`Budget`] often enough to stop within 50 ms;
//! - an engine sees no more than its seat: in games with hidden information it works on worlds drawn by
//!   `Hidden::determinize`, which depend on the seat's view and the seed only.

pub mod alphabeta;
pub mod analysis;
pub mod engine;
pub mod expectimax;
pub mod games;
pub mod ismcts;
pub mod knowledge;
pub mod level;
pub mod limits;
pub mod mcts;
pub mod puct;
pub mod rave;
pub mod report;
mod reserve;
mod root_parallel;
pub mod solve;
mod transposition;

pub use engine::{Choice, Engine, EngineError, Request, engine};
pub use knowledge::{Knowledge, NoKnowledge, Weakness};
pub use level::{Level, ParseLevelError};
pub use limits::{Budget, Cancel, Clock, Limits};
pub use report::{Candidate, Found, Line, Report};

/// The examples of the README are run too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
