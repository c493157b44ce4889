//! Reads any bytes as a checkpoint and as a table of exact endings: as they are, and with a correct checksum, so that
//! the readers behind the checksums are reached too.
//!
//! Properties: nothing panics, nothing is allocated for missing data, and what is read can be used.

#![no_main]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sarsen_search::games::holes::EndgameTable;
use sarsen_search::games::stonehenge::Checkpoint;

/// A file in memory, if the system has such a folder.
static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    folder.join(format!("sarsen-fuzz-{}", std::process::id()))
});

/// The beginning of a checkpoint, and the size of its entries.
const SOLVED: &[u8] = b"sarsen solved 1\n";
const ENTRY: usize = 25;

/// The beginning of the smallest table.
const TABLE: &[u8] = b"sarsen table 1 holes pieces=1 recover=all warp-passes-nefer=no\n";

/// Where the checksums of both formats begin.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    match kind % 4 {
        0 => anything(rest),
        1 => checkpoint(rest, None),
        2 => checkpoint(rest, Some((rest.len() / ENTRY) as u64)),
        _ => table(rest),
    }
});

/// Writes the file, and removes the previous checkpoint, which the reader would take instead of a damaged one.
fn write(bytes: &[u8]) -> &'static Path {
    let mut previous = FILE.as_os_str().to_owned();
    previous.push(".previous");
    let _ = std::fs::remove_file(previous);
    std::fs::write(&*FILE, bytes).expect("a file");
    &FILE
}

fn anything(bytes: &[u8]) {
    let path = write(bytes);
    if let Ok(checkpoint) = Checkpoint::open(path) {
        assert!(checkpoint.len() * ENTRY <= bytes.len());
    }
    let _ = EndgameTable::read(path);
}

/// A checkpoint with the right beginning and end, and the right number of entries if given.
fn checkpoint(bytes: &[u8], count: Option<u64>) {
    let mut file = SOLVED.to_vec();
    file.extend(count.iter().flat_map(|count| count.to_le_bytes()));
    file.extend_from_slice(bytes);
    let words = file.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    file.extend(words.fold(OFFSET ^ file.len() as u64, add).to_le_bytes());
    let read = Checkpoint::open(write(&file));
    let whole = count.is_some() && bytes.len() % ENTRY == 0;
    assert!(read.is_ok() || !whole, "the checksum of this target is not the reader's");
    if let Ok(checkpoint) = read {
        assert!(checkpoint.len() * ENTRY <= bytes.len());
        checkpoint.save().expect("what was read can be written");
        assert_eq!(Checkpoint::open(&FILE).expect("and read again").len(), checkpoint.len());
    }
}

/// A table with the right beginning and end.
fn table(bytes: &[u8]) {
    let (words, rest) = bytes.as_chunks::<4>();
    let sum = words.iter().fold(OFFSET, |sum, &word| add(sum, u64::from(u32::from_le_bytes(word))));
    let file = [TABLE, words.as_flattened(), &sum.to_le_bytes(), rest].concat();
    if EndgameTable::read(write(&file)).is_ok() {
        let is_chance = |&word: &[u8; 4]| (0.0..=1.0).contains(&f32::from_le_bytes(word));
        assert!(words.iter().all(is_chance), "a table was read whose values are not probabilities");
    }
}

fn add(sum: u64, word: u64) -> u64 {
    let sum = (sum ^ word).wrapping_mul(0x0100_0000_01b3);
    sum ^ sum >> 29
}
