//! What can be wrong with a record, and where.

use std::fmt;

use thiserror::Error;

use crate::{OptionError, ParseResultError, PlayError, UnknownGame};

/// A line and a column (in characters), both counted from 1.
///
/// ```
/// use sarsen_core::record::{Place, Reader};
///
/// let error = Reader::new("[Game \"x\"]\n[Game \"x\"]".as_bytes()).next().unwrap().unwrap_err();
/// assert_eq!(error.place, Place { line: 2, column: 2 });
/// assert_eq!(error.place.to_string(), "line 2, column 2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line of the file.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

impl Place {
    /// The first character of a file.
    pub const START: Place = Place { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// An error in a record with its place and, where there is one, the token at fault.
///
/// ```
/// use sarsen_core::record::{self, Reader};
/// use sarsen_stonehenge::Stonehenge;
///
/// let text = "[Game \"stonehenge\"]\n\nG4 G5\n";
/// let record = Reader::new(text.as_bytes()).next().unwrap()?;
/// let error = record::replay::<Stonehenge>(&record).unwrap_err();
/// assert_eq!(error.token.as_deref(), Some("G5"));
/// assert!(error.to_string().starts_with("line 3, column 4: `G5`: K2: "));
/// # Ok::<(), record::RecordError>(())
/// ```
#[derive(Debug)]
pub struct RecordError {
    /// Where it is.
    pub place: Place,
    /// The token or tag that is wrong.
    pub token: Option<String>,
    /// What is wrong.
    pub problem: Problem,
}

/// The kinds of errors.
///
/// ```
/// use sarsen_core::record::{Problem, Reader};
///
/// let error = Reader::new("[Seat1 \"Ada\"]".as_bytes()).next().unwrap().unwrap_err();
/// assert!(matches!(error.problem, Problem::MissingGame));
/// ```
#[derive(Debug, Error)]
pub enum Problem {
    /// The file could not be read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// The bytes are not text.
    #[error("not valid UTF-8")]
    Utf8,
    /// It is longer than the reader accepts.
    #[error("a record is at most {} MiB long", super::MAX_RECORD_BYTES >> 20)]
    TooLarge,
    /// A line of the tag section is not a tag.
    #[error("malformed tag: {0}")]
    MalformedTag(&'static str),
    /// A tag that occurred before.
    #[error("tag `{0}` occurs here for the second time")]
    DuplicateTag(String),
    /// No `Game` tag.
    #[error("the tag `Game` is missing")]
    MissingGame,
    /// The file holds no record at all.
    #[error("there is no record here")]
    Empty,
    /// A game that does not exist.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// An option or a value that the game does not have.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A result that is not possible in any game.
    #[error(transparent)]
    MalformedResult(#[from] ParseResultError),
    /// A result that differs from how the game ended.
    #[error("the game ended {actual}, so the result cannot be `{claimed}`")]
    WrongResult {
        /// The `Result` tag.
        claimed: String,
        /// What the actions led to.
        actual: String,
    },
    /// A comment that is not closed.
    #[error("this comment is never closed by a brace")]
    OpenComment,
    /// A variation without its end.
    #[error("this variation is never closed by a parenthesis")]
    OpenVariation,
    /// A closing parenthesis without its opening one.
    #[error("this parenthesis closes no variation")]
    StrayParenthesis,
    /// A variation with nothing to replace.
    #[error("a variation stands after the action that it replaces, and there is none")]
    NothingToReplace,
    /// A variation without an action.
    #[error("a variation has at least one action")]
    EmptyVariation,
    /// Variations within variations within variations …
    #[error("variations are nested at most {} deep", super::MAX_NESTING)]
    TooDeep,
    /// A mark that is no number, or has no action before it.
    #[error("a mark is a dollar sign and a number from 0 to 255, after an action")]
    MalformedMark,
    /// A token that is not an action, or not a legal one.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if let Some(token) = &self.token {
            write!(f, "`{}`: ", shortened(token))?;
        }
        write!(f, "{}", self.problem)
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            Problem::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// A token of the file, shortened to fit one line of a terminal: control characters are escaped, and anything longer
/// than a game's longest token is cut.
fn shortened(token: &str) -> String {
    const MOST: usize = 120;
    let mut shown = String::new();
    for c in token.chars().take(MOST) {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    if token.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
