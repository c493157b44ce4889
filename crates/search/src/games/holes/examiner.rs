//! The examiner of decisions in 58 Holes: exact where tables reach, otherwise by a search deeper than a player has time for.

use std::path::Path;
use std::sync::Arc;

use sarsen_catalog::Position;
use sarsen_core::{Options, Rules};
use sarsen_holes::Holes;

use super::endgame_table::{EndgameTable, small_endings};
use super::{Judge, Net};
use crate::examiner::{Examiner, ExaminerError, JudgedActions};
use crate::expectimax;
use crate::knowledge::Weakness;
use crate::limits::{Budget, Cancel, Limits};

/// The search depth in decisions where its tables do not reach.
const DEPTH: u32 = 6;

/// Evaluates actions by exact tables, or by a search to a fixed depth with those tables at its leaves.
pub(super) struct HolesExaminer {
    options: Options,
    endings: Arc<EndgameTable>,
}

impl HolesExaminer {
    /// An examiner for a game with these options, with the tables that every engine has or with larger ones from a file.
    pub(super) fn open(
        options: &Options,
        table: Option<&Path>,
    ) -> Result<HolesExaminer, ExaminerError> {
        let read = |file: &Path| {
            EndgameTable::read(file).map_err(|error| ExaminerError::Table {
                file: file.display().to_string(),
                problem: error.to_string(),
            })
        };
        HolesExaminer::new(options, table.map(read).transpose()?)
    }

    fn new(options: &Options, table: Option<EndgameTable>) -> Result<HolesExaminer, ExaminerError> {
        let id = options.spec().id;
        if id != Holes::SPEC.id {
            return Err(ExaminerError::Game(id));
        }
        let rules = Holes::start(options).ruleset();
        let endings = match table {
            Some(table) if !table.serve(rules) => return Err(ExaminerError::Options),
            Some(table) => Arc::new(table),
            None => small_endings(rules),
        };
        Ok(HolesExaminer { options: options.clone(), endings })
    }
}

impl Examiner for HolesExaminer {
    fn options(&self) -> &Options {
        &self.options
    }

    fn values(&self, position: &dyn Position, cancel: &Cancel) -> Option<JudgedActions> {
        let state = position.state().downcast_ref::<Holes>()?;
        state.turn().seat()?;
        if let Some(values) = self.endings.actions(state) {
            let values = values.into_iter().map(|(action, value)| (action.to_string(), value));
            return Some(JudgedActions { values: values.collect(), exact: true });
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
        (!cancel.is_cancelled()).then_some(JudgedActions { values, exact: false })
    }
}

#[cfg(test)]
mod tests {
    use sarsen_holes::Ruleset;

    use super::*;

    #[test]
    fn an_examiner_is_of_one_game() {
        let logan = sarsen_catalog::game("logan").unwrap();
        let refused = HolesExaminer::new(&Options::defaults(logan.spec()), None).err();
        assert_eq!(refused, Some(ExaminerError::Game("logan")));
    }

    #[test]
    fn an_examiner_takes_tables_of_its_game_only() {
        let mut options = Options::defaults(Holes::SPEC);
        options.set("pieces", "1").unwrap();
        let tables = || Some(EndgameTable::solve(Ruleset::with_pieces(1), 1e-9).0);
        assert!(HolesExaminer::new(&options, tables()).is_ok());
        options.set("recover", "one").unwrap();
        assert_eq!(HolesExaminer::new(&options, tables()).err(), Some(ExaminerError::Options));
    }
}
