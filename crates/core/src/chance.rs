//! Drawing from a random generator, with the same result on every machine and in every version.
//!
//! The distributions of the `rand` crate may change between its versions, but records of random play must not. So the
//! few lines that turn a generator's words into choices are our own.

use rand_core::{Rng, SeedableRng};

use crate::{Chance, ListActions, Rules, Turn};

/// The generator used for everything that is drawn from a seed.
///
/// ```
/// use sarsen_core::chance::{self, Generator};
///
/// let mut rng: Generator = chance::generator(7);
/// assert_eq!(chance::below(&mut rng, 1000), 55, "the same number on every machine");
/// ```
pub type Generator = rand_xoshiro::Xoshiro256PlusPlus;

/// The generator for a seed.
pub fn generator(seed: u64) -> Generator {
    Generator::seed_from_u64(seed)
}

/// A uniform integer in `0..bound` (Lemire's method with rejection, so exactly uniform).
///
/// # Panics
/// If `bound` is 0.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: u64) -> u64 {
    assert!(bound > 0, "nothing to draw from");
    let mut wide = u128::from(rng.next_u64()) * u128::from(bound);
    if (wide as u64) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (wide as u64) < threshold {
            wide = u128::from(rng.next_u64()) * u128::from(bound);
        }
    }
    (wide >> 64) as u64
}

/// An index drawn with probability proportional to its weight.
///
/// # Panics
/// If all weights are 0.
pub fn weighted<R: Rng + ?Sized>(rng: &mut R, weights: &[u32]) -> usize {
    let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    let mut left = below(rng, total);
    for (index, &weight) in weights.iter().enumerate() {
        if left < u64::from(weight) {
            return index;
        }
        left -= u64::from(weight);
    }
    unreachable!("the draw is below the sum of the weights")
}

/// Shuffles a slice uniformly (Fisher–Yates).
pub fn shuffle<T, R: Rng + ?Sized>(rng: &mut R, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u64 + 1) as usize);
    }
}

/// The next action of random play: uniform for a seat, by probability for chance, `None` at the end.
pub fn random_step<G: ListActions + Chance, R: Rng + ?Sized>(
    state: &G,
    rng: &mut R,
) -> Option<G::Action> {
    match Rules::turn(state) {
        Turn::Seat(_) => state.random_action(rng),
        Turn::Chance => state.draw(rng),
        Turn::Over(_) => None,
    }
}

/// Plays a state to its end by [`random_step`] and returns the number of actions.
pub fn playout<G: ListActions + Chance, R: Rng + ?Sized>(state: &mut G, rng: &mut R) -> u32 {
    let mut actions = 0;
    while let Some(action) = random_step(state, rng) {
        state.apply(action);
        actions += 1;
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform_and_reaches_both_ends() {
        let mut rng = generator(1);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[below(&mut rng, 6) as usize] += 1;
        }
        // Six standard deviations of a binomial with p = 1/6 are about 550.
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 550), "{counts:?}");
    }

    #[test]
    fn a_seed_always_gives_the_same_numbers() {
        let mut rng = generator(7);
        let drawn: Vec<u64> = (0..8).map(|_| below(&mut rng, 1000)).collect();
        assert_eq!(drawn, SEED_SEVEN);
    }

    const SEED_SEVEN: [u64; 8] = [55, 172, 717, 427, 963, 465, 723, 329];

    #[test]
    fn weights_are_kept_exactly() {
        let mut rng = generator(3);
        let mut counts = [0_u32; 3];
        for _ in 0..40_000 {
            counts[weighted(&mut rng, &[1, 0, 3])] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!(counts[0].abs_diff(10_000) < 520, "{counts:?}");
    }
}
