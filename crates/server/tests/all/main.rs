//! Tests of the server with real sockets. They are one program, because linking takes most of the time.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]
#![allow(clippy::print_stdout, reason = "the figures of a test are worth reading")]

mod archive;
mod clocks;
mod common;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(target_os = "linux")]
mod door;
mod doubt;
mod engines;
mod failing;
mod fuzz;
mod history;
mod keys;
mod kill;
mod leaks;
#[cfg(unix)]
mod nodes;
mod open_tables;
mod play;
mod push;
mod puzzles;
#[cfg(target_os = "linux")]
mod restart;
mod rights;
#[cfg(target_os = "linux")]
mod set_time;
mod share;
#[cfg(target_os = "linux")]
mod shares;
mod slow;
#[cfg(target_os = "linux")]
mod sockets;
mod speech;
mod studies;
mod transfers;
mod web;
