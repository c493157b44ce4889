//! `sarsen export` and `sarsen import`: all tables and saved studies as records.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use sarsen_core::record::{Record, SEPARATOR};
use sarsen_server::archive::{self, Archive, Moved};
use sarsen_server::{Sources, SystemSources};
use sarsen_store::{Location, OpenError, PostgresStore, SqliteStore, Store};

use crate::args::{DataArgs, ImportArgs};
use crate::commands::serve::location;
use crate::input::{self, BadInput};
use crate::output;

pub(crate) fn export(args: &DataArgs) -> anyhow::Result<()> {
    let location = location(args)?;
    if let Location::Sqlite(folder) = &location
        && !SqliteStore::is_in(folder)
    {
        return Err(BadInput::error(format!("{}: there are no tables here", folder.display())));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let store = runtime.block_on(open(&location))?;
    let (mut out, mut separate) = (output::plain(), false);
    let write = |record: &Record| {
        if separate {
            writeln!(out, "{SEPARATOR}")?;
        }
        separate = true;
        write!(out, "{record}")
    };
    runtime.block_on(archive::export(store.as_ref(), write))?;
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
    let archive = read(&args.file)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let store = runtime.block_on(open(&location(&args.data)?))?;
    let written = runtime.block_on(archive.write(store.as_ref(), SystemSources.now()));
    let Moved { tables, known_tables, studies, known_studies } =
        written.map_err(|(moved, error)| {
            let Moved { tables, studies, .. } = moved;
            anyhow::Error::new(error).context(format!(
                "after {tables} tables and {studies} studies; the same command again goes on with the others"
            ))
        })?;
    let mut out = output::plain();
    writeln!(out, "tables read: {tables}; there already: {known_tables}")?;
    if studies + known_studies > 0 {
        writeln!(out, "studies read: {studies}; there already: {known_studies}")?;
    }
    out.flush()?;
    Ok(())
}

/// What a file holds: consecutive records of the same table are its games.
fn read(file: &Path) -> anyhow::Result<Archive> {
    let mut archive = Archive::default();
    let mut add = |first: usize, games: Vec<Record>| {
        archive.add(games, &SystemSources).map_err(|error| {
            BadInput::error(format!("{}: record {first}: {error}", input::name(file)))
        })
    };
    let (mut games, mut first): (Vec<Record>, usize) = (Vec::new(), 1);
    for (number, record) in (1..).zip(input::records(file)?) {
        let record = record?;
        if games.first().is_some_and(|game| !archive::is_same_table(game, &record)) {
            add(first, std::mem::take(&mut games))?;
            first = number;
        }
        games.push(record);
    }
    add(first, games)?;
    Ok(archive)
}
