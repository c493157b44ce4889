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
use sarsen_core::{Rules, Seat, Turn, Viewer};
use sarsen_holes::solve::{BestWin, Measure, Solution};
use sarsen_holes::{Graph, Holes, Ruleset, Stage, Throw};
use sarsen_search::games::cathedral::Network;
use sarsen_search::games::stonehenge::{Checkpoint, Prover};
use sarsen_search::{
    Budget, Cancel, Choice, Engine, Engines, Level, Limits, Request, analysis, engine_with_weights,
};
use sarsen_stonehenge::Stonehenge;

use crate::batch::threads_of;
use crate::errors;
use crate::game::PyGame;
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

    /// What it decides, as plain data.
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

/// What a network says of a state of Cathedral without any search: the chance of the seat to act, and each action's share.
#[pyfunction]
pub(crate) fn raw_network(text: &str, state: &PyState) -> PyResult<(f64, Vec<(String, f32)>)> {
    let network = Network::parse(text).map_err(errors::value)?;
    let cathedral = state.inner.state().downcast_ref::<sarsen_cathedral::Cathedral>();
    let wrong =
        || errors::value("a network judges states of `cathedral` in which a seat is to act");
    let advice = cathedral.and_then(|state| network.advise(state)).ok_or_else(wrong)?;
    let actions = advice.actions.into_iter().map(|(action, share)| (action.to_string(), share));
    Ok((advice.chance, actions.collect()))
}

/// Judges every action of a state's past.
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
    let any = state.inner.state();
    if let Some(holes) = any.downcast_ref::<Holes>() {
        return py.detach(|| solve_holes(holes));
    }
    let mut limits = limits(seconds.or(Some(3600.0)), None, 0, threads, megabytes)?;
    limits.time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let cancel = Cancel::default();
    let late = || PyTimeoutError::new_err("not solved in this time");
    if let Some(stonehenge) = any.downcast_ref::<Stonehenge>() {
        let proved = interruptible(py, &cancel, || {
            let budget = Budget::new(&limits, &cancel);
            Prover::new(&limits, Checkpoint::in_memory()).prove(stonehenge, &budget)
        })?;
        let proved = proved.ok_or_else(late)?;
        let one = if proved.winner == Seat::ONE { 1.0 } else { -1.0 };
        return Ok((vec![one, -one], proved.line.first().map(ToString::to_string)));
    }
    let seat = state.inner.turn().seat();
    let (Some(seat), Some(cathedral)) = (seat, any.downcast_ref::<sarsen_cathedral::Cathedral>())
    else {
        return Err(errors::value(format!(
            "there is no solver for this state of `{}`",
            state.game.id()
        )));
    };
    let solved = interruptible(py, &cancel, || {
        let budget = Budget::new(&limits, &cancel);
        sarsen_search::solve::solve(cathedral, &budget)
    })?;
    let solved = solved.ok_or_else(late)?;
    let value = 2.0 * solved.payoff - 1.0;
    let one = if seat == Seat::ONE { value } else { -value };
    Ok((vec![one, -one], Some(solved.action.to_string())))
}

/// More pieces would need hundreds of megabytes.
const MAX_PIECES: u8 = 2;

fn solve_holes(state: &Holes) -> PyResult<(Vec<f64>, Option<String>)> {
    let rules: Ruleset = state.ruleset();
    if rules.pieces > MAX_PIECES {
        return Err(errors::value(
            "exact values of 58 Holes are computed for one and two pieces; `sarsen table holes` makes larger tables",
        ));
    }
    let graph = Graph::new(rules);
    let solution = Solution::new::<BestWin>(&graph, 1e-13);
    let seat = state.seat();
    let side = |seat: Seat| graph.index().rank(state.side(seat));
    let (mine, theirs) = (side(seat), side(seat.other()));
    let mut best = None;
    let chance = match state.stage() {
        Stage::Act => {
            let throw = state.pending().ok_or_else(|| errors::value("no throw to use"))?;
            best = best_action(state, &graph, &solution);
            solution.after_throw::<BestWin>(&graph, mine, theirs, throw)
        }
        Stage::Throw => solution.value(mine, theirs),
        // Before the opening throws both seats are alike but for which of them begins.
        Stage::FirstThrow => 0.5,
        Stage::SecondThrow => return Ok((opening(state), None)),
        Stage::Over => 1.0,
    };
    let value = 2.0 * chance - 1.0;
    let one = if seat == Seat::ONE { value } else { -value };
    Ok((vec![one, -one], best))
}

/// The action after which the seat's chance is best.
fn best_action(state: &Holes, graph: &Graph, solution: &Solution) -> Option<String> {
    let seat = state.seat();
    let value = |action: &sarsen_holes::Action| {
        let mut after = *state;
        after.apply(*action);
        let side = |seat: Seat| graph.index().rank(after.side(seat));
        match after.stage() {
            Stage::Over => 1.0,
            _ if after.seat() == seat => solution.value(side(seat), side(seat.other())),
            _ => BestWin::turned(solution.value(side(seat.other()), side(seat))),
        }
    };
    let actions = sarsen_core::legal_actions(state);
    actions.iter().max_by(|a, b| value(a).total_cmp(&value(b))).map(ToString::to_string)
}

/// After seat 1's opening throw: the mean over seat 2's, equal ones thrown again.
fn opening(state: &Holes) -> Vec<f64> {
    let (mut sum, mut total) = (0.0, 0.0);
    for throw in Throw::all() {
        let mut after = *state;
        after.apply(sarsen_holes::Action::Throw(throw));
        let weight = f64::from(throw.weight());
        total += weight;
        if let Ok((values, _)) = solve_holes(&after) {
            sum += weight * values[0];
        }
    }
    vec![sum / total, -sum / total]
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
