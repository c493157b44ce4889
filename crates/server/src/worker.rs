//! A worker: runs engines for nodes, without any state of its own.
//!
//! It takes jobs from JetStream's queue, one for every free thread, reports every two seconds that it is still working,
//! and sends the answer to the requesting node. A job whose worker stops reporting is delivered again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use async_nats::jetstream::{self, AckKind, consumer};
use futures_util::StreamExt;
use sarsen_core::Options;
use sarsen_protocol::Analysis;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::addresses::Address;
use crate::bus::Bus;
use crate::cluster::{Job, Reply, Wanted, cancel_subject, worker_subject};
use crate::engine::{self, EngineBackend, Pool, Purpose, Requester, Task, Ticket};
use crate::metrics::Metrics;

/// A job without a report for this long is delivered again.
const REDELIVER: Duration = Duration::from_secs(5);

/// The interval of a worker's reports.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// A job that has been delivered this often is given up: it is not the workers' fault.
const MAX_DELIVERIES: i64 = 5;

/// How long a worker waits for a job before it asks again.
const WAIT: Duration = Duration::from_secs(5);

/// How long early cancellations are remembered, and how many.
const REMEMBER: Duration = Duration::from_secs(120);
const MAX_REMEMBERED: usize = 10_000;

/// The configuration of a worker.
pub struct WorkerOptions {
    /// The bus that provides the jobs.
    pub bus: Bus,
    /// The engine.
    pub engine: Arc<dyn EngineBackend>,
    /// The number of engines at a time, separately for moves and for analyses with hints.
    pub threads: usize,
    /// The worker's name.
    pub name: String,
}

struct Worker {
    bus: Bus,
    engine: Arc<dyn EngineBackend>,
    pool: Pool,
    name: String,
    jobs: Mutex<Jobs>,
    stopping: watch::Sender<bool>,
}

/// The running jobs, and those cancelled before they arrived.
#[derive(Default)]
struct Jobs {
    running: HashMap<String, Ticket>,
    cancelled: HashMap<String, Instant>,
}

/// Works until `stop` completes. Unfinished jobs go back to the queue at once.
///
/// # Errors
/// If the threads cannot be started.
pub async fn work(
    options: WorkerOptions,
    stop: impl Future<Output = ()> + Send,
) -> std::io::Result<()> {
    let WorkerOptions { bus, engine, threads, name } = options;
    let threads = threads.max(1);
    let pool = Pool::new(threads, &Arc::new(Metrics::default()))?;
    let stopping = watch::Sender::new(false);
    let worker = Arc::new(Worker { bus, engine, pool, name, jobs: Mutex::default(), stopping });
    tokio::spawn(send_heartbeats(Arc::clone(&worker)));
    tokio::spawn(hear_cancelled(Arc::clone(&worker)));
    let mut takers = JoinSet::new();
    for _ in 0..threads {
        for (subject, purpose) in [("move", Purpose::Move), ("analysis", Purpose::Analysis)] {
            takers.spawn(Arc::clone(&worker).take(subject, purpose));
        }
    }
    tracing::info!(worker = worker.name, threads, "working");
    stop.await;
    tracing::info!(worker = worker.name, "stopping");
    worker.stopping.send_replace(true);
    worker.lock().running.clear();
    while takers.join_next().await.is_some() {}
    Ok(())
}

impl Worker {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn stopped(&self) {
        let _ = self.stopping.subscribe().wait_for(|&stopping| stopping).await;
    }

    /// Takes one job after another.
    async fn take(self: Arc<Worker>, subject: &'static str, purpose: Purpose) {
        loop {
            let next = tokio::select! {
                next = self.next(subject) => next,
                () = self.stopped() => return,
            };
            match next {
                Ok(Some(message)) => self.handle(&message, purpose).await,
                Ok(None) => {}
                Err(why) => {
                    tracing::warn!(
                        worker = self.name,
                        why,
                        "the queue does not answer; it is asked again"
                    );
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }

    async fn next(&self, subject: &str) -> Result<Option<jetstream::Message>, String> {
        let stream = self.bus.jobs().await.map_err(|error| error.to_string())?;
        let name = format!("workers-{subject}");
        let config = consumer::pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: format!("sarsen.jobs.{subject}"),
            ack_policy: consumer::AckPolicy::Explicit,
            ack_wait: REDELIVER,
            max_deliver: MAX_DELIVERIES,
            max_ack_pending: 100_000,
            ..consumer::pull::Config::default()
        };
        let consumer = stream.get_or_create_consumer(&name, config).await;
        let consumer = consumer.map_err(|error| error.to_string())?;
        let messages = consumer.fetch().max_messages(1).expires(WAIT).messages().await;
        let mut messages = messages.map_err(|error| error.to_string())?;
        // A bus that restarts forgets its subscribers, and the client would wait for ever. A job that comes too late is
        // delivered again.
        match tokio::time::timeout(WAIT * 2, messages.next()).await {
            Ok(Some(message)) => message.map(Some).map_err(|error| error.to_string()),
            Ok(None) | Err(_) => Ok(None),
        }
    }

    /// Works on a job, reporting regularly, and answers.
    async fn handle(self: &Arc<Worker>, message: &jetstream::Message, purpose: Purpose) {
        let job: Option<Job> = serde_json::from_slice(&message.payload).ok();
        let Some(job) = job.filter(|job| !self.is_over(job, message)) else {
            // It cannot be parsed, nobody waits for it, or it was cancelled.
            let _ = message.ack().await;
            return;
        };
        let (answers, mut answered) = tokio::sync::mpsc::channel(64);
        let (id, reply) = (job.id.clone(), job.reply.clone());
        let engine = Arc::clone(&self.engine);
        let asker = Requester::new(Address::SERVER, id.as_str());
        let ticket = self.pool.submit(asker, purpose, move |cancel| {
            let said = think(engine.as_ref(), &job, cancel, &answers);
            if !cancel.is_cancelled() {
                let _ = answers.blocking_send(said);
            }
        });
        let Some(ticket) = ticket else { return };
        self.lock().running.insert(id.clone(), ticket);
        let mut sign = tokio::time::interval(SIGN_OF_LIFE);
        let mut finished = false;
        loop {
            tokio::select! {
                said = answered.recv() => match said {
                    Some(said) => {
                        let last = !matches!(said, Reply::Progress { .. });
                        self.say(&reply, &said).await;
                        if last {
                            finished = true;
                            break;
                        }
                    }
                    None => break,
                },
                _ = sign.tick() => {
                    let _ = message.ack_with(AckKind::Progress).await;
                    self.say(&reply, &Reply::Thinking).await;
                }
            }
        }
        self.lock().running.remove(&id);
        let stopping = *self.stopping.borrow();
        // A cancelled job is done; an interrupted one is for another worker.
        let kind = if finished || !stopping { AckKind::Ack } else { AckKind::Nak(None) };
        let _ = message.ack_with(kind).await;
        let _ = tokio::time::timeout(Duration::from_secs(1), self.bus.client.flush()).await;
    }

    async fn say(&self, reply: &str, said: &Reply) {
        if let Ok(bytes) = serde_json::to_vec(said) {
            let sent = self.bus.client.publish(reply.to_owned(), bytes.into());
            // A lost reply is requested again.
            let _ = tokio::time::timeout(Duration::from_secs(1), sent).await;
        }
    }

    /// Whether nobody waits for a job any more.
    fn is_over(&self, job: &Job, message: &jetstream::Message) -> bool {
        let waited = message.info().ok().and_then(|info| {
            let sent = u64::try_from(info.published.unix_timestamp_nanos() / 1_000_000).ok()?;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_millis() as u64;
            Some(now.saturating_sub(sent))
        });
        waited.is_some_and(|waited| waited > job.patience)
            || self.lock().cancelled.contains_key(&job.id)
    }
}

/// Runs an engine on a job.
fn think(
    engine: &dyn EngineBackend,
    job: &Job,
    cancel: &sarsen_search::Cancel,
    answers: &tokio::sync::mpsc::Sender<Reply>,
) -> Reply {
    let Some(position) = position(job) else {
        tracing::error!(job = job.id, game = job.game, "a job is invalid");
        return Reply::Failed;
    };
    let Job { seat, level, seed, .. } = *job;
    let time = Duration::from_millis(job.millis);
    let task = Task {
        position: position.as_ref(),
        seat,
        level,
        time,
        nodes: None,
        also: None,
        seed,
        cancel,
    };
    let thought = engine::guarded(&job.id, || match job.wanted {
        Wanted::Action => engine.choose(&task).map(|action| Reply::Action { action }),
        Wanted::Analysis { lines } => {
            // If the queue is full, this report is dropped; a better one follows.
            let mut tell = |analysis: Analysis| {
                let analysis = Box::new(analysis);
                let _ = answers.try_send(Reply::Progress { analysis });
            };
            let analysis = engine.analyse(&task, lines, &mut tell)?;
            Some(Reply::Analysis { analysis: Box::new(analysis) })
        }
    });
    thought.unwrap_or(Reply::Failed)
}

/// Some position that the seat cannot tell from the real one.
fn position(job: &Job) -> Option<Box<dyn sarsen_catalog::Position>> {
    let game = sarsen_catalog::game(&job.game)?;
    let mut options = Options::defaults(game.spec());
    for (name, value) in &job.options {
        options.set(name, value).ok()?;
    }
    let actions: Vec<&str> = job.actions.iter().map(String::as_str).collect();
    if actions.iter().any(|action| action.contains('?')) {
        return game.replay_masked(&options, &actions).ok();
    }
    // Nothing is hidden from the seat; in most games nothing ever is.
    let mut position = game.start(&options);
    for action in actions {
        position.play(action).ok()?;
    }
    Some(position)
}

/// Sends heartbeats.
async fn send_heartbeats(worker: Arc<Worker>) {
    let mut clock = tokio::time::interval(Duration::from_secs(3));
    while !*worker.stopping.borrow() {
        clock.tick().await;
        let sent = worker.bus.client.publish(worker_subject(), worker.name.clone().into());
        let _ = tokio::time::timeout(Duration::from_secs(1), sent).await;
    }
}

/// Stops jobs that nobody waits for any more.
async fn hear_cancelled(worker: Arc<Worker>) {
    let Ok(mut cancelled) = worker.bus.client.subscribe(cancel_subject()).await else { return };
    while let Some(message) = cancelled.next().await {
        let Ok(id) = String::from_utf8(message.payload.to_vec()) else { continue };
        let mut jobs = worker.lock();
        jobs.running.remove(&id);
        jobs.cancelled.retain(|_, heard| heard.elapsed() < REMEMBER);
        if jobs.cancelled.len() < MAX_REMEMBERED {
            jobs.cancelled.insert(id, Instant::now());
        }
    }
}
