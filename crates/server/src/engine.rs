//! Engine players at work: a bounded pool of threads, fair between tables, each search cancelled when nobody waits for
//! it any more.

mod pool;
mod searcher;
mod stand_in;

use std::time::Duration;

use sarsen_catalog::Position;
use sarsen_core::Seat;
use sarsen_protocol::Analysis;

pub(crate) use pool::{Pool, Purpose, Ticket};
pub use sarsen_search::Cancel;
pub use searcher::Searcher;
pub use stand_in::StandIn;

/// An engine: something that chooses actions.
///
/// It is given the whole position and trusted to look at it through the seat's eyes only.
pub trait Engine: Send + Sync + 'static {
    /// The action that it would play. `None` when it was cancelled, or when the seat is not to act.
    fn choose(&self, task: &Task<'_>) -> Option<String>;

    /// What it thinks of the position. `tell` is called with every better answer; the last one is returned.
    fn analyse(
        &self,
        task: &Task<'_>,
        lines: usize,
        tell: &mut (dyn FnMut(Analysis) + Send),
    ) -> Option<Analysis>;
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
