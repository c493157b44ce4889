//! The record: one game as text that people and programs read.
//!
//! Tags as in PGN, a blank line, then action tokens and `{comments}`. [`Reader`] streams the records of
//! a file separated by `---` lines, in memory bounded by [`MAX_RECORD_BYTES`]; [`replay`] plays one
//! through a game's rules; [`Record`] writes itself by [`Display`](std::fmt::Display).

mod error;
mod parse;
mod reader;
mod replay;

use std::fmt;

pub use error::{Place, Problem, RecordError};
pub use reader::Reader;
pub use replay::{Replayed, read_options, replay, token_error};

/// The size of the largest record that is read. The longest real games are a thousand times shorter.
pub const MAX_RECORD_BYTES: usize = 4 << 20;

/// The line that separates records of one file.
pub const SEPARATOR: &str = "---";

/// The maximal width of a line of actions, in characters.
const LINE_WIDTH: usize = 80;

/// One record as written, before any rule has seen it.
///
/// ```
/// use sarsen_core::record::{Reader, Record};
///
/// let mut record = Record::new("stonehenge");
/// record.set_tag("Seat1", "Ada");
/// record.push_token("G4");
/// record.push_comment("the middle");
/// assert_eq!(record.to_string(), "[Game \"stonehenge\"]\n[Seat1 \"Ada\"]\n\nG4 {the middle}\n");
/// let read = Reader::new(record.to_string().as_bytes()).next().unwrap()?;
/// assert_eq!(read.tag("Seat1").unwrap().value, "Ada");
/// # Ok::<(), sarsen_core::record::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    tags: Vec<Tag>,
    /// All tokens and comments, concatenated; `items` holds ranges of it. One allocation per game keeps a hostile
    /// record from costing many times its size.
    text: String,
    items: Vec<Item>,
}

/// A tag line.
///
/// ```
/// use sarsen_core::record::Reader;
///
/// let record = Reader::new("[Game \"x\"]\n[Note \"a \\\"b\\\"\"]".as_bytes()).next().unwrap()?;
/// let tag = &record.tags()[1];
/// assert_eq!((tag.name.as_str(), tag.value.as_str()), ("Note", "a \"b\""));
/// assert_eq!(tag.place.line, 2);
/// # Ok::<(), sarsen_core::record::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name.
    pub name: String,
    /// The value, without quotes and escapes.
    pub value: String,
    /// Where the name is.
    pub place: Place,
    /// Where the value's opening quote is.
    pub value_place: Place,
}

/// One action token of a record.
///
/// ```
/// use sarsen_core::record::Reader;
///
/// let record = Reader::new("[Game \"x\"]\n\n1. G4 A1".as_bytes()).next().unwrap()?;
/// let token = record.tokens().next().unwrap();
/// assert_eq!((token.text, token.place.column), ("G4", 4));
/// # Ok::<(), sarsen_core::record::RecordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// The text.
    pub text: &'a str,
    /// Where it is.
    pub place: Place,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Item {
    start: u32,
    end: u32,
    place: Place,
    comment: bool,
}

impl Record {
    /// A record of a game without actions.
    pub fn new(game: &str) -> Record {
        let mut record = Record::default();
        record.set_tag("Game", game);
        record
    }

    /// The tags in their order.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The tag with this name.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Sets a tag, keeping its position if it exists. Line breaks, which a tag cannot contain, become spaces.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let value = value.replace(['\n', '\r'], " ");
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag {
                name: name.to_owned(),
                value,
                place: Place::START,
                value_place: Place::START,
            }),
        }
    }

    /// The action tokens in the order played.
    pub fn tokens(&self) -> impl Iterator<Item = Token<'_>> {
        self.items
            .iter()
            .filter(|item| !item.comment)
            .map(|item| Token { text: self.text_of(item), place: item.place })
    }

    /// Comments, with the number of tokens before each.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut tokens = 0;
        self.items.iter().filter_map(move |item| {
            tokens += usize::from(!item.comment);
            item.comment.then(|| (tokens, self.text_of(item)))
        })
    }

    /// Adds an action at the end.
    pub fn push_token(&mut self, token: &str) {
        self.push(token, Place::START, false);
    }

    /// Adds a comment at the end; `}`, which would close it, becomes `)`.
    pub fn push_comment(&mut self, comment: &str) {
        self.push(&comment.replace('}', ")"), Place::START, true);
    }

    fn push(&mut self, text: &str, place: Place, comment: bool) {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        self.items.push(Item { start, end: self.text.len() as u32, place, comment });
    }

    fn text_of(&self, item: &Item) -> &str {
        &self.text[item.start as usize..item.end as usize]
    }
}

/// The record format: [`Reader`] reads it back to the same tags, tokens and comments.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in &self.tags {
            let value = tag.value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{} \"{value}\"]", tag.name)?;
        }
        if self.items.is_empty() {
            return Ok(());
        }
        writeln!(f)?;
        let mut column = 0;
        for item in &self.items {
            let text = self.text_of(item);
            let width = text.chars().count() + if item.comment { 2 } else { 0 };
            if column > 0 && column + 1 + width > LINE_WIDTH {
                writeln!(f)?;
                column = 0;
            } else if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            if item.comment {
                write!(f, "{{{text}}}")?;
            } else {
                f.write_str(text)?;
            }
            column += width;
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests;
