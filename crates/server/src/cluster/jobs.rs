//! Engines on workers.
//!
//! A job holds the options of a game and its actions as the engine's seat knows them, with `?` for what it may not
//! know: a worker learns nothing that the seat does not. The job waits in JetStream's queue until a worker takes it,
//! and is delivered again if the worker dies. The answer is sent by core NATS to the requesting node; a lost answer is
//! requested again, and a late one is ignored because the position has changed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use sarsen_core::{Level, Seat};
use sarsen_protocol::Analysis;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use super::Counts;
use crate::bus::Bus;
use crate::engine::{self, EngineBackend, OnAnalysis, Task};
use crate::secrets;

/// A job without any reply for this long is sent again.
const SILENCE: Duration = Duration::from_secs(8);

/// How much longer than its thinking time a job may take, including restarts of everything involved.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often to check whether anybody still waits.
const LOOK: Duration = Duration::from_millis(25);

/// The capacity of the queue of a worker's replies.
const REPLIES: usize = 64;

/// A job for a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) id: String,
    /// Where the answer goes.
    pub(crate) reply: String,
    pub(crate) game: String,
    pub(crate) options: BTreeMap<String, String>,
    /// The actions from the start, as the seat knows them.
    pub(crate) actions: Vec<String>,
    pub(crate) seat: Seat,
    pub(crate) level: Level,
    pub(crate) millis: u64,
    /// After this many milliseconds in the queue nobody waits for it any more.
    pub(crate) patience: u64,
    pub(crate) seed: u64,
    pub(crate) wanted: Wanted,
}

/// What is wanted from an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Wanted {
    /// An action.
    Action,
    /// An analysis with this many lines.
    Analysis {
        /// The number of lines.
        lines: usize,
    },
}

/// A worker's reply to a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Reply {
    /// It has started.
    Thinking,
    /// The analysis so far.
    Progress {
        /// The analysis.
        analysis: Box<Analysis>,
    },
    /// The chosen action.
    Action {
        /// The notation, as the seat knows it.
        action: String,
    },
    /// The final analysis.
    Analysis {
        /// The analysis.
        analysis: Box<Analysis>,
    },
    /// A failure: it panicked, or its search failed.
    Failed,
}

/// The subject of the workers' heartbeats.
pub(crate) fn worker_subject() -> &'static str {
    "sarsen.workers"
}

/// The subject of cancelled jobs.
pub(crate) fn cancel_subject() -> &'static str {
    "sarsen.cancel"
}

/// Engines on workers.
pub struct BusBackend {
    bus: Bus,
    runtime: Handle,
    counts: Arc<Counts>,
}

impl BusBackend {
    /// The engines of a bus. It belongs to the current runtime.
    pub(crate) fn new(bus: Bus, counts: Arc<Counts>) -> BusBackend {
        BusBackend { bus, runtime: Handle::current(), counts }
    }

    /// Sends a job to a worker and waits. Blocking the thread is intended: it represents a place in the node's fair
    /// queue.
    fn ask(&self, task: &Task<'_>, wanted: Wanted, tell: OnAnalysis<'_>) -> Option<Reply> {
        let job = self.job(task, wanted);
        let (replies, heard) = sync_channel(REPLIES);
        let (bus, counts, id) = (self.bus.clone(), Arc::clone(&self.counts), job.id.clone());
        let talking = self.runtime.spawn(talk(bus, counts, job, task.time, replies));
        let answer = loop {
            if task.cancel.is_cancelled() {
                break None;
            }
            match heard.recv_timeout(LOOK) {
                Ok(Reply::Thinking) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Reply::Progress { analysis }) => tell(*analysis),
                Ok(Reply::Failed) => break None,
                Ok(answer) => break Some(answer),
                Err(RecvTimeoutError::Disconnected) => {
                    tracing::error!(job = id, "no worker has answered");
                    break None;
                }
            }
        };
        talking.abort();
        if answer.is_none() {
            let client = self.bus.client.clone();
            self.runtime.spawn(async move {
                let cancelled = client.publish(cancel_subject(), id.into());
                // If this is lost, a worker thinks in vain until its time is over.
                let _ = tokio::time::timeout(Duration::from_secs(1), cancelled).await;
            });
        }
        answer
    }

    fn job(&self, task: &Task<'_>, wanted: Wanted) -> Job {
        let options = task.position.options();
        Job {
            id: secrets::table_id(),
            reply: self.bus.client.new_inbox(),
            game: options.spec().id.to_owned(),
            options: options.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
            actions: task.position.recalled(task.seat),
            seat: task.seat,
            level: task.level,
            millis: task.time.as_millis() as u64,
            patience: (task.time + PATIENCE).as_millis() as u64,
            seed: task.seed,
            wanted,
        }
    }
}

impl EngineBackend for BusBackend {
    fn choose(&self, task: &Task<'_>) -> Option<String> {
        match self.ask(task, Wanted::Action, &mut |_| {})? {
            // The worker has imagined what the seat does not know; the node knows what the seat's words stand for.
            Reply::Action { action } => {
                let word = engine::seat_notation(task.position, task.seat, &action)?;
                task.position.resolve(task.seat, &word).ok()
            }
            _ => None,
        }
    }

    fn analyse(&self, task: &Task<'_>, lines: usize, tell: OnAnalysis<'_>) -> Option<Analysis> {
        match self.ask(task, Wanted::Analysis { lines }, tell)? {
            Reply::Analysis { analysis } => {
                tell((*analysis).clone());
                Some(*analysis)
            }
            _ => None,
        }
    }
}

/// Sends a job and forwards its replies, until it is done or nobody waits any more.
async fn talk(bus: Bus, counts: Arc<Counts>, job: Job, time: Duration, to: SyncSender<Reply>) {
    let subject = match job.wanted {
        Wanted::Action => "sarsen.jobs.move",
        Wanted::Analysis { .. } => "sarsen.jobs.analysis",
    };
    let (Ok(bytes), Ok(mut replies)) =
        (serde_json::to_vec(&job), bus.client.subscribe(job.reply.clone()).await)
    else {
        return;
    };
    let begun = Instant::now();
    let mut sent = 0;
    while begun.elapsed() < time + PATIENCE {
        sent += 1;
        let counter = if sent == 1 { &counts.jobs_sent } else { &counts.jobs_repeated };
        counter.fetch_add(1, Ordering::Relaxed);
        if let Err(why) = send(&bus, subject, bytes.clone()).await {
            tracing::warn!(job = job.id, why, "a job could not be sent; it is tried again");
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        }
        loop {
            let reply = match tokio::time::timeout(SILENCE, replies.next()).await {
                Ok(Some(reply)) => reply,
                Ok(None) => return,
                // The worker is gone, or the bus with the job.
                Err(_) => break,
            };
            let Ok(reply) = serde_json::from_slice::<Reply>(&reply.payload) else { continue };
            let last = !matches!(reply, Reply::Thinking | Reply::Progress { .. });
            if last {
                // The receiver may be busy, and this reply must not be lost.
                let _ = tokio::task::spawn_blocking(move || to.send(reply)).await;
                return;
            }
            let _ = to.try_send(reply);
        }
    }
}

/// Puts a job into the queue.
async fn send(bus: &Bus, subject: &'static str, bytes: Vec<u8>) -> Result<(), String> {
    let published = async {
        let ack = bus.jetstream.publish(subject, bytes.clone().into()).await;
        ack.map_err(|error| error.to_string())?.await.map_err(|error| error.to_string())
    };
    match tokio::time::timeout(Duration::from_secs(5), published).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(why)) => {
            // A bus that has lost its disk has lost the queue as well.
            bus.jobs().await.map_err(|error| format!("{why}; {error}"))?;
            Err(why)
        }
        Err(_) => Err("the bus does not answer".to_owned()),
    }
}
