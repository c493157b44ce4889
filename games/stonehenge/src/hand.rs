//! The druids that a seat has not placed yet.
//!
//! K1 gives a seat 1 1 2 2 3 3 4 5 6. A hand is a number in mixed radix (0–2 of the values 1 to 3, 0–1 of 4 to 6), so
//! that everything about it can be looked up in a table with 216 rows.

use crate::board::LANES;

/// The largest value of a druid.
pub const MAX_VALUE: u8 = 6;
/// The number of druids of each value at the start (K1); index 0 is unused.
pub const DRUIDS: [u8; 7] = [0, 2, 2, 2, 1, 1, 1];
/// The number of druids of a seat at the start.
pub const DRUID_COUNT: usize = 9;

const HANDS: usize = 3 * 3 * 3 * 2 * 2 * 2;
const WEIGHT: [u8; 7] = [0, 1, 3, 9, 27, 54, 108];

/// A multiset of druids.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// game.play("G6".parse()?)?;
/// let hand = game.hand(Seat::ONE);
/// assert!(!hand.has(6));
/// assert_eq!(hand.druids().collect::<Vec<_>>(), [1, 1, 2, 2, 3, 3, 4, 5]);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hand(u8);

#[derive(Clone, Copy)]
struct Facts {
    /// `best[e]` is the sum of the `min(e, size)` highest druids, the most that can be placed on e cells.
    best: [u8; 6],
    /// The same, repeated in all lanes of a vector, for comparison with all lines at once.
    best_lanes: [[i8; LANES]; 6],
    /// Bit v is set when there is a druid of value v.
    values: u8,
    /// The number of different values.
    kinds: u8,
    /// Those values, in ascending order.
    ascending: [u8; 6],
    size: u8,
    /// `orders[k]` is the number of distinct sequences of k druids.
    orders: [u32; DRUID_COUNT + 1],
}

static FACTS: [Facts; HANDS] = facts();

impl Hand {
    /// Everything that a seat begins with.
    pub const FULL: Hand = Hand(HANDS as u8 - 1);

    /// The number of druids left with this value.
    pub const fn count(self, value: u8) -> u8 {
        self.0 / WEIGHT[value as usize] % (DRUIDS[value as usize] + 1)
    }

    /// The number of druids left.
    pub fn size(self) -> usize {
        usize::from(self.facts().size)
    }

    /// Bit v is set when there is a druid of value v.
    #[inline]
    pub fn values(self) -> u8 {
        self.facts().values
    }

    /// The number of different values.
    #[inline]
    pub fn kinds(self) -> u32 {
        u32::from(self.facts().kinds)
    }

    /// The `n`-th of the different values, from 0, in ascending order; there are [`Hand::kinds`].
    #[inline]
    pub fn nth_value(self, n: usize) -> u8 {
        self.facts().ascending[n]
    }

    /// Whether there is a druid with this value.
    pub fn has(self, value: u8) -> bool {
        value <= MAX_VALUE && self.values() & (1 << value) != 0
    }

    /// The most that the hand can put on `cells` cells of one line (at most 5).
    #[inline]
    pub fn best(self, cells: u8) -> u8 {
        self.facts().best[usize::from(cells)]
    }

    /// [`Hand::best`] in all lanes of a vector.
    #[inline]
    pub(crate) fn best_lanes(self, cells: usize) -> [i8; LANES] {
        self.facts().best_lanes[cells]
    }

    /// The hand without one druid of a value that it has.
    #[inline]
    #[must_use]
    pub fn without(self, value: u8) -> Hand {
        debug_assert!(self.has(value));
        Hand(self.0 - WEIGHT[usize::from(value)])
    }

    /// The hand with one more druid of a value, of which it has fewer than at the start.
    #[must_use]
    pub fn with(self, value: u8) -> Hand {
        debug_assert!(self.count(value) < DRUIDS[usize::from(value)]);
        Hand(self.0 + WEIGHT[usize::from(value)])
    }

    /// The number of distinct sequences of `length` druids.
    pub fn orders(self, length: usize) -> u32 {
        self.facts().orders[length]
    }

    /// The druids in ascending order.
    pub fn druids(self) -> impl Iterator<Item = u8> {
        (1..=MAX_VALUE).flat_map(move |value| (0..self.count(value)).map(move |_| value))
    }

    /// The number of the hand, below 216; for tables.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The hand with this number; `None` from 216 on.
    pub fn from_index(index: usize) -> Option<Hand> {
        (index < HANDS).then_some(Hand(index as u8))
    }

    #[inline]
    fn facts(self) -> &'static Facts {
        &FACTS[usize::from(self.0)]
    }
}

const NOTHING: Facts = Facts {
    best: [0; 6],
    best_lanes: [[0; LANES]; 6],
    values: 0,
    kinds: 0,
    ascending: [0; 6],
    size: 0,
    orders: [0; DRUID_COUNT + 1],
};

const fn facts() -> [Facts; HANDS] {
    let mut table = [NOTHING; HANDS];
    let mut index = 0;
    while index < HANDS {
        table[index] = facts_of(Hand(index as u8), &table);
        index += 1;
    }
    table
}

/// Smaller hands have smaller numbers, so `smaller` holds everything a hand is computed from.
const fn facts_of(hand: Hand, smaller: &[Facts; HANDS]) -> Facts {
    let mut facts = NOTHING;
    facts.orders[0] = 1;
    let mut value = MAX_VALUE;
    while value >= 1 {
        let mut copies = hand.count(value);
        if copies > 0 {
            facts.values |= 1 << value;
            let rest = &smaller[(hand.0 - WEIGHT[value as usize]) as usize];
            let mut length = 1;
            while length <= DRUID_COUNT {
                facts.orders[length] += rest.orders[length - 1];
                length += 1;
            }
        }
        while copies > 0 {
            facts.size += 1;
            let mut cells = facts.size as usize;
            while cells < facts.best.len() {
                facts.best[cells] += value;
                cells += 1;
            }
            copies -= 1;
        }
        value -= 1;
    }
    let mut cells = 0;
    while cells < facts.best.len() {
        facts.best_lanes[cells] = [facts.best[cells] as i8; LANES];
        cells += 1;
    }
    while value < MAX_VALUE {
        value += 1;
        if facts.values & (1 << value) != 0 {
            facts.ascending[facts.kinds as usize] = value;
            facts.kinds += 1;
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_hand_is_that_of_the_rules() {
        assert_eq!(Hand::FULL.druids().collect::<Vec<_>>(), [1, 1, 2, 2, 3, 3, 4, 5, 6]);
        assert_eq!((0..6).map(|e| Hand::FULL.best(e)).collect::<Vec<_>>(), [0, 6, 11, 15, 18, 21]);
    }

    #[test]
    fn a_hand_shrinks_and_grows_by_one_druid() {
        let hand = Hand::FULL.without(6).without(3).without(3);
        assert_eq!(hand.druids().collect::<Vec<_>>(), [1, 1, 2, 2, 4, 5]);
        assert_eq!(hand.with(3).count(3), 1);
        assert_eq!((hand.has(3), hand.has(5), hand.size()), (false, true, 6));
        assert_eq!((0..6).map(|e| hand.best(e)).collect::<Vec<_>>(), [0, 5, 9, 11, 13, 14]);
    }

    #[test]
    fn sequences_of_druids_are_counted() {
        assert_eq!(Hand::FULL.orders(1), 6);
        assert_eq!(Hand::FULL.orders(2), 6 * 6 - 3);
        assert_eq!(Hand::FULL.orders(9), 362_880 / 8);
    }
}
