//! The tests of the engines, as one program: every further one would compile their generic code once more. Those of memory and of
//! time are programs of their own, because nothing else may run beside them.
#![allow(clippy::unwrap_used, reason = "all of this is test code")]

mod analysis;
mod common;
mod engines;
mod logan;
mod oracle;
mod puzzles;
mod rave;
#[path = "../somewhere/mod.rs"]
mod somewhere;
