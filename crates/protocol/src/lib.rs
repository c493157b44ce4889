//! The messages between a table and its players.
//!
//! HTTP for single requests, WebSocket for what happens at a table. Everything is JSON; `docs/protocol.md` shows every
//! message with an example, and the TypeScript types of the browser client are generated from these types.
//!
//! Invariants:
//! - within a version, fields and kinds are only added, never renamed or given another meaning. Readers ignore fields
//!   that they do not know, and clients also messages of an unknown `kind`;
//! - a seat is a number from 1, an action is its notation, a time is in milliseconds (since the Unix epoch, or as a
//!   duration);
//! - the types hold only what one viewer may know. They are made from a view, never from a state.

mod ask;
mod game;
mod happening;
mod history;
mod http;
mod legal;
mod position;
mod push;
mod puzzle;
mod refusal;
mod speech;
mod study;
mod table;
mod tell;
mod transfer;

pub use ask::{Ask, AskKind, Hello};
pub use game::{GameInfo, OptionInfo, OptionValues, RulesText, SeatRange, VariantInfo};
pub use happening::{DrawReason, EndReason, Happened, Happening, PublicEvent};
pub use history::{History, PlayedGame};
pub use http::{
    About, ChooseName, CreateTable, Created, Join, Joined, NewPlayer, NewSeat, OpenTable,
    OpenTables, Player, SeatToken, TableSummary, Tables,
};
pub use legal::Legal;
pub use position::{
    Clocks, DescribedAction, Ending, Eyes, GameEvent, OutcomeInfo, PositionView, TurnInfo,
};
pub use push::{PushEndpoint, PushSubscription};
pub use puzzle::{PuzzleAnswer, PuzzlePosition, PuzzleSet, PuzzleSets, PuzzleTry, PuzzleVerdict};
pub use refusal::{Refusal, RefusalCode};
pub use speech::Speech;
pub use study::{
    Analysis, Line, Preview, SaveStudy, SavedStudy, Story, StoryEntry, StudyAsk, StudyPosition,
    StudySaved, StudyStep, StudyVariation,
};
pub use table::{
    Begins, Clock, MatchGame, MatchInfo, PlayerNumber, SeatInfo, Sitter, Status, TableInfo,
};
pub use tell::{Tell, Welcome};
pub use transfer::{QrCode, TakeTransfer, Transfer, TransferState};

/// The version of the protocol. It is part of every path (`/api/v1/…`) and of [`Hello`].
pub const VERSION: u32 = 1;

/// The longest message that a server reads from a WebSocket, in bytes. Records for study are the longest.
pub const MAX_MESSAGE_BYTES: usize = 64 << 10;

/// The longest player name, in characters.
pub const MAX_NAME_CHARS: usize = 32;
