//! Errors as Python sees them.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sarsen_core::record::RecordError as CoreRecordError;
use sarsen_core::{Illegal, Lang, PlayError, StateStringError};

create_exception!(
    sarsen,
    IllegalAction,
    PyValueError,
    "The rules forbid an action here. `rule` is the rule's id, `sentence` says why, in the languages `en`, `fr` and `ja`."
);
create_exception!(sarsen, NotationError, PyValueError, "A text that is no action of the game.");
create_exception!(sarsen, RecordError, PyValueError, "A record that cannot be read or played.");
create_exception!(sarsen, PositionError, PyValueError, "A text that is no position.");

pub(crate) fn illegal(py: Python<'_>, action: &str, illegal: &Illegal) -> PyErr {
    let error = IllegalAction::new_err(format!("{action}: {illegal}"));
    let value = error.value(py);
    let sentences = pyo3::types::PyDict::new(py);
    for lang in Lang::ALL {
        // A dict of strings takes any string.
        let _ = sentences.set_item(lang.code(), illegal.sentence.in_lang(lang));
    }
    let _ = value.setattr("rule", illegal.rule);
    let _ = value.setattr("action", action);
    let _ = value.setattr("sentence", sentences);
    error
}

/// The most letters that an error quotes of a text that is not an action. A deal of Logan Stones is shorter.
const SHOWN: usize = 80;

/// The beginning of a text from outside, which may be long.
pub(crate) fn shown(text: &str) -> String {
    let beginning: String = text.chars().take(SHOWN).collect();
    if beginning.len() < text.len() { beginning + "…" } else { beginning }
}

pub(crate) fn play(py: Python<'_>, action: &str, error: &PlayError) -> PyErr {
    match error {
        PlayError::Illegal(refusal) => illegal(py, action, refusal),
        other => NotationError::new_err(format!("`{}`: {other}", shown(action))),
    }
}

pub(crate) fn record(error: &CoreRecordError) -> PyErr {
    RecordError::new_err(error.to_string())
}

pub(crate) fn position(error: &StateStringError) -> PyErr {
    PositionError::new_err(error.to_string())
}

/// A `ValueError`.
pub(crate) fn value(message: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}
