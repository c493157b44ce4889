//! Closing a table that nobody wants to play on at.

use sarsen_core::Seat;
use sarsen_protocol::{EndReason, Refusal};

use crate::game::NO_RESULT;
use crate::{EventKind, Table, refusals};

impl Table {
    /// What closing a table means for a person with these seats. Before a game has begun, the person leaves. A game in which nobody has
    /// acted, or in which one person has all seats, counts as not played; any other is resigned, so that a loss cannot be avoided by closing.
    pub(crate) fn close(&self, seats: &[Seat]) -> Result<Vec<EventKind>, Refusal> {
        let first = *seats.first().ok_or_else(refusals::no_right)?;
        if self.games() == 0 {
            let left =
                |&seat: &Seat| self.player_number(seat).map(|player| EventKind::Left { player });
            return Ok(seats.iter().filter_map(left).collect());
        }
        let game = self.playing()?;
        let acted = game.by.iter().skip(game.given as usize).any(Option::is_some);
        let shared = seats.len() == game.players.len();
        if acted && !shared {
            return Ok(vec![self.lost(first, EndReason::Resigned)]);
        }
        let result = NO_RESULT.to_owned();
        Ok(vec![EventKind::Ended { reason: EndReason::NotPlayed, seat: None, result }])
    }
}
