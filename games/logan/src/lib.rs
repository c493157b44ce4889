//! Logan Stones: an island of two-faced stones on a table without a board.
//!
//! [`Logan`] is the state with its rules (L1 to L14, written out in `rules/`). What is particular
//! here is knowledge: seats see different faces. Everything that leaves a game towards a seat — view,
//! preview, list of actions, refusals, record — is made from [`Logan::shadow`], a copy of the state in
//! which the faces that the seat may not see are gone; so there is nothing left to leak.

mod action;
mod cell;
mod draw;
mod events;
mod hand;
mod hash;
mod history;
mod island;
mod knowledge;
mod listing;
mod notation;
mod refusal;
mod spec;
mod state;
mod stone;
mod symmetry;
mod view;
mod worlds;

pub use action::{Action, Deal};
pub use cell::{Cell, DIRECTIONS};
pub use events::Event;
pub use spec::{Backs, SPEC};
pub use state::{End, Logan};
pub use stone::{Bag, Face, HAND, STONES, Stone};
pub use view::{LastView, StoneInHand, StoneView, View};
pub use worlds::Worlds;
