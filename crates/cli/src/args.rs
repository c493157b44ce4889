//! The command line: what can be asked, and how it is explained.

use std::net::IpAddr;
use std::path::PathBuf;

use anstream::ColorChoice;
use clap::{Args as ClapArgs, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use sarsen_core::Lang;

use crate::engine_args;

/// Play, study and solve five games of standing stones.
#[derive(Parser, Debug)]
#[command(
    name = "sarsen",
    version,
    max_term_width = 100,
    after_help = "Examples:\n  \
        sarsen                                        play in the browser: the same as sarsen serve\n  \
        sarsen games                                  which games there are, with their options\n  \
        sarsen random stonehenge --seed 7 | sarsen show -   a random game, and how it ended\n  \
        sarsen rules stonehenge --lang fr             the rules in French\n\n\
        A FILE is a record; `-` reads standard input.\n\
        Exit codes: 0 all went well, 1 something failed, 2 the input is wrong."
)]
pub(crate) struct Args {
    /// When to use colours; `auto` also respects NO_COLOR
    #[arg(long, value_enum, default_value_t, global = true)]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Args {
    /// What was asked; `sarsen` alone serves.
    pub(crate) fn parse_or_serve() -> (Color, Command) {
        // A number below zero is a wrong number and no unknown option.
        let numbers = |command: clap::Command| {
            command.mut_args(|arg| {
                let takes_value = arg.get_action().takes_values();
                arg.allow_negative_numbers(takes_value)
            })
        };
        let matches = Args::command().mut_subcommands(numbers).get_matches();
        let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let serve = || Args::parse_from(["sarsen", "serve"]).command;
        match args.command.or_else(serve) {
            Some(command) => (args.color, command),
            None => unreachable!("`serve` is a command"),
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    pub(crate) fn write_global(self) {
        let choice = match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the table to browsers; what `sarsen` does when nothing else is said
    #[command(after_help = "Examples:\n  \
        sarsen serve                          play on this machine\n  \
        sarsen serve --host 0.0.0.0           play with others of this network\n  \
        sarsen serve --data /srv/sarsen --log json\n\n\
        For play across the internet let a reverse proxy speak TLS and pass everything on to this address, WebSockets \
        included: see docs/operation.md.")]
    Serve(ServeArgs),
    /// Write all tables as records
    #[command(after_help = "Example:\n  sarsen export > tables.sarsen\n\n\
        The server must not be running on the same folder.")]
    Export(DataArgs),
    /// Read tables from records that `sarsen export` wrote, or from any others
    #[command(after_help = "Example:\n  sarsen import tables.sarsen\n\n\
        A table that is there already is left as it is.")]
    Import(ImportArgs),
    /// Check that the luck of a record is what its seed gives
    #[command(after_help = "Example:\n  sarsen verify game.sarsen\n\n\
        The record of a finished game has the tags SeedHash, which was shown before the game, and Seed.")]
    Verify(FileArgs),
    /// List what can be done after a record's last action
    #[command(after_help = "Example:\n  sarsen legal game.sarsen\n\n\
        One action a line, sorted. For chance: every outcome with its probability.")]
    Legal(RecordArgs),
    /// Play through records and say where they lead
    #[command(after_help = "Example:\n  sarsen random stonehenge --count 3 | sarsen replay -\n\n\
        One line a record: `to act: seat 1`, `chance` or `over: 1-0 score 0 3`.")]
    Replay(FileArgs),
    /// Show the position at the end of a record
    #[command(after_help = "Examples:\n  \
        sarsen show game.sarsen                    the board as text\n  \
        sarsen show game.sarsen --svg > board.svg  a picture\n  \
        sarsen show game.sarsen --json --seat 2    what seat 2 may know\n  \
        sarsen show game.sarsen --at 10            after ten actions\n  \
        sarsen show game.sarsen --json --action G4 what G4 would bring about")]
    Show(ShowArgs),
    /// Write records of random play
    #[command(
        after_help = "Example:\n  sarsen random stonehenge --seed 1 --count 100 --option druids=hidden\n\n\
        The same seed gives the same bytes on every machine."
    )]
    Random(RandomArgs),
    /// Count the action sequences of a length
    #[command(after_help = "Examples:\n  \
        sarsen perft stonehenge --depth 4\n  \
        sarsen perft stonehenge --depth 5 --symmetry\n  \
        sarsen perft stonehenge --depth 2 --divide --from game.sarsen")]
    Perft(PerftArgs),
    /// List the games with their options and variants
    Games(GamesArgs),
    /// Print the rules of a game, in our own words
    #[command(
        after_help = "Examples:\n  sarsen rules stonehenge --lang ja\n  sarsen rules stonehenge --rule K5"
    )]
    Rules(RulesArgs),
    /// Add up the scores of a match: the records of one file
    #[command(after_help = "Example:\n  sarsen match evening.sarsen\n\n\
        Players are told apart by the names in their Seat tags, so they may change seats.")]
    Match(FileArgs),
    /// Ask an engine for its advice after a record's last action
    #[command(after_help = "Examples:\n  \
        sarsen hint game.sarsen\n  \
        sarsen hint game.sarsen --time 5s --lines 5 --json\n\n\
        The engine knows what the seat to act may know, and no more.")]
    Hint(engine_args::HintArgs),
    /// Judge every decision of a game
    #[command(after_help = "Examples:\n  \
        sarsen analyse game.sarsen\n  \
        sarsen analyse game.sarsen --time 200ms --svg > graph.svg\n\n\
        For each action: seat 1's winning chance, what the decision lost, what was better; for throws, luck.")]
    Analyse(engine_args::AnalyseArgs),
    /// Prove who wins a position of Stonehenge
    #[command(after_help = "Examples:\n  \
        sarsen solve game.sarsen\n  \
        sarsen solve game.sarsen --checkpoint solved.bin --time 1h --memory 4096\n  \
        sarsen solve game.sarsen --proof proof.txt && sarsen check-proof proof.txt game.sarsen")]
    Solve(engine_args::SolveArgs),
    /// Check a proof with the rules of the game alone
    CheckProof(engine_args::CheckProofArgs),
    /// Let engines play against each other
    #[command(after_help = "Examples:\n  \
        sarsen arena stonehenge 8 uct --games 200 --time 1s\n  \
        sarsen arena logan 5 4 --games 400 --sprt 0,50 --records match.sarsen\n  \
        sarsen arena cathedral 8 'ugi:./engine --ugi' --time 1s\n  \
        sarsen arena --ladder stonehenge --time 1s")]
    Arena(engine_args::ArenaArgs),
    /// Speak the Universal Game Interface on standard input and output
    #[command(after_help = "Example:\n  sarsen ugi stonehenge")]
    Ugi(engine_args::UgiArgs),
    /// Make exact tables or learn weights
    #[command(after_help = "Examples:\n  \
        sarsen table holes --pieces 3 --out endings.table && sarsen hint game.sarsen --table endings.table\n  \
        sarsen table holes --learn 200000 --out holes.weights\n  \
        sarsen table cathedral --learn 1500 --out cathedral.weights")]
    Table(engine_args::TableArgs),
    /// Measure something of a game
    #[command(after_help = "Example:\n  sarsen bench sun-hands --throws 2000")]
    Bench(BenchArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  sarsen completions bash > ~/.local/share/bash-completion/completions/sarsen"
    )]
    Completions(CompletionsArgs),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct DataArgs {
    /// The folder with the tables; by default one in the user's data folder
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ImportArgs {
    #[command(flatten)]
    pub(crate) data: DataArgs,
    /// The file with the records; `-` for standard input
    pub(crate) file: PathBuf,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) data: DataArgs,
    /// The address to listen on; only this machine can reach the default
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8470)]
    pub(crate) port: u16,
    /// Do not open the browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// How many engines think at a time about hints and analyses; by default one less than there are cores
    #[arg(long, value_name = "N")]
    pub(crate) engines: Option<usize>,
    #[command(flatten)]
    pub(crate) endings: engine_args::EndingsArgs,
    /// How the log is written to standard error; RUST_LOG says how much
    #[arg(long, value_enum, default_value_t)]
    pub(crate) log: LogForm,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum LogForm {
    #[default]
    Text,
    Json,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct FileArgs {
    /// The file with the records; `-` for standard input
    pub(crate) file: PathBuf,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RecordArgs {
    /// The file with the record; `-` for standard input
    pub(crate) file: PathBuf,
    /// Which record of a file with several, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) record: Option<u32>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// The state as JSON
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,
    /// A picture
    #[arg(long)]
    pub(crate) svg: bool,
    /// The last throw of `sun` as bytes for playback; the format is in the library's documentation
    #[arg(long, conflicts_with_all = ["json", "svg", "seat"])]
    pub(crate) trajectory: bool,
    /// Only what this seat may know
    #[arg(long, value_name = "N")]
    pub(crate) seat: Option<usize>,
    /// The position after so many actions
    #[arg(long, value_name = "COUNT")]
    pub(crate) at: Option<usize>,
    /// In the JSON, what this action would bring about
    #[arg(long, value_name = "ACTION", requires = "json", conflicts_with = "svg")]
    pub(crate) action: Option<String>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct GameArgs {
    /// The game's id
    pub(crate) game: String,
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RandomArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// What the play is drawn from
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many games
    #[arg(long, value_name = "M", default_value_t = 1)]
    pub(crate) count: u64,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// How many actions
    #[arg(long, value_name = "N")]
    pub(crate) depth: u32,
    /// Print what each first action contributes
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count positions that are images of each other once: the same number, sooner
    #[arg(long)]
    pub(crate) symmetry: bool,
    /// Begin after the last action of this record
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Which record of that file, counted from 1
    #[arg(long, value_name = "N", requires = "from", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) record: Option<u32>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct BenchArgs {
    /// What is measured
    #[arg(value_enum)]
    pub(crate) what: Bench,
    /// How many throws each number is measured with
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = 400)]
    pub(crate) throws: u32,
    /// What chance is drawn from
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// What can be measured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Bench {
    /// How often each level of tremor passes a gap of 45 to 80 mm in `sun`
    SunHands,
    /// How many more positions two threads look at than one, in `cathedral` and `stonehenge`
    Cores,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct GamesArgs {
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// The language of names and sentences: en, fr or ja
    #[arg(long, default_value = "en", value_parser = parse_lang)]
    pub(crate) lang: Lang,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RulesArgs {
    /// The game's id
    pub(crate) game: String,
    /// The language: en, fr or ja
    #[arg(long, default_value = "en", value_parser = parse_lang)]
    pub(crate) lang: Lang,
    /// Only the rule of this id
    #[arg(long, value_name = "ID")]
    pub(crate) rule: Option<String>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

fn parse_lang(code: &str) -> Result<Lang, sarsen_core::ParseLangError> {
    code.parse()
}
