//! The results of a long proof, kept on disk.
//!
//! A checkpoint is a set of solved positions. They hold whatever is being solved, so a checkpoint serves every later
//! run. A new file is written beside the old one and renamed over it, and the old one is kept: a truncated file is
//! detected by its checksum, and the previous one is used.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sarsen_stonehenge::hand::Hand;
use thiserror::Error;

const MAGIC: &[u8; 16] = b"sarsen solved 1\n";
const ENTRY: usize = 25;

/// The bytes of a position, equal for all its images.
pub(crate) type Key = [u8; 24];

/// The number of empty cells of a key's position: equal to the number of druids left.
pub(crate) fn empty_cells(key: &Key) -> u32 {
    let druids = |index: u8| Hand::from_index(usize::from(index)).map_or(0, Hand::size);
    (druids(key[19]) + druids(key[20])) as u32
}

/// Why a checkpoint could not be used.
///
/// ```
/// use sarsen_search::games::stonehenge::{Checkpoint, CheckpointError};
///
/// // A folder is not a checkpoint.
/// let refused = Checkpoint::open(&std::env::temp_dir());
/// assert!(matches!(refused, Err(CheckpointError::Io { .. })));
/// ```
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// An I/O error.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// Neither the file nor its predecessor is intact.
    #[error("{path}: is damaged, and there is no previous checkpoint that is whole")]
    Damaged {
        /// The file.
        path: PathBuf,
    },
}

/// Solved positions, and the file they are kept in.
///
/// ```
/// use sarsen_search::games::stonehenge::Checkpoint;
///
/// let checkpoint = Checkpoint::in_memory();
/// assert!(checkpoint.is_empty() && !checkpoint.was_recovered());
/// ```
#[derive(Debug, Default)]
pub struct Checkpoint {
    path: Option<PathBuf>,
    /// Whether the file itself was damaged and its predecessor was read.
    recovered: bool,
    pub(crate) solved: HashMap<Key, bool>,
}

impl Checkpoint {
    /// A checkpoint that is kept only in memory.
    pub fn in_memory() -> Checkpoint {
        Checkpoint::default()
    }

    /// Reads the bytes of a checkpoint file; `None` if they are damaged.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Checkpoint> {
        Some(Checkpoint { solved: parse(bytes)?, ..Checkpoint::default() })
    }

    /// Adds positions solved elsewhere.
    pub(crate) fn extend(&mut self, other: &Checkpoint) {
        self.solved.extend(&other.solved);
    }

    /// The checkpoint in a file; empty if the file does not exist.
    ///
    /// # Errors
    /// If the file cannot be read, or neither it nor its predecessor is intact.
    pub fn open(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let previous = previous(path);
        let (solved, recovered) = match (read(path)?, read(&previous)?) {
            (Contents::Whole(solved), _) => (solved, false),
            (Contents::Damaged | Contents::Missing, Contents::Whole(solved)) => (solved, true),
            (Contents::Missing, Contents::Missing) => (HashMap::new(), false),
            _ => return Err(CheckpointError::Damaged { path: path.to_owned() }),
        };
        Ok(Checkpoint { path: Some(path.to_owned()), recovered, solved })
    }

    /// Whether the file was damaged, and the content comes from its predecessor.
    pub fn was_recovered(&self) -> bool {
        self.recovered
    }

    /// The number of known positions.
    pub fn len(&self) -> usize {
        self.solved.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.solved.is_empty()
    }

    /// Writes the known positions, if it has a file.
    ///
    /// # Errors
    /// If writing fails; the file is then unchanged.
    pub fn save(&self) -> Result<(), CheckpointError> {
        let Some(path) = &self.path else { return Ok(()) };
        write(path, &self.bytes())
            .map_err(|error| CheckpointError::Io { path: path.clone(), error })
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(MAGIC.len() + 16 + self.solved.len() * ENTRY);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&(self.solved.len() as u64).to_le_bytes());
        // Sorted, so that equal checkpoints are equal files.
        let mut solved: Vec<_> = self.solved.iter().collect();
        solved.sort_unstable();
        for (key, &wins) in solved {
            bytes.extend_from_slice(key);
            bytes.push(u8::from(wins));
        }
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }
}

enum Contents {
    Whole(HashMap<Key, bool>),
    Damaged,
    Missing,
}

fn previous(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".previous");
    PathBuf::from(name)
}

fn read(path: &Path) -> Result<Contents, CheckpointError> {
    match fs::read(path) {
        Ok(bytes) => Ok(parse(&bytes).map_or(Contents::Damaged, Contents::Whole)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Contents::Missing),
        Err(error) => Err(CheckpointError::Io { path: path.to_owned(), error }),
    }
}

fn parse(bytes: &[u8]) -> Option<HashMap<Key, bool>> {
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(8)?)?;
    if checksum(body).to_le_bytes() != sum {
        return None;
    }
    let rest = body.strip_prefix(MAGIC)?;
    let (count, entries) = rest.split_at_checked(8)?;
    if entries.len() as u64
        != u64::from_le_bytes(count.try_into().ok()?).checked_mul(ENTRY as u64)?
    {
        return None;
    }
    entries
        .chunks_exact(ENTRY)
        .map(|entry| Some((entry[..24].try_into().ok()?, entry[24] != 0)))
        .collect()
}

/// Replaces the file atomically, and keeps the old one as the previous.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let mut file = File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    if path.exists() {
        fs::rename(path, previous(path))?;
    }
    fs::rename(&new, path)
}

/// FNV-1a, eight bytes at a time: enough to detect a truncated file.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64 ^ bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3);
        sum ^= sum >> 29;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("sarsen-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn checkpoint(path: &Path, count: u8) -> Checkpoint {
        let solved = (0..count).map(|index| ([index; 24], index % 2 == 0)).collect();
        Checkpoint { path: Some(path.to_owned()), recovered: false, solved }
    }

    #[test]
    fn a_checkpoint_reads_back() {
        let folder = folder("reads-back");
        let path = folder.join("solved");
        assert!(Checkpoint::open(&path).unwrap().is_empty());
        checkpoint(&path, 9).save().unwrap();
        let read = Checkpoint::open(&path).unwrap();
        assert_eq!(read.solved, checkpoint(&path, 9).solved);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_was_cut_off_anywhere_is_recognised_and_the_previous_one_is_used() {
        let folder = folder("cut-off");
        let path = folder.join("solved");
        checkpoint(&path, 5).save().unwrap();
        checkpoint(&path, 7).save().unwrap();
        let whole = fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let read = Checkpoint::open(&path).unwrap();
            assert_eq!(read.len(), 5, "cut at {cut}");
            assert!(read.was_recovered());
        }
        fs::remove_file(previous(&path)).unwrap();
        assert!(matches!(Checkpoint::open(&path), Err(CheckpointError::Damaged { .. })));
        fs::remove_dir_all(folder).unwrap();
    }
}
