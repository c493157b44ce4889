//! Messages from the server on a WebSocket.

use sarsen_core::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Analysis, Happened, PositionView, Preview, Refusal, Speech, TableInfo};

/// A message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Tell {
    /// The answer to `hello`: the current state. It is sent again, unasked, after the server was unsure what had been
    /// written and reloaded the table.
    Welcome(Box<Welcome>),
    /// Something happened at the table.
    Happened(Happened),
    /// The request with this id has been carried out and is on disk.
    Accepted {
        /// The id of the request.
        id: u32,
        /// The number of the table's last event after it.
        number: u32,
    },
    /// The request was refused.
    Refused {
        /// The id of the request, if it had one.
        id: Option<u32>,
        /// Why.
        refusal: Refusal,
    },
    /// The answer to `preview`.
    Preview {
        /// The id of the request.
        id: u32,
        /// The consequences of the action.
        preview: Preview,
    },
    /// The answer to `look`: the position for the seat that is looking now.
    Looked {
        /// The id of the request, if it had one.
        id: Option<u32>,
        /// The position; null before the first game.
        position: Option<Box<PositionView>>,
    },
    /// An engine's evaluation so far, repeated until `done`.
    Analysis {
        /// The id of the request.
        id: u32,
        /// The evaluation so far.
        analysis: Analysis,
    },
    /// Somebody connected or disconnected. This is not part of the log.
    Presence {
        /// The seats whose players are connected.
        connected: Vec<Seat>,
        /// The number of spectators.
        watchers: u32,
    },
    /// Somebody at the table says something. This is not part of the log.
    Spoken {
        /// The seat.
        seat: Seat,
        /// What is said.
        speech: Speech,
    },
    /// The answer to `ping`.
    Pong {
        /// The id of the request.
        id: u32,
        /// The server's clock, as in `welcome`.
        now: u64,
    },
    /// The server closes this connection; the client should reconnect in a moment unless `again` is false.
    Closing {
        /// Why.
        refusal: Refusal,
        /// Whether to reconnect.
        again: bool,
    },
}

/// The answer to `hello`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Welcome {
    /// The version of the protocol that the server speaks.
    pub version: u32,
    /// The server's clock, to compare with `clocks.at`. It is monotonic and may differ from the time of day.
    pub now: u64,
    /// The last number of the table's log.
    pub number: u32,
    /// The table.
    pub table: TableInfo,
    /// The position; null before the first game.
    pub position: Option<PositionView>,
    /// What came after `since`, oldest first, without positions. Empty if nothing was missed, or too much.
    pub missed: Vec<Happened>,
}
