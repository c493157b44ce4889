//! The stones in front of a seat.

use crate::stone::{Face, HAND, Stone};

/// A hand, ordered by the shown face and within a face as dealt.
///
/// Among stones that show the same face only the order of the deal is kept, not where on the table a stone lay: which
/// of two such stones was taken would tell the other seat something about the one that is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    stones: [Stone; HAND],
    len: u8,
}

impl Hand {
    pub(crate) fn empty() -> Hand {
        Hand { stones: [Stone::from_bits(0); HAND], len: 0 }
    }

    pub(crate) fn dealt(stones: &[Stone]) -> Hand {
        let mut hand = Hand::empty();
        for &stone in stones.iter().take(HAND) {
            let mut at = hand.len();
            while at > 0 && hand.stones[at - 1].up() > stone.up() {
                hand.stones[at] = hand.stones[at - 1];
                at -= 1;
            }
            hand.stones[at] = stone;
            hand.len += 1;
        }
        hand
    }

    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub(crate) fn stones(&self) -> &[Stone] {
        &self.stones[..self.len()]
    }

    pub(crate) fn stones_mut(&mut self) -> &mut [Stone] {
        let len = self.len();
        &mut self.stones[..len]
    }

    /// The set of different stones, one bit for each of the sixteen.
    pub(crate) fn kinds(&self) -> u16 {
        self.stones().iter().fold(0, |kinds, stone| kinds | 1 << stone.bits())
    }

    /// Where a stone of this kind lies; a stone with a hidden back may be of any kind that shows its face.
    pub(crate) fn find(&self, stone: Stone) -> Option<usize> {
        let like = |like: Stone| self.stones().iter().position(|&held| held == like);
        like(stone).or_else(|| like(stone.covered()))
    }

    /// The first stone, in the order of the deal, that shows a face.
    pub(crate) fn first_showing(&self, face: Face) -> Option<Stone> {
        self.stones().iter().copied().find(|stone| stone.up() == face)
    }

    pub(crate) fn remove(&mut self, at: usize) {
        self.stones.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
    }
}
