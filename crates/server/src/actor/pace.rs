//! Where a table does its work.
//!
//! Most tables need microseconds for an action and compute it in their task. A simulated throw takes long enough to
//! delay every other table on the same thread, so such a table computes on a blocking thread.

use std::time::Duration;

use cpu_time::ThreadTime;
use tokio::runtime::{Handle, RuntimeFlavor};

use super::Actor;

/// Work longer than this is slow. Moving it to another thread costs a tenth of that.
const LONG: Duration = Duration::from_millis(1);

/// The number of slow computations that mark a table as slow; a single one may have waited for memory.
const PROOFS: u32 = 2;

/// The speed of a table's computations.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// Whether the kind of game has been taken into account.
    judged: bool,
    /// The number of slow computations. It never decreases: a table that has simulated throws will simulate more.
    long: u32,
}

impl Pace {
    pub(super) fn is_long(&self) -> bool {
        self.long >= PROOFS
    }

    /// A game whose actions cannot be listed is simulated: even its first throw is slow.
    fn judge(&mut self, lists_actions: Option<bool>) {
        self.judged |= lists_actions.is_some();
        if lists_actions == Some(false) {
            self.long = PROOFS;
        }
    }

    fn note(&mut self, took: Duration) {
        self.long = self.long.saturating_add(u32::from(took > LONG));
    }
}

impl Actor {
    /// Runs a computation that may be slow where it delays nobody. As many tables do so at a time as the machine has
    /// cores; others wait.
    pub(super) async fn work<T>(&mut self, work: impl FnOnce(&mut Actor) -> T + Send) -> T {
        if !self.works_on_another_thread() {
            return self.timed(work);
        }
        let app = std::sync::Arc::clone(&self.app);
        // The semaphore is never closed; even without a permit the work would be done.
        let _place = app.places.acquire().await;
        match Handle::current().runtime_flavor() {
            RuntimeFlavor::CurrentThread => self.timed(work),
            _ => tokio::task::block_in_place(|| self.timed(work)),
        }
    }

    /// Whether this table's computations are slow.
    pub(super) fn works_on_another_thread(&mut self) -> bool {
        if !self.pace.judged {
            self.pace.judge(self.table.lists_actions());
        }
        self.pace.is_long()
    }

    fn timed<T>(&mut self, work: impl FnOnce(&mut Actor) -> T) -> T {
        // CPU time of the thread: by wall-clock time, every table would look slow on a busy machine.
        let begun = ThreadTime::now();
        let done = work(self);
        self.pace.note(begun.elapsed());
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_counts_as_fast_until_it_is_measured_slow() {
        let mut pace = Pace::default();
        pace.judge(Some(true));
        pace.note(Duration::from_micros(50));
        pace.note(Duration::from_millis(3));
        assert!(!pace.is_long(), "one long work proves nothing");
        pace.note(Duration::from_millis(3));
        pace.note(Duration::ZERO);
        assert!(pace.is_long(), "two do, for good");
    }

    #[test]
    fn simulated_games_count_as_slow_from_the_start() {
        let mut pace = Pace::default();
        pace.judge(None);
        assert!(!pace.judged && !pace.is_long(), "nobody is to act yet");
        pace.judge(Some(false));
        assert!(pace.judged && pace.is_long());
    }
}
