//! The engine for 58 Holes: expectimax over a learned judgement, exact where few pieces are left.
//!
//! Removed pieces play no part any more, so a position in which both seats have at most two pieces left
//! is one of the game with two pieces, whose exact values are computed once a ruleset (a fraction of a
//! second, 2 MB). `sarsen table holes` writes larger tables, and learns the weights of the judgement.

mod weights;

use std::sync::{Arc, Mutex, PoisonError};

use sarsen_core::{Rules, Seat};
use sarsen_holes::solve::{BestWin, Solution};
use sarsen_holes::{Graph, Holes, Ruleset, Side, Stage, Throw, WAYS};

use super::{pick, plain_uct};
use crate::engine::{Asked, Choice, Player};
use crate::expectimax;
use crate::knowledge::{Knowledge, Weakness};

pub use weights::{Weights, learn};

/// The engine player of 58 Holes.
#[derive(Clone, Copy, Debug, Default)]
pub struct HolesPlayer;

/// How many decisions a level looks ahead, whether it knows endings exactly, and how it errs.
const LEVELS: [(u32, bool, Weakness); 8] = [
    (1, false, Weakness { noise: 0.30, overlook: 0.0, careless: 0.10 }),
    (1, false, Weakness { noise: 0.18, overlook: 0.0, careless: 0.05 }),
    (1, false, Weakness { noise: 0.11, overlook: 0.0, careless: 0.02 }),
    (1, false, Weakness { noise: 0.07, overlook: 0.0, careless: 0.0 }),
    (1, true, Weakness { noise: 0.035, overlook: 0.0, careless: 0.0 }),
    (1, true, Weakness { noise: 0.015, overlook: 0.0, careless: 0.0 }),
    (2, true, Weakness::NONE),
    (12, true, Weakness::NONE),
];

impl Player for HolesPlayer {
    type Game = Holes;

    fn decide(&self, state: &Holes, asked: &Asked<'_, '_, Holes>) -> Choice {
        let (depth, exact, weakness) = LEVELS[asked.level().index()];
        let endings = exact.then(|| endings(state.ruleset()));
        let judge = Judge { weights: Weights::learned(), endings };
        let settings = expectimax::Settings { depth, pruning: true, weakness, seed: asked.seed() };
        let budget = asked.budget.part(1.0);
        let found = expectimax::search(state, &judge, &settings, &budget, asked.request.progress);
        pick(&found, weakness, asked)
    }

    fn uct(&self, state: &Holes, asked: &Asked<'_, '_, Holes>) -> Choice {
        plain_uct(state, asked)
    }
}

/// The judgement of 58 Holes.
pub(crate) struct Judge {
    weights: &'static Weights,
    endings: Option<Arc<Endings>>,
}

impl Knowledge<Holes> for Judge {
    fn chance(&self, state: &Holes, seat: Seat) -> f64 {
        self.weights.chance(state, seat)
    }

    fn settled(&self, state: &Holes, seat: Seat) -> Option<f64> {
        self.endings.as_ref()?.chance(state, seat)
    }

    fn promise(&self, state: &Holes, action: sarsen_holes::Action) -> i32 {
        let Some(seat) = state.turn().seat() else { return 0 };
        let mut child = *state;
        child.apply(action);
        match child.turn() {
            sarsen_core::Turn::Over(outcome) => (outcome.payoff(seat) * 10_000.0) as i32,
            _ => (self.chance(&child, seat) * 10_000.0) as i32,
        }
    }
}

/// Exact values of all positions with few pieces.
pub(crate) struct Endings {
    graph: Graph,
    solution: Solution,
    pieces: u8,
}

/// How many pieces the endings have that are computed while playing.
const ENDING_PIECES: u8 = 2;

/// The endings of a ruleset, computed when they are first asked for.
pub(crate) fn endings(rules: Ruleset) -> Arc<Endings> {
    static KNOWN: Mutex<Vec<(Ruleset, Arc<Endings>)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let rules = Ruleset { pieces: rules.pieces.min(ENDING_PIECES), ..rules };
    if let Some((_, endings)) = known.iter().find(|(other, _)| *other == rules) {
        return Arc::clone(endings);
    }
    let endings = Arc::new(Endings::new(rules));
    known.push((rules, Arc::clone(&endings)));
    endings
}

impl Endings {
    /// Solves the positions with a ruleset's number of pieces.
    pub(crate) fn new(rules: Ruleset) -> Endings {
        let graph = Graph::new(rules);
        let solution = Solution::new::<BestWin>(&graph, 1e-9);
        Endings { graph, solution, pieces: rules.pieces }
    }

    /// The exact winning chance of a seat, if the position is one of these.
    pub(crate) fn chance(&self, state: &Holes, seat: Seat) -> Option<f64> {
        let mover = state.seat();
        let mine = self.number(state.side(mover), state)?;
        let theirs = self.number(state.side(mover.other()), state)?;
        let chance = match (state.stage(), state.pending()) {
            (Stage::Throw, _) => self.solution.value(mine, theirs),
            (Stage::Act, Some(throw)) => self.after(mine, theirs, throw),
            _ => return None,
        };
        Some(if seat == mover { chance } else { 1.0 - chance })
    }

    fn after(&self, mine: u32, theirs: u32, throw: Throw) -> f64 {
        self.solution.after_throw::<BestWin>(&self.graph, mine, theirs, throw)
    }

    /// The number of a side once removed pieces are forgotten; `None` if it has too many left.
    fn number(&self, side: &Side, state: &Holes) -> Option<u32> {
        let gone = state.ruleset().pieces.checked_sub(self.pieces)?;
        let removed = side.removed.checked_sub(gone)?;
        Some(self.graph.index().rank(&Side { removed, ..*side }))
    }
}

const _: () = assert!(WAYS == 16);
