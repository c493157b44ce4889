//! Exact values of 58 Holes.

use sarsen_core::{Rules, Seat};
use sarsen_holes::solve::{BestWin, Measure, Solution};
use sarsen_holes::{Graph, Holes, Ruleset, Stage, Throw};
use sarsen_search::{Cancel, Limits};

use crate::playable::{ExactValue, NoValue};

/// More pieces would need hundreds of megabytes.
const MAX_PIECES: u8 = 2;

/// Values from a table of all positions with this number of pieces, computed anew.
pub(crate) fn solve(
    state: &Holes,
    _limits: &Limits,
    _cancel: &Cancel,
) -> Result<ExactValue, NoValue> {
    value(state)
}

fn value(state: &Holes) -> Result<ExactValue, NoValue> {
    let rules: Ruleset = state.ruleset();
    if rules.pieces > MAX_PIECES {
        return Err(NoValue::Because(
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
            let throw = state.pending().ok_or(NoValue::Because("no throw to use"))?;
            best = best_action(state, &graph, &solution);
            solution.after_throw::<BestWin>(&graph, mine, theirs, throw)
        }
        Stage::Throw => solution.value(mine, theirs),
        // Before the opening throws neither seat has an advantage.
        Stage::FirstThrow => 0.5,
        Stage::SecondThrow => return Ok(ExactValue { returns: opening(state), action: None }),
        Stage::Over => 1.0,
    };
    Ok(ExactValue::of(seat, 2.0 * chance - 1.0, best))
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
        if let Ok(exact) = value(&after) {
            sum += weight * exact.returns[0];
        }
    }
    vec![sum / total, -sum / total]
}
