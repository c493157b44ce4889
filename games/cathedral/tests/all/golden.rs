//! Records and perft tables as data.

use std::path::Path;

use sarsen_cathedral::Cathedral;
use sarsen_testkit::{golden, perft};

fn data() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
}

#[test]
fn golden_records_read_as_they_say() {
    assert!(golden::run_listed::<Cathedral>(data()) >= 30);
}

#[test]
fn perft_counts_are_those_of_the_table() {
    assert!(perft::run::<Cathedral>(&data().join("perft.txt"), u64::MAX) >= 24);
}
