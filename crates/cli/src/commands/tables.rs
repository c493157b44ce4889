//! `sarsen export` and `sarsen import`: all tables as records.

use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use sarsen_core::record::{Record, SEPARATOR};
use sarsen_session::{Event, Table};
use sarsen_store::{Batch, SqliteStore, Store, StoreError};

use crate::args::{DataArgs, ImportArgs};
use crate::commands::serve::folder;
use crate::input::{self, BadInput};
use crate::output;

/// How many table ids are read at a time.
const PAGE: usize = 500;

pub(crate) fn export(args: &DataArgs) -> anyhow::Result<()> {
    let store = SqliteStore::open(&folder(args)?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
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

pub(crate) fn import(args: &ImportArgs) -> anyhow::Result<()> {
    let store = SqliteStore::open(&folder(&args.data)?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let (mut new, mut known) = (0, 0);
    let mut table: Vec<Record> = Vec::new();
    for record in input::records(&args.file)? {
        let record = record?;
        let same = |first: &Record| {
            let id = sarsen_session::table_of(first);
            id.is_some() && id == sarsen_session::table_of(&record)
        };
        if !table.is_empty() && !table.first().is_some_and(same) {
            count(write(&runtime, &store, &args.file, &table)?, &mut new, &mut known);
            table.clear();
        }
        table.push(record);
    }
    if !table.is_empty() {
        count(write(&runtime, &store, &args.file, &table)?, &mut new, &mut known);
    }
    let mut out = output::plain();
    writeln!(out, "tables read: {new}; there already: {known}")?;
    out.flush()?;
    Ok(())
}

fn count(is_new: bool, new: &mut u32, known: &mut u32) {
    *(if is_new { new } else { known }) += 1;
}

/// Writes one table; `false` when it is there already.
fn write(
    runtime: &tokio::runtime::Runtime,
    store: &SqliteStore,
    file: &Path,
    records: &[Record],
) -> anyhow::Result<bool> {
    let sources = sarsen_server::SystemSources;
    use sarsen_server::Sources;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as u64;
    let events = sarsen_session::import(records, sources.seed(), &sources.invite(), now)
        .map_err(|error| BadInput::error(format!("{}: {error}", input::name(file))))?;
    let id = records.first().and_then(sarsen_session::table_of).map(str::to_owned);
    let id = id.unwrap_or_else(|| sources.table_id());
    let table = Table::replay(&id, events.clone())?;
    let batch = Batch {
        table: id,
        first: 1,
        events: events.iter().map(serde_json::to_string).collect::<Result<_, _>>()?,
        at: now,
        people: Some(
            table.people().map(|who| who.0.clone()).filter(|who| !who.is_empty()).collect(),
        ),
        wakes: table.wakes(),
        digest: serde_json::to_string(&table.digest())?,
    };
    match runtime.block_on(store.append(batch)) {
        Ok(()) => Ok(true),
        Err(StoreError::Conflict) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
