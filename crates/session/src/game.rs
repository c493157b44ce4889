//! The game that is being played at a table, or was played last.

use sarsen_catalog::Position;
use sarsen_core::{Options, Outcome, Seat, Turn};
use sarsen_protocol::{Clock, EndReason};

use crate::clock::ClockState;
use crate::table::{Player, ReplayError};
use crate::{Margin, Seed};

/// One game with everything that belongs to it alone.
pub(crate) struct Game {
    /// Its number at the table, counted from 1.
    pub(crate) number: u32,
    /// Its place in the match, counted from 1.
    pub(crate) match_game: u32,
    /// The player of each seat, counted from 1.
    pub(crate) players: Vec<u8>,
    /// Who sat in each seat when it started: who leaves later stays in the record.
    pub(crate) sitters: Vec<Player>,
    pub(crate) seed: Seed,
    pub(crate) started: u64,
    pub(crate) position: Box<dyn Position>,
    /// The seat that played each action; none for chance.
    pub(crate) by: Vec<Option<Seat>>,
    /// How many actions had been played when it started.
    pub(crate) given: u32,
    /// What the clocks had left before each action that was played here.
    clock_before: Vec<Vec<u64>>,
    pub(crate) clock: ClockState,
    pub(crate) ended: Option<End>,
    pub(crate) draw_offers: Vec<u8>,
    pub(crate) takeback: Option<u8>,
    pub(crate) ready: Vec<u8>,
    pub(crate) margin: Margin,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) outcome: Outcome,
    pub(crate) reason: EndReason,
}

/// What a game begins with.
pub(crate) struct Beginning<'a> {
    pub(crate) number: u32,
    pub(crate) match_game: u32,
    pub(crate) players: Vec<u8>,
    pub(crate) sitters: Vec<Player>,
    pub(crate) seed: Seed,
    pub(crate) at: u64,
    pub(crate) options: &'a Options,
    pub(crate) clock: Clock,
    pub(crate) given: &'a [String],
    pub(crate) margin: Margin,
}

impl Game {
    pub(crate) fn begin(beginning: Beginning<'_>) -> Result<Game, ReplayError> {
        let Beginning { number, match_game, players, sitters, seed, at, .. } = beginning;
        let Beginning { options, clock, given, margin, .. } = beginning;
        let (position, by) = play_all(options, given.iter().map(String::as_str))?;
        let mut clock = ClockState::new(clock, players.len());
        clock.run(position.turn().seat().map(Seat::index), at);
        let given = by.len() as u32;
        Ok(Game {
            number,
            match_game,
            players,
            sitters,
            seed,
            started: at,
            position,
            by,
            given,
            clock_before: Vec::new(),
            clock,
            ended: None,
            draw_offers: Vec::new(),
            takeback: None,
            ready: Vec::new(),
            margin,
        })
    }

    pub(crate) fn ply(&self) -> u32 {
        self.by.len() as u32
    }

    /// The seat to act, if the game goes on and one is.
    pub(crate) fn to_act(&self) -> Option<Seat> {
        if self.ended.is_some() { None } else { self.position.turn().seat() }
    }

    pub(crate) fn act(
        &mut self,
        seat: Option<Seat>,
        action: &str,
        at: u64,
    ) -> Result<(), ReplayError> {
        let before = self.clock.remaining().to_vec();
        self.position
            .play(action)
            .map_err(|error| ReplayError::Play { action: action.to_owned(), error })?;
        self.by.push(seat);
        self.clock_before.push(before);
        if let Some(seat) = seat {
            self.clock.acted(seat.index(), at);
            self.takeback = None;
            self.draw_offers.retain(|&offer| offer == seat.number());
        }
        self.clock.run(self.position.turn().seat().map(Seat::index), at);
        Ok(())
    }

    /// Goes back to an earlier position, with the clocks as they were there.
    pub(crate) fn take_back(&mut self, ply: u32, at: u64) -> Result<(), ReplayError> {
        let index = ply.checked_sub(self.given).map(|index| index as usize);
        let before = index.and_then(|index| self.clock_before.get(index)).cloned();
        let (Some(index), Some(before)) = (index, before) else {
            return Err(ReplayError::Disorder);
        };
        let tokens = self.position.history(sarsen_core::Viewer::Omniscient);
        let options = self.position.options().clone();
        let (position, by) = play_all(&options, tokens[..ply as usize].iter().map(String::as_str))?;
        (self.position, self.by) = (position, by);
        self.clock_before.truncate(index);
        self.clock.restore(&before);
        self.clock.run(self.position.turn().seat().map(Seat::index), at);
        self.takeback = None;
        self.draw_offers.clear();
        Ok(())
    }

    pub(crate) fn end(&mut self, outcome: Outcome, reason: EndReason, at: u64) {
        self.clock.stop(at);
        self.ended = Some(End { outcome, reason });
        self.draw_offers.clear();
        self.takeback = None;
    }
}

/// A position, and who played each of the actions that led to it; none for chance.
pub(crate) type Played = (Box<dyn Position>, Vec<Option<Seat>>);

/// A position after actions, and who played each.
pub(crate) fn play_all<'a>(
    options: &Options,
    tokens: impl Iterator<Item = &'a str>,
) -> Result<Played, ReplayError> {
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

/// Whether a turn is chance's.
pub(crate) fn is_chance(position: &dyn Position) -> bool {
    position.turn() == Turn::Chance
}
