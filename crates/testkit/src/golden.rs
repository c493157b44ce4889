//! Golden records: files with expected results.
//!
//! A file holds one or more records with additional tags: `Expect "to act: seat 1"` (the last line that `sarsen replay`
//! prints) or `Refuse "line 4, column 7: `x`: K2"` (how the error begins), and optionally `Legal` with the legal
//! actions after the last token, sorted and separated by spaces.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use sarsen_core::record::{Reader, Record, replay};
use sarsen_core::{ListActions, Rules, Turn, legal_actions};

/// The last line that `sarsen replay` prints for a state.
pub fn state_line<G: Rules>(state: &G) -> String {
    match state.turn() {
        Turn::Seat(seat) => format!("to act: seat {seat}"),
        Turn::Chance => "chance".to_owned(),
        Turn::Over(outcome) => {
            let score = state.score().map(|score| {
                let points: Vec<_> = score.iter().map(ToString::to_string).collect();
                format!(" score {}", points.join(" "))
            });
            format!("over: {outcome}{}", score.unwrap_or_default())
        }
    }
}

/// Checks every `*.sarsen` file of a folder. Returns the number of records checked.
///
/// # Panics
/// At the first record that differs from its expectation, or has none.
pub fn run<G: Rules>(folder: &Path) -> usize {
    run_with::<G>(folder, |_, _| false)
}

/// Like [`run`], but compares `Legal` tags too.
///
/// # Panics
/// As [`run`].
pub fn run_listed<G: ListActions>(folder: &Path) -> usize {
    run_with::<G>(folder, |state, expected| {
        let mut actions: Vec<_> = legal_actions(state).iter().map(ToString::to_string).collect();
        actions.sort();
        assert_eq!(actions.join(" "), expected);
        true
    })
}

fn run_with<G: Rules>(folder: &Path, legal: impl Fn(&G, &str) -> bool) -> usize {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sarsen"))
        .collect();
    files.sort();
    let mut checked = 0;
    for path in files {
        let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for record in Reader::new(BufReader::new(file)) {
            let record = record.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            check::<G>(&record, &legal);
            checked += 1;
        }
    }
    assert!(checked > 0, "no golden records in {}", folder.display());
    checked
}

fn check<G: Rules>(record: &Record, legal: &impl Fn(&G, &str) -> bool) {
    let tag = |name: &str| record.tag(name).map(|tag| tag.value.as_str());
    match (replay::<G>(record), tag("Expect"), tag("Refuse")) {
        (Ok(played), Some(expected), None) => {
            assert_eq!(state_line(&played.state), expected, "\n{record}");
            if let Some(actions) = tag("Legal") {
                assert!(legal(&played.state, actions), "this game lists no actions");
            }
        }
        (Err(error), None, Some(expected)) => {
            let said = error.to_string();
            assert!(said.starts_with(expected), "{said}\n{expected}\n{record}");
        }
        (Ok(_) | Err(_), None, None) => {
            panic!("no Expect and no Refuse in\n{record}")
        }
        (outcome, ..) => panic!("{:?}\n{record}", outcome.map(|played| state_line(&played.state))),
    }
}
