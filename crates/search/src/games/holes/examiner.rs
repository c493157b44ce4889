//! The examiner of decisions: exact where tables reach, otherwise by a search deeper than a player has time for.

use std::sync::Arc;

use sarsen_catalog::Position;
use sarsen_core::{Options, Rules};
use sarsen_holes::Holes;
use thiserror::Error;

use super::endgame_table::{EndgameTable, endings};
use super::{Judge, Net};
use crate::expectimax;
use crate::knowledge::Weakness;
use crate::limits::{Budget, Cancel, Limits};

/// The search depth in decisions where its tables do not reach.
const DEPTH: u32 = 6;

/// Evaluates every action of a position: by exact tables, or by a search to a fixed depth with those tables at its
/// leaves.
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::Cancel;
/// use sarsen_search::games::holes::Examiner;
///
/// let game = sarsen_catalog::game("holes").unwrap();
/// let mut options = Options::defaults(game.spec());
/// options.set("pieces", "1")?;
/// let mut position = game.start(&options);
/// for token in ["*3", "*2"] {
///     position.play(token)?;
/// }
/// let examiner = Examiner::new(&options, None)?;
/// let (values, exact) = examiner.values(position.as_ref(), &Cancel::default()).unwrap();
/// assert!(exact, "one piece each is within the tables");
/// assert_eq!(values[0].0, "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Examiner {
    options: Options,
    endings: Arc<EndgameTable>,
}

/// Why a game cannot be examined.
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::games::holes::{Examiner, ExaminerError};
///
/// let game = sarsen_catalog::game("logan").unwrap();
/// let refused = Examiner::new(&Options::defaults(game.spec()), None).err();
/// assert_eq!(refused, Some(ExaminerError::Game("logan")));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExaminerError {
    /// It is another game.
    #[error("`{0}` has no examiner")]
    Game(&'static str),
    /// The tables belong to a game with other options.
    #[error("the table is of a game with other options")]
    Table,
}

impl Examiner {
    /// An examiner for a game with these options, with the tables that every engine has or with larger ones.
    ///
    /// # Errors
    /// If it is not 58 Holes, or the tables belong to another ruleset.
    pub fn new(options: &Options, tables: Option<EndgameTable>) -> Result<Examiner, ExaminerError> {
        let id = options.spec().id;
        if id != Holes::SPEC.id {
            return Err(ExaminerError::Game(id));
        }
        let rules = Holes::start(options).ruleset();
        let endings = match tables {
            Some(tables) if !tables.serve(rules) => return Err(ExaminerError::Table),
            Some(tables) => Arc::new(tables),
            None => endings(rules),
        };
        Ok(Examiner { options: options.clone(), endings })
    }

    /// The options of the examined games.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Every action with its winning chance, and whether those are exact. `None` if it was cancelled or no seat is to
    /// act.
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

#[cfg(test)]
mod tests {
    use sarsen_holes::Ruleset;

    use super::*;

    #[test]
    fn an_examiner_takes_tables_of_its_game_only() {
        let mut options = Options::defaults(Holes::SPEC);
        options.set("pieces", "1").unwrap();
        let tables = || Some(EndgameTable::solve(Ruleset::with_pieces(1), 1e-9).0);
        assert!(Examiner::new(&options, tables()).is_ok());
        options.set("recover", "one").unwrap();
        assert_eq!(Examiner::new(&options, tables()).err(), Some(ExaminerError::Table));
    }
}
