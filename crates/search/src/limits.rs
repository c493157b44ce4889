//! The limits of a search, and its cancellation.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// The clock that measures the time of a decision.
///
/// ```
/// use std::time::Duration;
///
/// use sarsen_search::{Clock, Limits};
///
/// let fair = Limits::time(Duration::from_millis(100)).with_clock(Clock::Thread);
/// assert_eq!(fair.thread_count(), 1, "the clock of one thread");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// Wall-clock time: what a player waits for.
    #[default]
    Wall,
    /// CPU time of the searching thread, so that other load does not distort comparisons. The search runs on one
    /// thread, the one that made its [`Budget`].
    Thread,
}

/// The limits of a search.
///
/// ```
/// use sarsen_search::Limits;
///
/// // The same answer on every machine: a number of positions, a seed, one thread.
/// let limits = Limits::nodes(1_000).with_seed(7);
/// assert_eq!((limits.nodes, limits.seed, limits.thread_count()), (Some(1_000), 7, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time for one decision.
    pub time: Option<Duration>,
    /// The clock of that time.
    pub clock: Clock,
    /// The number of positions or playouts. With this limit a search runs on one thread, so that its result is the same
    /// everywhere.
    pub nodes: Option<u64>,
    /// The seed of everything random.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The bytes that tables and trees may take.
    pub memory: usize,
}

impl Limits {
    /// The default memory of a search.
    pub const MEMORY: usize = 256 << 20;

    /// A number of megabytes as the memory of a search.
    ///
    /// # Errors
    /// If it is zero, or more than this machine has, as far as that is known.
    pub fn megabytes(count: usize) -> Result<usize, String> {
        let has = machine_memory();
        match (count, has) {
            (0, _) => Err("at least 1 MB is needed".to_owned()),
            (_, Some(has)) if count > has >> 20 => {
                Err(format!("this machine has {} MB", has >> 20))
            }
            _ => Ok(count.saturating_mul(1 << 20)),
        }
    }

    /// A time for one decision, on all cores.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// A number of nodes, on one thread.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), threads: 1, ..Limits::default() }
    }

    /// The same limits with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Limits {
        Limits { seed, ..self }
    }

    /// The same limits with another clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Limits {
        Limits { clock, ..self }
    }

    /// The number of threads to start.
    pub fn thread_count(&self) -> usize {
        let alone = self.nodes.is_some() || self.clock == Clock::Thread;
        if alone { 1 } else { self.threads.max(1) }
    }
}

/// The thinking time: `1s`, `500 nodes`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.nodes, self.time) {
            (Some(nodes), Some(time)) => write!(f, "{nodes} nodes or {time:?}"),
            (Some(nodes), None) => write!(f, "{nodes} nodes"),
            (None, Some(time)) => write!(f, "{time:?}"),
            (None, None) => f.write_str("any time"),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            time: None,
            clock: Clock::Wall,
            nodes: None,
            seed: 0,
            threads,
            memory: Limits::MEMORY,
        }
    }
}

/// The bytes of memory that the machine has.
#[cfg(target_os = "linux")]
fn machine_memory() -> Option<usize> {
    let system = rustix::system::sysinfo();
    Some((system.totalram as usize).saturating_mul(system.mem_unit as usize))
}

#[cfg(not(target_os = "linux"))]
fn machine_memory() -> Option<usize> {
    None
}

/// Cancels a search from another thread. Clones cancel the same search.
///
/// ```
/// use sarsen_search::Cancel;
///
/// let cancel = Cancel::default();
/// let shared = cancel.clone();
/// std::thread::spawn(move || shared.cancel()).join().unwrap();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Stops the search.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// When the time is up.
///
/// A thread cannot use more CPU time than passes on the wall clock. So its CPU clock, which costs a system call, is
/// only read once the remaining wall-clock time of the last reading has passed.
struct Deadline {
    clock: Clock,
    /// For the wall clock, the end; for the thread's clock, the earliest possible end.
    not_before: Instant,
    /// The reading of the thread's clock at the end.
    thread: Duration,
    /// How long after `not_before` the thread's clock is read next, in nanoseconds.
    ask_after: AtomicU64,
}

impl Deadline {
    /// The deadline after a time from now; `None` if that is out of the clock's range.
    fn after(time: Duration, clock: Clock) -> Option<Deadline> {
        let thread = match clock {
            Clock::Wall => Duration::ZERO,
            Clock::Thread => ThreadTime::now().as_duration().checked_add(time)?,
        };
        let not_before = Instant::now().checked_add(time)?;
        Some(Deadline { clock, not_before, thread, ask_after: AtomicU64::new(0) })
    }

    fn left(&self) -> Duration {
        match self.clock {
            Clock::Wall => self.not_before.saturating_duration_since(Instant::now()),
            Clock::Thread => self.thread.saturating_sub(ThreadTime::now().as_duration()),
        }
    }

    fn is_over(&self) -> bool {
        let now = Instant::now();
        if now < self.not_before {
            return false;
        }
        if self.clock == Clock::Wall {
            return true;
        }
        let late = now.duration_since(self.not_before);
        if late < Duration::from_nanos(self.ask_after.load(Ordering::Relaxed)) {
            return false;
        }
        let next = (late + self.left()).as_nanos();
        self.ask_after.store(u64::try_from(next).unwrap_or(u64::MAX), Ordering::Relaxed);
        self.left().is_zero()
    }
}

/// Measures the time of a decision by a [`Clock`], on the thread that makes it.
///
/// ```
/// use std::time::Duration;
///
/// use sarsen_search::{Clock, Stopwatch};
///
/// let (wall, thread) = (Stopwatch::start(Clock::Wall), Stopwatch::start(Clock::Thread));
/// std::thread::sleep(Duration::from_millis(20));
/// assert!(wall.elapsed() >= Duration::from_millis(20));
/// assert!(thread.elapsed() < Duration::from_millis(20));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    clock: Clock,
    wall: Instant,
    thread: Duration,
}

impl Stopwatch {
    /// Starts now.
    pub fn start(clock: Clock) -> Stopwatch {
        Stopwatch { clock, wall: Instant::now(), thread: ThreadTime::now().as_duration() }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        match self.clock {
            Clock::Wall => self.wall.elapsed(),
            Clock::Thread => ThreadTime::now().as_duration().saturating_sub(self.thread),
        }
    }
}

/// What is left of the limits of one decision, shared by its threads.
///
/// ```
/// use sarsen_search::{Budget, Cancel, Limits};
///
/// let cancel = Cancel::default();
/// let budget = Budget::new(&Limits::nodes(10), &cancel);
/// assert!(budget.spend(9) && !budget.spend(1), "the tenth node is the last");
/// assert!(budget.is_stopped());
/// ```
pub struct Budget<'a> {
    start: Instant,
    clock: Clock,
    deadline: Option<Deadline>,
    nodes: Option<u64>,
    spent: AtomicU64,
    stopped: AtomicBool,
    cancel: &'a Cancel,
}

impl<'a> Budget<'a> {
    /// All of the limits, from now on.
    pub fn new(limits: &Limits, cancel: &'a Cancel) -> Budget<'a> {
        Budget {
            start: Instant::now(),
            clock: limits.clock,
            deadline: limits.time.and_then(|time| Deadline::after(time, limits.clock)),
            nodes: limits.nodes,
            spent: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            cancel,
        }
    }

    /// A part of what is left: `share` of the time and of the nodes, from 0 to 1.
    pub fn part(&self, share: f64) -> Budget<'a> {
        let share = share.clamp(0.0, 1.0);
        let time = self.deadline.as_ref().map(|deadline| deadline.left().mul_f64(share));
        let left = self.nodes.map(|nodes| nodes.saturating_sub(self.spent()));
        Budget {
            start: self.start,
            clock: self.clock,
            deadline: time.and_then(|time| Deadline::after(time, self.clock)),
            nodes: left.map(|left| (left as f64 * share) as u64),
            spent: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            cancel: self.cancel,
        }
    }

    /// The same, with at most this time from now on.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Budget<'a> {
        let left = self.deadline.as_ref().map_or(time, |deadline| deadline.left().min(time));
        self.deadline = Deadline::after(left, self.clock);
        self
    }

    /// The same, with at most this many nodes.
    #[must_use]
    pub fn at_most(mut self, nodes: u64) -> Budget<'a> {
        self.nodes = Some(self.nodes.map_or(nodes, |left| left.min(nodes)));
        self
    }

    /// Spends nodes. `false` if the search has to stop; it then stays `false`.
    pub fn spend(&self, nodes: u64) -> bool {
        let spent = self.spent.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let over = self.nodes.is_some_and(|limit| spent >= limit)
            || self.cancel.is_cancelled()
            || self.deadline.as_ref().is_some_and(Deadline::is_over);
        if over {
            self.stop();
        }
        !self.is_stopped()
    }

    /// Adds the nodes of a finished [`Budget::part`].
    pub fn add(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether it was cancelled, as opposed to having reached a limit.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The nodes and seconds left, if they are limited.
    pub fn left(&self) -> (Option<u64>, Option<f64>) {
        let nodes = self.nodes.map(|nodes| nodes.saturating_sub(self.spent()));
        (nodes, self.deadline.as_ref().map(|deadline| deadline.left().as_secs_f64()))
    }

    /// Whether there is any limit at all.
    pub fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.deadline.is_some()
    }

    /// The nodes so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// The time so far.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// Counts the nodes of one thread and checks the budget once per batch.
///
/// ```
/// use sarsen_search::limits::Meter;
/// use sarsen_search::{Budget, Cancel, Limits};
///
/// let cancel = Cancel::default();
/// let budget = Budget::new(&Limits::nodes(100), &cancel);
/// let mut meter = Meter::new(&budget, 10);
/// let mut visited = 0;
/// while meter.tick() {
///     visited += 1;
/// }
/// assert_eq!(visited, 99);
/// ```
pub struct Meter<'b, 'a> {
    budget: &'b Budget<'a>,
    batch: u32,
    pending: u32,
    going: bool,
}

impl<'b, 'a> Meter<'b, 'a> {
    /// A meter that checks the clock every `batch` nodes, which should be many if nodes are fast.
    pub fn new(budget: &'b Budget<'a>, batch: u32) -> Meter<'b, 'a> {
        Meter { budget, batch, pending: 0, going: !budget.is_stopped() }
    }

    /// Counts a node. `false` if the search has to stop.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.pending += 1;
        if self.pending >= self.batch {
            self.going &= self.budget.spend(u64::from(std::mem::take(&mut self.pending)));
        }
        self.going
    }

    /// Counts nodes that were visited without checking; the next [`Meter::tick`] checks the budget sooner.
    #[inline]
    pub fn add(&mut self, nodes: u32) {
        self.pending += nodes;
    }
}

impl Drop for Meter<'_, '_> {
    fn drop(&mut self) {
        self.budget.add(u64::from(self.pending));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_stops_at_its_nodes_and_when_cancelled() {
        let cancel = Cancel::default();
        let budget = Budget::new(&Limits::nodes(10), &cancel);
        assert!(budget.spend(9));
        assert!(!budget.spend(1));
        let budget = Budget::new(&Limits::nodes(1000), &cancel);
        assert!(budget.spend(1));
        cancel.cancel();
        assert!(!budget.spend(1));
        assert!(budget.is_stopped() && budget.is_cancelled());
    }

    #[test]
    fn a_part_is_no_more_than_what_is_left() {
        let cancel = Cancel::default();
        let budget = Budget::new(&Limits::nodes(100), &cancel);
        budget.add(60);
        let part = budget.part(0.5);
        assert!(part.spend(19));
        assert!(!part.spend(1));
    }

    #[test]
    fn no_search_may_take_more_memory_than_there_is() {
        assert_eq!(Limits::megabytes(16), Ok(16 << 20));
        assert!(Limits::megabytes(0).is_err());
        if cfg!(target_os = "linux") {
            assert!(Limits::megabytes(usize::MAX).is_err());
        }
    }

    #[test]
    fn the_time_of_a_thread_stands_still_while_it_sleeps() {
        let cancel = Cancel::default();
        let limits = Limits::time(Duration::from_millis(30));
        let wall = Budget::new(&limits, &cancel);
        let thread = Budget::new(&limits.clone().with_clock(Clock::Thread), &cancel);
        std::thread::sleep(Duration::from_millis(40));
        assert!(!wall.spend(1));
        assert!(thread.spend(1));
        let part = thread.part(0.5);
        while thread.spend(1) {}
        assert!(!part.spend(1));
        assert!(thread.elapsed() >= Duration::from_millis(70));
        assert_eq!(limits.with_clock(Clock::Thread).thread_count(), 1);
    }
}
