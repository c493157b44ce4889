//! The players at the terminal: people and engines, one per seat.

use std::fmt;
use std::str::FromStr;

use sarsen_core::record::Record;
use sarsen_search::Level;

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// A person at this terminal. Without a name, the person is called by the number of the seat.
    Person(Option<String>),
    /// An engine at a level.
    Engine(Level),
}

/// The prefix of engine names in records: `sarsen:4`.
const ENGINE: &str = "sarsen:";

/// The default level.
const DEFAULT_LEVEL: u8 = 3;

impl Sitter {
    pub(crate) fn is_person(&self) -> bool {
        matches!(self, Sitter::Person(_))
    }

    /// The value of the `Seat` tag; none for a person without a name.
    pub(crate) fn tag(&self) -> Option<String> {
        match self {
            Sitter::Person(name) => name.clone(),
            Sitter::Engine(level) => Some(format!("{ENGINE}{level}")),
        }
    }
}

/// A text that does not name a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ParseSitterError(String);

impl fmt::Display for ParseSitterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseSitterError {}

impl FromStr for Sitter {
    type Err = ParseSitterError;

    /// A digit or `sarsen:N` is a level, `me` a person without a name, anything else a person's name.
    fn from_str(text: &str) -> Result<Sitter, ParseSitterError> {
        let text = text.trim();
        let number = text.strip_prefix(ENGINE).unwrap_or(text);
        if number.len() != text.len() || number.bytes().all(|byte| byte.is_ascii_digit()) {
            let level = number.parse().map(Sitter::Engine);
            return level.map_err(|error| ParseSitterError(format!("{error}")));
        }
        if text.chars().any(char::is_control) {
            return Err(ParseSitterError("a name is a line of text".to_owned()));
        }
        Ok(Sitter::Person((text != "me").then(|| text.to_owned())))
    }
}

/// Reads `--seats Ada,4`.
pub(crate) fn parse(text: &str) -> Result<Vec<Sitter>, ParseSitterError> {
    text.split(',').map(str::parse).collect()
}

/// A person against the computer.
pub(crate) fn default(seats: usize) -> Vec<Sitter> {
    let level = Level::new(DEFAULT_LEVEL).expect("the default is a level");
    let engines = std::iter::repeat_n(Sitter::Engine(level), seats.saturating_sub(1));
    std::iter::once(Sitter::Person(None)).chain(engines).collect()
}

/// The players named by the `Seat` tags of a record; seats without a tag are people. `None` if there is no such tag.
pub(crate) fn of_record(record: &Record, seats: usize) -> Option<Vec<Sitter>> {
    let tag = |seat: usize| record.tag(&format!("Seat{seat}")).map(|tag| tag.value.as_str());
    (1..=seats).any(|seat| tag(seat).is_some()).then(|| {
        // A tag may contain anything: a name that cannot be parsed is a person's.
        let sitter = |name: &str| name.parse().unwrap_or(Sitter::Person(Some(name.to_owned())));
        (1..=seats).map(|seat| tag(seat).map_or(Sitter::Person(None), sitter)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_levels_and_me_are_told_apart() {
        let level = |number| Sitter::Engine(Level::new(number).unwrap());
        let ada = Sitter::Person(Some("Ada".to_owned()));
        assert_eq!(parse("Ada,4"), Ok(vec![ada, level(4)]));
        assert_eq!(parse("me, sarsen:8"), Ok(vec![Sitter::Person(None), level(8)]));
        for wrong in ["Ada,9", "0,me", "sarsen:x,me", "sarsen:,me"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        // An empty name would be no name in a record.
        assert!(parse("Ada,").is_err());
    }

    #[test]
    fn what_a_record_says_is_read_back() {
        let mut record = Record::new("x");
        assert_eq!(of_record(&record, 2), None);
        record.set_tag("Seat2", "sarsen:5");
        let sitters = of_record(&record, 2).unwrap();
        assert_eq!(sitters[0], Sitter::Person(None));
        assert_eq!(sitters[1].tag().as_deref(), Some("sarsen:5"));
    }
}
