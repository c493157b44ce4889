//! The arguments of the commands that think.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args as ClapArgs;
use sarsen_arena::Spec;
use sarsen_search::games::holes::{EndgameTable, EndgameTableError, use_table};
use sarsen_search::{Level, Limits};

use crate::args::{GameArgs, RecordArgs};
use crate::input::BadInput;

/// What a search may use.
#[derive(ClapArgs, Debug)]
pub(crate) struct LimitArgs {
    /// The time for one decision, such as 500ms, 2s or 1m
    #[arg(long, value_name = "T", value_parser = parse_time, default_value = "1s")]
    pub(crate) time: Duration,
    /// Stop after so many positions or playouts instead: the same answer on every machine
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// What is random is drawn from this
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many threads; all cores if nothing is said. In the arena: how many games at once, each on one thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The memory for tables and trees, in MB
    #[arg(long, value_name = "MB", value_parser = parse_memory, default_value = "256")]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) endings: EndgameTableArgs,
}

/// What engines know beforehand.
#[derive(ClapArgs, Debug)]
pub(crate) struct EndgameTableArgs {
    /// Exact endings of holes that `sarsen table holes --pieces 3 --out FILE` wrote. On the ladder of holes the examiner alone has them
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
}

impl EndgameTableArgs {
    /// Lets all engines have the exact endings, if some are named.
    pub(crate) fn share(&self) -> anyhow::Result<()> {
        self.with(use_table).map(Option::unwrap_or_default)
    }

    /// The exact endings, if some are named, for one who keeps them.
    pub(crate) fn keep(&self) -> anyhow::Result<Option<EndgameTable>> {
        self.with(EndgameTable::read)
    }

    fn with<T>(
        &self,
        read: fn(&Path) -> Result<T, EndgameTableError>,
    ) -> anyhow::Result<Option<T>> {
        let Some(path) = &self.table else { return Ok(None) };
        let told = read(path);
        told.map(Some).map_err(|error| BadInput::error(format!("{}: {error}", path.display())))
    }
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        let defaults = Limits::default();
        Limits {
            time: self.nodes.is_none().then_some(self.time),
            nodes: self.nodes,
            seed: self.seed,
            threads: self.threads.map_or(defaults.threads, usize::from),
            memory: self.memory.bytes,
            ..defaults
        }
    }
}

/// The memory of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    pub(crate) bytes: usize,
}

fn parse_memory(text: &str) -> Result<Memory, String> {
    let count = text.parse().map_err(|error: std::num::ParseIntError| error.to_string())?;
    Limits::megabytes(count).map(|bytes| Memory { bytes })
}

#[derive(ClapArgs, Debug)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// How strong the adviser is, from 1 to 8
    #[arg(long, value_name = "L", default_value = "8")]
    pub(crate) level: Level,
    /// How many lines
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 3)]
    pub(crate) lines: usize,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// As JSON
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,
    /// The graph of seat 1's winning chance as a picture
    #[arg(long)]
    pub(crate) svg: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct SolveArgs {
    /// The file with the record; `-` for standard input
    #[arg(required_unless_present = "first_druids")]
    pub(crate) file: Option<PathBuf>,
    /// Which record of a file with several, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) record: Option<u32>,
    /// Solve the empty board, one first druid after the other, the ones that look weakest first, and say what is known of each
    #[arg(long, conflicts_with_all = ["file", "record", "proof"])]
    pub(crate) first_druids: bool,
    /// Keep what is proved in this file, and begin with what is there
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Write the winning replies to this file, for `sarsen check-proof`
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// In the proof, leave positions with at most so many empty cells to plain search
    #[arg(long, value_name = "CELLS", default_value_t = 7)]
    pub(crate) plain_from: u32,
    /// Give up after this time
    #[arg(long, value_name = "T", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// How many threads; all cores if nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The memory for the table, in MB
    #[arg(long, value_name = "MB", value_parser = parse_memory, default_value = "256")]
    pub(crate) memory: Memory,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct CheckProofArgs {
    /// The proof that `sarsen solve --proof` wrote
    pub(crate) proof: PathBuf,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The contestants, two or more: a level, `uct`, `random`, `ugi:COMMAND` or `ugi[NAME=VALUE,…]:COMMAND`. Of more than two, each meets each
    #[arg(required_unless_present = "ladder")]
    pub(crate) contestants: Vec<Spec>,
    /// Measure all levels and print the table for the documents
    #[arg(long, conflicts_with_all = ["contestants", "sprt", "opening", "openings", "margin"])]
    pub(crate) ladder: bool,
    /// How many games each two contestants play; they come in pairs with the same luck and the seats changed, so the number is even. Of a ladder: how many a rung, a quarter of them against UCT; of holes: how many decisions
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 200)]
    pub(crate) games: usize,
    /// How many actions are played at random first
    #[arg(long, value_name = "N", conflicts_with = "openings")]
    pub(crate) opening: Option<usize>,
    /// Begin with these records: each pair of games with the next one, from the first again after the last
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Stop a match of two as soon as it is clear which of two Elo differences fits better, with at most 5 % for either error
    #[arg(long, value_name = "LOW,HIGH", value_parser = parse_sprt)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// What a program (`ugi:`) may take beyond its time before it loses the game
    #[arg(long, value_name = "T", value_parser = parse_time, default_value = "500ms")]
    pub(crate) margin: Duration,
    /// Append the records to this file (of a ladder: to files in this folder), and do not play again what is there
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl ArenaArgs {
    /// How many games are played at once: each is timed by its thread's own clock, so all cores can work.
    pub(crate) fn workers(&self) -> usize {
        self.limits.limits().threads
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct UgiArgs {
    /// The game's id
    pub(crate) game: String,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct TableArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Solve all positions with so many pieces a seat (holes, 1 to 4). Four take 6 GB of memory and hours on all cores; beside the file of --out what is computed so far is kept every quarter of an hour, and the same command goes on from it
    #[arg(long, value_name = "N", conflicts_with = "learn")]
    pub(crate) pieces: Option<u8>,
    /// Learn the judgement's weights from so many games of self-play (stonehenge: so many solved positions for each number of empty cells), and print them
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) learn: Option<u32>,
    /// What self-play is drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write the result to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().map_err(|error| error.to_string())?;
    if number == 0 { Err("at least 1 is needed".to_owned()) } else { Ok(number) }
}

pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 =
        number.parse().map_err(|_| format!("`{text}` is no time: write 500ms, 2s or 1m"))?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("`{text}` is no time: write 500ms, 2s, 1m or 1h")),
    };
    if seconds == 0.0 {
        return Err("no time is too little".to_owned());
    }
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("`{text}` is no time that can be kept"))
}

fn parse_sprt(text: &str) -> Result<(f64, f64), String> {
    let parts =
        text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    parts
        .filter(|(low, high): &(f64, f64)| low < high)
        .ok_or_else(|| format!("`{text}`: write LOW,HIGH such as 0,20"))
}
