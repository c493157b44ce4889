//! A player's games at all tables, and closing tables.

use std::sync::Arc;

use axum::http::StatusCode;
use sarsen_core::Seat;
use sarsen_protocol::{AskKind, EndReason, History, NewSeat, Tables};
use sarsen_server::{Limits, SystemSources};
use sarsen_store::SqliteStore;

use crate::common::{Server, hello_key, new_table};

async fn history(server: &Server, key: &str) -> History {
    server.get("/api/v1/history", Some(key)).await
}

#[tokio::test]
async fn every_game_of_every_table_is_in_the_history_with_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let server = Server::with(store, Limits::default(), Arc::new(SystemSources)).await;
    let (ada, bo) = (server.player("Ada").await, server.player("Bo").await);
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let created = server.create(&ada, &new_table("stonehenge", &[], seats)).await;
    let table = created.table.table;
    server.join(&bo, &table, created.table.invite.as_deref().unwrap()).await;
    let mut of_ada = server.connect(&table, hello_key(&ada)).await;
    let mut of_bo = server.connect(&table, hello_key(&bo)).await;
    of_ada.act("G6").await.unwrap();
    of_bo.request(|id| AskKind::Resign.with_id(id)).await.unwrap();
    of_ada.request(|id| AskKind::Again.with_id(id)).await.unwrap();
    let begun = of_bo.request(|id| AskKind::Again.with_id(id)).await.unwrap();
    of_bo.until_number(begun).await;
    of_bo.act("C3").await.unwrap();
    of_bo.request(|id| AskKind::Resign.with_id(id)).await.unwrap();
    let History { games, next } = history(&server, &ada).await;
    assert_eq!(next, None);
    let short: Vec<_> =
        games.iter().map(|game| (game.number, game.you.clone(), game.result.as_str())).collect();
    assert_eq!(short, [(2, vec![Seat::TWO], "0-1"), (1, vec![Seat::ONE], "1-0")]);
    for game in &games {
        let path = format!("/api/v1/tables/{table}/record?game={}", game.number);
        let (status, _, bytes) = server.http("GET", &path, Some(&ada), None).await;
        assert_eq!(status, StatusCode::OK);
        let record = String::from_utf8(bytes).unwrap();
        assert!(record.contains(&format!("[Result \"{}\"]", game.result)), "{record}");
    }
    assert_eq!(history(&server, &bo).await.games.len(), 2);
    let (status, _, _) = server.http("GET", "/api/v1/history", None, None).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn the_history_continues_where_one_answer_ends() {
    let server = Server::new().await;
    let key = server.player("Ada").await;
    let alone = || vec![NewSeat::Me { name: None }, NewSeat::Me { name: None }];
    for _ in 0..53 {
        let made = server.create(&key, &new_table("stonehenge", &[], alone())).await;
        let path = format!("/api/v1/tables/{}/close", made.table.table);
        assert_eq!(server.http("POST", &path, Some(&key), None).await.0, StatusCode::NO_CONTENT);
    }
    let first = history(&server, &key).await;
    assert_eq!((first.games.len(), first.next), (50, Some(50)));
    let rest: History = server.get("/api/v1/history?skip=50", Some(&key)).await;
    assert_eq!((rest.games.len(), rest.next), (3, None));
}

#[tokio::test]
async fn a_table_is_closed_by_its_player_and_by_nobody_else() {
    let server = Server::new().await;
    let (ada, bo) = (server.player("Ada").await, server.player("Bo").await);
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
    let made = server.create(&ada, &new_table("stonehenge", &[], seats)).await;
    let path = format!("/api/v1/tables/{}/close", made.table.table);
    assert_eq!(server.http("POST", &path, Some(&bo), None).await.0, StatusCode::FORBIDDEN);
    assert_eq!(server.http("POST", &path, Some(&ada), None).await.0, StatusCode::NO_CONTENT);
    let games = history(&server, &ada).await.games;
    assert_eq!((games.len(), games[0].reason), (1, EndReason::NotPlayed));
    // An invitation that nobody has followed leaves nothing behind.
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let made = server.create(&ada, &new_table("stonehenge", &[], seats)).await;
    let path = format!("/api/v1/tables/{}/close", made.table.table);
    assert_eq!(server.http("POST", &path, Some(&ada), None).await.0, StatusCode::NO_CONTENT);
    let tables: Tables = server.get("/api/v1/tables", Some(&ada)).await;
    assert!(tables.tables.iter().all(|table| table.table != made.table.table));
    assert_eq!(history(&server, &ada).await.games.len(), 1);
}
