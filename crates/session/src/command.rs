//! What can be asked of a table.

use sarsen_protocol::DrawReason;

use crate::{Observer, PlayerId, Seed, TokenHash};

/// The world outside at the time of a command.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Milliseconds since 1970.
    pub at: u64,
    /// Milliseconds by a clock that never jumps.
    pub tick: u64,
    /// Fresh bytes that nobody can guess: the seed of the game that the command may start.
    pub seed: Seed,
}

/// Somebody who sits down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// Who.
    pub who: PlayerId,
    /// The name for others to read.
    pub name: String,
    /// The hash of the token that will open the seat.
    pub token: TokenHash,
}

/// What is asked. Seats are counted from 1; the caller has made sure that who asks holds that seat.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Sit down.
    Sit {
        /// Who.
        seating: Seating,
        /// Where; any open seat when nothing is said.
        seat: Option<u8>,
    },
    /// Give a seat a new token.
    Retoken {
        /// The seat.
        seat: u8,
        /// The hash of the new token.
        token: TokenHash,
        /// Another name for the person in it, if it has changed.
        name: Option<String>,
    },
    /// Play an action.
    Act {
        /// Who asks: it needs the seat to act and, at one screen, to be looking.
        by: Observer,
        /// The game that it is meant for.
        game: u32,
        /// The number of actions before it.
        ply: u32,
        /// The notation.
        action: String,
    },
    /// Give the game up.
    Resign {
        /// Which seat.
        seat: u8,
    },
    /// Offer a draw or agree to one.
    OfferDraw {
        /// Which seat.
        seat: u8,
    },
    /// Decline a draw.
    DeclineDraw {
        /// Which seat.
        seat: u8,
        /// Why, where an engine says so.
        because: Option<DrawReason>,
    },
    /// Ask to take back, or agree to it.
    TakeBack {
        /// Which seat.
        seat: u8,
    },
    /// Decline to take back.
    DeclineTakeback {
        /// Which seat.
        seat: u8,
    },
    /// Be ready for another game.
    Again {
        /// Which seat.
        seat: u8,
    },
    /// Decline the other game that somebody is ready for.
    DeclineAgain {
        /// Which seat.
        seat: u8,
    },
    /// Stand up.
    Leave {
        /// Which seat.
        seat: u8,
    },
    /// An engine came to no answer.
    EngineFailed {
        /// Its seat.
        seat: u8,
        /// Whether it tries once more by itself.
        again: bool,
    },
    /// Let an engine that has failed try again.
    RetryEngine {
        /// Which seat asks.
        seat: u8,
    },
    /// End a game whose engine has failed: it counts for nobody.
    EndUnplayed,
    /// Look at the clocks.
    Tick,
    /// Hold the clocks.
    Pause,
    /// Let the clocks go on.
    Resume,
}
