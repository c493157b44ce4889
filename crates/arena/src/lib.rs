//! Matches between engines.
//!
//! A match consists of pairs of games: in the second game of a pair the contestants swap seats, with the same opening
//! and the same chance. [`statistics`] computes Elo differences with error bars and sequential tests, [`rating`] the
//! ratings of several contestants; [`ladder`] measures all levels of a game, [`exam`] the cost of their decisions,
//! [`survey`] what openings are worth; [`ugi`] lets external engines take part.

pub mod contestant;
pub mod exam;
pub mod game;
pub mod ladder;
pub mod openings;
pub mod rating;
mod record_file;
pub mod statistics;
pub mod survey;
pub mod tournament;
pub mod ugi;

pub use contestant::{Contestant, ContestantError, Spec};
pub use game::{ArenaError, play};
pub use openings::Openings;
pub use statistics::{Decision, Score, SingleGames, Sprt, Verdict};
pub use survey::Survey;
pub use tournament::{Plan, Standings, run};
