//! A restart during an attack: others are served at once, and tables with clocks are woken meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::echo::Echo;
use crate::common::process::{self, Process};
use crate::common::stranger::Stranger;
use crate::common::{Client, SOON, hello_key, new_table, watch};
use crate::shares::record;
use sarsen_protocol::{AskKind, Clock, Hello, NewSeat};
use sarsen_server::Limits;
use sarsen_server::engine::RandomBackend;

/// The number of tables of physics to be replayed at the start.
const TABLES: usize = 12;

/// A server process with the default limits, except for creating tables.
#[test]
#[ignore = "it is the process that other tests restart"]
fn serve_guarded() {
    let limits = Limits { creations_per_address: 1e6, ..Limits::default() };
    process::serve_if_asked(Arc::new(RandomBackend), limits);
}

const GUARDED: [&str; 4] = ["restart::serve_guarded", "--exact", "--ignored", "--nocapture"];

/// Requests replays and reconnects to tables as fast as possible, across restarts too.
async fn attack(
    address: std::net::SocketAddr,
    tables: Vec<String>,
    stop: Arc<AtomicBool>,
    asked: Arc<AtomicUsize>,
) {
    let mut number = 0;
    while !stop.load(Ordering::Relaxed) {
        number += 1;
        asked.fetch_add(1, Ordering::Relaxed);
        let path = format!("/api/v1/tables/{}/socket", tables[number % tables.len()]);
        // While nobody listens there is nothing to attack.
        let Ok(mut back) = Stranger(2).socket(address, &path).await else {
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        let hello = AskKind::Hello(Hello { since: Some(1), ..watch() }).into();
        if back.try_ask(&hello).await.is_ok() {
            let _ = tokio::time::timeout(Duration::from_secs(1), back.try_next()).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_restart_under_attack_others_are_served_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::spawn(folder.path(), &GUARDED).await;
    let address = server.address;
    let eve = process::player_at(address, "Eve").await;
    let mut new = new_table("sun", &[], vec![NewSeat::Me { name: None }; 2]);
    new.clock = Clock::PerMove { time: 1 << 30 };
    let mut tables = Vec::new();
    for seed in 0..TABLES {
        new.from = Some(record(seed as u64, 6).0);
        let body = serde_json::to_string(&new).unwrap();
        let (status, made) = Stranger(3).post(address, "/api/v1/tables", &eve, &body).await;
        assert_eq!(status, 200, "{made}");
        tables.push(made["table"]["table"].as_str().unwrap().to_owned());
    }
    let (table, keys) = process::two_at(address, "stonehenge", &[]).await;
    let mut ada = Client::connect(address, &table, hello_key(&keys[0])).await;
    ada.act("G6").await.unwrap();
    let (stop, asked) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut attackers = Vec::new();
    for _ in 0..8 {
        let attacker = attack(address, tables.clone(), Arc::clone(&stop), Arc::clone(&asked));
        attackers.push(tokio::spawn(attacker));
    }
    let begun = Instant::now();
    while asked.load(Ordering::Relaxed) < 50 {
        assert!(begun.elapsed() < SOON, "the attack has not begun");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    server.kill();
    server.restart().await;
    let (echo, begun) = (Echo::start(), Instant::now());
    let mut bo = Client::connect(address, &table, hello_key(&keys[1])).await;
    bo.act("A1").await.unwrap();
    let (took, (_, echoed)) = (begun.elapsed(), echo.stop());
    let waking = async || {
        let head = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close";
        let (_, text) = Stranger(1).ask(address, head, "").await;
        let line = text.lines().find(|line| line.starts_with("sarsen_tables ")).map(str::to_owned);
        line.and_then(|line| line.rsplit(' ').next()?.parse::<usize>().ok()).unwrap_or(0)
    };
    while waking().await <= TABLES {
        assert!(begun.elapsed() < SOON, "tables with clocks are not woken");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!(
        "an action is accepted {took:?} after the restart (slowest echo {echoed:?}), all tables awake after {:?}",
        begun.elapsed()
    );
    stop.store(true, Ordering::Relaxed);
    for attacker in attackers {
        attacker.await.unwrap();
    }
    assert!(took < Duration::from_secs(2).max(20 * echoed), "{took:?}, echo {echoed:?}");
}
