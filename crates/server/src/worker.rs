//! A worker: engines that think for nodes, without any state of their own.
//!
//! It takes jobs from JetStream's queue, one for every thread that is free, says every other second that it is still at it, and
//! sends the answer to the node that asked. A job whose worker says nothing is delivered again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use async_nats::jetstream::{self, AckKind, consumer};
use futures_util::StreamExt;
use sarsen_core::{Options, Seat};
use sarsen_protocol::Analysis;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::addresses::Address;
use crate::bus::Bus;
use crate::cluster::{Job, Reply, Wanted, cancel_subject, worker_subject};
use crate::engine::{self, EngineBackend, Pool, Purpose, Requester, Task, Ticket};
use crate::metrics::Metrics;

/// A job of which the queue has heard nothing for so long is delivered again.
const REDELIVER: Duration = Duration::from_secs(5);

/// How often a worker says that it is still at a job.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// A job that has been delivered so often is not the workers' fault.
const MOST_DELIVERIES: i64 = 5;

/// How long a worker waits for a job before it asks again.
const WAIT: Duration = Duration::from_secs(5);

/// How long a job that was cancelled before it came is remembered, and how many.
const REMEMBER: Duration = Duration::from_secs(120);
const MOST_REMEMBERED: usize = 10_000;

/// How a worker works.
pub struct WorkerOptions {
    /// Where the jobs come from.
    pub bus: Bus,
    /// Who thinks.
    pub engine: Arc<dyn EngineBackend>,
    /// How many think at a time, each for moves and for analyses with hints.
    pub threads: usize,
    /// What the worker is called.
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

/// The jobs that run, and those that were cancelled before they came.
#[derive(Default)]
struct Jobs {
    running: HashMap<String, Ticket>,
    cancelled: HashMap<String, Instant>,
}

/// Works until `stop` is done. Jobs that are not finished then go back to the queue at once.
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
    tokio::spawn(say_alive(Arc::clone(&worker)));
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

    /// Takes one job after the other.
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
            max_deliver: MOST_DELIVERIES,
            max_ack_pending: 100_000,
            ..consumer::pull::Config::default()
        };
        let consumer = stream.get_or_create_consumer(&name, config).await;
        let consumer = consumer.map_err(|error| error.to_string())?;
        let messages = consumer.fetch().max_messages(1).expires(WAIT).messages().await;
        let mut messages = messages.map_err(|error| error.to_string())?;
        // A bus that restarts forgets who asked, and the client would wait for ever. A job that comes too late is delivered again.
        match tokio::time::timeout(WAIT * 2, messages.next()).await {
            Ok(Some(message)) => message.map(Some).map_err(|error| error.to_string()),
            Ok(None) | Err(_) => Ok(None),
        }
    }

    /// Thinks about a job, saying that it is still at it, and answers.
    async fn handle(self: &Arc<Worker>, message: &jetstream::Message, purpose: Purpose) {
        let job: Option<Job> = serde_json::from_slice(&message.payload).ok();
        let Some(job) = job.filter(|job| !self.is_over(job, message)) else {
            // It cannot be read, nobody waits for it, or it was cancelled.
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
        // A job that was cancelled is done; one that was broken off is another worker's.
        let kind = if finished || !stopping { AckKind::Ack } else { AckKind::Nak(None) };
        let _ = message.ack_with(kind).await;
        let _ = tokio::time::timeout(Duration::from_secs(1), self.bus.client.flush()).await;
    }

    async fn say(&self, reply: &str, said: &Reply) {
        if let Ok(bytes) = serde_json::to_vec(said) {
            let sent = self.bus.client.publish(reply.to_owned(), bytes.into());
            // What is lost is asked for again.
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

/// Lets an engine think about a job.
fn think(
    engine: &dyn EngineBackend,
    job: &Job,
    cancel: &sarsen_search::Cancel,
    answers: &tokio::sync::mpsc::Sender<Reply>,
) -> Reply {
    let Some(position) = position(job) else {
        tracing::error!(job = job.id, game = job.game, "a job makes no sense");
        return Reply::Failed;
    };
    let Some(seat) = Seat::from_number(usize::from(job.seat)) else { return Reply::Failed };
    let (level, seed, time) = (job.level, job.seed, Duration::from_millis(job.millis));
    let task = Task { position: position.as_ref(), seat, level, time, seed, cancel };
    let thought = engine::guarded(&job.id, || match job.wanted {
        Wanted::Action => engine.choose(&task).map(|action| Reply::Action { action }),
        Wanted::Analysis { lines } => {
            // What finds the queue full is dropped; a better one follows.
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

/// Some position that the seat cannot tell from the one that is played.
fn position(job: &Job) -> Option<Box<dyn sarsen_catalog::Position>> {
    let game = sarsen_catalog::game(&job.game)?;
    let mut options = Options::defaults(game.spec());
    for (name, value) in &job.options {
        options.set(name, value).ok()?;
    }
    let actions: Vec<&str> = job.actions.iter().map(String::as_str).collect();
    game.replay_masked(&options, &actions).ok()
}

/// Says now and then that this worker is alive.
async fn say_alive(worker: Arc<Worker>) {
    let mut clock = tokio::time::interval(Duration::from_secs(3));
    while !*worker.stopping.borrow() {
        clock.tick().await;
        let sent = worker.bus.client.publish(worker_subject(), worker.name.clone().into());
        let _ = tokio::time::timeout(Duration::from_secs(1), sent).await;
    }
}

/// Stops what nobody waits for any more.
async fn hear_cancelled(worker: Arc<Worker>) {
    let Ok(mut cancelled) = worker.bus.client.subscribe(cancel_subject()).await else { return };
    while let Some(message) = cancelled.next().await {
        let Ok(id) = String::from_utf8(message.payload.to_vec()) else { continue };
        let mut jobs = worker.lock();
        jobs.running.remove(&id);
        jobs.cancelled.retain(|_, heard| heard.elapsed() < REMEMBER);
        if jobs.cancelled.len() < MOST_REMEMBERED {
            jobs.cancelled.insert(id, Instant::now());
        }
    }
}
