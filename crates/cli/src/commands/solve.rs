//! `sarsen solve` and `sarsen check-proof`.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sarsen_search::games::stonehenge::{Checkpoint, FirstDruid, Proof, Prover};
use sarsen_search::{Budget, Cancel, Limits};
use sarsen_stonehenge::Stonehenge;

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
    let Some(file) = &args.file else { return first_druids(args) };
    let state = position(&RecordArgs { file: file.clone(), record: args.record })?;
    let destination = args.proof.as_deref().map(Destination::new).transpose()?;
    let (prover, limits) = prover(args)?;
    let cancel = Cancel::default();
    let budget = Budget::new(&limits, &cancel);
    let found = watched(&prover, &budget, String::new, || {
        let proved = prover.prove(&state, &budget)?;
        let proof = match &destination {
            None => None,
            Some(_) => Some(Proof::of(&state, &prover, args.plain_from, &budget)?),
        };
        Some((proved, proof))
    })?;
    let mut out = output::plain();
    let Some((proved, proof)) = found else {
        writeln!(
            out,
            "not solved: {} nodes, {} positions proved so far",
            budget.spent(),
            prover.proved()
        )?;
        out.flush()?;
        let next = match &args.checkpoint {
            Some(_) => "the next run with this checkpoint goes on from here",
            None => "with --checkpoint the next run would go on from here",
        };
        return Err(anyhow::anyhow!("the time is up; {next}"));
    };
    writeln!(out, "seat {} wins", proved.winner)?;
    let line: Vec<String> = proved.line.iter().map(ToString::to_string).collect();
    writeln!(out, "line: {}", line.join(" "))?;
    let seconds = budget.elapsed().as_secs_f64();
    writeln!(
        out,
        "{} nodes, {seconds:.2} s, {:.1} M nodes/s",
        budget.spent(),
        budget.spent() as f64 / seconds / 1e6
    )?;
    if let (Some(destination), Some(proof)) = (destination, proof) {
        destination.write(|path| std::fs::write(path, proof.to_text()))?;
        writeln!(out, "proof: {}", replies(proof.len()))?;
    }
    out.flush()?;
    Ok(())
}

/// A solver that starts with everything already proven: in the checkpoint and in the data built into the program.
fn prover(args: &SolveArgs) -> anyhow::Result<(Prover, Limits)> {
    let checkpoint = match &args.checkpoint {
        None => Checkpoint::in_memory(),
        Some(path) => Checkpoint::open(path)?,
    };
    if checkpoint.was_recovered() {
        anstream::eprintln!("sarsen: the checkpoint was damaged; the previous one is used");
    }
    let defaults = Limits::default();
    let limits = Limits {
        time: args.time,
        threads: args.threads.map_or(defaults.threads, usize::from),
        memory: args.memory.bytes,
        ..defaults
    };
    Ok((Prover::new(&limits, checkpoint).with_book(), limits))
}

/// Solves the positions after every first druid as far as time allows, and prints what is known.
fn first_druids(args: &SolveArgs) -> anyhow::Result<()> {
    let (prover, limits) = prover(args)?;
    let cancel = Cancel::default();
    let budget = Budget::new(&limits, &cancel);
    let current: Mutex<Option<(FirstDruid, usize, Instant)>> = Mutex::new(None);
    let status = || {
        let current = current.lock().unwrap_or_else(PoisonError::into_inner).clone();
        current
            .map(|(druid, before, since)| status(&prover, &druid, before, since))
            .unwrap_or_default()
    };
    watched(&prover, &budget, status, || {
        let mut open = prover.first_druids().into_iter().filter(|druid| druid.winner.is_none());
        open.try_for_each(|druid| {
            let (before, _) = prover.refuted_after(&druid);
            *current.lock().unwrap_or_else(PoisonError::into_inner) =
                Some((druid.clone(), before, Instant::now()));
            prover.solve_first_druid(&druid, &budget).map(drop)
        })
    })?;
    let mut out = output::plain();
    for druid in prover.first_druids() {
        match druid.winner {
            Some(winner) => writeln!(out, "{}: seat {winner} wins", druid.action)?,
            None => writeln!(out, "{}: not known", druid.action)?,
        }
    }
    for (empty, [lost, won]) in prover.proved_by_empty_cells().into_iter().rev() {
        writeln!(out, "{empty} empty cells: {won} won, {lost} lost for the seat to act")?;
    }
    out.flush()?;
    Ok(())
}

/// How far the refutation of a first druid is, how long the rest takes at this rate, and what is proved, by empty cells.
fn status(prover: &Prover, druid: &FirstDruid, before: usize, since: Instant) -> String {
    let (refuted, all) = prover.refuted_after(druid);
    let mut text =
        format!(", {} by {}: {refuted} of {all} replies refuted", druid.action, druid.reply);
    if refuted > before && refuted < all {
        let each = since.elapsed().as_secs_f64() / (refuted - before) as f64;
        let minutes = each * (all - refuted) as f64 / 60.0;
        text.push_str(&format!(", some {minutes:.0} minutes left"));
    }
    for (empty, [lost, won]) in prover.proved_by_empty_cells().into_iter().rev() {
        text.push_str(&format!("; {empty} empty: {won} won, {lost} lost"));
    }
    text
}

fn replies(count: usize) -> String {
    if count == 1 { "1 reply".to_owned() } else { format!("{count} replies") }
}

/// Runs a search while showing progress and writing the checkpoint now and then, and at the end. Without a terminal, each
/// checkpoint is a line on standard error.
fn watched<T: Send>(
    prover: &Prover,
    budget: &Budget<'_>,
    status: impl Fn() -> String,
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
        let mut known = status();
        while !done.load(Ordering::Acquire) && !worker.is_finished() {
            std::thread::sleep(Duration::from_millis(20));
            if asked.elapsed() >= ASK_EVERY {
                known = status();
                asked = Instant::now();
            }
            let rate = budget.spent() as f64 / budget.elapsed().as_secs_f64().max(1e-6) / 1e6;
            let message = format!(
                "{} nodes, {rate:.1} M/s, {} positions proved{known}",
                budget.spent(),
                prover.proved()
            );
            bar.set_message(message.clone());
            bar.tick();
            if saved.elapsed() >= SAVE_EVERY {
                prover.save()?;
                saved = Instant::now();
                if bar.is_hidden() {
                    anstream::eprintln!("sarsen: {message}");
                }
            }
        }
        worker.join().map_err(|_| anyhow::anyhow!("the search failed"))
    })?;
    bar.finish_and_clear();
    prover.save()?;
    Ok(found)
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
    let state = position(&args.record)?;
    let name = input::name(&args.proof);
    let text = std::fs::read_to_string(&args.proof)
        .map_err(|error| BadInput::error(format!("{name}: {error}")))?;
    let proof = Proof::parse(&text).map_err(|error| BadInput::error(format!("{name}: {error}")))?;
    let cancel = Cancel::default();
    let budget = Budget::new(&Limits::default(), &cancel);
    let checked = proof
        .check(&state, &budget)
        .map_err(|error| BadInput::error(format!("{name}: the proof does not hold: {error}")))?;
    let mut out = output::plain();
    writeln!(out, "seat {} wins the position {}", proof.winner, checked.position)?;
    writeln!(
        out,
        "checked by the rules alone: {}, {} nodes; from {} empty cells on by plain search",
        replies(checked.replies),
        checked.nodes,
        proof.plain_from
    )?;
    out.flush()?;
    Ok(())
}

/// The position of a Stonehenge record with open druids and automatic claims, to which every other way to play reduces
/// (K6).
fn position(args: &RecordArgs) -> anyhow::Result<Stonehenge> {
    let record = input::record(args)?;
    let position = input::replay(&args.file, &record)?;
    let state = position.state().downcast_ref::<Stonehenge>();
    let options = position.options();
    let plain = options.spec().id == "stonehenge" && options.changed().next().is_none();
    state.copied().filter(|_| plain).ok_or_else(|| {
        BadInput::error("only records of `stonehenge` with its default options can be solved")
    })
}
