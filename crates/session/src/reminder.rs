//! Whose turn it is, for those who are not there.

use sarsen_core::Seat;

use crate::table::Occupant;
use crate::{PlayerId, Table};

/// Somebody whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reminder {
    /// The table.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// Whose turn it is.
    pub who: PlayerId,
    /// In which seat.
    pub seat: Seat,
    /// What the other people at the table are called.
    pub others: Vec<String>,
}

impl Table {
    /// The person whose turn it is, unless they play against themselves at one screen.
    pub fn reminder(&self) -> Option<Reminder> {
        let game = self.game.as_ref().filter(|game| game.ended.is_none())?;
        let seat = game.to_act()?;
        let Some(Occupant::Person { who, .. }) = self.sitter(seat) else { return None };
        let is_other = |player: &Occupant| !matches!(player, Occupant::Person { who: same, .. } if same == who);
        let mut others = self.players.iter().filter(|player| is_other(player)).peekable();
        others.peek()?;
        let name = |player: &Occupant| match player {
            Occupant::Person { name, .. } => Some(name.clone()),
            Occupant::Open | Occupant::Engine { .. } => None,
        };
        Some(Reminder {
            table: self.id.clone(),
            game: self.setup.game.clone(),
            who: who.clone(),
            seat,
            others: others.filter_map(name).collect(),
        })
    }
}
