//! What a client says on a WebSocket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A message from a client. `id` is any number of the client's choice: answers carry it back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ask {
    /// Who is there: the first message on a table's socket, answered by `welcome`.
    Hello(Hello),
    /// Play an action. Answered by `accepted` once it is on disk, after the `happened` that everybody gets.
    /// Asking again after a lost connection is safe: an action that was played already is accepted, not repeated.
    Act {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// The game that the action is for: `position.game`.
        game: u32,
        /// The number of actions before it: `position.ply`. Anything else is refused as stale.
        ply: u32,
        /// The notation.
        action: String,
    },
    /// What would this action bring about? Answered by `preview`.
    Preview {
        /// The number that the answers carry back.
        id: u32,
        /// The notation.
        action: String,
    },
    /// At one screen: this seat is looking now (nobody: draw the curtain). Answered by `looked`.
    Look {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// One's own seat, or none.
        seat: Option<u8>,
    },
    /// Give the game up.
    Resign {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
        /// At one screen: which of one's seats; otherwise the only one.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Offer a draw, or agree to the one that is offered. An engine agrees when its chances are less than its share.
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
    /// Decline the draw that is offered.
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
    /// Ask to take back one's last action, or agree to another's asking. Against engines it is done at once.
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
    /// Say no to taking back.
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
    /// After a game: ready for another, with the seats moved on. It starts when everybody is ready.
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
    /// Decline another game that somebody else is ready for.
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
    /// Let the engine that has failed try again.
    RetryEngine {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
    },
    /// End the game whose engine has failed. It counts as not played.
    EndUnplayed {
        /// The number that the answer carries back.
        #[serde(default)]
        #[ts(optional)]
        id: Option<u32>,
    },
    /// Stand up. In a game this gives it up; the seat's token opens nothing any more.
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
    /// Ask an engine what it would play in the present position. Answered by `analysis` again and again, the last
    /// one `done`. Refused where other people play along.
    Hint {
        /// The number that the answers carry back.
        id: u32,
        /// How long it may think, in milliseconds; the server has a limit of its own.
        #[serde(default)]
        #[ts(optional)]
        millis: Option<u32>,
    },
    /// On the study socket: what does an engine think of this position? Answered like `hint`.
    Analyse {
        /// The number that the answers carry back.
        id: u32,
        /// The record.
        record: String,
        /// After so many of its actions; all of them when nothing is said.
        #[serde(default)]
        #[ts(optional)]
        at: Option<u32>,
        /// How many lines are wanted; 1 when nothing is said.
        #[serde(default)]
        #[ts(optional)]
        lines: Option<u8>,
        /// As in `hint`.
        #[serde(default)]
        #[ts(optional)]
        millis: Option<u32>,
    },
    /// Nobody waits for the answers to this `id` any more.
    Stop {
        /// The number of the asking.
        id: u32,
    },
    /// Is anybody there? Answered by `pong`.
    Ping {
        /// The number that the answer carries back.
        id: u32,
    },
}

/// Who is there.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
pub struct Hello {
    /// The version of the protocol.
    pub version: u32,
    /// The player's key. It opens the seats that the player has at this table.
    #[serde(default)]
    #[ts(optional)]
    pub key: Option<String>,
    /// A seat's token, instead of the key or with it. With neither, one watches.
    #[serde(default)]
    #[ts(optional)]
    pub token: Option<String>,
    /// The last number that one has seen: `welcome` then brings what came after it in `missed`.
    #[serde(default)]
    #[ts(optional)]
    pub since: Option<u32>,
}
