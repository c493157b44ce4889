//! Expectimax with chance pruning, for games with dice.
//!
//! Values are winning chances of a seat, between 0 and 1, so a chance position can be cut as soon as the
//! outcomes seen so far, with the rest at 0 or at 1, fall outside the window (Star1). Before that, one
//! action after every outcome is tried, which often suffices for the cut (Star2; B. Ballard 1983).
//! Depth counts decisions, not throws.

use sarsen_core::{Chance, ListActions, Rules, Seat, Turn, legal_actions};

use crate::knowledge::{Knowledge, Weakness};
use crate::limits::{Budget, Meter};
use crate::report::{Candidate, Found, Progress, Report};

/// How a position is searched.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The greatest number of decisions to look ahead.
    pub depth: u32,
    /// Whether chance positions are pruned; the answer is the same.
    pub pruning: bool,
    /// How the player errs. Its errors are drawn from the actions on the way, as not all such games
    /// have hashes.
    pub weakness: Weakness,
    /// What its errors are drawn from.
    pub seed: u64,
}

/// Searches a position in which a seat is to act. All its actions are valued exactly at the last full depth.
///
/// # Panics
/// If no seat is to act.
pub fn search<G, K>(
    state: &G,
    knowledge: &K,
    settings: &Settings,
    budget: &Budget<'_>,
    progress: Progress<'_>,
) -> Found<G::Action>
where
    G: ListActions + Chance,
    K: Knowledge<G> + ?Sized,
{
    let seat = state.turn().seat().expect("a seat is to act");
    let mut search = Search { knowledge, settings, meter: Meter::new(budget, 32) };
    let mut roots: Vec<Candidate<G::Action>> = legal_actions(state)
        .into_iter()
        .map(|action| Candidate { action, chance: 0.5, line: vec![action], nodes: 0, exact: false })
        .collect();
    let mut reached = 0;
    for depth in 1..=settings.depth {
        let mut values = Vec::with_capacity(roots.len());
        for (index, root) in roots.iter().enumerate() {
            let mut child = state.clone();
            child.apply(root.action);
            let path = crate::knowledge::mix(settings.seed ^ index as u64);
            match search.value(&child, seat, depth - 1, 0.0, 1.0, path) {
                Some(value) => values.push(value),
                None => break,
            }
        }
        if values.len() < roots.len() {
            break;
        }
        for (root, value) in roots.iter_mut().zip(values) {
            root.chance = value;
        }
        // A stable sort: actions of equal value keep the order of the last depth.
        roots.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        reached = depth;
        let nodes = budget.spent();
        let lines = roots.iter().map(crate::report::Line::of).collect();
        progress(&Report { depth, nodes, elapsed: budget.elapsed(), lines });
        if roots.len() == 1 {
            break;
        }
    }
    drop(search);
    Found { candidates: roots, depth: reached, nodes: budget.spent() }
}

struct Search<'s, 'a, K: ?Sized> {
    knowledge: &'s K,
    settings: &'s Settings,
    meter: Meter<'s, 'a>,
}

impl<K: ?Sized> Search<'_, '_, K> {
    fn value<G>(
        &mut self,
        state: &G,
        seat: Seat,
        depth: u32,
        alpha: f64,
        beta: f64,
        path: u64,
    ) -> Option<f64>
    where
        G: ListActions + Chance,
        K: Knowledge<G>,
    {
        match state.turn() {
            Turn::Over(outcome) => Some(outcome.payoff(seat)),
            Turn::Chance => self.expect(state, seat, depth, alpha, beta, path),
            Turn::Seat(mover) if mover == seat => self.best(state, seat, depth, alpha, beta, path),
            Turn::Seat(mover) => self
                .best(state, mover, depth, 1.0 - beta, 1.0 - alpha, path)
                .map(|value| 1.0 - value),
        }
    }

    fn best<G>(
        &mut self,
        state: &G,
        mover: Seat,
        depth: u32,
        mut alpha: f64,
        beta: f64,
        path: u64,
    ) -> Option<f64>
    where
        G: ListActions + Chance,
        K: Knowledge<G>,
    {
        if !self.meter.tick() {
            return None;
        }
        if let Some(payoff) = self.knowledge.settled(state, mover) {
            return Some(payoff);
        }
        if depth == 0 {
            return Some(self.judge(state, mover, path));
        }
        let mut best = 0.0_f64;
        for (index, action) in self.seen(state, path).into_iter().enumerate() {
            let mut child = state.clone();
            child.apply(action);
            let path = crate::knowledge::mix(path ^ (index as u64 + 1));
            let value = self.value(&child, mover, depth - 1, alpha, beta, path)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// The actions that this player sees, the most promising first.
    fn seen<G>(&self, state: &G, path: u64) -> Vec<G::Action>
    where
        G: ListActions,
        K: Knowledge<G>,
    {
        let all = legal_actions(state);
        let weakness = self.settings.weakness;
        let mut seen: Vec<G::Action> = all
            .iter()
            .enumerate()
            .filter(|&(place, _)| !weakness.overlooks(path, place, self.settings.seed))
            .map(|(_, &action)| action)
            .collect();
        if seen.is_empty() {
            seen = all;
        }
        seen.sort_by_key(|&action| std::cmp::Reverse(self.knowledge.promise(state, action)));
        seen
    }

    fn judge<G: Rules>(&self, state: &G, seat: Seat, path: u64) -> f64
    where
        K: Knowledge<G>,
    {
        let error = self.settings.weakness.error(path, self.settings.seed);
        (self.knowledge.chance(state, seat) + error).clamp(0.0, 1.0)
    }

    fn expect<G>(
        &mut self,
        state: &G,
        seat: Seat,
        depth: u32,
        alpha: f64,
        beta: f64,
        path: u64,
    ) -> Option<f64>
    where
        G: ListActions + Chance,
        K: Knowledge<G>,
    {
        if !self.meter.tick() {
            return None;
        }
        if depth == 0
            && let Some(payoff) = self.knowledge.settled(state, seat)
        {
            return Some(payoff);
        }
        let mut children: Vec<(f64, G)> = Vec::new();
        let listed = state.visit_outcomes(|action, weight| {
            let mut child = state.clone();
            child.apply(action);
            children.push((f64::from(weight), child));
        });
        if !listed || children.is_empty() {
            return Some(self.judge(state, seat, path));
        }
        let total: f64 = children.iter().map(|(weight, _)| weight).sum();
        for (weight, _) in &mut children {
            *weight /= total;
        }
        let pruning = self.settings.pruning && (alpha > 0.0 || beta < 1.0);
        let mut bounds = vec![(0.0, 1.0); children.len()];
        if pruning && depth > 1 {
            for (bound, (_, child)) in bounds.iter_mut().zip(&children) {
                *bound = self.probe(child, seat, depth, path)?;
            }
            let low: f64 = bounds.iter().zip(&children).map(|(b, (p, _))| b.0 * p).sum();
            let high: f64 = bounds.iter().zip(&children).map(|(b, (p, _))| b.1 * p).sum();
            if low >= beta {
                return Some(low);
            }
            if high <= alpha {
                return Some(high);
            }
        }
        self.sum(&children, &bounds, seat, depth, (alpha, beta), pruning, path)
    }

    /// Star1: adds up the outcomes, with bounds for those that are still to come.
    #[allow(clippy::too_many_arguments, reason = "the window and the outcomes belong together")]
    fn sum<G>(
        &mut self,
        children: &[(f64, G)],
        bounds: &[(f64, f64)],
        seat: Seat,
        depth: u32,
        (alpha, beta): (f64, f64),
        pruning: bool,
        path: u64,
    ) -> Option<f64>
    where
        G: ListActions + Chance,
        K: Knowledge<G>,
    {
        let mut low: f64 = bounds.iter().zip(children).map(|(b, (p, _))| b.0 * p).sum();
        let mut high: f64 = bounds.iter().zip(children).map(|(b, (p, _))| b.1 * p).sum();
        let mut sum = 0.0;
        for (index, (&(least, most), (p, child))) in bounds.iter().zip(children).enumerate() {
            low -= least * p;
            high -= most * p;
            let path = crate::knowledge::mix(path ^ (index as u64 + 101));
            let (from, to) = if pruning {
                // What this outcome has to reach for the whole to fall inside the window.
                (((alpha - sum - high) / p).max(0.0), ((beta - sum - low) / p).min(1.0))
            } else {
                (0.0, 1.0)
            };
            let value = self.value(child, seat, depth, from, to, path)?;
            sum += p * value;
            if pruning && value >= to && sum + low >= beta {
                return Some(sum + low);
            }
            if pruning && value <= from && sum + high <= alpha {
                return Some(sum + high);
            }
        }
        Some(sum)
    }

    /// Star2: bounds of an outcome from its most promising action alone.
    fn probe<G>(&mut self, child: &G, seat: Seat, depth: u32, path: u64) -> Option<(f64, f64)>
    where
        G: ListActions + Chance,
        K: Knowledge<G>,
    {
        let mover = match child.turn() {
            Turn::Over(outcome) => {
                let payoff = outcome.payoff(seat);
                return Some((payoff, payoff));
            }
            Turn::Chance => return Some((0.0, 1.0)),
            Turn::Seat(mover) => mover,
        };
        if self.settings.weakness != Weakness::NONE {
            return Some((0.0, 1.0));
        }
        if let Some(payoff) = self.knowledge.settled(child, seat) {
            return Some((payoff, payoff));
        }
        // With two actions a probe is half the work already.
        if child.action_count() <= 2 {
            return Some((0.0, 1.0));
        }
        let Some(&action) = self.seen(child, path).first() else { return Some((0.0, 1.0)) };
        let mut after = child.clone();
        after.apply(action);
        let value = self.value(&after, seat, depth - 1, 0.0, 1.0, path)?;
        Some(if mover == seat { (value, 1.0) } else { (0.0, value) })
    }
}
