//! Perft tables: text files that name their source.
//!
//! `#` starts a comment. A line `options NAME=VALUE …` sets the options for the following lines (without pairs: the
//! defaults), a line `from TOKEN …` plays tokens first, and `DEPTH COUNT` is a case.

use std::path::Path;

use sarsen_core::{Chance, ListActions, Options, Rules, perft::perft};

/// Checks every case of a table whose count is at most `most`, and returns the number of cases.
///
/// # Panics
/// At the first count that differs, or if the table cannot be read.
pub fn run<G: ListActions + Chance>(table: &Path, most: u64) -> usize {
    let text = std::fs::read_to_string(table)
        .unwrap_or_else(|error| panic!("{}: {error}", table.display()));
    let mut options = Options::defaults(G::SPEC);
    let mut state = G::start(&options);
    let mut checked = 0;
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            ["options", pairs @ ..] => {
                options = parse_options::<G>(pairs);
                state = G::start(&options);
            }
            ["from", tokens @ ..] => state = play(G::start(&options), tokens),
            [depth, count] => {
                let depth: u32 = depth.parse().expect("a depth");
                let count: u64 = count.replace('_', "").parse().expect("a count");
                if count <= most {
                    assert_eq!(perft(&state, depth), Ok(count), "{}: {line}", table.display());
                    checked += 1;
                }
            }
            _ => panic!("{}: `{line}` is not a case", table.display()),
        }
    }
    assert!(checked > 0, "no perft case in {}", table.display());
    checked
}

fn parse_options<G: Rules>(pairs: &[&str]) -> Options {
    let mut options = Options::defaults(G::SPEC);
    for pair in pairs {
        let (name, value) = pair.split_once('=').expect("NAME=VALUE");
        options.set(name, value).expect("an option of the game");
    }
    options
}

fn play<G: Rules>(mut state: G, tokens: &[&str]) -> G {
    for token in tokens {
        let action = token.parse().unwrap_or_else(|error| panic!("`{token}`: {error}"));
        state.play(action).unwrap_or_else(|error| panic!("`{token}`: {error}"));
    }
    state
}
