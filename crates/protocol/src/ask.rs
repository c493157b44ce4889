//! Messages from a client on a WebSocket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Speech;

/// A message from a client: what is asked for, and what all requests have in common.
///
/// On the wire it is one object, whose `kind` names the request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(try_from = "UncheckedAsk")]
pub struct Ask {
    /// Any number chosen by the client; the answer carries it back. `preview`, `hint`, `analyse`, `stop` and `ping` need one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<u32>,
    /// On a shared screen: which of the client's seats is meant; otherwise its only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub seat: Option<u8>,
    /// The request.
    #[serde(flatten)]
    pub kind: AskKind,
}

/// What a client asks for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AskKind {
    /// Identifies the client: the first message on a table's socket, answered by `welcome`.
    Hello(Hello),
    /// Play an action. Answered by `accepted` once it is on disk, after the `happened` that everybody gets. Repeating
    /// the request after a lost connection is safe: an action that was already played is accepted, not repeated.
    Act {
        /// The game the action is meant for: `position.game`.
        game: u32,
        /// The number of actions before it: `position.ply`. Anything else is refused as stale.
        ply: u32,
        /// The notation.
        action: String,
    },
    /// Ask for the consequences of an action. Answered by `preview`.
    Preview {
        /// The notation.
        action: String,
    },
    /// On a shared screen: the seat of this message is looking now; without one the screen is covered. Answered by
    /// `looked`.
    Look,
    /// Resign the game.
    Resign,
    /// Offer a draw, or agree to one. An engine agrees if its chances are less than its share.
    OfferDraw,
    /// Decline a draw offer.
    DeclineDraw,
    /// Ask to take back one's last action, or agree to another player's request. Against engines it is done at once.
    TakeBack,
    /// Decline a takeback.
    DeclineTakeback,
    /// After a game: ready for another, with the seats rotated. It starts when everybody is ready.
    Again,
    /// Decline another game, or withdraw one's own request for it.
    DeclineAgain,
    /// Let a failed engine try again.
    RetryEngine,
    /// End a game whose engine has failed. It counts as not played.
    EndUnplayed,
    /// Leave the seat. During a game this resigns it; the seat's token becomes void.
    Leave,
    /// Say something to everybody at the table. It is not kept. At most one in three seconds, four at once.
    Say {
        /// What is said.
        speech: Speech,
    },
    /// Ask an engine for its choice in the current position. Answered by a series of `analysis`, the last one `done`.
    /// Refused if other people take part in the game.
    Hint {
        /// The thinking time in milliseconds; the server has its own limit.
        #[serde(default)]
        #[ts(optional)]
        millis: Option<u32>,
    },
    /// On the study socket: ask an engine for its evaluation of a position. Answered like `hint`.
    Analyse {
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
        /// The number of positions to search instead of a time: whoever asks the same gets the same answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        nodes: Option<u32>,
        /// An action to evaluate in any case, by the same search: what was played, beside what is best. Its line comes last
        /// if it is not among the best, and is missing if the search ended before reaching it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        also: Option<String>,
    },
    /// The client no longer wants answers to this `id`.
    Stop,
    /// Check the connection. Answered by `pong`.
    Ping,
}

impl AskKind {
    /// The request with an id, for the client's only seat.
    pub fn with_id(self, id: u32) -> Ask {
        Ask { id: Some(id), seat: None, kind: self }
    }

    /// Whether an answer means nothing without the id of the request.
    fn needs_id(&self) -> bool {
        matches!(
            self,
            AskKind::Preview { .. }
                | AskKind::Hint { .. }
                | AskKind::Analyse { .. }
                | AskKind::Stop
                | AskKind::Ping
        )
    }
}

impl From<AskKind> for Ask {
    fn from(kind: AskKind) -> Ask {
        Ask { id: None, seat: None, kind }
    }
}

/// A message as it was read, before its id is checked.
#[derive(Deserialize)]
struct UncheckedAsk {
    #[serde(default)]
    id: Option<u32>,
    #[serde(default)]
    seat: Option<u8>,
    #[serde(flatten)]
    kind: AskKind,
}

impl TryFrom<UncheckedAsk> for Ask {
    type Error = &'static str;

    fn try_from(unchecked: UncheckedAsk) -> Result<Ask, &'static str> {
        let UncheckedAsk { id, seat, kind } = unchecked;
        if id.is_none() && kind.needs_id() {
            return Err("this request needs an `id`");
        }
        Ok(Ask { id, seat, kind })
    }
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
