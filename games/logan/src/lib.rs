//! Logan Stones: an island of two-faced stones on a table without a board.
//!
//! [`Logan`] is the state with its rules (L1 to L14, written out in `rules/`). Its speciality is knowledge: seats see
//! different faces. Everything that a seat is given (view, preview, choices, refusals, record) is made from
//! [`Logan::shadow`], a copy of the state without the faces that the seat may not see, so nothing can leak.
//!
//! ```
//! use sarsen_core::{Options, Rules, Seat, Viewer, Views};
//! use sarsen_logan::{Face, Logan};
//!
//! let mut game = Logan::start(&Options::defaults(Logan::SPEC));
//! game.play("deal=SP,PS|RS,RP,RP,RP,PS,PS,SR,SR|RP,RP,RP,PS,PS,SR,SR,SR".parse()?)?;
//! game.play("+RS@1,-1".parse()?)?;
//! let seen = game.view(Viewer::Seat(Seat::TWO));
//! assert_eq!(seen.last.unwrap().action, "+R?@1,-1", "seat 2 does not know what lies beneath");
//! assert_eq!(seen.island[0].up, Face::Paper, "Rock has flipped the Scissors");
//! # Ok::<(), sarsen_core::PlayError>(())
//! ```

mod action;
mod cell;
mod draw;
mod ending;
mod events;
mod hand;
mod hash;
mod history;
mod island;
mod knowledge;
mod listing;
mod notation;
mod numbering;
mod observation;
mod refusal;
mod spec;
mod state;
mod state_string;
mod stone;
mod symmetry;
#[cfg(test)]
mod typescript;
mod unmask;
mod view;
mod window;
mod wins;
mod words;
mod worlds;

pub use action::{Action, Deal};
pub use cell::{Cell, DIRECTIONS};
pub use events::Event;
pub use spec::{Backs, SPEC};
pub use state::{End, Logan};
pub use stone::{Bag, Face, HAND, STONES, Stone};
pub use view::{LastView, PhaseView, StoneInHand, StoneView, View};
pub use worlds::Worlds;

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
