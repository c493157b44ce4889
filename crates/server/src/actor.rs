//! A table as a task: it alone decides, writes, and then tells.

mod ask;
mod fan_out;
mod handle;
mod pace;
mod query;
mod thinking;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use sarsen_protocol::{Refusal, RefusalCode, Tell, Welcome};
use sarsen_session::{
    Command, Credentials, Event, Moment, Onlooker, Presence, ReplayError, Table, What,
};
use sarsen_store::{Batch, StoreError};
use tokio::sync::{mpsc, oneshot};

use crate::connection::Outbox;
use crate::engine::Ticket;
use crate::house::{self, House};
use crate::{http, registry};
pub(crate) use handle::Handle;
pub(crate) use query::Query;
use thinking::{Thinking, Thought, Wanted};

/// The most entries that a client that was away is told one by one.
const MOST_MISSED: u32 = 64;

/// How long a table waits before it tries again what the server was too busy for or the store refused.
const AGAIN: Duration = Duration::from_secs(1);

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
    Thought { wanted: Wanted, thought: Thought },
    /// A new table whose first seat may be an engine's.
    Wake,
    /// The server has started again.
    Resume { done: oneshot::Sender<()> },
    /// The server stops.
    Stop { done: oneshot::Sender<()> },
}

/// Somebody who connects.
pub(crate) struct Connecting {
    connection: u64,
    credentials: Credentials,
    since: Option<u32>,
    out: Outbox,
    done: oneshot::Sender<Result<(), Refusal>>,
}

/// Somebody who is connected.
struct Client {
    credentials: Credentials,
    looking: Option<u8>,
    out: Outbox,
    /// The hint that this client waits for.
    hint: Option<(u32, Ticket)>,
}

/// A table with everybody around it.
pub(crate) struct Actor {
    house: Arc<House>,
    table: Table,
    clients: HashMap<u64, Client>,
    /// The engine that thinks about the present position.
    thinking: Option<Thinking>,
    pace: pace::Pace,
    /// Whether an engine has to be asked again in a moment.
    again: bool,
    /// Whether the table is not what its log says and cannot be read again: it has to end.
    lost: bool,
}

/// What is about to happen: what has to be on disk, and whom to tell then.
struct Prepared {
    batch: Batch,
    frames: Vec<(u64, Utf8Bytes)>,
}

impl Actor {
    pub(crate) fn new(house: Arc<House>, table: Table) -> Actor {
        Actor {
            house,
            table,
            clients: HashMap::new(),
            thinking: None,
            pace: pace::Pace::default(),
            again: false,
            lost: false,
        }
    }

    /// Lives until the server stops or nobody has needed the table for a while.
    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        let mut place =
            Place { house: Arc::clone(&self.house), table: Some(self.table.id().into()) };
        loop {
            let wait = self.patience();
            let message = tokio::select! {
                message = inbox.recv() => message,
                () = tokio::time::sleep(wait) => {
                    if self.is_needed() {
                        self.tick().await;
                    } else if self.house.registry.release(self.table.id(), &inbox) {
                        place.table = None;
                        break;
                    }
                    continue;
                }
            };
            let Some(message) = message else { break };
            if self.hear(message).await.is_break() || self.lost {
                break;
            }
        }
    }

    /// How long to wait for a message before something else is due.
    fn patience(&self) -> Duration {
        let idle = if self.again { AGAIN } else { self.house.limits.idle };
        match self.table.clock_falls_at() {
            Some(at) => {
                let millis = at.saturating_sub(self.house.sources.now());
                idle.min(Duration::from_millis(millis.max(1)))
            }
            None => idle,
        }
    }

    fn is_needed(&self) -> bool {
        !self.clients.is_empty()
            || self.thinking.is_some()
            || self.again
            || self.table.clock_falls_at().is_some()
    }

    async fn hear(&mut self, message: Message) -> ControlFlow<()> {
        match message {
            Message::Connect(connecting) => {
                let Connecting { connection, credentials, since, out, done } = *connecting;
                let client = Client { credentials, looking: None, out, hint: None };
                // Who has gone before the answer is noticed by the next frame.
                let _ = done.send(self.connect(connection, client, since).await);
            }
            Message::Ask { connection, ask } => self.ask(connection, *ask).await,
            Message::Disconnect { connection } => {
                if self.clients.remove(&connection).is_some() {
                    self.tell_presence();
                }
            }
            Message::Query(query) => self.query(*query).await,
            Message::Thought { wanted, thought } => self.thought(wanted, thought).await,
            Message::Wake => self.think(),
            Message::Resume { done } => {
                let _ = self.command(&Command::Resume).await;
                self.think();
                let _ = done.send(());
            }
            Message::Stop { done } => {
                let _ = self.command(&Command::Pause).await;
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

    /// Decides, writes, tells.
    async fn command(&mut self, command: &Command) -> Result<(), Refusal> {
        let moment = self.house.moment();
        if *command != Command::Tick {
            // Whose time was up when this was asked has lost already.
            self.perform(&Command::Tick, &moment).await?;
        }
        self.perform(command, &moment).await
    }

    async fn perform(&mut self, command: &Command, moment: &Moment) -> Result<(), Refusal> {
        let prepared = self.work(|actor| {
            let events = actor.table.decide(command, moment)?;
            Ok::<_, Refusal>(actor.prepare(&events))
        });
        match prepared.await? {
            Ok(Some(prepared)) => self.write(prepared).await,
            Ok(None) => Ok(()),
            Err(error) => {
                tracing::error!(table = self.table.id(), %error, "a decision could not be carried out");
                self.recover().await;
                Err(http::refuse(RefusalCode::Internal))
            }
        }
    }

    /// Makes events so, and the frames that tell of them, which are sent when the events are on disk.
    fn prepare(&mut self, events: &[Event]) -> Result<Option<Prepared>, ReplayError> {
        if events.is_empty() {
            return Ok(None);
        }
        let first = self.table.number() + 1;
        let mut frames = Vec::new();
        for event in events {
            frames.extend(self.step(event)?);
        }
        let moves_people =
            |event: &Event| matches!(event.what, What::Seated { .. } | What::Left { .. });
        let people = events.iter().any(moves_people);
        let people = people.then(|| self.table.people().map(|who| who.0.clone()).collect());
        Ok(Some(Prepared { batch: batch(&self.table, first, events, people), frames }))
    }

    async fn write(&mut self, prepared: Prepared) -> Result<(), Refusal> {
        let Prepared { batch, frames } = prepared;
        let (begun, count) = (Instant::now(), batch.events.len() as u64);
        if let Err(error) = self.house.store.append(batch).await {
            return Err(self.not_written(&error).await);
        }
        self.house.metrics.commit.observe(begun.elapsed());
        self.house.metrics.events.fetch_add(count, Ordering::Relaxed);
        for (connection, frame) in frames {
            self.send(connection, frame);
        }
        self.think();
        Ok(())
    }

    /// What was not written has not happened: the table goes back to its log.
    async fn not_written(&mut self, error: &StoreError) -> Refusal {
        crate::metrics::Metrics::add(&self.house.metrics.store_failures);
        tracing::error!(table = self.table.id(), %error, "an event was not written");
        self.recover().await;
        http::refuse(RefusalCode::NotWritten)
    }

    /// Reads the table anew from its log. One that cannot be read ends: who comes back finds it as it was, or waits.
    async fn recover(&mut self) {
        self.thinking = None;
        match registry::load(&self.house, self.table.id()).await {
            Ok(table) => {
                self.table = table;
                self.again = self.wanted().is_some();
            }
            Err(_) => self.lost = true,
        }
    }

    async fn connect(
        &mut self,
        connection: u64,
        client: Client,
        since: Option<u32>,
    ) -> Result<(), Refusal> {
        if self.clients.len() >= self.house.limits.connections_per_table {
            return Err(http::refuse(RefusalCode::TooMany));
        }
        let missed = self.missed(&client.credentials, since).await?;
        self.clients.insert(connection, client);
        let welcome = self.work(|actor| {
            let onlooker = actor.onlooker(connection)?;
            Some(Tell::Welcome(Box::new(Welcome {
                version: sarsen_protocol::VERSION,
                now: actor.house.sources.now(),
                number: actor.table.number(),
                table: actor.table.info(&onlooker, &actor.presence()),
                position: actor.table.position(&onlooker),
                missed,
            })))
        });
        if let Some(welcome) = welcome.await {
            self.tell(connection, &welcome);
        }
        self.tell_presence();
        self.think();
        Ok(())
    }

    async fn missed(
        &self,
        credentials: &Credentials,
        since: Option<u32>,
    ) -> Result<Vec<sarsen_protocol::Happened>, Refusal> {
        let number = self.table.number();
        let Some(since) = since.filter(|&since| since < number && number - since <= MOST_MISSED)
        else {
            return Ok(vec![]);
        };
        let log = registry::events(&self.house, self.table.id()).await?;
        let (id, credentials) = (self.table.id().to_owned(), credentials.clone());
        house::aside(move || Table::missed(&id, &log, since.max(1), &credentials))
            .await?
            .map_err(|error| http::internal(&error))
    }

    fn onlooker(&self, connection: u64) -> Option<Onlooker> {
        let client = self.clients.get(&connection)?;
        let seats = self.table.seats_for(&client.credentials);
        Some(Onlooker { seats, looking: client.looking })
    }

    fn presence(&self) -> Presence {
        let mut connected = Vec::new();
        let mut watchers = 0;
        for client in self.clients.values() {
            let seats = self.table.seats_for(&client.credentials);
            watchers += u32::from(seats.is_empty());
            connected.extend(seats);
        }
        connected.sort_unstable();
        connected.dedup();
        Presence { connected, watchers }
    }
}

/// What has to be written for events that have been applied, from a number on.
pub(crate) fn batch(
    table: &Table,
    first: u32,
    events: &[Event],
    people: Option<Vec<String>>,
) -> Batch {
    // Events and digests are plain data with text keys, which always serialise.
    let text = |event: &Event| serde_json::to_string(event).unwrap_or_default();
    Batch {
        table: table.id().to_owned(),
        first,
        events: events.iter().map(text).collect(),
        at: table.changed(),
        people,
        wakes: table.wakes(),
        digest: serde_json::to_string(&table.digest()).unwrap_or_default(),
    }
}

/// A table's place in the registry. However its task ends, be it by a panic, the next who asks for it gets a new one.
struct Place {
    house: Arc<House>,
    table: Option<String>,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(table) = &self.table {
            self.house.registry.forget(table);
        }
        self.house.metrics.tables.fetch_sub(1, Ordering::Relaxed);
    }
}
