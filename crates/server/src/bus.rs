//! The bus: NATS between nodes and workers.
//!
//! Core NATS carries what may be lost (hints, presence, heartbeats, cancellation), JetStream the queue of engine jobs.
//! Anybody who can publish on it is trusted like a node; protect the server with a password or TLS wherever others can
//! reach it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::stream::{DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, stream};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};
use thiserror::Error;

use crate::secrets;

/// The timeout for an answer from the bus.
const ANSWER: Duration = Duration::from_secs(5);

/// The stream of jobs that wait for a worker.
pub(crate) const JOBS: &str = "SARSEN_JOBS";

/// Jobs older than this are dropped.
const LONGEST_WAIT: Duration = Duration::from_secs(90);

/// The capacity of the job queue. If it is full, the node reports that it is busy.
const MAX_JOBS: i64 = 20_000;

/// The stream whose description holds the id of the bus.
const IDENTITY: &str = "sarsen-bus";

/// The address of a NATS server. It is displayed without its password.
///
/// ```
/// use sarsen_server::bus::BusUrl;
///
/// let url: BusUrl = "nats://sarsen:secret@bus.example.org".parse()?;
/// assert_eq!(url.to_string(), "nats://sarsen@bus.example.org:4222");
/// # Ok::<(), sarsen_server::bus::BusError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct BusUrl(ServerAddr);

/// Why the bus cannot be used.
#[derive(Debug, Error)]
pub enum BusError {
    /// It is not an address.
    #[error(
        "this is not the address of a NATS server; it looks like nats://USER:PASSWORD@HOST:PORT"
    )]
    Url,
    /// The server cannot be reached.
    #[error("there is no NATS server at {url}: {why}. Start it, or name another with --bus.")]
    Unreachable {
        /// The address that was tried.
        url: String,
        /// The reason.
        why: String,
    },
    /// The server rejects this user.
    #[error("{url}: the NATS server does not let us in. Check the user and the password in --bus.")]
    Denied {
        /// The server.
        url: String,
    },
    /// The server has no JetStream, or does not allow us to use it.
    #[error("{url}: JetStream cannot be used: {why}. Start the server with -js.")]
    NoJetStream {
        /// The server.
        url: String,
        /// The reason.
        why: String,
    },
}

impl FromStr for BusUrl {
    type Err = BusError;

    fn from_str(text: &str) -> Result<BusUrl, BusError> {
        if !text.starts_with("nats://") && !text.starts_with("tls://") {
            return Err(BusError::Url);
        }
        text.parse().map(BusUrl).map_err(|_| BusError::Url)
    }
}

impl fmt::Display for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.0.tls_required() { "tls" } else { "nats" };
        let user = self.0.username().map(|user| format!("{user}@")).unwrap_or_default();
        write!(f, "{scheme}://{user}{}:{}", self.0.host(), self.0.port())
    }
}

impl fmt::Debug for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A connection to the bus, which reconnects automatically.
#[derive(Clone)]
pub struct Bus {
    pub(crate) client: Client,
    pub(crate) jetstream: jetstream::Context,
    id: String,
}

impl Bus {
    /// Connects, and creates the streams if necessary.
    ///
    /// # Errors
    /// If the bus cannot be used.
    pub async fn connect(url: &BusUrl, name: &str) -> Result<Bus, BusError> {
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(ANSWER)
            .ping_interval(Duration::from_secs(5))
            .reconnect_delay_callback(|tries| Duration::from_millis(100 * tries.min(20) as u64));
        if let (Some(user), Some(password)) = (url.0.username(), url.0.password()) {
            options = options.user_and_password(user.to_owned(), password.to_owned());
        } else if let Some(token) = url.0.username() {
            options = options.token(token.to_owned());
        }
        let client = options.connect(url.0.clone()).await.map_err(|error| match error.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                BusError::Denied { url: url.to_string() }
            }
            _ => BusError::Unreachable { url: url.to_string(), why: error.to_string() },
        })?;
        let mut jetstream = jetstream::new(client.clone());
        jetstream.set_timeout(ANSWER);
        let fails = |why: String| BusError::NoJetStream { url: url.to_string(), why };
        let id = bus_id(&jetstream).await.map_err(fails)?;
        let bus = Bus { client, jetstream, id };
        bus.jobs().await.map_err(|error| fails(error.to_string()))?;
        Ok(bus)
    }

    /// The id of this bus.
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// The stream of jobs, created if necessary.
    pub(crate) async fn jobs(
        &self,
    ) -> Result<stream::Stream, jetstream::context::CreateStreamError> {
        let config = stream::Config {
            name: JOBS.to_owned(),
            subjects: vec!["sarsen.jobs.*".to_owned()],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            max_age: LONGEST_WAIT,
            max_messages: MAX_JOBS,
            ..stream::Config::default()
        };
        self.jetstream.get_or_create_stream(config).await
    }
}

/// The bus's id: a random text in the description of a stream that the first node creates.
///
/// A key-value bucket would be the natural place, but when it creates one, `async-nats` cannot parse the answer of NATS
/// 2.9, the version in Debian 12.
async fn bus_id(jetstream: &jetstream::Context) -> Result<String, String> {
    let config = stream::Config {
        name: IDENTITY.to_owned(),
        description: Some(secrets::table_id()),
        storage: StorageType::File,
        max_messages: 1,
        ..stream::Config::default()
    };
    let stream = match jetstream.get_or_create_stream(config).await {
        Ok(stream) => stream,
        // If several nodes start at once, one creates the stream, and the others are refused because their descriptions
        // differ.
        Err(refused) => jetstream.get_stream(IDENTITY).await.map_err(|_| refused.to_string())?,
    };
    let id = stream.cached_info().config.description.clone();
    id.ok_or_else(|| format!("the stream {IDENTITY} has no description"))
}
