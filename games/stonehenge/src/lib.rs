//! Stonehenge by Reiner Knizia: druids on eighteen points, megaliths at the ends of fifteen lines.
//!
//! [`Stonehenge`] is the state with its rules (K1–K11); [`board`] the truncated triangle, its lines and its symmetries;
//! [`hand`] the druids that a seat still has; `view` what a viewer may know; `draw` draws it.
//!
//! ```
//! use sarsen_core::{Options, Rules};
//! use sarsen_stonehenge::Stonehenge;
//!
//! let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
//! game.play("G4".parse()?)?;
//! assert!(game.play("G1".parse()?).is_err(), "the cell is taken");
//! # Ok::<(), sarsen_core::PlayError>(())
//! ```

mod action;
pub mod board;
mod draw;
mod ending;
mod events;
pub mod hand;
mod hash;
mod numbering;
mod refusal;
mod spec;
mod state;
mod state_string;
mod symmetry;
#[cfg(test)]
mod typescript;
mod view;
mod words;

pub use action::Action;
pub use events::Event;
pub use spec::SPEC;
pub use state::{MEGALITHS, Phase, Stonehenge};
pub use view::{CellView, HandView, LineView, View};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
