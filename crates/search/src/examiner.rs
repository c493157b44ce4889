//! The examiner of decisions: what every action of a position is worth.

use sarsen_catalog::Position;
use sarsen_core::Options;
use thiserror::Error;

use crate::limits::Cancel;

/// Evaluates every action of a position, more exactly than any player has time for.
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::{Cancel, engine};
///
/// let game = sarsen_catalog::game("holes").unwrap();
/// let mut options = Options::defaults(game.spec());
/// options.set("pieces", "1")?;
/// let mut position = game.start(&options);
/// for token in ["*3", "*2"] {
///     position.play(token)?;
/// }
/// let examiner = engine("holes").unwrap().examiner(&options, None)?.unwrap();
/// let judged = examiner.values(position.as_ref(), &Cancel::default()).unwrap();
/// assert!(judged.exact, "one piece each is within the tables");
/// assert_eq!(judged.values[0].0, "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Examiner: Send + Sync {
    /// The options of the examined games.
    fn options(&self) -> &Options;

    /// Every action of a position with its winning chance. `None` if it was cancelled or no seat is to act.
    fn values(&self, position: &dyn Position, cancel: &Cancel) -> Option<JudgedActions>;
}

/// What an examiner says about a position.
///
/// ```
/// use sarsen_search::examiner::JudgedActions;
///
/// let judged = JudgedActions { values: vec![("1".to_owned(), 0.5)], exact: true };
/// assert_eq!(judged.values.len(), 1);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedActions {
    /// Every action with its winning chance.
    pub values: Vec<(String, f64)>,
    /// Whether the chances are exact.
    pub exact: bool,
}

/// Why a game cannot be examined.
///
/// ```
/// use std::path::Path;
///
/// use sarsen_core::Options;
/// use sarsen_search::engine;
/// use sarsen_search::examiner::ExaminerError;
///
/// let options = Options::defaults(sarsen_catalog::game("holes").unwrap().spec());
/// let missing = engine("holes").unwrap().examiner(&options, Some(Path::new("no/such/table")));
/// assert!(matches!(missing.err(), Some(ExaminerError::Table { .. })));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExaminerError {
    /// The options belong to another game.
    #[error("`{0}` has no examiner")]
    Game(&'static str),
    /// The table belongs to a game with other options.
    #[error("the table is of a game with other options")]
    Options,
    /// The table cannot be read.
    #[error("{file}: {problem}")]
    Table {
        /// The file.
        file: String,
        /// Why it cannot be read.
        problem: String,
    },
}
