//! The interface to a table's task.

use std::sync::Arc;

use sarsen_protocol::{Ask, Refusal, RefusalCode};
use sarsen_session::Credentials;
use tokio::sync::{mpsc, oneshot};

use super::{Connecting, EngineAnswer, EngineRequest, Message, Query, TableStatus};
use crate::addresses::Address;
use crate::connection::Outbox;
use crate::engine::Requester;
use crate::http;

/// A handle to a table's task.
#[derive(Clone)]
pub(crate) struct Handle(pub(super) mpsc::Sender<Message>, Arc<TableStatus>);

impl Handle {
    pub(crate) fn new(sender: mpsc::Sender<Message>, status: Arc<TableStatus>) -> Handle {
        Handle(sender, status)
    }

    /// What can be read without sending a message.
    pub(crate) fn status(&self) -> &TableStatus {
        &self.1
    }

    /// Sends a message that may be lost: it is dropped if the table is too busy.
    pub(crate) fn send_if_there_is_room(&self, message: Message) {
        let _ = self.0.try_send(message);
    }

    /// Connects a client; the welcome comes through the outbox.
    pub(crate) async fn connect(
        &self,
        connection: u64,
        credentials: Credentials,
        address: Address,
        since: Option<u32>,
        out: Outbox,
    ) -> Result<(), Refusal> {
        let (done, answer) = oneshot::channel();
        let (reading, tries) = (None, 0);
        let connecting =
            Connecting { connection, credentials, address, since, out, done, reading, tries };
        self.send(Message::Connect(Box::new(connecting))).await?;
        answer.await.map_err(|_| gone())?
    }

    pub(crate) async fn ask(&self, connection: u64, ask: Ask) -> Result<(), Refusal> {
        self.send(Message::Ask { connection, ask: Box::new(ask) }).await
    }

    pub(crate) async fn disconnect(&self, connection: u64) {
        // A table that has ended need not be told.
        let _ = self.0.send(Message::Disconnect { connection }).await;
    }

    /// Whether a client can be reached, although it is connected.
    pub(crate) async fn reach(&self, connection: u64, reached: bool) {
        // A table that has ended need not be told.
        let _ = self.0.send(Message::Reach { connection, reached }).await;
    }

    /// Sends an HTTP request to the table.
    pub(crate) async fn query<T>(
        &self,
        query: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Query,
    ) -> Result<T, Refusal> {
        let (done, answer) = oneshot::channel();
        self.send(Message::Query(Box::new(query(done)))).await?;
        answer.await.map_err(|_| gone())?
    }

    pub(crate) async fn engine_answered(&self, wanted: EngineRequest, thought: EngineAnswer) {
        // A table that has ended needs no answer.
        let _ = self.0.send(Message::EngineAnswer { wanted, thought }).await;
    }

    pub(crate) async fn wake(&self, maker: Requester) {
        // A table that has ended was woken by somebody else.
        let _ = self.0.send(Message::Wake { maker }).await;
    }

    pub(crate) async fn stop(&self) {
        let (done, answer) = oneshot::channel();
        if self.0.send(Message::Stop { done }).await.is_ok() {
            let _ = answer.await;
        }
    }

    async fn send(&self, message: Message) -> Result<(), Refusal> {
        self.0.send(message).await.map_err(|_| gone())
    }
}

/// The table's task has just ended; a repeated request starts a new one.
fn gone() -> Refusal {
    http::refuse(RefusalCode::Stopping)
}
