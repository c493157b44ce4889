//! A position as one viewer may know it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{EndReason, Phrase};

/// The present position of a table, for one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Position")]
#[schema(as = Position)]
pub struct PositionView {
    /// The game of the table, counted from 1 over all its matches.
    pub game: u32,
    /// How many actions were played, chance's included.
    pub ply: u32,
    /// Who acts next.
    pub turn: Turn,
    /// Whose eyes this is made for.
    pub eyes: Eyes,
    /// The actions so far in the viewer's reading: `?` stands for what it may not know. Earlier ones can open later.
    pub actions: Vec<String>,
    /// The same actions in words, one each. Left out after `acted`, which tells what is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<Vec<DescribedAction>>,
    /// The view: its fields are the game's own.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// What the seat to act can do; only when that seat is one of the viewer's.
    pub legal: Option<Legal>,
    /// At one screen, when information is hidden: the seat that has to sit down in front of it. Until it says
    /// `look`, the view is what everybody may know.
    pub curtain: Option<u8>,
    /// The points of the seats, in games that count.
    pub score: Option<Vec<i32>>,
    /// The clocks, where there are any.
    pub clocks: Option<Clocks>,
    /// How it ended, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ending: Option<Ending>,
}

/// Who acts next.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Turn {
    /// A seat.
    Seat {
        /// Its number.
        seat: u8,
    },
    /// Chance. The server draws at once: the next entry of the log tells what.
    Chance,
    /// Nobody: the game is over.
    Over {
        /// How it ended.
        outcome: Outcome,
    },
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Outcome {
    /// The result as in a record: `1-0`, `1/2-1/2`, or ranks such as `1,3,2`.
    pub result: String,
    /// The rank of each seat, 1 the best; equal seats share a rank.
    pub ranks: Vec<u8>,
    /// Why it ended.
    pub reason: EndReason,
}

/// What there is to say about a game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Ending {
    /// Why it is over, in a sentence of the game's own that names no player; none where somebody broke it off.
    pub reason: Option<Phrase>,
    /// What each seat ended with, the deciding figure first.
    pub tallies: Vec<Tally>,
}

/// One thing that is counted for each seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Tally {
    /// What is counted.
    pub name: Phrase,
    /// How many each seat has, seat 1 first.
    pub figures: Vec<i32>,
    /// Which ones, seat 1 first; empty where the figures say all.
    pub details: Vec<Phrase>,
    /// Whether this figure decides who wins.
    pub decides: bool,
}

/// Whose eyes a position is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Eyes {
    /// One seat's.
    Seat {
        /// Its number.
        seat: u8,
    },
    /// Everybody's.
    Public,
    /// Nothing is hidden: the game is over.
    Open,
}

/// What can be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Legal {
    /// These actions.
    Actions {
        /// Their notation, sorted.
        actions: Vec<String>,
    },
    /// What chance can draw (in studies only).
    Outcomes {
        /// Notation, numerator and denominator of the probability.
        outcomes: Vec<(String, u64, u64)>,
    },
    /// Ranges of actions, in the game's own notation: there are too many to list.
    Summary {
        /// One range a line.
        lines: Vec<String>,
    },
    /// Too many to list.
    NotListed,
    /// Nothing: the game is over.
    None,
}

/// An action in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Said")]
#[schema(as = Said)]
pub struct DescribedAction {
    /// The seat that does it, or that chance does it for; none for neither.
    pub seat: Option<u8>,
    /// What is done, without who does it: "4 on G". None where players need not hear of it.
    pub says: Option<Phrase>,
}

/// Something that an action brought about: the game's own fields, and a sentence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Told")]
#[schema(as = Told)]
pub struct GameEvent {
    /// The event's fields, which are the game's own.
    #[serde(flatten)]
    pub event: BTreeMap<String, Value>,
    /// The sentence for the commentary, the log and screen readers, told to whom it is sent: "You place a 4 on G."
    pub says: Phrase,
}

/// The clocks at a moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Clocks {
    /// What each seat had left at that moment, in milliseconds.
    pub remaining: Vec<u64>,
    /// The seat whose clock runs.
    pub running: Option<u8>,
    /// The moment, by the server's clock; `pong` tells the difference to one's own.
    pub at: u64,
}
