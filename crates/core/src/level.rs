//! The scale of strength, the same for every game.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// The strength of an engine, from 1 to 8.
///
/// Weak levels play like people who are new to a game: they look less far ahead, evaluate less well and overlook
/// actions; they never blunder on purpose. Level 8 uses all its time.
///
/// ```
/// use sarsen_core::Level;
///
/// assert_eq!("8".parse(), Ok(Level::MAX));
/// assert_eq!(Level::all().count(), 8);
/// assert!(Level::new(9).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(as = "u8"),
    schema(value_type = u8, description = "The strength of an engine, from 1 to 8.")
)]
pub struct Level(u8);

/// A level that does not exist.
///
/// ```
/// let error = "9".parse::<sarsen_core::Level>().unwrap_err();
/// assert_eq!(error.to_string(), "`9` is not a level: levels are 1 to 8");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a level: levels are 1 to 8")]
pub struct ParseLevelError(String);

impl Level {
    /// The weakest.
    pub const MIN: Level = Level(1);
    /// The strongest.
    pub const MAX: Level = Level(8);

    /// The level with a number from 1 to 8.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Level::MIN.0 && number <= Level::MAX.0 { Some(Level(number)) } else { None }
    }

    /// The level with a number, or the one that is nearest to it.
    ///
    /// ```
    /// assert_eq!(sarsen_core::Level::nearest(200), sarsen_core::Level::MAX);
    /// ```
    pub fn nearest(number: u8) -> Level {
        Level(number.clamp(Level::MIN.0, Level::MAX.0))
    }

    /// The number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The index from 0, for tables.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Every level, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::MIN.0..=Level::MAX.0).map(Level)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;
    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let number = text.parse().ok().filter(|_| text.len() == 1);
        number.and_then(Level::new).ok_or_else(|| ParseLevelError(text.to_owned()))
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Level::new(number)
            .ok_or_else(|| serde::de::Error::custom(ParseLevelError(number.to_string())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_read_back_and_others_are_refused() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in ["", "0", "9", "+1", "01", "x"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
