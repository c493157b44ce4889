//! The persistent log of every table.
//!
//! A [`Store`] keeps events, append-only and unique by table and number, and a few rows to find them by. It knows
//! nothing about games: an event is text. Once it has answered, the data is durable.
//!
//! [`SqliteStore`] serves one machine, [`PostgresStore`] several. [`MemoryStore`] is for tests. Every store has to pass
//! the tests in [`suite`].

mod error;
mod location;
mod memory;
mod note;
mod postgres;
mod queue;
mod sqlite;
pub mod suite;
mod tls;

use std::future::Future;
use std::pin::Pin;

use thiserror::Error;

pub use error::OpenError;
pub use location::{Location, LocationError, PostgresUrl};
pub use memory::MemoryStore;
pub use note::Note;
pub use postgres::{NODE_TIMEOUT_MILLIS, PostgresStore};
pub use sqlite::SqliteStore;
pub use tls::tls_connector;

/// The future of a store's answer.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// A place where logs are kept.
pub trait Store: Send + Sync + 'static {
    /// Appends events to a table's log, all or none, numbered from `first` (the first event of a table is 1), and
    /// updates the table's row. Answers when they are durable.
    ///
    /// A number that is taken or would leave a gap gives [`StoreError::Conflict`]: another writer was faster.
    fn append(&self, batch: Batch) -> Answer<()>;

    /// The whole log of a table, in order; empty if the table does not exist.
    fn load(&self, table: &str) -> Answer<Vec<String>>;

    /// The log of a table after the first `after` events.
    fn load_after(&self, table: &str, after: u32) -> Answer<Vec<String>> {
        let log = self.load(table);
        Box::pin(async move { Ok(log.await?.into_iter().skip(after as usize).collect()) })
    }

    /// The length of the tables' logs. Tables without a log are left out, and so are all of them if nobody else can
    /// write to the store.
    fn ends(&self, _tables: Vec<String>) -> Answer<Vec<TableEnd>> {
        Box::pin(std::future::ready(Ok(vec![])))
    }

    /// Claims tables that are due: until `again` no other caller gets them. Both times are in milliseconds of the clock
    /// that [`Batch::due`] uses. A store for one machine returns none, because that machine wakes its tables itself.
    fn take_due(&self, _now: u64, _again: u64, _limit: usize) -> Answer<Vec<String>> {
        Box::pin(std::future::ready(Ok(vec![])))
    }

    /// Reports that this node is alive and returns the time shared by all nodes; `None` for a store of one machine.
    fn beat(&self) -> Answer<Option<Beat>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    /// The tables at which a person sits, most recently changed first.
    fn tables_of(&self, player: &str, limit: usize) -> Answer<Vec<ListedTable>>;

    /// The tables that are listed for anybody to sit down after a moment, in milliseconds since 1970, the newest first.
    fn listed_tables(&self, now: u64, limit: usize) -> Answer<Vec<ListedTable>>;

    /// The number of tables at which a person sits.
    fn count_tables_of(&self, player: &str) -> Answer<usize>;

    /// Stores the digest of a table whose log ends with `last`. Does nothing if the log has moved on, since a newer
    /// digest was then stored with it.
    fn put_digest(&self, table: &str, last: u32, digest: &str) -> Answer<()>;

    /// The ids of all tables after `after`, in order of creation.
    fn all_tables(&self, after: Option<&str>, limit: usize) -> Answer<Vec<String>>;

    /// The ids of the tables that must be loaded when the server starts: those whose clocks run.
    fn waking_tables(&self) -> Answer<Vec<String>>;

    /// The tables after `after`, in order of creation, that have not changed since `before` (milliseconds since 1970)
    /// and do not have to be loaded at start.
    fn aged_tables(&self, before: u64, after: Option<&str>, limit: usize)
    -> Answer<Vec<IdleTable>>;

    /// Removes a table with its whole log, unless it has changed after `changed`.
    fn remove(&self, table: &str, changed: u64) -> Answer<()>;

    /// Returns free space to the file system.
    fn shrink(&self) -> Answer<()>;

    /// Stores a person; one of the same id is replaced.
    fn put_player(&self, player: PlayerRow) -> Answer<()>;

    /// A person, if known.
    fn player(&self, player: &str) -> Answer<Option<PlayerRow>>;

    /// Notes when a person was seen.
    fn see_player(&self, player: &str, seen: u64) -> Answer<()>;

    /// The people after `after` who have not been seen since `before` (milliseconds since 1970), longest absent first.
    fn absent_players(
        &self,
        before: u64,
        after: Option<AbsentPlayer>,
        limit: usize,
    ) -> Answer<Vec<AbsentPlayer>>;

    /// Removes a person who sits at no table, unless they were seen after `seen`, and the notes that are kept for them.
    fn remove_player(&self, player: &str, seen: u64) -> Answer<()>;

    /// Keeps a study. The first revision makes it; any other replaces the one before it.
    ///
    /// An id that is taken, or a revision that does not follow the one that is kept, is [`StoreError::Conflict`].
    fn put_study(&self, study: StudyRow) -> Answer<()>;

    /// A study, if there is one of that id.
    fn study(&self, id: &str) -> Answer<Option<StudyRow>>;

    /// Notes when a study was used.
    fn use_study(&self, id: &str, used: u64) -> Answer<()>;

    /// The studies whose id comes after `after`, in the order of their ids.
    fn all_studies(&self, after: Option<&str>, limit: usize) -> Answer<Vec<StudyRow>>;

    /// Some of the studies that have not been used since `before` (milliseconds since 1970).
    fn unused_studies(&self, before: u64, limit: usize) -> Answer<Vec<UnusedStudy>>;

    /// Removes a study, unless it was used after `used`.
    fn remove_study(&self, id: &str, used: u64) -> Answer<()>;

    /// Keeps a note; one of the same kind and id is replaced.
    fn put_note(&self, note: Note) -> Answer<()>;

    /// A note, whether it has expired or not.
    fn note(&self, kind: &str, id: &str) -> Answer<Option<Note>>;

    /// The notes of a kind that a player has.
    fn notes_of(&self, kind: &str, player: &str) -> Answer<Vec<Note>>;

    /// Removes a note. Of several who remove the same one, all but one are answered [`StoreError::Conflict`]: so something
    /// can be used once, on whichever node.
    fn remove_note(&self, kind: &str, id: &str) -> Answer<()>;

    /// Removes all notes that expire before a moment, in milliseconds since 1970.
    fn remove_expired_notes(&self, before: u64) -> Answer<()>;

    /// Waits until all earlier requests are done.
    fn flush(&self) -> Answer<()>;

    /// Checks that the store can still be written to. By default it is enough that it answers.
    fn check(&self) -> Answer<()> {
        self.flush()
    }
}

/// Events to be appended to one log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// The table's id.
    pub table: String,
    /// The number of the first event.
    pub first: u32,
    /// The events as text.
    pub events: Vec<String>,
    /// The time of the last one, in milliseconds since 1970.
    pub at: u64,
    /// Who sits at the table after them; `None` if that has not changed.
    pub people: Option<Vec<String>>,
    /// Whether the table has to be loaded when the server starts.
    pub wakes: bool,
    /// When the table has to be looked at even if nobody is connected, in milliseconds of the clock that players' time
    /// is counted with.
    pub due: Option<u64>,
    /// Until when the table is listed for anybody to sit down, in milliseconds since 1970.
    pub listed_until: Option<u64>,
    /// The table's digest after them, as text.
    pub digest: String,
}

/// The length of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableEnd {
    /// The table's id.
    pub table: String,
    /// The number of its last event.
    pub last: u32,
}

/// The state of a cluster at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beat {
    /// The time shared by all nodes, in milliseconds; it does not advance while no node is alive.
    pub tick: u64,
    /// The number of live nodes, including this one.
    pub nodes: u64,
}

/// Bytes per table in addition to its texts: its row and its entries in three indices.
const TABLE_BYTES: usize = 200;

/// Bytes per event in addition to its text: the table's id, the number and the row header.
const EVENT_BYTES: usize = 40;

/// Bytes per person at a table: a row and an index entry, each with both ids.
const PERSON_BYTES: usize = 150;

/// The minimum and the maximum that SQLite keeps of an event in its B-tree; the rest goes to overflow pages.
const MIN_IN_TREE: usize = 489;
const MAX_IN_TREE: usize = 1002;

/// The size of a page, and how much of an event an overflow page holds.
const PAGE: usize = 4096;
const PAGE_CONTENT: usize = PAGE - 4;

impl Batch {
    /// An estimate, erring on the high side, of how much this batch adds to the size of the store, in bytes. A digest
    /// replaces the previous one.
    pub fn bytes_on_disk(&self) -> usize {
        let rows = self.events.iter().map(|event| event.len() + EVENT_BYTES);
        let (mut in_tree, mut pages) = (0, 0);
        for row in rows {
            if row <= MAX_IN_TREE {
                in_tree += row;
            } else {
                in_tree += MIN_IN_TREE;
                pages += (row - MIN_IN_TREE).div_ceil(PAGE_CONTENT);
            }
        }
        in_tree += self.people.as_ref().map_or(0, |people| people.len() * PERSON_BYTES);
        in_tree += if self.first == 1 { TABLE_BYTES + self.digest.len() } else { 0 };
        // B-tree pages are about two thirds full.
        in_tree * 3 / 2 + pages * PAGE
    }
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedTable {
    /// Its id.
    pub table: String,
    /// Its digest; `None` if an earlier version of the store wrote it.
    pub digest: Option<String>,
}

/// A table that has not changed for a long time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdleTable {
    /// Its id.
    pub table: String,
    /// When it last changed, in milliseconds since 1970.
    pub changed: u64,
    /// Its digest; `None` if an earlier version of the store wrote it.
    pub digest: Option<String>,
}

/// A person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerRow {
    /// Their id.
    pub id: String,
    /// Their name.
    pub name: String,
    /// When they were seen last, in milliseconds since 1970; to about a day.
    pub seen: u64,
}

/// A person who has not been seen for a long time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbsentPlayer {
    /// Their id.
    pub id: String,
    /// When they were seen last, in milliseconds since 1970.
    pub seen: u64,
    /// Whether they sit at a table.
    pub is_seated: bool,
}

/// A study that nobody has used for a long time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnusedStudy {
    /// Its id.
    pub id: String,
    /// When it was used last, in milliseconds since 1970.
    pub used: u64,
}

/// A study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyRow {
    /// Its id.
    pub id: String,
    /// The hash of the key that lets one change it.
    pub key: String,
    /// Its record, as text.
    pub record: String,
    /// Counts the times that it was kept, from 1.
    pub revision: u32,
    /// When it was kept last, in milliseconds since 1970.
    pub changed: u64,
    /// When it was kept or opened last, in milliseconds since 1970; to about a day.
    pub used: u64,
}

/// What a study takes on disk beside its record, in bytes.
const STUDY_BYTES: usize = 150;

impl StudyRow {
    /// How much keeping this writes, in bytes; about, and rather too much than too little.
    pub fn bytes_on_disk(&self) -> usize {
        (self.record.len() + STUDY_BYTES).next_multiple_of(PAGE)
    }
}

/// Why a request to a store failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Another writer has appended to this log.
    #[error("the table's log has moved on")]
    Conflict,
    /// The disk is full, missing or broken.
    #[error("the store failed: {0}")]
    Failed(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}
