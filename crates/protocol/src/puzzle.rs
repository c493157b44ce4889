//! Puzzles: positions with exactly one good decision.

use std::collections::BTreeMap;

use sarsen_core::{Phrase, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{DescribedAction, GameEvent, Legal};

/// `GET /api/v1/puzzles`: the games with puzzles, and today's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleSets {
    /// The day of the puzzles of the day, in UTC: `2026-11-18`.
    pub date: String,
    /// One for each game that has puzzles.
    pub sets: Vec<PuzzleSet>,
}

/// The puzzles of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleSet {
    /// The game's id.
    pub game: String,
    /// How hard each puzzle is, from 1 to 5; the first is number 1.
    pub grades: Vec<u8>,
    /// The number of the puzzle of the day, the same for everybody.
    pub today: u32,
}

/// `GET /api/v1/puzzles/{game}/{number}`: a puzzle as its seat sees it. The solution is not in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzlePosition {
    /// The game's id.
    pub game: String,
    /// The number of the puzzle, counted from 1.
    pub number: u32,
    /// All options with their values.
    pub options: BTreeMap<String, String>,
    /// How hard it is, from 1 to 5.
    pub grade: u8,
    /// The seat that is to find the decision.
    pub seat: Seat,
    /// What is asked.
    pub task: Phrase,
    /// The view of that seat: its fields are the game's own.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// What that seat can do, in its own words.
    pub legal: Legal,
}

/// `POST /api/v1/puzzles/{game}/{number}/answer` and `…/preview`: what is played in a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleTry {
    /// The actions from the puzzle's position on; more than one where a turn has several parts. None gives up and asks for the
    /// solution.
    pub actions: Vec<String>,
}

/// What becomes of an answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleAnswer {
    /// What it is worth.
    pub verdict: PuzzleVerdict,
    /// Why it is right or wrong; none while the turn goes on.
    pub says: Option<Phrase>,
    /// The solution in notation, once it was found or given up.
    pub solution: Vec<String>,
    /// The solution in words.
    pub words: Vec<DescribedAction>,
    /// The view of the seat after the actions, or after the solution where it was given up.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// What the seat can do now, while its turn goes on.
    pub legal: Legal,
    /// What the last action brought about.
    pub events: Vec<GameEvent>,
}

/// What an answer is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleVerdict {
    /// The only good decision.
    Right,
    /// Another one.
    Wrong,
    /// Good so far, and the turn goes on.
    Unfinished,
    /// It was given up.
    GivenUp,
}
