//! `sarsen arena` and `sarsen ugi`.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use anstream::eprintln;
use indicatif::{ProgressBar, ProgressStyle};
use sarsen_arena::contestant::ContestantError;
use sarsen_arena::ladder::opening_of;
use sarsen_arena::rating::ratings;
use sarsen_arena::{
    ArenaError, Openings, Plan, Score, Spec, Sprt, Standings, Verdict, run as play,
};
use sarsen_catalog::Game;
use sarsen_core::Options;
use sarsen_search::Cancel;

use crate::commands::ladder::ladder;
use crate::engine_args::{ArenaArgs, UgiArgs};
use crate::input::BadInput;
use crate::{Interrupted, input, output};

pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<()> {
    let (game, options) = input::game_with_options(&args.game)?;
    check_games(args, game)?;
    let cancel = cancelled_by_interrupt();
    let played = if args.ladder {
        ladder(args, game, &options, &cancel)
    } else {
        match_of(args, game, &options, &cancel)
    };
    played.map_err(|error| match error.downcast_ref::<ArenaError>() {
        Some(ArenaError::Foreign(problem)) => BadInput::error(problem),
        Some(ArenaError::Contestant { error: ContestantError::NoTree(_), .. }) => {
            BadInput::error(error)
        }
        _ => error,
    })
}

/// Half a pair would be a game without its mirror image.
fn check_games(args: &ArenaArgs, game: &dyn Game) -> anyhow::Result<()> {
    let examined =
        sarsen_search::engine(game.spec().id).is_some_and(|engine| engine.has_examiner());
    let are_decisions = args.ladder && examined;
    if args.games.is_multiple_of(2) || are_decisions {
        return Ok(());
    }
    let (less, more) = (args.games - 1, args.games + 1);
    let choice = if less == 0 { more.to_string() } else { format!("{less} or {more}") };
    Err(BadInput::error(format!(
        "--games {}: games come in pairs with the seats changed, so their number is even: say {choice}",
        args.games
    )))
}

fn match_of(
    args: &ArenaArgs,
    game: &dyn Game,
    options: &Options,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    check_contestants(args)?;
    let engines = args.limits.endings.engines()?;
    let plan = Plan {
        game,
        options,
        engines: &engines,
        openings: openings(args, game, options)?,
        contestants: args.contestants.clone(),
        pairs: args.games / 2,
        seed: args.limits.seed,
        workers: args.workers(),
        limits: args.limits.limits(),
        clock: args.clock,
        margin: args.margin,
        sprt: args.sprt.map(|(low, high)| Sprt { low, high }),
        records: args.records.as_deref(),
    };
    let names: Vec<String> = plan.contestants.iter().map(Spec::to_string).collect();
    let name = names.join(" against ");
    let shown = ProgressDisplay::new(&name, plan.games());
    let told = |standings: &Standings| {
        let message = if names.len() == 2 { summary(&standings.score()) } else { String::new() };
        shown.tell(standings.games(), &message);
    };
    let standings = play(&plan, cancel, &told)?;
    shown.finish();
    let mut out = output::plain();
    if names.len() == 2 {
        writeln!(out, "{name}: {}", summary(&standings.score()))?;
    } else {
        tell_round_robin(&mut out, &names, &standings)?;
    }
    tell_forfeits(&mut out, &names, &standings)?;
    if let Some(sprt) = plan.sprt {
        tell_sprt(&mut out, sprt, &standings)?;
    }
    out.flush()?;
    if cancel.is_cancelled() && !standings.complete {
        return Err(Interrupted::error());
    }
    Ok(())
}

fn check_contestants(args: &ArenaArgs) -> anyhow::Result<()> {
    let mut names: Vec<String> = args.contestants.iter().map(Spec::to_string).collect();
    names.sort_unstable();
    let problem = match names.len() {
        0 | 1 => "a match needs at least two contestants",
        2 => return Ok(()),
        _ if args.sprt.is_some() => "--sprt is for a match of two contestants",
        _ if names.windows(2).any(|two| two[0] == two[1]) => "a contestant is named twice",
        _ => return Ok(()),
    };
    Err(BadInput::error(problem))
}

fn openings(args: &ArenaArgs, game: &dyn Game, options: &Options) -> anyhow::Result<Openings> {
    let Some(path) = &args.openings else {
        return Ok(Openings::Random(args.opening.unwrap_or(opening_of(game.spec().id))));
    };
    let records = input::records(path)?.collect::<anyhow::Result<Vec<_>>>()?;
    Openings::of_records(game, options, records)
        .map_err(|problem| BadInput::error(format!("{}: {problem}", input::name(path))))
}

fn tell_sprt(out: &mut impl Write, sprt: Sprt, standings: &Standings) -> std::io::Result<()> {
    let Sprt { low, high } = sprt;
    match standings.decision {
        Some(decision) => {
            let nearer = if decision.verdict == Verdict::High { high } else { low };
            let (ratio, pairs) = (decision.ratio, decision.pairs);
            writeln!(
                out,
                "SPRT {low} {high}: the difference is nearer to {nearer} (log-likelihood ratio {ratio:.2} after {pairs} pairs)"
            )
        }
        None => {
            let ratio = sprt.ratio(&standings.score()) + 0.0;
            let bound = Sprt::bound();
            writeln!(
                out,
                "SPRT {low} {high}: undecided (log-likelihood ratio {ratio:.2} of ±{bound:.2})"
            )
        }
    }
}

/// Prints the games lost by faults, grouped by contestant and reason.
fn tell_forfeits(
    out: &mut impl Write,
    names: &[String],
    standings: &Standings,
) -> std::io::Result<()> {
    let mut by_reason: BTreeMap<&(usize, String), usize> = BTreeMap::new();
    for forfeit in &standings.forfeits {
        *by_reason.entry(forfeit).or_default() += 1;
    }
    for ((player, reason), count) in by_reason {
        let games = if count == 1 { "game" } else { "games" };
        writeln!(out, "{} forfeited {count} {games}: {reason}", names[*player])?;
    }
    Ok(())
}

/// Prints the ratings, best first, and the cross table: each contestant's points against every other.
fn tell_round_robin(
    out: &mut impl Write,
    names: &[String],
    standings: &Standings,
) -> std::io::Result<()> {
    let rated = ratings(names.len(), &standings.scores);
    let mut order: Vec<usize> = (0..names.len()).collect();
    if let Some(rated) = &rated {
        order.sort_by(|&a, &b| rated[b].elo.total_cmp(&rated[a].elo));
    }
    let met = |one: usize, other: usize| {
        let score = standings.scores.iter().find(|(who, _)| *who == [one, other]);
        score.map(|(_, score)| (score.share() * score.games() as f64, score.games()))
    };
    let points = |one: usize, other: usize| {
        met(one, other).or(met(other, one).map(|(points, games)| (games as f64 - points, games)))
    };
    let head: String = (1..=names.len()).map(|place| format!(" {place} |")).collect();
    writeln!(out, "| | | Elo (95 %) | points | games |{head}")?;
    writeln!(out, "|---|---|---|---|---|{}", "---|".repeat(names.len()))?;
    for (place, &one) in order.iter().enumerate() {
        let all = order.iter().filter(|&&other| other != one);
        let (sum, games) = all
            .filter_map(|&other| points(one, other))
            .fold((0.0, 0), |(sum, all), (points, games)| (sum + points, all + games));
        let rating = rated.as_ref().map_or("unknown".to_owned(), |rated| {
            let (elo, margin) = (rated[one].elo.round() + 0.0, rated[one].margin.ceil());
            format!("{elo:+} ± {margin}")
        });
        let row: String = order
            .iter()
            .map(|&other| match points(one, other) {
                Some((points, _)) if other != one => format!(" {points:.1} |"),
                _ => " – |".to_owned(),
            })
            .collect();
        writeln!(out, "| {} | {} | {rating} | {sum:.1} | {games} |{row}", place + 1, names[one])?;
    }
    Ok(())
}

pub(crate) fn summary(score: &Score) -> String {
    let (wins, draws, losses) = score.counts();
    format!("+{wins} ={draws} -{losses}, {}, Elo {}", share(score), elo(score))
}

/// The share of points with its interval, in percent.
pub(crate) fn share(score: &Score) -> String {
    let (low, high) = score.interval();
    let [share, low, high] = [score.share(), low, high].map(|share| share * 100.0);
    format!("{share:.1} % ({low:.1} to {high:.1})")
}

/// The difference in Elo with its interval.
pub(crate) fn elo(score: &Score) -> String {
    let (elo, low, high) = score.elo();
    format!("{} ({} to {})", signed(elo), signed(low), signed(high))
}

/// An integer with its sign, without the minus sign of a rounded zero.
fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "-∞".to_owned(),
        elo => format!("{:+}", elo.round() + 0.0),
    }
}

/// Progress: a bar on a terminal, otherwise a line on standard error for every tenth.
pub(crate) struct ProgressDisplay {
    bar: Option<ProgressBar>,
    name: String,
    all: usize,
    tenths: AtomicUsize,
}

impl ProgressDisplay {
    pub(crate) fn new(name: &str, all: usize) -> ProgressDisplay {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{prefix} {pos}/{len} {msg} {eta} left");
            ProgressBar::new(all as u64)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                .with_prefix(name.to_owned())
        });
        ProgressDisplay { bar, name: name.to_owned(), all, tenths: AtomicUsize::new(0) }
    }

    pub(crate) fn tell(&self, done: usize, message: &str) {
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            bar.set_message(message.to_owned());
            return;
        }
        let tenth = done * 10 / self.all.max(1);
        if self.tenths.fetch_max(tenth, Ordering::Relaxed) < tenth {
            eprintln!("{} {done}/{} {message}", self.name, self.all);
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Cancelled by Ctrl-C: the first ends the match with the results so far, a second one ends the program.
pub(crate) fn cancelled_by_interrupt() -> Cancel {
    let cancel = Cancel::default();
    let interrupted = cancel.clone();
    // Without a runtime the signal ends the process.
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else {
        return cancel;
    };
    std::thread::spawn(move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                eprintln!("stopping; press Ctrl-C again to stop at once");
                interrupted.cancel();
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(i32::from(Interrupted::CODE));
            }
        });
    });
    cancel
}

pub(crate) fn ugi(args: &UgiArgs) -> anyhow::Result<()> {
    let game = input::game(&args.game)?;
    let engines = args.endings.engines()?;
    sarsen_arena::ugi::serve(game, &engines, std::io::stdin().lock(), std::io::stdout())?;
    Ok(())
}
