//! The tables that are in memory.

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

    /// A table, brought into memory on behalf of an address if it is not there.
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

    /// A table, if it is in memory.
    pub(crate) fn present(&self, id: &str) -> Option<Handle> {
        self.lock().get(id).cloned()
    }

    /// All tables that are in memory.
    pub(crate) fn all(&self) -> Vec<(String, Handle)> {
        self.lock().iter().map(|(id, handle)| (id.clone(), handle.clone())).collect()
    }

    /// Gives a table its task. Where two have loaded the same table, the first one stays.
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

/// The table that the store's log tells of. The replay is on an address's account.
pub(crate) async fn load(app: &AppState, id: &str, address: Address) -> Result<Table, Refusal> {
    let texts = app.store.load(id).await.map_err(|error| http::store_away(&error))?;
    if texts.is_empty() {
        return Err(refusals::unknown_table());
    }
    replay(app, id, texts, address).await
}

/// The table that a log tells of, as it is stored.
pub(crate) async fn replay(
    app: &AppState,
    id: &str,
    texts: Vec<String>,
    address: Address,
) -> Result<Table, Refusal> {
    let name = id.to_owned();
    // A long game of physics takes a while to replay, which must not hold up the sockets.
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
