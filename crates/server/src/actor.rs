//! A table as a task: it alone decides, writes, and then tells.

mod ask;
mod fan_out;
mod handle;
mod query;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use sarsen_core::Seat;
use sarsen_protocol::{Refusal, RefusalCode, Tell};
use sarsen_session::{Command, Credentials, Event, Onlooker, Presence, Table, What};
use sarsen_store::{Batch, StoreError};
use tokio::sync::{mpsc, oneshot};

use crate::connection::Outbox;
use crate::engine::{Task, Ticket};
use crate::house::House;
use crate::{http, registry, secrets};
pub(crate) use handle::Handle;
pub(crate) use query::Query;

/// The most entries that a client that was away is told one by one.
const MOST_MISSED: u32 = 64;

/// How long the engines of each level think at the most; a clock can make it less.
const LEVEL_MILLIS: [u64; 8] = [150, 200, 250, 300, 600, 1000, 2000, 4000];

/// What can be said to a table.
pub(crate) enum Message {
    /// Somebody has connected.
    Connect {
        connection: u64,
        credentials: Credentials,
        since: Option<u32>,
        out: Outbox,
        done: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Somebody who is connected asks for something.
    Ask { connection: u64, ask: sarsen_protocol::Ask },
    /// Somebody is gone.
    Disconnect { connection: u64 },
    /// Somebody asks by HTTP.
    Query(Box<Query>),
    /// An engine has chosen; `None` when it found nothing.
    Chosen { game: u32, ply: u32, seat: Seat, action: Option<String> },
    /// A new table whose first seat may be an engine's.
    Wake,
    /// The server has started again.
    Resume { done: oneshot::Sender<()> },
    /// The server stops.
    Stop { done: oneshot::Sender<()> },
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
}

struct Thinking {
    game: u32,
    ply: u32,
    _ticket: Ticket,
}

impl Actor {
    pub(crate) fn new(house: Arc<House>, table: Table) -> Actor {
        Actor { house, table, clients: HashMap::new(), thinking: None }
    }

    /// Lives until the server stops or nobody has needed the table for a while.
    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        loop {
            let wait = self.patience();
            let message = tokio::select! {
                message = inbox.recv() => message,
                () = tokio::time::sleep(wait) => {
                    if self.is_needed() {
                        self.tick().await;
                    } else if self.house.registry.release(self.table.id(), &inbox) {
                        break;
                    }
                    continue;
                }
            };
            let Some(message) = message else { break };
            if self.hear(message).await.is_break() {
                self.house.registry.forget(self.table.id());
                break;
            }
        }
        self.house.metrics.tables.fetch_sub(1, Ordering::Relaxed);
    }

    /// How long to wait for a message before something else is due.
    fn patience(&self) -> Duration {
        let idle = self.house.limits.idle;
        match self.table.clock_falls_at() {
            Some(at) => {
                let millis = at.saturating_sub(self.house.sources.now());
                idle.min(Duration::from_millis(millis.max(1)))
            }
            None => idle,
        }
    }

    fn is_needed(&self) -> bool {
        !self.clients.is_empty() || self.thinking.is_some() || self.table.clock_falls_at().is_some()
    }

    async fn hear(&mut self, message: Message) -> std::ops::ControlFlow<()> {
        match message {
            Message::Connect { connection, credentials, since, out, done } => {
                let client = Client { credentials, looking: None, out, hint: None };
                // Who has gone before the answer is noticed by the next frame.
                let _ = done.send(self.connect(connection, client, since).await);
            }
            Message::Ask { connection, ask } => self.ask(connection, ask).await,
            Message::Disconnect { connection } => {
                if self.clients.remove(&connection).is_some() {
                    self.tell_presence();
                }
            }
            Message::Query(query) => self.query(*query).await,
            Message::Chosen { game, ply, seat, action } => {
                self.chosen(game, ply, seat, action).await
            }
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
                return std::ops::ControlFlow::Break(());
            }
        }
        std::ops::ControlFlow::Continue(())
    }

    async fn tick(&mut self) {
        if let Err(refusal) = self.command(&Command::Tick).await {
            tracing::warn!(table = self.table.id(), code = ?refusal.code, "the clock was refused");
        }
    }

    /// Decides, writes, tells.
    async fn command(&mut self, command: &Command) -> Result<(), Refusal> {
        let moment = self.house.moment();
        if *command != Command::Tick {
            // Whose time was up when this was asked has lost already.
            let fallen = self.table.decide(&Command::Tick, &moment)?;
            self.perform(fallen).await?;
        }
        let events = self.table.decide(command, &moment)?;
        self.perform(events).await
    }

    /// Writes events and tells everybody. The frames are made on the way, and sent when the events are on disk.
    async fn perform(&mut self, events: Vec<Event>) -> Result<(), Refusal> {
        if events.is_empty() {
            return Ok(());
        }
        let first = self.table.number() + 1;
        let mut frames = Vec::new();
        let mut texts = Vec::with_capacity(events.len());
        for event in &events {
            texts.push(serde_json::to_string(event).map_err(|error| http::internal(&error))?);
            let Ok(step) = self.step(event) else { return self.recover().await };
            frames.extend(step);
        }
        let moves_people =
            |event: &Event| matches!(event.what, What::Seated { .. } | What::Left { .. });
        let people = events.iter().any(moves_people);
        let batch = Batch {
            table: self.table.id().to_owned(),
            first,
            events: texts,
            at: self.table.changed(),
            people: people.then(|| self.table.people().map(|who| who.0.clone()).collect()),
            wakes: self.table.wakes(),
        };
        let begun = Instant::now();
        if let Err(error) = self.house.store.append(batch).await {
            return self.not_written(&error).await;
        }
        self.house.metrics.commit.observe(begun.elapsed());
        self.house.metrics.events.fetch_add(events.len() as u64, Ordering::Relaxed);
        for (connection, frame) in frames {
            self.send(connection, frame);
        }
        self.think();
        Ok(())
    }

    /// What was not written has not happened: the table goes back to its log.
    async fn not_written(&mut self, error: &StoreError) -> Result<(), Refusal> {
        crate::metrics::Metrics::add(&self.house.metrics.store_failures);
        tracing::error!(table = self.table.id(), %error, "an event was not written");
        self.recover().await
    }

    async fn recover(&mut self) -> Result<(), Refusal> {
        self.thinking = None;
        self.table = registry::load(&self.house, self.table.id()).await?;
        Err(http::refuse(RefusalCode::Internal))
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
        let Some(onlooker) = self.onlooker(connection) else { return Ok(()) };
        let welcome = sarsen_protocol::Welcome {
            version: sarsen_protocol::VERSION,
            now: self.house.sources.now(),
            number: self.table.number(),
            table: self.table.info(&onlooker, &self.presence()),
            position: self.table.position(&onlooker),
            missed,
        };
        self.tell(connection, &Tell::Welcome(Box::new(welcome)));
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
        Table::missed(self.table.id(), &log, since.max(1), credentials)
            .map_err(|error| http::internal(&error))
    }

    /// Lets an engine think when one is to act, and stops the one whose position is gone.
    fn think(&mut self) {
        let place = self.table.game_and_ply();
        if let Some(thinking) = &self.thinking
            && place == Some((thinking.game, thinking.ply))
            && self.table.engine_to_act().is_some()
        {
            return;
        }
        self.thinking = None;
        let (Some((seat, level)), Some((game, ply))) = (self.table.engine_to_act(), place) else {
            return;
        };
        // Engines among themselves play for somebody who looks on, or not at all.
        if self.table.people().next().is_none() && self.clients.is_empty() {
            return;
        }
        let Some(position) = self.table.whole_position().map(sarsen_catalog::Position::boxed)
        else {
            return;
        };
        let (engine, time) = (Arc::clone(&self.house.engine), self.thinking_time(level));
        let Some(handle) = self.house.registry.present(self.table.id()) else { return };
        let seed = secrets::number();
        let runtime = tokio::runtime::Handle::current();
        let ticket = self.house.pool.submit(self.table.id(), move |cancel| {
            let task = Task { position: position.as_ref(), seat, level, time, seed, cancel };
            let action = engine.choose(&task);
            if !cancel.is_cancelled() {
                runtime.spawn(async move { handle.chosen(game, ply, seat, action).await });
            }
        });
        self.thinking = ticket.map(|ticket| Thinking { game, ply, _ticket: ticket });
    }

    fn thinking_time(&self, level: u8) -> Duration {
        let index = usize::from(level.clamp(1, 8)) - 1;
        let mut millis = LEVEL_MILLIS[index];
        if let Some(at) = self.table.clock_falls_at() {
            millis = millis.min(at.saturating_sub(self.house.sources.now()) / 20);
        }
        Duration::from_millis(millis.max(20))
    }

    async fn chosen(&mut self, game: u32, ply: u32, seat: Seat, action: Option<String>) {
        if self.table.game_and_ply() != Some((game, ply)) {
            return;
        }
        self.thinking = None;
        // An engine that finds nothing still has to play: any legal action keeps the table going.
        let any = || {
            let position = self.table.whole_position()?;
            position.random_action(&mut sarsen_core::chance::generator(secrets::number()))
        };
        let Some(action) = action.or_else(any) else { return };
        let command = Command::Act { seats: vec![seat.number()], game, ply, action };
        if let Err(refusal) = self.command(&command).await {
            let says = refusal.says.en;
            tracing::error!(table = self.table.id(), says, "an engine's action was refused");
        }
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
