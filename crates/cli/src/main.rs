//! The `sarsen` command.
//!
//! Exit codes: 0 for success, 2 for invalid input (arguments, a record, a file that cannot be read), 130 if a long run
//! was interrupted and printed its results so far, 1 for any other failure. A reader that closes the pipe (`| head`) is
//! not a failure.

mod args;
mod commands;
mod duration;
mod engine_args;
mod input;
mod output;
mod play_args;

use std::io::ErrorKind;
use std::process::ExitCode;

use anstream::eprintln;

use args::{Args, Command};
use input::BadInput;

fn main() -> ExitCode {
    let (color, command) = Args::parse_or_serve();
    color.write_global();
    match run(&command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => ExitCode::from(Interrupted::CODE),
        Err(error) => {
            eprintln!("sarsen: {error:#}");
            ExitCode::from(if error.is::<BadInput>() { 2 } else { 1 })
        }
    }
}

/// A run was interrupted (Ctrl-C) before its end and has printed its results so far.
#[derive(Debug)]
struct Interrupted;

impl Interrupted {
    /// A shell's exit code for a program ended by Ctrl-C.
    const CODE: u8 = 130;

    fn error() -> anyhow::Error {
        anyhow::Error::new(Interrupted)
    }
}

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Serve(args) => commands::serve::run(args),
        Command::Worker(args) => commands::worker::run(args),
        Command::Play(args) => commands::play::run(args),
        Command::Export(args) => commands::tables::export(args),
        Command::Import(args) => commands::tables::import(args),
        Command::Verify(args) => commands::verify::run(args),
        Command::Legal(args) => commands::legal::run(args),
        Command::Replay(args) => commands::replay::run(args),
        Command::Show(args) => commands::show::run(args),
        Command::Random(args) => commands::random::run(args),
        Command::Perft(args) => commands::perft::run(args),
        Command::Games(args) => commands::games::run(args),
        Command::Rules(args) => commands::rules::run(args),
        Command::Match(args) => commands::matches::run(args),
        Command::Hint(args) => commands::hint::run(args),
        Command::Analyse(args) => commands::analyse::run(args),
        Command::Solve(args) => commands::solve::solve(args),
        Command::CheckProof(args) => commands::solve::check_proof(args),
        Command::Arena(args) => commands::arena::run(args),
        Command::Openings(args) => commands::openings::run(args),
        Command::Ugi(args) => commands::arena::ugi(args),
        Command::Table(args) => commands::table::run(args),
        Command::Puzzles(args) => commands::puzzles::run(args),
        Command::Bench(args) => commands::bench::run(args),
        Command::Stats(args) => commands::stats::run(args),
        Command::Man(args) => commands::man::run(args),
        Command::Completions(args) => commands::completions::run(args),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind)
    };
    error.chain().any(|cause| io(cause) == Some(ErrorKind::BrokenPipe))
}
