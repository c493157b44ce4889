//! The evaluation of a position.

use sarsen_core::{Rules, Seat};
use sarsen_stonehenge::{Action, Phase, Stonehenge};

use super::compact::Compact;
use super::druids::facts_of;
use super::order;
use crate::knowledge::Knowledge;

/// The evaluation of Stonehenge.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judge;

impl Knowledge<Stonehenge> for Judge {
    fn chance(&self, state: &Stonehenge, seat: Seat) -> f64 {
        let position = Compact::of(state);
        let chance = order::chance(&position);
        if usize::from(position.mover) == seat.index() { chance } else { 1.0 - chance }
    }

    fn promise(&self, state: &Stonehenge, action: Action) -> i32 {
        let position = Compact::of(state);
        promise_of(&position, action, &order::promises(&position))
    }

    fn promises(&self, state: &Stonehenge, actions: &mut [(i32, u16, Action)]) {
        let position = Compact::of(state);
        let promises = order::promises(&position);
        for (promise, _, action) in actions {
            *promise = promise_of(&position, *action, &promises);
        }
    }

    fn settled(&self, state: &Stonehenge, seat: Seat) -> Option<f64> {
        if state.phase() != Phase::Druid {
            return None;
        }
        let position = Compact::of(state);
        let wins = position.settled()?;
        debug_assert!(!state.turn().is_over());
        Some(f64::from(u8::from(wins == (usize::from(position.mover) == seat.index()))))
    }
}

pub(crate) fn promise_of(
    position: &Compact,
    action: Action,
    promises: &order::Promises<'_>,
) -> i32 {
    match action {
        Action::Place { cell, value } => {
            let (facts, count) = facts_of(position, cell.index());
            promises.promise(&facts[..count], value)
        }
        // A line that may be marked is marked first: it can only help.
        Action::Mark(_) => i32::MAX,
        Action::End | Action::Pass => i32::MIN,
    }
}
