//! What a load balancer and Prometheus ask of a node.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;

use super::AppState;

/// How a node stands.
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
    /// Whether people should be sent here, and how the node stands.
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

    /// Lets load balancers notice that nobody should be sent here any more, before the tables stop.
    pub(crate) async fn drain(&self, grace: Duration) {
        self.draining.send_replace(true);
        tokio::time::sleep(grace).await;
    }

    /// The figures as Prometheus reads them.
    pub(crate) fn metrics_text(&self) -> String {
        let mut text = self.metrics.text();
        let Some(cluster) = &self.cluster else { return text };
        let gauges = [
            (
                "sarsen_bus_connected",
                "Whether the bus is there.",
                u64::from(cluster.bus_is_connected()),
            ),
            ("sarsen_nodes", "Nodes that are alive.", cluster.nodes()),
            ("sarsen_workers", "Workers that are alive.", cluster.workers() as u64),
        ];
        for (name, help, value) in gauges {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        let counters = [
            ("sarsen_hints_sent_total", "Hints to other nodes.", &cluster.counts.hints_sent),
            ("sarsen_hints_heard_total", "Hints of other nodes.", &cluster.counts.hints_heard),
            ("sarsen_jobs_sent_total", "Jobs for workers.", &cluster.counts.jobs_sent),
            ("sarsen_jobs_repeated_total", "Jobs sent once more.", &cluster.counts.jobs_repeated),
        ];
        for (name, help, value) in counters {
            let value = value.load(std::sync::atomic::Ordering::Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
        }
        text
    }
}
