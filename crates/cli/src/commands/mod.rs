//! One file per command.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod games;
pub(crate) mod hint;
pub(crate) mod ladder;
pub(crate) mod legal;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod puzzles;
pub(crate) mod random;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod table;
pub(crate) mod tables;
pub(crate) mod verify;
pub(crate) mod worker;
