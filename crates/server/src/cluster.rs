//! What a node shares with the other nodes of its database.
//!
//! The log in the database is the only truth: a node that writes names the number it expects, and if another node was
//! faster, it reads what was written and decides again. The hints on the bus only make this quick; any of them may be
//! late, duplicated or lost.

mod jobs;
mod tasks;
mod time;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sarsen_core::Seat;
use sarsen_protocol::Speech;
use sarsen_session::PlayerId;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::bus::Bus;
pub use jobs::BusBackend;
pub(crate) use jobs::{Job, Reply, Wanted, cancel_subject, worker_subject};
pub(crate) use tasks::start;
pub use time::{ClusterSources, ClusterTime};

/// The capacity of the queue for the bus. Further notes are dropped, since nothing relies on them.
const NOTES: usize = 4096;

/// A worker that has not been heard of for this long is considered gone.
const WORKER_TIMEOUT: Duration = Duration::from_secs(15);

/// A message for the bus: its subject and its bytes.
type Note = (String, Vec<u8>);

/// A node's connection to the others.
pub struct Cluster {
    node: String,
    bus: Bus,
    prefix: String,
    time: Arc<ClusterTime>,
    notes: mpsc::Sender<Note>,
    waiting: Mutex<Option<mpsc::Receiver<Note>>>,
    workers: Arc<Mutex<HashMap<String, Instant>>>,
    pub(crate) counts: Arc<Counts>,
}

/// Counters of what has crossed the bus.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) hints_sent: AtomicU64,
    pub(crate) hints_heard: AtomicU64,
    pub(crate) jobs_sent: AtomicU64,
    pub(crate) jobs_repeated: AtomicU64,
}

/// "Table T has reached number N."
#[derive(Debug, Serialize, Deserialize)]
struct MovedNote {
    node: String,
    table: String,
    number: u32,
}

/// Who is connected to a table at a node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PresenceNote {
    pub(crate) node: String,
    pub(crate) table: String,
    pub(crate) connected: Vec<Seat>,
    pub(crate) watchers: u32,
    /// Whether the node wants the same information in return.
    #[serde(default)]
    pub(crate) asks: bool,
}

/// What a player at a table says.
#[derive(Debug, Serialize, Deserialize)]
struct SpeechNote {
    node: String,
    table: String,
    seat: Seat,
    speech: Speech,
}

/// "This key was replaced." A node that hears it asks the store, so a forged note ends nobody's connection.
#[derive(Debug, Serialize, Deserialize)]
struct ReplacedNote {
    node: String,
    key: PlayerId,
}

impl Cluster {
    /// A node of a database's cluster; `cluster` is the database's id, which separates clusters that share a bus.
    pub fn new(node: &str, cluster: &str, bus: Bus, time: Arc<ClusterTime>) -> Cluster {
        let (notes, waiting) = mpsc::channel(NOTES);
        Cluster {
            node: node.to_owned(),
            prefix: format!("sarsen.{cluster}"),
            bus,
            time,
            notes,
            waiting: Mutex::new(Some(waiting)),
            workers: Arc::default(),
            counts: Arc::default(),
        }
    }

    /// The engines on workers.
    pub fn engine(&self) -> BusBackend {
        BusBackend::new(self.bus.clone(), Arc::clone(&self.counts))
    }

    pub(crate) fn node(&self) -> &str {
        &self.node
    }

    pub(crate) fn bus_is_connected(&self) -> bool {
        self.bus.is_connected()
    }

    /// The number of live nodes.
    pub(crate) fn nodes(&self) -> u64 {
        self.time.nodes()
    }

    /// The number of live workers.
    pub(crate) fn workers(&self) -> usize {
        let workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        workers.values().filter(|heard| heard.elapsed() < WORKER_TIMEOUT).count()
    }

    fn note_worker(&self, worker: String) {
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        workers.retain(|_, heard| heard.elapsed() < WORKER_TIMEOUT);
        workers.insert(worker, Instant::now());
    }

    /// Tells the other nodes how far a table's log has got.
    pub(crate) fn tell_moved(&self, table: &str, number: u32) {
        self.counts.hints_sent.fetch_add(1, Ordering::Relaxed);
        let (node, table) = (self.node.clone(), table.to_owned());
        self.tell("moved", &MovedNote { node, table, number });
    }

    /// Tells the other nodes who is connected to a table here.
    pub(crate) fn tell_presence(
        &self,
        table: &str,
        connected: Vec<Seat>,
        watchers: u32,
        asks: bool,
    ) {
        let (node, table) = (self.node.clone(), table.to_owned());
        self.tell("presence", &PresenceNote { node, table, connected, watchers, asks });
    }

    /// Tells the other nodes what a player at a table of this node says.
    pub(crate) fn tell_speech(&self, table: &str, seat: Seat, speech: Speech) {
        let (node, table) = (self.node.clone(), table.to_owned());
        self.tell("speech", &SpeechNote { node, table, seat, speech });
    }

    /// Tells the other nodes that a key was replaced, given its hash.
    pub(crate) fn tell_replaced(&self, key: &PlayerId) {
        self.tell("replaced", &ReplacedNote { node: self.node.clone(), key: key.clone() });
    }

    fn tell(&self, subject: &str, note: &impl Serialize) {
        if !self.bus.is_connected() {
            return;
        }
        if let Ok(bytes) = serde_json::to_vec(note) {
            // If the queue is full, the note is dropped; the log has the information.
            let _ = self.notes.try_send((format!("{}.{subject}", self.prefix), bytes));
        }
    }
}
