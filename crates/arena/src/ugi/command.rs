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
            None => (Vec::new(), rest.strip_prefix(':').ok_or(ParseUgiError::Shape)?),
            Some(rest) => split_options(rest)?,
        };
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

/// Names and values of options, and the text after them.
type OptionsAndRest<'t> = (Vec<(String, String)>, &'t str);

/// Splits `NAME=VALUE,…]:COMMAND`, what follows the opening bracket, into the options and the command. Quotation marks
/// protect commas and brackets in them as they do in a command.
fn split_options(text: &str) -> Result<OptionsAndRest<'_>, ParseUgiError> {
    let mut options = Vec::new();
    let mut rest = text;
    loop {
        let end = unquoted(rest, |rest| rest.starts_with(',') || rest.starts_with("]:"));
        let end = end.ok_or(ParseUgiError::Quote)?.ok_or(ParseUgiError::Shape)?;
        let (pair, after) = rest.split_at(end);
        if !pair.is_empty() {
            let (name, value) = pair.split_once('=').ok_or(ParseUgiError::Shape)?;
            let value = split_words(value).ok_or(ParseUgiError::Quote)?.join(" ");
            options.push((name.trim().to_owned(), value));
        }
        match after.strip_prefix("]:") {
            Some(command) => return Ok((options, command)),
            None => rest = &after[1..],
        }
    }
}

/// Where something first occurs outside of quotation marks, if it does; `None` if a mark is not closed before the end.
fn unquoted(text: &str, is_it: impl Fn(&str) -> bool) -> Option<Option<usize>> {
    let mut quote = None;
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (None, _) if is_it(&text[at..]) => return Some(Some(at)),
            (Some(mark), _) if character == mark => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None | Some('"'), '\\') => drop(characters.next()),
            _ => {}
        }
    }
    quote.is_none().then_some(None)
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
        let command: UgiCommand =
            r#"ugi[Book File="a, b]: c.bin",note=it\'s  so,empty=]:'./my engine'"#.parse().unwrap();
        assert_eq!(command.words(), ["./my engine"]);
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            command.options(),
            [option("Book File", "a, b]: c.bin"), option("note", "it's so"), option("empty", "")]
        );
        for (text, error) in [
            ("ugi", ParseUgiError::Shape),
            ("ugi:", ParseUgiError::Empty),
            ("ugi[level]:x", ParseUgiError::Shape),
            ("ugi[a=1:x", ParseUgiError::Shape),
            ("ugi:'x", ParseUgiError::Quote),
            ("ugi[a='1]:x", ParseUgiError::Quote),
        ] {
            assert_eq!(text.parse::<UgiCommand>(), Err(error), "{text}");
        }
    }
}
