//! Removing what nobody uses any more: abandoned tables, unused studies, absent people, and notes that have expired.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sarsen_session::Digest;
use sarsen_store::{IdleTable, StoreError};

use crate::Limits;
use crate::app_state::AppState;

/// The interval between purges.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// The delay before the first purge, so that clients come first after a start.
const FIRST: Duration = Duration::from_secs(60);

/// The number of rows per batch; other requests can come in between.
const GROUP: usize = 100;

/// The number of tables, studies and people that a purge has removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Purged {
    /// Abandoned tables.
    pub tables: u64,
    /// Studies that nobody has opened for long.
    pub studies: u64,
    /// People without a table who have not come back.
    pub players: u64,
}

/// Purges regularly until the server stops.
pub(crate) async fn run(app: Arc<AppState>) {
    let mut clock = tokio::time::interval_at(tokio::time::Instant::now() + FIRST, EVERY);
    loop {
        tokio::select! {
            _ = clock.tick() => {}
            () = app.stopped() => return,
        }
        if let Err(error) = app.purge().await {
            tracing::error!(%error, "what nobody uses cannot be removed");
        }
    }
}

impl AppState {
    /// Removes what has not been used for too long, and returns its space to the file system. Loaded tables and tables
    /// whose clocks run are not abandoned.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub async fn purge(&self) -> Result<Purged, StoreError> {
        let now = self.sources.now();
        self.store.remove_expired_notes(now).await?;
        // Tables come before people: who sits at no table any more can be removed with them.
        let (tables, studies) = (self.purge_tables(now).await?, self.purge_studies(now).await?);
        let players = self.purge_players(now).await?;
        let purged = Purged { tables, studies, players };
        if purged != Purged::default() {
            self.store.shrink().await?;
            tracing::info!(tables, studies, players, "what nobody used was removed");
        }
        Ok(purged)
    }

    async fn purge_tables(&self, now: u64) -> Result<u64, StoreError> {
        let kept = [self.limits.keep_unfinished, self.limits.keep_finished];
        let Some(shortest) = kept.into_iter().flatten().min() else { return Ok(0) };
        let (mut purged, mut after) = (0, None);
        loop {
            let aged = self.store.aged_tables(ago(now, shortest), after.as_deref(), GROUP).await?;
            if aged.is_empty() {
                return Ok(purged);
            }
            for table in aged {
                let id = table.table.clone();
                if self.purge_table(table, now).await? {
                    purged += 1;
                    add(&self.metrics.tables_purged);
                } else {
                    // Only a table that is still there has a place in the order.
                    after = Some(id);
                }
            }
        }
    }

    /// Returns whether the table was removed.
    async fn purge_table(&self, aged: IdleTable, now: u64) -> Result<bool, StoreError> {
        let digest = aged.digest.and_then(|text| serde_json::from_str::<Digest>(&text).ok());
        // Without a readable digest a table is kept: the next list will renew the digest.
        let Some(digest) = digest else { return Ok(false) };
        let Limits { keep_finished, keep_unfinished, .. } = self.limits;
        let kept = if digest.is_over() { keep_finished } else { keep_unfinished };
        let Some(kept) = kept else { return Ok(false) };
        if aged.changed >= ago(now, kept) || self.registry.present(&aged.table).is_some() {
            return Ok(false);
        }
        self.store.remove(&aged.table, aged.changed).await?;
        Ok(true)
    }

    async fn purge_studies(&self, now: u64) -> Result<u64, StoreError> {
        let Some(kept) = self.limits.keep_studies else { return Ok(0) };
        let mut purged = 0;
        loop {
            let unused = self.store.unused_studies(ago(now, kept), GROUP).await?;
            if unused.is_empty() {
                return Ok(purged);
            }
            for study in unused {
                self.store.remove_study(&study.id, study.used).await?;
                purged += 1;
                add(&self.metrics.studies_purged);
            }
        }
    }

    async fn purge_players(&self, now: u64) -> Result<u64, StoreError> {
        let Some(kept) = self.limits.keep_players else { return Ok(0) };
        let (mut purged, mut after) = (0, None);
        loop {
            let absent = self.store.absent_players(ago(now, kept), after.clone(), GROUP).await?;
            if absent.is_empty() {
                return Ok(purged);
            }
            for player in absent {
                if !player.is_seated {
                    self.store.remove_player(&player.id, player.seen).await?;
                    purged += 1;
                    add(&self.metrics.players_purged);
                }
                after = Some(player);
            }
        }
    }
}

fn add(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// The moment a duration before `now`, in milliseconds since 1970.
fn ago(now: u64, long: Duration) -> u64 {
    now.saturating_sub(u64::try_from(long.as_millis()).unwrap_or(u64::MAX))
}
