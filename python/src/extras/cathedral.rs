//! Networks for Cathedral.

use pyo3::prelude::*;
use sarsen_cathedral::Cathedral;
use sarsen_search::games::cathedral::Network;

use crate::errors;
use crate::state::PyState;

/// The output of a network for a state of Cathedral, without any search: the chance of the seat to act, and the share of each action.
#[pyfunction]
pub(crate) fn raw_network(text: &str, state: &PyState) -> PyResult<(f64, Vec<(String, f32)>)> {
    let network = Network::parse(text).map_err(errors::value)?;
    let cathedral = state.inner.state().downcast_ref::<Cathedral>();
    let wrong =
        || errors::value("a network evaluates states of `cathedral` in which a seat is to act");
    let advice = cathedral.and_then(|state| network.advise(state)).ok_or_else(wrong)?;
    let actions = advice.actions.into_iter().map(|(action, share)| (action.to_string(), share));
    Ok((advice.chance, actions.collect()))
}
