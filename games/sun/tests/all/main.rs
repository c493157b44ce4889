//! The tests of the game, as one program: every further one would compile the rules and the suite once more.
#![allow(clippy::unwrap_used, reason = "all of this is test code")]

mod common;
mod conformance;
mod film;
mod games;
mod golden;
mod numbers;
mod physics;
mod refusals;
mod rules;
mod ways;
mod words;
