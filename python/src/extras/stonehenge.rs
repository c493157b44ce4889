//! Exact values of Stonehenge.

use sarsen_search::games::stonehenge::{Checkpoint, Prover};
use sarsen_search::{Budget, Cancel, Limits};
use sarsen_stonehenge::Stonehenge;

use crate::playable::{ExactValue, NoValue};

/// Who wins, proved.
pub(crate) fn solve(
    state: &Stonehenge,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<ExactValue, NoValue> {
    let budget = Budget::new(limits, cancel);
    let proved = Prover::new(limits, Checkpoint::in_memory()).prove(state, &budget);
    let proved = proved.ok_or(NoValue::TooLate)?;
    Ok(ExactValue::of(proved.winner, 1.0, proved.line.first().map(ToString::to_string)))
}
