//! A table as a task: only it decides, writes and then informs its clients.

mod ask;
mod catch_up;
mod fan_out;
mod handle;
mod missed;
mod pace;
mod query;
mod remote_presence;
mod speech;
mod thinking;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use sarsen_core::Seat;
use sarsen_protocol::{Refusal, RefusalCode, Speech, Tell, Welcome};
use sarsen_session::{
    Command, Credentials, Event, EventKind, Moment, Observer, Presence, ReplayError, Step, Table,
    Trail,
};
use sarsen_store::{Batch, StoreError};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

use crate::addresses::Address;
use crate::app_state::AppState;
use crate::cluster::PresenceNote;
use crate::connection::Outbox;
use crate::engine::{Requester, Ticket};
use crate::limits::Bucket;
use crate::{http, push, registry};
pub(crate) use handle::Handle;
pub(crate) use query::{PastGame, Query, WhichRecord};
use thinking::{EngineAnswer, EngineRequest, Thinking};

/// How long a table waits before retrying what a busy server or the store refused.
const AGAIN: Duration = Duration::from_secs(1);

/// In a cluster: the time, in milliseconds, after which any node checks on a table whose engine has not acted.
const ENGINE_DUE: u64 = 20_000;

/// Messages to a table. Every table has a mailbox with room for many, so large messages are boxed.
pub(crate) enum Message {
    /// A client connects.
    Connect(Box<Connecting>),
    /// A connected client sends a request.
    Ask { connection: u64, ask: Box<sarsen_protocol::Ask> },
    /// A client has disconnected.
    Disconnect { connection: u64 },
    /// A connected client has fallen silent, or is heard again.
    Reach { connection: u64, reached: bool },
    /// An HTTP request.
    Query(Box<Query>),
    /// An engine has finished.
    EngineAnswer { wanted: EngineRequest, thought: EngineAnswer },
    /// A new table, whose first seat may be an engine's, and its creator.
    Wake { maker: Requester },
    /// A hint that another node has written up to this number.
    Moved { number: u32 },
    /// Who is connected to this table at another node.
    RemotePresence(Box<PresenceNote>),
    /// Somebody at another node has said something.
    Spoken { seat: Seat, speech: Speech },
    /// Repeat this node's soft state, and forget what is outdated.
    Refresh,
    /// The server is stopping.
    Stop { done: oneshot::Sender<()> },
}

/// A connecting client.
pub(crate) struct Connecting {
    connection: u64,
    credentials: Credentials,
    address: Address,
    since: Option<u32>,
    out: Outbox,
    done: oneshot::Sender<Result<(), Refusal>>,
    /// The missed events found so far, and how often they were looked for.
    reading: Option<missed::Reading>,
    tries: u32,
}

/// The origin of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// It has just been created.
    New,
    /// It was loaded from the store.
    Store,
}

/// A connected client.
struct ConnectedClient {
    credentials: Credentials,
    address: Address,
    looking: Option<Seat>,
    out: Outbox,
    /// Whether nothing has been heard of it for a while.
    away: bool,
    /// The hint that this client is waiting for.
    hint: Option<(u32, Ticket)>,
}

impl ConnectedClient {
    /// The requester to whom this client's requests at a table are charged.
    fn asker(&self, table: &str) -> Requester {
        let who = self.credentials.who.as_ref();
        Requester::new(self.address, who.map_or(table, |who| who.0.as_str()))
    }
}

/// A table with its clients.
pub(crate) struct Actor {
    app: Arc<AppState>,
    table: Table,
    clients: HashMap<u64, ConnectedClient>,
    /// The engine that is thinking about the current position.
    thinking: Option<Thinking>,
    /// The last hint.
    hint: ask::KeptHint,
    /// The requester to whom this table's engines are charged: the last person at the table to connect.
    asker: Requester,
    readings: missed::Readings,
    /// The last positions, if they are expensive to compute.
    trail: Option<Trail>,
    /// The address charged for the current write; by default the requester's.
    payer: Option<Address>,
    /// The request at which an engine has failed once, and which it will try a second time.
    retried: Option<EngineRequest>,
    pace: pace::Pace,
    /// Whether clocks that were held, or left running by a killed server, have to be resumed first.
    held: bool,
    /// Whether an engine has to be asked again in a moment.
    again: bool,
    /// Whether the state of the log is unknown because it cannot be read: the table has to end.
    lost: bool,
    /// The rate limit of each seat for phrases.
    speeches: HashMap<Seat, Bucket>,
    /// Who is connected at other nodes.
    remote_presence: remote_presence::RemotePresence,
    /// What others may read without sending a message.
    status: Arc<TableStatus>,
}

/// What can be read about a table without sending it a message.
#[derive(Debug, Default)]
pub(crate) struct TableStatus {
    /// The number of its last event.
    pub(crate) number: AtomicU32,
    /// The number of clients connected at this node.
    pub(crate) clients: AtomicUsize,
}

/// A prepared change: what has to be written, the table after it, and the frames to send then.
struct Prepared {
    batch: Batch,
    table: Table,
    frames: Vec<(u64, Utf8Bytes)>,
    /// The steps, each with the table after it, if positions are expensive to compute.
    steps: Vec<(Step, Table)>,
    /// On shared screens: the seat that each client is looking through afterwards.
    looking: Vec<(u64, Option<Seat>)>,
}

/// How often another node may be faster before a command is given up.
const MAX_CONFLICTS: usize = 16;

/// Why a command was not written.
enum Unwritten {
    /// It was refused, based on what this node knows.
    Refused(Refusal),
    /// Another node has written first.
    Conflict,
    /// Final: a retry would not help.
    Final(Refusal),
}

/// Steps that cannot be carried out: a bug in the program.
#[derive(Debug, Error)]
pub(crate) enum PrepareError {
    /// An event makes no sense where it is.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// An event cannot be serialised.
    #[error(transparent)]
    Text(#[from] serde_json::Error),
}

impl Actor {
    pub(crate) fn new(app: Arc<AppState>, table: Table, status: Arc<TableStatus>) -> Actor {
        Actor {
            speeches: HashMap::new(),
            remote_presence: remote_presence::RemotePresence::default(),
            status,
            app,
            asker: Requester::new(Address::SERVER, table.id()),
            readings: missed::Readings::default(),
            trail: None,
            payer: None,
            table,
            clients: HashMap::new(),
            thinking: None,
            hint: ask::KeptHint::default(),
            retried: None,
            held: false,
            pace: pace::Pace::default(),
            again: false,
            lost: false,
        }
    }

    /// Runs until the server stops or nobody has needed the table for a while.
    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Message>, origin: Origin) {
        let mut place =
            RegistryGuard { app: Arc::clone(&self.app), table: Some(self.table.id().into()) };
        if origin == Origin::Store {
            // Tables with running clocks are never unloaded, so the server has been restarted: the clocks are resumed
            // before anything else, and nobody is charged for the time in between. The nodes of a cluster share their
            // time, which goes on.
            self.held = self.app.cluster.is_none() && self.table.has_clocks_to_resume();
        }
        if self.held && self.command(&Command::Tick).await.is_err() {
            self.again = true;
        }
        if origin == Origin::Store && self.app.cluster.is_some() {
            // A clock may have run out, or an engine may have to act, while no node hosted the table.
            self.tick().await;
            self.think();
            self.ask_for_presence();
        }
        while !self.lost {
            self.note_status();
            let wait = self.patience();
            let message = tokio::select! {
                message = inbox.recv() => message,
                () = tokio::time::sleep(wait) => {
                    if self.is_needed() {
                        self.give_up_endless_search().await;
                        self.tick().await;
                    } else if self.app.registry.release(self.table.id(), &inbox) {
                        place.table = None;
                        break;
                    }
                    continue;
                }
            };
            let Some(message) = message else { break };
            if self.hear(message).await.is_break() {
                break;
            }
        }
    }

    /// How long to wait for a message before something else is due.
    fn patience(&self) -> Duration {
        let idle = if self.again { AGAIN } else { self.app.limits.idle };
        let idle = match self.search_ends_at() {
            Some(end) => idle.min(end.saturating_duration_since(Instant::now())),
            None => idle,
        };
        match self.table.clock_falls_at().filter(|_| !self.held) {
            Some(at) => {
                let millis = at.saturating_sub(self.app.sources.tick());
                idle.min(Duration::from_millis(millis.max(1)))
            }
            None => idle,
        }
    }

    fn is_needed(&self) -> bool {
        !self.clients.is_empty()
            || self.thinking.is_some()
            || self.again
            // In a cluster, a table without a host is claimed by a node when it is due.
            || self.app.cluster.is_none() && self.table.clock_falls_at().is_some()
    }

    /// Publishes what others may read without sending a message.
    fn note_status(&self) {
        self.status.number.store(self.table.number(), Ordering::Relaxed);
        self.status.clients.store(self.clients.len(), Ordering::Relaxed);
    }

    async fn hear(&mut self, message: Message) -> ControlFlow<()> {
        self.payer = None;
        match message {
            Message::Connect(connecting) => self.greet(*connecting).await,
            Message::Ask { connection, ask } => self.ask(connection, *ask).await,
            Message::Disconnect { connection } => {
                if self.clients.remove(&connection).is_some() {
                    self.tell_presence();
                    self.think();
                }
            }
            Message::Reach { connection, reached } => {
                if let Some(client) = self.clients.get_mut(&connection) {
                    client.away = !reached;
                    self.tell_presence();
                }
            }
            Message::Query(query) => self.answer_query(*query).await,
            Message::EngineAnswer { wanted, thought } => {
                self.engine_answered(wanted, thought).await;
            }
            Message::Wake { maker } => {
                self.asker = maker;
                self.think();
            }
            Message::Moved { number } => {
                if number > self.table.number() {
                    self.read_new_events().await;
                }
            }
            Message::RemotePresence(note) => self.note_remote_presence(*note),
            Message::Spoken { seat, speech } => self.tell_all(&Tell::Spoken { seat, speech }),
            Message::Refresh => self.refresh(),
            Message::Stop { done } => {
                // In a cluster, other nodes go on with it.
                if self.app.cluster.is_none()
                    && let Err(refusal) = self.command(&Command::Pause).await
                {
                    tracing::error!(
                        table = self.table.id(),
                        code = ?refusal.code,
                        "the clocks were not held"
                    );
                }
                let closing =
                    Tell::Closing { refusal: http::refuse(RefusalCode::Stopping), again: true };
                self.tell_all(&closing);
                let _ = done.send(());
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    async fn tick(&mut self) {
        if let Err(refusal) = self.command(&Command::Tick).await {
            tracing::warn!(table = self.table.id(), code = ?refusal.code, "checking the clock was refused");
        }
        if std::mem::take(&mut self.again) {
            self.think();
        }
    }

    /// Resumes held clocks. Nobody is charged for the time in which no server ran.
    async fn resume(&mut self, moment: &Moment) -> Result<(), Refusal> {
        if self.held {
            self.perform(&Command::Resume, moment).await?;
            self.held = false;
        }
        Ok(())
    }

    /// Decides, writes, applies and informs.
    async fn command(&mut self, command: &Command) -> Result<(), Refusal> {
        let moment = self.app.moment();
        self.resume(&moment).await?;
        if *command != Command::Tick {
            // A player whose time had run out when this was sent has already lost.
            self.perform(&Command::Tick, &moment).await?;
        }
        self.perform(command, &moment).await
    }

    async fn perform(&mut self, command: &Command, moment: &Moment) -> Result<(), Refusal> {
        for _ in 0..MAX_CONFLICTS {
            match self.attempt(command, moment).await {
                Ok(()) => return Ok(()),
                // The command may be acceptable given what another node has written.
                Err(Unwritten::Refused(refusal)) => {
                    if self.app.cluster.is_none() || !self.catch_up().await? {
                        return Err(refusal);
                    }
                }
                // Another node was faster: decide again, given what it has written.
                Err(Unwritten::Conflict) => {
                    crate::metrics::Metrics::add(&self.app.metrics.conflicts);
                    if !self.catch_up().await? {
                        return self.reload_after_failed_write(&StoreError::Conflict, &[]).await;
                    }
                }
                Err(Unwritten::Final(refusal)) => return Err(refusal),
            }
        }
        Err(http::refuse(RefusalCode::TooMany))
    }

    /// Decides and writes once.
    async fn attempt(&mut self, command: &Command, moment: &Moment) -> Result<(), Unwritten> {
        let prepared = self.work(|actor| {
            let steps = actor.table.decide(command, moment)?;
            Ok::<_, Refusal>(actor.prepare(steps))
        });
        match prepared.await.map_err(Unwritten::Refused)? {
            Ok(Some(prepared)) => self.write(prepared).await,
            Ok(None) => Ok(()),
            Err(error) => {
                tracing::error!(table = self.table.id(), %error, "a decision could not be carried out");
                Err(Unwritten::Final(http::refuse(RefusalCode::Internal)))
            }
        }
    }

    /// Computes the effect of steps, without changing anything.
    fn prepare(&self, steps: Vec<Step>) -> Result<Option<Prepared>, PrepareError> {
        if steps.is_empty() {
            return Ok(None);
        }
        let first = self.table.number() + 1;
        let mut next = self.next_table();
        let (mut frames, mut after) = (Vec::new(), Vec::new());
        for step in &steps {
            frames.extend(next.step(step)?);
            if self.pace.is_long() {
                after.push(next.table().clone());
            }
        }
        let (table, looking) = next.end();
        let moves_people = |step: &Step| {
            matches!(step.event.kind, EventKind::Seated { .. } | EventKind::Left { .. })
        };
        let people = steps.iter().any(moves_people);
        let people = people.then(|| table.people().map(|who| who.0.clone()).collect());
        let batch = batch(&table, first, steps.iter().map(|step| &step.event), people)?;
        let steps = steps.into_iter().zip(after).collect();
        Ok(Some(Prepared { batch, table, frames, steps, looking }))
    }

    async fn write(&mut self, prepared: Prepared) -> Result<(), Unwritten> {
        let Prepared { batch, table, frames, steps, looking } = prepared;
        let (begun, events) = (Instant::now(), batch.events.clone());
        let payer = self.payer.unwrap_or(self.asker.address);
        self.app.addresses.charge_write(payer, batch.bytes_on_disk(), &self.app.limits);
        match self.app.store.append(batch).await {
            Ok(()) => {}
            Err(StoreError::Conflict) if self.app.cluster.is_some() => {
                return Err(Unwritten::Conflict);
            }
            Err(error) => {
                return self
                    .reload_after_failed_write(&error, &events)
                    .await
                    .map_err(Unwritten::Final);
            }
        }
        self.app.metrics.commit.observe(begun.elapsed());
        self.app.metrics.events.fetch_add(events.len() as u64, Ordering::Relaxed);
        if let Some(cluster) = &self.app.cluster {
            cluster.tell_moved(table.id(), table.number());
        }
        self.follow(&steps);
        self.remind(&table);
        self.publish(table, looking, frames);
        Ok(())
    }

    /// Reminds whose turn has come and who is not there.
    fn remind(&self, next: &Table) {
        if self.app.push.is_none() || next.game_and_ply() == self.table.game_and_ply() {
            return;
        }
        if let Some(reminder) = next.reminder()
            && !self.presence_at(next).connected.contains(&reminder.seat)
        {
            push::remind(&self.app, reminder);
        }
    }

    /// Applies what was prepared.
    fn publish(
        &mut self,
        table: Table,
        looking: Vec<(u64, Option<Seat>)>,
        frames: Vec<(u64, Utf8Bytes)>,
    ) {
        self.table = table;
        for (connection, seat) in looking {
            if let Some(client) = self.clients.get_mut(&connection) {
                client.looking = seat;
            }
        }
        for (connection, frame) in frames {
            self.send(connection, frame);
        }
        self.think();
    }

    /// A write that failed may have been done nevertheless. Only the log knows: it is read again, and every client is
    /// sent the current state. A table whose log cannot be read ends: clients that come back find it as it was, or
    /// wait.
    async fn reload_after_failed_write(
        &mut self,
        error: &StoreError,
        events: &[String],
    ) -> Result<(), Refusal> {
        crate::metrics::Metrics::add(&self.app.metrics.store_failures);
        tracing::error!(table = self.table.id(), %error, "it is unknown whether events were written");
        self.thinking = None;
        let before = self.table.number() as usize;
        let Ok(log) = self.read_log().await else {
            self.lost = true;
            return Err(http::refuse(RefusalCode::Internal));
        };
        if log.len() != before {
            let id = self.table.id();
            let Ok(table) = registry::replay(&self.app, id, log.clone(), Address::SERVER).await
            else {
                self.lost = true;
                return Err(http::refuse(RefusalCode::Internal));
            };
            self.table = table;
            self.trail = None;
        }
        self.welcome_all();
        self.again = self.wanted().is_some();
        if let Some(cluster) = &self.app.cluster {
            cluster.tell_moved(self.table.id(), self.table.number());
        }
        let ours = |tail: &[String]| !events.is_empty() && tail.starts_with(events);
        let written = log.get(before..).is_some_and(ours);
        if written { Ok(()) } else { Err(http::refuse(RefusalCode::NotWritten)) }
    }

    /// The log after everything that was sent to the store before.
    async fn read_log(&self) -> Result<Vec<String>, StoreError> {
        self.app.store.flush().await?;
        self.app.store.load(self.table.id()).await
    }

    /// Sends every client the current state.
    fn welcome_all(&mut self) {
        let connections: Vec<u64> = self.clients.keys().copied().collect();
        for connection in connections {
            if let Some(observer) = self.observer(connection)
                && let Some(client) = self.clients.get_mut(&connection)
            {
                client.looking = self.table.still_looking(&observer);
            }
            if let Some(welcome) = self.welcome(connection, vec![]) {
                self.tell(connection, &welcome);
            }
        }
    }

    fn welcome(&self, connection: u64, missed: Vec<sarsen_protocol::Happened>) -> Option<Tell> {
        let observer = self.observer(connection)?;
        Some(Tell::Welcome(Box::new(Welcome {
            version: sarsen_protocol::VERSION,
            now: self.app.sources.tick(),
            number: self.table.number(),
            table: self.table.info(&observer, &self.presence()),
            position: self.table.position(&observer),
            missed,
        })))
    }

    async fn connect(
        &mut self,
        connection: u64,
        client: ConnectedClient,
        missed: Vec<sarsen_protocol::Happened>,
    ) -> Result<(), Refusal> {
        if self.clients.len() >= self.app.limits.connections_per_table {
            return Err(http::refuse(RefusalCode::TooMany));
        }
        if self.clients.is_empty() || !self.table.seats_for(&client.credentials).is_empty() {
            self.asker = client.asker(self.table.id());
        }
        self.clients.insert(connection, client);
        let welcome = self.work(|actor| actor.welcome(connection, missed)).await;
        if let Some(welcome) = welcome {
            self.tell(connection, &welcome);
        }
        self.tell_presence();
        self.think();
        Ok(())
    }

    fn observer(&self, connection: u64) -> Option<Observer> {
        let client = self.clients.get(&connection)?;
        let seats = self.table.seats_for(&client.credentials);
        Some(Observer { seats, looking: client.looking })
    }

    fn presence(&self) -> Presence {
        self.presence_at(&self.table)
    }

    /// Who is connected, by the seats of a table that may be this one's next state.
    fn presence_at(&self, table: &Table) -> Presence {
        let Presence { mut connected, mut watchers } = self.local_presence(table);
        self.remote_presence.add_to(&mut connected, &mut watchers);
        connected.sort_unstable();
        connected.dedup();
        Presence { connected, watchers }
    }

    /// Who is connected at this node and can be reached.
    fn local_presence(&self, table: &Table) -> Presence {
        let mut connected = Vec::new();
        let mut watchers = 0;
        for client in self.clients.values().filter(|client| !client.away) {
            let seats = table.seats_for(&client.credentials);
            watchers += u32::from(seats.is_empty());
            connected.extend(seats);
        }
        connected.sort_unstable();
        connected.dedup();
        Presence { connected, watchers }
    }
}

/// The batch for events from a number on; `table` is the table after them.
///
/// # Errors
/// If an event cannot be serialised.
pub(crate) fn batch<'a>(
    table: &Table,
    first: u32,
    events: impl IntoIterator<Item = &'a Event>,
    people: Option<Vec<String>>,
) -> Result<Batch, serde_json::Error> {
    let (mut texts, mut time) = (Vec::new(), 0);
    for event in events {
        texts.push(serde_json::to_string(event)?);
        time = event.tick.unwrap_or(event.at);
    }
    // If an engine has not acted by then, its node is gone.
    let engine_due = table.engine_to_act().map(|_| time.saturating_add(ENGINE_DUE));
    let due = table.clock_falls_at().map(|falls| falls.min(engine_due.unwrap_or(falls)));
    Ok(Batch {
        table: table.id().to_owned(),
        first,
        events: texts,
        at: table.changed(),
        people,
        wakes: table.wakes(),
        due,
        listed_until: table.listed_until(),
        digest: serde_json::to_string(&table.digest())?,
    })
}

/// A table's entry in the registry. It is removed however the task ends, even by a panic, so that the next request
/// loads the table again.
struct RegistryGuard {
    app: Arc<AppState>,
    table: Option<String>,
}

impl Drop for RegistryGuard {
    fn drop(&mut self) {
        if let Some(table) = &self.table {
            self.app.registry.forget(table);
        }
        self.app.metrics.tables.fetch_sub(1, Ordering::Relaxed);
    }
}
