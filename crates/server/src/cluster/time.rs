//! The time shared by all nodes of a cluster: the database's, which does not advance while no node is alive.
//!
//! A node asks for it every two seconds and advances it by its own monotonic clock in between. If the database stops
//! answering, the node's time stops after the same delay as the database's, so nobody's clock runs out because the
//! database was unavailable.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sarsen_store::{Beat, NODE_TIMEOUT_MILLIS};

use crate::app_state::{Sources, SystemSources};

/// The shared time as one node knows it.
#[derive(Debug)]
pub struct ClusterTime {
    /// The last time received, and when.
    told: Mutex<(u64, Instant)>,
    nodes: AtomicU64,
}

impl ClusterTime {
    /// Starts with the time just received.
    pub fn new(beat: Beat) -> ClusterTime {
        let told = Mutex::new((beat.tick, Instant::now()));
        ClusterTime { told, nodes: AtomicU64::new(beat.nodes) }
    }

    /// Stores a time requested at `asked` and received now: the answer is from about the middle.
    pub(crate) fn note(&self, beat: Beat, asked: Instant) {
        let now = Instant::now();
        let middle = now.duration_since(asked) / 2;
        let moment = now.checked_sub(middle).unwrap_or(now);
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = (beat.tick, moment);
        self.nodes.store(beat.nodes, Ordering::Relaxed);
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The time now.
    pub(crate) fn tick(&self) -> u64 {
        let (tick, told) = *self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let longest = Duration::from_millis(NODE_TIMEOUT_MILLIS.unsigned_abs());
        tick + told.elapsed().min(longest).as_millis() as u64
    }
}

/// The system's sources, with players' time taken from the cluster.
#[derive(Clone, Debug)]
pub struct ClusterSources(pub Arc<ClusterTime>);

impl Sources for ClusterSources {
    fn now(&self) -> u64 {
        SystemSources.now()
    }
    fn tick(&self) -> u64 {
        self.0.tick()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cluster_time_stops_without_beats() {
        let time = ClusterTime::new(Beat { tick: 1000, nodes: 3 });
        let long_ago = Instant::now().checked_sub(Duration::from_secs(3600)).unwrap();
        *time.told.lock().unwrap() = (1000, long_ago);
        assert_eq!(time.tick(), 1000 + NODE_TIMEOUT_MILLIS.unsigned_abs());
        time.note(Beat { tick: 5000, nodes: 2 }, Instant::now());
        assert!((5000..6000).contains(&time.tick()), "{}", time.tick());
        assert_eq!(time.nodes(), 2);
    }
}
