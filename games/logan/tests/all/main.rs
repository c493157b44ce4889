//! The tests of the game, as one program: every further one would compile the rules and the suite once more.
#![allow(clippy::unwrap_used, reason = "all of this is test code")]

mod against_plain;
mod common;
mod conformance;
mod golden;
mod knowledge;
mod numbers;
mod plain;
mod rules;
mod words;
