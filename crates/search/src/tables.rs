//! Exact tables and learned weights: what `sarsen table` makes, for the games that have such data.

use std::io;
use std::path::Path;

use sarsen_core::Options;
use thiserror::Error;

/// Why a table cannot be used.
///
/// ```
/// use std::path::Path;
///
/// use sarsen_search::games::holes::EndgameTable;
/// use sarsen_search::tables::EndgameTableError;
///
/// let missing = EndgameTable::read(Path::new("no/such/table"));
/// assert!(matches!(missing, Err(EndgameTableError::Io(_))));
/// ```
#[derive(Debug, Error)]
pub enum EndgameTableError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not such a table.
    #[error("this is not a table that an engine uses")]
    Foreign,
    /// It was truncated or modified.
    #[error("the table is damaged: make it again with `sarsen table`")]
    Damaged,
}

/// Where a table is written.
///
/// ```
/// use std::path::Path;
///
/// use sarsen_search::tables::TableOutput;
///
/// let file = TableOutput { to: Path::new("endings.new"), checkpoint: Path::new("endings.part") };
/// assert_ne!(file.to, file.checkpoint);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TableOutput<'a> {
    /// The table.
    pub to: &'a Path,
    /// The unfinished work of a long computation, from which the next run resumes. It is removed at the end.
    pub checkpoint: &'a Path,
}

/// A request for a table.
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::tools;
/// use sarsen_search::tables::TableRequest;
///
/// let options = Options::defaults(sarsen_catalog::game("holes").unwrap().spec());
/// let request = TableRequest { options: &options, pieces: 1, threads: 1, file: None, progress: &|_| {} };
/// let report = tools("holes").unwrap().tables.unwrap().make(&request)?;
/// assert!(report.contains("under best play"));
/// # Ok::<(), sarsen_search::tables::MakeTableError>(())
/// ```
#[derive(Clone, Copy)]
pub struct TableRequest<'a> {
    /// The options of the game.
    pub options: &'a Options,
    /// The largest number of pieces per seat in its positions.
    pub pieces: u8,
    /// The number of threads.
    pub threads: usize,
    /// Where to write it; without a file it is only computed.
    pub file: Option<TableOutput<'a>>,
    /// Receives a line now and then during a long computation.
    pub progress: &'a dyn Fn(&str),
}

/// Why a table was not made.
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::tools;
/// use sarsen_search::tables::{MakeTableError, TableRequest};
///
/// let options = Options::defaults(sarsen_catalog::game("holes").unwrap().spec());
/// let request = TableRequest { options: &options, pieces: 9, threads: 1, file: None, progress: &|_| {} };
/// let refused = tools("holes").unwrap().tables.unwrap().make(&request);
/// assert!(matches!(refused, Err(MakeTableError::Unsupported(_))));
/// ```
#[derive(Debug, Error)]
pub enum MakeTableError {
    /// There is no such table, or it needs a file.
    #[error("{0}")]
    Unsupported(&'static str),
    /// The file or the checkpoint cannot be read or written.
    #[error(transparent)]
    File(#[from] EndgameTableError),
}

impl From<io::Error> for MakeTableError {
    fn from(error: io::Error) -> MakeTableError {
        MakeTableError::File(error.into())
    }
}

/// Computes the exact values of all positions with few pieces.
///
/// ```
/// assert!(sarsen_search::tools("holes").unwrap().tables.is_some());
/// ```
pub trait TableMaker: Send + Sync {
    /// Computes a table, writes it, and returns lines that sum it up.
    ///
    /// # Errors
    /// If there is no such table, or a file cannot be read or written.
    fn make(&self, request: &TableRequest<'_>) -> Result<String, MakeTableError>;
}

/// Learns the weights of a game's evaluation.
///
/// ```
/// use sarsen_core::Options;
///
/// let options = Options::defaults(sarsen_catalog::game("holes").unwrap().spec());
/// let learner = sarsen_search::tools("holes").unwrap().learner.unwrap();
/// assert_eq!(learner.steps(20), 20);
/// let weights = learner.learn(&options, 20, 1, &mut |_| {});
/// assert_eq!(weights, learner.learn(&options, 20, 1, &mut |_| {}), "a seed decides everything");
/// ```
pub trait WeightLearner: Send + Sync {
    /// The number of steps in which an amount of learning is reported.
    fn steps(&self, amount: u32) -> u64 {
        u64::from(amount)
    }

    /// Learns from an amount of games or positions, reporting the number of steps done, and returns the weights as text.
    fn learn(
        &self,
        options: &Options,
        amount: u32,
        seed: u64,
        progress: &mut dyn FnMut(u32),
    ) -> String;
}
