//! Catching up with what other nodes have written to the table's log.

use std::sync::atomic::Ordering;

use axum::extract::ws::Utf8Bytes;
use sarsen_core::Seat;
use sarsen_protocol::Refusal;
use sarsen_session::{Event, ReplayError, Step, Table};

use super::{Actor, Connecting, Query};
use crate::{http, registry};

/// The table after what others have written, and the frames to send.
struct Followed {
    table: Table,
    looking: Vec<(u64, Option<Seat>)>,
    frames: Vec<(u64, Utf8Bytes)>,
}

impl Actor {
    /// Catches up if this is a node of a cluster. If the log cannot be read now, it is read later.
    pub(super) async fn read_new_events(&mut self) {
        if self.app.cluster.is_some()
            && let Err(refusal) = self.catch_up().await
        {
            tracing::warn!(table = self.table.id(), code = ?refusal.code, "could not catch up with the log");
        }
    }

    /// Connects a client after catching up. A node that cannot read the log may know less than the client has already
    /// been told by another node, so it refuses; the client tries again, here or elsewhere.
    pub(super) async fn greet(&mut self, connecting: Connecting) {
        if self.app.cluster.is_some()
            && let Err(refusal) = self.catch_up().await
        {
            // A client that has gone needs no answer.
            let _ = connecting.done.send(Err(refusal));
            return;
        }
        self.connect_client(connecting).await;
    }

    /// Answers an HTTP request after catching up. If the log cannot be read it refuses, because an older state could contradict
    /// what another node has already told the client.
    pub(super) async fn answer_query(&mut self, query: Query) {
        if self.app.cluster.is_some()
            && let Err(refusal) = self.catch_up().await
        {
            query.refuse(refusal);
            return;
        }
        self.query(query).await;
    }

    /// Reads what others have written and sends it to the clients, event by event. Returns whether there was anything.
    pub(super) async fn catch_up(&mut self) -> Result<bool, Refusal> {
        let (id, number) = (self.table.id(), self.table.number());
        let texts = self.app.store.load_after(id, number).await;
        let texts = texts.map_err(|error| http::store_unavailable(&error))?;
        if texts.is_empty() {
            return Ok(false);
        }
        let events = registry::parse(id, &texts)?;
        match self.work(|actor| actor.read_on(&events)).await {
            Ok(Followed { table, looking, frames }) => {
                let count = events.len() as u64;
                self.app.metrics.caught_up.fetch_add(count, Ordering::Relaxed);
                self.retried = None;
                // It is rebuilt from the log when it is needed.
                self.trail = None;
                self.publish(table, looking, frames);
                Ok(true)
            }
            Err(error) => {
                tracing::error!(table = self.table.id(), %error, "an event written by another node is invalid");
                self.lost = true;
                Err(http::internal(&error))
            }
        }
    }

    fn read_on(&self, events: &[Event]) -> Result<Followed, ReplayError> {
        let mut next = self.next_table();
        let mut frames = Vec::new();
        for event in events {
            frames.extend(next.step(&Step::from(event.clone()))?);
        }
        let (table, looking) = next.end();
        Ok(Followed { table, looking, frames })
    }
}
