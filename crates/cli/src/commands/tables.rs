//! `sarsen export` and `sarsen import`: all tables as records.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use sarsen_core::record::{Record, SEPARATOR};
use sarsen_session::{Event, Table};
use sarsen_store::{Batch, Location, OpenError, PostgresStore, SqliteStore, Store, StoreError};

use crate::args::{DataArgs, ImportArgs};
use crate::commands::serve::location;
use crate::input::{self, BadInput};
use crate::output;

/// The number of table ids read at a time.
const PAGE: usize = 500;

pub(crate) fn export(args: &DataArgs) -> anyhow::Result<()> {
    let location = location(args)?;
    if let Location::Sqlite(folder) = &location
        && !SqliteStore::is_in(folder)
    {
        return Err(BadInput::error(format!("{}: there are no tables here", folder.display())));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let store = runtime.block_on(open(&location))?;
    let mut out = output::plain();
    let (mut after, mut separate) = (None::<String>, false);
    loop {
        let ids = runtime.block_on(store.all_tables(after.as_deref(), PAGE))?;
        let Some(last) = ids.last() else { break };
        after = Some(last.clone());
        for id in &ids {
            let log = runtime.block_on(store.load(id))?;
            let events: Vec<Event> =
                log.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>()?;
            for record in Table::replay(id, events)?.export() {
                if separate {
                    writeln!(out, "{SEPARATOR}")?;
                }
                separate = true;
                write!(out, "{record}")?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

async fn open(location: &Location) -> Result<Arc<dyn Store>, OpenError> {
    Ok(match location {
        Location::Sqlite(folder) => Arc::new(SqliteStore::open(folder)?),
        Location::Postgres(url) => Arc::new(PostgresStore::open(url).await?),
    })
}

/// Everything is read and checked before anything is written: a file with an error changes nothing.
pub(crate) fn import(args: &ImportArgs) -> anyhow::Result<()> {
    let batches = read(&args.file)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let store = runtime.block_on(open(&location(&args.data)?))?;
    let (mut new, mut known) = (0, 0);
    for batch in batches {
        match runtime.block_on(store.append(batch)) {
            Ok(()) => new += 1,
            Err(StoreError::Conflict) => known += 1,
            Err(error) => {
                return Err(error).with_context(|| {
                    format!("after {new} tables; the same command again goes on with the others")
                });
            }
        }
    }
    let mut out = output::plain();
    writeln!(out, "tables read: {new}; there already: {known}")?;
    out.flush()?;
    Ok(())
}

/// The tables of a file: consecutive records of the same table are its games.
fn read(file: &Path) -> anyhow::Result<Vec<Batch>> {
    let mut batches = Vec::new();
    let mut games: Vec<Record> = Vec::new();
    let mut first = 1;
    for (number, record) in (1..).zip(input::records(file)?) {
        let record = record?;
        let same = |game: &Record| {
            let id = sarsen_session::table_of(game);
            id.is_some() && id == sarsen_session::table_of(&record)
        };
        if games.first().is_some_and(|game| !same(game)) {
            batches.push(table(file, first, &games)?);
            games.clear();
            first = number;
        }
        games.push(record);
    }
    if !games.is_empty() {
        batches.push(table(file, first, &games)?);
    }
    Ok(batches)
}

/// The log of one table.
fn table(file: &Path, first: u32, games: &[Record]) -> anyhow::Result<Batch> {
    use sarsen_server::Sources;
    let sources = sarsen_server::SystemSources;
    let now = sources.now();
    let events =
        sarsen_session::import(games, sources.seed(), &sources.invite(), now).map_err(|error| {
            BadInput::error(format!("{}: record {first}: {error}", input::name(file)))
        })?;
    let id = match sarsen_session::table_of(&games[0]) {
        Some(id) => id.to_owned(),
        None => sarsen_session::table_for(&games[0]),
    };
    let table = Table::replay(&id, events.clone())?;
    let people = table.people().map(|who| who.0.clone()).filter(|who| !who.is_empty());
    Ok(Batch {
        table: id,
        first: 1,
        events: events.iter().map(serde_json::to_string).collect::<Result<_, _>>()?,
        at: now,
        people: Some(people.collect()),
        wakes: table.wakes(),
        due: table.clock_falls_at(),
        listed_until: table.listed_until(),
        digest: serde_json::to_string(&table.digest())?,
    })
}
