//! A state as a short text, like FEN in chess.
//!
//! A position string is `GAME/OPTION=VALUE/…/STATE`: the game's id, the options that differ from its defaults, and the
//! state in the game's own spelling. It contains only characters that need no escaping in a URL path or a shell. It
//! reveals everything, including hidden faces, so it must not be shown to players during a game.

use thiserror::Error;

use crate::{OptionError, Options, Rules, UnknownGame};

/// States that can be written as a short text and read back.
///
/// ```
/// use sarsen_core::{Options, Rules, StateString};
/// use sarsen_holes::Holes;
///
/// let options = Options::defaults(Holes::SPEC);
/// let mut game = Holes::start(&options);
/// game.play("*3".parse()?)?;
/// let text = game.state_string();
/// let read = Holes::from_state_string(&options, &text)?;
/// assert_eq!((read.state_string(), read.turn()), (text, game.turn()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait StateString: Rules {
    /// The state, without the game and its options. It contains no `=`, so it cannot be mistaken for an option.
    fn state_string(&self) -> String;

    /// Parses a state.
    ///
    /// # Errors
    /// What is wrong with the text. A position that no game can reach is accepted if play can continue from it.
    fn from_state_string(options: &Options, text: &str) -> Result<Self, StateStringError>;
}

/// A text that is not a position.
///
/// ```
/// use sarsen_core::{Options, Rules, StateString, StateStringError};
/// use sarsen_holes::Holes;
///
/// let options = Options::defaults(Holes::SPEC);
/// let refused = Holes::from_state_string(&options, "no position");
/// assert!(matches!(refused, Err(StateStringError::Malformed { .. })));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StateStringError {
    /// A part of the text cannot be read.
    #[error("`{part}` is not {expected}")]
    Malformed {
        /// The part that cannot be read.
        part: String,
        /// What was expected.
        expected: &'static str,
    },
    /// Every part can be read, but no game can continue from it.
    #[error("{0}")]
    Impossible(&'static str),
    /// No such game.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl StateStringError {
    /// The error for a part that cannot be read.
    pub fn malformed(part: &str, expected: &'static str) -> StateStringError {
        let part = part.chars().take(80).collect();
        StateStringError::Malformed { part, expected }
    }
}

/// The fields of a state string, separated by `/`.
///
/// # Errors
/// If there are not exactly `N`.
pub fn fields<'a, const N: usize>(
    text: &'a str,
    expected: &'static str,
) -> Result<[&'a str; N], StateStringError> {
    let parts: Vec<&str> = text.split('/').collect();
    parts.try_into().map_err(|_| StateStringError::malformed(text, expected))
}

/// The position string of a state, with its game and options.
///
/// ```
/// # use sarsen_core::*;
/// assert_eq!(position_string("holes", "", "1h4s0/1h4s0"), "holes/1h4s0/1h4s0");
/// ```
pub fn position_string(game: &str, options: &str, state: &str) -> String {
    if options.is_empty() { format!("{game}/{state}") } else { format!("{game}/{options}/{state}") }
}

/// The options of a position string: those that differ from the defaults, separated by `/`.
pub fn options_string(options: &Options) -> String {
    let pairs: Vec<String> =
        options.changed().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join("/")
}

/// Splits a position string into the game's id, its options as written, and the state.
pub fn split_position(text: &str) -> (&str, Vec<&str>, &str) {
    let (game, mut rest) = text.split_once('/').unwrap_or((text, ""));
    let mut options = Vec::new();
    while let Some((first, after)) = rest.split_once('/')
        && first.contains('=')
    {
        options.push(first);
        rest = after;
    }
    (game, options, rest)
}

/// Sets the options of a position string's pairs.
///
/// # Errors
/// If one of them is not an option of the game, or is given twice.
pub fn read_pairs(mut options: Options, pairs: &[&str]) -> Result<Options, StateStringError> {
    for (index, pair) in pairs.iter().enumerate() {
        let (name, value) = pair
            .split_once('=')
            .ok_or_else(|| StateStringError::malformed(pair, "an option, NAME=VALUE"))?;
        let again = |other: &&str| other.split_once('=').is_some_and(|(other, _)| other == name);
        if pairs[..index].iter().any(again) {
            return Err(StateStringError::malformed(pair, "an option given once"));
        }
        options.set(name, value)?;
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_string_comes_apart_as_it_was_made() {
        let text = position_string("holes", "pieces=3/recover=one", "1h2s0/1h2s0/t1");
        assert_eq!(
            split_position(&text),
            ("holes", vec!["pieces=3", "recover=one"], "1h2s0/1h2s0/t1")
        );
        assert_eq!(split_position("sun/x"), ("sun", vec![], "x"));
        assert_eq!(split_position(""), ("", vec![], ""));
    }
}
