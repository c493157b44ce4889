//! The tests of the game, as one program: every further one would compile the rules and the suite once more.

mod conformance;
mod golden;
mod numbers;
mod plain;
mod rules;
mod second;
mod solve;
mod words;
