//! Our engines for other programs, over UGI.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sarsen_catalog::{Game, Position};
use sarsen_core::Options;
use sarsen_core::chance::{self, Generator};
use sarsen_search::{Cancel, Engines, Level, Limits, Report, Request};

use crate::ugi::query;

/// Serves a game with these engines until `quit` or the end of the input.
///
/// # Errors
/// If the output cannot be written.
pub fn serve<W: Write + Send + 'static>(
    game: &'static dyn Game,
    engines: &Engines,
    input: impl BufRead,
    output: W,
) -> io::Result<()> {
    let mut server = Server::new(game, engines.clone(), output);
    for line in input.split(b'\n') {
        // A line that is not UTF-8 is answered like any other unknown command.
        if !server.handle_line(&String::from_utf8_lossy(&line?))? {
            break;
        }
    }
    server.finish();
    Ok(())
}

struct Server<W> {
    game: &'static dyn Game,
    engines: Engines,
    options: Options,
    /// `None` after a refused position.
    position: Option<SetPosition>,
    rng: Generator,
    level: Level,
    limits: Limits,
    output: Arc<Mutex<W>>,
    cancel: Cancel,
    search: Option<std::thread::JoinHandle<()>>,
}

/// The position as it was sent.
struct SetPosition {
    position: Box<dyn Position>,
    /// The actions, if some of them contain what the seat to act does not know.
    masked: Option<Vec<String>>,
}

impl SetPosition {
    fn start(game: &dyn Game, options: &Options) -> SetPosition {
        SetPosition { position: game.start(options), masked: None }
    }
}

/// The time per move if none is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl<W: Write + Send + 'static> Server<W> {
    fn new(game: &'static dyn Game, engines: Engines, output: W) -> Server<W> {
        let options = Options::defaults(game.spec());
        Server {
            game,
            engines,
            position: Some(SetPosition::start(game, &options)),
            options,
            rng: chance::generator(0),
            level: Level::MAX,
            limits: Limits::default(),
            output: Arc::new(Mutex::new(output)),
            cancel: Cancel::default(),
            search: None,
        }
    }

    /// Returns `false` when the program should end.
    fn handle_line(&mut self, line: &str) -> io::Result<bool> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("quit") => return Ok(false),
            Some("ugi") => self.introduce()?,
            Some("isready") => self.say("readyok")?,
            Some("setoption") => self.set_option(line)?,
            Some("uginewgame") => {
                self.position = Some(SetPosition::start(self.game, &self.options));
            }
            Some("position") => self.set_position(&words.collect::<Vec<_>>())?,
            Some("go") => self.go(&words.collect::<Vec<_>>())?,
            Some("stop") => self.finish(),
            Some("query") => self.answer(words.next().unwrap_or_default())?,
            Some(other) => self.refuse(&format!("unknown command `{other}`"))?,
            None => {}
        }
        Ok(true)
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.output, line)
    }

    fn refuse(&self, problem: &str) -> io::Result<()> {
        self.say(&format!("error {problem}"))
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
            return self.refuse("expected `setoption name NAME value VALUE`");
        };
        let number = value.parse::<usize>().ok();
        let done = match (name, number) {
            ("level", _) => {
                value.parse().map(|level| self.level = level).map_err(|e| e.to_string())
            }
            ("seed", Some(number)) => {
                self.limits.seed = number as u64;
                self.rng = chance::generator(number as u64);
                Ok(())
            }
            ("threads", Some(number)) => {
                self.limits.threads = number.clamp(1, 1024);
                Ok(())
            }
            ("memory", Some(number)) => {
                Limits::megabytes(number).map(|bytes| self.limits.memory = bytes)
            }
            _ => self.set_game_option(name, value),
        };
        match done {
            Ok(()) => Ok(()),
            Err(problem) => self.refuse(&problem),
        }
    }

    /// The current position belongs to a game with other options, so a new one is started.
    fn set_game_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.options.set(name, value).map_err(|error| error.to_string())?;
        self.position = Some(SetPosition::start(self.game, &self.options));
        Ok(())
    }

    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        self.finish();
        self.position = None;
        let moves = match words {
            ["startpos"] => &[][..],
            ["startpos", "moves", moves @ ..] => moves,
            _ => return self.refuse("expected `position startpos moves …`"),
        };
        match self.told(moves) {
            Ok(told) => self.position = Some(told),
            Err(problem) => self.refuse(&problem)?,
        }
        Ok(())
    }

    fn told(&self, moves: &[&str]) -> Result<SetPosition, String> {
        if moves.iter().any(|token| token.contains('?')) {
            let position = self.game.replay_masked(&self.options, moves);
            let fault = |(at, error)| format!("`{}`: {error}", moves.get(at).unwrap_or(&"moves"));
            let masked = Some(moves.iter().map(ToString::to_string).collect());
            return Ok(SetPosition { position: position.map_err(fault)?, masked });
        }
        let mut position = self.game.start(&self.options);
        for token in moves {
            position.play(token).map_err(|error| format!("`{token}`: {error}"))?;
        }
        Ok(SetPosition { position, masked: None })
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        self.finish();
        let mut limits = self.limits.clone();
        match limits_of(words) {
            Ok((nodes, time)) => (limits.nodes, limits.time) = (nodes, time),
            Err(problem) => return self.refuse(&problem),
        }
        let Some(told) = &self.position else { return self.refuse(NO_POSITION) };
        let Some(seat) = told.position.turn().seat() else {
            return self.refuse("no seat is to act in this position");
        };
        let Some(engine) = self.engines.get(self.game.spec().id) else {
            return self.refuse("there is no engine for this game");
        };
        let (position, level, output) =
            (told.position.boxed(), self.level, Arc::clone(&self.output));
        self.cancel = Cancel::default();
        let cancel = self.cancel.clone();
        self.search = Some(std::thread::spawn(move || {
            let progress = |report: &Report| {
                // If the reader is gone, the search ends by itself.
                let _ = say(&output, &info(report));
            };
            let mut request = Request::new(position.as_ref(), level, limits, &cancel);
            request.progress = &progress;
            let line = match engine.choose(&request) {
                Ok(choice) => {
                    let action = query::in_seat_notation(position.as_ref(), seat, choice.action);
                    format!("bestmove {action}")
                }
                Err(error) => format!("error {error}"),
            };
            let _ = say(&output, &line);
        }));
        Ok(())
    }

    fn answer(&mut self, what: &str) -> io::Result<()> {
        let Some(told) = &self.position else { return self.refuse(NO_POSITION) };
        let answer = match (what, &told.masked) {
            // The filled-in parts are not knowledge: the view is made from the tokens as sent.
            ("view", Some(tokens)) => {
                let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
                let shown = self.game.show_masked(&self.options, &tokens);
                shown.ok().map(|shown| shown.json.to_string())
            }
            _ => query::answer(what, told.position.as_ref(), &mut self.rng),
        };
        match answer {
            Some(answer) => self.say(format!("response {answer}").trim_end()),
            None => self.refuse(&format!("unknown query `{what}`")),
        }
    }

    /// Stops a running search and waits for its answer.
    fn finish(&mut self) {
        self.cancel.cancel();
        if let Some(search) = self.search.take() {
            // A search that panicked has already reported it.
            let _ = search.join();
        }
    }
}

const NO_POSITION: &str = "there is no position: the last one was refused";

/// The limits given to `go`.
fn limits_of(words: &[&str]) -> Result<(Option<u64>, Option<Duration>), String> {
    let (mut nodes, mut time, mut infinite) = (None, None, false);
    let mut rest = words.iter();
    while let Some(&word) = rest.next() {
        let mut number = || {
            let number = rest.next().and_then(|word| word.parse::<u64>().ok());
            number.ok_or_else(|| format!("`{word}` needs a number after it"))
        };
        match word {
            "nodes" => nodes = Some(number()?),
            "movetime" => time = Some(Duration::from_millis(number()?)),
            "infinite" => infinite = true,
            _ => {
                return Err(format!(
                    "`go {word}` is unknown: say movetime MS, nodes N or infinite"
                ));
            }
        }
    }
    let limited = nodes.is_some() || infinite;
    Ok((nodes, time.or((!limited).then_some(DEFAULT_TIME))))
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

#[cfg(test)]
mod tests {
    use sarsen_core::{Seat, Turn, Viewer};

    use super::*;
    use crate::ugi::client::position_line;

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
        serve(game, &Engines::default(), input.as_bytes(), sink.clone()).unwrap();
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
    fn it_plays_after_throws_of_chance_and_names_what_is_wrong() {
        let said =
            talk("holes", "position startpos moves *3 *2\nquery chance\ngo nodes 200\nquit\n");
        assert!(said.contains("response false") && said.contains("bestmove 1"), "{said}");
        let said =
            talk("stonehenge", "position startpos moves Z9\nhello\nsetoption name level value 9\n");
        assert_eq!(said.lines().filter(|line| line.starts_with("error ")).count(), 3, "{said}");
    }

    #[test]
    fn after_a_refused_position_nothing_is_answered_until_there_is_another() {
        let said = talk(
            "stonehenge",
            "position startpos moves A1\nposition startpos moves A1 A1\ngo nodes 10\nquery legal\nquery p1turn\nquit\n",
        );
        assert_eq!(said.lines().count(), 4, "{said}");
        assert!(said.lines().all(|line| line.starts_with("error ")), "{said}");
        let said = talk("stonehenge", "position nowhere\nposition startpos\nquery p1turn\nquit\n");
        assert_eq!(said.lines().last(), Some("response true"), "{said}");
    }

    #[test]
    fn limits_that_are_unknown_are_refused() {
        for go in ["go depth 3", "go nodes 5 depth 3", "go wtime 100", "go ponder"] {
            let said = talk("stonehenge", &format!("{go}\nquit\n"));
            assert!(said.starts_with("error ") && !said.contains("bestmove"), "{go}: {said}");
        }
        assert!(talk("stonehenge", "go nodes 5 movetime 1000\nquit\n").contains("bestmove"));
    }

    #[test]
    fn legal_actions_can_be_asked_for() {
        let said = talk("stonehenge", "query legal\nquit\n");
        let answer = said.trim_end().strip_prefix("response ").unwrap();
        let game = sarsen_catalog::game("stonehenge").unwrap();
        let start = game.start(&Options::defaults(game.spec()));
        assert_eq!(answer, start.legal().lines().join(" "));
        assert_eq!(talk("holes", "query legal\n"), "response *1 *2 *3 *4 *5\n");
        assert_eq!(talk("sun", "query legal\n"), "response (not listed)\n");
        let said = talk("sun", "query random\n");
        let action = said.trim_end().strip_prefix("response ").unwrap();
        let game = sarsen_catalog::game("sun").unwrap();
        game.start(&Options::defaults(game.spec())).play(action).unwrap();
    }

    /// Positions of random games with hidden information: the options, the game, the seat to act.
    fn hidden_positions(
        game: &'static dyn Game,
        options: &[(&str, &str)],
        check: &mut dyn FnMut(&dyn Position, Seat),
    ) {
        let mut chosen = Options::defaults(game.spec());
        options.iter().for_each(|(name, value)| chosen.set(name, value).unwrap());
        for seed in 0..6 {
            let mut rng = chance::generator(seed);
            let mut position = game.start(&chosen);
            while let Some(action) = position.random_action(&mut rng) {
                if let Turn::Seat(seat) = position.turn() {
                    check(position.as_ref(), seat);
                }
                position.play(&action).unwrap();
            }
        }
    }

    fn reply_to(position: &dyn Position, seat: Seat, ask: &str) -> String {
        let options: String = position
            .options()
            .changed()
            .map(|(name, value)| format!("setoption name {name} value {value}\n"))
            .collect();
        let told = position_line(position, seat);
        let id = position.options().spec().id;
        talk(id, &format!("{options}{told}\n{ask}quit\n"))
    }

    const HIDDEN: [(&str, &[(&str, &str)]); 4] = [
        ("stonehenge", &[("druids", "hidden")]),
        ("logan", &[("limit", "12")]),
        ("logan", &[("backs", "nobody"), ("stones", "doubles"), ("limit", "6")]),
        ("logan", &[("memory", "aid"), ("limit", "6")]),
    ];

    #[test]
    fn a_seat_is_told_its_part_and_that_is_enough_to_act_on() {
        for (id, options) in HIDDEN {
            let game = sarsen_catalog::game(id).unwrap();
            let mut count = 0;
            hidden_positions(game, options, &mut |position, seat| {
                count += 1;
                let said = reply_to(position, seat, "query turn\nquery legal\n");
                let legal = position.choices(seat).lines().join(" ");
                let wanted = format!("response {seat}\nresponse {legal}\n");
                assert_eq!(said, wanted, "{:?}", position.history(Viewer::Omniscient));
                if count % 11 == 0 {
                    let said = reply_to(position, seat, "go nodes 20\n");
                    let action = said.lines().last().unwrap().strip_prefix("bestmove ").unwrap();
                    position.resolve(seat, action).unwrap();
                }
            });
            assert!(count > 50, "{count}");
        }
    }

    #[test]
    fn ugi_messages_do_not_depend_on_hidden_information() {
        for (id, options) in HIDDEN {
            let game = sarsen_catalog::game(id).unwrap();
            let mut others = 0;
            hidden_positions(game, options, &mut |position, seat| {
                let tokens = position.recalled(seat);
                let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
                if !tokens.iter().any(|token| token.contains('?')) {
                    return;
                }
                let world = game.replay_masked(position.options(), &tokens).unwrap();
                let actions = |position: &dyn Position| position.history(Viewer::Omniscient);
                others += u32::from(actions(position) != actions(world.as_ref()));
                let sent = |position: &dyn Position| {
                    let mut rng = chance::generator(9);
                    let mut lines = vec![position_line(position, seat)];
                    for what in ["legal", "random", "view", "turn", "result"] {
                        lines.extend(query::answer(what, position, &mut rng));
                    }
                    lines
                };
                assert_eq!(sent(position), sent(world.as_ref()), "{:?}", actions(position));
            });
            assert!(others > 10, "{id} {options:?}: {others} worlds were other ones");
        }
    }
}
