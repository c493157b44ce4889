//! Why a request was refused.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use sarsen_core::Phrase;

/// The body of every HTTP error, and of `refused`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// The id of the rule of the game that forbids it, for `illegal`.
    pub rule: Option<String>,
    /// For people.
    pub says: Phrase,
}

/// The kinds of refusals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The message cannot be read.
    BadMessage,
    /// Another version of the protocol.
    WrongVersion,
    /// There is no such address.
    UnknownAddress,
    /// There is no such table.
    UnknownTable,
    /// There is no such game.
    UnknownGame,
    /// The game has no such option or value, or the seats are not right for it.
    BadOption,
    /// A record that cannot be read or played.
    BadRecord,
    /// A name that cannot be displayed.
    BadName,
    /// An unknown player key, or a missing one where one is required.
    UnknownPlayer,
    /// A token or invitation that gives no access here.
    NoRight,
    /// A code that was used already, has expired, or never was one.
    Expired,
    /// There is no open seat.
    Full,
    /// It is not that seat's turn.
    NotYourTurn,
    /// The table has moved on since the request.
    Stale,
    /// The rules forbid it; `rule` names the rule.
    Illegal,
    /// It makes no sense in the current situation.
    NotNow,
    /// Too many messages in a short time.
    TooFast,
    /// The message is too long.
    TooLarge,
    /// Too many tables or connections.
    TooMany,
    /// The client reads too slowly and was disconnected.
    TooSlow,
    /// It could not be saved, so it has not happened.
    NotWritten,
    /// The server is stopping.
    Stopping,
    /// A bug in the server.
    Internal,
}
