//! The engines of the `search` crate at a table.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sarsen_protocol::{Analysis, Line};
use sarsen_search::{Choice, Engines, Limits, Report, Request};

use super::{EngineBackend, OnAnalysis, Task};

/// The memory limit of one search: several run at a time.
const MEMORY: usize = 64 << 20;

/// How often a search reports. More often than the eye can follow would only fill the queue.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Plays every game supported by the `search` crate.
#[derive(Clone, Debug, Default)]
pub struct SearchBackend {
    engines: Engines,
    nodes: Option<u64>,
}

impl SearchBackend {
    /// Plays with these engines.
    pub fn new(engines: Engines) -> SearchBackend {
        SearchBackend { engines, nodes: None }
    }

    /// Limits searches by positions instead of time, so that the same seed gives the same answer.
    pub fn steady(nodes: u64) -> SearchBackend {
        SearchBackend { nodes: Some(nodes), ..SearchBackend::default() }
    }

    /// Runs a search; if it fails, logs it and returns `None`.
    fn search<'a>(
        &self,
        task: &'a Task<'_>,
        wanted: impl FnOnce(Request<'a>) -> Request<'a>,
    ) -> Option<Choice> {
        let game = task.position.options().spec().id;
        let failed = |error: &dyn std::fmt::Display| {
            tracing::error!(game, level = task.level.number(), seat = task.seat.number(), %error, "a search has failed");
        };
        if task.position.turn().seat() != Some(task.seat) {
            failed(&"the seat is not to act");
            return None;
        }
        let Some(engine) = self.engines.get(game) else {
            failed(&"no engine plays this game");
            return None;
        };
        let request = Request::new(task.position, task.level, Limits::default(), task.cancel);
        engine.choose(&wanted(request)).inspect_err(|error| failed(error)).ok()
    }

    fn limits(&self, task: &Task<'_>) -> Limits {
        let time = self.nodes.is_none().then_some(task.time);
        let nodes = match (self.nodes, task.nodes) {
            (Some(own), Some(asked)) => Some(own.min(asked)),
            (own, asked) => own.or(asked),
        };
        let seed = task.seed;
        Limits { time, nodes, seed, threads: 1, memory: MEMORY, ..Limits::default() }
    }
}

impl EngineBackend for SearchBackend {
    fn choose(&self, task: &Task<'_>) -> Option<String> {
        let choice =
            self.search(task, |request| Request { limits: self.limits(task), ..request })?;
        (!task.cancel.is_cancelled()).then_some(choice.action)
    }

    fn turns_left(&self, position: &dyn sarsen_catalog::Position) -> u32 {
        let engine = self.engines.get(position.options().spec().id);
        engine.and_then(|engine| engine.turns_left(position)).unwrap_or(1)
    }

    fn analyse(&self, task: &Task<'_>, lines: usize, tell: OnAnalysis<'_>) -> Option<Analysis> {
        let begun = Instant::now();
        // The first report is sent at once, to show that the engine is working.
        let telling = Mutex::new((tell, None::<Instant>));
        let progress = |report: &Report| {
            // Another thread is reporting; this report is dropped.
            let Ok(mut telling) = telling.try_lock() else { return };
            if telling.1.is_none_or(|said| said.elapsed() >= REPORT_INTERVAL) {
                telling.1 = Some(Instant::now());
                (telling.0)(so_far(task, report));
            }
        };
        // Advice assumes a perfect hand: the person acts with their own.
        let advised = |request| {
            let limits = self.limits(task);
            let also = task.also;
            Request { limits, lines, also, progress: &progress, advice: true, ..request }
        };
        let choice = self.search(task, advised)?;
        let analysis = Analysis {
            seat: task.seat,
            lines: choice.lines.into_iter().map(line).collect(),
            depth: choice.depth,
            nodes: choice.nodes,
            millis: begun.elapsed().as_millis() as u64,
            done: true,
        };
        // If the search panicked while reporting, this is not reached.
        let (tell, _) = telling.into_inner().unwrap_or_else(PoisonError::into_inner);
        tell(analysis.clone());
        Some(analysis)
    }
}

fn so_far(task: &Task<'_>, report: &Report) -> Analysis {
    Analysis {
        seat: task.seat,
        lines: report.lines.iter().cloned().map(line).collect(),
        depth: report.depth,
        nodes: report.nodes,
        millis: report.elapsed.as_millis() as u64,
        done: false,
    }
}

fn line(line: sarsen_search::Line) -> Line {
    Line { actions: line.actions, value: line.chance, exact: line.exact, words: Vec::new() }
}
