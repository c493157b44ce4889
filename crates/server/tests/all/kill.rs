//! Nothing is lost: the server is killed repeatedly, and every action that anybody was told of is still there.
//!
//! The server is this test program, started again as a separate process, so that SIGKILL has its real effect.
//! `SARSEN_HEAVY=1` plays on 50 tables and kills 200 times.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::Client;
use crate::common::process::{self, Process};
use crate::common::shadow::Shadow;
use sarsen_core::chance;
use sarsen_protocol::{Ask, AskKind, Happening, Tell, TurnInfo};
use sarsen_server::engine::RandomBackend;
use sarsen_session::{Event, EventKind, Table};
use sarsen_store::{SqliteStore, Store};

/// The server process; not a test.
#[test]
#[ignore = "it is the process that other tests kill and weigh"]
fn serve_child() {
    process::serve_if_asked(Arc::new(RandomBackend), process::generous());
}

/// The arguments that start it.
pub(crate) const CHILD: [&str; 4] = ["kill::serve_child", "--exact", "--ignored", "--nocapture"];

/// The number of actions per table that make a run meaningful.
pub(crate) const ENOUGH: usize = 10;

/// What the players of one table were told.
#[derive(Default)]
pub(crate) struct Heard {
    /// The actions by their number in the log.
    pub(crate) told: BTreeMap<u32, String>,
    /// The actions that were accepted, by game and ply.
    pub(crate) accepted: BTreeMap<(u32, u32), String>,
    pub(crate) reconnections: u32,
}

pub(crate) struct Pair {
    /// The addresses at which the table can be reached; any will do.
    addresses: Vec<SocketAddr>,
    table: String,
    keys: [String; 2],
    heard: Heard,
    numbers: [u32; 2],
    shadow: Shadow,
    rng: chance::Generator,
    /// The total number of accepted actions.
    played: Arc<AtomicUsize>,
}

impl Pair {
    pub(crate) async fn play(mut self, stop: Arc<AtomicBool>) -> (String, Heard) {
        while !stop.load(Ordering::Relaxed) {
            // Any error is a lost connection: both reconnect by themselves.
            let _ = self.play_while_connected(&stop).await;
            self.heard.reconnections += 1;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        (self.table, self.heard)
    }

    async fn connect(&mut self, index: usize) -> Result<Client, String> {
        let hello = process::hello_since(&self.keys[index], self.numbers[index]);
        let any = chance::below(&mut self.rng, self.addresses.len() as u64) as usize;
        let client = Client::try_connect(self.addresses[any], &self.table, hello).await?;
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
                TurnInfo::Over { .. } => {
                    for index in [0, 1] {
                        self.ask(index, &mut clients[index], AskKind::Again.with_id(1)).await?;
                    }
                }
                TurnInfo::Chance => return Err("half an action".to_owned()),
                TurnInfo::Seat { .. } => {
                    let index = usize::from(clients[0].position.as_ref().unwrap().legal.is_none());
                    let table = clients[index].welcome.clone().ok_or("no welcome")?.table;
                    let told = clients[index].position.clone().ok_or("no position")?;
                    if told.legal.is_none() {
                        return Err("nobody can act".to_owned());
                    }
                    let action = self.shadow.any_action(&told, &table, &mut self.rng);
                    let (game, ply) = (position.game, position.ply);
                    let act = AskKind::Act { game, ply, action: action.clone() }.with_id(1);
                    self.ask(index, &mut clients[index], act).await?;
                    self.heard.accepted.insert((game, ply), action);
                    self.played.fetch_add(1, Ordering::Relaxed);
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
                Tell::Refused { refusal, .. } => return Err(refusal.says.en.into_owned()),
                _ => {}
            }
        }
    }
}

pub(crate) async fn new_pair(
    addresses: &[SocketAddr],
    game: &str,
    number: u64,
    played: Arc<AtomicUsize>,
) -> Pair {
    // Fewer stones, because every restart and every client replays all throws.
    let options: &[(&str, &str)] = if game == "sun" { &[("stones", "12")] } else { &[] };
    let (table, keys) = process::two_at(addresses[0], game, options).await;
    let rng = chance::generator(number);
    let (heard, shadow) = (Heard::default(), Shadow::default());
    let addresses = addresses.to_vec();
    Pair { addresses, table, keys, heard, shadow, numbers: [0, 0], rng, played }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_that_a_client_has_received_survive_every_kill() {
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let (tables, kills) = if heavy { (50, 200) } else { (10, 10) };
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::spawn(folder.path(), &CHILD).await;
    let stop = Arc::new(AtomicBool::new(false));
    let played = Arc::new(AtomicUsize::new(0));
    let mut players = Vec::new();
    for number in 0..tables {
        let game = sarsen_catalog::GAMES[number as usize % sarsen_catalog::GAMES.len()].spec().id;
        let pair = new_pair(&[server.address], game, number, Arc::clone(&played)).await;
        players.push(tokio::spawn(pair.play(Arc::clone(&stop))));
    }
    let mut rng = chance::generator(2026);
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(30 + chance::below(&mut rng, 220))).await;
        server.kill();
        server.restart().await;
    }
    // On a busy machine little is played between two kills, so the last run is as long as necessary.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let begun = Instant::now();
    while played.load(Ordering::Relaxed) <= ENOUGH * tables as usize {
        assert!(begun.elapsed() < Duration::from_secs(120), "nobody plays on after the kills");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    stop.store(true, Ordering::Relaxed);
    let mut heard = Vec::new();
    for player in players {
        heard.push(tokio::time::timeout(Duration::from_secs(60), player).await.unwrap().unwrap());
    }
    server.kill();
    // The database as the last kill left it.
    check(&SqliteStore::open(folder.path()).unwrap(), &heard).await;
}

/// Whether a message, with `?` for what its reader may not know, is consistent with the stored action.
fn stands_for(told: &str, kept: &str) -> bool {
    told.len() == kept.len() && told.bytes().zip(kept.bytes()).all(|(t, k)| t == k || t == b'?')
}

/// Checks that everything anybody was told of is in the log, once, and nothing else.
pub(crate) async fn check(store: &dyn Store, heard: &[(String, Heard)]) {
    let (mut accepted, mut told, mut reconnections) = (0, 0, 0);
    for (id, heard) in heard {
        let log = store.load(id).await.unwrap();
        let events: Vec<Event> =
            log.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        for (&number, action) in &heard.told {
            match &events[number as usize - 1].kind {
                EventKind::Acted { action: kept, .. } => {
                    assert!(stands_for(action, kept), "{id} {number}: {action} {kept}");
                }
                other => panic!("{id} {number}: {other:?}"),
            }
        }
        let mut games: Vec<Vec<String>> = Vec::new();
        for event in &events {
            match &event.kind {
                EventKind::Started { .. } => games.push(Vec::new()),
                EventKind::Acted { action, .. } => games.last_mut().unwrap().push(action.clone()),
                _ => {}
            }
        }
        for (&(game, ply), action) in &heard.accepted {
            let kept = &games[game as usize - 1][ply as usize];
            assert!(stands_for(action, kept), "{id} game {game} ply {ply}: {action} {kept}");
        }
        // Nothing is half done: the last event is never a chance action, and a finished game has its end recorded.
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
    assert!(accepted > heard.len() * ENOUGH, "only {accepted} actions were played");
}
