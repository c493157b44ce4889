//! Telling everybody what they may know.

use std::collections::{HashMap, HashSet};

use axum::extract::ws::Utf8Bytes;
use sarsen_core::Viewer;
use sarsen_protocol::{Happened, Tell};
use sarsen_session::{Event, Onlooker, ReplayError};

use super::Actor;
use crate::connection::{Sent, text_of};
use crate::metrics::Metrics;

impl Actor {
    /// Applies an event and makes the frames that tell of it: one text for all who see the same.
    pub(super) fn step(&mut self, event: &Event) -> Result<Vec<(u64, Utf8Bytes)>, ReplayError> {
        let connections: Vec<u64> = self.clients.keys().copied().collect();
        let mut before = HashMap::new();
        for &connection in &connections {
            if let Some(onlooker) = self.onlooker(connection) {
                before.insert(connection, onlooker);
            }
        }
        let mut eyes: HashMap<Onlooker, Viewer> = HashMap::new();
        for onlooker in before.values() {
            if !eyes.contains_key(onlooker) {
                eyes.insert(onlooker.clone(), self.table.viewer(onlooker));
            }
        }
        let viewers: Vec<Viewer> =
            eyes.values().copied().collect::<HashSet<_>>().into_iter().collect();
        let changes_info = self.table.changes_info(event);
        let whats = self.table.apply_and_tell(event, &viewers)?;
        let what_of = |onlooker: &Onlooker| {
            let viewer = eyes.get(onlooker)?;
            viewers.iter().zip(&whats).find(|(other, _)| *other == viewer).map(|(_, what)| what)
        };
        let presence = self.presence();
        let mut texts: HashMap<(Onlooker, Onlooker), Utf8Bytes> = HashMap::new();
        let mut frames = Vec::with_capacity(connections.len());
        for connection in connections {
            let (Some(was), Some(is)) = (before.get(&connection), self.look_on(connection)) else {
                continue;
            };
            let key = (was.clone(), is);
            let text = match texts.get(&key) {
                Some(text) => text.clone(),
                None => {
                    let Some(what) = what_of(was) else { continue };
                    let happened = Happened {
                        number: self.table.number(),
                        at: event.at,
                        what: what.clone(),
                        table: changes_info.then(|| Box::new(self.table.info(&key.1, &presence))),
                        position: self.table.position(&key.1).map(Box::new),
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

    /// The onlooker after something happened: at one screen the curtain may have fallen.
    fn look_on(&mut self, connection: u64) -> Option<Onlooker> {
        let onlooker = self.onlooker(connection)?;
        let looking = self.table.still_looking(&onlooker);
        if let Some(client) = self.clients.get_mut(&connection) {
            client.looking = looking;
        }
        Some(Onlooker { looking, ..onlooker })
    }

    pub(super) fn tell(&mut self, connection: u64, tell: &Tell) {
        if matches!(tell, Tell::Refused { .. }) {
            Metrics::add(&self.house.metrics.refusals);
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

    pub(super) fn tell_presence(&mut self) {
        let presence = self.presence();
        let tell = Tell::Presence { connected: presence.connected, watchers: presence.watchers };
        self.tell_all(&tell);
    }

    /// Puts a frame into a client's queue. A client whose queue is full is cut off: it catches up by number.
    pub(super) fn send(&mut self, connection: u64, frame: Utf8Bytes) {
        let Some(client) = self.clients.get(&connection) else { return };
        match client.out.send(frame) {
            Sent::Queued => {}
            Sent::Full => {
                Metrics::add(&self.house.metrics.slow_clients);
                self.clients.remove(&connection);
            }
            Sent::Gone => {
                self.clients.remove(&connection);
            }
        }
    }
}
