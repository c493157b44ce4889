//! What players can say to each other at a table.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One of a fixed set of phrases and reactions. There is no free text, so that there is nothing to moderate; every reader sees
/// them in their own language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Speech {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Thank you!
    Thanks,
    /// Sorry!
    Sorry,
    /// One moment, please.
    OneMoment,
    /// Another game?
    AnotherGame,
    /// Goodbye!
    Goodbye,
    /// A smile.
    Smile,
    /// Surprise.
    Surprise,
    /// Applause.
    Applause,
    /// Thinking hard.
    Thinking,
}
