//! The finished games of a table, read from its log without replaying any of them.

use sarsen_core::{MAX_SEATS, Seat};
use sarsen_protocol::{EndReason, PlayedGame, PlayerNumber, PublicEvent, Sitter};

use crate::{Event, EventKind, PlayerId, Setup, Slot};

/// A finished game as its table's log tells of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedGame {
    number: u32,
    game: String,
    /// Who sat where when it began.
    seats: Vec<Participant>,
    result: String,
    reason: EndReason,
    plies: u32,
    started: u64,
    ended: u64,
    match_number: u32,
    match_game: u32,
    match_games: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Participant {
    player: PlayerNumber,
    sitter: Sitter,
    who: Option<PlayerId>,
}

impl LoggedGame {
    /// The game as an entry of a player's history; `None` if that player did not take part.
    pub fn played_by(self, table: &str, who: &PlayerId) -> Option<PlayedGame> {
        let mine = |seat: &Participant| seat.who.as_ref() == Some(who);
        let numbered = Seat::all(MAX_SEATS).zip(&self.seats);
        let you: Vec<Seat> =
            numbered.filter(|(_, seat)| mine(seat)).map(|(number, _)| number).collect();
        if you.is_empty() {
            return None;
        }
        Some(PlayedGame {
            table: table.to_owned(),
            number: self.number,
            game: self.game,
            seats: self.seats.into_iter().map(|seat| seat.sitter).collect(),
            you,
            result: self.result,
            reason: self.reason,
            plies: self.plies,
            started: self.started,
            ended: self.ended,
            match_number: self.match_number,
            match_game: self.match_game,
            match_games: self.match_games,
        })
    }
}

/// The finished games of a log, in the order in which they were played. What makes no sense in a log is left out.
pub fn logged_games(log: &[Event]) -> Vec<LoggedGame> {
    let Some((first, rest)) = log.split_first() else { return vec![] };
    let EventKind::Created(setup) = &first.kind else { return vec![] };
    let mut scan = Scan::new(setup);
    for event in rest {
        scan.event(event);
    }
    scan.finished
}

struct Scan<'a> {
    setup: &'a Setup,
    players: Vec<Participant>,
    games: u32,
    matches: u32,
    present: Option<LoggedGame>,
    /// Whether each action of the present game was a player's, and not one of chance.
    decisions: Vec<bool>,
    finished: Vec<LoggedGame>,
}

impl<'a> Scan<'a> {
    fn new(setup: &'a Setup) -> Scan<'a> {
        let player = |(player, slot): (PlayerNumber, &Slot)| match *slot {
            Slot::Person => Participant { player, sitter: Sitter::Open, who: None },
            Slot::Engine { level } => {
                Participant { player, sitter: Sitter::Engine { level }, who: None }
            }
        };
        let numbers = Seat::all(setup.slots.len()).map(PlayerNumber::of_seat);
        let players = numbers.zip(&setup.slots).map(player).collect();
        Scan {
            setup,
            players,
            games: 0,
            matches: 0,
            present: None,
            decisions: Vec::new(),
            finished: Vec::new(),
        }
    }

    /// A renamed player has the new name in the current game too, or in the last one; a new player in the same seat does not.
    fn seated(&mut self, player: PlayerNumber, sitter: Sitter, who: Option<PlayerId>) {
        let game = self.present.as_mut().or(self.finished.last_mut());
        let seats = game.into_iter().flat_map(|game| &mut game.seats);
        let renamed = |seat: &&mut Participant| seat.player == player && seat.who == who;
        for seat in seats.filter(renamed) {
            seat.sitter = sitter.clone();
        }
        if let Some(known) = self.players.get_mut(player.index()) {
            *known = Participant { player, sitter, who };
        }
    }

    fn event(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Seated { player, who, name, .. } => {
                self.seated(*player, Sitter::Person { name: name.clone() }, Some(who.clone()));
            }
            EventKind::Left { player } => self.seated(*player, Sitter::Open, None),
            EventKind::Started { seats, match_game, .. } => {
                self.started(seats, *match_game, event.at);
            }
            EventKind::Acted { seat, .. } => self.decisions.push(seat.is_some()),
            EventKind::Public(PublicEvent::TakenBack { ply, .. }) => {
                self.decisions.truncate(*ply as usize);
            }
            EventKind::Ended { reason, result, .. } => {
                if let Some(game) = self.present.take() {
                    let result = result.clone();
                    self.finished.push(LoggedGame {
                        result,
                        reason: *reason,
                        plies: self.decisions.iter().filter(|&&decided| decided).count() as u32,
                        ended: event.at,
                        ..game
                    });
                }
            }
            _ => {}
        }
    }

    fn started(&mut self, seats: &[PlayerNumber], match_game: u32, at: u64) {
        // A game that was not played is played again at the same place of the same match.
        let again = |game: &LoggedGame| game.reason == EndReason::NotPlayed && game.match_game == 1;
        if match_game == 1 && !self.finished.last().is_some_and(again) {
            self.matches += 1;
        }
        // Whose the given actions were is not in the log; they count as decisions.
        self.decisions = vec![true; if self.games == 0 { self.setup.from.len() } else { 0 }];
        self.games += 1;
        let seats =
            seats.iter().filter_map(|&number| self.players.get(number.index()).cloned()).collect();
        self.present = Some(LoggedGame {
            number: self.games,
            game: self.setup.game.clone(),
            seats,
            result: String::new(),
            reason: EndReason::Rules,
            plies: 0,
            started: at,
            ended: at,
            match_number: self.matches,
            match_game,
            match_games: self.setup.games,
        });
    }
}
