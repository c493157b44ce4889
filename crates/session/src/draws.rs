//! Offers of a draw to engines.

use sarsen_core::Seat;
use sarsen_protocol::DrawReason;

use crate::Table;
use crate::table::Occupant;

/// An engine agrees to a draw when its chance is less than so much of its share. Who is only worse off plays on: in some games
/// whoever does not begin is, before anything has happened.
const CONTENT: f64 = 0.25;

/// An engine thinks that it is ahead when its chance is so many times its share.
const AHEAD: f64 = 1.1;

impl Table {
    /// The engine that has a draw to agree to or to decline now, with its level.
    ///
    /// Where seats see different things it waits until it is to act: what somebody else's eyes see of the position must not
    /// help it to decide.
    pub fn engine_to_answer(&self) -> Option<(Seat, u8)> {
        let game = self.playing().ok()?;
        if game.draw_offers.is_empty() || game.failed.is_some() {
            return None;
        }
        let seats: Vec<u8> = (1..=self.players.len() as u8).collect();
        let (number, level) = seats.iter().find_map(|&seat| match self.sitter(seat) {
            Some(Occupant::Engine { level }) if !game.draw_offers.contains(&seat) => {
                Some((seat, *level))
            }
            _ => None,
        })?;
        let seat = Seat::from_number(usize::from(number))?;
        let sees_enough = game.to_act() == Some(seat) || !self.hides(game, &seats);
        sees_enough.then_some((seat, level))
    }

    /// Whether an engine agrees to a draw, when the seat to act has this chance of winning.
    pub fn agrees_to_draw(&self, engine: Seat, chance: f64, proved: bool) -> bool {
        let (own, share) = self.own_chance(engine, chance);
        own < CONTENT * share || (proved && own <= share)
    }

    /// What an engine says when it does not agree.
    pub fn draw_reason(&self, engine: Seat, chance: f64, proved: bool) -> DrawReason {
        let (own, share) = self.own_chance(engine, chance);
        match own / share {
            // Of several players, one that has proved more than its share need not have proved a win.
            _ if proved && own >= 1.0 => DrawReason::Wins,
            part if part > AHEAD => DrawReason::Ahead,
            part if part < 1.0 / AHEAD => DrawReason::PlaysOn,
            _ => DrawReason::Open,
        }
    }

    /// An engine's chance of winning, and its share of all, when the seat to act has this chance.
    fn own_chance(&self, engine: Seat, chance: f64) -> (f64, f64) {
        let seats = self.players.len() as f64;
        let to_act = self.whole_position().and_then(|position| position.turn().seat());
        // Of the others one knows only what they have together.
        let own = if to_act == Some(engine) { chance } else { (1.0 - chance) / (seats - 1.0) };
        (own, 1.0 / seats)
    }
}
