//! How much may be written for one address, and the removal of abandoned tables.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::clocks::Settable;
use crate::common::process::Process;
use crate::common::stranger::Stranger;
use crate::common::{Server, new_table, process};
use crate::kill::CHILD;
use axum::http::StatusCode;
use sarsen_protocol::{
    Ask, AskKind, Clock, CreateTable, Created, NewSeat, RefusalCode, SaveStudy, StudySaved, Tables,
};
use sarsen_server::{Limits, Purged, SystemSources};
use sarsen_store::{MemoryStore, SqliteStore, Store};

async fn server(store: Arc<dyn Store>, limits: Limits) -> Server {
    Server::with(store, limits, Arc::new(SystemSources)).await
}

fn two() -> Vec<NewSeat> {
    vec![NewSeat::Me { name: None }, NewSeat::Open]
}

/// A record with up to this many actions of an unfinished game.
fn long_record(actions: usize) -> String {
    let game = sarsen_catalog::game("holes").unwrap();
    let mut position = game.start(&sarsen_core::Options::defaults(game.spec()));
    let mut rng = sarsen_core::chance::generator(1);
    let mut text = "[Game \"holes\"]\n\n".to_owned();
    for _ in 0..actions {
        let Some(action) = position.random_action(&mut rng) else { break };
        position.play(&action).unwrap();
        if position.turn().outcome().is_some() {
            break;
        }
        text.push_str(&action);
        text.push(' ');
    }
    text
}

#[tokio::test]
async fn a_record_to_continue_from_is_limited_in_size() {
    let server = server(Arc::new(MemoryStore::new()), process::generous()).await;
    let ada = server.player("Ada").await;
    let create = async |from: String| {
        let new = CreateTable { from: Some(from), ..new_table("holes", &[], two()) };
        server.try_post::<Created>("/api/v1/tables", Some(&ada), &new).await
    };
    assert!(create(long_record(60)).await.is_ok());
    let many = format!("[Game \"holes\"]\n\n{}", "+RP@0,0 ".repeat(60_000));
    assert_eq!(create(many).await.unwrap_err().code, RefusalCode::TooLarge);
    let long = format!("[Game \"holes\"]\n\n{{{}}}", "x".repeat(70_000));
    assert_eq!(create(long).await.unwrap_err().code, RefusalCode::TooLarge, "too many bytes");
    let short = format!("[Game \"holes\"]\n\n{}", "a ".repeat(5_000));
    assert_eq!(create(short).await.unwrap_err().code, RefusalCode::TooLarge, "too many actions");
    // A study may be longer, since nothing is written; it is limited, too, because it is replayed.
    for (actions, expected, code) in [
        (9_000, StatusCode::BAD_REQUEST, "bad_record"),
        (60_000, StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
    ] {
        let record = format!("[Game \"holes\"]\n\n{}", "a ".repeat(actions));
        let study = serde_json::json!({ "record": record }).to_string();
        let (status, _, body) = server.http("POST", "/api/v1/study", None, Some(study)).await;
        assert_eq!(status, expected);
        assert!(String::from_utf8_lossy(&body).contains(code), "{actions} actions");
    }
}

#[tokio::test]
async fn the_writes_of_one_address_are_limited() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    // The burst is 4096 seconds' worth: half a megabyte.
    let limits = Limits { bytes_per_address: 128.0, ..process::generous() };
    let server = server(store, limits).await;
    let (_, eve) =
        Stranger(2).post(server.address, "/api/v1/players", "", r#"{"name": "Eve"}"#).await;
    let key = eve["key"].as_str().unwrap();
    let mut new = new_table("holes", &[], two());
    new.from = Some(long_record(120));
    let body = serde_json::to_string(&new).unwrap();
    let mut made = 0;
    let refused = loop {
        let (status, answer) = Stranger(2).post(server.address, "/api/v1/tables", key, &body).await;
        if status != 200 {
            break answer;
        }
        made += 1;
        assert!(made < 2000, "nothing is refused");
    };
    assert_eq!(refused["code"], "too_fast");
    // The write-ahead log is checkpointed when the store is closed, and has a bounded size until then.
    let folded = std::fs::metadata(folder.path().join("sarsen.db")).unwrap().len();
    let ahead = std::fs::metadata(folder.path().join("sarsen.db-wal")).map_or(0, |file| file.len());
    println!("{made} tables made, {folded} bytes on disk, and {ahead} written ahead");
    assert!(folded + ahead.min(4 << 20) < (512 << 10) + (4 << 20), "{folded} {ahead}");
    let (status, _) =
        Stranger(3).post(server.address, "/api/v1/players", "", r#"{"name": "Cy"}"#).await;
    assert_eq!(status, 200, "others are not concerned");
}

#[tokio::test]
async fn what_is_written_over_a_socket_is_charged_too() {
    // The burst is 4096 seconds' worth: some dozens of events.
    let limits = Limits { bytes_per_address: 4.0, ..process::generous() };
    let server = server(Arc::new(MemoryStore::new()), limits).await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }; 2];
    let table = server.create(&ada, &new_table("stonehenge", &[], seats)).await.table.table;
    let mut client = server.connect(&table, crate::common::hello_key(&ada)).await;
    let mut written = 0;
    let refusal = loop {
        let taken_back = |id| Ask { id: Some(id), seat: Some(1), kind: AskKind::TakeBack };
        let done = match client.act("G6").await {
            Ok(_) => client.request(taken_back).await,
            refused => refused,
        };
        match done {
            Ok(_) => written += 2,
            Err(refusal) => break refusal,
        }
        assert!(written < 1000, "nothing is refused");
    };
    assert_eq!(refusal.code, RefusalCode::TooFast);
    println!("{written} events were written");
}

#[tokio::test]
async fn abandoned_tables_go_and_the_file_shrinks() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let brief = Some(Duration::from_millis(1));
    let limits = Limits { keep_unfinished: brief, ..process::generous() };
    let server = server(store, limits).await;
    let ada = server.player("Ada").await;
    let mut new = new_table("holes", &[], two());
    new.from = Some(long_record(200));
    for _ in 0..150 {
        server.create(&ada, &new).await;
    }
    let clock = Clock::PerMove { time: 1 << 30 };
    let seats = vec![NewSeat::Me { name: None }; 2];
    let new = CreateTable { clock, ..new_table("holes", &[], seats.clone()) };
    let timed = server.create(&ada, &new).await.table.table;
    let over = server.create(&ada, &new_table("stonehenge", &[], seats)).await.table.table;
    let mut client = server.connect(&over, crate::common::hello_key(&ada)).await;
    let resign = |id| Ask { id: Some(id), seat: Some(1), kind: AskKind::Resign };
    client.request(resign).await.unwrap();
    drop(client);
    tokio::time::sleep(Duration::from_millis(20)).await;
    let size = || std::fs::metadata(folder.path().join("sarsen.db")).unwrap().len();
    server.state.purge().await.unwrap();
    let after = size();
    let listed: Tables = server.get("/api/v1/tables", Some(&ada)).await;
    let mut left: Vec<&str> = listed.tables.iter().map(|table| table.table.as_str()).collect();
    left.sort_unstable();
    let mut kept = [timed.as_str(), over.as_str()];
    kept.sort_unstable();
    assert_eq!(left, kept, "a running clock and a game that is over are kept");
    println!("{after} bytes after 150 tables went");
    assert!(after < 200 << 10, "{after}");
}

#[tokio::test]
async fn a_game_that_is_over_and_a_table_that_somebody_watches_are_not_abandoned() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let brief = Some(Duration::from_millis(1));
    let limits = Limits { keep_unfinished: brief, ..process::generous() };
    let serve = || Server::with(Arc::clone(&store), limits.clone(), Arc::new(SystemSources));
    let first = serve().await;
    let ada = first.player("Ada").await;
    let new = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }; 2]);
    let create = async || first.create(&ada, &new).await.table.table;
    let [over, watched, _abandoned] = [create().await, create().await, create().await];
    let mut client = first.connect(&over, crate::common::hello_key(&ada)).await;
    let resign = |id| Ask { id: Some(id), seat: Some(1), kind: AskKind::Resign };
    client.request(resign).await.unwrap();
    // Another server has none of them in memory until somebody comes.
    let second = serve().await;
    let _watcher = second.connect(&watched, crate::common::watch()).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(second.state.purge().await.unwrap().tables, 1);
    let listed: Tables = second.get("/api/v1/tables", Some(&ada)).await;
    let left: Vec<&str> = listed.tables.iter().map(|table| table.table.as_str()).collect();
    assert_eq!(left, [over.as_str(), watched.as_str()], "the last changed first");
}

const DAY: i64 = 24 * 60 * 60 * 1000;

#[tokio::test]
async fn unopened_studies_and_players_without_a_table_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let sources = Arc::new(Settable::default());
    let clock = Arc::<Settable>::clone(&sources);
    let server = Server::with(store, process::generous(), clock).await;
    let days = |days: i64| sources.day.store(days * DAY, Ordering::Relaxed);
    // More than are looked at in one go.
    for number in 0..120 {
        server.player(&format!("Guest {number}")).await;
    }
    let [ada, bo, cy] =
        [server.player("Ada").await, server.player("Bo").await, server.player("Cy").await];
    let seats = vec![NewSeat::Me { name: None }; 2];
    let table = server.create(&ada, &new_table("stonehenge", &[], seats)).await.table.table;
    let mut client = server.connect(&table, crate::common::hello_key(&ada)).await;
    let resign = |id| Ask { id: Some(id), seat: Some(1), kind: AskKind::Resign };
    client.request(resign).await.unwrap();
    let save = async || {
        let record = "[Game \"stonehenge\"]\n\nA6 D6\n".to_owned();
        let study = SaveStudy { record, revision: None };
        server.post::<StudySaved>("/api/v1/studies", None, &study).await.study
    };
    let [forgotten, read] = [save().await, save().await];
    let status = async |path: &str, key: Option<&str>| server.http("GET", path, key, None).await.0;
    let study = async |id: &str| status(&format!("/api/v1/studies/{id}"), None).await;
    let purged = async |tables: u64, studies: u64, players: u64| {
        let purged = server.state.purge().await.unwrap();
        assert_eq!(purged, Purged { tables, studies, players });
    };
    days(89);
    purged(0, 0, 0).await;
    assert_eq!(status("/api/v1/players/me", Some(&bo)).await, StatusCode::OK);
    days(91);
    purged(0, 0, 121).await;
    assert_eq!(status("/api/v1/players/me", Some(&ada)).await, StatusCode::OK, "has a table");
    assert_eq!(status("/api/v1/players/me", Some(&bo)).await, StatusCode::OK, "was here");
    assert_eq!(status("/api/v1/players/me", Some(&cy)).await, StatusCode::UNAUTHORIZED);
    days(300);
    // A preview of a link counts as well.
    assert_eq!(status(&format!("/studies/{read}"), None).await, StatusCode::OK);
    days(366);
    purged(0, 1, 1).await;
    assert_eq!(study(&forgotten).await, StatusCode::NOT_FOUND);
    assert_eq!(study(&read).await, StatusCode::OK);
    days(366 + 364);
    purged(0, 0, 0).await;
    days(366 + 366);
    purged(0, 1, 0).await;
    purged(0, 0, 0).await;
    assert_eq!(status("/api/v1/players/me", Some(&ada)).await, StatusCode::OK, "has a table");
}

/// A small file system that is unmounted with its owner.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// `None` if this user may not mount anything.
    fn new(kilobytes: u32) -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = std::process::Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={kilobytes}k"), "tmpfs"]);
        let mounted = mount.arg(folder.path()).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(SmallDisk(folder))
    }

    /// Leaves no byte free.
    fn fill(&self) {
        let mut file = std::fs::File::create(self.0.path().join("filler")).unwrap();
        while std::io::Write::write_all(&mut file, &[0; 512]).is_ok() {}
    }

    fn free(&self) {
        std::fs::remove_file(self.0.path().join("filler")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[tokio::test]
async fn on_a_disk_that_is_really_full_nothing_happens_until_there_is_room() {
    let Some(disk) = SmallDisk::new(4096) else {
        println!(
            "SKIPPED: this user may not mount a small disk; a limit of the file is tested instead"
        );
        return;
    };
    let store = Arc::new(SqliteStore::open(disk.0.path()).unwrap());
    let server = server(store, process::generous()).await;
    let (table, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    let number = ada.act("G6").await.unwrap();
    bo.until_number(number).await;
    disk.fill();
    for action in ["A1", "A2", "A3"] {
        assert_eq!(bo.act(action).await.unwrap_err().code, RefusalCode::NotWritten, "{action}");
    }
    let name = serde_json::json!({ "name": "Cy" });
    let refused = server.try_post::<sarsen_protocol::NewPlayer>("/api/v1/players", None, &name);
    assert_eq!(refused.await.unwrap_err().code, RefusalCode::NotWritten);
    assert_eq!(
        server.http("GET", "/healthz", None, None).await.0,
        StatusCode::SERVICE_UNAVAILABLE,
        "whoever watches the server is told"
    );
    let eve = server.connect(&table, crate::common::watch()).await;
    assert_eq!((eve.number, eve.position.unwrap().actions.len()), (number, 1));
    disk.free();
    let number = bo.act("A1").await.unwrap();
    ada.until_number(number).await;
    assert_eq!(ada.position.as_ref().unwrap().actions, ["G6", "A1"]);
    // What was announced is what is stored.
    let log = SqliteStore::open(disk.0.path());
    assert!(log.is_err(), "the store is in use");
    let record = server.record(&table, None).await;
    assert!(record.contains("G6 A1"), "{record}");
}

#[tokio::test]
async fn a_file_that_may_not_grow_refuses_what_it_cannot_hold_and_keeps_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    // The shell counts in units of 512 bytes. The signal that would end the process is ignored, so that writing fails
    // instead.
    let limits = "trap '' XFSZ && ulimit -f 1000";
    let mut server = Process::spawn_with(folder.path(), &CHILD, limits).await;
    let key = process::player_at(server.address, "Ada").await;
    let mut new = new_table("holes", &[], two());
    new.from = Some(long_record(120));
    let body = serde_json::to_string(&new).unwrap();
    let mut made = 0;
    let refused = loop {
        let (status, answer) =
            Stranger(2).post(server.address, "/api/v1/tables", &key, &body).await;
        if status != 200 {
            break answer;
        }
        made += 1;
        assert!(made < 2000, "nothing is refused");
    };
    assert_eq!(refused["code"], "not_written");
    server.kill();
    server.lift_limits();
    server.restart().await;
    let head = format!(
        "GET /api/v1/tables HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {key}"
    );
    let (_, listed) = Stranger(1).ask(server.address, &head, "").await;
    let listed: Tables = serde_json::from_str(&listed).unwrap();
    println!("{made} tables until the file was full");
    assert_eq!(listed.tables.len(), made.min(200), "a list shows 200 at the most");
    let (status, _) = Stranger(2).post(server.address, "/api/v1/tables", &key, &body).await;
    assert_eq!(status, 200, "there is room again");
}
