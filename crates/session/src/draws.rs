//! Draw offers to engines.

use sarsen_core::Seat;
use sarsen_protocol::DrawReason;

use crate::Table;
use crate::table::Occupant;

/// An engine agrees to a draw if its winning chance is below this fraction of its fair share. Being merely behind is
/// not enough: in some games the second player is behind from the start.
const CONTENT: f64 = 0.25;

/// An engine considers itself ahead if its winning chance exceeds this multiple of its fair share.
const AHEAD: f64 = 1.1;

impl Table {
    /// The engine that has a draw offer to answer now, with its level.
    ///
    /// Where seats see different things, the engine waits until it is to act: it must not decide by what another seat
    /// sees.
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

    /// Whether an engine agrees to a draw, given the winning chance of the seat to act.
    pub fn agrees_to_draw(&self, engine: Seat, chance: f64, proved: bool) -> bool {
        let (own, share) = self.own_chance(engine, chance);
        own < CONTENT * share || (proved && own <= share)
    }

    /// The engine's reason for declining.
    pub fn draw_reason(&self, engine: Seat, chance: f64, proved: bool) -> DrawReason {
        let (own, share) = self.own_chance(engine, chance);
        // Before everybody has acted, being behind says something about the game, and nothing about how it is going.
        let begun = self.playing().is_ok_and(|game| game.ply() as usize >= self.players.len());
        match own / share {
            // With several players, a proven value above its share need not be a proven win.
            _ if proved && own >= 1.0 => DrawReason::Wins,
            _ if !begun => DrawReason::Open,
            part if part > AHEAD => DrawReason::Ahead,
            part if part < 1.0 / AHEAD => DrawReason::PlaysOn,
            _ => DrawReason::Open,
        }
    }

    /// An engine's winning chance and its fair share, given the winning chance of the seat to act.
    fn own_chance(&self, engine: Seat, chance: f64) -> (f64, f64) {
        let seats = self.players.len() as f64;
        let to_act = self.whole_position().and_then(|position| position.turn().seat());
        // For the other seats only their combined chance is known.
        let own = if to_act == Some(engine) { chance } else { (1.0 - chance) / (seats - 1.0) };
        (own, 1.0 / seats)
    }
}
