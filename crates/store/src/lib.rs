//! The log of every table on disk.
//!
//! A [`Store`] keeps events, append-only, unique by table and number, and a few rows that make them findable. It knows
//! nothing of games: an event is text. What it has answered is durable.
//!
//! [`SqliteStore`] is the store of one machine. [`MemoryStore`] forgets, for tests. The suite in [`suite`] is what
//! any store has to pass, so that the next one (PostgreSQL) comes without touching a table.

mod memory;
mod sqlite;
pub mod suite;

use std::future::Future;
use std::pin::Pin;

use thiserror::Error;

pub use memory::MemoryStore;
pub use sqlite::{OpenError, SqliteStore};

/// What a store answers, later.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// A place where logs are kept.
pub trait Store: Send + Sync + 'static {
    /// Adds events to a table's log, all or none, with the numbers from `first` on (the first of a table is 1), and
    /// renews the table's row. The answer comes when they are on disk.
    ///
    /// A number that is taken or that would leave a gap is [`StoreError::Conflict`]: somebody else has written.
    fn append(&self, batch: Batch) -> Answer<()>;

    /// The whole log of a table, in order; empty when there is none.
    fn load(&self, table: &str) -> Answer<Vec<String>>;

    /// The tables at which a person sits, the last changed first.
    fn tables_of(&self, player: &str, limit: usize) -> Answer<Vec<Listed>>;

    /// At how many tables a person sits.
    fn count_tables_of(&self, player: &str) -> Answer<usize>;

    /// Gives a table whose log ends with `last` a digest; nothing is changed where the log has moved on, because what moved
    /// it brought a newer one.
    fn put_digest(&self, table: &str, last: u32, digest: &str) -> Answer<()>;

    /// The ids of all tables in the order in which they were made, after `after`.
    fn all_tables(&self, after: Option<&str>, limit: usize) -> Answer<Vec<String>>;

    /// The ids of the tables that must be looked at when the server starts: those whose clocks run or at which an engine
    /// is to act.
    fn waking_tables(&self) -> Answer<Vec<String>>;

    /// Keeps a person's name.
    fn put_player(&self, player: &str, name: &str) -> Answer<()>;

    /// The name of a person, if there is such a person.
    fn player(&self, player: &str) -> Answer<Option<String>>;

    /// Waits until everything that was asked before is done.
    fn flush(&self) -> Answer<()>;
}

/// Events to be added to one log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// The table's id.
    pub table: String,
    /// The number of the first event.
    pub first: u32,
    /// The events as text.
    pub events: Vec<String>,
    /// The moment of the last one, in milliseconds since 1970.
    pub at: u64,
    /// Who sits at the table after them; nothing when that has not changed.
    pub people: Option<Vec<String>>,
    /// Whether the table has to be looked at when the server starts.
    pub wakes: bool,
    /// What lists show of the table after them, as text.
    pub digest: String,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its id.
    pub table: String,
    /// What lists show of it; nothing where an earlier version of the store wrote it.
    pub digest: Option<String>,
}

/// Why a store did not do what was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Another writer has been at this table.
    #[error("the table's log has moved on")]
    Conflict,
    /// The disk is full, gone, or broken.
    #[error("the store failed: {0}")]
    Failed(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}
