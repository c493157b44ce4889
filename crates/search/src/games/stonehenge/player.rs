//! How each level plays Stonehenge.

use sarsen_core::chance;
use sarsen_core::{Hidden, Rules, Seat, legal_actions};
use sarsen_stonehenge::{Action, Phase, Stonehenge};

use super::compact::Compact;
use super::judge::Judge;
use super::line::{druid_action, line};
use super::solver::Solver;
use crate::alphabeta;
use crate::engine::{Asked, Choice, Player};
use crate::games::{include, pick, plain_hidden_uct, plain_uct};
use crate::knowledge::Weakness;
use crate::limits::Budget;
use crate::report::{Candidate, Found, Report};
use crate::{ismcts, mcts};

/// The engine player of Stonehenge.
#[derive(Clone, Copy, Debug, Default)]
pub struct StonehengePlayer;

/// What a level can do.
struct Strength {
    /// How many plies it looks ahead.
    depth: u32,
    /// From how many empty cells on it plays exactly.
    exact: u32,
    /// How many positions it looks at.
    nodes: u64,
    weakness: Weakness,
}

const fn strength(
    depth: u32,
    exact: u32,
    nodes: u64,
    noise: f64,
    overlook: f64,
    careless: f64,
) -> Strength {
    Strength { depth, exact, nodes, weakness: Weakness { noise, overlook, careless } }
}

const STRENGTHS: [Strength; 8] = [
    strength(1, 0, 10_000, 0.30, 0.50, 0.08),
    strength(1, 0, 10_000, 0.18, 0.30, 0.04),
    strength(1, 1, 10_000, 0.08, 0.15, 0.02),
    strength(2, 3, 50_000, 0.04, 0.05, 0.01),
    strength(2, 6, 200_000, 0.0, 0.0, 0.0),
    strength(3, 8, 2_000_000, 0.0, 0.0, 0.0),
    strength(4, 10, 20_000_000, 0.0, 0.0, 0.0),
    strength(18, 14, u64::MAX, 0.0, 0.0, 0.0),
];

impl Player for StonehengePlayer {
    type Game = Stonehenge;

    fn decide(&self, state: &Stonehenge, asked: &Asked<'_, '_, Stonehenge>) -> Choice {
        // Marks are not worth a thought: marking all one may is never worse.
        if let Some(mark) = obvious(state) {
            return alone(state, mark, asked);
        }
        if state.is_hidden() { decide_hidden(state, asked) } else { decide_open(state, asked) }
    }

    fn uct(&self, state: &Stonehenge, asked: &Asked<'_, '_, Stonehenge>) -> Choice {
        if state.is_hidden() {
            return Choice::of(&plain_hidden_uct(state, asked), 0, asked.request);
        }
        plain_uct(state, asked)
    }
}

/// A mark, where one may be made, or the only action there is.
fn obvious(state: &Stonehenge) -> Option<Action> {
    let actions = legal_actions(state);
    let mark = actions.iter().copied().find(|action| matches!(action, Action::Mark(_)));
    mark.or_else(|| (state.phase() != Phase::Druid).then(|| actions[0]))
}

fn alone(state: &Stonehenge, action: Action, asked: &Asked<'_, '_, Stonehenge>) -> Choice {
    let seat = state.turn().seat().unwrap_or(Seat::ONE);
    let world = state.determinize(seat, &mut chance::generator(asked.seed()));
    let chance = crate::Knowledge::chance(&Judge, &world, seat);
    let also = asked.also.filter(|&also| also != action);
    let actions = std::iter::once(action).chain(also);
    let candidates = actions
        .map(|action| Candidate { action, chance, line: vec![action], nodes: 0, exact: false })
        .collect();
    Choice::of(&Found { candidates, depth: 0, nodes: 0 }, 0, asked.request)
}

fn decide_open(state: &Stonehenge, asked: &Asked<'_, '_, Stonehenge>) -> Choice {
    let strength = &STRENGTHS[asked.level().index()];
    let left = state.empty_cells().count_ones();
    let mut judged = None;
    if left > CERTAIN || left > strength.exact {
        // What exact play cannot finish in time is decided by judgement, so that comes first.
        let share = if left <= strength.exact { 0.3 } else { 1.0 };
        let found = judge(state, strength, asked, &asked.budget.part(share));
        asked.budget.add(found.nodes);
        judged = Some(found);
    }
    let exact =
        (left <= strength.exact).then(|| solve_roots(state, judged.as_ref(), asked)).flatten();
    let found = match (exact, judged) {
        (Some(found), _) | (None, Some(found)) => found,
        (None, None) => judge(state, strength, asked, &asked.budget.part(1.0)),
    };
    pick(&found, strength.weakness, asked)
}

/// Positions with so few empty cells are solved within any sensible time.
const CERTAIN: u32 = 11;

fn judge(
    state: &Stonehenge,
    strength: &Strength,
    asked: &Asked<'_, '_, Stonehenge>,
    budget: &Budget<'_>,
) -> Found<Action> {
    let wanted = if strength.weakness.careless > 0.0 { usize::MAX } else { asked.request.lines };
    let settings = alphabeta::Settings {
        depth: strength.depth,
        lines: wanted,
        width: None,
        weakness: strength.weakness,
        seed: asked.seed(),
        threads: if strength.depth > 2 { asked.threads() } else { 1 },
        memory: (asked.memory() / 4).min(16 << 20 << strength.depth.min(8)),
    };
    let budget = budget.part(1.0).at_most(strength.nodes);
    alphabeta::search(state, asked.also, &Judge, &settings, &budget, asked.request.progress)
}

/// Proves the value of the actions: all of them where several lines are asked for, else until one wins.
/// `None` if the budget runs out before anything is certain.
fn solve_roots(
    state: &Stonehenge,
    judged: Option<&Found<Action>>,
    asked: &Asked<'_, '_, Stonehenge>,
) -> Option<Found<Action>> {
    let memory = asked.memory() / 2;
    let solver = Solver::new(memory.min(64 << 20), asked.threads());
    let position = Compact::of(state);
    let verdict = solver.solve(&position, &asked.budget)?;
    let mut candidates = Vec::new();
    if let Some(druid) = verdict.druid.filter(|_| asked.request.lines <= 1) {
        candidates.push(candidate(state, druid_action(druid), 1.0, &solver, &asked.budget));
    }
    let wanted =
        |action: Action| asked.request.lines > 1 || !verdict.wins || asked.also == Some(action);
    let judgement = |action: Action| {
        let found = judged.and_then(|found| found.candidates.iter().find(|c| c.action == action));
        found.map_or(0.0, |candidate| candidate.chance)
    };
    let mut actions = legal_actions(state);
    actions.sort_by(|&a, &b| {
        let promise = |action| crate::Knowledge::promise(&Judge, state, action);
        judgement(b).total_cmp(&judgement(a)).then(promise(b).cmp(&promise(a)))
    });
    for action in actions {
        if !wanted(action) || candidates.iter().any(|other| other.action == action) {
            continue;
        }
        let wins = if verdict.wins {
            let mut child = *state;
            child.apply(action);
            child.turn().outcome().map_or_else(
                || solver.solve(&Compact::of(&child), &asked.budget).map(|verdict| !verdict.wins),
                |outcome| Some(outcome.winner() == state.turn().seat()),
            )
        } else {
            Some(false)
        };
        let Some(wins) = wins else { break };
        candidates.push(candidate(
            state,
            action,
            f64::from(u8::from(wins)),
            &solver,
            &asked.budget,
        ));
    }
    candidates.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    let found = Found { candidates, depth: position.left(), nodes: asked.budget.spent() };
    (asked.request.progress)(&Report {
        depth: found.depth,
        nodes: found.nodes,
        elapsed: asked.budget.elapsed(),
        lines: found.lines(asked.request.lines),
    });
    (!found.candidates.is_empty()).then_some(found)
}

fn candidate(
    state: &Stonehenge,
    action: Action,
    chance: f64,
    solver: &Solver,
    budget: &Budget<'_>,
) -> Candidate<Action> {
    let line = line(state, action, solver, budget);
    Candidate { action, chance, line, nodes: 0, exact: true }
}

/// Face down: worlds are drawn from the seat's view only.
fn decide_hidden(state: &Stonehenge, asked: &Asked<'_, '_, Stonehenge>) -> Choice {
    let strength = &STRENGTHS[asked.level().index()];
    let left = state.empty_cells().count_ones();
    let mut found = if left <= strength.exact.min(EXACT_HIDDEN) {
        solve_worlds(state, asked)
    } else {
        let settings = mcts::Settings {
            exploration: 0.5,
            cut: None,
            widening: Some((4, 0.5)),
            seed: asked.seed(),
            threads: if asked.level().number() > 4 { asked.threads() } else { 1 },
            memory: asked.memory(),
            lines: asked.request.lines,
        };
        let nodes = [12, 40, 120, 400, 2_000, 10_000, 50_000, u64::MAX][asked.level().index()];
        let budget = asked.budget.part(1.0).at_most(nodes);
        ismcts::search(state, &Judge, &settings, &budget, asked.request.progress)
    };
    include(&mut found, asked.also);
    pick(&found, strength.weakness, asked)
}

/// From so many empty cells on every world is solved.
const EXACT_HIDDEN: u32 = 7;
/// How many worlds are drawn.
const WORLDS: u32 = 40;

/// Solves every action in worlds that the seat considers possible, and counts in how many it wins.
fn solve_worlds(state: &Stonehenge, asked: &Asked<'_, '_, Stonehenge>) -> Found<Action> {
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
