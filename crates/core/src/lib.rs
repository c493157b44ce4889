//! The vocabulary and traits that all games share.
//!
//! A game is a clonable state that implements [`Rules`]. Capability traits say what else it can do ([`ListActions`],
//! [`Chance`], [`Views`], [`Hidden`], [`Hashed`], [`Symmetric`], [`Propose`], [`Conclude`], [`Numbered`], [`Observed`],
//! [`InformationState`], [`Permuted`], [`Continuous`], [`StateString`]), so an algorithm names what it needs in its
//! bounds. Everything here is generic and statically dispatched; only the `catalog` crate turns games into trait
//! objects.
//!
//! Invariants that every game keeps (the conformance suite of `testkit` checks the first and the last):
//! - a state that is not over has at least one legal action;
//! - rules own no generator, no clock and no I/O: chance is an explicit action;
//! - an action's notation is the same text everywhere, and parsing it gives the action back.

mod audience;
pub mod bits;
mod capability;
pub mod chance;
mod continuous;
mod ending;
mod illegal;
mod level;
mod matches;
mod numbering;
mod options;
mod outcome;
pub mod perft;
mod phrase;
pub mod record;
mod rules;
mod seat;
mod spec;
pub mod state_string;
mod tensor;
mod turn;
mod unknown_game;

pub use audience::{Audience, SeatName};
pub use capability::{
    Chance, Describe, Deterministic, Draw, Explain, Hashed, Hidden, ListActions, Propose,
    Symmetric, Views, legal_actions, refuse_masked,
};
pub use continuous::{Continuous, Dimension, Kind};
pub use ending::{Conclude, Tally};
pub use illegal::{Illegal, ParseActionError, PlayError};
pub use level::{Level, ParseLevelError};
pub use matches::{MatchGame, MatchRule, MatchScore, MatchSpec, NextGame};
pub use numbering::Numbered;
pub use options::{OptionError, Options};
pub use outcome::{Outcome, ParseResultError};
pub use phrase::{Counted, Lang, ParseLangError, Phrase, with_decimal_commas};
pub use rules::{Action, Rules};
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use spec::{GameSpec, Measurement, OFF, OptionSpec, RulesText, Scoring, Values, Variant, Word};
pub use state_string::{
    StateString, StateStringError, options_string, position_string, split_position,
};
pub use tensor::{InformationState, Observed, Permuted, Plane, planes_size};
pub use turn::{Turn, Viewer};
pub use unknown_game::UnknownGame;

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
