//! Everything that the tables of one server share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use sarsen_protocol::{Refusal, RefusalCode};
use sarsen_session::{Moment, PlayerId, Seed};
use sarsen_store::Store;
use tokio::sync::{Semaphore, watch};

use crate::addresses::{Address, Addresses, Doing};
use crate::engine::{Engine, Pool};
use crate::limits::{Bucket, Limits};
use crate::metrics::Metrics;
use crate::registry::Registry;
use crate::{http, secrets};

/// What a house is made of.
pub struct HouseOptions {
    /// Where the logs are.
    pub store: Arc<dyn Store>,
    /// Who plays in the engines' seats.
    pub engine: Arc<dyn Engine>,
    /// How many engines think at a time.
    pub engine_threads: usize,
    /// How much one client may ask for.
    pub limits: Limits,
    /// Time and randomness.
    pub sources: Arc<dyn Sources>,
}

/// Where time and randomness come from. Tests have their own.
pub trait Sources: Send + Sync + 'static {
    /// Milliseconds since 1970.
    fn now(&self) -> u64;
    /// The seed of a game.
    fn seed(&self) -> Seed;
    /// The id of a table.
    fn table_id(&self) -> String;
    /// The word of an invitation.
    fn invite(&self) -> String;
    /// A key or a token.
    fn secret(&self) -> String;
    /// A number for what nobody has to prove: how an engine's choices vary.
    fn number(&self) -> u64;
}

/// The time and the random bytes of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemSources;

impl Sources for SystemSources {
    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as u64)
    }
    fn seed(&self) -> Seed {
        secrets::seed()
    }
    fn table_id(&self) -> String {
        secrets::table_id()
    }
    fn invite(&self) -> String {
        secrets::invite()
    }
    fn secret(&self) -> String {
        secrets::secret()
    }
    fn number(&self) -> u64 {
        secrets::number()
    }
}

/// Does something that takes long on a thread that nobody waits for.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|error| http::internal(&error))
}

/// A house full of tables.
pub struct House {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) pool: Pool,
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) sources: Arc<dyn Sources>,
    pub(crate) registry: Registry,
    pub(crate) connection_ids: AtomicU64,
    pub(crate) addresses: Addresses,
    /// As many tables as there are cores do long work at a time.
    pub(crate) places: Semaphore,
    stopping: watch::Sender<bool>,
    creations: Mutex<Bucket>,
}

impl House {
    /// Opens a house.
    ///
    /// # Errors
    /// If the threads for engines cannot be started.
    pub fn new(options: HouseOptions) -> std::io::Result<Arc<House>> {
        let HouseOptions { store, engine, engine_threads, limits, sources } = options;
        let metrics = Arc::new(Metrics::default());
        let rate = limits.creations_per_second;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Arc::new(House {
            store,
            engine,
            pool: Pool::new(engine_threads, Arc::clone(&metrics))?,
            limits,
            metrics,
            sources,
            registry: Registry::default(),
            connection_ids: AtomicU64::new(1),
            addresses: Addresses::default(),
            places: Semaphore::new(cores),
            stopping: watch::Sender::new(false),
            creations: Mutex::new(Bucket::new(rate, rate * 20.0, Instant::now())),
        }))
    }

    /// Wakes the tables that cannot wait for somebody to come: clocks run, or an engine is to act.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn wake(self: &Arc<House>) -> Result<usize, sarsen_store::StoreError> {
        let tables = self.store.waking_tables().await?;
        let mut woken = 0;
        for table in &tables {
            match self.registry.get(self, table).await {
                Ok(handle) => {
                    handle.resume().await;
                    woken += 1;
                }
                Err(_) => tracing::error!(table, "this table cannot be woken"),
            }
        }
        Ok(woken)
    }

    /// Stops all tables: they finish what they are writing, hold their clocks, and tell who is connected.
    pub async fn stop(&self) {
        self.stopping.send_replace(true);
        self.registry.stop_all().await;
        if let Err(error) = self.store.flush().await {
            tracing::error!(%error, "the store did not finish");
        }
    }

    /// Waits until every connection has been told and closed, or for so long.
    pub(crate) async fn farewell(&self, longest: Duration) {
        let begun = Instant::now();
        while self.metrics.connections.load(Ordering::Relaxed) > 0 && begun.elapsed() < longest {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Done when the server stops.
    pub(crate) async fn stopped(&self) {
        // The sender lives as long as the house does.
        let _ = self.stopping.subscribe().wait_for(|&stopping| stopping).await;
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment { at: self.sources.now(), seed: self.sources.seed() }
    }

    /// Whether another player or table may be made now, from an address.
    pub(crate) fn may_create(&self, address: Address) -> Result<(), Refusal> {
        self.addresses.may(address, Doing::Create, &self.limits)?;
        let mut bucket = self.creations.lock().unwrap_or_else(PoisonError::into_inner);
        if bucket.take(Instant::now()) { Ok(()) } else { Err(http::refuse(RefusalCode::TooFast)) }
    }

    /// The person who has a key, with the name.
    pub(crate) async fn player(&self, key: &str) -> Result<(PlayerId, String), Refusal> {
        let player = secrets::player_id(key);
        let name = self.store.player(&player.0).await.map_err(|error| http::internal(&error))?;
        let name = name.ok_or_else(|| http::refuse(RefusalCode::UnknownPlayer))?;
        Ok((player, name))
    }
}
