//! The native part of the Python package `sarsen`: games, states, batches, engines.
//!
//! Everything generic over games is generic here too ([`playable::Playable`]); `registry.rs` lists the games, and `extras` has
//! what is there for one of them only.
//! Python's own part (`sarsen/`) gives the results names and types and speaks the interfaces of others.

mod batch;
mod engine;
mod errors;
mod extras;
mod game;
mod past;
mod playable;
mod registry;
mod state;
mod typed;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use game::PyGame;
use state::PyState;

/// The ids of all games.
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    game::ids(py)
}

/// The state of a position string.
#[pyfunction]
fn position(text: &str) -> PyResult<PyState> {
    game::position(text)
}

/// The state at the end of a record, whichever game it is of.
#[pyfunction]
fn read(text: &str) -> PyResult<PyState> {
    game::read_one(text)
}

/// The states at the ends of records.
#[pyfunction]
fn read_all(text: &str) -> PyResult<Vec<PyState>> {
    game::read_all(text)
}

#[pyfunction]
fn _restore_game(id: &str, options: &Bound<'_, PyDict>) -> PyResult<PyGame> {
    let mut pairs = Vec::new();
    for (name, value) in options {
        pairs.push((name.extract()?, value.extract()?));
    }
    PyGame::new(id, &pairs)
}

#[pyfunction]
#[allow(clippy::needless_pass_by_value)]
fn _restore_state(
    game: &Bound<'_, PyGame>,
    origin: Option<String>,
    history: Vec<String>,
) -> PyResult<PyState> {
    let mut state = match origin {
        Some(origin) => game::position(&origin)?,
        None => PyState::new(game.get().clone(), game.get().begin()),
    };
    for token in history {
        state.inner.play_token(&token).map_err(errors::value)?;
    }
    Ok(state)
}

#[pymodule]
fn _sarsen(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<PyGame>()?;
    module.add_class::<PyState>()?;
    module.add_class::<state::PyTurn>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add("IllegalAction", py.get_type::<errors::IllegalAction>())?;
    module.add("NotationError", py.get_type::<errors::NotationError>())?;
    module.add("RecordError", py.get_type::<errors::RecordError>())?;
    module.add("PositionError", py.get_type::<errors::PositionError>())?;
    for function in [
        wrap_pyfunction!(games, module)?,
        wrap_pyfunction!(position, module)?,
        wrap_pyfunction!(read, module)?,
        wrap_pyfunction!(read_all, module)?,
        wrap_pyfunction!(_restore_game, module)?,
        wrap_pyfunction!(_restore_state, module)?,
        wrap_pyfunction!(engine::raw_analyse, module)?,
        wrap_pyfunction!(engine::raw_arena, module)?,
        wrap_pyfunction!(engine::raw_opening, module)?,
        wrap_pyfunction!(engine::score_of_pairs, module)?,
        wrap_pyfunction!(engine::raw_solve, module)?,
        wrap_pyfunction!(engine::raw_perft, module)?,
        wrap_pyfunction!(engine::raw_records, module)?,
    ] {
        module.add_function(function)?;
    }
    extras::add_functions(module)
}
