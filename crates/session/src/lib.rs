//! A table: people and engines around a game.
//!
//! A [`Table`] is a state machine over its log. [`Table::decide`] turns a [`Command`] into what shall happen,
//! without changing anything; [`Table::apply`] makes it so. Between the two the caller writes the events to disk.
//! So the state is always the replay of the log, and nobody hears of what is not written.
//!
//! Invariants:
//! - no sockets, no clock, no generator, no database: time and randomness come in with a [`Moment`] and are
//!   written into the events, so a replay gives the same table on every machine;
//! - what is told to somebody is made from a view of that person's seat ([`Table::position`],
//!   [`Table::apply_and_tell`], [`Table::record`]), never from a state.

mod clock;
mod command;
mod decide;
mod digest;
mod draws;
mod event;
mod frames;
mod game;
mod luck;
mod record;
pub mod refusals;
mod table;
mod takeback;
mod transfer;

pub use command::{Command, Moment, Seating};
pub use digest::Digest;
pub use event::{Event, Margin, PlayerId, Setup, Slot, TokenHash, What};
pub use frames::{Credentials, Onlooker, Presence, legal, told, turn_of};
pub use luck::{ParseSeedError, Seed};
pub use record::{Verified, VerifyError, date, verify};
pub use table::{ReplayError, Table};
pub use transfer::{ImportError, has_begun, import, table_for, table_of};
