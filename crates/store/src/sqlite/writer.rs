//! The writer thread.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use tokio::sync::mpsc;

use super::{failed, players, studies};
use crate::queue::{GROUP, Job, Write};
use crate::{Batch, Note, StoreError};

/// Writes until all senders are gone. `path` is the file.
pub(super) fn run(mut connection: Connection, path: &Path, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(GROUP);
    while waiting.blocking_recv_many(&mut jobs, GROUP) > 0 {
        // Shrinking cannot be done inside a transaction.
        let shrinks: Vec<Job> =
            jobs.extract_if(.., |job| matches!(job.write, Write::Shrink)).collect();
        write_group(&mut connection, path, jobs.drain(..));
        for job in shrinks {
            job.answer(shrink(&connection).map_err(|error| failed(&error)));
        }
    }
    // Everything is committed; this only checkpoints the log, so a failure does no harm.
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);");
}

/// Writes all jobs in one transaction and answers after the commit.
fn write_group(connection: &mut Connection, path: &Path, jobs: impl Iterator<Item = Job>) {
    let transaction = connection.transaction().map_err(|error| failed(&error));
    let answers: Vec<(Job, Result<(), StoreError>)> = jobs
        .map(|job| {
            let answer = match &transaction {
                Ok(transaction) => write(transaction, path, &job.write),
                Err(error) => Err(error.clone()),
            };
            (job, answer)
        })
        .collect();
    let written =
        transaction.and_then(|transaction| transaction.commit().map_err(|error| failed(&error)));
    for (job, answer) in answers {
        job.answer(answer.and_then(|()| written.clone()));
    }
}

fn write(transaction: &Transaction<'_>, path: &Path, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Append(batch) => append(transaction, batch),
        Write::Player(player) => players::put(transaction, player),
        Write::SeePlayer { player, seen } => players::see(transaction, player, *seen),
        Write::RemovePlayer { player, seen } => players::remove(transaction, player, *seen),
        Write::Note(note) => put_note(transaction, note),
        Write::RemoveNote { kind, id } => remove_note(transaction, kind, id),
        Write::ExpireNotes { before } => expire_notes(transaction, *before),
        Write::Digest { table, last, digest } => put_digest(transaction, table, *last, digest),
        Write::Remove { table, changed } => remove(transaction, table, *changed),
        Write::Study(study) => studies::put(transaction, study),
        Write::UseStudy { id, used } => studies::note_use(transaction, id, *used),
        Write::RemoveStudy { id, used } => studies::remove(transaction, id, *used),
        Write::Check => check(transaction, path),
        Write::Flush | Write::Shrink => Ok(()),
    }
}

/// Adds the events of one table, all or none.
fn append(transaction: &Transaction<'_>, batch: &Batch) -> Result<(), StoreError> {
    // The number is checked before anything is written, so only a failing disk can leave half a batch; the savepoint
    // then undoes it.
    let last: Option<u32> = transaction
        .prepare_cached("SELECT last FROM tables WHERE id = ?1")
        .and_then(|mut query| query.query_row([&batch.table], |row| row.get(0)).optional())
        .map_err(|error| failed(&error))?;
    if last.unwrap_or(0).checked_add(1) != Some(batch.first) {
        return Err(StoreError::Conflict);
    }
    let run = |sql: &str| transaction.execute_batch(sql).map_err(|error| failed(&error));
    run("SAVEPOINT batch")?;
    match insert(transaction, batch) {
        Ok(()) => run("RELEASE batch"),
        Err(error) => {
            run("ROLLBACK TO batch; RELEASE batch")?;
            Err(failed(&error))
        }
    }
}

fn insert(transaction: &Transaction<'_>, batch: &Batch) -> rusqlite::Result<()> {
    let last = batch.first + batch.events.len() as u32 - 1;
    let listed = batch.listed_until.map(|until| i64::try_from(until).unwrap_or(i64::MAX));
    transaction
        .prepare_cached(
            "INSERT INTO tables (id, changed, wakes, last, digest, listed_until) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE \
             SET changed = ?2, wakes = ?3, last = ?4, digest = ?5, listed_until = ?6",
        )?
        .execute(params![batch.table, batch.at as i64, batch.wakes, last, batch.digest, listed])?;
    let mut add = transaction
        .prepare_cached("INSERT INTO events (table_id, number, event) VALUES (?1, ?2, ?3)")?;
    for (number, event) in (batch.first..).zip(&batch.events) {
        add.execute(params![batch.table, number, event])?;
    }
    let Some(people) = &batch.people else { return Ok(()) };
    transaction
        .prepare_cached("DELETE FROM people WHERE table_id = ?1")?
        .execute([&batch.table])?;
    let mut sit = transaction
        .prepare_cached("INSERT OR IGNORE INTO people (player, table_id) VALUES (?1, ?2)")?;
    for person in people {
        sit.execute(params![person, batch.table])?;
    }
    Ok(())
}

fn put_note(transaction: &Transaction<'_>, note: &Note) -> Result<(), StoreError> {
    let expires = i64::try_from(note.expires).unwrap_or(i64::MAX);
    let put = |mut put: rusqlite::CachedStatement<'_>| {
        put.execute(params![note.kind, note.id, note.player, note.text, expires])
    };
    transaction
        .prepare_cached(
            "INSERT INTO notes (kind, id, player, text, expires) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (kind, id) DO UPDATE SET player = ?3, text = ?4, expires = ?5",
        )
        .and_then(put)
        .map(|_| ())
        .map_err(|error| failed(&error))
}

fn remove_note(transaction: &Transaction<'_>, kind: &str, id: &str) -> Result<(), StoreError> {
    let removed = transaction
        .prepare_cached("DELETE FROM notes WHERE kind = ?1 AND id = ?2")
        .and_then(|mut remove| remove.execute([kind, id]))
        .map_err(|error| failed(&error))?;
    if removed == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}

fn expire_notes(transaction: &Transaction<'_>, before: u64) -> Result<(), StoreError> {
    let before = i64::try_from(before).unwrap_or(i64::MAX);
    transaction
        .prepare_cached("DELETE FROM notes WHERE expires < ?1")
        .and_then(|mut expire| expire.execute([before]))
        .map(|_| ())
        .map_err(|error| failed(&error))
}

fn put_digest(
    transaction: &Transaction<'_>,
    table: &str,
    last: u32,
    digest: &str,
) -> Result<(), StoreError> {
    let put = |mut put: rusqlite::CachedStatement<'_>| put.execute(params![table, last, digest]);
    transaction
        .prepare_cached("UPDATE tables SET digest = ?3 WHERE id = ?1 AND last = ?2")
        .and_then(put)
        .map(|_| ())
        .map_err(|error| failed(&error))
}

/// Removes a table unless it has changed after `changed`.
fn remove(transaction: &Transaction<'_>, table: &str, changed: u64) -> Result<(), StoreError> {
    let run = |sql: &str, parameters: &[&dyn rusqlite::ToSql]| {
        transaction.prepare_cached(sql).and_then(|mut statement| statement.execute(parameters))
    };
    let changed = i64::try_from(changed).unwrap_or(i64::MAX);
    run("DELETE FROM tables WHERE id = ?1 AND changed <= ?2", &[&table, &changed])
        .and_then(|removed| {
            if removed > 0 {
                run("DELETE FROM events WHERE table_id = ?1", &[&table])?;
                run("DELETE FROM people WHERE table_id = ?1", &[&table])?;
            }
            Ok(())
        })
        .map_err(|error| failed(&error))
}

/// Writes a row of constant size to disk, and checks that the file still exists at its path.
fn check(transaction: &Transaction<'_>, path: &Path) -> Result<(), StoreError> {
    if !path.exists() {
        return Err(StoreError::Failed("the file is gone".to_owned()));
    }
    transaction
        .prepare_cached("INSERT INTO checks (id, count) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET count = count + 1")
        .and_then(|mut statement| statement.execute([]))
        .map(|_| ())
        .map_err(|error| failed(&error))
}

/// Returns free pages to the file system: those of the file at once, those of the write-ahead log by restarting it.
fn shrink(connection: &Connection) -> rusqlite::Result<()> {
    // The pragma frees a page for each step of the statement.
    let mut vacuum = connection.prepare("PRAGMA incremental_vacuum")?;
    let mut rows = vacuum.query([])?;
    while rows.next()?.is_some() {}
    drop(rows);
    let mut checkpoint = connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)")?;
    let mut rows = checkpoint.query([])?;
    while rows.next()?.is_some() {}
    Ok(())
}
