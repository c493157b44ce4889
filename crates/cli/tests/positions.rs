//! Positions as strings: printed by `show` and `replay`, read by `show` and `legal`.

use std::process::{Command, Output};

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
