//! The learned evaluation of positions and druids.
//!
//! The winning chance of the mover is the logistic function of a sum: one weight for every undecided line, by its empty
//! cells and the mover's lead, one for the decided lines, one for every druid in hand, and one for the turn. The
//! weights depend on the number of empty cells. They are learned from positions solved by the solver: `sarsen table
//! stonehenge --learn 1000`.

use std::sync::OnceLock;

use sarsen_core::chance::{self, Generator};
use sarsen_core::{ListActions, Options, Rules};
use sarsen_stonehenge::Stonehenge;
use sarsen_stonehenge::hand::{Hand, MAX_VALUE};

use super::compact::{Compact, bits};
use super::druids::Fact;
use super::judge::promise_of;
use super::lanes::Lanes;
use super::solver::Solver;
use crate::limits::Budget;

/// The promise of a druid on a cell that decides nothing.
const DEAD: i32 = -400;

/// Leads are clamped to this.
const WIDEST: i8 = 15;
const LEADS: usize = 2 * WIDEST as usize + 1;
/// Lines with 1 to 5 empty cells, six values of druids, decided lines, the turn.
const NUMBERS: usize = 5 * LEADS + 6 + 2;
const HAND: usize = 5 * LEADS;
const WON: usize = HAND + 6;
const TURN: usize = WON + 1;
const PHASES: usize = 4;

/// The weights of one phase of the game.
#[derive(Clone, PartialEq, Debug)]
struct Phase([f32; NUMBERS]);

/// The weights of the evaluation.
///
/// ```
/// use sarsen_search::games::stonehenge::Weights;
///
/// let _ = Weights::learned();
/// assert!(Weights::parse("# no numbers").is_none());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    phases: Vec<Phase>,
}

fn phase_of(left: u32) -> usize {
    match left {
        0..=6 => 0,
        7..=8 => 1,
        9..=10 => 2,
        _ => 3,
    }
}

impl Weights {
    /// The built-in weights.
    pub fn learned() -> &'static Weights {
        static LEARNED: OnceLock<Weights> = OnceLock::new();
        LEARNED.get_or_init(|| {
            Weights::parse(include_str!("../../../data/stonehenge.weights"))
                .expect("the weights that come with the program are well formed")
        })
    }

    /// Reads weights: one number per line; `#` starts a comment.
    pub fn parse(text: &str) -> Option<Weights> {
        let lines = text.lines().map(str::trim);
        let numbers: Option<Vec<f32>> = lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| line.parse().ok())
            .collect();
        let phases: Vec<Phase> =
            numbers?.chunks(NUMBERS).map_while(|part| Some(Phase(part.try_into().ok()?))).collect();
        (phases.len() == PHASES).then_some(Weights { phases })
    }

    /// Hand-made weights from which learning starts: a lead counts for more on a shorter line.
    fn by_hand() -> Weights {
        const REACH: [f32; 5] = [6.0, 10.0, 13.0, 15.0, 17.0];
        let mut phase = Phase([0.0; NUMBERS]);
        for empty in 1..=5 {
            for lead in -WIDEST..=WIDEST {
                let reach = REACH[usize::from(empty) - 1];
                phase.0[place_of(empty, lead)] = (f32::from(lead) / reach).clamp(-1.0, 1.0) * 0.67;
            }
        }
        for value in 1..=MAX_VALUE {
            phase.0[HAND + usize::from(value) - 1] = 0.047 * f32::from(value);
        }
        phase.0[WON] = 0.67;
        Weights { phases: vec![phase; PHASES] }
    }

    #[inline]
    fn promises(&self, position: &Compact) -> Promises<'_> {
        let phase = &self.phases[phase_of(position.left().saturating_sub(1))];
        Promises { phase, other: position.other_hand() }
    }

    /// The evaluation of every phase, to be tabulated.
    pub(crate) fn gains(&self) -> impl Iterator<Item = Gain<'_>> {
        self.phases.iter().map(|phase| Gain { weights: &phase.0 })
    }

    /// The weights as [`Weights::parse`] reads them.
    pub fn to_text(&self) -> String {
        self.phases
            .iter()
            .flat_map(|phase| phase.0)
            .map(|weight| format!("{weight:.4}\n"))
            .collect()
    }
}

#[inline]
fn place_of(empty: u8, lead: i8) -> usize {
    (usize::from(empty) - 1) * LEADS + (lead.clamp(-WIDEST, WIDEST) + WIDEST) as usize
}

/// The parts of which [`Promises::promise`] is the sum, line by line.
pub(crate) struct Gain<'w> {
    weights: &'w [f32; NUMBERS],
}

impl Gain<'_> {
    /// The phase of positions after a druid on one of `left` empty cells.
    #[inline]
    pub(crate) fn phase_after(left: u32) -> usize {
        phase_of(left.saturating_sub(1))
    }

    /// The value of a line to the other seat before the druid, with this many empty cells after it.
    fn before(&self, empty: u8, lead: i8) -> f32 {
        self.weights[place_of(empty + 1, -lead)]
    }

    /// For a value that wins the line at once.
    pub(crate) fn takes(&self, empty: u8, lead: i8) -> f32 {
        self.before(empty, lead) + self.weights[WON]
    }

    /// For a value that fills the line without winning it.
    pub(crate) fn fails(&self, lead: i8) -> f32 {
        self.before(0, lead) - self.weights[WON]
    }

    /// For a value that leaves the line undecided.
    pub(crate) fn leaves(&self, empty: u8, lead: i8, value: i8) -> f32 {
        self.before(empty, lead) - self.weights[place_of(empty, -(lead + value))]
    }

    /// The cost of no longer having a value; zero if no druid has it.
    pub(crate) fn spends(&self, value: u8) -> f32 {
        if (1..=MAX_VALUE).contains(&value) {
            self.weights[HAND + usize::from(value) - 1]
        } else {
            0.0
        }
    }
}

/// The parts of the promises of a position's druids.
pub(crate) struct Promises<'w> {
    phase: &'w Phase,
    other: Hand,
}

/// The promises of a position.
#[inline]
pub(crate) fn promises(position: &Compact) -> Promises<'static> {
    Weights::learned().promises(position)
}

impl Promises<'_> {
    /// The promise of a value on a cell, from the facts of its undecided lines: the line, the mover's lead, and the
    /// number of its empty cells afterwards. It is the loss in value for the other seat, which is to act then.
    #[inline]
    pub(crate) fn promise(&self, facts: &[Fact], value: u8) -> i32 {
        if facts.is_empty() {
            return DEAD - i32::from(value);
        }
        let weights = &self.phase.0;
        let mut sum = -weights[HAND + usize::from(value) - 1];
        for &(_, lead, empty) in facts {
            let after = lead + value as i8;
            sum += weights[place_of(empty + 1, -lead)];
            sum += if empty == 0 {
                if after > 0 { weights[WON] } else { -weights[WON] }
            } else if after >= self.other.best(empty) as i8 {
                weights[WON]
            } else {
                -weights[place_of(empty, -after)]
            };
        }
        (sum * 1000.0) as i32
    }
}

/// The winning chance of the mover.
pub(crate) fn chance(position: &Compact) -> f64 {
    let weights = &Weights::learned().phases[phase_of(position.left())].0;
    let mut sum = 0.0;
    visit(position, |index, amount| sum += weights[index] * amount);
    logistic(f64::from(sum))
}

/// The logarithm of the mover's odds, as [`chance`] estimates them.
pub(crate) fn log_odds(position: &Lanes) -> f32 {
    let weights = &Weights::learned().phases[phase_of(position.left())].0;
    let own = position.own();
    let won = [own, 1 - own].map(|seat| position.won_by(seat).count_ones() as f32);
    let mut sum = weights[TURN] + weights[WON] * (won[0] - won[1]);
    let (open, leads) = (position.open(), position.leads());
    for line in bits(u32::from(position.undecided())) {
        sum += weights[place_of(open[line] as u8, leads[line])];
    }
    let (own, other) = (position.own_hand(), position.other_hand());
    for value in 1..=MAX_VALUE {
        let more = f32::from(own.count(value)) - f32::from(other.count(value));
        sum += weights[HAND + usize::from(value) - 1] * more;
    }
    sum
}

fn logistic(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
}

/// Calls `visit` with every feature of a position: the weight's number, and its amount.
fn visit(position: &Compact, mut visit: impl FnMut(usize, f32)) {
    let mover = usize::from(position.mover);
    visit(TURN, 1.0);
    visit(WON, f32::from(position.won[mover]) - f32::from(position.won[1 - mover]));
    for line in bits(u32::from(position.undecided)) {
        visit(place_of(position.empty_on(line), position.lead(line)), 1.0);
    }
    let (own, other) = (position.own_hand(), position.other_hand());
    for value in 1..=MAX_VALUE {
        let more = f32::from(own.count(value)) - f32::from(other.count(value));
        visit(HAND + usize::from(value) - 1, more);
    }
}

/// Learns weights from `count` solved positions for each number of empty cells from 5 to 10, and from a quarter as many
/// with 11 and 12, which take much longer to solve.
pub fn learn(
    positions: u32,
    seed: u64,
    budget: &Budget<'_>,
    mut progress: impl FnMut(u32),
) -> Weights {
    let mut rng = chance::generator(seed);
    let solver = Solver::new(16 << 20, 1);
    let by_hand = Weights::by_hand();
    let mut weights = by_hand.clone();
    let mut done = 0;
    for lefts in [[5, 6], [7, 8], [9, 10], [11, 12]] {
        let phase = phase_of(lefts[0]);
        // With few examples, weights are pulled towards those of the following phase.
        if phase > 0 {
            weights.phases[phase] = weights.phases[phase - 1].clone();
        }
        let count = if lefts[0] > 10 { positions / 4 } else { positions };
        let mut examples = Vec::new();
        for left in lefts {
            for _ in 0..count {
                let position = Compact::of(&random(left, &by_hand, &mut rng));
                if let Some(verdict) = solver.solve(&position, budget) {
                    examples.push((position, verdict.wins));
                }
                done += 1;
                progress(done);
            }
        }
        fit(&mut weights.phases[phase], &examples, &mut rng);
    }
    weights
}

/// A position with this many empty cells, from play that is half random and half sensible.
fn random(left: u32, weights: &Weights, rng: &mut Generator) -> Stonehenge {
    let sensible = chance::below(rng, 2) == 0;
    loop {
        let mut state = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
        while state.empty_cells().count_ones() > left {
            let tries = if sensible { 4 } else { 1 };
            let actions: Vec<_> = (0..tries).filter_map(|_| state.random_action(rng)).collect();
            let position = Compact::of(&state);
            let promises = weights.promises(&position);
            let promise = |&action: &_| promise_of(&position, action, &promises);
            let Some(action) = actions.into_iter().max_by_key(promise) else { break };
            state.apply(action);
        }
        if !state.turn().is_over() && Compact::of(&state).settled().is_none() {
            return state;
        }
    }
}

/// Logistic regression by stochastic gradient descent, regularised towards its initial weights.
fn fit(phase: &mut Phase, examples: &[(Compact, bool)], rng: &mut Generator) {
    const ROUNDS: u32 = 30;
    let start = phase.0;
    let mut order: Vec<usize> = (0..examples.len()).collect();
    for round in 0..ROUNDS {
        let rate = 0.05 / (1.0 + round as f32 / 5.0);
        chance::shuffle(rng, &mut order);
        for &index in &order {
            let (position, wins) = &examples[index];
            let mut sum = 0.0;
            visit(position, |at, amount| sum += phase.0[at] * amount);
            let error = f32::from(u8::from(*wins)) - logistic(f64::from(sum)) as f32;
            visit(position, |at, amount| phase.0[at] += rate * error * amount);
        }
        for (weight, start) in phase.0.iter_mut().zip(start) {
            *weight += 0.02 * (start - *weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Cancel, Limits};

    #[test]
    fn weights_read_back_and_others_are_refused() {
        let text = Weights::learned().to_text();
        assert_eq!(Weights::parse(&text).unwrap().to_text(), text);
        assert_eq!(Weights::parse("1\n2\n"), None);
        assert_eq!(Weights::parse(&text.replacen("\n", "x\n", 1)), None);
    }

    #[test]
    fn the_judgement_tells_won_from_lost_positions() {
        let cancel = Cancel::default();
        let budget = Budget::new(&Limits::default(), &cancel);
        let mut rng = chance::generator(77);
        let solver = Solver::new(1 << 20, 1);
        let right = (0..200)
            .filter(|_| {
                let position = Compact::of(&random(8, Weights::learned(), &mut rng));
                let wins = solver.solve(&position, &budget).unwrap().wins;
                wins == (chance(&position) > 0.5)
            })
            .count();
        assert!(right > 130, "{right} of 200");
    }
}
