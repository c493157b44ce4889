//! Tables at which anybody may sit down.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::stranger::Stranger;
use crate::common::{Server, hello_key, new_table};
use sarsen_protocol::{
    About, Clock, CreateTable, Created, NewSeat, OpenTables, Refusal, RefusalCode, Sitter,
};
use sarsen_server::engine::RandomBackend;
use sarsen_server::{Access, AppOptions, Limits, SystemSources};
use sarsen_store::{Batch, MemoryStore, Store};

const LIST: &str = "/api/v1/open-tables";
const DAY: u64 = 24 * 3600 * 1000;

async fn public(limits: Limits) -> (Server, Arc<MemoryStore>) {
    let store = Arc::new(MemoryStore::new());
    let options = AppOptions {
        store: Arc::clone(&store) as _,
        engine: Arc::new(RandomBackend),
        engine_threads: 1,
        limits,
        access: Access { open_tables: true, ..Access::default() },
        sources: Arc::new(SystemSources),
        push: None,
    };
    (Server::of(options).await, store)
}

fn open(game: &str) -> CreateTable {
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    CreateTable { open: true, ..new_table(game, &[], seats) }
}

async fn refused(server: &Server, key: &str, table: &CreateTable) -> RefusalCode {
    let made: Result<Created, Refusal> = server.try_post("/api/v1/tables", Some(key), table).await;
    made.unwrap_err().code
}

#[tokio::test]
async fn a_stranger_finds_a_table_sits_down_and_it_is_listed_no_more() {
    let (server, _) = public(Limits::default()).await;
    let (ada, bo) = (server.player("Ada").await, server.player("Bo").await);
    let options = BTreeMap::from([("druids".to_owned(), "hidden".to_owned())]);
    let clock = Clock::PerMove { time: DAY };
    let table = CreateTable { options: options.clone(), clock, ..open("stonehenge") };
    let created = server.create(&ada, &table).await;
    assert!(created.table.open);
    server.create(&ada, &CreateTable { open: false, ..open("stonehenge") }).await;
    server.create(&ada, &open("cathedral")).await;
    let all: OpenTables = server.get(LIST, None).await;
    let games: Vec<_> = all.tables.iter().map(|table| table.game.as_str()).collect();
    assert_eq!(games, ["cathedral", "stonehenge"], "the newest first, without the private one");
    let of_game: OpenTables = server.get("/api/v1/open-tables?game=stonehenge", None).await;
    let [line] = &of_game.tables[..] else { panic!("{of_game:?}") };
    assert_eq!((&line.table, &line.options, line.clock), (&created.table.table, &options, clock));
    assert_eq!(line.seats[0].sitter, Sitter::Person { name: "Ada".to_owned() });
    assert!(!line.seats[0].connected, "she has not opened her table yet");
    let here = server.connect(&line.table, hello_key(&ada)).await;
    let now: OpenTables = server.get(LIST, None).await;
    assert!(now.tables[1].seats[0].connected, "now she has");
    drop(here);
    server.join(&bo, &line.table, &line.invite).await;
    let left: OpenTables = server.get(LIST, None).await;
    assert_eq!(left.tables.len(), 1, "{left:?}");
}

#[tokio::test]
async fn a_server_that_keeps_no_list_says_so_and_refuses() {
    let server = Server::new().await;
    let about: About = server.get("/api/v1/about", None).await;
    assert!(!about.open_tables);
    let ada = server.player("Ada").await;
    assert_eq!(refused(&server, &ada, &open("stonehenge")).await, RefusalCode::NotNow);
    let list: OpenTables = server.get(LIST, None).await;
    assert_eq!(list.tables, []);
}

#[tokio::test]
async fn a_table_without_an_open_seat_is_not_listed() {
    let (server, _) = public(Limits::default()).await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
    server.create(&ada, &CreateTable { open: true, ..new_table("stonehenge", &[], seats) }).await;
    let list: OpenTables = server.get(LIST, None).await;
    assert_eq!(list.tables, []);
}

#[tokio::test]
async fn the_list_is_bounded_for_a_player_an_address_and_all() {
    let limits = Limits { listed_per_player: 2, listed: 3, ..Limits::default() };
    let (server, _) = public(limits).await;
    let [ada, bo, eve] =
        [server.player("Ada").await, server.player("Bo").await, server.player("Eve").await];
    for _ in 0..2 {
        server.create(&ada, &open("stonehenge")).await;
    }
    assert_eq!(refused(&server, &ada, &open("stonehenge")).await, RefusalCode::TooMany);
    server.create(&bo, &open("stonehenge")).await;
    assert_eq!(refused(&server, &eve, &open("stonehenge")).await, RefusalCode::TooMany);

    let limits = Limits { listings_per_address: 2.0 / 600.0, ..Limits::default() };
    let (server, _) = public(limits).await;
    let ada = server.player("Ada").await;
    let body = serde_json::to_string(&open("stonehenge")).unwrap();
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(Stranger(9).post(server.address, "/api/v1/tables", &ada, &body).await.0);
    }
    assert_eq!(answers, [200, 200, 429]);
    assert_eq!(Stranger(8).post(server.address, "/api/v1/tables", &ada, &body).await.0, 200);
}

#[tokio::test]
async fn names_that_would_turn_or_hide_text_are_not_listed() {
    let (server, store) = public(Limits::default()).await;
    let ada = server.player("Ada").await;
    let id = server.create(&ada, &open("stonehenge")).await.table.table;
    // As an earlier version, or another program, may have written it.
    for (number, name) in ["Bo\u{202e}", "Bo\u{7}", "\u{200b}", "Bo"].into_iter().enumerate() {
        let digest = store.listed_tables(0, 9).await.unwrap().pop().unwrap().digest.unwrap();
        let mut digest: serde_json::Value = serde_json::from_str(&digest).unwrap();
        digest["seats"][0]["sitter"]["name"] = name.into();
        let batch = Batch {
            table: format!("other {number}"),
            first: 1,
            events: vec!["no event".to_owned()],
            at: 1,
            people: None,
            wakes: false,
            due: None,
            listed_until: Some(u64::MAX / 2),
            digest: digest.to_string(),
        };
        store.append(batch).await.unwrap();
    }
    let list: OpenTables = server.get(LIST, None).await;
    let ids: Vec<_> = list.tables.into_iter().map(|table| table.table).collect();
    assert_eq!(ids, ["other 3".to_owned(), id]);
}
