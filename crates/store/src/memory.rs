//! A store without persistence.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{
    AbsentPlayer, Answer, Batch, IdleTable, ListedTable, Note, PlayerRow, Store, StoreError,
    StudyRow, TableEnd, UnusedStudy,
};

/// A store in memory, for tests and for tables that need not be kept.
#[derive(Default)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    tables: BTreeMap<String, Row>,
    players: BTreeMap<String, PlayerRow>,
    studies: BTreeMap<String, StudyRow>,
    notes: BTreeMap<(String, String), Note>,
    made: u64,
}

#[derive(Default)]
struct Row {
    made: u64,
    changed: u64,
    people: Vec<String>,
    wakes: bool,
    due: Option<u64>,
    listed_until: Option<u64>,
    digest: String,
    events: Vec<String>,
}

impl Row {
    fn seats(&self, player: &str) -> bool {
        self.people.iter().any(|person| person == player)
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic while the lock was held leaves consistent rows: every change is one assignment.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ids(&self, keep: impl Fn(&Row) -> bool, key: impl Fn(&Row) -> u64) -> Vec<String> {
        let inner = self.lock();
        let mut rows: Vec<_> = inner.tables.iter().filter(|(_, row)| keep(row)).collect();
        rows.sort_by_key(|(_, row)| key(row));
        rows.into_iter().map(|(id, _)| id.clone()).collect()
    }
}

fn ready<T: Send + 'static>(value: Result<T, StoreError>) -> Answer<T> {
    Box::pin(std::future::ready(value))
}

impl Store for MemoryStore {
    fn append(&self, batch: Batch) -> Answer<()> {
        let mut inner = self.lock();
        inner.made += 1;
        let made = inner.made;
        let written = inner.tables.get(&batch.table).map_or(0, |row| row.events.len());
        if written as u32 + 1 != batch.first {
            return ready(Err(StoreError::Conflict));
        }
        let row = inner.tables.entry(batch.table).or_insert(Row { made, ..Row::default() });
        row.changed = batch.at;
        if let Some(people) = batch.people {
            row.people = people;
        }
        row.wakes = batch.wakes;
        row.due = batch.due;
        row.listed_until = batch.listed_until;
        row.digest = batch.digest;
        row.events.extend(batch.events);
        ready(Ok(()))
    }

    fn load(&self, table: &str) -> Answer<Vec<String>> {
        ready(Ok(self.lock().tables.get(table).map_or(vec![], |row| row.events.clone())))
    }

    fn load_after(&self, table: &str, after: u32) -> Answer<Vec<String>> {
        let inner = self.lock();
        let events = inner.tables.get(table).map(|row| row.events.as_slice()).unwrap_or_default();
        ready(Ok(events.iter().skip(after as usize).cloned().collect()))
    }

    fn ends(&self, tables: Vec<String>) -> Answer<Vec<TableEnd>> {
        let inner = self.lock();
        let last = |table: &String| inner.tables.get(table).map(|row| row.events.len() as u32);
        let end = |table: String| last(&table).map(|last| TableEnd { table, last });
        ready(Ok(tables.into_iter().filter_map(end).collect()))
    }

    fn take_due(&self, now: u64, again: u64, limit: usize) -> Answer<Vec<String>> {
        let due = |row: &Row| row.due.is_some_and(|due| due <= now);
        let mut ids = self.ids(due, |row| row.due.unwrap_or(u64::MAX));
        ids.truncate(limit);
        let mut inner = self.lock();
        for id in &ids {
            if let Some(row) = inner.tables.get_mut(id) {
                row.due = Some(again);
            }
        }
        ready(Ok(ids))
    }

    fn tables_of(&self, player: &str, limit: usize) -> Answer<Vec<ListedTable>> {
        let ids = self.ids(|row| row.seats(player), |row| u64::MAX - row.changed);
        let inner = self.lock();
        let digest = |id: &String| inner.tables.get(id).map(|row| row.digest.clone());
        let listed = ids.into_iter().take(limit);
        ready(Ok(listed.map(|table| ListedTable { digest: digest(&table), table }).collect()))
    }

    fn listed_tables(&self, now: u64, limit: usize) -> Answer<Vec<ListedTable>> {
        let is_listed = |row: &Row| row.listed_until.is_some_and(|until| until > now);
        let ids = self.ids(is_listed, |row| u64::MAX - row.made);
        let inner = self.lock();
        let digest = |id: &String| inner.tables.get(id).map(|row| row.digest.clone());
        let listed = ids.into_iter().take(limit);
        ready(Ok(listed.map(|table| ListedTable { digest: digest(&table), table }).collect()))
    }

    fn count_tables_of(&self, player: &str) -> Answer<usize> {
        ready(Ok(self.lock().tables.values().filter(|row| row.seats(player)).count()))
    }

    fn put_digest(&self, table: &str, last: u32, digest: &str) -> Answer<()> {
        let mut inner = self.lock();
        let row = inner.tables.get_mut(table).filter(|row| row.events.len() as u32 == last);
        if let Some(row) = row {
            row.digest = digest.to_owned();
        }
        ready(Ok(()))
    }

    fn all_tables(&self, after: Option<&str>, limit: usize) -> Answer<Vec<String>> {
        let made = after.and_then(|id| self.lock().tables.get(id).map(|row| row.made)).unwrap_or(0);
        let mut ids = self.ids(|row| row.made > made, |row| row.made);
        ids.truncate(limit);
        ready(Ok(ids))
    }

    fn waking_tables(&self) -> Answer<Vec<String>> {
        ready(Ok(self.ids(|row| row.wakes, |row| row.made)))
    }

    fn aged_tables(
        &self,
        before: u64,
        after: Option<&str>,
        limit: usize,
    ) -> Answer<Vec<IdleTable>> {
        let made = after.and_then(|id| self.lock().tables.get(id).map(|row| row.made)).unwrap_or(0);
        let ids =
            self.ids(|row| row.made > made && row.changed < before && !row.wakes, |row| row.made);
        let inner = self.lock();
        let aged = |table: String| {
            let row = inner.tables.get(&table)?;
            Some(IdleTable { changed: row.changed, digest: Some(row.digest.clone()), table })
        };
        ready(Ok(ids.into_iter().take(limit).filter_map(aged).collect()))
    }

    fn remove(&self, table: &str, changed: u64) -> Answer<()> {
        let mut inner = self.lock();
        if inner.tables.get(table).is_some_and(|row| row.changed <= changed) {
            inner.tables.remove(table);
        }
        ready(Ok(()))
    }

    fn shrink(&self) -> Answer<()> {
        ready(Ok(()))
    }

    fn put_player(&self, player: PlayerRow) -> Answer<()> {
        self.lock().players.insert(player.id.clone(), player);
        ready(Ok(()))
    }

    fn player(&self, player: &str) -> Answer<Option<PlayerRow>> {
        ready(Ok(self.lock().players.get(player).cloned()))
    }

    fn see_player(&self, player: &str, seen: u64) -> Answer<()> {
        if let Some(row) = self.lock().players.get_mut(player) {
            row.seen = row.seen.max(seen);
        }
        ready(Ok(()))
    }

    fn absent_players(
        &self,
        before: u64,
        after: Option<AbsentPlayer>,
        limit: usize,
    ) -> Answer<Vec<AbsentPlayer>> {
        let inner = self.lock();
        let absent = |row: &PlayerRow| AbsentPlayer {
            id: row.id.clone(),
            seen: row.seen,
            is_seated: inner.tables.values().any(|table| table.seats(&row.id)),
        };
        let order = |player: &AbsentPlayer| (player.seen, player.id.clone());
        let begin = after.as_ref().map(order);
        let mut found: Vec<_> = inner.players.values().map(absent).collect();
        found.retain(|player| player.seen < before && Some(order(player)) > begin);
        found.sort_by_key(order);
        found.truncate(limit);
        ready(Ok(found))
    }

    fn remove_player(&self, player: &str, seen: u64) -> Answer<()> {
        let mut inner = self.lock();
        let is_seated = inner.tables.values().any(|table| table.seats(player));
        if !is_seated && inner.players.get(player).is_some_and(|row| row.seen <= seen) {
            inner.players.remove(player);
            inner.notes.retain(|_, note| note.player != player);
        }
        ready(Ok(()))
    }

    fn put_study(&self, study: StudyRow) -> Answer<()> {
        let mut inner = self.lock();
        let kept = inner.studies.get(&study.id).map_or(0, |kept| kept.revision);
        if kept.checked_add(1) != Some(study.revision) {
            return ready(Err(StoreError::Conflict));
        }
        inner.studies.insert(study.id.clone(), study);
        ready(Ok(()))
    }

    fn study(&self, id: &str) -> Answer<Option<StudyRow>> {
        ready(Ok(self.lock().studies.get(id).cloned()))
    }

    fn use_study(&self, id: &str, used: u64) -> Answer<()> {
        if let Some(study) = self.lock().studies.get_mut(id) {
            study.used = study.used.max(used);
        }
        ready(Ok(()))
    }

    fn all_studies(&self, after: Option<&str>, limit: usize) -> Answer<Vec<StudyRow>> {
        let inner = self.lock();
        let later = inner.studies.values().filter(|study| Some(study.id.as_str()) > after);
        ready(Ok(later.take(limit).cloned().collect()))
    }

    fn unused_studies(&self, before: u64, limit: usize) -> Answer<Vec<UnusedStudy>> {
        let inner = self.lock();
        let unused = inner.studies.values().filter(|study| study.used < before).take(limit);
        let unused = unused.map(|study| UnusedStudy { id: study.id.clone(), used: study.used });
        ready(Ok(unused.collect()))
    }

    fn remove_study(&self, id: &str, used: u64) -> Answer<()> {
        let mut inner = self.lock();
        if inner.studies.get(id).is_some_and(|study| study.used <= used) {
            inner.studies.remove(id);
        }
        ready(Ok(()))
    }

    fn put_note(&self, note: Note) -> Answer<()> {
        self.lock().notes.insert((note.kind.clone(), note.id.clone()), note);
        ready(Ok(()))
    }

    fn note(&self, kind: &str, id: &str) -> Answer<Option<Note>> {
        ready(Ok(self.lock().notes.get(&(kind.to_owned(), id.to_owned())).cloned()))
    }

    fn notes_of(&self, kind: &str, player: &str) -> Answer<Vec<Note>> {
        let is_wanted = |note: &&Note| note.kind == kind && note.player == player;
        ready(Ok(self.lock().notes.values().filter(is_wanted).cloned().collect()))
    }

    fn remove_note(&self, kind: &str, id: &str) -> Answer<()> {
        let removed = self.lock().notes.remove(&(kind.to_owned(), id.to_owned()));
        ready(removed.map(|_| ()).ok_or(StoreError::Conflict))
    }

    fn remove_expired_notes(&self, before: u64) -> Answer<()> {
        self.lock().notes.retain(|_, note| note.expires >= before);
        ready(Ok(()))
    }

    fn flush(&self) -> Answer<()> {
        ready(Ok(()))
    }
}
