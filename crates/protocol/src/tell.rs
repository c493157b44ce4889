//! What the server says on a WebSocket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Analysis, Happened, PositionView, Preview, Refusal, TableInfo};

/// A message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Tell {
    /// The answer to `hello`: everything as it is now. It comes again, unasked, when the server was not sure what was written and
    /// has read the table anew.
    Welcome(Box<Welcome>),
    /// Something happened at the table.
    Happened(Happened),
    /// What was asked under this id is done and on disk.
    Accepted {
        /// The id of the asking.
        id: u32,
        /// The table's number after it.
        number: u32,
    },
    /// What was asked was not done.
    Refused {
        /// The id of the asking, if it had one.
        id: Option<u32>,
        /// Why.
        refusal: Refusal,
    },
    /// The answer to `preview`.
    Preview {
        /// The id of the asking.
        id: u32,
        /// What the action would bring about.
        preview: Preview,
    },
    /// The answer to `look`: the position for the eyes that look now.
    Looked {
        /// The id of the asking, if it had one.
        id: Option<u32>,
        /// The position; none before the first game.
        position: Option<Box<PositionView>>,
    },
    /// What an engine thinks, more and more, until `done`.
    Analysis {
        /// The id of the asking.
        id: u32,
        /// What it thinks so far.
        analysis: Analysis,
    },
    /// Somebody came or went. This is no part of the log.
    Presence {
        /// The seats whose people are connected.
        connected: Vec<u8>,
        /// How many people are watching.
        watchers: u32,
    },
    /// The answer to `ping`.
    Pong {
        /// The id of the asking.
        id: u32,
        /// The server's clock, as in `welcome`.
        now: u64,
    },
    /// The server closes this connection; unless it says otherwise, come back in a moment.
    Closing {
        /// Why.
        refusal: Refusal,
        /// Whether it is worth coming back.
        again: bool,
    },
}

/// The answer to `hello`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Welcome {
    /// The version of the protocol that the server speaks.
    pub version: u32,
    /// The server's clock, with which `clocks.at` is compared. It never jumps, and may differ from the time of day.
    pub now: u64,
    /// The last number of the table's log.
    pub number: u32,
    /// The table.
    pub table: TableInfo,
    /// The position; none before the first game.
    pub position: Option<PositionView>,
    /// What came after `since`, the oldest first, without positions. Empty when nothing was missed or too much.
    pub missed: Vec<Happened>,
}
