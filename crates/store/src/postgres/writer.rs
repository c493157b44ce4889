//! The writing connection of a node.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::connect::{Session, is_broken};
use super::{failed, millis};
use crate::location::PostgresUrl;
use crate::queue::{GROUP, Job, Write};
use crate::{Batch, Note, PlayerRow, StoreError, StudyRow};

/// How often a transaction is tried if the server aborts it because of a deadlock.
const TRIES: u32 = 3;

/// The timeout of a transaction; after it the connection is dropped as well.
const LONGEST: Duration = Duration::from_secs(40);

/// The class of the advisory locks that writing sessions hold.
const FENCE: i32 = 0x5361_7277;

/// Writes until all senders are gone.
pub(super) async fn run(url: PostgresUrl, session: Session, mut waiting: mpsc::Receiver<Job>) {
    let mut writer = Writer { url, session: None, fence: fence(), backend: None };
    // Reuse the session that is already open, unless it cannot be fenced off; then the first job opens another.
    writer.session = writer.fence_off(session).await.ok();
    let mut jobs = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut jobs, GROUP).await > 0 {
        let answers = writer.write(&jobs).await;
        for (index, job) in jobs.drain(..).enumerate() {
            let answer = match &answers {
                Ok(answers) => answers[index].clone(),
                Err(error) => Err(error.clone()),
            };
            job.answer(answer);
        }
    }
}

/// A number that identifies this store among all machines.
fn fence() -> i32 {
    // If the system has no random bytes, fall back to the process id.
    getrandom::u32().unwrap_or_else(|_| std::process::id()) as i32
}

struct Writer {
    url: PostgresUrl,
    session: Option<Session>,
    fence: i32,
    /// The server process of the session and its start time: after a restart of the server another node's process may have
    /// the same number.
    backend: Option<(i32, String)>,
}

type Answers = Vec<Result<(), StoreError>>;

impl Writer {
    /// Writes a group of jobs in one transaction. On an error, either nothing was written or the outcome is unknown.
    async fn write(&mut self, jobs: &[Job]) -> Result<Answers, StoreError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let session = match self.session.take() {
                Some(session) if !session.client.is_closed() => session,
                _ => self.open().await?,
            };
            match tokio::time::timeout(LONGEST, transact(&session, jobs)).await {
                Ok(Ok(answers)) => {
                    self.session = Some(session);
                    return Ok(answers);
                }
                Ok(Err(error)) if !is_broken(&error) => {
                    let undone = session.client.batch_execute("ROLLBACK").await.is_ok();
                    self.session = undone.then_some(session);
                    if !(undone && is_passing(&error) && tries < TRIES) {
                        return Err(failed(&error));
                    }
                }
                Ok(Err(error)) => return Err(failed(&error)),
                Err(_) => {
                    return Err(StoreError::Failed("the database does not answer".to_owned()));
                }
            }
        }
    }

    async fn open(&mut self) -> Result<Session, StoreError> {
        let opened = Session::open(&self.url).await;
        let session = opened.map_err(|error| StoreError::Failed(error.to_string()))?;
        self.fence_off(session).await.map_err(|error| failed(&error))
    }

    /// Waits until nothing sent by an earlier session can still take effect.
    async fn fence_off(&mut self, session: Session) -> Result<Session, tokio_postgres::Error> {
        if let Some((backend, begun)) = &self.backend {
            // It may have ended already; if not, end it, since its answers can no longer be received.
            session.client.query(TERMINATE, &[backend, begun]).await?;
        }
        let sql = "SELECT pg_advisory_lock($1, $2)";
        session.client.query_one(sql, &[&FENCE, &self.fence]).await?;
        let row = session.client.query_one(BACKEND, &[]).await?;
        self.backend = Some((row.get(0), row.get(1)));
        Ok(session)
    }
}

/// Whether a retry may succeed.
fn is_passing(error: &tokio_postgres::Error) -> bool {
    let passing = [
        &SqlState::T_R_DEADLOCK_DETECTED,
        &SqlState::T_R_SERIALIZATION_FAILURE,
        &SqlState::UNIQUE_VIOLATION,
    ];
    error.code().is_some_and(|code| passing.contains(&code))
}

const BACKEND: &str = "SELECT pid, extract(epoch FROM backend_start)::text FROM pg_stat_activity \
    WHERE pid = pg_backend_pid()";

const TERMINATE: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
    WHERE pid = $1 AND extract(epoch FROM backend_start)::text = $2";

const MAKE: &str = "INSERT INTO sarsen.tables (id, changed, wakes, last) \
    SELECT id, 0, false, 0 FROM unnest($1::text[]) AS new (id) ORDER BY id ON CONFLICT DO NOTHING";

/// Rows are locked in the order of their ids, so that two nodes cannot deadlock.
const LOCK: &str = "SELECT id, last FROM sarsen.tables WHERE id = ANY($1) ORDER BY id FOR UPDATE";

const EVENTS: &str = "INSERT INTO sarsen.events (table_id, number, event) \
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])";

const TABLES: &str = "UPDATE sarsen.tables SET changed = new.changed, wakes = new.wakes, last = new.last, \
    digest = new.digest, due = new.due, listed_until = new.listed_until \
    FROM unnest($1::text[], $2::bigint[], $3::boolean[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[]) \
    AS new (id, changed, wakes, last, digest, due, listed_until) WHERE sarsen.tables.id = new.id";

const STAND_UP: &str = "DELETE FROM sarsen.people WHERE table_id = ANY($1)";

const SIT: &str = "INSERT INTO sarsen.people (player, table_id) \
    SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING";

const PLAYER: &str = "INSERT INTO sarsen.players (id, name, seen) VALUES ($1, $2, $3) \
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen = excluded.seen";

const SEE_PLAYER: &str = "UPDATE sarsen.players SET seen = $2 WHERE id = $1 AND seen < $2";

const REMOVE_PLAYER: &str = "WITH gone AS (DELETE FROM sarsen.players WHERE id = $1 AND seen <= $2 \
    AND NOT EXISTS (SELECT FROM sarsen.people WHERE player = $1) RETURNING id) \
    DELETE FROM sarsen.notes WHERE player IN (SELECT id FROM gone)";

const NOTE: &str = "INSERT INTO sarsen.notes (kind, id, player, text, expires) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (kind, id) DO UPDATE SET player = excluded.player, text = excluded.text, expires = excluded.expires";

const REMOVE_NOTE: &str = "DELETE FROM sarsen.notes WHERE kind = $1 AND id = $2 RETURNING id";

const EXPIRE_NOTES: &str = "DELETE FROM sarsen.notes WHERE expires < $1";

const DIGEST: &str = "UPDATE sarsen.tables SET digest = $3 WHERE id = $1 AND last = $2";

const REMOVE: &str = "WITH gone AS (DELETE FROM sarsen.tables WHERE id = $1 AND changed <= $2 RETURNING id), \
    empty AS (DELETE FROM sarsen.people WHERE table_id IN (SELECT id FROM gone)) \
    DELETE FROM sarsen.events WHERE table_id IN (SELECT id FROM gone)";

const NEW_STUDY: &str = "INSERT INTO sarsen.studies (id, key, record, revision, changed, used) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id";

const NEXT_STUDY: &str = "UPDATE sarsen.studies \
    SET key = $2, record = $3, revision = $4, changed = $5, used = $6 \
    WHERE id = $1 AND revision = $4::bigint - 1 RETURNING id";

const USE_STUDY: &str = "UPDATE sarsen.studies SET used = $2 WHERE id = $1 AND used < $2";

const REMOVE_STUDY: &str = "DELETE FROM sarsen.studies WHERE id = $1 AND used <= $2";

const CHECK: &str = "UPDATE sarsen.clock SET checks = checks + 1";

/// Writes all jobs in one transaction.
async fn transact(session: &Session, jobs: &[Job]) -> Result<Answers, tokio_postgres::Error> {
    let batches: Vec<(usize, &Batch)> = jobs
        .iter()
        .enumerate()
        .filter_map(|(index, job)| match &job.write {
            Write::Append(batch) => Some((index, batch)),
            _ => None,
        })
        .collect();
    let mut answers = vec![Ok(()); jobs.len()];
    if batches.is_empty() && jobs.iter().all(|job| matches!(job.write, Write::Flush)) {
        session.client.batch_execute("SELECT 1").await?;
        return Ok(answers);
    }
    let group = lock(session, &batches, &mut answers).await?;
    let client = &session.client;
    if !group.tables.is_empty() {
        let (events, tables) = (session.prepare(EVENTS).await?, session.prepare(TABLES).await?);
        let Group { tables: ids, changed, wakes, last, digest, due, listed, .. } = &group;
        let of_events: [&(dyn ToSql + Sync); 3] =
            [&group.event_tables, &group.numbers, &group.events];
        let of_tables: [&(dyn ToSql + Sync); 7] = [ids, changed, wakes, last, digest, due, listed];
        // Send both before waiting for the first answer.
        let (events, tables) = tokio::join!(
            biased;
            client.execute(&events, &of_events),
            client.execute(&tables, &of_tables),
        );
        events?;
        tables?;
    }
    if !group.moved.is_empty() {
        session.query(STAND_UP, &[&group.moved]).await?;
        session.query(SIT, &[&group.people, &group.people_tables]).await?;
    }
    for (job, answer) in jobs.iter().zip(&mut answers) {
        if !other(session, &job.write).await? {
            *answer = Err(StoreError::Conflict);
        }
    }
    client.batch_execute("COMMIT").await?;
    Ok(answers)
}

/// The rows that a group of batches writes, column by column.
#[derive(Default)]
struct Group {
    event_tables: Vec<String>,
    numbers: Vec<i64>,
    events: Vec<String>,
    tables: Vec<String>,
    changed: Vec<i64>,
    wakes: Vec<bool>,
    last: Vec<i64>,
    digest: Vec<String>,
    due: Vec<Option<i64>>,
    listed: Vec<Option<i64>>,
    /// The tables whose people have changed, with the people who sit there now.
    moved: Vec<String>,
    people: Vec<String>,
    people_tables: Vec<String>,
}

impl Group {
    fn add(&mut self, batch: &Batch, last: i64) {
        for (number, event) in (i64::from(batch.first)..).zip(&batch.events) {
            self.event_tables.push(batch.table.clone());
            self.numbers.push(number);
            self.events.push(event.clone());
        }
        // Of several batches for one table, the last one determines its row.
        let row = self.tables.iter().position(|table| *table == batch.table);
        let row = row.unwrap_or_else(|| {
            self.tables.push(batch.table.clone());
            self.changed.push(0);
            self.wakes.push(false);
            self.last.push(0);
            self.digest.push(String::new());
            self.due.push(None);
            self.listed.push(None);
            self.tables.len() - 1
        });
        self.changed[row] = millis(batch.at);
        self.wakes[row] = batch.wakes;
        self.last[row] = last;
        self.digest[row].clone_from(&batch.digest);
        self.due[row] = batch.due.map(millis);
        self.listed[row] = batch.listed_until.map(millis);
        if let Some(people) = &batch.people {
            let others = self.people_tables.iter().map(|table| *table != batch.table);
            let keep: Vec<bool> = others.collect();
            let mut kept = keep.iter();
            self.people.retain(|_| kept.next().copied().unwrap_or(true));
            self.people_tables.retain(|table| *table != batch.table);
            self.moved.push(batch.table.clone());
            for person in people {
                self.people.push(person.clone());
                self.people_tables.push(batch.table.clone());
            }
        }
    }
}

/// Begins the transaction, locks the rows of all tables and detects conflicts.
async fn lock(
    session: &Session,
    batches: &[(usize, &Batch)],
    answers: &mut Answers,
) -> Result<Group, tokio_postgres::Error> {
    let client = &session.client;
    let mut group = Group::default();
    if batches.is_empty() {
        client.batch_execute("BEGIN").await?;
        return Ok(group);
    }
    let new = batches.iter().filter(|(_, batch)| batch.first == 1);
    let new: Vec<&str> = new.map(|(_, batch)| batch.table.as_str()).collect();
    let ids: Vec<&str> = batches.iter().map(|(_, batch)| batch.table.as_str()).collect();
    let (make, lock) = (session.prepare(MAKE).await?, session.prepare(LOCK).await?);
    let making =
        async { if new.is_empty() { Ok(0) } else { client.execute(&make, &[&new]).await } };
    let of_lock: [&(dyn ToSql + Sync); 1] = [&ids];
    let (begun, made, locked) = tokio::join!(
        biased;
        client.batch_execute("BEGIN"),
        making,
        client.query(&lock, &of_lock),
    );
    begun?;
    made?;
    let rows = locked?;
    let mut ends: HashMap<&str, i64> = HashMap::new();
    for row in &rows {
        ends.insert(row.try_get(0)?, row.try_get(1)?);
    }
    for &(index, batch) in batches {
        let end = ends.get(batch.table.as_str()).copied();
        if end.map(|end| end + 1) != Some(i64::from(batch.first)) {
            answers[index] = Err(StoreError::Conflict);
            continue;
        }
        let last = i64::from(batch.first) + batch.events.len() as i64 - 1;
        ends.insert(&batch.table, last);
        group.add(batch, last);
    }
    Ok(group)
}

/// Writes a job that is not a batch. Returns whether it took effect: `false` if the row that it acts on is gone or has
/// changed.
async fn other(session: &Session, write: &Write) -> Result<bool, tokio_postgres::Error> {
    match write {
        // PostgreSQL returns free pages by itself (autovacuum).
        Write::Append(_) | Write::Flush | Write::Shrink => {}
        Write::Player(PlayerRow { id, name, seen }) => {
            session.query(PLAYER, &[id, name, &millis(*seen)]).await?;
        }
        Write::SeePlayer { player, seen } => {
            session.query(SEE_PLAYER, &[player, &millis(*seen)]).await?;
        }
        Write::RemovePlayer { player, seen } => {
            session.query(REMOVE_PLAYER, &[player, &millis(*seen)]).await?;
        }
        Write::Digest { table, last, digest } => {
            session.query(DIGEST, &[table, &i64::from(*last), digest]).await?;
        }
        Write::Remove { table, changed } => {
            session.query(REMOVE, &[table, &millis(*changed)]).await?;
        }
        Write::Study(study) => return put_study(session, study).await,
        Write::UseStudy { id, used } => {
            session.query(USE_STUDY, &[id, &millis(*used)]).await?;
        }
        Write::RemoveStudy { id, used } => {
            session.query(REMOVE_STUDY, &[id, &millis(*used)]).await?;
        }
        Write::Note(Note { kind, id, player, text, expires }) => {
            session.query(NOTE, &[kind, id, player, text, &millis(*expires)]).await?;
        }
        Write::RemoveNote { kind, id } => {
            return Ok(!session.query(REMOVE_NOTE, &[kind, id]).await?.is_empty());
        }
        Write::ExpireNotes { before } => {
            session.query(EXPIRE_NOTES, &[&millis(*before)]).await?;
        }
        Write::Check => {
            session.query(CHECK, &[]).await?;
        }
    }
    Ok(true)
}

async fn put_study(session: &Session, study: &StudyRow) -> Result<bool, tokio_postgres::Error> {
    let StudyRow { id, key, record, revision, changed, used } = study;
    let sql = if *revision == 1 { NEW_STUDY } else { NEXT_STUDY };
    let (revision, changed, used) = (i64::from(*revision), millis(*changed), millis(*used));
    let written = session.query(sql, &[id, key, record, &revision, &changed, &used]).await?;
    Ok(!written.is_empty())
}
