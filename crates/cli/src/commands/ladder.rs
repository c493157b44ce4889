//! `sarsen arena --ladder`: the table of a game's levels, in Markdown.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use sarsen_arena::Spec;
use sarsen_arena::exam::{Exam, Losses};
use sarsen_arena::ladder::{LadderPlan, opening_of, pairings};
use sarsen_catalog::Game;
use sarsen_core::Options;
use sarsen_search::examiner::Examiner;
use sarsen_search::{Cancel, Engines, Level};

use crate::Interrupted;
use crate::commands::arena::{ProgressDisplay, elo, share, summary};
use crate::engine_args::ArenaArgs;
use crate::input::BadInput;
use crate::output;

pub(crate) fn ladder(
    args: &ArenaArgs,
    game: &dyn Game,
    options: &Options,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let mut out = output::plain();
    let id = game.spec().id;
    writeln!(out, "{}, {}: `{}`\n", today(), machine(), command(args, options))?;
    out.flush()?;
    let engine = Engines::default().get(id).ok_or_else(|| {
        BadInput::error(format!("there is no engine for `{id}`, so it has no levels"))
    })?;
    let table = args.limits.endings.table.as_deref();
    match engine.examiner(options, table).map_err(BadInput::error)? {
        Some(examiner) => losses(&mut out, args, game, examiner.as_ref(), cancel)?,
        None => rungs(&mut out, args, game, options, cancel)?,
    }
    if cancel.is_cancelled() {
        writeln!(out, "\nStopped before the end.")?;
        out.flush()?;
        return Err(Interrupted::error());
    }
    out.flush()?;
    Ok(())
}

fn rungs(
    out: &mut impl Write,
    args: &ArenaArgs,
    game: &dyn Game,
    options: &Options,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let engines = Engines::default();
    let climb = LadderPlan {
        game,
        options,
        engines: &engines,
        pairs: args.games / 2,
        limits: args.limits.limits(),
        seed: args.limits.seed,
        workers: args.workers(),
        records: args.records.as_deref(),
    };
    let conditions = conditions(&climb, game.spec().id);
    writeln!(out, "{conditions}\n")?;
    writeln!(out, "| | against | games | won | drawn | lost | share (95 %) | Elo (95 %) |")?;
    writeln!(out, "|---|---|---|---|---|---|---|---|")?;
    for (upper, lower) in pairings(game.spec().id) {
        let name = format!("{upper} against {lower}");
        let shown = ProgressDisplay::new(&name, 2 * climb.pairs_against(&lower));
        let rung = climb
            .rung(upper, lower, cancel, &|score| shown.tell(score.games(), &summary(score)))?;
        shown.finish();
        let score = &rung.score;
        // Stopped before its first pair: print no line instead of an empty one.
        if score.games() == 0 {
            break;
        }
        let (wins, draws, losses) = score.counts();
        writeln!(
            out,
            "| {} | {} | {} | {wins} | {draws} | {losses} | {} | {} |",
            rung.upper,
            rung.lower,
            score.games(),
            share(score),
            elo(score),
        )?;
        out.flush()?;
        if cancel.is_cancelled() {
            break;
        }
    }
    Ok(())
}

/// The conditions under which the games of a ladder are played.
fn conditions(climb: &LadderPlan<'_>, game: &str) -> String {
    let pairings = pairings(game);
    let top = pairings.iter().filter(|(upper, _)| *upper == Spec::Level(Level::MAX));
    let times: Vec<String> = top
        .map(|(_, lower)| format!("{} per decision against {lower}", climb.limits_against(lower)))
        .collect();
    let opening = match opening_of(game) {
        0 => "no random opening: chance makes games differ".to_owned(),
        count => format!("{count} random actions open every game"),
    };
    format!(
        "Each game on one thread, timed by that thread's CPU clock; {opening}. Level 8 has {}; the levels below stop by themselves.",
        times.join(", ")
    )
}

/// Where chance decides most games, the cost of decisions says more than results.
fn losses(
    out: &mut impl Write,
    args: &ArenaArgs,
    game: &dyn Game,
    examiner: &dyn Examiner,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let shown = ProgressDisplay::new("the examiner", args.games);
    let seed = args.limits.seed;
    let told = |done: usize| shown.tell(done, "");
    let engines = Engines::default();
    let exam = Exam::set(examiner, game, args.games, seed, args.workers(), cancel, &told)?;
    shown.finish();
    let (questions, exact) = exam.size();
    writeln!(out, "{questions} decisions, {exact} of them judged by exact tables.\n")?;
    writeln!(out, "| | lost per decision, percentage points (95 %) | of the level below |")?;
    writeln!(out, "|---|---|---|")?;
    let mut below: Option<Losses> = None;
    let everybody = Level::all().map(Spec::Level).chain([Spec::Uct]);
    for spec in everybody.take_while(|_| !cancel.is_cancelled()) {
        let shown = ProgressDisplay::new(&spec.to_string(), questions);
        let limits = args.limits.limits();
        let told = |done: usize| shown.tell(done, "");
        let losses = exam.sit(&spec, &engines, &limits, args.workers(), cancel, &told)?;
        shown.finish();
        let share = below.as_ref().filter(|_| spec != Spec::Uct).map_or(String::new(), |below| {
            format!("{:.2}", losses.mean() / below.mean().max(f64::MIN_POSITIVE))
        });
        let [mean, margin] = [losses.mean(), losses.margin()].map(|loss| loss * 100.0);
        writeln!(out, "| {spec} | {mean:.3} ± {margin:.3} | {share} |")?;
        out.flush()?;
        if let (Spec::Uct, Some(top)) = (&spec, &below) {
            let (less, margin) = top.less_than(&losses);
            writeln!(
                out,
                "\nThe top level loses {:.3} ± {:.3} percentage points less than UCT (95 %).",
                less * 100.0,
                margin * 100.0
            )?;
        }
        below = Some(losses);
    }
    Ok(())
}

/// The command that reproduces this table.
fn command(args: &ArenaArgs, options: &Options) -> String {
    let mut words = vec![format!("sarsen arena --ladder {}", options.spec().id)];
    words.extend(options.changed().map(|(name, value)| format!("--option {name}={value}")));
    words.push(format!("--games {}", args.games));
    words.push(match args.limits.nodes {
        Some(nodes) => format!("--nodes {nodes}"),
        None => format!("--time {:?}", args.limits.time),
    });
    words.push(format!("--seed {}", args.limits.seed));
    if args.limits.endings.table.is_some() {
        words.push("--table FILE".to_owned());
    }
    words.join(" ")
}

/// The machine used: the number of cores and the processor.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let name = name.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    format!("{cores} cores ({name})")
}

/// Today's date (UTC).
pub(crate) fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
    sarsen_session::date(now as u64)
}
