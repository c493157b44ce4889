//! A position as one viewer may know it.

use std::collections::BTreeMap;

use sarsen_core::{Outcome, Phrase, Seat, Tally, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{EndReason, Legal};

/// The current position of a table, for one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Position")]
#[schema(as = Position)]
pub struct PositionView {
    /// The number of the game at the table, counted from 1 over all its matches.
    pub game: u32,
    /// The number of actions played, including those of chance.
    pub ply: u32,
    /// Who acts next.
    pub turn: TurnInfo,
    /// The viewer for whom this is made.
    pub eyes: Eyes,
    /// The actions so far, as the viewer may read them: `?` marks what it may not know. Earlier ones may be revealed
    /// later.
    pub actions: Vec<String>,
    /// The same actions in words, one each. Omitted after `acted`, which contains what is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<Vec<DescribedAction>>,
    /// The view; its fields are specific to the game.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// What the seat to act can do; only if that seat is one of the viewer's.
    pub legal: Option<Legal>,
    /// On a shared screen with hidden information: the seat that has to uncover the screen. Until it sends `look`, the
    /// view is the public one.
    pub curtain: Option<Seat>,
    /// The points of the seats, in games that keep score.
    pub score: Option<Vec<i32>>,
    /// The clocks, if the game has any.
    pub clocks: Option<Clocks>,
    /// How it ended, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ending: Option<Ending>,
}

/// Who acts next.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(rename = "Turn")]
#[schema(as = Turn)]
pub enum TurnInfo {
    /// A seat.
    Seat {
        /// Its number.
        seat: Seat,
    },
    /// Chance. The server draws at once: the next entry of the log is the result.
    Chance,
    /// Nobody: the game is over.
    Over {
        /// How it ended.
        outcome: OutcomeInfo,
    },
}

impl From<Turn> for TurnInfo {
    /// The turn of a game that ends by its rules.
    fn from(turn: Turn) -> TurnInfo {
        match turn {
            Turn::Seat(seat) => TurnInfo::Seat { seat },
            Turn::Chance => TurnInfo::Chance,
            Turn::Over(outcome) => {
                TurnInfo::Over { outcome: OutcomeInfo::new(outcome, EndReason::Rules) }
            }
        }
    }
}

/// How a game at a table ended: unlike the outcome by the rules, it has a reason.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Outcome")]
#[schema(as = Outcome)]
pub struct OutcomeInfo {
    /// The result as in a record: `1-0`, `1/2-1/2`, or ranks such as `1,3,2`.
    pub result: String,
    /// The rank of each seat, 1 being the best; tied seats share a rank.
    pub ranks: Vec<u8>,
    /// Why it ended.
    pub reason: EndReason,
}

impl OutcomeInfo {
    /// An outcome, and why it came about.
    pub fn new(outcome: Outcome, reason: EndReason) -> OutcomeInfo {
        let ranks = outcome.ranks().as_slice().to_vec();
        OutcomeInfo { result: outcome.to_string(), ranks, reason }
    }
}

/// A summary of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Ending {
    /// Why it is over, in a sentence of the game that names no player; null if it was broken off.
    pub reason: Option<Phrase>,
    /// The final figures, the deciding one first.
    pub tallies: Vec<Tally>,
}

/// The viewer for whom a position is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Eyes {
    /// One seat.
    Seat {
        /// Its number.
        seat: Seat,
    },
    /// The public.
    Public,
    /// Everything is open: the game is over.
    Open,
}

/// An action in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Said")]
#[schema(as = Said)]
pub struct DescribedAction {
    /// The seat that does it, or on whose behalf chance does it; null if neither.
    pub seat: Option<Seat>,
    /// What is done, without the actor: "4 on G". Null if players need not hear about it.
    pub says: Option<Phrase>,
}

/// A consequence of an action: fields specific to the game, and a sentence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Told")]
#[schema(as = Told)]
pub struct GameEvent {
    /// The event's fields, which are specific to the game.
    #[serde(flatten)]
    pub event: BTreeMap<String, Value>,
    /// The sentence for the commentary, the log and screen readers, addressed to the recipient: "You place a 4 on G."
    pub says: Phrase,
}

/// The clocks at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Clocks {
    /// The time each seat had left at that moment, in milliseconds.
    pub remaining: Vec<u64>,
    /// The seat whose clock runs.
    pub running: Option<Seat>,
    /// The moment, by the server's clock; `pong` tells the difference from the client's clock.
    pub at: u64,
}
