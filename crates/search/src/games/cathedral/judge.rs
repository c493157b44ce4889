//! The evaluation of Cathedral: weights for the features of a survey, learned by self-play.

use std::fmt::Write;
use std::sync::OnceLock;

use sarsen_cathedral::{Action, Cathedral, SIZE};
use sarsen_core::chance::Generator;
use sarsen_core::{Hashed, ListActions, Rules, Seat, Turn};

use super::network::Network;
use super::survey::{ACTION_WEIGHTS, CHANCE_WEIGHTS, SAID, Survey, first_thoughts, survey};
use crate::knowledge::Weakness;
use crate::puct::{Advice, Guide};

/// The weights of actions and positions.
///
/// ```
/// use sarsen_search::games::cathedral::Weights;
///
/// let weights = Weights::learned();
/// assert_eq!(Weights::parse(&weights.to_text()).as_ref(), Some(weights));
/// assert!(Weights::parse("1 2 3").is_none(), "too few");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    actions: Vec<f32>,
    chance: Vec<f32>,
}

impl Weights {
    /// The built-in weights.
    pub fn learned() -> &'static Weights {
        static LEARNED: OnceLock<Weights> = OnceLock::new();
        LEARNED.get_or_init(|| {
            Weights::parse(include_str!("../../../data/cathedral.weights"))
                .expect("the weights that come with the program are well formed")
        })
    }

    /// The initial weights for learning.
    pub(super) fn first() -> Weights {
        let mut weights =
            Weights { actions: vec![0.0; ACTION_WEIGHTS], chance: vec![0.0; CHANCE_WEIGHTS] };
        first_thoughts(&mut weights.actions, &mut weights.chance);
        weights
    }

    /// Reads weights separated by white space; lines that start with `#` are comments.
    pub fn parse(text: &str) -> Option<Weights> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let numbers = lines.flat_map(str::split_whitespace).map(|word| word.parse::<f32>().ok());
        let mut actions: Vec<f32> = numbers.collect::<Option<_>>()?;
        let sound = actions.iter().all(|number| number.is_finite());
        if !sound || actions.len() != ACTION_WEIGHTS + CHANCE_WEIGHTS {
            return None;
        }
        let chance = actions.split_off(ACTION_WEIGHTS);
        Some(Weights { actions, chance })
    }

    /// The weights as [`Weights::parse`] reads them.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for line in [&self.actions, &self.chance].into_iter().flat_map(|all| all.chunks(12)) {
            let words: Vec<String> = line.iter().map(|weight| format!("{weight:.4}")).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", words.join(" "));
        }
        text
    }

    /// The winning chance of the seat to act, from a survey.
    pub(super) fn chance(&self, survey: &Survey) -> f64 {
        let sum: f32 = self.chance.iter().zip(survey.numbers).map(|(w, number)| w * number).sum();
        1.0 / (1.0 + libm::exp(-f64::from(sum)))
    }

    /// The prior of each action; they sum to 1.
    pub(super) fn expectations(&self, survey: &Survey) -> Vec<f32> {
        let sum = |said: &[u16; SAID]| {
            said.iter().map(|&index| self.actions[usize::from(index)]).sum::<f32>()
        };
        let sums: Vec<f32> = survey.actions.iter().map(|(_, said)| sum(said)).collect();
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let mut shares: Vec<f32> = sums.iter().map(|sum| libm::expf(sum - most)).collect();
        let total: f32 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= total);
        shares
    }

    /// Moves the evaluation of a position towards a chance, and its priors towards shares of visits.
    pub(super) fn correct(
        &mut self,
        survey: &Survey,
        chance: f64,
        shares: &[f32],
        rates: [f32; 2],
    ) {
        let error = (chance - self.chance(survey)) as f32;
        for (weight, number) in self.chance.iter_mut().zip(survey.numbers) {
            *weight += rates[0] * error * number;
        }
        let expected = self.expectations(survey);
        for (((_, said), share), expected) in survey.actions.iter().zip(shares).zip(expected) {
            for &index in said {
                self.actions[usize::from(index)] += rates[1] * (share - expected);
            }
        }
    }
}

/// What says how a position stands and what is to be expected of its actions.
#[derive(Clone, Copy)]
pub(super) enum Judgement<'a> {
    /// Weights over a survey.
    Weights(&'a Weights),
    /// A network over the observation.
    Network(&'a Network),
}

impl Judgement<'_> {
    /// The chance of the seat to act, and what is expected of each action of the survey.
    fn of(self, state: &Cathedral, seat: Seat, survey: &Survey) -> (f64, Vec<f32>) {
        match self {
            Judgement::Weights(weights) => (weights.chance(survey), weights.expectations(survey)),
            Judgement::Network(network) => {
                let opinion = network.judge(state, seat);
                let actions = survey.actions.iter().map(|&(action, _)| action);
                (opinion.chance, opinion.expectations(actions))
            }
        }
    }
}

/// The evaluation as used by a player: a weak one errs.
pub(super) struct Judge<'a> {
    pub(super) judgement: Judgement<'a>,
    pub(super) weakness: Weakness,
    pub(super) seed: u64,
}

impl Guide<Cathedral> for Judge<'_> {
    fn advise(&self, state: &Cathedral) -> Advice<Action> {
        let Some(seat) = state.turn().seat() else {
            return Advice { chance: 0.5, exact: true, actions: Vec::new() };
        };
        let survey = survey(state, seat);
        let (judged, shares) = self.judgement.of(state, seat, &survey);
        let mut actions: Vec<(Action, f32)> = survey
            .actions
            .iter()
            .zip(shares)
            .map(|((action, _), share)| (*action, share))
            .collect();
        let exact = survey.settled.filter(|_| self.weakness == Weakness::NONE);
        let chance = exact.unwrap_or(judged);
        if self.weakness != Weakness::NONE {
            self.overlook(state, &mut actions);
        }
        let error = self.weakness.error(state.hash(), self.seed);
        Advice { chance: (chance + error).clamp(0.0, 1.0), exact: exact.is_some(), actions }
    }

    fn sample(
        &self,
        state: &Cathedral,
        rng: &mut Generator,
        played: &mut Vec<(Seat, Action)>,
    ) -> f64 {
        let Some(seat) = state.turn().seat() else { return 0.5 };
        let mut end = state.clone();
        while let Turn::Seat(mover) = end.turn()
            && let Some(action) = end.random_action(rng)
        {
            played.push((mover, action));
            end.apply(action);
        }
        if let Turn::Over(outcome) = end.turn() { outcome.payoff(seat) } else { 0.5 }
    }

    fn number(&self, seat: Seat, action: Action) -> u16 {
        // Actions other than placements are all treated alike.
        let Action::Place(placement) = action else { return 0 };
        let square = placement.square();
        let turned = placement.piece() as usize * 4 + usize::from(placement.rotation());
        let place = (turned * SIZE + square.row()) * SIZE + square.column();
        1 + (2 * place + (seat.index() & 1)) as u16
    }
}

impl Judge<'_> {
    /// Leaves out what a weak player does not see; at least one action remains.
    fn overlook(&self, state: &Cathedral, actions: &mut Vec<(Action, f32)>) {
        let hash = state.hash();
        let first = actions.first().copied();
        let mut place = 0;
        actions.retain(|_| {
            place += 1;
            !self.weakness.overlooks(hash, place - 1, self.seed)
        });
        if actions.is_empty() {
            actions.extend(first);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sarsen_cathedral::Placement;

    use super::super::land::spots;
    use super::*;

    #[test]
    fn every_placement_of_every_seat_has_its_own_number() {
        let judgement = Judgement::Weights(Weights::learned());
        let judge = Judge { judgement, weakness: Weakness::NONE, seed: 0 };
        let number = |seat, placement: Placement| judge.number(seat, Action::Place(placement));
        let mut numbers = HashSet::from([judge.number(Seat::ONE, Action::Pass)]);
        for seat in [Seat::ONE, Seat::TWO] {
            for spot in spots(seat) {
                assert!(numbers.insert(number(seat, spot.placement)), "{:?}", spot.placement);
            }
        }
        assert!(numbers.len() > 4_000, "{}", numbers.len());
    }

    #[test]
    fn weights_read_back() {
        let text = Weights::learned().to_text();
        assert_eq!(Weights::parse(&text).unwrap(), *Weights::learned());
        assert_eq!(Weights::parse("1 2"), None);
    }
}
