//! Studying records and asking engines.

use sarsen_core::{Phrase, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{DescribedAction, GameEvent, Legal, TurnInfo};

/// `POST /api/v1/study`: a record to study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyAsk {
    /// The record, as text.
    pub record: String,
    /// The number of actions to play first; all of them by default.
    #[serde(default)]
    #[ts(optional)]
    pub at: Option<u32>,
    /// An action whose consequences are wanted in `preview`.
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
    /// The comments before the first action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub comments: Vec<String>,
    /// All actions of the record's main line, in order.
    pub steps: Vec<StudyStep>,
    /// The record's variations, each after the line that it branches off from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<StudyVariation>>")]
    pub variations: Vec<StudyVariation>,
    /// The number of actions before the position below.
    pub at: u32,
    /// The position as a short text, the same as `sarsen show --position` prints. It reveals everything, so it is only
    /// told of records that the asker has sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub position: Option<String>,
    /// Who acts next.
    pub turn: TurnInfo,
    /// The view with nothing hidden; its fields are specific to the game.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// What can be done.
    pub legal: Legal,
    /// The points of the seats, in games that keep score.
    pub score: Option<Vec<i32>>,
    /// The consequences of the last action before the position.
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
    pub seat: Option<Seat>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// The marks after it, with the numbers of PGN: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    pub marks: Vec<u8>,
    /// The action in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<DescribedAction>,
}

/// What could have been played instead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyVariation {
    /// The line that it branches off from: 0 is the main line, 1 the first of these variations.
    pub line: u32,
    /// How many actions have been played from the start of the game before it begins.
    pub ply: u32,
    /// The comments before its first action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub comments: Vec<String>,
    /// Its actions.
    pub steps: Vec<StudyStep>,
}

/// `POST /api/v1/studies` and `PUT /api/v1/studies/{study}`: a study, to be kept on the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SaveStudy {
    /// The record with its variations, as text; at most 256 KiB.
    pub record: String,
    /// The revision that was changed. Refused as `stale` where there is a later one; a new study has none.
    #[serde(default)]
    #[ts(optional)]
    pub revision: Option<u32>,
}

/// The answer to [`SaveStudy`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StudySaved {
    /// The study's id. `/studies/ID` is its address; whoever has it may read.
    pub study: String,
    /// What lets one change it, sent as `Authorization: Bearer KEY`; told only once, to whoever made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// Counts the times that it was saved.
    pub revision: u32,
}

/// `GET /api/v1/studies/{study}`: a study that was saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SavedStudy {
    /// The study's id.
    pub study: String,
    /// The record, as it was saved.
    pub record: String,
    /// Counts the times that it was saved.
    pub revision: u32,
    /// When it was saved last.
    pub changed: u64,
    /// Whether the key that was sent with the question lets one change it.
    pub editable: bool,
}

/// `GET /api/v1/tables/{table}/story`: the consequences of the current game's actions, as the player was told at the
/// time. Once the game is over, nothing is hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Story {
    /// The game's number at the table.
    pub game: u32,
    /// The requested entries, in order.
    pub entries: Vec<StoryEntry>,
}

/// The consequences of one action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StoryEntry {
    /// The number of actions up to and including it.
    pub ply: u32,
    /// The sentences, in order.
    pub says: Vec<Phrase>,
}

/// The consequences of an action, as far as the player can foresee them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Preview {
    /// The notation.
    pub action: String,
    /// The events, in order.
    pub events: Vec<GameEvent>,
}

/// An engine's evaluation of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Analysis {
    /// The seat that is to act.
    pub seat: Seat,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// The search depth in actions; 0 where that has no meaning.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time used, in milliseconds.
    pub millis: u64,
    /// Whether this is the final report.
    pub done: bool,
}

/// One line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Line {
    /// The actions, the seat's own first.
    pub actions: Vec<String>,
    /// The winning chance of the seat that is to act, from 0 to 1.
    pub value: f64,
    /// Whether the value is proven.
    pub exact: bool,
    /// The actions in words, as far as they can be foreseen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<DescribedAction>>")]
    pub words: Vec<DescribedAction>,
}
