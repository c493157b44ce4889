//! Sending every client what it may know.

use std::collections::{HashMap, HashSet};

use axum::extract::ws::Utf8Bytes;
use sarsen_core::{Seat, Viewer};
use sarsen_protocol::{Happened, Happening, Tell};
use sarsen_session::{Listener, Observer, ReplayError, Step, Table};

use super::Actor;
use crate::connection::{Sent, text_of};
use crate::metrics::Metrics;

/// The table as it will be after the steps, and the seat each client will look through. Nothing takes effect before it
/// is written.
pub(super) struct NextTable<'a> {
    actor: &'a Actor,
    table: Table,
    /// On a shared screen: the seat that is looking.
    looking: HashMap<u64, Option<Seat>>,
}

impl NextTable<'_> {
    /// Applies a step and builds the frames for it: one text for all clients with the same view.
    pub(super) fn step(&mut self, step: &Step) -> Result<Vec<(u64, Utf8Bytes)>, ReplayError> {
        let connections: Vec<u64> = self.actor.clients.keys().copied().collect();
        let mut before = HashMap::new();
        for &connection in &connections {
            if let Some(observer) = self.observer(connection) {
                before.insert(connection, observer);
            }
        }
        let mut eyes: HashMap<Observer, Listener> = HashMap::new();
        for observer in before.values() {
            if !eyes.contains_key(observer) {
                eyes.insert(observer.clone(), self.table.listener(observer));
            }
        }
        let mut listeners: HashSet<Listener> = eyes.values().copied().collect();
        if eyes.keys().any(|observer| observer.seats.len() > 1) {
            // The event may cover a shared screen.
            listeners.insert(Listener { viewer: Viewer::Public, you: None });
        }
        let listeners: Vec<Listener> = listeners.into_iter().collect();
        let changes_info = self.table.changes_info(&step.event);
        let happenings = self.table.apply_and_tell(step, &listeners)?;
        let happening_of = |listener: &Listener| {
            let told = listeners.iter().zip(&happenings).find(|(other, _)| *other == listener);
            told.map(|(_, happening)| happening)
        };
        let presence = self.actor.presence_at(&self.table);
        let mut texts: HashMap<(Observer, Observer), Utf8Bytes> = HashMap::new();
        let mut frames = Vec::with_capacity(connections.len());
        for connection in connections {
            let was = before.get(&connection);
            let (Some(was), Some(is)) = (was, self.look_on(connection, step)) else { continue };
            let key = (was.clone(), is);
            let text = match texts.get(&key) {
                Some(text) => text.clone(),
                None => {
                    let Some(listener) = eyes.get(was) else { continue };
                    let covered = self.table.covered_listener(listener, &key.1);
                    let Some(happening) = happening_of(covered.as_ref().unwrap_or(listener)) else {
                        continue;
                    };
                    let mut position = self.table.position(&key.1).map(Box::new);
                    // A client with an unchanged viewer already has the descriptions of all earlier actions.
                    let reads_on = listener.viewer == self.table.viewer(&key.1);
                    if let (Happening::Acted { .. }, true, Some(position)) =
                        (happening, reads_on, &mut position)
                    {
                        position.words = None;
                    }
                    let happened = Happened {
                        number: self.table.number(),
                        at: step.event.at,
                        what: happening.clone(),
                        table: changes_info.then(|| Box::new(self.table.info(&key.1, &presence))),
                        position,
                    };
                    let text = text_of(&Tell::Happened(happened));
                    texts.insert(key, text.clone());
                    text
                }
            };
            frames.push((connection, text));
        }
        Ok(frames)
    }

    /// The table so far.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// The table after all steps, and the seat each client looks through then.
    pub(super) fn end(self) -> (Table, Vec<(u64, Option<Seat>)>) {
        (self.table, self.looking.into_iter().collect())
    }

    fn observer(&self, connection: u64) -> Option<Observer> {
        let client = self.actor.clients.get(&connection)?;
        let seats = self.table.seats_for(&client.credentials);
        let looking = self.looking.get(&connection).copied().unwrap_or(client.looking);
        Some(Observer { seats, looking })
    }

    /// The observer after an event: a shared screen may have been covered.
    fn look_on(&mut self, connection: u64, step: &Step) -> Option<Observer> {
        let observer = self.observer(connection)?;
        let looking = self.table.looking_after(&step.event.kind, &observer);
        if looking != observer.looking {
            self.looking.insert(connection, looking);
        }
        Some(Observer { looking, ..observer })
    }
}

impl Actor {
    /// The current table, as a start for steps.
    pub(super) fn next_table(&self) -> NextTable<'_> {
        NextTable { actor: self, table: self.table.clone(), looking: HashMap::new() }
    }

    pub(super) fn tell(&mut self, connection: u64, tell: &Tell) {
        if matches!(tell, Tell::Refused { .. }) {
            Metrics::add(&self.app.metrics.refusals);
        }
        self.send(connection, text_of(tell));
    }

    pub(super) fn tell_all(&mut self, tell: &Tell) {
        let text = text_of(tell);
        let connections: Vec<u64> = self.clients.keys().copied().collect();
        for connection in connections {
            self.send(connection, text.clone());
        }
    }

    /// Tells every client who is connected, at this node and at others.
    pub(super) fn tell_presence(&mut self) {
        self.announce_presence(false);
        self.tell_presence_to_clients();
    }

    pub(super) fn tell_presence_to_clients(&mut self) {
        let presence = self.presence();
        let tell = Tell::Presence { connected: presence.connected, watchers: presence.watchers };
        self.tell_all(&tell);
    }

    /// Puts a frame into a client's queue. A client whose queue is full is disconnected; it catches up by number.
    pub(super) fn send(&mut self, connection: u64, frame: Utf8Bytes) {
        let Some(client) = self.clients.get(&connection) else { return };
        match client.out.send(frame) {
            Sent::Queued => {}
            Sent::Full => {
                Metrics::add(&self.app.metrics.slow_clients);
                self.clients.remove(&connection);
            }
            Sent::Gone => {
                self.clients.remove(&connection);
            }
        }
    }
}
