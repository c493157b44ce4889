//! A store that reports a failure: before the write, after it, and during it. Only the log decides, and no client is
//! left with a wrong number.

use std::sync::Arc;

use crate::common::stores::{FaultyStore, Writes};
use crate::common::{Client, Server, new_table, watch};
use sarsen_protocol::{Created, NewPlayer, NewSeat, RefusalCode, Tables, Tell};
use sarsen_server::Limits;

async fn table() -> (Arc<FaultyStore>, Server, String, [Client; 2]) {
    let (store, server) = FaultyStore::server(Limits::default()).await;
    let (table, clients) = server.two_at("stonehenge", &[]).await;
    (store, server, table, clients)
}

/// Reads until the server sends the current state; returns the number and the actions.
async fn told_anew(client: &mut Client) -> (u32, Vec<String>) {
    client
        .until(|tell| match tell {
            Tell::Welcome(welcome) => {
                Some((welcome.number, welcome.position.as_ref().unwrap().actions.clone()))
            }
            _ => None,
        })
        .await
}

/// All clients, and a new one, agree on what was played, and play continues without a gap.
async fn all_goes_on(server: &Server, table: &str, clients: &mut [Client; 2], played: &[&str]) {
    let eve = server.connect(table, watch()).await;
    assert_eq!(eve.position.as_ref().unwrap().actions, played);
    let next = ["C3", "D4"][played.len() % 2];
    let number = clients[played.len() % 2].act(next).await.unwrap();
    for client in clients {
        client.until_number(number).await;
        let actions = &client.position.as_ref().unwrap().actions;
        assert_eq!(actions.len(), played.len() + 1, "{actions:?}");
    }
}

#[tokio::test]
async fn a_failure_before_the_commit_leaves_nothing_written() {
    let (store, server, table, mut clients) = table().await;
    let number = clients[0].number;
    store.writes(Writes::Full);
    let refusal = clients[0].act("G6").await.unwrap_err();
    assert_eq!(refusal.code, RefusalCode::NotWritten);
    store.writes(Writes::Sound);
    assert_eq!(told_anew(&mut clients[1]).await, (number, vec![]));
    all_goes_on(&server, &table, &mut clients, &[]).await;
}

#[tokio::test]
async fn a_failure_after_the_commit_leaves_the_event_written() {
    let (store, server, table, mut clients) = table().await;
    let number = clients[0].number;
    store.writes(Writes::SaysFailed);
    assert_eq!(clients[0].act("G6").await, Ok(number + 1), "it is on disk");
    store.writes(Writes::Sound);
    assert_eq!(told_anew(&mut clients[1]).await, (number + 1, vec!["G6".to_owned()]));
    all_goes_on(&server, &table, &mut clients, &["G6"]).await;
}

#[tokio::test]
async fn a_late_commit_is_found_by_the_next_request() {
    let (store, server, table, mut clients) = table().await;
    let number = clients[0].number;
    store.writes(Writes::Late);
    let refusal = clients[0].act("G6").await.unwrap_err();
    assert_eq!(refusal.code, RefusalCode::NotWritten);
    store.writes(Writes::Sound);
    assert_eq!(told_anew(&mut clients[1]).await, (number, vec![]));
    store.commit_late().await;
    // The table does not know of it yet; the store does, and prevents it from being overwritten.
    let refusal = clients[0].act("A1").await.unwrap_err();
    assert_eq!(refusal.code, RefusalCode::NotWritten);
    for client in &mut clients {
        if client.number == number {
            assert_eq!(told_anew(client).await, (number + 1, vec!["G6".to_owned()]));
        }
    }
    all_goes_on(&server, &table, &mut clients, &["G6"]).await;
}

#[tokio::test]
async fn a_table_whose_creation_was_written_is_not_reported_as_failed() {
    let (store, server) = FaultyStore::server(Limits::default()).await;
    let ada = server.player("Ada").await;
    let new = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }; 2]);
    let create = async || server.try_post::<Created>("/api/v1/tables", Some(&ada), &new).await;
    let listed = async || server.get::<Tables>("/api/v1/tables", Some(&ada)).await.tables.len();
    store.writes(Writes::SaysFailed);
    let created = create().await.expect("it is on disk").table.table;
    store.writes(Writes::Full);
    assert_eq!(create().await.unwrap_err().code, RefusalCode::NotWritten);
    store.writes(Writes::SaysFailed);
    store.gone(true);
    // The store cannot even tell whether the player is known.
    assert_eq!(create().await.unwrap_err().code, RefusalCode::Internal);
    store.gone(false);
    store.writes(Writes::Sound);
    assert_eq!(listed().await, 1);
    let mut client = server.connect(&created, crate::common::hello_key(&ada)).await;
    client.act("G6").await.unwrap();
}

#[tokio::test]
async fn a_player_whose_creation_was_written_gets_the_key() {
    let (store, server) = FaultyStore::server(Limits::default()).await;
    store.writes(Writes::SaysFailed);
    let name = serde_json::json!({ "name": "Ada" });
    let ada = server.try_post::<NewPlayer>("/api/v1/players", None, &name).await.unwrap();
    let me: sarsen_protocol::Player = server.get("/api/v1/players/me", Some(&ada.key)).await;
    assert_eq!(me.name, "Ada");
    store.writes(Writes::Full);
    let refused = server.try_post::<NewPlayer>("/api/v1/players", None, &name).await;
    assert_eq!(refused.unwrap_err().code, RefusalCode::NotWritten);
    store.writes(Writes::SaysFailed);
    store.gone(true);
    let refused = server.try_post::<NewPlayer>("/api/v1/players", None, &name).await;
    assert_eq!(refused.unwrap_err().code, RefusalCode::Internal, "nobody knows");
}
