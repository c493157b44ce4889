//! Engines, analysis, matches between engines, exact values and counts.

use std::io::Read;
use std::time::Duration;

use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use sarsen_arena::ladder::opening_of;
use sarsen_arena::{Openings, Plan, Spec};
use sarsen_catalog::PerftRequest;
use sarsen_core::record::Record;
use sarsen_core::{Turn, Viewer};
use sarsen_search::{
    Cancel, Choice, Engine, Engines, Level, Limits, Request, analysis, engine_with_weights,
};

use crate::batch::threads_of;
use crate::errors;
use crate::game::PyGame;
use crate::playable::NoValue;
use crate::state::{Count, PyState, to_python};

/// Runs long work without the interpreter's lock; an interrupt stops it.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let caller = std::thread::current();
        let worker = scope.spawn(move || {
            let result = work();
            caller.unpark();
            result
        });
        let mut interrupted = None;
        while !worker.is_finished() {
            py.detach(|| std::thread::park_timeout(Duration::from_millis(50)));
            if let (None, Err(interrupt)) = (&interrupted, py.check_signals()) {
                cancel.cancel();
                interrupted = Some(interrupt);
            }
        }
        let failed = |_| pyo3::exceptions::PyRuntimeError::new_err("the engine failed");
        let result = worker.join().map_err(failed)?;
        interrupted.map_or(Ok(result), Err)
    })
}

fn limits(
    seconds: Option<f64>,
    nodes: Option<u64>,
    seed: u64,
    threads: usize,
    megabytes: Option<usize>,
) -> PyResult<Limits> {
    let time = match seconds {
        None => None,
        Some(seconds) => Some(
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| errors::value("seconds are above 0"))?,
        ),
    };
    let time = if time.is_none() && nodes.is_none() { Some(Duration::from_secs(1)) } else { time };
    let mut limits = Limits { time, nodes, seed, ..Limits::default() };
    if threads > 0 {
        limits.threads = threads_of(threads)?;
    }
    if let Some(megabytes) = megabytes {
        limits.memory = Limits::megabytes(megabytes).map_err(errors::value)?;
    }
    Ok(limits)
}

/// An engine player of one game.
#[pyclass(name = "Engine", module = "sarsen", frozen, subclass)]
pub(crate) struct PyEngine {
    /// The id of the game that it plays.
    #[pyo3(get)]
    game: &'static str,
    level: Level,
    uct: bool,
    /// The file of a network that it judges by.
    #[pyo3(get)]
    weights: Option<String>,
    engine: Box<dyn Engine>,
}

/// The largest file of weights that is read.
const MAX_WEIGHTS: u64 = 64 << 20;

fn with_weights(game: &str, file: &str) -> PyResult<Box<dyn Engine>> {
    let mut text = String::new();
    let named =
        |error: std::io::Error| std::io::Error::new(error.kind(), format!("{file}: {error}"));
    let opened = std::fs::File::open(file).map_err(named)?;
    opened.take(MAX_WEIGHTS).read_to_string(&mut text).map_err(named)?;
    engine_with_weights(game, &text).map_err(|error| errors::value(format!("{file}: {error}")))
}

fn choice_dict<'py>(py: Python<'py>, choice: &Choice) -> PyResult<Bound<'py, PyAny>> {
    let value = sarsen_json(choice)?;
    to_python(py, &value)
}

fn sarsen_json(value: &impl serde::Serialize) -> PyResult<serde_json::Value> {
    serde_json::to_value(value).map_err(errors::value)
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (game, level=Count(8), uct=false, weights=None))]
    fn new(game: &str, level: Count, uct: bool, weights: Option<String>) -> PyResult<PyEngine> {
        let found = PyGame::new(game, &[])?;
        let level = u8::try_from(level.0).ok().and_then(Level::new);
        let level = level.ok_or_else(|| errors::value("levels are 1 to 8"))?;
        let missing = || errors::value(format!("there is no engine for `{game}`"));
        let engine = match &weights {
            Some(file) => with_weights(game, file)?,
            None => sarsen_search::engine(game).ok_or_else(missing)?,
        };
        if uct && !engine.has_yardstick() {
            return Err(errors::value(format!("there is no plain UCT for `{game}`")));
        }
        Ok(PyEngine { game: found.id(), level, uct, weights, engine })
    }

    /// Its level, from 1 to 8.
    #[getter]
    fn level(&self) -> u8 {
        self.level.number()
    }

    /// Whether it is plain UCT, the yardstick.
    #[getter]
    fn uct(&self) -> bool {
        self.uct
    }

    /// Its decision, as plain data.
    #[pyo3(signature = (state, seconds=None, nodes=None, seed=0, threads=0, lines=1, advice=false, megabytes=None))]
    #[allow(clippy::too_many_arguments)]
    fn raw_choose<'py>(
        &self,
        py: Python<'py>,
        state: &PyState,
        seconds: Option<f64>,
        nodes: Option<u64>,
        seed: u64,
        threads: usize,
        lines: usize,
        advice: bool,
        megabytes: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = limits(seconds, nodes, seed, threads, megabytes)?;
        let position = state.inner.position();
        let cancel = Cancel::default();
        let choice = interruptible(py, &cancel, || {
            let mut request = Request::new(position.as_ref(), self.level, limits, &cancel);
            request.lines = lines.max(1);
            request.advice = advice;
            if self.uct { self.engine.yardstick(&request) } else { self.engine.choose(&request) }
        })?;
        choice_dict(py, &choice.map_err(errors::value)?)
    }

    fn __repr__(&self) -> String {
        let uct = if self.uct { ", uct=True" } else { "" };
        let weights = self.weights.as_ref();
        let weights = weights.map_or(String::new(), |file| format!(", weights={file:?}"));
        format!("sarsen.engine({:?}, level={}{uct}{weights})", self.game, self.level.number())
    }
}

/// Evaluates every action that led to a state.
#[pyfunction]
#[pyo3(signature = (state, seconds=None, nodes=None, seed=0, threads=0))]
pub(crate) fn raw_analyse<'py>(
    py: Python<'py>,
    state: &PyState,
    seconds: Option<f64>,
    nodes: Option<u64>,
    seed: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let id = state.game.id();
    if state.inner.origin().is_some() {
        return Err(errors::value("it began in the middle of a game: there is no record of it"));
    }
    let limits = limits(seconds, nodes, seed, threads, None)?;
    let tokens = state.inner.history(Viewer::Omniscient);
    let texts: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let game = sarsen_catalog::game(id).expect("every game is in the catalog");
    let engine = sarsen_search::engine(id).expect("every game has an engine");
    let cancel = Cancel::default();
    let options = &state.game.options;
    let steps = interruptible(py, &cancel, || {
        analysis::analyse(game, options, &texts, engine.as_ref(), &limits, &cancel, |_| {})
    })?;
    to_python(py, &sarsen_json(&steps.map_err(errors::value)?)?)
}

/// A match between two of our players, each a level, `uct` or `random`.
#[pyfunction]
#[pyo3(signature = (game, one, other, games, seconds=None, nodes=None, seed=0, workers=1, random_plies=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn raw_arena<'py>(
    py: Python<'py>,
    game: &PyGame,
    one: &str,
    other: &str,
    games: usize,
    seconds: Option<f64>,
    nodes: Option<u64>,
    seed: u64,
    workers: usize,
    random_plies: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let contestants = vec![
        one.parse::<Spec>().map_err(errors::value)?,
        other.parse::<Spec>().map_err(errors::value)?,
    ];
    let limits = limits(seconds, nodes, seed, 1, None)?;
    let workers = threads_of(workers)?;
    let openings = Openings::Random(random_plies.unwrap_or_else(|| opening_of(game.id())));
    let catalog = sarsen_catalog::game(game.id()).expect("every game is in the catalog");
    let cancel = Cancel::default();
    let engines = Engines::default();
    let standings = interruptible(py, &cancel, || {
        let plan = Plan {
            game: catalog,
            options: &game.options,
            engines: &engines,
            contestants,
            pairs: games.div_ceil(2),
            openings,
            seed,
            limits,
            clock: None,
            margin: Duration::ZERO,
            workers,
            sprt: None,
            records: None,
        };
        sarsen_arena::run(&plan, &cancel, &|_| {})
    })?;
    let standings = standings.map_err(errors::value)?;
    score_dict(py, &standings.score())
}

/// How many random actions begin a game between engines, so that games differ.
#[pyfunction]
pub(crate) fn raw_opening(game: &PyGame) -> usize {
    opening_of(game.id())
}

/// The score of pairs of games: what each game was worth to the first player.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)]
pub(crate) fn score_of_pairs(py: Python<'_>, pairs: Vec<[f64; 2]>) -> PyResult<Bound<'_, PyAny>> {
    let mut score = sarsen_arena::Score::default();
    for pair in pairs {
        score.add(pair);
    }
    score_dict(py, &score)
}

fn score_dict<'py>(py: Python<'py>, score: &sarsen_arena::Score) -> PyResult<Bound<'py, PyAny>> {
    let (wins, draws, losses) = score.counts();
    let (elo, low, high) = score.elo();
    let dict = PyDict::new(py);
    dict.set_item("games", score.games())?;
    dict.set_item("wins", wins)?;
    dict.set_item("draws", draws)?;
    dict.set_item("losses", losses)?;
    dict.set_item("share", score.share())?;
    // Even scores give -0.0, which reads like a loss.
    dict.set_item("elo", elo + 0.0)?;
    dict.set_item("interval", (low, high))?;
    Ok(dict.into_any())
}

/// Exact values: the utilities of both seats under best play, and an action that reaches them.
#[pyfunction]
#[pyo3(signature = (state, seconds=None, threads=0, megabytes=None))]
pub(crate) fn raw_solve(
    py: Python<'_>,
    state: &PyState,
    seconds: Option<f64>,
    threads: usize,
    megabytes: Option<usize>,
) -> PyResult<(Vec<f64>, Option<String>)> {
    if let Turn::Over(outcome) = state.inner.turn() {
        return Ok((outcome.returns().as_slice().to_vec(), None));
    }
    if state.inner.has_secrets() {
        return Err(errors::value("seats know different things: no state by itself has a value"));
    }
    let mut limits = limits(seconds.or(Some(3600.0)), None, 0, threads, megabytes)?;
    limits.time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let cancel = Cancel::default();
    match interruptible(py, &cancel, || state.inner.solve(&limits, &cancel))? {
        Ok(exact) => Ok((exact.returns, exact.action)),
        Err(NoValue::TooLate) => Err(PyTimeoutError::new_err("not solved in this time")),
        Err(NoValue::Because(reason)) => Err(errors::value(reason)),
        Err(NoValue::NoSolver) => Err(errors::value(format!(
            "there is no solver for this state of `{}`",
            state.game.id()
        ))),
    }
}

/// Counts action sequences.
#[pyfunction]
#[pyo3(signature = (state, depth, symmetry=false))]
pub(crate) fn raw_perft(
    py: Python<'_>,
    state: &PyState,
    depth: u32,
    symmetry: bool,
) -> PyResult<u64> {
    let position = state.inner.position();
    let cancel = Cancel::default();
    let counted = interruptible(py, &cancel, || {
        let progress = |_: u64, _: u64| !cancel.is_cancelled();
        position.perft(&PerftRequest { depth, symmetry, progress: &progress })
    })?;
    counted.map(|perft| perft.total).map_err(errors::value)
}

/// Records of a text as tags and tokens, without playing them.
#[pyfunction]
pub(crate) fn raw_records<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for record in sarsen_core::record::Reader::new(text.as_bytes()) {
        let record: Record = record.map_err(|error| errors::record(&error))?;
        let tags = PyDict::new(py);
        for tag in record.tags() {
            tags.set_item(&tag.name, &tag.value)?;
        }
        let tokens: Vec<&str> = record.tokens().map(|token| token.text).collect();
        list.append((tags, tokens))?;
    }
    Ok(list)
}
