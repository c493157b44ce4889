//! Records and perft tables as data.

use std::path::Path;

use sarsen_stonehenge::Stonehenge;
use sarsen_testkit::{golden, perft};

fn data() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
}

#[test]
fn golden_records_read_as_they_say() {
    assert!(golden::run_listed::<Stonehenge>(data()) >= 12);
}

#[test]
fn perft_counts_are_those_of_the_table() {
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let most = if heavy { 1_000_000_000 } else { 100_000_000 };
    assert!(perft::run::<Stonehenge>(&data().join("perft.txt"), most) >= 8);
}
