//! Our engines for other programs, over UGI.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sarsen_catalog::{Game, Position};
use sarsen_core::chance::{self, Generator};
use sarsen_core::{Options, Seat};
use sarsen_search::{Cancel, Engines, Level, Limits, Report, Request, TimeLeft, allotment};

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
    let mut input = input;
    while let Some(line) = read_line(&mut input)? {
        let goes_on = match line {
            // A line that is not UTF-8 is answered like any other unknown command.
            Ok(bytes) => server.handle_line(&String::from_utf8_lossy(&bytes))?,
            Err(TooLong) => {
                server.refuse(&format!("a line has at most {MAX_BYTES} bytes"))?;
                true
            }
        };
        if !goes_on {
            break;
        }
    }
    server.finish();
    Ok(())
}

/// The longest line that is read: many times the longest game.
const MAX_BYTES: u64 = 1 << 20;

/// A line with more than [`MAX_BYTES`] bytes.
struct TooLong;

/// The next line; `None` at the end of the input. Of a line that is too long nothing is kept.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, TooLong>>> {
    let mut line = Vec::new();
    if input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.ends_with(b"\n") || (line.len() as u64) < MAX_BYTES {
        return Ok(Some(Ok(line)));
    }
    while !line.is_empty() && !line.ends_with(b"\n") {
        line.clear();
        input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut line)?;
    }
    Ok(Some(Err(TooLong)))
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

/// The largest value of the option `threads`.
const MAX_THREADS: usize = 1024;

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
                self.finish();
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
        self.say(&format!(
            "option name threads type spin default {threads} min 1 max {MAX_THREADS}"
        ))?;
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
            ("threads", Some(number @ 1..=MAX_THREADS)) => {
                self.limits.threads = number;
                Ok(())
            }
            ("memory", Some(number)) => {
                Limits::megabytes(number).map(|bytes| self.limits.memory = bytes)
            }
            ("threads", _) => Err(format!("`threads` is a number from 1 to {MAX_THREADS}")),
            // Logan Stones has an option of the game with this name, whose values are words.
            ("memory", None) if self.game.spec().option("memory").is_some() => {
                self.set_game_option(name, value)
            }
            ("seed" | "memory", None) => Err(format!("`{name}` is a whole number")),
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
        let asked = match Go::of(words) {
            Ok(asked) => asked,
            Err(problem) => return self.refuse(&problem),
        };
        let Some(told) = &self.position else { return self.refuse(NO_POSITION) };
        let Some(seat) = told.position.turn().seat() else {
            return self.refuse("no seat is to act in this position");
        };
        let Some(engine) = self.engines.get(self.game.spec().id) else {
            return self.refuse("there is no engine for this game");
        };
        let turns = engine.turns_left(told.position.as_ref()).unwrap_or(1);
        let (nodes, time) = (asked.nodes, asked.time(seat, self.level, turns));
        let limits = Limits { nodes, time, ..self.limits.clone() };
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
#[derive(Default)]
struct Go {
    nodes: Option<u64>,
    time: Option<Duration>,
    infinite: bool,
    /// What the seats have left on their clocks, and what is added after an action.
    clocks: Vec<(Seat, Duration)>,
    increments: Vec<(Seat, Duration)>,
}

impl Go {
    fn of(words: &[&str]) -> Result<Go, String> {
        let mut go = Go::default();
        let mut rest = words.iter();
        while let Some(&word) = rest.next() {
            let mut number = || {
                let number = rest.next().and_then(|word| word.parse::<u64>().ok());
                number.ok_or_else(|| format!("`{word}` needs a number after it"))
            };
            match word {
                "nodes" => go.nodes = Some(number()?),
                "movetime" => go.time = Some(Duration::from_millis(number()?)),
                "infinite" => go.infinite = true,
                _ => match of_seat(word) {
                    Some((seat, "time")) => {
                        go.clocks.push((seat, Duration::from_millis(number()?)));
                    }
                    Some((seat, "inc")) => {
                        go.increments.push((seat, Duration::from_millis(number()?)));
                    }
                    _ => {
                        return Err(format!(
                            "`go {word}` is unknown: say movetime MS, nodes N, p1time MS, p1inc MS or infinite"
                        ));
                    }
                },
            }
        }
        Ok(go)
    }

    /// The time for an action of a seat that probably still has this many turns.
    fn time(&self, seat: Seat, level: Level, turns: u32) -> Option<Duration> {
        let of = |clocks: &[(Seat, Duration)]| {
            clocks.iter().rev().find(|(other, _)| *other == seat).map(|(_, time)| *time)
        };
        let by_clock = of(&self.clocks).map(|left| {
            let increment = of(&self.increments).unwrap_or_default();
            // What the clock showed at first is not known, so what is kept back shrinks with it.
            let usable = left - Duration::from_secs(1).min(left / 4);
            allotment(level, turns, TimeLeft { usable, increment, delay: DELAY })
        });
        let shortest = by_clock.into_iter().chain(self.time).min();
        let limited = self.nodes.is_some() || self.infinite;
        shortest.or_else(|| (!limited).then_some(DEFAULT_TIME))
    }
}

/// What an action costs beside the thinking: the way through two pipes.
const DELAY: Duration = Duration::from_millis(5);

/// The seat and the word of `p1time`.
fn of_seat(word: &str) -> Option<(Seat, &str)> {
    let rest = word.strip_prefix('p')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let (number, what) = rest.split_at(digits);
    Some((Seat::from_number(number.parse().ok()?)?, what))
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
    use sarsen_core::{Turn, Viewer};

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
    fn numbers_out_of_range_are_named_and_a_line_without_an_end_takes_no_memory() {
        for (option, problem) in [
            ("seed value -1", "error `seed` is a whole number"),
            ("threads value 0", "error `threads` is a number from 1 to 1024"),
            ("threads value many", "error `threads` is a number from 1 to 1024"),
            ("memory value lots", "error `memory` is a whole number"),
        ] {
            assert_eq!(talk("stonehenge", &format!("setoption name {option}\n")).trim(), problem);
        }
        let long = "x".repeat(3 << 20);
        let said = talk("stonehenge", &format!("{long}\nisready\n{long}"));
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 3, "{said}");
        assert!(lines[0] == lines[2] && lines[0].starts_with("error a line"), "{said}");
        assert_eq!(lines[1], "readyok");
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
    fn a_clock_is_divided_among_the_turns_that_are_left() {
        let time = |go: &str, turns| {
            let words: Vec<&str> = go.split_whitespace().collect();
            Go::of(&words).unwrap().time(Seat::from_number(2).unwrap(), Level::MAX, turns)
        };
        let seconds = |number| Some(Duration::from_secs(number));
        assert_eq!(time("p1time 1000 p2time 61050 p1inc 0 p2inc 0", 10), seconds(6));
        assert!(time("p2time 61050 p2inc 4000", 10) > seconds(8));
        assert_eq!(time("p2time 61050 movetime 2000", 10), seconds(2));
        assert!(time("p2time 40", 10) < Some(Duration::from_millis(10)));
        // A clock that only the other seat has does not limit this one.
        assert_eq!(time("p1time 500", 10), Some(DEFAULT_TIME));
        assert_eq!(time("p1time 500 nodes 7", 10), None);
        for go in ["p2time", "p2time -1", "p0time 5", "ptime 5", "p99999time 5", "p2left 5"] {
            let words: Vec<&str> = go.split_whitespace().collect();
            assert!(Go::of(&words).is_err(), "{go}");
        }
        let said = talk("stonehenge", "go p1time 300 p2time 300 p1inc 0 p2inc 0\nquit\n");
        assert!(said.contains("bestmove"), "{said}");
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
