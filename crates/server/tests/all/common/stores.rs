//! A store that fails on request: a full disk, a missing disk, or wrong answers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use sarsen_server::{Limits, SystemSources};
use sarsen_store::{
    AbsentPlayer, Answer, Batch, IdleTable, ListedTable, MemoryStore, Note, PlayerRow, Store,
    StoreError, StudyRow, UnusedStudy,
};

use super::Server;

/// What happens to writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Writes {
    /// They succeed.
    #[default]
    Sound,
    /// There is room for one more batch of events; then the disk is full.
    NearlyFull,
    /// The disk is full: nothing is written, and the store reports it.
    Full,
    /// They succeed, but the store reports a failure.
    SaysFailed,
    /// The store reports a failure while it is still writing: see [`FaultyStore::commit_late`].
    Late,
}

/// A store in memory that fails on request, and counts.
#[derive(Default)]
pub(crate) struct FaultyStore {
    pub(crate) store: MemoryStore,
    writes: Mutex<Writes>,
    /// Whether reading fails too.
    gone: Mutex<bool>,
    /// The batch still being written.
    late: Mutex<Option<Batch>>,
    /// The number of refused batches.
    pub(crate) refused: AtomicUsize,
    /// The number of logs read.
    pub(crate) loads: AtomicUsize,
}

impl FaultyStore {
    /// Such a store, and a server with it.
    pub(crate) async fn server(limits: Limits) -> (Arc<FaultyStore>, Server) {
        let store = Arc::new(FaultyStore::default());
        let kept: Arc<dyn Store> = Arc::<FaultyStore>::clone(&store);
        (store, Server::with(kept, limits, Arc::new(SystemSources)).await)
    }

    pub(crate) fn writes(&self, writes: Writes) {
        *self.writes.lock().unwrap() = writes;
    }

    pub(crate) fn gone(&self, gone: bool) {
        *self.gone.lock().unwrap() = gone;
    }

    /// Completes the write that was still in progress.
    pub(crate) async fn commit_late(&self) {
        let batch = self.late.lock().unwrap().take().unwrap();
        self.store.append(batch).await.unwrap();
    }

    fn write<T: Send + 'static>(&self, write: impl FnOnce(&MemoryStore) -> Answer<T>) -> Answer<T> {
        let answer = match *self.writes.lock().unwrap() {
            Writes::Sound | Writes::NearlyFull => return write(&self.store),
            Writes::SaysFailed => Some(write(&self.store)),
            Writes::Full | Writes::Late => None,
        };
        Box::pin(async move {
            if let Some(answer) = answer {
                answer.await?;
            }
            Err(StoreError::Failed("no space left on device".to_owned()))
        })
    }

    fn read<T: Send + 'static>(&self, read: impl FnOnce(&MemoryStore) -> Answer<T>) -> Answer<T> {
        if *self.gone.lock().unwrap() {
            let error = StoreError::Failed("input/output error".to_owned());
            return Box::pin(std::future::ready(Err(error)));
        }
        read(&self.store)
    }
}

impl Store for FaultyStore {
    fn append(&self, batch: Batch) -> Answer<()> {
        let writes = *self.writes.lock().unwrap();
        match writes {
            Writes::Full => _ = self.refused.fetch_add(1, Ordering::Relaxed),
            Writes::Late => *self.late.lock().unwrap() = Some(batch.clone()),
            _ => {}
        }
        let answer = self.write(|store| store.append(batch));
        if writes == Writes::NearlyFull {
            self.writes(Writes::Full);
        }
        answer
    }
    fn load(&self, table: &str) -> Answer<Vec<String>> {
        self.loads.fetch_add(1, Ordering::Relaxed);
        self.read(|store| store.load(table))
    }
    fn tables_of(&self, player: &str, limit: usize) -> Answer<Vec<ListedTable>> {
        self.read(|store| store.tables_of(player, limit))
    }
    fn listed_tables(&self, now: u64, limit: usize) -> Answer<Vec<ListedTable>> {
        self.read(|store| store.listed_tables(now, limit))
    }
    fn count_tables_of(&self, player: &str) -> Answer<usize> {
        self.read(|store| store.count_tables_of(player))
    }
    fn put_digest(&self, table: &str, last: u32, digest: &str) -> Answer<()> {
        self.write(|store| store.put_digest(table, last, digest))
    }
    fn all_tables(&self, after: Option<&str>, limit: usize) -> Answer<Vec<String>> {
        self.read(|store| store.all_tables(after, limit))
    }
    fn waking_tables(&self) -> Answer<Vec<String>> {
        self.read(MemoryStore::waking_tables)
    }
    fn aged_tables(
        &self,
        before: u64,
        after: Option<&str>,
        limit: usize,
    ) -> Answer<Vec<IdleTable>> {
        self.read(|store| store.aged_tables(before, after, limit))
    }
    fn remove(&self, table: &str, changed: u64) -> Answer<()> {
        self.write(|store| store.remove(table, changed))
    }
    fn shrink(&self) -> Answer<()> {
        self.store.shrink()
    }
    fn check(&self) -> Answer<()> {
        self.write(Store::check)
    }
    fn put_player(&self, player: PlayerRow) -> Answer<()> {
        self.write(|store| store.put_player(player))
    }
    fn player(&self, player: &str) -> Answer<Option<PlayerRow>> {
        self.read(|store| store.player(player))
    }
    fn see_player(&self, player: &str, seen: u64) -> Answer<()> {
        self.write(|store| store.see_player(player, seen))
    }
    fn absent_players(
        &self,
        before: u64,
        after: Option<AbsentPlayer>,
        limit: usize,
    ) -> Answer<Vec<AbsentPlayer>> {
        self.read(|store| store.absent_players(before, after, limit))
    }
    fn remove_player(&self, player: &str, seen: u64) -> Answer<()> {
        self.write(|store| store.remove_player(player, seen))
    }
    fn put_study(&self, study: StudyRow) -> Answer<()> {
        self.write(|store| store.put_study(study))
    }
    fn study(&self, id: &str) -> Answer<Option<StudyRow>> {
        self.read(|store| store.study(id))
    }
    fn use_study(&self, id: &str, used: u64) -> Answer<()> {
        self.write(|store| store.use_study(id, used))
    }
    fn all_studies(&self, after: Option<&str>, limit: usize) -> Answer<Vec<StudyRow>> {
        self.read(|store| store.all_studies(after, limit))
    }
    fn unused_studies(&self, before: u64, limit: usize) -> Answer<Vec<UnusedStudy>> {
        self.read(|store| store.unused_studies(before, limit))
    }
    fn remove_study(&self, id: &str, used: u64) -> Answer<()> {
        self.write(|store| store.remove_study(id, used))
    }
    fn put_note(&self, note: Note) -> Answer<()> {
        self.write(|store| store.put_note(note))
    }
    fn note(&self, kind: &str, id: &str) -> Answer<Option<Note>> {
        self.read(|store| store.note(kind, id))
    }
    fn notes_of(&self, kind: &str, player: &str) -> Answer<Vec<Note>> {
        self.read(|store| store.notes_of(kind, player))
    }
    fn remove_note(&self, kind: &str, id: &str) -> Answer<()> {
        self.write(|store| store.remove_note(kind, id))
    }
    fn remove_expired_notes(&self, before: u64) -> Answer<()> {
        self.write(|store| store.remove_expired_notes(before))
    }
    fn flush(&self) -> Answer<()> {
        self.store.flush()
    }
}
