//! A whole store as records, and back: to move it to another store, or as a copy that people and programs can read.
//!
//! Tables are written by `session`, which knows what belongs to a game. What the store knows besides is added here as
//! tags: for each person the chosen name (`PlayerName1`, unless it stands at the seat anyway) and the hash of a key that
//! took the place of the first (`PlayerKey1`), so that people come back with the keys they have, and a key that was
//! replaced stays void. A saved study is its record with the tags `Study` (its id), `StudyKey` and `StudyChanged`; a
//! record with the tag `Study` is never a table.

use std::collections::HashMap;
use std::io;

use sarsen_core::MAX_SEATS;
use sarsen_core::record::{Reader, Record, RecordError};
use sarsen_session::{Event, ImportError, ReplayError, Table};
use sarsen_store::{Batch, Note, PlayerRow, Store, StoreError, StudyRow};
use thiserror::Error;

use crate::app_state::Sources;
use crate::{actor, http};

/// The number of tables or studies read at a time.
const PAGE: usize = 500;

/// Why a store cannot be written as records, or records not become a store.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A log or a row of the store cannot be read.
    #[error("{what} cannot be read: {says}")]
    Unreadable {
        /// The table or the study.
        what: String,
        /// Why not.
        says: String,
    },
    /// A record is not one of a table.
    #[error(transparent)]
    Table(#[from] ImportError),
    /// A record cannot be played.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Records make a log that makes no sense.
    #[error(transparent)]
    Log(#[from] ReplayError),
    /// An event cannot be written as text.
    #[error(transparent)]
    Text(#[from] serde_json::Error),
}

/// Hands every game of every table and every saved study to `write`.
///
/// # Errors
/// If the store cannot be read, or `write` fails.
pub async fn export(
    store: &dyn Store,
    mut write: impl FnMut(&Record) -> io::Result<()>,
) -> Result<(), ArchiveError> {
    let (mut people, mut after) = (People::default(), None::<String>);
    loop {
        let ids = store.all_tables(after.as_deref(), PAGE).await?;
        let Some(last) = ids.last() else { break };
        after = Some(last.clone());
        for id in &ids {
            for mut record in games(id, &store.load(id).await?)? {
                people.name(store, &mut record).await?;
                write(&record)?;
            }
        }
    }
    let mut after = None::<String>;
    loop {
        let studies = store.all_studies(after.as_deref(), PAGE).await?;
        let Some(last) = studies.last() else { return Ok(()) };
        after = Some(last.id.clone());
        for study in &studies {
            write(&record_of(study)?)?;
        }
    }
}

fn games(id: &str, log: &[String]) -> Result<Vec<Record>, ArchiveError> {
    let unreadable = |says: String| ArchiveError::Unreadable { what: format!("table {id}"), says };
    let events = log.iter().map(|text| serde_json::from_str(text));
    let events: Vec<Event> =
        events.collect::<Result<_, _>>().map_err(|error| unreadable(error.to_string()))?;
    let table = Table::replay(id, events).map_err(|error| unreadable(error.to_string()))?;
    Ok(table.export())
}

/// What the store knows of people, as far as it was asked.
#[derive(Default)]
struct People(HashMap<String, Person>);

/// A person's name and the hash of the key that took the place of the first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Person {
    name: Option<String>,
    key: Option<String>,
}

impl People {
    /// Adds to a record of a table what the store knows of the people in it.
    async fn name(&mut self, store: &dyn Store, record: &mut Record) -> Result<(), StoreError> {
        for place in places() {
            let Some(id) = place.tag(record, "Player").map(str::to_owned) else { continue };
            if !self.0.contains_key(&id) {
                self.0.insert(id.clone(), person(store, &id).await?);
            }
            let Person { name, key } = self.0[&id].clone();
            if let Some(name) = name.filter(|name| place.tag(record, "Seat") != Some(name)) {
                record.set_tag(&place.name("PlayerName"), &name);
            }
            if let Some(key) = key {
                record.set_tag(&place.name("PlayerKey"), &key);
            }
        }
        Ok(())
    }
}

async fn person(store: &dyn Store, id: &str) -> Result<Person, StoreError> {
    let name = store.player(id).await?.map(|row| row.name);
    let keys = store.notes_of(http::keys::KIND, id).await?;
    let is_valid = |note: &Note| note.text != http::keys::REPLACED;
    Ok(Person { name, key: keys.into_iter().find(is_valid).map(|note| note.id) })
}

/// Where a table's record names people: those who played the game, and those who took their seats since.
struct Place {
    prefix: &'static str,
    seat: usize,
}

fn places() -> impl Iterator<Item = Place> {
    let of = |prefix| (1..=MAX_SEATS).map(move |seat| Place { prefix, seat });
    ["", "Next"].into_iter().flat_map(of)
}

impl Place {
    fn name(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.seat)
    }

    fn tag<'a>(&self, record: &'a Record, name: &str) -> Option<&'a str> {
        record.tag(&self.name(name)).map(|tag| tag.value.as_str())
    }
}

const STUDY: &str = "Study";
const STUDY_KEY: &str = "StudyKey";
const STUDY_CHANGED: &str = "StudyChanged";

/// A saved study as a record.
fn record_of(study: &StudyRow) -> Result<Record, ArchiveError> {
    let unreadable =
        |says: String| ArchiveError::Unreadable { what: format!("study {}", study.id), says };
    let mut record = match Reader::new(study.record.as_bytes()).next() {
        Some(Ok(record)) => record,
        Some(Err(error)) => return Err(unreadable(error.to_string())),
        None => return Err(unreadable("it is empty".to_owned())),
    };
    record.set_tag(STUDY, &study.id);
    record.set_tag(STUDY_KEY, &study.key);
    record.set_tag(STUDY_CHANGED, &study.changed.to_string());
    Ok(record)
}

/// The study that a record describes, if it is one. Its revisions are counted anew.
fn study_of(record: &Record, now: u64) -> Result<StudyRow, ArchiveError> {
    sarsen_catalog::replay(record)?;
    let text = |name: &str| record.tag(name).map(|tag| tag.value.clone());
    let (id, key) = (text(STUDY).unwrap_or_default(), text(STUDY_KEY).unwrap_or_default());
    let changed = match text(STUDY_CHANGED) {
        Some(text) => text.parse().map_err(|_| ImportError::Tag(STUDY_CHANGED.to_owned()))?,
        None => now,
    };
    if id.is_empty() {
        return Err(ImportError::Tag(STUDY.to_owned()).into());
    }
    let record = without_own_tags(&record.to_string());
    Ok(StudyRow { id, key, record, revision: 1, changed, used: now })
}

/// The text of a record without the tags that were added to it: each is a line before the first empty one.
fn without_own_tags(text: &str) -> String {
    let is_own = |line: &str| {
        let name = line.strip_prefix('[').and_then(|line| line.split(' ').next());
        name.is_some_and(|name| [STUDY, STUDY_KEY, STUDY_CHANGED].contains(&name))
    };
    let (tags, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let kept: Vec<&str> = tags.lines().filter(|line| !is_own(line)).collect();
    format!("{}\n\n{rest}", kept.join("\n"))
}

/// Records that have been read and checked, and can be written to a store.
#[derive(Default)]
pub struct Archive {
    tables: Vec<Batch>,
    studies: Vec<StudyRow>,
    people: HashMap<String, Person>,
}

/// What an archive brought to a store, and what was there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// New tables.
    pub tables: usize,
    /// Tables that were there already.
    pub known_tables: usize,
    /// New studies.
    pub studies: usize,
    /// Studies that were there already.
    pub known_studies: usize,
}

impl Archive {
    /// Adds a saved study, or all games of one table, in order.
    ///
    /// # Errors
    /// If the records are not those of a table or a study.
    pub fn add(&mut self, records: Vec<Record>, sources: &dyn Sources) -> Result<(), ArchiveError> {
        for record in records.iter().filter(|record| !is_study(record)) {
            self.meet(record);
        }
        if records.first().is_some_and(is_study) {
            for record in records {
                self.studies.push(study_of(&record, sources.now())?);
            }
            return Ok(());
        }
        let Some(first) = records.first() else { return Ok(()) };
        let (seed, invite) = (sources.seed(), sources.invite());
        let events = sarsen_session::import(&records, seed, &invite, sources.now())?;
        let id = match sarsen_session::table_of(first) {
            Some(id) => id.to_owned(),
            None => sarsen_session::table_for(first),
        };
        let table = Table::replay(&id, events.iter().cloned())?;
        let people = table.people().map(|who| who.0.clone()).filter(|who| !who.is_empty());
        self.tables.push(actor::batch(&table, 1, &events, Some(people.collect()))?);
        Ok(())
    }

    /// Notes what a table's record says of the people in it. Later records know better.
    fn meet(&mut self, record: &Record) {
        for place in places() {
            let id = place.tag(record, "Player").filter(|id| !id.is_empty());
            let Some(id) = id else { continue };
            let person = self.people.entry(id.to_owned()).or_default();
            let name = place.tag(record, "PlayerName").or(place.tag(record, "Seat"));
            person.name = name.map(str::to_owned).or(person.name.take());
            let key = place.tag(record, "PlayerKey").map(str::to_owned);
            person.key = key.or(person.key.take());
        }
    }

    /// Writes everything that the store does not have yet. People are written first: whoever has a table can come back.
    ///
    /// # Errors
    /// If the store fails. The same archive can be written again, and goes on with what is missing.
    pub async fn write(&self, store: &dyn Store, now: u64) -> Result<Moved, (Moved, StoreError)> {
        let mut moved = Moved::default();
        self.write_all(store, now, &mut moved).await.map_err(|error| (moved, error))?;
        Ok(moved)
    }

    async fn write_all(
        &self,
        store: &dyn Store,
        now: u64,
        moved: &mut Moved,
    ) -> Result<(), StoreError> {
        for (id, person) in &self.people {
            bring(store, id, person, now).await?;
        }
        for batch in &self.tables {
            match store.append(batch.clone()).await {
                Ok(()) => moved.tables += 1,
                Err(StoreError::Conflict) => moved.known_tables += 1,
                Err(error) => return Err(error),
            }
        }
        for study in &self.studies {
            match store.put_study(study.clone()).await {
                Ok(()) => moved.studies += 1,
                Err(StoreError::Conflict) => moved.known_studies += 1,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Writes a person, unless the store has one with this id, who then keeps name and key.
async fn bring(store: &dyn Store, id: &str, person: &Person, now: u64) -> Result<(), StoreError> {
    if store.player(id).await?.is_some() {
        return Ok(());
    }
    if let Some(key) = &person.key {
        for (hash, text) in [(key.as_str(), ""), (id, http::keys::REPLACED)] {
            store.put_note(http::keys::note(hash, id, text)).await?;
        }
    }
    let name = person.name.clone().unwrap_or_default();
    store.put_player(PlayerRow { id: id.to_owned(), name, seen: now }).await
}

/// Whether a record is a saved study.
fn is_study(record: &Record) -> bool {
    record.tag(STUDY).is_some()
}

/// Whether two records belong to the same table.
pub fn is_same_table(one: &Record, other: &Record) -> bool {
    let id = |record| sarsen_session::table_of(record);
    !is_study(one) && !is_study(other) && id(one).is_some() && id(one) == id(other)
}
