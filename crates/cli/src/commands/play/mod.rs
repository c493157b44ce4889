//! `sarsen play`: a table in the terminal.
//!
//! [`game`] is the game itself, [`app`] the table as a state machine, [`draw`] the screen, [`thinker`] the engines in
//! the background; this module is the main loop.

mod app;
mod board;
mod choices;
mod draw;
mod game;
pub(crate) mod seating;
#[cfg(test)]
mod tests;
mod thinker;
mod words;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anstream::ColorChoice;
use anyhow::Context;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use sarsen_catalog::{Game, PerftError, PerftRequest};
use sarsen_core::Options;
use sarsen_core::record::Record;
use sarsen_search::{Engines, Limits};
use sarsen_session::Seed;

use self::app::App;
use self::game::LocalGame;
use self::seating::Sitter;
use self::thinker::Thinker;
use crate::args::RecordArgs;
use crate::input::BadInput;
use crate::output::Destination;
use crate::play_args::PlayArgs;
use crate::{input, output};

/// How often the loop checks for input other than the keyboard.
const TICK: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let engines = args.endings.engines()?;
    let game = set_up(args)?;
    let mut app = App::new(game, args.lang, args.record.clone());
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return Err(BadInput::error(
            "`sarsen play` needs a terminal for its input and output; programs use `sarsen ugi`, and `sarsen` plays in the browser",
        ));
    }
    let stopped = stop_flag()?;
    save(&mut app)?;
    let mut terminal = ratatui::try_init().context("the terminal cannot be used")?;
    let ended = converse(&mut terminal, &mut app, args, &engines, &stopped);
    // Restore the screen before printing anything, whatever has happened.
    let restored = ratatui::try_restore();
    ended?;
    restored.context("the terminal could not be restored")?;
    close(&app)
}

/// The game, its options and its seats, from the arguments and from the record, if any.
fn set_up(args: &PlayArgs) -> anyhow::Result<LocalGame> {
    let (game, options) = input::game_with_options(&args.game)?;
    refuse_unlisted(game, &options)?;
    let seed = seed(args.seed)?;
    // An existing record file is continued, as in the arena.
    let continued =
        args.record.as_ref().filter(|file| file.metadata().is_ok_and(|there| there.len() > 0));
    let Some(file) = args.from.as_ref().or(continued) else {
        let sitters = sitters(args, None, options.seats())?;
        return Ok(LocalGame::new(game, &options, sitters, seed, &today()));
    };
    if let (Some(from), Some(record)) = (&args.from, continued)
        && from != record
    {
        let name = input::name(record);
        return Err(BadInput::error(format!(
            "{name}: already exists; with --from, record to a new file"
        )));
    }
    let record = input::record(&RecordArgs { file: file.clone(), record: None })?;
    let position = input::replay(file, &record)?;
    let name = input::name(file);
    let id = position.options().spec().id;
    if id != game.spec().id {
        return Err(BadInput::error(format!(
            "{name}: is a record of `{id}`, not of `{}`",
            game.spec().id
        )));
    }
    let unsaid = args.game.options.is_empty() && args.game.variant.is_none();
    if !unsaid && !options.iter().eq(position.options().iter()) {
        return Err(BadInput::error(format!(
            "{name}: the options of the record and of the command differ"
        )));
    }
    if position.turn().is_over() {
        return Err(BadInput::error(format!("{name}: the game of this record is over")));
    }
    let sitters = sitters(args, Some(&record), position.options().seats())?;
    LocalGame::resume(&record, sitters, seed)
        .map_err(|error| BadInput::error(format!("{name}: {error}")))
}

/// If actions cannot be listed, there is nothing to choose from.
fn refuse_unlisted(game: &dyn Game, options: &Options) -> anyhow::Result<()> {
    let request = PerftRequest { depth: 0, symmetry: false, progress: &|_, _| true };
    let counted = game.start(options).perft(&request);
    if !matches!(counted, Err(PerftError::Unlisted)) {
        return Ok(());
    }
    let id = game.spec().id;
    Err(BadInput::error(format!(
        "`{id}` cannot be played in the terminal: its actions are places and speeds in space, too many to list; \
         `sarsen` plays it in the browser"
    )))
}

fn sitters(args: &PlayArgs, record: Option<&Record>, seats: usize) -> anyhow::Result<Vec<Sitter>> {
    let named = record.and_then(|record| seating::of_record(record, seats));
    let Some(given) = &args.seats else {
        return Ok(named.unwrap_or_else(|| seating::default(seats)));
    };
    if given.len() != seats {
        let message = format!("--seats names {}, the game has {seats} seats", given.len());
        return Err(BadInput::error(message));
    }
    Ok(given.clone())
}

fn seed(number: Option<u64>) -> anyhow::Result<Seed> {
    let mut bytes = [0; 32];
    match number {
        Some(number) => bytes[..8].copy_from_slice(&number.to_le_bytes()),
        None => getrandom::fill(&mut bytes)
            .map_err(|error| anyhow::anyhow!("no randomness: {error}"))?,
    }
    Ok(Seed::new(bytes))
}

fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    sarsen_session::date(now.as_millis() as u64)
}

/// How long the main loop may take to end after it was asked to. It checks every [`TICK`], but reading from a terminal
/// that has been closed never returns: crossterm reads its end again and again.
const PATIENCE: Duration = Duration::from_secs(2);

/// Set when the process is asked to end, or its terminal is closed: the terminal is restored and the record saved. If
/// that does not happen soon, the process is ended; the record was saved after every action.
fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                () = asked_to_end() => {}
                () = terminal_closed() => {}
            }
        });
        set.store(true, Ordering::Release);
        std::thread::sleep(PATIENCE);
        std::process::exit(1);
    });
    Ok(flag)
}

/// Completes when standard input is no terminal any more.
async fn terminal_closed() {
    while std::io::stdin().is_terminal() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

#[cfg(unix)]
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt()];
    let [Ok(mut terminate), Ok(mut hangup), Ok(mut interrupt)] = kinds.map(signal) else {
        // Without handlers the signals end the process.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
        _ = interrupt.recv() => {}
    }
}

#[cfg(not(unix))]
async fn asked_to_end() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

/// The main loop: draws, waits, and dispatches input until the user quits.
fn converse(
    terminal: &mut DefaultTerminal,
    app: &mut App,
    args: &PlayArgs,
    engines: &Engines,
    stopped: &AtomicBool,
) -> anyhow::Result<()> {
    let colors = ColorChoice::global() != ColorChoice::Never;
    let mut thinker: Option<Thinker> = None;
    let mut changed = true;
    while !app.wants_to_quit() && !stopped.load(Ordering::Acquire) {
        if thinker.as_ref().map(Thinker::number) != app.job().map(|job| job.number) {
            let (position, limits) = (app.game().position().boxed(), limits(args, app));
            let engine = engines.get(position.options().spec().id);
            thinker = app.job().map(|job| Thinker::start(job, engine, position, limits));
        }
        if changed {
            let mut drawn = None;
            terminal.draw(|frame| drawn = Some(draw::draw(app, colors, frame)))?;
            app.set_pan(drawn.map_or(app.pan(), |drawn| drawn.pan));
        }
        changed = event::poll(TICK)?;
        if changed {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
                // On any other event the screen is just redrawn.
                _ => {}
            }
        }
        if let Some(answer) = thinker.as_ref().and_then(Thinker::poll) {
            let number = thinker.as_ref().map_or(0, Thinker::number);
            thinker = None;
            app.answer(number, answer);
            changed = true;
        }
        if let Err(error) = save(app) {
            app.tell(&words::not_written(&format!("{error:#}")));
            changed = true;
        }
    }
    Ok(())
}

/// The limits of the next search. The seed changes with the game, so that an engine does not repeat itself.
fn limits(args: &PlayArgs, app: &App) -> Limits {
    let seed = args.seed.unwrap_or_default().wrapping_add(app.game().len() as u64);
    Limits {
        time: args.nodes.is_none().then_some(args.time),
        nodes: args.nodes,
        seed,
        ..Limits::default()
    }
}

/// Writes the record if it has changed.
fn save(app: &mut App) -> anyhow::Result<()> {
    let Some(file) = app.take_unsaved().map(Path::to_owned) else { return Ok(()) };
    let text = app.game().record().to_string();
    write(&file, &text)
}

/// The final message, on the restored screen. A record that cannot be written is printed instead of lost.
fn close(app: &App) -> anyhow::Result<()> {
    let mut out = output::plain();
    writeln!(out, "{}", output::state_line(app.game().position()))?;
    let record = app.game().record().to_string();
    let written =
        app.record_file().map(|file| write(file, &record).map(|()| file.display().to_string()));
    match &written {
        Some(Ok(file)) => writeln!(out, "record: {file}")?,
        None | Some(Err(_)) => write!(out, "{record}")?,
    }
    out.flush()?;
    written.transpose().map(drop)
}

/// Writes a record atomically.
fn write(file: &Path, record: &str) -> anyhow::Result<()> {
    Destination::new(file)?.write(|path| std::fs::write(path, record))
}
