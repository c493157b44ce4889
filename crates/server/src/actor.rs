//! A table as a task: it alone decides, writes, and then tells.

mod ask;
mod catch_up;
mod elsewhere;
mod fan_out;
mod handle;
mod missed;
mod pace;
mod query;
mod thinking;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use sarsen_protocol::{Refusal, RefusalCode, Tell, Welcome};
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
use crate::{http, registry};
pub(crate) use ask::id_of;
pub(crate) use handle::Handle;
pub(crate) use query::{PastGame, Query, WhichRecord};
use thinking::{EngineAnswer, EngineRequest, Thinking};

/// How long a table waits before it tries again what the server was too busy for or the store refused.
const AGAIN: Duration = Duration::from_secs(1);

/// After so many milliseconds a table whose engine has not acted is looked at by any node.
const ENGINE_DUE: u64 = 20_000;

/// What can be said to a table. The mailbox has room for many messages, and every table has one: large ones are boxed.
pub(crate) enum Message {
    /// Somebody has connected.
    Connect(Box<Connecting>),
    /// Somebody who is connected asks for something.
    Ask { connection: u64, ask: Box<sarsen_protocol::Ask> },
    /// Somebody is gone.
    Disconnect { connection: u64 },
    /// Somebody asks by HTTP.
    Query(Box<Query>),
    /// An engine has come to an end.
    EngineAnswer { wanted: EngineRequest, thought: EngineAnswer },
    /// A new table whose first seat may be an engine's, and who made it.
    Wake { maker: Requester },
    /// Another node has written up to a number, as far as one hears.
    Moved { number: u32 },
    /// Who is at this table at another node.
    Elsewhere(Box<PresenceNote>),
    /// Soft state is told anew, and what is too old is forgotten.
    Refresh,
    /// The server stops.
    Stop { done: oneshot::Sender<()> },
}

/// Somebody who connects.
pub(crate) struct Connecting {
    connection: u64,
    credentials: Credentials,
    address: Address,
    since: Option<u32>,
    out: Outbox,
    done: oneshot::Sender<Result<(), Refusal>>,
    /// What was found of what was missed, and how often it was looked for.
    reading: Option<missed::Reading>,
    tries: u32,
}

/// Where a table comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// It has just been made.
    New,
    /// It was written by an earlier run of the server, or nobody has needed it for a while.
    Store,
}

/// Somebody who is connected.
struct ConnectedClient {
    credentials: Credentials,
    address: Address,
    looking: Option<u8>,
    out: Outbox,
    /// The hint that this client waits for.
    hint: Option<(u32, Ticket)>,
}

impl ConnectedClient {
    /// On whose account this client asks for something at a table.
    fn asker(&self, table: &str) -> Requester {
        let who = self.credentials.who.as_ref();
        Requester::new(self.address, who.map_or(table, |who| who.0.as_str()))
    }
}

/// A table with everybody around it.
pub(crate) struct Actor {
    app: Arc<AppState>,
    table: Table,
    clients: HashMap<u64, ConnectedClient>,
    /// The engine that thinks about the present position.
    thinking: Option<Thinking>,
    /// On whose account engines think here: of those who sit here the one who came last.
    asker: Requester,
    readings: missed::Readings,
    /// Where positions take long to compute: the last of them.
    trail: Option<Trail>,
    /// Whose address pays for what is written now; nobody's in particular: the asker's.
    payer: Option<Address>,
    /// What an engine has failed at once: it tries a second time.
    stumbled: Option<EngineRequest>,
    pace: pace::Pace,
    /// Whether clocks that were held, or left running by a killed server, have to be resumed before anything else.
    held: bool,
    /// Whether an engine has to be asked again in a moment.
    again: bool,
    /// Whether nobody knows what the log says, because it cannot be read: the table has to end.
    lost: bool,
    /// Who is here at other nodes.
    elsewhere: elsewhere::Elsewhere,
    /// What others may know without asking.
    status: Arc<TableStatus>,
}

/// What can be known of a table without asking it.
#[derive(Debug, Default)]
pub(crate) struct TableStatus {
    /// The number of its last event.
    pub(crate) number: AtomicU32,
    /// How many clients are connected here.
    pub(crate) clients: AtomicUsize,
}

/// What is about to happen: what has to be on disk, the table after it, and whom to tell then.
struct Prepared {
    batch: Batch,
    table: Table,
    frames: Vec<(u64, Utf8Bytes)>,
    /// Where positions take long to compute: what happens, each with the table after it.
    steps: Vec<(Step, Table)>,
    /// At one screen: who of the clients looks through which seat's eyes then.
    looking: Vec<(u64, Option<u8>)>,
}

/// So often another node may be first before a command is given up.
const MOST_CONFLICTS: usize = 16;

/// Why a command was not written.
enum Unwritten {
    /// It was decided so, by what this node knows.
    Refused(Refusal),
    /// Another node has written.
    Conflict,
    /// Nothing more can be done about it.
    Final(Refusal),
}

/// Steps that cannot be carried out: a fault of the program.
#[derive(Debug, Error)]
pub(crate) enum PrepareError {
    /// An event makes no sense where it stands.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// An event cannot be written down.
    #[error(transparent)]
    Text(#[from] serde_json::Error),
}

impl Actor {
    pub(crate) fn new(app: Arc<AppState>, table: Table, status: Arc<TableStatus>) -> Actor {
        Actor {
            elsewhere: elsewhere::Elsewhere::default(),
            status,
            app,
            asker: Requester::new(Address::SERVER, table.id()),
            readings: missed::Readings::default(),
            trail: None,
            payer: None,
            table,
            clients: HashMap::new(),
            thinking: None,
            stumbled: None,
            held: false,
            pace: pace::Pace::default(),
            again: false,
            lost: false,
        }
    }

    /// Lives until the server stops or nobody has needed the table for a while.
    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Message>, origin: Origin) {
        let mut place =
            RegistryGuard { app: Arc::clone(&self.app), table: Some(self.table.id().into()) };
        if origin == Origin::Store {
            // Clocks never leave the memory while they run, so the server has started again: before anybody is heard,
            // they are set going, and nobody pays for the time in between. The nodes of a cluster share their time, and it goes on.
            self.held = self.app.cluster.is_none() && self.table.has_clocks_to_resume();
        }
        if self.held && self.command(&Command::Tick).await.is_err() {
            self.again = true;
        }
        if origin == Origin::Store && self.app.cluster.is_some() {
            // It may be due: a clock may have run out, or an engine have to act, while no node had it.
            self.tick().await;
            self.think();
            self.ask_elsewhere();
        }
        while !self.lost {
            self.note_status();
            let wait = self.patience();
            let message = tokio::select! {
                message = inbox.recv() => message,
                () = tokio::time::sleep(wait) => {
                    if self.is_needed() {
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
            // In a cluster a table that nobody hosts is taken when it is due.
            || self.app.cluster.is_none() && self.table.clock_falls_at().is_some()
    }

    /// Writes down what others may know without asking.
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
            Message::Query(query) => {
                self.look_for_news().await;
                self.query(*query).await;
            }
            Message::EngineAnswer { wanted, thought } => self.thought(wanted, thought).await,
            Message::Wake { maker } => {
                self.asker = maker;
                self.think();
            }
            Message::Moved { number } => {
                if number > self.table.number() {
                    self.look_for_news().await;
                }
            }
            Message::Elsewhere(note) => self.heard_of_elsewhere(*note),
            Message::Refresh => self.refresh(),
            Message::Stop { done } => {
                // In a cluster others go on with it.
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
            tracing::warn!(table = self.table.id(), code = ?refusal.code, "the clock was refused");
        }
        if std::mem::take(&mut self.again) {
            self.think();
        }
    }

    /// Lets held clocks go on. Nobody pays for the time in which no server ran.
    async fn resume(&mut self, moment: &Moment) -> Result<(), Refusal> {
        if self.held {
            self.perform(&Command::Resume, moment).await?;
            self.held = false;
        }
        Ok(())
    }

    /// Decides, writes, changes, tells.
    async fn command(&mut self, command: &Command) -> Result<(), Refusal> {
        let moment = self.app.moment();
        self.resume(&moment).await?;
        if *command != Command::Tick {
            // Whose time was up when this was asked has lost already.
            self.perform(&Command::Tick, &moment).await?;
        }
        self.perform(command, &moment).await
    }

    async fn perform(&mut self, command: &Command, moment: &Moment) -> Result<(), Refusal> {
        for _ in 0..MOST_CONFLICTS {
            match self.attempt(command, moment).await {
                Ok(()) => return Ok(()),
                // What is refused here may be right by what another node has written.
                Err(Unwritten::Refused(refusal)) => {
                    if self.app.cluster.is_none() || !self.catch_up().await? {
                        return Err(refusal);
                    }
                }
                // Another node was first: it is decided anew by what it has written.
                Err(Unwritten::Conflict) => {
                    crate::metrics::Metrics::add(&self.app.metrics.conflicts);
                    if !self.catch_up().await? {
                        return self.doubtful(&StoreError::Conflict, &[]).await;
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

    /// What steps will come to. Nothing is changed yet.
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
            Err(error) => return self.doubtful(&error, &events).await.map_err(Unwritten::Final),
        }
        self.app.metrics.commit.observe(begun.elapsed());
        self.app.metrics.events.fetch_add(events.len() as u64, Ordering::Relaxed);
        if let Some(cluster) = &self.app.cluster {
            cluster.tell_moved(table.id(), table.number());
        }
        self.follow(&steps);
        self.go_on(table, looking, frames);
        Ok(())
    }

    /// What was prepared has happened.
    fn go_on(
        &mut self,
        table: Table,
        looking: Vec<(u64, Option<u8>)>,
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

    /// A write that failed may have been done all the same. The log alone knows: it is read again, and everybody is told how
    /// things stand. A table whose log cannot be read ends: who comes back finds it as it was, or waits.
    async fn doubtful(&mut self, error: &StoreError, events: &[String]) -> Result<(), Refusal> {
        crate::metrics::Metrics::add(&self.app.metrics.store_failures);
        tracing::error!(table = self.table.id(), %error, "nobody knows whether events were written");
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

    /// The log as it is after everything that was asked of the store before.
    async fn read_log(&self) -> Result<Vec<String>, StoreError> {
        self.app.store.flush().await?;
        self.app.store.load(self.table.id()).await
    }

    /// Tells everybody everything as it is now.
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

    /// Who is there, in the seats of a table that may be this one's next state.
    fn presence_at(&self, table: &Table) -> Presence {
        let mut connected = Vec::new();
        let mut watchers = 0;
        for client in self.clients.values() {
            let seats = table.seats_for(&client.credentials);
            watchers += u32::from(seats.is_empty());
            connected.extend(seats);
        }
        self.elsewhere.add_to(&mut connected, &mut watchers);
        connected.sort_unstable();
        connected.dedup();
        Presence { connected, watchers }
    }
}

/// What has to be written for events from a number on; `table` is the table after them.
///
/// # Errors
/// If an event has no text.
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
    // An engine that should have acted by then has lost its node.
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
        digest: serde_json::to_string(&table.digest())?,
    })
}

/// A table's place in the registry. However its task ends, be it by a panic, the next who asks for it gets a new one.
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
