//! The entries of a table's log, as they are stored.
//!
//! They are stored for ever: fields may be added with a default, but none may be renamed or change its meaning.

use std::collections::BTreeMap;

use sarsen_core::{Level, Seat};
use sarsen_protocol::{Begins, Clock, EndReason, PlayerNumber, PublicEvent};
use serde::{Deserialize, Deserializer, Serialize};

use crate::Seed;

/// One entry of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// When, in milliseconds since 1970, by the machine's clock: for people to read.
    pub at: u64,
    /// When, in milliseconds by a monotonic clock: players' time is counted with it. Ticks are comparable within one
    /// run of a server; across a restart nobody's time runs. Logs without it were counted with `at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tick: Option<u64>,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

impl Event {
    /// The time that clocks are counted with.
    pub(crate) fn time(&self) -> u64 {
        self.tick.unwrap_or(self.at)
    }
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// The table was made.
    Created(Box<Setup>),
    /// A person sat down.
    Seated {
        /// The player.
        player: PlayerNumber,
        /// The person.
        who: PlayerId,
        /// The name shown to others.
        name: String,
        /// The hash of the token that gives access to the seat.
        token: TokenHash,
    },
    /// A player's seat got a new token; the old one is void.
    Tokened {
        /// The player.
        player: PlayerNumber,
        /// The hash of the new token.
        token: TokenHash,
    },
    /// A player stood up.
    Left {
        /// The player.
        player: PlayerNumber,
    },
    /// A game began.
    Started {
        /// The seed of its chance.
        seed: Seed,
        /// The player of each seat.
        seats: Vec<PlayerNumber>,
        /// Its place in the match, counted from 1.
        match_game: u32,
        /// The options that differ from the table's.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        options: BTreeMap<String, String>,
        /// What else the imported record says.
        #[serde(default, rename = "margin", skip_serializing_if = "Annotations::is_empty")]
        annotations: Annotations,
    },
    /// An action was played.
    Acted {
        /// The seat; none for chance.
        seat: Option<Seat>,
        /// The notation.
        action: String,
        /// The seat's own token, if it differs: the seat may not know what it holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
    },
    /// The game ended.
    Ended {
        /// Why.
        reason: EndReason,
        /// The seat that resigned, left or ran out of time.
        seat: Option<Seat>,
        /// The result as in a record.
        result: String,
    },
    /// What everybody may read as it is stored.
    #[serde(untagged)]
    Public(PublicEvent),
}

impl From<PublicEvent> for EventKind {
    fn from(event: PublicEvent) -> EventKind {
        EventKind::Public(event)
    }
}

/// The setup of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// The options that differ from the defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The kinds of players, in seat order.
    pub slots: Vec<Slot>,
    /// The time control.
    #[serde(default)]
    pub clock: Clock,
    /// Who begins.
    #[serde(default)]
    pub begins: Begins,
    /// The number of games in the match.
    pub games: u32,
    /// Actions that are already played when the first game starts.
    #[serde(default)]
    pub from: Vec<String>,
    /// The secret word of the invitation.
    pub invite: String,
    /// Whether the table is listed for anybody to sit down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// The kind of player a seat is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Slot {
    /// A person, who sits down by a separate event.
    Person,
    /// An engine.
    Engine {
        /// Its strength.
        #[serde(deserialize_with = "nearest_level")]
        level: Level,
    },
}

/// Tables that were imported from records may have been stored with levels that do not exist.
fn nearest_level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
    u8::deserialize(deserializer).map(Level::nearest)
}

/// A person, identified by the hash of a key that only this person has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub String);

/// The hash of a seat's token.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenHash(pub String);

/// Tags and comments of an imported record that have no meaning to a table. They are exported unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Annotations {
    /// Tags without a meaning to a table, and the date.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// Comments, each with the number of actions before it.
    #[serde(default)]
    pub comments: Vec<(u32, String)>,
}

impl Annotations {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.comments.is_empty()
    }
}
