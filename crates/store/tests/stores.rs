//! The suite against every store, and tests specific to files.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]
#![allow(clippy::print_stdout, reason = "the figures of a test are worth reading")]

mod common;

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;
use sarsen_store::{Batch, MemoryStore, OpenError, SqliteStore, Store, suite};

use common::one_event;

#[tokio::test]
async fn the_store_in_memory_passes_the_suite() {
    suite::run(Arc::new(MemoryStore::new())).await;
}

#[tokio::test]
async fn the_store_in_a_file_passes_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    suite::run(Arc::new(SqliteStore::open(folder.path()).unwrap())).await;
}

#[tokio::test]
async fn acknowledged_writes_survive_reopening() {
    let folder = tempfile::tempdir().unwrap();
    for number in 1..=5 {
        let store = SqliteStore::open(folder.path()).unwrap();
        store.append(one_event("t", number)).await.unwrap();
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
        store.append(one_event("t", number)).await.unwrap();
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

/// A database in the first version of the format: an imported game each of Stonehenge and Logan Stones, a Cathedral
/// table where Ada waits, and a face-down Stonehenge between Ada and Bo whose clocks are held.
const VERSION_1: &[u8] = include_bytes!("data/version-1.db");
const ADA: &str = "qGsKSm4PJZpGtIp0Sxgk7jXWs9ZIfm4j";

#[tokio::test]
async fn a_file_of_the_first_version_is_brought_forward_with_everything_in_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("sarsen.db"), VERSION_1).unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let tables = store.all_tables(None, 9).await.unwrap();
    let mut lengths = Vec::new();
    for table in &tables {
        lengths.push(store.load(table).await.unwrap().len());
    }
    assert_eq!(lengths, [5, 5, 2, 5]);
    assert_eq!(store.player(ADA).await.unwrap().unwrap().name, "Ada");
    assert_eq!(store.waking_tables().await.unwrap(), tables[3..]);
    let listed = store.tables_of(ADA, 9).await.unwrap();
    let ids: Vec<_> = listed.iter().map(|listed| listed.table.clone()).collect();
    assert_eq!(ids, [tables[3].clone(), tables[2].clone()]);
    assert!(listed.iter().all(|listed| listed.digest.is_none()), "lists make them");
    store.put_digest(&tables[3], 5, "made later").await.unwrap();
    let next = Batch { table: tables[2].clone(), ..one_event("t", 3) };
    store.append(next).await.unwrap();
    store.close();
    // A second start finds a file of the current version and leaves it as it is.
    let store = SqliteStore::open(folder.path()).unwrap();
    let listed = store.tables_of(ADA, 9).await.unwrap();
    let digest = |id: &String| listed.iter().find(|listed| listed.table == *id)?.digest.clone();
    assert_eq!(digest(&tables[3]).as_deref(), Some("made later"));
    assert_eq!(digest(&tables[2]).as_deref(), Some("a digest"));
}

#[test]
fn a_migration_that_is_killed_is_done_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sarsen.db");
    std::fs::write(&path, VERSION_1).unwrap();
    // What a killed migration leaves behind: an uncommitted transaction in the write-ahead log.
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("BEGIN; ALTER TABLE tables ADD COLUMN digest TEXT;").unwrap();
    std::mem::forget(connection);
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    let fresh = tempfile::tempdir().unwrap();
    let versions = [copy.path(), fresh.path()].map(|folder| -> u32 {
        SqliteStore::open(folder).unwrap().close();
        let connection = Connection::open(folder.join("sarsen.db")).unwrap();
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    });
    assert_eq!(versions[0], versions[1], "it has gone through all migrations");
}

#[test]
fn closing_folds_everything_into_the_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    runtime.block_on(store.append(one_event("t", 1))).unwrap();
    drop(store);
    let copy = tempfile::tempdir().unwrap();
    std::fs::copy(folder.path().join("sarsen.db"), copy.path().join("sarsen.db")).unwrap();
    let store = SqliteStore::open(copy.path()).unwrap();
    assert_eq!(runtime.block_on(store.load("t")).unwrap(), ["event 1"]);
}

#[tokio::test]
async fn a_failed_write_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    store.append(one_event("t", 1)).await.unwrap();
    let other = Connection::open(folder.path().join("sarsen.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = store.append(one_event("t", 2)).await;
    assert!(matches!(&answer, Err(sarsen_store::StoreError::Failed(_))), "{answer:?}");
    assert_eq!(store.load("t").await.unwrap(), ["event 1"]);
    other.execute_batch("ROLLBACK").unwrap();
    store.append(one_event("t", 2)).await.unwrap();
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_the_folder_or_its_files() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let open_to_all = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("made").join("sarsen");
    // The second iteration finds a folder that an earlier version made readable to all.
    for _ in 0..2 {
        let store = SqliteStore::open(&folder).unwrap();
        assert_eq!(mode(&folder), 0o700);
        let files: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(files.len() >= 3, "{files:?}");
        for file in &files {
            assert_eq!(mode(file), 0o600, "{}", file.display());
        }
        store.close();
        open_to_all(&folder, 0o755);
        open_to_all(&folder.join("sarsen.db"), 0o644);
    }
    // The rights of a folder that also contains other files are not ours to change.
    std::fs::write(folder.join("notes.txt"), "mine").unwrap();
    SqliteStore::open(&folder).unwrap().close();
    assert_eq!(mode(&folder), 0o755);
    assert_eq!(mode(&folder.join("sarsen.db")), 0o600);
}

#[tokio::test]
async fn a_file_of_an_earlier_version_learns_to_shrink() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("sarsen.db"), VERSION_1).unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let large = Batch { events: vec!["x".repeat(4 << 20)], ..one_event("t", 1) };
    store.append(large).await.unwrap();
    let size = || std::fs::metadata(folder.path().join("sarsen.db")).unwrap().len();
    store.shrink().await.unwrap();
    assert!(size() > 4 << 20);
    store.remove("t", 1).await.unwrap();
    store.shrink().await.unwrap();
    assert!(size() < 1 << 20, "{} bytes are left", size());
}

#[tokio::test]
async fn a_file_that_is_gone_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    assert_eq!(store.check().await, Ok(()));
    std::fs::remove_file(folder.path().join("sarsen.db")).unwrap();
    assert!(store.check().await.is_err());
}

/// Pseudo-random letters.
fn letters(count: usize, seed: &mut u64) -> String {
    let mut letter = || {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'a' + (*seed >> 33) as u8 % 26)
    };
    (0..count).map(|_| letter()).collect()
}

/// Writes batches and returns by how many bytes the file has grown, and how many were estimated.
async fn growth(folder: &Path, batches: impl Iterator<Item = Batch>) -> (u64, u64) {
    let size = || std::fs::metadata(folder.join("sarsen.db")).unwrap().len();
    let before = size();
    let store = SqliteStore::open(folder).unwrap();
    let mut charged = 0;
    let mut writing = tokio::task::JoinSet::new();
    for batch in batches {
        charged += batch.bytes_on_disk() as u64;
        writing.spawn(store.append(batch));
        // Waiting batches are written together, but batches of one table have to come one after another.
        if writing.len() >= 1000 {
            while let Some(written) = writing.join_next().await {
                written.unwrap().unwrap();
            }
        }
    }
    assert!(writing.is_empty(), "whole thousands");
    // Closing checkpoints the write-ahead log.
    store.close();
    (size() - before, charged)
}

#[tokio::test]
async fn a_batch_is_charged_what_the_file_grows_by() {
    let folder = tempfile::tempdir().unwrap();
    SqliteStore::open(folder.path()).unwrap().close();
    let mut seed = 7;
    let ids: Vec<String> = (0..1000).map(|_| letters(22, &mut seed)).collect();
    for (kind, event_bytes) in [("small", 200), ("large", 1000)] {
        let made = ids.iter().map(|id| Batch {
            table: format!("{kind}{id}"),
            events: vec!["e".repeat(event_bytes); 4],
            people: Some(vec![letters(43, &mut seed), letters(43, &mut seed)]),
            digest: "d".repeat(350),
            ..one_event("t", 1)
        });
        let made: Vec<Batch> = made.collect();
        let (grown, charged) = growth(folder.path(), made.into_iter()).await;
        println!("{kind} tables: {} bytes each, {} charged", grown / 1000, charged / 1000);
        assert!((grown..2 * grown).contains(&charged), "{kind}: {charged} for {grown}");
    }
    let act = |id: &String, number| Batch {
        table: format!("small{id}"),
        events: vec!["a".repeat(70)],
        digest: "d".repeat(350),
        ..one_event("t", number)
    };
    let acts = (5..15).flat_map(|number| ids.iter().map(move |id| act(id, number)));
    let (grown, charged) = growth(folder.path(), acts).await;
    println!("actions: {} bytes each, {} charged", grown / 10_000, charged / 10_000);
    assert!((grown..2 * grown).contains(&charged), "{charged} for {grown}");
}
