//! Games: their options, and where they begin.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use sarsen_catalog::GAMES;
use sarsen_cathedral::Cathedral;
use sarsen_core::record::{Reader, read_options};
use sarsen_core::{
    Continuous, Lang, Options, Rules, Scoring, Values, split_position, state_string,
};
use sarsen_holes::Holes;
use sarsen_logan::Logan;
use sarsen_search::Cancel;
use sarsen_stonehenge::Stonehenge;
use sarsen_sun::Sun;

use crate::batch::{AnyBatch, Batch, PyBatch, Widths, playouts, threads_of};
use crate::engine::interruptible;
use crate::errors;
use crate::numbers::Playable;
use crate::state::{Count, PyState};
use crate::typed::{AnyState, Typed};

/// So many random games of any game whose actions have numbers take less than a second.
const QUICK: u64 = 10_000;

/// Calls a generic function with the type of a game.
macro_rules! with_game {
    ($id:expr, $game:ident => $body:expr) => {
        match $id {
            "stonehenge" => {
                type $game = Stonehenge;
                $body
            }
            "cathedral" => {
                type $game = Cathedral;
                $body
            }
            "logan" => {
                type $game = Logan;
                $body
            }
            "holes" => {
                type $game = Holes;
                $body
            }
            _ => {
                type $game = Sun;
                $body
            }
        }
    };
}

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

    pub(crate) fn begin(&self) -> Box<dyn AnyState> {
        with_game!(self.id(), G => Box::new(Typed::<G>::start(&self.options)))
    }

    pub(crate) fn set_up(&self, text: &str) -> PyResult<Box<dyn AnyState>> {
        with_game!(self.id(), G => {
            let state = Typed::<G>::set_up(&self.options, text);
            state.map(|state| Box::new(state) as _).map_err(|error| errors::position(&error))
        })
    }
}

fn no_game(id: &str) -> String {
    format!("no game is called `{}`; the games are {}", errors::shown(id), sarsen_catalog::ids())
}

/// A value of an option as text: Python's numbers and truth values are taken too.
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

    /// The id: `stonehenge`, `cathedral`, `logan`, `holes` or `sun`.
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
        with_game!(self.id(), G => <G as Playable>::ACTIONS)
    }

    /// How many numbers chance's steps have.
    #[getter]
    fn chance_numbers(&self) -> usize {
        with_game!(self.id(), G => G::CHANCE_STEPS)
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        with_game!(self.id(), G => <G as sarsen_core::Observed>::OBSERVATION)
    }

    /// The parts of an observation, in order: their names and shapes.
    #[getter]
    fn planes(&self) -> Vec<(&'static str, Vec<usize>)> {
        let planes = with_game!(self.id(), G => <G as sarsen_core::Observed>::PLANES);
        planes.iter().map(|plane| (plane.name, plane.shape.to_vec())).collect()
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
        match self.id() {
            "stonehenge" => self.options.get("druids") == "hidden",
            "logan" => self.options.get("backs") != "open",
            _ => false,
        }
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
        with_game!(self.id(), G => <G as Playable>::SYMMETRIES)
    }

    /// The permutation of action numbers that a symmetry is: entry n is where number n goes.
    fn action_permutation(&self, symmetry: Count) -> PyResult<Vec<usize>> {
        let symmetry = self.symmetry(symmetry)?;
        Ok(with_game!(self.id(), G => {
            (0..<G as Playable>::ACTIONS).map(|id| <G as Playable>::id_image(id, symmetry)).collect()
        }))
    }

    /// The permutation of an observation's numbers that a symmetry is.
    fn observation_permutation(&self, symmetry: Count) -> PyResult<Vec<usize>> {
        let symmetry = self.symmetry(symmetry)?;
        Ok(with_game!(self.id(), G => {
            let size = <G as sarsen_core::Observed>::OBSERVATION;
            (0..size).map(|place| <G as Playable>::place_image(place, symmetry)).collect()
        }))
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
        if self.id() != Sun::SPEC.id {
            return Vec::new();
        }
        let dimensions = |kind: &sarsen_core::Kind| {
            kind.dimensions.iter().map(|d| (d.name, d.low, d.high)).collect()
        };
        Sun::KINDS.iter().map(|kind| (kind.name, dimensions(kind))).collect()
    }

    /// The notation of a continuous action: its kind and its values, in their own units, rounded to those of the notation.
    #[allow(clippy::needless_pass_by_value)]
    fn action_of(&self, kind: &str, values: Vec<f64>) -> PyResult<String> {
        let found = Sun::KINDS.iter().position(|each| each.name == kind);
        let found = found.filter(|_| self.id() == Sun::SPEC.id).ok_or_else(|| {
            let kinds = self.continuous().into_iter().map(|(name, _)| format!("`{name}`"));
            errors::value(format!(
                "`{}` has no continuous actions of kind `{}`: it has {}",
                self.id(),
                errors::shown(kind),
                kinds.reduce(|all, name| all + ", " + &name).unwrap_or_else(|| "none".to_owned())
            ))
        })?;
        let action = Sun::from_values(found, &values);
        let outside = || errors::value(format!("{values:?} are no values of `{kind}`"));
        Ok(action.ok_or_else(outside)?.to_string())
    }

    /// The kind and the values of a continuous action.
    fn values_of(&self, py: Python<'_>, action: &str) -> PyResult<(&'static str, Vec<f64>)> {
        let none = || errors::value(format!("`{}` is no continuous action", errors::shown(action)));
        if self.id() != Sun::SPEC.id {
            return Err(none());
        }
        let parsed = action.parse().map_err(|error: sarsen_core::ParseActionError| {
            errors::play(py, action, &error.into())
        })?;
        let (kind, values) = Sun::to_values(parsed).ok_or_else(none)?;
        Ok((Sun::KINDS[kind].name, values))
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
        let games = || -> Option<Box<dyn AnyBatch>> {
            with_game!(self.id(), G => {
                Some(Box::new(Batch::<G>::new(&self.options, size, seed, explicit)?))
            })
        };
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
    ) -> PyResult<(u64, Vec<u64>, u64)> {
        let threads = threads_of(threads)?;
        let (options, cancel) = (Arc::clone(&self.options), Cancel::default());
        let work = || {
            with_game!(options.spec().id, G => {
                playouts::<G>(&options, games, seed, threads, &cancel)
            })
        };
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
    PyList::new(py, GAMES.iter().map(|game| game.spec().id))
}
