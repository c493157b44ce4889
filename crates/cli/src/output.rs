//! Writing to standard output: buffered, and with errors returned. A full disk is an error; a closed pipe ends the
//! command.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anstream::AutoStream;
use anyhow::Context;
use sarsen_catalog::Position;
use sarsen_core::{Seat, Turn};
use tempfile::NamedTempFile;

use crate::input::BadInput;

/// Standard output for plain text.
pub(crate) fn plain() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Standard output for coloured text; the colours are stripped if they are not wanted.
pub(crate) fn colored(text: &str) -> io::Result<()> {
    let mut out = AutoStream::auto(io::stdout()).lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The sign of a seat, as drawn by the page.
pub(crate) fn seat_sign(seat: Seat) -> char {
    ['●', '⬢', '▲', '■'][seat.index() % 4]
}

/// The file for the result of a long computation: whether it can be written is checked before the computation starts,
/// and it is written atomically.
pub(crate) struct Destination {
    path: PathBuf,
    /// A temporary file beside the path, or none if the path is a device or a pipe, which is written directly.
    beside: Option<NamedTempFile>,
}

impl Destination {
    pub(crate) fn new(path: &Path) -> anyhow::Result<Destination> {
        let wrong = |error: &dyn Display| BadInput::error(format!("{}: {error}", path.display()));
        let beside = match std::fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(wrong(&"is a folder")),
            Ok(there) if !there.is_file() => None,
            _ => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new("."));
                let mut builder = tempfile::Builder::new();
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                // Otherwise the message would name the temporary file.
                std::fs::metadata(folder).map_err(|error| wrong(&error))?;
                Some(builder.tempfile_in(folder).map_err(|error| wrong(&error))?)
            }
        };
        Ok(Destination { path: path.to_owned(), beside })
    }

    /// Writes the file at its path.
    pub(crate) fn write(self, write: impl FnOnce(&Path) -> io::Result<()>) -> anyhow::Result<()> {
        let path = self.path.clone();
        self.make(|to| write(to).with_context(|| path.display().to_string()))
    }

    /// Writes the file at its path, and returns what its computation found.
    pub(crate) fn make<T>(
        self,
        make: impl FnOnce(&Path) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let Some(file) = self.beside else { return make(&self.path) };
        let made = make(file.path())?;
        let persisted = file.persist(&self.path).map_err(|error| error.error);
        persisted.with_context(|| self.path.display().to_string())?;
        Ok(made)
    }
}

/// The line that `sarsen replay` prints for a position.
pub(crate) fn state_line(position: &dyn Position) -> String {
    match position.turn() {
        Turn::Seat(seat) => format!("to act: seat {seat}"),
        Turn::Chance => "chance".to_owned(),
        Turn::Over(outcome) => match position.score() {
            None => format!("over: {outcome}"),
            Some(score) => {
                let points: Vec<_> = score.iter().map(ToString::to_string).collect();
                format!("over: {outcome} score {}", points.join(" "))
            }
        },
    }
}
