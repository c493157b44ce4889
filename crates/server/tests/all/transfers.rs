//! A player's key goes to another browser: once, soon, and with nothing in the store that tells it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::stranger::Stranger;
use crate::common::{Client, Server, hello_key, new_table};
use axum::http::StatusCode;
use sarsen_core::Seat;
use sarsen_protocol::{
    NewPlayer, NewSeat, Refusal, RefusalCode, TakeTransfer, Transfer, TransferState,
};
use sarsen_server::{Limits, Sources, SystemSources};
use sarsen_store::{MemoryStore, Note, SqliteStore, Store};

const MINE: &str = "/api/v1/players/me/transfer";
const TAKE: &str = "/api/v1/players/transfer";

async fn take(server: &Server, code: &str) -> Result<NewPlayer, Refusal> {
    server.try_post(TAKE, None, &TakeTransfer { code: code.to_owned() }).await
}

async fn refused(server: &Server, code: &str) {
    assert_eq!(take(server, code).await.unwrap_err().code, RefusalCode::Expired);
}

/// The clock of a test, in minutes after the time of day.
#[derive(Default)]
struct LaterSources(AtomicU64);

impl Sources for LaterSources {
    fn now(&self) -> u64 {
        SystemSources.now() + 60_000 * self.0.load(Ordering::Relaxed)
    }
    fn tick(&self) -> u64 {
        SystemSources.tick()
    }
}

#[tokio::test]
async fn another_browser_becomes_the_same_player_and_sits_at_the_same_table() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let table = server.create(&ada, &new_table("stonehenge", &[], seats)).await.table.table;
    let transfer: Transfer = server.post(MINE, Some(&ada), &()).await;
    assert_eq!(transfer.link, format!("/me#{}", transfer.code));
    let taken = take(&server, &transfer.code).await.unwrap();
    assert_eq!((taken.key.as_str(), taken.player.name.as_str()), (ada.as_str(), "Ada"));
    let client = Client::connect(server.address, &table, hello_key(&taken.key)).await;
    assert_eq!(client.welcome.unwrap().table.you, [Seat::ONE]);
}

#[tokio::test]
async fn a_code_works_once_and_a_new_one_ends_the_one_before() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let first: Transfer = server.post(MINE, Some(&ada), &()).await;
    let second: Transfer = server.post(MINE, Some(&ada), &()).await;
    refused(&server, &first.code).await;
    let state: TransferState = server.get(MINE, Some(&ada)).await;
    assert_eq!(state.waiting, Some(second.expires));
    take(&server, &second.code).await.unwrap();
    refused(&server, &second.code).await;
    let state: TransferState = server.get(MINE, Some(&ada)).await;
    assert_eq!(state.waiting, None, "the first browser sees that it was used");
    for code in ["", "guessed", &ada] {
        refused(&server, code).await;
    }
}

#[tokio::test]
async fn of_two_clients_that_use_a_code_at_once_one_gets_the_key() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let server = Server::with(store, Limits::default(), Arc::new(SystemSources)).await;
    let ada = server.player("Ada").await;
    for _ in 0..5 {
        let transfer: Transfer = server.post(MINE, Some(&ada), &()).await;
        let both = tokio::join!(take(&server, &transfer.code), take(&server, &transfer.code));
        assert!(both.0.is_ok() != both.1.is_ok(), "{both:?}");
    }
}

#[tokio::test]
async fn a_code_that_was_withdrawn_or_is_older_than_five_minutes_opens_nothing() {
    let sources = Arc::new(LaterSources::default());
    let store = Arc::new(MemoryStore::new());
    let server = Server::with(store, Limits::default(), Arc::clone(&sources) as _).await;
    let ada = server.player("Ada").await;
    let withdrawn: Transfer = server.post(MINE, Some(&ada), &()).await;
    let (status, _, _) = server.http("DELETE", MINE, Some(&ada), None).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    refused(&server, &withdrawn.code).await;
    let old: Transfer = server.post(MINE, Some(&ada), &()).await;
    sources.0.store(5, Ordering::Relaxed);
    let state: TransferState = server.get(MINE, Some(&ada)).await;
    assert_eq!(state.waiting, None);
    refused(&server, &old.code).await;
}

#[tokio::test]
async fn expired_notes_are_removed() {
    let sources = Arc::new(LaterSources::default());
    let store = Arc::new(MemoryStore::new());
    let server =
        Server::with(Arc::clone(&store) as _, Limits::default(), Arc::clone(&sources) as _).await;
    let note = Note {
        kind: "transfer".to_owned(),
        id: "a".to_owned(),
        player: "ada".to_owned(),
        text: String::new(),
        expires: SystemSources.now() + 300_000,
    };
    store.put_note(note.clone()).await.unwrap();
    server.state.purge().await.unwrap();
    assert_eq!(store.notes_of("transfer", "ada").await, Ok(vec![note]));
    sources.0.store(6, Ordering::Relaxed);
    server.state.purge().await.unwrap();
    assert_eq!(store.notes_of("transfer", "ada").await, Ok(vec![]));
}

#[tokio::test]
async fn the_store_holds_neither_the_code_nor_the_key() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let server = Server::with(store, Limits::default(), Arc::new(SystemSources)).await;
    let ada = server.player("Ada").await;
    let transfer: Transfer = server.post(MINE, Some(&ada), &()).await;
    for file in ["sarsen.db", "sarsen.db-wal"] {
        let bytes = std::fs::read(folder.path().join(file)).unwrap();
        for secret in [&ada, &transfer.code] {
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "{file}");
        }
    }
}

#[tokio::test]
async fn codes_are_made_and_tried_at_a_limited_rate() {
    let limits = Limits { transfers_per_address: 0.02, ..Limits::default() };
    let store = Arc::new(MemoryStore::new());
    let server = Server::with(store, limits, Arc::new(SystemSources)).await;
    let mut answers = Vec::new();
    for _ in 0..4 {
        let body = r#"{"code": "guessed"}"#;
        answers.push(Stranger(9).post(server.address, TAKE, "", body).await.0);
    }
    assert_eq!(answers, [410, 410, 429, 429]);
}
