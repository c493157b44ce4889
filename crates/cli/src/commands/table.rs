//! `sarsen table`: exact tables and learned weights, made again by one command.

use std::io::{IsTerminal, Write};

use indicatif::ProgressBar;
use sarsen_core::Rules;
use sarsen_holes::solve::{BestWin, Solution};
use sarsen_holes::{Graph, Holes, Ruleset};
use sarsen_search::games::{holes, stonehenge};
use sarsen_search::{Budget, Cancel, Limits};

use crate::engine_args::TableArgs;
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &TableArgs) -> anyhow::Result<()> {
    let (game, options) = input::game_with_options(&args.game)?;
    match (game.spec().id, args.learn) {
        ("holes", _) => {}
        ("stonehenge", Some(positions)) => return learn_stonehenge(args, positions),
        (id, _) => return Err(BadInput::error(format!("there are no such tables of `{id}`"))),
    }
    let rules = Holes::start(&options).ruleset();
    match (args.pieces, args.learn) {
        (Some(pieces @ 1..=3), _) => solve(args, Ruleset { pieces, ..rules }),
        (Some(_), _) => {
            Err(BadInput::error("--pieces: tables hold 1 to 3 pieces (205 MB for three)"))
        }
        (None, Some(games)) => learn(args, rules, games),
        (None, None) => Err(BadInput::error("say what to make: --pieces N or --learn GAMES")),
    }
}

/// Value iteration over all positions; the file holds the winning chances as 32-bit floats.
fn solve(args: &TableArgs, rules: Ruleset) -> anyhow::Result<()> {
    let graph = Graph::new(rules);
    let solution = Solution::new::<BestWin>(&graph, 1e-12);
    let count = graph.index().count();
    let mut out = output::plain();
    writeln!(
        out,
        "{} sides, {} positions, {} sweeps, residual {:.1e}",
        count,
        u64::from(count) * u64::from(count),
        solution.sweeps(),
        solution.residual()
    )?;
    writeln!(
        out,
        "the seat that begins wins {:.6} of the games under best play",
        solution.after_opening::<BestWin>(&graph)
    )?;
    if let Some(path) = &args.out {
        let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
        for mine in 0..count {
            for theirs in 0..count {
                file.write_all(&(solution.value(mine, theirs) as f32).to_le_bytes())?;
            }
        }
        file.flush()?;
    }
    out.flush()?;
    Ok(())
}

fn learn(args: &TableArgs, rules: Ruleset, games: u32) -> anyhow::Result<()> {
    let bar = progress_bar(u64::from(games));
    let weights = holes::learn(rules, games, args.seed, |done| bar.set_position(u64::from(done)));
    bar.finish_and_clear();
    let head = format!("# Made by `sarsen table holes --learn {games} --seed {}`.\n", args.seed);
    write(args, &(head + &weights.to_text()))
}

/// Learns from solved positions, so many for each number of empty cells.
fn learn_stonehenge(args: &TableArgs, positions: u32) -> anyhow::Result<()> {
    let bar = progress_bar(6 * u64::from(positions) + 2 * u64::from(positions / 4));
    let cancel = Cancel::default();
    let budget = Budget::new(&Limits::default(), &cancel);
    let weights =
        stonehenge::learn(positions, args.seed, &budget, |done| bar.set_position(u64::from(done)));
    bar.finish_and_clear();
    let head =
        format!("# Made by `sarsen table stonehenge --learn {positions} --seed {}`.\n", args.seed);
    write(args, &(head + &weights.to_text()))
}

fn progress_bar(length: u64) -> ProgressBar {
    if std::io::stderr().is_terminal() { ProgressBar::new(length) } else { ProgressBar::hidden() }
}

fn write(args: &TableArgs, text: &str) -> anyhow::Result<()> {
    match &args.out {
        Some(path) => std::fs::write(path, text)?,
        None => {
            let mut out = output::plain();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(())
}
