//! The threads for long computations: engine searches and replays.
//!
//! Every purpose has its own threads, so that none starves another. Within a purpose, threads are shared fairly, first
//! between addresses, then between the requesters at one address, and one address never gets all of them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Cancel;
use crate::addresses::Address;
use crate::metrics::Metrics;

/// The most jobs of one purpose that may wait. Beyond that the server reports that it is busy.
const MAX_WAITING: usize = 2048;

/// The most waiting jobs of one address, so that it cannot fill the queue.
const MAX_WAITING_OF_ADDRESS: usize = 256;

type Work = Box<dyn FnOnce(&Cancel) + Send>;

/// What a job is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// An engine's action at a table.
    Move,
    /// An engine's action while its clock runs.
    TimedMove,
    /// A hint for a player.
    Hint,
    /// An analysis, which may take a minute.
    Analysis,
    /// The replay of a log or a record.
    Replay,
}

impl Purpose {
    const ALL: [Purpose; 5] =
        [Purpose::Move, Purpose::TimedMove, Purpose::Hint, Purpose::Analysis, Purpose::Replay];

    fn name(self) -> &'static str {
        match self {
            Purpose::Move => "move",
            Purpose::TimedMove => "timed-move",
            Purpose::Hint => "hint",
            Purpose::Analysis => "analysis",
            Purpose::Replay => "replay",
        }
    }

    /// How far its threads are below the priority of the server: on Linux each thread has its own, down to 19. Work whose
    /// delay is noticed least comes last.
    fn nice(self) -> i32 {
        match self {
            // At any lower priority a busy machine could delay its start until the clock has run out.
            Purpose::TimedMove => 0,
            // A few milliseconds that somebody waits for: a step of a study, the answer to a puzzle. On a machine with twenty busy
            // processes they took ten seconds at 13.
            Purpose::Replay => 5,
            Purpose::Move => 10,
            Purpose::Hint => 13,
            Purpose::Analysis => 16,
        }
    }
}

/// A requester: an address, and a player, table or connection there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Requester {
    pub(crate) address: Address,
    pub(crate) name: String,
}

impl Requester {
    pub(crate) fn new(address: Address, name: impl Into<String>) -> Requester {
        Requester { address, name: name.into() }
    }
}

/// Bounded groups of threads, one per purpose. They end when it is dropped.
pub(crate) struct Pool {
    groups: [Arc<Group>; 5],
}

/// A submitted job. Dropping the ticket cancels it.
#[derive(Debug)]
pub(crate) struct Ticket(Cancel);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The threads of one purpose and the jobs waiting for them.
struct Group {
    purpose: Purpose,
    /// The number of jobs of one address that run at a time; there is one thread more.
    per_address: usize,
    state: Mutex<State>,
    wake: Condvar,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// The addresses that have a running or waiting job.
    served: HashMap<Address, ServedAddress>,
    /// Counts the jobs started.
    begun: u64,
    closed: bool,
}

#[derive(Default)]
struct ServedAddress {
    all: Served,
    askers: HashMap<String, Served>,
}

/// The smallest is served next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Served {
    running: usize,
    /// When its last job was started, as counted by `begun`.
    last: u64,
}

struct Job {
    asker: Requester,
    cancel: Cancel,
    work: Work,
}

impl Pool {
    /// A pool that runs `per_address` jobs of one address at a time per purpose, and has one more thread for others.
    pub(crate) fn new(per_address: usize, metrics: &Arc<Metrics>) -> std::io::Result<Pool> {
        let pool = Pool {
            groups: Purpose::ALL.map(|purpose| {
                Arc::new(Group {
                    purpose,
                    per_address: per_address.max(1),
                    state: Mutex::default(),
                    wake: Condvar::new(),
                    metrics: Arc::clone(metrics),
                })
            }),
        };
        for group in &pool.groups {
            for number in 0..=group.per_address {
                let named = std::thread::Builder::new();
                let named = named.name(format!("{}-{number}", group.purpose.name()));
                let group = Arc::clone(group);
                named.spawn(move || {
                    lower_priority(group.purpose.nice());
                    group.run();
                })?;
            }
        }
        Ok(pool)
    }

    /// Queues a job; `None` if too many are waiting.
    pub(crate) fn submit(
        &self,
        asker: Requester,
        purpose: Purpose,
        work: impl FnOnce(&Cancel) + Send + 'static,
    ) -> Option<Ticket> {
        self.groups[purpose as usize].submit(asker, Box::new(work))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for group in &self.groups {
            group.lock().closed = true;
            group.wake.notify_all();
        }
    }
}

/// Lowers the priority of this thread: a search that takes a moment longer is not noticed, but a table that does not
/// respond is.
fn lower_priority(by: i32) {
    // The server may itself have been started at a lower priority, and only root may raise one again.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::getpriority_process(None)
        .and_then(|own| rustix::process::setpriority_process(None, (own + by).min(19)))
    {
        tracing::warn!(%error, "engine threads could not lower their priority");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = by;
}

impl Group {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state only changes by whole jobs, so a panic elsewhere leaves it usable.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn submit(&self, asker: Requester, work: Work) -> Option<Ticket> {
        let cancel = Cancel::default();
        let mut state = self.lock();
        if !state.has_room(asker.address) {
            // Cancelled jobs are removed from the queue.
            let gone = state.remove_finished();
            self.metrics.waiting(self.purpose, -(gone as i64));
            if !state.has_room(asker.address) {
                return None;
            }
        }
        state.waiting.push_back(Job { asker, cancel: cancel.clone(), work });
        self.metrics.waiting(self.purpose, 1);
        drop(state);
        self.wake.notify_one();
        Some(Ticket(cancel))
    }

    fn run(&self) {
        while let Some(Job { asker, cancel, work }) = self.next() {
            if !cancel.is_cancelled() {
                self.metrics.running(self.purpose, 1);
                // A job that panics must not end its thread.
                let outcome =
                    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&cancel)));
                if outcome.is_err() {
                    tracing::error!(
                        asker = asker.name,
                        job = self.purpose.name(),
                        "a job panicked"
                    );
                }
                self.metrics.running(self.purpose, -1);
            }
            self.finish(&asker);
        }
    }

    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.take(self.per_address) {
                self.metrics.waiting(self.purpose, -1);
                return Some(job);
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self, asker: &Requester) {
        self.lock().finish(asker);
        // Another job of this address may be waiting for exactly this place.
        self.wake.notify_one();
    }
}

impl State {
    fn has_room(&self, address: Address) -> bool {
        self.waiting.len() < MAX_WAITING
            && self.waiting.iter().filter(|job| job.asker.address == address).count()
                < MAX_WAITING_OF_ADDRESS
    }

    /// The next job: from the address with the fewest running jobs, then the one served longest ago; within it, from
    /// the requester by the same order; of that one, the oldest job.
    fn take(&mut self, per_address: usize) -> Option<Job> {
        let turn = |job: &Job| {
            let served = self.served.get(&job.asker.address)?;
            Some((served.all, served.askers.get(&job.asker.name).copied().unwrap_or_default()))
        };
        let may = |job: &Job| {
            let served = self.served.get(&job.asker.address);
            served.is_none_or(|served| served.all.running < per_address)
        };
        let (index, _) = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, job)| may(job))
            .min_by_key(|(_, job)| turn(job))?;
        let job = self.waiting.remove(index)?;
        self.begun += 1;
        let served = self.served.entry(job.asker.address).or_default();
        let asker = served.askers.entry(job.asker.name.clone()).or_default();
        for served in [&mut served.all, asker] {
            served.running += 1;
            served.last = self.begun;
        }
        Some(job)
    }

    /// Records the end of a job. Requesters without other jobs are forgotten.
    fn finish(&mut self, Requester { address, name }: &Requester) {
        let Some(served) = self.served.get_mut(address) else { return };
        let mut waiting = self.waiting.iter().filter(|job| job.asker.address == *address);
        served.all.running -= 1;
        if let Some(asker) = served.askers.get_mut(name) {
            asker.running -= 1;
            if asker.running == 0 && !waiting.clone().any(|job| job.asker.name == *name) {
                served.askers.remove(name);
            }
        }
        if served.all.running == 0 && waiting.next().is_none() {
            self.served.remove(address);
        }
    }

    /// Removes cancelled jobs and returns their number.
    fn remove_finished(&mut self) -> usize {
        let before = self.waiting.len();
        self.waiting.retain(|job| !job.cancel.is_cancelled());
        self.served.retain(|_, served| {
            served.askers.retain(|_, asker| asker.running > 0);
            served.all.running > 0
        });
        before - self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// A generous timeout: these threads have low priority.
    const SOON: Duration = Duration::from_secs(60);

    fn asker(address: u8, name: &str) -> Requester {
        Requester::new(Address::example(address), name)
    }

    /// Blocks a thread until it is released or the job is cancelled.
    fn until_cancelled(cancel: &Cancel) {
        while !cancel.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn one_address_never_has_all_threads() {
        let pool = Pool::new(1, &Arc::default()).unwrap();
        let names: Vec<String> = (0..50).map(|number| format!("greedy {number}")).collect();
        let submit = |name: &String| pool.submit(asker(1, name), Purpose::Move, until_cancelled);
        let _greedy: Vec<_> = names.iter().map(submit).collect();
        std::thread::sleep(Duration::from_millis(50));
        let (done, ended) = mpsc::channel();
        let _modest =
            pool.submit(asker(2, "modest"), Purpose::Move, move |_| done.send(()).unwrap());
        ended.recv_timeout(SOON).expect("a thread is free for another address");
    }

    #[test]
    fn no_purpose_starves_another() {
        let pool = Pool::new(1, &Arc::default()).unwrap();
        let others = [Purpose::Move, Purpose::Hint, Purpose::Analysis];
        let fill = |purpose| {
            [1, 2, 3, 4].map(|address| pool.submit(asker(address, "a"), purpose, until_cancelled))
        };
        let _busy = others.map(fill);
        let (done, ended) = mpsc::channel();
        let _replay = pool.submit(asker(9, "b"), Purpose::Replay, move |_| done.send(()).unwrap());
        ended.recv_timeout(SOON).unwrap();
    }

    #[test]
    fn one_address_cannot_fill_the_queue() {
        let pool = Pool::new(1, &Arc::default()).unwrap();
        let submit = |address| pool.submit(asker(address, "a"), Purpose::Analysis, until_cancelled);
        let tickets: Vec<_> = (0..MAX_WAITING).map_while(|_| submit(1)).collect();
        assert!(tickets.len() <= MAX_WAITING_OF_ADDRESS + 1, "{}", tickets.len());
        assert!(submit(2).is_some());
        drop(tickets);
        assert!(submit(1).is_some(), "who has gone leaves room");
    }

    #[test]
    fn addresses_take_turns_and_so_do_the_askers_of_one() {
        let pool = Pool::new(1, &Arc::default()).unwrap();
        let gates =
            [3, 4].map(|busy| pool.submit(asker(busy, "busy"), Purpose::Hint, until_cancelled));
        std::thread::sleep(Duration::from_millis(50));
        let (done, order) = mpsc::channel();
        let mut tickets = Vec::new();
        for (address, name) in [(1, "a"), (1, "a"), (1, "b"), (2, "c"), (2, "c")] {
            let done = done.clone();
            let work = move |_: &Cancel| done.send(name).unwrap();
            tickets.push(pool.submit(asker(address, name), Purpose::Hint, work));
        }
        let [gate, _kept] = gates;
        // A single thread becomes free and does everything, so the order can be observed.
        drop(gate);
        let served: Vec<&str> = (0..5).map(|_| order.recv_timeout(SOON).unwrap()).collect();
        assert_eq!(served, ["a", "c", "b", "c", "a"]);
    }

    #[test]
    fn dropping_the_ticket_cancels_the_search() {
        let pool = Pool::new(1, &Arc::default()).unwrap();
        let (begin, begun) = mpsc::channel();
        let (done, ended) = mpsc::channel();
        let ticket = pool.submit(asker(1, "t"), Purpose::Analysis, move |cancel| {
            begin.send(()).unwrap();
            until_cancelled(cancel);
            done.send(()).unwrap();
        });
        // A job that has not begun would be dropped together with its ticket.
        begun.recv_timeout(SOON).unwrap();
        assert!(ended.recv_timeout(Duration::from_millis(30)).is_err());
        drop(ticket);
        ended.recv_timeout(SOON).unwrap();
    }

    #[test]
    fn a_job_that_panics_leaves_the_pool_alive() {
        let pool = Pool::new(1, &Arc::default()).unwrap();
        let panics = |_: &Cancel| panic!("on purpose");
        let _panics = [(); 4].map(|()| pool.submit(asker(1, "t"), Purpose::Move, panics));
        let (done, ended) = mpsc::channel();
        let _last = pool.submit(asker(1, "t"), Purpose::Move, move |_| done.send(()).unwrap());
        ended.recv_timeout(SOON).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn engine_threads_have_a_lower_priority() {
        let pool = Pool::new(1, &Arc::default()).unwrap();
        let own = rustix::process::getpriority_process(None).unwrap();
        for purpose in Purpose::ALL {
            let (done, answer) = mpsc::channel();
            let _ticket = pool.submit(asker(1, "t"), purpose, move |_| {
                done.send(rustix::process::getpriority_process(None)).unwrap();
            });
            let nice = answer.recv_timeout(SOON).unwrap().unwrap();
            // A move whose clock runs is not delayed by other work.
            let steps_back = purpose != Purpose::TimedMove;
            let behind = nice > own || nice == 19;
            assert_eq!(behind, steps_back || own == 19, "{purpose:?}: {nice}, own {own}");
        }
    }
}
