//! The server with real sockets. One program, because linking it is what takes the time.

mod common;
mod fuzz;
mod kill;
mod leaks;
mod play;
mod rights;
mod web;
