//! The entries of a table's log, as they are stored.
//!
//! They are stored for ever: fields may be added with a default, none may be renamed or change its meaning.

use std::collections::BTreeMap;

use sarsen_protocol::{Begins, Clock, EndReason};
use serde::{Deserialize, Serialize};

use crate::Seed;

/// One entry of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What.
    #[serde(flatten)]
    pub what: What,
}

/// What happened. Players are counted from 1 and keep their number while seats change from game to game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum What {
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
        /// What the record that it was read from says besides.
        #[serde(default, skip_serializing_if = "Margin::is_empty")]
        margin: Margin,
    },
    /// An action was played.
    Acted {
        /// By which seat, counted from 1; none for chance.
        seat: Option<u8>,
        /// The notation.
        action: String,
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

/// What a record says that no rule asks for: it comes out again as it went in.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Margin {
    /// Tags that mean nothing to a table, and the date.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// Comments, each with the number of actions before it.
    #[serde(default)]
    pub comments: Vec<(u32, String)>,
}

impl Margin {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.comments.is_empty()
    }
}
