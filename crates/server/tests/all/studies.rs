//! Studies with variations, kept under a link.

use std::sync::Arc;

use axum::http::StatusCode;
use sarsen_core::Seat;
use sarsen_protocol::{
    Refusal, RefusalCode, SaveStudy, SavedStudy, StudyAsk, StudyPosition, StudySaved,
};
use sarsen_server::{Limits, SystemSources};
use sarsen_store::{MemoryStore, SqliteStore};

use crate::common::Server;

const RECORD: &str = "[Game \"stonehenge\"]\n[Seat1 \"Ada\"]\n\n\
    {so} A6 $1 D6 (E5 {or} (F4 $6) G3) {played} N3\n";

fn save(record: &str, revision: Option<u32>) -> SaveStudy {
    SaveStudy { record: record.to_owned(), revision }
}

async fn put(server: &Server, id: &str, key: &str, body: &SaveStudy) -> Result<u32, Refusal> {
    let body = serde_json::to_string(body).unwrap();
    let path = format!("/api/v1/studies/{id}");
    let (status, _, bytes) = server.http("PUT", &path, Some(key), Some(body)).await;
    if status.is_success() {
        Ok(serde_json::from_slice::<StudySaved>(&bytes).unwrap().revision)
    } else {
        Err(serde_json::from_slice(&bytes).unwrap())
    }
}

#[tokio::test]
async fn a_study_is_read_with_its_variations_comments_and_marks() {
    let server = Server::new().await;
    let ask = |record: &str| StudyAsk { record: record.to_owned(), at: None, action: None };
    let read: StudyPosition = server.post("/api/v1/study", None, &ask(RECORD)).await;
    assert_eq!(read.comments, ["so"]);
    // The same text as the command prints (`sarsen show --position`).
    let position = "stonehenge/6..f.........3..../1............../2d/N3";
    assert_eq!(read.position.as_deref(), Some(position));
    assert_eq!(
        read.steps.iter().map(|step| step.action.as_str()).collect::<Vec<_>>(),
        ["A6", "D6", "N3"]
    );
    assert_eq!(
        (read.steps[0].marks.as_slice(), read.steps[1].comments.as_slice()),
        (&[1][..], &["played".to_owned()][..])
    );
    let lines: Vec<_> = read.variations.iter().map(|line| (line.line, line.ply)).collect();
    assert_eq!(lines, [(0, 1), (1, 1)]);
    let [outer, inner] = [&read.variations[0], &read.variations[1]];
    assert_eq!(
        outer.steps.iter().map(|step| step.action.as_str()).collect::<Vec<_>>(),
        ["E5", "G3"]
    );
    assert_eq!(
        (outer.steps[0].seat, outer.steps[0].comments.as_slice()),
        (Some(Seat::TWO), &["or".to_owned()][..])
    );
    assert_eq!((inner.steps[0].action.as_str(), inner.steps[0].marks.as_slice()), ("F4", &[6][..]));
    assert!(outer.steps.iter().all(|step| step.words.is_some()));
    let illegal = "[Game \"stonehenge\"]\n\nA6 D6 (A5)\n";
    let refused = server.try_post::<StudyPosition>("/api/v1/study", None, &ask(illegal)).await;
    let refusal = refused.unwrap_err();
    assert_eq!((refusal.code, refusal.rule.as_deref()), (RefusalCode::BadRecord, Some("K2")));
    assert!(refusal.says.en.contains("line 3, column 8"), "{}", refusal.says.en);
    assert!(refusal.says.fr.contains("(ligne 3, colonne 8 : "), "{}", refusal.says.fr);
    assert!(refusal.says.ja.contains("(3行目、8文字目："), "{}", refusal.says.ja);
    assert!(!refusal.says.ja.contains("line"), "{}", refusal.says.ja);
}

#[tokio::test]
async fn a_study_is_kept_for_readers_and_changed_with_its_key_only() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let server = Server::with(store, Limits::default(), Arc::new(SystemSources)).await;
    let made: StudySaved = server.post("/api/v1/studies", None, &save(RECORD, None)).await;
    let key = made.key.unwrap();
    let path = format!("/api/v1/studies/{}", made.study);
    let read: SavedStudy = server.get(&path, None).await;
    assert_eq!((read.record.as_str(), read.revision, read.editable), (RECORD, 1, false));
    let read: SavedStudy = server.get(&path, Some("another key")).await;
    assert!(!read.editable);
    let other = RECORD.replace("N3", "M3");
    let refused = put(&server, &made.study, "another key", &save(&other, Some(1))).await;
    assert_eq!(refused.unwrap_err().code, RefusalCode::NoRight);
    assert_eq!(put(&server, &made.study, &key, &save(&other, Some(1))).await.unwrap(), 2);
    let late = put(&server, &made.study, &key, &save(RECORD, Some(1))).await.unwrap_err();
    assert_eq!(
        late.code,
        RefusalCode::Stale,
        "who changed an older revision must not undo a newer one"
    );
    let read: SavedStudy = server.get(&path, Some(&key)).await;
    assert_eq!((read.record, read.revision, read.editable), (other, 2, true));
    let (status, _, _) = server.http("DELETE", &path, Some("another key"), None).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, _, _) = server.http("DELETE", &path, Some(&key), None).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (status, _, _) = server.http("GET", &path, None, None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn unreadable_and_overlong_studies_are_not_saved() {
    let server = Server::new().await;
    let refused = async |record: &str| {
        let saved =
            server.try_post::<StudySaved>("/api/v1/studies", None, &save(record, None)).await;
        saved.unwrap_err().code
    };
    assert_eq!(refused("no record").await, RefusalCode::BadRecord);
    assert_eq!(refused("[Game \"stonehenge\"]\n\nA6 (A5 A4)\n").await, RefusalCode::BadRecord);
    assert_eq!(refused("[Game \"stonehenge\"]\n\nA6 {\0}\n").await, RefusalCode::BadRecord);
    let long = format!("[Game \"stonehenge\"]\n\nA6 {{{}}}\n", "x".repeat(256 << 10));
    assert_eq!(refused(&long).await, RefusalCode::TooLarge);
}

/// The limits count what comes from an address, so this goes over a real connection.
#[tokio::test]
async fn a_record_with_too_many_actions_is_not_studied() {
    let server = Server::new().await;
    for (count, expected) in [(9_999, 200), (10_000, 413)] {
        let record = format!("[Game \"stonehenge\"]\n\nA1 {}", "(B1)".repeat(count));
        let body = serde_json::json!({ "record": record }).to_string();
        for path in ["/api/v1/study", "/api/v1/studies", "/api/v1/picture/svg"] {
            let (status, _, _) = server.http("POST", path, None, Some(body.clone())).await;
            assert_eq!(status, expected, "{path}");
        }
    }
}

#[tokio::test]
async fn one_address_cannot_fill_the_disk_with_studies() {
    let limits = Limits { creations_per_address: 0.2, ..Limits::default() };
    let server = Server::with(Arc::new(MemoryStore::new()), limits, Arc::new(SystemSources)).await;
    // Four at once, and on a busy machine those that become due meanwhile.
    let mut kept = 0;
    let refused = loop {
        match post_by_socket(&server, "/api/v1/studies", &save(RECORD, None)).await {
            200 => kept += 1,
            refused => break refused,
        }
        assert!(kept < 100, "nothing is refused");
    };
    assert!(kept >= 4 && refused == 429, "{kept} {refused}");
}

async fn post_by_socket(server: &Server, path: &str, body: &SaveStudy) -> u16 {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let body = serde_json::to_string(body).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        server.address,
        body.len()
    );
    let mut socket = tokio::net::TcpStream::connect(server.address).await.unwrap();
    socket.write_all((head + &body).as_bytes()).await.unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}
