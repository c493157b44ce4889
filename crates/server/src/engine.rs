//! Engines: bounded groups of threads, shared fairly between addresses and players. A search is cancelled when nobody
//! waits for it any more.

mod allotment;
mod pool;
mod random_backend;
mod search_backend;

use std::time::Duration;

use sarsen_catalog::Position;
use sarsen_core::{Level, Seat};
use sarsen_protocol::Analysis;

pub(crate) use allotment::{Running, allotment};
pub(crate) use pool::{Pool, Purpose, Requester, Ticket};
pub use random_backend::RandomBackend;
pub use sarsen_search::Cancel;
pub use search_backend::SearchBackend;

/// Receives the analyses of a search, each better than the one before.
pub type OnAnalysis<'a> = &'a mut (dyn FnMut(Analysis) + Send);

/// An engine: chooses actions.
///
/// It is given the complete position and trusted to use only what the seat may know.
pub trait EngineBackend: Send + Sync + 'static {
    /// The action it would play. `None` if it was cancelled or has failed; failures are logged.
    fn choose(&self, task: &Task<'_>) -> Option<String>;

    /// Its evaluation of the position. `tell` is called with every better result; the last one is returned. `None` as
    /// in [`EngineBackend::choose`].
    fn analyse(&self, task: &Task<'_>, lines: usize, tell: OnAnalysis<'_>) -> Option<Analysis>;

    /// An estimate of how many turns the seat to act still has, to divide its time.
    fn turns_left(&self, position: &dyn Position) -> u32 {
        let _ = position;
        30
    }
}

/// Runs an engine; a panic is logged and counts as a failure.
pub(crate) fn guarded<T>(table: &str, think: impl FnOnce() -> Option<T>) -> Option<T> {
    let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(think));
    thought.unwrap_or_else(|panic| {
        let says = panic.downcast_ref::<&str>().map(|says| (*says).to_owned());
        let says = says.or_else(|| panic.downcast_ref::<String>().cloned());
        tracing::error!(table, says = says.as_deref(), "an engine panicked");
        None
    })
}

/// Translates an engine's action into the notation that the seat is offered. An engine assumes something about what its seat does
/// not know, such as the back of a stone; the seat's own notation has `?` there.
pub(crate) fn seat_notation(position: &dyn Position, seat: Seat, action: &str) -> Option<String> {
    if position.resolve(seat, action).is_ok() {
        return Some(action.to_owned());
    }
    let same = |word: &String| {
        word.len() == action.len()
            && word.bytes().zip(action.bytes()).all(|(word, byte)| word == byte || word == b'?')
    };
    position.choices(seat).lines().into_iter().find(same)
}

/// A task for an engine.
pub struct Task<'a> {
    /// The position.
    pub position: &'a dyn Position,
    /// The seat to act; the engine may only use what it knows.
    pub seat: Seat,
    /// The strength.
    pub level: Level,
    /// The maximal thinking time.
    pub time: Duration,
    /// The maximal number of positions. Without it only the time is limited.
    pub nodes: Option<u64>,
    /// An action to evaluate in any case.
    pub also: Option<&'a str>,
    /// The seed of its random choices.
    pub seed: u64,
    /// Set when nobody waits any more.
    pub cancel: &'a Cancel,
}
