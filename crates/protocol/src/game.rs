//! The games' descriptions of themselves.

use sarsen_core::{GameSpec, OFF, OptionSpec, Values, Variant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{MatchRule, Phrase};

/// One of the games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameInfo {
    /// The id in URLs and records.
    pub id: String,
    /// Its name.
    pub name: Phrase,
    /// A sentence about it.
    pub about: Phrase,
    /// What its score counts, shown beside the figure, for one and for several (`one|many`); null if it has no score.
    pub score: Option<Phrase>,
    /// How many seats it can have. If there is a choice, it has an option named `seats`.
    pub seats: SeatRange,
    /// Its options, in display order.
    pub options: Vec<OptionInfo>,
    /// Well-known ways to play it.
    pub variants: Vec<VariantInfo>,
    /// What decides a match of several games.
    pub match_rule: MatchRule,
    /// The same as a sentence.
    pub match_about: Phrase,
    /// The usual numbers of games in a match, including 1.
    pub match_lengths: Vec<u32>,
}

/// The fewest and the most seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatRange {
    /// The fewest.
    pub min: u8,
    /// The most.
    pub max: u8,
}

/// A choice before a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OptionInfo {
    /// The name in records.
    pub name: String,
    /// The name for players.
    pub label: Phrase,
    /// The value if none is given.
    pub default: String,
    /// The values it can have.
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
        /// The label of each for players.
        labels: Vec<Phrase>,
    },
    /// An integer, or the word `off` if `off` is true.
    Number {
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
        /// Whether `off` is a value.
        off: bool,
        /// The label of `off` for players; null if `off` is not a value.
        off_label: Option<Phrase>,
    },
}

/// A named set of option values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct VariantInfo {
    /// The id.
    pub id: String,
    /// The name for players.
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
            score: spec.score.as_ref().map(Phrase::from),
            seats: SeatRange { min: *spec.seats.start(), max: *spec.seats.end() },
            options: spec.options.iter().map(OptionInfo::from).collect(),
            variants: spec.variants.iter().map(VariantInfo::from).collect(),
            match_rule: spec.matches.rule.into(),
            match_about: spec.matches.about.into(),
            match_lengths: spec.matches.lengths.to_vec(),
        }
    }
}

impl From<&OptionSpec> for OptionInfo {
    fn from(option: &OptionSpec) -> OptionInfo {
        let values = match option.values {
            Values::Words(words) => OptionValues::Words {
                words: words.iter().map(|word| word.name.to_owned()).collect(),
                labels: words.iter().map(|word| (&word.label).into()).collect(),
            },
            Values::Number { min, max, off } => {
                OptionValues::Number { min, max, off, off_label: off.then(|| (&OFF.label).into()) }
            }
        };
        OptionInfo {
            name: option.name.to_owned(),
            label: (&option.label).into(),
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
