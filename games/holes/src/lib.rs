//! 58 Holes, also called Hounds and Jackals: a race for two seats with throwing sticks.
//!
//! [`Holes`] is the game with its rules; [`Side`] the pieces of one seat and what can happen to them; [`SideIndex`]
//! numbers all sides, [`Graph`] has the moves in terms of those numbers, [`solve`] computes exact values, and
//! [`layers`] those of larger games. The rules in words, with the ids that the code cites, are in `rules/`.

mod action;
mod draw;
mod ending;
mod events;
mod graph;
mod index;
pub mod layers;
mod numbering;
mod refusal;
mod side;
pub mod solve;
mod spec;
mod state;
mod state_string;
mod sticks;
pub mod track;
#[cfg(test)]
mod typescript;
mod view;
mod words;

pub use action::Action;
pub use events::{Event, Happening, Loss};
pub use graph::{Choice, Graph, Next};
pub use index::SideIndex;
pub use side::{Landing, Side, Strike};
pub use spec::{Ruleset, SPEC};
pub use state::{Holes, Last, Stage};
pub use sticks::{STICKS, Throw, WAYS};
pub use track::Hole;
pub use view::{HoleView, LastView, PhaseView, SideView, SticksView, View};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
