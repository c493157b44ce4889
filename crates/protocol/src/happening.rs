//! What happens at a table: its log, as one viewer may read it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{DescribedAction, GameEvent, PositionView, Sitter, TableInfo};

/// One entry of the table's log, on disk before anybody hears of it.
///
/// Numbers begin at 1 and have no gaps: who has seen `number` and was away asks for what came after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Happened {
    /// The number in the table's log.
    pub number: u32,
    /// When.
    pub at: u64,
    /// What happened.
    pub what: Happening,
    /// The table after it, when it changed.
    pub table: Option<Box<TableInfo>>,
    /// The position after it; none before the first game, and in `missed` ones, which `welcome` makes up for.
    pub position: Option<Box<PositionView>>,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Happening {
    /// The table was made.
    Created,
    /// Somebody sat down.
    Seated {
        /// Where.
        seat: u8,
        /// Who.
        sitter: Sitter,
    },
    /// Somebody stood up, before the game or after it.
    Left {
        /// From where.
        seat: u8,
    },
    /// A game began.
    Started {
        /// The game of the table, counted from 1.
        game: u32,
    },
    /// An action was played.
    Acted {
        /// By which seat; none for chance.
        seat: Option<u8>,
        /// Its place in the game, counted from 1: the position's `ply` after it.
        ply: u32,
        /// Its notation in the viewer's reading.
        action: String,
        /// What it brought about, told to this viewer.
        events: Vec<GameEvent>,
        /// The last actions in words, this one last: several when earlier ones can be read anew.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<DescribedAction>>")]
        words: Vec<DescribedAction>,
    },
    /// A seat asks to take back.
    TakebackAsked {
        /// Which.
        seat: u8,
    },
    /// A seat says no to it, or the asker thought better of it.
    TakebackDeclined {
        /// Which.
        seat: u8,
    },
    /// Actions were taken back.
    TakenBack {
        /// How many actions of the game are left.
        ply: u32,
        /// Who had asked.
        seat: u8,
    },
    /// A seat offers a draw, or agrees to one that was offered. It stands until an action of another seat.
    DrawOffered {
        /// Which.
        seat: u8,
    },
    /// A seat declines the draw.
    DrawDeclined {
        /// Which.
        seat: u8,
        /// Why, where an engine says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        because: Option<DrawReason>,
    },
    /// The game ended; position and table say how.
    Ended {
        /// Why.
        reason: EndReason,
        /// The seat that resigned, left or ran out of time.
        seat: Option<u8>,
    },
    /// A seat is ready for another game.
    Ready {
        /// Which.
        seat: u8,
    },
    /// A seat declines another game; nobody counts as ready for it any more.
    AgainDeclined {
        /// Which.
        seat: u8,
    },
    /// An engine came to no answer, by a fault of the program.
    EngineFailed {
        /// Its seat.
        seat: u8,
        /// Whether it tries once more by itself. Else the clocks stand still, and the game waits for `retry_engine` or
        /// `end_unplayed`.
        again: bool,
    },
    /// Somebody lets the engine that has failed try again.
    EngineRetried {
        /// Who.
        seat: u8,
    },
    /// The server stopped; the clocks stand still.
    Paused,
    /// The server is back; the clocks go on.
    Resumed,
    /// Something that concerns nobody else.
    Noted,
}

/// What an engine thinks of its chances when it declines a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    /// It can prove that it wins.
    Wins,
    /// It thinks that it is ahead.
    Ahead,
    /// It thinks that everything is open.
    Open,
    /// It is behind, and plays on.
    PlaysOn,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// By the rules of the game.
    Rules,
    /// Somebody resigned.
    Resigned,
    /// Somebody left.
    Left,
    /// Somebody ran out of time.
    Time,
    /// All agreed to a draw.
    Agreed,
    /// An engine failed: the game counts as not played.
    NotPlayed,
}
