//! Fair shares of the processor: what one address requests does not delay others.
//!
//! The attacks come from 127.0.0.2 and above; the clients that must not notice are at 127.0.0.1.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::echo::Echo;
use crate::common::engines::Endless;
use crate::common::process::Process;
use crate::common::stranger::Stranger;
use crate::common::{Client, SOON, Server, hello_key, new_table, process, watch};
use crate::kill::CHILD;
use sarsen_core::chance;
use sarsen_protocol::{Ask, AskKind, Hello, NewSeat, Tell};
use sarsen_server::engine::{EngineBackend, RandomBackend, SearchBackend};
use sarsen_server::{Limits, SystemSources};
use sarsen_store::MemoryStore;
use tokio::task::JoinSet;

/// Limits that leave only the shares of the processor to be tested.
fn limits() -> Limits {
    Limits { replay_per_address: Limits::default().replay_per_address, ..process::generous() }
}

async fn server(engine: impl EngineBackend) -> Server {
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(SystemSources));
    Server::with_engine(store, limits(), sources, Arc::new(engine)).await
}

fn against(level: u8) -> Vec<NewSeat> {
    vec![NewSeat::Engine { level }, NewSeat::Me { name: None }]
}

/// How long a weak engine takes for its first action at a new table.
async fn reply(server: &Server, key: &str) -> Duration {
    reply_of(server, key, 1).await
}

/// The same for an engine of any level.
async fn reply_of(server: &Server, key: &str, level: u8) -> Duration {
    let table = server.create(key, &new_table("stonehenge", &[], against(level))).await.table.table;
    let begun = Instant::now();
    let mut client = server.connect(&table, hello_key(key)).await;
    while client.position.as_ref().unwrap().ply == 0 {
        client.next().await;
    }
    begun.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strong_engines_of_one_address_do_not_keep_a_weak_one_of_another_waiting() {
    let server = server(Endless).await;
    let (ada, eve) = (server.player("Ada").await, server.player("Eve").await);
    let alone = reply(&server, &ada).await;
    let mut tables = Vec::new();
    for _ in 0..190 {
        let new = new_table("stonehenge", &[], against(8));
        tables.push(server.create(&eve, &new).await.table.table);
    }
    assert_eq!(server.figure("sarsen_engine_running").await, 0, "nobody is there to see it");
    // The same with a client at every table, and with endless hints and analyses.
    let mut sockets = Vec::new();
    for table in &tables {
        let path = format!("/api/v1/tables/{table}/socket");
        let mut client = Stranger(2).socket(server.address, &path).await.unwrap();
        client.ask(AskKind::Hello(hello_key(&eve)).into()).await;
        sockets.push(client);
        let mut study = Stranger(2).socket(server.address, "/api/v1/study/socket").await.unwrap();
        for id in 0..2 {
            let record = "[Game \"stonehenge\"]".to_owned();
            study
                .ask(
                    AskKind::Analyse {
                        record,
                        at: None,
                        lines: None,
                        millis: None,
                        nodes: None,
                        also: None,
                    }
                    .with_id(id),
                )
                .await;
        }
        sockets.push(study);
    }
    let begun = Instant::now();
    while server.figure("sarsen_engine_waiting").await < 300 {
        assert!(begun.elapsed() < SOON, "the attack has not begun");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let attacked = reply(&server, &ada).await;
    println!(
        "a weak engine's reply: {alone:?} alone, {attacked:?} beside 190 strong ones and 380 analyses"
    );
    assert!(attacked < Duration::from_millis(500).max(alone * 20), "{attacked:?}");
    drop(sockets);
    let begun = Instant::now();
    while server.figure("sarsen_engine_running").await > 0 {
        assert!(begun.elapsed() < SOON, "engines think on when nobody is there any more");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The median time of a level's first action at a new table.
async fn median_reply(server: &Server, key: &str, level: u8) -> Duration {
    let mut took = Vec::new();
    for _ in 0..5 {
        took.push(reply_of(server, key, level).await);
    }
    took.sort_unstable();
    took[took.len() / 2]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn real_searches_of_one_address_leave_engines_of_another_their_time() {
    let server = server(SearchBackend::default()).await;
    let (ada, eve) = (server.player("Ada").await, server.player("Eve").await);
    let levels = [1, 5];
    let mut alone = [Duration::ZERO; 2];
    for (alone, level) in alone.iter_mut().zip(levels) {
        *alone = median_reply(&server, &ada, level).await;
    }
    let mut sockets = Vec::new();
    for _ in 0..20 {
        let new = new_table("cathedral", &[], vec![NewSeat::Engine { level: 8 }; 2]);
        let table = server.create(&eve, &new).await.table.table;
        let path = format!("/api/v1/tables/{table}/socket");
        let mut client = Stranger(2).socket(server.address, &path).await.unwrap();
        client.ask(AskKind::Hello(watch()).into()).await;
        sockets.push(client);
        let mut study = Stranger(2).socket(server.address, "/api/v1/study/socket").await.unwrap();
        for id in 0..2 {
            let (record, millis) = ("[Game \"cathedral\"]".to_owned(), Some(60_000));
            study
                .ask(
                    AskKind::Analyse {
                        record,
                        at: None,
                        lines: None,
                        millis,
                        nodes: None,
                        also: None,
                    }
                    .with_id(id),
                )
                .await;
        }
        sockets.push(study);
    }
    let begun = Instant::now();
    while server.figure("sarsen_engine_waiting").await < 50 {
        assert!(begun.elapsed() < SOON, "the attack has not begun");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut attacked = [Duration::ZERO; 2];
    for (attacked, level) in attacked.iter_mut().zip(levels) {
        *attacked = median_reply(&server, &ada, level).await;
    }
    drop(sockets);
    // Other load on the machine may have started meanwhile.
    for ((alone, attacked), level) in alone.into_iter().zip(attacked).zip(levels) {
        let after = median_reply(&server, &ada, level).await;
        println!(
            "level {level}: {alone:?} and {after:?} alone, {attacked:?} beside 20 games and 40 analyses at level 8"
        );
        let most = 2 * alone.max(after).max(Duration::from_millis(50));
        assert!(attacked < most, "level {level}: {attacked:?}, {alone:?} and {after:?} alone");
    }
}

/// A record of a game of physics, different for every seed.
pub(crate) fn record(seed: u64, actions: usize) -> (String, usize) {
    let game = sarsen_catalog::game("sun").unwrap();
    let mut position = game.start(&sarsen_core::Options::defaults(game.spec()));
    let mut rng = chance::generator(seed);
    let mut text = "[Game \"sun\"]\n\n".to_owned();
    let mut played = 0;
    while played < actions {
        let Some(action) = position.random_action(&mut rng) else { break };
        position.play(&action).unwrap();
        text.push_str(&format!("{action} "));
        played += 1;
    }
    (text, played)
}

/// Plays an action and takes it back, repeatedly; returns the 95th percentile of the delay.
async fn delays_of_a_table(server: &Server, seconds: u64) -> (Duration, usize) {
    let ada = server.player("Ada").await;
    let seats = vec![NewSeat::Me { name: None }; 2];
    let table = server.create(&ada, &new_table("stonehenge", &[], seats)).await.table.table;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    let mut delays = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(seconds) {
        delays.push(client.act_and_take_back().await);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    delays.sort_unstable();
    (delays[delays.len() * 95 / 100], delays.len())
}

/// Runs an attack on its own thread beside a table, and checks that the table is not affected.
async fn beside<A: Future<Output = ()> + 'static>(
    name: &str,
    server: &Server,
    attack: impl FnOnce(Arc<AtomicBool>) -> A + Send + 'static,
) {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let attacker = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let local = tokio::task::LocalSet::new();
        local.block_on(&runtime.unwrap(), attack(stopped));
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let echo = Echo::start();
    let (late, count) = delays_of_a_table(server, 3).await;
    let (_, echoed) = echo.stop();
    stop.store(true, Ordering::Relaxed);
    attacker.join().unwrap();
    println!(
        "{name}: 95 of 100 of {count} actions with takebacks within {late:?}; slowest echo {echoed:?}"
    );
    assert!(late < Duration::from_millis(100).max(2 * echoed), "{name}: {late:?}, echo {echoed:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_to_be_studied_do_not_hold_up_the_tables() {
    let server = server(RandomBackend).await;
    let records: Vec<String> = (0..24).map(|seed| record(seed, 8).0).collect();
    let (answered, refused) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let counts = (Arc::clone(&answered), Arc::clone(&refused));
    let address = server.address;
    beside("40 records a second", &server, move |stop| async move {
        let mut asked = 0;
        let mut clock = tokio::time::interval(Duration::from_millis(25));
        while !stop.load(Ordering::Relaxed) {
            clock.tick().await;
            let ask = serde_json::json!({ "record": records[asked % records.len()] });
            asked += 1;
            let (answered, refused) = counts.clone();
            tokio::task::spawn_local(async move {
                let body = ask.to_string();
                let (status, _) = Stranger(2).post(address, "/api/v1/study", "", &body).await;
                let count = if status == 200 { answered } else { refused };
                count.fetch_add(1, Ordering::Relaxed);
            });
        }
    })
    .await;
    println!("{answered:?} answered, {refused:?} refused");
    assert!(answered.load(Ordering::Relaxed) > 0);
}

#[tokio::test]
async fn studying_many_records_at_once_uses_few_threads() {
    let folder = tempfile::tempdir().unwrap();
    // A separate process, because other tests have threads, too; its addresses have unlimited shares.
    let server = Process::spawn(folder.path(), &CHILD).await;
    let (address, before) = (server.address, server.threads());
    let records: Vec<String> = (100..108).map(|seed| record(seed, 6).0).collect();
    let mut asked = JoinSet::new();
    for number in 0..120 {
        let body = serde_json::json!({ "record": records[number % records.len()] }).to_string();
        asked.spawn(async move { Stranger(2).post(address, "/api/v1/study", "", &body).await.0 });
    }
    let mut most = before;
    while let Some(status) = asked.join_next().await {
        assert_eq!(status.unwrap(), 200);
        most = most.max(server.threads());
    }
    println!("{before} threads, {most} while 120 records are studied");
    assert!(most < before + 20, "{most} threads after {before}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reconnecting_clients_do_not_delay_the_tables() {
    let server = server(RandomBackend).await;
    let eve = server.player("Eve").await;
    let (from, played) = record(7, 12);
    let mut new = new_table("sun", &[], vec![NewSeat::Me { name: None }; 2]);
    new.from = Some(from);
    let table = server.create(&eve, &new).await.table.table;
    let mut owner = server.connect(&table, hello_key(&eve)).await;
    assert!(owner.position.as_ref().unwrap().ply as usize >= played);
    // Something to be missed.
    owner
        .request(|id| Ask { id: Some(id), seat: Some(1), kind: AskKind::OfferDraw })
        .await
        .unwrap();
    let (number, address) = (owner.number, server.address);
    let since = Hello { since: Some(number - 1), ..watch() };
    let back = server.connect(&table, since.clone()).await;
    assert_eq!(back.welcome.unwrap().missed.len(), 1);
    beside("spectators that reconnect", &server, move |stop| async move {
        let path = format!("/api/v1/tables/{table}/socket");
        while !stop.load(Ordering::Relaxed) {
            let mut back: Client = Stranger(2).socket(address, &path).await.unwrap();
            back.ask(AskKind::Hello(since.clone()).into()).await;
            back.until(|tell| matches!(tell, Tell::Welcome(_)).then_some(())).await;
        }
    })
    .await;
}

#[tokio::test]
async fn an_address_beyond_its_share_is_refused_and_others_are_not() {
    let limits = Limits { replay_per_address: 1e-6, ..process::generous() };
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(SystemSources));
    let server = Server::with(store, limits, sources).await;
    let study = async |who: u8, seed: u64| {
        let body = serde_json::json!({ "record": record(seed, 6).0 }).to_string();
        Stranger(who).post(server.address, "/api/v1/study", "", &body).await
    };
    assert_eq!(study(2, 1).await.0, 200);
    let (status, answer) = study(2, 2).await;
    assert_eq!((status, answer["code"].as_str()), (429, Some("too_fast")));
    assert_eq!(study(3, 3).await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reconnecting_to_a_simulated_game_replays_only_missed_actions() {
    let server = server(RandomBackend).await;
    let eve = server.player("Eve").await;
    let mut new = new_table("sun", &[], vec![NewSeat::Me { name: None }; 2]);
    new.from = Some(record(7, 40).0);
    let table = server.create(&eve, &new).await.table.table;
    let mut owner = server.connect(&table, hello_key(&eve)).await;
    owner
        .request(|id| Ask { id: Some(id), seat: Some(1), kind: AskKind::OfferDraw })
        .await
        .unwrap();
    let spent = async || server.figure("sarsen_replay_microseconds_total").await;
    let number = owner.number;
    // Each with its own key, because results are cached per person.
    let mut costs = Vec::new();
    for name in ["Cy", "Di", "Ed", "Flo"] {
        let before = spent().await;
        let hello = Hello { since: Some(1), ..hello_key(&server.player(name).await) };
        let back = server.connect(&table, hello).await;
        assert_eq!(back.welcome.unwrap().missed.len() as u32, number - 1);
        costs.push(spent().await - before);
    }
    println!("microseconds of processor time: {} from the log, then {:?}", costs[0], &costs[1..]);
    assert!(costs[1..].iter().all(|cost| cost * 2 < costs[0]), "{costs:?}");
}
