//! Where a table does its work.
//!
//! Most tables need microseconds for an action, and do it where they are. A simulated throw takes long enough to hold up every
//! other table of the same thread: such a table works aside, on a thread that nobody else waits for.

use std::time::Duration;

use cpu_time::ThreadTime;
use tokio::runtime::{Handle, RuntimeFlavor};

use super::Actor;

/// More than this is long. To change the thread costs a tenth of it.
const LONG: Duration = Duration::from_millis(1);

/// So many long works show that a table is not quick; a single one may have waited for memory.
const PROOFS: u32 = 2;

/// How long the works of a table take.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// Whether the game has been looked at.
    judged: bool,
    /// How many works were long. They are never forgotten: a table that has simulated throws will simulate others.
    long: u32,
}

impl Pace {
    pub(super) fn is_long(&self) -> bool {
        self.long >= PROOFS
    }

    /// A game whose actions cannot be listed is simulated: its first throw is long already.
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
    /// Does something that may take long, at a place where it holds up nobody. As many tables work aside at a time as the
    /// machine has cores; the others wait their turn.
    pub(super) async fn work<T>(&mut self, work: impl FnOnce(&mut Actor) -> T + Send) -> T {
        if !self.works_aside() {
            return self.timed(work);
        }
        let app = std::sync::Arc::clone(&self.app);
        // The semaphore is never closed; without a place the work would be done all the same.
        let _place = app.places.acquire().await;
        match Handle::current().runtime_flavor() {
            RuntimeFlavor::CurrentThread => self.timed(work),
            _ => tokio::task::block_in_place(|| self.timed(work)),
        }
    }

    /// Whether what this table does takes long.
    pub(super) fn works_aside(&mut self) -> bool {
        if !self.pace.judged {
            self.pace.judge(self.table.lists_actions());
        }
        self.pace.is_long()
    }

    fn timed<T>(&mut self, work: impl FnOnce(&mut Actor) -> T) -> T {
        // The thread's own time: on a busy machine the time of the wall would call everybody slow.
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
    fn a_table_is_quick_until_it_has_shown_not_to_be() {
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
    fn what_is_simulated_is_long_from_the_beginning() {
        let mut pace = Pace::default();
        pace.judge(None);
        assert!(!pace.judged && !pace.is_long(), "nobody is to act yet");
        pace.judge(Some(false));
        assert!(pace.judged && pace.is_long());
    }
}
