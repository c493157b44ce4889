//! The contestants of a match.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sarsen_catalog::Position;
use sarsen_core::{Options, PlayError, Seat, chance};
use sarsen_search::{
    Cancel, Clock, Engine, EngineError, Engines, GameClock, Level, Limits, Request, Stopwatch,
    TimeLeft, WeightsError, allotment, engine_with_weights,
};
use thiserror::Error;

use crate::ugi::{Fault, ParseUgiError, Silence, UgiCommand, UgiEngine};

/// A contestant as named on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// One of our engines at a level: `5` or `sarsen:5`.
    Level(Level),
    /// Our engine at a level, judging by a network: `sarsen[weights=FILE]:5`.
    Network(Level, PathBuf),
    /// Plain UCT, as a yardstick: `uct`.
    Uct,
    /// Uniformly random play: `random`.
    Random,
    /// A program that speaks UGI: `ugi:COMMAND`.
    Ugi(UgiCommand),
}

/// A text that does not name a contestant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseSpecError {
    /// An unknown kind.
    #[error(
        "`{0}` is not a contestant: name a level from 1 to 8, `sarsen[weights=FILE]:LEVEL`, `uct`, `random` or `ugi:COMMAND`"
    )]
    Unknown(String),
    /// A malformed program specification.
    #[error("`{0}`: {1}")]
    Program(String, ParseUgiError),
}

impl FromStr for Spec {
    type Err = ParseSpecError;
    fn from_str(text: &str) -> Result<Spec, ParseSpecError> {
        match text {
            "uct" => return Ok(Spec::Uct),
            "random" => return Ok(Spec::Random),
            _ => {}
        }
        if text.starts_with("ugi:") || text.starts_with("ugi[") {
            let command = text.parse().map(Spec::Ugi);
            return command.map_err(|error| ParseSpecError::Program(text.to_owned(), error));
        }
        let unknown = || ParseSpecError::Unknown(text.to_owned());
        if let Some(rest) = text.strip_prefix("sarsen[weights=") {
            // The last `]:`: a file's name may hold one itself.
            let (file, level) = rest.rsplit_once("]:").ok_or_else(unknown)?;
            let level = level.parse().map_err(|_| unknown())?;
            return if file.is_empty() {
                Err(unknown())
            } else {
                Ok(Spec::Network(level, file.into()))
            };
        }
        let level = text.strip_prefix("sarsen:").unwrap_or(text).parse();
        level.map(Spec::Level).map_err(|_| unknown())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Level(level) => write!(f, "sarsen:{level}"),
            Spec::Network(level, file) => write!(f, "sarsen[weights={}]:{level}", file.display()),
            Spec::Uct => f.write_str("uct"),
            Spec::Random => f.write_str("random"),
            Spec::Ugi(command) => command.fmt(f),
        }
    }
}

/// Why a contestant could not act.
#[derive(Debug, Error)]
pub enum ContestantError {
    /// There is no engine for the game.
    #[error("there is no engine for `{0}`")]
    NoEngine(String),
    /// There is no UCT for the game.
    #[error(
        "there is no UCT for `{0}`: its actions cannot be listed, so there is no plain tree to search"
    )]
    NoTree(String),
    /// A file of weights cannot be read.
    #[error("{}: {error}", file.display())]
    Unreadable {
        /// Which.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file holds no weights for the game.
    #[error("{}: {error}", file.display())]
    Weights {
        /// Which.
        file: PathBuf,
        /// Why.
        error: WeightsError,
    },
    /// Our engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The program failed.
    #[error(transparent)]
    Program(Fault),
    /// The program chose an action that cannot be played.
    #[error("played `{action}`: {error}")]
    Illegal {
        /// The action.
        action: String,
        /// Why not.
        error: Box<PlayError>,
    },
    /// Its clock for the whole game ran out.
    #[error("lost on time: {used:?} used, {left:?} left on its clock")]
    Clock {
        /// How long it took, in whole milliseconds.
        used: Duration,
        /// What it had left, including the margin of a program, in whole milliseconds.
        left: Duration,
    },
    /// The match was stopped while it was thinking.
    #[error("stopped")]
    Stopped,
}

/// A contestant in a match.
pub enum Contestant {
    /// One of our engines at a level.
    Level(Arc<dyn Engine>, Level),
    /// The yardstick.
    Uct(Arc<dyn Engine>),
    /// Random play.
    Random,
    /// An external program.
    Ugi(UgiEngine),
}

impl Contestant {
    /// Prepares a contestant for a game. A program may exceed its time by the margin.
    ///
    /// # Errors
    /// If there is no engine for the game, or the program does not start.
    pub fn new(
        spec: &Spec,
        game: &str,
        engines: &Engines,
        margin: Duration,
    ) -> Result<Contestant, ContestantError> {
        let engine = || engines.get(game).ok_or_else(|| ContestantError::NoEngine(game.to_owned()));
        Ok(match spec {
            Spec::Level(level) => Contestant::Level(engine()?, *level),
            Spec::Network(level, file) => Contestant::Level(network(game, file)?.into(), *level),
            Spec::Uct => {
                let engine = engine()?;
                if !engine.has_yardstick() {
                    return Err(ContestantError::NoTree(game.to_owned()));
                }
                Contestant::Uct(engine)
            }
            Spec::Random => Contestant::Random,
            Spec::Ugi(command) => Contestant::Ugi(
                UgiEngine::start(command, margin).map_err(ContestantError::Program)?,
            ),
        })
    }

    /// Announces a new game.
    ///
    /// # Errors
    /// If a program does not get ready.
    pub fn new_game(&mut self, options: &Options, seed: u64) -> Result<(), ContestantError> {
        match self {
            Contestant::Ugi(engine) => {
                engine.new_game(options, seed).map_err(ContestantError::Program)
            }
            Contestant::Level(..) | Contestant::Uct(_) | Contestant::Random => Ok(()),
        }
    }

    /// Chooses an action of the seat to act within the time of its seat's clock, and stops that clock.
    ///
    /// # Errors
    /// If it cannot, or not in time.
    pub fn act_by_clock(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
        clocks: &mut Clocks,
        cancel: &Cancel,
    ) -> Result<String, ContestantError> {
        let seat = position.turn().seat().ok_or(EngineError::NoSeat)?;
        let (limits, clock) = (self.limits_by_clock(position, limits, clocks), self.clock());
        let watch = Stopwatch::start(clock);
        let action = match self {
            Contestant::Ugi(engine) => engine.act(position, seat, &limits, Some(clocks), cancel),
            _ => Ok(self.act(position, &limits, cancel)?),
        };
        let used = watch.elapsed();
        let left = clocks.left[seat.index()] + self.margin();
        if used > left {
            let [used, left] =
                [used, left].map(|time| Duration::from_millis(time.as_millis() as u64));
            return Err(ContestantError::Clock { used, left });
        }
        clocks.stop(seat, used);
        match self {
            Contestant::Ugi(_) => resolved(position, seat, answered(action)?),
            _ => answered(action),
        }
    }

    /// Our engines are limited by their share of the clock; programs are told the clocks.
    fn limits_by_clock(&self, position: &dyn Position, limits: &Limits, clocks: &Clocks) -> Limits {
        let (engine, level) = match self {
            Contestant::Level(engine, level) => (engine, *level),
            Contestant::Uct(engine) => (engine, Level::MAX),
            Contestant::Random | Contestant::Ugi(_) => return limits.clone(),
        };
        let turns = engine.turns_left(position).unwrap_or(1);
        let left = position.turn().seat().map_or(Duration::ZERO, |seat| clocks.left[seat.index()]);
        let usable = left.saturating_sub(clocks.rule.reserve());
        let increment = clocks.rule.increment;
        let time = allotment(level, turns, TimeLeft { usable, increment, delay: DELAY });
        Limits { time: Some(time), nodes: None, ..limits.clone() }
    }

    /// Our engines are timed by their thread's clock, programs by the one on the wall.
    fn clock(&self) -> Clock {
        if matches!(self, Contestant::Ugi(_)) { Clock::Wall } else { Clock::Thread }
    }

    fn margin(&self) -> Duration {
        match self {
            Contestant::Ugi(engine) => engine.margin(),
            Contestant::Level(..) | Contestant::Uct(_) | Contestant::Random => Duration::ZERO,
        }
    }

    /// Chooses an action of the seat to act.
    ///
    /// # Errors
    /// If it cannot.
    pub fn act(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<String, ContestantError> {
        match self {
            Contestant::Level(engine, level) => {
                let request = Request::new(position, *level, limits.clone(), cancel);
                Ok(engine.choose(&request)?.action)
            }
            Contestant::Uct(engine) => {
                let request = Request::new(position, Level::MAX, limits.clone(), cancel);
                Ok(engine.yardstick(&request)?.action)
            }
            Contestant::Random => {
                let action = position.random_action(&mut chance::generator(limits.seed));
                action.ok_or(ContestantError::Engine(EngineError::NoSeat))
            }
            Contestant::Ugi(engine) => {
                let seat = position.turn().seat().ok_or(EngineError::NoSeat)?;
                let action = answered(engine.act(position, seat, limits, None, cancel))?;
                resolved(position, seat, action)
            }
        }
    }
}

fn answered(action: Result<String, Silence>) -> Result<String, ContestantError> {
    action.map_err(|silence| match silence {
        Silence::Fault(fault) => ContestantError::Program(fault),
        Silence::Cancelled => ContestantError::Stopped,
    })
}

fn resolved(
    position: &dyn Position,
    seat: Seat,
    action: String,
) -> Result<String, ContestantError> {
    position
        .resolve(seat, &action)
        .map_err(|error| ContestantError::Illegal { action, error: Box::new(error) })
}

/// What an action of our own engines costs beside the thinking, for which they are timed.
const DELAY: Duration = Duration::from_millis(1);

/// The clocks of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// The rule for all of them.
    pub rule: GameClock,
    /// What each seat has left.
    pub left: Vec<Duration>,
}

impl Clocks {
    /// The clocks at the start.
    pub fn new(rule: GameClock, seats: usize) -> Clocks {
        Clocks { rule, left: vec![rule.initial; seats] }
    }

    fn stop(&mut self, seat: Seat, used: Duration) {
        let left = &mut self.left[seat.index()];
        *left = left.saturating_sub(used) + self.rule.increment;
    }
}

/// The largest file of weights that is read: the largest network takes a third of it.
const MAX_WEIGHTS: u64 = 64 << 20;

fn network(game: &str, file: &Path) -> Result<Box<dyn Engine>, ContestantError> {
    let mut text = String::new();
    let read = File::open(file).and_then(|open| open.take(MAX_WEIGHTS).read_to_string(&mut text));
    read.map_err(|error| ContestantError::Unreadable { file: file.to_owned(), error })?;
    engine_with_weights(game, &text)
        .map_err(|error| ContestantError::Weights { file: file.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for text in [
            "sarsen:1",
            "sarsen:8",
            "sarsen[weights=nets/a]:b.txt]:7",
            "uct",
            "random",
            "ugi:./engine --fast",
            "ugi[level=3]:'./my engine'",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!("3".parse::<Spec>().unwrap().to_string(), "sarsen:3");
        for text in [
            "",
            "9",
            "sarsen:0",
            "sarsen[weights=]:8",
            "sarsen[weights=x]:9",
            "sarsen[weights=x",
            "ucti",
            "ugi:",
            "ugi:'open",
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
