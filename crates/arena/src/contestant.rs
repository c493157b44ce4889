//! Who plays.

use std::fmt;
use std::str::FromStr;

use sarsen_catalog::Position;
use sarsen_core::chance;
use sarsen_search::{Cancel, Engine, EngineError, Level, Limits, Request};
use thiserror::Error;

use crate::ugi::UgiEngine;

/// A contestant as it is named on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// Our engine at a level: `5` or `sarsen:5`.
    Level(Level),
    /// Plain UCT, the yardstick: `uct`.
    Uct,
    /// Uniformly random play: `random`.
    Random,
    /// A program that speaks UGI: `ugi:COMMAND`.
    Ugi(String),
}

/// A name that is nobody's.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is no contestant: name a level from 1 to 8, `uct`, `random` or `ugi:COMMAND`")]
pub struct ParseSpecError(String);

impl FromStr for Spec {
    type Err = ParseSpecError;
    fn from_str(text: &str) -> Result<Spec, ParseSpecError> {
        match text {
            "uct" => return Ok(Spec::Uct),
            "random" => return Ok(Spec::Random),
            _ => {}
        }
        if let Some(command) =
            text.strip_prefix("ugi:").filter(|command| !command.trim().is_empty())
        {
            return Ok(Spec::Ugi(command.to_owned()));
        }
        let level = text.strip_prefix("sarsen:").unwrap_or(text).parse();
        level.map(Spec::Level).map_err(|_| ParseSpecError(text.to_owned()))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Level(level) => write!(f, "sarsen:{level}"),
            Spec::Uct => f.write_str("uct"),
            Spec::Random => f.write_str("random"),
            Spec::Ugi(command) => write!(f, "ugi:{command}"),
        }
    }
}

/// Why a contestant could not act.
#[derive(Debug, Error)]
pub enum ContestantError {
    /// There is no engine for the game.
    #[error("there is no engine for `{0}`")]
    NoEngine(String),
    /// Our engine refused.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The program failed.
    #[error("`{command}`: {problem}")]
    Program {
        /// Its command.
        command: String,
        /// What went wrong.
        problem: String,
    },
}

/// A contestant at the table.
pub enum Contestant {
    /// Our engine at a level.
    Level(Box<dyn Engine>, Level),
    /// The yardstick.
    Uct(Box<dyn Engine>),
    /// Random play.
    Random,
    /// Another program.
    Ugi(UgiEngine),
}

impl Contestant {
    /// Brings a contestant to the table of a game.
    ///
    /// # Errors
    /// If there is no engine for the game, or the program does not start.
    pub fn new(spec: &Spec, game: &str) -> Result<Contestant, ContestantError> {
        let engine = || {
            sarsen_search::engine(game).ok_or_else(|| ContestantError::NoEngine(game.to_owned()))
        };
        Ok(match spec {
            Spec::Level(level) => Contestant::Level(engine()?, *level),
            Spec::Uct => Contestant::Uct(engine()?),
            Spec::Random => Contestant::Random,
            Spec::Ugi(command) => Contestant::Ugi(UgiEngine::start(command)?),
        })
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
            Contestant::Ugi(engine) => engine.act(position, limits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for text in ["sarsen:1", "sarsen:8", "uct", "random", "ugi:./engine --fast"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!("3".parse::<Spec>().unwrap().to_string(), "sarsen:3");
        for text in ["", "9", "sarsen:0", "ucti"] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
