//! What results say about strength.

/// The results of pairs of games, from the first contestant's side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Score {
    /// The points of each finished pair, from 0 to 2.
    pairs: Vec<f64>,
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Score {
    /// Adds a pair of games by the first contestant's payoffs.
    pub fn add(&mut self, payoffs: [f64; 2]) {
        self.pairs.push(payoffs[0] + payoffs[1]);
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

    /// How many games were played.
    pub fn games(&self) -> usize {
        2 * self.pairs.len()
    }

    /// The share of points, from 0 to 1.
    pub fn share(&self) -> f64 {
        if self.pairs.is_empty() {
            0.5
        } else {
            self.pairs.iter().sum::<f64>() / self.games() as f64
        }
    }

    /// The standard error of [`Score::share`]. The games of a pair share their luck, so pairs are counted.
    pub fn error(&self) -> f64 {
        let count = self.pairs.len() as f64;
        if count < 2.0 {
            return 0.5;
        }
        libm::sqrt(self.variance() / count)
    }

    /// The variance of a pair's mean.
    fn variance(&self) -> f64 {
        let share = self.share();
        let squares: f64 =
            self.pairs.iter().map(|pair| (pair / 2.0 - share) * (pair / 2.0 - share)).sum();
        squares / (self.pairs.len() as f64 - 1.0).max(1.0)
    }

    /// The difference in Elo, and the ends of its 95 % interval.
    pub fn elo(&self) -> (f64, f64, f64) {
        let margin = 1.96 * self.error();
        (elo(self.share()), elo(self.share() - margin), elo(self.share() + margin))
    }
}

/// The Elo difference that a share of points means.
pub fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    -400.0 * libm::log10(1.0 / share - 1.0)
}

/// The share of points that an Elo difference means.
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// A sequential probability ratio test between two Elo differences, with 5 % for either error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the lower hypothesis.
    pub low: f64,
    /// The difference of the higher one.
    pub high: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is as small as the lower hypothesis says.
    Low,
    /// The difference is as large as the higher hypothesis says.
    High,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The logarithm of the likelihood ratio, by the normal approximation over pairs.
    pub fn ratio(&self, score: &Score) -> f64 {
        let variance = score.variance().max(1e-3);
        let (low, high) = (share_of(self.low), share_of(self.high));
        let count = score.pairs.len() as f64;
        count * (high - low) * (2.0 * score.share() - low - high) / (2.0 * variance)
    }

    /// Whether the test is decided.
    pub fn verdict(&self, score: &Score) -> Verdict {
        let bound = libm::log(0.95 / 0.05);
        match self.ratio(score) {
            _ if score.pairs.len() < 5 => Verdict::Open,
            ratio if ratio >= bound => Verdict::High,
            ratio if ratio <= -bound => Verdict::Low,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(wins: usize, losses: usize) -> Score {
        let mut score = Score::default();
        (0..wins).for_each(|_| score.add([1.0, 1.0]));
        (0..losses).for_each(|_| score.add([0.0, 0.0]));
        score
    }

    #[test]
    fn elo_of_known_shares() {
        assert!((elo(0.5)).abs() < 1e-9);
        assert!((elo(0.64) - 100.0).abs() < 1.0);
        assert!((share_of(elo(0.8)) - 0.8).abs() < 1e-9);
    }

    #[test]
    fn three_in_four_pairs_is_about_191_elo_with_bars_that_hold_it() {
        let (middle, low, high) = score(75, 25).elo();
        assert!((middle - 190.8).abs() < 1.0, "{middle}");
        assert!(low > 110.0 && low < middle && high > middle && high < 300.0, "{low} {high}");
    }

    #[test]
    fn a_clear_match_is_decided_and_an_even_one_is_not_at_once() {
        let sprt = Sprt { low: 0.0, high: 50.0 };
        assert_eq!(sprt.verdict(&score(60, 20)), Verdict::High);
        assert_eq!(sprt.verdict(&score(20, 60)), Verdict::Low);
        assert_eq!(sprt.verdict(&score(6, 6)), Verdict::Open);
    }
}
