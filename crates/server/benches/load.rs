//! The load of a busy evening: many tables with two sockets each, an action a second on each table.
//!
//! `cargo bench -p sarsen-server --bench load` prints the figures, with the engines idle and with the engines busy. The server
//! is this program, started anew as a process of its own; client and server share the machine. `LOAD_TABLES` and
//! `LOAD_SECONDS` change the size (1000 and 60).
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "it ends where something unexpected happens, and prints figures"
)]

#[path = "../tests/all/common/mod.rs"]
mod common;

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Client, hello_key, new_table};
use futures_util::SinkExt;
use sarsen_core::chance;
use sarsen_protocol::{Analysis, Ask, Legal, NewSeat, Tell, Turn};
use sarsen_server::engine::{Engine, StandIn, Task};
use sarsen_server::{Limits, ServeOptions};
use tokio::sync::{Barrier, Semaphore};
use tokio_tungstenite::tungstenite::Message;

const DATA: &str = "SARSEN_LOAD_DATA";
const PORT: &str = "SARSEN_LOAD_PORT";

/// An engine that uses all the time that it is given.
struct Busy;

impl Engine for Busy {
    fn choose(&self, task: &Task<'_>) -> Option<String> {
        StandIn.choose(task)
    }

    fn analyse(
        &self,
        task: &Task<'_>,
        lines: usize,
        tell: &mut (dyn FnMut(Analysis) + Send),
    ) -> Option<Analysis> {
        let begun = Instant::now();
        while begun.elapsed() < task.time && !task.cancel.is_cancelled() {
            std::hint::black_box(task.position.boxed());
        }
        StandIn.analyse(task, lines, tell)
    }
}

fn main() {
    match std::env::var_os(DATA) {
        Some(data) => serve(Path::new(&data)),
        None => measure(),
    }
}

fn serve(data: &Path) {
    let port: u16 = std::env::var(PORT).unwrap().parse().unwrap();
    let options = ServeOptions {
        data: data.to_path_buf(),
        address: SocketAddr::from(([127, 0, 0, 1], port)),
        engine: Arc::new(Busy),
        engine_threads: 1,
        limits: Limits {
            creations_per_second: 1e6,
            longest_analysis: Duration::from_secs(600),
            ..Limits::default()
        },
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(sarsen_server::serve(options, |_| {}, std::future::pending())).unwrap();
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    /// The memory that the process uses, in kB.
    fn memory(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|kb| kb.parse().ok()).unwrap_or(0)
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn measure() {
    // `cargo test` runs benches too, to see that they work: then a short run is enough.
    let whole = std::env::args().any(|arg| arg == "--bench");
    let (many, long) = if whole { (1000, 60) } else { (20, 2) };
    let (tables, seconds) = (number("LOAD_TABLES", many), number("LOAD_SECONDS", long));
    let folder = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let child = Command::new(std::env::current_exe().unwrap())
        .env(DATA, folder.path())
        .env(PORT, port.to_string())
        .spawn()
        .unwrap();
    let server = Server(child);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        wait_for(address).await;
        let empty = server.memory();
        let made = make_all(address, tables).await;
        let sitting: u64 = server.memory();
        println!(
            "{tables} tables with two sockets each, {seconds} s, an action a second on each table"
        );
        println!(
            "memory: {empty} kB empty, {sitting} kB with all tables connected: {:.1} kB a table",
            (sitting - empty) as f64 / tables as f64
        );
        let made = run("engines idle", made, seconds).await;
        let mut busy =
            tokio_tungstenite::connect_async(format!("ws://{address}/api/v1/study/socket"))
                .await
                .unwrap()
                .0;
        let millis = Some(600_000);
        let ask = Ask::Analyse {
            id: 1,
            record: "[Game \"stonehenge\"]".into(),
            at: None,
            lines: None,
            millis,
        };
        busy.send(Message::text(serde_json::to_string(&ask).unwrap())).await.unwrap();
        run("engines busy", made, seconds).await;
        println!("memory after it: {} kB", server.memory());
    });
}

async fn wait_for(address: SocketAddr) {
    while tokio::net::TcpStream::connect(address).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

struct Pair {
    clients: [Client; 2],
    rng: chance::Generator,
}

async fn make_all(address: SocketAddr, tables: u64) -> Vec<Pair> {
    let gate = Arc::new(Semaphore::new(16));
    let mut making = Vec::new();
    for index in 0..tables {
        let gate = Arc::clone(&gate);
        making.push(tokio::spawn(async move {
            let _turn = gate.acquire().await.unwrap();
            make(address, index).await
        }));
    }
    let mut made = Vec::new();
    for pair in making {
        made.push(pair.await.unwrap());
    }
    made
}

async fn make(address: SocketAddr, index: u64) -> Pair {
    let mut keys = Vec::new();
    for name in ["Ada", "Bo"] {
        let body = format!("{{\"name\": \"{name}\"}}");
        let player = common::post_over_socket(address, "/api/v1/players", "", &body).await;
        keys.push(player["key"].as_str().unwrap().to_owned());
    }
    let table = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }, NewSeat::Open]);
    let body = serde_json::to_string(&table).unwrap();
    let created = common::post_over_socket(address, "/api/v1/tables", &keys[0], &body).await;
    let table = created["table"]["table"].as_str().unwrap().to_owned();
    let join = format!("{{\"invite\": {}}}", created["table"]["invite"]);
    common::post_over_socket(address, &format!("/api/v1/tables/{table}/join"), &keys[1], &join)
        .await;
    let clients = [
        Client::connect(address, &table, hello_key(&keys[0])).await,
        Client::connect(address, &table, hello_key(&keys[1])).await,
    ];
    Pair { clients, rng: chance::generator(index) }
}

/// Plays on all tables and prints how long it took from the asking of an action until the other player had it.
async fn run(name: &str, pairs: Vec<Pair>, seconds: u64) -> Vec<Pair> {
    let barrier = Arc::new(Barrier::new(pairs.len()));
    let mut playing = Vec::new();
    for (index, pair) in pairs.into_iter().enumerate() {
        let barrier = Arc::clone(&barrier);
        // The tables are spread over the second, as people are.
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
    let at = |share: f64| delays[((delays.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{name}: {} actions, all broadcast; heard by the other player within {:.1} ms (median), {:.1} ms (99 of 100), {:.1} ms (all)",
        delays.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    pairs
}

async fn play(mut pair: Pair, seconds: u64) -> (Pair, Vec<Duration>) {
    let mut clock = tokio::time::interval(Duration::from_secs(1));
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    let mut delays = Vec::new();
    for _ in 0..seconds {
        clock.tick().await;
        if matches!(pair.clients[0].position.as_ref().unwrap().turn, Turn::Over { .. }) {
            again(&mut pair).await;
        }
        delays.push(act(&mut pair).await);
    }
    (pair, delays)
}

async fn again(pair: &mut Pair) {
    for client in &mut pair.clients {
        client.request(|id| Ask::Again { id: Some(id), seat: None }).await.unwrap();
    }
    let number = pair.clients[1].number;
    pair.clients[0].until_number(number).await;
}

async fn act(pair: &mut Pair) -> Duration {
    let acts = usize::from(pair.clients[0].position.as_ref().unwrap().legal.is_none());
    let position = pair.clients[acts].position.clone().unwrap();
    let Some(Legal::Actions { actions }) = position.legal else { panic!("nobody can act") };
    let action = actions[chance::below(&mut pair.rng, actions.len() as u64) as usize].clone();
    let [one, two] = &mut pair.clients;
    let (actor, other) = if acts == 0 { (one, two) } else { (two, one) };
    let begun = Instant::now();
    actor.ask(Ask::Act { id: Some(1), game: position.game, ply: position.ply, action }).await;
    while other.position.as_ref().unwrap().ply == position.ply {
        other.next().await;
    }
    let took = begun.elapsed();
    actor.until(|tell| matches!(tell, Tell::Accepted { .. }).then_some(())).await;
    let number = actor.number;
    other.until_number(number).await;
    // Only the last frame matters here; a long evening must not fill the memory of the client.
    actor.frames.clear();
    other.frames.clear();
    took
}
