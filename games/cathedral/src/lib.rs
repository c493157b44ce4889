//! Cathedral, world edition: two seats enclose space on a board of 10 × 10 squares.
//!
//! Each layer of the board is one 128-bit word ([`Squares`]): a footprint is tested on all its squares at once, and a
//! flood fill advances in all directions at once. Only views, events and pictures allocate.
//!
//! Invariants, checked by the tests at every state:
//! - the squares of a seat's monuments on the board and in its tray add up to 47;
//! - claimed space is empty: a square under a monument belongs to nobody;
//! - no square is claimed by both seats.
//!
//! ```
//! use sarsen_cathedral::Cathedral;
//! use sarsen_core::{Options, Rules};
//!
//! let mut game = Cathedral::start(&Options::defaults(Cathedral::SPEC));
//! for token in ["PP0@h7", "TA0@j1", "BR1@d1", "TO0@a1"] {
//!     game.play(token.parse()?)?;
//! }
//! assert!(game.play("TA0@a1".parse()?).is_err(), "Dark's tower has claimed the corner");
//! # Ok::<(), sarsen_core::PlayError>(())
//! ```

mod action;
mod board;
mod claims;
mod draw;
mod ending;
mod events;
mod footprint;
mod hash;
mod legal;
mod notation;
mod numbering;
mod piece;
mod refusal;
mod spec;
mod state;
mod state_string;
mod symmetry;
#[cfg(test)]
mod typescript;
mod view;
mod words;

pub use action::{Action, Placement};
pub use board::{SIZE, Square, Squares};
pub use events::Event;
pub use piece::{Piece, SQUARES_PER_SEAT};
pub use spec::SPEC;
pub use state::Cathedral;
pub use view::{ClaimView, DecisionView, Phase, PieceView, TrayView, View};

/// Seat 1, who plays the light monuments.
pub const LIGHT: sarsen_core::Seat = sarsen_core::Seat::ONE;
/// Seat 2, who plays the dark monuments.
pub const DARK: sarsen_core::Seat = sarsen_core::Seat::TWO;

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
