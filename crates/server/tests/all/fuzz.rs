//! No input breaks anything: clients send arbitrary data while two people play.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::echo::Echo;
use crate::common::process::{self, Process};
use crate::common::{Client, SOON, Server, hello_key, new_table, post_with, watch};
use futures_util::{SinkExt, StreamExt};
use rand_core::Rng;
use sarsen_core::chance::{self, Generator};
use sarsen_protocol::{Ask, AskKind, NewSeat, Tell};
use sarsen_server::engine::RandomBackend;
use sarsen_server::{Access, AppOptions, Limits, SystemSources};
use sarsen_store::MemoryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// Messages that a client could send, good and bad.
fn nonsense(rng: &mut Generator) -> Message {
    let kinds = [
        "hello",
        "act",
        "preview",
        "look",
        "resign",
        "offer_draw",
        "decline_draw",
        "take_back",
        "decline_takeback",
        "again",
        "decline_again",
        "leave",
        "hint",
        "analyse",
        "stop",
        "ping",
        "welcome",
        "happened",
        "",
        "\u{0}",
        "__proto__",
    ];
    let values = [
        "null",
        "true",
        "-1",
        "0",
        "1",
        "4294967295",
        "4294967296",
        "1e308",
        "\"G6\"",
        "\"?\"",
        "\"\\u0000\"",
        "[]",
        "{}",
        "\"\"",
        "[[[[[]]]]]",
        "\"*\"",
        "1.5",
    ];
    let pick = |rng: &mut Generator, list: &[&str]| {
        list[chance::below(rng, list.len() as u64) as usize].to_owned()
    };
    match chance::below(rng, 10) {
        0 => Message::binary(
            (0..chance::below(rng, 300)).map(|_| rng.next_u64() as u8).collect::<Vec<_>>(),
        ),
        1 => Message::text("[".repeat(chance::below(rng, 60_000) as usize)),
        2 => Message::text("x".repeat(chance::below(rng, 200_000) as usize)),
        3 => Message::Ping(vec![1; chance::below(rng, 125) as usize].into()),
        4 => Message::text(pick(rng, &values)),
        _ => {
            let mut text = format!("{{\"kind\": \"{}\"", pick(rng, &kinds).escape_debug());
            for field in [
                "id", "seat", "game", "ply", "action", "version", "since", "key", "token",
                "record", "millis", "at",
            ] {
                if chance::below(rng, 2) == 0 {
                    text.push_str(&format!(", \"{field}\": {}", pick(rng, &values)));
                }
            }
            text.push('}');
            if chance::below(rng, 5) == 0 {
                text.truncate(
                    text.floor_char_boundary(chance::below(rng, text.len() as u64) as usize),
                );
            }
            Message::text(text)
        }
    }
}

/// A client that sends garbage.
struct FuzzClient {
    address: SocketAddr,
    table: String,
    key: Option<String>,
    rng: Generator,
    until: Instant,
    said: u32,
}

impl FuzzClient {
    /// Connects repeatedly and sends nonsense, with or without `hello`, as a player or as a stranger, on a table's
    /// socket or on the study socket.
    async fn talk(mut self) -> u32 {
        while Instant::now() < self.until {
            let study = chance::below(&mut self.rng, 8) == 0;
            let path = if study { "study".to_owned() } else { format!("tables/{}", self.table) };
            let url = format!("ws://{}/api/v1/{path}/socket", self.address);
            let Ok((mut socket, _)) = tokio_tungstenite::connect_async(url).await else {
                continue;
            };
            if chance::below(&mut self.rng, 4) > 0 {
                let hello = self.key.as_deref().map_or(watch(), hello_key);
                let text = serde_json::to_string(&Ask::from(AskKind::Hello(hello))).unwrap();
                let _ = socket.send(Message::text(text)).await;
            }
            for _ in 0..chance::below(&mut self.rng, 80) {
                if socket.send(nonsense(&mut self.rng)).await.is_err() {
                    break;
                }
                self.said += 1;
                if chance::below(&mut self.rng, 3) == 0 {
                    let answer = tokio::time::timeout(Duration::from_millis(2), socket.next());
                    if matches!(answer.await, Ok(None | Some(Err(_)))) {
                        break;
                    }
                }
            }
        }
        self.said
    }

    /// Sends broken HTTP, or opens a socket correctly and then sends broken frames: no mask, reserved bits, wrong
    /// lengths, endless fragments.
    async fn mumble(mut self) -> u32 {
        while Instant::now() < self.until {
            let Ok(mut stream) = TcpStream::connect(self.address).await else { continue };
            if chance::below(&mut self.rng, 3) > 0 {
                let upgrade = format!(
                    "GET /api/v1/tables/{}/socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\n\
                     upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                     sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                    self.table
                );
                let _ = stream.write_all(upgrade.as_bytes()).await;
            }
            for _ in 0..chance::below(&mut self.rng, 30) {
                let length = chance::below(&mut self.rng, 2000) as usize;
                let mut bytes: Vec<u8> = (0..length).map(|_| self.rng.next_u64() as u8).collect();
                if let [first, second, ..] = bytes.as_mut_slice() {
                    // A valid opcode and a small or wrong length, so that some frames get through.
                    *first = [0x81, 0x01, 0x80, 0x00, 0x89, 0x88, 0xf1, 0x82][length % 8];
                    *second = [0x85, 0xfe, 0xff, 0x05, 0x80, 0x7f][length % 6];
                }
                if stream.write_all(&bytes).await.is_err() {
                    break;
                }
                self.said += 1;
            }
            let mut answer = [0; 4096];
            let _ = tokio::time::timeout(Duration::from_millis(5), stream.read(&mut answer)).await;
        }
        self.said
    }

    /// Connects as a client that never reads, and causes messages that it does not read.
    async fn ignore(mut self) -> u32 {
        while Instant::now() < self.until {
            let mut silent = Vec::new();
            for _ in 0..20 {
                silent.push(deaf(self.address, &self.table).await);
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
            self.said += 1;
        }
        self.said
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_continue_while_other_clients_send_random_messages() {
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let time = Duration::from_secs(if heavy { 60 } else { 4 });
    let folder = tempfile::tempdir().unwrap();
    let server = Process::spawn(folder.path(), &crate::kill::CHILD).await;
    let address = server.address;
    let ada = process::player_at(address, "Ada").await;
    let mallory = process::player_at(address, "Mallory").await;
    let alone = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }; 2]);
    let (good, _) = process::table_at(address, &ada, &alone).await;
    let (bad, _) = process::table_at(address, &mallory, &alone).await;
    let until = Instant::now() + time;
    let fuzz_client = |seed: u64| {
        // Strangers at the good table, a misbehaving player at the bad one.
        let stranger = seed.is_multiple_of(2);
        let table = if stranger { good.clone() } else { bad.clone() };
        let key = (!stranger).then(|| mallory.clone());
        FuzzClient { address, table, key, rng: chance::generator(seed), until, said: 0 }
    };
    let mut client = Client::connect(address, &good, hello_key(&ada)).await;
    let before = server.memory("VmRSS");
    let mut fuzz_clients: Vec<_> =
        (0..6).map(|seed| tokio::spawn(fuzz_client(seed).talk())).collect();
    fuzz_clients.extend((6..8).map(|seed| tokio::spawn(fuzz_client(seed).mumble())));
    fuzz_clients.push(tokio::spawn(fuzz_client(8).ignore()));
    let mut delays = Vec::new();
    let echo = Echo::start();
    while Instant::now() < until {
        delays.push(client.act_and_take_back().await);
        client.frames.clear();
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    let (_, echoed) = echo.stop();
    let mut said = 0;
    for fuzz_client in fuzz_clients {
        said += fuzz_client.await.unwrap();
    }
    delays.sort_unstable();
    let (median, slowest) = (delays[delays.len() / 2], delays[delays.len() - 1]);
    let (most, after) = (server.memory("VmHWM"), server.memory("VmRSS"));
    println!(
        "{said} messages of nonsense in {time:?}; {} actions and takebacks beside them, within {median:?} (median), \
         {slowest:?} (all), an echo within {echoed:?}; memory {before} kB before, {most} kB at the most, {after} kB after",
        delays.len()
    );
    assert!(said > 200 && delays.len() > 5, "{said} {}", delays.len());
    assert!(slowest < Duration::from_secs(3).max(10 * echoed), "{slowest:?}, an echo {echoed:?}");
    assert!(most < before + (64 << 10), "{before} kB have become {most} kB");
    for table in [&good, &bad] {
        let mut client = Client::connect(address, table, watch()).await;
        client.ask(AskKind::Ping.with_id(1)).await;
        client.until(|tell| matches!(tell, Tell::Pong { id: 1, .. }).then_some(())).await;
    }
}

/// A client with a small buffer that sends `hello` and never reads.
async fn deaf(address: SocketAddr, table: &str) -> impl Sized + use<> {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(address).await.unwrap();
    let url = format!("ws://{address}/api/v1/tables/{table}/socket");
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
    let hello = serde_json::to_string(&Ask::from(AskKind::Hello(watch()))).unwrap();
    socket.send(Message::text(hello)).await.unwrap();
    socket
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_disconnected_and_delays_nobody() {
    let limits =
        Limits { send_queue: 8, messages_per_second: 1e6, message_burst: 1e6, ..Limits::default() };
    let server = Server::with(Arc::new(MemoryStore::new()), limits, Arc::new(SystemSources)).await;
    let ada = server.player("Ada").await;
    let alone = vec![NewSeat::Me { name: None }; 2];
    let table = server.create(&ada, &new_table("stonehenge", &[], alone)).await.table.table;
    let _deaf = deaf(server.address, &table).await;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    let begun = Instant::now();
    loop {
        client.act_and_take_back().await;
        let (_, _, body) = server.http("GET", "/metrics", None, None).await;
        if String::from_utf8(body).unwrap().contains("sarsen_slow_clients_total 1") {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "the deaf client is never cut off");
    }
}

#[tokio::test]
async fn a_flooding_client_is_throttled_and_then_disconnected() {
    let limits = Limits { messages_per_second: 5.0, message_burst: 10.0, ..Limits::default() };
    let server = Server::with(Arc::new(MemoryStore::new()), limits, Arc::new(SystemSources)).await;
    let (table, _players) = server.two_at("stonehenge", &[]).await;
    let mut flood = server.connect(&table, watch()).await;
    let (mut pongs, mut refused) = (0, 0);
    let begun = Instant::now();
    for id in 0..200 {
        if flood.try_ask(&AskKind::Ping.with_id(id)).await.is_err() {
            break;
        }
        match flood.try_next().await {
            Ok(Tell::Pong { .. }) => pongs += 1,
            Ok(Tell::Refused { .. }) => refused += 1,
            Ok(Tell::Closing { .. }) | Err(_) => break,
            Ok(_) => {}
        }
    }
    let most = 10.0 + 5.0 * begun.elapsed().as_secs_f64();
    assert!((5.0..=most).contains(&f64::from(pongs)), "{pongs}");
    assert!((20..=60).contains(&refused), "{refused}");
}

#[tokio::test]
async fn too_many_connections_and_tables_are_refused() {
    let limits = Limits { connections: 2, tables_per_player: 2, ..Limits::default() };
    let server = Server::with(Arc::new(MemoryStore::new()), limits, Arc::new(SystemSources)).await;
    let ada = server.player("Ada").await;
    let new = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }; 2]);
    let table = server.create(&ada, &new).await.table.table;
    server.create(&ada, &new).await;
    let third: Result<sarsen_protocol::Created, _> =
        server.try_post("/api/v1/tables", Some(&ada), &new).await;
    assert_eq!(third.unwrap_err().code, sarsen_protocol::RefusalCode::TooMany);
    let _one = server.connect(&table, watch()).await;
    let _two = server.connect(&table, watch()).await;
    let three = Client::try_connect(server.address, &table, watch()).await;
    assert!(three.err().unwrap().contains("TooMany"));
}

#[tokio::test]
async fn one_address_cannot_take_the_place_of_all_others() {
    let limits = Limits {
        connections_per_address: 2,
        creations_per_address: 0.15,
        messages_per_address: 4.0,
        ..Limits::default()
    };
    let access = Access { proxies: vec!["127.0.0.1".parse().unwrap()], ..Access::default() };
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(SystemSources));
    let engine = Arc::new(RandomBackend);
    let options =
        AppOptions { store, engine, engine_threads: 1, limits, access, sources, push: None };
    let server = Server::of(options).await;
    let name = r#"{"name": "Ada"}"#;
    let create = async |forwarded: &str| {
        let headers = format!("x-forwarded-for: {forwarded}\r\n");
        post_with(server.address, "/api/v1/players", &headers, name).await
    };
    for _ in 0..3 {
        assert!(create("192.0.2.1").await["key"].is_string());
    }
    assert_eq!(create("192.0.2.1").await["code"], "too_fast");
    assert!(create("192.0.2.2").await["key"].is_string(), "another address is not concerned");
    let (table, _players) = server.two_at("stonehenge", &[]).await;
    let third = Client::try_connect(server.address, &table, watch()).await;
    assert!(third.err().unwrap().contains("TooMany"));
}

#[tokio::test]
async fn many_sockets_of_one_address_share_its_rate_of_messages() {
    let limits = Limits { messages_per_address: 4.0, ..Limits::default() };
    let server = Server::with(Arc::new(MemoryStore::new()), limits, Arc::new(SystemSources)).await;
    let (table, _players) = server.two_at("stonehenge", &[]).await;
    let (mut pongs, mut refused) = (0, 0);
    let begun = Instant::now();
    for _ in 0..5 {
        let mut client = server.connect(&table, watch()).await;
        for id in 0..10 {
            client.ask(AskKind::Ping.with_id(id)).await;
            let answer = client.until(|tell| match tell {
                Tell::Pong { .. } => Some(true),
                Tell::Refused { .. } => Some(false),
                _ => None,
            });
            if answer.await { pongs += 1 } else { refused += 1 }
        }
    }
    let most = 20.0 + 4.0 * begun.elapsed().as_secs_f64();
    assert!((15.0..=most).contains(&f64::from(pongs)), "{pongs} of 50 were answered");
    assert!(f64::from(refused) >= 50.0 - most, "{refused} of 50 were refused");
}

#[tokio::test]
async fn a_giant_message_ends_the_connection_and_nothing_else() {
    let server = Server::new().await;
    let (table, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    let mut giant = server.connect(&table, watch()).await;
    let text = format!("{{\"kind\": \"ping\", \"id\": {}1}}", " ".repeat(16 << 20));
    let _ = giant.socket.send(Message::text(text)).await;
    let ended = async { while giant.try_next().await.is_ok() {} };
    tokio::time::timeout(SOON, ended).await.unwrap();
    let number = ada.act("G6").await.unwrap();
    bo.until_number(number).await;
}
