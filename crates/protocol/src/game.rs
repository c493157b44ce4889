//! The games, as they describe themselves.

use sarsen_core::{GameSpec, OptionSpec, Values, Variant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Phrase;

/// One game that can be played here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameInfo {
    /// The id in addresses and records.
    pub id: String,
    /// Its name.
    pub name: Phrase,
    /// A sentence about it.
    pub about: Phrase,
    /// How many seats it can have. More than one count means an option named `seats`.
    pub seats: SeatRange,
    /// Its options in the order in which they are shown.
    pub options: Vec<OptionInfo>,
    /// Well-known ways to play it.
    pub variants: Vec<VariantInfo>,
}

/// The fewest and the most seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatRange {
    /// The fewest.
    pub min: u8,
    /// The most.
    pub max: u8,
}

/// One choice before a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OptionInfo {
    /// The name in records.
    pub name: String,
    /// The value when nothing is said.
    pub default: String,
    /// What it may be set to.
    pub values: OptionValues,
    /// What it changes.
    pub about: Phrase,
}

/// The values of an option. They are always sent as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OptionValues {
    /// One of these words.
    Words {
        /// The words.
        words: Vec<String>,
    },
    /// A whole number; the word `off` too, where `off` is true.
    Number {
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
        /// Whether `off` is a value.
        off: bool,
    },
}

/// A named set of option values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct VariantInfo {
    /// The id.
    pub id: String,
    /// The name that players read.
    pub name: Phrase,
    /// The options that differ from the defaults.
    pub options: BTreeMap<String, String>,
}

/// The rules of a game in one language, as Markdown. Every rule opens with its id in bold: `**K1**`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RulesText {
    /// The game's id.
    pub game: String,
    /// `en`, `fr` or `ja`.
    pub lang: String,
    /// The text.
    pub markdown: String,
}

impl From<&GameSpec> for GameInfo {
    fn from(spec: &GameSpec) -> GameInfo {
        GameInfo {
            id: spec.id.to_owned(),
            name: (&spec.name).into(),
            about: (&spec.about).into(),
            seats: SeatRange { min: *spec.seats.start(), max: *spec.seats.end() },
            options: spec.options.iter().map(OptionInfo::from).collect(),
            variants: spec.variants.iter().map(VariantInfo::from).collect(),
        }
    }
}

impl From<&OptionSpec> for OptionInfo {
    fn from(option: &OptionSpec) -> OptionInfo {
        let values = match option.values {
            Values::Words(words) => {
                OptionValues::Words { words: words.iter().map(|&word| word.to_owned()).collect() }
            }
            Values::Number { min, max, off } => OptionValues::Number { min, max, off },
        };
        OptionInfo {
            name: option.name.to_owned(),
            default: option.default.to_owned(),
            values,
            about: (&option.about).into(),
        }
    }
}

impl From<&Variant> for VariantInfo {
    fn from(variant: &Variant) -> VariantInfo {
        let pair = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        VariantInfo {
            id: variant.id.to_owned(),
            name: (&variant.name).into(),
            options: variant.options.iter().map(pair).collect(),
        }
    }
}
