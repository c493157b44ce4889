//! "Your turn" for players who are not connected, sent to a push service on this machine that decrypts what it gets.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::common::{Client, SOON, Server, hello_key, new_table};
use axum::http::StatusCode;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as Verifier};
use sarsen_protocol::{About, NewSeat, PushSubscription};
use sarsen_server::engine::RandomBackend;
use sarsen_server::{Access, AppOptions, Limits, PushKey, PushOptions, SystemSources};
use sarsen_store::MemoryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const MINE: &str = "/api/v1/players/me/push";

struct World {
    server: Server,
    service: TcpListener,
    _folder: tempfile::TempDir,
}

async fn world(allow_local: bool) -> World {
    let folder = tempfile::tempdir().unwrap();
    let key = Arc::new(PushKey::open(&folder.path().join("push.pem")).unwrap());
    let store = Arc::new(MemoryStore::new());
    let contact = "mailto:operator@example.org".to_owned();
    let options = AppOptions {
        store,
        engine: Arc::new(RandomBackend),
        engine_threads: 1,
        limits: Limits::default(),
        access: Access::default(),
        sources: Arc::new(SystemSources),
        push: Some(PushOptions { key, contact, allow_local }),
    };
    let service = TcpListener::bind("127.0.0.1:0").await.unwrap();
    World { server: Server::of(options).await, service, _folder: folder }
}

/// A browser's half of the keys.
struct Browser {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    secret: [u8; 16],
}

impl Browser {
    fn new() -> Browser {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Browser { private, public, secret: [9; 16] }
    }

    fn subscription(&self, service: SocketAddr, lang: &str) -> PushSubscription {
        PushSubscription {
            endpoint: format!("http://{service}/send/ada?x=1"),
            p256dh: BASE64.encode(&self.public),
            auth: BASE64.encode(self.secret),
            lang: lang.to_owned(),
        }
    }

    /// Decrypts by the steps of RFC 8291, written out with HMAC.
    fn decrypt(self, body: &[u8]) -> String {
        let (salt, sender, sealed) = (&body[..16], &body[21..86], &body[86..]);
        assert_eq!(body[20], 65);
        let hmac = |key: &[u8], data: &[&[u8]]| {
            hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), &data.concat()).as_ref().to_vec()
        };
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = agree_ephemeral(self.private, &theirs, <[u8]>::to_vec).unwrap();
        let first = hmac(&self.secret, &[&shared]);
        let material = hmac(&first, &[b"WebPush: info\0", &self.public, sender, &[1]]);
        let second = hmac(salt, &[&material]);
        let key = hmac(&second, &[b"Content-Encoding: aes128gcm\0", &[1]]);
        let nonce = hmac(&second, &[b"Content-Encoding: nonce\0", &[1]]);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let mut sealed = sealed.to_vec();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut sealed).unwrap();
        let (last, text) = plain.split_last().unwrap();
        assert_eq!(*last, 2);
        String::from_utf8(text.to_vec()).unwrap()
    }
}

/// Takes one request and answers it; its head and its body.
async fn receive(service: &TcpListener, status: &str) -> (String, Vec<u8>) {
    let (mut stream, _) = tokio::time::timeout(SOON, service.accept()).await.unwrap().unwrap();
    let mut bytes = Vec::new();
    loop {
        stream.read_buf(&mut bytes).await.unwrap();
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: "));
        if bytes.len() - end - 4 == length.unwrap().parse::<usize>().unwrap() {
            stream.write_all(format!("HTTP/1.1 {status}\r\n\r\n").as_bytes()).await.unwrap();
            return (head, bytes[end + 4..].to_vec());
        }
    }
}

async fn put(server: &Server, key: &str, subscription: &PushSubscription) -> StatusCode {
    let body = serde_json::to_string(subscription).unwrap();
    server.http("PUT", MINE, Some(key), Some(body)).await.0
}

/// Bo, who is connected, and Ada, who is not, at a table where Bo is to act.
async fn table(server: &Server, ada: &str) -> (String, Client) {
    let bo = server.player("Bo").await;
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Open];
    let created = server.create(&bo, &new_table("stonehenge", &[], seats)).await;
    let table = created.table.table;
    server.join(ada, &table, created.table.invite.as_deref().unwrap()).await;
    let client = server.connect(&table, hello_key(&bo)).await;
    (table, client)
}

#[tokio::test]
async fn a_browser_that_is_not_open_is_told_of_its_turn_and_only_it_can_read_that() {
    let world = world(true).await;
    let ada = world.server.player("Ada").await;
    let browser = Browser::new();
    let service = world.service.local_addr().unwrap();
    let subscription = browser.subscription(service, "fr");
    assert_eq!(put(&world.server, &ada, &subscription).await, StatusCode::NO_CONTENT);
    let (table, mut bo) = table(&world.server, &ada).await;
    bo.act("G6").await.unwrap();
    let (head, body) = receive(&world.service, "201 Created").await;
    let text: serde_json::Value = serde_json::from_str(&browser.decrypt(&body)).unwrap();
    let expected = serde_json::json!({
        "title": "Stonehenge", "body": "À vous de jouer contre Bo", "table": table,
    });
    assert_eq!(text, expected);

    let header = |name: &str| {
        let line = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("{name}: {head}")).to_owned()
    };
    assert!(head.starts_with("POST /send/ada?x=1 HTTP/1.1\r\n"), "{head}");
    assert_eq!((header("Content-Encoding"), header("Topic")), ("aes128gcm".to_owned(), table));
    let authorization = header("Authorization");
    let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    let about: About = world.server.get("/api/v1/about", None).await;
    assert_eq!(Some(key), about.push_key.as_deref());
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let verifier = Verifier::new(&ECDSA_P256_SHA256_FIXED, BASE64.decode(key).unwrap());
    verifier.verify(signed.as_bytes(), &BASE64.decode(signature).unwrap()).unwrap();
    let claims = BASE64.decode(signed.split('.').nth(1).unwrap()).unwrap();
    let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], format!("http://{service}"));
    assert_eq!(claims["sub"], "mailto:operator@example.org");
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten() {
    let world = world(true).await;
    let ada = world.server.player("Ada").await;
    let subscription = Browser::new().subscription(world.service.local_addr().unwrap(), "en");
    put(&world.server, &ada, &subscription).await;
    let (_, mut bo) = table(&world.server, &ada).await;
    bo.act("G6").await.unwrap();
    receive(&world.service, "410 Gone").await;
    // Ten browsers fit once this one is forgotten.
    tokio::time::timeout(SOON, async {
        while !forgotten(&world.server, &ada).await {
            tokio::task::yield_now().await;
        }
    })
    .await
    .unwrap();
}

/// Whether a player has room for all browsers that one may have.
async fn forgotten(server: &Server, key: &str) -> bool {
    let mut made = Vec::new();
    for number in 0..10 {
        let endpoint = format!("http://127.0.0.1:9/{number}");
        let service = "127.0.0.1:9".parse().unwrap();
        let other = PushSubscription {
            endpoint: endpoint.clone(),
            ..Browser::new().subscription(service, "en")
        };
        made.push((put(server, key, &other).await, endpoint));
    }
    for (_, endpoint) in &made {
        let body = serde_json::json!({ "endpoint": endpoint }).to_string();
        server.http("DELETE", MINE, Some(key), Some(body)).await;
    }
    made.iter().all(|(status, _)| *status == StatusCode::NO_CONTENT)
}

#[tokio::test]
async fn a_connected_player_gets_no_notification() {
    let world = world(true).await;
    let ada = world.server.player("Ada").await;
    let subscription = Browser::new().subscription(world.service.local_addr().unwrap(), "en");
    put(&world.server, &ada, &subscription).await;
    let (table, mut bo) = table(&world.server, &ada).await;
    let here = world.server.connect(&table, hello_key(&ada)).await;
    bo.act("G6").await.unwrap();
    let told = tokio::time::timeout(std::time::Duration::from_millis(500), world.service.accept());
    assert!(told.await.is_err());
    drop(here);
}

#[tokio::test]
async fn addresses_of_the_own_network_are_refused_by_default() {
    let world = world(false).await;
    let ada = world.server.player("Ada").await;
    let browser = Browser::new();
    let service = world.service.local_addr().unwrap();
    let plain = browser.subscription(service, "en");
    assert_eq!(put(&world.server, &ada, &plain).await, StatusCode::BAD_REQUEST);
    for endpoint in ["https://127.0.0.1/a", "https://169.254.169.254/a", "https://db.internal/a"] {
        let local = PushSubscription { endpoint: endpoint.to_owned(), ..plain.clone() };
        assert_eq!(put(&world.server, &ada, &local).await, StatusCode::BAD_REQUEST, "{endpoint}");
    }
    let endpoint = "https://push.example.net/a".to_owned();
    let public = PushSubscription { endpoint, ..plain.clone() };
    assert_eq!(put(&world.server, &ada, &public).await, StatusCode::NO_CONTENT);
    let no_key = PushSubscription { p256dh: "AAAA".to_owned(), ..public };
    assert_eq!(put(&world.server, &ada, &no_key).await, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_server_without_a_key_sends_nothing_and_says_so() {
    let server = Server::new().await;
    let about: About = server.get("/api/v1/about", None).await;
    assert_eq!(about.push_key, None);
    let ada = server.player("Ada").await;
    let endpoint = "https://push.example.net/a".to_owned();
    let service = "127.0.0.1:1".parse().unwrap();
    let subscription = PushSubscription { endpoint, ..Browser::new().subscription(service, "en") };
    assert_eq!(put(&server, &ada, &subscription).await, StatusCode::CONFLICT);
}
