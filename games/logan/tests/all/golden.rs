//! Records and perft tables as data.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::plain::{Plain, Twist};
use sarsen_core::record::{Reader, Record, read_options};
use sarsen_core::{Options, Rules};
use sarsen_logan::Logan;
use sarsen_testkit::{golden, perft};

fn data() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
}

#[test]
fn golden_records_read_as_they_say() {
    assert!(golden::run_listed::<Logan>(data()) >= 35);
}

#[test]
fn perft_counts_are_those_of_the_table() {
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let most = if heavy { 10_000_000_000 } else { 3_000_000 };
    assert!(perft::run::<Logan>(&data().join("perft.txt"), most) >= 8);
}

fn records(name: &str) -> Vec<Record> {
    let file = File::open(data().join(name)).unwrap();
    Reader::new(BufReader::new(file)).map(|record| record.unwrap()).collect()
}

/// The result of a record by the plain rules, with one rule broken in the last action.
fn twisted(record: &Record, twist: Twist) -> String {
    let options = read_options(record, Logan::SPEC).unwrap();
    let tokens: Vec<&str> = record.tokens().map(|token| token.text).collect();
    let (last, before) = tokens.split_last().unwrap();
    let mut plain = Plain::deal(&options, before[0]);
    before[1..].iter().for_each(|token| plain.play(token));
    plain.twist = twist;
    plain.play(last);
    plain.state_line()
}

/// A golden record is only useful if it detects a violation of its rule.
#[test]
fn golden_records_notice_broken_rules() {
    for (name, twist) in [
        ("row_by_flips.sarsen", Twist::OnlyOwnRows),
        ("no_chain.sarsen", Twist::Chain),
        ("added_is_never_flipped.sarsen", Twist::AddedIsFlipped),
    ] {
        for record in records(name) {
            let expected = &record.tag("Expect").unwrap().value;
            assert_eq!(&twisted(&record, Twist::None), expected, "{name}");
            assert_ne!(&twisted(&record, twist), expected, "{name}");
        }
    }
}

/// The smaller counts of the table, repeated with the plain rules.
#[test]
fn the_perft_table_is_that_of_the_plain_rules() {
    let most = if std::env::var_os("SARSEN_HEAVY").is_some() { 3_000_000 } else { 20_000 };
    let text = std::fs::read_to_string(data().join("perft.txt")).unwrap();
    let mut options = Options::defaults(Logan::SPEC);
    let mut plain = None;
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["options", pairs @ ..] => {
                for (name, value) in pairs.iter().filter_map(|pair| pair.split_once('=')) {
                    options.set(name, value).unwrap();
                }
            }
            ["from", deal, tokens @ ..] => {
                let mut start = Plain::deal(&options, deal);
                tokens.iter().for_each(|token| start.play(token));
                plain = Some(start);
            }
            [depth, count] => {
                let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
                if count <= most {
                    let start = plain.as_ref().expect("a deal before the counts");
                    assert_eq!(start.perft(depth), count, "{line}");
                    checked += 1;
                }
            }
            _ => {}
        }
    }
    assert!(checked >= 6, "{checked}");
}
