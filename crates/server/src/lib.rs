//! HTTP and WebSocket around tables and their store.
//!
//! [`app`] returns the router, so that tests need no socket. Every table is a task with a bounded mailbox (`actor`);
//! only it decides, writes and then informs its clients. Engines run on their own threads ([`engine`]). A connection
//! has a bounded queue: a client that does not read is disconnected and catches up by number.
//!
//! Invariants:
//! - nobody is told of an event before the store has confirmed that it is on disk;
//! - what a client receives is made by `session` for that client's seats;
//! - keys and tokens are stored as hashes, and never logged.

mod accept;
mod access;
mod actor;
mod addresses;
mod app_state;
pub mod archive;
pub mod bus;
pub mod cluster;
mod connection;
pub mod engine;
mod http;
mod limits;
mod metrics;
mod names;
mod purge;
mod push;
mod puzzles;
mod registry;
mod secrets;
mod serve;
mod share;
mod study;
mod web;
pub mod worker;

pub use accept::accept;
pub use access::{Access, BadNetwork, Network};
pub use app_state::{AppOptions, AppState, Sources, SystemSources};
pub use http::app;
pub use limits::Limits;
pub use purge::Purged;
pub use push::{PushKey, PushKeyError, PushOptions};
pub use serve::{NodeOptions, ServeError, ServeOptions, serve};
