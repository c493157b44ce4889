//! A table as the replay of its log.

use std::collections::BTreeMap;
use std::sync::Arc;

use sarsen_catalog::Position;
use sarsen_core::record::Record;
use sarsen_core::{Level, MatchScore, OptionError, Options, Outcome, PlayError, Seat, Viewer};
use sarsen_protocol::{EndReason, MatchGame, PlayerNumber, PublicEvent};
use thiserror::Error;

use crate::game::{Game, GameStart};
use crate::transfer::NOBODY;
use crate::{Annotations, Event, EventKind, PlayerId, Setup, Slot, Step, TokenHash};

/// A table. Cloning is cheap: large parts are shared.
#[derive(Clone)]
pub struct Table {
    pub(crate) id: String,
    pub(crate) setup: Arc<Setup>,
    pub(crate) options: Options,
    pub(crate) created: u64,
    pub(crate) players: Vec<Occupant>,
    pub(crate) game: Option<Game>,
    /// The records of earlier games.
    pub(crate) records: Vec<Arc<FinishedGame>>,
    pub(crate) score: MatchScore,
    pub(crate) draws: u32,
    /// The finished games of the current match.
    pub(crate) match_games: Vec<MatchGame>,
    pub(crate) number: u32,
    pub(crate) changed: u64,
    /// The time of the last event, as counted by the clocks.
    pub(crate) changed_time: u64,
}

/// A finished game that has been followed by another.
pub(crate) struct FinishedGame {
    pub(crate) record: Record,
    /// The player of each seat.
    pub(crate) players: Vec<PlayerNumber>,
    /// Tags for the export only.
    pub(crate) tags: Vec<(String, String)>,
}

/// A player of the table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Occupant {
    Open,
    Person { who: PlayerId, name: String, token: TokenHash },
    Engine { level: Level },
}

/// A log that is not the log of a table: this program did not write it, or a later version did.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ReplayError {
    /// The first event does not create a table, or a later one does.
    #[error("the log does not begin with the creation of a table")]
    NoBeginning,
    /// A game that does not exist here.
    #[error("the log belongs to a game that is unknown here")]
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
    /// A malformed result.
    #[error("`{0}` is not a result")]
    Result(String),
    /// An event that makes no sense where it is.
    #[error("an event makes no sense at its place in the log")]
    Disorder,
}

impl Table {
    /// Replays a log.
    ///
    /// # Errors
    /// If the log is not the log of a table.
    pub fn replay(id: &str, events: impl IntoIterator<Item = Event>) -> Result<Table, ReplayError> {
        let mut events = events.into_iter();
        let first = events.next().ok_or(ReplayError::NoBeginning)?;
        let mut table = Table::begin(id, &first)?;
        for event in events {
            table.apply(&event)?;
        }
        Ok(table)
    }

    /// Creates a table from its first event.
    ///
    /// # Errors
    /// If the event does not create a table.
    pub fn begin(id: &str, first: &Event) -> Result<Table, ReplayError> {
        let EventKind::Created(setup) = &first.kind else { return Err(ReplayError::NoBeginning) };
        let options = options_of(setup)?;
        let players = setup.slots.iter().map(Occupant::from).collect();
        Ok(Table {
            id: id.to_owned(),
            score: MatchScore::new(options.spec().matches.rule, setup.slots.len()),
            draws: 0,
            match_games: Vec::new(),
            setup: Arc::new((**setup).clone()),
            options,
            created: first.at,
            players,
            game: None,
            records: Vec::new(),
            number: 1,
            changed: first.at,
            changed_time: first.time(),
        })
    }

    /// Applies an event.
    ///
    /// # Errors
    /// If it makes no sense here; the table must then no longer be used.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        self.apply_known(event, None, None)
    }

    /// Applies a step that was decided on this table, without recomputing its position.
    ///
    /// # Errors
    /// As [`Table::apply`].
    pub fn apply_step(&mut self, step: &Step) -> Result<(), ReplayError> {
        self.apply_known(&step.event, step.position.clone(), step.game.as_deref())
    }

    fn apply_known(
        &mut self,
        event: &Event,
        played: Option<Arc<dyn Position>>,
        game: Option<&Game>,
    ) -> Result<(), ReplayError> {
        self.number += 1;
        self.changed = event.at;
        self.changed_time = event.time();
        match &event.kind {
            EventKind::Created(_) => return Err(ReplayError::NoBeginning),
            EventKind::Seated { player, who, name, token } => {
                let (who, name, token) = (who.clone(), name.clone(), token.clone());
                let person = Occupant::Person { who, name, token };
                self.rename_in_game(*player, &person);
                *self.player_mut(*player)? = person;
            }
            EventKind::Tokened { player, token: new } => {
                let Occupant::Person { token, .. } = self.player_mut(*player)? else {
                    return Err(ReplayError::Disorder);
                };
                token.clone_from(new);
            }
            EventKind::Left { player } => self.left(*player)?,
            EventKind::Started { seed, seats, match_game, options, annotations } => {
                let options = with(&self.options, options)?;
                let beginning = (*seed, seats.clone(), *match_game, annotations);
                self.started(event, beginning, &options, game)?;
            }
            EventKind::Ended { reason, result, .. } => self.ended(*reason, result, event.time())?,
            other => self.in_game(other, event.time(), played)?,
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

    /// The time of the last event.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// The secret word of the invitation.
    pub fn invite(&self) -> &str {
        &self.setup.invite
    }

    /// When the running clock will run out, in milliseconds of [`Moment::tick`](crate::Moment::tick).
    pub fn clock_falls_at(&self) -> Option<u64> {
        self.game.as_ref().and_then(|game| game.clock.falls_at())
    }

    /// The time control.
    pub fn clock_rule(&self) -> sarsen_protocol::Clock {
        self.setup.clock
    }

    /// Whether the table has clocks, running or held, and so has to be loaded when the server starts.
    pub fn wakes(&self) -> bool {
        self.setup.clock != sarsen_protocol::Clock::None && self.is_playing()
    }

    /// The engine's seat and level, if an engine is to act.
    pub fn engine_to_act(&self) -> Option<(Seat, Level)> {
        let game = self.game.as_ref().filter(|game| game.failed.is_none())?;
        let seat = game.to_act()?;
        match self.sitter(seat) {
            Some(Occupant::Engine { level }) => Some((seat, *level)),
            _ => None,
        }
    }

    /// The position with nothing hidden, for engines, which are trusted to use only their seat's view.
    pub fn whole_position(&self) -> Option<&dyn Position> {
        self.game.as_ref().map(|game| game.position.as_ref())
    }

    /// Whether the actions of the seat to act can be listed, which they cannot in a game of physics; `None` if no seat
    /// is to act.
    pub fn lists_actions(&self) -> Option<bool> {
        let game = self.game.as_ref()?;
        let choices = game.position.choices(game.to_act()?);
        Some(matches!(choices, sarsen_protocol::Legal::Actions { .. }))
    }

    /// The number of the game and of the actions in it, for [`Command::Act`](crate::Command::Act).
    pub fn game_and_ply(&self) -> Option<(u32, u32)> {
        self.game.as_ref().map(|game| (game.number, game.ply()))
    }

    /// The seats that a person holds.
    pub fn seats_of(&self, who: &PlayerId) -> Vec<Seat> {
        self.seats_where(
            |player| matches!(player, Occupant::Person { who: sits, .. } if sits == who),
        )
    }

    /// The seats that a token gives access to: one or none.
    pub fn seats_of_token(&self, hash: &TokenHash) -> Vec<Seat> {
        self.seats_where(|player| matches!(player, Occupant::Person { token, .. } if token == hash))
    }

    /// Everybody who sits here.
    pub fn people(&self) -> impl Iterator<Item = &PlayerId> {
        self.players.iter().filter_map(|player| match player {
            Occupant::Person { who, .. } => Some(who),
            Occupant::Open | Occupant::Engine { .. } => None,
        })
    }

    fn seats_where(&self, holds: impl Fn(&Occupant) -> bool) -> Vec<Seat> {
        self.seats().filter(|&seat| self.sitter(seat).is_some_and(&holds)).collect()
    }

    /// All seats of the table.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players.len())
    }

    /// The occupant of a seat in the current game.
    pub(crate) fn sitter(&self, seat: Seat) -> Option<&Occupant> {
        self.players.get(self.player_number(seat)?.index())
    }

    /// The player in a seat.
    pub(crate) fn player_number(&self, seat: Seat) -> Option<PlayerNumber> {
        match &self.game {
            Some(game) => game.players.get(seat.index()).copied(),
            None => (seat.index() < self.players.len()).then(|| PlayerNumber::of_seat(seat)),
        }
    }

    /// The seat of a player in the current game.
    pub(crate) fn seat_of_player(&self, player: PlayerNumber) -> Option<Seat> {
        self.seats().find(|&seat| self.player_number(seat) == Some(player))
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.ended.is_none())
    }

    /// A renamed player has the new name in the record of the current game too; a new player in the same seat does not.
    fn rename_in_game(&mut self, player: PlayerNumber, person: &Occupant) {
        let Some(game) = &mut self.game else { return };
        let Some(seat) = game.players.iter().position(|&number| number == player) else { return };
        if let (Some(Occupant::Person { who, .. }), Occupant::Person { who: same, .. }) =
            (game.sitters.get(seat), person)
            && who == same
        {
            game.sitters[seat] = person.clone();
        }
    }

    fn player_mut(&mut self, number: PlayerNumber) -> Result<&mut Occupant, ReplayError> {
        self.players.get_mut(number.index()).ok_or(ReplayError::Disorder)
    }

    fn left(&mut self, number: PlayerNumber) -> Result<(), ReplayError> {
        *self.player_mut(number)? = Occupant::Open;
        if let Some(game) = &mut self.game {
            game.ready.clear();
        }
        Ok(())
    }

    fn started(
        &mut self,
        event: &Event,
        (seed, players, match_game, annotations): (
            crate::Seed,
            Vec<PlayerNumber>,
            u32,
            &Annotations,
        ),
        options: &Options,
        known: Option<&Game>,
    ) -> Result<(), ReplayError> {
        let valid = players.len() == self.players.len()
            && self.seats().all(|seat| players.contains(&PlayerNumber::of_seat(seat)));
        if !valid {
            return Err(ReplayError::Disorder);
        }
        if let Some(game) = &self.game {
            self.records.push(Arc::new(FinishedGame {
                record: self.record_of(game, Viewer::Omniscient),
                players: game.players.clone(),
                tags: self.table_tags(game),
            }));
        }
        let sitter = |number: &PlayerNumber| self.players[number.index()].clone();
        let sitters = players.iter().map(sitter).collect();
        if match_game == 1 {
            self.score = MatchScore::new(options.spec().matches.rule, self.players.len());
            self.draws = 0;
            self.match_games.clear();
        }
        let number = self.game.as_ref().map_or(1, |game| game.number + 1);
        if let Some(known) = known {
            self.game = Some(known.clone());
            return Ok(());
        }
        let given: &[String] = if number == 1 { &self.setup.from } else { &[] };
        self.game = Some(Game::begin(GameStart {
            number,
            match_game,
            players,
            sitters,
            seed,
            at: event.at,
            time: event.time(),
            options,
            clock: self.setup.clock,
            given,
            annotations: annotations.clone(),
        })?);
        Ok(())
    }

    fn ended(&mut self, reason: EndReason, result: &str, at: u64) -> Result<(), ReplayError> {
        let game = self.game.as_mut().ok_or(ReplayError::Disorder)?;
        if game.ended.is_some() {
            return Err(ReplayError::Disorder);
        }
        if reason == EndReason::NotPlayed {
            game.end(None, reason, at);
            return Ok(());
        }
        let outcome: Outcome =
            result.parse().map_err(|_| ReplayError::Result(result.to_owned()))?;
        if outcome.ranks().seats() != game.players.len() {
            return Err(ReplayError::Disorder);
        }
        game.end(Some(outcome), reason, at);
        let players: Vec<usize> = game.players.iter().map(|number| number.index()).collect();
        let points = self.score.add(&sarsen_core::MatchGame {
            outcome,
            score: game.position.score(),
            played_out: game.position.turn().is_over(),
            player_of_seat: &players,
        });
        let winner = outcome.winner().map(|seat| game.players[seat.index()]);
        self.match_games.push(MatchGame { game: game.number, winner, reason, points });
        self.draws += u32::from(outcome.winner().is_none());
        Ok(())
    }

    fn in_game(
        &mut self,
        kind: &EventKind,
        at: u64,
        played: Option<Arc<dyn Position>>,
    ) -> Result<(), ReplayError> {
        let game = self.game.as_mut().ok_or(ReplayError::Disorder)?;
        match kind {
            EventKind::Acted { seat, action, said } => {
                game.act(*seat, action, at, played)?;
                if let Some(words) = said {
                    game.said.insert(game.ply() - 1, words.clone());
                }
            }
            EventKind::Public(event) => match event {
                PublicEvent::TakebackAsked { seat } => game.takeback = Some(*seat),
                PublicEvent::TakebackDeclined { .. } => game.takeback = None,
                PublicEvent::TakenBack { ply, .. } => game.take_back(*ply, at, played)?,
                PublicEvent::DrawOffered { seat } => game.draw_offers.push(*seat),
                PublicEvent::DrawDeclined { .. } => game.draw_offers.clear(),
                PublicEvent::Ready { seat } => game.ready.push(*seat),
                PublicEvent::AgainDeclined { .. } => game.ready.clear(),
                PublicEvent::EngineFailed { again: true, .. } => {}
                PublicEvent::EngineFailed { seat, again: false } => game.fail(*seat, at),
                PublicEvent::EngineRetried { .. } => game.retry(at),
                PublicEvent::Paused => game.clock.pause(at),
                PublicEvent::Resumed => game.clock.resume(at),
            },
            EventKind::Created(_)
            | EventKind::Seated { .. }
            | EventKind::Tokened { .. }
            | EventKind::Left { .. }
            | EventKind::Started { .. }
            | EventKind::Ended { .. } => return Err(ReplayError::Disorder),
        }
        Ok(())
    }
}

impl Occupant {
    /// The name in a record.
    pub(crate) fn name(&self) -> String {
        match self {
            Occupant::Person { name, .. } => name.clone(),
            Occupant::Engine { level } => format!("sarsen:{level}"),
            Occupant::Open => NOBODY.to_owned(),
        }
    }
}

impl From<&Slot> for Occupant {
    fn from(slot: &Slot) -> Occupant {
        match *slot {
            Slot::Person => Occupant::Open,
            Slot::Engine { level } => Occupant::Engine { level },
        }
    }
}

/// The values of `new` that differ from those of `old`.
pub(crate) fn difference(old: &Options, new: &Options) -> BTreeMap<String, String> {
    let pairs = new.iter().zip(old.iter()).filter(|(now, before)| now != before);
    pairs.map(|((name, value), _)| (name.to_owned(), value.to_owned())).collect()
}

/// Options with some values changed.
fn with(options: &Options, changed: &BTreeMap<String, String>) -> Result<Options, ReplayError> {
    let mut options = options.clone();
    for (name, value) in changed {
        options.set(name, value)?;
    }
    Ok(options)
}

/// The options of a setup, checked, with its number of seats.
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
