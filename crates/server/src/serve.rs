//! Serving on a socket until stopped.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use sarsen_store::{Location, OpenError, PostgresStore, PostgresUrl, SqliteStore, Store};
use thiserror::Error;
use tokio::net::TcpListener;

use crate::app_state::{Sources, SystemSources};
use crate::bus::{Bus, BusError, BusUrl};
use crate::cluster::{Cluster, ClusterSources, ClusterTime};
use crate::engine::EngineBackend;
use crate::worker::{self, WorkerOptions};
use crate::{Access, AppOptions, AppState, Limits, PushOptions, accept, purge, secrets};

/// How long clients have to receive the news that the server stops.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(2);

/// The configuration of a server.
pub struct ServeOptions {
    /// The store of the logs.
    pub store: Location,
    /// The connection to other servers.
    pub node: NodeOptions,
    /// The address to listen on. Port 0 picks a free one.
    pub address: SocketAddr,
    /// The engine for the engines' seats.
    pub engine: Arc<dyn EngineBackend>,
    /// The number of engines that think at a time.
    pub engine_threads: usize,
    /// The limits per client.
    pub limits: Limits,
    /// Access control.
    pub access: Access,
    /// How browsers that are not open are told of turns; nothing: they are not.
    pub push: Option<PushOptions>,
}

/// The connection to other servers; none by default.
#[derive(Clone, Debug, Default)]
pub struct NodeOptions {
    /// The node's name; random by default.
    pub name: Option<String>,
    /// The bus between nodes and workers. With it engines run on workers.
    pub bus: Option<BusUrl>,
    /// With a bus: the number of engines that this node runs itself, besides the workers.
    pub engines: usize,
    /// How long load balancers have to notice that the server stops, before its tables do.
    pub drain: Duration,
}

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The bus cannot be used.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// A bus connects the nodes of one PostgreSQL database; a SQLite file cannot be shared.
    #[error(
        "--bus joins servers that share a PostgreSQL database: name it with --store postgres://…"
    )]
    BusWithoutDatabase,
    /// The address is in use, or not one of this machine's.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: std::io::Error,
    },
    /// The tables cannot be read.
    #[error(transparent)]
    Store(#[from] sarsen_store::StoreError),
    /// Threads or sockets failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Serves until `stop` completes; then finishes all writes and informs all clients. `ready` is called with the address.
///
/// # Errors
/// If the database or the address cannot be used.
pub async fn serve(
    options: ServeOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let ServeOptions { store, node, address, engine, engine_threads, limits, access, push } =
        options;
    let drain = node.drain;
    let location = store.to_string();
    let opened = open(&store, node, &engine).await?;
    let listen = |source| ServeError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(listen)?;
    let address = listener.local_addr().map_err(listen)?;
    let Opened { store, postgres, cluster, sources } = opened;
    let app = match cluster {
        Some(cluster) => {
            // Threads that wait for workers cost next to nothing.
            let (engine, engine_threads) = (Arc::new(cluster.engine()), JOBS_PER_ADDRESS);
            let options =
                AppOptions { store, engine, engine_threads, limits, access, sources, push };
            AppState::new_node(options, cluster)?
        }
        None => {
            let options =
                AppOptions { store, engine, engine_threads, limits, access, sources, push };
            let app = AppState::new(options)?;
            // The nodes of a cluster claim what is due; a single server wakes all tables.
            tokio::spawn(wake(Arc::clone(&app)));
            tokio::spawn(beat(Arc::clone(&app)));
            app
        }
    };
    tracing::info!(%address, store = %location, "serving");
    ready(address);
    tokio::spawn(purge::run(Arc::clone(&app)));
    let (told, mut stopped) = tokio::sync::watch::channel(false);
    let stopping = Arc::clone(&app);
    let stop = async move {
        stop.await;
        tracing::info!("stopping");
        stopping.drain(drain).await;
        stopping.stop().await;
        told.send_replace(true);
    };
    let server = accept(listener, Arc::clone(&app), stop);
    let too_long = async {
        // Force-close the sockets of clients that do not.
        let _ = stopped.wait_for(|&stopped| stopped).await;
        tokio::time::sleep(CLOSING_TIMEOUT).await;
    };
    tokio::select! {
        () = server => {}
        () = too_long => {}
    }
    app.wait_for_connections(CLOSING_TIMEOUT).await;
    if let Some(postgres) = postgres
        && let Err(error) = postgres.leave().await
    {
        // The other nodes will notice after a while that it is gone.
        tracing::warn!(%error, "this node could not leave the cluster");
    }
    tracing::info!("stopped");
    Ok(())
}

/// The number of jobs of one address on workers at a time, per purpose.
const JOBS_PER_ADDRESS: usize = 16;

/// How long a node waits for incompatible nodes to disappear: as long as a killed one still seems alive.
const JOIN: Duration = Duration::from_secs(13);

/// An open store, and what is shared through it.
struct Opened {
    store: Arc<dyn Store>,
    postgres: Option<Arc<PostgresStore>>,
    cluster: Option<Cluster>,
    sources: Arc<dyn Sources>,
}

async fn open(
    location: &Location,
    node: NodeOptions,
    engine: &Arc<dyn EngineBackend>,
) -> Result<Opened, ServeError> {
    match location {
        Location::Sqlite(_) if node.bus.is_some() => Err(ServeError::BusWithoutDatabase),
        Location::Sqlite(folder) => Ok(Opened {
            store: Arc::new(SqliteStore::open(folder)?),
            postgres: None,
            cluster: None,
            sources: Arc::new(SystemSources),
        }),
        Location::Postgres(url) => open_shared(url, node, engine).await,
    }
}

async fn open_shared(
    url: &PostgresUrl,
    node: NodeOptions,
    engine: &Arc<dyn EngineBackend>,
) -> Result<Opened, ServeError> {
    let NodeOptions { name, bus, engines, .. } = node;
    // Each run of a node has its own name, so that messages of an earlier run are not taken for the current one's.
    let name = format!("{}-{}", name.as_deref().unwrap_or("node"), secrets::table_id());
    let bus = match bus {
        Some(bus) => Some(Bus::connect(&bus, &name).await?),
        None => None,
    };
    let bus_id = bus.as_ref().map(Bus::id);
    // A node that cannot join must not have migrated the database of others.
    patiently(async || PostgresStore::may_join(url, &name, bus_id).await).await?;
    let store = Arc::new(PostgresStore::open(url).await?);
    patiently(async || store.join(&name, bus_id).await).await?;
    let mut opened = Opened {
        store: Arc::clone(&store) as Arc<dyn Store>,
        postgres: Some(Arc::clone(&store)),
        cluster: None,
        sources: Arc::new(SystemSources),
    };
    if let Some(bus) = bus
        && let Some(beat) = store.beat().await?
    {
        if engines > 0 {
            let engine = Arc::clone(engine);
            let options =
                WorkerOptions { bus: bus.clone(), engine, threads: engines, name: name.clone() };
            tokio::spawn(worker::work(options, std::future::pending()));
        }
        let time = Arc::new(ClusterTime::new(beat));
        opened.sources = Arc::new(ClusterSources(Arc::clone(&time)));
        opened.cluster = Some(Cluster::new(&name, store.cluster(), bus, time));
    }
    Ok(opened)
}

/// Tries to join the other nodes of the database. A node that was killed a moment ago seems alive for a while.
async fn patiently(join: impl AsyncFn() -> Result<(), OpenError>) -> Result<(), OpenError> {
    let begun = std::time::Instant::now();
    loop {
        match join().await {
            Err(error @ OpenError::OtherCluster { .. }) if begun.elapsed() < JOIN => {
                tracing::warn!(%error, "waiting for another node to disappear");
                tokio::time::sleep(Duration::from_secs(2)).await;
            }
            joined => return joined,
        }
    }
}

/// Sends heartbeats to the database, if there is one, to mark it as in use.
async fn beat(app: Arc<AppState>) {
    let mut clock = tokio::time::interval(Duration::from_secs(2));
    loop {
        tokio::select! {
            _ = clock.tick() => {}
            () = app.stopped() => return,
        }
        match app.store.beat().await {
            Ok(Some(_)) => {}
            Ok(None) => return,
            Err(error) => tracing::warn!(%error, "the heartbeat to the database failed"),
        }
    }
}

/// Wakes the tables whose clocks run, while other requests are already served.
async fn wake(app: Arc<AppState>) {
    match app.wake().await {
        Ok(woken) => tracing::info!(woken, "tables with clocks are loaded"),
        Err(error) => tracing::error!(%error, "tables with clocks cannot be listed"),
    }
}
