//! Studies in the file.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::failed;
use crate::{StoreError, StudyRow};

pub(super) fn get(connection: &Connection, id: &str) -> rusqlite::Result<Option<StudyRow>> {
    let row = |row: &rusqlite::Row<'_>| {
        let changed: i64 = row.get(4)?;
        let changed = u64::try_from(changed)
            .map_err(|_| rusqlite::Error::IntegralValueOutOfRange(4, changed))?;
        Ok(StudyRow {
            id: row.get(0)?,
            key: row.get(1)?,
            record: row.get(2)?,
            revision: row.get(3)?,
            changed,
        })
    };
    connection
        .prepare_cached("SELECT id, key, record, revision, changed FROM studies WHERE id = ?1")?
        .query_row([id], row)
        .optional()
}

/// Makes a study, or replaces the revision before this one.
pub(super) fn put(transaction: &Transaction<'_>, study: &StudyRow) -> Result<(), StoreError> {
    let sql = if study.revision == 1 {
        "INSERT OR IGNORE INTO studies (id, key, record, revision, changed) VALUES (?1, ?2, ?3, ?4, ?5)"
    } else {
        "UPDATE studies SET key = ?2, record = ?3, revision = ?4, changed = ?5 WHERE id = ?1 AND revision = ?4 - 1"
    };
    let StudyRow { id, key, record, revision, changed } = study;
    let changed = i64::try_from(*changed).unwrap_or(i64::MAX);
    let put = |mut put: rusqlite::CachedStatement<'_>| {
        put.execute(params![id, key, record, revision, changed])
    };
    match transaction.prepare_cached(sql).and_then(put) {
        Ok(0) => Err(StoreError::Conflict),
        Ok(_) => Ok(()),
        Err(error) => Err(failed(&error)),
    }
}

pub(super) fn remove(transaction: &Transaction<'_>, id: &str) -> Result<(), StoreError> {
    transaction
        .prepare_cached("DELETE FROM studies WHERE id = ?1")
        .and_then(|mut statement| statement.execute([id]))
        .map(|_| ())
        .map_err(|error| failed(&error))
}
