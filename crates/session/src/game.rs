//! The current or most recent game at a table.

use std::collections::BTreeMap;
use std::sync::Arc;

use sarsen_catalog::Position;
use sarsen_core::{Options, Outcome, PlayError, Seat, Turn};
use sarsen_protocol::{Clock, EndReason, PlayerNumber};

use crate::clock::ClockState;
use crate::table::{Occupant, ReplayError};
use crate::{Annotations, Seed};

/// One game with everything that belongs only to it. Clones share the position, which is large.
#[derive(Clone)]
pub(crate) struct Game {
    /// Its number at the table, counted from 1.
    pub(crate) number: u32,
    /// Its place in the match, counted from 1.
    pub(crate) match_game: u32,
    /// The player of each seat.
    pub(crate) players: Vec<PlayerNumber>,
    /// The occupants at the start: a player who leaves later stays in the record.
    pub(crate) sitters: Vec<Occupant>,
    pub(crate) seed: Seed,
    pub(crate) started: u64,
    pub(crate) position: Arc<dyn Position>,
    /// The seat that played each action; none for chance.
    pub(crate) by: Vec<Option<Seat>>,
    /// The tokens with which seats played actions that are recorded differently, by ply.
    pub(crate) said: BTreeMap<u32, String>,
    /// The number of actions already played when it started.
    pub(crate) given: u32,
    /// The remaining time of all seats before each action, one group of entries per action.
    clock_before: Vec<u64>,
    pub(crate) clock: ClockState,
    pub(crate) ended: Option<End>,
    pub(crate) draw_offers: Vec<Seat>,
    pub(crate) takeback: Option<Seat>,
    pub(crate) ready: Vec<Seat>,
    /// The seat of a failed engine, until people decide how to go on.
    pub(crate) failed: Option<Seat>,
    pub(crate) annotations: Annotations,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    /// `None` for a game that counts as not played.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) reason: EndReason,
}

/// The result of a game without one.
pub(crate) const NO_RESULT: &str = "*";

impl End {
    /// The result as in a record.
    pub(crate) fn result(&self) -> String {
        self.outcome.map_or(NO_RESULT.to_owned(), |outcome| outcome.to_string())
    }
}

/// What a game starts with.
pub(crate) struct GameStart<'a> {
    pub(crate) number: u32,
    pub(crate) match_game: u32,
    pub(crate) players: Vec<PlayerNumber>,
    pub(crate) sitters: Vec<Occupant>,
    pub(crate) seed: Seed,
    pub(crate) at: u64,
    pub(crate) time: u64,
    pub(crate) options: &'a Options,
    pub(crate) clock: Clock,
    pub(crate) given: &'a [String],
    pub(crate) annotations: Annotations,
}

impl Game {
    pub(crate) fn begin(beginning: GameStart<'_>) -> Result<Game, ReplayError> {
        let GameStart { number, match_game, players, sitters, seed, at, time, .. } = beginning;
        let GameStart { options, clock, given, annotations, .. } = beginning;
        let (position, by) = play_all(options, given.iter().map(String::as_str))?;
        let mut clock = ClockState::new(clock, players.len());
        clock.run(position.turn().seat(), time);
        let given = by.len() as u32;
        Ok(Game {
            number,
            match_game,
            players,
            sitters,
            seed,
            started: at,
            position: position.into(),
            by,
            said: BTreeMap::new(),
            given,
            clock_before: Vec::new(),
            clock,
            ended: None,
            draw_offers: Vec::new(),
            takeback: None,
            ready: Vec::new(),
            failed: None,
            annotations,
        })
    }

    /// Whether it counts: it is still in progress, or ended with a result.
    pub(crate) fn was_played(&self) -> bool {
        self.ended.is_none_or(|end| end.outcome.is_some())
    }

    pub(crate) fn ply(&self) -> u32 {
        self.by.len() as u32
    }

    /// The seat to act, if the game is in progress and a seat is to act.
    pub(crate) fn to_act(&self) -> Option<Seat> {
        if self.ended.is_some() { None } else { self.position.turn().seat() }
    }

    /// Plays an action; `played` is the position after it, if already computed.
    pub(crate) fn act(
        &mut self,
        seat: Option<Seat>,
        action: &str,
        at: u64,
        played: Option<Arc<dyn Position>>,
    ) -> Result<(), ReplayError> {
        match played {
            Some(position) => self.position = position,
            None => self
                .play(action)
                .map_err(|error| ReplayError::Play { action: action.to_owned(), error })?,
        }
        self.by.push(seat);
        self.clock_before.extend(self.clock.remaining());
        self.failed = None;
        if let Some(seat) = seat {
            self.clock.acted(seat, at);
            self.takeback = None;
            self.draw_offers.retain(|&offer| offer == seat);
        }
        self.clock.run(self.position.turn().seat(), at);
        Ok(())
    }

    fn play(&mut self, action: &str) -> Result<(), PlayError> {
        if let Some(position) = Arc::get_mut(&mut self.position) {
            return position.play(action);
        }
        let mut position = self.position.boxed();
        position.play(action)?;
        self.position = position.into();
        Ok(())
    }

    /// Returns to an earlier position and its clocks; `played` is that position, if already computed.
    pub(crate) fn take_back(
        &mut self,
        ply: u32,
        at: u64,
        played: Option<Arc<dyn Position>>,
    ) -> Result<(), ReplayError> {
        let index = ply.checked_sub(self.given).map(|index| index as usize);
        let seats = self.players.len();
        let index = index.map(|index| index * seats).ok_or(ReplayError::Disorder)?;
        let before = self.clock_before.get(index..index + seats).ok_or(ReplayError::Disorder)?;
        self.clock.restore(before);
        self.position = match played {
            Some(position) => position,
            None => {
                let tokens = self.position.history(sarsen_core::Viewer::Omniscient);
                let left = tokens[..ply as usize].iter().map(String::as_str);
                play_all(self.position.options(), left)?.0.into()
            }
        };
        self.by.truncate(ply as usize);
        self.said.split_off(&ply);
        self.clock_before.truncate(index);
        self.clock.run(self.position.turn().seat(), at);
        self.takeback = None;
        self.draw_offers.clear();
        self.failed = None;
        Ok(())
    }

    /// Marks an engine as failed: the clocks are held until people decide.
    pub(crate) fn fail(&mut self, seat: Seat, at: u64) {
        self.failed = Some(seat);
        self.clock.pause(at);
    }

    /// Lets a failed engine try again.
    pub(crate) fn retry(&mut self, at: u64) {
        self.failed = None;
        self.clock.resume(at);
    }

    pub(crate) fn end(&mut self, outcome: Option<Outcome>, reason: EndReason, at: u64) {
        self.clock.stop(at);
        self.failed = None;
        self.ended = Some(End { outcome, reason });
        self.draw_offers.clear();
        self.takeback = None;
    }
}

/// A position, and who played each of the actions that led to it; `None` for chance.
pub(crate) type PlayedPosition = (Box<dyn Position>, Vec<Option<Seat>>);

/// Plays actions and records who played each.
pub(crate) fn play_all<'a>(
    options: &Options,
    tokens: impl Iterator<Item = &'a str>,
) -> Result<PlayedPosition, ReplayError> {
    let game = sarsen_catalog::game(options.spec().id).ok_or(ReplayError::UnknownGame)?;
    let mut position = game.start(options);
    let mut by = Vec::new();
    for token in tokens {
        by.push(position.turn().seat());
        position
            .play(token)
            .map_err(|error| ReplayError::Play { action: token.to_owned(), error })?;
    }
    Ok((position, by))
}

/// Whether chance is to act.
pub(crate) fn is_chance(position: &dyn Position) -> bool {
    position.turn() == Turn::Chance
}
