//! The words that all games share.
//!
//! A game is a clonable state that implements [`Rules`]; what else it can do it says by capability
//! traits ([`ListActions`], [`Chance`], [`Views`], [`Hidden`], [`Hashed`], [`Symmetric`], [`Propose`]),
//! so that an algorithm names in its bounds what it needs. Everything here is generic and static;
//! the `catalog` crate is the only place where games become trait objects.
//!
//! Invariants that every game keeps (the conformance suite of `testkit` checks the first and the last):
//! - a state that is not over has at least one legal action;
//! - rules own no generator, no clock and no I/O: chance is an explicit action;
//! - an action's notation is the same text everywhere, and parsing it gives the action back.

mod capability;
pub mod chance;
mod illegal;
mod matches;
mod options;
mod outcome;
pub mod perft;
mod phrase;
pub mod record;
mod rules;
mod seat;
mod spec;
mod turn;

pub use capability::{
    Chance, Deterministic, Draw, Explain, Hashed, Hidden, ListActions, Propose, Symmetric, Views,
    legal_actions, refuse_masked,
};
pub use illegal::{Illegal, ParseActionError, PlayError};
pub use matches::{MatchRule, MatchScore};
pub use options::{OptionError, Options};
pub use outcome::{Outcome, ParseResultError};
pub use phrase::{Lang, ParseLangError, Phrase};
pub use rules::{Action, Rules};
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use spec::{GameSpec, OptionSpec, RulesText, Values, Variant};
pub use turn::{Turn, Viewer};
