//! The figures of games, with their 95 % confidence intervals.

use sarsen_catalog::{Legal, Position};
use sarsen_core::{Outcome, PerSeat, Seat, Turn};
use serde::Serialize;

/// The half-width of a 95 % interval, in standard errors.
const Z: f64 = 1.96;

/// The counts of one game.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// Actions of the seats.
    pub(crate) decisions: u32,
    /// Actions of chance.
    pub(crate) draws: u32,
    /// The total number of choices over all decisions; `None` if they cannot be listed.
    pub(crate) choices: Option<u64>,
    /// The largest number of choices at one decision.
    pub(crate) most_choices: u64,
    /// Whether it ended by the rules.
    pub(crate) by_rules: bool,
    /// How it ended, by the rules or by resignation.
    pub(crate) outcome: Option<Outcome>,
    /// The points, for games that ended by the rules and keep score.
    pub(crate) score: Option<PerSeat<i32>>,
}

impl Played {
    /// Plays actions from a position until there are no more, counting on the way. The actions must be legal.
    pub(crate) fn count(
        mut position: Box<dyn Position>,
        mut next: impl FnMut(&dyn Position) -> Option<String>,
    ) -> Played {
        let (mut decisions, mut draws) = (0, 0);
        let (mut choices, mut most_choices) = (Some(0), 0);
        while let Some(action) = next(position.as_ref()) {
            match position.turn() {
                Turn::Seat(seat) => {
                    decisions += 1;
                    let listed = listed(&position.choices(seat));
                    choices = choices.zip(listed).map(|(sum, count)| sum + count);
                    most_choices = most_choices.max(listed.unwrap_or(0));
                }
                Turn::Chance | Turn::Over(_) => draws += 1,
            }
            position.play(&action).expect("the actions of a game are legal");
        }
        let outcome = position.turn().outcome();
        let score = outcome.and(position.score());
        Played {
            decisions,
            draws,
            choices,
            most_choices,
            by_rules: outcome.is_some(),
            outcome,
            score,
        }
    }
}

fn listed(legal: &Legal) -> Option<u64> {
    match legal {
        Legal::Actions { actions } => Some(actions.len() as u64),
        _ => None,
    }
}

/// A mean and the half-width of its interval; `None` for a single game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Mean {
    pub(crate) mean: f64,
    pub(crate) margin: Option<f64>,
}

impl Mean {
    /// The mean of one value per game.
    pub(crate) fn of(values: impl Iterator<Item = f64> + Clone) -> Option<Mean> {
        Mean::ratio(values.map(|value| (value, 1.0)))
    }

    /// The ratio of two sums, with one pair of numbers per game. Counts within a game are not independent, so the
    /// variance is that between games.
    pub(crate) fn ratio(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Mean> {
        let (mut above, mut below, mut games) = (0.0, 0.0, 0.0);
        for (a, b) in pairs.clone() {
            (above, below, games) = (above + a, below + b, games + 1.0);
        }
        if below == 0.0 {
            return None;
        }
        let mean = above / below;
        let squares: f64 = pairs.map(|(a, b)| (a - mean * b).powi(2)).sum();
        let margin = (games > 1.0).then(|| {
            let variance = squares / (games - 1.0) / games;
            Z * variance.sqrt() / (below / games)
        });
        Some(Mean { mean, margin })
    }
}

/// A share of points and its Wilson interval, which also holds for few games or if all ended the same way.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Share {
    pub(crate) share: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Share {
    pub(crate) fn new(points: f64, games: f64) -> Option<Share> {
        if games == 0.0 {
            return None;
        }
        let share = points / games;
        let z2 = Z * Z / games;
        let centre = (share + z2 / 2.0) / (1.0 + z2);
        let width = Z * (share * (1.0 - share) / games + z2 / games / 4.0).sqrt() / (1.0 + z2);
        Some(Share { share, low: (centre - width).max(0.0), high: (centre + width).min(1.0) })
    }
}

/// The results of one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct SeatFigures {
    pub(crate) seat: Seat,
    /// Games in which the seat was the sole winner.
    pub(crate) won: u32,
    /// Games in which it shared first place.
    pub(crate) shared: u32,
    /// The mean payoff by rank, from 0 to 1.
    pub(crate) points: Option<Share>,
    /// The final score, for games that keep score.
    pub(crate) score: Option<Mean>,
}

/// The figures of games of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Figures {
    pub(crate) games: usize,
    /// The number of games ended by the rules.
    pub(crate) finished: usize,
    /// The number of games ended otherwise, according to their records.
    pub(crate) given_up: usize,
    /// The number of actions in finished games, including those of chance.
    pub(crate) length: Option<Mean>,
    pub(crate) shortest: Option<u32>,
    pub(crate) median: Option<u32>,
    pub(crate) longest: Option<u32>,
    /// The number of decisions in finished games.
    pub(crate) decisions: Option<Mean>,
    /// The number of chance actions in finished games.
    pub(crate) draws: Option<Mean>,
    /// Choices per decision, in all games; `None` if they cannot be listed.
    pub(crate) branching: Option<Mean>,
    pub(crate) most_choices: Option<u64>,
    pub(crate) seats: Vec<SeatFigures>,
}

impl Figures {
    pub(crate) fn of(games: &[Played], seats: usize) -> Figures {
        let finished = games.iter().filter(|game| game.by_rules);
        let length = |game: &&Played| game.decisions + game.draws;
        let mut lengths: Vec<u32> = finished.clone().map(|game| length(&game)).collect();
        lengths.sort_unstable();
        let choices = games.iter().map(|game| game.choices).collect::<Option<Vec<_>>>();
        let branching = choices.as_ref().and_then(|choices| {
            let pairs = choices.iter().zip(games);
            Mean::ratio(pairs.map(|(&choices, game)| (choices as f64, f64::from(game.decisions))))
        });
        Figures {
            games: games.len(),
            finished: lengths.len(),
            given_up: games.iter().filter(|game| !game.by_rules && game.outcome.is_some()).count(),
            length: Mean::of(lengths.iter().map(|&length| f64::from(length))),
            shortest: lengths.first().copied(),
            median: lengths.get(lengths.len() / 2).copied(),
            longest: lengths.last().copied(),
            decisions: Mean::of(finished.clone().map(|game| f64::from(game.decisions))),
            draws: Mean::of(finished.map(|game| f64::from(game.draws))),
            most_choices: branching.and(games.iter().map(|game| game.most_choices).max()),
            branching,
            seats: Seat::all(seats).map(|seat| of_seat(games, seat)).collect(),
        }
    }
}

fn of_seat(games: &[Played], seat: Seat) -> SeatFigures {
    let outcomes = games.iter().filter_map(|game| game.outcome);
    let won = outcomes.clone().filter(|outcome| outcome.winner() == Some(seat)).count() as u32;
    let best = outcomes.clone().filter(|outcome| outcome.ranks()[seat] == 1).count() as u32;
    let points: f64 = outcomes.clone().map(|outcome| outcome.payoff(seat)).sum();
    let scores = games.iter().filter_map(|game| game.score);
    SeatFigures {
        seat,
        won,
        shared: best - won,
        points: Share::new(points, outcomes.count() as f64),
        score: Mean::of(scores.map(|score| f64::from(score[seat]))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_margins_match_known_values() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let mean = Mean::of(values.into_iter()).unwrap();
        // The sample's variance is 32 / 7.
        let margin = 1.96 * (32.0_f64 / 7.0 / 8.0).sqrt();
        assert!((mean.mean - 5.0).abs() < 1e-12 && (mean.margin.unwrap() - margin).abs() < 1e-12);
        assert_eq!(Mean::of([3.0].into_iter()).unwrap().margin, None);
        assert_eq!(Mean::of(std::iter::empty()), None);
    }

    #[test]
    fn a_ratio_varies_by_games() {
        // Ten choices at each of two decisions, forty at each of three.
        let ratio = Mean::ratio([(20.0, 2.0), (120.0, 3.0)].into_iter()).unwrap();
        assert!((ratio.mean - 28.0).abs() < 1e-12);
        assert!(ratio.margin.unwrap() > 0.0);
        // If all decisions are alike, there is no uncertainty.
        let sure = Mean::ratio([(20.0, 2.0), (30.0, 3.0)].into_iter()).unwrap();
        assert!((sure.mean - 10.0).abs() < 1e-12 && sure.margin.unwrap() < 1e-12);
    }

    #[test]
    fn shares_have_a_wilson_interval() {
        // Wilson's interval for 8 in 10, from published tables.
        let share = Share::new(8.0, 10.0).unwrap();
        assert!(
            (share.low - 0.4902).abs() < 5e-4 && (share.high - 0.9433).abs() < 5e-4,
            "{share:?}"
        );
        let all = Share::new(5.0, 5.0).unwrap();
        assert!(all.low < 0.6 && all.high > 0.999, "{all:?}");
        assert_eq!(Share::new(0.0, 0.0), None);
    }
}
