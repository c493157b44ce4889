//! What one onlooker may be told of a table. Nothing leaves a table but through here and [`Table::record`].

use sarsen_core::{Outcome, Seat, Turn, Viewer};
use sarsen_protocol as protocol;
use sarsen_protocol::{
    EndReason, Eyes, Happened, Happening, MatchInfo, SeatInfo, Sitter, Status, TableInfo,
};
use serde_json::Value;

use crate::game::Game;
use crate::table::{Player, ReplayError};
use crate::{Event, PlayerId, Table, TokenHash, What};

/// What somebody has to show for being somebody.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Credentials {
    /// The person.
    pub who: Option<PlayerId>,
    /// The hash of a seat's token.
    pub token: Option<TokenHash>,
}

/// Somebody at a table or watching it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Onlooker {
    /// The seats, counted from 1, that are this person's. None: a spectator. Several: at one screen.
    pub seats: Vec<u8>,
    /// At one screen: the seat that is looking.
    pub looking: Option<u8>,
}

/// Who is there now. This is no part of the log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// The seats whose people are connected.
    pub connected: Vec<u8>,
    /// How many people are watching.
    pub watchers: u32,
}

impl Table {
    /// The seats that credentials open.
    pub fn seats_for(&self, credentials: &Credentials) -> Vec<u8> {
        let mut seats = credentials.who.as_ref().map_or(vec![], |who| self.seats_of(who));
        if let Some(token) = &credentials.token {
            seats.extend(self.seats_of_token(token));
        }
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// Through whose eyes an onlooker sees the present position.
    pub fn viewer(&self, onlooker: &Onlooker) -> Viewer {
        let Some(game) = &self.game else { return Viewer::Public };
        if game.ended.is_some() {
            return Viewer::Omniscient;
        }
        let seat = match onlooker.seats.as_slice() {
            [] => None,
            &[seat] => Some(seat),
            seats if !self.hides(game, seats) => {
                let to_act = game.to_act().map(Seat::number).filter(|seat| seats.contains(seat));
                Some(to_act.unwrap_or(seats[0]))
            }
            seats => onlooker
                .looking
                .filter(|seat| seats.contains(seat) && self.curtain(game, onlooker).is_none()),
        };
        seat.and_then(|seat| Seat::from_number(usize::from(seat)))
            .map_or(Viewer::Public, Viewer::Seat)
    }

    /// Whose eyes look on after something happened: whoever is to act has to come to the screen first.
    pub fn still_looking(&self, onlooker: &Onlooker) -> Option<u8> {
        let to_act = self.game.as_ref().and_then(Game::to_act).map(Seat::number);
        match to_act.filter(|seat| onlooker.seats.contains(seat)) {
            Some(seat) => onlooker.looking.filter(|&looking| looking == seat),
            None => onlooker.looking,
        }
    }

    /// The seat that has to come to the screen before its view is shown there.
    fn curtain(&self, game: &Game, onlooker: &Onlooker) -> Option<u8> {
        let to_act = game.to_act()?.number();
        let own = onlooker.seats.contains(&to_act) && onlooker.seats.len() > 1;
        (own && onlooker.looking != Some(to_act)).then_some(to_act)
    }

    /// Whether the seats at one screen see different things.
    pub(crate) fn hides(&self, game: &Game, seats: &[u8]) -> bool {
        let mut seats = seats.iter().filter_map(|&seat| Seat::from_number(usize::from(seat)));
        let Some(first) = seats.next().map(Viewer::Seat) else { return false };
        let view = game.position.view(first);
        let history = game.position.history(first);
        seats.map(Viewer::Seat).any(|viewer| {
            game.position.view(viewer) != view || game.position.history(viewer) != history
        })
    }

    /// The present position for an onlooker; none before the first game.
    pub fn position(&self, onlooker: &Onlooker) -> Option<protocol::Position> {
        let game = self.game.as_ref()?;
        let viewer = self.viewer(onlooker);
        let hidden =
            onlooker.seats.len() > 1 && game.ended.is_none() && self.hides(game, &onlooker.seats);
        let curtain = if hidden { self.curtain(game, onlooker) } else { None };
        let own = game.to_act().filter(|seat| onlooker.seats.contains(&seat.number()));
        let own = own.filter(|_| curtain.is_none());
        let legal = own.map(|seat| legal(game.position.choices(seat)));
        Some(protocol::Position {
            game: game.number,
            ply: game.ply(),
            turn: turn(game),
            eyes: eyes(viewer),
            actions: game.position.history(viewer),
            view: game.position.view(viewer),
            legal,
            curtain,
            score: game.position.score().map(|score| score.as_slice().to_vec()),
            clocks: game.clock.show(self.changed),
        })
    }

    /// What would an action bring about, as far as the onlooker can tell?
    ///
    /// # Errors
    /// Why it cannot be played now.
    pub fn preview(
        &self,
        onlooker: &Onlooker,
        action: &str,
    ) -> Result<protocol::Preview, protocol::Refusal> {
        let game = self.playing()?;
        let to_act = game.to_act().filter(|seat| onlooker.seats.contains(&seat.number()));
        let seat = to_act.ok_or_else(crate::refusals::not_your_turn)?;
        if self.viewer(onlooker) != Viewer::Seat(seat) {
            return Err(crate::refusals::not_now());
        }
        let events = game.position.preview(action, Viewer::Seat(seat));
        let events = events.map_err(|error| crate::refusals::from_play(&error))?;
        Ok(protocol::Preview {
            action: action.to_owned(),
            events: events.into_iter().map(told).collect(),
        })
    }

    /// Makes an event so, and says what each of these viewers is told of it.
    ///
    /// # Errors
    /// As [`Table::apply`].
    pub fn apply_and_tell(
        &mut self,
        event: &Event,
        viewers: &[Viewer],
    ) -> Result<Vec<Happening>, ReplayError> {
        // What an action brings about is asked of the position before it, how it is read of the one after it.
        let told: Vec<Happening> =
            viewers.iter().map(|&viewer| self.happening(event, viewer)).collect();
        self.apply(event)?;
        let read = |(mut happening, &viewer): (Happening, &Viewer)| {
            if let (Happening::Acted { action, .. }, Some(game)) = (&mut happening, &self.game) {
                *action = game.position.history(viewer).pop().unwrap_or_default();
            }
            happening
        };
        Ok(told.into_iter().zip(viewers).map(read).collect())
    }

    fn happening(&self, event: &Event, viewer: Viewer) -> Happening {
        match &event.what {
            What::Created(_) => Happening::Created,
            What::Seated { player, name, .. } => Happening::Seated {
                seat: self.seat_of_player(*player),
                sitter: Sitter::Person { name: name.clone() },
            },
            What::Tokened { .. } => Happening::Noted,
            What::Left { player } => Happening::Left { seat: self.seat_of_player(*player) },
            What::Started { .. } => {
                Happening::Started { game: self.game.as_ref().map_or(1, |game| game.number + 1) }
            }
            What::Acted { seat, action } => self.acted(*seat, action, viewer),
            What::TakebackAsked { seat } => Happening::TakebackAsked { seat: *seat },
            What::TakebackDeclined { seat } => Happening::TakebackDeclined { seat: *seat },
            What::TakenBack { seat, ply } => Happening::TakenBack { ply: *ply, seat: *seat },
            What::DrawOffered { seat } => Happening::DrawOffered { seat: *seat },
            What::DrawDeclined { seat } => Happening::DrawDeclined { seat: *seat },
            What::Ended { reason, seat, .. } => Happening::Ended { reason: *reason, seat: *seat },
            What::Ready { seat } => Happening::Ready { seat: *seat },
            What::Paused => Happening::Paused,
            What::Resumed => Happening::Resumed,
        }
    }

    fn acted(&self, seat: Option<u8>, action: &str, viewer: Viewer) -> Happening {
        let Some(game) = &self.game else { return Happening::Noted };
        let events = game.position.events(action, viewer).unwrap_or_default();
        let events = events.into_iter().map(told).collect();
        Happening::Acted { seat, ply: game.ply() + 1, action: String::new(), events }
    }

    /// Whether an event that has not been applied yet will change what [`Table::info`] tells.
    pub fn changes_info(&self, event: &Event) -> bool {
        let pending = |game: &Game| game.takeback.is_some() || !game.draw_offers.is_empty();
        match event.what {
            What::Acted { .. } => self.game.as_ref().is_some_and(pending),
            _ => true,
        }
    }

    /// Everything about the table but the position.
    pub fn info(&self, onlooker: &Onlooker, presence: &Presence) -> TableInfo {
        let game = self.game.as_ref();
        let over = game.filter(|game| game.ended.is_some());
        let options = self.options.iter();
        TableInfo {
            table: self.id.clone(),
            game: self.setup.game.clone(),
            options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            seats: self.seat_infos(presence),
            clock: self.setup.clock,
            begins: self.setup.begins,
            status: self.status(),
            match_info: self.match_info(),
            created: self.created,
            seed_hash: game.map(|game| game.seed.hash()),
            seed: over.map(|game| game.seed.to_string()),
            draw_offers: game.map_or(vec![], |game| game.draw_offers.clone()),
            takeback: game.and_then(|game| game.takeback),
            ready: game.map_or(vec![], |game| game.ready.clone()),
            invite: (!onlooker.seats.is_empty()).then(|| self.setup.invite.clone()),
            you: onlooker.seats.clone(),
            hints: self.allows_hints(onlooker),
            watchers: presence.watchers,
        }
    }

    /// Whether an engine may be asked: only where no other person plays along, and while there is something to play.
    pub fn allows_hints(&self, onlooker: &Onlooker) -> bool {
        let person = |seat: &u8| matches!(self.sitter(*seat), Some(Player::Person { .. }));
        let mut people = (1..=self.players.len() as u8).filter(person);
        self.is_playing()
            && !onlooker.seats.is_empty()
            && people.all(|seat| onlooker.seats.contains(&seat))
    }

    /// Where the table stands.
    pub fn status(&self) -> Status {
        match &self.game {
            None => Status::Waiting,
            Some(game) if game.ended.is_none() => Status::Playing,
            Some(_) => Status::Over,
        }
    }

    /// What came after a number, as whoever has these credentials may read it, oldest first.
    ///
    /// # Errors
    /// If the log is not a table's.
    pub fn missed(
        id: &str,
        log: &[Event],
        since: u32,
        credentials: &Credentials,
    ) -> Result<Vec<Happened>, ReplayError> {
        let first = log.first().ok_or(ReplayError::NoBeginning)?;
        let mut table = Table::begin(id, first)?;
        let mut missed = Vec::new();
        for event in &log[1..] {
            let seats = table.seats_for(credentials);
            let viewer = table.viewer(&Onlooker { seats, looking: None });
            let viewers = if table.number >= since { &[viewer][..] } else { &[] };
            for what in table.apply_and_tell(event, viewers)? {
                let number = table.number;
                missed.push(Happened { number, at: event.at, what, table: None, position: None });
            }
        }
        Ok(missed)
    }

    fn seat_of_player(&self, player: u8) -> u8 {
        match &self.game {
            Some(game) => {
                game.players.iter().position(|&other| other == player).map_or(0, |i| i as u8 + 1)
            }
            None => player,
        }
    }

    pub(crate) fn seat_infos(&self, presence: &Presence) -> Vec<SeatInfo> {
        let info = |seat: u8| {
            let sitter = match self.sitter(seat) {
                Some(Player::Person { name, .. }) => Sitter::Person { name: name.clone() },
                Some(Player::Engine { level }) => Sitter::Engine { level: *level },
                Some(Player::Open) | None => Sitter::Open,
            };
            let engine = matches!(sitter, Sitter::Engine { .. });
            SeatInfo { seat, sitter, connected: engine || presence.connected.contains(&seat) }
        };
        (1..=self.players.len() as u8).map(info).collect()
    }

    fn match_info(&self) -> MatchInfo {
        let in_order = || (1..=self.players.len() as u8).collect();
        MatchInfo {
            game: self.game.as_ref().map_or(0, |game| game.match_game),
            of: self.setup.games,
            player_of_seat: self.game.as_ref().map_or_else(in_order, |game| game.players.clone()),
            points: self.score.points().to_vec(),
            wins: self.score.wins().to_vec(),
            draws: self.draws,
        }
    }
}

fn turn(game: &Game) -> protocol::Turn {
    if let Some(end) = game.ended {
        return protocol::Turn::Over { outcome: outcome(end.outcome, end.reason) };
    }
    turn_of(game.position.turn())
}

/// A turn for the wire.
pub fn turn_of(turn: Turn) -> protocol::Turn {
    match turn {
        Turn::Seat(seat) => protocol::Turn::Seat { seat: seat.number() },
        Turn::Chance => protocol::Turn::Chance,
        Turn::Over(ended) => protocol::Turn::Over { outcome: outcome(ended, EndReason::Rules) },
    }
}

fn outcome(outcome: Outcome, reason: EndReason) -> protocol::Outcome {
    protocol::Outcome {
        result: outcome.to_string(),
        ranks: outcome.ranks().as_slice().to_vec(),
        reason,
    }
}

fn eyes(viewer: Viewer) -> Eyes {
    match viewer {
        Viewer::Seat(seat) => Eyes::Seat { seat: seat.number() },
        Viewer::Public => Eyes::Public,
        Viewer::Omniscient => Eyes::Open,
    }
}

/// The legal actions for the wire.
pub fn legal(legal: sarsen_catalog::Legal) -> protocol::Legal {
    use sarsen_catalog::Legal;
    match legal {
        Legal::Actions { actions } => protocol::Legal::Actions { actions },
        Legal::Outcomes { outcomes } => protocol::Legal::Outcomes { outcomes },
        Legal::Summary { lines } => protocol::Legal::Summary { lines },
        Legal::NotListed => protocol::Legal::NotListed,
        Legal::None => protocol::Legal::None,
    }
}

/// An event of the game for the wire.
pub fn told(told: sarsen_catalog::Told) -> protocol::Told {
    let event = match told.event {
        Value::Object(fields) => fields.into_iter().collect(),
        other => [("event".to_owned(), other)].into(),
    };
    protocol::Told { event, says: told.says.into() }
}
