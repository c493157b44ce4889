//! The threads that engines think on.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Cancel;
use crate::metrics::Metrics;

/// The most searches that wait. A server with more than that to do answers that it is busy.
const MOST_WAITING: usize = 2048;

/// The priority of the threads: on Linux each thread has its own, from 0 (as others) to 19 (after all others).
#[cfg(target_os = "linux")]
const NICE: i32 = 15;

type Work = Box<dyn FnOnce(&Cancel) + Send>;

/// A bounded pool. Its threads end when it is dropped.
///
/// One thread more than is asked for is kept for tables: an analysis goes on for a minute, and an engine that is to act must
/// not wait for its end.
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
    /// So many searches of the patient kind run at a time.
    studies: usize,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// The tables that have a search running or waiting and had one before.
    served: HashMap<String, Served>,
    /// How many searches of the patient kind are running.
    studies: usize,
    /// Counts the searches that were begun.
    begun: u64,
    closed: bool,
}

#[derive(Clone, Copy, Default)]
struct Served {
    running: usize,
    /// When the last search was begun, as `begun` counts.
    last: u64,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Somebody sits at a table and waits for the engine to act.
    Table,
    /// A hint or an analysis, which may go on for a minute.
    Study,
}

struct Job {
    table: String,
    purpose: Purpose,
    cancel: Cancel,
    work: Work,
}

impl Pool {
    pub(crate) fn new(threads: usize, metrics: Arc<Metrics>) -> std::io::Result<Pool> {
        let threads = threads.max(1);
        let state = Mutex::default();
        let shared = Arc::new(Shared { state, wake: Condvar::new(), metrics, studies: threads });
        for number in 0..=threads {
            let shared = Arc::clone(&shared);
            let named = std::thread::Builder::new().name(format!("engine-{number}"));
            let think = move || {
                step_back();
                shared.run();
            };
            named.spawn(think)?;
        }
        Ok(Pool { shared })
    }

    /// Puts a search in the queue; `None` when too many wait.
    pub(crate) fn submit(
        &self,
        table: &str,
        purpose: Purpose,
        work: impl FnOnce(&Cancel) + Send + 'static,
    ) -> Option<Ticket> {
        let cancel = Cancel::default();
        let (table, work) = (table.to_owned(), Box::new(work));
        let job = Job { table, purpose, cancel: cancel.clone(), work };
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

/// Lets everything else on the machine go first: a thought that takes a moment longer is noticed by nobody, a table that does
/// not answer is.
fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::warn!(%error, "engines think at the priority of the tables");
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
            self.finish(&job.table, job.purpose);
        }
    }

    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.take(self.studies) {
                self.count(&state);
                return Some(job);
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self, table: &str, purpose: Purpose) {
        let mut state = self.lock();
        if let Some(served) = state.served.get_mut(table) {
            served.running -= 1;
            if served.running == 0 && !state.waiting.iter().any(|job| job.table == table) {
                state.served.remove(table);
            }
        }
        if purpose == Purpose::Study {
            state.studies -= 1;
            // A study may wait for exactly this place.
            self.wake.notify_one();
        }
    }
}

impl State {
    /// The next job: of the table with the fewest running ones, then of the one that was served longest ago, then the one
    /// that has waited longest.
    fn take(&mut self, most_studies: usize) -> Option<Job> {
        let may = |job: &Job| job.purpose == Purpose::Table || self.studies < most_studies;
        let turn = |job: &Job| {
            let served = self.served.get(&job.table).copied().unwrap_or_default();
            (served.running, served.last)
        };
        let (index, _) = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, job)| may(job))
            .min_by_key(|(_, job)| turn(job))?;
        let job = self.waiting.remove(index)?;
        self.begun += 1;
        self.studies += usize::from(job.purpose == Purpose::Study);
        let served = self.served.entry(job.table.clone()).or_default();
        served.running += 1;
        served.last = self.begun;
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// These threads let everything else go first: on a busy machine soon is late.
    const SOON: Duration = Duration::from_secs(60);

    #[test]
    fn a_table_with_many_searches_does_not_hold_up_another() {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let (done, order) = mpsc::channel();
        let (release, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let mut tickets = Vec::new();
        for number in 0..5 {
            let (done, gate) = (done.clone(), Arc::clone(&gate));
            tickets.push(pool.submit("greedy", Purpose::Table, move |_| {
                let _ = gate.lock().unwrap().recv_timeout(SOON);
                done.send(format!("greedy {number}")).unwrap();
            }));
        }
        std::thread::sleep(Duration::from_millis(50));
        let modest = move |_: &Cancel| done.send("modest".to_owned()).unwrap();
        tickets.push(pool.submit("modest", Purpose::Table, modest));
        release.send(()).unwrap();
        let first = order.recv_timeout(SOON).unwrap();
        let second = order.recv_timeout(SOON).unwrap();
        assert_eq!(first, "greedy 0");
        assert_eq!(second, "modest", "the other table is served before the third greedy search");
    }

    #[test]
    fn who_drops_the_ticket_cancels_the_search() {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let (done, ended) = mpsc::channel();
        let ticket = pool.submit("t", Purpose::Study, move |cancel| {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            done.send(()).unwrap();
        });
        assert!(ended.recv_timeout(Duration::from_millis(30)).is_err());
        drop(ticket);
        ended.recv_timeout(SOON).unwrap();
    }

    #[test]
    fn a_panicking_engine_leaves_the_pool_alive() {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let panics = |_: &Cancel| panic!("on purpose");
        let _panics = [(); 4].map(|()| pool.submit("t", Purpose::Study, panics));
        let (done, ended) = mpsc::channel();
        let _last = pool.submit("t", Purpose::Study, move |_| done.send(()).unwrap());
        ended.recv_timeout(SOON).unwrap();
    }

    #[test]
    fn tables_take_turns() {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let (done, order) = mpsc::channel();
        let mut tickets = Vec::new();
        // Both threads are busy while the queue fills.
        let (release, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        for busy in ["one", "two"] {
            let gate = Arc::clone(&gate);
            tickets.push(pool.submit(busy, Purpose::Table, move |_| {
                let _ = gate.lock().unwrap().recv_timeout(SOON);
            }));
        }
        std::thread::sleep(Duration::from_millis(50));
        for name in ["a", "a", "a", "b", "b", "c"] {
            let done = done.clone();
            let work = move |_: &Cancel| done.send(name).unwrap();
            tickets.push(pool.submit(name, Purpose::Study, work));
        }
        release.send(()).unwrap();
        let served: Vec<&str> = (0..6).map(|_| order.recv_timeout(SOON).unwrap()).collect();
        assert_eq!(served[..3], ["a", "b", "c"], "nobody is served twice before all are once");
        assert_eq!(served[3..5], ["a", "b"]);
    }

    #[test]
    fn an_engine_that_is_to_act_does_not_wait_for_an_analysis() {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let until_cancelled = |cancel: &Cancel| {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
        };
        let _studies =
            ["one", "two", "three"].map(|name| pool.submit(name, Purpose::Study, until_cancelled));
        let (done, ended) = mpsc::channel();
        let _act = pool.submit("table", Purpose::Table, move |_| done.send(()).unwrap());
        ended.recv_timeout(SOON).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn engines_let_everything_else_go_first() {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let (done, answer) = mpsc::channel();
        let _ticket = pool.submit("t", Purpose::Table, move |_| {
            done.send(rustix::process::getpriority_process(None)).unwrap();
        });
        let engine = answer.recv_timeout(SOON).unwrap().unwrap();
        let own = rustix::process::getpriority_process(None).unwrap();
        assert!(engine > own || engine == 19, "{engine} {own}");
    }
}
