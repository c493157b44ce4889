//! The log of every table on disk.
//!
//! A [`Store`] keeps events, append-only, unique by table and number, and a few rows that make them findable. It knows
//! nothing of games: an event is text. What it has answered is durable.
//!
//! [`SqliteStore`] is the store of one machine, [`PostgresStore`] that of several. [`MemoryStore`] forgets, for tests. The
//! suite in [`suite`] is what any store has to pass.

mod error;
mod location;
mod memory;
mod postgres;
mod sqlite;
pub mod suite;

use std::future::Future;
use std::pin::Pin;

use thiserror::Error;

pub use error::OpenError;
pub use location::{Location, LocationError, PostgresUrl};
pub use memory::MemoryStore;
pub use postgres::{NODE_TIMEOUT_MILLIS, PostgresStore};
pub use sqlite::SqliteStore;

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

    /// The log of a table after so many events.
    fn load_after(&self, table: &str, after: u32) -> Answer<Vec<String>> {
        let log = self.load(table);
        Box::pin(async move { Ok(log.await?.into_iter().skip(after as usize).collect()) })
    }

    /// How far the logs of tables have got; those without a log are left out, and all where nobody else can write.
    fn ends(&self, _tables: Vec<String>) -> Answer<Vec<TableEnd>> {
        Box::pin(std::future::ready(Ok(vec![])))
    }

    /// Takes tables that are due, each for one caller: until `again` nobody else gets them. Both are in milliseconds of the clock
    /// that [`Batch::due`] is counted with. A store of one machine has none: that machine wakes its tables itself.
    fn take_due(&self, _now: u64, _again: u64, _limit: usize) -> Answer<Vec<String>> {
        Box::pin(std::future::ready(Ok(vec![])))
    }

    /// Says that this node is alive, and asks for the time that all nodes share; nothing where the store is of one machine.
    fn beat(&self) -> Answer<Option<Beat>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    /// The tables at which a person sits, the last changed first.
    fn tables_of(&self, player: &str, limit: usize) -> Answer<Vec<ListedTable>>;

    /// At how many tables a person sits.
    fn count_tables_of(&self, player: &str) -> Answer<usize>;

    /// Gives a table whose log ends with `last` a digest; nothing is changed where the log has moved on, because what moved
    /// it brought a newer one.
    fn put_digest(&self, table: &str, last: u32, digest: &str) -> Answer<()>;

    /// The ids of all tables in the order in which they were made, after `after`.
    fn all_tables(&self, after: Option<&str>, limit: usize) -> Answer<Vec<String>>;

    /// The ids of the tables that must be looked at when the server starts: those whose clocks run.
    fn waking_tables(&self) -> Answer<Vec<String>>;

    /// The tables at which nothing has happened since a moment, in milliseconds since 1970, and which do not wake, in the
    /// order in which they were made, after `after`.
    fn aged_tables(&self, before: u64, after: Option<&str>, limit: usize)
    -> Answer<Vec<IdleTable>>;

    /// Removes a table with its whole log, if nothing has happened there after `changed`.
    fn remove(&self, table: &str, changed: u64) -> Answer<()>;

    /// Gives the room of what was removed back to the disk.
    fn shrink(&self) -> Answer<()>;

    /// Keeps a person's name.
    fn put_player(&self, player: &str, name: &str) -> Answer<()>;

    /// The name of a person, if there is such a person.
    fn player(&self, player: &str) -> Answer<Option<String>>;

    /// Waits until everything that was asked before is done.
    fn flush(&self) -> Answer<()>;

    /// Whether the store is still there and takes writes. Where that cannot be told, it is enough that it answers.
    fn check(&self) -> Answer<()> {
        self.flush()
    }
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
    /// When somebody has to look at the table although nobody is there, in milliseconds of the clock that players' time is
    /// counted with.
    pub due: Option<u64>,
    /// What lists show of the table after them, as text.
    pub digest: String,
}

/// How far a log has got.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableEnd {
    /// The table's id.
    pub table: String,
    /// The number of its last event.
    pub last: u32,
}

/// The state of a cluster at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beat {
    /// The time that all nodes share, in milliseconds: it stands still while no node is alive.
    pub tick: u64,
    /// How many nodes are alive, this one included.
    pub nodes: u64,
}

/// What a table takes on disk beside its texts, in bytes: its row and its entries in three indices.
const TABLE_BYTES: usize = 200;

/// What an event takes beside its text: the table's id, its number, and the row's head.
const EVENT_BYTES: usize = 40;

/// What a person at a table takes: a row and an entry in an index, each with the ids of both.
const PERSON_BYTES: usize = 150;

/// SQLite keeps so much of an event in its tree at the least, and at the most; what is more goes to pages of its own.
const LEAST_IN_TREE: usize = 489;
const MOST_IN_TREE: usize = 1002;

/// A page, and what it holds of an event that is too long for the tree.
const PAGE: usize = 4096;
const PAGE_CONTENT: usize = PAGE - 4;

impl Batch {
    /// How much larger the store grows by this, in bytes; about, and rather too much than too little. A digest takes the
    /// place of the one before it.
    pub fn bytes_on_disk(&self) -> usize {
        let rows = self.events.iter().map(|event| event.len() + EVENT_BYTES);
        let (mut in_tree, mut pages) = (0, 0);
        for row in rows {
            if row <= MOST_IN_TREE {
                in_tree += row;
            } else {
                in_tree += LEAST_IN_TREE;
                pages += (row - LEAST_IN_TREE).div_ceil(PAGE_CONTENT);
            }
        }
        in_tree += self.people.as_ref().map_or(0, |people| people.len() * PERSON_BYTES);
        in_tree += if self.first == 1 { TABLE_BYTES + self.digest.len() } else { 0 };
        // Pages of the tree are about two thirds full.
        in_tree * 3 / 2 + pages * PAGE
    }
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedTable {
    /// Its id.
    pub table: String,
    /// What lists show of it; nothing where an earlier version of the store wrote it.
    pub digest: Option<String>,
}

/// A table at which nothing has happened for long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdleTable {
    /// Its id.
    pub table: String,
    /// When something last happened there, in milliseconds since 1970.
    pub changed: u64,
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
