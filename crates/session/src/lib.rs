//! A table: people and engines around a game.
//!
//! A [`Table`] is a state machine over its log. [`Table::decide`] turns a [`Command`] into steps without changing
//! anything. The caller applies the steps to a copy, writes their events to disk, and only then replaces the table by
//! the copy and informs people. So the state is always the replay of the log, and nobody is told of an event that is
//! not written.
//!
//! Invariants:
//! - no sockets, no clock, no generator, no database: time and randomness come in with a [`Moment`] and are written
//!   into the events, so a replay gives the same table on every machine;
//! - what a person is told is made from a view of that person's seat ([`Table::position`], [`Table::apply_and_tell`],
//!   [`Table::record`]), never from a state.

mod clock;
mod close;
mod command;
mod decide;
mod digest;
mod draws;
mod event;
mod frames;
mod game;
mod history;
mod listing;
mod record;
pub mod refusals;
mod reminder;
mod seed;
mod table;
mod takeback;
mod trail;
mod transfer;

pub use command::{Command, Moment, Seating};
pub use decide::Step;
pub use digest::Digest;
pub use event::{Annotations, Event, EventKind, PlayerId, Setup, Slot, TokenHash};
pub use frames::{Credentials, Listener, Observer, Presence};
pub use history::{LoggedGame, logged_games};
pub use record::{Verified, VerifyError, date, verify};
pub use reminder::Reminder;
pub use seed::{ParseSeedError, Seed};
pub use table::{ReplayError, Table};
pub use trail::Trail;
pub use transfer::{ImportError, has_begun, import, table_for, table_of};
