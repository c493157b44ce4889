//! Sentences for players, in all languages in one place, so that none can be forgotten.

use std::borrow::Cow;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A language that Sarsen speaks.
///
/// ```
/// use sarsen_core::Lang;
///
/// assert_eq!("ja".parse(), Ok(Lang::Ja));
/// assert_eq!(Lang::ALL.map(Lang::code), ["en", "fr", "ja"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
    /// Japanese.
    Ja,
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::Fr, Lang::Ja];

    /// The two-letter code.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
            Lang::Ja => "ja",
        }
    }

    /// Whether a noun with this count is singular: 1 in English, and also 0 in French.
    pub const fn is_singular(self, count: i64) -> bool {
        match self {
            Lang::En => count == 1,
            Lang::Fr => count.unsigned_abs() < 2,
            Lang::Ja => false,
        }
    }
}

/// A language code that is not one of ours.
///
/// ```
/// let error = "de".parse::<sarsen_core::Lang>().unwrap_err();
/// assert_eq!(error.to_string(), "`de` is not a language of Sarsen: choose en, fr or ja");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a language of Sarsen: choose en, fr or ja")]
pub struct ParseLangError(String);

impl FromStr for Lang {
    type Err = ParseLangError;
    fn from_str(code: &str) -> Result<Lang, ParseLangError> {
        let found = Lang::ALL.into_iter().find(|lang| lang.code() == code);
        found.ok_or_else(|| ParseLangError(code.to_owned()))
    }
}

/// One sentence in every language.
///
/// [`phrase!`](crate::phrase) makes one from format strings.
///
/// ```
/// use sarsen_core::{Lang, Phrase};
///
/// let phrase = Phrase::new("Well played.", "Bien joué.", "お見事です。");
/// assert_eq!(phrase.in_lang(Lang::Fr), "Bien joué.");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    schema(description = "One sentence in every language.")
)]
pub struct Phrase {
    /// English.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub en: Cow<'static, str>,
    /// French.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub fr: Cow<'static, str>,
    /// Japanese.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub ja: Cow<'static, str>,
}

impl Phrase {
    /// A sentence without values.
    pub const fn new(en: &'static str, fr: &'static str, ja: &'static str) -> Phrase {
        Phrase { en: Cow::Borrowed(en), fr: Cow::Borrowed(fr), ja: Cow::Borrowed(ja) }
    }

    /// The sentence in one language.
    pub fn in_lang(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
            Lang::Ja => &self.ja,
        }
    }
}

/// Writes `12.5` as `12,5`, as French does; [`phrase!`](crate::phrase) uses it.
#[doc(hidden)]
pub fn with_decimal_commas(text: String) -> String {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let is_point = |at: usize| digit(at.checked_sub(1)) && digit(Some(at + 1));
    let points: Vec<usize> =
        text.match_indices('.').map(|(at, _)| at).filter(|&at| is_point(at)).collect();
    let mut text = text;
    for at in points {
        text.replace_range(at..=at, ",");
    }
    text
}

/// A noun that is counted, such as "piece left", in its two forms. Languages agree on neither which numbers are singular nor
/// whether there is a plural, so readers choose by their own language.
///
/// ```
/// use sarsen_core::{Counted, Lang, Phrase};
///
/// let pieces = Counted {
///     one: Phrase::new("piece", "pion", "駒"),
///     many: Phrase::new("pieces", "pions", "駒"),
/// };
/// assert_eq!(pieces.of(1, Lang::En), "piece");
/// assert_eq!(pieces.of(0, Lang::En), "pieces");
/// assert_eq!(pieces.of(0, Lang::Fr), "pion");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Counted {
    /// The singular.
    pub one: Phrase,
    /// The plural.
    pub many: Phrase,
}

impl Counted {
    /// The form for a count.
    pub fn of(&self, count: i64, lang: Lang) -> &str {
        if lang.is_singular(count) { self.one.in_lang(lang) } else { self.many.in_lang(lang) }
    }

    /// The form for a count in every language.
    pub fn phrase(&self, count: i64) -> Phrase {
        let of = |lang: Lang| self.of(count, lang).to_owned().into();
        Phrase { en: of(Lang::En), fr: of(Lang::Fr), ja: of(Lang::Ja) }
    }
}

/// Makes a [`Phrase`] from three format strings that capture the same variables. Decimal numbers get the comma that
/// French has, so texts from outside, such as names, do not belong into it.
///
/// ```
/// let (cell, angle) = ('G', 12.5);
/// let phrase = sarsen_core::phrase!("{cell} at {angle}°", "{cell} à {angle}°", "{angle}°の{cell}");
/// assert_eq!(phrase.en, "G at 12.5°");
/// assert_eq!(phrase.fr, "G à 12,5°");
/// ```
#[macro_export]
macro_rules! phrase {
    ($en:literal, $fr:literal, $ja:literal $(,)?) => {
        $crate::Phrase {
            en: format!($en).into(),
            fr: $crate::with_decimal_commas(format!($fr)).into(),
            ja: format!($ja).into(),
        }
    };
}
