//! The specification of a program: `ugi:COMMAND`, or with options `ugi[NAME=VALUE,…]:COMMAND`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A program that speaks UGI: its command line and its options.
///
/// ```
/// use sarsen_arena::ugi::UgiCommand;
///
/// let command: UgiCommand = r#"ugi[level=3]:"./my engine" --flag 'a b'"#.parse()?;
/// assert_eq!(command.words(), ["./my engine", "--flag", "a b"]);
/// assert_eq!(command.options(), [("level".to_owned(), "3".to_owned())]);
/// # Ok::<(), sarsen_arena::ugi::ParseUgiError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UgiCommand {
    text: String,
    words: Vec<String>,
    options: Vec<(String, String)>,
}

/// Why a text does not specify a program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseUgiError {
    /// It does not have the right form.
    #[error("a program is written `ugi:COMMAND` or `ugi[NAME=VALUE,…]:COMMAND`")]
    Shape,
    /// A quotation mark is not closed.
    #[error("a quotation mark is not closed")]
    Quote,
    /// It contains no word.
    #[error("names no program")]
    Empty,
}

impl UgiCommand {
    /// The program and its arguments; at least one word.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The options that are set after the start.
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }
}

impl FromStr for UgiCommand {
    type Err = ParseUgiError;

    fn from_str(text: &str) -> Result<UgiCommand, ParseUgiError> {
        let rest = text.strip_prefix("ugi").ok_or(ParseUgiError::Shape)?;
        let (options, command) = match rest.strip_prefix('[') {
            None => ("", rest.strip_prefix(':').ok_or(ParseUgiError::Shape)?),
            Some(rest) => rest.split_once("]:").ok_or(ParseUgiError::Shape)?,
        };
        let option = |pair: &str| {
            let (name, value) = pair.split_once('=').ok_or(ParseUgiError::Shape)?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        };
        let options = options.split(',').filter(|pair| !pair.is_empty()).map(option);
        let options = options.collect::<Result<_, _>>()?;
        let words = split_words(command).ok_or(ParseUgiError::Quote)?;
        if words.is_empty() {
            return Err(ParseUgiError::Empty);
        }
        Ok(UgiCommand { text: text.to_owned(), words, options })
    }
}

impl fmt::Display for UgiCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Splits a command into words like a shell, but without substitutions; `None` if a quotation mark is not closed.
/// Everything between single quotes is literal; elsewhere a backslash escapes the next character, between double quotes
/// only `"` and `\`.
fn split_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(mark), _) if character == mark => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, '\\') => word.get_or_insert_default().push(characters.next()?),
            (Some('"'), '\\') => {
                let kept = characters.next_if(|&next| next == '"' || next == '\\');
                word.get_or_insert_default().push(kept.unwrap_or('\\'));
            }
            (None, space) if space.is_whitespace() => words.extend(word.take()),
            (_, other) => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        let words = |text: &str| split_words(text).unwrap();
        assert_eq!(words(r#""./my engine"  --flag"#), ["./my engine", "--flag"]);
        assert_eq!(words(r"a\ b 'c \d' e'f'g"), ["a b", r"c \d", "efg"]);
        assert_eq!(words(r#"x "" "\"\n\\""#), ["x", "", r#""\n\"#]);
        assert!(words("  ").is_empty());
        for open in ["\"a", "a 'b", "a\\"] {
            assert_eq!(split_words(open), None, "{open}");
        }
    }

    #[test]
    fn options_stand_in_brackets() {
        let command: UgiCommand = "ugi[level=3,threads=1]:sarsen ugi stonehenge".parse().unwrap();
        assert_eq!(command.words().len(), 3);
        assert_eq!(command.options().len(), 2);
        assert_eq!(command.to_string(), "ugi[level=3,threads=1]:sarsen ugi stonehenge");
        for (text, error) in [
            ("ugi", ParseUgiError::Shape),
            ("ugi:", ParseUgiError::Empty),
            ("ugi[level]:x", ParseUgiError::Shape),
            ("ugi[a=1:x", ParseUgiError::Shape),
            ("ugi:'x", ParseUgiError::Quote),
        ] {
            assert_eq!(text.parse::<UgiCommand>(), Err(error), "{text}");
        }
    }
}
