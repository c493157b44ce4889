//! The command line: what can be asked, and how it is explained.

use std::net::IpAddr;
use std::path::PathBuf;

use anstream::ColorChoice;
use clap::{Args as ClapArgs, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use sarsen_core::Lang;

use crate::{engine_args, play_args};

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
        sarsen serve --data /srv/sarsen --log json\n  \
        sarsen serve --store postgres://sarsen@db/sarsen --bus nats://bus   one of several servers\n\n\
        For play across the internet let a reverse proxy speak TLS and pass everything on to this address, WebSockets \
        included: see docs/operation.md.")]
    Serve(ServeArgs),
    /// Let engines think for servers that share a bus
    #[command(after_help = "Example:\n  sarsen worker --bus nats://127.0.0.1:4222\n\n\
        It keeps nothing, so any number of them may be started and killed at any time: see docs/operation.md.")]
    Worker(WorkerArgs),
    /// Play in this terminal
    #[command(after_help = "Examples:\n  \
        sarsen play stonehenge                          against the computer\n  \
        sarsen play holes --seats 5,Ada                 the computer begins, at level 5\n  \
        sarsen play logan --seats Ada,Bo                two people, with a curtain between their turns\n  \
        sarsen play stonehenge --variant face-down --record evening.sarsen\n\n\
        Choose with the arrow keys or type notation; F1 lists the keys. A record that is there already is gone on with.")]
    Play(play_args::PlayArgs),
    /// Write all tables as records
    #[command(after_help = "Example:\n  sarsen export > tables.sarsen\n\n\
        The server must not be running on the same folder; on a PostgreSQL database it may.")]
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
    #[command(after_help = "Examples:\n  \
        sarsen legal game.sarsen\n  \
        sarsen legal --of holes/pieces=1/29h0s0/28h0s0/t1/--/-\n\n\
        One action a line, sorted. For chance: every outcome with its probability.")]
    Legal(PositionArgs),
    /// Play through records and say where they lead
    #[command(after_help = "Example:\n  sarsen random stonehenge --count 3 | sarsen replay -\n\n\
        One line a record: `to act: seat 1`, `chance` or `over: 1-0 score 0 3`; with --position, the position as a string.")]
    Replay(ReplayArgs),
    /// Show the position at the end of a record
    #[command(after_help = "Examples:\n  \
        sarsen show game.sarsen                    the board as text\n  \
        sarsen show game.sarsen --svg > board.svg  a picture\n  \
        sarsen show game.sarsen --json --seat 2    what seat 2 may know\n  \
        sarsen show game.sarsen --at 10            after ten actions\n  \
        sarsen show game.sarsen --json --action G4 what G4 would bring about\n  \
        sarsen show game.sarsen --position         the position as a string, as FEN is one in chess\n  \
        sarsen show --of stonehenge/................../.............../1d/-")]
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
    /// Print the rules of a game, in our own words, or its notation
    #[command(
        after_help = "Examples:\n  sarsen rules stonehenge --lang ja\n  sarsen rules stonehenge --rule K5\n  sarsen rules logan --notation\n  sarsen rules records"
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
        sarsen arena cathedral 8 'ugi:\"./my engine\" --ugi' --time 1s --margin 100ms\n  \
        sarsen arena stonehenge 2 3 uct --openings openings.sarsen\n  \
        sarsen arena --ladder stonehenge --time 1s\n\n\
        Exit code: 0 when the match is complete or its SPRT decided, 130 when it was interrupted (Ctrl-C prints what there is; with --records the same command goes on), 2 when what was given is wrong, 1 when something else failed.")]
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
    /// Measure games: how long they are, how many choices there are, who wins
    #[command(after_help = "Examples:\n  \
        sarsen stats games.sarsen                          of records\n  \
        sarsen stats --random stonehenge --count 10000     of random play\n\n\
        Means are given with the half-width of their 95 % confidence interval.")]
    Stats(play_args::StatsArgs),
    /// Write the manual pages
    #[command(after_help = "Examples:\n  \
        sarsen man | man -l -                              read the page of sarsen\n  \
        sarsen man --out ~/.local/share/man/man1           one page for each command")]
    Man(play_args::ManArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  sarsen completions bash > ~/.local/share/bash-completion/completions/sarsen"
    )]
    Completions(CompletionsArgs),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct DataArgs {
    /// The folder with the tables; by default one in the user's data folder. The same as --store sqlite:DIR
    #[arg(long, value_name = "DIR", conflicts_with = "store")]
    pub(crate) data: Option<PathBuf>,
    /// Where the tables are: `sqlite:DIR`, or `postgres://USER:PASSWORD@HOST:PORT/DATABASE` for servers that share them
    #[arg(long, value_name = "URL", env = "SARSEN_STORE", hide_env_values = true)]
    pub(crate) store: Option<sarsen_store::Location>,
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
    /// A name that the server answers to besides localhost and its own address, as browsers send it in `Host`; may be
    /// repeated
    #[arg(long = "host-name", value_name = "NAME")]
    pub(crate) host_names: Vec<String>,
    /// A proxy, or a network of them, that is believed when it says in `X-Forwarded-For` for whom it asks; may be repeated
    #[arg(long = "trust-proxy", value_name = "ADDRESS")]
    pub(crate) proxies: Vec<sarsen_server::Network>,
    /// How many engines think at a time for one address, each for moves, hints and analyses; there is one more each for
    /// the others. By default one less than there are cores
    #[arg(long, value_name = "N")]
    pub(crate) engines: Option<usize>,
    /// After how many days without an event a table with an unfinished game is removed, unless its clock runs; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 90)]
    pub(crate) keep_unfinished: u32,
    /// After how many days without an event a table whose game is over is removed; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 0)]
    pub(crate) keep_finished: u32,
    /// The NATS server that joins this server to others of the same PostgreSQL database and to `sarsen worker`:
    /// `nats://USER:PASSWORD@HOST:PORT`. With it engines think at workers, and here only with --engines
    #[arg(long, value_name = "URL", env = "SARSEN_BUS", hide_env_values = true)]
    pub(crate) bus: Option<sarsen_server::bus::BusUrl>,
    /// What this server is called in its log
    #[arg(long, value_name = "NAME")]
    pub(crate) node: Option<String>,
    /// How many seconds `/readyz` answers 503 before the server stops, for load balancers to notice
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub(crate) drain: u64,
    #[command(flatten)]
    pub(crate) endings: engine_args::EndgameTableArgs,
    /// How the log is written to standard error; RUST_LOG says how much
    #[arg(long, value_enum, default_value_t)]
    pub(crate) log: LogForm,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct WorkerArgs {
    /// The NATS server from which jobs come: `nats://USER:PASSWORD@HOST:PORT`
    #[arg(long, value_name = "URL", env = "SARSEN_BUS", hide_env_values = true)]
    pub(crate) bus: sarsen_server::bus::BusUrl,
    /// What this worker is called
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// How many engines think at a time, each for moves and for analyses; by default as many as there are cores
    #[arg(long, value_name = "N")]
    pub(crate) engines: Option<usize>,
    #[command(flatten)]
    pub(crate) endings: engine_args::EndgameTableArgs,
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

/// A position: where a record leads, or what a string says.
#[derive(ClapArgs, Debug)]
pub(crate) struct PositionArgs {
    /// The file with the record; `-` for standard input
    #[arg(required_unless_present = "of")]
    pub(crate) file: Option<PathBuf>,
    /// Which record of a file with several, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) record: Option<u32>,
    /// A position string in place of a record
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["file", "record"])]
    pub(crate) of: Option<String>,
}

impl PositionArgs {
    /// The record that is meant, if none is given by a string.
    pub(crate) fn record_args(&self) -> Option<RecordArgs> {
        self.file.clone().map(|file| RecordArgs { file, record: self.record })
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ReplayArgs {
    /// The file with the records; `-` for standard input
    pub(crate) file: PathBuf,
    /// Print the position at the end of each record as a string
    #[arg(long)]
    pub(crate) position: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The position as a string; it tells everything, hidden faces too
    #[arg(long = "position", conflicts_with_all = ["json", "svg", "seat", "trajectory"])]
    pub(crate) as_string: bool,
    /// The state as JSON
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,
    /// A picture
    #[arg(long)]
    pub(crate) svg: bool,
    /// The last throw of `sun` as bytes for playback; the format is in the library's documentation
    #[arg(long, conflicts_with_all = ["json", "svg", "seat", "of"])]
    pub(crate) trajectory: bool,
    /// Only what this seat may know
    #[arg(long, value_name = "N")]
    pub(crate) seat: Option<usize>,
    /// The position after so many actions
    #[arg(long, value_name = "COUNT", conflicts_with = "of")]
    pub(crate) at: Option<usize>,
    /// In the JSON, what this action would bring about
    #[arg(long, value_name = "ACTION", requires = "json", conflicts_with = "svg")]
    pub(crate) action: Option<String>,
    /// The language of the actions in words: en, fr or ja
    #[arg(long, default_value = "en", value_parser = parse_lang)]
    pub(crate) lang: Lang,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct GameArgs {
    /// The game's id
    pub(crate) game: String,
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// A variant: a named set of options, on which --option builds
    #[arg(long, value_name = "ID")]
    pub(crate) variant: Option<String>,
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
    /// The game's id; or `records` or `ugi` for the formats that all games share
    pub(crate) game: String,
    /// The language: en, fr or ja
    #[arg(long, default_value = "en", value_parser = parse_lang)]
    pub(crate) lang: Lang,
    /// Only the rule of this id
    #[arg(long, value_name = "ID")]
    pub(crate) rule: Option<String>,
    /// How the game's actions are written, instead of its rules
    #[arg(long, conflicts_with = "rule")]
    pub(crate) notation: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

pub(crate) fn parse_lang(code: &str) -> Result<Lang, sarsen_core::ParseLangError> {
    code.parse()
}
