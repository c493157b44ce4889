//! A table: people and engines around a game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::EndReason;

/// Everything about a table but the position on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableInfo {
    /// The table's id. `/t/ID` is its address; whoever has it may watch.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// All options with their values.
    pub options: BTreeMap<String, String>,
    /// Who sits where in the present game, seat 1 first.
    pub seats: Vec<SeatInfo>,
    /// The time that players have.
    pub clock: Clock,
    /// Who begins.
    pub begins: Begins,
    /// Where it stands.
    pub status: Status,
    /// The match that the present game belongs to.
    #[serde(rename = "match")]
    pub match_info: MatchInfo,
    /// When it was made.
    pub created: u64,
    /// The hash of the seed that all luck of the present game is drawn from, in hex; none before the game.
    pub seed_hash: Option<String>,
    /// The seed in hex, opened when the game is over.
    pub seed: Option<String>,
    /// The seats that offer a draw.
    pub draw_offers: Vec<u8>,
    /// The seat that asks to take back, if one does.
    pub takeback: Option<u8>,
    /// How many actions of the present game were given when it began: somebody chose its deal or its position. 0 where the
    /// seed draws everything.
    #[serde(default)]
    pub given: u32,
    /// The seat of an engine that has failed. The game waits for `retry_engine` or `end_unplayed`.
    #[serde(default)]
    pub engine_failed: Option<u8>,
    /// The seats that are ready for another game, once one is over.
    pub ready: Vec<u8>,
    /// The word that lets somebody sit down in an open seat: `/t/ID?invite=WORD`. Told only to those who sit here.
    pub invite: Option<String>,
    /// Your seats, in order. Several at one screen; none for a spectator.
    pub you: Vec<u8>,
    /// Whether an engine may be asked for hints here now.
    pub hints: bool,
    /// How many people are watching.
    pub watchers: u32,
}

/// One seat of the present game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatInfo {
    /// Its number.
    pub seat: u8,
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
        /// The name that the person chose.
        name: String,
    },
    /// An engine.
    Engine {
        /// From 1, beatable by a child, to 8.
        level: u8,
    },
}

/// The time that each player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Clock {
    /// All the time in the world.
    #[default]
    None,
    /// A stock of time, and some more after each action.
    Fischer {
        /// The stock in milliseconds.
        initial: u64,
        /// What each action adds, in milliseconds.
        increment: u64,
    },
    /// The same time for every turn.
    PerMove {
        /// In milliseconds.
        time: u64,
    },
}

/// Who begins the first game of a match. In the games after it the seats move on by one, unless the game's rules let
/// everybody stay and change an option instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Begins {
    /// The seats stay as they were chosen.
    #[default]
    AsSeated,
    /// The seats are drawn when the game starts.
    ByLot,
}

/// Where a table stands.
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

/// The match, counted by players. `player_of_seat` says who of them sits where now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchInfo {
    /// The present game of the match, counted from 1; 0 before the first.
    pub game: u32,
    /// How many games the match has.
    pub of: u32,
    /// The player of each seat: numbers from 1 that stay while seats change.
    pub player_of_seat: Vec<u8>,
    /// What decides it.
    pub rule: MatchRule,
    /// The points of each player over the finished games; the fewest are best. All 0 where the games won decide.
    pub points: Vec<i32>,
    /// The games that each player has won. A drawn game counts for nobody.
    pub wins: Vec<u32>,
    /// The drawn games.
    pub draws: u32,
    /// The finished games, the first one first.
    pub finished: Vec<MatchGame>,
    /// The rank of each player once the last game is over; the first is 1, and ranks are shared.
    pub ranks: Option<Vec<u8>>,
}

/// What decides a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MatchRule {
    /// The most games won; a draw is half a game.
    MostWins,
    /// The lowest sum of points, which only the loser of a game gets.
    LoserScores,
    /// The lowest sum of points.
    LowestScore,
}

impl From<sarsen_core::MatchRule> for MatchRule {
    fn from(rule: sarsen_core::MatchRule) -> MatchRule {
        match rule {
            sarsen_core::MatchRule::MostWins => MatchRule::MostWins,
            sarsen_core::MatchRule::LoserScores => MatchRule::LoserScores,
            sarsen_core::MatchRule::LowestScore => MatchRule::LowestScore,
        }
    }
}

/// A finished game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchGame {
    /// Its number at the table: `record?game=NUMBER` is its record.
    pub game: u32,
    /// The player who won it; none for a draw.
    pub winner: Option<u8>,
    /// Why it ended.
    pub reason: EndReason,
    /// The points that it brought each player.
    pub points: Vec<i32>,
}
