//! The server with real sockets. One program, because linking it is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]
#![allow(clippy::print_stdout, reason = "the figures of a test are worth reading")]

mod common;
mod engines;
mod failing;
mod fuzz;
mod kill;
mod leaks;
mod play;
mod rights;
mod slow;
mod web;
