//! L14: what can be deduced by counting, and worlds drawn uniformly.
//!
//! All eighteen stones are on the table, so the stones that a seat has not seen from both sides are exactly the rest of
//! the bag. A world says which face is hidden on each of them. Dealing mixes the stones and their faces uniformly:
//! every assignment of backs to the hidden stones arises from the same number of orders of the bag, and from the same
//! number of ways to show a face, since the number of stones with two equal faces among the rest is given. So all
//! worlds are equally likely, and one is drawn uniformly by counting them.

use rand_core::Rng;
use sarsen_core::chance;

use crate::state::Logan;
use crate::stone::{Bag, Face, STONES, Stone};

const KINDS: usize = Face::SYMBOLS.len();

/// The number of hidden stones with each combination of known face and back.
type Split = [[u8; KINDS]; KINDS];

/// The worlds that are consistent with a picture with hidden faces.
///
/// ```
/// use sarsen_logan::{Bag, Face, Stone, Worlds};
///
/// // Two stones have unknown backs; the others have been seen from both sides.
/// let mut stones = Bag::Distinct.stones();
/// stones[0] = stones[0].covered();
/// let worlds = Worlds::new(Bag::Distinct, stones.into_iter());
/// assert_eq!(worlds.count(), 1, "only one stone is missing, so its back is known by counting");
/// assert_eq!(worlds.possible(stones[0].up()).len(), 1);
/// # let _ = (Face::Rock, Stone::from_bits(0));
/// ```
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The number of hidden stones by their known face.
    hidden: [u8; KINDS],
    /// The rest of the bag by the two faces, in both orders; negative if the picture contains more than the bag does.
    rest: [[i8; KINDS]; KINDS],
}

impl Worlds {
    /// The worlds of a picture.
    pub(crate) fn of(picture: &Logan) -> Worlds {
        Worlds::new(picture.config.bag, picture.all_stones())
    }

    /// The worlds of a bag of which these stones have been seen.
    pub fn new(bag: Bag, stones: impl Iterator<Item = Stone>) -> Worlds {
        let mut worlds = Worlds { hidden: [0; KINDS], rest: [[0; KINDS]; KINDS] };
        for one in Face::SYMBOLS {
            for other in Face::SYMBOLS {
                worlds.rest[one as usize][other as usize] = bag.count(one, other) as i8;
            }
        }
        for stone in stones {
            worlds.see(stone);
        }
        worlds
    }

    /// The number of worlds.
    pub fn count(&self) -> u64 {
        self.splits().map(|split| arrangements(&split)).sum()
    }

    /// The faces that may lie behind `face` on a hidden stone; the same for all such stones.
    pub fn possible(&self, face: Face) -> Vec<Face> {
        if !face.is_known() {
            return Vec::new();
        }
        let open =
            |back: &Face| self.splits().any(|split| split[face as usize][*back as usize] > 0);
        Face::SYMBOLS.into_iter().filter(open).collect()
    }

    /// The backs of the hidden stones of each face in a random order, such that every world is equally likely. `None`
    /// if no world is possible, which only happens with an invented picture.
    pub(crate) fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Backs> {
        let total = self.count();
        if total == 0 {
            return None;
        }
        let mut left = chance::below(rng, total);
        for split in self.splits() {
            let count = arrangements(&split);
            if left < count {
                return Some(Backs::shuffled(&split, rng));
            }
            left -= count;
        }
        None
    }

    fn see(&mut self, stone: Stone) {
        match (stone.up(), stone.down()) {
            (Face::Hidden, Face::Hidden) => {}
            (known, Face::Hidden) | (Face::Hidden, known) => self.hidden[known as usize] += 1,
            (up, down) => {
                self.rest[up as usize][down as usize] -= 1;
                if up != down {
                    self.rest[down as usize][up as usize] -= 1;
                }
            }
        }
    }

    /// The splits that are consistent with the counts. The number of Rocks with Paper behind them determines all
    /// others: the rest of each kind and of each face fixes them one after the other.
    fn splits(&self) -> impl Iterator<Item = Split> {
        (0..=self.rest[0][1].max(-1)).filter_map(|rock_over_paper| self.split(rock_over_paper))
    }

    fn split(&self, rock_over_paper: i8) -> Option<Split> {
        let [r, p, s] = [0, 1, 2];
        let hidden = self.hidden.map(|count| count as i8);
        let mut split = [[0; KINDS]; KINDS];
        for face in [r, p, s] {
            split[face][face] = self.rest[face][face];
        }
        split[r][p] = rock_over_paper;
        split[p][r] = self.rest[r][p] - split[r][p];
        split[r][s] = hidden[r] - split[r][r] - split[r][p];
        split[s][r] = self.rest[s][r] - split[r][s];
        split[s][p] = hidden[s] - split[s][s] - split[s][r];
        split[p][s] = self.rest[p][s] - split[s][p];
        let fits = split[p].iter().sum::<i8>() == hidden[p];
        let counts = split.as_flattened().iter().all(|&count| count >= 0);
        (fits && counts).then(|| split.map(|row| row.map(|count| count as u8)))
    }
}

/// The number of orders of the backs of a split.
fn arrangements(split: &Split) -> u64 {
    let factorial = |n: u8| (1..=u64::from(n)).product::<u64>();
    split
        .iter()
        .map(|backs| {
            let all = backs.iter().sum();
            backs.iter().fold(factorial(all), |orders, &equal| orders / factorial(equal))
        })
        .product()
}

/// Backs to be assigned to hidden stones, by their known face.
pub(crate) struct Backs {
    backs: [[Face; STONES]; KINDS],
    taken: [usize; KINDS],
}

impl Backs {
    fn shuffled<R: Rng + ?Sized>(split: &Split, rng: &mut R) -> Backs {
        let mut all = Backs { backs: [[Face::Hidden; STONES]; KINDS], taken: [0; KINDS] };
        for (counts, backs) in split.iter().zip(&mut all.backs) {
            let mut len = 0;
            for (&count, face) in counts.iter().zip(Face::SYMBOLS) {
                backs[len..][..usize::from(count)].fill(face);
                len += usize::from(count);
            }
            chance::shuffle(rng, &mut backs[..len]);
        }
        all
    }

    /// The next stone of this face with its back; a stone without a hidden face is left unchanged.
    pub(crate) fn uncover(&mut self, stone: Stone) -> Stone {
        let face = stone.up();
        if stone.down().is_known() || !face.is_known() {
            return stone;
        }
        let at = self.taken[face as usize];
        self.taken[face as usize] += 1;
        Stone::new(face, self.backs[face as usize][at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_bag_leaves_one_world() {
        for bag in [Bag::Distinct, Bag::Doubles] {
            assert_eq!(Worlds::new(bag, bag.stones().into_iter()).count(), 1);
        }
    }

    /// Counts the ways to assign backs to the hidden stones by trying all of them.
    fn plain_count(bag: Bag, stones: &[Stone]) -> u64 {
        match stones.iter().position(|stone| stone.is_masked()) {
            None => {
                let same = |one, other| {
                    let like = |stone: &&Stone| {
                        **stone == Stone::new(one, other) || **stone == Stone::new(other, one)
                    };
                    stones.iter().filter(like).count() == usize::from(bag.count(one, other))
                };
                let pairs = Face::SYMBOLS.map(|one| Face::SYMBOLS.map(|other| same(one, other)));
                u64::from(pairs.as_flattened().iter().all(|&same| same))
            }
            Some(at) => Face::SYMBOLS
                .map(|back| {
                    let mut stones = stones.to_vec();
                    stones[at] = Stone::new(stones[at].up(), back);
                    plain_count(bag, &stones)
                })
                .iter()
                .sum(),
        }
    }

    #[test]
    fn the_count_is_that_of_trying_all_worlds() {
        let mut rng = chance::generator(14);
        for round in 0..200 {
            let bag = if round % 2 == 0 { Bag::Distinct } else { Bag::Doubles };
            let mut stones = bag.stones();
            chance::shuffle(&mut rng, &mut stones);
            for stone in &mut stones {
                *stone = if chance::below(&mut rng, 2) == 0 { *stone } else { stone.turned() };
            }
            let hidden = chance::below(&mut rng, 8) as usize;
            for stone in &mut stones[..hidden] {
                *stone = stone.covered();
            }
            let worlds = Worlds::new(bag, stones.into_iter());
            assert_eq!(worlds.count(), plain_count(bag, &stones), "{stones:?}");
        }
    }
}
