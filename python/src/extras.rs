//! What Python offers for one game only: solvers, networks, the physics of the sun.

mod cathedral;
pub(crate) mod holes;
pub(crate) mod stonehenge;
mod sun;

use pyo3::prelude::*;
use sarsen_core::{Hashed, ListActions};
use sarsen_search::{Budget, Cancel, Limits, solve};

use crate::playable::{ExactValue, NoValue};
pub(crate) use sun::{poses, trajectory, try_throws};

/// Adds the functions that are for one game only.
pub(crate) fn add_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(cathedral::raw_network, module)?)
}

/// The exact value of what is left of a game without chance, searched to its end.
pub(crate) fn solve_by_search<G: ListActions + Hashed>(
    state: &G,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<ExactValue, NoValue> {
    let seat = state.turn().seat().ok_or(NoValue::NoSolver)?;
    let solved = solve::solve(state, &Budget::new(limits, cancel)).ok_or(NoValue::TooLate)?;
    Ok(ExactValue::of(seat, 2.0 * solved.payoff - 1.0, Some(solved.action.to_string())))
}
