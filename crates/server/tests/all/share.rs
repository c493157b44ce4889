//! Pictures, previews of links, and the embedded board.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use sarsen_protocol::{NewSeat, StudyAsk};
use tower::ServiceExt;

use crate::common::{Server, new_table};

const RECORD: &str = "[Game \"stonehenge\"]\n\nG6 H1 A4\n";

/// `RECORD` as a query parameter.
const ENCODED: &str = "%5BGame%20%22stonehenge%22%5D%0A%0AG6%20H1%20A4%0A";

/// Requests a page as a browser does: with a host.
async fn page(server: &Server, path: &str, languages: &str) -> (StatusCode, HeaderMap, String) {
    let request = Request::builder()
        .uri(path)
        .header(header::HOST, "localhost:8470")
        .header(header::ACCEPT_LANGUAGE, languages)
        .body(Body::empty())
        .unwrap();
    let response = sarsen_server::app(Arc::clone(&server.state)).oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    (parts.status, parts.headers, String::from_utf8_lossy(&bytes).into_owned())
}

#[tokio::test]
async fn only_the_embedded_board_may_be_framed() {
    let server = Server::new().await;
    let (table, _players) = server.two_at("stonehenge", &[]).await;
    let paths = [
        "/".to_owned(),
        format!("/t/{table}"),
        "/t/unknown".to_owned(),
        "/study".to_owned(),
        format!("/study?record={ENCODED}"),
        "/lesson/sun".to_owned(),
        "/embed".to_owned(),
        "/embedded/t/x".to_owned(),
        "/sw.js".to_owned(),
        "/stone.svg".to_owned(),
        "/missing.js".to_owned(),
        "/healthz".to_owned(),
        "/metrics".to_owned(),
        "/api/v1/about".to_owned(),
        "/api/v1/games".to_owned(),
        "/api/v1/nothing".to_owned(),
        format!("/api/v1/tables/{table}"),
        format!("/api/v1/tables/{table}/picture/svg"),
        format!("/api/v1/picture/png?record={ENCODED}"),
    ];
    for path in paths {
        let (_, headers, _) = page(&server, &path, "en").await;
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert_eq!(headers[header::X_FRAME_OPTIONS], "DENY", "{path}");
    }
    for path in [format!("/embed/t/{table}"), format!("/embed/study?record={ENCODED}")] {
        let (_, headers, _) = page(&server, &path, "en").await;
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.ends_with("frame-ancestors *"), "{path}: {policy}");
        assert!(policy.contains("default-src 'self'; script-src 'self' "), "{path}: {policy}");
        assert!(!headers.contains_key(header::X_FRAME_OPTIONS), "{path}");
    }
}

#[tokio::test]
async fn a_table_is_drawn_in_every_format_and_may_be_cached() {
    let server = Server::new().await;
    let (table, mut players) = server.two_at("stonehenge", &[]).await;
    players[0].act("G6").await.unwrap();
    let formats: [(&str, &str, &[u8]); 4] = [
        ("svg", "image/svg+xml", b"<svg"),
        ("png", "image/png", b"\x89PNG"),
        ("card", "image/png", b"\x89PNG"),
        ("gif", "image/gif", b"GIF89a"),
    ];
    for (format, kind, start) in formats {
        let path = format!("/api/v1/tables/{table}/picture/{format}");
        let (status, headers, body) = server.http("GET", &path, None, None).await;
        assert_eq!(status, StatusCode::OK, "{format}");
        assert_eq!(headers[header::CONTENT_TYPE], kind);
        assert!(body.starts_with(start), "{format}: {:?}", &body[..8]);
        assert_eq!(headers[header::CACHE_CONTROL], "public, max-age=60");
        let request = Request::builder()
            .uri(&path)
            .header(header::IF_NONE_MATCH, &headers[header::ETAG])
            .body(Body::empty())
            .unwrap();
        let app = sarsen_server::app(Arc::clone(&server.state));
        let again = app.oneshot(request).await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{format}");
    }
    let before = format!("/api/v1/tables/{table}/picture/svg?at=0");
    let now = format!("/api/v1/tables/{table}/picture/svg");
    let (_, _, before) = server.http("GET", &before, None, None).await;
    let (_, _, now) = server.http("GET", &now, None, None).await;
    assert_ne!(before, now, "the first druid is missing");
    for (path, expected) in [
        (format!("/api/v1/tables/{table}/picture/svg?at=2"), StatusCode::BAD_REQUEST),
        (format!("/api/v1/tables/{table}/picture/bmp"), StatusCode::NOT_FOUND),
        ("/api/v1/tables/unknown/picture/svg".to_owned(), StatusCode::NOT_FOUND),
    ] {
        assert_eq!(server.http("GET", &path, None, None).await.0, expected, "{path}");
    }
}

#[tokio::test]
async fn a_player_s_own_picture_is_kept_by_nobody() {
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let new = new_table("stonehenge", &[("druids", "hidden")], seats);
    let table = server.create(&ada, &new).await.table;
    server.join(&server.player("Bo").await, &table.table, &table.invite.unwrap()).await;
    let path = format!("/api/v1/tables/{}/picture/svg", table.table);
    for (key, kept, shared) in
        [(None, "public, max-age=60", "cross-origin"), (Some(&ada), "no-store", "same-origin")]
    {
        let request = Request::builder().uri(&path).header(header::HOST, "localhost");
        let request = match key {
            Some(key) => request.header(header::AUTHORIZATION, format!("Bearer {key}")),
            None => request,
        };
        let router = sarsen_server::app(Arc::clone(&server.state));
        let response = router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[header::CACHE_CONTROL], kept);
        assert_eq!(response.headers()[header::VARY], "authorization");
        assert_eq!(response.headers()["cross-origin-resource-policy"], shared);
    }
}

#[tokio::test]
async fn a_record_is_drawn_and_a_hidden_face_in_it_stays_hidden() {
    let server = Server::new().await;
    let path = format!("/api/v1/picture/svg?record={ENCODED}&at=1");
    let (status, headers, drawn) = server.http("GET", &path, None, None).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers[header::CACHE_CONTROL], "public, max-age=86400");
    let ask = |record: &str| {
        let ask = StudyAsk { record: record.to_owned(), at: Some(1), action: None };
        Some(serde_json::to_string(&ask).unwrap())
    };
    let (_, _, posted) = server.http("POST", "/api/v1/picture/svg", None, ask(RECORD)).await;
    assert_eq!(drawn, posted);
    let hidden = "[Game \"stonehenge\"]\n[Option.druids \"hidden\"]\n\nG? H?\n";
    for format in ["svg", "png", "gif"] {
        let path = format!("/api/v1/picture/{format}");
        let (status, _, body) = server.http("POST", &path, None, ask(hidden)).await;
        assert_eq!(status, StatusCode::OK, "{format}: {}", String::from_utf8_lossy(&body));
    }
    let bad = "[Game \"stonehenge\"]\n\nG6 G6\n";
    for format in ["svg", "gif"] {
        let body = ask(bad).map(|body| body.replace("\"at\":1", "\"at\":2"));
        let path = format!("/api/v1/picture/{format}");
        let (status, _, _) = server.http("POST", &path, None, body).await;
        assert!(status.is_client_error(), "{format}: {status}");
    }
}

#[tokio::test]
async fn link_previews_describe_their_page() {
    let server = Server::new().await;
    let (table, mut players) = server.two_at("stonehenge", &[]).await;
    players[0].act("G6").await.unwrap();
    let (status, headers, text) = page(&server, &format!("/t/{table}?invite=word"), "en").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers[header::CACHE_CONTROL], "no-cache");
    for part in [
        "<meta property=\"og:title\" content=\"Stonehenge: ".to_owned(),
        format!("content=\"http://localhost:8470/t/{table}\""),
        format!("content=\"http://localhost:8470/api/v1/tables/{table}/picture/card\""),
        "summary_large_image".to_owned(),
        "<!doctype html>".to_owned(),
    ] {
        assert!(text.contains(&part), "{part}: {text}");
    }
    assert!(!text.contains("invite=word"), "the invitation is not for everybody: {text}");
    let (_, _, text) = page(&server, &format!("/t/{table}"), "fr-FR,en").await;
    assert!(text.contains("La partie est en cours"), "{text}");
    let (_, _, text) = page(&server, &format!("/study?record={ENCODED}&at=2"), "ja").await;
    assert!(text.contains("2手目まで"), "{text}");
    let picture = text.split("og:image\" content=\"http://localhost:8470").nth(1).unwrap();
    let picture = picture.split('"').next().unwrap().replace("&amp;", "&");
    let (status, headers, _) = server.http("GET", &picture, None, None).await;
    assert_eq!(
        (status, &headers[header::CONTENT_TYPE]),
        (StatusCode::OK, &"image/png".parse().unwrap())
    );
    // A study that is kept has the position at the end of its main line.
    let save = serde_json::json!({ "record": RECORD });
    let saved: sarsen_protocol::StudySaved = server.post("/api/v1/studies", None, &save).await;
    let (_, _, text) = page(&server, &format!("/studies/{}", saved.study), "en").await;
    assert!(text.contains("Stonehenge: after 3 actions"), "{text}");
    let picture = format!("/api/v1/studies/{}/picture/card", saved.study);
    assert!(text.contains(&picture), "{text}");
    assert_eq!(server.http("GET", &picture, None, None).await.0, StatusCode::OK);
    // What cannot be told is left out, and the page is served all the same.
    for path in
        ["/t/unknown", "/studies/unknown", "/study", "/study?record=nonsense", "/study?at=x"]
    {
        let (status, _, text) = page(&server, path, "en").await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(!text.contains("og:title"), "{path}");
    }
}
