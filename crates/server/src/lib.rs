//! HTTP and WebSocket around tables and their store.
//!
//! [`app`] returns the router, so that tests need no socket. Every table is a task of its own with a bounded mailbox
//! (`actor`); it alone decides, writes, and then tells. Engines think on threads of their own ([`engine`]). A
//! connection has a bounded queue: a client that does not read is cut off and catches up by number.
//!
//! Invariants:
//! - nobody is told of an event before the store has answered that it is on disk;
//! - what a client gets is made by `session` for that client's seats;
//! - keys and tokens are kept as hashes, and no log line holds one.

mod actor;
mod addresses;
mod connection;
pub mod engine;
mod house;
mod http;
mod limits;
mod metrics;
mod openapi;
mod registry;
mod secrets;
mod serve;
mod study;
mod web;

pub use house::{House, HouseOptions, Sources, SystemSources};
pub use http::app;
pub use limits::Limits;
pub use serve::{ServeError, ServeOptions, serve};
