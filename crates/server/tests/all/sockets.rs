//! Slow, silent and talkative clients, and too many of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::process::Process;
use crate::common::stranger::Stranger;
use crate::common::{Client, SOON, Server, process, watch};
use crate::kill::CHILD;
use futures_util::{SinkExt, StreamExt};
use sarsen_core::Seat;
use sarsen_protocol::{AskKind, RefusalCode, Tell};
use sarsen_server::{Limits, SystemSources};
use sarsen_store::MemoryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

async fn server(limits: Limits) -> Server {
    Server::with(Arc::new(MemoryStore::new()), limits, Arc::new(SystemSources)).await
}

/// How long it takes until the server closes a connection on which only this was sent.
async fn closes_after(server: &Server, said: &[u8]) -> Duration {
    let begun = Instant::now();
    let mut stream = Stranger(1).dial(server.address).await.unwrap();
    stream.write_all(said).await.unwrap();
    let mut rest = Vec::new();
    let end = tokio::time::timeout(SOON, stream.read_to_end(&mut rest)).await;
    assert!(end.is_ok(), "a connection that says {:?} stays open", String::from_utf8_lossy(said));
    begun.elapsed()
}

#[tokio::test]
async fn silent_and_half_finished_requests_time_out() {
    let timeout = Duration::from_millis(300);
    let server = server(Limits { request_timeout: timeout, ..Limits::default() }).await;
    let half = b"GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ";
    let served = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let body =
        b"POST /api/v1/players HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        content-length: 100\r\n\r\n{";
    for said in [b"".as_slice(), half, served, body] {
        let took = closes_after(&server, said).await;
        assert!(took >= timeout, "{:?}: {took:?}", String::from_utf8_lossy(said));
    }
}

#[tokio::test]
async fn one_address_has_a_part_of_all_connections() {
    let server = server(Limits { sockets: 20, sockets_per_address: 5, ..Limits::default() }).await;
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(Stranger(2).dial(server.address).await.unwrap());
    }
    let ask = async |who: u8| {
        let head = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close";
        Stranger(who).ask(server.address, head, "").await.0
    };
    assert_ne!(ask(2).await, 200, "the sixth is turned away");
    assert_eq!(ask(1).await, 200, "others are not concerned");
    drop(held);
    let begun = Instant::now();
    while ask(2).await != 200 {
        assert!(begun.elapsed() < SOON, "a place that was left stays taken");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn pings_are_messages_too() {
    let server = server(Limits::default()).await;
    let (table, _players) = server.two_at("stonehenge", &[]).await;
    let paths = [format!("/api/v1/tables/{table}/socket"), "/api/v1/study/socket".to_owned()];
    for (path, hello) in paths.iter().zip([true, false]) {
        let mut flood = Stranger(2).socket(server.address, path).await.unwrap();
        if hello {
            flood.ask(AskKind::Hello(watch()).into()).await;
        }
        let mut sent = 0;
        while sent < 100_000 && flood.socket.send(Message::Ping(vec![].into())).await.is_ok() {
            sent += 1;
            if sent % 500 == 0 {
                // The server's answers are not read; give it time to send them.
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        println!("{path}: closed after {sent} pings at the most");
        assert!(sent < 20_000, "{path}: {sent} pings were taken");
    }
}

#[tokio::test]
async fn a_binary_message_ends_the_connection() {
    let server = server(Limits::default()).await;
    let (_table, [mut ada, _bo]) = server.two_at("stonehenge", &[]).await;
    ada.socket.send(Message::binary(vec![0])).await.unwrap();
    let closing = |tell: &Tell| matches!(tell, Tell::Closing { .. }).then_some(());
    ada.until(closing).await;
    let path = "/api/v1/study/socket";
    let mut study = Stranger(2).socket(server.address, path).await.unwrap();
    study.socket.send(Message::binary(vec![0])).await.unwrap();
    let ended = tokio::time::timeout(SOON, study.socket.next()).await.expect("it is closed");
    assert!(!matches!(ended, Some(Ok(Message::Text(_)))), "{ended:?}");
}

#[tokio::test]
async fn a_message_in_endless_parts_is_read_at_a_limited_rate() {
    let server = server(Limits { received_per_address: 1e5, ..Limits::default() }).await;
    let (table, [mut ada, _bo]) = server.two_at("stonehenge", &[]).await;
    let paths = [format!("/api/v1/tables/{table}/socket"), "/api/v1/study/socket".to_owned()];
    for (who, path) in (2..).zip(&paths) {
        let mut flood = Stranger(who).socket(server.address, path).await.unwrap();
        let begun = Instant::now();
        // Empty parts of six bytes: twenty percent more than the burst.
        let part = |data| Message::Frame(Frame::message(vec![], OpCode::Data(data), false));
        flood.socket.feed(part(Data::Text)).await.unwrap();
        for _ in 0..100_000 {
            flood.socket.feed(part(Data::Continue)).await.unwrap();
        }
        flood.socket.send(Message::Ping(vec![].into())).await.unwrap();
        ada.ask(AskKind::Ping.with_id(1)).await;
        ada.until(|tell| matches!(tell, Tell::Pong { .. }).then_some(())).await;
        let others = begun.elapsed();
        // Only a ping between the parts is answered, after everything before it was read.
        while !matches!(flood.socket.next().await, Some(Ok(Message::Pong(_)))) {}
        let took = begun.elapsed();
        println!("{path}: read after {took:?}, others were answered after {others:?}");
        assert!(took >= Duration::from_millis(900), "{path}: read after {took:?}");
    }
}

#[tokio::test]
async fn a_message_that_is_too_long_is_answered() {
    let server = server(Limits::default()).await;
    let (table, [mut ada, _bo]) = server.two_at("stonehenge", &[]).await;
    let long = |bytes: usize| Message::text(format!("{{\"kind\": \"ping\"{}}}", " ".repeat(bytes)));
    ada.socket.send(long(100 << 10)).await.unwrap();
    let code = |tell: &Tell| match tell {
        Tell::Refused { refusal, .. } | Tell::Closing { refusal, .. } => Some(refusal.code),
        _ => None,
    };
    assert_eq!(ada.until(code).await, RefusalCode::TooLarge);
    ada.act("G6").await.expect("the connection goes on");
    ada.socket.send(long(300 << 10)).await.unwrap();
    assert_eq!(ada.until(code).await, RefusalCode::TooLarge);
    let mut eve = server.connect(&table, watch()).await;
    assert_eq!(eve.position.as_ref().unwrap().ply, 1);
    eve.ask(AskKind::Ping.with_id(1)).await;
    eve.until(|tell| matches!(tell, Tell::Pong { .. }).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_few_open_files_the_server_stays_alive_and_has_room_for_others() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::spawn_with(folder.path(), &CHILD, "ulimit -n 256").await;
    let mut held = Vec::new();
    for _ in 0..400 {
        if let Ok(Ok(stream)) =
            tokio::time::timeout(Duration::from_secs(1), Stranger(2).dial(server.address)).await
        {
            held.push(stream);
        }
    }
    // One address has at most half of the places, so another is served normally.
    let (_table, keys) = process::two_at(server.address, "stonehenge", &[]).await;
    assert_eq!(keys.len(), 2);
    let head = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close";
    assert_eq!(Stranger(1).ask(server.address, head, "").await, (200, "ok".to_owned()));
    println!("{} connections were opened, 256 files allowed", held.len());
}

/// From now on nothing reaches this end of the connection, and nothing is acknowledged, as if its machine had lost
/// power.
fn vanish(client: &Client) {
    // "Return 0": drop every packet.
    let nothing = socket2::SockFilter::new(0x06, 0, 0, 0);
    let MaybeTlsStream::Plain(stream) = client.socket.get_ref() else { panic!("no TLS here") };
    socket2::SockRef::from(stream).attach_filter(&[nothing]).unwrap();
}

/// Waits until there are this many WebSockets.
async fn until_connections(server: &Server, wanted: i64) -> Duration {
    let begun = Instant::now();
    while server.figure("sarsen_connections").await != wanted {
        assert!(begun.elapsed() < SOON, "a client that is gone stays connected");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    begun.elapsed()
}

#[tokio::test]
async fn a_vanished_client_is_disconnected() {
    let limits = Limits { dead_after: Duration::from_secs(3), ..Limits::default() };
    let server = server(limits).await;
    let (_table, [ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    // Nothing is sent: only keep-alive probes notice.
    vanish(&ada);
    let silent = until_connections(&server, 1).await;
    bo.until(|tell| match tell {
        Tell::Presence { connected, .. } if connected == &[Seat::TWO] => Some(()),
        _ => None,
    })
    .await;
    // Something is sent, and never acknowledged.
    bo.ask(AskKind::Ping.with_id(1)).await;
    vanish(&bo);
    let unheard = until_connections(&server, 0).await;
    println!(
        "a vanished client is cut off after {silent:?}, one that is being told something after {unheard:?}"
    );
}

#[tokio::test]
async fn an_http_client_that_does_not_read_is_disconnected() {
    let limits = Limits { dead_after: Duration::from_secs(3), ..process::generous() };
    let server = server(limits).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut greedy = socket.connect(server.address).await.unwrap();
    // The answers are far more than the buffers of both ends hold.
    let asks = "GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(2000);
    // What the server does not take any more is not sent.
    let asked = tokio::time::timeout(Duration::from_secs(1), greedy.write_all(asks.as_bytes()));
    let _ = asked.await;
    let begun = Instant::now();
    for open in [1, 0] {
        while server.figure("sarsen_sockets").await != open {
            assert!(begun.elapsed() < SOON, "not {open} open connection after {SOON:?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    println!("a client that does not read its answers is cut off after {:?}", begun.elapsed());
}

#[tokio::test]
async fn answers_that_nobody_takes_are_limited() {
    let limits = Limits { answers_per_address: 4 << 20, ..process::generous() };
    let server = server(limits).await;
    // Each action of a record comes back with its words in three languages.
    let record = format!("[Game \"stonehenge\"]\n\nA1 {}", "(B1)".repeat(9000));
    let body = serde_json::json!({ "record": record }).to_string();
    let (status, answer) = Stranger(2).post(server.address, "/api/v1/study", "", &body).await;
    assert_eq!(status, 200);
    let size = answer.to_string().len();
    assert!(size > 1 << 20, "{size}");
    let head = format!(
        "POST /api/v1/study HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    let (mut held, mut begun, mut refused) = (Vec::new(), 0, 0);
    for _ in 0..12 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        let mut greedy = socket.connect(server.address).await.unwrap();
        greedy.write_all(head.as_bytes()).await.unwrap();
        greedy.write_all(body.as_bytes()).await.unwrap();
        // The status is taken, and nothing else.
        let mut status = [0; 12];
        greedy.read_exact(&mut status).await.unwrap();
        match &status[9..] {
            b"200" => begun += 1,
            b"429" => refused += 1,
            other => panic!("{:?}", String::from_utf8_lossy(other)),
        }
        held.push(greedy);
    }
    println!("{begun} answers of {size} bytes wait, {refused} were refused");
    assert!(begun >= 2 && begun * size <= (4 << 20) + size, "{begun} answers of {size} bytes");
    assert!(refused > 0);
    let post =
        async |who: u8| Stranger(who).post(server.address, "/api/v1/study", "", &body).await.0;
    assert_eq!(post(3).await, 200, "others are not concerned");
    drop(held);
    let begun = Instant::now();
    while post(2).await != 200 {
        assert!(begun.elapsed() < SOON, "answers that nobody can take any more stay counted");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn only_clients_that_answer_pings_stay_connected() {
    let limits = Limits { heartbeat: Duration::from_millis(500), ..Limits::default() };
    let server = server(limits).await;
    let (table, [mut ada, _silent]) = server.two_at("stonehenge", &[]).await;
    let _study = Stranger(1).socket(server.address, "/api/v1/study/socket").await.unwrap();
    // A client that does not read answers no pings, although its system acknowledges them.
    let reading = async { while ada.try_next().await.is_ok() {} };
    tokio::select! {
        () = reading => panic!("who answers was cut off"),
        _ = until_connections(&server, 1) => {}
    }
    let info: sarsen_protocol::TableInfo =
        server.get(&format!("/api/v1/tables/{table}"), None).await;
    let connected: Vec<bool> = info.seats.iter().map(|seat| seat.connected).collect();
    assert_eq!(connected, [true, false]);
}

#[tokio::test]
async fn who_falls_silent_is_away_within_moments_and_back_when_heard() {
    let limits = Limits { silence: Duration::from_millis(200), ..Limits::default() };
    let server = server(limits).await;
    let (_table, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    let only = |seats: &'static [Seat]| {
        move |tell: &Tell| match tell {
            Tell::Presence { connected, .. } if connected == seats => Some(()),
            _ => None,
        }
    };
    ada.until(only(&[Seat::ONE, Seat::TWO])).await;
    // A client that does not read answers no pings, like one whose network is cut.
    ada.until(only(&[Seat::ONE])).await;
    bo.ask(AskKind::Ping.with_id(1)).await;
    ada.until(only(&[Seat::ONE, Seat::TWO])).await;
    assert_eq!(server.figure("sarsen_connections").await, 2, "it was not cut off");
}
