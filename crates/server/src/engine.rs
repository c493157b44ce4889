//! Engine players at work: bounded groups of threads, fair between addresses and players, each search cancelled when
//! nobody waits for it any more.

mod allotment;
mod pool;
mod random_backend;
mod search_backend;

use std::time::Duration;

use sarsen_catalog::Position;
use sarsen_core::Seat;
use sarsen_protocol::Analysis;

pub(crate) use allotment::{Running, allotment};
pub(crate) use pool::{Pool, Purpose, Requester, Ticket};
pub use random_backend::RandomBackend;
pub use sarsen_search::Cancel;
pub use search_backend::SearchBackend;

/// An engine: something that chooses actions.
///
/// It is given the whole position and trusted to look at it through the seat's eyes only.
pub trait EngineBackend: Send + Sync + 'static {
    /// The action that it would play. `None` when it was cancelled or has failed; why it has failed, it has logged.
    fn choose(&self, task: &Task<'_>) -> Option<String>;

    /// What it thinks of the position. `tell` is called with every better answer; the last one is returned. `None` as in
    /// [`EngineBackend::choose`].
    fn analyse(
        &self,
        task: &Task<'_>,
        lines: usize,
        tell: &mut (dyn FnMut(Analysis) + Send),
    ) -> Option<Analysis>;

    /// How many turns the seat to act probably still has in a position, for its share of a clock.
    fn turns_left(&self, position: &dyn Position) -> u32 {
        let _ = position;
        30
    }
}

/// Lets an engine think, and logs it if it panics: then it has failed.
pub(crate) fn guarded<T>(table: &str, think: impl FnOnce() -> Option<T>) -> Option<T> {
    let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(think));
    thought.unwrap_or_else(|panic| {
        let says = panic.downcast_ref::<&str>().map(|says| (*says).to_owned());
        let says = says.or_else(|| panic.downcast_ref::<String>().cloned());
        tracing::error!(table, says = says.as_deref(), "an engine panicked");
        None
    })
}

/// What an engine is to think about.
pub struct Task<'a> {
    /// The position.
    pub position: &'a dyn Position,
    /// The seat that is to act, through whose eyes it looks.
    pub seat: Seat,
    /// How well it plays: from 1 to 8.
    pub level: u8,
    /// How long it may think at the most.
    pub time: Duration,
    /// What its choices vary with.
    pub seed: u64,
    /// Whether anybody still waits.
    pub cancel: &'a Cancel,
}
