//! `sarsen arena` and `sarsen ugi`.

use std::io::{IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use sarsen_arena::ladder::{Climb, opening_of, pairings};
use sarsen_arena::{Plan, Score, Spec, Sprt, Verdict, run as play};
use sarsen_catalog::Game;
use sarsen_core::Options;
use sarsen_search::{Cancel, Level, Limits};

use crate::engine_args::{ArenaArgs, UgiArgs};
use crate::{input, output};

pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<()> {
    let (game, options) = input::game_with_options(&args.game)?;
    match (&args.first, &args.second) {
        (Some(first), Some(second)) => {
            match_of(args, game, &options, [first.clone(), second.clone()])
        }
        _ => ladder(args, game, &options),
    }
}

fn match_of(
    args: &ArenaArgs,
    game: &dyn Game,
    options: &Options,
    contestants: [Spec; 2],
) -> anyhow::Result<()> {
    let limits = args.limits.limits();
    let sprt = args.sprt.map(|(low, high)| Sprt { low, high });
    let bar = progress_bar(args.games);
    let plan = Plan {
        game,
        options,
        contestants,
        pairs: args.games.div_ceil(2),
        opening: args.opening.unwrap_or(opening_of(game.spec().id)),
        seed: args.limits.seed,
        workers: limits.threads,
        limits,
        sprt,
        records: args.records.as_deref(),
    };
    let score = play(&plan, &Cancel::default(), &|score: &Score| {
        bar.set_position(score.games() as u64);
        bar.set_message(summary(score));
    })?;
    bar.finish_and_clear();
    let mut out = output::plain();
    writeln!(out, "{} against {}: {}", plan.contestants[0], plan.contestants[1], summary(&score))?;
    if let Some(sprt) = sprt {
        let verdict = match sprt.verdict(&score) {
            Verdict::High => format!("the difference is nearer to {}", sprt.high),
            Verdict::Low => format!("the difference is nearer to {}", sprt.low),
            Verdict::Open => "undecided".to_owned(),
        };
        writeln!(
            out,
            "SPRT {} {}: {verdict} (log-likelihood ratio {:.2})",
            sprt.low,
            sprt.high,
            sprt.ratio(&score)
        )?;
    }
    out.flush()?;
    Ok(())
}

fn summary(score: &Score) -> String {
    let (wins, draws, losses) = score.counts();
    let (elo, low, high) = score.elo();
    let share = score.share() * 100.0;
    format!("+{wins} ={draws} -{losses}, {share:.1} %, Elo {elo:+.0} ({low:+.0} to {high:+.0})")
}

fn ladder(args: &ArenaArgs, game: &dyn Game, options: &Options) -> anyhow::Result<()> {
    let limits = args.limits.limits();
    let climb = Climb {
        game,
        options,
        pairs: args.games.div_ceil(2),
        time: args.limits.time,
        seed: args.limits.seed,
        workers: limits.threads,
    };
    let mut out = output::plain();
    let id = game.spec().id;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    writeln!(
        out,
        "`{id}`, {} games a line, {:?} a decision, {cores} cores\n",
        2 * climb.pairs,
        climb.time
    )?;
    if id == "holes" {
        losses(&mut out, &climb, args)?;
    } else {
        writeln!(
            out,
            "| | against | won | drawn | lost | share | Elo (95 %) |\n|---|---|---|---|---|---|---|"
        )?;
        for (upper, lower) in pairings() {
            let rung = climb.rung(upper, lower, &Cancel::default())?;
            let (wins, draws, losses) = rung.score.counts();
            let (elo, low, high) = rung.score.elo();
            let share = rung.score.share() * 100.0;
            writeln!(
                out,
                "| {} | {} | {wins} | {draws} | {losses} | {share:.1} % | {elo:+.0} ({low:+.0} to {high:+.0}) |",
                rung.upper, rung.lower
            )?;
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Luck decides most games of 58 Holes: what a decision costs says more.
fn losses(out: &mut impl Write, climb: &Climb<'_>, args: &ArenaArgs) -> anyhow::Result<()> {
    let judge = Limits { threads: 1, ..Limits::time(args.limits.time * 3) };
    writeln!(out, "| | lost a decision, percentage points | standard error |\n|---|---|---|")?;
    for spec in Level::all().map(Spec::Level).chain([Spec::Uct]) {
        let (mean, error) = climb.loss(&spec, args.games, &judge, &Cancel::default())?;
        writeln!(out, "| {spec} | {:.3} | {:.3} |", mean * 100.0, error * 100.0)?;
        out.flush()?;
    }
    Ok(())
}

fn progress_bar(games: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos}/{len} games {msg} {eta} left");
    ProgressBar::new(games as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

pub(crate) fn ugi(args: &UgiArgs) -> anyhow::Result<()> {
    let game = input::game(&args.game)?;
    sarsen_arena::ugi::serve(game, std::io::stdin().lock(), std::io::stdout())?;
    Ok(())
}
