//! The Universal Game Interface: our engines for other programs, and other programs in our arena.
//!
//! Lines on standard input and output, as UCI has them for chess:
//!
//! | sent | answered |
//! |---|---|
//! | `ugi` | `id name …`, `option name …` for each option of the game, `ugiok` |
//! | `isready` | `readyok` |
//! | `setoption name NAME value VALUE` | nothing; `NAME` is an option of the game, or `level`, `seed`, `threads`, `memory` (MB) |
//! | `uginewgame` | nothing |
//! | `position startpos [moves A B …]` | nothing |
//! | `go [movetime MS] [nodes N]` | `info …` lines, then `bestmove A` |
//! | `query p1turn`, `query gameover`, `query result` | `response …` |
//! | `stop` | ends the search, which then gives its `bestmove` |
//! | `quit` | the program ends |
//!
//! Extensions: actions are in our notation, and outcomes of chance (`*3`, `deal=…`) stand among the moves like
//! actions of a player; `query chance` answers whether chance is to act; `info … winrate W` gives the winning
//! chance of the seat to act in percent.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sarsen_catalog::{Game, Position};
use sarsen_core::{Options, Seat, Turn, Viewer};
use sarsen_search::{Cancel, Level, Limits, Report, Request};

use crate::contestant::ContestantError;

/// Serves a game until `quit` or the end of the input.
///
/// # Errors
/// If the output cannot be written.
pub fn serve<W: Write + Send + 'static>(
    game: &'static dyn Game,
    input: impl BufRead,
    output: W,
) -> io::Result<()> {
    let mut server = Server::new(game, output);
    for line in input.split(b'\n') {
        // What is not UTF-8 is no command, and is answered like any other that is none.
        if !server.obey(&String::from_utf8_lossy(&line?))? {
            break;
        }
    }
    server.finish();
    Ok(())
}

struct Server<W> {
    game: &'static dyn Game,
    options: Options,
    position: Box<dyn Position>,
    level: Level,
    limits: Limits,
    output: Arc<Mutex<W>>,
    cancel: Cancel,
    search: Option<std::thread::JoinHandle<()>>,
}

/// The time of a move when nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl<W: Write + Send + 'static> Server<W> {
    fn new(game: &'static dyn Game, output: W) -> Server<W> {
        let options = Options::defaults(game.spec());
        Server {
            game,
            position: game.start(&options),
            options,
            level: Level::MAX,
            limits: Limits::default(),
            output: Arc::new(Mutex::new(output)),
            cancel: Cancel::default(),
            search: None,
        }
    }

    /// `false` when the program is to end.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("quit") => return Ok(false),
            Some("ugi") => self.introduce()?,
            Some("isready") => self.say("readyok")?,
            Some("setoption") => self.set_option(line)?,
            Some("uginewgame") => self.position = self.game.start(&self.options),
            Some("position") => self.set_position(&words.collect::<Vec<_>>())?,
            Some("go") => self.go(&words.collect::<Vec<_>>())?,
            Some("stop") => self.finish(),
            Some("query") => self.answer(words.next().unwrap_or_default())?,
            Some(other) => self.say(&format!("info string unknown command `{other}`"))?,
            None => {}
        }
        Ok(true)
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.output, line)
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(&format!("id name Sarsen {} {}", env!("CARGO_PKG_VERSION"), self.game.spec().id))?;
        self.say("option name level type spin default 8 min 1 max 8")?;
        self.say("option name seed type spin default 0 min 0")?;
        let threads = self.limits.threads;
        self.say(&format!("option name threads type spin default {threads} min 1 max 1024"))?;
        let megabytes = self.limits.memory >> 20;
        self.say(&format!("option name memory type spin default {megabytes} min 1"))?;
        for option in self.game.spec().options {
            let (name, default, values) = (option.name, option.default, &option.values);
            self.say(&format!("option name {name} type string default {default} values {values}"))?;
        }
        self.say("ugiok")
    }

    fn set_option(&mut self, line: &str) -> io::Result<()> {
        let parsed = line
            .split_once("name ")
            .and_then(|(_, rest)| rest.split_once(" value "))
            .map(|(name, value)| (name.trim(), value.trim()));
        let Some((name, value)) = parsed else {
            return self.say("info string expected `setoption name NAME value VALUE`");
        };
        let number = value.parse::<usize>().ok();
        let done = match (name, number) {
            ("level", _) => {
                value.parse().map(|level| self.level = level).map_err(|e| e.to_string())
            }
            ("seed", Some(number)) => {
                self.limits.seed = number as u64;
                Ok(())
            }
            ("threads", Some(number)) => {
                self.limits.threads = number.clamp(1, 1024);
                Ok(())
            }
            ("memory", Some(number)) => {
                Limits::megabytes(number).map(|bytes| self.limits.memory = bytes)
            }
            _ => self.options.set(name, value).map_err(|error| error.to_string()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(problem) => self.say(&format!("info string {problem}")),
        }
    }

    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        let moves = match words {
            ["startpos"] => &[][..],
            ["startpos", "moves", moves @ ..] => moves,
            _ => return self.say("info string expected `position startpos moves …`"),
        };
        let mut position = self.game.start(&self.options);
        for token in moves {
            if let Err(error) = position.play(token) {
                return self.say(&format!("info string `{token}`: {error}"));
            }
        }
        self.position = position;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        self.finish();
        let value = |name: &str| {
            let Some(at) = words.iter().position(|word| *word == name) else { return Ok(None) };
            let number = words.get(at + 1).and_then(|word| word.parse::<u64>().ok());
            number.map(Some).ok_or(format!("info string `{name}` needs a number after it"))
        };
        let (nodes, time) = match (value("nodes"), value("movetime")) {
            (Ok(nodes), Ok(time)) => (nodes, time.map(Duration::from_millis)),
            (Err(problem), _) | (_, Err(problem)) => return self.say(&problem),
        };
        let Some(engine) = sarsen_search::engine(self.game.spec().id) else {
            return self.say("info string there is no engine for this game");
        };
        let mut limits = self.limits.clone();
        limits.nodes = nodes;
        limits.time = time
            .or((limits.nodes.is_none() && !words.contains(&"infinite")).then_some(DEFAULT_TIME));
        let (position, level, output) =
            (self.position.boxed(), self.level, Arc::clone(&self.output));
        self.cancel = Cancel::default();
        let cancel = self.cancel.clone();
        self.search = Some(std::thread::spawn(move || {
            let progress = |report: &Report| {
                // The reader may be gone; the search then ends by itself.
                let _ = say(&output, &info(report));
            };
            let mut request = Request::new(position.as_ref(), level, limits, &cancel);
            request.progress = &progress;
            let line = match engine.choose(&request) {
                Ok(choice) => format!("bestmove {}", choice.action),
                Err(error) => format!("info string {error}\nbestmove (none)"),
            };
            let _ = say(&output, &line);
        }));
        Ok(())
    }

    fn answer(&self, what: &str) -> io::Result<()> {
        let turn = self.position.turn();
        let response = match what {
            "p1turn" => (turn == Turn::Seat(Seat::ONE)).to_string(),
            "chance" => (turn == Turn::Chance).to_string(),
            "gameover" => turn.is_over().to_string(),
            "result" => match turn.outcome() {
                None => "none".to_owned(),
                Some(outcome) => match outcome.winner() {
                    Some(seat) => format!("p{seat}win"),
                    None => "draw".to_owned(),
                },
            },
            _ => return self.say(&format!("info string unknown query `{what}`")),
        };
        self.say(&format!("response {response}"))
    }

    /// Ends a running search and waits for its answer.
    fn finish(&mut self) {
        self.cancel.cancel();
        if let Some(search) = self.search.take() {
            // A search that panicked has said nothing; there is nothing to add.
            let _ = search.join();
        }
    }
}

fn say<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

fn info(report: &Report) -> String {
    let mut text = format!(
        "info depth {} nodes {} nps {} time {}",
        report.depth,
        report.nodes,
        report.nodes_per_second() as u64,
        report.elapsed.as_millis()
    );
    if let Some(line) = report.lines.first() {
        text += &format!(" winrate {:.1} pv {}", line.chance * 100.0, line.actions.join(" "));
    }
    text
}

/// Another program that speaks UGI.
pub struct UgiEngine {
    command: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    greeted: bool,
}

/// How long a program may take to say that it is ready, and beyond its time for a move.
const PATIENCE: Duration = Duration::from_secs(10);

impl UgiEngine {
    /// Starts a program.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(command: &str) -> Result<UgiEngine, ContestantError> {
        let fault =
            |problem: String| ContestantError::Program { command: command.to_owned(), problem };
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| fault("names no program".to_owned()))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| fault(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(fault("has no input or output".to_owned()));
        };
        let (sender, lines) = mpsc::sync_channel(1024);
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(UgiEngine { command: command.to_owned(), child, input, lines, greeted: false })
    }

    /// Asks for an action.
    ///
    /// # Errors
    /// If the program fails, is too slow, or the game hides information, which UGI has no words for.
    pub fn act(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
    ) -> Result<String, ContestantError> {
        let seat = position.turn().seat().ok_or_else(|| self.fault("no seat is to act"))?;
        let history = position.history(Viewer::Seat(seat));
        if history.iter().any(|token| token.contains('?')) {
            return Err(self.fault("UGI has no words for what a seat may not know"));
        }
        if !std::mem::replace(&mut self.greeted, true) {
            self.send("ugi")?;
            self.wait_for("ugiok", PATIENCE)?;
            for (name, value) in position.options().iter() {
                self.send(&format!("setoption name {name} value {value}"))?;
            }
        }
        let moves = if history.is_empty() {
            String::new()
        } else {
            format!(" moves {}", history.join(" "))
        };
        self.send(&format!("position startpos{moves}"))?;
        let time = limits.time.unwrap_or(DEFAULT_TIME);
        let nodes = limits.nodes.map_or(String::new(), |nodes| format!(" nodes {nodes}"));
        let movetime = if limits.nodes.is_some() {
            String::new()
        } else {
            format!(" movetime {}", time.as_millis())
        };
        self.send(&format!("go{movetime}{nodes}"))?;
        let answer = self.wait_for("bestmove ", time + PATIENCE)?;
        Ok(answer.split_whitespace().next().unwrap_or_default().to_owned())
    }

    fn fault(&self, problem: &str) -> ContestantError {
        ContestantError::Program { command: self.command.clone(), problem: problem.to_owned() }
    }

    fn send(&mut self, line: &str) -> Result<(), ContestantError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| self.fault(&error.to_string()))
    }

    /// What follows `prefix` on the first line that begins with it.
    fn wait_for(&self, prefix: &str, time: Duration) -> Result<String, ContestantError> {
        let deadline = std::time::Instant::now() + time;
        loop {
            let left = deadline.saturating_duration_since(std::time::Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    if let Some(rest) = line.strip_prefix(prefix) {
                        return Ok(rest.to_owned());
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.fault("does not answer in time")),
                Err(RecvTimeoutError::Disconnected) => return Err(self.fault("has ended")),
            }
        }
    }
}

impl Drop for UgiEngine {
    fn drop(&mut self) {
        // A program that is gone already needs no farewell.
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn talk(game: &str, input: &str) -> String {
        let sink = Sink::default();
        let game = sarsen_catalog::game(game).unwrap();
        serve(game, input.as_bytes(), sink.clone()).unwrap();
        let bytes = sink.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn it_introduces_itself_and_answers_queries() {
        let said =
            talk("stonehenge", "ugi\nisready\nquery p1turn\nquery gameover\nquery result\nquit\n");
        for line in ["ugiok", "readyok", "response true", "response false", "response none"] {
            assert!(said.lines().any(|said| said == line), "{line} in {said}");
        }
    }

    #[test]
    fn it_plays_also_after_throws_of_chance_and_names_what_is_wrong() {
        let said =
            talk("holes", "position startpos moves *3 *2\nquery chance\ngo nodes 200\nquit\n");
        assert!(said.contains("response false") && said.contains("bestmove 1"), "{said}");
        let said =
            talk("stonehenge", "position startpos moves Z9\nhello\nsetoption name level value 9\n");
        assert_eq!(
            said.lines().filter(|line| line.starts_with("info string")).count(),
            3,
            "{said}"
        );
    }
}
