//! The engines of the `search` crate at a table.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use sarsen_protocol::{Analysis, Line};
use sarsen_search::{Choice, Level, Limits, Report, Request};

use super::{Engine, StandIn, Task};

/// What one search may use: several run at a time.
const MEMORY: usize = 64 << 20;

/// How often a search says how far it has got. More often than the eye can follow would only fill the queue.
const SAYS_EVERY: Duration = Duration::from_millis(100);

/// Plays every game that the `search` crate plays; the others as [`StandIn`] does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searcher {
    nodes: Option<u64>,
}

impl Searcher {
    /// Searches so many positions instead of for so long: then the same seed gives the same answer.
    pub fn steady(nodes: u64) -> Searcher {
        Searcher { nodes: Some(nodes) }
    }

    fn limits(&self, task: &Task<'_>) -> Limits {
        let time = self.nodes.is_none().then_some(task.time);
        let (nodes, seed) = (self.nodes, task.seed);
        Limits { time, nodes, seed, threads: 1, memory: MEMORY, ..Limits::default() }
    }
}

impl Engine for Searcher {
    fn choose(&self, task: &Task<'_>) -> Option<String> {
        match search(task, |request| Request { limits: self.limits(task), ..request }) {
            Some(choice) if !task.cancel.is_cancelled() => Some(choice.action),
            Some(_) => None,
            None => StandIn.choose(task),
        }
    }

    fn analyse(
        &self,
        task: &Task<'_>,
        lines: usize,
        tell: &mut (dyn FnMut(Analysis) + Send),
    ) -> Option<Analysis> {
        let begun = Instant::now();
        // The first word is said at once: whoever asked sees that somebody thinks.
        let telling = Mutex::new((tell, None::<Instant>));
        let progress = |report: &Report| {
            // Whoever is telling already says it; this one is dropped.
            let Ok(mut telling) = telling.try_lock() else { return };
            if telling.1.is_none_or(|said| said.elapsed() >= SAYS_EVERY) {
                telling.1 = Some(Instant::now());
                (telling.0)(so_far(task, report));
            }
        };
        // Whoever asks acts with a hand of their own.
        let advised = |request| {
            let limits = self.limits(task);
            Request { limits, lines, progress: &progress, advice: true, ..request }
        };
        let Some(choice) = search(task, advised) else {
            let (tell, _) = telling.into_inner().ok()?;
            return StandIn.analyse(task, lines, tell);
        };
        let analysis = Analysis {
            seat: task.seat.number(),
            lines: choice.lines.into_iter().map(line).collect(),
            depth: choice.depth,
            nodes: choice.nodes,
            millis: begun.elapsed().as_millis() as u64,
            done: true,
        };
        let (tell, _) = telling.into_inner().ok()?;
        tell(analysis.clone());
        Some(analysis)
    }
}

/// Searches as the caller wants it; none where no engine plays the game.
fn search<'a>(
    task: &'a Task<'_>,
    wanted: impl FnOnce(Request<'a>) -> Request<'a>,
) -> Option<Choice> {
    if task.position.turn().seat() != Some(task.seat) {
        return None;
    }
    let engine = sarsen_search::engine(task.position.options().spec().id)?;
    let level = Level::new(task.level)?;
    let request = Request::new(task.position, level, Limits::default(), task.cancel);
    engine.choose(&wanted(request)).ok()
}

fn so_far(task: &Task<'_>, report: &Report) -> Analysis {
    Analysis {
        seat: task.seat.number(),
        lines: report.lines.iter().cloned().map(line).collect(),
        depth: report.depth,
        nodes: report.nodes,
        millis: report.elapsed.as_millis() as u64,
        done: false,
    }
}

fn line(line: sarsen_search::Line) -> Line {
    Line { actions: line.actions, value: line.chance, exact: line.exact }
}
