//! The summary of a table for lists of tables. It is stored beside the log, so that listing needs no replay.

use sarsen_core::{MAX_SEATS, Seat};
use sarsen_protocol::{OpenTable, SeatInfo, Sitter, Status, TableSummary};
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::listing::Listing;
use crate::table::Occupant;
use crate::{PlayerId, Presence, Table};

/// The summary of a table, covering everybody who sits at it.
///
/// It is stored. A digest that can no longer be read is rebuilt from the log, so its fields may change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Digest {
    game: String,
    seats: Vec<DigestSeat>,
    status: Status,
    to_act: Option<Seat>,
    ply: u32,
    result: Option<String>,
    changed: u64,
    /// What the list of open tables shows; nothing where the table is not listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    listing: Option<Listing>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct DigestSeat {
    sitter: Sitter,
    who: Option<PlayerId>,
}

impl Table {
    /// The table's digest.
    pub fn digest(&self) -> Digest {
        let game = self.game.as_ref();
        let seat = |info: SeatInfo| {
            let who = match self.sitter(info.seat) {
                Some(Occupant::Person { who, .. }) => Some(who.clone()),
                _ => None,
            };
            DigestSeat { sitter: info.sitter, who }
        };
        Digest {
            game: self.setup.game.clone(),
            seats: self.seat_infos(&Presence::default()).into_iter().map(seat).collect(),
            status: self.status(),
            to_act: game.and_then(Game::to_act),
            ply: game.map_or(0, Game::ply),
            result: game.and_then(|game| game.ended).map(|end| end.result()),
            changed: self.changed,
            listing: self.listing(),
        }
    }
}

impl Digest {
    /// Whether the last game at the table has ended.
    pub fn is_over(&self) -> bool {
        self.status == Status::Over
    }

    /// Whether a person sits there.
    pub fn seats(&self, who: &PlayerId) -> bool {
        self.seats.iter().any(|seat| seat.who.as_ref() == Some(who))
    }

    /// The line in the list of open tables, if the table is listed there.
    pub fn open_table(self, table: &str) -> Option<OpenTable> {
        let info = |(number, seat): (Seat, DigestSeat)| SeatInfo {
            seat: number,
            connected: matches!(seat.sitter, Sitter::Engine { .. }),
            sitter: seat.sitter,
        };
        let seats = Seat::all(MAX_SEATS).zip(self.seats).map(info).collect();
        Some(self.listing?.show(table, self.game, seats))
    }

    /// The entry in the list of a person who sits there.
    pub fn summary(self, table: &str, who: &PlayerId, presence: &Presence) -> TableSummary {
        let is_mine = |seat: &DigestSeat| seat.who.as_ref() == Some(who);
        let numbered = || Seat::all(MAX_SEATS).zip(&self.seats);
        let you: Vec<Seat> =
            numbered().filter(|(_, seat)| is_mine(seat)).map(|(number, _)| number).collect();
        let connected = |number: Seat, seat: &DigestSeat| {
            matches!(seat.sitter, Sitter::Engine { .. }) || presence.connected.contains(&number)
        };
        let info = |(number, seat): (Seat, &DigestSeat)| SeatInfo {
            seat: number,
            sitter: seat.sitter.clone(),
            connected: connected(number, seat),
        };
        TableSummary {
            table: table.to_owned(),
            seats: numbered().map(info).collect(),
            your_turn: self.to_act.is_some_and(|seat| you.contains(&seat)),
            you,
            game: self.game,
            status: self.status,
            ply: self.ply,
            result: self.result,
            changed: self.changed,
        }
    }
}
