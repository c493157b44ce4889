//! A table as the replay of its log.

use sarsen_core::record::Record;
use sarsen_core::{MatchScore, OptionError, Options, Outcome, PlayError, Seat, Viewer};
use thiserror::Error;

use crate::game::{Beginning, Game};
use crate::transfer::NOBODY;
use crate::{Event, Margin, PlayerId, Setup, Slot, TokenHash, What};

/// A table.
pub struct Table {
    pub(crate) id: String,
    pub(crate) setup: Setup,
    pub(crate) options: Options,
    pub(crate) created: u64,
    pub(crate) players: Vec<Player>,
    pub(crate) game: Option<Game>,
    /// The records of the games before the present one.
    pub(crate) records: Vec<Kept>,
    pub(crate) score: MatchScore,
    pub(crate) draws: u32,
    pub(crate) number: u32,
    pub(crate) changed: u64,
}

/// A game that is over and has been followed by another.
pub(crate) struct Kept {
    pub(crate) record: Record,
    /// What only an export says of it.
    pub(crate) tags: Vec<(String, String)>,
}

/// One of those who play.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Player {
    Open,
    Person { who: PlayerId, name: String, token: TokenHash },
    Engine { level: u8 },
}

/// A log that is not a table's: something that this program did not write, or a later version did.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ReplayError {
    /// The first event does not make a table, or a later one does.
    #[error("the log does not begin with the making of a table")]
    NoBeginning,
    /// A game that nobody knows.
    #[error("the log is of a game that is unknown here")]
    UnknownGame,
    /// An option that the game does not have.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An action that cannot be played.
    #[error("`{action}`: {error}")]
    Play {
        /// The notation.
        action: String,
        /// Why not.
        error: PlayError,
    },
    /// A result that no game has.
    #[error("`{0}` is no result")]
    Result(String),
    /// An event where it makes no sense.
    #[error("an event stands where it makes no sense")]
    Disorder,
}

impl Table {
    /// The table that a log tells of.
    ///
    /// # Errors
    /// If the log is not a table's.
    pub fn replay(id: &str, events: impl IntoIterator<Item = Event>) -> Result<Table, ReplayError> {
        let mut events = events.into_iter();
        let first = events.next().ok_or(ReplayError::NoBeginning)?;
        let mut table = Table::begin(id, &first)?;
        for event in events {
            table.apply(&event)?;
        }
        Ok(table)
    }

    /// The table that a first event makes.
    ///
    /// # Errors
    /// If the event makes none.
    pub fn begin(id: &str, first: &Event) -> Result<Table, ReplayError> {
        let What::Created(setup) = &first.what else { return Err(ReplayError::NoBeginning) };
        let options = options_of(setup)?;
        let players = setup.slots.iter().map(Player::from).collect();
        Ok(Table {
            id: id.to_owned(),
            score: MatchScore::new(setup.slots.len()),
            draws: 0,
            setup: (**setup).clone(),
            options,
            created: first.at,
            players,
            game: None,
            records: Vec::new(),
            number: 1,
            changed: first.at,
        })
    }

    /// Makes an event so.
    ///
    /// # Errors
    /// If it makes no sense here; the table may then no longer be used.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        self.number += 1;
        self.changed = event.at;
        match &event.what {
            What::Created(_) => return Err(ReplayError::NoBeginning),
            What::Seated { player, who, name, token } => {
                let (who, name, token) = (who.clone(), name.clone(), token.clone());
                *self.player_mut(*player)? = Player::Person { who, name, token };
            }
            What::Tokened { player, token: new } => {
                let Player::Person { token, .. } = self.player_mut(*player)? else {
                    return Err(ReplayError::Disorder);
                };
                token.clone_from(new);
            }
            What::Left { player } => self.left(*player)?,
            What::Started { seed, seats, match_game, margin } => {
                self.started(event.at, *seed, seats.clone(), *match_game, margin)?;
            }
            What::Ended { reason, result, .. } => self.ended(*reason, result, event.at)?,
            other => self.in_game(other, event.at)?,
        }
        Ok(())
    }

    /// The table's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The number of the last event.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// When the last event was.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// The word of the invitation.
    pub fn invite(&self) -> &str {
        &self.setup.invite
    }

    /// When somebody's time will be up, if a clock runs.
    pub fn clock_falls_at(&self) -> Option<u64> {
        self.game.as_ref().and_then(|game| game.clock.falls_at())
    }

    /// Whether the table cannot wait for somebody to come when a server starts: there are clocks, running or held, or an
    /// engine is to act.
    pub fn wakes(&self) -> bool {
        let clocks = self.setup.clock != sarsen_protocol::Clock::None && self.is_playing();
        clocks || self.engine_to_act().is_some()
    }

    /// The engine's seat and level, when an engine is to act.
    pub fn engine_to_act(&self) -> Option<(Seat, u8)> {
        let game = self.game.as_ref()?;
        let seat = game.to_act()?;
        match self.player_of(seat) {
            Some(Player::Engine { level }) => Some((seat, *level)),
            _ => None,
        }
    }

    /// The position, with everything in it: for engines, which are trusted to look through their seat only.
    pub fn whole_position(&self) -> Option<&dyn sarsen_catalog::Position> {
        self.game.as_ref().map(|game| game.position.as_ref())
    }

    /// Whether what the seat to act can do is listed, or is too much to be listed, as in a game of physics; nothing where
    /// no seat is to act.
    pub fn lists_actions(&self) -> Option<bool> {
        let game = self.game.as_ref()?;
        let choices = game.position.choices(game.to_act()?);
        Some(matches!(choices, sarsen_catalog::Legal::Actions { .. }))
    }

    /// The game and the number of actions in it, to be named in [`Command::Act`](crate::Command::Act).
    pub fn game_and_ply(&self) -> Option<(u32, u32)> {
        self.game.as_ref().map(|game| (game.number, game.ply()))
    }

    /// The seats, counted from 1, that a person holds.
    pub fn seats_of(&self, who: &PlayerId) -> Vec<u8> {
        self.seats_where(|player| matches!(player, Player::Person { who: sits, .. } if sits == who))
    }

    /// The seats, counted from 1, that a token opens: one or none.
    pub fn seats_of_token(&self, hash: &TokenHash) -> Vec<u8> {
        self.seats_where(|player| matches!(player, Player::Person { token, .. } if token == hash))
    }

    /// Everybody who sits here.
    pub fn people(&self) -> impl Iterator<Item = &PlayerId> {
        self.players.iter().filter_map(|player| match player {
            Player::Person { who, .. } => Some(who),
            Player::Open | Player::Engine { .. } => None,
        })
    }

    fn seats_where(&self, holds: impl Fn(&Player) -> bool) -> Vec<u8> {
        let seats = 1..=self.players.len() as u8;
        seats.filter(|&seat| self.sitter(seat).is_some_and(&holds)).collect()
    }

    /// Who sits in a seat, counted from 1, of the present game.
    pub(crate) fn sitter(&self, seat: u8) -> Option<&Player> {
        let index = usize::from(seat).checked_sub(1)?;
        let player = match &self.game {
            Some(game) => usize::from(*game.players.get(index)?).checked_sub(1)?,
            None => index,
        };
        self.players.get(player)
    }

    pub(crate) fn player_of(&self, seat: Seat) -> Option<&Player> {
        self.sitter(seat.number())
    }

    /// The number, from 1, of the player in a seat.
    pub(crate) fn player_number(&self, seat: u8) -> Option<u8> {
        let index = usize::from(seat).checked_sub(1)?;
        match &self.game {
            Some(game) => game.players.get(index).copied(),
            None => (index < self.players.len()).then_some(seat),
        }
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.ended.is_none())
    }

    fn player_mut(&mut self, number: u8) -> Result<&mut Player, ReplayError> {
        let index = usize::from(number).checked_sub(1).ok_or(ReplayError::Disorder)?;
        self.players.get_mut(index).ok_or(ReplayError::Disorder)
    }

    fn left(&mut self, number: u8) -> Result<(), ReplayError> {
        *self.player_mut(number)? = Player::Open;
        if let Some(game) = &mut self.game {
            game.ready.clear();
        }
        Ok(())
    }

    fn started(
        &mut self,
        at: u64,
        seed: crate::Seed,
        players: Vec<u8>,
        match_game: u32,
        margin: &Margin,
    ) -> Result<(), ReplayError> {
        let valid = players.len() == self.players.len()
            && (1..=players.len() as u8).all(|number| players.contains(&number));
        if !valid {
            return Err(ReplayError::Disorder);
        }
        if let Some(game) = &self.game {
            self.records.push(Kept {
                record: self.record_of(game, Viewer::Omniscient),
                tags: self.table_tags(game),
            });
        }
        let sitter = |number: &u8| self.players[usize::from(*number) - 1].clone();
        let sitters = players.iter().map(sitter).collect();
        if match_game == 1 {
            self.score = MatchScore::new(self.players.len());
            self.draws = 0;
        }
        let number = self.game.as_ref().map_or(1, |game| game.number + 1);
        let given: &[String] = if number == 1 { &self.setup.from } else { &[] };
        self.game = Some(Game::begin(Beginning {
            number,
            match_game,
            players,
            sitters,
            seed,
            at,
            options: &self.options,
            clock: self.setup.clock,
            given,
            margin: margin.clone(),
        })?);
        Ok(())
    }

    fn ended(
        &mut self,
        reason: sarsen_protocol::EndReason,
        result: &str,
        at: u64,
    ) -> Result<(), ReplayError> {
        let outcome: Outcome =
            result.parse().map_err(|_| ReplayError::Result(result.to_owned()))?;
        let game = self.game.as_mut().ok_or(ReplayError::Disorder)?;
        if outcome.ranks().seats() != game.players.len() || game.ended.is_some() {
            return Err(ReplayError::Disorder);
        }
        game.end(outcome, reason, at);
        let players: Vec<usize> = game.players.iter().map(|&number| number as usize - 1).collect();
        self.score.add(outcome, game.position.score(), &players);
        self.draws += u32::from(outcome.winner().is_none());
        Ok(())
    }

    fn in_game(&mut self, what: &What, at: u64) -> Result<(), ReplayError> {
        let game = self.game.as_mut().ok_or(ReplayError::Disorder)?;
        match what {
            What::Acted { seat, action } => {
                let seat = match seat {
                    None => None,
                    Some(number) => {
                        Some(Seat::from_number(usize::from(*number)).ok_or(ReplayError::Disorder)?)
                    }
                };
                game.act(seat, action, at)?;
            }
            What::TakebackAsked { seat } => game.takeback = Some(*seat),
            What::TakebackDeclined { .. } => game.takeback = None,
            What::TakenBack { ply, .. } => game.take_back(*ply, at)?,
            What::DrawOffered { seat } => game.draw_offers.push(*seat),
            What::DrawDeclined { .. } => game.draw_offers.clear(),
            What::Ready { seat } => game.ready.push(*seat),
            What::Paused => game.clock.pause(at),
            What::Resumed => game.clock.resume(at),
            What::Created(_)
            | What::Seated { .. }
            | What::Tokened { .. }
            | What::Left { .. }
            | What::Started { .. }
            | What::Ended { .. } => return Err(ReplayError::Disorder),
        }
        Ok(())
    }
}

impl Player {
    /// The name in a record.
    pub(crate) fn name(&self) -> String {
        match self {
            Player::Person { name, .. } => name.clone(),
            Player::Engine { level } => format!("sarsen:{level}"),
            Player::Open => NOBODY.to_owned(),
        }
    }
}

impl From<&Slot> for Player {
    fn from(slot: &Slot) -> Player {
        match *slot {
            Slot::Person => Player::Open,
            Slot::Engine { level } => Player::Engine { level },
        }
    }
}

/// The options of a setup, checked, with as many seats as it has.
pub(crate) fn options_of(setup: &Setup) -> Result<Options, ReplayError> {
    let game = sarsen_catalog::game(&setup.game).ok_or(ReplayError::UnknownGame)?;
    let mut options = Options::defaults(game.spec());
    for (name, value) in &setup.options {
        options.set(name, value)?;
    }
    if options.seats() != setup.slots.len() {
        return Err(ReplayError::Disorder);
    }
    Ok(options)
}
