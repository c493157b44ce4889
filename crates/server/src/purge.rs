//! Removing tables that nobody comes back to.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sarsen_session::Digest;
use sarsen_store::{IdleTable, StoreError};

use crate::Limits;
use crate::app_state::AppState;

/// How often it is looked for them.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// The first look comes when the server has had time for those who waited for it.
const FIRST: Duration = Duration::from_secs(60);

/// So many tables are looked at in one go; others may write in between.
const GROUP: usize = 100;

/// Looks for abandoned tables now and then, until the server stops.
pub(crate) async fn run(app: Arc<AppState>) {
    let mut clock = tokio::time::interval_at(tokio::time::Instant::now() + FIRST, EVERY);
    loop {
        tokio::select! {
            _ = clock.tick() => {}
            () = app.stopped() => return,
        }
        if let Err(error) = app.purge().await {
            tracing::error!(%error, "abandoned tables cannot be removed");
        }
    }
}

impl AppState {
    /// Removes the tables at which nothing has happened for too long, gives their room back to the disk, and says how many
    /// they were. Tables in memory and tables whose clocks run are not abandoned.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub async fn purge(&self) -> Result<u64, StoreError> {
        let kept = [self.limits.keep_unfinished, self.limits.keep_finished];
        let Some(shortest) = kept.into_iter().flatten().min() else { return Ok(0) };
        let now = self.sources.now();
        let before = now.saturating_sub(millis(shortest));
        let (mut purged, mut after) = (0, None);
        loop {
            let aged = self.store.aged_tables(before, after.as_deref(), GROUP).await?;
            let Some(last) = aged.last() else { break };
            after = Some(last.table.clone());
            for table in aged {
                purged += u64::from(self.purge_one(table, now).await?);
            }
        }
        if purged > 0 {
            self.store.shrink().await?;
            self.metrics.tables_purged.fetch_add(purged, Ordering::Relaxed);
            tracing::info!(purged, "abandoned tables were removed");
        }
        Ok(purged)
    }

    async fn purge_one(&self, aged: IdleTable, now: u64) -> Result<bool, StoreError> {
        let digest = aged.digest.and_then(|text| serde_json::from_str::<Digest>(&text).ok());
        // What is not known to be abandoned stays: a digest of an earlier version is made anew by the next list.
        let Some(digest) = digest else { return Ok(false) };
        let Limits { keep_finished, keep_unfinished, .. } = self.limits;
        let kept = if digest.is_over() { keep_finished } else { keep_unfinished };
        let Some(kept) = kept else { return Ok(false) };
        if aged.changed >= now.saturating_sub(millis(kept))
            || self.registry.present(&aged.table).is_some()
        {
            return Ok(false);
        }
        self.store.remove(&aged.table, aged.changed).await?;
        Ok(true)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
