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

/// Makes a [`Phrase`] from three format strings that capture the same variables.
///
/// ```
/// let cell = 'G';
/// let phrase = sarsen_core::phrase!("{cell} is taken.", "{cell} est prise.", "{cell}は空いていません。");
/// assert_eq!(phrase.en, "G is taken.");
/// ```
#[macro_export]
macro_rules! phrase {
    ($en:literal, $fr:literal, $ja:literal $(,)?) => {
        $crate::Phrase { en: format!($en).into(), fr: format!($fr).into(), ja: format!($ja).into() }
    };
}
