//! `sarsen arena` and `sarsen ugi`.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use anstream::eprintln;
use indicatif::{ProgressBar, ProgressStyle};
use sarsen_arena::ladder::opening_of;
use sarsen_arena::{ArenaError, Plan, Score, Spec, Sprt, Verdict, run as play};
use sarsen_catalog::Game;
use sarsen_core::Options;
use sarsen_search::Cancel;

use crate::commands::ladder::ladder;
use crate::engine_args::{ArenaArgs, UgiArgs};
use crate::input::BadInput;
use crate::{input, output};

pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<()> {
    // An examiner whom the examined could ask would find no fault.
    if !args.ladder {
        args.limits.endings.share()?;
    }
    let (game, options) = input::game_with_options(&args.game)?;
    let cancel = cancelled_by_interrupt();
    let played = match (&args.first, &args.second) {
        (Some(first), Some(second)) => {
            match_of(args, game, &options, [first.clone(), second.clone()], &cancel)
        }
        _ => ladder(args, game, &options, &cancel),
    };
    played.map_err(|error| match error.downcast_ref::<ArenaError>() {
        Some(ArenaError::Foreign(problem)) => BadInput::error(problem),
        _ => error,
    })
}

fn match_of(
    args: &ArenaArgs,
    game: &dyn Game,
    options: &Options,
    contestants: [Spec; 2],
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let sprt = args.sprt.map(|(low, high)| Sprt { low, high });
    let plan = Plan {
        game,
        options,
        opening: args.opening.unwrap_or(opening_of(game.spec().id, &contestants)),
        contestants,
        pairs: args.games.div_ceil(2),
        seed: args.limits.seed,
        workers: args.workers(),
        limits: args.limits.limits(),
        sprt,
        records: args.records.as_deref(),
    };
    let name = format!("{} against {}", plan.contestants[0], plan.contestants[1]);
    let shown = Shown::new(&name, 2 * plan.pairs);
    let score = play(&plan, cancel, &|score| shown.tell(score.games(), &summary(score)))?;
    shown.finish();
    let mut out = output::plain();
    writeln!(out, "{name}: {}", summary(&score))?;
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

pub(crate) fn summary(score: &Score) -> String {
    let (wins, draws, losses) = score.counts();
    let share = score.share() * 100.0;
    format!("+{wins} ={draws} -{losses}, {share:.1} %, Elo {}", elo(score))
}

/// The difference in Elo with its interval, without the minus that a rounded zero may have.
pub(crate) fn elo(score: &Score) -> String {
    let (elo, low, high) = score.elo();
    let [elo, low, high] = [elo, low, high].map(|elo| elo.round() + 0.0);
    format!("{elo:+} ({low:+} to {high:+})")
}

/// How far something has got: a bar on a terminal, else a line on standard error for every tenth.
pub(crate) struct Shown {
    bar: Option<ProgressBar>,
    name: String,
    all: usize,
    tenths: AtomicUsize,
}

impl Shown {
    pub(crate) fn new(name: &str, all: usize) -> Shown {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{prefix} {pos}/{len} {msg} {eta} left");
            ProgressBar::new(all as u64)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                .with_prefix(name.to_owned())
        });
        Shown { bar, name: name.to_owned(), all, tenths: AtomicUsize::new(0) }
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

/// What Ctrl-C cancels: the first one ends the match with what was played, a second one the program.
fn cancelled_by_interrupt() -> Cancel {
    let cancel = Cancel::default();
    let interrupted = cancel.clone();
    // Without a runtime the process ends by the signal itself.
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else {
        return cancel;
    };
    std::thread::spawn(move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                eprintln!("stopping; once more to stop at once");
                interrupted.cancel();
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(130);
            }
        });
    });
    cancel
}

pub(crate) fn ugi(args: &UgiArgs) -> anyhow::Result<()> {
    let game = input::game(&args.game)?;
    sarsen_arena::ugi::serve(game, std::io::stdin().lock(), std::io::stdout())?;
    Ok(())
}
