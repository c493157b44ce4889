//! One file a command.

pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod games;
pub(crate) mod legal;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod random;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod show;
