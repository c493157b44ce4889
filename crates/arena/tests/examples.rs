//! The examples run, and print known results.

use std::path::PathBuf;
use std::process::Command;

/// The output of an example. `./test` builds the examples first: `cargo build --workspace --examples`.
fn output_of(example: &str) -> String {
    let test = std::env::current_exe().expect("the test has a path");
    let built: PathBuf =
        test.parent().and_then(|deps| deps.parent()).expect("a folder").join("examples");
    let program = built.join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&program)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The number that follows some words.
fn number_after(text: &str, words: &str) -> f64 {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("no `{words}` in {text}"));
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    rest[..end].trim_end_matches('.').parse().expect("a number")
}

#[test]
fn random_playouts_slightly_favour_the_first_player() {
    let share = number_after(&output_of("random_playout"), "seat 1 won");
    // The known value is 52.6 %; with two thousand games the standard error is about 1.1, and three of them are
    // allowed.
    assert!((share - 52.6).abs() < 3.4, "{share}");
}

#[test]
fn the_greedy_player_beats_random_play() {
    let won = number_after(&output_of("greedy"), "greedy won");
    assert!((130.0..=200.0).contains(&won), "{won} of 200");
}

#[test]
fn random_play_and_the_exact_solution_agree() {
    let said = output_of("dice");
    assert!(said.contains("*2 comes 6 times in 16"), "{said}");
    let (played, exact) =
        (number_after(&said, "random games take"), number_after(&said, "exactly:"));
    assert!((played - exact).abs() < exact / 20.0, "{played} against {exact}");
}

#[test]
fn a_custom_engine_plays_in_the_arena() {
    let said = output_of("custom_engine");
    assert!(number_after(&said, "greedy won") >= 5.0, "{said}");
    assert!(said.contains("of 10 games"), "{said}");
}

#[test]
fn a_position_is_solved_and_its_proof_holds() {
    let said = output_of("solve");
    assert!(said.starts_with("seat "), "{said}");
    assert!(number_after(&said, "checked over") > 0.0, "{said}");
}
