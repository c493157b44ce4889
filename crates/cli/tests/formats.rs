//! The documents on records, notation and UGI match the program: their grammars generate nothing that it refuses and
//! accept everything that it writes, and it reads their examples.

mod ebnf;

use std::process::{Command, Stdio};

use ebnf::{Described, Grammar};
use sarsen_core::chance::{self, Generator};
use sarsen_core::record::Reader;
use sarsen_core::{Options, PlayError, Turn, Viewer};

const RECORDS: &str = include_str!("../../../docs/records.md");
const UGI: &str = include_str!("../../../docs/ugi.md");

/// The code blocks of one language.
fn blocks<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let opening = format!("```{kind}\n");
    text.split(&opening)
        .skip(1)
        .map(|rest| rest.split("```").next().expect("it is closed"))
        .collect()
}

/// The section on a game.
fn section(game: &str) -> &'static str {
    let (_, rest) =
        RECORDS.split_once(&format!("\n## `{game}`\n")).expect("a section for each game");
    rest.split("\n## ").next().expect("a section")
}

/// The descriptions in words used by the grammars.
struct Words {
    /// The actions to use for `token`.
    tokens: Vec<String>,
}

impl Words {
    fn range(words: &str) -> Option<(i64, i64)> {
        let (low, high) = words.strip_prefix("a number from ")?.split_once(" to ")?;
        Some((low.parse().ok()?, high.parse().ok()?))
    }
}

impl Described for Words {
    fn write(&self, words: &str, rng: &mut Generator) -> String {
        let mut pick =
            |from: &[&str]| from[chance::below(rng, from.len() as u64) as usize].to_owned();
        if let Some((low, high)) = Words::range(words) {
            // Cover the ends as well as usual values; lengths beyond the string's reach are refused, as the text says.
            let span = (high.min(3000) - low.max(-3000)) as u64 + 1;
            return (low.max(-3000) + chance::below(rng, span) as i64).to_string();
        }
        match words {
            "an action of the game" | "an action" => {
                self.tokens[chance::below(rng, self.tokens.len() as u64) as usize].clone()
            }
            "any character but a closing brace" => pick(&["a", "é", "日", "{", "\n", "\"", "1."]),
            "any character but a quote, a backslash and a line feed" => {
                pick(&["a", "é", "日", "}", "]", " "])
            }
            "a line feed" => "\n".to_owned(),
            "a letter from A to Z or from a to z" => pick(&["A", "z", "G"]),
            "a word of letters" => "level".to_owned(),
            "a word" => pick(&["1", "3"]),
            _ => panic!("`{words}` is not known to the test"),
        }
    }

    fn lengths(&self, words: &str, text: &str) -> Vec<usize> {
        if let Some((low, high)) = Words::range(words) {
            let digits = |end: usize| {
                let number = text.get(..end)?.parse::<i64>().ok()?;
                let plain = number.to_string() == text[..end];
                (plain && (low..=high).contains(&number)).then_some(end)
            };
            return (1..=text.len().min(11)).filter_map(digits).collect();
        }
        let first = |fits: fn(char) -> bool| {
            let letter = text.chars().next().filter(|&c| fits(c));
            letter.map(char::len_utf8).into_iter().collect()
        };
        match words {
            "any character but a closing brace" => first(|c| c != '}'),
            "any character but a quote, a backslash and a line feed" => {
                first(|c| !['"', '\\', '\n'].contains(&c))
            }
            "a line feed" => first(|c| c == '\n'),
            "a letter from A to Z or from a to z" => first(|c| c.is_ascii_alphabetic()),
            "the rest of the line" => {
                (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect()
            }
            "an action of the game" | "an action" | "a word" | "a word of letters" => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')' | '$');
                let end = text.find(ends).unwrap_or(text.len());
                (1..=end).filter(|&at| text.is_char_boundary(at)).collect()
            }
            _ => panic!("`{words}` is not known to the test"),
        }
    }
}

fn notation(game: &str) -> Grammar {
    let blocks = blocks(section(game), "ebnf");
    assert_eq!(blocks.len(), 1, "{game}");
    Grammar::parse(blocks[0])
}

const NO_TOKENS: Words = Words { tokens: Vec::new() };

/// Whether a token is an action of a game, legal or not.
fn parses(game: &dyn sarsen_catalog::Game, token: &str) -> bool {
    let start = game.start(&Options::defaults(game.spec()));
    !matches!(start.check(token), Err(PlayError::Parse(_)))
}

#[test]
fn what_the_grammars_of_the_games_write_is_notation() {
    for game in sarsen_catalog::GAMES {
        let id = game.spec().id;
        let grammar = notation(id);
        let mut rng = chance::generator(1);
        let written: Vec<String> =
            (0..2000).map(|_| grammar.write("action", &NO_TOKENS, &mut rng)).collect();
        let refused: Vec<&String> = written.iter().filter(|token| !parses(*game, token)).collect();
        // Pieces that would leave the board, and stones named twice, are refused, as the text says.
        let allowed = match id {
            "cathedral" => written.len() / 2,
            "sun" => written.len() / 10,
            _ => 0,
        };
        assert!(
            refused.len() <= allowed,
            "{id}: {} refused: {:?}",
            refused.len(),
            &refused[..8.min(refused.len())]
        );
    }
}

#[test]
fn everything_that_is_played_is_in_the_grammars() {
    for game in sarsen_catalog::GAMES {
        let id = game.spec().id;
        let grammar = notation(id);
        let (games, longest) = if id == "sun" { (2, 12) } else { (10, 400) };
        for variant in game.spec().variants.iter().map(Some).chain([None]) {
            let mut options = Options::defaults(game.spec());
            for (name, value) in variant.map_or(&[][..], |variant| variant.options) {
                options.set(name, value).expect("an option");
            }
            let mut rng = chance::generator(2);
            for _ in 0..games {
                let mut position = game.start(&options);
                for _ in 0..longest {
                    let Some(action) = position.random_action(&mut rng) else { break };
                    assert!(grammar.accepts("action", &NO_TOKENS, &action), "{id}: {action}");
                    position.play(&action).expect("a legal action");
                }
            }
        }
        for wrong in ["", "x", "G44", "*9", "TO1@z4", "+RR~@0,0", "b7@9999", "03"] {
            let both = (grammar.accepts("action", &NO_TOKENS, wrong), parses(*game, wrong));
            assert_eq!(both, (false, false), "{id}: {wrong}");
        }
    }
}

/// The first column of each table of actions holds actions.
#[test]
fn the_actions_of_the_tables_are_actions() {
    let mut checked = 0;
    for game in sarsen_catalog::GAMES {
        let rows = section(game.spec().id).lines().filter_map(|line| line.strip_prefix("| `"));
        for row in rows {
            let first = row.split(" | ").next().expect("a column");
            for token in first
                .split('`')
                .step_by(2)
                .filter(|token| !token.trim_matches([',', ' ']).is_empty())
            {
                // Masked and abbreviated tokens are shown, not played.
                if token.contains('?') || token.contains('…') {
                    continue;
                }
                assert!(parses(*game, token), "{}: {token}", game.spec().id);
                checked += 1;
            }
        }
    }
    assert!(checked >= 24, "{checked}");
}

#[test]
fn the_records_of_the_document_replay() {
    let records = blocks(RECORDS, "record");
    assert!(records.len() >= 4);
    for text in records {
        let record = Reader::new(text.as_bytes()).next().expect("a record").expect(text);
        assert!(record.tokens().count() > 2);
        sarsen_catalog::replay(&record).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

#[test]
fn what_the_grammar_of_records_writes_is_read_and_what_is_written_is_in_it() {
    let grammar = Grammar::parse(blocks(RECORDS, "ebnf")[0]);
    let words = Words { tokens: ["G4", "!r3", "+RP@1,-1", "*3", "pass"].map(str::to_owned).into() };
    let mut rng = chance::generator(3);
    let mut read = 0;
    for _ in 0..3000 {
        let text = grammar.write("file", &words, &mut rng);
        for record in Reader::new(text.as_bytes()) {
            match record {
                Ok(_) => read += 1,
                // The grammar does not determine which tags are required.
                Err(error) => {
                    let said = error.to_string();
                    let of_tags =
                        said.contains("`Game` is missing") || said.contains("second time");
                    assert!(of_tags, "{said}\n{text}");
                    read += 1;
                }
            }
        }
    }
    assert!(read > 3000);
    for game in sarsen_catalog::GAMES.iter().filter(|game| game.spec().id != "sun") {
        let output = sarsen(&["random", game.spec().id, "--count", "3", "--seed", "4"]);
        assert!(grammar.accepts("file", &words, &output), "{output}");
    }
    let branched = "[Game \"x\"]\n\n{so} G4 $1 (A1 {a} (1. B2 $6 C3) (D4) E5) {b} F6 (H1)\n";
    let record = Reader::new(branched.as_bytes()).next().expect("a record").expect("well-formed");
    for text in [branched, &record.to_string()] {
        assert!(grammar.accepts("file", &words, text), "{text}");
    }
    let moves = ["G4 {open", "(A1) G4", "G4 (A1", "G4 ()", "G4 ({x})", "G4 )", "$1 G4", "G4 $300"];
    let with_moves = moves.map(|moves| format!("[Game \"x\"]\n\n{moves}\n"));
    let others = ["", "[Game x]\n", "[Game \"x\"]\nG4\n"];
    for wrong in others.into_iter().chain(with_moves.iter().map(String::as_str)) {
        assert!(!grammar.accepts("file", &words, wrong), "{wrong}");
        assert!(Reader::new(wrong.as_bytes()).any(|record| record.is_err()), "{wrong}");
    }
}

#[test]
fn the_grammar_of_ugi_is_what_the_engine_speaks() {
    let grammar = Grammar::parse(blocks(UGI, "ebnf")[0]);
    let words = Words { tokens: vec!["A6".to_owned()] };
    let mut rng = chance::generator(5);
    let mut sent = vec!["ugi".to_owned()];
    while sent.len() < 60 {
        let command = grammar.write("command", &words, &mut rng);
        // Endless searches, and commands that end the session, are left out.
        let searches = command.starts_with("go");
        if command != "quit"
            && (!searches || command.contains("movetime"))
            && !command.contains("infinite")
        {
            sent.push(if searches { "go nodes 3 movetime 50".to_owned() } else { command });
        }
    }
    sent.push("go nodes 50\nstop\nnonsense\nquit".to_owned());
    let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["ugi", "stonehenge"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, (sent.join("\n") + "\n").as_bytes()).expect("it listens");
    drop(input);
    let said = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
    for line in said.lines() {
        assert!(grammar.accepts("answer", &words, line), "{line}");
    }
    // A command from the grammar is never unknown, but may still be refused because it does not fit here.
    let unknown: Vec<&str> = said.lines().filter(|line| line.contains("unknown")).collect();
    assert_eq!(unknown, ["error unknown command `nonsense`"]);
    for start in ["id name", "option name", "ugiok", "bestmove"] {
        assert!(said.lines().any(|line| line.starts_with(start)), "{start}: {said}");
    }
}

fn sarsen(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_command_shows_the_documents() {
    assert_eq!(sarsen(&["rules", "records"]), RECORDS);
    assert_eq!(sarsen(&["rules", "ugi"]), UGI);
    for game in sarsen_catalog::GAMES {
        let id = game.spec().id;
        let shown = sarsen(&["rules", id, "--notation"]);
        assert_eq!(shown.trim_end(), format!("## `{id}`\n{}", section(id).trim_end()));
    }
}

/// The record of what one seat knows has `?` where the text says, and can be shown but not replayed.
#[test]
fn hidden_information_is_written_as_documented() {
    let record = blocks(section("logan"), "record")[0];
    let record = Reader::new(record.as_bytes()).next().expect("a record").expect("a record");
    let position = sarsen_catalog::replay(&record).expect("it replays");
    assert!(matches!(position.turn(), Turn::Seat(_)));
    let known = position.history(Viewer::Seat(sarsen_core::Seat::ONE));
    assert_eq!(known.last().map(String::as_str), Some("+S?@1,1"));
    assert!(matches!(position.check("+S?@1,1"), Err(PlayError::Masked)));
}
