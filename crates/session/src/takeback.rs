//! Takebacks: free against engines, by consent between people, and between people never across what was revealed.

use sarsen_core::{Audience, Seat, Viewer};
use sarsen_protocol::{PublicEvent, Refusal};

use crate::game::{Game, play_all};
use crate::table::Occupant;
use crate::{EventKind, Table, refusals};

impl Table {
    pub(crate) fn take_back(&self, seat: Seat) -> Result<Vec<EventKind>, Refusal> {
        let game = self.playing()?;
        match game.takeback {
            Some(asker) if asker == seat => Ok(vec![]),
            Some(asker) => self.agree_to_takeback(game, asker, seat),
            None => self.ask_takeback(game, seat),
        }
    }

    fn ask_takeback(&self, game: &Game, seat: Seat) -> Result<Vec<EventKind>, Refusal> {
        let ply = last_action_of(game, seat).ok_or_else(refusals::not_now)?;
        if self.plays_with_people(seat) && shows_something(self, game, ply)? {
            return Err(refusals::shown_already());
        }
        if self.needs_consent(seat) {
            return Ok(vec![PublicEvent::TakebackAsked { seat }.into()]);
        }
        Ok(vec![PublicEvent::TakenBack { seat, ply }.into()])
    }

    /// Any one of the other people may agree on behalf of all, so that a table of three or four does not wait for
    /// everybody.
    fn agree_to_takeback(
        &self,
        game: &Game,
        asker: Seat,
        seat: Seat,
    ) -> Result<Vec<EventKind>, Refusal> {
        if self.same_person(asker, seat) {
            return Err(refusals::not_now());
        }
        let ply = last_action_of(game, asker).ok_or_else(refusals::not_now)?;
        if shows_something(self, game, ply)? {
            return Err(refusals::shown_already());
        }
        Ok(vec![PublicEvent::TakenBack { seat: asker, ply }.into()])
    }

    /// Whether people sit in other seats, including on the same screen.
    fn plays_with_people(&self, seat: Seat) -> bool {
        let others = self.seats().filter(|&other| other != seat);
        others.into_iter().any(|other| matches!(self.sitter(other), Some(Occupant::Person { .. })))
    }

    fn needs_consent(&self, seat: Seat) -> bool {
        let person = |other: &Seat| matches!(self.sitter(*other), Some(Occupant::Person { .. }));
        self.seats().filter(person).any(|other| other != seat && !self.same_person(seat, other))
    }
}

/// The index of the seat's last action in this game.
fn last_action_of(game: &Game, seat: Seat) -> Option<u32> {
    let index = game.by.iter().rposition(|&by| by == Some(seat))? as u32;
    (index >= game.given).then_some(index)
}

/// Whether, from an index on, chance acted or an action revealed something to anybody.
fn shows_something(table: &Table, game: &Game, from: u32) -> Result<bool, Refusal> {
    let from = from as usize;
    if game.by[from..].contains(&None) {
        return Ok(true);
    }
    let tokens = game.position.history(Viewer::Omniscient);
    let before = tokens[..from].iter().map(String::as_str);
    let (mut position, _) =
        play_all(game.position.options(), before).map_err(|_| refusals::not_now())?;
    let (seats, reader) = (table.players.len(), Audience::default());
    for token in &tokens[from..] {
        let shows = Seat::all(seats).map(Viewer::Seat).chain([Viewer::Public]).any(|viewer| {
            position.preview(token, viewer, &reader).ok()
                != position.events(token, viewer, &reader).ok()
        });
        if shows || position.play(token).is_err() {
            return Ok(true);
        }
    }
    Ok(false)
}
