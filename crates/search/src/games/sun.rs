//! The engine for Stonehenge and the Sun: it tries things out in the simulation.
//!
//! For the seat to act, proposals are played on under the hand's error, through its own throw and, while it
//! builds, the next seat's turn. What costs itself few stones and the others many is worth most; the trials
//! go to the proposals that still may be best. At a table without tremor the engine's own hand trembles by
//! its level, so that it can miss as people do (S19).

use std::time::Duration;

use sarsen_core::chance::{self, Generator};
use sarsen_core::{Chance, Propose, Rules, Seat, Turn};
use sarsen_sun::hands::{HANDS, Hand};
use sarsen_sun::{Action, Phase, Sun};

use super::{include, pick};
use crate::engine::{Asked, Choice, Player};
use crate::knowledge::{Weakness, mix};
use crate::limits::{Budget, Meter};
use crate::report::{Candidate, Found, Report};

/// The engine player of Stonehenge and the Sun.
#[derive(Clone, Copy, Debug, Default)]
pub struct SunPlayer;

/// How many proposals a level thinks of, how often it tries them, whether it looks at the next seat's turn,
/// the hand that it has and the one that it supposes others to have, how it errs, and how many usual trials weigh as much
/// as what it saw: who doubts is not taken in by a proposal that went well once.
struct Strength {
    proposals: usize,
    trials: u64,
    foresight: bool,
    hand: Hand,
    others: Hand,
    careless: f64,
    doubt: f64,
}

/// Place (tenths of a millimetre) and push (millimetres a second) of each level's hand: from `shaky`, the named level
/// of steadiness, to one that is steadier than `steady`.
const LEVEL_HANDS: [(i32, i32); 8] =
    [(200, 60), (155, 50), (120, 40), (86, 30), (70, 25), (46, 17), (28, 10), (12, 5)];

const fn strength(
    level: usize,
    proposals: usize,
    trials: u64,
    foresight: bool,
    careless: f64,
) -> Strength {
    let (offset, push) = LEVEL_HANDS[level - 1];
    let hand = Hand { name: "engine", offset, push };
    // Whom nothing could trouble would not be troubled: the top level counts on hands that are worse than its own.
    let (others, doubt) = if level == 8 { (HANDS[2], 4.0) } else { (hand, 0.0) };
    Strength { proposals, trials, foresight, hand, others, careless, doubt }
}

const STRENGTHS: [Strength; 8] = [
    strength(1, 2, 2, false, 0.10),
    strength(2, 3, 6, false, 0.05),
    strength(3, 4, 10, false, 0.04),
    strength(4, 5, 36, false, 0.0),
    strength(5, 8, 60, false, 0.0),
    strength(6, 10, 100, true, 0.0),
    strength(7, 16, 160, true, 0.0),
    strength(8, 24, u64::MAX, true, 0.0),
];

/// What a stone is worth, as a winning chance.
const STONE: f64 = 0.06;
/// How often progress is told.
const TELL_EVERY: Duration = Duration::from_millis(100);
/// A search without limits ends after so many trials.
const ENOUGH: u64 = 2_000;

impl Player for SunPlayer {
    type Game = Sun;

    fn decide(&self, state: &Sun, asked: &Asked<'_, '_, Sun>) -> Choice {
        let strength = &STRENGTHS[asked.level().index()];
        let budget = asked.budget.part(1.0).at_most(strength.trials.min(ENOUGH));
        let mut found = try_out(state, strength, asked, &budget);
        include(&mut found, asked.also);
        let weakness = Weakness { careless: strength.careless, ..Weakness::NONE };
        let mut choice = pick(&found, weakness, asked);
        if state.config().tremor.is_none() && !asked.request.advice {
            choice.action = tremble(state, choice.action, strength.hand, asked.seed());
        }
        choice
    }

    /// What can be listed nowhere has no tree: sixteen proposals, those tried more that did better, with the steadiest hand.
    fn uct(&self, state: &Sun, asked: &Asked<'_, '_, Sun>) -> Choice {
        let plain = Strength {
            proposals: 16,
            trials: u64::MAX,
            foresight: true,
            hand: HANDS[0],
            others: HANDS[0],
            careless: 0.0,
            doubt: 0.0,
        };
        let found = try_out(state, &plain, asked, &asked.budget.part(1.0).at_most(ENOUGH));
        let mut choice = Choice::of(&found, 0, asked.request);
        if state.config().tremor.is_none() && !asked.request.advice {
            choice.action = tremble(state, choice.action, plain.hand, asked.seed());
        }
        choice
    }
}

/// A hand that was led where the rules allow no release goes back and tries again, so often at the most.
const RELEASES: usize = 32;

/// The error of the engine's own hand, added to a throw.
fn tremble(state: &Sun, token: String, hand: Hand, seed: u64) -> String {
    let Ok(Action::Throw { x, y, vx, vy }) = token.parse() else { return token };
    let mut rng = chance::generator(mix(seed ^ 0x7e3b_1e00));
    let mut releases = (0..RELEASES).filter_map(|_| {
        let Action::Tremor { dx, dy, dvx, dvy } = hand.draw(&mut rng) else { return None };
        let off = Action::Throw {
            x: x.saturating_add(dx),
            y: y.saturating_add(dy),
            vx: vx.saturating_add(dvx),
            vy: vy.saturating_add(dvy),
        };
        state.check(off).is_ok().then(|| off.to_string())
    });
    releases.next().unwrap_or(token)
}

struct Trial {
    action: Action,
    visits: u32,
    total: f64,
}

fn try_out(
    state: &Sun,
    strength: &Strength,
    asked: &Asked<'_, '_, Sun>,
    budget: &Budget<'_>,
) -> Found<Action> {
    let mut rng = chance::generator(asked.seed());
    let seat = state.turn().seat().unwrap_or(Seat::ONE);
    let proposed = state.propose(strength.proposals, &mut rng);
    let mut trials: Vec<Trial> = asked
        .also
        .into_iter()
        .chain(proposed)
        .map(|action| Trial { action, visits: 0, total: 0.0 })
        .collect();
    trials.dedup_by_key(|trial| trial.action);
    let mut meter = Meter::new(budget, 1);
    let mut next = TELL_EVERY;
    while trials.len() > 1 {
        let index = next_trial(&trials);
        let value = sample(state, trials[index].action, seat, strength, &mut rng);
        trials[index].visits += 1;
        trials[index].total += value;
        if !meter.tick() {
            break;
        }
        if budget.elapsed() >= next {
            tell(&judge(&trials, strength, budget), asked, budget);
            next = budget.elapsed() + TELL_EVERY;
        }
    }
    drop(meter);
    let found = judge(&trials, strength, budget);
    tell(&found, asked, budget);
    found
}

fn tell(found: &Found<Action>, asked: &Asked<'_, '_, Sun>, budget: &Budget<'_>) {
    (asked.request.progress)(&Report {
        depth: 1,
        nodes: found.nodes,
        elapsed: budget.elapsed(),
        lines: found.lines(asked.request.lines),
    });
}

/// What the trials say, the best first.
fn judge(trials: &[Trial], strength: &Strength, budget: &Budget<'_>) -> Found<Action> {
    let visits: u32 = trials.iter().map(|trial| trial.visits).sum();
    let total: f64 = trials.iter().map(|trial| trial.total).sum();
    let usual = total / f64::from(visits.max(1));
    let candidate = |trial: &Trial| {
        let visits = f64::from(trial.visits);
        let chance = (trial.total + strength.doubt * usual) / (visits + strength.doubt);
        Candidate {
            action: trial.action,
            chance: if trial.visits == 0 { 0.0 } else { chance },
            line: vec![trial.action],
            nodes: u64::from(trial.visits),
            exact: false,
        }
    };
    let mut candidates: Vec<Candidate<Action>> = trials.iter().map(candidate).collect();
    candidates.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    Found { candidates, depth: 1, nodes: budget.spent() }
}

/// So many proposals are tried from the beginning, and one more for every so many trials: with little time, few that were
/// tried often say more than many that were tried once.
const AT_ONCE: usize = 16;
const TRIALS_A_PROPOSAL: u32 = 8;

/// The proposal with the highest upper confidence bound; untried ones first, in their order.
fn next_trial(trials: &[Trial]) -> usize {
    let all: u32 = trials.iter().map(|trial| trial.visits).sum();
    let open = AT_ONCE.max((all / TRIALS_A_PROPOSAL) as usize).min(trials.len());
    let trials = &trials[..open];
    if let Some(fresh) = trials.iter().position(|trial| trial.visits == 0) {
        return fresh;
    }
    let log = libm::log(f64::from(all));
    let bound = |trial: &Trial| {
        let visits = f64::from(trial.visits);
        trial.total / visits + 0.12 * libm::sqrt(log / visits)
    };
    let bounds = trials.iter().map(bound).enumerate();
    bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index)
}

/// Plays an action and what follows it, and values the stones that were lost on the way.
fn sample(
    state: &Sun,
    action: Action,
    seat: Seat,
    strength: &Strength,
    rng: &mut Generator,
) -> f64 {
    let mut after = state.clone();
    if after.play(action).is_err() {
        return 0.0;
    }
    // Once everything is built, the next seat's turn would only blur what this throw costs.
    let ahead = strength.foresight && !matches!(state.phase(), Phase::Throw);
    let turns = if ahead { 2 } else { 1 };
    let end = state.turns() + turns;
    while after.turns() < end {
        let Some(next) = step(&after, seat, strength, rng) else { break };
        if after.play(next).is_err() {
            break;
        }
    }
    value(state, &after, seat)
}

/// What may come next, as far as one seat can tell.
fn step(state: &Sun, seat: Seat, strength: &Strength, rng: &mut Generator) -> Option<Action> {
    match state.turn() {
        Turn::Over(_) => None,
        // At a table without tremor people's hands tremble, and so does the engine's.
        Turn::Chance => state.draw(rng),
        Turn::Seat(mover) => {
            let action = *state.propose(1, rng).first()?;
            let trembles = state.config().tremor.is_none() && matches!(state.phase(), Phase::Throw);
            if !trembles {
                return Some(action);
            }
            let hand = if mover == seat { strength.hand } else { strength.others };
            let token = tremble(state, action.to_string(), hand, rand_core::Rng::next_u64(rng));
            token.parse().ok()
        }
    }
}

/// A half, minus what the seat lost, plus a share of what the others lost.
fn value(before: &Sun, after: &Sun, seat: Seat) -> f64 {
    if let Turn::Over(outcome) = after.turn() {
        return outcome.payoff(seat);
    }
    let (Some(then), Some(now)) = (before.score(), after.score()) else { return 0.5 };
    let seats = then.seats();
    let lost = |seat: Seat| f64::from(now[seat] - then[seat]);
    let others: f64 = Seat::all(seats).filter(|&other| other != seat).map(lost).sum();
    let lead: f64 = Seat::all(seats).map(|other| f64::from(then[other] - then[seat])).sum();
    let sum = lead + others - lost(seat) * (seats as f64 - 1.0);
    (0.5 + STONE * sum / (seats as f64 - 1.0)).clamp(0.01, 0.99)
}
