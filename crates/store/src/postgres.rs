//! The store for several machines: one PostgreSQL database, any number of nodes.
//!
//! Every node writes through one connection. It takes all waiting jobs, writes them in one transaction and answers
//! after the commit (group commit). A batch names the event number it expects, and the row of its table is locked
//! during the transaction, so of two nodes that write the same number one gets [`StoreError::Conflict`].
//!
//! If a connection breaks during a commit, it is unknown whether the transaction was committed, and the server may
//! still be working on it. So every store holds an advisory lock in its writing session, and its next session waits for
//! that lock: anything read after that is final.

mod connect;
mod migrate;
mod tls;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::location::PostgresUrl;
use crate::queue::{Write, WriteQueue, queued_writes};
use crate::{
    AbsentPlayer, Answer, Batch, Beat, IdleTable, ListedTable, Note, OpenError, PlayerRow, Store,
    StoreError, StudyRow, TableEnd, UnusedStudy,
};
use connect::{Link, Session};

/// The number of reading connections. A connection answers in order, so a single one would let a long answer delay all
/// others.
const READERS: usize = 3;

/// A node that has not been seen for this long is considered gone. If no node has been seen for this long, the
/// cluster's time stops.
pub const NODE_TIMEOUT_MILLIS: i64 = 10_000;

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    jobs: WriteQueue,
    readers: Arc<[Link]>,
    next: AtomicUsize,
    url: PostgresUrl,
    cluster: String,
    member: std::sync::Mutex<Option<Member>>,
}

/// A node that has joined the cluster: its name and its bus.
#[derive(Clone)]
struct Member {
    node: String,
    bus: Option<String>,
}

impl PostgresStore {
    /// Opens the store of a database, creating or migrating it first. Several nodes may do so at once.
    ///
    /// # Errors
    /// If it cannot be used; it is then left untouched.
    pub async fn open(url: &PostgresUrl) -> Result<PostgresStore, OpenError> {
        let mut session = Session::open(url).await?;
        migrate::check(&session, url).await?;
        let cluster = migrate::migrate(&mut session, url).await?;
        let (jobs, waiting) = WriteQueue::new();
        tokio::spawn(writer::run(url.clone(), session, waiting));
        let readers = (0..READERS).map(|_| Link::new(url.clone())).collect();
        Ok(PostgresStore {
            jobs,
            readers,
            next: AtomicUsize::new(0),
            url: url.clone(),
            cluster,
            member: std::sync::Mutex::default(),
        })
    }

    /// The id of the cluster, created with the database and the same for every node.
    pub fn cluster(&self) -> &str {
        &self.cluster
    }

    /// Checks, without changing anything, that a node with this bus could join the cluster of a database; before
    /// [`open`](PostgresStore::open), which migrates a database that others may be using.
    ///
    /// # Errors
    /// If other nodes are alive whose events this one would not receive, or the database cannot be used.
    pub async fn may_join(
        url: &PostgresUrl,
        node: &str,
        bus: Option<&str>,
    ) -> Result<(), OpenError> {
        let session = Session::open(url).await?;
        migrate::check(&session, url).await?;
        migrate::others(&session, url, node, bus).await
    }

    /// Makes this process a node of the cluster. All nodes of a database must share one bus, through which they learn
    /// of each other's events; a node without a bus needs the database to itself.
    ///
    /// # Errors
    /// If other nodes are alive whose events this one would not receive.
    pub async fn join(&self, node: &str, bus: Option<&str>) -> Result<(), OpenError> {
        let mut session = Session::open(&self.url).await?;
        migrate::join(&mut session, &self.url, node, bus).await?;
        let mut member = self.member.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *member = Some(Member { node: node.to_owned(), bus: bus.map(str::to_owned) });
        Ok(())
    }

    /// Removes the node from the cluster, so that another one can join at once.
    pub async fn leave(&self) -> Result<(), StoreError> {
        let member = self.member.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        let Some(Member { node, .. }) = member else { return Ok(()) };
        self.read("DELETE FROM sarsen.nodes WHERE id = $1", vec![Box::new(node)]).await?;
        Ok(())
    }

    fn read(&self, sql: &'static str, parameters: Parameters) -> Answer<Vec<Row>> {
        let index = self.next.fetch_add(1, Ordering::Relaxed) % READERS;
        let readers = Arc::clone(&self.readers);
        Box::pin(async move { readers[index].query(sql, &parameters).await })
    }

    fn rows<T: Send + 'static>(
        &self,
        sql: &'static str,
        parameters: Parameters,
        read: impl Fn(&Row) -> Result<T, tokio_postgres::Error> + Send + 'static,
    ) -> Answer<Vec<T>> {
        let rows = self.read(sql, parameters);
        Box::pin(async move {
            rows.await?.iter().map(read).collect::<Result<_, _>>().map_err(|error| failed(&error))
        })
    }

    fn write(&self, write: Write) -> Answer<()> {
        self.jobs.send(write)
    }
}

/// The parameters of a statement.
type Parameters = Vec<Box<dyn ToSql + Sync + Send>>;

fn rows_limit(limit: usize) -> Box<i64> {
    Box::new(i64::try_from(limit).unwrap_or(i64::MAX))
}

fn millis(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A time that the database has kept.
fn time(row: &Row, index: usize) -> Result<u64, tokio_postgres::Error> {
    let time: i64 = row.try_get(index)?;
    Ok(u64::try_from(time).unwrap_or_default())
}

fn note(row: &Row) -> Result<Note, tokio_postgres::Error> {
    Ok(Note {
        kind: row.try_get(0)?,
        id: row.try_get(1)?,
        player: row.try_get(2)?,
        text: row.try_get(3)?,
        expires: time(row, 4)?,
    })
}

fn study(row: &Row) -> Result<StudyRow, tokio_postgres::Error> {
    let revision: i64 = row.try_get(3)?;
    Ok(StudyRow {
        id: row.try_get(0)?,
        key: row.try_get(1)?,
        record: row.try_get(2)?,
        revision: u32::try_from(revision).unwrap_or_default(),
        changed: time(row, 4)?,
        used: time(row, 5)?,
    })
}

fn text(row: &Row) -> Result<String, tokio_postgres::Error> {
    row.try_get(0)
}

impl Store for PostgresStore {
    queued_writes!();

    fn load(&self, table: &str) -> Answer<Vec<String>> {
        self.load_after(table, 0)
    }

    fn load_after(&self, table: &str, after: u32) -> Answer<Vec<String>> {
        let parameters: Parameters = vec![Box::new(table.to_owned()), Box::new(i64::from(after))];
        self.rows(
            "SELECT event FROM sarsen.events WHERE table_id = $1 AND number > $2 ORDER BY number",
            parameters,
            text,
        )
    }

    fn ends(&self, tables: Vec<String>) -> Answer<Vec<TableEnd>> {
        self.rows(
            "SELECT id, last FROM sarsen.tables WHERE id = ANY($1)",
            vec![Box::new(tables)],
            |row| {
                let last: i64 = row.try_get(1)?;
                Ok(TableEnd { table: row.try_get(0)?, last: u32::try_from(last).unwrap_or(0) })
            },
        )
    }

    fn take_due(&self, now: u64, again: u64, limit: usize) -> Answer<Vec<String>> {
        self.rows(
            "UPDATE sarsen.tables SET due = $2 FROM (SELECT id FROM sarsen.tables WHERE due <= $1 \
             ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED) taken \
             WHERE sarsen.tables.id = taken.id RETURNING sarsen.tables.id",
            vec![Box::new(millis(now)), Box::new(millis(again)), rows_limit(limit)],
            text,
        )
    }

    fn beat(&self) -> Answer<Option<Beat>> {
        let member = self.member.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        let (node, bus) = member.map(|member| (member.node, member.bus)).unzip();
        // The machine's time of day may be set while nodes are alive. Set forth, it looks like an outage; set back, the time goes on
        // from where it was.
        let beats = self.read(
            "WITH moment AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now), \
             beating AS (INSERT INTO sarsen.nodes (id, bus, seen) SELECT $1, $2, now FROM moment \
                 WHERE $1::text IS NOT NULL ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, bus = excluded.bus) \
             UPDATE sarsen.clock SET stopped = stopped + CASE WHEN now - seen > $3 THEN now - seen - $3 \
                     WHEN seen - now > $3 THEN now - seen ELSE 0 END, \
                 seen = CASE WHEN seen - now > $3 THEN now ELSE greatest(seen, now) END \
             FROM moment RETURNING seen - stopped, \
                 (SELECT count(*) FROM sarsen.nodes WHERE abs(seen - now) < $3 AND id IS DISTINCT FROM $1)",
            vec![Box::new(node), Box::new(bus.flatten()), Box::new(NODE_TIMEOUT_MILLIS)],
        );
        Box::pin(async move {
            let rows = beats.await?;
            let row = rows.first().ok_or_else(|| {
                StoreError::Failed("the database has lost its clock: restore a copy".to_owned())
            })?;
            let value = |index| row.try_get::<_, i64>(index).map_err(|error| failed(&error));
            let (tick, others) = (value(0)?, value(1)?);
            let positive = |value: i64| u64::try_from(value).unwrap_or_default();
            Ok(Some(Beat { tick: positive(tick), nodes: positive(others) + 1 }))
        })
    }

    fn tables_of(&self, player: &str, limit: usize) -> Answer<Vec<ListedTable>> {
        self.rows(
            "SELECT id, digest FROM sarsen.people JOIN sarsen.tables ON id = table_id WHERE player = $1 \
             ORDER BY changed DESC, made DESC LIMIT $2",
            vec![Box::new(player.to_owned()), rows_limit(limit)],
            |row| Ok(ListedTable { table: row.try_get(0)?, digest: row.try_get(1)? }),
        )
    }

    fn listed_tables(&self, now: u64, limit: usize) -> Answer<Vec<ListedTable>> {
        self.rows(
            "SELECT id, digest FROM sarsen.tables WHERE listed_until > $1 ORDER BY made DESC LIMIT $2",
            vec![Box::new(millis(now)), rows_limit(limit)],
            |row| Ok(ListedTable { table: row.try_get(0)?, digest: row.try_get(1)? }),
        )
    }

    fn count_tables_of(&self, player: &str) -> Answer<usize> {
        let rows = self.read(
            "SELECT count(*) FROM sarsen.people WHERE player = $1",
            vec![Box::new(player.to_owned())],
        );
        Box::pin(async move {
            let rows = rows.await?;
            let count = rows.first().map_or(Ok(0), |row| row.try_get::<_, i64>(0));
            Ok(usize::try_from(count.map_err(|error| failed(&error))?).unwrap_or_default())
        })
    }

    fn all_tables(&self, after: Option<&str>, limit: usize) -> Answer<Vec<String>> {
        self.rows(
            "SELECT id FROM sarsen.tables \
             WHERE made > coalesce((SELECT made FROM sarsen.tables WHERE id = $1), 0) ORDER BY made LIMIT $2",
            vec![Box::new(after.map(str::to_owned)), rows_limit(limit)],
            text,
        )
    }

    fn waking_tables(&self) -> Answer<Vec<String>> {
        self.rows("SELECT id FROM sarsen.tables WHERE wakes ORDER BY made", vec![], text)
    }

    fn aged_tables(
        &self,
        before: u64,
        after: Option<&str>,
        limit: usize,
    ) -> Answer<Vec<IdleTable>> {
        self.rows(
            "SELECT id, changed, digest FROM sarsen.tables WHERE NOT wakes AND changed < $1 \
             AND made > coalesce((SELECT made FROM sarsen.tables WHERE id = $2), 0) ORDER BY made LIMIT $3",
            vec![Box::new(millis(before)), Box::new(after.map(str::to_owned)), rows_limit(limit)],
            |row| {
                let changed: i64 = row.try_get(1)?;
                let changed = u64::try_from(changed).unwrap_or_default();
                Ok(IdleTable { table: row.try_get(0)?, changed, digest: row.try_get(2)? })
            },
        )
    }

    fn shrink(&self) -> Answer<()> {
        // PostgreSQL does this by itself (autovacuum).
        self.flush()
    }

    fn player(&self, player: &str) -> Answer<Option<PlayerRow>> {
        let players = self.rows(
            "SELECT id, name, seen FROM sarsen.players WHERE id = $1",
            vec![Box::new(player.to_owned())],
            |row| Ok(PlayerRow { id: row.try_get(0)?, name: row.try_get(1)?, seen: time(row, 2)? }),
        );
        Box::pin(async move { Ok(players.await?.into_iter().next()) })
    }

    fn absent_players(
        &self,
        before: u64,
        after: Option<AbsentPlayer>,
        limit: usize,
    ) -> Answer<Vec<AbsentPlayer>> {
        let (seen, id) = after.map_or((-1, String::new()), |after| (millis(after.seen), after.id));
        // Those who sit at a table are among them, so that a request looks at no more rows than it returns.
        self.rows(
            "SELECT id, seen, EXISTS (SELECT FROM sarsen.people WHERE player = sarsen.players.id) \
             FROM sarsen.players WHERE seen < $1 AND (seen, id) > ($2, $3) ORDER BY seen, id LIMIT $4",
            vec![Box::new(millis(before)), Box::new(seen), Box::new(id), rows_limit(limit)],
            |row| {
                let (id, is_seated) = (row.try_get(0)?, row.try_get(2)?);
                Ok(AbsentPlayer { id, seen: time(row, 1)?, is_seated })
            },
        )
    }

    fn study(&self, id: &str) -> Answer<Option<StudyRow>> {
        let studies = self.rows(
            "SELECT id, key, record, revision, changed, used FROM sarsen.studies WHERE id = $1",
            vec![Box::new(id.to_owned())],
            study,
        );
        Box::pin(async move { Ok(studies.await?.into_iter().next()) })
    }

    fn all_studies(&self, after: Option<&str>, limit: usize) -> Answer<Vec<StudyRow>> {
        self.rows(
            "SELECT id, key, record, revision, changed, used FROM sarsen.studies \
             WHERE $1::text IS NULL OR id > $1 COLLATE \"C\" ORDER BY id COLLATE \"C\" LIMIT $2",
            vec![Box::new(after.map(str::to_owned)), rows_limit(limit)],
            study,
        )
    }

    fn unused_studies(&self, before: u64, limit: usize) -> Answer<Vec<UnusedStudy>> {
        self.rows(
            "SELECT id, used FROM sarsen.studies WHERE used < $1 LIMIT $2",
            vec![Box::new(millis(before)), rows_limit(limit)],
            |row| Ok(UnusedStudy { id: row.try_get(0)?, used: time(row, 1)? }),
        )
    }

    fn note(&self, kind: &str, id: &str) -> Answer<Option<Note>> {
        let notes = self.rows(
            "SELECT kind, id, player, text, expires FROM sarsen.notes WHERE kind = $1 AND id = $2",
            vec![Box::new(kind.to_owned()), Box::new(id.to_owned())],
            note,
        );
        Box::pin(async move { Ok(notes.await?.into_iter().next()) })
    }

    fn notes_of(&self, kind: &str, player: &str) -> Answer<Vec<Note>> {
        self.rows(
            "SELECT kind, id, player, text, expires FROM sarsen.notes WHERE kind = $1 AND player = $2 \
             ORDER BY id",
            vec![Box::new(kind.to_owned()), Box::new(player.to_owned())],
            note,
        )
    }
}

fn failed(error: &tokio_postgres::Error) -> StoreError {
    let says = error.as_db_error().map(|error| error.message().to_owned());
    StoreError::Failed(says.unwrap_or_else(|| error.to_string()))
}
