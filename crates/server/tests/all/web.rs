//! The page and the routes around it.

use std::collections::BTreeSet;

use crate::common::Server;
use axum::http::{StatusCode, header};
use sarsen_core::Seat;
use sarsen_protocol::{About, GameInfo, RulesText, StudyAsk, StudyPosition, TurnInfo};

#[tokio::test]
async fn every_address_of_the_page_gives_the_page_with_a_strict_policy() {
    let server = Server::new().await;
    for path in ["/", "/t/abc", "/t/abc?invite=x", "/study"] {
        let (status, headers, body) = server.http("GET", path, None, None).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/html"));
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("script-src 'self' 'unsafe"), "{policy}");
        assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(headers[header::CACHE_CONTROL], "no-cache");
        assert!(headers.contains_key(header::ETAG));
        assert!(String::from_utf8_lossy(&body).contains("<!doctype html>"));
    }
    let (status, _, _) = server.http("GET", "/missing.js", None, None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, _, _) = server.http("GET", "/../Cargo.toml", None, None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_games_describe_themselves() {
    let server = Server::new().await;
    let about: About = server.get("/api/v1/about", None).await;
    assert_eq!(about.protocol, sarsen_protocol::VERSION);
    let games: Vec<GameInfo> = server.get("/api/v1/games", None).await;
    assert_eq!(games.len(), sarsen_catalog::GAMES.len());
    for game in games {
        for lang in ["en", "fr", "ja"] {
            let path = format!("/api/v1/games/{}/rules?lang={lang}", game.id);
            let rules: RulesText = server.get(&path, None).await;
            assert!(rules.markdown.contains("**"), "{path}");
        }
    }
}

#[tokio::test]
async fn records_can_be_studied() {
    let server = Server::new().await;
    let ask = StudyAsk {
        record: "[Game \"stonehenge\"]\n\nG6 {first} H1".to_owned(),
        at: Some(1),
        action: Some("A1".to_owned()),
    };
    let study: StudyPosition = server.post("/api/v1/study", None, &ask).await;
    assert_eq!(study.steps.len(), 2);
    assert_eq!(study.steps[0].comments, ["first"]);
    assert_eq!((study.at, study.turn), (1, TurnInfo::Seat { seat: Seat::TWO }));
    assert_eq!(study.preview.unwrap().action, "A1");
}

#[tokio::test]
async fn health_figures_and_the_description_are_there() {
    let server = Server::new().await;
    let (status, _, body) = server.http("GET", "/healthz", None, None).await;
    assert_eq!((status, body.as_slice()), (StatusCode::OK, b"ok".as_slice()));
    let (_table, mut players) = server.two_at("stonehenge", &[]).await;
    players[0].act("G6").await.unwrap();
    let (_, _, body) = server.http("GET", "/metrics", None, None).await;
    let text = String::from_utf8(body).unwrap();
    for line in ["sarsen_connections 2", "sarsen_tables 1", "sarsen_commit_seconds_count"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let document: serde_json::Value = server.get("/api/v1/openapi.json", None).await;
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.contains_key("/api/v1/tables/{table}/join"), "{paths:?}");
    assert!(document["components"]["schemas"]["TableInfo"].is_object());
}

#[tokio::test]
async fn the_description_and_the_document_name_the_same_addresses() {
    let server = Server::new().await;
    let document: serde_json::Value = server.get("/api/v1/openapi.json", None).await;
    let described: BTreeSet<String> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let text = include_str!("../../../../docs/protocol.md");
    let addresses = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let told: BTreeSet<String> = addresses
        .filter(|address| address.contains(" /api/v1/"))
        .map(|address| address.split('?').next().unwrap_or(address).to_owned())
        // Sockets are not described in OpenAPI, nor is the description itself.
        .filter(|address| !address.ends_with("socket") && !address.ends_with("openapi.json"))
        .collect();
    assert!(told.len() > 30, "{told:?}");
    assert_eq!(described, told);
}
