//! Positions as strings: printed by `show` and `replay`, read by `show` and `legal`.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn sarsen(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sarsen")).args(args).output().expect("the command runs")
}

fn stdout(args: &[&str]) -> String {
    let output = sarsen(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_string_of_a_record_shows_and_lists_as_the_record_does() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, option) in [
        ("stonehenge", "druids=hidden"),
        ("cathedral", "removal=optional"),
        ("logan", "backs=nobody"),
        ("holes", "pieces=3"),
        ("sun", "stones=12"),
    ] {
        let record = stdout(&["random", game, "--seed", "3", "--option", option]);
        let file = folder.path().join(game);
        std::fs::write(&file, record).expect("a file");
        let file = file.to_str().expect("a name");
        let position = stdout(&["show", file, "--at", "9", "--position"]);
        let position = position.trim_end();
        assert!(position.starts_with(&format!("{game}/{option}/")), "{position}");
        assert_eq!(stdout(&["show", "--of", position, "--position"]).trim_end(), position);
        let picture = stdout(&["show", "--of", position, "--svg"]);
        assert_eq!(picture, stdout(&["show", file, "--at", "9", "--svg"]), "{position}");
        let end = stdout(&["replay", file, "--position"]);
        assert!(stdout(&["legal", "--of", end.trim_end()]).is_empty(), "the game is over: {end}");
        assert!(!stdout(&["legal", "--of", position]).is_empty());
    }
}

#[test]
fn an_invalid_position_is_refused_in_one_line() {
    for (text, expected) in [
        ("chess/x", "no game is called `chess`"),
        ("holes/pieces=9/x", "option `pieces` cannot be `9`"),
        ("holes/pieces=1/pieces=1/x", "`pieces=1` is not an option given once"),
        ("holes/x", "`x` is not a state of 58 Holes"),
        ("stonehenge/................../.............../2d/-", "do not fit the seat to act"),
    ] {
        let output = sarsen(&["legal", "--of", text]);
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{text}: {error}");
    }
}

/// Records with the options that matter, how many of their actions are played, and the position there. The page's and
/// Python's tests read the same file. `SARSEN_WRITE=1` writes it anew.
#[test]
fn a_record_leads_to_the_position_that_the_page_and_python_tell() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/positions.json");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("record");
    let file = file.to_str().expect("a name");
    let mut found = Vec::new();
    for (game, option, at) in [
        ("stonehenge", "druids=open", 7),
        ("stonehenge", "druids=hidden", 9),
        ("stonehenge", "claims=manual", 12),
        ("cathedral", "removal=optional", 14),
        ("logan", "backs=owner", 11),
        ("logan", "backs=nobody", 20),
        ("holes", "pieces=5", 60),
        ("holes", "recover=one", 0),
        ("sun", "stones=12", 16),
    ] {
        let record = stdout(&["random", game, "--seed", "17", "--option", option]);
        std::fs::write(file, &record).expect("a file");
        let position = stdout(&["show", file, "--at", &at.to_string(), "--position"]);
        found.push(json!({ "record": record, "at": at, "position": position.trim_end() }));
    }
    let text = serde_json::to_string_pretty(&found).expect("JSON") + "\n";
    if std::env::var_os("SARSEN_WRITE").is_some() {
        std::fs::write(&path, text).expect("the file is written");
    }
    let kept = std::fs::read_to_string(&path).expect("the file is there");
    let kept: Vec<Value> = serde_json::from_str(&kept).expect("JSON");
    assert_eq!(kept, found, "SARSEN_WRITE=1 writes tests/positions.json anew");
}
