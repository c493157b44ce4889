//! The file of records from which a match or a survey is resumed.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sarsen_catalog::{Game, Position};
use sarsen_core::record::{Reader, Record, SEPARATOR};

use crate::game::ArenaError;

/// Adds a record to the file, if there is one.
pub(crate) fn append(path: Option<&Path>, record: &Record) -> Result<(), ArenaError> {
    let Some(path) = path else { return Ok(()) };
    let fault = |error: std::io::Error| ArenaError::Records(format!("{}: {error}", path.display()));
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(fault)?;
    let empty = file.metadata().map_err(fault)?.len() == 0;
    let separator = if empty { String::new() } else { format!("{SEPARATOR}\n") };
    // One write per record, so that a killed run leaves only complete records.
    file.write_all(format!("{separator}{record}").as_bytes()).map_err(fault)
}

/// The records of a file; none if it does not exist yet.
pub(crate) fn read(path: &Path) -> Result<Vec<Record>, ArenaError> {
    let fault = |error: &dyn Display| ArenaError::Foreign(format!("{}: {error}", path.display()));
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        opened => opened.map_err(|error| fault(&error))?,
    };
    let records: Result<Vec<Record>, _> = Reader::new(BufReader::new(file)).collect();
    records.map_err(|error| fault(&error))
}

/// What is wrong with a record, by its index, whose game another one has.
pub(crate) fn is_there_already(index: usize) -> String {
    format!("record {} is of a game that is there already", index + 1)
}

/// The last position of a recorded game.
///
/// # Errors
/// If the record is invalid, or the game has no end.
pub(crate) fn finished(game: &dyn Game, record: &Record) -> Result<Box<dyn Position>, String> {
    let position = game.replay(record).map_err(|error| error.to_string())?;
    let forfeited = record.tag("End").is_some_and(|tag| tag.value == "forfeit");
    let ended = position.turn().is_over() || forfeited;
    ended.then_some(position).ok_or_else(|| "the game is cut off before its end".to_owned())
}

/// Examines all records on several threads.
///
/// # Errors
/// What is wrong with the first record that is refused.
pub(crate) fn check_all<T: Send>(
    records: &[Record],
    workers: usize,
    check: impl Fn(&Record) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let next = AtomicUsize::new(0);
    let checked: Mutex<BTreeMap<usize, Result<T, String>>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(record) = records.get(index) else { break };
                    let found = check(record);
                    let failed = found.is_err();
                    checked.lock().unwrap_or_else(PoisonError::into_inner).insert(index, found);
                    if failed {
                        break;
                    }
                }
            });
        }
    });
    let checked = checked.into_inner().unwrap_or_else(PoisonError::into_inner);
    let named = |(index, found): (usize, Result<T, String>)| {
        found.map_err(|problem| format!("record {}: {problem}", index + 1))
    };
    checked.into_iter().map(named).collect()
}
