//! The actions of chance: the hand's error, and the seal.

use rand_core::Rng;
use sarsen_core::Chance;

use crate::action::Action;
use crate::phase::Phase;
use crate::state::Sun;

const NO_ERROR: Action = Action::Tremor { dx: 0, dy: 0, dvx: 0, dvy: 0 };

impl Chance for Sun {
    fn visit_outcomes(&self, mut visit: impl FnMut(Action, u32)) -> bool {
        match self.phase() {
            Phase::Tremor { .. } if self.config().tremor.is_some() => return false,
            Phase::Tremor { .. } => visit(NO_ERROR, 1),
            Phase::Seal { landing, .. } => visit(Action::Seal(landing.seal), 1),
            Phase::Build | Phase::Marker { .. } | Phase::Throw | Phase::Over => {}
        }
        true
    }

    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Action> {
        match self.phase() {
            Phase::Tremor { .. } => {
                Some(self.config().tremor.map_or(NO_ERROR, |hand| hand.draw(rng)))
            }
            Phase::Seal { landing, .. } => Some(Action::Seal(landing.seal)),
            Phase::Build | Phase::Marker { .. } | Phase::Throw | Phase::Over => None,
        }
    }
}
