//! An exact solver for any small enough remainder of a game with two seats and without chance.
//!
//! Alpha-beta over payoffs, to the end, with a table of solved states. Games whose endings can be solved faster by
//! special means do so in their own module.

use std::collections::HashMap;

use sarsen_core::{Hashed, ListActions, Seat, Turn, legal_actions};

use crate::limits::{Budget, Meter};

/// A solved position.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_search::{Budget, Cancel, Limits, solve};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// for token in ["A6", "B5", "C1", "D4", "E2", "F3", "G5", "H1", "I3", "J2", "K1", "L6"] {
///     game.play(token.parse()?)?;
/// }
/// let cancel = Cancel::default();
/// let solved = solve::solve(&game, &Budget::new(&Limits::nodes(10_000_000), &cancel)).unwrap();
/// assert!(solved.payoff == 0.0 || solved.payoff == 1.0, "there are no draws");
/// assert!(game.check(solved.action).is_ok());
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solved<A> {
    /// The payoff of the seat to act under best play: 0, ½ or 1.
    pub payoff: f64,
    /// An action that reaches it.
    pub action: A,
}

/// Solves a position in which a seat is to act; `None` if the budget runs out or chance acts.
pub fn solve<G: ListActions + Hashed>(state: &G, budget: &Budget<'_>) -> Option<Solved<G::Action>> {
    let mover = state.turn().seat()?;
    let mut solver = Solver { meter: Meter::new(budget, 64), solved: HashMap::new() };
    let mut best: Option<Solved<G::Action>> = None;
    for action in legal_actions(state) {
        let mut child = state.clone();
        child.apply(action);
        let low = best.as_ref().map_or(-1, |best| as_score(best.payoff));
        let score = solver.value(&child, mover, low, 1)?;
        if best.as_ref().is_none_or(|_| score > low) {
            best = Some(Solved { payoff: f64::from(score + 1) / 2.0, action });
        }
        if score == 1 {
            break;
        }
    }
    best
}

/// −1, 0 or 1. Games without chance have no other payoffs.
fn as_score(payoff: f64) -> i8 {
    match payoff {
        p if p > 0.75 => 1,
        p if p < 0.25 => -1,
        _ => 0,
    }
}

struct Solver<'b, 'a> {
    meter: Meter<'b, 'a>,
    /// The lower and the upper bound for the seat to act.
    solved: HashMap<u64, (i8, i8)>,
}

impl Solver<'_, '_> {
    fn value<G: ListActions + Hashed>(
        &mut self,
        state: &G,
        seat: Seat,
        alpha: i8,
        beta: i8,
    ) -> Option<i8> {
        match state.turn() {
            Turn::Over(outcome) => Some(as_score(outcome.payoff(seat))),
            Turn::Chance => None,
            Turn::Seat(mover) if mover == seat => self.best(state, mover, alpha, beta),
            Turn::Seat(mover) => self.best(state, mover, -beta, -alpha).map(|score| -score),
        }
    }

    fn best<G: ListActions + Hashed>(
        &mut self,
        state: &G,
        mover: Seat,
        alpha: i8,
        beta: i8,
    ) -> Option<i8> {
        if !self.meter.tick() {
            return None;
        }
        let (low, high) = self.solved.get(&state.hash()).copied().unwrap_or((-1, 1));
        if low == high || low >= beta {
            return Some(low);
        }
        if high <= alpha {
            return Some(high);
        }
        let mut best = -1;
        for action in legal_actions(state) {
            let mut child = state.clone();
            child.apply(action);
            best = best.max(self.value(&child, mover, alpha.max(best), beta)?);
            if best >= beta.min(high) {
                break;
            }
        }
        let bounds = match best {
            _ if best >= beta => (best.max(low), high),
            _ if best <= alpha => (low, best.min(high)),
            _ => (best, best),
        };
        self.solved.insert(state.hash(), bounds);
        Some(best)
    }
}
