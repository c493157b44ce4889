//! Engines for tests: deterministic, opinionated, failing and endless ones.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sarsen_core::Level;
use sarsen_protocol::Analysis;
use sarsen_server::engine::{EngineBackend, OnAnalysis, RandomBackend, SearchBackend, Task};

/// The real engine, limited by positions instead of time. The elapsed time, which varies between runs, is left out.
pub(crate) struct Steady;

impl EngineBackend for Steady {
    fn choose(&self, task: &Task<'_>) -> Option<String> {
        SearchBackend::steady(200).choose(task)
    }

    fn analyse(&self, task: &Task<'_>, lines: usize, tell: OnAnalysis<'_>) -> Option<Analysis> {
        let mut analysis = SearchBackend::steady(200).analyse(task, lines, &mut |_| {})?;
        analysis.millis = 0;
        // Once as progress, once as the final report.
        tell(Analysis { done: false, ..analysis.clone() });
        tell(analysis.clone());
        Some(analysis)
    }
}

/// An engine with a fixed evaluation.
pub(crate) struct Opinion {
    pub(crate) value: f64,
}

impl EngineBackend for Opinion {
    fn choose(&self, task: &Task<'_>) -> Option<String> {
        RandomBackend.choose(task)
    }

    fn analyse(&self, task: &Task<'_>, lines: usize, tell: OnAnalysis<'_>) -> Option<Analysis> {
        let mut analysis = RandomBackend.analyse(task, lines, tell)?;
        analysis.lines[0].value = self.value;
        Some(analysis)
    }
}

/// At the highest level it thinks until it is cancelled, at any other not at all.
pub(crate) struct Endless;

fn until_cancelled(task: &Task<'_>) {
    while !task.cancel.is_cancelled() {
        std::thread::sleep(Duration::from_millis(2));
    }
}

impl EngineBackend for Endless {
    fn choose(&self, task: &Task<'_>) -> Option<String> {
        if task.level == Level::MAX {
            until_cancelled(task);
        }
        RandomBackend.choose(task)
    }

    fn analyse(&self, task: &Task<'_>, _lines: usize, _tell: OnAnalysis<'_>) -> Option<Analysis> {
        until_cancelled(task);
        None
    }
}

/// How an engine fails: what it plays instead, if anything.
pub(crate) type Failure = fn() -> Option<String>;

/// It panics, gives up, or answers nonsense.
pub(crate) const WAYS_TO_FAIL: [Failure; 3] =
    [|| panic!("on purpose"), || None, || Some("nonsense".to_owned())];

/// An engine that fails a number of times before it plays.
pub(crate) struct Unwell {
    failures: AtomicUsize,
    fails: Failure,
    /// The seeds of its attempts to act.
    pub(crate) seeds: Mutex<Vec<u64>>,
}

impl Unwell {
    pub(crate) fn new(failures: usize, fails: Failure) -> Unwell {
        Unwell { failures: AtomicUsize::new(failures), fails, seeds: Mutex::default() }
    }

    /// Makes it fail this many times from now on.
    pub(crate) fn fail(&self, failures: usize) {
        self.failures.store(failures, Ordering::Relaxed);
    }

    fn is_unwell(&self) -> bool {
        let less = |failures: usize| failures.checked_sub(1);
        self.failures.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }
}

impl EngineBackend for Unwell {
    fn choose(&self, task: &Task<'_>) -> Option<String> {
        self.seeds.lock().unwrap().push(task.seed);
        if self.is_unwell() { (self.fails)() } else { RandomBackend.choose(task) }
    }

    fn analyse(&self, task: &Task<'_>, lines: usize, tell: OnAnalysis<'_>) -> Option<Analysis> {
        if self.is_unwell() {
            (self.fails)()?;
        }
        RandomBackend.analyse(task, lines, tell)
    }
}
