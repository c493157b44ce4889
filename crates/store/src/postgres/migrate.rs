//! The database schema and its versions, and the list of nodes that use it.

use tokio_postgres::error::SqlState;

use super::NODE_TIMEOUT_MILLIS;
use super::connect::{Session, connect_error};
use crate::OpenError;
use crate::location::PostgresUrl;

/// "Sars": the advisory lock for creating, migrating and joining a database.
const LOCK: i64 = 0x5361_7273;

/// The oldest supported server version.
const OLDEST: i32 = 13_00_00;

/// One script per version, in order; a released script is never changed. `sarsen.meta` counts the scripts that have
/// been run on a database.
const MIGRATIONS: &[&str] = &[
    "
    CREATE SCHEMA IF NOT EXISTS sarsen;
    CREATE TABLE sarsen.meta (
        one BOOLEAN PRIMARY KEY DEFAULT true CHECK (one),
        version INTEGER NOT NULL,
        cluster TEXT NOT NULL
    );
    INSERT INTO sarsen.meta (version, cluster) VALUES (0, replace(gen_random_uuid()::text, '-', ''));
    CREATE TABLE sarsen.tables (
        id TEXT PRIMARY KEY,
        made BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE,
        changed BIGINT NOT NULL,
        wakes BOOLEAN NOT NULL,
        last BIGINT NOT NULL,
        digest TEXT,
        due BIGINT
    ) WITH (fillfactor = 70);
    CREATE INDEX tables_waking ON sarsen.tables (made) WHERE wakes;
    CREATE INDEX tables_due ON sarsen.tables (due) WHERE due IS NOT NULL;
    CREATE TABLE sarsen.events (
        table_id TEXT NOT NULL,
        number BIGINT NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    );
    CREATE TABLE sarsen.people (
        player TEXT NOT NULL,
        table_id TEXT NOT NULL,
        PRIMARY KEY (player, table_id)
    );
    CREATE INDEX people_of_table ON sarsen.people (table_id);
    CREATE TABLE sarsen.players (id TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE sarsen.clock (
        one BOOLEAN PRIMARY KEY DEFAULT true CHECK (one),
        stopped BIGINT NOT NULL,
        seen BIGINT NOT NULL,
        checks BIGINT NOT NULL
    );
    INSERT INTO sarsen.clock (stopped, seen, checks)
        VALUES (0, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 0);
    CREATE TABLE sarsen.nodes (id TEXT PRIMARY KEY, bus TEXT, seen BIGINT NOT NULL);
    ",
    // Studies, each under a link, with the hash of the key that lets one change it.
    "
    CREATE TABLE sarsen.studies (
        id TEXT PRIMARY KEY,
        key TEXT NOT NULL,
        record TEXT NOT NULL,
        revision BIGINT NOT NULL,
        changed BIGINT NOT NULL
    );
    ",
    // What is kept for a player until it is used or expires.
    "
    CREATE TABLE sarsen.notes (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        player TEXT NOT NULL,
        text TEXT NOT NULL,
        expires BIGINT NOT NULL,
        PRIMARY KEY (kind, id)
    );
    CREATE INDEX notes_of_player ON sarsen.notes (kind, player);
    ",
    // Until when a table is listed for anybody to sit down.
    "
    ALTER TABLE sarsen.tables ADD COLUMN listed_until BIGINT;
    CREATE INDEX tables_listed ON sarsen.tables (listed_until) WHERE listed_until IS NOT NULL;
    ",
    // When a person was seen and a study was used last; those that are there already count from now, as do those that a node of an
    // earlier version adds.
    "
    ALTER TABLE sarsen.players ADD COLUMN seen BIGINT NOT NULL
        DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
    CREATE INDEX players_seen ON sarsen.players (seen, id);
    ALTER TABLE sarsen.studies ADD COLUMN used BIGINT NOT NULL
        DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
    CREATE INDEX studies_used ON sarsen.studies (used);
    ",
    // What is kept for a player goes with the player.
    "
    CREATE INDEX notes_of_anybody ON sarsen.notes (player);
    ",
];

/// Checks a database without writing to it.
pub(super) async fn check(session: &Session, url: &PostgresUrl) -> Result<(), OpenError> {
    let fails = |error| connect_error(url, &error);
    let damaged = |says: &str| OpenError::Database { url: url.to_string(), says: says.to_owned() };
    let sql = "SELECT current_setting('server_version_num')::int, pg_is_in_recovery(), \
        current_setting('server_encoding'), to_regnamespace('sarsen') IS NOT NULL, \
        to_regclass('sarsen.meta') IS NOT NULL, \
        EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('sarsen'))";
    let row = session.client.query_one(sql, &[]).await.map_err(fails)?;
    if row.get::<_, i32>(0) < OLDEST {
        return Err(damaged("PostgreSQL 13 or newer is needed"));
    }
    if row.get::<_, bool>(1) {
        return Err(damaged("this server is a replica and takes no writes; name the primary one"));
    }
    if row.get::<_, String>(2) != "UTF8" {
        return Err(damaged("its encoding is not UTF8; make it with ENCODING 'UTF8'"));
    }
    let (has_meta, has_something): (bool, bool) = (row.get(4), row.get(5));
    if !has_meta {
        return if has_something { Err(foreign(url)) } else { Ok(()) };
    }
    version(session, url).await.map(|_| ())
}

fn foreign(url: &PostgresUrl) -> OpenError {
    let says = "its schema \"sarsen\" is not Sarsen's; it has been left unchanged".to_owned();
    OpenError::Database { url: url.to_string(), says }
}

/// The schema version of an existing database.
async fn version(session: &Session, url: &PostgresUrl) -> Result<usize, OpenError> {
    let sql = "SELECT version FROM sarsen.meta";
    let rows = session.client.query(sql, &[]).await;
    let rows = rows.map_err(|error| match error.code() {
        Some(code) if *code == SqlState::UNDEFINED_COLUMN => foreign(url),
        _ => connect_error(url, &error),
    })?;
    let found = rows.first().and_then(|row| row.try_get::<_, i32>(0).ok());
    let known = MIGRATIONS.len() as u32;
    match found.and_then(|found| u32::try_from(found).ok()) {
        Some(found) if found > known => {
            Err(OpenError::NewerDatabase { url: url.to_string(), found, known })
        }
        Some(found) => Ok(found as usize),
        None => Err(OpenError::Database {
            url: url.to_string(),
            says: "it does not say which version wrote it; restore a copy".to_owned(),
        }),
    }
}

/// Migrates a database to the current schema and returns the id of its cluster. Of several nodes that try, one does it
/// while the others wait.
pub(super) async fn migrate(session: &mut Session, url: &PostgresUrl) -> Result<String, OpenError> {
    let fails = |error: tokio_postgres::Error| match error.code() {
        Some(code) if *code == SqlState::INSUFFICIENT_PRIVILEGE => OpenError::Database {
            url: url.to_string(),
            says: format!(
                "{} may not make tables there: GRANT CREATE ON DATABASE … TO …",
                url.user()
            ),
        },
        _ => connect_error(url, &error),
    };
    session.client.batch_execute("BEGIN").await.map_err(fails)?;
    let migrated = steps(session, url, fails).await;
    // A failed migration changes nothing.
    let end = if migrated.is_ok() { "COMMIT" } else { "ROLLBACK" };
    let ended = session.client.batch_execute(end).await.map_err(fails);
    let cluster = migrated?;
    ended?;
    Ok(cluster)
}

async fn steps(
    session: &Session,
    url: &PostgresUrl,
    fails: impl Fn(tokio_postgres::Error) -> OpenError + Copy,
) -> Result<String, OpenError> {
    let client = &session.client;
    lock(session).await.map_err(fails)?;
    // `to_regclass` would answer from the catalog cache that this session had before it waited for the lock.
    let sql = "SELECT EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace \
        WHERE nspname = 'sarsen' AND relname = 'meta')";
    let there = client.query_one(sql, &[]).await;
    let done = if there.map_err(fails)?.get(0) { version(session, url).await? } else { 0 };
    for (index, script) in MIGRATIONS.iter().enumerate().skip(done) {
        client.batch_execute(script).await.map_err(fails)?;
        let version = index as i32 + 1;
        let counted = client.execute("UPDATE sarsen.meta SET version = $1", &[&version]).await;
        counted.map_err(fails)?;
    }
    let row = client.query_one("SELECT cluster FROM sarsen.meta", &[]).await.map_err(fails)?;
    Ok(row.get(0))
}

async fn lock(session: &Session) -> Result<(), tokio_postgres::Error> {
    // Another node may be migrating, which takes a bounded time; all we can do is wait.
    session
        .client
        .batch_execute("SET LOCAL lock_timeout = '10min'; SET LOCAL statement_timeout = '10min'")
        .await?;
    session.client.query_one("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    Ok(())
}

/// Whether there are live nodes whose events a node would not receive. Changes nothing, not even a database of another
/// version.
pub(super) async fn others(
    session: &Session,
    url: &PostgresUrl,
    node: &str,
    bus: Option<&str>,
) -> Result<(), OpenError> {
    let fails = |error| connect_error(url, &error);
    let sql = "SELECT to_regclass('sarsen.nodes') IS NOT NULL";
    if !session.client.query_one(sql, &[]).await.map_err(fails)?.get::<_, bool>(0) {
        return Ok(());
    }
    let sql = "SELECT id, bus FROM sarsen.nodes WHERE id <> $1 \
        AND abs(seen - (extract(epoch FROM clock_timestamp()) * 1000)::bigint) < $2 \
        AND (bus IS NULL OR $3::text IS NULL OR bus <> $3) LIMIT 1";
    let rows = session.client.query(sql, &[&node, &NODE_TIMEOUT_MILLIS, &bus]).await;
    if let Some(row) = rows.map_err(fails)?.first() {
        let (other, its_bus): (String, Option<String>) = (row.get(0), row.get(1));
        let why = match (&its_bus, bus) {
            (None, _) => "which has no bus (--bus) and so has the database for itself",
            (Some(_), None) => "and this one has no bus; give it the same --bus",
            (Some(_), Some(_)) => "which is on another bus; give both the same --bus",
        };
        let url = url.to_string();
        return Err(OpenError::OtherCluster { url, other, why: why.to_owned() });
    }
    Ok(())
}

/// Adds a node to the list of live nodes, unless there are others whose events it would not receive.
pub(super) async fn join(
    session: &mut Session,
    url: &PostgresUrl,
    node: &str,
    bus: Option<&str>,
) -> Result<(), OpenError> {
    let fails = |error| connect_error(url, &error);
    session.client.batch_execute("BEGIN").await.map_err(fails)?;
    lock(session).await.map_err(fails)?;
    if let Err(error) = others(session, url, node, bus).await {
        session.client.batch_execute("ROLLBACK").await.map_err(fails)?;
        return Err(error);
    }
    let sql = "INSERT INTO sarsen.nodes (id, bus, seen) \
        VALUES ($1, $2, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) \
        ON CONFLICT (id) DO UPDATE SET bus = excluded.bus, seen = excluded.seen";
    session.client.execute(sql, &[&node, &bus]).await.map_err(fails)?;
    // Forget nodes that ended long ago.
    let sql = "DELETE FROM sarsen.nodes \
        WHERE seen < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 3600000";
    session.client.execute(sql, &[]).await.map_err(fails)?;
    session.client.batch_execute("COMMIT").await.map_err(fails)
}
