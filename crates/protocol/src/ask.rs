//! Messages from a client on a WebSocket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Speech;

/// A message from a client. `id` is any number chosen by the client; answers carry it back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ask {
    /// Identifies the client: the first message on a table's socket, answered by `welcome`.
    Hello(Hello),
    /// Play an action. Answered by `accepted` once it is on disk, after the `happened` that everybody gets. Repeating
    /// the request after a lost connection is safe: an action that was already played is accepted, not repeated.
    Act {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// The game the action is meant for: `position.game`.
        game: u32,
        /// The number of actions before it: `position.ply`. Anything else is refused as stale.
        ply: u32,
        /// The notation.
        action: String,
    },
    /// Ask for the consequences of an action. Answered by `preview`.
    Preview {
        /// The number that the answers carry back.
        id: u32,
        /// The notation.
        action: String,
    },
    /// On a shared screen: this seat is looking now (null covers the screen). Answered by `looked`.
    Look {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// One of the client's own seats, or null.
        seat: Option<u8>,
    },
    /// Resign the game.
    Resign {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// On a shared screen: which of the client's seats; otherwise its only one.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Offer a draw, or agree to one. An engine agrees if its chances are less than its share.
    OfferDraw {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// As in `resign`.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Decline a draw offer.
    DeclineDraw {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// As in `resign`.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Ask to take back one's last action, or agree to another player's request. Against engines it is done at once.
    TakeBack {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// As in `resign`.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Decline a takeback.
    DeclineTakeback {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// As in `resign`.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// After a game: ready for another, with the seats rotated. It starts when everybody is ready.
    Again {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// As in `resign`.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Decline another game.
    DeclineAgain {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// As in `resign`.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Let a failed engine try again.
    RetryEngine {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
    },
    /// End a game whose engine has failed. It counts as not played.
    EndUnplayed {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
    },
    /// Leave the seat. During a game this resigns it; the seat's token becomes void.
    Leave {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// As in `resign`.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Say something to everybody at the table. It is not kept. At most one in three seconds, four at once.
    Say {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// As in `resign`.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
        /// What.
        speech: Speech,
    },
    /// Ask an engine for its choice in the current position. Answered by a series of `analysis`, the last one `done`.
    /// Refused if other people take part in the game.
    Hint {
        /// The number that the answers carry back.
        id: u32,
        /// The thinking time in milliseconds; the server has its own limit.
        #[serde(default)]
        #[ts(optional)]
        millis: Option<u32>,
    },
    /// On the study socket: ask an engine for its evaluation of a position. Answered like `hint`.
    Analyse {
        /// The number that the answers carry back.
        id: u32,
        /// The record.
        record: String,
        /// The number of actions to play first; all of them by default.
        #[serde(default)]
        #[ts(optional)]
        at: Option<u32>,
        /// The number of lines wanted; 1 by default.
        #[serde(default)]
        #[ts(optional)]
        lines: Option<u8>,
        /// As in `hint`.
        #[serde(default)]
        #[ts(optional)]
        millis: Option<u32>,
    },
    /// The client no longer wants answers to this `id`.
    Stop {
        /// The id of the request.
        id: u32,
    },
    /// Check the connection. Answered by `pong`.
    Ping {
        /// The number that the answer carries back.
        id: u32,
    },
}

/// Who the client is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
pub struct Hello {
    /// The version of the protocol.
    pub version: u32,
    /// The player's key. It gives access to the player's seats at this table.
    #[serde(default)]
    #[ts(optional)]
    pub key: Option<String>,
    /// A seat's token, instead of the key or with it. With neither, the client is a spectator.
    #[serde(default)]
    #[ts(optional)]
    pub token: Option<String>,
    /// The last event number the client has seen: `welcome` then includes what came after it in `missed`.
    #[serde(default)]
    #[ts(optional)]
    pub since: Option<u32>,
}
