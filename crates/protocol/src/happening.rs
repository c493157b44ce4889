//! What happens at a table: its log, as one viewer may read it.

use sarsen_core::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{DescribedAction, GameEvent, PositionView, Sitter, TableInfo};

/// One entry of the table's log. It is on disk before anybody is told.
///
/// Numbers start at 1 and have no gaps: a client that was away asks for everything after the last `number` it has seen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Happened {
    /// The number in the table's log.
    pub number: u32,
    /// When.
    pub at: u64,
    /// What happened.
    pub what: Happening,
    /// The table after it, when it changed.
    pub table: Option<Box<TableInfo>>,
    /// The position after it; null before the first game, and in `missed` entries, since `welcome` has the current
    /// position.
    pub position: Option<Box<PositionView>>,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Happening {
    /// The table was created.
    Created,
    /// A person sat down.
    Seated {
        /// The seat.
        seat: Seat,
        /// The person.
        sitter: Sitter,
    },
    /// A person left, before or after a game.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// A game started.
    Started {
        /// The number of the game at the table, counted from 1.
        game: u32,
    },
    /// An action was played.
    Acted {
        /// The seat; null for chance.
        seat: Option<Seat>,
        /// Its index in the game, counted from 1: the position's `ply` after it.
        ply: u32,
        /// Its notation, as the viewer may read it.
        action: String,
        /// Its consequences, as told to this viewer.
        events: Vec<GameEvent>,
        /// The last actions in words, ending with this one: several if it reveals something about earlier ones.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<DescribedAction>>")]
        words: Vec<DescribedAction>,
    },
    /// The game ended; the position and the table say how.
    Ended {
        /// Why.
        reason: EndReason,
        /// The seat that resigned, left or ran out of time.
        seat: Option<Seat>,
    },
    /// An event of no concern to this viewer.
    Noted,
    /// An event that everybody may read as it is stored.
    #[serde(untagged)]
    Public(PublicEvent),
}

/// An event that everybody may read as it is stored: the log of a table and the messages about it share this type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PublicEvent {
    /// A seat asks for a takeback.
    TakebackAsked {
        /// The asking seat.
        seat: Seat,
    },
    /// A seat declines it, or the asking seat withdraws it.
    TakebackDeclined {
        /// The declining seat.
        seat: Seat,
    },
    /// Actions were taken back.
    TakenBack {
        /// The number of actions left in the game.
        ply: u32,
        /// The seat that had asked.
        seat: Seat,
    },
    /// A seat offers a draw, or agrees to one. The offer is valid until another seat acts.
    DrawOffered {
        /// The offering seat.
        seat: Seat,
    },
    /// A seat declines the draw.
    DrawDeclined {
        /// The declining seat.
        seat: Seat,
        /// The reason, if an engine declines.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        because: Option<DrawReason>,
    },
    /// A seat is ready for another game.
    Ready {
        /// The ready seat.
        seat: Seat,
    },
    /// A seat declines another game; nobody is ready any more.
    AgainDeclined {
        /// The declining seat.
        seat: Seat,
    },
    /// An engine failed to answer because of a bug in the program.
    EngineFailed {
        /// Its seat.
        seat: Seat,
        /// Whether it is tried once more automatically. If not, the clocks are held, and the game waits for
        /// `retry_engine` or `end_unplayed`.
        again: bool,
    },
    /// A failed engine is tried again.
    EngineRetried {
        /// The seat that asked for it.
        seat: Seat,
    },
    /// The server stopped; the clocks are held.
    Paused,
    /// The server is back; the clocks run again.
    Resumed,
}

/// An engine's reason for declining a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    /// It has a proven win.
    Wins,
    /// It considers itself ahead.
    Ahead,
    /// It considers the game open.
    Open,
    /// It is behind, but plays on.
    PlaysOn,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// By the rules of the game.
    Rules,
    /// A player resigned.
    Resigned,
    /// A player left.
    Left,
    /// A player ran out of time.
    Time,
    /// The players agreed to a draw.
    Agreed,
    /// An engine failed: the game counts as not played.
    NotPlayed,
}
