//! What shall happen when something is asked.

use sarsen_core::{Outcome, Seat, Turn, chance};
use sarsen_protocol::{Begins, EndReason, Refusal};

use crate::game::{Game, is_chance, play_all};
use crate::refusals;
use crate::table::{Player, options_of};
use crate::{Command, Event, Margin, Moment, Seating, Setup, Slot, Table, TokenHash, What};

/// The longest match.
const MOST_GAMES: u32 = 99;

/// The strongest engine.
const TOP_LEVEL: u8 = 8;

/// No clock shows more than a month.
const LONGEST_CLOCK: u64 = 31 * 24 * 3600 * 1000;

impl Table {
    /// The first events of a new table. `seatings` are the people who sit at once, with their seats.
    ///
    /// # Errors
    /// If the game cannot be played so.
    pub fn create(
        id: &str,
        setup: Setup,
        seatings: &[(u8, Seating)],
        moment: &Moment,
    ) -> Result<Vec<Event>, Refusal> {
        check_setup(&setup)?;
        let first = Event { at: moment.at, what: What::Created(Box::new(setup)) };
        let mut table = Table::begin(id, &first).map_err(|_| refusals::bad_option())?;
        let mut events = vec![first];
        for (seat, seating) in seatings {
            let what = table.sit(seating, Some(*seat))?;
            table.push(&mut events, moment.at, what)?;
        }
        for what in table.start_if_full(moment)? {
            table.push(&mut events, moment.at, what)?;
        }
        Ok(events)
    }

    /// What a command brings about, in order. Nothing is changed yet. Nothing at all means that there is nothing to do.
    ///
    /// # Errors
    /// Why it is not done.
    pub fn decide(&self, command: &Command, moment: &Moment) -> Result<Vec<Event>, Refusal> {
        let whats = self.decide_whats(command, moment)?;
        Ok(whats.into_iter().map(|what| Event { at: moment.at, what }).collect())
    }

    fn decide_whats(&self, command: &Command, moment: &Moment) -> Result<Vec<What>, Refusal> {
        let fallen = self.time_out(moment.at);
        if fallen.is_some() && !matches!(command, Command::Tick | Command::Pause | Command::Resume)
        {
            return Err(refusals::time_is_up());
        }
        match command {
            Command::Sit { seating, seat } => self.sit_down(seating, *seat, moment),
            Command::Retoken { seat, token } => self.retoken(*seat, token),
            Command::Act { seats, game, ply, action } => self.act(seats, *game, *ply, action),
            Command::Resign { seat } => {
                self.playing()?;
                Ok(vec![self.lost(*seat, EndReason::Resigned)])
            }
            Command::OfferDraw { seat } => self.offer_draw(*seat),
            Command::DeclineDraw { seat } => {
                let game = self.playing()?;
                let offered = game.draw_offers.iter().any(|offer| offer != seat);
                if offered { Ok(vec![What::DrawDeclined { seat: *seat }]) } else { Ok(vec![]) }
            }
            Command::TakeBack { seat } => self.take_back(*seat),
            Command::DeclineTakeback { seat } => {
                let asked = self.playing()?.takeback.is_some();
                if asked { Ok(vec![What::TakebackDeclined { seat: *seat }]) } else { Ok(vec![]) }
            }
            Command::Again { seat } => self.again(*seat, moment),
            Command::Leave { seat } => self.leave(*seat),
            Command::Tick => Ok(fallen.into_iter().collect()),
            Command::Pause => Ok(self.clock_falls_at().map(|_| What::Paused).into_iter().collect()),
            Command::Resume => {
                let clocks = self.setup.clock != sarsen_protocol::Clock::None && self.is_playing();
                Ok(clocks.then_some(What::Resumed).into_iter().collect())
            }
        }
    }

    pub(crate) fn playing(&self) -> Result<&Game, Refusal> {
        self.game.as_ref().filter(|game| game.ended.is_none()).ok_or_else(refusals::not_now)
    }

    fn push(&mut self, events: &mut Vec<Event>, at: u64, what: What) -> Result<(), Refusal> {
        let event = Event { at, what };
        self.apply(&event).map_err(|_| refusals::bad_option())?;
        events.push(event);
        Ok(())
    }

    fn time_out(&self, at: u64) -> Option<What> {
        let game = self.playing().ok()?;
        let seat = game.clock.fallen(at)?;
        Some(self.lost(seat as u8 + 1, EndReason::Time))
    }

    /// The end of a game that one seat has lost; the others share the first rank.
    fn lost(&self, seat: u8, reason: EndReason) -> What {
        let seats = self.players.len();
        let score = |index: usize| i32::from(index + 1 == usize::from(seat));
        let scores: Vec<i32> = (0..seats).map(score).collect();
        let result = Outcome::lowest_first(&scores).to_string();
        What::Ended { reason, seat: Some(seat), result }
    }

    fn sit(&self, seating: &Seating, seat: Option<u8>) -> Result<What, Refusal> {
        let open = |seat: &u8| matches!(self.sitter(*seat), Some(Player::Open));
        let all = 1..=self.players.len() as u8;
        let seat = match seat {
            Some(seat) => Some(seat).filter(open),
            None => all.into_iter().find(open),
        };
        let player = seat.and_then(|seat| self.player_number(seat)).ok_or_else(refusals::full)?;
        Ok(What::Seated {
            player,
            who: seating.who.clone(),
            name: seating.name.clone(),
            token: seating.token.clone(),
        })
    }

    fn sit_down(
        &self,
        seating: &Seating,
        seat: Option<u8>,
        moment: &Moment,
    ) -> Result<Vec<What>, Refusal> {
        if self.is_playing() {
            return Err(refusals::full());
        }
        let seated = self.sit(seating, seat)?;
        let What::Seated { player, .. } = &seated else { return Err(refusals::full()) };
        let open = |player: &Player| *player == Player::Open;
        let fills = self.game.is_none()
            && self
                .players
                .iter()
                .enumerate()
                .all(|(index, other)| index + 1 == usize::from(*player) || !open(other));
        let mut whats = vec![seated];
        if fills {
            whats.extend(self.start(moment, 1)?);
        }
        Ok(whats)
    }

    fn start_if_full(&self, moment: &Moment) -> Result<Vec<What>, Refusal> {
        if self.players.contains(&Player::Open) { Ok(vec![]) } else { self.start(moment, 1) }
    }

    /// The start of a game, with what chance does before the first seat acts.
    fn start(&self, moment: &Moment, match_game: u32) -> Result<Vec<What>, Refusal> {
        let seats = self.players.len() as u8;
        let players: Vec<u8> = match &self.game {
            // The seats move on by one, so that with two they change.
            Some(game) => {
                let (first, rest) = game.players.split_first().ok_or_else(refusals::not_now)?;
                rest.iter().chain([first]).copied().collect()
            }
            None if self.setup.begins == Begins::ByLot => {
                let mut players: Vec<u8> = (1..=seats).collect();
                chance::shuffle(&mut moment.seed.lot(), &mut players);
                players
            }
            None => (1..=seats).collect(),
        };
        let given: &[String] = if self.game.is_none() { &self.setup.from } else { &[] };
        let (mut position, by) = play_all(&self.options, given.iter().map(String::as_str))
            .map_err(|_| refusals::bad_record())?;
        let seed = moment.seed;
        let mut whats =
            vec![What::Started { seed, seats: players, match_game, margin: Margin::default() }];
        let ply = by.len() as u64;
        whats.extend(follow(position.as_mut(), seed, ply));
        Ok(whats)
    }

    fn retoken(&self, seat: u8, token: &TokenHash) -> Result<Vec<What>, Refusal> {
        let player = self.player_number(seat).ok_or_else(refusals::no_right)?;
        Ok(vec![What::Tokened { player, token: token.clone() }])
    }

    fn act(&self, seats: &[u8], number: u32, ply: u32, action: &str) -> Result<Vec<What>, Refusal> {
        let game = self.game.as_ref().ok_or_else(refusals::not_now)?;
        if game.number == number && self.is_repeated(game, seats, ply, action) {
            return Ok(vec![]);
        }
        if game.number != number || game.ply() != ply {
            return Err(refusals::stale());
        }
        let game = self.playing()?;
        let seat = game.to_act().filter(|seat| seats.contains(&seat.number()));
        let seat = seat.ok_or_else(refusals::not_your_turn)?;
        let mut position = game.position.boxed();
        let action = match self.player_of(seat) {
            // An engine says what is recorded; people say it in the words that their seat has for it.
            Some(Player::Engine { .. }) => Ok(action.to_owned()),
            _ => position.resolve(seat, action),
        };
        let action = action.map_err(|error| refusals::from_play(&error))?;
        position.play(&action).map_err(|error| refusals::from_play(&error))?;
        let mut whats = vec![What::Acted { seat: Some(seat.number()), action }];
        whats.extend(follow(position.as_mut(), game.seed, u64::from(ply) + 1));
        Ok(whats)
    }

    /// Whether exactly this action was played there by this seat: a client that lost its connection asks again.
    fn is_repeated(&self, game: &Game, seats: &[u8], ply: u32, action: &str) -> bool {
        let index = ply as usize;
        let mine = |seat: &Option<Seat>| seat.is_some_and(|seat| seats.contains(&seat.number()));
        game.by.get(index).is_some_and(mine)
            && game
                .position
                .history(sarsen_core::Viewer::Omniscient)
                .get(index)
                .is_some_and(|played| stands_for(action, played))
    }

    fn offer_draw(&self, seat: u8) -> Result<Vec<What>, Refusal> {
        let game = self.playing()?;
        if game.draw_offers.contains(&seat) {
            return Ok(vec![]);
        }
        let offered = What::DrawOffered { seat };
        let agrees = |other: u8| {
            other == seat || game.draw_offers.contains(&other) || self.same_person(seat, other)
        };
        let seats = self.players.len();
        if !(1..=seats as u8).all(agrees) {
            return Ok(vec![offered]);
        }
        let result = Outcome::lowest_first(&vec![0; seats]).to_string();
        Ok(vec![offered, What::Ended { reason: EndReason::Agreed, seat: None, result }])
    }

    /// Whether one person sits in both seats: at one screen.
    pub(crate) fn same_person(&self, one: u8, other: u8) -> bool {
        match (self.sitter(one), self.sitter(other)) {
            (Some(Player::Person { who: one, .. }), Some(Player::Person { who: other, .. })) => {
                one == other
            }
            _ => false,
        }
    }

    fn again(&self, seat: u8, moment: &Moment) -> Result<Vec<What>, Refusal> {
        let game = self.game.as_ref().filter(|game| game.ended.is_some());
        let game = game.ok_or_else(refusals::not_now)?;
        if game.ready.contains(&seat) {
            return Ok(vec![]);
        }
        let mut whats = vec![What::Ready { seat }];
        let is_ready = |other: u8| match self.sitter(other) {
            Some(Player::Engine { .. }) => true,
            Some(Player::Person { .. }) => {
                other == seat || game.ready.contains(&other) || self.same_person(seat, other)
            }
            Some(Player::Open) | None => false,
        };
        if (1..=self.players.len() as u8).all(is_ready) {
            let next = if game.match_game < self.setup.games { game.match_game + 1 } else { 1 };
            whats.extend(self.start(moment, next)?);
        }
        Ok(whats)
    }

    fn leave(&self, seat: u8) -> Result<Vec<What>, Refusal> {
        let player = self.player_number(seat).ok_or_else(refusals::no_right)?;
        let left = What::Left { player };
        if self.is_playing() {
            return Ok(vec![self.lost(seat, EndReason::Left), left]);
        }
        Ok(vec![left])
    }
}

/// Whether a seat's word, with `?` for what it does not know, can mean an action that was played.
fn stands_for(word: &str, played: &str) -> bool {
    word.len() == played.len() && word.bytes().zip(played.bytes()).all(|(w, p)| w == p || w == b'?')
}

/// What follows an action by itself: chance, drawn from the seed, and the end.
fn follow(position: &mut dyn sarsen_catalog::Position, seed: crate::Seed, ply: u64) -> Vec<What> {
    let mut whats = Vec::new();
    let mut index = ply;
    while is_chance(position) {
        let Some(action) = position.random_action(&mut seed.generator(index)) else { break };
        if position.play(&action).is_err() {
            break;
        }
        whats.push(What::Acted { seat: None, action });
        index += 1;
    }
    if let Turn::Over(outcome) = position.turn() {
        let result = outcome.to_string();
        whats.push(What::Ended { reason: EndReason::Rules, seat: None, result });
    }
    whats
}

fn check_setup(setup: &Setup) -> Result<(), Refusal> {
    if sarsen_catalog::game(&setup.game).is_none() {
        return Err(refusals::unknown_game());
    }
    let options = options_of(setup).map_err(|_| refusals::bad_option())?;
    let level = |slot: &Slot| match slot {
        Slot::Person => true,
        Slot::Engine { level } => (1..=TOP_LEVEL).contains(level),
    };
    let clock = match setup.clock {
        sarsen_protocol::Clock::None => true,
        sarsen_protocol::Clock::Fischer { initial, increment } => {
            (1..=LONGEST_CLOCK).contains(&initial) && increment <= LONGEST_CLOCK
        }
        sarsen_protocol::Clock::PerMove { time } => (1..=LONGEST_CLOCK).contains(&time),
    };
    if !setup.slots.iter().all(level) || !clock || !(1..=MOST_GAMES).contains(&setup.games) {
        return Err(refusals::bad_option());
    }
    let (position, _) = play_all(&options, setup.from.iter().map(String::as_str))
        .map_err(|_| refusals::bad_record())?;
    if position.turn().is_over() { Err(refusals::bad_record()) } else { Ok(()) }
}
