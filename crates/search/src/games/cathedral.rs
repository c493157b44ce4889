//! The engine for Cathedral: territory is what counts.
//!
//! The opening is too wide for alpha-beta (some 600 actions), so a tree search opens actions in the order
//! of the land that they win, and judges short playouts by land. When few actions are left, which is when
//! both sides only fill their own space, the rest is solved exactly.

use sarsen_cathedral::{Action, Cathedral};
use sarsen_core::{ListActions, Rules, Seat};

use super::{include, pick, plain_uct};
use crate::engine::{Asked, Choice, Player};
use crate::knowledge::{Knowledge, Weakness};
use crate::mcts;
use crate::report::{Candidate, Found};
use crate::solve;

/// The engine player of Cathedral.
#[derive(Clone, Copy, Debug, Default)]
pub struct CathedralPlayer;

/// How many playouts a level makes, how many of them before it is sure enough, and how it errs.
const LEVELS: [(u64, Weakness); 8] = [
    (8, Weakness { noise: 0.0, overlook: 0.0, careless: 0.20 }),
    (20, Weakness { noise: 0.0, overlook: 0.0, careless: 0.10 }),
    (60, Weakness { noise: 0.0, overlook: 0.0, careless: 0.05 }),
    (200, Weakness { noise: 0.0, overlook: 0.0, careless: 0.02 }),
    (700, Weakness::NONE),
    (2_500, Weakness::NONE),
    (9_000, Weakness::NONE),
    (u64::MAX, Weakness::NONE),
];

/// Below so many actions the rest is solved, if the budget allows.
const FEW_ACTIONS: usize = 40;

impl Player for CathedralPlayer {
    type Game = Cathedral;

    fn decide(&self, state: &Cathedral, asked: &Asked<'_, '_, Cathedral>) -> Choice {
        let (playouts, weakness) = LEVELS[asked.level().index()];
        if let Some(found) = solved(state, asked) {
            return Choice::of(&found, 0, asked.request);
        }
        let settings = mcts::Settings {
            exploration: 0.35,
            cut: Some(4),
            widening: Some((6, 0.45)),
            seed: asked.seed(),
            threads: if playouts > 1000 { asked.threads() } else { 1 },
            memory: asked.memory(),
            lines: asked.request.lines,
        };
        let budget = asked.budget.part(1.0).at_most(playouts);
        let mut found = mcts::search(state, &Land, &settings, &budget, asked.request.progress);
        found
            .candidates
            .retain(|candidate| candidate.nodes > 0 || Some(candidate.action) == asked.also);
        include(&mut found, asked.also);
        pick(&found, weakness, asked)
    }

    fn uct(&self, state: &Cathedral, asked: &Asked<'_, '_, Cathedral>) -> Choice {
        plain_uct(state, asked)
    }
}

/// The exact value, for the upper levels and where it is within reach.
fn solved(state: &Cathedral, asked: &Asked<'_, '_, Cathedral>) -> Option<Found<Action>> {
    if asked.level().number() < 6 || state.action_count() > FEW_ACTIONS || asked.also.is_some() {
        return None;
    }
    let budget = asked.budget.part(0.4);
    let solved = solve::solve(state, &budget);
    asked.budget.add(budget.spent());
    let solved = solved?;
    let candidate = Candidate {
        action: solved.action,
        chance: solved.payoff,
        line: vec![solved.action],
        nodes: budget.spent(),
        exact: true,
    };
    // A lost or drawn rest is played on by judgement: the other seat may err.
    (solved.payoff > 0.0).then(|| Found {
        candidates: vec![candidate],
        depth: 0,
        nodes: budget.spent(),
    })
}

/// The judgement of Cathedral.
#[derive(Clone, Copy, Debug, Default)]
struct Land;

impl Knowledge<Cathedral> for Land {
    /// Compares what each seat has still to place somewhere in the open with what the other has.
    fn chance(&self, state: &Cathedral, seat: Seat) -> f64 {
        let need = |seat: Seat| {
            let unplaced = f64::from(state.score().map_or(0, |score| score[seat]));
            let own = state.claimed_by(seat).len() as f64;
            // Shapes do not fill a space without gaps.
            unplaced - 0.8 * own.min(unplaced / 0.8)
        };
        let open = (state.open_to(seat) & state.open_to(seat.other())).len() as f64;
        let lead = need(seat.other()) - need(seat);
        let tempo = match state.turn().seat() {
            Some(mover) if mover == seat => 0.8,
            Some(_) => -0.8,
            None => 0.0,
        };
        // The less open land is left, the more a lead decides.
        let scale = 3.0 + open / 12.0;
        1.0 / (1.0 + libm::exp(-(lead + tempo) / scale))
    }

    /// The land won by an action, then its size: large monuments are hard to place later.
    fn promise(&self, state: &Cathedral, action: Action) -> i32 {
        let Action::Place(placement) = action else { return 0 };
        let Some(seat) = state.turn().seat() else { return 0 };
        let mut child = state.clone();
        child.apply(action);
        let land = |state: &Cathedral| {
            let claims =
                state.claimed_by(seat).len() as i32 - state.claimed_by(seat.other()).len() as i32;
            let unplaced = |seat: Seat| state.score().map_or(0, |score| score[seat]);
            claims * 3 + unplaced(seat.other()) * 4
        };
        let own_claimed = state.claimed_by(seat);
        // Building in one's own space can wait: it costs nothing to do it later.
        let inside = placement.squares(seat).meets(own_claimed);
        let gained = land(&child) - land(state);
        gained * 4 + placement.piece().size() as i32 * 5 - if inside { 40 } else { 0 }
    }
}
