//! `sarsen puzzles`: finds positions of engine games with exactly one good decision.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::Context;
use sarsen_search::Cancel;
use sarsen_search::puzzles::{Puzzle, PuzzleSearch, read};

use crate::commands::arena::{ProgressDisplay, cancelled_by_interrupt};
use crate::engine_args::PuzzlesArgs;
use crate::input::BadInput;
use crate::{Interrupted, input, output};

pub(crate) fn run(args: &PuzzlesArgs) -> anyhow::Result<()> {
    let game = input::game(&args.game)?;
    let id = game.spec().id;
    let none = || BadInput::error(format!("`{id}` has no puzzles"));
    let search = PuzzleSearch::new(game, args.seed).ok_or_else(none)?;
    let cancel = cancelled_by_interrupt();
    match &args.out {
        None => search_on(args, search, &[], &mut output::plain(), &cancel),
        Some(path) => {
            let found = earlier(path, args)?;
            let mut file = open(path, args)?;
            search_on(args, search, &found, &mut file, &cancel)
        }
    }
}

/// Searches until there are as many puzzles as were asked for; each is written as soon as it is found.
fn search_on(
    args: &PuzzlesArgs,
    mut search: PuzzleSearch,
    found: &[Puzzle],
    out: &mut impl Write,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    if args.out.is_none() {
        writeln!(out, "{}", title(args))?;
    }
    search.exclude(found);
    let shown = ProgressDisplay::new(&args.game, args.count);
    let mut count = found.len();
    let mut number = found.last().map_or(0, |puzzle| puzzle.source + 1);
    while count < args.count && !cancel.is_cancelled() {
        if let Some(puzzle) = search.play(number, cancel) {
            writeln!(out, "{puzzle}")?;
            out.flush()?;
            count += 1;
        }
        number += 1;
        shown.tell(count, &format!("puzzles, {number} games"));
    }
    shown.finish();
    out.flush()?;
    if count < args.count { Err(Interrupted::error()) } else { Ok(()) }
}

/// The first line of a file: the command that makes it.
fn title(args: &PuzzlesArgs) -> String {
    format!("# sarsen puzzles {} --count {} --seed {}", args.game, args.count, args.seed)
}

/// The puzzles of an earlier run of the same command that was stopped.
fn earlier(path: &Path, args: &PuzzlesArgs) -> anyhow::Result<Vec<Puzzle>> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.with_context(|| path.display().to_string())?,
    };
    let wrong = |what: &str| BadInput::error(format!("{}: {what}", path.display()));
    if text.is_empty() {
        return Ok(Vec::new());
    }
    if text.lines().next() != Some(&title(args)) || !text.ends_with('\n') {
        return Err(wrong("is not what the same command has written; choose another file"));
    }
    read(&text).map_err(|error| wrong(&error.to_string()))
}

/// The file, ready to be written on at its end.
fn open(path: &Path, args: &PuzzlesArgs) -> anyhow::Result<File> {
    let wrong = |error| BadInput::error(format!("{}: {error}", path.display()));
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(wrong)?;
    if file.metadata()?.len() == 0 {
        writeln!(file, "{}", title(args))?;
    }
    Ok(file)
}
