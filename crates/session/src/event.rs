//! The entries of a table's log, as they are stored.
//!
//! They are stored for ever: fields may be added with a default, none may be renamed or change its meaning.

use std::collections::BTreeMap;

use sarsen_protocol::{Begins, Clock, DrawReason, EndReason};
use serde::{Deserialize, Serialize};

use crate::Seed;

/// One entry of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// When, in milliseconds since 1970: for people to read, and as right as the machine's clock was.
    pub at: u64,
    /// When by a clock that never jumps, in milliseconds: what the time of players is counted with. It is comparable within
    /// one run of a server; over a restart nobody's time runs. Logs without it were counted with `at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tick: Option<u64>,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

impl Event {
    /// What the clocks are counted with.
    pub(crate) fn time(&self) -> u64 {
        self.tick.unwrap_or(self.at)
    }
}

/// What happened. Players are counted from 1 and keep their number while seats change from game to game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// The table was made.
    Created(Box<Setup>),
    /// Somebody sat down.
    Seated {
        /// The player's number.
        player: u8,
        /// Who it is.
        who: PlayerId,
        /// The name for others to read.
        name: String,
        /// The hash of the token that opens the seat.
        token: TokenHash,
    },
    /// A player's seat got a new token; the old one opens nothing any more.
    Tokened {
        /// The player's number.
        player: u8,
        /// The hash of the new token.
        token: TokenHash,
    },
    /// A player stood up.
    Left {
        /// The player's number.
        player: u8,
    },
    /// A game began.
    Started {
        /// Where its luck comes from.
        seed: Seed,
        /// The player of each seat.
        seats: Vec<u8>,
        /// Its place in the match, counted from 1.
        match_game: u32,
        /// The options in which it differs from the table's.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        options: BTreeMap<String, String>,
        /// What the record that it was read from says besides.
        #[serde(default, rename = "margin", skip_serializing_if = "Annotations::is_empty")]
        annotations: Annotations,
    },
    /// An action was played.
    Acted {
        /// By which seat, counted from 1; none for chance.
        seat: Option<u8>,
        /// The notation.
        action: String,
        /// The seat's own words for it, where they are others: it may not know what it holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
    },
    /// A seat asks to take back.
    TakebackAsked {
        /// Which.
        seat: u8,
    },
    /// A seat declines it.
    TakebackDeclined {
        /// Which.
        seat: u8,
    },
    /// Actions were taken back.
    TakenBack {
        /// For which seat.
        seat: u8,
        /// How many actions are left.
        ply: u32,
    },
    /// A seat offers a draw or agrees to one.
    DrawOffered {
        /// Which.
        seat: u8,
    },
    /// A seat declines a draw.
    DrawDeclined {
        /// Which.
        seat: u8,
        /// Why, where an engine says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<DrawReason>,
    },
    /// The game ended.
    Ended {
        /// Why.
        reason: EndReason,
        /// The seat that resigned, left or ran out of time.
        seat: Option<u8>,
        /// The result as in a record.
        result: String,
    },
    /// A seat is ready for another game.
    Ready {
        /// Which.
        seat: u8,
    },
    /// A seat declines another game; whoever was ready for it no longer is.
    AgainDeclined {
        /// Which.
        seat: u8,
    },
    /// An engine came to no answer.
    EngineFailed {
        /// Its seat.
        seat: u8,
        /// Whether it tries once more by itself; else the clocks stand still until somebody decides.
        again: bool,
    },
    /// An engine that has failed tries once more.
    EngineRetried {
        /// The seat that wants it.
        seat: u8,
    },
    /// The clocks stand still.
    Paused,
    /// The clocks go on.
    Resumed,
}

/// What a table is made with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// The options that differ from the defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who plays, in the order of the seats.
    pub slots: Vec<Slot>,
    /// The time that players have.
    #[serde(default)]
    pub clock: Clock,
    /// Who begins.
    #[serde(default)]
    pub begins: Begins,
    /// How many games the match has.
    pub games: u32,
    /// Actions that have been played when the first game starts.
    #[serde(default)]
    pub from: Vec<String>,
    /// The word that lets one sit down.
    pub invite: String,
}

/// Who is meant to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Slot {
    /// A person, who sits down by an event of its own.
    Person,
    /// An engine.
    Engine {
        /// From 1 to 8.
        level: u8,
    },
}

/// A person, told apart from others by the hash of the key that only that person has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub String);

/// The hash of a seat's token.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenHash(pub String);

/// Tags and comments of an imported record that mean nothing to a table. They are exported again unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Annotations {
    /// Tags that mean nothing to a table, and the date.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// Comments, each with the number of actions before it.
    #[serde(default)]
    pub comments: Vec<(u32, String)>,
}

impl Annotations {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.comments.is_empty()
    }
}
