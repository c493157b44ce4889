//! The bodies of HTTP requests and answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Begins, Clock, SeatInfo, Status, TableInfo};

/// `GET /api/v1/about`: what answers here.
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
}

/// `POST /api/v1/players`: a new player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChooseName {
    /// How others read it: 1 to 32 characters.
    pub name: String,
}

/// The answer to [`ChooseName`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NewPlayer {
    /// The secret that makes one this player: sent as `Authorization: Bearer KEY`, kept by the browser, told to nobody.
    pub key: String,
    /// The player.
    pub player: Player,
}

/// `GET /api/v1/players/me`: a player, as the player itself sees it.
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
    /// Who shall sit where, seat 1 first: as many as the game has seats.
    pub seats: Vec<NewSeat>,
    /// The time that players have.
    #[serde(default)]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    /// Who begins.
    #[serde(default)]
    #[ts(optional, as = "Option<Begins>")]
    pub begins: Begins,
    /// How many games the match has: 1 when nothing is said, 99 at the most.
    #[serde(default)]
    #[ts(optional)]
    pub games: Option<u32>,
    /// A record whose actions have been played already when the first game starts.
    #[serde(default)]
    #[ts(optional)]
    pub from: Option<String>,
}

/// A seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NewSeat {
    /// The maker of the table sits here. In several seats: at one screen.
    Me {
        /// At one screen: what the person in this seat is called, if not by the player's name.
        #[serde(default)]
        #[ts(optional)]
        name: Option<String>,
    },
    /// Open for whoever has the invitation.
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
    /// The tokens of one's seats.
    pub tokens: Vec<SeatToken>,
}

/// What opens a seat: unguessable, good for one seat of one table until the seat is left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatToken {
    /// The seat now; it may change from game to game.
    pub seat: u8,
    /// The token.
    pub token: String,
}

/// `POST /api/v1/tables/{table}/join`: sit down in an open seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Join {
    /// The word of the invitation.
    pub invite: String,
    /// Which seat; any open one when nothing is said.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<u8>,
}

/// The answer to [`Join`], and to `POST /api/v1/tables/{table}/token`, which gives one's seats new tokens and
/// ends the old ones. Joining where one sits already gives new tokens too, and others read the name that one has now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Joined {
    /// The table.
    pub table: TableInfo,
    /// The tokens of one's seats.
    pub tokens: Vec<SeatToken>,
}

/// `GET /api/v1/tables`: one's own tables, the last changed first.
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
    /// Where it stands.
    pub status: Status,
    /// One's own seats.
    pub you: Vec<u8>,
    /// Whether one of them is to act.
    pub your_turn: bool,
    /// How many actions were played in the present game.
    pub ply: u32,
    /// The result, when the game is over.
    pub result: Option<String>,
    /// When something happened last.
    pub changed: u64,
}
