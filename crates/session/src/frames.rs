//! What one observer may be told about a table. Information leaves a table only through this module and
//! [`Table::record`].

use sarsen_catalog::Position;
use sarsen_core::{Audience, Lang, Phrase, Seat, SeatName, Viewer, phrase};
use sarsen_protocol as protocol;
use sarsen_protocol::{
    Ending, Eyes, Happened, Happening, MatchInfo, OutcomeInfo, PlayerNumber, SeatInfo, Sitter,
    Status, TableInfo, TurnInfo,
};

use crate::game::Game;
use crate::table::{Occupant, ReplayError};
use crate::{Event, EventKind, PlayerId, Step, Table, TokenHash};

/// What pages call a player who has chosen no name. Such a player is read about in the reader's language.
const GUEST: Phrase = Phrase::new("Guest", "Invité", "ゲスト");
/// The same within a sentence.
const A_GUEST: Phrase = Phrase::new("Guest", "l’invité", "ゲスト");
const THE_COMPUTER: Phrase = Phrase::new("the computer", "l’ordinateur", "コンピューター");

/// Proof of identity.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Credentials {
    /// The person.
    pub who: Option<PlayerId>,
    /// The hash of a seat's token.
    pub token: Option<TokenHash>,
}

/// A person at a table, or a spectator.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Observer {
    /// The person's seats. None for a spectator; several for a shared screen.
    pub seats: Vec<Seat>,
    /// On a shared screen: the seat that is looking.
    pub looking: Option<Seat>,
}

/// The recipient of a message: what it may know, and which seat is "you".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Listener {
    /// The viewer whose knowledge the message is limited to.
    pub viewer: Viewer,
    /// The person's only seat. On a shared screen there is no "you".
    pub you: Option<Seat>,
}

/// Who is connected now. This is not part of the log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// The seats whose players are connected.
    pub connected: Vec<Seat>,
    /// The number of spectators.
    pub watchers: u32,
}

impl Table {
    /// The seats that credentials give access to.
    pub fn seats_for(&self, credentials: &Credentials) -> Vec<Seat> {
        let mut seats = credentials.who.as_ref().map_or(vec![], |who| self.seats_of(who));
        if let Some(token) = &credentials.token {
            seats.extend(self.seats_of_token(token));
        }
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// The viewer whose view of the current position an observer is shown.
    pub fn viewer(&self, observer: &Observer) -> Viewer {
        let Some(game) = &self.game else { return Viewer::Public };
        if game.ended.is_some() {
            return Viewer::Omniscient;
        }
        let seat = match observer.seats.as_slice() {
            [] => None,
            &[seat] => Some(seat),
            seats if !self.hides(game, seats) => {
                let to_act = game.to_act().filter(|seat| seats.contains(seat));
                Some(to_act.unwrap_or(seats[0]))
            }
            seats => {
                observer.looking.filter(|seat| seats.contains(seat) && is_there(game, observer))
            }
        };
        seat.map_or(Viewer::Public, Viewer::Seat)
    }

    /// The listener for an observer.
    pub fn listener(&self, observer: &Observer) -> Listener {
        let you = match observer.seats.as_slice() {
            &[seat] => Some(seat),
            _ => None,
        };
        Listener { viewer: self.viewer(observer), you }
    }

    /// The seat names for a reader whose only seat is `you`.
    pub fn audience(&self, you: Option<Seat>) -> Audience {
        let names: Vec<SeatName> = self.seats().map(|seat| self.name_of(seat)).collect();
        let alike = |name: &SeatName| names.iter().filter(|other| *other == name).count() > 1;
        let told_apart = |(index, name): (usize, &SeatName)| {
            if alike(name) { name.with_number(index + 1) } else { name.clone() }
        };
        Audience::new(you, names.iter().enumerate().map(told_apart).collect())
    }

    fn name_of(&self, seat: Seat) -> SeatName {
        match self.sitter(seat) {
            // A player who chose no name has the page's word for it, in the language of that page.
            Some(Occupant::Person { name, .. })
                if Lang::ALL.iter().any(|&lang| GUEST.in_lang(lang) == name) =>
            {
                SeatName::Noun(A_GUEST)
            }
            Some(Occupant::Person { name, .. }) => SeatName::proper(name),
            Some(Occupant::Engine { .. }) => SeatName::Noun(THE_COMPUTER),
            Some(Occupant::Open) | None => {
                let player = phrase!("player {seat}", "le joueur {seat}", "プレイヤー{seat}");
                SeatName::Noun(player)
            }
        }
    }

    /// The listener for what an event does, if it covers the shared screen of an observer: what one seat knows of its action must not
    /// be read by the next.
    pub fn covered_listener(&self, before: &Listener, after: &Observer) -> Option<Listener> {
        let is_public = |viewer: Viewer| viewer == Viewer::Public;
        let covered =
            after.seats.len() > 1 && is_public(self.viewer(after)) && !is_public(before.viewer);
        covered.then_some(Listener { viewer: Viewer::Public, you: None })
    }

    /// The seat that looks after an event: in a new game nobody does.
    pub fn looking_after(&self, event: &EventKind, observer: &Observer) -> Option<Seat> {
        match event {
            EventKind::Started { .. } => None,
            _ => self.still_looking(observer),
        }
    }

    /// The seat that keeps looking: on a shared screen the next seat to act has to uncover its view first.
    pub fn still_looking(&self, observer: &Observer) -> Option<Seat> {
        let to_act = self.game.as_ref().and_then(Game::to_act);
        match to_act.filter(|seat| observer.seats.contains(seat)) {
            Some(seat) => observer.looking.filter(|&looking| looking == seat),
            None => observer.looking,
        }
    }

    /// The seat that has to uncover the screen before its view is shown and before it can act or ask for a hint.
    pub fn curtain(&self, observer: &Observer) -> Option<Seat> {
        let game = self.playing().ok()?;
        let to_act = game.to_act()?;
        let hidden = !is_there(game, observer) && self.hides(game, &observer.seats);
        hidden.then_some(to_act)
    }

    /// Whether the seats on a shared screen see different things.
    pub(crate) fn hides(&self, game: &Game, seats: &[Seat]) -> bool {
        let mut viewers = seats.iter().copied().map(Viewer::Seat);
        let Some(first) = viewers.next() else { return false };
        let view = game.position.view(first);
        let history = game.position.history(first);
        viewers.any(|viewer| {
            game.position.view(viewer) != view || game.position.history(viewer) != history
        })
    }

    /// The current position for an observer; `None` before the first game.
    pub fn position(&self, observer: &Observer) -> Option<protocol::PositionView> {
        let game = self.game.as_ref()?;
        let viewer = self.viewer(observer);
        let curtain = self.curtain(observer);
        let own = game.to_act().filter(|seat| observer.seats.contains(seat));
        let own = own.filter(|_| curtain.is_none());
        let legal = own.map(|seat| game.position.choices(seat));
        Some(protocol::PositionView {
            game: game.number,
            ply: game.ply(),
            turn: turn(game),
            eyes: eyes(viewer),
            actions: game.position.history(viewer),
            words: Some(game.position.words(viewer)),
            view: game.position.view(viewer),
            legal,
            curtain,
            score: game.position.score().map(|score| score.as_slice().to_vec()),
            clocks: game.clock.show(self.changed_time),
            ending: game.ended.map(|_| {
                ending(game.position.ending(), &self.audience(self.listener(observer).you))
            }),
        })
    }

    /// The consequences of an action, as far as the observer can foresee them.
    ///
    /// # Errors
    /// Why it cannot be played now.
    pub fn preview(
        &self,
        observer: &Observer,
        action: &str,
    ) -> Result<protocol::Preview, protocol::Refusal> {
        let game = self.playing()?;
        let to_act = game.to_act().filter(|seat| observer.seats.contains(seat));
        let seat = to_act.ok_or_else(crate::refusals::not_your_turn)?;
        if self.viewer(observer) != Viewer::Seat(seat) {
            return Err(crate::refusals::not_now());
        }
        let audience = self.audience(self.listener(observer).you);
        let events = game.position.preview(action, Viewer::Seat(seat), &audience);
        let events = events.map_err(|error| crate::refusals::from_play(&error))?;
        Ok(protocol::Preview { action: action.to_owned(), events })
    }

    /// Applies a step and returns what each of these listeners is told.
    ///
    /// # Errors
    /// As [`Table::apply`].
    pub fn apply_and_tell(
        &mut self,
        step: &Step,
        listeners: &[Listener],
    ) -> Result<Vec<Happening>, ReplayError> {
        // The consequences of an action are computed from the position before it, its description from the position
        // after it.
        let history = |table: &Table, listener: &Listener| {
            table.game.as_ref().map_or(vec![], |game| game.position.history(listener.viewer))
        };
        let before =
            |listener: &Listener| Ok((self.happening(step, *listener)?, history(self, listener)));
        let told = listeners.iter().map(before);
        let told = told.collect::<Result<Vec<(Happening, Vec<String>)>, ReplayError>>()?;
        self.apply_step(step)?;
        let read = |((mut happening, known), listener): ((Happening, Vec<String>), &Listener)| {
            if let (Happening::Acted { action, words, .. }, Some(game)) =
                (&mut happening, &self.game)
            {
                let readings = history(self, listener);
                let same = known.iter().zip(&readings).take_while(|(was, is)| was == is).count();
                let all = game.position.words(listener.viewer);
                *words = all.into_iter().skip(same).collect();
                *action = readings.into_iter().next_back().unwrap_or_default();
            }
            happening
        };
        Ok(told.into_iter().zip(listeners).map(read).collect())
    }

    fn happening(&self, step: &Step, listener: Listener) -> Result<Happening, ReplayError> {
        Ok(match &step.event.kind {
            EventKind::Created(_) => Happening::Created,
            EventKind::Seated { player, name, .. } => Happening::Seated {
                seat: self.seat_of_player(*player).ok_or(ReplayError::Disorder)?,
                sitter: Sitter::Person { name: name.clone() },
            },
            EventKind::Tokened { .. } => Happening::Noted,
            EventKind::Left { player } => {
                Happening::Left { seat: self.seat_of_player(*player).ok_or(ReplayError::Disorder)? }
            }
            EventKind::Started { .. } => {
                Happening::Started { game: self.game.as_ref().map_or(1, |game| game.number + 1) }
            }
            EventKind::Acted { seat, action, .. } => {
                let after = step.position.as_deref();
                self.acted(*seat, action, after, listener)?
            }
            EventKind::Ended { reason, seat, .. } => {
                Happening::Ended { reason: *reason, seat: *seat }
            }
            EventKind::Public(event) => Happening::Public(event.clone()),
        })
    }

    fn acted(
        &self,
        seat: Option<Seat>,
        action: &str,
        after: Option<&dyn Position>,
        listener: Listener,
    ) -> Result<Happening, ReplayError> {
        let game = self.game.as_ref().ok_or(ReplayError::Disorder)?;
        let (viewer, audience) = (listener.viewer, self.audience(listener.you));
        let known = after.and_then(|after| game.position.events_to(after, viewer, &audience));
        let events = known.map_or_else(|| game.position.events(action, viewer, &audience), Ok);
        let events =
            events.map_err(|error| ReplayError::Play { action: action.to_owned(), error })?;
        let ply = game.ply() + 1;
        Ok(Happening::Acted { seat, ply, action: String::new(), events, words: Vec::new() })
    }

    /// Whether an event that has not been applied yet will change [`Table::info`].
    pub fn changes_info(&self, event: &Event) -> bool {
        let pending = |game: &Game| game.takeback.is_some() || !game.draw_offers.is_empty();
        match event.kind {
            EventKind::Acted { .. } => self.game.as_ref().is_some_and(pending),
            _ => true,
        }
    }

    /// Everything about the table except the position.
    pub fn info(&self, observer: &Observer, presence: &Presence) -> TableInfo {
        let game = self.game.as_ref();
        let over = game.filter(|game| game.ended.is_some());
        let options = game.map_or(&self.options, |game| game.position.options());
        let others = self.options.iter().filter(|&(name, value)| options.get(name) != value);
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        TableInfo {
            table: self.id.clone(),
            game: self.setup.game.clone(),
            options: options.iter().map(owned).collect(),
            match_options: others.map(owned).collect(),
            seats: self.seat_infos(presence),
            clock: self.setup.clock,
            begins: self.setup.begins,
            open: self.setup.open,
            status: self.status(),
            match_info: self.match_info(),
            created: self.created,
            seed_hash: game.map(|game| game.seed.hash()),
            seed: over.map(|game| game.seed.to_string()),
            draw_offers: game.map_or(vec![], |game| game.draw_offers.clone()),
            takeback: game.and_then(|game| game.takeback),
            given: game.map_or(self.setup.from.len() as u32, |game| game.given),
            engine_failed: game.and_then(|game| game.failed),
            ready: game.map_or(vec![], |game| game.ready.clone()),
            invite: (!observer.seats.is_empty()).then(|| self.setup.invite.clone()),
            you: observer.seats.clone(),
            hints: self.allows_hints(observer),
            watchers: presence.watchers,
        }
    }

    /// Whether this observer may ask an engine: only while the game goes on and no other person plays.
    pub fn allows_hints(&self, observer: &Observer) -> bool {
        let person = |seat: &Seat| matches!(self.sitter(*seat), Some(Occupant::Person { .. }));
        let mut people = self.seats().filter(person);
        self.is_playing()
            && !observer.seats.is_empty()
            && people.all(|seat| observer.seats.contains(&seat))
    }

    /// The table's status.
    pub fn status(&self) -> Status {
        match &self.game {
            None => Status::Waiting,
            Some(game) if game.ended.is_none() => Status::Playing,
            Some(_) => Status::Over,
        }
    }

    /// The messages after an event number, as the holder of these credentials may read them, oldest first.
    ///
    /// # Errors
    /// If the log is not the log of a table.
    pub fn missed(
        id: &str,
        log: &[Event],
        since: u32,
        credentials: &Credentials,
    ) -> Result<Vec<Happened>, ReplayError> {
        let first = log.first().ok_or(ReplayError::NoBeginning)?;
        let steps = log[1..].iter().cloned().map(Step::from);
        Table::begin(id, first)?.missed_of(steps, since, credentials)
    }

    /// The messages after an event number, from an earlier table and the steps since.
    pub(crate) fn missed_of(
        mut self,
        steps: impl IntoIterator<Item = Step>,
        since: u32,
        credentials: &Credentials,
    ) -> Result<Vec<Happened>, ReplayError> {
        let mut missed = Vec::new();
        for step in steps {
            let seats = self.seats_for(credentials);
            let listener = self.listener(&Observer { seats, looking: None });
            let listeners = if self.number >= since { &[listener][..] } else { &[] };
            for what in self.apply_and_tell(&step, listeners)? {
                let (number, at) = (self.number, step.event.at);
                missed.push(Happened { number, at, what, table: None, position: None });
            }
        }
        Ok(missed)
    }

    pub(crate) fn seat_infos(&self, presence: &Presence) -> Vec<SeatInfo> {
        let info = |seat: Seat| {
            let sitter = match self.sitter(seat) {
                Some(Occupant::Person { name, .. }) => Sitter::Person { name: name.clone() },
                Some(Occupant::Engine { level }) => Sitter::Engine { level: *level },
                Some(Occupant::Open) | None => Sitter::Open,
            };
            let engine = matches!(sitter, Sitter::Engine { .. });
            SeatInfo { seat, sitter, connected: engine || presence.connected.contains(&seat) }
        };
        self.seats().map(info).collect()
    }

    fn match_info(&self) -> MatchInfo {
        let in_order = || self.seats().map(PlayerNumber::of_seat).collect();
        MatchInfo {
            game: self.game.as_ref().map_or(0, |game| game.match_game),
            of: self.setup.games,
            player_of_seat: self.game.as_ref().map_or_else(in_order, |game| game.players.clone()),
            rule: self.options.spec().matches.rule,
            points: self.score.points().to_vec(),
            wins: self.score.wins().to_vec(),
            draws: self.draws,
            finished: self.match_games.clone(),
            ranks: (self.score.games() >= self.setup.games)
                .then(|| self.score.standing().ranks().as_slice().to_vec()),
        }
    }
}

/// Whether the seat to act, if it shares this screen with others, has uncovered it.
fn is_there(game: &Game, observer: &Observer) -> bool {
    let own =
        game.to_act().filter(|seat| observer.seats.len() > 1 && observer.seats.contains(seat));
    own.is_none() || own == observer.looking
}

fn turn(game: &Game) -> TurnInfo {
    let Some(end) = game.ended else { return game.position.turn().into() };
    let not_played = || OutcomeInfo {
        result: end.result(),
        ranks: vec![1; game.players.len()],
        reason: end.reason,
    };
    let outcome =
        end.outcome.map_or_else(not_played, |outcome| OutcomeInfo::new(outcome, end.reason));
    TurnInfo::Over { outcome }
}

/// The end of a game, worded for its reader.
fn ending(ending: Ending, audience: &Audience) -> Ending {
    Ending { reason: ending.reason.map(|reason| audience.read(&reason)), ..ending }
}

fn eyes(viewer: Viewer) -> Eyes {
    match viewer {
        Viewer::Seat(seat) => Eyes::Seat { seat },
        Viewer::Public => Eyes::Public,
        Viewer::Omniscient => Eyes::Open,
    }
}
