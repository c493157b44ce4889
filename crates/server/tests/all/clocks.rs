//! The machine's clock is set forward and back, which costs nobody a game.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::common::{Client, Server, hello_key, new_table};
use sarsen_core::Seat;
use sarsen_protocol::{Clock, Clocks, NewSeat, Status};
use sarsen_server::{Limits, Sources, SystemSources};
use sarsen_store::{MemoryStore, Store};

pub(crate) const HOUR: i64 = 3_600_000;
pub(crate) const INITIAL: u64 = 60_000;

/// The system's sources with adjustable clocks.
#[derive(Default)]
pub(crate) struct Settable {
    /// How far the time of day was moved forward, in milliseconds.
    pub(crate) day: AtomicI64,
    /// The offset of the monotonic clock's origin, which differs between processes.
    steady: i64,
}

impl Sources for Settable {
    fn now(&self) -> u64 {
        SystemSources.now().saturating_add_signed(self.day.load(Ordering::Relaxed))
    }
    fn tick(&self) -> u64 {
        SystemSources.tick().saturating_add_signed(self.steady)
    }
}

async fn server(store: &Arc<MemoryStore>, sources: &Arc<Settable>) -> Server {
    let kept: Arc<dyn Store> = Arc::<MemoryStore>::clone(store);
    let sources: Arc<dyn Sources> = Arc::<Settable>::clone(sources);
    Server::with(kept, Limits::default(), sources).await
}

/// A table on a shared screen with a minute for each seat, after one action.
async fn begun(server: &Server) -> (String, String, Client) {
    let ada = server.player("Ada").await;
    let mut new = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }; 2]);
    new.clock = Clock::Fischer { initial: INITIAL, increment: 0 };
    let table = server.create(&ada, &new).await.table.table;
    let mut client = server.connect(&table, hello_key(&ada)).await;
    client.act("G6").await.unwrap();
    (table, ada, client)
}

fn clocks(client: &Client) -> Clocks {
    client.position.as_ref().unwrap().clocks.clone().unwrap()
}

/// Nobody was charged more than the seconds that the test itself took.
pub(crate) fn assert_nobody_paid(client: &Client) {
    let clocks = clocks(client);
    let least = clocks.remaining.iter().min().unwrap();
    assert!(*least > INITIAL / 2 && *least <= INITIAL, "{clocks:?}");
}

#[tokio::test]
async fn setting_the_time_of_day_costs_nobody_a_game() {
    let (store, sources) = (Arc::new(MemoryStore::new()), Arc::new(Settable::default()));
    let server = server(&store, &sources).await;
    let (table, ada, mut client) = begun(&server).await;
    for (day, action) in [(HOUR, "A1"), (-HOUR, "B2"), (0, "C3")] {
        sources.day.store(day, Ordering::Relaxed);
        client.act(action).await.unwrap();
        assert_nobody_paid(&client);
    }
    sources.day.store(HOUR, Ordering::Relaxed);
    let welcome = server.connect(&table, hello_key(&ada)).await.welcome.unwrap();
    assert_eq!(welcome.table.status, Status::Playing);
    let clocks = welcome.position.unwrap().clocks.unwrap();
    assert!(welcome.now - clocks.at < INITIAL / 2, "a page would show the wrong time");
}

/// A server that is stopped or killed and restarted, with all clocks moved by `by` in between.
async fn restarted(by: i64, is_killed: bool) {
    let store = Arc::new(MemoryStore::new());
    let first = server(&store, &Arc::new(Settable::default())).await;
    let (table, ada, client) = begun(&first).await;
    drop(client);
    if !is_killed {
        first.state.stop().await;
    }
    let sources = Settable { day: AtomicI64::new(by), steady: by };
    let second = server(&store, &Arc::new(sources)).await;
    let mut client = second.connect(&table, hello_key(&ada)).await;
    assert_eq!(client.welcome.as_ref().unwrap().table.status, Status::Playing);
    assert_eq!(clocks(&client).running, Some(Seat::TWO), "the clock goes on");
    client.act("A1").await.unwrap();
    assert_nobody_paid(&client);
}

#[tokio::test]
async fn a_restart_with_a_changed_time_of_day_costs_no_player_time() {
    for by in [HOUR, -HOUR] {
        for is_killed in [false, true] {
            restarted(by, is_killed).await;
        }
    }
}
