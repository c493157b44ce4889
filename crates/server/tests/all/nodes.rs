//! Several nodes on one log, with workers that run their engines: real processes, real PostgreSQL, real NATS.
//!
//! If PostgreSQL or nats-server is not installed, these tests report that they are skipped. `SARSEN_HEAVY=1` plays on
//! 50 tables and kills 200 times.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::cluster::{self, Member};
use crate::common::process::{self, player_at, table_at};
use crate::common::shadow::Shadow;
use crate::common::stranger::Stranger;
use crate::common::{Client, hello_key, new_table, post_over_socket};
use crate::kill::{ENOUGH, Heard, Pair, check, new_pair};
use futures_util::StreamExt;
use sarsen_core::{Seat, Viewer, chance};
use sarsen_protocol::{Ask, AskKind, Happening, NewSeat, PublicEvent, RefusalCode, Tell, TurnInfo};
use sarsen_server::engine::RandomBackend;
use sarsen_session::{Event, EventKind, Table};
use sarsen_store::{Location, PostgresStore, Store};
use sarsen_testkit::services::{Nats, Postgres};
use tokio::sync::watch;

/// A node or a worker; not a test.
#[test]
#[ignore = "it is the process that other tests start and kill"]
fn member_child() {
    cluster::take_part_if_asked(Arc::new(RandomBackend), process::generous());
}

const CHILD: [&str; 4] = ["nodes::member_child", "--exact", "--ignored", "--nocapture"];

/// The complete setup: three nodes, two workers, a database and a bus.
struct Picture {
    postgres: Postgres,
    nats: Nats,
    nodes: Vec<Member>,
    workers: Vec<Member>,
    /// The connection from the last node to the bus, which can be cut.
    cut: watch::Sender<bool>,
}

impl Picture {
    /// `None` if something is not installed.
    async fn start() -> Option<Picture> {
        let postgres = Postgres::start()?;
        let nats = Nats::start_with(Some(("sarsen", "stone")))?;
        let (url, bus) = (postgres.url(), nats.url());
        let cut = watch::Sender::new(false);
        let detour = detour(nats.port(), cut.subscribe()).await;
        let detour = format!("nats://sarsen:stone@127.0.0.1:{detour}");
        let mut nodes: Vec<Member> = [&bus, &bus, &detour]
            .map(|bus| Member::node(&CHILD, &url, Some(bus)))
            .into_iter()
            .collect();
        let workers = (0..2).map(|_| Member::worker(&CHILD, &bus)).collect();
        for node in &mut nodes {
            node.wait().await;
        }
        Some(Picture { postgres, nats, nodes, workers, cut })
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    async fn store(&self) -> PostgresStore {
        let Ok(Location::Postgres(url)) = self.postgres.url().parse() else { unreachable!() };
        PostgresStore::open(&url).await.unwrap()
    }
}

/// A port that forwards to another one until it is cut; existing connections are then closed.
async fn detour(to: u16, cut: watch::Receiver<bool>) -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut here, _)) = listener.accept().await {
            let mut cut = cut.clone();
            tokio::spawn(async move {
                if *cut.borrow() {
                    return;
                }
                let Ok(mut there) = tokio::net::TcpStream::connect(("127.0.0.1", to)).await else {
                    return;
                };
                tokio::select! {
                    _ = tokio::io::copy_bidirectional(&mut here, &mut there) => {}
                    _ = cut.wait_for(|&cut| cut) => {}
                }
            });
        }
    });
    port
}

/// Options of a game with which it is over soon, because every node plays all throws again.
fn few_stones(game: &str) -> &'static [(&'static str, &'static str)] {
    if game == "sun" { &[("stones", "12")] } else { &[] }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_players_at_different_nodes_see_the_same_events_in_the_same_order() {
    let Some(picture) = Picture::start().await else { return };
    let addresses = picture.addresses();
    for game in sarsen_catalog::GAMES {
        let id = game.spec().id;
        let (table, keys) = process::two_at(addresses[0], id, few_stones(id)).await;
        let mut clients = [
            Client::connect(addresses[1], &table, hello_key(&keys[0])).await,
            Client::connect(addresses[2], &table, hello_key(&keys[1])).await,
        ];
        let (mut shadow, mut rng) = (Shadow::default(), chance::generator(7));
        let mut actions = 0;
        loop {
            let number = clients[0].number.max(clients[1].number);
            for client in &mut clients {
                client.until_number(number).await;
            }
            let position = clients[0].position.clone().unwrap();
            let TurnInfo::Seat { seat } = position.turn else { break };
            let acts = seat.index();
            let told = clients[acts].position.clone().unwrap();
            let info = clients[acts].welcome.clone().unwrap().table;
            let action = shadow.any_action(&told, &info, &mut rng);
            clients[acts].act(&action).await.unwrap();
            actions += 1;
        }
        // What each was told, event by event. Hidden parts are masked, so only numbers and kinds are compared.
        let heard = |client: &Client| -> Vec<(u64, String)> {
            let frames = client.frames.iter().map(|frame| serde_json::from_str(frame).unwrap());
            let happened = frames.filter(|frame: &serde_json::Value| frame["kind"] == "happened");
            let line = |frame: serde_json::Value| {
                (frame["number"].as_u64().unwrap(), frame["what"]["kind"].to_string())
            };
            happened.map(line).collect()
        };
        let both = [heard(&clients[0]), heard(&clients[1])];
        assert_eq!(both[0], both[1], "{id}");
        println!("{id}: {actions} actions, {} events at two nodes", both[0].len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engines_think_at_workers_and_clients_of_a_node_that_stops_go_on_elsewhere() {
    let Some(mut picture) = Picture::start().await else { return };
    let addresses = picture.addresses();
    let played = Arc::new(AtomicUsize::new(0));
    let lone = Lone::new(&addresses, "logan", &[], 3, Arc::clone(&played)).await;
    let stop = Arc::new(AtomicBool::new(false));
    let playing = tokio::spawn(lone.play(Arc::clone(&stop)));
    wait_for(&played, 5).await;
    // One worker is killed for good, and the nodes one after the other for a while.
    picture.workers[0].kill();
    for index in 0..3 {
        picture.nodes[index].stop();
        wait_for(&played, played.load(Ordering::Relaxed) + 3).await;
        picture.nodes[index].restart();
        picture.nodes[index].wait().await;
    }
    stop.store(true, Ordering::Relaxed);
    let heard = playing.await.unwrap();
    check(&picture.store().await, &[heard]).await;
}

/// Long before the next heartbeat, which comes after 20 s.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_key_ends_the_connections_of_the_old_one_at_other_nodes_at_once() {
    let Some(picture) = Picture::start().await else { return };
    let addresses = picture.addresses();
    let (table, keys) = process::two_at(addresses[0], "stonehenge", &[]).await;
    let mut lost = Client::connect(addresses[1], &table, hello_key(&keys[0])).await;
    let mut other = Client::connect(addresses[1], &table, hello_key(&keys[1])).await;
    let (asked, path) = (Instant::now(), "/api/v1/players/me/key");
    let renewed = post_over_socket(addresses[0], path, &keys[0], "").await;
    let code = lost.until(|tell| match tell {
        Tell::Closing { refusal, .. } => Some(refusal.code),
        _ => None,
    });
    assert_eq!(code.await, RefusalCode::UnknownPlayer);
    assert!(asked.elapsed() < Duration::from_secs(10), "only the heartbeat told");
    // The new key opens the seat at every node, and the other player has stayed.
    let key = renewed["key"].as_str().unwrap();
    let mut kept = Client::connect(addresses[1], &table, hello_key(key)).await;
    let number = kept.act("A6").await.unwrap();
    other.until_number(number).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_cannot_read_the_log_refuses_clients_that_know_more() {
    let Some(mut picture) = Picture::start().await else { return };
    let addresses = picture.addresses();
    let (table, keys) = process::two_at(addresses[0], "stonehenge", &[]).await;
    let mut first = Client::connect(addresses[0], &table, hello_key(&keys[0])).await;
    // The last node hosts the table too, but hears nothing of what happens at the first.
    drop(Client::connect(addresses[2], &table, hello_key(&keys[0])).await);
    picture.cut.send_replace(true);
    first.act("A1").await.unwrap();
    let told = first.number;
    picture.postgres.kill();
    let hello = || process::hello_since(&keys[0], told);
    let answer = Client::try_connect(addresses[2], &table, hello()).await;
    assert!(answer.is_err(), "it was welcomed at {}, after {told}", answer.unwrap().number);
    let record = format!(
        "GET /api/v1/tables/{table}/record HTTP/1.1\r\nhost: localhost\r\nconnection: close"
    );
    let (status, says) = Stranger(1).ask(addresses[2], &record, "").await;
    assert_eq!(status, 503, "a record without what was told: {says}");
    picture.postgres.restart();
    let begun = Instant::now();
    let back = loop {
        if let Ok(client) = Client::try_connect(addresses[2], &table, hello()).await {
            break client;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "the node does not come back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert!(back.number >= told);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_null_character_in_an_address_is_no_failure_of_the_database() {
    let Some(postgres) = Postgres::start() else { return };
    let mut node = Member::node(&CHILD, &postgres.url(), None);
    node.wait().await;
    for path in ["tables/%00", "tables/a%00/record", "studies/%00", "studies/%00/picture/svg"] {
        let head = format!("GET /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close");
        let (status, says) = Stranger(1).ask(node.address, &head, "").await;
        assert_eq!(status, 404, "{path}: {says}");
    }
}

async fn wait_for(played: &AtomicUsize, many: usize) {
    let begun = Instant::now();
    while played.load(Ordering::Relaxed) < many {
        assert!(begun.elapsed() < Duration::from_secs(120), "nobody plays on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A person who plays against an engine, at any node.
struct Lone {
    addresses: Vec<SocketAddr>,
    table: String,
    key: String,
    heard: Heard,
    number: u32,
    shadow: Shadow,
    rng: chance::Generator,
    played: Arc<AtomicUsize>,
}

impl Lone {
    async fn new(
        addresses: &[SocketAddr],
        game: &str,
        options: &[(&str, &str)],
        seed: u64,
        played: Arc<AtomicUsize>,
    ) -> Lone {
        let key = player_at(addresses[0], "Ada").await;
        let seats = vec![NewSeat::Me { name: None }, NewSeat::Engine { level: 1 }];
        let (table, _) = table_at(addresses[0], &key, &new_table(game, options, seats)).await;
        Lone {
            addresses: addresses.to_vec(),
            table,
            key,
            heard: Heard::default(),
            number: 0,
            shadow: Shadow::default(),
            rng: chance::generator(seed),
            played,
        }
    }

    async fn play(mut self, stop: Arc<AtomicBool>) -> (String, Heard) {
        while !stop.load(Ordering::Relaxed) {
            // Any error is a lost connection: the player reconnects, perhaps to another node.
            let _ = self.play_while_connected(&stop).await;
            self.heard.reconnections += 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        (self.table, self.heard)
    }

    async fn play_while_connected(&mut self, stop: &AtomicBool) -> Result<(), String> {
        let any = chance::below(&mut self.rng, self.addresses.len() as u64) as usize;
        let hello = process::hello_since(&self.key, self.number);
        let mut client = Client::try_connect(self.addresses[any], &self.table, hello).await?;
        assert!(client.number >= self.number, "the log has become shorter");
        self.number = client.number;
        // If no worker has answered for an engine, let it try again, as a person would.
        client.try_ask(&AskKind::RetryEngine.into()).await?;
        while !stop.load(Ordering::Relaxed) {
            let position = client.position.clone().ok_or("no position")?;
            match (&position.turn, &position.legal) {
                (TurnInfo::Over { .. }, _) => {
                    self.ask(&mut client, AskKind::Again.with_id(1)).await?;
                }
                (_, Some(_)) => {
                    let info = client.welcome.clone().ok_or("no welcome")?.table;
                    let action = self.shadow.any_action(&position, &info, &mut self.rng);
                    let (game, ply) = (position.game, position.ply);
                    let act = AskKind::Act { game, ply, action: action.clone() }.with_id(1);
                    self.ask(&mut client, act).await?;
                    self.heard.accepted.insert((game, ply), action);
                    self.played.fetch_add(1, Ordering::Relaxed);
                }
                _ => {
                    self.hear(&mut client).await?;
                }
            }
        }
        Ok(())
    }

    async fn hear(&mut self, client: &mut Client) -> Result<Tell, String> {
        let tell = client.try_next().await?;
        self.number = client.number;
        if let Tell::Happened(happened) = &tell
            && let Happening::Acted { action, .. } = &happened.what
        {
            self.heard.told.insert(happened.number, action.clone());
        }
        if let Tell::Happened(happened) = &tell
            && matches!(
                happened.what,
                Happening::Public(PublicEvent::EngineFailed { again: false, .. })
            )
        {
            // The player reconnects, and then lets the engine try again, as a person would.
            return Err("the engine has failed".to_owned());
        }
        Ok(tell)
    }

    async fn ask(&mut self, client: &mut Client, ask: Ask) -> Result<(), String> {
        client.try_ask(&ask).await?;
        loop {
            match self.hear(client).await? {
                Tell::Accepted { id: 1, .. } => return Ok(()),
                // A message beyond the rate limit is refused unread, so without its id.
                Tell::Refused { refusal, .. } if refusal.code == RefusalCode::TooFast => {
                    return Err(refusal.says.en.into_owned());
                }
                Tell::Refused { id: Some(_), refusal } => return Err(refusal.says.en.into_owned()),
                _ => {}
            }
        }
    }
}

/// A message of the bus: its subject and what it says.
type Overheard = Vec<(String, serde_json::Value)>;

/// Everything that crosses a bus from now on.
async fn overhear(nats: &Nats) -> Arc<std::sync::Mutex<Overheard>> {
    let options =
        async_nats::ConnectOptions::with_user_and_password("sarsen".into(), "stone".into());
    let spy = options.connect(format!("127.0.0.1:{}", nats.port())).await.unwrap();
    let mut messages = spy.subscribe(">").await.unwrap();
    spy.flush().await.unwrap();
    let heard: Arc<std::sync::Mutex<Overheard>> = Arc::default();
    let hearing = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Some(message) = messages.next().await {
            let says = String::from_utf8_lossy(&message.payload);
            // What is no JSON is kept as it is.
            let says = serde_json::from_str(&says).unwrap_or_else(|_| says.into());
            hearing.lock().unwrap().push((message.subject.to_string(), says));
        }
    });
    heard
}

/// Plays against an engine at a worker, and says what has crossed the bus, beside the key of the player and the log.
async fn played_over_the_bus(
    picture: &Picture,
    game: &str,
    options: &[(&str, &str)],
) -> (Overheard, String, Vec<Event>) {
    let (heard, played) = (overhear(&picture.nats).await, Arc::new(AtomicUsize::new(0)));
    let lone = Lone::new(&picture.addresses(), game, options, 5, Arc::clone(&played)).await;
    let (key, table) = (lone.key.clone(), lone.table.clone());
    let stop = Arc::new(AtomicBool::new(false));
    let playing = tokio::spawn(lone.play(Arc::clone(&stop)));
    wait_for(&played, 6).await;
    stop.store(true, Ordering::Relaxed);
    playing.await.unwrap();
    let log = picture.store().await.load(&table).await.unwrap();
    let log = log.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let heard = std::mem::take(&mut *heard.lock().unwrap());
    (heard, key, log)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bus_carries_only_what_the_engines_seat_knows() {
    let Some(picture) = Picture::start().await else { return };
    let hidden: [(&str, &[(&str, &str)]); 3] = [
        ("stonehenge", &[("druids", "hidden")]),
        ("logan", &[]),
        ("logan", &[("backs", "nobody")]),
    ];
    // Every other game, with nothing hidden in it, is played by engines at workers as well.
    let open = sarsen_catalog::GAMES.iter().map(|game| game.spec().id).filter(|&id| id != "logan");
    let open = open.map(|id| (id, few_stones(id)));
    for (game, options) in hidden.into_iter().chain(open) {
        let is_hidden = hidden.contains(&(game, options));
        let (heard, key, log) = played_over_the_bus(&picture, game, options).await;
        let mut secrets = vec![key, "Ada".to_owned()];
        for event in &log {
            match &event.kind {
                EventKind::Started { seed, .. } => secrets.push(seed.to_string()),
                EventKind::Created(setup) => secrets.push(setup.invite.clone()),
                EventKind::Seated { who, token, .. } => {
                    secrets.extend([who.0.clone(), token.0.clone()]);
                }
                EventKind::Public(PublicEvent::EngineFailed { .. }) => {
                    panic!("{game} {options:?}: {event:?}")
                }
                _ => {}
            }
        }
        let (mut jobs, mut masked) = (0, 0);
        for (subject, says) in &heard {
            let text = says.to_string();
            let told = secrets.iter().find(|secret| text.contains(secret.as_str()));
            assert_eq!(told, None, "{subject} {text}");
            if subject.starts_with("sarsen.jobs.") {
                let hides = hides_something(says, &log);
                jobs += 1;
                masked +=
                    usize::from(hides.unwrap_or_else(|| panic!("{game} {options:?}: {text}")));
            }
        }
        println!(
            "{game} {options:?}: {} messages overheard, {jobs} jobs, {masked} of them of a position that the seat does not know",
            heard.len()
        );
        assert!(jobs > 3 && (masked > 3) == is_hidden, "{masked} of {jobs} jobs");
    }
}

/// Whether something is hidden from the seat of a job, if the job holds the actions of one of the games as that seat knows them.
fn hides_something(job: &serde_json::Value, log: &[Event]) -> Option<bool> {
    let told: Vec<String> = serde_json::from_value(job["actions"].clone()).unwrap();
    let seat = Seat::from_number(job["seat"].as_u64().unwrap() as usize).unwrap();
    if told.is_empty() {
        // The engine begins a game.
        return Some(false);
    }
    let mut played = 0;
    for (index, event) in log.iter().enumerate() {
        match event.kind {
            EventKind::Started { .. } => played = 0,
            EventKind::Acted { .. } => played += 1,
            _ => continue,
        }
        if played == told.len() {
            let table = Table::replay("t", log[..=index].to_vec()).unwrap();
            let position = table.whole_position().unwrap();
            if position.recalled(seat) == told {
                return Some(told != position.history(Viewer::Omniscient));
            }
        }
    }
    None
}

/// Causes one random failure.
async fn disturb(picture: &mut Picture, rng: &mut chance::Generator) -> &'static str {
    let pause = Duration::from_millis(chance::below(rng, 400));
    match chance::below(rng, 10) {
        0..=3 => {
            let node = chance::below(rng, 3) as usize;
            picture.nodes[node].restart();
            "node"
        }
        4..=5 => {
            let worker = chance::below(rng, 2) as usize;
            picture.workers[worker].restart();
            "worker"
        }
        6 => {
            picture.nats.kill();
            tokio::time::sleep(pause).await;
            picture.nats.restart();
            "bus"
        }
        7 => {
            picture.postgres.kill();
            tokio::time::sleep(pause).await;
            picture.postgres.restart();
            "database"
        }
        _ => {
            picture.cut.send_replace(true);
            tokio::time::sleep(pause * 5).await;
            picture.cut.send_replace(false);
            "cut"
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_event_is_lost_or_doubled_whatever_is_killed() {
    let Some(mut picture) = Picture::start().await else { return };
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let (tables, kills) = if heavy { (50, 200) } else { (8, 10) };
    let addresses = picture.addresses();
    let stop = Arc::new(AtomicBool::new(false));
    let mut counts = Vec::new();
    let mut players = Vec::new();
    for number in 0..tables {
        let played = Arc::new(AtomicUsize::new(0));
        counts.push(Arc::clone(&played));
        let game = sarsen_catalog::GAMES[number as usize % sarsen_catalog::GAMES.len()].spec().id;
        if number % 4 == 3 {
            let lone = Lone::new(&addresses, "stonehenge", &[], number, played).await;
            players.push(tokio::spawn(lone.play(Arc::clone(&stop))));
        } else {
            let pair: Pair = new_pair(&addresses, game, number, played).await;
            players.push(tokio::spawn(pair.play(Arc::clone(&stop))));
        }
    }
    let mut rng = chance::generator(2026);
    let mut done = std::collections::BTreeMap::new();
    let mut killed = 0;
    while killed < kills {
        tokio::time::sleep(Duration::from_millis(200 + chance::below(&mut rng, 800))).await;
        let disturbed = disturb(&mut picture, &mut rng).await;
        *done.entry(disturbed).or_insert(0) += 1;
        // A node that is cut off from the bus lives.
        killed += usize::from(disturbed != "cut");
        // A supervisor would do so.
        for member in picture.nodes.iter_mut().chain(&mut picture.workers) {
            member.revive();
        }
    }
    for node in &mut picture.nodes {
        node.wait().await;
    }
    for worker in &mut picture.workers {
        worker.revive();
    }
    // Every table goes on by itself within the deadline.
    let before: Vec<usize> = counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
    let begun = Instant::now();
    for (index, count) in counts.iter().enumerate() {
        while count.load(Ordering::Relaxed) < (before[index] + 1).max(ENOUGH + 1) {
            assert!(!players[index].is_finished(), "the players of table {index} have failed");
            assert!(begun.elapsed() < Duration::from_secs(180), "table {index} stands still");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    let slowest = begun.elapsed();
    stop.store(true, Ordering::Relaxed);
    let mut heard = Vec::new();
    for player in players {
        heard.push(tokio::time::timeout(Duration::from_secs(90), player).await.unwrap().unwrap());
    }
    println!("disturbed: {done:?}; all tables went on within {:.1} s", slowest.as_secs_f64());
    check(&picture.store().await, &heard).await;
}
