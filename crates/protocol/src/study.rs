//! Looking at records and asking engines.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{DescribedAction, GameEvent, Legal, Phrase, Turn};

/// `POST /api/v1/study`: a record, to be looked at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyAsk {
    /// The record, as text.
    pub record: String,
    /// After so many of its actions; all of them when nothing is said.
    #[serde(default)]
    #[ts(optional)]
    pub at: Option<u32>,
    /// What would this action bring about? Answered in `preview`.
    #[serde(default)]
    #[ts(optional)]
    pub action: Option<String>,
}

/// A position of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyPosition {
    /// The game's id.
    pub game: String,
    /// All options with their values.
    pub options: BTreeMap<String, String>,
    /// The record's tags.
    pub tags: BTreeMap<String, String>,
    /// All actions of the record, in order.
    pub steps: Vec<StudyStep>,
    /// After how many of them the position below is.
    pub at: u32,
    /// Who acts next.
    pub turn: Turn,
    /// The view with nothing hidden: its fields are the game's own.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// What can be done.
    pub legal: Legal,
    /// The points of the seats, in games that count.
    pub score: Option<Vec<i32>>,
    /// What the last action before the position brought about.
    pub events: Vec<GameEvent>,
    /// The answer to `action`.
    pub preview: Option<Preview>,
}

/// One action of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyStep {
    /// Its notation.
    pub action: String,
    /// The seat that played it; none for chance.
    pub seat: Option<u8>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// The action in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<DescribedAction>,
}

/// `GET /api/v1/tables/{table}/story`: what the actions of the present game brought about, as the asker was told then.
/// Once the game is over, nothing is hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Story {
    /// The game's number at the table.
    pub game: u32,
    /// In order; those that were asked for.
    pub entries: Vec<StoryEntry>,
}

/// What one action brought about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StoryEntry {
    /// The number of actions up to and including it.
    pub ply: u32,
    /// The sentences, in order.
    pub says: Vec<Phrase>,
}

/// What an action would bring about, as far as the asker can tell before it is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Preview {
    /// The notation.
    pub action: String,
    /// In order.
    pub events: Vec<GameEvent>,
}

/// What an engine thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Analysis {
    /// The seat that is to act.
    pub seat: u8,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
    /// How far it looked, in actions; 0 where that means nothing.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How long it has thought, in milliseconds.
    pub millis: u64,
    /// Whether this is the last word.
    pub done: bool,
}

/// One line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Line {
    /// The actions, the seat's own first.
    pub actions: Vec<String>,
    /// The winning chance of the seat that is to act, from 0 to 1.
    pub value: f64,
    /// Whether the value is proved.
    pub exact: bool,
    /// The actions in words, as far as they can be foreseen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<DescribedAction>>")]
    pub words: Vec<DescribedAction>,
}
