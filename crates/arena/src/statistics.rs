//! Estimates of strength from results.
//!
//! The games of a pair share opening and chance, so pairs are counted instead of games: a pair has one of five scores
//! (the *pentanomial* model used for testing chess engines).

/// The five scores of a pair, as shares: no points, one draw, one point, a win and a draw, two wins.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Replaces a count of zero, as in fishtest (`regularize` in `LLRcalc.py`): what was never seen is not impossible.
/// Larger prior counts would pull towards an even score and break the guarantee of [`Sprt`].
const TRACE: f64 = 1e-3;

/// The results of pairs of games, from the first contestant's side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Score {
    /// The number of pairs with each of [`POINTS`].
    pairs: [f64; 5],
    count: u32,
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Score {
    /// Adds a pair of games by the first contestant's payoffs.
    ///
    /// Games with more than two seats can score between the five values; such a pair is split between its neighbours,
    /// which preserves the mean and never reduces the variance.
    pub fn add(&mut self, payoffs: [f64; 2]) {
        let at = ((payoffs[0] + payoffs[1]) * 2.0).clamp(0.0, 4.0);
        let below = (at as usize).min(3);
        self.pairs[below] += 1.0 - (at - below as f64);
        self.pairs[below + 1] += at - below as f64;
        self.count += 1;
        for payoff in payoffs {
            match payoff {
                p if p > 0.5 => self.wins += 1,
                p if p < 0.5 => self.losses += 1,
                _ => self.draws += 1,
            }
        }
    }

    /// Games won, drawn and lost.
    pub fn counts(&self) -> (u32, u32, u32) {
        (self.wins, self.draws, self.losses)
    }

    /// The number of pairs with no point, half a point, one, one and a half, and two.
    pub fn pentanomial(&self) -> [f64; 5] {
        self.pairs
    }

    /// The number of pairs played.
    pub fn pairs(&self) -> usize {
        self.count as usize
    }

    /// The number of games played.
    pub fn games(&self) -> usize {
        2 * self.pairs()
    }

    /// The share of points, from 0 to 1.
    pub fn share(&self) -> f64 {
        if self.count == 0 {
            return 0.5;
        }
        mean(&self.pairs)
    }

    /// The 95 % interval of the share: the shares that a likelihood ratio test does not reject.
    ///
    /// Twice the log-likelihood cost of a share is compared with the quantile of χ², widened for few pairs as far as
    /// simulation requires (`intervals_hold_the_truth`). It is never a single point.
    pub fn interval(&self) -> (f64, f64) {
        if self.count == 0 {
            return (0.0, 1.0);
        }
        let counts = self.regular();
        let limit = 3.84 * (1.0 + 20.0 / (f64::from(self.count) + 15.0));
        let middle = mean(&counts);
        let end = |mut outside: f64| {
            let mut inside = middle;
            for _ in 0..50 {
                let share = f64::midpoint(outside, inside);
                if 2.0 * cost(&counts, share) <= limit {
                    inside = share;
                } else {
                    outside = share;
                }
            }
            inside
        };
        // The interval reaches 0 only if all games were lost, and 1 only if all were won.
        let low = if self.share() <= 0.0 { 0.0 } else { end(0.0) };
        let high = if self.share() >= 1.0 { 1.0 } else { end(1.0) };
        (low, high)
    }

    /// The Elo difference and its 95 % interval; infinite if all games were lost or won.
    pub fn elo(&self) -> (f64, f64, f64) {
        let (low, high) = self.interval();
        (elo(self.share()), elo(low), elo(high))
    }

    /// The variance of the share, with one extra pair spread over all five scores, so that it is never zero.
    pub(crate) fn variance(&self) -> f64 {
        let mut pairs = self.pairs;
        pairs.iter_mut().for_each(|count| *count += 0.2);
        let middle = mean(&pairs);
        let total: f64 = pairs.iter().sum();
        let squares = pairs.iter().zip(POINTS).map(|(n, point)| n * (point - middle).powi(2));
        squares.sum::<f64>() / total / total
    }

    fn regular(&self) -> [f64; 5] {
        self.pairs.map(|count| if count > 0.0 { count } else { TRACE })
    }
}

/// The results of single games from the side of one seat.
///
/// A game counts like a pair of two equal results, so that the interval is that of as many independent observations as
/// there are games.
///
/// ```
/// use sarsen_arena::SingleGames;
///
/// let mut games = SingleGames::default();
/// [1.0, 1.0, 0.5, 0.0].into_iter().for_each(|payoff| games.add(payoff));
/// assert_eq!(games.counts(), (2, 1, 1));
/// let (low, high) = games.interval();
/// assert!(low < games.share() && games.share() < high);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SingleGames(Score);

impl SingleGames {
    /// Adds a game by the seat's payoff, from 0 to 1.
    pub fn add(&mut self, payoff: f64) {
        self.0.add([payoff, payoff]);
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.0.pairs()
    }

    /// Games won, drawn and lost.
    pub fn counts(&self) -> (u32, u32, u32) {
        let (wins, draws, losses) = self.0.counts();
        (wins / 2, draws / 2, losses / 2)
    }

    /// The share of points, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.0.share()
    }

    /// The 95 % interval of the share, as [`Score::interval`].
    pub fn interval(&self) -> (f64, f64) {
        self.0.interval()
    }
}

fn mean(pairs: &[f64; 5]) -> f64 {
    let points: f64 = pairs.iter().zip(POINTS).map(|(count, point)| count * point).sum();
    points / pairs.iter().sum::<f64>()
}

/// The log-likelihood cost of assuming an expected share: the best distribution's log-likelihood minus that of the best
/// distribution with this mean.
///
/// The latter is p̂ᵢ / (1 + θ (xᵢ − s)) with θ the root of Σ p̂ᵢ (xᵢ − s) / (1 + θ (xᵢ − s)), which falls in θ
/// (M. Van den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution",
/// Proposition 1.1).
fn cost(counts: &[f64; 5], share: f64) -> f64 {
    let share = share.clamp(1e-12, 1.0 - 1e-12);
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    for _ in 0..50 {
        let theta = f64::midpoint(low, high);
        let slope: f64 = counts
            .iter()
            .zip(POINTS)
            .map(|(count, point)| count * (point - share) / (1.0 + theta * (point - share)))
            .sum();
        if slope > 0.0 { low = theta } else { high = theta }
    }
    let theta = f64::midpoint(low, high);
    let terms = counts.iter().zip(POINTS);
    terms.map(|(count, point)| count * libm::log(1.0 + theta * (point - share))).sum()
}

/// The Elo difference for a share of points; infinite for 0 and 1.
pub fn elo(share: f64) -> f64 {
    match share {
        share if share <= 0.0 => f64::NEG_INFINITY,
        share if share >= 1.0 => f64::INFINITY,
        share => -400.0 * libm::log10(1.0 / share - 1.0),
    }
}

/// The share of points for an Elo difference.
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// A sequential test between two Elo differences, with at most 5 % for either error.
///
/// The generalised sequential probability ratio test of fishtest and fastchess (X. Li, J. Liu, Z. Ying,
/// "Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses", 2014): the ratio of
/// the likelihoods of the best pentanomial distributions with one mean and with the other.
///
/// Its errors are those of Wald's test only for many pairs. With few, and above all with many split pairs, the plain
/// bounds let up to 5.7 % through in simulation; with the bounds of a test with 4 % errors it is at most 4.7 %
/// (`sequential_tests_keep_their_promise`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the lower hypothesis.
    pub low: f64,
    /// The difference of the higher one.
    pub high: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is as small as the lower hypothesis says.
    Low,
    /// The difference is as large as the higher hypothesis says.
    High,
    /// More games are needed.
    Open,
}

/// The end of a sequential test: the first time that its ratio reached a bound.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    /// The accepted hypothesis.
    pub verdict: Verdict,
    /// The log-likelihood ratio at that time.
    pub ratio: f64,
    /// The number of pairs it took.
    pub pairs: usize,
}

impl Sprt {
    /// The absolute ratio at which the test is decided.
    pub fn bound() -> f64 {
        libm::log(0.96 / 0.04)
    }

    /// The logarithm of the generalised likelihood ratio.
    pub fn ratio(&self, score: &Score) -> f64 {
        let counts = score.regular();
        cost(&counts, share_of(self.low)) - cost(&counts, share_of(self.high))
    }

    /// The verdict on a score that was undecided one pair before.
    pub fn verdict(&self, score: &Score) -> Verdict {
        match self.ratio(score) {
            _ if score.count == 0 => Verdict::Open,
            ratio if ratio >= Sprt::bound() => Verdict::High,
            ratio if ratio <= -Sprt::bound() => Verdict::Low,
            _ => Verdict::Open,
        }
    }

    /// The decision for pairs in the order of their numbers, so that it depends neither on which game ended first nor
    /// on later pairs.
    pub fn decision(&self, pairs: impl IntoIterator<Item = [f64; 2]>) -> Option<Decision> {
        let mut score = Score::default();
        pairs.into_iter().find_map(|pair| {
            score.add(pair);
            let verdict = self.verdict(&score);
            let (ratio, pairs) = (self.ratio(&score), score.pairs());
            (verdict != Verdict::Open).then_some(Decision { verdict, ratio, pairs })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use sarsen_core::chance::{self, Generator};

    use super::*;

    fn score(wins: usize, losses: usize) -> Score {
        let mut score = Score::default();
        (0..wins).for_each(|_| score.add([1.0, 1.0]));
        (0..losses).for_each(|_| score.add([0.0, 0.0]));
        score
    }

    #[test]
    fn elo_differences_match_known_shares() {
        assert!((elo(0.5)).abs() < 1e-9);
        assert!((elo(0.64) - 100.0).abs() < 1.0);
        assert!((share_of(elo(0.8)) - 0.8).abs() < 1e-9);
    }

    #[test]
    fn three_in_four_pairs_is_about_191_elo_within_its_error_bars() {
        let (middle, low, high) = score(75, 25).elo();
        assert!((middle - 190.8).abs() < 1.0, "{middle}");
        assert!(low > 100.0 && low < middle && high > middle && high < 310.0, "{low} {high}");
    }

    #[test]
    fn a_clear_match_is_decided_and_an_even_one_is_not_at_once() {
        let sprt = Sprt { low: 0.0, high: 50.0 };
        assert_eq!(sprt.verdict(&score(60, 20)), Verdict::High);
        assert_eq!(sprt.verdict(&score(20, 60)), Verdict::Low);
        assert_eq!(sprt.verdict(&score(6, 6)), Verdict::Open);
    }

    #[test]
    fn a_few_split_pairs_decide_nothing() {
        let mut split = Score::default();
        for _ in 0..5 {
            split.add([1.0, 0.0]);
        }
        let sprt = Sprt { low: 0.0, high: 50.0 };
        assert_eq!(sprt.verdict(&split), Verdict::Open, "{}", sprt.ratio(&split));
    }

    #[test]
    fn the_ratio_is_that_of_the_best_distributions_with_both_means() {
        // Only won and lost pairs, so that the best distribution with a mean is the binomial one.
        let ratio = Sprt { low: 0.0, high: 100.0 }.ratio(&score(30, 10));
        let high = share_of(100.0);
        let plain = 30.0 * libm::log(high / 0.5) + 10.0 * libm::log((1.0 - high) / 0.5);
        assert!((ratio - plain).abs() < 0.02, "{ratio} {plain}");
    }

    #[test]
    fn an_interval_is_never_a_point() {
        for (wins, losses) in [(0, 10), (10, 0), (1, 0), (0, 1), (0, 1000), (5, 5)] {
            let (_, low, high) = score(wins, losses).elo();
            assert!(high - low > 1.0, "{wins} {losses}: {low} to {high}");
        }
        let (middle, low, high) = score(0, 10).elo();
        assert_eq!((middle, low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!((-300.0..-150.0).contains(&high), "{high}");
        let mut split = Score::default();
        (0..10).for_each(|_| split.add([0.0, 1.0]));
        let (low, high) = split.interval();
        assert!(low < 0.45 && high > 0.55, "{low} {high}");
    }

    #[test]
    fn points_between_the_five_keep_their_mean() {
        let mut score = Score::default();
        score.add([1.0, 1.0 / 3.0]);
        score.add([2.0 / 3.0, 0.0]);
        assert!((score.share() - 0.5).abs() < 1e-12, "{}", score.share());
        assert_eq!(score.games(), 4);
    }

    #[test]
    fn single_games_count_once_each() {
        let mut games = SingleGames::default();
        (0..30).for_each(|_| games.add(1.0));
        (0..10).for_each(|_| games.add(0.0));
        assert_eq!((games.games(), games.counts()), (40, (30, 0, 10)));
        // As wide as for as many pairs without a split one, and wider than for half as many games in pairs.
        assert_eq!(games.interval(), score(30, 10).interval());
        // Wilson's interval for 30 of 40 is 0.60 to 0.86; this one is meant to be no narrower.
        let (low, high) = games.interval();
        assert!((0.5..0.60).contains(&low) && (0.86..0.9).contains(&high), "{low} {high}");
    }

    #[test]
    fn a_decision_stays_whatever_comes_after_it() {
        let sprt = Sprt { low: 0.0, high: 200.0 };
        let won = vec![[1.0, 1.0]; 12];
        let decided = sprt.decision(won.clone()).expect("twelve won pairs decide");
        assert_eq!(decided.verdict, Verdict::High);
        let and_lost: Vec<_> = won.into_iter().chain(vec![[0.0, 0.0]; 50]).collect();
        assert_eq!(sprt.decision(and_lost), Some(decided));
        assert_eq!(sprt.decision([[1.0, 1.0]]), None);
    }

    /// Probabilities of the five kinds of pairs.
    type Pairs = [f64; 5];

    /// A distribution with this mean and this share of split pairs; the other pairs are two wins or losses, or with the
    /// share `drawn` a decided game and a draw. `None` if there is no such distribution.
    fn distribution(mean: f64, split: f64, drawn: f64) -> Option<Pairs> {
        let (rest, reach) = (1.0 - split, 0.5 - 0.25 * drawn);
        let lead = (mean - 0.5) / reach;
        let (won, lost) = (f64::midpoint(rest, lead), f64::midpoint(rest, -lead));
        let whole = 1.0 - drawn;
        (lead.abs() <= rest).then_some([
            lost * whole,
            lost * drawn,
            split,
            won * drawn,
            won * whole,
        ])
    }

    /// Test distributions with this mean: up to 85 % split pairs, or as many as the mean allows.
    fn distributions(mean: f64) -> Vec<Pairs> {
        let most =
            |drawn: f64| (1.0 - (mean - 0.5).abs() / (0.5 - 0.25 * drawn) * 1.02).clamp(0.0, 0.85);
        let shapes =
            [(0.0, 0.0), (0.4, 0.3), (0.7, 0.0), (0.85, 0.3), (most(0.0), 0.0), (most(0.3), 0.3)];
        shapes.iter().filter_map(|&(split, drawn)| distribution(mean, split, drawn)).collect()
    }

    fn draw(pairs: &Pairs, rng: &mut Generator) -> usize {
        let mut unit = chance::below(rng, 1 << 53) as f64 / (1_u64 << 53) as f64;
        let is_it = |share: &f64| {
            unit -= share;
            unit < 0.0
        };
        pairs.iter().position(is_it).unwrap_or(2)
    }

    fn is_heavy() -> bool {
        std::env::var_os("SARSEN_HEAVY").is_some()
    }

    /// Verdicts by the counts of pairs, cached because the same counts recur in many matches.
    #[derive(Default)]
    struct Known(HashMap<[u16; 5], Verdict>);

    impl Known {
        fn verdict(&mut self, sprt: Sprt, counts: [u16; 5]) -> Verdict {
            *self.0.entry(counts).or_insert_with(|| {
                let count = counts.iter().map(|&count| u32::from(count)).sum();
                sprt.verdict(&Score { pairs: counts.map(f64::from), count, ..Score::default() })
            })
        }
    }

    /// The shares of simulated matches that end low and high.
    fn simulated(sprt: Sprt, pairs: &Pairs, matches: u32, known: &mut Known) -> (f64, f64) {
        let mut rng = chance::generator(7);
        let (mut low, mut high) = (0, 0);
        for _ in 0..matches {
            let mut counts = [0; 5];
            for _ in 0..4000 {
                counts[draw(pairs, &mut rng)] += 1;
                match known.verdict(sprt, counts) {
                    Verdict::Open => continue,
                    Verdict::Low => low += 1,
                    Verdict::High => high += 1,
                }
                break;
            }
        }
        (f64::from(low) / f64::from(matches), f64::from(high) / f64::from(matches))
    }

    #[test]
    fn sequential_tests_keep_their_promise() {
        let quick = [(0.0, 100.0), (-50.0, 100.0), (100.0, 250.0)];
        let slow = [(0.0, 50.0), (0.0, 200.0), (-200.0, -100.0), (200.0, 400.0)];
        let slow = slow.into_iter().filter(|_| is_heavy());
        for (low, high) in quick.into_iter().chain(slow) {
            let (sprt, mut known) = (Sprt { low, high }, Known::default());
            for truth in [low - 60.0, low, high, high + 60.0] {
                let mut worst = 0.0_f64;
                for pairs in distributions(share_of(truth)) {
                    let (ended_low, ended_high) = simulated(sprt, &pairs, 10_000, &mut known);
                    let wrong = if truth <= low { ended_high } else { ended_low };
                    worst = worst.max(wrong);
                    assert!(wrong <= 0.05, "{sprt:?} at {truth}, {pairs:?}: {wrong}");
                    // A test that never ended would make no error either.
                    assert!(ended_low + ended_high > 0.999, "{sprt:?} at {truth}, {pairs:?}");
                }
                println!("{low} to {high}, in truth {truth}: at most {worst} are decided wrongly");
            }
        }
    }

    #[test]
    fn intervals_hold_the_truth() {
        let matches = if is_heavy() { 10_000 } else { 2_000 };
        let mut rng = chance::generator(3);
        for count in [5, 10, 25, 100] {
            let mut shares = Vec::new();
            for mean in [0.5, 0.6, 0.75, 0.9, 0.97] {
                for pairs in distributions(mean) {
                    let mut known: HashMap<[u16; 5], bool> = HashMap::new();
                    let held = (0..matches).filter(|_| {
                        let mut counts = [0_u16; 5];
                        (0..count).for_each(|_| counts[draw(&pairs, &mut rng)] += 1);
                        *known.entry(counts).or_insert_with(|| {
                            let pairs = counts.map(f64::from);
                            let score = Score { pairs, count, ..Score::default() };
                            let (low, high) = score.interval();
                            (low..=high).contains(&mean)
                        })
                    });
                    let share = held.count() as f64 / f64::from(matches);
                    // Counts are integers, so the coverage of a single distribution jumps.
                    assert!(share > 0.92, "{count} pairs, {mean}, {pairs:?}: {share}");
                    shares.push(share);
                }
            }
            let mean = shares.iter().sum::<f64>() / shares.len() as f64;
            assert!((0.95..0.9995).contains(&mean), "{count} pairs: {mean}");
        }
    }
}
