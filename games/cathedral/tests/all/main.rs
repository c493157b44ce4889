//! The tests of the game, as one program: every further one would compile the rules and the suite once more.

mod conformance;
mod golden;
mod numbers;
mod plain;
mod plain_agrees;
mod rules;
mod scene;
mod words;
