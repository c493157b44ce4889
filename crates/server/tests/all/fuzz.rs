//! Nothing is broken by input: clients that say anything at all, while two people play.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::{Client, Server, hello_key, new_table, watch};
use futures_util::{SinkExt, StreamExt};
use rand_core::Rng;
use sarsen_core::chance::{self, Generator};
use sarsen_protocol::{Ask, NewSeat, Tell};
use sarsen_server::{Limits, SystemSources};
use sarsen_store::MemoryStore;
use tokio_tungstenite::tungstenite::Message;

/// Things that a client could say, good and bad.
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

/// Connects again and again and says nonsense, with or without having said hello, as a player or as a stranger.
async fn trouble(
    address: std::net::SocketAddr,
    table: String,
    key: Option<String>,
    seed: u64,
    until: Instant,
) -> u32 {
    let mut rng = chance::generator(seed);
    let mut said = 0;
    while Instant::now() < until {
        let url = format!("ws://{address}/api/v1/tables/{table}/socket");
        let Ok((mut socket, _)) = tokio_tungstenite::connect_async(url).await else { continue };
        if chance::below(&mut rng, 4) > 0 {
            let hello = key.as_deref().map_or(watch(), hello_key);
            let text = serde_json::to_string(&Ask::Hello(hello)).unwrap();
            let _ = socket.send(Message::text(text)).await;
        }
        for _ in 0..chance::below(&mut rng, 80) {
            if socket.send(nonsense(&mut rng)).await.is_err() {
                break;
            }
            said += 1;
            if chance::below(&mut rng, 3) == 0 {
                let answer = tokio::time::timeout(Duration::from_millis(2), socket.next());
                if matches!(answer.await, Ok(None | Some(Err(_)))) {
                    break;
                }
            }
        }
    }
    said
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_play_on_while_others_say_anything_at_all() {
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let time = Duration::from_secs(if heavy { 60 } else { 4 });
    let server = Server::new().await;
    let ada = server.player("Ada").await;
    let mallory = server.player("Mallory").await;
    let alone = vec![NewSeat::Me { name: None }; 2];
    let good = server.create(&ada, &new_table("stonehenge", &[], alone.clone())).await.table.table;
    let bad = server.create(&mallory, &new_table("stonehenge", &[], alone)).await.table.table;
    let until = Instant::now() + time;
    let mut troubles = Vec::new();
    for seed in 0..6 {
        // Strangers at the good table, a player gone mad at the bad one.
        let (table, key) =
            if seed % 2 == 0 { (good.clone(), None) } else { (bad.clone(), Some(mallory.clone())) };
        troubles.push(tokio::spawn(trouble(server.address, table, key, seed, until)));
    }
    let mut client = server.connect(&good, hello_key(&ada)).await;
    let (mut slowest, mut played) = (Duration::ZERO, 0);
    while Instant::now() < until {
        let begun = Instant::now();
        let action = first_legal(&client);
        client.act(&action).await.unwrap();
        client.request(|id| Ask::TakeBack { id: Some(id), seat: Some(1) }).await.unwrap();
        slowest = slowest.max(begun.elapsed());
        played += 2;
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    let mut said = 0;
    for trouble in troubles {
        said += trouble.await.unwrap();
    }
    println!(
        "{said} messages of nonsense; {played} requests beside them, the slowest pair {slowest:?}"
    );
    assert!(said > 200 && played > 10, "{said} {played}");
    assert!(slowest < Duration::from_secs(3), "{slowest:?}");
    for table in [&good, &bad] {
        let mut client = server.connect(table, watch()).await;
        client.ask(Ask::Ping { id: 1 }).await;
        client.until(|tell| matches!(tell, Tell::Pong { id: 1, .. }).then_some(())).await;
        server.record(table, None).await;
    }
}

fn first_legal(client: &Client) -> String {
    match client.position.as_ref().unwrap().legal.clone().unwrap() {
        sarsen_protocol::Legal::Actions { actions } => actions[0].clone(),
        other => panic!("{other:?}"),
    }
}

/// A client with a small buffer that says hello and never reads.
async fn deaf(address: std::net::SocketAddr, table: &str) -> impl Sized {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(address).await.unwrap();
    let url = format!("ws://{address}/api/v1/tables/{table}/socket");
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
    let hello = serde_json::to_string(&Ask::Hello(watch())).unwrap();
    socket.send(Message::text(hello)).await.unwrap();
    socket
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_cut_off_and_delays_nobody() {
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
        let action = first_legal(&client);
        client.act(&action).await.unwrap();
        client.request(|id| Ask::TakeBack { id: Some(id), seat: Some(1) }).await.unwrap();
        let (_, _, body) = server.http("GET", "/metrics", None, None).await;
        if String::from_utf8(body).unwrap().contains("sarsen_slow_clients_total 1") {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "the deaf client is never cut off");
    }
}

#[tokio::test]
async fn a_flood_is_slowed_down_and_then_shut_out() {
    let limits = Limits { messages_per_second: 5.0, message_burst: 10.0, ..Limits::default() };
    let server = Server::with(Arc::new(MemoryStore::new()), limits, Arc::new(SystemSources)).await;
    let (table, _players) = server.two_at("stonehenge", &[]).await;
    let mut flood = server.connect(&table, watch()).await;
    let (mut pongs, mut refused) = (0, 0);
    for id in 0..200 {
        if flood.try_ask(&Ask::Ping { id }).await.is_err() {
            break;
        }
        match flood.try_next().await {
            Ok(Tell::Pong { .. }) => pongs += 1,
            Ok(Tell::Refused { .. }) => refused += 1,
            Ok(Tell::Closing { .. }) | Err(_) => break,
            Ok(_) => {}
        }
    }
    assert!((5..30).contains(&pongs), "{pongs}");
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
