//! Who is connected to the table at other nodes: soft state that expires unless it is repeated.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sarsen_core::Seat;
use sarsen_session::Presence;

use super::Actor;
use crate::app_state::AppState;
use crate::cluster::PresenceNote;

/// Entries that have not been repeated for this long have expired.
const TIME_TO_LIVE: Duration = Duration::from_secs(20);

/// The clients at other nodes, by the node's name.
#[derive(Default)]
pub(super) struct RemotePresence(BTreeMap<String, (Instant, PresenceNote)>);

impl RemotePresence {
    pub(super) fn add_to(&self, connected: &mut Vec<Seat>, watchers: &mut u32) {
        for (_, note) in self.0.values() {
            connected.extend(&note.connected);
            *watchers = watchers.saturating_add(note.watchers);
        }
    }

    /// Whether another node runs this table's engine: of the nodes with clients, the first by name does.
    pub(super) fn thinks(&self, app: &AppState) -> bool {
        let Some(cluster) = &app.cluster else { return false };
        let fresh = |(heard, _): &(Instant, PresenceNote)| heard.elapsed() < TIME_TO_LIVE;
        self.0.iter().any(|(node, note)| node.as_str() < cluster.node() && fresh(note))
    }

    /// Stores what another node reports; returns whether it is new.
    fn note(&mut self, note: PresenceNote) -> bool {
        if note.connected.is_empty() && note.watchers == 0 {
            return self.0.remove(&note.node).is_some();
        }
        let same = |(_, old): &(Instant, PresenceNote)| {
            (&old.connected, old.watchers) == (&note.connected, note.watchers)
        };
        let news = !self.0.get(&note.node).is_some_and(same);
        self.0.insert(note.node.clone(), (Instant::now(), note));
        news
    }

    /// Removes expired entries; returns whether there were any.
    fn forget(&mut self) -> bool {
        let before = self.0.len();
        self.0.retain(|_, (heard, _)| heard.elapsed() < TIME_TO_LIVE);
        self.0.len() != before
    }
}

impl Actor {
    /// Tells the other nodes who is connected here.
    pub(super) fn announce_presence(&self, asks: bool) {
        let Some(cluster) = &self.app.cluster else { return };
        let Presence { connected, watchers } = self.local_presence(&self.table);
        cluster.tell_presence(self.table.id(), connected, watchers, asks);
    }

    /// Asks the other nodes who is connected there.
    pub(super) fn ask_for_presence(&self) {
        self.announce_presence(true);
    }

    pub(super) fn note_remote_presence(&mut self, note: PresenceNote) {
        if note.asks && !self.clients.is_empty() {
            self.announce_presence(false);
        }
        if self.remote_presence.note(note) {
            self.tell_presence_to_clients();
        }
    }

    /// Repeats who is connected here, and removes expired entries.
    pub(super) fn refresh(&mut self) {
        if !self.clients.is_empty() {
            self.announce_presence(false);
        }
        if self.remote_presence.forget() {
            self.tell_presence_to_clients();
        }
    }
}
