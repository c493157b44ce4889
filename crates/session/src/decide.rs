//! Decides which events follow from a command.

use std::sync::Arc;

use sarsen_catalog::Position;
use sarsen_core::{Outcome, Seat, Turn, Viewer, chance};
use sarsen_protocol::{Begins, EndReason, PlayerNumber, PublicEvent, Refusal};

use crate::game::{Game, NO_RESULT, is_chance, play_all};
use crate::refusals;
use crate::table::{Occupant, difference, options_of};
use crate::{
    Annotations, Command, Event, EventKind, Moment, Observer, Seating, Setup, Slot, Table,
    TokenHash,
};

/// The maximal number of games in a match.
const MAX_GAMES: u32 = 99;

/// The longest clock setting: a month.
const LONGEST_CLOCK: u64 = 31 * 24 * 3600 * 1000;

/// An event that has been decided but not yet applied.
#[derive(Clone)]
pub struct Step {
    /// The event.
    pub event: Event,
    /// The position after it, if deciding has computed it.
    pub(crate) position: Option<Arc<dyn Position>>,
    /// The game that it starts, if it has been started already.
    pub(crate) game: Option<Arc<Game>>,
}

impl From<Event> for Step {
    fn from(event: Event) -> Step {
        Step { event, position: None, game: None }
    }
}

/// A decided event, with the position after it if known.
struct Planned {
    kind: EventKind,
    position: Option<Arc<dyn Position>>,
}

impl From<EventKind> for Planned {
    fn from(kind: EventKind) -> Planned {
        Planned { kind, position: None }
    }
}

impl Table {
    /// The first events of a new table. `seatings` are the people who sit down immediately, with their seats.
    ///
    /// # Errors
    /// If the game cannot be played with this setup.
    pub fn create(
        id: &str,
        setup: Setup,
        seatings: &[(Seat, Seating)],
        moment: &Moment,
    ) -> Result<Vec<Event>, Refusal> {
        check_setup(&setup)?;
        let kind = EventKind::Created(Box::new(setup));
        let first = Event { at: moment.at, tick: None, kind };
        let mut table = Table::begin(id, &first).map_err(|_| refusals::bad_option())?;
        let mut events = vec![first];
        for (seat, seating) in seatings {
            let seated = table.sit(seating, Some(*seat))?;
            table.push(&mut events, moment, seated.into())?;
        }
        for planned in table.start_if_full(moment)? {
            table.push(&mut events, moment, planned)?;
        }
        Ok(events)
    }

    /// The events that follow from a command, in order. Nothing is changed yet. An empty list means that there is
    /// nothing to do.
    ///
    /// # Errors
    /// Why the command is refused.
    pub fn decide(&self, command: &Command, moment: &Moment) -> Result<Vec<Step>, Refusal> {
        let planned = self.plan(command, moment)?;
        Ok(planned.into_iter().map(|planned| self.step(planned, moment)).collect())
    }

    fn step(&self, planned: Planned, moment: &Moment) -> Step {
        let Planned { kind, position } = planned;
        let has_clocks = self.setup.clock != sarsen_protocol::Clock::None;
        let tick = has_clocks.then_some(moment.tick);
        Step { event: Event { at: moment.at, tick, kind }, position, game: None }
    }

    fn plan(&self, command: &Command, moment: &Moment) -> Result<Vec<Planned>, Refusal> {
        let fallen = self.time_out(moment.tick);
        if fallen.is_some() && !matches!(command, Command::Tick | Command::Pause | Command::Resume)
        {
            return Err(refusals::time_is_up());
        }
        let kinds = match command {
            Command::Sit { seating, seat } => return self.sit_down(seating, *seat, moment),
            Command::Act { by, game, ply, action } => return self.act(by, *game, *ply, action),
            Command::Again { seat } => return self.again(*seat, moment),
            Command::Retoken { seat, token, name } => {
                self.retoken(*seat, token, name.as_deref())?
            }
            Command::Resign { seat } => {
                self.playing()?;
                vec![self.lost(*seat, EndReason::Resigned)]
            }
            Command::OfferDraw { seat } => self.offer_draw(*seat)?,
            Command::DeclineDraw { seat, because } => {
                let game = self.playing()?;
                let offered = game.draw_offers.iter().any(|offer| offer != seat);
                let declined = PublicEvent::DrawDeclined { seat: *seat, because: *because }.into();
                offered.then_some(declined).into_iter().collect()
            }
            Command::TakeBack { seat } => self.take_back(*seat)?,
            Command::DeclineTakeback { seat } => {
                let asked = self.playing()?.takeback.is_some();
                if asked {
                    vec![PublicEvent::TakebackDeclined { seat: *seat }.into()]
                } else {
                    vec![]
                }
            }
            Command::DeclineAgain { seat } => {
                let game = self.finished()?;
                // Who has asked for another game may withdraw that, too.
                if !game.ready.is_empty() {
                    vec![PublicEvent::AgainDeclined { seat: *seat }.into()]
                } else {
                    vec![]
                }
            }
            Command::Leave { seat } => self.leave(*seat)?,
            Command::Close { seats } => self.close(seats)?,
            Command::EngineFailed { seat, again } => {
                self.playing()?;
                vec![PublicEvent::EngineFailed { seat: *seat, again: *again }.into()]
            }
            Command::RetryEngine { seat } => {
                self.failed_engine()?;
                vec![PublicEvent::EngineRetried { seat: *seat }.into()]
            }
            Command::EndUnplayed => {
                self.failed_engine()?;
                let (reason, result) = (EndReason::NotPlayed, NO_RESULT.to_owned());
                vec![EventKind::Ended { reason, seat: None, result }]
            }
            Command::Tick => fallen.into_iter().collect(),
            Command::Pause => {
                self.clock_falls_at().map(|_| PublicEvent::Paused.into()).into_iter().collect()
            }
            Command::Resume => self
                .has_clocks_to_resume()
                .then(|| PublicEvent::Resumed.into())
                .into_iter()
                .collect(),
        };
        Ok(kinds.into_iter().map(Planned::from).collect())
    }

    /// Whether clocks have to be resumed when the table is loaded from its log: those that were held, and those that a
    /// killed server left running.
    pub fn has_clocks_to_resume(&self) -> bool {
        let clocks = self.setup.clock != sarsen_protocol::Clock::None;
        clocks && self.playing().is_ok_and(|game| game.failed.is_none())
    }

    fn failed_engine(&self) -> Result<Seat, Refusal> {
        self.playing()?.failed.ok_or_else(refusals::not_now)
    }

    pub(crate) fn playing(&self) -> Result<&Game, Refusal> {
        self.game.as_ref().filter(|game| game.ended.is_none()).ok_or_else(refusals::not_now)
    }

    fn push(
        &mut self,
        events: &mut Vec<Event>,
        moment: &Moment,
        planned: Planned,
    ) -> Result<(), Refusal> {
        let step = self.step(planned, moment);
        self.apply_step(&step).map_err(|_| refusals::bad_option())?;
        events.push(step.event);
        Ok(())
    }

    fn time_out(&self, at: u64) -> Option<EventKind> {
        let game = self.playing().ok()?;
        let seat = game.clock.fallen(at)?;
        Some(self.lost(seat, EndReason::Time))
    }

    /// The end of a game that one seat has lost; the others share the first rank.
    pub(crate) fn lost(&self, seat: Seat, reason: EndReason) -> EventKind {
        let seats = self.players.len();
        let scores: Vec<i32> = Seat::all(seats).map(|other| i32::from(other == seat)).collect();
        let result = Outcome::lowest_first(&scores).to_string();
        EventKind::Ended { reason, seat: Some(seat), result }
    }

    fn sit(&self, seating: &Seating, seat: Option<Seat>) -> Result<EventKind, Refusal> {
        let open = |seat: &Seat| matches!(self.sitter(*seat), Some(Occupant::Open));
        let seat = match seat {
            Some(seat) => Some(seat).filter(open),
            None => self.seats().find(open),
        };
        let player = seat.and_then(|seat| self.player_number(seat)).ok_or_else(refusals::full)?;
        Ok(EventKind::Seated {
            player,
            who: seating.who.clone(),
            name: seating.name.clone(),
            token: seating.token.clone(),
        })
    }

    fn sit_down(
        &self,
        seating: &Seating,
        seat: Option<Seat>,
        moment: &Moment,
    ) -> Result<Vec<Planned>, Refusal> {
        if self.is_playing() {
            return Err(refusals::full());
        }
        let seated = self.sit(seating, seat)?;
        let EventKind::Seated { player, .. } = &seated else { return Err(refusals::full()) };
        let open = |player: &Occupant| *player == Occupant::Open;
        let fills = self.game.is_none()
            && self
                .players
                .iter()
                .enumerate()
                .all(|(index, other)| index == player.index() || !open(other));
        let mut planned = vec![Planned::from(seated)];
        if fills {
            planned.extend(self.start(moment, 1)?);
        }
        Ok(planned)
    }

    fn start_if_full(&self, moment: &Moment) -> Result<Vec<Planned>, Refusal> {
        if self.players.contains(&Occupant::Open) { Ok(vec![]) } else { self.start(moment, 1) }
    }

    /// The start of a game, including what chance does before the first seat acts.
    fn start(&self, moment: &Moment, match_game: u32) -> Result<Vec<Planned>, Refusal> {
        let as_seated = || self.seats().map(PlayerNumber::of_seat).collect();
        let next = self.options.spec().matches.next;
        let players: Vec<PlayerNumber> = match &self.game {
            // A game that counts as not played is repeated with the same seats.
            Some(game) if !game.was_played() => game.players.clone(),
            Some(game) => next.seats(&game.players),
            None if self.setup.begins == Begins::ByLot => {
                let mut players: Vec<PlayerNumber> = as_seated();
                chance::shuffle(&mut moment.seed.lot(), &mut players);
                players
            }
            None => as_seated(),
        };
        let options = match &self.game {
            Some(game) if !game.was_played() => game.position.options().clone(),
            Some(game) => next.options(game.position.options()),
            None => self.options.clone(),
        };
        let given: &[String] = if self.game.is_none() { &self.setup.from } else { &[] };
        let (position, by) = play_all(&options, given.iter().map(String::as_str))
            .map_err(|_| refusals::bad_record())?;
        let seed = moment.seed;
        let started = EventKind::Started {
            seed,
            seats: players,
            match_game,
            options: difference(&self.options, &options),
            annotations: Annotations::default(),
        };
        let mut planned = vec![Planned::from(started)];
        planned.extend(follow(position.into(), seed, by.len() as u64)?);
        Ok(planned)
    }

    fn retoken(
        &self,
        seat: Seat,
        token: &TokenHash,
        new_name: Option<&str>,
    ) -> Result<Vec<EventKind>, Refusal> {
        let player = self.player_number(seat).ok_or_else(refusals::no_right)?;
        let token = token.clone();
        Ok(vec![match (self.sitter(seat), new_name) {
            // A person who sits down again under another name keeps the seat.
            (Some(Occupant::Person { who, name, .. }), Some(new)) if name != new => {
                EventKind::Seated { player, who: who.clone(), name: new.to_owned(), token }
            }
            _ => EventKind::Tokened { player, token },
        }])
    }

    fn act(
        &self,
        by: &Observer,
        number: u32,
        ply: u32,
        words: &str,
    ) -> Result<Vec<Planned>, Refusal> {
        let game = self.game.as_ref().ok_or_else(refusals::not_now)?;
        if game.number == number && self.is_repeated(game, by, ply, words) {
            return Ok(vec![]);
        }
        if game.number != number || game.ply() != ply {
            return Err(refusals::stale());
        }
        let game = self.playing()?;
        let seat = game.to_act().filter(|seat| by.seats.contains(seat));
        let seat = seat.ok_or_else(refusals::not_your_turn)?;
        if self.curtain(by).is_some() {
            return Err(refusals::behind_curtain());
        }
        let mut position = game.position.boxed();
        let action = match self.sitter(seat) {
            // An engine sends the notation that is recorded; people send the token that their seat has for it.
            Some(Occupant::Engine { .. }) => position.play(words).map(|()| words.to_owned()),
            _ => position.play_as(seat, words),
        };
        let action = action.map_err(|error| refusals::from_play(&error))?;
        let said = (action != words).then(|| words.to_owned());
        let position: Arc<dyn Position> = position.into();
        let kind = EventKind::Acted { seat: Some(seat), action, said };
        let mut planned = vec![Planned { kind, position: Some(Arc::clone(&position)) }];
        planned.extend(follow(position, game.seed, u64::from(ply) + 1)?);
        Ok(planned)
    }

    /// Whether the sender already played this action there: a client that lost its connection repeats its request.
    ///
    /// The text is compared with the seat's own token and with what the sender may read of the game, never with what is
    /// hidden from it: otherwise guesses would be confirmed.
    fn is_repeated(&self, game: &Game, by: &Observer, ply: u32, words: &str) -> bool {
        let Some(&Some(seat)) = game.by.get(ply as usize) else { return false };
        if !by.seats.contains(&seat) {
            return false;
        }
        let viewer = self.viewer(by);
        match game.said.get(&ply) {
            Some(said) if viewer == Viewer::Seat(seat) => said == words,
            _ => {
                let history = game.position.history(viewer);
                history.get(ply as usize).is_some_and(|read| stands_for(words, read))
            }
        }
    }

    fn offer_draw(&self, seat: Seat) -> Result<Vec<EventKind>, Refusal> {
        let game = self.playing()?;
        if game.draw_offers.contains(&seat) {
            return Ok(vec![]);
        }
        let offered = PublicEvent::DrawOffered { seat }.into();
        let agrees = |other: Seat| {
            other == seat || game.draw_offers.contains(&other) || self.same_person(seat, other)
        };
        let seats = self.players.len();
        if !self.seats().all(agrees) {
            return Ok(vec![offered]);
        }
        let result = Outcome::lowest_first(&vec![0; seats]).to_string();
        Ok(vec![offered, EventKind::Ended { reason: EndReason::Agreed, seat: None, result }])
    }

    /// Whether the same person sits in both seats (a shared screen).
    pub(crate) fn same_person(&self, one: Seat, other: Seat) -> bool {
        match (self.sitter(one), self.sitter(other)) {
            (
                Some(Occupant::Person { who: one, .. }),
                Some(Occupant::Person { who: other, .. }),
            ) => one == other,
            _ => false,
        }
    }

    fn finished(&self) -> Result<&Game, Refusal> {
        let game = self.game.as_ref().filter(|game| game.ended.is_some());
        game.ok_or_else(refusals::not_now)
    }

    fn again(&self, seat: Seat, moment: &Moment) -> Result<Vec<Planned>, Refusal> {
        let game = self.finished()?;
        if game.ready.contains(&seat) {
            return Ok(vec![]);
        }
        let mut planned = vec![Planned::from(EventKind::from(PublicEvent::Ready { seat }))];
        let is_ready = |other: Seat| match self.sitter(other) {
            Some(Occupant::Engine { .. }) => true,
            Some(Occupant::Person { .. }) => {
                other == seat || game.ready.contains(&other) || self.same_person(seat, other)
            }
            Some(Occupant::Open) | None => false,
        };
        if self.seats().all(is_ready) {
            let next = match game.match_game {
                same if !game.was_played() => same,
                last if last >= self.setup.games => 1,
                present => present + 1,
            };
            planned.extend(self.start(moment, next)?);
        }
        Ok(planned)
    }

    fn leave(&self, seat: Seat) -> Result<Vec<EventKind>, Refusal> {
        let player = self.player_number(seat).ok_or_else(refusals::no_right)?;
        let left = EventKind::Left { player };
        if self.is_playing() {
            return Ok(vec![self.lost(seat, EndReason::Left), left]);
        }
        Ok(vec![left])
    }
}

/// Whether a token, with `?` for what the seat did not know, is consistent with an action as it is read.
fn stands_for(words: &str, read: &str) -> bool {
    words.len() == read.len() && words.bytes().zip(read.bytes()).all(|(w, r)| w == r || w == b'?')
}

/// What follows an action automatically: chance, drawn from the seed, and the end of the game.
fn follow(
    mut position: Arc<dyn Position>,
    seed: crate::Seed,
    ply: u64,
) -> Result<Vec<Planned>, Refusal> {
    let mut planned = Vec::new();
    let mut index = ply;
    while is_chance(position.as_ref()) {
        let mut next = position.boxed();
        let action = next.random_action(&mut seed.generator(index));
        let action = action.ok_or_else(refusals::no_chance)?;
        next.play(&action).map_err(|_| refusals::no_chance())?;
        position = next.into();
        let kind = EventKind::Acted { seat: None, action, said: None };
        planned.push(Planned { kind, position: Some(Arc::clone(&position)) });
        index += 1;
    }
    if let Turn::Over(outcome) = position.turn() {
        let result = outcome.to_string();
        planned.push(EventKind::Ended { reason: EndReason::Rules, seat: None, result }.into());
    }
    Ok(planned)
}

fn check_setup(setup: &Setup) -> Result<(), Refusal> {
    if sarsen_catalog::game(&setup.game).is_none() {
        return Err(refusals::unknown_game());
    }
    let options = options_of(setup).map_err(|_| refusals::bad_option())?;
    let clock = match setup.clock {
        sarsen_protocol::Clock::None => true,
        sarsen_protocol::Clock::Fischer { initial, increment } => {
            (1..=LONGEST_CLOCK).contains(&initial) && increment <= LONGEST_CLOCK
        }
        sarsen_protocol::Clock::PerMove { time } => (1..=LONGEST_CLOCK).contains(&time),
    };
    if !clock || !(1..=MAX_GAMES).contains(&setup.games) {
        return Err(refusals::bad_option());
    }
    if setup.open && !setup.slots.contains(&Slot::Person) {
        return Err(refusals::bad_option());
    }
    let (position, _) = play_all(&options, setup.from.iter().map(String::as_str))
        .map_err(|_| refusals::bad_record())?;
    if position.turn().is_over() { Err(refusals::bad_record()) } else { Ok(()) }
}
