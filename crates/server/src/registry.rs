//! The tables that are in memory.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sarsen_protocol::{Refusal, RefusalCode};
use sarsen_session::{Event, Table, refusals};
use tokio::sync::mpsc;

use crate::actor::{Actor, Handle, Message};
use crate::house::{self, House};
use crate::http;

/// The mailbox of a table holds so many messages; who sends more waits.
const MAILBOX: usize = 64;

/// The tables that are in memory, by id.
#[derive(Default)]
pub(crate) struct Registry {
    tables: Mutex<HashMap<String, Handle>>,
}

impl Registry {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Handle>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table, brought into memory if it is not there.
    pub(crate) async fn get(&self, house: &Arc<House>, id: &str) -> Result<Handle, Refusal> {
        if house.is_stopping() {
            return Err(http::refuse(RefusalCode::Stopping));
        }
        if let Some(handle) = self.lock().get(id) {
            return Ok(handle.clone());
        }
        let table = load(house, id).await?;
        Ok(self.insert(house, table))
    }

    /// A table, if it is in memory.
    pub(crate) fn present(&self, id: &str) -> Option<Handle> {
        self.lock().get(id).cloned()
    }

    /// Gives a table its task. Where two have loaded the same table, the first one stays.
    pub(crate) fn insert(&self, house: &Arc<House>, table: Table) -> Handle {
        let mut tables = self.lock();
        if let Some(handle) = tables.get(table.id()) {
            return handle.clone();
        }
        let (sender, inbox) = mpsc::channel(MAILBOX);
        let handle = Handle::new(sender);
        tables.insert(table.id().to_owned(), handle.clone());
        house.metrics.tables.fetch_add(1, Ordering::Relaxed);
        drop(tables);
        tokio::spawn(Actor::new(Arc::clone(house), table).run(inbox));
        handle
    }

    /// Forgets a table whose task ends, unless somebody has written to it in the meantime.
    pub(crate) fn release(&self, id: &str, inbox: &mpsc::Receiver<Message>) -> bool {
        let mut tables = self.lock();
        let idle = inbox.is_empty();
        if idle {
            tables.remove(id);
        }
        idle
    }

    /// Forgets a table whose task has ended in any case.
    pub(crate) fn forget(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Stops every table and waits for them.
    pub(crate) async fn stop_all(&self) {
        let handles: Vec<Handle> = self.lock().drain().map(|(_, handle)| handle).collect();
        let stops: Vec<_> = handles
            .into_iter()
            .map(|handle| tokio::spawn(async move { handle.stop().await }))
            .collect();
        for stop in stops {
            // A table that has panicked has nothing left to stop.
            let _ = stop.await;
        }
    }
}

/// The table that the store's log tells of.
pub(crate) async fn load(house: &House, id: &str) -> Result<Table, Refusal> {
    let log = events(house, id).await?;
    if log.is_empty() {
        return Err(refusals::unknown_table());
    }
    let name = id.to_owned();
    // A long game of physics takes a while to replay, which must not hold up the sockets.
    house::aside(move || Table::replay(&name, log)).await?.map_err(|error| {
        tracing::error!(table = id, %error, "the log of this table cannot be replayed");
        http::refuse(RefusalCode::Internal)
    })
}

/// The log of a table.
pub(crate) async fn events(house: &House, id: &str) -> Result<Vec<Event>, Refusal> {
    let texts = house.store.load(id).await.map_err(|error| http::internal(&error))?;
    texts.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>().map_err(|error| {
        tracing::error!(table = id, %error, "the log of this table cannot be read");
        http::refuse(RefusalCode::Internal)
    })
}
