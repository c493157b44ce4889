//! What distinguishes the levels of Stonehenge and the Sun: how they think, and how steady their hands are.

use sarsen_sun::hands::{HANDS, Hand};
use sarsen_sun::{Phase, Sun};

use super::obstacles::{Aim, Obstacles, Toll};

/// The number of proposals of a level, how often it tries them, how it thinks, its hand, and its errors.
pub(super) struct Strength {
    pub(super) proposals: usize,
    pub(super) trials: u64,
    pub(super) thought: Thinking,
    pub(super) hand: Hand,
    pub(super) careless: f64,
}

/// How a level thinks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Thinking {
    /// It tries its own turn.
    Own,
    /// It tries its own turn and, while building, the next seat's.
    Next,
    /// It estimates the width of the paths that it has and leaves, and tries only what cannot be estimated: throws.
    Estimates,
    /// It also pushes the ball sideways to pass beside the centre.
    Pushes,
}

/// Position (tenths of a millimetre) and push (millimetres per second) of each level's hand, from `shaky` to one that
/// is steadier than `steady`.
const LEVEL_HANDS: [(i32, i32); 8] =
    [(200, 60), (155, 50), (120, 40), (86, 30), (70, 25), (54, 20), (28, 10), (12, 5)];

const fn strength(
    level: usize,
    proposals: usize,
    trials: u64,
    thought: Thinking,
    careless: f64,
) -> Strength {
    let (offset, push) = LEVEL_HANDS[level - 1];
    let hand = Hand { name: "engine", offset, push };
    Strength { proposals, trials, thought, hand, careless }
}

pub(super) const STRENGTHS: [Strength; 8] = [
    strength(1, 2, 2, Thinking::Own, 0.10),
    strength(2, 3, 6, Thinking::Own, 0.05),
    strength(3, 4, 10, Thinking::Own, 0.04),
    strength(4, 5, 36, Thinking::Own, 0.0),
    strength(5, 8, 60, Thinking::Own, 0.0),
    strength(6, 10, 40, Thinking::Estimates, 0.0),
    strength(7, 24, 120, Thinking::Estimates, 0.0),
    strength(8, 96, u64::MAX, Thinking::Pushes, 0.0),
];

/// Assume opponents have a `sure` hand; against a perfect one no obstacle matters.
const OTHERS: Hand = HANDS[1];
/// The strength for advice: a person's hand, without sideways pushes.
pub(super) const ADVISER: Strength = Strength {
    proposals: 96,
    trials: u64::MAX,
    thought: Thinking::Estimates,
    hand: OTHERS,
    careless: 0.0,
};
/// A throw that misses less often than this counts as certain, and needs no more than this many trials.
const SURELY: f64 = 0.001;
const SURE_TRIALS: u64 = 48;

impl Strength {
    pub(super) fn estimates(&self) -> bool {
        self.thought == Thinking::Estimates || self.pushes()
    }

    pub(super) fn pushes(&self) -> bool {
        self.thought == Thinking::Pushes
    }

    /// Throws are never merely estimated.
    pub(super) fn is_estimated(&self, state: &Sun) -> bool {
        self.estimates() && !matches!(state.phase(), Phase::Throw)
    }

    /// The hand of the engine at a table, and the hand it assumes for others.
    pub(super) fn hands(&self, state: &Sun) -> (Hand, Hand) {
        match state.config().tremor {
            Some(hand) => (hand, hand),
            None if self.estimates() => (self.hand, OTHERS),
            None => (self.hand, self.hand),
        }
    }

    /// The number of trials for a decision.
    pub(super) fn trials(&self, state: &Sun) -> u64 {
        let is_sure = || {
            let best = Obstacles::across(state.scene()).best_aim(state.throw_arc(), self.pushes());
            let toll =
                |aim: Aim| Toll::of(aim.clearance, self.hands(state).0, state.config().touch);
            best.is_some_and(|aim| toll(aim).risk < SURELY)
        };
        let throws = self.estimates() && matches!(state.phase(), Phase::Throw);
        if throws && is_sure() { self.trials.min(SURE_TRIALS) } else { self.trials }
    }
}
