//! The engine for Logan Stones: tactics first, with a memory that depends on the level.
//!
//! Worlds are drawn from what the seat has seen; weak levels draw some from what the table shows now, like people who
//! forget. Before a tree is grown, every action is examined in several worlds: one that wins is taken, and those after
//! which the other seat could win at once are avoided as long as there are others.

mod puzzles;

use rand_core::Rng;
use sarsen_core::chance::{self, Generator};
use sarsen_core::{Hidden, Rules, Seat, Turn, legal_actions};
use sarsen_logan::{Action, Logan};

use super::{pick, plain_hidden_uct};
use crate::engine::{Choice, GameEngine, GameRequest};
use crate::ismcts;
use crate::knowledge::{Knowledge, Weakness, mix};
use crate::limits::Budget;
use crate::mcts;
use crate::report::{Candidate, Found};
use crate::tools::GameTools;

/// What there is for Logan Stones.
pub(crate) const TOOLS: GameTools = GameTools {
    puzzles: Some(&puzzles::LoganPuzzles),
    ..GameTools::new(Logan::SPEC.id, || Box::new(LoganEngine))
};

/// The engine player of Logan Stones.
///
/// ```
/// use sarsen_search::Engine;
/// use sarsen_search::games::logan::LoganEngine;
///
/// assert_eq!(LoganEngine.game(), "logan");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct LoganEngine;

struct Strength {
    playouts: u64,
    /// The number of worlds in which wins and losses in one turn are looked for.
    worlds: u32,
    /// Whether it looks for the other seat's wins too.
    guards: bool,
    /// Whether it sees wins in one turn during the search.
    sharp: bool,
    /// The share of worlds in which it has forgotten what it once saw.
    forgets: f64,
    weakness: Weakness,
}

const fn strength(
    playouts: u64,
    worlds: u32,
    (guards, sharp): (bool, bool),
    forgets: f64,
    careless: f64,
) -> Strength {
    let weakness = Weakness { noise: 0.0, overlook: 0.0, careless };
    Strength { playouts, worlds, guards, sharp, forgets, weakness }
}

const STRENGTHS: [Strength; 8] = [
    strength(15, 0, (false, false), 1.0, 0.25),
    strength(60, 0, (false, false), 0.9, 0.08),
    strength(40, 1, (false, false), 0.8, 0.12),
    strength(60, 1, (true, false), 0.7, 0.08),
    strength(100, 2, (true, false), 0.5, 0.03),
    strength(80, 3, (true, true), 0.4, 0.0),
    strength(400, 6, (true, true), 0.1, 0.0),
    strength(u64::MAX, 32, (true, true), 0.0, 0.0),
];

impl GameEngine for LoganEngine {
    type Game = Logan;

    fn turns_left(&self, _state: &Logan, _seat: Seat) -> u32 {
        // Games last at most some forty turns per seat, and a longer one may go on as long again.
        25
    }

    fn decide(&self, state: &Logan, asked: &GameRequest<'_, '_, Logan>) -> Choice {
        let strength = &STRENGTHS[asked.level().index()];
        let seat = state.turn().seat().unwrap_or(Seat::ONE);
        let world = |rng: &mut Generator| draw(state, seat, strength.forgets, rng);
        let tactics = Tactics::look(&world, seat, strength, asked.seed(), &asked.budget);
        let found = match tactics.winning() {
            None => grow(state, &world, &tactics, strength, asked),
            Some(mut found) => {
                let winning = |also| found.candidates.iter().any(|won| won.action == also);
                if asked.also.is_some_and(|also| !winning(also)) {
                    // What it is worth beside a win still has to be found out.
                    let others = grow(state, &world, &tactics, strength, asked).candidates;
                    let is_also = |other: &Candidate<Action>| Some(other.action) == asked.also;
                    found.candidates.extend(others.into_iter().filter(is_also));
                }
                found
            }
        };
        in_own_words(pick(&found, strength.weakness, asked), seat, asked)
    }

    fn uct(&self, state: &Logan, asked: &GameRequest<'_, '_, Logan>) -> Option<Choice> {
        let seat = state.turn().seat().unwrap_or(Seat::ONE);
        let found = plain_hidden_uct(state, asked);
        Some(in_own_words(Choice::of(&found, 0, asked.request), seat, asked))
    }
}

fn draw(state: &Logan, seat: Seat, forgets: f64, rng: &mut Generator) -> Logan {
    let unit = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    if unit < forgets { state.forgetful_world(seat, rng) } else { state.determinize(seat, rng) }
}

/// The action at the real table: if the seat does not know its own stones, a stone that it cannot tell from the one in
/// the world of the search.
fn in_own_words(mut choice: Choice, seat: Seat, asked: &GameRequest<'_, '_, Logan>) -> Choice {
    let position = asked.request.position;
    if position.check(&choice.action).is_err() {
        let masked = mask_back(&choice.action);
        if let Ok(token) = position.resolve(seat, &masked) {
            choice.action = token;
        }
    }
    choice
}

/// `+RP@1,-1` as `+R?@1,-1`.
fn mask_back(token: &str) -> String {
    let is_back = |(index, _): &(usize, char)| *index == 2;
    token
        .chars()
        .enumerate()
        .map(|place| if is_back(&place) && token.starts_with('+') { '?' } else { place.1 })
        .collect()
}

fn grow(
    state: &Logan,
    world: &(dyn Fn(&mut Generator) -> Logan + Sync),
    tactics: &Tactics,
    strength: &Strength,
    asked: &GameRequest<'_, '_, Logan>,
) -> Found<Action> {
    let settings = mcts::Settings {
        exploration: 0.6,
        cut: None,
        widening: None,
        seed: asked.seed(),
        threads: if strength.playouts > 5000 { asked.threads() } else { 1 },
        memory: asked.memory(),
        lines: asked.request.lines,
    };
    let budget = asked.budget.part(1.0).at_most(strength.playouts);
    let progress = asked.request.progress;
    let mind = LoganKnowledge { sharp: strength.sharp };
    let mut found =
        ismcts::search_worlds(state, asked.also, world, &mind, &settings, &budget, progress);
    if found.candidates.is_empty() {
        let mut rng = chance::generator(asked.seed());
        let actions = legal_actions(&world(&mut rng));
        found.candidates.extend(actions.first().map(|&action| certain(action, 0.5)));
    }
    tactics.warn(&mut found);
    found
}

fn certain(action: Action, chance: f64) -> Candidate<Action> {
    Candidate { action, chance, line: vec![action], nodes: 1, exact: false }
}

/// What the player sees during the search. Playouts go to the end, so nothing is evaluated.
struct LoganKnowledge {
    sharp: bool,
}

impl Knowledge<Logan> for LoganKnowledge {
    fn chance(&self, _state: &Logan, _seat: Seat) -> f64 {
        0.5
    }

    fn decisive(&self, state: &Logan) -> Option<Action> {
        if self.sharp { state.winning_action() } else { None }
    }
}

/// The effects of one turn, in some worlds.
struct Tactics {
    worlds: u32,
    /// For each action, in how many worlds it wins, and in how many the other seat wins right after it.
    actions: Vec<(Action, u32, u32)>,
}

impl Tactics {
    fn look(
        world: &(dyn Fn(&mut Generator) -> Logan + Sync),
        seat: Seat,
        strength: &Strength,
        seed: u64,
        budget: &Budget<'_>,
    ) -> Tactics {
        let mut rng = chance::generator(mix(seed ^ 0x7ac7_1c50));
        let mut tactics = Tactics { worlds: 0, actions: Vec::new() };
        for _ in 0..strength.worlds {
            if !budget.spend(0) {
                break;
            }
            let state = world(&mut rng);
            tactics.worlds += 1;
            for action in legal_actions(&state) {
                let mut after = state.clone();
                after.apply(action);
                let wins = can_win(&after, seat);
                let loses = strength.guards && !wins && is_lost(&after, seat);
                tactics.count(action, wins, loses);
            }
        }
        tactics
    }

    fn count(&mut self, action: Action, wins: bool, loses: bool) {
        let at = self.actions.iter().position(|(known, _, _)| *known == action);
        let at = at.unwrap_or_else(|| {
            self.actions.push((action, 0, 0));
            self.actions.len() - 1
        });
        self.actions[at].1 += u32::from(wins);
        self.actions[at].2 += u32::from(loses);
    }

    /// The actions that win in every examined world, if there are any.
    fn winning(&self) -> Option<Found<Action>> {
        let all =
            self.actions.iter().filter(|(_, wins, _)| *wins == self.worlds && self.worlds > 0);
        let candidates: Vec<_> = all.map(|&(action, _, _)| certain(action, 1.0)).collect();
        let nodes = u64::from(self.worlds);
        (!candidates.is_empty()).then_some(Found { candidates, depth: 1, nodes })
    }

    /// Moves the actions after which the other seat could win in some world behind those that are safe in all, and
    /// subtracts the risk from their chances.
    fn warn(&self, found: &mut Found<Action>) {
        if self.worlds == 0 {
            return;
        }
        let danger = |action: Action| {
            let entry = self.actions.iter().find(|(known, _, _)| *known == action);
            entry.map_or(0, |&(_, _, loses)| loses)
        };
        for candidate in &mut found.candidates {
            let risk = f64::from(danger(candidate.action)) / f64::from(self.worlds);
            candidate.chance = candidate.chance.min(1.0 - risk);
        }
        let is_safe = |candidate: &Candidate<Action>| danger(candidate.action) == 0;
        if found.candidates.iter().any(is_safe) {
            found.candidates.sort_by_key(|candidate| !is_safe(candidate));
        } else {
            found.candidates.sort_by_key(|candidate| danger(candidate.action));
        }
    }
}

/// Whether a seat has won, or wins by putting down the stone it has just lifted.
fn can_win(state: &Logan, seat: Seat) -> bool {
    match state.turn() {
        Turn::Over(outcome) => outcome.winner() == Some(seat),
        Turn::Seat(mover) => mover == seat && state.winning_action().is_some(),
        Turn::Chance => false,
    }
}

/// Whether the other seat can win in its next turn whatever the seat still does in this one.
fn is_lost(state: &Logan, seat: Seat) -> bool {
    match state.turn() {
        Turn::Over(_) | Turn::Chance => false,
        Turn::Seat(mover) if mover == seat => legal_actions(state).into_iter().all(|action| {
            let mut after = state.clone();
            after.apply(action);
            is_lost(&after, seat)
        }),
        Turn::Seat(_) => state.winning_action().is_some(),
    }
}
