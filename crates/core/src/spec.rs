//! What a game is and which options it has, described by the game itself.

use std::ops::RangeInclusive;

use crate::{Counted, Lang, MatchSpec, Phrase};

/// A game's description of itself: everything that outer layers know before they start it.
///
/// ```
/// use sarsen_core::{GameSpec, Lang, Rules};
///
/// let spec: &GameSpec = sarsen_stonehenge::Stonehenge::SPEC;
/// assert_eq!((spec.id, spec.seats.clone()), ("stonehenge", 2..=2));
/// assert!(spec.rules.in_lang(Lang::Fr).contains("**K1**"));
/// assert_eq!(spec.option("druids").unwrap().default, "open");
/// ```
#[derive(Debug)]
pub struct GameSpec {
    /// The id in records, URLs and commands.
    pub id: &'static str,
    /// The name for players.
    pub name: Phrase,
    /// A sentence about it.
    pub about: Phrase,
    /// What its score counts, as shown beside the figure; `None` if it has no score.
    pub score: Option<Counted>,
    /// How many seats it can have. If there is a choice, the game has an option named `seats`.
    pub seats: RangeInclusive<u8>,
    /// The options, in the order in which they are displayed.
    pub options: &'static [OptionSpec],
    /// Well-known ways to play: named sets of option values.
    pub variants: &'static [Variant],
    /// Whether a high or a low [`Rules::score`](crate::Rules::score) is good.
    pub scoring: Scoring,
    /// How a match of several games is played.
    pub matches: MatchSpec,
    /// The rules in our own words.
    pub rules: RulesText,
    /// What can be measured about it.
    pub measurements: &'static [Measurement],
}

impl GameSpec {
    /// The option with this name.
    pub fn option(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().find(|option| option.name == name)
    }
}

/// Something about a game that is measured by trying it often, for `sarsen bench`.
///
/// ```
/// use sarsen_core::Rules;
///
/// let measurement = &sarsen_sun::Sun::SPEC.measurements[0];
/// assert_eq!(measurement.name, "sun-hands");
/// assert!((measurement.table)(1, 0).contains("share of 1 throws"));
/// ```
#[derive(Debug)]
pub struct Measurement {
    /// Its name in commands.
    pub name: &'static str,
    /// What it measures, in English.
    pub about: &'static str,
    /// The result as a table, from a number of trials for each figure and a seed.
    pub table: fn(trials: u32, seed: u64) -> String,
}

/// Whether a high or a low score is good.
///
/// ```
/// use sarsen_core::{Rules, Scoring};
///
/// // Megaliths and stones left over count against their owner.
/// assert_eq!(sarsen_sun::Sun::SPEC.scoring, Scoring::LowIsGood);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Nothing is counted.
    None,
    /// The lower, the better.
    LowIsGood,
    /// The higher, the better.
    HighIsGood,
}

/// A choice that players make before a game.
///
/// ```
/// use sarsen_core::Rules;
///
/// let option = &sarsen_stonehenge::Stonehenge::SPEC.options[0];
/// assert!(option.values.allow(option.default));
/// assert!(!option.label.en.is_empty() && !option.about.ja.is_empty());
/// ```
#[derive(Debug)]
pub struct OptionSpec {
    /// The name in records: `Option.NAME`.
    pub name: &'static str,
    /// The name for players.
    pub label: Phrase,
    /// The values it can have.
    pub values: Values,
    /// The value if none is given.
    pub default: &'static str,
    /// A sentence on what it changes.
    pub about: Phrase,
}

/// The values of an option.
///
/// ```
/// use sarsen_core::Values;
///
/// let values = Values::Number { min: 1, max: 5, off: false };
/// assert!(values.allow("3") && !values.allow("03") && !values.allow("6"));
/// assert_eq!(values.to_string(), "1…5");
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these words.
    Words(&'static [Word]),
    /// An integer within bounds, or `off` where that is allowed.
    Number {
        /// The lower bound.
        min: u32,
        /// The upper bound.
        max: u32,
        /// Whether `off` is a value.
        off: bool,
    },
}

impl Values {
    /// Whether a text is one of the values. A number has only one spelling: no sign, no leading zero.
    pub fn allow(&self, text: &str) -> bool {
        match *self {
            Values::Words(words) => words.iter().any(|word| word.name == text),
            Values::Number { off: true, .. } if text == OFF.name => true,
            Values::Number { min, max, .. } => text
                .parse::<u32>()
                .is_ok_and(|number| (min..=max).contains(&number) && number.to_string() == text),
        }
    }

    /// The values that tests cover: all words, and the ends and the middle of a range.
    pub fn samples(&self) -> Vec<String> {
        match *self {
            Values::Words(words) => words.iter().map(|word| word.name.to_owned()).collect(),
            Values::Number { min, max, off } => {
                let mut numbers = vec![min, min + (max.min(min + 400) - min) / 2];
                if max <= min + 400 {
                    numbers.push(max);
                }
                numbers.dedup();
                let word = off.then(|| OFF.name.to_owned());
                numbers.iter().map(u32::to_string).chain(word).collect()
            }
        }
    }
}

impl std::fmt::Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Values::Words(words) => {
                let names: Vec<&str> = words.iter().map(|word| word.name).collect();
                f.write_str(&names.join(" | "))
            }
            Values::Number { min, max, off } => {
                write!(f, "{min}…{max}{}", if off { " | off" } else { "" })
            }
        }
    }
}

/// The value that switches a number option off, where that is allowed.
pub static OFF: Word = Word::new("off", "off", "désactivé", "なし");

/// One of the words to which an option can be set.
///
/// ```
/// use sarsen_core::{Values, Word};
///
/// static WORDS: [Word; 2] = [Word::new("yes", "Yes", "Oui", "はい"), Word::new("no", "No", "Non", "いいえ")];
/// assert!(Values::Words(&WORDS).allow("no"));
/// assert_eq!(WORDS[1].label.fr, "Non");
/// ```
#[derive(Debug)]
pub struct Word {
    /// The word in records.
    pub name: &'static str,
    /// The label for players.
    pub label: Phrase,
}

impl Word {
    /// A word with its label in English, French and Japanese.
    pub const fn new(
        name: &'static str,
        en: &'static str,
        fr: &'static str,
        ja: &'static str,
    ) -> Word {
        Word { name, label: Phrase::new(en, fr, ja) }
    }
}

/// A named set of option values.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_stonehenge::Stonehenge;
///
/// let variant = &Stonehenge::SPEC.variants[0];
/// let mut options = Options::defaults(Stonehenge::SPEC);
/// for (name, value) in variant.options {
///     options.set(name, value)?;
/// }
/// assert_eq!((variant.id, options.get("druids")), ("face-down", "hidden"));
/// # Ok::<(), sarsen_core::OptionError>(())
/// ```
#[derive(Debug)]
pub struct Variant {
    /// The id in commands and URLs.
    pub id: &'static str,
    /// The name for players.
    pub name: Phrase,
    /// The options that differ from the defaults.
    pub options: &'static [(&'static str, &'static str)],
}

/// The rules of a game as Markdown, one text per language. Every rule opens with its id in bold, `**K1**`.
///
/// ```
/// use sarsen_core::{Lang, Rules};
///
/// let rules = &sarsen_stonehenge::Stonehenge::SPEC.rules;
/// assert_eq!(rules.in_lang(Lang::Ja), rules.ja);
/// ```
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

/// The [`RulesText`](crate::RulesText) in the files `en.md`, `fr.md` and `ja.md` of a folder. Its path begins at the file
/// that uses this, as for `include_str!`: `rules_text!("../rules")`.
#[macro_export]
macro_rules! rules_text {
    ($folder:literal) => {
        $crate::RulesText {
            en: include_str!(concat!($folder, "/en.md")),
            fr: include_str!(concat!($folder, "/fr.md")),
            ja: include_str!(concat!($folder, "/ja.md")),
        }
    };
}
