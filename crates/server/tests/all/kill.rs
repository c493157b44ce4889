//! Nothing is lost: the server is killed again and again, and every action that anybody has heard of is there.
//!
//! The server is this very test program, started anew as a process of its own, so that SIGKILL hits what it would hit in
//! life. `SARSEN_HEAVY=1` plays on 50 tables and kills 200 times.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{Client, hello_key, new_table, post_over_socket};
use sarsen_core::chance;
use sarsen_protocol::{Ask, Happening, Hello, Legal, NewSeat, Tell, Turn};
use sarsen_server::engine::StandIn;
use sarsen_server::{Limits, ServeOptions};
use sarsen_session::{Event, Table, What};
use sarsen_store::{SqliteStore, Store};

const DATA: &str = "SARSEN_TEST_DATA";
const PORT: &str = "SARSEN_TEST_PORT";

/// The server process. It is no test of its own.
#[test]
#[ignore = "it is the process that the other test kills"]
fn serve_child() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let port: u16 = std::env::var(PORT).unwrap().parse().unwrap();
    let options = ServeOptions {
        data: PathBuf::from(data),
        address: SocketAddr::from(([127, 0, 0, 1], port)),
        engine: Arc::new(StandIn),
        engine_threads: 1,
        limits: Limits { creations_per_second: 1e6, ..Limits::default() },
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let never = std::future::pending();
    runtime.block_on(sarsen_server::serve(options, |_| {}, never)).unwrap();
}

fn spawn(data: &Path, port: u16) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["kill::serve_child", "--exact", "--ignored", "--nocapture"])
        .env(DATA, data)
        .env(PORT, port.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// A server process that ends with its owner.
struct Killed(Child);

impl Killed {
    fn kill(&mut self) {
        // On this system `kill` is SIGKILL: the process gets no chance to tidy up.
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What the players of one table have heard.
#[derive(Default)]
struct Heard {
    /// The actions by their number in the log.
    told: BTreeMap<u32, String>,
    /// The actions that were accepted, by game and ply.
    accepted: BTreeMap<(u32, u32), String>,
    reconnections: u32,
}

struct Pair {
    address: SocketAddr,
    table: String,
    keys: [String; 2],
    heard: Heard,
    numbers: [u32; 2],
    rng: chance::Generator,
}

impl Pair {
    async fn play(mut self, stop: Arc<AtomicBool>) -> (String, Heard) {
        while !stop.load(Ordering::Relaxed) {
            // Any error is a lost connection: both come back by themselves.
            let _ = self.play_while_connected(&stop).await;
            self.heard.reconnections += 1;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        (self.table, self.heard)
    }

    async fn connect(&mut self, index: usize) -> Result<Client, String> {
        let since = (self.numbers[index] > 0).then_some(self.numbers[index]);
        let hello = Hello { since, ..hello_key(&self.keys[index]) };
        let client = Client::try_connect(self.address, &self.table, hello).await?;
        let welcome = client.welcome.as_ref().unwrap();
        assert!(welcome.number >= self.numbers[index], "the log has become shorter");
        for happened in &welcome.missed {
            if let Happening::Acted { action, .. } = &happened.what {
                self.heard.told.insert(happened.number, action.clone());
            }
        }
        self.numbers[index] = welcome.number;
        Ok(client)
    }

    async fn play_while_connected(&mut self, stop: &AtomicBool) -> Result<(), String> {
        let mut clients = [self.connect(0).await?, self.connect(1).await?];
        while !stop.load(Ordering::Relaxed) {
            let number = clients.iter().map(|client| client.number).max().unwrap_or(0);
            for index in [0, 1] {
                while clients[index].number < number {
                    self.hear(index, &mut clients[index]).await?;
                }
            }
            let position = clients[0].position.clone().ok_or("no position")?;
            match position.turn {
                Turn::Over { .. } => {
                    for index in [0, 1] {
                        self.ask(
                            index,
                            &mut clients[index],
                            Ask::Again { id: Some(1), seat: None },
                        )
                        .await?;
                    }
                }
                Turn::Chance => return Err("half an action".to_owned()),
                Turn::Seat { .. } => {
                    let index = usize::from(clients[0].position.as_ref().unwrap().legal.is_none());
                    let Some(Legal::Actions { actions }) =
                        clients[index].position.clone().and_then(|p| p.legal)
                    else {
                        return Err("nobody can act".to_owned());
                    };
                    let chosen = chance::below(&mut self.rng, actions.len() as u64) as usize;
                    let (game, ply, action) =
                        (position.game, position.ply, actions[chosen].clone());
                    let act = Ask::Act { id: Some(1), game, ply, action: action.clone() };
                    self.ask(index, &mut clients[index], act).await?;
                    self.heard.accepted.insert((game, ply), action);
                }
            }
        }
        Ok(())
    }

    async fn hear(&mut self, index: usize, client: &mut Client) -> Result<Tell, String> {
        let tell = client.try_next().await?;
        self.numbers[index] = client.number;
        if let Tell::Happened(happened) = &tell
            && let Happening::Acted { action, .. } = &happened.what
        {
            self.heard.told.insert(happened.number, action.clone());
        }
        Ok(tell)
    }

    async fn ask(&mut self, index: usize, client: &mut Client, ask: Ask) -> Result<(), String> {
        client.try_ask(&ask).await?;
        loop {
            match self.hear(index, client).await? {
                Tell::Accepted { id: 1, .. } => return Ok(()),
                Tell::Refused { refusal, .. } => return Err(refusal.says.en),
                _ => {}
            }
        }
    }
}

async fn wait_for(address: SocketAddr) {
    let begun = Instant::now();
    while tokio::net::TcpStream::connect(address).await.is_err() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the server does not start");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn new_pair(address: SocketAddr, game: &str, number: u64) -> Pair {
    let mut keys = Vec::new();
    for name in ["Ada", "Bo"] {
        let body = format!("{{\"name\": \"{name}\"}}");
        let player = post_over_socket(address, "/api/v1/players", "", &body).await;
        keys.push(player["key"].as_str().unwrap().to_owned());
    }
    let table = new_table(game, &[], vec![NewSeat::Me { name: None }, NewSeat::Open]);
    let created = post_over_socket(
        address,
        "/api/v1/tables",
        &keys[0],
        &serde_json::to_string(&table).unwrap(),
    )
    .await;
    let table = created["table"]["table"].as_str().unwrap().to_owned();
    let join = format!("{{\"invite\": {}}}", created["table"]["invite"]);
    post_over_socket(address, &format!("/api/v1/tables/{table}/join"), &keys[1], &join).await;
    let keys = [keys[0].clone(), keys[1].clone()];
    Pair {
        address,
        table,
        keys,
        heard: Heard::default(),
        numbers: [0, 0],
        rng: chance::generator(number),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_anybody_has_heard_of_survives_every_kill() {
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let (tables, kills) = if heavy { (50, 200) } else { (8, 10) };
    let folder = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let mut server = Killed(spawn(folder.path(), port));
    wait_for(address).await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for number in 0..tables {
        let games = sarsen_catalog::GAMES;
        let listed: Vec<&str> = games
            .iter()
            .map(|game| game.spec().id)
            .filter(|&id| id != "sun" && id != "logan")
            .collect();
        let pair = new_pair(address, listed[number as usize % listed.len()], number).await;
        players.push(tokio::spawn(pair.play(Arc::clone(&stop))));
    }
    let mut rng = chance::generator(2026);
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(30 + chance::below(&mut rng, 220))).await;
        server.kill();
        server = Killed(spawn(folder.path(), port));
        wait_for(address).await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    stop.store(true, Ordering::Relaxed);
    let mut heard = Vec::new();
    for player in players {
        heard.push(tokio::time::timeout(Duration::from_secs(60), player).await.unwrap().unwrap());
    }
    server.kill();
    check(folder.path(), &heard).await;
}

/// Opens the database as the last kill left it.
async fn check(folder: &Path, heard: &[(String, Heard)]) {
    let store = SqliteStore::open(folder).unwrap();
    let (mut accepted, mut told, mut reconnections) = (0, 0, 0);
    for (id, heard) in heard {
        let log = store.load(id).await.unwrap();
        let events: Vec<Event> =
            log.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        for (&number, action) in &heard.told {
            match &events[number as usize - 1].what {
                What::Acted { action: kept, .. } => assert_eq!(kept, action, "{id} {number}"),
                other => panic!("{id} {number}: {other:?}"),
            }
        }
        let mut games: Vec<Vec<String>> = Vec::new();
        for event in &events {
            match &event.what {
                What::Started { .. } => games.push(Vec::new()),
                What::Acted { action, .. } => games.last_mut().unwrap().push(action.clone()),
                _ => {}
            }
        }
        for (&(game, ply), action) in &heard.accepted {
            assert_eq!(
                &games[game as usize - 1][ply as usize],
                action,
                "{id} game {game} ply {ply}"
            );
        }
        // No half of anything: the last word is never chance's, and a game that is over has ended.
        let table = Table::replay(id, events).unwrap();
        let turn = table.whole_position().unwrap().turn();
        assert_ne!(turn, sarsen_core::Turn::Chance, "{id}");
        assert!(!turn.is_over() || table.status() == sarsen_protocol::Status::Over, "{id}");
        accepted += heard.accepted.len();
        told += heard.told.len();
        reconnections += heard.reconnections;
    }
    println!(
        "{accepted} actions accepted, {told} heard of, {reconnections} times reconnected: none lost"
    );
    assert!(accepted > heard.len() * 10, "only {accepted} actions were played");
}
