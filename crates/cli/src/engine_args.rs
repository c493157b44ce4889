//! The arguments of the commands that search.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use sarsen_arena::Spec;
use sarsen_core::{MAX_SEATS, Seat};
use sarsen_search::{Engines, GameClock, Level, Limits};

use crate::args::{GameArgs, RecordArgs};
use crate::duration::{parse_duration, parse_time};
use crate::input::BadInput;

/// The limits of a search.
#[derive(ClapArgs, Debug)]
pub(crate) struct LimitArgs {
    /// The time for one decision, such as 500ms, 90s or 1m30s
    #[arg(long, value_name = "DURATION", value_parser = parse_time, default_value = "1s")]
    pub(crate) time: Duration,
    /// Stop after this many positions or playouts instead: the same result on every machine
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// The seed for random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The number of threads; by default all cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The memory for tables and trees, in MB
    #[arg(long, value_name = "MB", value_parser = parse_memory, default_value = "256")]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) endings: EndgameTableArgs,
}

/// Data that engines can use.
#[derive(ClapArgs, Debug)]
pub(crate) struct EndgameTableArgs {
    /// Exact endings written by `sarsen table GAME --pieces N --out FILE`
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
}

impl EndgameTableArgs {
    /// The engines, with the exact endings, if named.
    pub(crate) fn engines(&self) -> anyhow::Result<Engines> {
        let Some(path) = &self.table else { return Ok(Engines::default()) };
        Engines::default()
            .with_table(path)
            .map_err(|error| BadInput::error(format!("{}: {error}", path.display())))
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
    /// The strength of the adviser, from 1 to 8
    #[arg(long, value_name = "LEVEL", default_value = "8")]
    pub(crate) level: Level,
    /// How many actions to show, each with the line of play expected after it
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 3)]
    pub(crate) lines: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// Print JSON
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,
    /// Print the graph of seat 1's winning chance as a picture
    #[arg(long)]
    pub(crate) svg: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct SolveArgs {
    /// The file with the record; `-` for standard input
    #[arg(required_unless_present = "first_actions")]
    pub(crate) file: Option<PathBuf>,
    /// Which record of a file with several, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) record: Option<u32>,
    /// Solve a game from its start: the positions after each first action, weakest-looking first, and print what is
    /// known of each. The game is needed only if several can be solved
    #[arg(long, alias = "first-druids", value_name = "GAME", num_args = 0..=1, conflicts_with_all = ["file", "record", "proof"])]
    pub(crate) first_actions: Option<Option<String>>,
    /// Keep proven positions in this file, and start with those already there
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Write the winning replies to this file, for `sarsen check-proof`
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// In the proof, leave positions with at most this many empty cells to plain search
    #[arg(long, value_name = "CELLS", default_value_t = 7)]
    pub(crate) plain_from: u32,
    /// Give up after this time, such as 90s or 2h40m
    #[arg(long, value_name = "DURATION", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// The number of threads; by default all cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The memory for the transposition table, in MB
    #[arg(long, value_name = "MB", value_parser = parse_memory, default_value = "256")]
    pub(crate) memory: Memory,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct CheckProofArgs {
    /// The proof that `sarsen solve --proof` wrote, followed by its record; or a checkpoint of `sarsen solve
    /// --first-actions`, without a record
    #[arg(required_unless_present = "built_in")]
    pub(crate) proof: Option<PathBuf>,
    /// The file with the record of the position; `-` for standard input
    #[arg(conflicts_with_all = ["built_in", "sample", "solver", "part", "seed"])]
    pub(crate) file: Option<PathBuf>,
    /// Which record of a file with several, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "file")]
    pub(crate) record: Option<u32>,
    /// Check the results that come with the program. The game is needed only if several can be solved
    #[arg(long, value_name = "GAME", num_args = 0..=1, conflicts_with = "proof")]
    pub(crate) built_in: Option<Option<String>>,
    /// Of the positions on which the results of a checkpoint rest, search this many again by plain search
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) sample: usize,
    /// Chooses the sample
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Search all the others again by the solver, without the checkpoint
    #[arg(long)]
    pub(crate) solver: bool,
    /// Search only the K-th of N parts of them again, for several runs or machines
    #[arg(long, value_name = "K/N", value_parser = parse_part, default_value = "1/1")]
    pub(crate) part: (usize, usize),
    /// The number of threads for searching again; by default all cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The memory of the solver, in MB
    #[arg(long, value_name = "MB", value_parser = parse_memory, default_value = "256")]
    pub(crate) memory: Memory,
}

/// `2/5`: the second of five parts, counted from 0.
fn parse_part(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(part, parts)| {
        Some((part.parse::<usize>().ok()?, parts.parse::<usize>().ok()?))
    });
    match numbers {
        Some((part, parts)) if (1..=parts).contains(&part) => Ok((part - 1, parts)),
        _ => Err(format!("`{text}` is not a part: write 1/4 for the first of four")),
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The contestants, two or more: a level, `sarsen[weights=FILE]:LEVEL`, `uct`, `random`, `ugi:COMMAND` or `ugi[NAME=VALUE,…]:COMMAND`. More than
    /// two play a round robin
    #[arg(required_unless_present = "ladder")]
    pub(crate) contestants: Vec<Spec>,
    /// Measure all levels and print the table for the documentation
    #[arg(long, conflicts_with_all = ["contestants", "sprt", "opening", "openings", "margin"])]
    pub(crate) ladder: bool,
    /// The number of games between each two contestants; an even number, since games come in pairs with the same chance
    /// and swapped seats. For a ladder: games per rung, a quarter of them against UCT, or the number of examined
    /// decisions
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 200)]
    pub(crate) games: usize,
    /// The number of random actions at the start of each game
    #[arg(long, value_name = "N", conflicts_with = "openings")]
    pub(crate) opening: Option<usize>,
    /// Start from these records: each pair of games takes the next one, starting over after the last
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Stop a match of two as soon as it is clear which of two Elo differences fits better, with at most 5 % for either
    /// error
    #[arg(long, value_name = "LOW,HIGH", value_parser = parse_sprt)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Give each seat a clock for the whole game instead of a time for each decision: the time at the start and what is
    /// added after each action, such as 60s+1s or 1s+0. Who exceeds it loses the game
    #[arg(long, value_name = "DURATION+DURATION", value_parser = parse_clock, conflicts_with_all = ["time", "nodes", "ladder"])]
    pub(crate) clock: Option<GameClock>,
    /// How much a program (`ugi:`) may exceed its time before it loses the game
    #[arg(long, value_name = "DURATION", value_parser = parse_time, default_value = "500ms")]
    pub(crate) margin: Duration,
    /// Append the records to this file (for a ladder: to files in this folder), and do not replay games that are
    /// already there
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl ArenaArgs {
    /// The number of games played at once: each is timed by its thread's CPU clock, so all cores can be used.
    pub(crate) fn workers(&self) -> usize {
        self.limits.limits().threads
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct OpeningsArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Who plays all seats: a level, `sarsen[weights=FILE]:LEVEL`, `uct` or `random`
    #[arg(default_value = "8")]
    pub(crate) player: Spec,
    /// The length of the openings: every sequence of this many actions, those of chance included, and only once if they are
    /// equal up to the symmetry of the board. 0: the start of the game
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "openings")]
    pub(crate) depth: usize,
    /// Take the openings from the records of this file instead
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Report openings whose last actions begin with the same N characters as one
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) group: Option<usize>,
    /// Only this many openings, drawn by the seed; of each group, if there are groups
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) sample: Option<usize>,
    /// The number of games for each opening
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 10)]
    pub(crate) games: usize,
    /// The number of random actions after each opening, which make games differ where nothing is left to chance
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) random: usize,
    /// Whose share is reported: a seat, or `next` for the one that acts first after the opening
    #[arg(long, value_name = "SEAT", value_parser = parse_whose, default_value = "1")]
    pub(crate) seat: WhoseShare,
    /// Append the records to this file, and do not play games again that are already there
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Write a picture of the shares to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// The seat whose share is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WhoseShare {
    Seat(Seat),
    /// The seat that acts first after the opening.
    Next,
}

fn parse_whose(text: &str) -> Result<WhoseShare, String> {
    if text == "next" {
        return Ok(WhoseShare::Next);
    }
    let seat = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let seat = seat.filter(|&index| index < MAX_SEATS).and_then(Seat::from_index);
    seat.map(WhoseShare::Seat).ok_or_else(|| format!("`{text}` is not a seat: write 1 or `next`"))
}

#[derive(ClapArgs, Debug)]
pub(crate) struct UgiArgs {
    /// The game's id; `sarsen games` lists them
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) endings: EndgameTableArgs,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct TableArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Solve all positions with this many pieces per seat, 1 to 4. Four take 6 GB of memory and hours on all cores; a
    /// checkpoint beside the file of --out is written every quarter of an hour, and the same command resumes from it
    #[arg(long, value_name = "N", conflicts_with = "learn")]
    pub(crate) pieces: Option<u8>,
    /// Learn the evaluation weights from this many games of self-play (where positions are solved instead: from this
    /// many for each number of empty cells), and print them
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) learn: Option<u32>,
    /// The seed of the self-play
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

fn parse_clock(text: &str) -> Result<GameClock, String> {
    let (initial, increment) =
        text.split_once('+').ok_or_else(|| format!("`{text}` is not a clock: write 60s+1s"))?;
    Ok(GameClock { initial: parse_time(initial)?, increment: parse_duration(increment)? })
}

fn parse_sprt(text: &str) -> Result<(f64, f64), String> {
    let parts =
        text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    parts
        .filter(|(low, high): &(f64, f64)| low < high)
        .ok_or_else(|| format!("`{text}`: write LOW,HIGH such as 0,20"))
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PuzzlesArgs {
    /// The game's id; `sarsen games` lists them
    pub(crate) game: String,
    /// The number of puzzles
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) count: usize,
    /// The seed of the engine games
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The file to write; one that the same command has begun is continued
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
