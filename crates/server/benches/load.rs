//! The load of a busy evening: many tables with two sockets each, one action per second on each table.
//!
//! `cargo bench -p sarsen-server --bench load` prints the figures, with idle and with busy engines. The server is this
//! program, started again as a separate process; client and server share the machine. `LOAD_TABLES` and `LOAD_SECONDS`
//! change the size (1000 and 60). It fails if a requirement is not met.
//!
//! `LOAD_NODES=1` instead compares one server with SQLite, one with PostgreSQL, and three with PostgreSQL and NATS,
//! with the processor time of each part.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "it ends where something unexpected happens, and prints figures"
)]

#[path = "../tests/all/common/mod.rs"]
mod common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::cluster::{self, Member};
use common::process::{self, Process};
use common::{Client, hello_key, new_table, watch};
use cpu_time::ProcessTime;
use futures_util::{SinkExt, StreamExt};
use sarsen_core::chance;
use sarsen_protocol::{Ask, AskKind, Legal, NewSeat, TurnInfo};
use sarsen_server::Limits;
use sarsen_server::engine::SearchBackend;
use sarsen_testkit::services::{Nats, Postgres};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::sync::{Barrier, Semaphore};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The time within which 99 of 100 actions have to reach the other player.
const SOON: Duration = Duration::from_millis(100);

/// The memory that an idle table may use, in kB.
const MAX_MEMORY: f64 = 50.0;

fn main() {
    if cluster::take_part_if_asked(Arc::new(SearchBackend::default()), process::generous()) {
        return;
    }
    process::serve_if_asked(
        Arc::new(SearchBackend::default()),
        Limits { longest_analysis: Duration::from_secs(600), ..process::generous() },
    );
    measure();
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Every table takes two open files of this process, and many systems allow a thousand at first.
fn raise_open_files() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    }
}

fn measure() {
    raise_open_files();
    // `cargo test` also runs benches, to check that they work; a short run is enough for that.
    let whole = std::env::args().any(|arg| arg == "--bench");
    let (many, long) = if whole { (1000, 60) } else { (20, 2) };
    let (tables, seconds) = (number("LOAD_TABLES", many), number("LOAD_SECONDS", long));
    let folder = tempfile::tempdir().unwrap();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    if std::env::var_os("LOAD_NODES").is_some() {
        runtime.block_on(compare(tables, seconds));
        return;
    }
    let met = runtime.block_on(async {
        let server = Process::spawn(folder.path(), &[]).await;
        let empty = server.memory("VmRSS");
        let pairs = make_all(&[server.address], tables).await;
        let used = || vec![("server", server.seconds())];
        let sitting = server.memory("VmRSS");
        let each = sitting.saturating_sub(empty) as f64 / tables as f64;
        println!(
            "{tables} tables with two sockets each, {seconds} s, one action per second on each table"
        );
        println!(
            "memory: {empty} kB empty, {sitting} kB with all tables connected: {each:.1} kB per table"
        );
        let (pairs, idle) = run("engines idle", used, pairs, seconds).await;
        let _busy = keep_engines_busy(server.address).await;
        let (_pairs, busy) = run("engines busy", used, pairs, seconds).await;
        println!("memory after it: {} kB", server.memory("VmRSS"));
        each < MAX_MEMORY && idle < SOON && busy < SOON
    });
    println!("{}", if met { "all requirements are met" } else { "a requirement is missed" });
    // A short run on a busy machine proves nothing.
    if whole && !met {
        std::process::exit(1);
    }
}

/// The same load on one server with SQLite, one with PostgreSQL, and three with PostgreSQL and NATS, in turn.
async fn compare(tables: u64, seconds: u64) {
    println!(
        "{tables} tables with two sockets each, {seconds} s, one action per second on each table"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = format!("sqlite:{}", folder.path().display());
    let mut alone = Member::node(&[], &file, None);
    alone.wait().await;
    let pairs = make_all(&[alone.address], tables).await;
    run("one server, SQLite", || vec![("server", alone.seconds())], pairs, seconds).await;
    drop(alone);
    let Some(postgres) = Postgres::start() else { return };
    let mut alone = Member::node(&[], &postgres.url(), None);
    alone.wait().await;
    let pairs = make_all(&[alone.address], tables).await;
    let used = || vec![("server", alone.seconds()), ("PostgreSQL", postgres.seconds())];
    run("one server, PostgreSQL", used, pairs, seconds).await;
    alone.stop();
    let Some(nats) = Nats::start() else { return };
    let mut nodes = [(); 3].map(|()| Member::node(&[], &postgres.url(), Some(&nats.url())));
    for node in &mut nodes {
        node.wait().await;
    }
    // The two players of a table are connected to different nodes.
    let pairs = make_all(&nodes.each_ref().map(|node| node.address), tables).await;
    let used = || {
        let all = nodes.iter().map(Member::seconds).sum();
        vec![("servers", all), ("PostgreSQL", postgres.seconds()), ("NATS", nats.seconds())]
    };
    run("three servers, PostgreSQL, NATS", used, pairs, seconds).await;
}

/// Keeps every engine thread busy for ten minutes: with analyses, and with a game between engines.
async fn keep_engines_busy(address: SocketAddr) -> Vec<Client> {
    let mut clients = Vec::new();
    for _ in 0..2 {
        let url = format!("ws://{address}/api/v1/study/socket");
        let mut study = Client::of(tokio_tungstenite::connect_async(url).await.unwrap().0);
        let (record, millis) = ("[Game \"stonehenge\"]".to_owned(), Some(600_000));
        study
            .ask(
                AskKind::Analyse { record, at: None, lines: None, millis, nodes: None, also: None }
                    .with_id(1),
            )
            .await;
        clients.push(study);
    }
    let key = process::player_at(address, "Cy").await;
    let new = new_table("cathedral", &[], vec![NewSeat::Engine { level: 8 }; 2]);
    let body = serde_json::to_string(&new).unwrap();
    let created = common::post_over_socket(address, "/api/v1/tables", &key, &body).await;
    let table = created["table"]["table"].as_str().unwrap();
    clients.push(Client::connect(address, table, watch()).await);
    clients
}

struct Pair {
    players: [BenchClient; 2],
    rng: chance::Generator,
}

/// A client that parses only what it needs to play on. Two thousand browsers would not fit on the server's machine.
struct BenchClient {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    number: u32,
    position: Option<PositionFrame>,
}

#[derive(Deserialize)]
struct Frame<'a> {
    kind: &'a str,
    number: Option<u32>,
    position: Option<PositionFrame>,
}

#[derive(Deserialize)]
struct PositionFrame {
    game: u32,
    ply: u32,
    turn: TurnInfo,
    legal: Option<Legal>,
}

impl BenchClient {
    async fn connect(address: SocketAddr, table: &str, key: &str) -> BenchClient {
        let url = format!("ws://{address}/api/v1/tables/{table}/socket");
        let config = WebSocketConfig::default().read_buffer_size(4 << 10);
        let connected = tokio_tungstenite::connect_async_with_config(url, Some(config), true).await;
        let mut player = BenchClient { socket: connected.unwrap().0, number: 0, position: None };
        player.ask(&AskKind::Hello(hello_key(key)).into()).await;
        assert_eq!(player.next().await, "welcome");
        assert!(player.position.is_some(), "{table} has not begun");
        player
    }

    async fn ask(&mut self, ask: &Ask) {
        self.socket.send(Message::text(serde_json::to_string(ask).unwrap())).await.unwrap();
    }

    /// Reads a frame and returns its kind.
    async fn next(&mut self) -> String {
        loop {
            let Message::Text(text) = self.socket.next().await.unwrap().unwrap() else { continue };
            let frame: Frame<'_> = serde_json::from_str(&text).unwrap();
            if let "welcome" | "happened" = frame.kind {
                let number = frame.number.unwrap();
                assert!(frame.kind == "welcome" || number == self.number + 1, "a gap");
                self.number = number;
                self.position = frame.position.or(self.position.take());
            }
            assert!(!matches!(frame.kind, "refused" | "closing"), "{text}");
            return frame.kind.to_owned();
        }
    }

    async fn until_accepted(&mut self) {
        while self.next().await != "accepted" {}
    }

    async fn until_number(&mut self, number: u32) {
        while self.number < number {
            self.next().await;
        }
    }

    fn position(&self) -> &PositionFrame {
        self.position.as_ref().unwrap()
    }
}

async fn make_all(addresses: &[SocketAddr], tables: u64) -> Vec<Pair> {
    let gate = Arc::new(Semaphore::new(16));
    let mut making = Vec::new();
    for index in 0..tables {
        let gate = Arc::clone(&gate);
        let at = |number: u64| addresses[(number % addresses.len() as u64) as usize];
        let addresses = [at(index), at(index + 1)];
        making.push(tokio::spawn(async move {
            let _turn = gate.acquire().await.unwrap();
            make(addresses, index).await
        }));
    }
    let mut made = Vec::new();
    for pair in making {
        made.push(pair.await.unwrap());
    }
    made
}

async fn make(addresses: [SocketAddr; 2], index: u64) -> Pair {
    let (table, keys) = process::two_at(addresses[0], "stonehenge", &[]).await;
    let players = [
        BenchClient::connect(addresses[0], &table, &keys[0]).await,
        BenchClient::connect(addresses[1], &table, &keys[1]).await,
    ];
    Pair { players, rng: chance::generator(index) }
}

/// Plays on all tables and prints how long it took from sending an action until the other player received it. Returns
/// the 99th percentile as second value.
async fn run(
    name: &str,
    used: impl Fn() -> Vec<(&'static str, f64)>,
    pairs: Vec<Pair>,
    seconds: u64,
) -> (Vec<Pair>, Duration) {
    let (before, own) = (used(), ProcessTime::now());
    let barrier = Arc::new(Barrier::new(pairs.len()));
    let mut playing = Vec::new();
    for (index, pair) in pairs.into_iter().enumerate() {
        let barrier = Arc::clone(&barrier);
        // The tables are spread over the second, as real ones are.
        let offset = Duration::from_millis(index as u64 * 997 % 1000);
        playing.push(tokio::spawn(async move {
            barrier.wait().await;
            tokio::time::sleep(offset).await;
            play(pair, seconds).await
        }));
    }
    let (mut pairs, mut delays) = (Vec::new(), Vec::new());
    for task in playing {
        let (pair, took) = task.await.unwrap();
        pairs.push(pair);
        delays.extend(took);
    }
    delays.sort_unstable();
    let expected = pairs.len() * seconds as usize;
    assert_eq!(delays.len(), expected, "every action was broadcast");
    let at = |share: f64| delays[((delays.len() - 1) as f64 * share) as usize];
    let millis = |share: f64| at(share).as_secs_f64() * 1e3;
    let part = |((name, after), (_, before)): ((&str, f64), &(&str, f64))| {
        let spent = after - before;
        format!("{name} {spent:.1} s ({:.0} µs per action)", spent * 1e6 / delays.len() as f64)
    };
    let parts: Vec<String> = used().into_iter().zip(&before).map(part).collect();
    println!(
        "{name}: {} actions, no error, all broadcast; heard by the other player within {:.1} ms (median), {:.1} ms (99 of \
         100), {:.1} ms (all); processor time: {}, clients {:.1} s",
        delays.len(),
        millis(0.5),
        millis(0.99),
        millis(1.0),
        parts.join(", "),
        own.elapsed().as_secs_f64()
    );
    (pairs, at(0.99))
}

async fn play(mut pair: Pair, seconds: u64) -> (Pair, Vec<Duration>) {
    let mut clock = tokio::time::interval(Duration::from_secs(1));
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    let mut delays = Vec::new();
    for _ in 0..seconds {
        clock.tick().await;
        if matches!(pair.players[0].position().turn, TurnInfo::Over { .. }) {
            again(&mut pair).await;
        }
        delays.push(act(&mut pair).await);
    }
    (pair, delays)
}

async fn again(pair: &mut Pair) {
    for player in &mut pair.players {
        player.ask(&AskKind::Again.with_id(1)).await;
        player.until_accepted().await;
    }
    let number = pair.players[1].number;
    pair.players[0].until_number(number).await;
}

async fn act(pair: &mut Pair) -> Duration {
    let acts = usize::from(pair.players[0].position().legal.is_none());
    let PositionFrame { game, ply, legal, .. } = pair.players[acts].position();
    let Some(Legal::Actions { actions }) = legal else { panic!("nobody can act") };
    let action = actions[chance::below(&mut pair.rng, actions.len() as u64) as usize].clone();
    let ask = AskKind::Act { game: *game, ply: *ply, action }.with_id(1);
    let before = *ply;
    let [one, two] = &mut pair.players;
    let (actor, other) = if acts == 0 { (one, two) } else { (two, one) };
    let begun = Instant::now();
    actor.ask(&ask).await;
    while other.position().ply == before {
        other.next().await;
    }
    let took = begun.elapsed();
    actor.until_accepted().await;
    other.until_number(actor.number).await;
    took
}
