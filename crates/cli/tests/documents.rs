//! Documents are true: the paths that they name exist, and the commands that they show work.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Markdown file of the root, of `docs/` and of `docs/ladders/`.
fn documents() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for folder in [root(), root().join("docs"), root().join("docs/ladders")] {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let paths = entries.map(|entry| entry.expect("readable").path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    files
        .into_iter()
        .map(|path| (path.clone(), std::fs::read_to_string(path).expect("text")))
        .collect()
}

/// What stands in backquotes, outside of code blocks.
fn quoted(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

/// The targets of links and pictures that are files.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.starts_with('#')).collect()
}

fn looks_like_a_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let known = ["games/", "crates/", "docs/", "fuzz/", "web/", "python/", "tests/data"];
    word.chars().all(plain)
        && known.iter().any(|start| word.starts_with(start) && !word.starts_with("tests/"))
}

#[test]
fn every_path_exists() {
    let mut checked = 0;
    for (document, text) in documents() {
        let folder = document.parent().expect("a folder");
        for word in quoted(&text).into_iter().filter(|word| looks_like_a_path(word)) {
            assert!(root().join(word).exists(), "{}: `{word}` does not exist", document.display());
            checked += 1;
        }
        for link in links(&text) {
            let file = link.split('#').next().unwrap_or(link);
            assert!(folder.join(file).exists(), "{}: {link} does not exist", document.display());
            checked += 1;
        }
    }
    assert!(checked >= 8, "{checked}");
}

#[test]
fn every_command_of_a_code_block_works() {
    let mut checked = 0;
    for (document, text) in documents() {
        let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
        for line in blocks.flat_map(str::lines) {
            let Some(command) = line.strip_prefix("sarsen ") else { continue };
            let words = command.split('#').next().unwrap_or(command).split_whitespace();
            let output =
                Command::new(env!("CARGO_BIN_EXE_sarsen")).args(words).output().expect("it starts");
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {line}\n{error}", document.display());
            checked += 1;
        }
    }
    assert!(checked >= 4, "{checked}");
}

/// The rows of a ladder's table: level, opponent, games and the share of points in percent.
fn rungs(game: &str) -> Vec<(String, String, u32, f64)> {
    let path = root().join(format!("docs/ladders/{game}.md"));
    let text = std::fs::read_to_string(path).expect("a ladder of the game");
    assert!(
        text.contains(&format!("`sarsen arena --ladder {game} --games 200 --time 1s")),
        "{game}"
    );
    let rows = text.lines().filter(|line| line.starts_with("| sarsen:"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let share = cells[7].split(' ').next().expect("a share").parse().expect("a number");
        (cells[1].to_owned(), cells[2].to_owned(), cells[3].parse().expect("a count"), share)
    })
    .collect()
}

/// A game, and what its top level has to reach against UCT, in percent; nothing where there is no plain tree.
const SHOWN: [(&str, Option<f64>); 4] =
    [("stonehenge", Some(85.0)), ("cathedral", Some(80.0)), ("logan", Some(65.0)), ("sun", None)];

#[test]
fn every_rung_that_is_documented_is_a_step_up() {
    for (game, wanted) in SHOWN {
        let rungs = rungs(game);
        for level in 2..=8 {
            let [upper, lower] = [level, level - 1].map(|level| format!("sarsen:{level}"));
            let rung = rungs.iter().find(|rung| rung.0 == upper && rung.1 == lower);
            let &(_, _, games, share) = rung.unwrap_or_else(|| panic!("{game}: no {upper}"));
            assert!(games == 200 && share >= 60.0, "{game}: {upper} had {share} % of {games}");
        }
        let yardstick = rungs.iter().find(|rung| rung.1 == "uct").map(|rung| (rung.2, rung.3));
        let reached =
            |wanted: f64| yardstick.is_some_and(|(games, share)| games >= 50 && share >= wanted);
        assert!(wanted.is_none_or(reached), "{game}: {yardstick:?}");
    }
}
