//! The state that all tables and handlers of one server share.

mod health;
mod readiness;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cpu_time::ThreadTime;
use sarsen_protocol::{Refusal, RefusalCode};
use sarsen_session::{Moment, PlayerId, Seed};
use sarsen_store::Store;
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::task::{JoinError, JoinSet};

use crate::access::Access;
use crate::addresses::{Activity, Address, Addresses};
use crate::cluster::Cluster;
use crate::engine::{Cancel, EngineBackend, Pool, Purpose, Requester};
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::registry::Registry;
use crate::study::Checkpoints;
use crate::{http, secrets};

/// So many tables are woken at a time; more would only fill the memory with logs.
const WAKING: usize = 8;

/// At most this many connections that are being closed are waited for, of all addresses together.
const CLOSING: usize = 64;

/// Nobody waits longer for a replay: the page asks again.
const LONGEST_REPLAY: Duration = Duration::from_secs(30);

/// What an [`AppState`] is built from.
pub struct AppOptions {
    /// Where the logs are.
    pub store: Arc<dyn Store>,
    /// Who plays in the engines' seats.
    pub engine: Arc<dyn EngineBackend>,
    /// How many engines think at a time.
    pub engine_threads: usize,
    /// How much one client may ask for.
    pub limits: Limits,
    /// Who is let in.
    pub access: Access,
    /// Time and randomness.
    pub sources: Arc<dyn Sources>,
}

/// Where time and randomness come from. Tests have their own.
pub trait Sources: Send + Sync + 'static {
    /// Milliseconds since 1970, by a clock that may be set forth and back.
    fn now(&self) -> u64;
    /// Milliseconds by a clock that never jumps, whatever its beginning: the time of players is counted with it.
    fn tick(&self) -> u64;
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

/// When the process first asked for the time. Ticks begin at the time of day, so that a client that compares one with its own
/// clock is not far off.
static START: LazyLock<(u64, Instant)> = LazyLock::new(|| (time_of_day(), Instant::now()));

fn time_of_day() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// The time and the random bytes of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemSources;

impl Sources for SystemSources {
    fn now(&self) -> u64 {
        time_of_day()
    }
    fn tick(&self) -> u64 {
        let (start, begun) = *START;
        start + begun.elapsed().as_millis() as u64
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

/// The state that all tables and handlers of one server share.
pub struct AppState {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) engine: Arc<dyn EngineBackend>,
    pub(crate) pool: Pool,
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) sources: Arc<dyn Sources>,
    pub(crate) registry: Registry,
    pub(crate) connection_ids: AtomicU64,
    pub(crate) addresses: Arc<Addresses>,
    pub(crate) access: Access,
    /// Positions along records that took long to reach.
    pub(crate) checkpoints: Arc<Checkpoints>,
    health: health::Health,
    /// As many tables as there are cores do long work at a time.
    pub(crate) places: Semaphore,
    /// The connections that may be waited for while they are closed.
    pub(crate) closing: Semaphore,
    /// What this node shares with others; none where it is alone.
    pub(crate) cluster: Option<Cluster>,
    stopping: watch::Sender<bool>,
    draining: watch::Sender<bool>,
}

impl AppState {
    /// Builds the shared state and starts the engine threads.
    ///
    /// # Errors
    /// If the threads for engines cannot be started.
    pub fn new(options: AppOptions) -> std::io::Result<Arc<AppState>> {
        AppState::build(options, None)
    }

    /// The same for a node of a cluster. Its background work begins at once.
    ///
    /// # Errors
    /// As [`AppState::new`].
    pub fn new_node(options: AppOptions, cluster: Cluster) -> std::io::Result<Arc<AppState>> {
        let app = AppState::build(options, Some(cluster))?;
        crate::cluster::start(&app);
        Ok(app)
    }

    fn build(options: AppOptions, cluster: Option<Cluster>) -> std::io::Result<Arc<AppState>> {
        let AppOptions { store, engine, engine_threads, limits, access, sources } = options;
        let metrics = Arc::new(Metrics::default());
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Arc::new(AppState {
            store,
            engine,
            pool: Pool::new(engine_threads, &metrics)?,
            limits,
            metrics,
            sources,
            registry: Registry::default(),
            connection_ids: AtomicU64::new(1),
            addresses: Arc::default(),
            access,
            checkpoints: Arc::default(),
            health: health::Health::default(),
            places: Semaphore::new(cores),
            closing: Semaphore::new(CLOSING),
            cluster,
            stopping: watch::Sender::new(false),
            draining: watch::Sender::new(false),
        }))
    }

    /// Wakes the tables that cannot wait for somebody to come, because clocks run there: several at a time, at low priority.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn wake(self: &Arc<AppState>) -> Result<usize, sarsen_store::StoreError> {
        let tables = self.store.waking_tables().await?;
        let mut waking = JoinSet::new();
        let mut woken = 0;
        for table in tables {
            if waking.len() >= WAKING {
                woken += count(waking.join_next().await.as_ref());
            }
            let app = Arc::clone(self);
            waking.spawn(async move { app.wake_one(&table).await });
        }
        while let Some(awake) = waking.join_next().await {
            woken += count(Some(&awake));
        }
        Ok(woken)
    }

    pub(crate) async fn wake_one(self: &Arc<AppState>, table: &str) -> bool {
        let woken = self.registry.get(self, table, Address::SERVER).await;
        if woken.is_err() && !self.is_stopping() {
            tracing::error!(table, "this table cannot be woken");
        }
        woken.is_ok()
    }

    /// Replays something on a thread that nobody else waits for. Whose address has used up its share is refused; whoever
    /// goes before the end cancels it.
    pub(crate) async fn replay<T: Send + 'static>(
        &self,
        asker: Requester,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let address = asker.address;
        self.addresses.may_replay(address, &self.limits)?;
        let (done, answer) = oneshot::channel();
        let (addresses, limits) = (Arc::clone(&self.addresses), self.limits.clone());
        let metrics = Arc::clone(&self.metrics);
        let ticket = self.pool.submit(asker, Purpose::Replay, move |cancel| {
            let begun = ThreadTime::now();
            let value = work(cancel);
            let took = begun.elapsed();
            addresses.charge_replay(address, took, &limits);
            metrics.replay_micros.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
            // Who has gone needs no answer.
            let _ = done.send(value);
        });
        let _ticket = ticket.ok_or_else(|| http::refuse(RefusalCode::TooMany))?;
        match tokio::time::timeout(LONGEST_REPLAY, answer).await {
            Ok(answer) => answer.map_err(|error| http::internal(&error)),
            Err(_) => Err(http::refuse(RefusalCode::TooMany)),
        }
    }

    /// Whether the server can do what it is for.
    pub(crate) async fn is_healthy(&self) -> bool {
        !self.is_stopping() && self.health.check(self.store.as_ref()).await
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
        // The sender lives as long as this state does.
        let _ = self.stopping.subscribe().wait_for(|&stopping| stopping).await;
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    pub(crate) fn moment(&self) -> Moment {
        let sources = &self.sources;
        Moment { at: sources.now(), tick: sources.tick(), seed: sources.seed() }
    }

    /// Whether another player or table may be made now, from an address.
    pub(crate) fn may_create(&self, address: Address) -> Result<(), Refusal> {
        self.addresses.may(address, Activity::Create, &self.limits)
    }

    /// The person who has a key, with the name.
    pub(crate) async fn player(&self, key: &str) -> Result<(PlayerId, String), Refusal> {
        let player = secrets::player_id(key);
        let name = self.store.player(&player.0).await.map_err(|error| http::internal(&error))?;
        let name = name.ok_or_else(|| http::refuse(RefusalCode::UnknownPlayer))?;
        Ok((player, name))
    }
}

fn count(woken: Option<&Result<bool, JoinError>>) -> usize {
    usize::from(matches!(woken, Some(Ok(true))))
}
