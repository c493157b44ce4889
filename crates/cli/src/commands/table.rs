//! `sarsen table`: exact tables and learned weights, reproducible by one command.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use indicatif::ProgressBar;
use sarsen_core::Rules;
use sarsen_holes::layers::Sweep;
use sarsen_holes::{Holes, Ruleset};
use sarsen_search::games::holes::{self, EndgameTable, MAX_PIECES};
use sarsen_search::games::{cathedral, stonehenge};
use sarsen_search::{Budget, Cancel, Limits};

use crate::engine_args::TableArgs;
use crate::input::BadInput;
use crate::output::Destination;
use crate::{input, output};

pub(crate) fn run(args: &TableArgs) -> anyhow::Result<()> {
    let (game, options) = input::game_with_options(&args.game)?;
    let to = args.out.as_deref().map(Destination::new).transpose()?;
    match (game.spec().id, args.learn) {
        ("holes", _) => {}
        ("stonehenge", Some(positions)) => return learn_stonehenge(args, positions, to),
        ("cathedral", Some(games)) => return learn_cathedral(args, games, to),
        (id, _) => return Err(BadInput::error(format!("there are no such tables of `{id}`"))),
    }
    let rules = Holes::start(&options).ruleset();
    match (args.pieces, args.learn) {
        (Some(pieces @ 1..=IN_MEMORY), _) => solve(Ruleset { pieces, ..rules }, to),
        (Some(pieces @ 1..=MAX_PIECES), _) => {
            solve_large(Ruleset { pieces, ..rules }, args.out.as_deref(), to)
        }
        (Some(_), _) => Err(BadInput::error(
            "--pieces: tables hold 1 to 4 pieces (102 MB for three, 2.8 GB for four)",
        )),
        (None, Some(games)) => learn(args, rules, games, to),
        (None, None) => Err(BadInput::error("say what to make: --pieces N or --learn GAMES")),
    }
}

/// Larger tables are computed in 32-bit numbers and written in 16-bit numbers.
const IN_MEMORY: u8 = 3;

/// Value iteration on all cores, with regular checkpoints beside the file from which it can resume.
fn solve_large(rules: Ruleset, out: Option<&Path>, to: Option<Destination>) -> anyhow::Result<()> {
    let (Some(out), Some(to)) = (out, to) else {
        return Err(BadInput::error(
            "--pieces 4 needs --out FILE: the table does not fit into memory",
        ));
    };
    let mut part = out.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let threads = Limits::default().threads;
    let begun = Instant::now();
    let told = |sweep: &Sweep| {
        let (pair, pairs) = sweep.pair;
        anstream::eprintln!(
            "{:.0} s: layers {} of {pairs}, largest change {:.1e}, {:.1} % of {} positions settled",
            begun.elapsed().as_secs_f64(),
            pair + 1,
            sweep.change,
            100.0 * sweep.settled as f64 / sweep.positions as f64,
            sweep.positions
        );
    };
    to.write(|path| {
        EndgameTable::solve_to_file(rules, threads, &part, path, told).map_err(io::Error::other)
    })?;
    let table = EndgameTable::read(out)?;
    let mut out = output::plain();
    writeln!(
        out,
        "the seat that begins wins {:.5} of the games under best play",
        table.beginner_wins()
    )?;
    out.flush()?;
    Ok(())
}

/// Value iteration over all positions; the file is for `--table`.
fn solve(rules: Ruleset, to: Option<Destination>) -> anyhow::Result<()> {
    let (endings, solving) = EndgameTable::solve(rules, 1e-12);
    let mut out = output::plain();
    writeln!(
        out,
        "{} sides, {} positions, {} sweeps, residual {:.1e}",
        solving.sides,
        u64::from(solving.sides) * u64::from(solving.sides),
        solving.sweeps,
        solving.residual
    )?;
    writeln!(
        out,
        "the seat that begins wins {:.6} of the games under best play",
        solving.beginner_wins
    )?;
    if let Some(destination) = to {
        destination.write(|path| endings.write(path))?;
    }
    out.flush()?;
    Ok(())
}

fn learn(
    args: &TableArgs,
    rules: Ruleset,
    games: u32,
    to: Option<Destination>,
) -> anyhow::Result<()> {
    let bar = progress_bar(u64::from(games));
    let weights = holes::learn(rules, games, args.seed, |done| bar.set_position(u64::from(done)));
    bar.finish_and_clear();
    let head = format!("# Made by `sarsen table holes --learn {games} --seed {}`.\n", args.seed);
    write(to, &(head + &weights.to_text()))
}

/// Learns the values of actions and positions from self-play.
fn learn_cathedral(args: &TableArgs, games: u32, to: Option<Destination>) -> anyhow::Result<()> {
    let bar = progress_bar(u64::from(games));
    let weights = cathedral::learn(games, args.seed, |done| bar.set_position(u64::from(done)));
    bar.finish_and_clear();
    let head =
        format!("# Made by `sarsen table cathedral --learn {games} --seed {}`.\n", args.seed);
    write(to, &(head + &weights.to_text()))
}

/// Learns from solved positions, a given number for each number of empty cells.
fn learn_stonehenge(
    args: &TableArgs,
    positions: u32,
    to: Option<Destination>,
) -> anyhow::Result<()> {
    let bar = progress_bar(6 * u64::from(positions) + 2 * u64::from(positions / 4));
    let cancel = Cancel::default();
    let budget = Budget::new(&Limits::default(), &cancel);
    let weights =
        stonehenge::learn(positions, args.seed, &budget, |done| bar.set_position(u64::from(done)));
    bar.finish_and_clear();
    let head =
        format!("# Made by `sarsen table stonehenge --learn {positions} --seed {}`.\n", args.seed);
    write(to, &(head + &weights.to_text()))
}

fn progress_bar(length: u64) -> ProgressBar {
    if io::stderr().is_terminal() { ProgressBar::new(length) } else { ProgressBar::hidden() }
}

fn write(to: Option<Destination>, text: &str) -> anyhow::Result<()> {
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
