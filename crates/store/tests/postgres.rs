//! The suite against PostgreSQL, and tests specific to a database shared by several nodes.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

mod common;

use std::sync::Arc;

use sarsen_store::{
    Location, OpenError, PlayerRow, PostgresStore, PostgresUrl, Store, StoreError, suite,
};
use sarsen_testkit::services::{Postgres, free_port};

use common::one_event;

fn url_of(text: &str) -> PostgresUrl {
    match text.parse() {
        Ok(Location::Postgres(url)) => url,
        other => panic!("{other:?}"),
    }
}

async fn open(server: &Postgres) -> PostgresStore {
    PostgresStore::open(&url_of(&server.url())).await.unwrap()
}

fn sql(server: &Postgres, text: &str) -> String {
    let output = server.program("psql").args(["-d", "sarsen", "-Atc", text]).output().unwrap();
    assert!(output.status.success(), "{text}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_store_in_a_database_passes_the_suite() {
    let Some(server) = Postgres::start() else { return };
    suite::run(Arc::new(open(&server).await)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_several_nodes_one_writes_each_number_and_all_may_migrate_at_once() {
    let Some(server) = Postgres::start() else { return };
    let url = url_of(&server.url());
    let opening = (0..6).map(|_| {
        let url = url.clone();
        tokio::spawn(async move { PostgresStore::open(&url).await.unwrap() })
    });
    let mut nodes = Vec::new();
    for node in opening.collect::<Vec<_>>() {
        nodes.push(Arc::new(node.await.unwrap()));
    }
    assert!(nodes.iter().all(|node| node.cluster() == nodes[0].cluster()));
    // Every node writes to all tables in a different order, so row locks cross; still, no node may wait for ever.
    let mut writing = Vec::new();
    for (which, node) in nodes.iter().enumerate() {
        let node = Arc::clone(node);
        writing.push(tokio::spawn(async move {
            let mut won = 0;
            for number in 1..=20 {
                let mut appending = Vec::new();
                for table in 0..10 {
                    let table = (table * 7 + which * 3) % 10;
                    let mut batch = one_event(&format!("t{table}"), number);
                    batch.events = vec![format!("{which}")];
                    let node = Arc::clone(&node);
                    appending.push(tokio::spawn(async move { node.append(batch).await }));
                }
                for answer in appending {
                    match answer.await.unwrap() {
                        Ok(()) => won += 1,
                        Err(error) => assert_eq!(error, StoreError::Conflict),
                    }
                }
            }
            won
        }));
    }
    let mut won = 0;
    for task in writing {
        won += task.await.unwrap();
    }
    let mut written = 0;
    for table in 0..10 {
        let log = nodes[0].load(&format!("t{table}")).await.unwrap();
        written += log.len();
        assert_eq!(
            nodes[1].ends(vec![format!("t{table}")]).await.unwrap()[0].last,
            log.len() as u32
        );
    }
    assert_eq!(won, written, "there is one event per answer");
    assert!(written >= 10, "{written}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_writes_survive_a_database_crash() {
    let Some(mut server) = Postgres::start() else { return };
    let store = open(&server).await;
    let mut number = 1;
    for _ in 0..3 {
        for _ in 0..20 {
            store.append(one_event("t", number)).await.unwrap();
            number += 1;
        }
        server.kill();
        assert!(matches!(store.append(one_event("t", number)).await, Err(StoreError::Failed(_))));
        assert!(store.check().await.is_err());
        server.restart();
        assert_eq!(store.flush().await, Ok(()));
        assert_eq!(store.load("t").await.unwrap().len() as u32, number - 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_was_lost_during_a_commit_cannot_write_later() {
    let Some(server) = Postgres::start() else { return };
    let store = Arc::new(open(&server).await);
    store.append(one_event("t", 1)).await.unwrap();
    // The row is locked, so the writer waits in the middle of its transaction; then its session is cut.
    let mut holder = server.program("psql");
    holder.args(["-d", "sarsen", "-c"]);
    holder.arg(
        "BEGIN; SELECT FROM sarsen.tables WHERE id = 't' FOR UPDATE; SELECT pg_sleep(3); COMMIT",
    );
    let mut holder = holder.stdout(std::process::Stdio::null()).spawn().unwrap();
    let locked = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'BEGIN; SELECT FROM%' AND wait_event = 'PgSleep'";
    while sql(&server, locked) != "1" {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let writing = Arc::clone(&store);
    let writing = tokio::spawn(async move { writing.append(one_event("t", 2)).await });
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'sarsen' AND wait_event_type = 'Lock'";
    while sql(&server, waits) != "1" {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    sql(
        &server,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sarsen' AND wait_event_type = 'Lock'",
    );
    let answer = writing.await.unwrap();
    assert!(matches!(answer, Err(StoreError::Failed(_))), "{answer:?}");
    assert_eq!(store.flush().await, Ok(()));
    let log = store.load("t").await.unwrap();
    assert_eq!(log.len(), 1, "what is read after a flush is what has happened");
    holder.wait().unwrap();
    assert_eq!(store.load("t").await.unwrap(), log);
    store.append(one_event("t", 2)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn due_tables_are_taken_by_one_node_and_come_back_when_it_does_nothing() {
    let Some(server) = Postgres::start() else { return };
    let (one, other) = (open(&server).await, open(&server).await);
    for number in 0..40 {
        let mut batch = one_event(&format!("t{number}"), 1);
        batch.due = Some(100 + number);
        one.append(batch).await.unwrap();
    }
    assert_eq!(one.take_due(99, 1000, 50).await, Ok(vec![]));
    let (first, second) = tokio::join!(one.take_due(119, 1000, 15), other.take_due(119, 1000, 15));
    let mut taken = [first.unwrap(), second.unwrap()].concat();
    taken.sort_unstable();
    taken.dedup();
    let rest = one.take_due(119, 1000, 50).await.unwrap();
    assert_eq!(taken.len() + rest.len(), 20, "each is taken once");
    assert_eq!(one.take_due(999, 1000, 50).await.unwrap().len(), 20);
    assert_eq!(other.take_due(1000, 2000, 50).await.unwrap().len(), 40, "they come back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_of_the_cluster_stands_still_while_no_node_is_alive() {
    let Some(server) = Postgres::start() else { return };
    let store = open(&server).await;
    store.join("a", None).await.unwrap();
    let first = store.beat().await.unwrap().unwrap();
    assert_eq!(first.nodes, 1);
    // An hour without any node, as far as the database can tell.
    sql(&server, "UPDATE sarsen.clock SET seen = seen - 3600000, stopped = stopped - 3600000");
    let second = store.beat().await.unwrap().unwrap();
    let passed = second.tick - first.tick;
    assert!((10_000..20_000).contains(&passed), "{passed} ms: only the time until it was noticed");
    let third = store.beat().await.unwrap().unwrap();
    assert!((0..5_000).contains(&(third.tick - second.tick)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_of_the_cluster_continues_when_the_time_of_day_is_set_back() {
    let Some(server) = Postgres::start() else { return };
    let (store, other) = (open(&server).await, open(&server).await);
    store.join("a", Some("bus 1")).await.unwrap();
    let first = store.beat().await.unwrap().unwrap();
    // All that was noted before is an hour ahead of what the machine's clock says now.
    sql(&server, "UPDATE sarsen.clock SET seen = seen + 3600000, stopped = stopped + 3600000");
    sql(
        &server,
        "INSERT INTO sarsen.nodes SELECT 'killed', NULL, seen + 3600000 FROM sarsen.nodes",
    );
    let second = store.beat().await.unwrap().unwrap();
    assert!((0..20_000).contains(&(second.tick - first.tick)), "{first:?} {second:?}");
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let third = store.beat().await.unwrap().unwrap();
    assert!((300..20_000).contains(&(third.tick - second.tick)), "{second:?} {third:?}");
    assert_eq!(third.nodes, 1, "a node that was last seen in the future is not alive");
    other.join("b", Some("bus 1")).await.expect("nor does it keep others away");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_on_different_buses_cannot_join_one_database() {
    let Some(server) = Postgres::start() else { return };
    let (one, other) = (open(&server).await, open(&server).await);
    one.join("a", Some("bus 1")).await.unwrap();
    other.join("b", Some("bus 1")).await.unwrap();
    for bus in [None, Some("bus 2")] {
        let error = open(&server).await.join("c", bus).await.unwrap_err();
        assert!(matches!(&error, OpenError::OtherCluster { .. }), "{error}");
        assert!(error.to_string().contains("--bus"), "{error}");
    }
    assert_eq!(sql(&server, "SELECT count(*) FROM sarsen.nodes"), "2", "nothing was changed");
    one.leave().await.unwrap();
    other.leave().await.unwrap();
    let alone = open(&server).await;
    alone.join("c", None).await.unwrap();
    let error = open(&server).await.join("d", None).await.unwrap_err();
    assert!(error.to_string().contains("for itself"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_cannot_join_does_not_migrate_the_database() {
    let Some(server) = Postgres::start() else { return };
    let url = url_of(&server.url());
    PostgresStore::may_join(&url, "a", None).await.expect("an empty database has no nodes");
    assert_eq!(sql(&server, "SELECT to_regnamespace('sarsen') IS NULL"), "t", "nor a schema yet");
    let older = open(&server).await;
    older.join("a", Some("bus 1")).await.unwrap();
    sql(&server, "UPDATE sarsen.meta SET version = 1");
    for bus in [None, Some("bus 2")] {
        let error = PostgresStore::may_join(&url, "b", bus).await.unwrap_err();
        assert!(matches!(&error, OpenError::OtherCluster { .. }), "{error}");
    }
    PostgresStore::may_join(&url, "b", Some("bus 1")).await.unwrap();
    assert_eq!(sql(&server, "SELECT version FROM sarsen.meta"), "1");
    assert_eq!(sql(&server, "SELECT count(*) FROM sarsen.nodes"), "1");
}

/// The address of a server that is not PostgreSQL.
async fn stranger() -> std::net::SocketAddr {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let _ = client.read(&mut [0; 1024]).await;
            let _ = client.write_all(b"INFO {\"server_id\":\"not a database\"}\r\n").await;
        }
    });
    address
}

/// The error message for an address.
async fn message(url: &str) -> String {
    let opened = PostgresStore::open(&url_of(url)).await;
    opened.err().expect("it should be refused").to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unusable_database_gives_a_clear_error_and_is_left_unchanged() {
    let Some(server) = Postgres::start() else { return };
    let nobody = format!("postgres://sarsen:stone@127.0.0.1:{}/sarsen", free_port());
    let away = message(&nobody).await;
    assert!(away.contains("there is no PostgreSQL at 127.0.0.1:"), "{away}");
    let denied = message(&server.url_with("wrong", "sarsen")).await;
    assert!(denied.contains("does not let sarsen in") && !denied.contains("wrong"), "{denied}");
    let port = server.port();
    let nameless = message(&format!("postgres://sarsen@127.0.0.1:{port}/sarsen")).await;
    assert!(nameless.contains("wants a password"), "{nameless}");
    let plain = message(&format!("{}?sslmode=require", server.url())).await;
    assert!(plain.contains("TLS") && plain.contains("sslmode"), "{plain}");
    let stranger = stranger().await;
    let stranger = message(&format!("postgres://sarsen:stone@{stranger}/sarsen")).await;
    assert!(stranger.contains("not PostgreSQL"), "{stranger}");
    let missing = message(&server.url_with("stone", "games")).await;
    assert!(missing.contains("\"games\" does not exist"), "{missing}");
    sql(&server, "CREATE SCHEMA sarsen; CREATE TABLE sarsen.other (x int)");
    let foreign = message(&server.url()).await;
    assert!(foreign.contains("not Sarsen's"), "{foreign}");
    assert_eq!(sql(&server, "SELECT count(*) FROM pg_tables WHERE schemaname = 'sarsen'"), "1");
    sql(&server, "CREATE TABLE sarsen.meta (x int)");
    let foreign = message(&server.url()).await;
    assert!(foreign.contains("not Sarsen's"), "{foreign}");
    assert_eq!(sql(&server, "SELECT count(*) FROM pg_tables WHERE schemaname = 'sarsen'"), "2");
    sql(&server, "DROP SCHEMA sarsen CASCADE");
    drop(open(&server).await);
    sql(&server, "UPDATE sarsen.meta SET version = 99");
    let newer = message(&server.url()).await;
    assert!(newer.contains("later version") && newer.contains("99"), "{newer}");
    assert_eq!(sql(&server, "SELECT version FROM sarsen.meta"), "99", "nothing was changed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_database_is_migrated_by_one_of_several_nodes_and_keeps_its_logs() {
    let Some(server) = Postgres::start() else { return };
    let store = open(&server).await;
    store.append(one_event("t", 1)).await.unwrap();
    let present = sql(&server, "SELECT version FROM sarsen.meta");
    drop(store);
    // As the first version left it.
    sql(
        &server,
        "DROP TABLE sarsen.studies, sarsen.notes; ALTER TABLE sarsen.tables DROP COLUMN listed_until; \
         ALTER TABLE sarsen.players DROP COLUMN seen; INSERT INTO sarsen.players VALUES ('ada', 'Ada'); \
         UPDATE sarsen.meta SET version = 1",
    );
    let url = url_of(&server.url());
    let opening = (0..4).map(|_| {
        let url = url.clone();
        tokio::spawn(async move { PostgresStore::open(&url).await.unwrap() })
    });
    for node in opening.collect::<Vec<_>>() {
        let node = node.await.unwrap();
        assert_eq!(node.load("t").await.unwrap(), ["event 1"]);
        let ada = node.player("ada").await.unwrap().unwrap();
        assert!(ada.seen > 1_700_000_000_000, "people count as seen when the column was made");
    }
    assert_eq!(sql(&server, "SELECT version FROM sarsen.meta"), present);
    assert_eq!(sql(&server, "SELECT count(*) FROM sarsen.studies"), "0");
}

#[test]
fn wrong_addresses_are_told_from_each_other_without_showing_passwords() {
    let error = |text: &str| text.parse::<Location>().unwrap_err().to_string();
    assert!(error("games").contains("sqlite:DIR or postgres://"));
    assert!(error("sqlite:").contains("needs a folder"));
    for (url, says) in [
        ("postgres://sarsen:secret@db/", "no database"),
        ("postgres://db.example.org/games", "no user"),
        ("postgres://sarsen:secret@db:port/games", "not the address"),
    ] {
        let error = error(url);
        assert!(error.contains(says) && !error.contains("secret"), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dump_that_was_made_while_the_store_runs_brings_everything_back() {
    let Some(server) = Postgres::start() else { return };
    let store = open(&server).await;
    for number in 1..=30 {
        store.append(one_event("t", number)).await.unwrap();
    }
    let ada = PlayerRow { id: "ada".to_owned(), name: "Ada".to_owned(), seen: 5 };
    store.put_player(ada.clone()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sarsen.dump");
    let run = |program: &mut std::process::Command| {
        let output = program.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run(server.program("pg_dump").args(["--format=custom", "sarsen", "--file"]).arg(&file));
    store.append(one_event("t", 31)).await.unwrap();
    run(server.program("createdb").arg("copy"));
    run(server.program("pg_restore").args(["--dbname=copy"]).arg(&file));
    let url = url_of(&server.url_with("stone", "copy"));
    let copy = PostgresStore::open(&url).await.unwrap();
    assert_eq!(copy.load("t").await.unwrap().len(), 30);
    assert_eq!(copy.player("ada").await, Ok(Some(ada)));
    copy.append(one_event("t", 31)).await.unwrap();
    assert_eq!(store.load("t").await.unwrap().len(), 31);
}
