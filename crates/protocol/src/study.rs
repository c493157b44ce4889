//! Studying records and asking engines.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{DescribedAction, GameEvent, Legal, Phrase, Turn};

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
    /// All actions of the record, in order.
    pub steps: Vec<StudyStep>,
    /// The number of actions before the position below.
    pub at: u32,
    /// Who acts next.
    pub turn: Turn,
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
    pub seat: Option<u8>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// The action in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<DescribedAction>,
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
    pub seat: u8,
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
