//! The tables that are loaded.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sarsen_protocol::{Refusal, RefusalCode};
use sarsen_session::{Event, Table, refusals};
use tokio::sync::mpsc;

use crate::actor::{Actor, Handle, Message, Origin, TableStatus};
use crate::addresses::Address;
use crate::app_state::AppState;
use crate::engine::{Cancel, Requester};
use crate::http;

/// The capacity of a table's mailbox; further senders wait.
const MAILBOX: usize = 64;

/// The loaded tables, by id.
#[derive(Default)]
pub(crate) struct Registry {
    tables: Mutex<HashMap<String, Handle>>,
}

impl Registry {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Handle>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table, loaded on behalf of an address if necessary.
    pub(crate) async fn get(
        &self,
        app: &Arc<AppState>,
        id: &str,
        address: Address,
    ) -> Result<Handle, Refusal> {
        if app.is_stopping() {
            return Err(http::refuse(RefusalCode::Stopping));
        }
        if let Some(handle) = self.lock().get(id) {
            return Ok(handle.clone());
        }
        let table = load(app, id, address).await?;
        Ok(self.insert(app, table, Origin::Store))
    }

    /// A table, if it is loaded.
    pub(crate) fn present(&self, id: &str) -> Option<Handle> {
        self.lock().get(id).cloned()
    }

    /// All loaded tables.
    pub(crate) fn all(&self) -> Vec<(String, Handle)> {
        self.lock().iter().map(|(id, handle)| (id.clone(), handle.clone())).collect()
    }

    /// Starts the task of a table. If two callers have loaded the same table, the first one wins.
    pub(crate) fn insert(&self, app: &Arc<AppState>, table: Table, origin: Origin) -> Handle {
        let mut tables = self.lock();
        if let Some(handle) = tables.get(table.id()) {
            return handle.clone();
        }
        let (sender, inbox) = mpsc::channel(MAILBOX);
        let status = Arc::new(TableStatus::default());
        let handle = Handle::new(sender, Arc::clone(&status));
        tables.insert(table.id().to_owned(), handle.clone());
        app.metrics.tables.fetch_add(1, Ordering::Relaxed);
        drop(tables);
        tokio::spawn(Actor::new(Arc::clone(app), table, status).run(inbox, origin));
        handle
    }

    /// Removes a table whose task ends, unless a message has arrived in the meantime.
    pub(crate) fn release(&self, id: &str, inbox: &mpsc::Receiver<Message>) -> bool {
        let mut tables = self.lock();
        let idle = inbox.is_empty();
        if idle {
            tables.remove(id);
        }
        idle
    }

    /// Removes a table whose task has ended.
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
            // A table that has panicked has already stopped.
            let _ = stop.await;
        }
    }
}

/// Loads a table from the store. The replay is charged to an address.
pub(crate) async fn load(app: &AppState, id: &str, address: Address) -> Result<Table, Refusal> {
    let texts = app.store.load(id).await.map_err(|error| http::store_unavailable(&error))?;
    if texts.is_empty() {
        return Err(refusals::unknown_table());
    }
    replay(app, id, texts, address).await
}

/// The table of a stored log.
pub(crate) async fn replay(
    app: &AppState,
    id: &str,
    texts: Vec<String>,
    address: Address,
) -> Result<Table, Refusal> {
    let name = id.to_owned();
    // Replaying a long game of physics takes a while, which must not delay the sockets.
    let replay = move |_: &Cancel| {
        let log = parse(&name, &texts)?;
        Table::replay(&name, log).map_err(|error| {
            tracing::error!(table = name, %error, "the log of this table cannot be replayed");
            http::refuse(RefusalCode::Internal)
        })
    };
    app.replay(Requester::new(address, id), replay).await?
}

/// The events of a log.
pub(crate) fn parse(id: &str, texts: &[String]) -> Result<Vec<Event>, Refusal> {
    texts.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>().map_err(|error| {
        tracing::error!(table = id, %error, "the log of this table cannot be read");
        http::refuse(RefusalCode::Internal)
    })
}
