//! A store that fails: what cannot be written has not happened. And a store that counts, to see how much is read.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::common::stores::{FaultyStore, Writes};
use crate::common::{Client, hello_key, new_table, watch};
use sarsen_core::Seat;
use sarsen_protocol::{Ask, AskKind, Created, NewPlayer, NewSeat, RefusalCode, Tables, Tell};
use sarsen_server::Limits;
use sarsen_store::Store;

#[tokio::test]
async fn on_a_full_disk_an_action_is_refused_and_the_table_stays_as_it_was() {
    let (store, server) = FaultyStore::server(Limits::default()).await;
    let (table, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    ada.act("G6").await.unwrap();
    bo.until_number(ada.number).await;
    store.writes(Writes::Full);
    let refusal = bo.act("A1").await.unwrap_err();
    assert_eq!(refusal.code, RefusalCode::NotWritten);
    assert!(refusal.says.en.contains("not done"), "{refusal:?}");
    // Nobody was told, and a new client finds the table as it was.
    let eve = server.connect(&table, watch()).await;
    assert_eq!(eve.position.as_ref().unwrap().actions, ["G6"]);
    assert_eq!(eve.welcome.as_ref().unwrap().number, ada.number);
    for (path, body) in [
        ("/api/v1/players", r#"{"name": "Cy"}"#.to_owned()),
        ("/api/v1/players", r#"{"name": "Di"}"#.to_owned()),
    ] {
        let body: serde_json::Value = serde_json::from_str(&body).unwrap();
        let refused = server.try_post::<NewPlayer>(path, None, &body).await;
        assert_eq!(refused.unwrap_err().code, RefusalCode::NotWritten);
    }
    store.writes(Writes::Sound);
    let number = bo.act("A1").await.unwrap();
    for client in [&mut ada, &mut bo] {
        client.until_number(number).await;
        assert_eq!(client.position.as_ref().unwrap().actions, ["G6", "A1"]);
    }
}

#[tokio::test]
async fn on_a_full_disk_no_table_is_made() {
    let (store, server) = FaultyStore::server(Limits::default()).await;
    let ada = server.player("Ada").await;
    store.writes(Writes::Full);
    let new = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }; 2]);
    let refused = server.try_post::<Created>("/api/v1/tables", Some(&ada), &new).await;
    assert_eq!(refused.unwrap_err().code, RefusalCode::NotWritten);
    assert!(server.get::<Tables>("/api/v1/tables", Some(&ada)).await.tables.is_empty());
}

#[tokio::test]
async fn an_engine_acts_as_soon_as_there_is_room_again() {
    let (store, server) = FaultyStore::server(Limits::default()).await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
    let table = server.create(&ada, &new_table("stonehenge", &[], seats)).await.table.table;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    // The disk is full as soon as the human's action is written: the engine cannot have acted before.
    store.writes(Writes::NearlyFull);
    client.act("G6").await.unwrap();
    while store.refused.load(Ordering::Relaxed) == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let eve = server.connect(&table, watch()).await;
    assert_eq!(eve.position.as_ref().unwrap().actions, ["G6"]);
    store.writes(Writes::Sound);
    while client.position.as_ref().unwrap().ply < 2 {
        client.next().await;
    }
}

#[tokio::test]
async fn a_table_that_cannot_even_be_read_ends_and_comes_back_as_it_was() {
    let (store, server) = FaultyStore::server(Limits::default()).await;
    let (table, [mut ada, _bo]) = server.two_at("stonehenge", &[]).await;
    store.writes(Writes::Full);
    store.gone(true);
    let refusal = ada.act("G6").await.unwrap_err();
    assert_eq!(refusal.code, RefusalCode::Internal, "nobody knows");
    let closing = ada.until(|tell| match tell {
        Tell::Closing { again, .. } => Some(*again),
        _ => None,
    });
    assert!(closing.await, "it is worth coming back");
    let lost = Client::try_connect(server.address, &table, watch()).await;
    assert!(lost.is_err(), "what cannot be read is not made up");
    store.writes(Writes::Sound);
    store.gone(false);
    let eve = server.connect(&table, watch()).await;
    assert!(eve.position.unwrap().actions.is_empty());
}

#[tokio::test]
async fn a_list_of_tables_reads_no_log() {
    let limits = Limits { idle: Duration::from_millis(20), ..Limits::default() };
    let (store, server) = FaultyStore::server(limits).await;
    let ada = server.player("Ada").await;
    let new = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }; 2]);
    for _ in 0..20 {
        let table = server.create(&ada, &new).await.table.table;
        let mut client = server.connect(&table, hello_key(&ada)).await;
        client.act("G6").await.unwrap();
    }
    // Nobody is connected any more, so they are unloaded.
    loop {
        let (_, _, body) = server.http("GET", "/metrics", None, None).await;
        if String::from_utf8(body).unwrap().contains("sarsen_tables 0") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let before = store.loads.load(Ordering::Relaxed);
    let listed = server.get::<Tables>("/api/v1/tables", Some(&ada)).await.tables;
    assert_eq!(store.loads.load(Ordering::Relaxed), before, "a log was read");
    assert_eq!(listed.len(), 20);
    for summary in &listed {
        assert_eq!(
            (summary.ply, summary.your_turn, summary.you.as_slice()),
            (1, true, &[Seat::ONE, Seat::TWO][..])
        );
    }
    // A table of an earlier version has no digest: it is computed once from the log, and stored.
    store.store.put_digest(&listed[0].table, 5, "unreadable").await.unwrap();
    for loads in [1, 1] {
        let again = server.get::<Tables>("/api/v1/tables", Some(&ada)).await.tables;
        assert_eq!(again, listed);
        assert_eq!(store.loads.load(Ordering::Relaxed), before + loads);
    }
}

#[tokio::test]
async fn a_request_that_is_not_written_leaves_no_trace() {
    let (store, server) = FaultyStore::server(Limits::default()).await;
    let (table, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    store.writes(Writes::Full);
    let asks: [fn(u32) -> Ask; 3] = [
        |id| AskKind::Resign.with_id(id),
        |id| AskKind::OfferDraw.with_id(id),
        |id| AskKind::Leave.with_id(id),
    ];
    for ask in asks {
        assert_eq!(ada.request(ask).await.unwrap_err().code, RefusalCode::NotWritten);
    }
    store.writes(Writes::Sound);
    let info: sarsen_protocol::TableInfo =
        server.get(&format!("/api/v1/tables/{table}"), None).await;
    assert_eq!(info.status, sarsen_protocol::Status::Playing);
    assert!(info.draw_offers.is_empty());
    ada.act("G6").await.unwrap();
    bo.until_number(ada.number).await;
}
