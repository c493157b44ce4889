//! The bodies of HTTP requests and responses.

use std::collections::BTreeMap;

use sarsen_core::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Begins, Clock, SeatInfo, Status, TableInfo};

/// `GET /api/v1/about`: the server and its versions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct About {
    /// `sarsen`.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// The protocol's version.
    pub protocol: u32,
    /// The server's clock.
    pub now: u64,
    /// Whether tables can be listed for anybody to sit down.
    #[serde(default)]
    pub open_tables: bool,
    /// The server's public key for Web Push; null where it sends no notifications.
    #[serde(default)]
    pub push_key: Option<String>,
}

/// `POST /api/v1/players`: a new player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChooseName {
    /// The name shown to others: 1 to 32 characters.
    pub name: String,
}

/// The answer to [`ChooseName`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NewPlayer {
    /// The secret that identifies the player: sent as `Authorization: Bearer KEY`, stored by the browser, never shown
    /// to others.
    pub key: String,
    /// The player.
    pub player: Player,
}

/// `GET /api/v1/players/me`: the player's own data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Player {
    /// The name.
    pub name: String,
}

/// `POST /api/v1/tables`: a new table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CreateTable {
    /// The game's id.
    pub game: String,
    /// The options that differ from the defaults.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
    /// Who sits where, seat 1 first: one entry per seat of the game.
    pub seats: Vec<NewSeat>,
    /// The time control.
    #[serde(default)]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    /// Who begins.
    #[serde(default)]
    #[ts(optional, as = "Option<Begins>")]
    pub begins: Begins,
    /// The number of games in the match: 1 by default, at most 99.
    #[serde(default)]
    #[ts(optional)]
    pub games: Option<u32>,
    /// A record whose actions are already played when the first game starts.
    #[serde(default)]
    #[ts(optional)]
    pub from: Option<String>,
    /// Whether anybody may sit down: the table stands in the list of open tables until it is full or an hour has passed (three
    /// days, with a clock of at least one day).
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub open: bool,
}

/// A seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NewSeat {
    /// The creator of the table. In several seats: a shared screen.
    Me {
        /// On a shared screen: the name of the person in this seat, if not the player's.
        #[serde(default)]
        #[ts(optional)]
        name: Option<String>,
    },
    /// Open to anybody with the invitation.
    Open,
    /// An engine.
    Engine {
        /// From 1 to 8.
        level: u8,
    },
}

/// The answer to [`CreateTable`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Created {
    /// The table.
    pub table: TableInfo,
    /// The tokens of the creator's seats.
    pub tokens: Vec<SeatToken>,
}

/// Gives access to a seat: unguessable, valid for one seat of one table until the seat is left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatToken {
    /// The current seat; it may change from game to game.
    pub seat: Seat,
    /// The token.
    pub token: String,
}

/// `POST /api/v1/tables/{table}/join`: sit down in an open seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Join {
    /// The secret word of the invitation.
    pub invite: String,
    /// The seat; any open one by default.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<u8>,
}

/// The answer to [`Join`], and to `POST /api/v1/tables/{table}/token`, which replaces the tokens of one's seats.
/// Joining a table where one already sits also replaces the tokens, and updates the name shown to others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Joined {
    /// The table.
    pub table: TableInfo,
    /// The tokens of the player's seats.
    pub tokens: Vec<SeatToken>,
}

/// `GET /api/v1/open-tables?game=GAME`: the tables at which anybody may sit down, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenTables {
    /// The tables.
    pub tables: Vec<OpenTable>,
}

/// A table at which anybody may sit down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenTable {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The options that differ from the defaults.
    pub options: BTreeMap<String, String>,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// The time that players have.
    pub clock: Clock,
    /// How many games the match has.
    pub games: u32,
    /// The word to sit down with.
    pub invite: String,
    /// When it was made.
    pub created: u64,
}

/// `GET /api/v1/tables`: the player's tables, most recently changed first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Tables {
    /// The tables.
    pub tables: Vec<TableSummary>,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableSummary {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Its status.
    pub status: Status,
    /// The player's seats.
    pub you: Vec<Seat>,
    /// Whether one of them is to act.
    pub your_turn: bool,
    /// The number of actions played in the current game.
    pub ply: u32,
    /// The result, if the game is over.
    pub result: Option<String>,
    /// When it last changed.
    pub changed: u64,
}
