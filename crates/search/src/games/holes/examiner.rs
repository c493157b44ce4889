//! A judge of decisions: exact where tables reach, else by a search that looks further than a player has time for.

use std::sync::Arc;

use sarsen_catalog::Position;
use sarsen_core::{Options, Rules};
use sarsen_holes::Holes;

use super::endings::{Endings, endings};
use super::{Judge, Net};
use crate::expectimax;
use crate::knowledge::Weakness;
use crate::limits::{Budget, Cancel, Limits};

/// How many decisions it looks ahead where its tables do not reach.
const DEPTH: u32 = 6;

/// Values every action of a position: by exact tables ([`super::use_table`] adds larger ones), or by a search to a fixed
/// depth with those tables at its leaves.
pub struct Examiner {
    endings: Arc<Endings>,
}

impl Examiner {
    /// An examiner of a game with these options; `None` if it is not 58 Holes.
    pub fn new(options: &Options) -> Option<Examiner> {
        let known = options.spec().id == Holes::SPEC.id;
        known.then(|| Examiner { endings: endings(Holes::start(options).ruleset()) })
    }

    /// Every action with its winning chance, and whether those are exact. `None` if it was cancelled or
    /// no seat is to act.
    pub fn values(
        &self,
        position: &dyn Position,
        cancel: &Cancel,
    ) -> Option<(Vec<(String, f64)>, bool)> {
        let state = position.state().downcast_ref::<Holes>()?;
        state.turn().seat()?;
        if let Some(values) = self.endings.actions(state) {
            return Some((
                values.into_iter().map(|(a, value)| (a.to_string(), value)).collect(),
                true,
            ));
        }
        let judge = Judge { net: Net::learned(), endings: Some(&self.endings) };
        let settings = expectimax::Settings {
            depth: DEPTH,
            pruning: true,
            weakness: Weakness::NONE,
            seed: 0,
            threads: 1,
        };
        let budget = Budget::new(&Limits::default(), cancel);
        let found = expectimax::search(state, &judge, &settings, &budget, &|_| {});
        let values = found.candidates.iter().map(|c| (c.action.to_string(), c.chance)).collect();
        (!cancel.is_cancelled()).then_some((values, false))
    }
}
