//! The tests that every game has to pass.
//!
//! A game's `tests/all/conformance.rs` calls [`conformance::listed`] (or [`conformance::proposed`] for games
//! whose actions cannot be listed), and with hidden information [`conformance::hidden`]; its `tests/all/words.rs`
//! does the same with [`words`], its `tests/all/numbers.rs` with [`numbers`], its `src/typescript.rs` with [`typescript`]; its
//! `tests/all/golden.rs` calls [`golden::run`] and [`perft::run`] on its data files. A failure panics with the
//! seed, the options and the actions that lead to it.

pub mod allocation;
pub mod conformance;
pub mod golden;
pub mod numbers;
pub mod perft;
pub mod services;
mod setups;
pub mod speed;
pub mod typescript;
pub mod words;

pub use setups::setups;
