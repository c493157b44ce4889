//! `sarsen solve` and `sarsen check-proof`.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sarsen_catalog::Position;
use sarsen_search::proofs::{CheckPlan, FirstAction, PositionSolver, SolverRun};
use sarsen_search::{Budget, Cancel, Limits, all_tools, tools};

use crate::args::RecordArgs;
use crate::engine_args::{CheckProofArgs, SolveArgs};
use crate::input::BadInput;
use crate::output::Destination;
use crate::{input, output};

/// How often a checkpoint is written.
const SAVE_EVERY: Duration = Duration::from_secs(20);
/// How often the progress of a long proof is counted.
const ASK_EVERY: Duration = Duration::from_secs(1);

pub(crate) fn solve(args: &SolveArgs) -> anyhow::Result<()> {
    let Some(file) = &args.file else {
        return first_actions(
            args,
            solver_from_the_start(args.first_actions.as_ref(), "--first-actions")?,
        );
    };
    let (solver, position) = position(&RecordArgs { file: file.clone(), record: args.record })?;
    let destination = args.proof.as_deref().map(Destination::new).transpose()?;
    let (run, limits) = open(args, solver)?;
    let cancel = Cancel::default();
    let budget = Budget::new(&limits, &cancel);
    let proof_to = destination.is_some().then_some(args.plain_from);
    let found = watched(run.as_ref(), &budget, || run.solve(position.as_ref(), proof_to, &budget))?;
    let mut out = output::plain();
    let Some(solved) = found.map_err(BadInput::error)? else {
        writeln!(
            out,
            "not solved: {} nodes, {} positions proved so far",
            budget.spent(),
            run.proved()
        )?;
        out.flush()?;
        let next = match &args.checkpoint {
            Some(_) => "the next run with this checkpoint continues from here",
            None => "with --checkpoint the next run would continue from here",
        };
        return Err(anyhow::anyhow!("the time is up; {next}"));
    };
    writeln!(out, "seat {} wins", solved.winner)?;
    writeln!(out, "line: {}", solved.line.join(" "))?;
    let seconds = budget.elapsed().as_secs_f64();
    writeln!(
        out,
        "{} nodes, {seconds:.2} s, {:.1} M nodes/s",
        budget.spent(),
        budget.spent() as f64 / seconds / 1e6
    )?;
    if let (Some(destination), Some(proof)) = (destination, solved.proof) {
        destination.write(|path| std::fs::write(path, proof.text))?;
        let noun = if proof.replies == 1 { "reply" } else { "replies" };
        writeln!(out, "proof: {} {noun}", proof.replies)?;
    }
    out.flush()?;
    Ok(())
}

/// Starts a solver with everything that is already proven.
fn open(
    args: &SolveArgs,
    solver: &dyn PositionSolver,
) -> anyhow::Result<(Box<dyn SolverRun>, Limits)> {
    let defaults = Limits::default();
    let limits = Limits {
        time: args.time,
        threads: args.threads.map_or(defaults.threads, usize::from),
        memory: args.memory.bytes,
        ..defaults
    };
    let run = solver.open(&limits, args.checkpoint.as_deref())?;
    if run.was_recovered() {
        anstream::eprintln!("sarsen: the checkpoint was damaged; the previous one is used");
    }
    Ok((run, limits))
}

/// The games with a solver, in words.
fn solvable() -> String {
    let games: Vec<_> = all_tools()
        .filter(|game| game.solver.is_some())
        .map(|game| format!("`{}`", game.game))
        .collect();
    games.join(", ")
}

/// The solver for a game.
fn solver(id: &str) -> anyhow::Result<&'static dyn PositionSolver> {
    tools(id).and_then(|game| game.solver).ok_or_else(|| {
        BadInput::error(format!("there is no solver for `{id}`, only for {}", solvable()))
    })
}

/// The solver for an option such as `--first-actions`: of the named game, or of the only one that has a solver.
fn solver_from_the_start(
    named: Option<&Option<String>>,
    option: &str,
) -> anyhow::Result<&'static dyn PositionSolver> {
    match named {
        Some(Some(id)) => solver(input::game(id)?.spec().id),
        _ => only_solver(option),
    }
}

/// The only solver there is.
fn only_solver(what: &str) -> anyhow::Result<&'static dyn PositionSolver> {
    let mut solvers = all_tools().filter_map(|game| game.solver);
    match (solvers.next(), solvers.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(BadInput::error(format!("{what}: name one of {}", solvable()))),
    }
}

/// Solves the positions after every first action as far as time allows, and prints what is known.
fn first_actions(args: &SolveArgs, solver: &dyn PositionSolver) -> anyhow::Result<()> {
    let (run, limits) = open(args, solver)?;
    let cancel = Cancel::default();
    let budget = Budget::new(&limits, &cancel);
    watched(run.as_ref(), &budget, || run.solve_first_actions(&budget))?;
    let mut out = output::plain();
    print_first_actions(&mut out, &run.first_actions())?;
    for line in run.summary() {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}

/// Runs a search while showing progress and writing the checkpoint now and then, and at the end. Without a terminal, each
/// checkpoint is a line on standard error.
fn watched<T: Send>(
    run: &dyn SolverRun,
    budget: &Budget<'_>,
    search: impl FnOnce() -> T + Send,
) -> anyhow::Result<T> {
    let done = AtomicBool::new(false);
    let bar = progress_bar();
    let found = std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let found = search();
            done.store(true, Ordering::Release);
            found
        });
        let (mut saved, mut asked) = (Instant::now(), Instant::now());
        let mut known = status(run);
        while !done.load(Ordering::Acquire) && !worker.is_finished() {
            std::thread::sleep(Duration::from_millis(20));
            if asked.elapsed() >= ASK_EVERY {
                known = status(run);
                asked = Instant::now();
            }
            let rate = budget.spent() as f64 / budget.elapsed().as_secs_f64().max(1e-6) / 1e6;
            let message = format!(
                "{} nodes, {rate:.1} M/s, {} positions proved{known}",
                budget.spent(),
                run.proved()
            );
            bar.set_message(message.clone());
            bar.tick();
            if saved.elapsed() >= SAVE_EVERY {
                run.save()?;
                saved = Instant::now();
                if bar.is_hidden() {
                    anstream::eprintln!("sarsen: {message}");
                }
            }
        }
        worker.join().map_err(|_| anyhow::anyhow!("the search failed"))
    })?;
    bar.finish_and_clear();
    run.save()?;
    Ok(found)
}

/// What a run is doing, as the end of a line.
fn status(run: &dyn SolverRun) -> String {
    let status = run.status();
    if status.is_empty() { status } else { format!(", {status}") }
}

fn progress_bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{elapsed} {msg}");
    ProgressBar::new_spinner()
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

pub(crate) fn check_proof(args: &CheckProofArgs) -> anyhow::Result<()> {
    match (&args.proof, &args.file) {
        (Some(proof), Some(file)) => {
            check_replies(proof, &RecordArgs { file: file.clone(), record: args.record })
        }
        (Some(checkpoint), None) => {
            let name = input::name(checkpoint);
            let bytes = std::fs::read(checkpoint)
                .map_err(|error| BadInput::error(format!("{name}: {error}")))?;
            check_results(args, only_solver("a checkpoint")?, &name, Some(&bytes))
        }
        (None, _) => {
            let solver = solver_from_the_start(args.built_in.as_ref(), "--built-in")?;
            check_results(args, solver, "the built-in results", None)
        }
    }
}

/// Checks the winner's replies in a position.
fn check_replies(proof: &Path, record: &RecordArgs) -> anyhow::Result<()> {
    let (solver, position) = position(record)?;
    let name = input::name(proof);
    let wrong = |error: &dyn Display| BadInput::error(format!("{name}: {error}"));
    let proof = std::fs::read_to_string(proof).map_err(|error| wrong(&error))?;
    let checked = solver.check(position.as_ref(), &proof).map_err(|error| wrong(&error))?;
    let mut out = output::plain();
    writeln!(out, "seat {} wins the position {}", checked.winner, checked.position)?;
    writeln!(out, "checked by the rules alone: {}", checked.effort)?;
    out.flush()?;
    Ok(())
}

/// Checks the results of first actions, and prints what was checked by what.
fn check_results(
    args: &CheckProofArgs,
    solver: &dyn PositionSolver,
    name: &str,
    checkpoint: Option<&[u8]>,
) -> anyhow::Result<()> {
    let plan =
        CheckPlan { sample: args.sample, seed: args.seed, solver: args.solver, part: args.part };
    let defaults = Limits::default();
    let threads = args.threads.map_or(defaults.threads, usize::from);
    let limits = Limits { threads, memory: args.memory.bytes, ..defaults };
    let cancel = Cancel::default();
    let budget = Budget::new(&limits, &cancel);
    let bar = progress_bar();
    let told = Mutex::new(Instant::now());
    let progress = |done: usize, all: usize| {
        let message = format!("{done} of {all} positions searched again");
        bar.set_message(message.clone());
        bar.tick();
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        if bar.is_hidden() && told.elapsed() >= SAVE_EVERY {
            anstream::eprintln!("sarsen: {message}");
            *told = Instant::now();
        }
    };
    let checked = solver
        .check_results(checkpoint, &plan, &limits, &budget, &progress)
        .map_err(|error| BadInput::error(format!("{name}: {error}")))?;
    bar.finish_and_clear();
    let mut out = output::plain();
    print_first_actions(&mut out, &checked.first_actions)?;
    let decided = checked.first_actions.iter().filter(|first| first.winner.is_some()).count();
    writeln!(out, "{decided} of {} first actions decided", checked.first_actions.len())?;
    writeln!(out, "checked by the rules alone: {} positions", checked.followed)?;
    writeln!(out, "they rest on {} positions with {}, of which", checked.ends, checked.ends_with)?;
    let searched = checked.by_plain_search + checked.by_solver;
    for (count, how) in [
        (checked.by_plain_search, "were searched again by plain search"),
        (checked.by_solver, "were searched again by the solver"),
        (checked.ends - searched, "were not searched again"),
    ] {
        writeln!(out, "  {count} {how}")?;
    }
    writeln!(out, "{} nodes, {:.1} s", checked.nodes, budget.elapsed().as_secs_f64())?;
    out.flush()?;
    Ok(())
}

fn print_first_actions(out: &mut impl Write, first_actions: &[FirstAction]) -> anyhow::Result<()> {
    for first in first_actions {
        match first.winner {
            Some(winner) => writeln!(out, "{}: seat {winner} wins", first.action)?,
            None => writeln!(out, "{}: not known", first.action)?,
        }
    }
    Ok(())
}

/// The position at the end of a record, and the solver for its game.
fn position(args: &RecordArgs) -> anyhow::Result<(&'static dyn PositionSolver, Box<dyn Position>)> {
    let record = input::record(args)?;
    let position = input::replay(&args.file, &record)?;
    let solver = solver(position.options().spec().id)?;
    solver.accepts(position.as_ref()).map_err(BadInput::error)?;
    Ok((solver, position))
}
