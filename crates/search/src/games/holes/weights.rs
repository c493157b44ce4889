//! The learned judgement of 58 Holes: a weight for every place that a piece can be.
//!
//! The winning chance of the seat that throws next is the logistic function of the difference of both
//! sides' sums, plus what the throw is worth. The weights were learned by self-play with temporal
//! differences: `sarsen table holes --learn 20000`.

use std::sync::OnceLock;

use sarsen_core::chance::{self, Generator};
use sarsen_core::{Chance, Rules, Seat, Turn, legal_actions};
use sarsen_holes::track::holes;
use sarsen_holes::{Holes, Ruleset, Side, Stage};

/// Places: 30 for holes (index 0 unused), then hand, Shen hole, removed, an empty lane, the throw.
const PLACES: usize = 35;
const HAND: usize = 30;
const SHEN: usize = 31;
const REMOVED: usize = 32;
const FREE_START: usize = 33;
const THROW: usize = 34;

/// A weight for every place.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    places: [f64; PLACES],
}

impl Weights {
    /// Those that come with the program.
    pub fn learned() -> &'static Weights {
        static LEARNED: OnceLock<Weights> = OnceLock::new();
        LEARNED.get_or_init(|| {
            Weights::parse(include_str!("../../../data/holes.weights"))
                .expect("the weights that come with the program are well formed")
        })
    }

    /// Reads weights: one number a line, `#` begins a comment.
    pub fn parse(text: &str) -> Option<Weights> {
        let numbers =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let numbers: Option<Vec<f64>> = numbers.map(|line| line.parse().ok()).collect();
        Some(Weights { places: numbers?.try_into().ok()? })
    }

    /// The weights as [`Weights::parse`] reads them.
    pub fn to_text(&self) -> String {
        self.places.iter().map(|weight| format!("{weight:.5}\n")).collect()
    }

    /// The winning chance of a seat.
    pub fn chance(&self, state: &Holes, seat: Seat) -> f64 {
        let chance = logistic(self.sum(&features(state)));
        if state.seat() == seat { chance } else { 1.0 - chance }
    }

    fn sum(&self, features: &[f64; PLACES]) -> f64 {
        self.places.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }
}

fn logistic(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
}

/// What is true of a position, for the seat that throws or acts.
fn features(state: &Holes) -> [f64; PLACES] {
    let mut features = [0.0; PLACES];
    let mover = state.seat();
    add_side(&mut features, state.side(mover), 1.0);
    add_side(&mut features, state.side(mover.other()), -1.0);
    features[THROW] = if state.stage() == Stage::Throw { 1.0 } else { 0.0 };
    features
}

fn add_side(features: &mut [f64; PLACES], side: &Side, sign: f64) {
    for hole in holes(side.lane) {
        features[usize::from(hole.number())] += sign;
    }
    features[HAND] += sign * f64::from(side.hand);
    features[SHEN] += sign * f64::from(side.shen);
    features[REMOVED] += sign * f64::from(side.removed);
    features[FREE_START] += if side.lane & 2 == 0 { sign } else { 0.0 };
}

/// Learns weights from games that the learner plays against itself.
pub fn learn(rules: Ruleset, games: u32, seed: u64, mut told: impl FnMut(u32)) -> Weights {
    let mut rng = chance::generator(seed);
    let mut weights = Weights { places: [0.0; PLACES] };
    for hole in 1..30 {
        weights.places[hole] = 0.02 * hole as f64;
    }
    weights.places[REMOVED] = -1.0;
    let mut mean = [0.0; PLACES];
    for game in 0..games {
        let rate = 0.05 / (1.0 + 10.0 * f64::from(game) / f64::from(games));
        play_and_learn(&mut weights, rules, rate, &mut rng);
        // The mean of the last half is steadier than where the last game happened to end.
        if game >= games / 2 {
            for (mean, weight) in mean.iter_mut().zip(weights.places) {
                *mean += weight / f64::from(games - games / 2);
            }
        }
        told(game + 1);
    }
    Weights { places: mean }
}

/// One game; every position before a throw is drawn towards what followed it (TD(0)).
fn play_and_learn(weights: &mut Weights, rules: Ruleset, rate: f64, rng: &mut Generator) {
    let mut state = Holes::new(rules);
    let mut before: Option<(Seat, [f64; PLACES])> = None;
    loop {
        match state.turn() {
            Turn::Over(outcome) => {
                if let Some((seat, features)) = before {
                    correct(weights, &features, outcome.payoff(seat), rate);
                }
                return;
            }
            Turn::Chance => {
                if state.stage() == Stage::Throw {
                    if let Some((seat, features)) = before {
                        let target = weights.chance(&state, seat);
                        correct(weights, &features, target, rate);
                    }
                    before = Some((state.seat(), features(&state)));
                }
                let Some(throw) = state.draw(rng) else { return };
                state.apply(throw);
            }
            Turn::Seat(seat) => state.apply(best(weights, &state, seat, rng)),
        }
    }
}

fn correct(weights: &mut Weights, features: &[f64; PLACES], target: f64, rate: f64) {
    let error = target - logistic(weights.sum(features));
    for (weight, feature) in weights.places.iter_mut().zip(features) {
        *weight += rate * error * feature;
    }
}

/// The action with the best judgement; now and then another one, so that everything is seen.
fn best(weights: &Weights, state: &Holes, seat: Seat, rng: &mut Generator) -> sarsen_holes::Action {
    let actions = legal_actions(state);
    if chance::below(rng, 20) == 0 {
        return actions[chance::below(rng, actions.len() as u64) as usize];
    }
    let value = |action: sarsen_holes::Action| {
        let mut child = *state;
        child.apply(action);
        match child.turn() {
            Turn::Over(outcome) => outcome.payoff(seat),
            _ => weights.chance(&child, seat),
        }
    };
    let values = actions.iter().map(|&action| (value(action), action));
    values.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, action)| action).unwrap_or(actions[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back() {
        let text = Weights::learned().to_text();
        assert_eq!(Weights::parse(&text).unwrap().to_text(), text);
        assert_eq!(Weights::parse("1\n2\n"), None);
    }

    #[test]
    fn learning_finds_that_pieces_further_on_are_worth_more_and_lost_ones_less() {
        let rules = Ruleset { pieces: 2, ..Weights::rules_of_test() };
        let weights = learn(rules, 1500, 3, |_| {});
        assert!(weights.places[29] > weights.places[2], "{weights:?}");
        assert!(weights.places[REMOVED] < weights.places[HAND], "{weights:?}");
    }

    impl Weights {
        fn rules_of_test() -> Ruleset {
            Holes::start(&sarsen_core::Options::defaults(Holes::SPEC)).ruleset()
        }
    }
}
