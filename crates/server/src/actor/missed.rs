//! What a client that was away has missed.
//!
//! It is computed from the log, which takes seconds for a game of physics; such a table keeps a trail of its last
//! events with their positions instead. In either case the table goes on meanwhile: the client waits, and the result is
//! kept for the next one that has missed the same.

use std::sync::Arc;

use sarsen_protocol::{Happened, Refusal};
use sarsen_session::{Credentials, ReplayError, Step, Table, Trail};

use super::{Actor, ConnectedClient, Connecting, Handle, Message};
use crate::app_state::AppState;
use crate::engine::{Cancel, Requester};
use crate::{http, registry};

/// The most entries that are sent individually to a client that was away.
const MAX_MISSED: u32 = 64;

/// A client whose missed events are outdated this often before it can be let in is shown only the current state.
const MAX_TRIES: u32 = 2;

/// The number of readings kept per table.
const MAX_READINGS: usize = 8;

/// The last entries of a log as one person may read them.
#[derive(Clone)]
pub(super) struct Reading {
    /// The number before the first of them.
    since: u32,
    /// The number of the last one.
    upto: u32,
    entries: Arc<[Happened]>,
    /// The trail left by reading the log, if it is worth keeping.
    trail: Option<Trail>,
}

/// The most recent readings.
#[derive(Default)]
pub(super) struct Readings(Vec<(Credentials, Reading)>);

impl Readings {
    fn get(&self, credentials: &Credentials, since: u32, number: u32) -> Option<&Reading> {
        let is_it = |(whose, reading): &&(Credentials, Reading)| {
            whose == credentials && reading.since <= since && reading.upto == number
        };
        self.0.iter().find(is_it).map(|(_, reading)| reading)
    }

    fn put(&mut self, credentials: &Credentials, reading: Reading) {
        self.0.retain(|(whose, other)| whose != credentials && other.upto == reading.upto);
        if self.0.len() >= MAX_READINGS {
            self.0.remove(0);
        }
        self.0.push((credentials.clone(), reading));
    }
}

impl Actor {
    /// Connects a client once its missed events have been found.
    pub(super) async fn connect_client(&mut self, mut connecting: Connecting) {
        if let Some(mut reading) = connecting.reading.take() {
            self.take_trail(reading.trail.take());
            self.readings.put(&connecting.credentials, reading);
        }
        let number = self.table.number();
        let missed = connecting
            .since
            .filter(|&since| since < number && number - since <= MAX_MISSED)
            .map(|since| (since, self.readings.get(&connecting.credentials, since, number)));
        let missed = match missed {
            None => vec![],
            Some((since, Some(reading))) => {
                reading.entries.iter().filter(|entry| entry.number > since).cloned().collect()
            }
            Some((_, None)) if connecting.tries >= MAX_TRIES => vec![],
            Some((since, None)) => {
                connecting.tries += 1;
                self.find_missed(since, connecting);
                return;
            }
        };
        let Connecting { connection, credentials, address, out, done, .. } = connecting;
        let client =
            ConnectedClient { credentials, address, looking: None, out, away: false, hint: None };
        // If the client has gone, the next frame will notice.
        let _ = done.send(self.connect(connection, client, missed).await);
    }

    /// Adds what has just been written to the trail.
    pub(super) fn follow(&mut self, steps: &[(Step, Table)]) {
        if steps.is_empty() {
            return;
        }
        let before = || Trail::new(self.table.clone(), MAX_MISSED as usize);
        let trail = self.trail.get_or_insert_with(before);
        let followed = steps.iter().try_for_each(|(step, after)| trail.push(step, after));
        if let Err(error) = followed {
            // It is rebuilt from the log when it is needed.
            tracing::error!(table = self.table.id(), %error, "the trail of a table is broken");
            self.trail = None;
        }
    }

    /// Replaces the trail by one that goes further back, unless the table has moved on.
    fn take_trail(&mut self, trail: Option<Trail>) {
        let Some(trail) = trail.filter(|trail| trail.last() == self.table.number()) else { return };
        if self.trail.as_ref().is_none_or(|own| trail.first() < own.first()) {
            self.trail = Some(trail);
        }
    }

    fn find_missed(&mut self, since: u32, mut connecting: Connecting) {
        let (app, id) = (Arc::clone(&self.app), self.table.id().to_owned());
        let Some(handle) = self.app.registry.present(&id) else { return };
        let keeps_trail = self.works_on_another_thread();
        let trail = self.trail.clone().filter(|trail| trail.first() <= since);
        tokio::spawn(async move {
            let reading = match trail {
                Some(trail) => read_trail(&app, &id, trail, since, &connecting).await,
                None => read_log(&app, &id, keeps_trail, &connecting).await,
            };
            // A client that has used up its share of processor time is shown only the current state.
            connecting.tries = if reading.is_ok() { connecting.tries } else { MAX_TRIES };
            connecting.reading = reading.ok();
            handle.connect_client(connecting).await;
        });
    }
}

/// Finds the missed events in the log. The next client can use the trail, if it is kept.
async fn read_log(
    app: &AppState,
    id: &str,
    keeps_trail: bool,
    connecting: &Connecting,
) -> Result<Reading, Refusal> {
    let texts = app.store.load(id).await.map_err(|error| http::internal(&error))?;
    let (id, credentials) = (id.to_owned(), connecting.credentials.clone());
    let asker = Requester::new(connecting.address, id.as_str());
    let read = move |_: &Cancel| {
        let log = registry::parse(&id, &texts)?;
        let upto = log.len() as u32;
        let since = upto.saturating_sub(MAX_MISSED).max(1);
        let internal = |error: ReplayError| http::internal(&error);
        if !keeps_trail {
            let entries = Table::missed(&id, &log, since, &credentials).map_err(internal)?.into();
            return Ok(Reading { since, upto, entries, trail: None });
        }
        let (trail, _) = Trail::of_log(&id, &log, MAX_MISSED as usize).map_err(internal)?;
        let entries = trail.missed(since, &credentials).map_err(internal)?.into();
        Ok(Reading { since, upto, entries, trail: Some(trail) })
    };
    app.replay(asker, read).await?
}

/// Finds the missed events in the trail.
async fn read_trail(
    app: &AppState,
    id: &str,
    trail: Trail,
    since: u32,
    connecting: &Connecting,
) -> Result<Reading, Refusal> {
    let credentials = connecting.credentials.clone();
    let asker = Requester::new(connecting.address, id);
    let read = move |_: &Cancel| {
        let upto = trail.last();
        let entries = trail.missed(since, &credentials).map_err(|error| http::internal(&error))?;
        Ok(Reading { since, upto, entries: entries.into(), trail: None })
    };
    app.replay(asker, read).await?
}

impl Handle {
    async fn connect_client(&self, connecting: Connecting) {
        // If the table has ended, the sender of the answer is dropped, which tells the client.
        let _ = self.0.send(Message::Connect(Box::new(connecting))).await;
    }
}
