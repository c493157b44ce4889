//! Learning the evaluation by self-play: priors towards the search's visits, chances towards the search's value and the
//! game's result.

use sarsen_cathedral::Cathedral;
use sarsen_core::chance::{self, Generator};
use sarsen_core::{Options, Rules, Turn};

use super::judge::{Judge, Judgement, Weights};
use super::survey::{Survey, survey};
use crate::knowledge::Weakness;
use crate::limits::{Budget, Cancel, Limits};
use crate::puct;

/// The number of positions per search in self-play.
const PLAYOUTS: u64 = 80;
/// The number of actions per game that are drawn by their visits, so that games differ.
const DRAWN: usize = 8;
/// The initial learning rates of chances and priors; they fall to a tenth.
const RATES: [f32; 2] = [0.02, 0.04];

/// Learns from this many games of self-play, reporting the number done.
pub fn learn(games: u32, seed: u64, mut progress: impl FnMut(u32)) -> Weights {
    let mut rng = chance::generator(seed);
    let mut weights = Weights::first();
    for game in 0..games {
        let left = 1.0 - 0.9 * game as f32 / games as f32;
        let (seen, end) = play(&weights, &mut rng);
        for lesson in &seen {
            let payoff = if lesson.first { end } else { 1.0 - end };
            let target = 0.5 * (payoff + lesson.found);
            let rates = RATES.map(|rate| rate * left);
            weights.correct(&lesson.survey, target, &lesson.shares, rates);
        }
        progress(game + 1);
    }
    weights
}

/// A position of self-play.
struct Lesson {
    survey: Survey,
    /// The visits of each action, as shares.
    shares: Vec<f32>,
    /// The search's winning chance of the seat to act.
    found: f64,
    /// Whether that is seat 1.
    first: bool,
}

/// Plays one game; returns seat 1's payoff.
fn play(weights: &Weights, rng: &mut Generator) -> (Vec<Lesson>, f64) {
    let mut state = Cathedral::start(&Options::defaults(Cathedral::SPEC));
    let mut lessons = Vec::new();
    let cancel = Cancel::default();
    loop {
        let seat = match state.turn() {
            Turn::Over(outcome) => return (lessons, outcome.payoff(sarsen_core::Seat::ONE)),
            Turn::Chance => return (lessons, 0.5),
            Turn::Seat(seat) => seat,
        };
        let judgement = Judgement::Weights(weights);
        let judge = Judge { judgement, weakness: Weakness::NONE, seed: 0 };
        let budget = Budget::new(&Limits::nodes(PLAYOUTS), &cancel);
        let found =
            puct::search(&state, None, &judge, &super::settings(1, 64 << 20), &budget, &|_| {});
        let survey = survey(&state, seat);
        let visits = |action| {
            let candidate = found.candidates.iter().find(|candidate| candidate.action == action);
            candidate.map_or(0, |candidate| candidate.nodes)
        };
        let visits: Vec<u32> =
            survey.actions.iter().map(|(action, _)| visits(*action) as u32).collect();
        let total = visits.iter().sum::<u32>().max(1) as f32;
        let shares = visits.iter().map(|&visits| visits as f32 / total).collect();
        let action = if lessons.len() < DRAWN && visits.iter().any(|&visits| visits > 0) {
            survey.actions[chance::weighted(rng, &visits)].0
        } else {
            found.best().action
        };
        // A search without visits teaches nothing.
        if survey.actions.len() > 1 && survey.settled.is_none() {
            let first = seat == sarsen_core::Seat::ONE;
            lessons.push(Lesson { survey, shares, found: found.best().chance, first });
        }
        state.apply(action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_learns_the_same() {
        assert_eq!(learn(1, 3, |_| {}), learn(1, 3, |_| {}));
        assert_ne!(learn(1, 3, |_| {}), Weights::first());
    }
}
