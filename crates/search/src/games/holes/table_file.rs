//! Tables too large for memory: 16-bit values in a file that is read on demand.
//!
//! The page cache of the system keeps frequently used parts, as with a memory-mapped file, which would need unsafe
//! code. A value is a multiple of 1/65535, so its error is at most half of that.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use sarsen_holes::layers::Layers;

use super::endgame_table::Checksum;
use crate::tables::EndgameTableError;

/// The largest value of sixteen bits: a certain win.
const WON: f32 = 65535.0;
/// The number of bytes read or written at a time.
const CHUNK: usize = 1 << 16;

/// The values of a table in its file.
pub(super) struct TableFile {
    file: File,
    /// Where the first value begins.
    offset: u64,
}

impl TableFile {
    /// The values that follow a title in an open file; reads all of them once to verify them.
    pub(super) fn open(
        file: File,
        title: usize,
        count: usize,
    ) -> Result<TableFile, EndgameTableError> {
        if file.metadata()?.len() != (title + 2 * count + 8) as u64 {
            return Err(EndgameTableError::Damaged);
        }
        let table = TableFile { file, offset: title as u64 };
        let (mut sum, mut bytes) = (Checksum::default(), vec![0; CHUNK]);
        let mut at = 0;
        while at < 2 * count {
            let part = &mut bytes[..CHUNK.min(2 * count - at)];
            read_at(&table.file, part, table.offset + at as u64)?;
            sum.add_values(part);
            at += part.len();
        }
        let mut end = [0; 8];
        read_at(&table.file, &mut end, table.offset + at as u64)?;
        if end != sum.0.to_le_bytes() {
            return Err(EndgameTableError::Damaged);
        }
        Ok(table)
    }

    /// The value with a number.
    pub(super) fn value(&self, at: usize) -> f64 {
        let mut bytes = [0; 2];
        read_at(&self.file, &mut bytes, self.offset + 2 * at as u64)
            .expect("a table that was read from beginning to end when it was opened can be read");
        f64::from(u16::from_le_bytes(bytes)) / f64::from(WON)
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[count..];
        at += count as u64;
    }
    Ok(())
}

/// Writes solved layers as a table: its title, the values, a checksum.
pub(super) fn write(layers: &Layers, title: &str, path: &Path) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(CHUNK, File::create(path)?);
    file.write_all(title.as_bytes())?;
    let sides = layers.graph().index().count();
    let (mut sum, mut row) = (Checksum::default(), Vec::new());
    // The checksum is computed over chunks of a fixed size.
    for mine in 0..sides {
        for theirs in 0..sides {
            let value = (layers.value(mine, theirs) * WON).round() as u16;
            row.extend_from_slice(&value.to_le_bytes());
            if row.len() == CHUNK {
                sum.add_values(&row);
                file.write_all(&row)?;
                row.clear();
            }
        }
    }
    sum.add_values(&row);
    file.write_all(&row)?;
    file.write_all(&sum.0.to_le_bytes())?;
    file.flush()
}

/// Resumes layers from a file, if there is one.
pub(super) fn resume(layers: &mut Layers, path: &Path) -> Result<bool, EndgameTableError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        file => file?,
    };
    let mut file = BufReader::with_capacity(CHUNK, file);
    layers.read(&mut file).map_err(|_| EndgameTableError::Damaged)?;
    // Anything more means another table.
    match file.read(&mut [0]) {
        Ok(0) => Ok(true),
        _ => Err(EndgameTableError::Damaged),
    }
}

/// Saves layers to a file atomically, so that a crash leaves the previous one.
pub(super) fn keep(layers: &Layers, path: &Path) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let mut file = BufWriter::with_capacity(CHUNK, File::create(&name)?);
    layers.write(&mut file)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    std::fs::rename(name, path)
}
