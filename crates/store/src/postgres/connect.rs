//! Connections to the server, reopened when they break.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use super::{Parameters, failed, tls};
use crate::location::PostgresUrl;
use crate::{OpenError, StoreError};

/// The timeout for opening a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// The timeout after which a connection counts as broken; it is longer than the server's own limit below.
const ANSWER: Duration = Duration::from_secs(40);

/// The server itself cancels statements and idle transactions after these times, so that a node that stops in the
/// middle of a transaction does not block the others.
const SETTINGS: &str = "SET statement_timeout = '30s'; SET lock_timeout = '10s'; \
    SET idle_in_transaction_session_timeout = '10s'; SET client_min_messages = warning; \
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// A connection with its prepared statements.
pub(super) struct Session {
    pub(super) client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
}

impl Session {
    /// Connects.
    pub(super) async fn open(url: &PostgresUrl) -> Result<Session, OpenError> {
        let mut config = url.0.clone();
        config
            .application_name("sarsen")
            .connect_timeout(CONNECT)
            .keepalives_idle(Duration::from_secs(10))
            .tcp_user_timeout(Duration::from_secs(15));
        let tls = tls::connector();
        let connecting = tokio::time::timeout(CONNECT * 2, config.connect(tls));
        let (client, connection) = match connecting.await {
            Ok(connected) => connected.map_err(|error| connect_error(url, &error))?,
            Err(_) => return Err(unreachable(url, "it does not answer".to_owned())),
        };
        // The task ends with the client, or when the connection breaks; then every statement reports it.
        tokio::spawn(connection);
        client.batch_execute(SETTINGS).await.map_err(|error| connect_error(url, &error))?;
        Ok(Session { client, statements: Mutex::default() })
    }

    /// A statement, prepared once per connection.
    pub(super) async fn prepare(
        &self,
        sql: &'static str,
    ) -> Result<Statement, tokio_postgres::Error> {
        let mut statements = self.statements.lock().await;
        if let Some(statement) = statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        statements.insert(sql, statement.clone());
        Ok(statement)
    }

    pub(super) async fn query(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, tokio_postgres::Error> {
        let statement = self.prepare(sql).await?;
        self.client.query(&statement, parameters).await
    }
}

/// A reading connection, opened on demand.
pub(super) struct Link {
    url: PostgresUrl,
    session: Mutex<Option<Arc<Session>>>,
}

impl Link {
    pub(super) fn new(url: PostgresUrl) -> Link {
        Link { url, session: Mutex::new(None) }
    }

    async fn session(&self) -> Result<Arc<Session>, StoreError> {
        let mut slot = self.session.lock().await;
        if let Some(session) = slot.as_ref().filter(|session| !session.client.is_closed()) {
            return Ok(Arc::clone(session));
        }
        let opened = Session::open(&self.url).await;
        let session = Arc::new(opened.map_err(|error| StoreError::Failed(error.to_string()))?);
        *slot = Some(Arc::clone(&session));
        Ok(session)
    }

    /// Runs a query. If the connection turns out to be broken, the query is repeated once on a new one: all of these
    /// statements are idempotent.
    pub(super) async fn query(
        &self,
        sql: &'static str,
        parameters: &Parameters,
    ) -> Result<Vec<Row>, StoreError> {
        let parameters: Vec<&(dyn ToSql + Sync)> =
            parameters.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
        let mut again = true;
        loop {
            let session = self.session().await?;
            let asked = tokio::time::timeout(ANSWER, session.query(sql, &parameters));
            match asked.await {
                Ok(Ok(rows)) => return Ok(rows),
                Ok(Err(error)) if again && is_broken(&error) => again = false,
                Ok(Err(error)) => return Err(failed(&error)),
                Err(_) => {
                    *self.session.lock().await = None;
                    return Err(StoreError::Failed("the database does not answer".to_owned()));
                }
            }
        }
    }
}

/// Whether an error means that the connection is lost or the server is shutting down.
pub(super) fn is_broken(error: &tokio_postgres::Error) -> bool {
    let going = [
        &SqlState::ADMIN_SHUTDOWN,
        &SqlState::CRASH_SHUTDOWN,
        &SqlState::CANNOT_CONNECT_NOW,
        &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
    ];
    match error.code() {
        Some(code) => going.contains(&code),
        None => true,
    }
}

fn unreachable(url: &PostgresUrl, why: String) -> OpenError {
    OpenError::Unreachable { server: url.server(), why }
}

/// Translates a server error for the administrator.
pub(super) fn connect_error(url: &PostgresUrl, error: &tokio_postgres::Error) -> OpenError {
    let Some(of_server) = error.as_db_error() else {
        let source = std::error::Error::source(error).map(ToString::to_string);
        let source = source.unwrap_or_else(|| error.to_string());
        let unusable = |says: String| OpenError::Database { url: url.to_string(), says };
        let not_postgres = || unusable("what answers there is not PostgreSQL".to_owned());
        // The library tells what kind of error it is by its text alone.
        let text = error.to_string();
        return match (text.split(':').next().unwrap_or_default(), source.as_str()) {
            ("error performing TLS handshake", _) => unusable(format!(
                "there is no connection with TLS ({source}); see sslmode in --store"
            )),
            ("error parsing response from server" | "unexpected message from server", _)
            | (_, "bytes remaining on stream") => not_postgres(),
            (_, "password missing") => OpenError::Denied {
                url: url.to_string(),
                user: url.user().to_owned(),
                says: "it wants a password".to_owned(),
            },
            _ => unreachable(url, source),
        };
    };
    let says = of_server.message().to_owned();
    match of_server.code() {
        code if *code == SqlState::INVALID_PASSWORD
            || *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION =>
        {
            OpenError::Denied { url: url.to_string(), user: url.user().to_owned(), says }
        }
        code if *code == SqlState::INVALID_CATALOG_NAME => {
            OpenError::NoDatabase { url: url.to_string(), says }
        }
        code if *code == SqlState::CANNOT_CONNECT_NOW
            || *code == SqlState::TOO_MANY_CONNECTIONS =>
        {
            unreachable(url, says)
        }
        _ => OpenError::Database { url: url.to_string(), says },
    }
}
