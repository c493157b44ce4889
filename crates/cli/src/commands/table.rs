//! `sarsen table`: exact tables and learned weights, reproducible by one command.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use indicatif::ProgressBar;
use sarsen_core::Options;
use sarsen_search::tables::{MakeTableError, TableMaker, TableOutput, TableRequest, WeightLearner};
use sarsen_search::{GameTools, Limits, all_tools, tools};

use crate::engine_args::TableArgs;
use crate::input::BadInput;
use crate::output::Destination;
use crate::{input, output};

pub(crate) fn run(args: &TableArgs) -> anyhow::Result<()> {
    let (game, options) = input::game_with_options(&args.game)?;
    let to = args.out.as_deref().map(Destination::new).transpose()?;
    let id = game.spec().id;
    let own = tools(id);
    match (args.pieces, args.learn) {
        (Some(pieces), _) => {
            let maker = own.and_then(|own| own.tables);
            let maker = maker.ok_or_else(|| missing("tables", id, |game| game.tables.is_some()))?;
            make(args, maker, &options, pieces, to)
        }
        (None, Some(amount)) => {
            let learner = own.and_then(|own| own.learner);
            let learner =
                learner.ok_or_else(|| missing("weights", id, |game| game.learner.is_some()))?;
            learn(args, learner, &options, amount, to)
        }
        (None, None) => Err(BadInput::error("say what to make: --pieces N or --learn GAMES")),
    }
}

fn missing(what: &str, id: &str, has: impl Fn(&GameTools) -> bool) -> anyhow::Error {
    let games: Vec<_> = all_tools().filter(|game| has(game)).map(|game| game.game).collect();
    BadInput::error(format!("there are no such {what} of `{id}`, only of {}", games.join(", ")))
}

/// Computes a table; the file is for `--table`.
fn make(
    args: &TableArgs,
    maker: &dyn TableMaker,
    options: &Options,
    pieces: u8,
    to: Option<Destination>,
) -> anyhow::Result<()> {
    let progress = |line: &str| anstream::eprintln!("{line}");
    let threads = Limits::default().threads;
    let request = TableRequest { options, pieces, threads, file: None, progress: &progress };
    let report = match (&args.out, to) {
        (Some(path), Some(destination)) => {
            let mut part = path.clone().into_os_string();
            part.push(".part");
            let checkpoint = PathBuf::from(part);
            destination.make(|to| {
                let file = Some(TableOutput { to, checkpoint: &checkpoint });
                maker.make(&TableRequest { file, ..request }).map_err(|error| match error {
                    MakeTableError::Unsupported(problem) => BadInput::error(problem),
                    MakeTableError::File(error) => {
                        anyhow::Error::new(error).context(path.display().to_string())
                    }
                })
            })?
        }
        _ => maker.make(&request).map_err(BadInput::error)?,
    };
    let mut out = output::plain();
    out.write_all(report.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Learns weights, and writes them after a line with the command that made them.
fn learn(
    args: &TableArgs,
    learner: &dyn WeightLearner,
    options: &Options,
    amount: u32,
    to: Option<Destination>,
) -> anyhow::Result<()> {
    let bar = if io::stderr().is_terminal() {
        ProgressBar::new(learner.steps(amount))
    } else {
        ProgressBar::hidden()
    };
    let weights =
        learner.learn(options, amount, args.seed, &mut |done| bar.set_position(u64::from(done)));
    bar.finish_and_clear();
    let (id, seed) = (options.spec().id, args.seed);
    let text = format!("# Made by `sarsen table {id} --learn {amount} --seed {seed}`.\n{weights}");
    match to {
        Some(destination) => destination.write(|path| std::fs::write(path, text))?,
        None => {
            let mut out = output::plain();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(())
}
