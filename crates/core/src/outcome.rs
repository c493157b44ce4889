//! How a game ended: a rank for each seat.

use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::{MAX_SEATS, PerSeat, Seat};

/// The ranks of the seats at the end, 1 being the best; tied seats share a rank.
///
/// ```
/// use sarsen_core::{Outcome, Seat};
///
/// let outcome = Outcome::lowest_first(&[3, 0, 3]);
/// assert_eq!(outcome.to_string(), "2,1,2");
/// assert_eq!(outcome.winner(), Seat::from_number(2));
/// assert_eq!(outcome.payoff(Seat::TWO), 1.0);
/// assert_eq!("1-0".parse(), Ok(Outcome::win(Seat::ONE)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    ranks: PerSeat<u8>,
}

impl Outcome {
    /// The winner of a two-seat game.
    pub fn win(winner: Seat) -> Outcome {
        let mut ranks = PerSeat::new(&[2, 2]);
        ranks[winner] = 1;
        Outcome { ranks }
    }

    /// A drawn two-seat game.
    pub fn draw() -> Outcome {
        Outcome { ranks: PerSeat::new(&[1, 1]) }
    }

    /// Ranks by score, the lowest score first; equal scores share the better rank.
    pub fn lowest_first(scores: &[i32]) -> Outcome {
        let rank = |score: i32| 1 + scores.iter().filter(|&&other| other < score).count() as u8;
        let ranks: Vec<u8> = scores.iter().map(|&score| rank(score)).collect();
        Outcome { ranks: PerSeat::new(&ranks) }
    }

    /// The rank of each seat.
    pub fn ranks(&self) -> PerSeat<u8> {
        self.ranks
    }

    /// The seat with rank 1, if there is only one.
    pub fn winner(&self) -> Option<Seat> {
        let mut best = Seat::all(self.ranks.seats()).filter(|&seat| self.ranks[seat] == 1);
        let first = best.next()?;
        if best.next().is_some() { None } else { Some(first) }
    }

    /// What the game is worth to a seat, from 0 (last) to 1 (sole winner); tied seats share.
    pub fn payoff(&self, seat: Seat) -> f64 {
        let mine = self.ranks[seat];
        let worse = self.ranks.iter().filter(|&&rank| rank > mine).count() as f64;
        let equal = self.ranks.iter().filter(|&&rank| rank == mine).count() as f64 - 1.0;
        (worse + equal / 2.0) / (self.ranks.seats() as f64 - 1.0)
    }

    /// The utilities of the seats, from −1 (last) to +1 (sole winner); they sum to 0.
    ///
    /// ```
    /// # use sarsen_core::{Outcome, Seat};
    /// assert_eq!(Outcome::win(Seat::TWO).returns().as_slice(), [-1.0, 1.0]);
    /// ```
    pub fn returns(&self) -> PerSeat<f64> {
        let mut values = [0.0; MAX_SEATS];
        for seat in Seat::all(self.ranks.seats()) {
            values[seat.index()] = 2.0 * self.payoff(seat) - 1.0;
        }
        PerSeat::new(&values[..self.ranks.seats()])
    }
}

/// The text of a `Result` tag.
impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.ranks.as_slice() {
            [1, 2] => f.write_str("1-0"),
            [2, 1] => f.write_str("0-1"),
            [_, _] => f.write_str("1/2-1/2"),
            ranks => {
                for (index, rank) in ranks.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma}{rank}")?;
                }
                Ok(())
            }
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A `Result` tag that is not a possible result.
///
/// ```
/// use sarsen_core::Outcome;
///
/// let error = "2-0".parse::<Outcome>().unwrap_err();
/// assert!(error.to_string().starts_with("`2-0` is not a result"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "`{0}` is not a result: two seats have `1-0`, `0-1`, `1/2-1/2` or `*`, more seats their ranks such as `1,3,2`, or `*`"
)]
pub struct ParseResultError(pub String);

impl FromStr for Outcome {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<Outcome, ParseResultError> {
        match text {
            "1-0" => Ok(Outcome::win(Seat::ONE)),
            "0-1" => Ok(Outcome::win(Seat::TWO)),
            "1/2-1/2" => Ok(Outcome::draw()),
            _ => parse_ranks(text).ok_or_else(|| ParseResultError(text.to_owned())),
        }
    }
}

fn parse_ranks(text: &str) -> Option<Outcome> {
    let plain = |part: &str| part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_digit());
    let ranks: Vec<i32> = text
        .split(',')
        .map(|part| if plain(part) { part.parse().ok() } else { None })
        .collect::<Option<_>>()?;
    if !(3..=MAX_SEATS).contains(&ranks.len()) {
        return None;
    }
    // Ranking a list of ranks reproduces it exactly if it was valid.
    let outcome = Outcome::lowest_first(&ranks);
    let same = outcome.ranks.iter().zip(&ranks).all(|(&rank, &given)| i32::from(rank) == given);
    same.then_some(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_round_trip() {
        for text in ["1-0", "0-1", "1/2-1/2", "1,3,2", "1,1,3", "2,1,2,4"] {
            assert_eq!(text.parse::<Outcome>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn impossible_results_are_refused() {
        for text in ["", "1-1", "1,2", "3,2,2", "1,2,3,4,5", "+1,2,3", "1,,2", "1 - 0"] {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_payoffs_of_a_game_add_up_to_half_a_point_a_seat() {
        for text in ["1-0", "1/2-1/2", "1,3,2", "1,1,3", "2,1,2,4"] {
            let outcome: Outcome = text.parse().unwrap();
            let seats = outcome.ranks().seats();
            let sum: f64 = Seat::all(seats).map(|seat| outcome.payoff(seat)).sum();
            assert!((sum - seats as f64 / 2.0).abs() < 1e-9, "{text}: {sum}");
        }
    }
}
