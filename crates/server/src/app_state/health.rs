//! Whether the store can still be written.

use std::time::{Duration, Instant};

use sarsen_store::Store;
use tokio::sync::Mutex;

/// The minimal interval between checks, however often the health is requested: each check writes to the disk.
const MIN_INTERVAL: Duration = Duration::from_secs(1);

/// A store that does not answer within this time is considered failed.
const PATIENCE: Duration = Duration::from_secs(5);

/// The last result and its time.
#[derive(Default)]
pub(super) struct Health(Mutex<Option<(Instant, bool)>>);

impl Health {
    pub(super) async fn check(&self, store: &dyn Store) -> bool {
        let mut last = self.0.lock().await;
        if let Some((at, healthy)) = *last
            && at.elapsed() < MIN_INTERVAL
        {
            return healthy;
        }
        let healthy = match tokio::time::timeout(PATIENCE, store.check()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::error!(%error, "the store has failed");
                false
            }
            Err(_) => {
                tracing::error!("the store does not answer");
                false
            }
        };
        *last = Some((Instant::now(), healthy));
        healthy
    }
}
