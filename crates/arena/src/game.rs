//! One game between contestants.

use sarsen_catalog::{Game, Position};
use sarsen_core::record::Record;
use sarsen_core::{Options, Outcome, PlayError, Turn, Viewer, chance};
use sarsen_search::knowledge::mix;
use sarsen_search::{Cancel, Limits};
use thiserror::Error;

use crate::contestant::{Contestant, ContestantError};

/// Why a game could not be finished.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A contestant failed.
    #[error("{name}: {error}")]
    Contestant {
        /// Who.
        name: String,
        /// Why.
        error: ContestantError,
    },
    /// A contestant did what it may not.
    #[error("{name} played `{action}`: {error}")]
    Illegal {
        /// Who.
        name: String,
        /// What.
        action: String,
        /// Why it may not.
        error: Box<PlayError>,
    },
    /// It was stopped.
    #[error("stopped")]
    Stopped,
    /// The game did not end.
    #[error("the game had no end after {0} actions")]
    Endless(usize),
    /// There is nobody to judge decisions.
    #[error("{0}")]
    Exam(String),
    /// The records could not be written.
    #[error("{0}")]
    Records(String),
    /// The records that are there cannot be read, or are of another match.
    #[error("{0}")]
    Foreign(String),
}

/// Where a game without an end is cut.
const MOST_ACTIONS: usize = 20_000;

/// What a game is played under.
pub struct Table<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// Its options.
    pub options: &'a Options,
    /// How many actions are played at random first.
    pub opening: usize,
    /// What opening and luck are drawn from: the same for both games of a pair.
    pub luck: u64,
    /// What the contestants' own draws come from.
    pub seed: u64,
    /// What a contestant may use for one decision.
    pub limits: &'a Limits,
}

/// Plays a game to its end. The contestant of seat s is `contestants[seats[s]]`.
///
/// # Errors
/// If a contestant fails or the game is stopped.
pub fn play(
    table: &Table<'_>,
    contestants: &mut [Contestant],
    names: &[String],
    seats: &[usize],
    cancel: &Cancel,
) -> Result<(Outcome, Record), ArenaError> {
    let mut position = open(table);
    // Luck is drawn by its number in the game, so that it is the same in both games of a pair for as
    // long as they take the same course, and equally distributed after that.
    let mut throws = 0;
    for action in 0..MOST_ACTIONS {
        if cancel.is_cancelled() {
            return Err(ArenaError::Stopped);
        }
        let (name, token) = match position.turn() {
            Turn::Over(outcome) => {
                return Ok((outcome, record(table, position.as_ref(), names, seats)));
            }
            Turn::Chance => {
                throws += 1;
                let mut rng = chance::generator(mix(table.luck ^ mix(throws)));
                ("chance".to_owned(), position.random_action(&mut rng).unwrap_or_default())
            }
            Turn::Seat(seat) => {
                let player = seats[seat.index()];
                let limits = table.limits.clone().with_seed(mix(table.seed ^ mix(action as u64)));
                let token = contestants[player].act(position.as_ref(), &limits, cancel).map_err(
                    |error| ArenaError::Contestant { name: names[player].clone(), error },
                )?;
                (names[player].clone(), token)
            }
        };
        if let Err(error) = position.play(&token) {
            return Err(ArenaError::Illegal { name, action: token, error: Box::new(error) });
        }
    }
    Err(ArenaError::Endless(MOST_ACTIONS))
}

/// The position after the random opening; one that would end the game is not played.
fn open(table: &Table<'_>) -> Box<dyn Position> {
    let mut rng = chance::generator(mix(table.luck ^ 0x0be9_1196));
    let mut position = table.game.start(table.options);
    for _ in 0..table.opening {
        let mut next = position.boxed();
        let played =
            position.random_action(&mut rng).is_some_and(|token| next.play(&token).is_ok());
        if !played || next.turn().is_over() {
            break;
        }
        position = next;
    }
    position
}

fn record(table: &Table<'_>, position: &dyn Position, names: &[String], seats: &[usize]) -> Record {
    let mut record = Record::new(table.game.spec().id);
    for (name, value) in table.options.changed() {
        record.set_tag(&format!("Option.{name}"), value);
    }
    for (seat, &player) in seats.iter().enumerate() {
        record.set_tag(&format!("Seat{}", seat + 1), &names[player]);
    }
    let result = position.turn().outcome().map_or("*".to_owned(), |outcome| outcome.to_string());
    record.set_tag("Result", &result);
    for token in position.history(Viewer::Omniscient) {
        record.push_token(&token);
    }
    record
}
