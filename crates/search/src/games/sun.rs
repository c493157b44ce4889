//! The engine for Stonehenge and the Sun: it tries actions in the simulation.
//!
//! For the seat to act, proposals are played out with the hand's error, up to its own throw. Those that cost it few
//! stones and the others many are worth most; further trials go to the proposals that may still be best. The upper
//! levels instead estimate builds and markers by the width of the ball's paths (`outlook`), which is fast enough to
//! compare many more of them and to consider what they leave to the next seat; the top level also aims beside the
//! centre if that is safer (`ways`). At a table without tremor the engine's own hand trembles according to its level
//! (`strength`), so that it can miss like people do (S19).

mod obstacles;
mod outlook;
mod puzzles;
mod strength;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sarsen_core::chance::{self, Generator};
use sarsen_core::{Chance, Level, Propose, Rules, Seat, Turn};
use sarsen_sun::hands::Hand;
use sarsen_sun::{Action, Phase, Sun};

use super::pick;
use crate::engine::{Choice, GameEngine, GameRequest};
use crate::knowledge::{Weakness, mix};
use crate::limits::{Budget, Meter};
use crate::report::{Candidate, Found, Report};
use crate::tools::GameTools;
use obstacles::{Aim, Obstacles, Toll};
use outlook::Outlook;
use strength::{ADVISER, STRENGTHS, Strength, Thinking};

/// What there is for Stonehenge and the Sun.
pub(crate) const TOOLS: GameTools = GameTools {
    puzzles: Some(&puzzles::SunPuzzles),
    ..GameTools::new(Sun::SPEC.id, || Box::new(SunEngine))
};

/// The engine player of Stonehenge and the Sun.
///
/// ```
/// use sarsen_search::Engine;
/// use sarsen_search::games::sun::SunEngine;
///
/// assert_eq!(SunEngine.game(), "sun");
/// assert!(!SunEngine.has_yardstick(), "its actions cannot be listed");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SunEngine;

/// The weight of the initial estimate, in trials: an action that went well once by luck must not be overrated.
const DOUBT: f64 = 4.0;
/// The number of proposals for which there has to be time.
const PROPOSALS_PER_SECOND: f64 = 1000.0;
/// The number of throws tried by levels that estimate paths.
const THROWS: usize = 12;
/// The value of a stone, as a winning chance.
const STONE: f64 = 0.06;
/// A larger lead is worth no more: 0.49 of a winning chance.
const LEAD: f64 = 0.49 / STONE;
/// The interval of progress reports.
const TELL_EVERY: Duration = Duration::from_millis(100);
/// The number of trials after which a search without limits ends.
const ENOUGH: u64 = 2_000;

impl GameEngine for SunEngine {
    type Game = Sun;
    const HAS_TREE: bool = false;
    const IS_PARALLEL: bool = true;

    fn turns_left(&self, state: &Sun, _seat: Seat) -> u32 {
        // Every round builds with some of the stock, places a marker and throws.
        3 * (state.stock().count_ones() / u32::from(state.config().seats) + 2)
    }

    fn decide(&self, state: &Sun, asked: &GameRequest<'_, '_, Sun>) -> Choice {
        let strength = match asked.level() {
            Level::MAX if asked.request.advice => &ADVISER,
            level => &STRENGTHS[level.index()],
        };
        let most = if asked.budget.is_limited() { u64::MAX } else { ENOUGH };
        let budget = asked.budget.part(1.0).at_most(strength.trials(state).min(most));
        let found = try_out(state, strength, asked, &budget);
        let weakness = Weakness { careless: strength.careless, ..Weakness::NONE };
        let mut choice = pick(&found, weakness, asked);
        if state.config().tremor.is_none() && !asked.request.advice {
            choice.action = tremble(state, choice.action, strength.hand, asked.seed());
        }
        choice
    }
}

/// If the hand's error leads to an illegal release, it is drawn again, at most this often.
const RELEASES: usize = 32;

/// Adds the error of the engine's own hand to a throw.
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
    /// Its estimated outlook, from the first visit on.
    outlook: Option<Arc<Outlook>>,
    /// The estimate before it is tried.
    expected: Option<f64>,
    visits: u32,
    total: f64,
    /// The number of threads that are evaluating it.
    visitors: u32,
}

impl Trial {
    fn new(action: Action, expected: Option<f64>) -> Trial {
        Trial { action, outlook: None, expected, visits: 0, total: 0.0, visitors: 0 }
    }

    /// The visits, with those that have not come to an end.
    fn begun(&self) -> u32 {
        self.visits + self.visitors
    }
}

/// The trials of a decision, shared by the threads that make them.
struct Trials<'a> {
    state: &'a Sun,
    seat: Seat,
    strength: &'a Strength,
    pace: &'static Pace,
    trials: Mutex<Vec<Trial>>,
}

impl Trials<'_> {
    fn lock(&self) -> MutexGuard<'_, Vec<Trial>> {
        self.trials.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Evaluates the action that is due once more. `false` if there is none: a single proposal needs no comparison, but
    /// its value is still wanted.
    fn visit(&self, rng: &mut Generator) -> bool {
        let Trials { state, seat, strength, .. } = *self;
        let (index, action, known, is_new) = {
            let mut trials = self.lock();
            if trials.len() <= 1 && trials.iter().all(|trial| trial.begun() > 0) {
                return false;
            }
            let index = next_trial(&trials, self.pace);
            let trial = &mut trials[index];
            trial.visitors += 1;
            (index, trial.action, trial.outlook.clone(), trial.visits == 0)
        };
        let outlook = if is_new && strength.is_estimated(state) {
            Outlook::after(state, action, strength).map(Arc::new)
        } else {
            known
        };
        let value = match &outlook {
            Some(outlook) => outlook.value(state, seat, strength, rng),
            None => sample(state, action, seat, strength, rng),
        };
        let mut trials = self.lock();
        let trial = &mut trials[index];
        trial.outlook = trial.outlook.take().or(outlook);
        trial.visitors -= 1;
        trial.visits += 1;
        trial.total += value;
        true
    }
}

fn try_out(
    state: &Sun,
    strength: &Strength,
    asked: &GameRequest<'_, '_, Sun>,
    budget: &Budget<'_>,
) -> Found<Action> {
    let mut rng = chance::generator(asked.seed());
    let seat = state.turn().seat().unwrap_or(Seat::ONE);
    let mut trials = proposals(state, seat, strength, budget, &mut rng);
    if let Some(also) = asked.also {
        trials.retain(|trial| trial.action != also);
        trials.insert(0, Trial::new(also, None));
    }
    let pace = if strength.is_estimated(state) { &ESTIMATED } else { &TRIED };
    let trials = Trials { state, seat, strength, pace, trials: Mutex::new(trials) };
    // Only the top level and advice have no number of trials; a few trials are done before another thread has started.
    let threads = if strength.trials == u64::MAX { asked.threads() } else { 1 };
    std::thread::scope(|scope| {
        for number in 1..threads {
            let (trials, seed) = (&trials, mix(asked.seed() ^ (number as u64) << 32));
            scope.spawn(move || {
                let mut rng = chance::generator(seed);
                let mut meter = Meter::new(budget, 1);
                while trials.visit(&mut rng) && meter.tick() {}
            });
        }
        let mut meter = Meter::new(budget, 1);
        let mut next = TELL_EVERY;
        while trials.visit(&mut rng) && meter.tick() {
            if budget.elapsed() >= next {
                tell(&judge(&trials.lock(), strength, budget), asked, budget);
                next = budget.elapsed() + TELL_EVERY;
            }
        }
    });
    let found = judge(&trials.lock(), strength, budget);
    tell(&found, asked, budget);
    found
}

/// The proposals to try. Levels that estimate paths throw along the widest ones.
fn proposals(
    state: &Sun,
    seat: Seat,
    strength: &Strength,
    budget: &Budget<'_>,
    rng: &mut Generator,
) -> Vec<Trial> {
    let mut trials = Vec::new();
    if strength.estimates() && matches!(state.phase(), Phase::Throw) {
        let (own, _) = strength.hands(state);
        let trial = |aim: Aim| Trial::new(aim.throw, Some(aim_worth(state, seat, aim, own)));
        trials.extend(aims(state, strength, rng).take(THROWS).map(trial));
    }
    if trials.is_empty() {
        // Finding a place takes time, too: with a few milliseconds there is none for places that are never tried.
        let affordable = |seconds: f64| 2 + (seconds * PROPOSALS_PER_SECOND) as usize;
        let most = budget.left().1.map_or(usize::MAX, affordable);
        let proposed = state.propose(strength.proposals.min(most), rng);
        trials.extend(proposed.into_iter().map(|action| Trial::new(action, None)));
    }
    trials
}

/// The legal throws along the widest paths, widest first; equally wide ones are in random order.
fn aims(state: &Sun, strength: &Strength, rng: &mut Generator) -> impl Iterator<Item = Aim> {
    let ways = Obstacles::across(state.scene());
    let mut aims: Vec<Aim> = ways.aims(state.throw_arc(), strength.pushes()).collect();
    chance::shuffle(rng, &mut aims);
    aims.sort_by(|a, b| b.clearance.total_cmp(&a.clearance));
    aims.into_iter().filter(|aim| state.check(aim.throw).is_ok())
}

/// The value of a throw by its path alone.
fn aim_worth(state: &Sun, seat: Seat, aim: Aim, hand: Hand) -> f64 {
    let next = (state.stock() != 0).then_some((seat, 0.0));
    outlook::chance(state, seat, Toll::of(aim.clearance, hand, state.config().touch), next)
}

fn tell(found: &Found<Action>, asked: &GameRequest<'_, '_, Sun>, budget: &Budget<'_>) {
    (asked.request.progress)(&Report {
        depth: 1,
        nodes: found.nodes,
        elapsed: budget.elapsed(),
        lines: found.lines(asked.request.lines),
    });
}

/// The results of the trials, best first.
fn judge(trials: &[Trial], strength: &Strength, budget: &Budget<'_>) -> Found<Action> {
    let visits: u32 = trials.iter().map(|trial| trial.visits).sum();
    let total: f64 = trials.iter().map(|trial| trial.total).sum();
    let usual = total / f64::from(visits.max(1));
    let doubt = if strength.estimates() { DOUBT } else { 0.0 };
    let candidate = |trial: &Trial| {
        let visits = f64::from(trial.visits);
        let expected = trial.expected.unwrap_or(usual);
        let chance = (trial.total + doubt * expected) / (visits + doubt);
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

/// How trials are distributed.
struct Pace {
    /// The number of trials that open one more proposal, beyond the first few: with little time, a few that were tried
    /// often say more than many that were tried once.
    trials_per_proposal: u32,
    /// The exploration constant.
    urge: f64,
}

/// What falls in a single trial is mostly luck.
const TRIED: Pace = Pace { trials_per_proposal: 8, urge: 0.12 };
/// Estimates vary little.
const ESTIMATED: Pace = Pace { trials_per_proposal: 2, urge: 0.02 };

/// The number of proposals tried from the beginning.
const AT_ONCE: usize = 16;

/// The proposal with the highest upper confidence bound; untried ones first, in order.
fn next_trial(trials: &[Trial], pace: &Pace) -> usize {
    let all: u32 = trials.iter().map(Trial::begun).sum();
    let open = AT_ONCE.max((all / pace.trials_per_proposal) as usize).min(trials.len());
    let trials = &trials[..open];
    if let Some(fresh) = trials.iter().position(|trial| trial.begun() == 0) {
        return fresh;
    }
    let log = libm::log(f64::from(all));
    let bound = |trial: &Trial| {
        // A visit that has not come to an end counts as a loss, so that threads try different actions.
        let visits = f64::from(trial.begun());
        trial.total / visits + pace.urge * libm::sqrt(log / visits)
    };
    let bounds = trials.iter().map(bound).enumerate();
    bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index)
}

/// Plays an action and its continuation, and evaluates the stones lost.
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
    // Once everything is built, the next seat's turn would only blur the cost of this throw.
    let ahead = strength.thought == Thinking::Next && !matches!(state.phase(), Phase::Throw);
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

/// A possible next step, as far as one seat can tell.
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
            let (own, others) = strength.hands(state);
            let hand = if mover == seat { own } else { others };
            let token = tremble(state, action.to_string(), hand, rand_core::Rng::next_u64(rng));
            token.parse().ok()
        }
    }
}

/// The value for a seat at the end of a trial.
fn value(before: &Sun, after: &Sun, seat: Seat) -> f64 {
    if let Turn::Over(outcome) = after.turn() {
        return outcome.payoff(seat);
    }
    let (Some(then), Some(now)) = (before.score(), after.score()) else { return 0.5 };
    worth(before, seat, |seat| f64::from(now[seat] - then[seat]))
}

/// What a position is worth to a seat if the seats lose these many stones from here on: a half, plus a share of the
/// lead over each rival.
fn worth(before: &Sun, seat: Seat, lost: impl Fn(Seat) -> f64) -> f64 {
    let Some(then) = before.score() else { return 0.5 };
    let end = |seat: Seat| f64::from(then[seat]) + lost(seat);
    let rivals = Seat::all(then.seats()).filter(|&other| other != seat);
    let leads: f64 = rivals.map(|rival| (end(rival) - end(seat)).clamp(-LEAD, LEAD)).sum();
    0.5 + STONE * leads / (then.seats() as f64 - 1.0)
}
