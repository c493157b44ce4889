//! Tables that are listed for anybody to sit down.

use std::collections::BTreeMap;

use sarsen_protocol::{Clock, OpenTable, SeatInfo};
use serde::{Deserialize, Serialize};

use crate::table::Occupant;
use crate::{Presence, Table};

const HOUR: u64 = 3600 * 1000;

/// With a clock of at least a day, a player need not be connected when another sits down.
const DAY: u64 = 24 * HOUR;

/// How long a table is listed: an hour, so that the players in the list are still waiting, and three days for games by the day.
fn listed_for(clock: Clock) -> u64 {
    match clock {
        Clock::PerMove { time } if time >= DAY => 3 * DAY,
        _ => HOUR,
    }
}

/// What the list says of a table beside its seats. It is stored in the table's digest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Listing {
    options: BTreeMap<String, String>,
    clock: Clock,
    games: u32,
    invite: String,
    created: u64,
}

impl Listing {
    pub(crate) fn show(self, table: &str, game: String, seats: Vec<SeatInfo>) -> OpenTable {
        let Listing { options, clock, games, invite, created } = self;
        OpenTable { table: table.to_owned(), game, options, seats, clock, games, invite, created }
    }
}

impl Table {
    /// Until when the table is listed for anybody to sit down, in milliseconds since 1970. It is listed while somebody waits there
    /// for a first game to begin.
    pub fn listed_until(&self) -> Option<u64> {
        let waits = self.game.is_none()
            && self.players.contains(&Occupant::Open)
            && self.people().next().is_some();
        (self.setup.open && waits).then(|| self.created + listed_for(self.setup.clock))
    }

    /// The table's line in the list of open tables.
    pub fn open_table(&self, presence: &Presence) -> Option<OpenTable> {
        let listing = self.listing()?;
        Some(listing.show(&self.id, self.setup.game.clone(), self.seat_infos(presence)))
    }

    pub(crate) fn listing(&self) -> Option<Listing> {
        self.listed_until()?;
        let setup = &self.setup;
        Some(Listing {
            options: setup.options.clone(),
            clock: setup.clock,
            games: setup.games,
            invite: setup.invite.clone(),
            created: self.created,
        })
    }
}
