//! Stonehenge reduced to what matters, as a separate game that strategies search much faster.
//!
//! The winner is that of the real game (K6). Druids that need not be tried are not listed, but any druid may be placed.

use std::ops::ControlFlow;

use sarsen_core::{
    GameSpec, Hashed, Illegal, ListActions, Options, Outcome, PerSeat, Rules, Seat, Turn,
};
use sarsen_stonehenge::{Action, Stonehenge};

use super::compact::{Compact, Druid};
use super::druids::{facts_of, visit_druids};
use super::line::druid_action;
use super::order;
use crate::knowledge::Knowledge;

/// A position in which a seat is to place a druid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reduced(pub(crate) Compact);

impl Reduced {
    fn mover(&self) -> Seat {
        if self.0.mover == 0 { Seat::ONE } else { Seat::TWO }
    }
}

impl Rules for Reduced {
    type Action = Action;

    const SPEC: &'static GameSpec = Stonehenge::SPEC;

    fn start(options: &Options) -> Reduced {
        Reduced(Compact::of(&Stonehenge::start(options)))
    }

    fn turn(&self) -> Turn {
        let mover = self.mover();
        match self.0.settled() {
            Some(true) => Turn::Over(Outcome::win(mover)),
            Some(false) => Turn::Over(Outcome::win(mover.other())),
            None => Turn::Seat(mover),
        }
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        None
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Place { cell, value }
                if self.0.empties & cell.bit() != 0 && self.0.own_hand().has(value) =>
            {
                Ok(())
            }
            _ => Err(Illegal::game_is_over("K2")),
        }
    }

    fn apply(&mut self, action: Action) {
        if let Action::Place { cell, value } = action {
            self.0 = self.0.place(Druid { cell: cell.index() as u8, value });
        }
    }
}

impl ListActions for Reduced {
    fn visit_actions<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        visit_druids(&self.0, |druid, _| visit(druid_action(druid)))
    }
}

impl Hashed for Reduced {
    // Not the hash of all six images: an index in the list of actions would mean a different action in each.
    fn hash(&self) -> u64 {
        self.0.plain_hash()
    }

    fn fresh_hash(&self) -> u64 {
        self.0.refreshed().plain_hash()
    }
}

/// The evaluation of a reduced position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReducedJudge;

impl Knowledge<Reduced> for ReducedJudge {
    fn chance(&self, state: &Reduced, seat: Seat) -> f64 {
        let chance = order::chance(&state.0);
        if state.mover() == seat { chance } else { 1.0 - chance }
    }

    fn promises(&self, state: &Reduced, actions: &mut [(i32, u16, Action)]) {
        let promises = order::promises(&state.0);
        for (promise, _, action) in actions {
            if let Action::Place { cell, value } = *action {
                let (facts, count) = facts_of(&state.0, cell.index());
                *promise = promises.promise(&facts[..count], value);
            }
        }
    }
}
