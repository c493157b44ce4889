//! Engine against engine.
//!
//! A match is pairs of games: in the second of a pair the contestants change seats and meet the same
//! opening and the same luck. [`statistics`] turns results into Elo with error bars and into the verdict
//! of a sequential test, [`rating`] those of several contestants into ratings; [`ladder`] measures all levels of a game, [`exam`] what their decisions cost; [`ugi`] lets engines of others take part.

pub mod contestant;
pub mod exam;
pub mod game;
pub mod ladder;
pub mod openings;
pub mod rating;
pub mod statistics;
pub mod tournament;
pub mod ugi;

pub use contestant::{Contestant, ContestantError, Spec};
pub use game::{ArenaError, play};
pub use openings::Openings;
pub use statistics::{Decision, Score, Sprt, Verdict};
pub use tournament::{Plan, Standings, run};
