//! The suite against every store, and what is particular to files.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;
use sarsen_store::{Batch, MemoryStore, OpenError, SqliteStore, Store, suite};

#[tokio::test]
async fn the_store_in_memory_passes_the_suite() {
    suite::run(Arc::new(MemoryStore::new())).await;
}

#[tokio::test]
async fn the_store_in_a_file_passes_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    suite::run(Arc::new(SqliteStore::open(folder.path()).unwrap())).await;
}

fn one_event(number: u32) -> Batch {
    Batch {
        table: "t".to_owned(),
        first: number,
        events: vec![format!("event {number}")],
        at: 1,
        people: None,
        wakes: false,
    }
}

#[tokio::test]
async fn what_was_answered_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    for number in 1..=5 {
        let store = SqliteStore::open(folder.path()).unwrap();
        store.append(one_event(number)).await.unwrap();
        assert_eq!(store.load("t").await.unwrap().len() as u32, number);
        store.close();
    }
}

fn bytes(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join("sarsen.db")).unwrap()
}

fn refused(folder: &Path) -> OpenError {
    let before = bytes(folder);
    let error = SqliteStore::open(folder).err().expect("it should be refused");
    assert_eq!(bytes(folder), before, "the file was touched");
    error
}

#[test]
fn a_file_of_a_later_version_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    SqliteStore::open(folder.path()).unwrap().close();
    let connection = Connection::open(folder.path().join("sarsen.db")).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    connection.close().unwrap();
    let error = refused(folder.path());
    assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("later version"), "{error}");
}

#[test]
fn a_damaged_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("sarsen.db"),
        "this is no database, but long enough for a header of one".repeat(9),
    )
    .unwrap();
    assert!(matches!(refused(folder.path()), OpenError::Damaged { .. }));
}

#[tokio::test]
async fn a_file_that_was_damaged_in_the_middle_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    for number in 1..=500 {
        store.append(one_event(number)).await.unwrap();
    }
    store.close();
    let mut damaged = bytes(folder.path());
    let middle = damaged.len() / 2;
    damaged[middle..middle + 4096].fill(0xa5);
    std::fs::write(folder.path().join("sarsen.db"), damaged).unwrap();
    assert!(matches!(refused(folder.path()), OpenError::Damaged { .. }));
}

#[test]
fn the_database_of_another_program_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let connection = Connection::open(folder.path().join("sarsen.db")).unwrap();
    connection.execute_batch("CREATE TABLE t (x); PRAGMA user_version = 1;").unwrap();
    connection.close().unwrap();
    assert!(matches!(refused(folder.path()), OpenError::Damaged { .. }));
}

#[test]
fn a_folder_in_use_is_refused_with_a_clear_message() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let error = refused(folder.path());
    assert!(matches!(error, OpenError::Locked { .. }), "{error}");
    assert!(error.to_string().contains("in use by another"), "{error}");
    store.close();
    SqliteStore::open(folder.path()).unwrap().close();
}

#[test]
fn a_first_start_that_was_killed_leaves_a_file_that_can_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let connection = Connection::open(folder.path().join("sarsen.db")).unwrap();
    connection.execute_batch("PRAGMA journal_mode = WAL;").unwrap();
    connection.close().unwrap();
    SqliteStore::open(folder.path()).unwrap().close();
}
