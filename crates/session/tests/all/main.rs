//! A table from the first person to sit down to the rematch.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

mod actions;
mod clocks;
mod common;
mod endings;
mod engines;
mod history;
mod matches;
mod seats;
mod takebacks;
mod transfer;
mod views;
