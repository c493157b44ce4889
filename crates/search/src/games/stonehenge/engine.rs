//! How each level plays Stonehenge.

use sarsen_core::chance;
use sarsen_core::{Hidden, Level, Rules, Seat, legal_actions};
use sarsen_stonehenge::{Action, Phase, Stonehenge};

use super::book;
use super::compact::Compact;
use super::endgame;
use super::judge::Judge;
use super::reduced::{Reduced, ReducedJudge};
use crate::alphabeta;
use crate::engine::{Choice, GameEngine, GameRequest};
use crate::games::{pick, plain_hidden_uct, plain_uct};
use crate::knowledge::Weakness;
use crate::limits::Budget;
use crate::report::{Candidate, Found};
use crate::{ismcts, mcts};

/// The engine player of Stonehenge.
///
/// ```
/// use sarsen_search::Engine;
/// use sarsen_search::games::stonehenge::StonehengeEngine;
///
/// assert_eq!(StonehengeEngine.game(), "stonehenge");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct StonehengeEngine;

/// The abilities of a level.
struct Strength {
    /// The search depth in plies.
    depth: u32,
    /// The number of empty cells from which on it plays exactly.
    exact: u32,
    /// The number of positions it searches.
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
    strength(1, 2, 10_000, 0.08, 0.15, 0.02),
    strength(2, 4, 50_000, 0.04, 0.05, 0.01),
    strength(2, 6, 100_000, 0.0, 0.0, 0.0),
    strength(3, 8, 400_000, 0.0, 0.0, 0.0),
    strength(4, 10, 2_000_000, 0.0, 0.0, 0.0),
    strength(18, 18, u64::MAX, 0.0, 0.0, 0.0),
];

impl GameEngine for StonehengeEngine {
    type Game = Stonehenge;

    const OPENING_ACTIONS: usize = 2;

    const IS_PARALLEL: bool = true;

    fn turns_left(&self, state: &Stonehenge, _seat: Seat) -> u32 {
        state.empty_cells().count_ones().div_ceil(2)
    }

    fn decide(&self, state: &Stonehenge, asked: &GameRequest<'_, '_, Stonehenge>) -> Choice {
        // Marks need no search: marking everything possible is never worse.
        if let Some(mark) = obvious(state) {
            return alone(state, mark, asked);
        }
        if state.is_hidden() { decide_hidden(state, asked) } else { decide_open(state, asked) }
    }

    fn uct(&self, state: &Stonehenge, asked: &GameRequest<'_, '_, Stonehenge>) -> Option<Choice> {
        if state.is_hidden() {
            return Some(Choice::of(&plain_hidden_uct(state, asked), 0, asked.request));
        }
        Some(plain_uct(state, asked))
    }
}

/// A mark, if one can be made, or the only action.
fn obvious(state: &Stonehenge) -> Option<Action> {
    let actions = legal_actions(state);
    let mark = actions.iter().copied().find(|action| matches!(action, Action::Mark(_)));
    mark.or_else(|| (state.phase() != Phase::Druid).then(|| actions[0]))
}

fn alone(state: &Stonehenge, action: Action, asked: &GameRequest<'_, '_, Stonehenge>) -> Choice {
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

fn decide_open(state: &Stonehenge, asked: &GameRequest<'_, '_, Stonehenge>) -> Choice {
    let strength = &STRENGTHS[asked.level().index()];
    let position = Compact::of(state);
    let by_book = asked.level() == Level::MAX
        && position.left() > CERTAIN
        && asked.request.lines <= 1
        && asked.also.is_none();
    let found = if let Some(wins) = position.settled() {
        settled(state, wins)
    } else if by_book && let Some(found) = book::winning(state) {
        found
    } else if position.left() > strength.exact.min(CERTAIN) {
        judge_and_solve(state, &position, strength, asked)
    } else {
        let found = endgame::solve_roots(state, None, asked, &asked.budget);
        found.unwrap_or_else(|| judge(&position, strength, asked, &asked.budget.part(1.0)))
    };
    pick(&found, strength.weakness, asked)
}

/// Positions with at most this many empty cells are solved within any sensible time.
const CERTAIN: u32 = 11;

/// The result of every action when nothing can change the winner any more.
fn settled(state: &Stonehenge, wins: bool) -> Found<Action> {
    let chance = f64::from(u8::from(wins));
    let known = |action| Candidate { action, chance, line: vec![action], nodes: 0, exact: true };
    let candidates = legal_actions(state).into_iter().map(known).collect();
    Found { candidates, depth: 0, nodes: 0 }
}

/// The evaluation comes first, since exact play may not finish in time.
fn judge_and_solve(
    state: &Stonehenge,
    position: &Compact,
    strength: &Strength,
    asked: &GameRequest<'_, '_, Stonehenge>,
) -> Found<Action> {
    let exact = position.left() <= strength.exact && may_be_solved(position.left(), asked);
    let share = if exact { 0.3 } else { 1.0 };
    let judged = judge(position, strength, asked, &asked.budget.part(share));
    asked.budget.add(judged.nodes);
    if !exact || judged.best().exact && judged.best().chance == 1.0 {
        return judged;
    }
    endgame::solve_roots(state, Some(&judged), asked, &asked.budget).unwrap_or(judged)
}

/// Whether a position with this many empty cells is likely to be solved with what is left of the budget.
fn may_be_solved(left: u32, asked: &GameRequest<'_, '_, Stonehenge>) -> bool {
    // The measured number of nodes for positions with 12, 13, … empty cells, and nodes per second and thread.
    const NODES: [f64; 7] = [2e6, 1.2e7, 8e7, 1e9, 6e9, 4e10, 3e11];
    const RATE: f64 = 6e6;
    let needed = NODES[left.saturating_sub(12).min(6) as usize];
    let (nodes, seconds) = asked.budget.left();
    let by_time = seconds.map_or(f64::INFINITY, |time| time * RATE * asked.threads() as f64);
    needed <= by_time.min(nodes.map_or(f64::INFINITY, |nodes| nodes as f64))
}

fn judge(
    position: &Compact,
    strength: &Strength,
    asked: &GameRequest<'_, '_, Stonehenge>,
    budget: &Budget<'_>,
) -> Found<Action> {
    let budget = budget.part(1.0).at_most(strength.nodes);
    let wanted = if strength.weakness.careless > 0.0 { usize::MAX } else { asked.request.lines };
    let settings = alphabeta::Settings {
        depth: strength.depth,
        lines: wanted.max(1),
        width: None,
        late: (strength.depth > 4).then_some(LATE),
        weakness: strength.weakness,
        seed: asked.seed(),
        threads: if strength.depth > 4 { asked.threads() } else { 1 },
        memory: (asked.memory() / 4).min(enough(&budget, asked.threads())),
    };
    let progress = asked.request.progress;
    alphabeta::search(&Reduced(*position), asked.also, &ReducedJudge, &settings, &budget, progress)
}

/// The bytes of a table that is large enough for a search. Touching memory for the first time costs more than the
/// lookups save, and two threads then wait for each other.
fn enough(budget: &Budget<'_>, threads: usize) -> usize {
    /// The maximal number of positions per second and thread.
    const RATE: f64 = 2e6;
    /// An entry takes 16 bytes, and one position in eight gets one: most are leaves.
    const BYTES: f64 = 2.0;
    const LEAST: f64 = 65_536.0;
    let (nodes, seconds) = budget.left();
    let by_time = seconds.map_or(f64::INFINITY, |seconds| seconds * RATE * threads as f64);
    let nodes = nodes.map_or(f64::INFINITY, |nodes| nodes as f64);
    (nodes.min(by_time) * BYTES).max(LEAST) as usize
}

/// The druids after this many are first searched less deep.
const LATE: usize = 6;

/// Face down: worlds are drawn from the seat's view only.
fn decide_hidden(state: &Stonehenge, asked: &GameRequest<'_, '_, Stonehenge>) -> Choice {
    let strength = &STRENGTHS[asked.level().index()];
    let left = state.empty_cells().count_ones();
    let found = if left <= strength.exact.min(EXACT_HIDDEN) {
        endgame::solve_worlds(state, asked)
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
        ismcts::search(state, asked.also, &Judge, &settings, &budget, asked.request.progress)
    };
    pick(&found, strength.weakness, asked)
}

/// With at most this many empty cells every world is solved.
const EXACT_HIDDEN: u32 = 7;
