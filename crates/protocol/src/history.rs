//! The games that somebody has played.

use sarsen_core::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{EndReason, Sitter};

/// `GET /api/v1/history`: one's finished games at all tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct History {
    /// The games of the tables that were looked at, the last changed table first, the last game of a table first.
    pub games: Vec<PlayedGame>,
    /// What to send as `skip` for the games of further tables; none at the end.
    pub next: Option<u32>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayedGame {
    /// The table's id.
    pub table: String,
    /// The number of the game at its table, counted from 1: its record is `/tables/{table}/record?game={number}`.
    pub number: u32,
    /// The game's id.
    pub game: String,
    /// Who sat where, seat 1 first.
    pub seats: Vec<Sitter>,
    /// One's own seats.
    pub you: Vec<Seat>,
    /// The result as in a record; `*` for a game that counts as not played.
    pub result: String,
    /// Why it ended.
    pub reason: EndReason,
    /// How many actions the players chose; throws and other chance are not counted.
    pub plies: u32,
    /// When it began.
    pub started: u64,
    /// When it ended.
    pub ended: u64,
    /// Which match at the table it belongs to, counted from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// Its place in the match, counted from 1.
    pub match_game: u32,
    /// How many games the match has.
    pub match_games: u32,
}
