//! Figures for Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// The figures of a server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) connections: AtomicI64,
    pub(crate) tables: AtomicI64,
    pub(crate) tables_made: AtomicU64,
    pub(crate) events: AtomicU64,
    pub(crate) messages: AtomicU64,
    pub(crate) refusals: AtomicU64,
    pub(crate) slow_clients: AtomicU64,
    pub(crate) store_failures: AtomicU64,
    pub(crate) engine_jobs: AtomicU64,
    pub(crate) engine_running: AtomicI64,
    pub(crate) engine_waiting: AtomicI64,
    pub(crate) commit: Histogram,
}

/// How long something took, in seconds.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

const BOUNDS: [f64; 8] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 1.0];

impl Histogram {
    pub(crate) fn observe(&self, took: Duration) {
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            if took.as_secs_f64() <= bound {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        let count = self.count.load(Ordering::Relaxed);
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            let _ = writeln!(
                text,
                "{name}_bucket{{le=\"{bound}\"}} {}",
                bucket.load(Ordering::Relaxed)
            );
        }
        let sum = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(
            text,
            "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}"
        );
    }
}

impl Metrics {
    pub(crate) fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// The figures as Prometheus reads them.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let gauges = [
            ("sarsen_connections", "Open WebSockets.", &self.connections),
            ("sarsen_tables", "Tables in memory.", &self.tables),
            ("sarsen_engine_running", "Engines that are thinking.", &self.engine_running),
            ("sarsen_engine_waiting", "Engines that wait for a thread.", &self.engine_waiting),
        ];
        for (name, help, value) in gauges {
            let value = value.load(Ordering::Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        let counters = [
            ("sarsen_tables_made_total", "Tables that were made.", &self.tables_made),
            ("sarsen_events_total", "Events that were written.", &self.events),
            ("sarsen_messages_total", "Messages from clients.", &self.messages),
            ("sarsen_refusals_total", "Messages that were refused.", &self.refusals),
            ("sarsen_slow_clients_total", "Clients that were cut off.", &self.slow_clients),
            ("sarsen_store_failures_total", "Writes that failed.", &self.store_failures),
            ("sarsen_engine_jobs_total", "Searches that were begun.", &self.engine_jobs),
        ];
        for (name, help, value) in counters {
            let value = value.load(Ordering::Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
        }
        self.commit.write(&mut text, "sarsen_commit_seconds", "From a decision to the disk.");
        text
    }
}
