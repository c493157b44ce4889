//! People in the file.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::{failed, time_in, time_of};
use crate::{AbsentPlayer, PlayerRow, StoreError};

pub(super) fn get(connection: &Connection, id: &str) -> rusqlite::Result<Option<PlayerRow>> {
    let row = |row: &rusqlite::Row<'_>| {
        Ok(PlayerRow { id: row.get(0)?, name: row.get(1)?, seen: time_of(row, 2)? })
    };
    connection
        .prepare_cached("SELECT id, name, seen FROM players WHERE id = ?1")?
        .query_row([id], row)
        .optional()
}

/// Those who sit at a table are among them, so that a request looks at no more rows than it returns.
pub(super) fn absent(
    connection: &Connection,
    before: u64,
    after: Option<&AbsentPlayer>,
    limit: usize,
) -> rusqlite::Result<Vec<AbsentPlayer>> {
    let (seen, id) = after.map_or((-1, ""), |after| (time_in(after.seen), after.id.as_str()));
    let row = |row: &rusqlite::Row<'_>| {
        Ok(AbsentPlayer { id: row.get(0)?, seen: time_of(row, 1)?, is_seated: row.get(2)? })
    };
    connection
        .prepare_cached(
            "SELECT id, seen, EXISTS (SELECT 1 FROM people WHERE player = players.id) FROM players \
             WHERE seen < ?1 AND (seen, id) > (?2, ?3) ORDER BY seen, id LIMIT ?4",
        )?
        .query_map(params![time_in(before), seen, id, limit as i64], row)?
        .collect()
}

pub(super) fn put(transaction: &Transaction<'_>, player: &PlayerRow) -> Result<(), StoreError> {
    let PlayerRow { id, name, seen } = player;
    let put =
        |mut put: rusqlite::CachedStatement<'_>| put.execute(params![id, name, time_in(*seen)]);
    transaction
        .prepare_cached(
            "INSERT INTO players (id, name, seen) VALUES (?1, ?2, ?3) \
             ON CONFLICT (id) DO UPDATE SET name = ?2, seen = ?3",
        )
        .and_then(put)
        .map(|_| ())
        .map_err(|error| failed(&error))
}

pub(super) fn see(transaction: &Transaction<'_>, id: &str, seen: u64) -> Result<(), StoreError> {
    let sql = "UPDATE players SET seen = ?2 WHERE id = ?1 AND seen < ?2";
    run(transaction, sql, id, seen).map(|_| ())
}

/// Removes a person, and with them what was kept for them.
pub(super) fn remove(transaction: &Transaction<'_>, id: &str, seen: u64) -> Result<(), StoreError> {
    let sql = "DELETE FROM players WHERE id = ?1 AND seen <= ?2 \
        AND NOT EXISTS (SELECT 1 FROM people WHERE player = ?1)";
    if run(transaction, sql, id, seen)? == 0 {
        return Ok(());
    }
    transaction
        .prepare_cached("DELETE FROM notes WHERE player = ?1")
        .and_then(|mut statement| statement.execute([id]))
        .map(|_| ())
        .map_err(|error| failed(&error))
}

/// Returns how many rows were changed.
fn run(transaction: &Transaction<'_>, sql: &str, id: &str, time: u64) -> Result<usize, StoreError> {
    transaction
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute(params![id, time_in(time)]))
        .map_err(|error| failed(&error))
}
