//! The file format and its versions.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::open_error;
use crate::OpenError;

/// "Sars": marks the file as ours, so that no other program's database is mistaken for one.
const APPLICATION_ID: i32 = 0x5361_7273;

/// One script per version, in order; a released script is never changed. `PRAGMA user_version` counts the scripts that
/// have been run on a file.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE tables (
        made INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        changed INTEGER NOT NULL,
        wakes INTEGER NOT NULL,
        last INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tables_waking ON tables (wakes) WHERE wakes = 1;
    CREATE TABLE events (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE people (
        player TEXT NOT NULL,
        table_id TEXT NOT NULL,
        PRIMARY KEY (player, table_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX people_of_table ON people (table_id);
    CREATE TABLE players (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    ",
    // The digests for lists. Those of older tables are made when they are first listed.
    "ALTER TABLE tables ADD COLUMN digest TEXT;",
    // A row that is written to check that writing works, and an index of tables by their last change.
    "
    CREATE TABLE checks (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;
    CREATE INDEX tables_changed ON tables (changed) WHERE wakes = 0;
    ",
    // Studies, each under a link, with the hash of the key that lets one change it.
    "
    CREATE TABLE studies (
        id TEXT PRIMARY KEY,
        key TEXT NOT NULL,
        record TEXT NOT NULL,
        revision INTEGER NOT NULL,
        changed INTEGER NOT NULL
    ) STRICT;
    ",
    // What is kept for a player until it is used or expires.
    "
    CREATE TABLE notes (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        player TEXT NOT NULL,
        text TEXT NOT NULL,
        expires INTEGER NOT NULL,
        PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notes_of_player ON notes (kind, player);
    ",
    // Until when a table is listed for anybody to sit down.
    "
    ALTER TABLE tables ADD COLUMN listed_until INTEGER;
    CREATE INDEX tables_listed ON tables (listed_until) WHERE listed_until IS NOT NULL;
    ",
    // When a person was seen and a study was used last; those that are there already count from now.
    "
    ALTER TABLE players ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    UPDATE players SET seen = unixepoch() * 1000;
    CREATE INDEX players_seen ON players (seen, id);
    ALTER TABLE studies ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
    UPDATE studies SET used = unixepoch() * 1000;
    CREATE INDEX studies_used ON studies (used);
    ",
    // What is kept for a player goes with the player.
    "
    CREATE INDEX notes_of_anybody ON notes (player);
    ",
];

/// Files up to this size are checked for damage before use; for larger ones that would take too long.
const CHECKED_BYTES: u64 = 256 << 20;

/// Checks a file without writing to it.
pub(super) fn check_before_writing(path: &Path) -> Result<(), OpenError> {
    let size = match std::fs::metadata(path) {
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(OpenError::Io { path: path.to_path_buf(), source }),
    };
    if size == 0 {
        return Ok(());
    }
    let fails = |error| open_error(path, &error);
    let connection =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(fails)?;
    connection.busy_timeout(Duration::from_millis(500)).map_err(fails)?;
    let damaged = |what: String| OpenError::Damaged { path: path.to_path_buf(), what };
    let pragma = |name: &str| -> Result<i32, OpenError> {
        connection.pragma_query_value(None, name, |row| row.get(0)).map_err(fails)
    };
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(fails)?;
    // SQLite initialises the file on a first start; if that start was killed, the file is empty and can be reused.
    if tables == 0 && version == 0 {
        return Ok(());
    }
    if application != APPLICATION_ID {
        return Err(damaged("it does not carry Sarsen's mark".to_owned()));
    }
    let known = MIGRATIONS.len() as u32;
    match u32::try_from(version) {
        Ok(found) if found > known => {
            return Err(OpenError::Newer { path: path.to_path_buf(), found, known });
        }
        Ok(1..) => {}
        Ok(0) | Err(_) => return Err(damaged(format!("its format is {version}"))),
    }
    if size <= CHECKED_BYTES {
        let verdict: String =
            connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(fails)?;
        if verdict != "ok" {
            return Err(damaged(verdict));
        }
    }
    Ok(())
}

/// Keeps other processes away while it is held. The operating system releases the lock with the process, however it
/// ends.
pub(super) fn lock(folder: &Path, database: &Path) -> Result<File, OpenError> {
    let path = folder.join("sarsen.lock");
    let io = |source| OpenError::Io { path: path.clone(), source };
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => {
            Err(OpenError::Locked { path: database.to_path_buf() })
        }
        Err(std::fs::TryLockError::Error(source)) => Err(io(source)),
    }
}

/// Prepares a connection for writing and migrates the file to the current format.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), OpenError> {
    let fails = |error| open_error(path, &error);
    connection.busy_timeout(Duration::from_millis(500)).map_err(fails)?;
    let fresh: bool = connection
        .query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
        .map_err(fails)?;
    if fresh {
        connection.execute_batch("PRAGMA auto_vacuum = INCREMENTAL;").map_err(fails)?;
    }
    // Truncate the log after a checkpoint, so that a burst of writes does not occupy disk space for ever.
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216;",
        )
        .map_err(fails)?;
    let version: u32 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(fails)?;
    for (index, script) in MIGRATIONS.iter().enumerate().skip(version as usize) {
        let step = connection.transaction().map_err(fails)?;
        step.execute_batch(script).map_err(fails)?;
        step.pragma_update(None, "application_id", APPLICATION_ID).map_err(fails)?;
        step.pragma_update(None, "user_version", index as u32 + 1).map_err(fails)?;
        step.commit().map_err(fails)?;
    }
    if !can_shrink(connection).map_err(fails)? {
        // This rewrites the file once. If there is no space for that, the file is used as it is until the next start.
        let _ = connection.execute_batch("PRAGMA auto_vacuum = INCREMENTAL; VACUUM;");
    }
    Ok(())
}

/// Whether the file can return free pages to the file system; earlier versions created files that cannot.
fn can_shrink(connection: &Connection) -> rusqlite::Result<bool> {
    const INCREMENTAL: i32 = 2;
    let mode: i32 = connection.pragma_query_value(None, "auto_vacuum", |row| row.get(0))?;
    Ok(mode == INCREMENTAL)
}
