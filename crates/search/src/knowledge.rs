//! An engine's knowledge of one game, and the errors of weak players.

use rand_core::Rng;
use sarsen_core::{Rules, Seat};

/// Evaluation of one game's positions and actions.
///
/// ```
/// use sarsen_core::{Rules, Seat};
/// use sarsen_search::Knowledge;
/// use sarsen_stonehenge::Stonehenge;
///
/// /// Whoever has more megaliths on the board is ahead.
/// struct Megaliths;
///
/// impl Knowledge<Stonehenge> for Megaliths {
///     fn chance(&self, state: &Stonehenge, seat: Seat) -> f64 {
///         let left = state.score().expect("megaliths are counted");
///         0.5 + f64::from(left[seat.other()] - left[seat]) / 16.0
///     }
/// }
/// let start = Stonehenge::start(&sarsen_core::Options::defaults(Stonehenge::SPEC));
/// assert_eq!(Megaliths.chance(&start, Seat::ONE), 0.5);
/// ```
pub trait Knowledge<G: Rules>: Send + Sync {
    /// The winning chance of a seat in a state that is not over, from 0 to 1.
    fn chance(&self, state: &G, seat: Seat) -> f64;

    /// How promising a legal action looks before it is tried; searched in descending order.
    fn promise(&self, state: &G, action: G::Action) -> i32 {
        let _ = (state, action);
        0
    }

    /// The promises of several actions of one state; `actions` holds promise, index and action. Games override it where
    /// something can be computed once for all of them.
    fn promises(&self, state: &G, actions: &mut [(i32, u16, G::Action)]) {
        for (promise, _, action) in actions {
            *promise = self.promise(state, *action);
        }
    }

    /// An action with which the seat to act wins at once, if it is seen without search. Tree searches and their
    /// playouts prefer it to all others.
    fn decisive(&self, state: &G) -> Option<G::Action> {
        let _ = state;
        None
    }

    /// The exact payoff of a seat, if it is known without search.
    fn settled(&self, state: &G, seat: Seat) -> Option<f64> {
        let _ = (state, seat);
        None
    }
}

/// No knowledge: every position is even.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat};
/// use sarsen_search::{Knowledge, NoKnowledge};
/// use sarsen_stonehenge::Stonehenge;
///
/// let start = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// assert_eq!(NoKnowledge.chance(&start, Seat::ONE), 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKnowledge;

impl<G: Rules> Knowledge<G> for NoKnowledge {
    fn chance(&self, _state: &G, _seat: Seat) -> f64 {
        0.5
    }
}

/// The errors of a weak player. They are derived from the seed and the position, so that the player always evaluates a
/// position in the same way.
///
/// ```
/// use sarsen_search::Weakness;
///
/// let weak = Weakness { noise: 0.1, overlook: 0.5, careless: 0.05 };
/// assert_eq!(weak.error(42, 7), weak.error(42, 7), "of one mind about a position");
/// assert_eq!(Weakness::NONE.error(42, 7), 0.0);
/// assert!((0..100).any(|place| weak.overlooks(42, place, 7)));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Weakness {
    /// The standard deviation of its evaluation, as a winning chance.
    pub noise: f64,
    /// The share of actions that it does not see at all.
    pub overlook: f64,
    /// How far an action's winning chance may be from the best and still be as likely to be chosen.
    pub careless: f64,
}

impl Weakness {
    /// No errors.
    pub const NONE: Weakness = Weakness { noise: 0.0, overlook: 0.0, careless: 0.0 };

    /// The evaluation error for a position's hash.
    pub fn error(&self, hash: u64, seed: u64) -> f64 {
        if self.noise == 0.0 {
            return 0.0;
        }
        let bits = mix(hash ^ mix(seed));
        // The sum of four uniform numbers is close enough to a normal distribution; its standard deviation is the root
        // of 4/12.
        let parts = (0..4).map(|k| f64::from((bits >> (16 * k)) as u16) / 65_536.0 - 0.5);
        parts.sum::<f64>() * libm::sqrt(3.0) * self.noise
    }

    /// Whether it does not see the action at an index of a position's list.
    pub fn overlooks(&self, hash: u64, place: usize, seed: u64) -> bool {
        self.overlook > 0.0 && {
            let bits = mix(hash ^ mix(seed ^ (place as u64 + 1)));
            ((bits >> 11) as f64) < self.overlook * (1_u64 << 53) as f64
        }
    }

    /// Picks from values in descending order: the best, or one that is nearly as good to this player.
    pub fn pick<R: Rng + ?Sized>(&self, chances: &[f64], rng: &mut R) -> usize {
        let Some(&best) = chances.first() else { return 0 };
        if self.careless == 0.0 {
            return 0;
        }
        let weight = |&chance: &f64| libm::exp((chance - best) / self.careless);
        let total: f64 = chances.iter().map(weight).sum();
        let mut left = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * total;
        for (index, chance) in chances.iter().enumerate() {
            left -= weight(chance);
            if left < 0.0 {
                return index;
            }
        }
        0
    }
}

/// Mixes the bits of a number (the finaliser of splitmix64).
#[inline]
pub const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_requested_deviation_and_are_repeatable() {
        let weakness = Weakness { noise: 0.1, overlook: 0.25, careless: 0.0 };
        let errors: Vec<f64> = (0..10_000).map(|hash| weakness.error(hash, 1)).collect();
        let mean = errors.iter().sum::<f64>() / 10_000.0;
        let variance = errors.iter().map(|error| error * error).sum::<f64>() / 10_000.0;
        assert!(mean.abs() < 0.005, "{mean}");
        assert!((variance.sqrt() - 0.1).abs() < 0.005, "{variance}");
        assert_eq!(errors[7], weakness.error(7, 1));
        let unseen = (0..10_000).filter(|&hash| weakness.overlooks(hash, 3, 1)).count();
        assert!(unseen.abs_diff(2500) < 200, "{unseen}");
    }
}
