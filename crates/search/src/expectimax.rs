//! Expectimax with chance pruning, for games with dice.
//!
//! Values are winning chances of a seat, between 0 and 1, so a chance node can be cut as soon as the outcomes seen so
//! far, with the rest at 0 or at 1, fall outside the window (Star1). Before that, one action after every outcome is
//! tried, which is often enough for the cut (Star2; B. Ballard 1983). Depth counts decisions, not throws: a throw after
//! the last decision is evaluated before it is made.
//!
//! All actions of the root are evaluated exactly, so the position after each of their throws is a separate task:
//! threads share the tasks, and the result does not depend on how.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sarsen_core::{Chance, ListActions, Rules, Seat, Turn, legal_actions};

use crate::knowledge::{Knowledge, Weakness, mix};
use crate::limits::{Budget, Meter};
use crate::report::{Candidate, Found, Line, Progress, Report};

/// The settings of a search.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_holes::Holes;
/// use sarsen_search::{Budget, Cancel, Limits, NoKnowledge, Weakness, expectimax};
///
/// let mut game = Holes::start(&Options::defaults(Holes::SPEC));
/// for token in ["*3", "*2"] {
///     game.play(token.parse()?)?;
/// }
/// let settings = expectimax::Settings {
///     depth: 1,
///     pruning: true,
///     weakness: Weakness::NONE,
///     seed: 0,
///     threads: 1,
/// };
/// let cancel = Cancel::default();
/// let budget = Budget::new(&Limits::nodes(1_000), &cancel);
/// let found = expectimax::search(&game, &NoKnowledge, &settings, &budget, &|_| {});
/// assert_eq!(found.best().action.to_string(), "1", "there is one piece to move");
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// The greatest number of decisions to look ahead.
    pub depth: u32,
    /// Whether chance nodes are pruned; the result is the same.
    pub pruning: bool,
    /// The player's errors. They are derived from the path of actions, because not all such games have hashes.
    pub weakness: Weakness,
    /// The seed of the errors.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// Below this depth starting threads is not worthwhile.
const THREADS_FROM: u32 = 4;

/// Searches a position in which a seat is to act. All its actions are evaluated exactly at the last complete depth.
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
    let mut roots: Vec<Candidate<G::Action>> = legal_actions(state)
        .into_iter()
        .map(|action| Candidate { action, chance: 0.5, line: vec![action], nodes: 0, exact: false })
        .collect();
    let mut reached = 0;
    for depth in 1..=settings.depth {
        let tasks = tasks(state, &roots, knowledge, seat, depth, settings.seed);
        let Some(values) = solve_all(&tasks, knowledge, settings, budget, seat, depth - 1) else {
            break;
        };
        roots.iter_mut().for_each(|root| root.chance = 0.0);
        for (task, value) in tasks.iter().zip(values) {
            roots[task.root].chance += task.weight * value;
        }
        // A stable sort: actions of equal value keep the order of the last depth.
        roots.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        reached = depth;
        let lines = roots.iter().map(Line::of).collect();
        progress(&Report { depth, nodes: budget.spent(), elapsed: budget.elapsed(), lines });
        if roots.len() == 1 || tasks.iter().all(|task| task.state.is_none()) {
            break;
        }
    }
    Found { candidates: roots, depth: reached, nodes: budget.spent() }
}

/// A part of the value of a root action.
struct Task<G> {
    root: usize,
    weight: f64,
    /// The state to evaluate; `None` if `known` is its value.
    state: Option<G>,
    known: f64,
    path: u64,
}

/// The states to evaluate, each with its weight in the value of its root action: the outcomes after the action if it
/// leads to chance and the search continues beyond it.
fn tasks<G, K>(
    state: &G,
    roots: &[Candidate<G::Action>],
    knowledge: &K,
    seat: Seat,
    depth: u32,
    seed: u64,
) -> Vec<Task<G>>
where
    G: ListActions + Chance,
    K: Knowledge<G> + ?Sized,
{
    let mut tasks = Vec::new();
    let mut paths: Vec<usize> = (0..roots.len()).collect();
    // Errors belong to actions, not to their indices in an order that changes.
    let order = legal_actions(state);
    for (root, path) in paths.iter_mut().enumerate() {
        let action = roots[root].action;
        *path = order.iter().position(|&other| other == action).unwrap_or(root);
        let mut child = state.clone();
        child.apply(action);
        let path = mix(seed ^ *path as u64);
        let known = match child.turn() {
            Turn::Over(outcome) => Some(outcome.payoff(seat)),
            _ => knowledge.settled(&child, seat),
        };
        if let Some(known) = known {
            tasks.push(Task { root, weight: 1.0, state: None, known, path });
            continue;
        }
        let first = tasks.len();
        if depth > 1 && child.turn() == Turn::Chance {
            child.visit_outcomes(|outcome, weight| {
                let mut after = child.clone();
                after.apply(outcome);
                let path = mix(path ^ (tasks.len() - first + 101) as u64);
                let weight = f64::from(weight);
                tasks.push(Task { root, weight, state: Some(after), known: 0.0, path });
            });
        }
        let total: f64 = tasks[first..].iter().map(|task| task.weight).sum();
        tasks[first..].iter_mut().for_each(|task| task.weight /= total);
        if tasks.len() == first {
            tasks.push(Task { root, weight: 1.0, state: Some(child), known: 0.0, path });
        }
    }
    tasks
}

/// The values of all tasks for a seat; `None` if the budget ran out.
fn solve_all<G, K>(
    tasks: &[Task<G>],
    knowledge: &K,
    settings: &Settings,
    budget: &Budget<'_>,
    seat: Seat,
    depth: u32,
) -> Option<Vec<f64>>
where
    G: ListActions + Chance,
    K: Knowledge<G> + ?Sized,
{
    let next = AtomicUsize::new(0);
    let values = Mutex::new(vec![None; tasks.len()]);
    let work = || {
        let mut search = Search { knowledge, settings, meter: Meter::new(budget, 32) };
        while let Some((index, task)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, tasks.get(i)?)))
        {
            let value = match &task.state {
                None => Some(task.known),
                Some(state) => {
                    let path = task.path;
                    search.value(state, seat, Frame { depth, alpha: 0.0, beta: 1.0, path })
                }
            };
            values.lock().unwrap_or_else(PoisonError::into_inner)[index] = value;
            if value.is_none() {
                return;
            }
        }
    };
    let threads = if depth + 1 >= THREADS_FROM { settings.threads } else { 1 };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| {
            scope.spawn(work);
        });
        work();
    });
    values.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
}

struct Search<'s, 'a, K: ?Sized> {
    knowledge: &'s K,
    settings: &'s Settings,
    meter: Meter<'s, 'a>,
}

/// What the search of a state is told besides the state.
#[derive(Clone, Copy)]
struct Frame {
    /// The number of decisions still to look ahead.
    depth: u32,
    /// The window: the exact value matters only between these.
    alpha: f64,
    beta: f64,
    /// A hash of the actions that led here; the player's errors are derived from it.
    path: u64,
}

impl Frame {
    /// The same for the opponent, whose value is one minus this one.
    fn flipped(self) -> Frame {
        Frame { alpha: 1.0 - self.beta, beta: 1.0 - self.alpha, ..self }
    }
}

impl<K: ?Sized> Search<'_, '_, K> {
    /// The value of a state for a seat; `None` if the budget ran out.
    fn value<G>(&mut self, state: &G, seat: Seat, frame: Frame) -> Option<f64>
    where
        G: ListActions + Chance,
        K: Knowledge<G>,
    {
        let turn = state.turn();
        // Everything is valued for the seat to act, and turned round at the end.
        let (mover, frame) = match turn {
            Turn::Over(outcome) => return Some(outcome.payoff(seat)),
            Turn::Seat(mover) if mover != seat => (mover, frame.flipped()),
            Turn::Seat(_) | Turn::Chance => (seat, frame),
        };
        if !self.meter.tick() {
            return None;
        }
        let value = match self.leaf(state, mover, frame) {
            Some(value) => value,
            None if turn == Turn::Chance => self.expect(state, mover, frame)?,
            None => self.best(state, mover, frame)?,
        };
        Some(if mover == seat { value } else { 1.0 - value })
    }

    /// The value of a state in which this seat is to act.
    fn best<G>(&mut self, state: &G, mover: Seat, frame: Frame) -> Option<f64>
    where
        G: ListActions + Chance,
        K: Knowledge<G>,
    {
        let Frame { depth, mut alpha, beta, path } = frame;
        let mut best = 0.0_f64;
        for (index, action) in self.seen(state, depth, path).into_iter().enumerate() {
            let mut child = state.clone();
            child.apply(action);
            let path = mix(path ^ (index as u64 + 1));
            let value = self.value(&child, mover, Frame { depth: depth - 1, alpha, beta, path })?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// The actions that this player sees, most promising first. Before the last decision, ordering would cost more than
    /// it saves.
    fn seen<G>(&self, state: &G, depth: u32, path: u64) -> Vec<G::Action>
    where
        G: ListActions,
        K: Knowledge<G>,
    {
        let all = legal_actions(state);
        let weakness = self.settings.weakness;
        let mut seen = all;
        if weakness.overlook > 0.0 {
            let whole = seen.clone();
            let mut place = 0;
            seen.retain(|_| {
                place += 1;
                !weakness.overlooks(path, place - 1, self.settings.seed)
            });
            if seen.is_empty() {
                seen = whole;
            }
        }
        if depth > 1 && seen.len() > 1 {
            seen.sort_by_cached_key(|&action| {
                std::cmp::Reverse(self.knowledge.promise(state, action))
            });
        }
        seen
    }

    /// The value of a state that is not searched: it is settled, or the depth is reached.
    fn leaf<G: Rules>(&self, state: &G, seat: Seat, frame: Frame) -> Option<f64>
    where
        K: Knowledge<G>,
    {
        let settled = self.knowledge.settled(state, seat);
        settled.or_else(|| (frame.depth == 0).then(|| self.judge(state, seat, frame.path)))
    }

    fn judge<G: Rules>(&self, state: &G, seat: Seat, path: u64) -> f64
    where
        K: Knowledge<G>,
    {
        let error = self.settings.weakness.error(path, self.settings.seed);
        (self.knowledge.chance(state, seat) + error).clamp(0.0, 1.0)
    }

    /// The value of a state in which chance is to act.
    fn expect<G>(&mut self, state: &G, seat: Seat, frame: Frame) -> Option<f64>
    where
        G: ListActions + Chance,
        K: Knowledge<G>,
    {
        let Frame { depth, alpha, beta, path } = frame;
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
        self.sum(&children, &bounds, seat, frame, pruning)
    }

    /// Star1: sums the outcomes, with bounds for those still to come.
    fn sum<G>(
        &mut self,
        children: &[(f64, G)],
        bounds: &[(f64, f64)],
        seat: Seat,
        frame: Frame,
        pruning: bool,
    ) -> Option<f64>
    where
        G: ListActions + Chance,
        K: Knowledge<G>,
    {
        let Frame { depth, alpha, beta, path } = frame;
        let mut low: f64 = bounds.iter().zip(children).map(|(b, (p, _))| b.0 * p).sum();
        let mut high: f64 = bounds.iter().zip(children).map(|(b, (p, _))| b.1 * p).sum();
        let mut sum = 0.0;
        for (index, (&(least, most), (p, child))) in bounds.iter().zip(children).enumerate() {
            low -= least * p;
            high -= most * p;
            let path = mix(path ^ (index as u64 + 101));
            let (from, to) = if pruning {
                // What this outcome has to reach for the sum to fall inside the window.
                (((alpha - sum - high) / p).max(0.0), ((beta - sum - low) / p).min(1.0))
            } else {
                (0.0, 1.0)
            };
            let value = self.value(child, seat, Frame { depth, alpha: from, beta: to, path })?;
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
        // With two actions, a probe would already be half the work.
        if child.action_count() <= 2 {
            return Some((0.0, 1.0));
        }
        let Some(&action) = self.seen(child, depth, path).first() else { return Some((0.0, 1.0)) };
        let mut after = child.clone();
        after.apply(action);
        let value =
            self.value(&after, seat, Frame { depth: depth - 1, alpha: 0.0, beta: 1.0, path })?;
        Some(if mover == seat { (value, 1.0) } else { (0.0, value) })
    }
}
