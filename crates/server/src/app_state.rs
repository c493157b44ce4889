//! The state that all tables and handlers of one server share.

mod health;
mod readiness;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cpu_time::ThreadTime;
use sarsen_protocol::{Refusal, RefusalCode};
use sarsen_session::{Moment, PlayerId, Seed};
use sarsen_store::{Store, StoreError, StudyRow};
use tokio::sync::{Semaphore, broadcast, oneshot, watch};
use tokio::task::{JoinError, JoinSet};

use crate::access::Access;
use crate::addresses::{Activity, Address, Addresses};
use crate::cluster::Cluster;
use crate::engine::{Cancel, EngineBackend, Pool, Purpose, Requester};
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::push::{Push, PushOptions};
use crate::registry::Registry;
use crate::study::Checkpoints;
use crate::{http, secrets};

/// The number of tables woken at a time; more would only fill the memory with logs.
const WAKING: usize = 8;

/// At most this many closing connections are waited for, over all addresses.
const CLOSING: usize = 64;

/// The capacity of the channel that announces replaced keys to all connections; one that missed some asks the store.
const REPLACED_AT_ONCE: usize = 16;

/// The timeout of a replay; the page repeats its request.
const LONGEST_REPLAY: Duration = Duration::from_secs(30);

/// How exactly it is noted when a person was seen or a study was used, in milliseconds: once a day is enough for what is
/// removed after months.
const NOTED_EVERY: u64 = 24 * 60 * 60 * 1000;

/// The parts of an [`AppState`].
pub struct AppOptions {
    /// The store of the logs.
    pub store: Arc<dyn Store>,
    /// The engine for the engines' seats.
    pub engine: Arc<dyn EngineBackend>,
    /// The number of engines that think at a time.
    pub engine_threads: usize,
    /// The limits per client.
    pub limits: Limits,
    /// Access control.
    pub access: Access,
    /// Time and randomness.
    pub sources: Arc<dyn Sources>,
    /// How browsers that are not open are told of turns; nothing: they are not.
    pub push: Option<PushOptions>,
}

/// The sources of time and randomness. Tests have their own.
pub trait Sources: Send + Sync + 'static {
    /// Milliseconds since 1970, by the system clock, which may be adjusted.
    fn now(&self) -> u64;
    /// Milliseconds by a monotonic clock with an arbitrary origin: players' time is counted with it.
    fn tick(&self) -> u64;
    /// The seed of a game.
    fn seed(&self) -> Seed {
        secrets::seed()
    }
    /// The id of a table.
    fn table_id(&self) -> String {
        secrets::table_id()
    }
    /// The secret word of an invitation.
    fn invite(&self) -> String {
        secrets::invite()
    }
    /// A key or a token.
    fn secret(&self) -> String {
        secrets::secret()
    }
    /// A number that need not be verifiable: the seed of an engine's choices.
    fn number(&self) -> u64 {
        secrets::number()
    }
}

/// When the process first asked for the time. Ticks start at the time of day, so that a client that compares them with
/// its own clock is not far off.
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
    pub(crate) push: Option<Push>,
    /// Positions along records that were expensive to compute.
    pub(crate) checkpoints: Arc<Checkpoints>,
    health: health::Health,
    /// Permits for tables with slow work: one per core.
    pub(crate) places: Semaphore,
    /// Permits for waiting for a closing connection.
    pub(crate) closing: Semaphore,
    /// What this node shares with others; `None` if it is the only one.
    pub(crate) cluster: Option<Cluster>,
    /// The hashes of keys that were just replaced.
    replaced: broadcast::Sender<PlayerId>,
    stopping: watch::Sender<bool>,
    draining: watch::Sender<bool>,
}

impl AppState {
    /// Builds the shared state and starts the engine threads.
    ///
    /// # Errors
    /// If the engine threads cannot be started.
    pub fn new(options: AppOptions) -> std::io::Result<Arc<AppState>> {
        AppState::build(options, None)
    }

    /// The same for a node of a cluster. Its background tasks start at once.
    ///
    /// # Errors
    /// As [`AppState::new`].
    pub fn new_node(options: AppOptions, cluster: Cluster) -> std::io::Result<Arc<AppState>> {
        let app = AppState::build(options, Some(cluster))?;
        crate::cluster::start(&app);
        Ok(app)
    }

    fn build(options: AppOptions, cluster: Option<Cluster>) -> std::io::Result<Arc<AppState>> {
        let AppOptions { store, engine, engine_threads, limits, access, sources, push } = options;
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
            push: push.map(Push::new),
            checkpoints: Arc::default(),
            health: health::Health::default(),
            places: Semaphore::new(cores),
            closing: Semaphore::new(CLOSING),
            cluster,
            replaced: broadcast::Sender::new(REPLACED_AT_ONCE),
            stopping: watch::Sender::new(false),
            draining: watch::Sender::new(false),
        }))
    }

    /// Wakes the tables whose clocks run: several at a time, at low priority.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn wake(self: &Arc<AppState>) -> Result<usize, StoreError> {
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
            tracing::error!(table, "this table cannot be loaded");
        }
        woken.is_ok()
    }

    /// Runs a replay on a thread of its own. Refused if the address has used up its share; cancelled if the requester
    /// goes away.
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
            // The requester may be gone.
            let _ = done.send(value);
        });
        let _ticket = ticket.ok_or_else(|| http::refuse(RefusalCode::TooMany))?;
        match tokio::time::timeout(LONGEST_REPLAY, answer).await {
            Ok(answer) => answer.map_err(|error| http::internal(&error)),
            Err(_) => Err(http::refuse(RefusalCode::TooMany)),
        }
    }

    /// Whether the server can do its work.
    pub(crate) async fn is_healthy(&self) -> bool {
        !self.is_stopping() && self.health.check(self.store.as_ref()).await
    }

    /// Stops all tables: they finish their writes, hold their clocks and inform their clients.
    pub async fn stop(&self) {
        self.stopping.send_replace(true);
        self.registry.stop_all().await;
        if let Err(error) = self.store.flush().await {
            tracing::error!(%error, "the store did not finish");
        }
    }

    /// Waits until every connection has been informed and closed, but no longer than `longest`.
    pub(crate) async fn wait_for_connections(&self, longest: Duration) {
        let begun = Instant::now();
        while self.metrics.connections.load(Ordering::Relaxed) > 0 && begun.elapsed() < longest {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Completes when the server stops.
    pub(crate) async fn stopped(&self) {
        // The sender exists as long as this state.
        let _ = self.stopping.subscribe().wait_for(|&stopping| stopping).await;
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    pub(crate) fn moment(&self) -> Moment {
        let sources = &self.sources;
        Moment { at: sources.now(), tick: sources.tick(), seed: sources.seed() }
    }

    /// Whether an address may create another player or table now.
    pub(crate) fn may_create(&self, address: Address) -> Result<(), Refusal> {
        self.addresses.may(address, Activity::Create, &self.limits)
    }

    /// The person with a key, and their name.
    pub(crate) async fn player(&self, key: &str) -> Result<(PlayerId, String), Refusal> {
        let player = self.holder(key).await?.ok_or_else(http::keys::unknown)?;
        let row = self.store.player(&player.0).await.map_err(|error| http::internal(&error))?;
        let row = row.ok_or_else(http::keys::unknown)?;
        let now = self.sources.now();
        if now.saturating_sub(row.seen) > NOTED_EVERY
            && let Err(error) = self.store.see_player(&row.id, now).await
        {
            // The next request tries again.
            tracing::warn!(%error, "it could not be noted that a person was seen");
        }
        Ok((player, row.name))
    }

    /// A saved study that somebody opens.
    pub(crate) async fn saved_study(&self, id: &str) -> Result<Option<StudyRow>, StoreError> {
        let study = self.store.study(id).await?;
        let now = self.sources.now();
        if let Some(study) = &study
            && now.saturating_sub(study.used) > NOTED_EVERY
            && let Err(error) = self.store.use_study(id, now).await
        {
            // The next caller tries again.
            tracing::warn!(%error, "it could not be noted that a study was opened");
        }
        Ok(study)
    }

    /// The player who holds a key; `None` for a key that was replaced. An unknown key belongs to a player without a name.
    pub(crate) async fn holder(&self, key: &str) -> Result<Option<PlayerId>, Refusal> {
        self.holder_of(secrets::player_id(key)).await
    }

    /// The same for the hash of a key.
    pub(crate) async fn holder_of(&self, id: PlayerId) -> Result<Option<PlayerId>, Refusal> {
        let note = self.store.note(http::keys::KIND, &id.0).await;
        Ok(match note.map_err(|error| http::internal(&error))? {
            None => Some(id),
            Some(note) if note.text == http::keys::REPLACED => None,
            Some(note) => Some(PlayerId(note.player)),
        })
    }

    /// Ends the connections that were made with a key, given its hash. Another node that misses the note ends its own with their next heartbeat.
    pub(crate) fn end_connections_of(&self, key: &PlayerId) {
        self.end_connections_here(key);
        if let Some(cluster) = &self.cluster {
            cluster.tell_replaced(key);
        }
    }

    /// The same for the connections to this node.
    pub(crate) fn end_connections_here(&self, key: &PlayerId) {
        // Nobody may be connected.
        let _ = self.replaced.send(key.clone());
    }

    /// The hashes of keys that are replaced from now on.
    pub(crate) fn replaced_keys(&self) -> broadcast::Receiver<PlayerId> {
        self.replaced.subscribe()
    }
}

fn count(woken: Option<&Result<bool, JoinError>>) -> usize {
    usize::from(matches!(woken, Some(Ok(true))))
}
