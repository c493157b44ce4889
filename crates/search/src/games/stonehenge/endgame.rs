//! Exact endgames: every action of a position solved, in the real position or in those that a seat considers possible.

use sarsen_core::chance;
use sarsen_core::{Hidden, Rules, Seat, legal_actions};
use sarsen_stonehenge::{Action, Stonehenge};

use super::book;
use super::compact::Compact;
use super::judge::Judge;
use super::line::{druid_action, line};
use super::solver::{Solver, Verdict};
use crate::engine::GameRequest;
use crate::knowledge::Knowledge;
use crate::limits::Budget;
use crate::report::{Candidate, Found, Report};

/// A solver with a table as large as a position needs. Allocating a large one takes a while during which a search
/// cannot be stopped, so it has to be worthwhile.
fn solver_for(position: &Compact, asked: &GameRequest<'_, '_, Stonehenge>) -> Solver {
    let enough = match position.left() {
        0..=8 => 1 << 18,
        9..=10 => 4 << 20,
        11 => 16 << 20,
        12 => 32 << 20,
        _ if asked.budget.left().1.is_some_and(|seconds| seconds < 5.0) => 64 << 20,
        _ => usize::MAX,
    };
    Solver::new((asked.memory() / 2).min(enough), asked.threads())
}

/// Proves the values of the actions: all of them if several lines are wanted, otherwise until one wins. If none does,
/// the one comes first after which the other seat can err most easily.
///
/// If the budget runs out before the winner is certain, the earlier evaluation is kept, without the actions that were
/// proven to lose; `None` if there is none.
pub(crate) fn solve_roots(
    state: &Stonehenge,
    judged: Option<&Found<Action>>,
    asked: &GameRequest<'_, '_, Stonehenge>,
    budget: &Budget<'_>,
) -> Option<Found<Action>> {
    let position = Compact::of(state);
    let solver = solver_for(&position, asked);
    let actions = in_order(state, judged);
    let Some(verdict) = solver.solve(&position, budget) else {
        return judged.map(|judged| without_losing(state, judged, &solver));
    };
    let lines = asked.request.lines.max(1);
    let mut candidates = if !verdict.wins {
        trickiest(state, &actions, &solver, budget)
    } else if lines > 1 || asked.also.is_some() {
        let wanted = |action: Action| lines > 1 || asked.also == Some(action);
        valued(state, &actions, &verdict, &wanted, &solver, budget)
    } else {
        verdict.druid.map(|druid| plain(druid_action(druid), 1.0)).into_iter().collect()
    };
    for (index, candidate) in candidates.iter_mut().enumerate() {
        if index < lines || asked.also == Some(candidate.action) {
            candidate.line = line(state, candidate.action, &solver, budget);
        }
    }
    let found = Found { candidates, depth: position.left(), nodes: budget.spent() };
    (asked.request.progress)(&Report {
        depth: found.depth,
        nodes: found.nodes,
        elapsed: budget.elapsed(),
        lines: found.lines(lines),
    });
    (!found.candidates.is_empty()).then_some(found)
}

fn plain(action: Action, chance: f64) -> Candidate<Action> {
    Candidate { action, chance, line: vec![action], nodes: 0, exact: true }
}

/// The actions in the order of the earlier evaluation, then the most promising.
fn in_order(state: &Stonehenge, judged: Option<&Found<Action>>) -> Vec<Action> {
    let mut actions: Vec<Action> =
        judged.iter().flat_map(|found| found.candidates.iter().map(|c| c.action)).collect();
    let mut rest = legal_actions(state);
    rest.retain(|action| !actions.contains(action));
    rest.sort_by_cached_key(|&action| std::cmp::Reverse(Judge.promise(state, action)));
    actions.extend(rest);
    actions
}

/// The values of the wanted actions of a won position, winning ones first.
fn valued(
    state: &Stonehenge,
    actions: &[Action],
    verdict: &Verdict,
    wanted: &dyn Fn(Action) -> bool,
    solver: &Solver,
    budget: &Budget<'_>,
) -> Vec<Candidate<Action>> {
    let winning = verdict.druid.map(druid_action);
    let mut candidates: Vec<_> = winning.map(|action| plain(action, 1.0)).into_iter().collect();
    for &action in actions.iter().filter(|&&action| Some(action) != winning && wanted(action)) {
        let Some(wins) = wins_after(state, action, solver, budget) else { break };
        candidates.push(plain(action, f64::from(u8::from(wins))));
    }
    candidates.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    candidates
}

/// Whether the seat to act wins after an action.
pub(super) fn wins_after(
    state: &Stonehenge,
    action: Action,
    solver: &Solver,
    budget: &Budget<'_>,
) -> Option<bool> {
    let mut child = *state;
    child.apply(action);
    match child.turn().outcome() {
        Some(outcome) => Some(outcome.winner() == state.turn().seat()),
        None => solver.solve(&Compact::of(&child), budget).map(|verdict| !verdict.wins),
    }
}

/// For a lost position: the actions ordered by the share of the other seat's answers that would give the win away. As
/// many are examined as half of the time allows, in the given order; the others follow.
fn trickiest(
    state: &Stonehenge,
    actions: &[Action],
    solver: &Solver,
    budget: &Budget<'_>,
) -> Vec<Candidate<Action>> {
    let part = budget.part(0.5).at_most(TRICK_NODES);
    let mut looked: Vec<(f64, Action)> = Vec::new();
    for &action in actions {
        let Some(share) = errors_after(state, action, solver, &part) else { break };
        looked.push((share, action));
    }
    budget.add(part.spent());
    let rest = actions[looked.len()..].iter().copied();
    looked.sort_by(|a, b| b.0.total_cmp(&a.0));
    looked
        .into_iter()
        .map(|(_, action)| action)
        .chain(rest)
        .map(|action| plain(action, 0.0))
        .collect()
}

/// The limit of positions for finding the trickiest action.
const TRICK_NODES: u64 = 20_000_000;

/// The share of the answers to an action after which the seat to act would win after all.
fn errors_after(
    state: &Stonehenge,
    action: Action,
    solver: &Solver,
    budget: &Budget<'_>,
) -> Option<f64> {
    let mut child = *state;
    child.apply(action);
    if child.turn().seat().is_none() {
        return Some(0.0);
    }
    let answers = legal_actions(&child);
    let mut errors = 0_u32;
    for &answer in &answers {
        errors += u32::from(!wins_after(&child, answer, solver, budget)?);
    }
    Some(f64::from(errors) / answers.len().max(1) as f64)
}

/// The earlier evaluation, with the actions that the solver has proven to lose moved to the end.
fn without_losing(state: &Stonehenge, judged: &Found<Action>, solver: &Solver) -> Found<Action> {
    let loses = |action: Action| {
        let mut child = *state;
        child.apply(action);
        let position = Compact::of(&child);
        solver.known(&position).or_else(|| book::verdict(&position)) == Some(true)
    };
    let mut found = judged.clone();
    for candidate in &mut found.candidates {
        if loses(candidate.action) {
            (candidate.chance, candidate.exact) = (0.0, true);
        }
    }
    if found.candidates.iter().all(|candidate| candidate.exact && candidate.chance == 0.0) {
        let rest = in_order(state, Some(judged)).into_iter().find(|&action| !loses(action));
        let chance = judged.best().chance;
        let unsure = |action| Candidate { exact: false, ..plain(action, chance) };
        found.candidates.splice(0..0, rest.map(unsure));
    }
    found.candidates.sort_by_key(|candidate| candidate.exact && candidate.chance == 0.0);
    found
}

/// The number of worlds drawn.
const WORLDS: u32 = 40;

/// Solves every action in worlds that the seat considers possible, and counts in how many it wins.
pub(crate) fn solve_worlds(
    state: &Stonehenge,
    asked: &GameRequest<'_, '_, Stonehenge>,
) -> Found<Action> {
    let seat = state.turn().seat().unwrap_or(Seat::ONE);
    let mut rng = chance::generator(asked.seed());
    let solver = Solver::new((asked.memory() / 4).min(8 << 20), 1);
    let actions = legal_actions(state);
    let mut wins = vec![0_u32; actions.len()];
    let mut worlds = 0;
    while worlds < WORLDS {
        let world = state.determinize(seat, &mut rng);
        let Some(won) = solve_world(&world, seat, &actions, &solver, &asked.budget) else { break };
        for (sum, won) in wins.iter_mut().zip(won) {
            *sum += u32::from(won);
        }
        worlds += 1;
    }
    let chance_of = |wins: u32| if worlds == 0 { 0.5 } else { f64::from(wins) / f64::from(worlds) };
    let mut candidates: Vec<_> = actions
        .iter()
        .zip(wins)
        .map(|(&action, wins)| Candidate {
            action,
            chance: chance_of(wins),
            line: vec![action],
            nodes: u64::from(worlds),
            exact: false,
        })
        .collect();
    candidates.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    Found { candidates, depth: state.empty_cells().count_ones(), nodes: asked.budget.spent() }
}

fn solve_world(
    world: &Stonehenge,
    seat: Seat,
    actions: &[Action],
    solver: &Solver,
    budget: &Budget<'_>,
) -> Option<Vec<bool>> {
    let value = |&action: &Action| {
        let mut child = *world;
        child.apply(action);
        match child.turn().outcome() {
            Some(outcome) => Some(outcome.winner() == Some(seat)),
            None => solver.solve(&Compact::of(&child), budget).map(|verdict| !verdict.wins),
        }
    };
    actions.iter().map(value).collect()
}
