//! The state of a node for load balancers and Prometheus.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;

use super::AppState;

/// The state of a node.
#[derive(Debug, Serialize)]
pub(crate) struct Readiness {
    ready: bool,
    store: bool,
    draining: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    bus: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    workers: Option<usize>,
}

impl AppState {
    /// Whether clients should be sent here, and the state of the node.
    pub(crate) async fn readiness(&self) -> (bool, Readiness) {
        let draining = *self.draining.borrow() || self.is_stopping();
        let store = self.health.check(self.store.as_ref()).await;
        let ready = store && !draining;
        let cluster = self.cluster.as_ref();
        let readiness = Readiness {
            ready,
            store,
            draining,
            bus: cluster.map(super::super::cluster::Cluster::bus_is_connected),
            nodes: cluster.map(super::super::cluster::Cluster::nodes),
            workers: cluster.map(super::super::cluster::Cluster::workers),
        };
        (ready, readiness)
    }

    /// Gives load balancers time to notice that no clients should be sent here, before the tables stop.
    pub(crate) async fn drain(&self, grace: Duration) {
        self.draining.send_replace(true);
        tokio::time::sleep(grace).await;
    }

    /// The figures in Prometheus format.
    pub(crate) fn metrics_text(&self) -> String {
        let mut text = self.metrics.text();
        let Some(cluster) = &self.cluster else { return text };
        let gauges = [
            (
                "sarsen_bus_connected",
                "Whether the bus is connected.",
                u64::from(cluster.bus_is_connected()),
            ),
            ("sarsen_nodes", "Live nodes.", cluster.nodes()),
            ("sarsen_workers", "Live workers.", cluster.workers() as u64),
        ];
        for (name, help, value) in gauges {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        let counters = [
            ("sarsen_hints_sent_total", "Hints sent to other nodes.", &cluster.counts.hints_sent),
            (
                "sarsen_hints_heard_total",
                "Hints received from other nodes.",
                &cluster.counts.hints_heard,
            ),
            ("sarsen_jobs_sent_total", "Jobs sent to workers.", &cluster.counts.jobs_sent),
            ("sarsen_jobs_repeated_total", "Jobs sent again.", &cluster.counts.jobs_repeated),
        ];
        for (name, help, value) in counters {
            let value = value.load(std::sync::atomic::Ordering::Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
        }
        text
    }
}
