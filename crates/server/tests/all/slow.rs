//! A slow table does not delay another.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::echo::Echo;
use crate::common::shadow::Shadow;
use crate::common::{Client, Server, hello_key, new_table, process};
use sarsen_core::chance;
use sarsen_protocol::{AskKind, NewSeat, Tell, TurnInfo};
use sarsen_server::SystemSources;
use sarsen_store::MemoryStore;

/// Plays a game of physics as fast as the server answers, previewing every action.
async fn simulate(mut client: Client, seed: u64, stop: Arc<AtomicBool>, count: Arc<AtomicUsize>) {
    let mut rng = chance::generator(seed);
    let mut shadow = Shadow::default();
    let table = client.welcome.clone().unwrap().table;
    while !stop.load(Ordering::Relaxed) {
        if matches!(client.position.as_ref().unwrap().turn, TurnInfo::Over { .. }) {
            client.request(|id| AskKind::Again.with_id(id)).await.unwrap();
        }
        let told = client.position.clone().unwrap();
        let action = shadow.any_action(&told, &table, &mut rng);
        for id in 0..8 {
            client.ask(AskKind::Preview { action: action.clone() }.with_id(id)).await;
        }
        for _ in 0..8 {
            client.until(|tell| matches!(tell, Tell::Preview { .. }).then_some(())).await;
        }
        client.act(&action).await.unwrap();
        count.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_physics_do_not_hold_up_the_others() {
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(SystemSources));
    let server = Server::with(store, process::generous(), sources).await;
    let ada = server.player("Ada").await;
    let (stop, count) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let alone = || vec![NewSeat::Me { name: None }; 2];
    let mut threads = Vec::new();
    for seed in 0..6 {
        let table = server.create(&ada, &new_table("sun", &[], alone())).await.table.table;
        let (stop, count) = (Arc::clone(&stop), Arc::clone(&count));
        let (address, key) = (server.address, ada.clone());
        // The clients run on their own threads, so their simulations do not burden the server.
        threads.push(std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(async move {
                let client = Client::connect(address, &table, hello_key(&key)).await;
                simulate(client, seed, stop, count).await;
            });
        }));
    }
    let table = server.create(&ada, &new_table("stonehenge", &[], alone())).await.table.table;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    let mut delays = Vec::new();
    let echo = Echo::start();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(4) {
        delays.push(client.act_and_take_back().await);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let (echoed, _) = echo.stop();
    stop.store(true, Ordering::Relaxed);
    for thread in threads {
        thread.join().unwrap();
    }
    delays.sort_unstable();
    let median = delays[delays.len() / 2];
    let simulated = count.load(Ordering::Relaxed);
    println!(
        "{simulated} actions simulated; an action and its takeback beside them: {median:?}; an echo: {echoed:?}"
    );
    assert!(simulated >= 6, "only {simulated} actions were simulated");
    assert!(median < Duration::from_millis(60).max(10 * echoed), "{median:?}, an echo {echoed:?}");
}
