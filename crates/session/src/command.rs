//! The commands that a table accepts.

use sarsen_core::Seat;
use sarsen_protocol::DrawReason;

use crate::{Observer, PlayerId, Seed, TokenHash};

/// The time and the randomness that a command is decided with.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Milliseconds since 1970.
    pub at: u64,
    /// Milliseconds by a monotonic clock.
    pub tick: u64,
    /// Unpredictable bytes: the seed of the game that the command may start.
    pub seed: Seed,
}

/// A person who sits down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The person.
    pub who: PlayerId,
    /// The name shown to others.
    pub name: String,
    /// The hash of the token that gives access to the seat.
    pub token: TokenHash,
}

/// A command. The caller has verified that the sender holds the seat.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Sit down.
    Sit {
        /// The person.
        seating: Seating,
        /// The seat; any open one if `None`.
        seat: Option<Seat>,
    },
    /// Give a seat a new token.
    Retoken {
        /// The seat.
        seat: Seat,
        /// The hash of the new token.
        token: TokenHash,
        /// A new name for the person in it, if it has changed.
        name: Option<String>,
    },
    /// Play an action.
    Act {
        /// The sender: it must hold the seat to act and, on a shared screen, be the one looking.
        by: Observer,
        /// The game the action is meant for.
        game: u32,
        /// The number of actions before it.
        ply: u32,
        /// The notation.
        action: String,
    },
    /// Resign.
    Resign {
        /// The resigning seat.
        seat: Seat,
    },
    /// Offer a draw or agree to one.
    OfferDraw {
        /// The offering seat.
        seat: Seat,
    },
    /// Decline a draw.
    DeclineDraw {
        /// The declining seat.
        seat: Seat,
        /// The reason, if an engine declines.
        because: Option<DrawReason>,
    },
    /// Ask for a takeback, or agree to one.
    TakeBack {
        /// The asking seat.
        seat: Seat,
    },
    /// Decline a takeback.
    DeclineTakeback {
        /// The declining seat.
        seat: Seat,
    },
    /// Ask for a rematch, or agree to one.
    Again {
        /// The asking seat.
        seat: Seat,
    },
    /// Decline a rematch.
    DeclineAgain {
        /// The declining seat.
        seat: Seat,
    },
    /// Stand up.
    Leave {
        /// The leaving seat.
        seat: Seat,
    },
    /// Close a table at which a game is not finished, or has not begun.
    Close {
        /// The seats of the person who closes it.
        seats: Vec<Seat>,
    },
    /// An engine failed to answer.
    EngineFailed {
        /// Its seat.
        seat: Seat,
        /// Whether it will be tried once more automatically.
        again: bool,
    },
    /// Let a failed engine try again.
    RetryEngine {
        /// The asking seat.
        seat: Seat,
    },
    /// End a game whose engine has failed, without a result.
    EndUnplayed,
    /// Check whether a clock has run out.
    Tick,
    /// Hold the clocks.
    Pause,
    /// Release the clocks.
    Resume,
}
