//! The store for one machine: one SQLite file and one writer thread.
//!
//! The writer takes all waiting jobs, writes them in one transaction and answers after the commit (group commit), so a
//! thousand tables share the cost of one `fsync`. `synchronous=FULL` makes a commit survive a power failure, not only a
//! killed process. Readers have their own connection: in WAL mode they never wait for the writer.

mod migrate;
mod players;
mod private;
mod studies;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use tokio::sync::Mutex;

use crate::queue::{Write, WriteQueue, queued_writes};
use crate::{
    AbsentPlayer, Answer, Batch, IdleTable, ListedTable, Note, OpenError, PlayerRow, Store,
    StoreError, StudyRow, TableEnd, UnusedStudy,
};

/// The name of the file in the data folder.
const FILE: &str = "sarsen.db";

/// A store in a file.
pub struct SqliteStore {
    /// `None` once the store is being closed.
    jobs: Option<WriteQueue>,
    reader: Arc<Mutex<Connection>>,
    writer: Option<JoinHandle<()>>,
    /// Keeps other processes away as long as this store exists.
    _lock: File,
}

impl SqliteStore {
    /// Whether a data folder contains a store.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    /// Opens the store of a data folder, creating it if necessary.
    ///
    /// # Errors
    /// If it cannot be used; it is then left untouched.
    pub fn open(folder: &Path) -> Result<SqliteStore, OpenError> {
        let path = folder.join(FILE);
        let io = |source| OpenError::Io { path: path.clone(), source };
        if folder.exists() && !folder.is_dir() {
            let source = std::io::Error::other("it is not a folder");
            return Err(OpenError::Io { path: folder.to_path_buf(), source });
        }
        private::folder(folder).map_err(io)?;
        let fails = |error| open_error(&path, &error);
        let lock = migrate::lock(folder, &path)?;
        migrate::check_before_writing(&path)?;
        private::files(folder).map_err(io)?;
        let mut writer = Connection::open(&path).map_err(fails)?;
        migrate::migrate(&mut writer, &path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(&path, flags).map_err(fails)?;
        reader.busy_timeout(std::time::Duration::from_secs(5)).map_err(fails)?;
        let (jobs, waiting) = WriteQueue::new();
        let file = path.clone();
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(writer, &file, waiting))
            .map_err(io)?;
        Ok(SqliteStore {
            jobs: Some(jobs),
            reader: Arc::new(Mutex::new(reader)),
            writer: Some(thread),
            _lock: lock,
        })
    }

    /// Finishes all writes and closes the file, as dropping the store does. Nothing would be lost without it.
    pub fn close(self) {
        drop(self);
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<T> {
        let reader = Arc::clone(&self.reader);
        Box::pin(async move {
            // Do not block a thread while waiting for the connection.
            let connection = reader.lock_owned().await;
            let task = tokio::task::spawn_blocking(move || {
                read(&connection).map_err(|error| failed(&error))
            });
            task.await.map_err(|_| StoreError::Closed)?
        })
    }

    fn write(&self, write: Write) -> Answer<()> {
        match &self.jobs {
            Some(jobs) => jobs.send(write),
            None => Box::pin(std::future::ready(Err(StoreError::Closed))),
        }
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // Without a sender the writer finishes its queue, checkpoints the write-ahead log and ends.
        self.jobs = None;
        if let Some(thread) = self.writer.take() {
            // A writer that panicked has reported it; there is nothing left to finish.
            let _ = thread.join();
        }
    }
}

impl Store for SqliteStore {
    queued_writes!();

    fn load(&self, table: &str) -> Answer<Vec<String>> {
        let table = table.to_owned();
        self.read(move |connection| {
            let mut query = connection
                .prepare_cached("SELECT event FROM events WHERE table_id = ?1 ORDER BY number")?;
            query.query_map([table], |row| row.get(0))?.collect()
        })
    }

    fn load_after(&self, table: &str, after: u32) -> Answer<Vec<String>> {
        let table = table.to_owned();
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT event FROM events WHERE table_id = ?1 AND number > ?2 ORDER BY number",
            )?;
            query.query_map(params![table, after], |row| row.get(0))?.collect()
        })
    }

    fn ends(&self, tables: Vec<String>) -> Answer<Vec<TableEnd>> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached("SELECT last FROM tables WHERE id = ?1")?;
            let mut ends = Vec::with_capacity(tables.len());
            for table in tables {
                let last = query.query_row([&table], |row| row.get(0)).optional()?;
                ends.extend(last.map(|last| TableEnd { table, last }));
            }
            Ok(ends)
        })
    }

    fn tables_of(&self, player: &str, limit: usize) -> Answer<Vec<ListedTable>> {
        let player = player.to_owned();
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, digest FROM people JOIN tables ON id = table_id WHERE player = ?1 \
                 ORDER BY changed DESC, made DESC LIMIT ?2",
            )?;
            let listed = |row: &rusqlite::Row<'_>| {
                Ok(ListedTable { table: row.get(0)?, digest: row.get(1)? })
            };
            query.query_map(params![player, limit as i64], listed)?.collect()
        })
    }

    fn listed_tables(&self, now: u64, limit: usize) -> Answer<Vec<ListedTable>> {
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, digest FROM tables WHERE listed_until > ?1 ORDER BY made DESC LIMIT ?2",
            )?;
            let listed = |row: &rusqlite::Row<'_>| {
                Ok(ListedTable { table: row.get(0)?, digest: row.get(1)? })
            };
            query.query_map(params![now, limit as i64], listed)?.collect()
        })
    }

    fn count_tables_of(&self, player: &str) -> Answer<usize> {
        let player = player.to_owned();
        self.read(move |connection| {
            let count: i64 = connection
                .prepare_cached("SELECT count(*) FROM people WHERE player = ?1")?
                .query_row([player], |row| row.get(0))?;
            usize::try_from(count).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(0, count))
        })
    }

    fn all_tables(&self, after: Option<&str>, limit: usize) -> Answer<Vec<String>> {
        let after = after.map(str::to_owned);
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT id FROM tables WHERE made > coalesce((SELECT made FROM tables WHERE id = ?1), 0) \
                 ORDER BY made LIMIT ?2",
            )?;
            query.query_map(params![after, limit as i64], |row| row.get(0))?.collect()
        })
    }

    fn waking_tables(&self) -> Answer<Vec<String>> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("SELECT id FROM tables WHERE wakes = 1 ORDER BY made")?;
            query.query_map([], |row| row.get(0))?.collect()
        })
    }

    fn aged_tables(
        &self,
        before: u64,
        after: Option<&str>,
        limit: usize,
    ) -> Answer<Vec<IdleTable>> {
        let after = after.map(str::to_owned);
        let before = i64::try_from(before).unwrap_or(i64::MAX);
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, changed, digest FROM tables WHERE wakes = 0 AND changed < ?1 \
                 AND made > coalesce((SELECT made FROM tables WHERE id = ?2), 0) ORDER BY made LIMIT ?3",
            )?;
            let aged = |row: &rusqlite::Row<'_>| {
                let changed: i64 = row.get(1)?;
                let changed = u64::try_from(changed)
                    .map_err(|_| rusqlite::Error::IntegralValueOutOfRange(1, changed))?;
                Ok(IdleTable { table: row.get(0)?, changed, digest: row.get(2)? })
            };
            query.query_map(params![before, after, limit as i64], aged)?.collect()
        })
    }

    fn shrink(&self) -> Answer<()> {
        self.write(Write::Shrink)
    }

    fn player(&self, player: &str) -> Answer<Option<PlayerRow>> {
        let player = player.to_owned();
        self.read(move |connection| players::get(connection, &player))
    }

    fn absent_players(
        &self,
        before: u64,
        after: Option<AbsentPlayer>,
        limit: usize,
    ) -> Answer<Vec<AbsentPlayer>> {
        self.read(move |connection| players::absent(connection, before, after.as_ref(), limit))
    }

    fn study(&self, id: &str) -> Answer<Option<StudyRow>> {
        let id = id.to_owned();
        self.read(move |connection| studies::get(connection, &id))
    }

    fn all_studies(&self, after: Option<&str>, limit: usize) -> Answer<Vec<StudyRow>> {
        let after = after.map(str::to_owned);
        self.read(move |connection| studies::all(connection, after.as_deref(), limit))
    }

    fn unused_studies(&self, before: u64, limit: usize) -> Answer<Vec<UnusedStudy>> {
        self.read(move |connection| studies::unused(connection, before, limit))
    }

    fn note(&self, kind: &str, id: &str) -> Answer<Option<Note>> {
        let (kind, id) = (kind.to_owned(), id.to_owned());
        self.read(move |connection| {
            connection
                .prepare_cached(
                    "SELECT kind, id, player, text, expires FROM notes WHERE kind = ?1 AND id = ?2",
                )?
                .query_row([kind, id], note)
                .optional()
        })
    }

    fn notes_of(&self, kind: &str, player: &str) -> Answer<Vec<Note>> {
        let (kind, player) = (kind.to_owned(), player.to_owned());
        self.read(move |connection| {
            connection
                .prepare_cached(
                    "SELECT kind, id, player, text, expires FROM notes WHERE kind = ?1 AND player = ?2 \
                     ORDER BY id",
                )?
                .query_map([kind, player], note)?
                .collect()
        })
    }
}

fn note(row: &rusqlite::Row<'_>) -> rusqlite::Result<Note> {
    let expires: i64 = row.get(4)?;
    Ok(Note {
        kind: row.get(0)?,
        id: row.get(1)?,
        player: row.get(2)?,
        text: row.get(3)?,
        expires: u64::try_from(expires).unwrap_or_default(),
    })
}

/// A time as SQLite keeps it.
fn time_in(time: u64) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX)
}

/// A time that SQLite has kept.
fn time_of(row: &rusqlite::Row<'_>, index: usize) -> rusqlite::Result<u64> {
    let time: i64 = row.get(index)?;
    u64::try_from(time).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(index, time))
}

fn failed(error: &rusqlite::Error) -> StoreError {
    StoreError::Failed(error.to_string())
}

fn open_error(path: &Path, error: &rusqlite::Error) -> OpenError {
    use rusqlite::ErrorCode::{
        CannotOpen, DatabaseBusy, DatabaseLocked, PermissionDenied, ReadOnly,
    };
    let path = path.to_path_buf();
    match error.sqlite_error_code() {
        Some(DatabaseBusy | DatabaseLocked) => OpenError::Locked { path },
        Some(CannotOpen | PermissionDenied | ReadOnly) => {
            OpenError::Io { path, source: std::io::Error::other(error.to_string()) }
        }
        _ => OpenError::Damaged { path, what: error.to_string() },
    }
}
