//! The record: one game as text that people and programs read.
//!
//! Tags as in PGN, a blank line, then action tokens, `{comments}`, marks (`$1`) and `(variations)`.
//! [`Reader`] streams the records of a file separated by `---` lines, in memory bounded by
//! [`MAX_RECORD_BYTES`]; [`replay`] plays one through a game's rules; [`Record`] writes itself by
//! [`Display`](std::fmt::Display).
//!
//! The actions outside all parentheses are the main line: the game that was played. [`Record::tokens`] and
//! [`Record::comments`] are of the main line only, so a program that knows no variations sees the game.

mod error;
mod parse;
mod reader;
mod replay;
mod walk;
mod write;

pub use error::{Place, Problem, RecordError};
pub use reader::Reader;
pub use replay::{Replayed, read_options, replay, token_error};
pub use walk::walk;

/// The size of the largest record that is read. The longest real games are a thousand times shorter.
pub const MAX_RECORD_BYTES: usize = 4 << 20;

/// The line that separates records of one file.
pub const SEPARATOR: &str = "---";

/// How deep variations may be nested: walking through a record takes a state for each level.
pub const MAX_NESTING: usize = 16;

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
    items: Vec<StoredItem>,
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

/// What stands after the tags of a record, in its order.
///
/// ```
/// use sarsen_core::record::{Item, Reader};
///
/// let record = Reader::new("[Game \"x\"]\n\nG4 $2 (A1 {safer}) B2".as_bytes()).next().unwrap()?;
/// let items: Vec<Item<'_>> = record.items().collect();
/// assert!(matches!(items[1], Item::Mark(2)));
/// assert!(matches!(items[2], Item::VariationStart(place) if place.column == 7));
/// assert_eq!(items[4], Item::Comment("safer"));
/// let main_line: Vec<&str> = record.tokens().map(|token| token.text).collect();
/// assert_eq!(main_line, ["G4", "B2"]);
/// # Ok::<(), sarsen_core::record::RecordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item<'a> {
    /// An action.
    Action(Token<'a>),
    /// A comment on what stands before it.
    Comment(&'a str),
    /// A mark of the action before it, as PGN numbers them: 1 good, 2 mistake, 3 very good, 4 blunder,
    /// 5 interesting, 6 doubtful.
    Mark(u8),
    /// What follows up to its end could have been played instead of the last action of this line.
    VariationStart(Place),
    /// The line goes on where the variation began.
    VariationEnd,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StoredItem {
    start: u32,
    end: u32,
    place: Place,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Action,
    Comment,
    Mark(u8),
    VariationStart,
    VariationEnd,
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

    /// Everything after the tags, with the variations.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> + Clone {
        self.items.iter().map(|item| self.item(item))
    }

    /// The action tokens of the main line in the order played.
    pub fn tokens(&self) -> impl Iterator<Item = Token<'_>> {
        self.main_line().filter_map(|item| match item {
            Item::Action(token) => Some(token),
            _ => None,
        })
    }

    /// Comments, with the number of tokens before each.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.between_tokens(|item| match item {
            Item::Comment(text) => Some(text),
            _ => None,
        })
    }

    /// The marks of the main line with the number of its tokens before each.
    pub fn marks(&self) -> impl Iterator<Item = (usize, u8)> {
        self.between_tokens(|item| match item {
            Item::Mark(number) => Some(number),
            _ => None,
        })
    }

    /// What `read` finds between the tokens of the main line, with the number of tokens before it.
    fn between_tokens<'r, T>(
        &'r self,
        read: impl Fn(Item<'r>) -> Option<T>,
    ) -> impl Iterator<Item = (usize, T)> {
        let mut tokens = 0;
        self.main_line().filter_map(move |item| {
            tokens += usize::from(matches!(item, Item::Action(_)));
            Some((tokens, read(item)?))
        })
    }

    /// Whether anything stands in parentheses.
    pub fn has_variations(&self) -> bool {
        self.items.iter().any(|item| item.kind == Kind::VariationStart)
    }

    /// Adds an action at the end.
    pub fn push_token(&mut self, token: &str) {
        self.push(token, Place::START, Kind::Action);
    }

    /// Adds a comment at the end; `}`, which would close it, becomes `)`.
    pub fn push_comment(&mut self, comment: &str) {
        self.push(&comment.replace('}', ")"), Place::START, Kind::Comment);
    }

    /// Adds a whole game at the end: its actions, and comments, each with the number of actions before it, in order.
    ///
    /// ```
    /// let mut record = sarsen_core::record::Record::new("stonehenge");
    /// record.push_game(&["G4", "A1"], &[(1, "well".to_owned())]);
    /// assert!(record.to_string().ends_with("G4 {well} A1\n"));
    /// ```
    pub fn push_game<T: AsRef<str>>(&mut self, tokens: &[T], comments: &[(u32, String)]) {
        let mut comments = comments.iter().peekable();
        for (count, token) in (0..).zip(tokens.iter().map(Some).chain([None])) {
            while let Some((_, comment)) = comments.next_if(|(before, _)| *before <= count) {
                self.push_comment(comment);
            }
            if let Some(token) = token {
                self.push_token(token.as_ref());
            }
        }
    }

    fn push(&mut self, text: &str, place: Place, kind: Kind) {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        self.items.push(StoredItem { start, end: self.text.len() as u32, place, kind });
    }

    /// What stands outside all parentheses.
    fn main_line(&self) -> impl Iterator<Item = Item<'_>> {
        let mut depth = 0_usize;
        self.items().filter(move |item| {
            match item {
                Item::VariationStart(_) => depth += 1,
                Item::VariationEnd => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
    }

    fn item(&self, item: &StoredItem) -> Item<'_> {
        let text = &self.text[item.start as usize..item.end as usize];
        match item.kind {
            Kind::Action => Item::Action(Token { text, place: item.place }),
            Kind::Comment => Item::Comment(text),
            Kind::Mark(number) => Item::Mark(number),
            Kind::VariationStart => Item::VariationStart(item.place),
            Kind::VariationEnd => Item::VariationEnd,
        }
    }
}

#[cfg(test)]
mod tests;
