//! Serving on a socket, until somebody stops it.

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
use crate::{Access, AppOptions, AppState, Limits, accept, purge, secrets};

/// How long clients have to hear that the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// How and where to serve.
pub struct ServeOptions {
    /// Where the logs are.
    pub store: Location,
    /// What this server shares with others.
    pub node: NodeOptions,
    /// Where to listen. Port 0 takes any that is free.
    pub address: SocketAddr,
    /// Who plays in the engines' seats.
    pub engine: Arc<dyn EngineBackend>,
    /// How many engines think at a time.
    pub engine_threads: usize,
    /// How much one client may ask for.
    pub limits: Limits,
    /// Who is let in.
    pub access: Access,
}

/// What a server shares with others; nothing by default.
#[derive(Clone, Debug, Default)]
pub struct NodeOptions {
    /// What the node is called; something random where nothing is said.
    pub name: Option<String>,
    /// The bus between nodes and workers. With it engines think at workers.
    pub bus: Option<BusUrl>,
    /// How many engines this node lets think itself beside the workers, where there is a bus.
    pub engines: usize,
    /// How long load balancers have to notice that the server stops, before its tables do.
    pub drain: Duration,
}

/// Why the server does not serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The bus cannot be used.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// A bus joins the nodes of one database, which a file cannot be.
    #[error(
        "--bus joins servers that share a PostgreSQL database: name it with --store postgres://…"
    )]
    BusWithoutDatabase,
    /// The address is taken or not ours.
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
    /// Threads or sockets fail.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Serves until `stop` is done; then finishes all writes and tells all clients. `ready` is told the address.
///
/// # Errors
/// If the database or the address cannot be used.
pub async fn serve(
    options: ServeOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let ServeOptions { store, node, address, engine, engine_threads, limits, access } = options;
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
            let options = AppOptions { store, engine, engine_threads, limits, access, sources };
            AppState::new_node(options, cluster)?
        }
        None => {
            let options = AppOptions { store, engine, engine_threads, limits, access, sources };
            let app = AppState::new(options)?;
            // The nodes of a cluster take what is due; whoever is alone wakes all.
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
        // Force-close the sockets of those who do not.
        let _ = stopped.wait_for(|&stopped| stopped).await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        () = server => {}
        () = too_long => {}
    }
    app.farewell(FAREWELL).await;
    if let Some(postgres) = postgres
        && let Err(error) = postgres.leave().await
    {
        // Others notice after a while that it is gone.
        tracing::warn!(%error, "this node could not take leave");
    }
    tracing::info!("stopped");
    Ok(())
}

/// So many jobs of one address are at workers at a time, for each purpose.
const JOBS_PER_ADDRESS: usize = 16;

/// How long a node waits for others that it would not hear of to be gone: as long as one that was killed seems alive.
const JOIN: Duration = Duration::from_secs(13);

/// A store, and what is shared with others by it.
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
    // Two runs of one node are two: what the first has said must not be taken for the second's.
    let name = format!("{}-{}", name.as_deref().unwrap_or("node"), secrets::table_id());
    let bus = match bus {
        Some(bus) => Some(Bus::connect(&bus, &name).await?),
        None => None,
    };
    let store = Arc::new(PostgresStore::open(url).await?);
    join(&store, &name, bus.as_ref().map(Bus::id)).await?;
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

/// Joins the other nodes of the database. One that was killed a moment ago seems alive for a while.
async fn join(store: &PostgresStore, name: &str, bus: Option<&str>) -> Result<(), OpenError> {
    let begun = std::time::Instant::now();
    loop {
        match store.join(name, bus).await {
            Err(error @ OpenError::OtherCluster { .. }) if begun.elapsed() < JOIN => {
                tracing::warn!(%error, "waiting for it to be gone");
                tokio::time::sleep(Duration::from_secs(2)).await;
            }
            joined => return joined,
        }
    }
}

/// Says to the database, where there is one, that it is in use.
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
            Err(error) => tracing::warn!(%error, "the database does not hear that it is in use"),
        }
    }
}

/// Wakes the tables whose clocks run, while others are served already.
async fn wake(app: Arc<AppState>) {
    match app.wake().await {
        Ok(woken) => tracing::info!(woken, "tables with clocks are awake"),
        Err(error) => tracing::error!(%error, "the tables with clocks cannot be found"),
    }
}
