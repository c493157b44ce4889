//! The documents are correct: the paths that they name exist, and the commands that they show work.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Markdown file of the root, of `docs/` and of the folders in it.
fn documents() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![root(), root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() && folder != root() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                files.push(path);
            }
        }
    }
    files
        .into_iter()
        .map(|path| (path.clone(), std::fs::read_to_string(path).expect("text")))
        .collect()
}

/// Everything in backquotes, outside code blocks.
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

/// The functions that a text names, each with the file given after it: `` `Type::function`, `other` (`path`) ``.
fn located_functions(text: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = text.split('`').collect();
    let mut found = Vec::new();
    for (index, path) in parts.iter().enumerate().skip(3).step_by(2) {
        let leads_to_path = ["(", "in"].contains(&parts[index - 1].trim());
        if !looks_like_a_path(path) || !leads_to_path {
            continue;
        }
        found.push((parts[index - 2], *path));
        let mut earlier = index - 2;
        while earlier >= 2 && parts[earlier - 1].trim() == "," {
            earlier -= 2;
            found.push((parts[earlier], *path));
        }
    }
    found
}

/// Whether a Rust or TypeScript file defines a function, and names its type if one is given.
fn defines(source: &str, function: &str) -> bool {
    let (owner, name) = function.rsplit_once("::").unwrap_or(("", function));
    let starts = ["fn ", "function ", "\n  ", "async "];
    let defined =
        |start: &str| ["(", "<"].iter().any(|end| source.contains(&format!("{start}{name}{end}")));
    source.contains(owner) && starts.into_iter().any(defined)
}

#[test]
fn the_walk_through_the_architecture_names_real_functions() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("text");
    let walk = text.split("## One action, from click to disk and back").nth(1).expect("a walk");
    let walk = walk.split("\n## ").next().unwrap_or_default();
    let functions = located_functions(walk);
    for (function, path) in &functions {
        let source = std::fs::read_to_string(root().join(path)).expect("a source file");
        assert!(defines(&source, function), "{path} does not define `{function}`");
    }
    assert!(functions.len() >= 20, "{functions:?}");
}

#[test]
fn a_function_that_does_not_exist_is_noticed() {
    let found =
        located_functions("calls `Table::decide`, `nothing` (`crates/session/src/decide.rs`)");
    assert_eq!(found.len(), 2);
    let source = "impl Table {\n    pub fn decide(&self) {}";
    assert!(defines(source, "Table::decide") && !defines(source, "nothing"));
    assert!(!defines(source, "Chair::decide"));
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

/// The commands in a document's code blocks, whatever the language of the block, without the explanations beside them
/// (after `#` or at least two spaces).
fn commands(text: &str) -> Vec<&str> {
    let blocks = text.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(|block| block.lines().skip(1));
    lines
        .filter(|line| line.starts_with("sarsen "))
        .map(|line| line.split(" #").next().unwrap_or(line))
        .map(|line| line.split("  ").next().unwrap_or(line).trim_end())
        .collect()
}

fn number(word: &str) -> u64 {
    word.parse().unwrap_or(u64::MAX)
}

/// The same command with less to do, for those that would take minutes or hours.
fn shortened(command: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    for (option, most) in [
        ("--learn", "1"),
        ("--pieces", "1"),
        ("--depth", "2"),
        ("--count", "2"),
        ("--sample", "2"),
        ("--games", "2"),
        ("--nodes", "2"),
    ] {
        if let Some(at) = words.iter().position(|&word| word == option)
            && number(words[at + 1]) > number(most)
        {
            words[at + 1] = most;
        }
    }
    let redirection = words.iter().position(|&word| word == ">").unwrap_or(words.len());
    let more: &[&str] = match words[1] {
        "openings" if !words.contains(&"--sample") => &["--sample", "2"],
        _ if words.contains(&"--nodes") => &[],
        "arena" if words.contains(&"--clock") => &["--games", "2"],
        "arena" if words.contains(&"--games") => &["--nodes", "2"],
        "arena" => &["--games", "2", "--nodes", "2"],
        "hint" | "analyse" => &["--nodes", "50"],
        "solve" if words.contains(&"--first-actions") => &["--time", "1s"],
        _ => &[],
    };
    // A node limit replaces the time limit.
    let timed = words.iter().position(|&word| word == "--time");
    let more: Vec<&str> = more.to_vec();
    words.splice(redirection..redirection, more);
    if let Some(at) = timed {
        words.drain(at..at + 2);
    }
    words.join(" ")
}

#[test]
fn every_command_of_a_code_block_works() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(
        folder.path().join("game.sarsen"),
        "[Game \"stonehenge\"]\n\nA6 B5 C1 D4 E2 F3 G5 H1 I3 J2\n",
    )
    .expect("a record");
    let network = root().join("python/networks/cathedral.network");
    std::fs::copy(network, folder.path().join("cathedral.network")).expect("a network");
    let program = Path::new(env!("CARGO_BIN_EXE_sarsen")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(program.to_owned()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).expect("folders");
    let mut documents = documents();
    documents.sort();
    let mut checked = 0;
    for (document, text) in &documents {
        // One after the other: later commands read what earlier ones have written.
        for command in commands(text) {
            let short = shortened(command);
            let output = Command::new("sh")
                .args(["-c", &format!("timeout 120 {short}")])
                .env("PATH", &path)
                .current_dir(&folder)
                .stdin(Stdio::null())
                .output()
                .expect("it starts");
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success(),
                "{}: `{command}`, run as `{short}`: {}\n{error}",
                document.display(),
                output.status
            );
            checked += 1;
        }
    }
    assert!(checked >= 15, "{checked}");
}
