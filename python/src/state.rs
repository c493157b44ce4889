//! States as Python plays them.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyTuple};
use pyo3::{Borrowed, intern};
use sarsen_core::chance::{Generator, generator};
use sarsen_core::{Lang, Seat, Turn, Viewer};
use serde_json::Value;

use crate::errors;
use crate::game::PyGame;
use crate::typed::AnyState;

/// Whose turn it is.
#[pyclass(name = "Turn", module = "sarsen", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyTurn {
    /// `seat`, `chance` or `over`.
    #[pyo3(get)]
    kind: &'static str,
    /// The seat to act, from 1.
    #[pyo3(get)]
    seat: Option<u8>,
    /// How the game ended, as a record writes it.
    #[pyo3(get)]
    outcome: Option<String>,
}

impl PyTurn {
    fn new(turn: Turn) -> PyTurn {
        let kind = match turn {
            Turn::Seat(_) => "seat",
            Turn::Chance => "chance",
            Turn::Over(_) => "over",
        };
        let outcome = turn.outcome().map(|outcome| outcome.to_string());
        PyTurn { kind, seat: turn.seat().map(Seat::number), outcome }
    }
}

#[pymethods]
impl PyTurn {
    fn __repr__(&self) -> String {
        match (self.seat, &self.outcome) {
            (Some(seat), _) => format!("Turn(seat={seat})"),
            (None, Some(outcome)) => format!("Turn(over, {outcome})"),
            (None, None) => "Turn(chance)".to_owned(),
        }
    }
}

/// A state of a game, with the actions that led to it.
#[pyclass(name = "State", module = "sarsen")]
pub(crate) struct PyState {
    /// The game with its options.
    #[pyo3(get)]
    pub(crate) game: PyGame,
    pub(crate) inner: Box<dyn AnyState>,
}

fn no_action(number: &Bound<'_, PyAny>) -> PyErr {
    PyIndexError::new_err(format!("number {number} stands for no action here"))
}

impl PyState {
    pub(crate) fn new(game: PyGame, inner: Box<dyn AnyState>) -> PyState {
        PyState { game, inner }
    }

    fn seat(&self, number: Count) -> PyResult<Seat> {
        let seats = self.game.options.seats();
        Seat::from_number(number.0)
            .filter(|seat| seat.index() < seats)
            .ok_or_else(|| errors::value(format!("the seats are 1 to {seats}")))
    }

    /// A viewer: a seat's number, `"public"`, or `None` for somebody who sees everything.
    fn viewer(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Viewer> {
        let Some(seat) = seat else { return Ok(Viewer::Omniscient) };
        if let Ok(text) = seat.extract::<String>() {
            return match text.as_str() {
                "public" => Ok(Viewer::Public),
                _ => Err(errors::value("a viewer is a seat's number, `None` or \"public\"")),
            };
        }
        Ok(Viewer::Seat(self.seat(seat.extract()?)?))
    }

    fn needs_numbers(&self) -> PyResult<()> {
        if self.inner.actions() > 0 {
            return Ok(());
        }
        Err(errors::value(format!("the actions of `{}` have no numbers", self.game.id())))
    }
}

/// The text of an action; invalid Unicode is not notation.
fn text_of<'a>(text: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    text.to_str().map_err(|_| errors::NotationError::new_err("an action is written in Unicode"))
}

/// The number of a seat or a symmetry; a negative or huge integer becomes one that does not exist.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Count {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Count> {
        match number.extract::<usize>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => {
                Ok(Count(usize::MAX))
            }
            count => count.map(Count),
        }
    }
}

/// An integer of Python or numpy; `None` if it is too large for any action.
fn number_of(action: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    match action.extract::<i64>() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(action.py()) => Ok(None),
        Err(_) => Err(PyTypeError::new_err("an action is its notation or its number")),
    }
}

/// A seed from an integer, a numpy generator or a `random.Random`; without any, from the system.
pub(crate) fn seed_from(rng: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    let Some(rng) = rng else {
        let system = std::collections::hash_map::RandomState::new();
        return Ok(std::hash::BuildHasher::hash_one(&system, 0));
    };
    let py = rng.py();
    if rng.is_instance_of::<PyInt>() {
        return rng.extract().map_err(|_| errors::value("a seed is from 0 to 2⁶⁴ − 1"));
    }
    if let Some(draw) = rng.getattr_opt(intern!(py, "getrandbits"))? {
        return draw.call1((63,))?.extract();
    }
    if let Some(draw) = rng.getattr_opt(intern!(py, "integers"))? {
        return draw.call1((0, i64::MAX))?.extract();
    }
    if let Some(draw) = rng.getattr_opt(intern!(py, "randint"))? {
        return draw.call1((0, i32::MAX))?.extract();
    }
    // An integer of numpy.
    rng.extract()
        .map_err(|_| PyTypeError::new_err("give a seed, a numpy generator or a random.Random"))
}

pub(crate) fn rng_from(rng: Option<&Bound<'_, PyAny>>) -> PyResult<Generator> {
    seed_from(rng).map(generator)
}

/// JSON as Python's own values.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (None, Some(float)) => float.into_pyobject(py)?.into_any(),
            (None, None) => py.None().into_bound(py),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let items: Vec<_> =
                items.iter().map(|item| to_python(py, item)).collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, to_python(py, field)?)?;
            }
            dict.into_any()
        }
    })
}

/// Text without ANSI colours.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        out.push_str(&rest[..at]);
        let after = &rest[at + 2..];
        let end = after.find(|letter: char| letter.is_ascii_alphabetic());
        rest = end.map_or("", |end| &after[end + 1..]);
    }
    out.push_str(rest);
    out
}

#[pymethods]
impl PyState {
    /// Whose turn it is.
    #[getter]
    fn turn(&self) -> PyTurn {
        PyTurn::new(self.inner.turn())
    }

    /// Whether the game has ended.
    #[getter]
    fn over(&self) -> bool {
        self.inner.turn().is_over()
    }

    /// The seat to act from 1; 0 for chance, −1 when the game is over.
    #[getter]
    fn to_act(&self) -> i32 {
        match self.inner.turn() {
            Turn::Seat(seat) => i32::from(seat.number()),
            Turn::Chance => 0,
            Turn::Over(_) => -1,
        }
    }

    /// The points of the seats, in games that keep score; `game.scoring` says which direction is good.
    fn score(&self) -> Option<Vec<i32>> {
        self.inner.score()
    }

    /// The utilities of the seats, from −1 to +1, together 0; zeros until the game is over.
    fn returns(&self) -> Vec<f64> {
        match self.inner.turn().outcome() {
            Some(outcome) => outcome.returns().as_slice().to_vec(),
            None => vec![0.0; self.game.options.seats()],
        }
    }

    /// The legal actions in the notation of records, as the seat to act writes them, in the order of `legal_ids`; ranges where actions have no numbers.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.inner.legal(py)
    }

    /// The numbers of the legal actions in ascending order.
    fn legal_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.needs_numbers()?;
        Ok(self.inner.legal_ids(py))
    }

    /// Which of `game.actions` numbers are legal.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.needs_numbers()?;
        let array = PyArray1::zeros(py, self.inner.actions(), false);
        self.inner.mask(array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// The notation of a number in this state, as the seat to act writes it.
    fn notation(&self, id: &Bound<'_, PyAny>) -> PyResult<String> {
        let number = number_of(id)?;
        self.needs_numbers()?;
        let number = number.and_then(|number| usize::try_from(number).ok());
        number.and_then(|number| self.inner.token_of(number)).ok_or_else(|| no_action(id))
    }

    /// The number of an action in this state.
    fn number(&self, py: Python<'_>, action: &str) -> PyResult<usize> {
        self.needs_numbers()?;
        let number = self.inner.id_of(action).map_err(|error| errors::play(py, action, &error))?;
        number
            .ok_or_else(|| errors::NotationError::new_err(format!("`{action}` has no number here")))
    }

    /// Plays an action: its notation, or its number. Where chance is to act, the number is that of its only step.
    fn play(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(text) = action.cast::<PyString>() {
            let token = text_of(text)?;
            let played = self.inner.play_token(token);
            return played.map_err(|error| errors::play(py, token, &error));
        }
        let number = number_of(action)?;
        self.needs_numbers()?;
        let id = number.and_then(|number| usize::try_from(number).ok());
        match id.and_then(|id| self.inner.play_id(id)) {
            Some(Ok(())) => Ok(()),
            Some(Err((token, error))) => Err(errors::play(py, &token, &error)),
            None => Err(no_action(action)),
        }
    }

    /// Takes the last action back.
    fn undo(&mut self) -> PyResult<()> {
        if self.inner.undo() { Ok(()) } else { Err(errors::value("there is nothing to take back")) }
    }

    /// Chance's outcomes with their probabilities, where they can be listed.
    fn chance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if self.inner.turn() != Turn::Chance {
            return Ok(PyList::empty(py));
        }
        let outcomes = self.inner.outcomes().ok_or_else(|| {
            errors::value("these outcomes are too many to list: draw one with random_action()")
        })?;
        let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        let list = PyList::empty(py);
        for (token, weight) in outcomes {
            list.append((token, fraction.call1((weight, total))?))?;
        }
        Ok(list)
    }

    /// The outcomes of chance's next step after some others, as numbers with weights: a draw with too many outcomes to list is taken in steps.
    #[pyo3(signature = (drawn=Vec::new()))]
    #[allow(clippy::needless_pass_by_value)]
    fn chance_steps(&self, drawn: Vec<usize>) -> Vec<(usize, u32)> {
        self.inner.steps(&drawn)
    }

    /// Plays the draw that consists of these steps of chance.
    #[allow(clippy::needless_pass_by_value)]
    fn play_chance(&mut self, drawn: Vec<usize>) -> PyResult<()> {
        let played = self.inner.turn() == Turn::Chance && self.inner.play_steps(&drawn);
        if played { Ok(()) } else { Err(errors::value("these steps make up no draw here")) }
    }

    /// What a viewer may know, as plain data.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.view(self.viewer(seat)?))
    }

    /// What a seat sees, as numbers: `game.planes` names their parts.
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Count,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        let array = PyArray1::zeros(py, self.inner.observation_size(), false);
        self.inner.observe(seat, array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// Everything that a seat with perfect recall has been told, as text.
    fn information_state(&self, seat: Count) -> PyResult<String> {
        Ok(self.inner.information_text(self.seat(seat)?))
    }

    /// The same as numbers: an observation, and a row for each action so far.
    fn information_tensor<'py>(
        &self,
        py: Python<'py>,
        seat: Count,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        let rows = self.inner.recall_length().ok_or_else(|| {
            errors::value("a game may be longer than any tensor: set the option that limits it")
        })?;
        let size = self.inner.observation_size() + rows * self.inner.recall_width();
        let array = PyArray1::zeros(py, size, false);
        self.inner.information(seat, array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// A state that a seat cannot tell from this one, drawn uniformly from all of them.
    #[pyo3(signature = (seat, rng=None))]
    fn sample_world(&self, seat: Count, rng: Option<&Bound<'_, PyAny>>) -> PyResult<PyState> {
        let world = self.inner.world(self.seat(seat)?, &mut rng_from(rng)?);
        let world = world.ok_or_else(|| errors::value("no game fits what the seat knows"))?;
        Ok(PyState::new(self.game.clone(), world))
    }

    /// The state transformed by a symmetry, without its past.
    fn symmetric(&self, symmetry: Count) -> PyResult<PyState> {
        let image = self.inner.image(symmetry.0);
        let image = image.ok_or_else(|| errors::value("there is no such symmetry"))?;
        Ok(PyState::new(self.game.clone(), image))
    }

    /// The next action of random play in notation; `None` at the end.
    #[pyo3(signature = (rng=None))]
    fn random_action<'py>(
        &self,
        py: Python<'py>,
        rng: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        if self.inner.turn().is_over() {
            return Ok(None);
        }
        Ok(self.inner.random(py, &mut rng_from(rng)?))
    }

    /// The utilities of the seats after random play from here to the end; the state remains as it is.
    #[pyo3(signature = (rng=None))]
    fn playout(&self, py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<f64>> {
        let mut rng = rng_from(rng)?;
        Ok(py.detach(|| self.inner.playout(&mut rng)))
    }

    /// The legal action that a point of the unit cube stands for, in games of continuous actions.
    #[allow(clippy::needless_pass_by_value)]
    fn action_at(&self, point: Vec<f64>) -> PyResult<String> {
        let missing = || errors::value("no seat is to act, or actions have numbers");
        self.inner.action_at(&point).ok_or_else(missing)
    }

    /// The kinds of continuous actions that the seat to act can choose from; none where actions have numbers.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        self.inner.kinds_now()
    }

    /// The actions so far, as a viewer may read them.
    #[pyo3(signature = (seat=None))]
    fn history(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
        Ok(self.inner.history(self.viewer(seat)?))
    }

    /// The actions so far, as known to a seat that forgets nothing.
    fn recalled(&self, seat: Count) -> PyResult<Vec<String>> {
        Ok(self.inner.recalled(self.seat(seat)?))
    }

    /// The game as a record.
    fn record(&self) -> PyResult<String> {
        let set_up = || errors::value("it began in the middle of a game: there is no record of it");
        Ok(self.inner.record().ok_or_else(set_up)?.to_string())
    }

    /// The position as a short text, like FEN in chess. It reveals everything.
    #[getter]
    fn position(&self) -> String {
        self.inner.position_string()
    }

    /// A legal action in words.
    #[pyo3(signature = (action, lang="en"))]
    fn describe(&self, action: &str, lang: &str) -> PyResult<Option<String>> {
        let lang: Lang = lang.parse().map_err(errors::value)?;
        Ok(self.inner.describe(action).map(|phrase| phrase.in_lang(lang).to_owned()))
    }

    /// Why the game ended.
    #[pyo3(signature = (lang="en"))]
    fn conclusion(&self, lang: &str) -> PyResult<Option<String>> {
        let lang: Lang = lang.parse().map_err(errors::value)?;
        Ok(self.inner.conclusion().map(|phrase| phrase.in_lang(lang).to_owned()))
    }

    /// The board as an SVG picture, as a seat sees it; by default with everything.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        Ok(self.inner.svg(self.viewer(seat)?))
    }

    /// The board as pixels, as a seat sees it: an array of rows, columns and red, green, blue, with a width in pixels.
    #[pyo3(signature = (seat=None, width=400))]
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        width: u32,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let svg = self.inner.svg(self.viewer(seat)?);
        let pixels = py.detach(|| sarsen_picture::pixels(&svg, width)).map_err(errors::value)?;
        PyArray1::from_vec(py, pixels.rgb).reshape([pixels.height, pixels.width, 3])
    }

    /// The board as text, as a seat sees it.
    #[pyo3(signature = (seat=None, color=false))]
    fn text(&self, seat: Option<&Bound<'_, PyAny>>, color: bool) -> PyResult<String> {
        let text = self.inner.text(self.viewer(seat)?);
        Ok(if color { text } else { plain(&text) })
    }

    fn _repr_svg_(&self) -> String {
        self.inner.svg(Viewer::Omniscient)
    }

    fn __str__(&self) -> String {
        plain(&self.inner.text(Viewer::Omniscient))
    }

    fn __repr__(&self) -> String {
        format!("sarsen.position({:?})", self.inner.position_string())
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &PyState) -> bool {
        self.game.id() == other.game.id()
            && self.inner.position_string() == other.inner.position_string()
    }

    fn __hash__(&self) -> u64 {
        self.inner.hash()
    }

    /// A copy with the same past.
    fn copy(&self) -> PyState {
        PyState::new(self.game.clone(), self.inner.copied())
    }

    fn __copy__(&self) -> PyState {
        self.copy()
    }

    #[pyo3(signature = (_memo=None))]
    fn __deepcopy__(&self, _memo: Option<&Bound<'_, PyAny>>) -> PyState {
        self.copy()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("sarsen._sarsen")?.getattr("_restore_state")?;
        let history = self.inner.history(Viewer::Omniscient);
        let arguments = (self.game.clone(), self.inner.origin(), history).into_pyobject(py)?;
        Ok((restore, arguments))
    }

    /// The poses of the stones on the base: stone, role, x, y, z in metres, and the rotation as a quaternion x, y, z, w.
    fn poses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        crate::extras::poses(py, self)
    }

    /// Lets go of the ball in every way of an array of `x, y, vx, vy`, each from this state, on several threads.
    #[pyo3(signature = (throws, threads=0))]
    fn try_throws<'py>(
        &self,
        py: Python<'py>,
        throws: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        crate::extras::try_throws(py, self, throws, threads)
    }

    /// A throw as a film: the poses of everything that moves, sixty times a second.
    fn trajectory<'py>(
        &self,
        py: Python<'py>,
        x: i32,
        y: i32,
        vx: i32,
        vy: i32,
    ) -> PyResult<Bound<'py, PyDict>> {
        crate::extras::trajectory(py, self, [x, y, vx, vy])
    }
}
