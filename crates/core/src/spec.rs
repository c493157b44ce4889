//! What a game is and which options it has, described by the game itself.

use std::ops::RangeInclusive;

use crate::{Lang, Phrase};

/// A game's description of itself: the one thing that outer layers know before they start it.
#[derive(Debug)]
pub struct GameSpec {
    /// The id in records, URLs and commands.
    pub id: &'static str,
    /// The name that players know.
    pub name: Phrase,
    /// A sentence about it.
    pub about: Phrase,
    /// How many seats it can have. More than one count means an option named `seats`.
    pub seats: RangeInclusive<u8>,
    /// The options, in the order in which they are shown.
    pub options: &'static [OptionSpec],
    /// Well-known ways to play: named sets of options.
    pub variants: &'static [Variant],
    /// The rules in our own words.
    pub rules: RulesText,
}

impl GameSpec {
    /// The option of a name.
    pub fn option(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().find(|option| option.name == name)
    }
}

/// One choice that players make before a game.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name in records: `Option.NAME`.
    pub name: &'static str,
    /// What it may be set to.
    pub values: Values,
    /// The value when nothing is said.
    pub default: &'static str,
    /// A sentence that says what it changes.
    pub about: Phrase,
}

/// The values of an option.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number within bounds; `off` too, where it says so.
    Number {
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
        /// Whether `off` is a value.
        off: bool,
    },
}

impl Values {
    /// Whether a text is one of the values. A number has one spelling only: no sign, no leading zero.
    pub fn allow(&self, text: &str) -> bool {
        match *self {
            Values::Words(words) => words.contains(&text),
            Values::Number { off: true, .. } if text == "off" => true,
            Values::Number { min, max, .. } => text
                .parse::<u32>()
                .is_ok_and(|number| (min..=max).contains(&number) && number.to_string() == text),
        }
    }

    /// The values that tests go through: all words, and of a range its ends and its middle.
    pub fn samples(&self) -> Vec<String> {
        match *self {
            Values::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
            Values::Number { min, max, off } => {
                let mut numbers = vec![min, min + (max.min(min + 400) - min) / 2];
                if max <= min + 400 {
                    numbers.push(max);
                }
                numbers.dedup();
                let word = off.then(|| "off".to_owned());
                numbers.iter().map(u32::to_string).chain(word).collect()
            }
        }
    }
}

impl std::fmt::Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Values::Words(words) => f.write_str(&words.join(" | ")),
            Values::Number { min, max, off } => {
                write!(f, "{min}…{max}{}", if off { " | off" } else { "" })
            }
        }
    }
}

/// A named set of option values.
#[derive(Debug)]
pub struct Variant {
    /// The id in commands and URLs.
    pub id: &'static str,
    /// The name that players read.
    pub name: Phrase,
    /// The options that differ from the defaults.
    pub options: &'static [(&'static str, &'static str)],
}

/// The rules of a game as Markdown, one text a language. Every rule opens with its id in bold, `**K1**`.
#[derive(Debug)]
pub struct RulesText {
    /// English.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
    /// Japanese.
    pub ja: &'static str,
}

impl RulesText {
    /// The text in one language.
    pub fn in_lang(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
            Lang::Ja => self.ja,
        }
    }
}
