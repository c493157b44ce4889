//! Lines of best play.

use sarsen_core::{Rules, legal_actions};
use sarsen_stonehenge::board::Cell;
use sarsen_stonehenge::{Action, Phase, Stonehenge};

use super::compact::{Compact, Druid};
use super::judge::Judge;
use super::solver::Solver;
use crate::limits::Budget;

/// A druid as the action that places it.
pub(crate) fn druid_action(druid: Druid) -> Action {
    let cell = Cell::new(usize::from(druid.cell)).expect("the solver's cells are the board's");
    Action::Place { cell, value: druid.value }
}

/// A line of best play, as far as the solver has it available.
pub(crate) fn line(
    state: &Stonehenge,
    first: Action,
    solver: &Solver,
    budget: &Budget<'_>,
) -> Vec<Action> {
    let mut state = *state;
    let mut line = vec![first];
    state.apply(first);
    while let Some(_seat) = state.turn().seat() {
        if state.phase() != Phase::Druid {
            break;
        }
        let position = Compact::of(&state);
        let quick = budget.part(0.2).at_most(200_000);
        let Some(verdict) = solver.solve(&position, &quick) else { break };
        budget.add(quick.spent());
        let action = match verdict.druid.map(druid_action) {
            Some(action) if state.check(action).is_ok() => action,
            // The loser plays the most promising action.
            _ => most_promising(&state),
        };
        line.push(action);
        state.apply(action);
    }
    line
}

fn most_promising(state: &Stonehenge) -> Action {
    let promise = |&action: &Action| crate::Knowledge::promise(&Judge, state, action);
    legal_actions(state).into_iter().max_by_key(promise).expect("a live position has actions")
}
