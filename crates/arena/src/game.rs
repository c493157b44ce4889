//! One game between contestants.

use sarsen_catalog::{Game, Position};
use sarsen_core::record::Record;
use sarsen_core::{Options, Outcome, Turn, Viewer, chance};
use sarsen_search::knowledge::mix;
use sarsen_search::{Cancel, GameClock, Limits};
use thiserror::Error;

use crate::contestant::{Clocks, Contestant, ContestantError};

/// Why a game could not be finished.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A contestant cannot play this game, or one of ours failed.
    #[error("{name}: {error}")]
    Contestant {
        /// The contestant.
        name: String,
        /// Why.
        error: ContestantError,
    },
    /// It was stopped.
    #[error("stopped")]
    Stopped,
    /// The game did not end.
    #[error("the game had no end after {0} actions")]
    Endless(usize),
    /// The exam could not be set.
    #[error("{0}")]
    Exam(String),
    /// A survey could not be made.
    #[error("a game of the survey was forfeited: {0}")]
    Survey(String),
    /// The records could not be written.
    #[error("{0}")]
    Records(String),
    /// The existing records cannot be read, or belong to another match.
    #[error("{0}")]
    Foreign(String),
}

/// Games longer than this are cut off.
const MAX_ACTIONS: usize = 20_000;

/// The setup of a game.
pub struct GameSetup<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// Its options.
    pub options: &'a Options,
    /// What is played before the contestants begin.
    pub opening: Opening<'a>,
    /// The seed of opening and chance: the same for both games of a pair.
    pub luck: u64,
    /// The seed of the contestants' own random choices.
    pub seed: u64,
    /// The limits for one decision of a contestant.
    pub limits: &'a Limits,
    /// The clocks, in place of a time for each decision.
    pub clock: Option<GameClock>,
}

/// What is played before the contestants begin.
#[derive(Clone, Copy, Debug)]
pub enum Opening<'a> {
    /// This many random actions.
    Random(usize),
    /// These actions.
    Actions(&'a [String]),
}

/// A game that is over.
#[derive(Debug)]
pub struct FinishedGame {
    /// How it ended.
    pub outcome: Outcome,
    /// Its record.
    pub record: Record,
    /// The forfeit, if a contestant lost by a fault.
    pub forfeit: Option<Forfeit>,
}

/// A game that a contestant lost by a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// The contestant's number.
    pub player: usize,
    /// What it did.
    pub reason: String,
}

impl Forfeit {
    /// The forfeit for a fault; faults of our own engines and of the match are not forfeits.
    fn of(player: usize, name: &str, error: ContestantError) -> Result<Forfeit, ArenaError> {
        match error {
            ContestantError::Program(_)
            | ContestantError::Illegal { .. }
            | ContestantError::Clock { .. } => Ok(Forfeit { player, reason: error.to_string() }),
            ContestantError::Stopped => Err(ArenaError::Stopped),
            error => Err(ArenaError::Contestant { name: name.to_owned(), error }),
        }
    }
}

/// Plays a game to its end. The contestant of seat s is `contestants[seats[s]]`. A contestant that plays an illegal
/// action or does not answer loses the game.
///
/// # Errors
/// If a contestant of ours fails or the game is stopped.
pub fn play(
    table: &GameSetup<'_>,
    contestants: &mut [&mut Contestant],
    names: &[String],
    seats: &[usize],
    cancel: &Cancel,
) -> Result<FinishedGame, ArenaError> {
    let mut position = open(table);
    let lost = |position: &dyn Position, player: usize, error: ContestantError| {
        let forfeit = Forfeit::of(player, &names[player], error)?;
        let outcome = without(seats, player);
        let record = record(table, position, names, seats, &outcome, Some(&forfeit));
        Ok(FinishedGame { outcome, record, forfeit: Some(forfeit) })
    };
    for (player, contestant) in contestants.iter_mut().enumerate() {
        if let Err(error) = contestant.new_game(table.options, table.seed) {
            return lost(position.as_ref(), player, error);
        }
    }
    // Chance is drawn by its index in the game, so that it is the same in both games of a pair as long as they take the
    // same course, and equally distributed afterwards.
    let mut throws = 0;
    let mut clocks = table.clock.map(|rule| Clocks::new(rule, seats.len()));
    for action in 0..MAX_ACTIONS {
        if cancel.is_cancelled() {
            return Err(ArenaError::Stopped);
        }
        let (player, token) = match position.turn() {
            Turn::Over(outcome) => {
                let record = record(table, position.as_ref(), names, seats, &outcome, None);
                return Ok(FinishedGame { outcome, record, forfeit: None });
            }
            Turn::Chance => {
                throws += 1;
                let mut rng = chance::generator(mix(table.luck ^ mix(throws)));
                (0, position.random_action(&mut rng).unwrap_or_default())
            }
            Turn::Seat(seat) => {
                let player = seats[seat.index()];
                let limits = table.limits.clone().with_seed(mix(table.seed ^ mix(action as u64)));
                let (contestant, position) = (&mut *contestants[player], position.as_ref());
                let chosen = match &mut clocks {
                    None => contestant.act(position, &limits, cancel),
                    Some(clocks) => contestant.act_by_clock(position, &limits, clocks, cancel),
                };
                match chosen {
                    Ok(token) => (player, token),
                    Err(error) => return lost(position, player, error),
                }
            }
        };
        if let Err(error) = position.play(&token) {
            let error = ContestantError::Illegal { action: token, error: Box::new(error) };
            return lost(position.as_ref(), player, error);
        }
    }
    Err(ArenaError::Endless(MAX_ACTIONS))
}

/// The result of a game that a contestant has lost in all its seats.
fn without(seats: &[usize], loser: usize) -> Outcome {
    let scores: Vec<i32> = seats.iter().map(|&player| i32::from(player == loser)).collect();
    Outcome::lowest_first(&scores)
}

/// The position after the opening; a random action that would end the game is not played.
fn open(table: &GameSetup<'_>) -> Box<dyn Position> {
    let mut rng = chance::generator(mix(table.luck ^ 0x0be9_1196));
    let mut position = table.game.start(table.options);
    let count = match table.opening {
        Opening::Random(count) => count,
        Opening::Actions(actions) => actions.len(),
    };
    for index in 0..count {
        let token = match table.opening {
            Opening::Random(_) => position.random_action(&mut rng),
            Opening::Actions(actions) => actions.get(index).cloned(),
        };
        let mut next = position.boxed();
        let played = token.is_some_and(|token| next.play(&token).is_ok());
        if !played || next.turn().is_over() {
            break;
        }
        position = next;
    }
    position
}

fn record(
    table: &GameSetup<'_>,
    position: &dyn Position,
    names: &[String],
    seats: &[usize],
    outcome: &Outcome,
    forfeit: Option<&Forfeit>,
) -> Record {
    let mut record = Record::new(table.game.spec().id);
    for (name, value) in table.options.changed() {
        record.set_tag(&format!("Option.{name}"), value);
    }
    for (seat, &player) in seats.iter().enumerate() {
        record.set_tag(&format!("Seat{}", seat + 1), &names[player]);
    }
    record.set_tag("Result", &outcome.to_string());
    if let Some(forfeit) = forfeit {
        record.set_tag("End", "forfeit");
        record.set_tag("Forfeit", &format!("{}: {}", names[forfeit.player], forfeit.reason));
    }
    for token in position.history(Viewer::Omniscient) {
        record.push_token(&token);
    }
    record
}
