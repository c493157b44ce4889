//! The threads that engines think on.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Cancel;
use crate::metrics::Metrics;

/// The most searches that wait. A server with more than that to do answers that it is busy.
const MOST_WAITING: usize = 2048;

type Work = Box<dyn FnOnce(&Cancel) + Send>;

/// A bounded pool. Its threads end when it is dropped.
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

/// A search that was asked for. Dropping it says that nobody waits any more.
#[derive(Debug)]
pub(crate) struct Ticket(Cancel);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// How many searches of each table are running.
    running: HashMap<String, usize>,
    closed: bool,
}

struct Job {
    table: String,
    cancel: Cancel,
    work: Work,
}

impl Pool {
    pub(crate) fn new(threads: usize, metrics: Arc<Metrics>) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared { state: Mutex::default(), wake: Condvar::new(), metrics });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let named = std::thread::Builder::new().name(format!("engine-{number}"));
            named.spawn(move || shared.run())?;
        }
        Ok(Pool { shared })
    }

    /// Puts a search in the queue; `None` when too many wait.
    pub(crate) fn submit(
        &self,
        table: &str,
        work: impl FnOnce(&Cancel) + Send + 'static,
    ) -> Option<Ticket> {
        let cancel = Cancel::default();
        let job = Job { table: table.to_owned(), cancel: cancel.clone(), work: Box::new(work) };
        let mut state = self.shared.lock();
        // Who has gone needs no place in the queue.
        state.waiting.retain(|job| !job.cancel.is_cancelled());
        if state.waiting.len() >= MOST_WAITING {
            return None;
        }
        state.waiting.push_back(job);
        self.shared.count(&state);
        drop(state);
        self.shared.wake.notify_one();
        Some(Ticket(cancel))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is changed by whole jobs only, so a panic elsewhere leaves it usable.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, state: &State) {
        self.metrics.engine_waiting.store(state.waiting.len() as i64, Ordering::Relaxed);
    }

    fn run(&self) {
        while let Some(job) = self.next() {
            if !job.cancel.is_cancelled() {
                Metrics::add(&self.metrics.engine_jobs);
                self.metrics.engine_running.fetch_add(1, Ordering::Relaxed);
                let (work, cancel) = (job.work, job.cancel);
                // An engine that panics must not take its thread, and with it every table, along.
                let outcome =
                    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&cancel)));
                if outcome.is_err() {
                    tracing::error!(table = job.table, "an engine panicked");
                }
                self.metrics.engine_running.fetch_sub(1, Ordering::Relaxed);
            }
            self.finish(&job.table);
        }
    }

    /// The longest waiting job of the table with the fewest running ones.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let running = |job: &Job| state.running.get(&job.table).copied().unwrap_or(0);
            let fairest = (0..state.waiting.len()).min_by_key(|&i| running(&state.waiting[i]));
            if let Some(job) = fairest.and_then(|index| state.waiting.remove(index)) {
                *state.running.entry(job.table.clone()).or_default() += 1;
                self.count(&state);
                return Some(job);
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self, table: &str) {
        let mut state = self.lock();
        if let Some(count) = state.running.get_mut(table) {
            *count -= 1;
            if *count == 0 {
                state.running.remove(table);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_table_with_many_searches_does_not_hold_up_another() {
        let pool = Pool::new(2, Arc::default()).unwrap();
        let (done, order) = mpsc::channel();
        let (release, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let mut tickets = Vec::new();
        for number in 0..5 {
            let (done, gate) = (done.clone(), Arc::clone(&gate));
            tickets.push(pool.submit("greedy", move |_| {
                let _ = gate.lock().unwrap().recv_timeout(Duration::from_secs(5));
                done.send(format!("greedy {number}")).unwrap();
            }));
        }
        std::thread::sleep(Duration::from_millis(50));
        tickets.push(pool.submit("modest", move |_| done.send("modest".to_owned()).unwrap()));
        release.send(()).unwrap();
        let first = order.recv_timeout(Duration::from_secs(5)).unwrap();
        let second = order.recv_timeout(Duration::from_secs(5)).unwrap();
        assert_eq!(first, "greedy 0");
        assert_eq!(second, "modest", "the other table is served before the third greedy search");
    }

    #[test]
    fn who_drops_the_ticket_cancels_the_search() {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let (done, ended) = mpsc::channel();
        let ticket = pool.submit("t", move |cancel| {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            done.send(()).unwrap();
        });
        assert!(ended.recv_timeout(Duration::from_millis(30)).is_err());
        drop(ticket);
        ended.recv_timeout(Duration::from_secs(5)).unwrap();
    }

    #[test]
    fn a_panicking_engine_leaves_the_pool_alive() {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let _first = pool.submit("t", |_| panic!("on purpose"));
        let (done, ended) = mpsc::channel();
        let _second = pool.submit("t", move |_| done.send(()).unwrap());
        ended.recv_timeout(Duration::from_secs(5)).unwrap();
    }
}
