//! The arguments of `play`, `stats` and `man`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use sarsen_core::Lang;

use crate::args::{GameArgs, parse_lang};
use crate::commands::play::seating;
use crate::duration::parse_time;
use crate::engine_args::EndgameTableArgs;

#[derive(ClapArgs, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The players, seat 1 first: a name (`me` for none) or the level of the computer, from 1 to 8. By default you
    /// begin against level 3, or the players of the record continue
    #[arg(long, value_name = "WHO,WHO", value_parser = seating::parse)]
    pub(crate) seats: Option<Seats>,
    /// Keep the record in this file; an existing one is continued
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Start after the last action of this record
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// The computer's time for one decision, such as 500ms, 90s or 1m30s
    #[arg(long, value_name = "DURATION", value_parser = parse_time, default_value = "1s")]
    pub(crate) time: Duration,
    /// Limit the computer to this many positions or playouts instead
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// The seed for chance and the computer; unpredictable by default
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) endings: EndgameTableArgs,
    /// The language: en, fr or ja
    #[arg(long, default_value = "en", value_parser = parse_lang)]
    pub(crate) lang: Lang,
}

/// The players; an alias, because clap reads a `Vec` as an argument that may be repeated.
type Seats = Vec<seating::Sitter>;

#[derive(ClapArgs, Debug)]
pub(crate) struct StatsArgs {
    /// Files with records; `-` for standard input
    #[arg(required_unless_present = "random", conflicts_with = "random")]
    pub(crate) files: Vec<PathBuf>,
    /// Measure random play of this game instead
    #[arg(long, value_name = "GAME")]
    pub(crate) random: Option<String>,
    /// An option of the game; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "random")]
    pub(crate) options: Vec<String>,
    /// A variant: a named set of options, which --option can modify
    #[arg(long, value_name = "ID", requires = "random")]
    pub(crate) variant: Option<String>,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "random", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// The seed: the games are those of `sarsen random` with this seed
    #[arg(long, value_name = "N", default_value_t = 0, requires = "random")]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ManArgs {
    /// Write one page per command to this folder; otherwise the page of `sarsen` is printed
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}
