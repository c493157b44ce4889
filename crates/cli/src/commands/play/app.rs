//! The table at the terminal as a state machine: its inputs are keys and engines' answers; its outputs are what to
//! draw, search and write. It knows no terminal, no thread and no file.

use std::path::{Path, PathBuf};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sarsen_catalog::GameEvent;
use sarsen_core::{Audience, Lang, Phrase, Seat, Turn, Viewer};
use sarsen_search::Level;

use super::choices::Choices;
use super::game::LocalGame;
use super::seating::Sitter;
use super::words;

/// What the table is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// A person to choose.
    Choosing(Seat),
    /// A person to uncover the screen.
    Curtain(Seat),
    /// An engine to answer.
    Thinking(Seat),
    /// A person to restart an engine that failed to find an action.
    Failed(Seat),
    /// Nothing: the game has ended.
    Over,
}

/// A request to an engine. Each has a new number: answers to earlier ones are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Job {
    pub(crate) number: u64,
    pub(crate) purpose: Purpose,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// An action for the seat to act.
    Act(Level),
    /// Advice for the person to act.
    Advise,
}

/// One line of advice: actions as the seat to act names them, and the winning chance.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Advice {
    pub(crate) actions: Vec<String>,
    pub(crate) chance: f64,
    pub(crate) exact: bool,
}

/// An engine's answer.
pub(crate) enum Answer {
    /// The action to play, in the record's notation.
    Act(String),
    /// The best lines, best first.
    Advise(Vec<Advice>),
    /// The reason for a failure.
    Failed(String),
}

/// A page on top of the table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Overlay {
    Help,
    Hint(Vec<Advice>),
}

/// The number of choices per page of the list.
const PAGE: isize = 10;

/// How far a board that does not fit is scrolled at a time, in cells.
const PAN: i32 = 4;

pub(crate) struct App {
    game: LocalGame,
    lang: Lang,
    mode: Mode,
    /// The person whose view is on the screen.
    looker: Option<Seat>,
    choices: Choices,
    overlay: Option<Overlay>,
    /// The response to the last key, or the consequences of the last actions.
    message: String,
    job: Option<Job>,
    jobs: u64,
    /// The scroll offset of a board that does not fit, in columns and lines.
    pan: (i32, i32),
    record: Option<PathBuf>,
    unsaved: bool,
    quit: bool,
}

impl App {
    /// A table with a game in progress.
    pub(crate) fn new(game: LocalGame, lang: Lang, record: Option<PathBuf>) -> App {
        let mut app = App {
            game,
            lang,
            mode: Mode::Over,
            looker: None,
            choices: Choices::default(),
            overlay: None,
            message: String::new(),
            job: None,
            jobs: 0,
            pan: (0, 0),
            record,
            unsaved: true,
            quit: false,
        };
        app.advance();
        app
    }

    pub(crate) fn game(&self) -> &LocalGame {
        &self.game
    }

    pub(crate) fn lang(&self) -> Lang {
        self.lang
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    pub(crate) fn choices(&self) -> &Choices {
        &self.choices
    }

    pub(crate) fn overlay(&self) -> Option<&Overlay> {
        self.overlay.as_ref()
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn pan(&self) -> (i32, i32) {
        self.pan
    }

    /// The current request to an engine.
    pub(crate) fn job(&self) -> Option<Job> {
        self.job
    }

    pub(crate) fn is_over(&self) -> bool {
        self.mode == Mode::Over
    }

    /// Whether the user wants to quit.
    pub(crate) fn wants_to_quit(&self) -> bool {
        self.quit
    }

    /// The file to write the record to, if the record has changed since the last call.
    pub(crate) fn take_unsaved(&mut self) -> Option<&Path> {
        let unsaved = std::mem::take(&mut self.unsaved);
        self.record.as_deref().filter(|_| unsaved)
    }

    pub(crate) fn record_file(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// The viewer of the drawn board. After the game nothing is hidden, and neither is it if only engines
    /// play.
    pub(crate) fn viewer(&self) -> Viewer {
        match (self.mode, self.looker) {
            (Mode::Over, _) => Viewer::Omniscient,
            (_, Some(seat)) => Viewer::Seat(seat),
            (_, None) if self.game.people().next().is_none() => Viewer::Omniscient,
            (_, None) => Viewer::Public,
        }
    }

    /// Sentences for the people at the terminal.
    pub(crate) fn read(&self, script: &Phrase) -> String {
        self.audience().read(script).in_lang(self.lang).to_owned()
    }

    pub(crate) fn audience(&self) -> Audience {
        words::audience(self.game.sitters())
    }

    /// Reports a failure from outside the table.
    pub(crate) fn tell(&mut self, message: &Phrase) {
        self.message = self.read(message);
    }

    pub(crate) fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'q') if control => self.quit = true,
            KeyCode::Char('u') if control => self.choices.clear(),
            KeyCode::F(1) => self.toggle_help(),
            _ if self.mode_is_curtain() => self.key_at_curtain(key),
            KeyCode::F(2) => self.ask_for_advice(),
            KeyCode::F(3) => self.undo(),
            KeyCode::Esc => self.escape(),
            KeyCode::Enter => self.enter(),
            KeyCode::Tab => self.choices.complete(),
            KeyCode::Backspace => self.choices.backspace(),
            KeyCode::Up if control => self.pan.1 -= PAN,
            KeyCode::Down if control => self.pan.1 += PAN,
            KeyCode::Left => self.pan.0 -= PAN,
            KeyCode::Right => self.pan.0 += PAN,
            KeyCode::Up => self.choices.step(-1),
            KeyCode::Down => self.choices.step(1),
            KeyCode::PageUp => self.choices.step(-PAGE),
            KeyCode::PageDown => self.choices.step(PAGE),
            KeyCode::Home => self.choices.step(isize::MIN),
            KeyCode::End => self.choices.step(isize::MAX),
            KeyCode::Char(letter) if !control => {
                self.overlay = None;
                self.choices.push(letter);
            }
            _ => {}
        }
    }

    /// Keeps the scroll offset within the board, once the size of the screen is known.
    pub(crate) fn set_pan(&mut self, pan: (i32, i32)) {
        self.pan = pan;
    }

    /// Handles the answer to a request. Answers to earlier requests are dropped.
    pub(crate) fn answer(&mut self, number: u64, answer: Answer) {
        if self.job.is_none_or(|job| job.number != number) {
            return;
        }
        self.job = None;
        match (answer, self.mode) {
            (Answer::Act(action), Mode::Thinking(seat)) => {
                let events = self.events_of(&action);
                match self.game.play_notation(&action) {
                    Ok(()) => self.after_action(&events),
                    Err(error) => self.fail(seat, &format!("`{action}`: {error}")),
                }
            }
            (Answer::Advise(advice), Mode::Choosing(_)) => {
                self.message.clear();
                if let Some(best) = advice.first().and_then(|line| line.actions.first()) {
                    self.choices.select(best);
                }
                self.overlay = Some(Overlay::Hint(advice));
            }
            (Answer::Failed(problem), Mode::Thinking(seat)) => self.fail(seat, &problem),
            (Answer::Failed(problem), _) => self.message = problem,
            (Answer::Act(_) | Answer::Advise(_), _) => {}
        }
    }

    fn fail(&mut self, seat: Seat, problem: &str) {
        self.mode = Mode::Failed(seat);
        self.tell(&words::engine_failed(problem));
    }

    fn mode_is_curtain(&self) -> bool {
        matches!(self.mode, Mode::Curtain(_)) && self.overlay.is_none()
    }

    fn key_at_curtain(&mut self, key: KeyEvent) {
        match (key.code, self.mode) {
            (KeyCode::Enter, Mode::Curtain(seat)) => {
                self.looker = Some(seat);
                self.choose(seat);
            }
            (KeyCode::F(3), _) => self.undo(),
            _ => {}
        }
    }

    fn toggle_help(&mut self) {
        let open = self.overlay == Some(Overlay::Help);
        self.overlay = (!open).then_some(Overlay::Help);
    }

    fn escape(&mut self) {
        if self.overlay.take().is_some() {
            return;
        }
        if self.job.is_some_and(|job| job.purpose == Purpose::Advise) {
            self.job = None;
            self.message.clear();
        }
        self.choices.clear();
    }

    fn enter(&mut self) {
        self.overlay = None;
        let typed = self.choices.typed().trim().to_owned();
        if let Some(command) = typed.strip_prefix(':') {
            self.choices.clear();
            return self.command(command);
        }
        match self.mode {
            Mode::Choosing(seat) => {
                let chosen = self.choices.chosen().map(|choice| choice.token.clone());
                // Text that matches nothing is tried anyway: the rules explain best what is wrong with it.
                let token = chosen.unwrap_or(typed);
                self.play(seat, &token);
            }
            Mode::Failed(_) => {
                self.message.clear();
                self.advance();
            }
            Mode::Thinking(_) if !typed.is_empty() => self.tell(&words::NOT_YOUR_TURN),
            Mode::Thinking(_) | Mode::Curtain(_) | Mode::Over => {}
        }
    }

    fn play(&mut self, seat: Seat, token: &str) {
        if token.is_empty() {
            return self.tell(&words::NO_CHOICE);
        }
        let events = match self.game.position().resolve(seat, token) {
            Ok(action) => self.events_of(&action),
            Err(_) => Vec::new(),
        };
        match self.game.play(seat, token) {
            Ok(()) => self.after_action(&events),
            Err(error) => self.message = self.refusal(token, &error),
        }
    }

    fn refusal(&self, token: &str, error: &sarsen_core::PlayError) -> String {
        match error {
            sarsen_core::PlayError::Illegal(illegal) => {
                let because = self.read(&illegal.sentence);
                format!("{token}: {because} ({})", illegal.rule)
            }
            _ => format!("{token}: {error}"),
        }
    }

    /// The consequences of an action in words: for the person at the screen, or for everybody if several people with
    /// different knowledge share it.
    fn events_of(&self, action: &str) -> Vec<String> {
        let shared = self.game.people().count() > 1;
        let viewer = if shared { Viewer::Public } else { self.viewer() };
        let events = self.game.position().events(action, viewer, &self.audience());
        let sentence = |event: &GameEvent| event.says.in_lang(self.lang).to_owned();
        events.unwrap_or_default().iter().map(sentence).collect()
    }

    fn after_action(&mut self, events: &[String]) {
        self.unsaved = true;
        self.message = events.join(" ");
        self.advance();
    }

    /// Lets chance act, then waits for the next seat.
    fn advance(&mut self) {
        self.job = None;
        self.game.draw_chance();
        match self.game.position().turn() {
            Turn::Over(_) => {
                self.mode = Mode::Over;
                self.choices = Choices::default();
            }
            Turn::Seat(seat) => match *self.game.sitter(seat) {
                Sitter::Engine(level) => {
                    self.mode = Mode::Thinking(seat);
                    self.choices = Choices::default();
                    self.start(Purpose::Act(level));
                }
                Sitter::Person(_) if self.looker != Some(seat) && self.game.hides() => {
                    self.mode = Mode::Curtain(seat);
                    self.looker = None;
                    self.choices = Choices::default();
                }
                Sitter::Person(_) => {
                    self.looker = Some(seat);
                    self.choose(seat);
                }
            },
            Turn::Chance => unreachable!("chance has acted"),
        }
    }

    fn choose(&mut self, seat: Seat) {
        self.mode = Mode::Choosing(seat);
        let tokens = self.game.choices(seat);
        self.choices = Choices::new(self.game.position(), tokens, self.lang);
    }

    fn start(&mut self, purpose: Purpose) {
        self.jobs += 1;
        self.job = Some(Job { number: self.jobs, purpose });
    }

    fn ask_for_advice(&mut self) {
        if !matches!(self.mode, Mode::Choosing(_)) {
            return self.tell(if self.is_over() {
                &words::GAME_OVER
            } else {
                &words::NOT_YOUR_TURN
            });
        }
        self.start(Purpose::Advise);
        self.tell(&words::ADVISING);
    }

    fn undo(&mut self) {
        self.overlay = None;
        if !self.game.undo() {
            return self.tell(&words::NOTHING_TO_UNDO);
        }
        self.unsaved = true;
        self.tell(&words::TAKEN_BACK);
        self.advance();
    }

    fn command(&mut self, command: &str) {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        let rest = rest.trim();
        match word {
            "help" | "h" => self.toggle_help(),
            "hint" => self.ask_for_advice(),
            "undo" | "u" => self.undo(),
            "quit" | "q" => self.quit = true,
            "level" => self.set_level(rest),
            "record" if rest.is_empty() => self.tell(&words::NO_FILE),
            "record" => {
                self.record = Some(PathBuf::from(rest));
                self.unsaved = true;
                self.tell(&words::recording(rest));
            }
            _ => self.tell(&words::no_command(word)),
        }
    }

    fn set_level(&mut self, text: &str) {
        let level = match text.parse::<Level>() {
            Ok(level) => level,
            Err(error) => return self.message = error.to_string(),
        };
        if !self.game.set_level(level) {
            return self.tell(&words::NO_ENGINE);
        }
        self.unsaved = true;
        self.tell(&words::level_set(level));
        if matches!(self.mode, Mode::Thinking(_)) {
            self.start(Purpose::Act(level));
        }
    }
}
