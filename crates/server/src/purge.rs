//! Removing abandoned tables.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sarsen_session::Digest;
use sarsen_store::{IdleTable, StoreError};

use crate::Limits;
use crate::app_state::AppState;

/// The interval between purges.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// The delay before the first purge, so that clients come first after a start.
const FIRST: Duration = Duration::from_secs(60);

/// The number of tables per batch; other writes can come in between.
const GROUP: usize = 100;

/// Purges abandoned tables regularly until the server stops.
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
    /// Removes the tables that have been idle for too long, returns their space to the file system, and returns their
    /// number. Loaded tables and tables whose clocks run are not abandoned. Expired notes are removed too.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub async fn purge(&self) -> Result<u64, StoreError> {
        self.store.remove_expired_notes(self.sources.now()).await?;
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
        // Without a readable digest a table is kept: the next list will renew the digest.
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
