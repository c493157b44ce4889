//! A client that speaks the Universal Game Interface and plays a whole game.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn start(game: &str) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
            .args(["ugi", game])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Client { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// Reads lines until one starts with a word, and returns the rest of that line.
    fn hear(&mut self, word: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("text"), 0, "no `{word}` came");
            if let Some(rest) = line.trim_end().strip_prefix(word) {
                return rest.trim().to_owned();
            }
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.output.read_line(&mut line).expect("text"), 0, "no line came");
        line.trim_end().to_owned()
    }

    fn ask(&mut self, question: &str) -> String {
        self.say(&format!("query {question}"));
        self.hear("response")
    }

    fn position(&mut self, moves: &[String]) {
        self.say(&format!("position startpos moves {}", moves.join(" ")));
    }

    fn quit(mut self) {
        self.say("quit");
        assert!(self.child.wait().expect("the engine ends").success());
    }
}

#[test]
fn a_client_plays_a_whole_game_and_the_record_is_one() {
    let mut client = Client::start("stonehenge");
    client.say("ugi");
    assert!(client.hear("id name").starts_with("Sarsen"));
    client.hear("ugiok");
    client.say("setoption name level value 3");
    client.say("uginewgame");
    client.say("isready");
    client.hear("readyok");
    let mut moves: Vec<String> = Vec::new();
    client.position(&moves);
    while client.ask("gameover") == "false" {
        let expected = if moves.len().is_multiple_of(2) { "true" } else { "false" };
        assert_eq!(client.ask("p1turn"), expected, "after {moves:?}");
        client.say("go nodes 300");
        moves.push(client.hear("bestmove"));
        client.position(&moves);
        assert!(moves.len() <= 18, "{moves:?}");
    }
    let result = client.ask("result");
    assert!(result == "p1win" || result == "p2win", "{result}");
    client.quit();
    // The rules accept what was played as a complete game with the same winner.
    let mut replay = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["replay", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let record = format!("[Game \"stonehenge\"]\n\n{}\n", moves.join(" "));
    replay.stdin.take().expect("a pipe").write_all(record.as_bytes()).expect("written");
    let replayed = replay.wait_with_output().expect("it ends");
    assert!(replayed.status.success(), "{record}");
    let end = String::from_utf8_lossy(&replayed.stdout);
    let score = if result == "p1win" { "over: 1-0" } else { "over: 0-1" };
    assert!(end.starts_with(score), "{result}: {end}");
}

#[test]
fn a_search_that_is_stopped_answers_at_once() {
    let mut client = Client::start("stonehenge");
    client.say("position startpos");
    client.say("go movetime 60000");
    std::thread::sleep(Duration::from_millis(100));
    let stopped = Instant::now();
    client.say("stop");
    assert!(!client.hear("bestmove").is_empty());
    // Far less than a minute; how much less depends on the load of the machine.
    assert!(stopped.elapsed() < Duration::from_secs(10));
    client.quit();
}

#[test]
fn unknown_commands_and_numbers_are_reported_and_the_game_goes_on() {
    let mut client = Client::start("stonehenge");
    client.input.write_all(b"\xff\xfe\n").expect("the engine listens");
    assert!(client.hear("error").contains("unknown command"));
    for go in ["go nodes abc", "go movetime -5", "go nodes"] {
        client.say(go);
        assert!(client.hear("error").contains("needs a number"), "{go}");
    }
    client.say("go depth 4");
    assert!(client.hear("error").contains("`go depth` is unknown"));
    client.say("go nodes 10");
    client.hear("bestmove");
    client.quit();
}

/// The sessions of the document: what is sent after `> `, what is answered after `< `. A line that ends in `…` matches
/// any answer that starts like it.
#[test]
fn the_sessions_of_the_document_take_place() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ugi.md");
    let document = std::fs::read_to_string(path).expect("a document");
    let blocks = document.split("```ugi ").skip(1).filter_map(|rest| rest.split("```").next());
    let mut checked = 0;
    for block in blocks {
        let (game, lines) = block.split_once('\n').expect("a session");
        let mut client = Client::start(game.trim());
        for line in lines.lines() {
            match line.split_at(2) {
                ("> ", sent) => client.say(sent),
                ("< ", wanted) => {
                    let start = wanted.trim_end_matches('…');
                    let fits = |line: &str| {
                        if wanted.ends_with('…') {
                            line.starts_with(start)
                        } else {
                            line == wanted
                        }
                    };
                    let mut line = client.line();
                    // The document does not show every `info` line.
                    while !fits(&line) && (line.starts_with("info ") || line.starts_with("option "))
                    {
                        line = client.line();
                    }
                    assert!(fits(&line), "{game}: {wanted}, but it was {line}");
                    checked += 1;
                }
                _ => panic!("{game}: {line}"),
            }
        }
        client.quit();
    }
    assert!(checked >= 8, "{checked}");
}
