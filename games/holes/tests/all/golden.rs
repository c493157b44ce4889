//! Records and perft tables as data.
//!
//! In addition to the tags of the suite, a record may have `Events`: the names of the events of its last token.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use sarsen_core::record::{Reader, Record, replay};
use sarsen_core::{Options, Rules, Viewer, Views};
use sarsen_holes::{Action, Event, Holes};
use sarsen_testkit::{golden, perft};

fn data() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
}

fn records() -> Vec<Record> {
    let files =
        std::fs::read_dir(data()).expect("the folder").map(|entry| entry.expect("a file").path());
    files
        .filter(|path| path.extension().is_some_and(|extension| extension == "sarsen"))
        .flat_map(|path| Reader::new(BufReader::new(File::open(path).expect("a file"))))
        .map(|record| record.expect("a record"))
        .collect()
}

#[test]
fn golden_records_read_as_they_say() {
    assert!(golden::run_listed::<Holes>(data()) >= 50);
}

#[test]
fn the_last_tokens_bring_about_what_the_records_say() {
    let mut checked = 0;
    for record in records() {
        let Some(expected) = record.tag("Events") else { continue };
        let played = replay::<Holes>(&record).unwrap();
        let events = last_events(&played.options, &played.actions);
        let names: Vec<String> = events.iter().map(name).collect();
        assert_eq!(names.join(" "), expected.value, "\n{record}");
        checked += 1;
    }
    assert!(checked >= 45, "{checked}");
}

fn last_events(options: &Options, actions: &[Action]) -> Vec<Event> {
    let (last, before) = actions.split_last().expect("a token");
    let mut state = Holes::start(options);
    before.iter().for_each(|&action| state.apply(action));
    state.events(*last, Viewer::Public)
}

fn name(event: &Event) -> String {
    let json = serde_json::to_value(event).expect("plain data");
    json["event"].as_str().expect("a name").to_owned()
}

#[test]
fn perft_counts_are_those_of_the_table() {
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let most = if heavy { 1_000_000_000 } else { 20_000_000 };
    assert!(perft::run::<Holes>(&data().join("perft.txt"), most) >= 12);
}
