//! Studies in the file.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::{failed, time_in, time_of};
use crate::{StoreError, StudyRow, UnusedStudy};

fn study(row: &rusqlite::Row<'_>) -> rusqlite::Result<StudyRow> {
    Ok(StudyRow {
        id: row.get(0)?,
        key: row.get(1)?,
        record: row.get(2)?,
        revision: row.get(3)?,
        changed: time_of(row, 4)?,
        used: time_of(row, 5)?,
    })
}

pub(super) fn all(
    connection: &Connection,
    after: Option<&str>,
    limit: usize,
) -> rusqlite::Result<Vec<StudyRow>> {
    connection
        .prepare_cached(
            "SELECT id, key, record, revision, changed, used FROM studies \
             WHERE ?1 IS NULL OR id > ?1 ORDER BY id LIMIT ?2",
        )?
        .query_map(params![after, limit as i64], study)?
        .collect()
}

pub(super) fn get(connection: &Connection, id: &str) -> rusqlite::Result<Option<StudyRow>> {
    connection
        .prepare_cached(
            "SELECT id, key, record, revision, changed, used FROM studies WHERE id = ?1",
        )?
        .query_row([id], study)
        .optional()
}

/// Makes a study, or replaces the revision before this one.
pub(super) fn put(transaction: &Transaction<'_>, study: &StudyRow) -> Result<(), StoreError> {
    let sql = if study.revision == 1 {
        "INSERT OR IGNORE INTO studies (id, key, record, revision, changed, used) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    } else {
        "UPDATE studies SET key = ?2, record = ?3, revision = ?4, changed = ?5, used = ?6 \
         WHERE id = ?1 AND revision = ?4 - 1"
    };
    let StudyRow { id, key, record, revision, changed, used } = study;
    let (changed, used) = (time_in(*changed), time_in(*used));
    let put = |mut put: rusqlite::CachedStatement<'_>| {
        put.execute(params![id, key, record, revision, changed, used])
    };
    match transaction.prepare_cached(sql).and_then(put) {
        Ok(0) => Err(StoreError::Conflict),
        Ok(_) => Ok(()),
        Err(error) => Err(failed(&error)),
    }
}

pub(super) fn unused(
    connection: &Connection,
    before: u64,
    limit: usize,
) -> rusqlite::Result<Vec<UnusedStudy>> {
    let row = |row: &rusqlite::Row<'_>| Ok(UnusedStudy { id: row.get(0)?, used: time_of(row, 1)? });
    connection
        .prepare_cached("SELECT id, used FROM studies WHERE used < ?1 LIMIT ?2")?
        .query_map(params![time_in(before), limit as i64], row)?
        .collect()
}

pub(super) fn note_use(
    transaction: &Transaction<'_>,
    id: &str,
    used: u64,
) -> Result<(), StoreError> {
    run(transaction, "UPDATE studies SET used = ?2 WHERE id = ?1 AND used < ?2", id, used)
}

pub(super) fn remove(transaction: &Transaction<'_>, id: &str, used: u64) -> Result<(), StoreError> {
    run(transaction, "DELETE FROM studies WHERE id = ?1 AND used <= ?2", id, used)
}

fn run(transaction: &Transaction<'_>, sql: &str, id: &str, time: u64) -> Result<(), StoreError> {
    transaction
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute(params![id, time_in(time)]))
        .map(|_| ())
        .map_err(|error| failed(&error))
}
