//! A table: people and engines around a game.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU8;

use sarsen_core::{Level, MatchRule, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::EndReason;

/// Everything about a table except the position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableInfo {
    /// The table's id. `/t/ID` is its address; anybody who knows it may watch.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// All options with their values.
    pub options: BTreeMap<String, String>,
    /// The table's own values of the options that are others in the current game, as in the second game of a match. A match begins
    /// with these.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<String, String>>")]
    pub match_options: BTreeMap<String, String>,
    /// Who sits where in the current game, seat 1 first.
    pub seats: Vec<SeatInfo>,
    /// The time control.
    pub clock: Clock,
    /// Who begins.
    pub begins: Begins,
    /// Whether it was made for anybody to sit down.
    #[serde(default)]
    pub open: bool,
    /// Its status.
    pub status: Status,
    /// The match that the current game belongs to.
    #[serde(rename = "match")]
    pub match_info: MatchInfo,
    /// When it was created.
    pub created: u64,
    /// The hash of the seed for all chance of the current game, in hex; null before the game.
    pub seed_hash: Option<String>,
    /// The seed in hex, revealed when the game is over.
    pub seed: Option<String>,
    /// The seats that offer a draw.
    pub draw_offers: Vec<Seat>,
    /// The seat that asks for a takeback, if any.
    pub takeback: Option<Seat>,
    /// The number of actions already played when the current game began: somebody chose its deal or its position. 0 if
    /// everything is drawn from the seed.
    #[serde(default)]
    pub given: u32,
    /// The seat of a failed engine. The game waits for `retry_engine` or `end_unplayed`.
    #[serde(default)]
    pub engine_failed: Option<Seat>,
    /// The seats that are ready for another game.
    pub ready: Vec<Seat>,
    /// The secret word that lets somebody sit down in an open seat: `/t/ID?invite=WORD`. Sent only to those who sit
    /// here.
    pub invite: Option<String>,
    /// The client's seats, in order. Several on a shared screen; none for a spectator.
    pub you: Vec<Seat>,
    /// Whether an engine may be asked for hints now.
    pub hints: bool,
    /// The number of spectators.
    pub watchers: u32,
}

/// A seat of the current game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatInfo {
    /// Its number.
    pub seat: Seat,
    /// Who sits there.
    pub sitter: Sitter,
    /// Whether that person is connected. Engines always are.
    pub connected: bool,
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Sitter {
    /// Nobody yet.
    Open,
    /// A person.
    Person {
        /// The person's chosen name.
        name: String,
    },
    /// An engine.
    Engine {
        /// Its strength: a child can beat the weakest.
        level: Level,
    },
}

/// The time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Clock {
    /// No time limit.
    #[default]
    None,
    /// A stock of time, and an increment after each action.
    Fischer {
        /// The stock, in milliseconds.
        initial: u64,
        /// The increment, in milliseconds.
        increment: u64,
    },
    /// The same time for every turn.
    PerMove {
        /// In milliseconds.
        time: u64,
    },
}

/// Who begins the first game of a match. In later games the seats rotate by one, unless the game's rules keep them and
/// change an option instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Begins {
    /// The seats stay as they were chosen.
    #[default]
    AsSeated,
    /// The seats are drawn when the game starts.
    ByLot,
}

/// The status of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A seat is open.
    Waiting,
    /// A game is being played.
    Playing,
    /// A game is over.
    Over,
}

/// The match, by player. `player_of_seat` says who sits where now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchInfo {
    /// The current game of the match, counted from 1; 0 before the first.
    pub game: u32,
    /// The number of games in the match.
    pub of: u32,
    /// The player of each seat: numbers from 1 that stay the same while seats change.
    pub player_of_seat: Vec<PlayerNumber>,
    /// What decides it.
    pub rule: MatchRule,
    /// The points of each player over the finished games; the fewest are best. All 0 where only wins decide.
    pub points: Vec<i32>,
    /// The number of games each player has won. A draw counts for nobody.
    pub wins: Vec<u32>,
    /// The number of drawn games.
    pub draws: u32,
    /// The finished games, in order.
    pub finished: Vec<MatchGame>,
    /// The rank of each player after the last game, 1 being the best; ties share a rank.
    pub ranks: Option<Vec<u8>>,
}

/// The number of a player of a table, counted from 1. It stays the same while seats change between games.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(transparent)]
#[ts(as = "u8")]
#[schema(value_type = u8)]
pub struct PlayerNumber(NonZeroU8);

impl PlayerNumber {
    /// The player with an index counted from 0; `None` where that is too large.
    pub fn from_index(index: usize) -> Option<PlayerNumber> {
        NonZeroU8::new(u8::try_from(index + 1).ok()?).map(PlayerNumber)
    }

    /// The player who sits in a seat before the first game.
    pub fn of_seat(seat: Seat) -> PlayerNumber {
        PlayerNumber(NonZeroU8::MIN.saturating_add(seat.number() - 1))
    }

    /// The index, counted from 0.
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

impl fmt::Display for PlayerNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A finished game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchGame {
    /// Its number at the table: `record?game=NUMBER` is its record.
    pub game: u32,
    /// The player who won it; null for a draw.
    pub winner: Option<PlayerNumber>,
    /// Why it ended.
    pub reason: EndReason,
    /// The points that it brought each player.
    pub points: Vec<i32>,
}
