//! A store as records: whoever used one server goes on at another that was made from its export.

use std::sync::Arc;

use axum::http::StatusCode;
use sarsen_core::record::Record;
use sarsen_protocol::{
    NewPlayer, NewSeat, Player, SaveStudy, SavedStudy, StudySaved, TableInfo, Tables,
};
use sarsen_server::archive::{self, Archive, Moved};
use sarsen_server::{Limits, Sources, SystemSources};
use sarsen_store::{MemoryStore, Store};

use crate::common::{Server, hello_key, new_table};

async fn serve(store: &Arc<MemoryStore>) -> Server {
    let store = Arc::<MemoryStore>::clone(store);
    Server::with(store, Limits::default(), Arc::new(SystemSources)).await
}

async fn exported(store: &dyn Store) -> Vec<Record> {
    let mut records = Vec::new();
    let write = |record: &Record| {
        records.push(record.clone());
        Ok(())
    };
    archive::export(store, write).await.unwrap();
    records
}

/// The lines of some records in order, wherever a tag stands.
fn lines(records: &[Record]) -> Vec<String> {
    let texts = records.iter().map(Record::to_string);
    let mut lines: Vec<String> =
        texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    lines.sort_unstable();
    lines
}

/// A new store with what was exported, as it is after going through a file.
async fn imported(records: &[Record]) -> (Arc<MemoryStore>, Moved) {
    let mut archive = Archive::default();
    let mut games: Vec<Record> = Vec::new();
    for record in records {
        let text = record.to_string();
        let read = sarsen_core::record::Reader::new(text.as_bytes()).next().unwrap().unwrap();
        if games.last().is_some_and(|game| !archive::is_same_table(game, &read)) {
            archive.add(std::mem::take(&mut games), &SystemSources).unwrap();
        }
        games.push(read);
    }
    archive.add(games, &SystemSources).unwrap();
    let store = Arc::new(MemoryStore::new());
    let moved = archive.write(store.as_ref(), SystemSources.now()).await.unwrap();
    (store, moved)
}

#[tokio::test]
async fn players_come_back_to_their_tables_with_the_keys_they_have() {
    let old = Arc::new(MemoryStore::new());
    let server = serve(&old).await;
    let [ada, lost] = [server.player("Ada").await, server.player("Bo").await];
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let created = server.create(&ada, &new_table("stonehenge", &[], seats)).await;
    let table = created.table.table;
    server.join(&lost, &table, created.table.invite.as_deref().unwrap()).await;
    // One screen: both seats have names that are not the player's.
    let seats = ["Cy", "Di"].map(|name| NewSeat::Me { name: Some(name.to_owned()) });
    let shared = server.create(&ada, &new_table("holes", &[], seats.to_vec())).await.table.table;
    let renewed: NewPlayer = server.post("/api/v1/players/me/key", Some(&lost), &()).await;
    let bo = renewed.key;

    let records = exported(old.as_ref()).await;
    let (new, moved) = imported(&records).await;
    assert_eq!(moved, Moved { tables: 2, ..Moved::default() });
    assert_eq!(exported(new.as_ref()).await, records, "there and back");
    let server = serve(&new).await;
    for (key, name, tables) in [(&ada, "Ada", 2), (&bo, "Bo", 1)] {
        let me: Player = server.get("/api/v1/players/me", Some(key)).await;
        assert_eq!(me.name, name);
        let listed: Tables = server.get("/api/v1/tables", Some(key)).await;
        assert_eq!(listed.tables.len(), tables, "{name}");
    }
    let mut first = server.connect(&table, hello_key(&ada)).await;
    first.act("G6").await.unwrap();
    let mut second = server.connect(&table, hello_key(&bo)).await;
    second.act("H1").await.unwrap();
    let info: TableInfo = server.get(&format!("/api/v1/tables/{shared}"), Some(&ada)).await;
    assert_eq!(info.you.len(), 2);
    // A key that was replaced stays void.
    let (status, _, _) = server.http("GET", "/api/v1/players/me", Some(&lost), None).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let info: TableInfo = server.get(&format!("/api/v1/tables/{table}"), Some(&lost)).await;
    assert!(info.you.is_empty());
}

#[tokio::test]
async fn saved_studies_move_with_the_keys_that_change_them() {
    let old = Arc::new(MemoryStore::new());
    let server = serve(&old).await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }; 2];
    let table = server.create(&ada, &new_table("stonehenge", &[], seats)).await.table.table;
    // Tags that would make it a game of that table, or somebody else's study.
    let tags = format!("[Table \"{table}\"]\n[TableGame \"2\"]\n[StudyKey \"mine\"]\n");
    let record = format!(
        "[Game \"stonehenge\"]\n[Event \"Club\"]\n{tags}\nA6 {{good}} D6 (D5 $1 N3 (H1)) N3\n"
    );
    let save = SaveStudy { record: record.clone(), revision: None };
    let saved: StudySaved = server.post("/api/v1/studies", None, &save).await;
    let path = format!("/api/v1/studies/{}", saved.study);
    let key = saved.key.as_deref();

    let records = exported(old.as_ref()).await;
    let (new, moved) = imported(&records).await;
    assert_eq!(moved, Moved { tables: 1, studies: 1, ..Moved::default() });
    assert_eq!(lines(&exported(new.as_ref()).await), lines(&records), "there and back");
    let server = serve(&new).await;
    let there: SavedStudy = server.get(&path, None).await;
    assert!(!there.editable);
    for part in ["A6 {good} D6 (D5 $1 N3 (H1)) N3", "[Event \"Club\"]"] {
        assert!(there.record.contains(part), "{}", there.record);
    }
    assert!(!there.record.contains("[Study"), "{}", there.record);
    let own: SavedStudy = server.get(&path, key).await;
    assert!(own.editable);
    let change = SaveStudy { record, revision: Some(own.revision) };
    let body = serde_json::to_string(&change).unwrap();
    let (status, _, _) = server.http("PUT", &path, key, Some(body.clone())).await;
    assert_eq!(status, StatusCode::OK);
    let (status, _, _) = server.http("PUT", &path, Some("mine"), Some(body)).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
}
