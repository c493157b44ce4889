//! Access rights: other users of the machine must not read the tables, which contain names and the seeds of games in
//! progress.

use std::fs::File;
use std::io;
use std::path::Path;

use super::FILE;

/// The files of a data folder.
const FILES: [&str; 4] = [FILE, "sarsen.db-wal", "sarsen.db-shm", "sarsen.lock"];

/// Creates the data folder, accessible only to its owner. An existing folder is restricted as well, unless it contains
/// other files.
pub(super) fn folder(folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        return make(folder);
    }
    let is_ours = |entry: io::Result<std::fs::DirEntry>| {
        entry.is_ok_and(|entry| FILES.iter().any(|file| entry.file_name() == *file))
    };
    if std::fs::read_dir(folder)?.all(is_ours) {
        // Whoever does not own the folder may still use it.
        let _ = close(folder, 0o700);
    }
    Ok(())
}

/// Creates the database file if it is missing, and restricts all files to their owner.
pub(super) fn files(folder: &Path) -> io::Result<()> {
    File::options().create(true).append(true).open(folder.join(FILE))?;
    for file in FILES.map(|file| folder.join(file)) {
        if file.exists() {
            close(&file, 0o600)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn make(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

#[cfg(unix)]
fn close(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = std::fs::metadata(path)?.permissions();
    if permissions.mode() & 0o777 != mode {
        permissions.set_mode(mode);
        std::fs::set_permissions(path, permissions)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn close(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}
