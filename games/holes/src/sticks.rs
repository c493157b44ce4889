//! Four sticks, each marked on one face: one to four marks score their number, none scores five.

use std::fmt;

use rand_core::Rng;
use sarsen_core::chance;
use serde::Serialize;

/// The number of sticks.
pub const STICKS: usize = 4;

/// The number of ways in which four sticks can fall, all equally likely.
pub const WAYS: u32 = 1 << STICKS;

/// The score of a throw, from 1 to 5.
///
/// ```
/// use sarsen_holes::{Throw, WAYS};
///
/// let two = Throw::new(2).unwrap();
/// assert_eq!((two.score(), two.weight()), (2, 6));
/// assert_eq!(Throw::all().map(Throw::weight).sum::<u32>(), WAYS);
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Throw(u8);

impl Throw {
    /// The throw that may recover pieces from the Shen hole (H11).
    pub const ONE: Throw = Throw(1);

    /// The throw with a score from 1 to 5.
    pub const fn new(score: u8) -> Option<Throw> {
        if score >= 1 && score <= 5 { Some(Throw(score)) } else { None }
    }

    /// Every throw, the lowest first.
    pub fn all() -> impl Iterator<Item = Throw> + Clone {
        (1..=5).map(Throw)
    }

    /// How far a piece moves.
    pub const fn score(self) -> u8 {
        self.0
    }

    /// The number of [`WAYS`] with this score.
    pub const fn weight(self) -> u32 {
        [4, 6, 4, 1, 1][self.0 as usize - 1]
    }

    /// Four fair sticks.
    pub(crate) fn draw<R: Rng + ?Sized>(rng: &mut R) -> Throw {
        const SCORES: [u8; WAYS as usize] = scores();
        Throw(SCORES[chance::below(rng, u64::from(WAYS)) as usize])
    }

    /// One way in which the sticks may have fallen, always the same for the same score; `true` is a stick with its mark
    /// up. The record keeps only the score, so drawings need a rule.
    pub const fn sticks(self) -> [bool; STICKS] {
        match self.0 {
            1 => [false, false, true, false],
            2 => [true, false, false, true],
            3 => [true, true, false, true],
            4 => [true; STICKS],
            _ => [false; STICKS],
        }
    }
}

/// The score of each way to fall, where a set bit is a mark.
const fn scores() -> [u8; WAYS as usize] {
    let mut scores = [5; WAYS as usize];
    let mut way: usize = 1;
    while way < scores.len() {
        scores[way] = way.count_ones() as u8;
        way += 1;
    }
    scores
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_count_the_ways_to_fall() {
        for throw in Throw::all() {
            let ways = scores().iter().filter(|&&score| score == throw.0).count();
            assert_eq!(ways as u32, throw.weight(), "{throw}");
        }
    }

    #[test]
    fn the_sticks_shown_are_those_of_the_score() {
        for throw in Throw::all() {
            let marks = throw.sticks().iter().filter(|&&mark| mark).count() as u8;
            assert_eq!(throw.0, if marks == 0 { 5 } else { marks });
        }
    }
}
