//! The store of one machine: one SQLite file, one thread that writes.
//!
//! The writer takes all that waits, writes it in one transaction and answers after the commit (group commit), so that a
//! thousand tables share the price of one `fsync`. `synchronous=FULL` makes a commit outlive a loss of power, not only
//! a killed process. Readers have a connection of their own: in WAL mode they never wait for the writer.

mod migrate;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

use crate::{Answer, Batch, Listed, Store, StoreError};
use writer::Job;

/// The name of the file in the data folder.
const FILE: &str = "sarsen.db";

/// How many writes may wait. More wait before they are accepted, which slows the tables down, not the memory.
const QUEUE: usize = 4096;

/// A store in a file.
pub struct SqliteStore {
    /// Nothing once the store is being closed.
    jobs: Option<mpsc::Sender<Job>>,
    reader: Arc<Mutex<Connection>>,
    writer: Option<JoinHandle<()>>,
    /// Keeps other processes away as long as this store lives.
    _lock: File,
}

/// Why a database could not be opened. It is left untouched.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The folder cannot be made or the file not opened.
    #[error("{path}: cannot be opened")]
    Io {
        /// The path.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A later version of the program made it.
    #[error(
        "{path}: was written by a later version of Sarsen (format {found}, this one knows up to {known}). \
         Use that version, or another folder with --data."
    )]
    Newer {
        /// The path.
        path: PathBuf,
        /// The format of the file.
        found: u32,
        /// The format of this program.
        known: u32,
    },
    /// It is no database of ours, or a broken one.
    #[error(
        "{path}: is damaged or no database of Sarsen ({what}). It has been left as it is; restore a copy, or use \
         another folder with --data."
    )]
    Damaged {
        /// The path.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Another process has it.
    #[error("{path}: is in use by another Sarsen. Stop it, or use another folder with --data.")]
    Locked {
        /// The path.
        path: PathBuf,
    },
}

impl SqliteStore {
    /// Whether a data folder has a store.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    /// Opens the store of a data folder, or makes it.
    ///
    /// # Errors
    /// If it cannot be used; it is then left untouched.
    pub fn open(folder: &Path) -> Result<SqliteStore, OpenError> {
        let path = folder.join(FILE);
        let io = |source| OpenError::Io { path: path.clone(), source };
        if folder.exists() && !folder.is_dir() {
            let source = std::io::Error::other("it is no folder");
            return Err(OpenError::Io { path: folder.to_path_buf(), source });
        }
        std::fs::create_dir_all(folder).map_err(io)?;
        let fails = |error| open_error(&path, &error);
        let lock = migrate::lock(folder, &path)?;
        migrate::check_before_writing(&path)?;
        let mut writer = Connection::open(&path).map_err(fails)?;
        migrate::migrate(&mut writer, &path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(&path, flags).map_err(fails)?;
        reader.busy_timeout(std::time::Duration::from_secs(5)).map_err(fails)?;
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(writer, waiting))
            .map_err(io)?;
        Ok(SqliteStore {
            jobs: Some(jobs),
            reader: Arc::new(Mutex::new(reader)),
            writer: Some(thread),
            _lock: lock,
        })
    }

    /// Finishes all writes and closes the file, as dropping it does. Nothing is lost without it: it only tidies up.
    pub fn close(self) {
        drop(self);
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<T> {
        let reader = Arc::clone(&self.reader);
        Box::pin(async move {
            let task = tokio::task::spawn_blocking(move || {
                let connection = reader.lock().unwrap_or_else(PoisonError::into_inner);
                read(&connection).map_err(|error| failed(&error))
            });
            task.await.map_err(|_| StoreError::Closed)?
        })
    }

    fn write(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<(), StoreError>>) -> Job,
    ) -> Answer<()> {
        let (done, answer) = oneshot::channel();
        let (jobs, job) = (self.jobs.clone(), job(done));
        Box::pin(async move {
            let jobs = jobs.ok_or(StoreError::Closed)?;
            jobs.send(job).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // Without a sender the writer finishes what waits, folds its log into the file and ends.
        self.jobs = None;
        if let Some(thread) = self.writer.take() {
            // A writer that has panicked has said so; there is nothing left to finish.
            let _ = thread.join();
        }
    }
}

impl Store for SqliteStore {
    fn append(&self, batch: Batch) -> Answer<()> {
        self.write(|done| Job::Append { batch, done })
    }

    fn load(&self, table: &str) -> Answer<Vec<String>> {
        let table = table.to_owned();
        self.read(move |connection| {
            let mut query = connection
                .prepare_cached("SELECT event FROM events WHERE table_id = ?1 ORDER BY number")?;
            query.query_map([table], |row| row.get(0))?.collect()
        })
    }

    fn tables_of(&self, player: &str, limit: usize) -> Answer<Vec<Listed>> {
        let player = player.to_owned();
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, digest FROM people JOIN tables ON id = table_id WHERE player = ?1 \
                 ORDER BY changed DESC, made DESC LIMIT ?2",
            )?;
            let listed =
                |row: &rusqlite::Row<'_>| Ok(Listed { table: row.get(0)?, digest: row.get(1)? });
            query.query_map(params![player, limit as i64], listed)?.collect()
        })
    }

    fn count_tables_of(&self, player: &str) -> Answer<usize> {
        let player = player.to_owned();
        self.read(move |connection| {
            let count: i64 = connection
                .prepare_cached("SELECT count(*) FROM people WHERE player = ?1")?
                .query_row([player], |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or_default())
        })
    }

    fn put_digest(&self, table: &str, last: u32, digest: &str) -> Answer<()> {
        let (table, digest) = (table.to_owned(), digest.to_owned());
        self.write(|done| Job::Digest { table, last, digest, done })
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

    fn put_player(&self, player: &str, name: &str) -> Answer<()> {
        let (player, name) = (player.to_owned(), name.to_owned());
        self.write(|done| Job::Player { player, name, done })
    }

    fn player(&self, player: &str) -> Answer<Option<String>> {
        let player = player.to_owned();
        self.read(move |connection| {
            connection
                .prepare_cached("SELECT name FROM players WHERE id = ?1")?
                .query_row([player], |row| row.get(0))
                .optional()
        })
    }

    fn flush(&self) -> Answer<()> {
        self.write(|done| Job::Flush { done })
    }
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
