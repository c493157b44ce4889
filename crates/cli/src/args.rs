//! The command line and its help.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use anstream::ColorChoice;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args as ClapArgs, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use sarsen_core::Lang;

use crate::duration::parse_duration;
use crate::input::BadInput;
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
    #[arg(long, value_enum, default_value_t, global = true, display_order = 999)]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Args {
    /// The command to run; `sarsen` alone serves.
    pub(crate) fn parse_or_serve() -> (Color, Command) {
        // A negative number is an invalid value, not an unknown option.
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
    /// Serve the games to browsers; the default command
    #[command(after_help = "Examples:\n  \
        sarsen serve                          play on this machine\n  \
        sarsen serve --host 0.0.0.0           play with others on this network\n  \
        sarsen serve --data /srv/sarsen --log json\n  \
        sarsen serve --store postgres://sarsen@db/sarsen --bus nats://bus   one of several servers\n\n\
        For play across the internet, put a reverse proxy with TLS in front that forwards everything to this address, \
        including WebSockets: see docs/operation.md.")]
    Serve(ServeArgs),
    /// Run engines for servers that share a bus
    #[command(after_help = "Example:\n  sarsen worker --bus nats://127.0.0.1:4222\n\n\
        Workers have no state, so any number of them can be started and killed at any time: see docs/operation.md.")]
    Worker(WorkerArgs),
    /// Play in this terminal
    #[command(after_help = "Examples:\n  \
        sarsen play stonehenge                          against the computer\n  \
        sarsen play holes --seats 5,Ada                 the computer begins, at level 5\n  \
        sarsen play logan --seats Ada,Bo                two people, with the screen covered between turns\n  \
        sarsen play stonehenge --variant face-down --record evening.sarsen\n\n\
        Choose with the arrow keys or type notation; F1 lists the keys. An existing record is continued.")]
    Play(play_args::PlayArgs),
    /// Write all tables and saved studies as records
    #[command(after_help = "Example:\n  sarsen export > tables.sarsen\n\n\
        The server must not be running on the same folder; on a PostgreSQL database it may.")]
    Export(DataArgs),
    /// Import tables from records, and studies from what `sarsen export` wrote
    #[command(after_help = "Example:\n  sarsen import tables.sarsen\n\n\
        Tables that already exist are left unchanged.")]
    Import(ImportArgs),
    /// Check that the random outcomes of a record follow from its seed
    #[command(after_help = "Example:\n  sarsen verify game.sarsen\n\n\
        The record of a finished game has the tags SeedHash, which was shown before the game, and Seed.")]
    Verify(FileArgs),
    /// List the legal actions after a record's last action
    #[command(after_help = "Examples:\n  \
        sarsen legal game.sarsen\n  \
        sarsen legal --of holes/pieces=1/29h0s0/28h0s0/t1/--/-\n\n\
        One action per line, sorted. For chance: every outcome with its probability.")]
    Legal(PositionArgs),
    /// Replay records and print where they lead
    #[command(after_help = "Example:\n  sarsen random stonehenge --count 3 | sarsen replay -\n\n\
        One line per record: `to act: seat 1`, `chance` or `over: 1-0 score 0 3`; with --position, the position as a string.")]
    Replay(ReplayArgs),
    /// Show the position at the end of a record
    #[command(after_help = "Examples:\n  \
        sarsen show game.sarsen                    the board as text\n  \
        sarsen show game.sarsen --svg > board.svg  a picture\n  \
        sarsen show game.sarsen --json --seat 2    what seat 2 may know\n  \
        sarsen show game.sarsen --at 10            after ten actions\n  \
        sarsen show game.sarsen --json --action G4 the consequences of G4\n  \
        sarsen show game.sarsen --position         the position as a string, like FEN in chess\n  \
        sarsen show --of stonehenge/................../.............../1d/-")]
    Show(ShowArgs),
    /// Write records of random play
    #[command(
        after_help = "Example:\n  sarsen random stonehenge --seed 1 --count 100 --option druids=hidden\n\n\
        The same seed gives the same bytes on every machine."
    )]
    Random(RandomArgs),
    /// Count the action sequences of a given length
    #[command(after_help = "Examples:\n  \
        sarsen perft stonehenge --depth 4\n  \
        sarsen perft stonehenge --depth 5 --symmetry\n  \
        sarsen perft stonehenge --depth 2 --divide --from game.sarsen")]
    Perft(PerftArgs),
    /// List the games with their options and variants
    #[command(after_help = "Examples:\n  \
        sarsen games\n  \
        sarsen games --json --lang fr      for programs, with names and sentences in French")]
    Games(GamesArgs),
    /// Print the rules of a game, or its notation
    #[command(
        after_help = "Examples:\n  sarsen rules stonehenge --lang ja\n  sarsen rules stonehenge --rule K5\n  sarsen rules logan --notation\n  sarsen rules records"
    )]
    Rules(RulesArgs),
    /// Add up the scores of a match: the records of one file
    #[command(after_help = "Example:\n  sarsen match evening.sarsen\n\n\
        Players are identified by the names in their Seat tags, so they may change seats.")]
    Match(FileArgs),
    /// Ask an engine for its advice after a record's last action
    #[command(after_help = "Examples:\n  \
        sarsen hint game.sarsen\n  \
        sarsen hint game.sarsen --time 5s --lines 5 --json\n\n\
        The engine uses only what the seat to act may know.")]
    Hint(engine_args::HintArgs),
    /// Evaluate every decision of a game
    #[command(after_help = "Examples:\n  \
        sarsen analyse game.sarsen\n  \
        sarsen analyse game.sarsen --time 200ms --svg > graph.svg\n\n\
        For each action: seat 1's winning chance, the loss by the decision and a better action; for throws, luck.")]
    Analyse(engine_args::AnalyseArgs),
    /// Prove who wins a position, in games that have a solver
    #[command(after_help = "Examples:\n  \
        sarsen solve game.sarsen\n  \
        sarsen solve game.sarsen --checkpoint solved.bin --time 2h40m --memory 4096\n  \
        sarsen solve --first-actions --checkpoint solved.bin --time 12h\n  \
        sarsen solve game.sarsen --proof proof.txt && sarsen check-proof proof.txt game.sarsen")]
    Solve(engine_args::SolveArgs),
    /// Check a proof using only the rules of the game, or the results of a long solution
    #[command(after_help = "Examples:\n  \
        sarsen check-proof proof.txt game.sarsen\n  \
        sarsen check-proof --built-in --sample 100    what is known of the first actions\n  \
        sarsen check-proof solved.bin --solver --part 1/10\n\n\
        The results of a checkpoint are checked by the rules alone, down to positions of which only a sample is searched again: the \
        output says how many there are, how many were searched, and by what.")]
    CheckProof(engine_args::CheckProofArgs),
    /// Let engines play against each other
    #[command(after_help = "Examples:\n  \
        sarsen arena stonehenge 8 uct --games 200 --time 1s\n  \
        sarsen arena logan 5 4 --games 400 --sprt 0,50 --records match.sarsen\n  \
        sarsen arena cathedral 8 'ugi:\"./my engine\" --ugi' --time 1s --margin 100ms\n  \
        sarsen arena stonehenge 2 3 uct --openings openings.sarsen\n  \
        sarsen arena --ladder stonehenge --time 1s\n\n\
        As many games as --threads says are played at once, each on one thread. On a ladder that examines decisions only \
        the examiner uses --table.\n\n\
        Exit code: 0 if the match is complete or its SPRT decided, 130 if it was interrupted (Ctrl-C prints the results so far; with --records the same command resumes), 2 for invalid input, 1 for any other failure.")]
    Arena(engine_args::ArenaArgs),
    /// Measure what openings are worth: an engine plays all seats after each of them
    #[command(after_help = "Examples:\n  \
        sarsen openings stonehenge --random 2 --nodes 20000 --games 20\n  \
        sarsen openings cathedral --nodes 1000 --games 8 --seat next --records games.sarsen --svg map.svg\n  \
        sarsen openings cathedral --depth 2 --group 2 --sample 40 --games 1 --nodes 1000 --seat 2\n  \
        sarsen openings logan 7 --depth 0 --games 200 --nodes 400\n  \
        sarsen openings holes --depth 2 --seat next --nodes 2000\n\n\
        Prints a Markdown table, best opening first. With --nodes it is the same on every machine. Ctrl-C prints the results so far (exit code 130); the \
        same command with the same --records plays only what is missing. Games that took the same course count once.")]
    Openings(engine_args::OpeningsArgs),
    /// Speak the Universal Game Interface on standard input and output
    #[command(after_help = "Example:\n  sarsen ugi stonehenge")]
    Ugi(engine_args::UgiArgs),
    /// Compute exact tables or learn weights
    #[command(after_help = "Examples:\n  \
        sarsen table holes --pieces 3 --out endings.table && sarsen hint game.sarsen --table endings.table\n  \
        sarsen table holes --learn 200000 --out holes.weights\n  \
        sarsen table cathedral --learn 1500 --out cathedral.weights")]
    Table(engine_args::TableArgs),
    /// Find puzzles: positions of engine games with exactly one good decision
    #[command(after_help = "Examples:\n  \
        sarsen puzzles stonehenge --count 5 --seed 7\n  \
        sarsen puzzles logan --count 100 --seed 1 --out logan.txt\n\n\
        One puzzle per line, five fields separated by tabs: the number of the engine game, the position, the solution, how many of 20 attempts of \
        levels 1 to 4 missed it, and facts for its explanation. The same seed gives the same puzzles. Ctrl-C keeps what was found; the \
        same command with the same --out goes on from there.")]
    Puzzles(engine_args::PuzzlesArgs),
    /// Run a measurement
    #[command(after_help = "Example:\n  sarsen bench sun-hands --throws 2000")]
    Bench(BenchArgs),
    /// Measure the length of games, the number of choices, and who wins
    #[command(after_help = "Examples:\n  \
        sarsen stats games.sarsen                          of records\n  \
        sarsen stats --random stonehenge --count 10000     of random play\n\n\
        Means are given with the half-width of their 95 % confidence interval.")]
    Stats(play_args::StatsArgs),
    /// Write the manual pages
    #[command(after_help = "Examples:\n  \
        sarsen man | man -l -                              read the page of sarsen\n  \
        sarsen man --out ~/.local/share/man/man1           one page per command")]
    Man(play_args::ManArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  sarsen completions bash > ~/.local/share/bash-completion/completions/sarsen"
    )]
    Completions(CompletionsArgs),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct DataArgs {
    /// The folder with the tables; by default in the user's data folder. The same as --store sqlite:DIR
    #[arg(long, value_name = "DIR", conflicts_with = "store")]
    pub(crate) data: Option<PathBuf>,
    /// Where the tables are stored: `sqlite:DIR`, or `postgres://USER:PASSWORD@HOST:PORT/DATABASE` for several servers
    #[arg(long, value_name = "URL", env = "SARSEN_STORE", hide_env_values = true)]
    pub(crate) store: Option<Confidential>,
}

/// An address that may contain a password. It is read where it is used, because clap repeats what it cannot read.
#[derive(Clone)]
pub(crate) struct Confidential(String);

impl std::str::FromStr for Confidential {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Confidential, std::convert::Infallible> {
        Ok(Confidential(text.to_owned()))
    }
}

impl std::fmt::Debug for Confidential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

impl Confidential {
    /// Reads it; an error names the option, and does not repeat the address.
    pub(crate) fn read<T: std::str::FromStr<Err: std::fmt::Display>>(
        &self,
        option: &str,
    ) -> anyhow::Result<T> {
        self.0.parse::<T>().map_err(|error| BadInput::error(format!("{option}: {error}")))
    }
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
    /// The address to listen on; the default can only be reached from this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// The port; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 8470)]
    pub(crate) port: u16,
    /// Do not open the browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// A host name that the server accepts in the `Host` header, besides localhost and its own address; may be repeated
    #[arg(long = "host-name", value_name = "NAME")]
    pub(crate) host_names: Vec<String>,
    /// A proxy or a network of proxies whose `X-Forwarded-For` header is trusted; may be repeated
    #[arg(long = "trust-proxy", value_name = "ADDRESS")]
    pub(crate) proxies: Vec<sarsen_server::Network>,
    /// Whether tables can be listed on the home screen for anybody to sit down; `auto`: unless only this machine can reach
    /// the server
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) open_tables: OpenTables,
    /// The private key (P-256, PKCS#8, PEM) that signs notifications to browsers that are not open; made where there is none. Several
    /// servers of one database need the same one
    #[arg(long, value_name = "FILE", requires = "push_contact")]
    pub(crate) push_key: Option<PathBuf>,
    /// How push services can reach the administrator of this server: `mailto:NAME@HOST` or a web address
    #[arg(long, value_name = "URL", requires = "push_key", value_parser = contact)]
    pub(crate) push_contact: Option<String>,
    /// Send notifications to addresses of this machine and its network too, also without TLS: for tests only
    #[arg(long, hide = true, requires = "push_key")]
    pub(crate) push_allow_local: bool,
    /// How many engines run at a time for one address, separately for moves, hints and analyses; there is one more of
    /// each for other addresses. By default one less than the number of cores
    #[arg(long, value_name = "N")]
    pub(crate) engines: Option<usize>,
    /// Remove tables with an unfinished game after this many days without an event, unless a clock runs; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 90)]
    pub(crate) keep_unfinished: u32,
    /// Remove tables whose game is over after this many days without an event; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 0)]
    pub(crate) keep_finished: u32,
    /// Remove saved studies that nobody has opened or saved for this many days; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 365)]
    pub(crate) keep_studies: u32,
    /// Remove the names of players who sit at no table and have not come back for this many days; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 90)]
    pub(crate) keep_players: u32,
    /// The NATS server that connects this server to others on the same PostgreSQL database and to `sarsen worker`:
    /// `nats://USER:PASSWORD@HOST:PORT`. Engines then run on workers, and on this server only with --engines
    #[arg(long, value_name = "URL", env = "SARSEN_BUS", hide_env_values = true)]
    pub(crate) bus: Option<Confidential>,
    /// The name of this server in its log
    #[arg(long, value_name = "NAME")]
    pub(crate) node: Option<String>,
    /// How long `/readyz` returns 503 before the server stops, so that load balancers notice: seconds, or such as 1m30s
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, default_value = "0")]
    pub(crate) drain: Duration,
    #[command(flatten)]
    pub(crate) endings: engine_args::EndgameTableArgs,
    /// The format of the log on standard error; RUST_LOG sets the level
    #[arg(long, value_enum, default_value_t)]
    pub(crate) log: LogForm,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct WorkerArgs {
    /// The NATS server that provides the jobs: `nats://USER:PASSWORD@HOST:PORT`
    #[arg(long, value_name = "URL", env = "SARSEN_BUS", hide_env_values = true)]
    pub(crate) bus: Confidential,
    /// The name of this worker
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// How many engines run at a time, separately for moves and for analyses; by default the number of cores
    #[arg(long, value_name = "N")]
    pub(crate) engines: Option<usize>,
    #[command(flatten)]
    pub(crate) endings: engine_args::EndgameTableArgs,
    /// The format of the log on standard error; RUST_LOG sets the level
    #[arg(long, value_enum, default_value_t)]
    pub(crate) log: LogForm,
}

fn contact(text: &str) -> Result<String, String> {
    let fits = ["mailto:", "https://"]
        .iter()
        .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    if fits { Ok(text.to_owned()) } else { Err("it begins with mailto: or https://".to_owned()) }
}

/// Whether tables are listed for anybody to sit down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum OpenTables {
    #[default]
    Auto,
    On,
    Off,
}

/// The format of the log.
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

/// A position: the end of a record, or a position string.
#[derive(ClapArgs, Debug)]
pub(crate) struct PositionArgs {
    /// The file with the record; `-` for standard input
    #[arg(required_unless_present = "of")]
    pub(crate) file: Option<PathBuf>,
    /// Which record of a file with several, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) record: Option<u32>,
    /// A position string instead of a record
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["file", "record"])]
    pub(crate) of: Option<String>,
}

impl PositionArgs {
    /// The record, unless a position string is given.
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
    /// Print the position as a string; it reveals everything, including hidden faces
    #[arg(long = "position", conflicts_with_all = ["json", "svg", "seat", "trajectory"])]
    pub(crate) as_string: bool,
    /// Print the position as JSON
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,
    /// Print a picture, as SVG
    #[arg(long)]
    pub(crate) svg: bool,
    /// Write the picture to a file, as PNG
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "svg", "trajectory", "as_string"])]
    pub(crate) png: Option<PathBuf>,
    /// Write the game up to the position to a file, as an animated GIF
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "svg", "trajectory", "as_string", "of"])]
    pub(crate) gif: Option<PathBuf>,
    /// The width of --png and --gif in pixels
    #[arg(long, value_name = "PIXELS")]
    pub(crate) width: Option<u32>,
    /// Print the last throw of `sun` as bytes for playback; the library's documentation describes the format
    #[arg(long, conflicts_with_all = ["json", "svg", "seat", "of"])]
    pub(crate) trajectory: bool,
    /// Show only what this seat may know
    #[arg(long, value_name = "N")]
    pub(crate) seat: Option<usize>,
    /// Show the position after this many actions
    #[arg(long, value_name = "N", conflicts_with = "of")]
    pub(crate) at: Option<usize>,
    /// Include the consequences of this action in the JSON
    #[arg(long, value_name = "ACTION", requires = "json", conflicts_with = "svg")]
    pub(crate) action: Option<String>,
    /// The language of the actions in words: en, fr or ja
    #[arg(long, default_value = "en", value_parser = parse_lang)]
    pub(crate) lang: Lang,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct GameArgs {
    /// The game's id; `sarsen games` lists them
    pub(crate) game: String,
    /// An option of the game; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// A variant: a named set of options, which --option can modify
    #[arg(long, value_name = "ID")]
    pub(crate) variant: Option<String>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RandomArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The seed of the random play
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The number of actions
    #[arg(long, value_name = "N")]
    pub(crate) depth: u32,
    /// Print the count for each first action
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count equivalent positions only once: the same result, faster
    #[arg(long)]
    pub(crate) symmetry: bool,
    /// Start after the last action of this record
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Which record of that file, counted from 1
    #[arg(long, value_name = "N", requires = "from", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) record: Option<u32>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct BenchArgs {
    /// What to measure
    #[arg(value_parser = PossibleValuesParser::new(benches()))]
    pub(crate) what: String,
    /// The number of trials per figure
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = 400)]
    pub(crate) throws: u32,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// What `sarsen bench` measures: what games offer, and the engines' use of cores.
fn benches() -> Vec<PossibleValue> {
    let of_games = sarsen_catalog::measurements()
        .map(|measured| PossibleValue::new(measured.name).help(measured.about));
    let cores =
        PossibleValue::new("cores").help("How many more positions two threads search than one");
    of_games.chain([cores]).collect()
}

#[derive(ClapArgs, Debug)]
pub(crate) struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// The language of names and sentences: en, fr or ja
    #[arg(long, default_value = "en", value_parser = parse_lang)]
    pub(crate) lang: Lang,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RulesArgs {
    /// The game's id; or `records` or `ugi` for the formats shared by all games
    pub(crate) game: String,
    /// The language: en, fr or ja
    #[arg(long, default_value = "en", value_parser = parse_lang)]
    pub(crate) lang: Lang,
    /// Print only the rule with this id
    #[arg(long, value_name = "ID")]
    pub(crate) rule: Option<String>,
    /// Print how the game's actions are written, instead of its rules
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
