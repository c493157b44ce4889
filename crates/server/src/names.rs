//! The names of players.
//!
//! Names are normalised (NFKC, as RFC 8266 prescribes for nicknames: full-width letters and ligatures become plain
//! ones), and refused if they are invisible, contain invisible characters, or change the direction of the surrounding
//! text.

use sarsen_protocol::{MAX_NAME_CHARS, Refusal, RefusalCode};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::http::refuse;

/// The most combining marks on one letter; more would overlap neighbouring lines.
const MAX_MARKS: usize = 3;

/// A name as others read it.
pub(crate) fn clean_name(name: &str) -> Result<String, Refusal> {
    // Anything longer cannot become short enough and need not be examined.
    let bounded = name.len() <= 16 * MAX_NAME_CHARS;
    let refused =
        |c: char| is_unseen(c) || changes_direction(c) || c.is_control() && !c.is_whitespace();
    if !bounded || name.chars().any(refused) {
        return Err(refuse(RefusalCode::BadName));
    }
    let normal: String = name.nfkc().collect();
    let words: Vec<&str> = normal.split_whitespace().collect();
    let name = words.join(" ");
    let length = name.chars().count();
    let bad = length == 0
        || length > MAX_NAME_CHARS
        || name.chars().any(refused)
        || has_stacked_marks(&name)
        || has_unseen_selector(&name);
    if bad { Err(refuse(RefusalCode::BadName)) } else { Ok(name) }
}

/// Invisible characters. Without them, two names that look the same are the same.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' // soft hyphen
        | '\u{34f}' // combining grapheme joiner
        | '\u{70f}' // Syriac abbreviation mark
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
        | '\u{17b4}' | '\u{17b5}' // Khmer inherent vowels
        | '\u{180b}'..='\u{180f}' // Mongolian variation selectors
        | '\u{200b}'..='\u{200d}' // zero width
        | '\u{2060}'..='\u{2065}' // joiners and invisible operators
        | '\u{2800}' // the blank Braille pattern
        | '\u{2d7f}' | '\u{1107f}' | '\u{16fe4}' // joiners and fillers of Tifinagh, Brahmi and Khitan
        | '\u{fe00}'..='\u{fe0e}' // variation selectors, except the one for emoji
        | '\u{feff}' // byte order mark
        | '\u{fff0}'..='\u{fffc}' // annotations and object replacement
        | '\u{13430}'..='\u{13442}' | '\u{13447}'..='\u{13455}' // hieroglyphic controls and blanks
        | '\u{1bca0}'..='\u{1bca3}' // shorthand controls
        | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' // musical controls
        | '\u{e000}'..='\u{f8ff}' // private use: appearance unknown
        | '\u{e0000}'..='\u{e0fff}' // tags, and further selectors
        | '\u{f0000}'..='\u{10ffff}')
}

/// Characters that change the direction of the surrounding text.
fn changes_direction(c: char) -> bool {
    matches!(c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' // marks
        | '\u{202a}'..='\u{202e}' // embeddings and overrides
        | '\u{2066}'..='\u{206f}') // isolates and deprecated controls
}

/// Whether there are combining marks without a letter, or too many on one.
fn has_stacked_marks(name: &str) -> bool {
    let mut marks = MAX_MARKS;
    name.chars().any(|c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks > MAX_MARKS
    })
}

/// Whether the variation selector for emoji follows something that it does not change: then it cannot be seen.
fn has_unseen_selector(name: &str) -> bool {
    let (mut before, mut characters) = (None, name.chars().peekable());
    while let Some(c) = characters.next() {
        if c == EMOJI_SELECTOR {
            let is_key = characters.peek() == Some(&KEYCAP);
            let shows = before.is_some_and(|c: char| !c.is_alphanumeric() && !c.is_ascii());
            if !is_key && !shows || before == Some(EMOJI_SELECTOR) {
                return true;
            }
        }
        before = Some(c);
    }
    false
}

/// It turns a symbol into a picture, and with a keycap after it a digit.
const EMOJI_SELECTOR: char = '\u{fe0f}';
const KEYCAP: char = '\u{20e3}';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_names_are_accepted() {
        for name in
            ["Ada", "  Ada\t", "日本 太郎", "Zoë O'Neil", "🗿", "❤\u{fe0f}", "นที", &"x".repeat(32)]
        {
            assert!(clean_name(name).is_ok(), "{name}");
        }
        for name in ["", "   ", &"x".repeat(33), "a\u{7}", "\u{0}", &"x".repeat(1 << 20)] {
            assert!(clean_name(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn invisible_names_are_refused() {
        for c in [
            '\u{3164}',
            '\u{2800}',
            '\u{ad}',
            '\u{ffa0}',
            '\u{115f}',
            '\u{200b}',
            '\u{2060}',
            '\u{fe00}',
            '\u{feff}',
            '\u{e0001}',
            '\u{70f}',
            '\u{2d7f}',
            '\u{1107f}',
            '\u{13430}',
            '\u{13441}',
            '\u{16fe4}',
        ] {
            assert!(clean_name(&c.to_string()).is_err(), "{c:?} alone");
            assert!(clean_name(&format!("Ada{c}")).is_err(), "{c:?} in a name");
        }
        for unseen in ["Ada\u{fe0f}", "A\u{fe0f}da", "太\u{fe0f}", "1\u{fe0f}", "❤\u{fe0f}\u{fe0f}"]
        {
            assert!(clean_name(unseen).is_err(), "{unseen:?}");
        }
        assert!(clean_name("1\u{fe0f}\u{20e3}").is_ok(), "a key");
        for blank in ["\u{a0}", "\u{3000}", "\u{2003} \u{2009}", "\u{301}", "\u{fe0f}"] {
            assert!(clean_name(blank).is_err(), "{blank:?}");
        }
    }

    #[test]
    fn names_with_direction_marks_are_refused() {
        for c in [
            '\u{61c}',
            '\u{200e}',
            '\u{200f}',
            '\u{202a}',
            '\u{202e}',
            '\u{2066}',
            '\u{2069}',
            '\u{e0067}',
        ] {
            assert!(clean_name(&format!("a{c}b")).is_err(), "{c:?}");
        }
    }

    #[test]
    fn two_names_that_look_the_same_are_the_same() {
        assert_eq!(clean_name("Ａｄａ").unwrap(), "Ada");
        assert_eq!(clean_name("Zoe\u{308}").unwrap(), clean_name("Zoë").unwrap());
        assert_eq!(clean_name("ﾀﾛｳ").unwrap(), "タロウ");
        assert_eq!(clean_name(" a\nb\u{3000}\u{a0} c ").unwrap(), "a b c");
        assert!(clean_name(&format!("a{}", "\u{301}".repeat(9))).is_err(), "no towers of marks");
    }
}
