//! Access: host names, content types, proxies, health.

use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::stranger::Stranger;
use crate::common::{SOON, Server, process, watch};
use axum::http::StatusCode;
use sarsen_protocol::{AskKind, RefusalCode, Tell};
use sarsen_server::engine::RandomBackend;
use sarsen_server::{Access, AppOptions, Limits, SystemSources};
use sarsen_store::{MemoryStore, SqliteStore, Store};

async fn server(store: Arc<dyn Store>, limits: Limits, access: Access) -> Server {
    let (engine, sources) = (Arc::new(RandomBackend), Arc::new(SystemSources));
    Server::of(AppOptions { store, engine, engine_threads: 1, limits, access, sources, push: None })
        .await
}

#[tokio::test]
async fn a_server_answers_to_its_own_names_only() {
    let access = Access { host_names: vec!["play.example.org".to_owned()], ..Access::default() };
    let server = server(Arc::new(MemoryStore::new()), Limits::default(), access).await;
    let ask = async |host: &str, path: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close");
        Stranger(1).ask(server.address, &head, "").await
    };
    for host in ["localhost:8470", "127.0.0.1", "[::1]:1", "play.example.org"] {
        assert_eq!(ask(host, "/api/v1/about").await.0, 200, "{host}");
    }
    for path in ["/", "/api/v1/about", "/api/v1/tables/x/socket", "/metrics"] {
        let (status, says) = ask("rebound.example", path).await;
        assert_eq!(status, 421, "{path}");
        assert!(says.contains("--host-name"), "{says}");
    }
}

#[tokio::test]
async fn a_body_has_to_say_that_it_is_json() {
    let server = Server::new().await;
    let ask = async |kind: &str| {
        let head =
            format!("POST /api/v1/players HTTP/1.1\r\nhost: localhost\r\nconnection: close{kind}");
        Stranger(1).ask(server.address, &head, r#"{"name": "Ada"}"#).await
    };
    assert_eq!(ask("\r\ncontent-type: application/json; charset=utf-8").await.0, 200);
    for kind in
        ["", "\r\ncontent-type: text/plain", "\r\ncontent-type: application/x-www-form-urlencoded"]
    {
        let (status, answer) = ask(kind).await;
        assert_eq!(status, 415, "{kind}");
        assert!(answer.contains("bad_message"), "{answer}");
    }
}

#[tokio::test]
async fn an_address_that_is_not_utf8_gets_an_answer() {
    let server = Server::new().await;
    for path in ["/api/v1/tables/%ff", "/api/v1/tables/%ff/record", "/api/v1/games/%ff/rules"] {
        let (status, _, body) = server.http("GET", path, None, None).await;
        let refusal: sarsen_protocol::Refusal = serde_json::from_slice(&body).unwrap();
        assert_eq!(
            (status, refusal.code),
            (StatusCode::NOT_FOUND, RefusalCode::UnknownAddress),
            "{path}"
        );
    }
    for path in ["/t/%ff", "/studies/%ff"] {
        let (status, _, body) = server.http("GET", path, None, None).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(String::from_utf8_lossy(&body).contains("<!doctype html>"), "{path}");
    }
}

#[tokio::test]
async fn the_server_is_not_well_without_its_database() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let server = server(store, Limits::default(), Access::default()).await;
    let health = async || server.http("GET", "/healthz", None, None).await.0;
    assert_eq!(health().await, StatusCode::OK);
    std::fs::remove_file(folder.path().join("sarsen.db")).unwrap();
    let begun = Instant::now();
    while health().await == StatusCode::OK {
        assert!(begun.elapsed() < SOON, "it is not noticed");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(health().await, StatusCode::SERVICE_UNAVAILABLE);
}

/// The nginx example of the manual, adapted to these addresses.
fn nginx_example(server: std::net::SocketAddr) -> String {
    let manual = include_str!("../../../../docs/operation.md");
    let (_, rest) = manual.split_once("```nginx\n").expect("the manual has an example");
    let (example, _) = rest.split_once("```").expect("the example ends");
    example.replace("127.0.0.1:8470", &server.to_string())
}

/// A process that ends with its owner.
struct Nginx(Child);

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nginx_is_configured_as_the_manual_says() {
    let Some(program) = sarsen_testkit::services::nginx() else { return };
    let access = Access {
        host_names: vec!["play.example.org".to_owned()],
        proxies: vec!["127.0.0.1".parse().unwrap()],
        ..Access::default()
    };
    let limits = Limits { creations_per_address: 0.1, ..process::generous() };
    let server = server(Arc::new(MemoryStore::new()), limits, access).await;
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = free.local_addr().unwrap();
    drop(free);
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("nginx.conf");
    let text = format!(
        "daemon off; master_process off; pid nginx.pid; error_log stderr;\n\
         events {{ worker_connections 64; }}\n\
         http {{ access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f;\n\
         uwsgi_temp_path u; scgi_temp_path s;\n\
         server {{ listen {proxy}; server_name play.example.org;\n{}}} }}\n",
        nginx_example(server.address)
    );
    std::fs::write(&config, text).unwrap();
    let nginx = Command::new(program).arg("-p").arg(folder.path()).arg("-c").arg(&config).spawn();
    let _nginx = Nginx(nginx.unwrap());
    let begun = Instant::now();
    while tokio::net::TcpStream::connect(proxy).await.is_err() {
        assert!(begun.elapsed() < SOON, "nginx does not start");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // The client's own `X-Forwarded-For` is ignored, the proxy's is trusted: every client has its own limits.
    let create = async |who: u8| {
        let head = "POST /api/v1/players HTTP/1.1\r\nhost: play.example.org\r\nconnection: close\r\n\
             content-type: application/json\r\nx-forwarded-for: 203.0.113.77";
        Stranger(who).ask(proxy, head, r#"{"name": "Ada"}"#).await.0
    };
    let statuses = [create(2).await, create(2).await, create(2).await, create(3).await];
    assert_eq!(statuses, [200, 200, 429, 200]);
    // A WebSocket through the proxy.
    let (table, _players) = server.two_at("stonehenge", &[]).await;
    let path = format!("/api/v1/tables/{table}/socket");
    let mut watcher = Stranger(4).socket(proxy, &path).await.unwrap();
    watcher.ask(AskKind::Hello(watch()).into()).await;
    watcher.until(|tell| matches!(tell, Tell::Welcome(_)).then_some(())).await;
}
