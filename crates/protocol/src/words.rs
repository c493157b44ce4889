//! Sentences in all languages.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// One sentence in every language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Phrase {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
    /// Japanese.
    pub ja: String,
}

impl From<&sarsen_core::Phrase> for Phrase {
    fn from(phrase: &sarsen_core::Phrase) -> Phrase {
        Phrase {
            en: phrase.en.clone().into_owned(),
            fr: phrase.fr.clone().into_owned(),
            ja: phrase.ja.clone().into_owned(),
        }
    }
}

impl From<sarsen_core::Phrase> for Phrase {
    fn from(phrase: sarsen_core::Phrase) -> Phrase {
        Phrase {
            en: phrase.en.into_owned(),
            fr: phrase.fr.into_owned(),
            ja: phrase.ja.into_owned(),
        }
    }
}
