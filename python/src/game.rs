//! Games: their options, and where they begin.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use sarsen_core::record::{Reader, read_options};
use sarsen_core::{Lang, Options, Scoring, Values, split_position, state_string};
use sarsen_search::Cancel;

use crate::batch::{PyBatch, Tally, Widths, threads_of};
use crate::engine::interruptible;
use crate::errors;
use crate::registry::{self, AnyGame};
use crate::state::{Count, PyState};
use crate::typed::AnyState;

/// Up to this many random games take less than a second, in every game whose actions have numbers.
const QUICK: u64 = 10_000;

/// A game with its options.
#[pyclass(name = "Game", module = "sarsen", frozen)]
#[derive(Clone)]
pub(crate) struct PyGame {
    pub(crate) options: Arc<Options>,
}

impl PyGame {
    pub(crate) fn new(id: &str, pairs: &[(String, String)]) -> PyResult<PyGame> {
        let game = sarsen_catalog::game(id).ok_or_else(|| errors::value(no_game(id)))?;
        let mut options = Options::defaults(game.spec());
        for (name, value) in pairs {
            options.set(name, value).map_err(errors::value)?;
        }
        Ok(PyGame { options: Arc::new(options) })
    }

    pub(crate) fn id(&self) -> &'static str {
        self.options.spec().id
    }

    fn any(&self) -> &'static dyn AnyGame {
        registry::find(self.id())
    }

    pub(crate) fn begin(&self) -> Box<dyn AnyState> {
        self.any().start(&self.options)
    }

    pub(crate) fn set_up(&self, text: &str) -> PyResult<Box<dyn AnyState>> {
        self.any().set_up(&self.options, text).map_err(|error| errors::position(&error))
    }
}

fn no_game(id: &str) -> String {
    format!("no game is called `{}`; the games are {}", errors::shown(id), sarsen_catalog::ids())
}

/// The value of an option as text; Python's numbers and booleans are accepted too.
fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(value.str()?.to_string())
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (id, **options))]
    fn py_new(id: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<PyGame> {
        let mut pairs = Vec::new();
        for (name, value) in options.into_iter().flatten() {
            // Names have hyphens where Python's have underscores.
            let name = name.str()?.to_string().replace('_', "-");
            pairs.push((name, option_text(&value)?));
        }
        PyGame::new(id, &pairs)
    }

    /// The id, one of `sarsen.games()`.
    #[getter(id)]
    fn py_id(&self) -> &'static str {
        self.id()
    }

    /// The name in English.
    #[getter]
    fn name(&self) -> String {
        self.options.spec().name.in_lang(Lang::En).to_owned()
    }

    /// How many seats play.
    #[getter]
    fn seats(&self) -> usize {
        self.options.seats()
    }

    /// All options with their values.
    #[getter(options)]
    fn py_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.options.iter() {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// The options that differ from the defaults.
    fn changed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.options.changed() {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// What each option may be.
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for option in self.options.spec().options {
            let values = match option.values {
                Values::Words(words) => words.iter().map(|word| word.name.to_owned()).collect(),
                number @ Values::Number { .. } => vec![number.to_string()],
            };
            dict.set_item(option.name, values)?;
        }
        Ok(dict)
    }

    /// How many numbers the seats' actions have; 0 where actions have none.
    #[getter]
    fn actions(&self) -> usize {
        self.any().actions()
    }

    /// How many numbers chance's steps have.
    #[getter]
    fn chance_numbers(&self) -> usize {
        self.any().chance_steps()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.any().observation()
    }

    /// The parts of an observation, in order: their names and shapes.
    #[getter]
    fn planes(&self) -> Vec<(&'static str, Vec<usize>)> {
        self.any().planes().iter().map(|plane| (plane.name, plane.shape.to_vec())).collect()
    }

    /// How many numbers the tensor of an information state has; none where games can be longer than any tensor.
    #[getter]
    fn information_size(&self) -> Option<usize> {
        let state = self.begin();
        let rows = state.recall_length()?;
        Some(state.observation_size() + rows * state.recall_width())
    }

    /// Whether seats may know different things.
    #[getter]
    fn hidden(&self) -> bool {
        self.any().hides(&self.options)
    }

    /// `low`, `high` or `none`: which direction of a score is good.
    #[getter]
    fn scoring(&self) -> &'static str {
        match self.options.spec().scoring {
            Scoring::None => "none",
            Scoring::LowIsGood => "low",
            Scoring::HighIsGood => "high",
        }
    }

    /// How many symmetries the board has, the identity among them.
    #[getter]
    fn symmetries(&self) -> usize {
        self.any().symmetries()
    }

    /// The permutation of action numbers that a symmetry is: entry n is where number n goes.
    fn action_permutation(&self, symmetry: Count) -> PyResult<Vec<usize>> {
        let symmetry = self.symmetry(symmetry)?;
        let game = self.any();
        Ok((0..game.actions()).map(|id| game.id_image(id, symmetry)).collect())
    }

    /// The permutation of an observation's numbers that a symmetry is.
    fn observation_permutation(&self, symmetry: Count) -> PyResult<Vec<usize>> {
        let symmetry = self.symmetry(symmetry)?;
        let game = self.any();
        Ok((0..game.observation()).map(|place| game.place_image(place, symmetry)).collect())
    }

    /// The rules in words: `en`, `fr` or `ja`.
    #[pyo3(signature = (lang="en"))]
    fn rules(&self, lang: &str) -> PyResult<&'static str> {
        let lang: Lang = lang.parse().map_err(errors::value)?;
        Ok(self.options.spec().rules.in_lang(lang))
    }

    /// The kinds of continuous actions: name, and for each dimension its name, lowest and highest value.
    #[getter]
    #[allow(clippy::type_complexity)]
    fn continuous(&self) -> Vec<(&'static str, Vec<(&'static str, f64, f64)>)> {
        let dimensions = |kind: &sarsen_core::Kind| {
            kind.dimensions.iter().map(|d| (d.name, d.low, d.high)).collect()
        };
        self.any().kinds().iter().map(|kind| (kind.name, dimensions(kind))).collect()
    }

    /// The notation of a continuous action: its kind and its values, in their own units, rounded to those of the notation.
    #[allow(clippy::needless_pass_by_value)]
    fn action_of(&self, kind: &str, values: Vec<f64>) -> PyResult<String> {
        let game = self.any();
        let found = game.kinds().iter().position(|each| each.name == kind).ok_or_else(|| {
            let kinds = self.continuous().into_iter().map(|(name, _)| format!("`{name}`"));
            errors::value(format!(
                "`{}` has no continuous actions of kind `{}`: it has {}",
                self.id(),
                errors::shown(kind),
                kinds.reduce(|all, name| all + ", " + &name).unwrap_or_else(|| "none".to_owned())
            ))
        })?;
        let outside = || errors::value(format!("{values:?} are no values of `{kind}`"));
        game.token_of_values(found, &values).ok_or_else(outside)
    }

    /// The kind and the values of a continuous action.
    fn values_of(&self, py: Python<'_>, action: &str) -> PyResult<(&'static str, Vec<f64>)> {
        let none = || errors::value(format!("`{}` is no continuous action", errors::shown(action)));
        let game = self.any();
        if game.kinds().is_empty() {
            return Err(none());
        }
        let values = game.values_of(action);
        let values = values.map_err(|error| errors::play(py, action, &error.into()))?;
        let (kind, values) = values.ok_or_else(none)?;
        Ok((game.kinds()[kind].name, values))
    }

    /// The state that a game begins with.
    fn start(&self) -> PyState {
        PyState::new(self.clone(), self.begin())
    }

    /// The state at the end of a record of this game; its options are those of the record.
    fn read(&self, text: &str) -> PyResult<PyState> {
        let state = read_one(text)?;
        if state.game.id() != self.id() {
            return Err(errors::RecordError::new_err(format!(
                "the record is of `{}`, not of `{}`",
                state.game.id(),
                self.id()
            )));
        }
        Ok(state)
    }

    /// What `sarsen.Batch` is built on.
    #[pyo3(signature = (size, seed=0, explicit=false, threads=1, mask=true, observations=true))]
    fn raw_batch(
        &self,
        py: Python<'_>,
        size: usize,
        seed: u64,
        explicit: bool,
        threads: usize,
        mask: bool,
        observations: bool,
    ) -> PyResult<PyBatch> {
        if self.actions() == 0 {
            return Err(errors::value(format!(
                "the actions of `{}` have no numbers: there are endlessly many",
                self.id()
            )));
        }
        if size == 0 {
            return Err(errors::value("a batch has at least one game"));
        }
        let threads = threads_of(threads)?;
        let games = || self.any().batch(&self.options, size, seed, explicit);
        let widths = Widths {
            seats: self.seats(),
            actions: self.actions(),
            mask,
            observation: if observations { self.observation_size() } else { 0 },
        };
        PyBatch::new(py, games, size, threads, explicit, &widths)
    }

    /// Many games at once: see `sarsen.Batch`.
    #[pyo3(signature = (size, **options))]
    fn batch<'py>(
        slf: &Bound<'py, PyGame>,
        size: usize,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("sarsen.batch")?.getattr("Batch")?.call((slf, size), options)
    }

    /// Random games, played natively: see `sarsen.batch.random_playouts`.
    #[pyo3(signature = (games, **options))]
    fn random_playouts<'py>(
        slf: &Bound<'py, PyGame>,
        games: u64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("sarsen.batch")?.getattr("random_playouts")?.call((slf, games), options)
    }

    /// Plays random games without stopping between actions: actions played, games won by each seat, games drawn.
    #[pyo3(signature = (games, seed=0, threads=1))]
    fn raw_playouts(
        &self,
        py: Python<'_>,
        games: u64,
        seed: u64,
        threads: usize,
    ) -> PyResult<Tally> {
        let threads = threads_of(threads)?;
        let (options, cancel) = (Arc::clone(&self.options), Cancel::default());
        let game = self.any();
        let work = || game.playouts(&options, games, seed, threads, &cancel);
        // A thread of its own, which an interrupt stops, costs as much as many games.
        if games <= QUICK && self.actions() > 0 {
            return Ok(py.detach(work));
        }
        interruptible(py, &cancel, work)
    }

    fn __repr__(&self) -> String {
        let options: Vec<String> = self
            .options
            .changed()
            .map(|(name, value)| format!(", {}={value:?}", name.replace('-', "_")))
            .collect();
        format!("sarsen.game({:?}{})", self.id(), options.concat())
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        self.id() == other.id() && self.options.iter().eq(other.options.iter())
    }

    fn __hash__(&self) -> u64 {
        self.__repr__()
            .bytes()
            .fold(7, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Bound<'py, PyDict>))> {
        let restore = py.import("sarsen._sarsen")?.getattr("_restore_game")?;
        Ok((restore, (self.id().to_owned(), self.changed(py)?)))
    }
}

impl PyGame {
    fn symmetry(&self, Count(symmetry): Count) -> PyResult<usize> {
        let count = self.symmetries();
        if symmetry < count {
            Ok(symmetry)
        } else {
            Err(errors::value(format!("there are {count} symmetries")))
        }
    }
}

/// The state at the end of a text's only record.
pub(crate) fn read_one(text: &str) -> PyResult<PyState> {
    let mut states = read_all(text)?;
    match states.len() {
        1 => Ok(states.remove(0)),
        count => {
            Err(errors::RecordError::new_err(format!("the text holds {count} records, not one")))
        }
    }
}

/// The states at the ends of a text's records.
pub(crate) fn read_all(text: &str) -> PyResult<Vec<PyState>> {
    let mut states = Vec::new();
    for record in Reader::new(text.as_bytes()) {
        let record = record.map_err(|error| errors::record(&error))?;
        // Playing it first finds every fault, with its line.
        sarsen_catalog::replay(&record).map_err(|error| errors::record(&error))?;
        let game = sarsen_catalog::game_of(&record).map_err(|error| errors::record(&error))?;
        let options = read_options(&record, game.spec()).map_err(|error| errors::record(&error))?;
        let game = PyGame { options: Arc::new(options) };
        let mut state = game.begin();
        for token in record.tokens() {
            state.play_token(token.text).map_err(|error| {
                errors::RecordError::new_err(format!("`{}`: {error}", token.text))
            })?;
        }
        states.push(PyState::new(game, state));
    }
    Ok(states)
}

/// The state of a position string.
pub(crate) fn position(text: &str) -> PyResult<PyState> {
    let (name, pairs, state) = split_position(text);
    if sarsen_catalog::game(name).is_none() {
        return Err(errors::PositionError::new_err(no_game(name)));
    }
    let game = PyGame::new(name, &[])?;
    let options = Options::defaults(game.options.spec());
    let options =
        state_string::read_pairs(options, &pairs).map_err(|error| errors::position(&error))?;
    let game = PyGame { options: Arc::new(options) };
    let state = game.set_up(state)?;
    Ok(PyState::new(game, state))
}

/// The ids of all games.
pub(crate) fn ids(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, registry::ids())
}
