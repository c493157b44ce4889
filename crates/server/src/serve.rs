//! Serving on a socket, until somebody stops it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use sarsen_store::{OpenError, SqliteStore};
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};

use crate::engine::Engine;
use crate::house::SystemSources;
use crate::{House, HouseOptions, Limits, app};

/// How long clients have to hear that the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// How and where to serve.
pub struct ServeOptions {
    /// The folder with the database.
    pub data: PathBuf,
    /// Where to listen. Port 0 takes any that is free.
    pub address: SocketAddr,
    /// Who plays in the engines' seats.
    pub engine: Arc<dyn Engine>,
    /// How many engines think at a time.
    pub engine_threads: usize,
    /// How much one client may ask for.
    pub limits: Limits,
}

/// Why the server does not serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
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

/// Sends every frame at once. Otherwise the second of two frames would wait for the client's system to acknowledge the first,
/// which it does after 40 ms.
fn send_at_once(stream: &mut TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::warn!(%error, "the frames of a connection may be late");
    }
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
    let ServeOptions { data, address, engine, engine_threads, limits } = options;
    let store = Arc::new(SqliteStore::open(&data)?);
    let listen = |source| ServeError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(listen)?;
    let address = listener.local_addr().map_err(listen)?;
    let sources = Arc::new(SystemSources);
    let house = House::new(HouseOptions { store, engine, engine_threads, limits, sources })?;
    let woken = house.wake().await?;
    tracing::info!(%address, woken, "serving");
    ready(address);
    let (told, mut stopped) = tokio::sync::watch::channel(false);
    let stopping = Arc::clone(&house);
    let stop = async move {
        stop.await;
        tracing::info!("stopping");
        stopping.stop().await;
        told.send_replace(true);
    };
    let router = app(Arc::clone(&house)).into_make_service_with_connect_info::<SocketAddr>();
    let server = axum::serve(listener.tap_io(send_at_once), router).with_graceful_shutdown(stop);
    let too_long = async {
        // Who does not hang up is hung up on.
        let _ = stopped.wait_for(|&stopped| stopped).await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        served = server => served?,
        () = too_long => {}
    }
    house.farewell(FAREWELL).await;
    tracing::info!("stopped");
    Ok(())
}
