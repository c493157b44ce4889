//! Metrics for Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use crate::engine::Purpose;

/// The metrics of a server.
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
    pub(crate) sockets: AtomicI64,
    pub(crate) sockets_refused: AtomicU64,
    pub(crate) accept_failures: AtomicU64,
    pub(crate) tables_purged: AtomicU64,
    pub(crate) studies_purged: AtomicU64,
    pub(crate) players_purged: AtomicU64,
    pub(crate) engine_jobs: AtomicU64,
    pub(crate) engine_failures: AtomicU64,
    pub(crate) engine_running: AtomicI64,
    pub(crate) engine_waiting: AtomicI64,
    pub(crate) replay_jobs: AtomicU64,
    pub(crate) replay_micros: AtomicU64,
    pub(crate) replay_running: AtomicI64,
    pub(crate) replay_waiting: AtomicI64,
    pub(crate) conflicts: AtomicU64,
    pub(crate) caught_up: AtomicU64,
    pub(crate) due_taken: AtomicU64,
    pub(crate) commit: Histogram,
}

/// A histogram of durations, in seconds.
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

    /// Counts a job as started (1) or ended (-1).
    pub(crate) fn running(&self, purpose: Purpose, change: i64) {
        let (jobs, running) = match purpose {
            Purpose::Replay => (&self.replay_jobs, &self.replay_running),
            Purpose::Move | Purpose::TimedMove | Purpose::Hint | Purpose::Analysis => {
                (&self.engine_jobs, &self.engine_running)
            }
        };
        if change > 0 {
            Metrics::add(jobs);
        }
        running.fetch_add(change, Ordering::Relaxed);
    }

    /// Changes the number of waiting jobs.
    pub(crate) fn waiting(&self, purpose: Purpose, change: i64) {
        let waiting = match purpose {
            Purpose::Replay => &self.replay_waiting,
            Purpose::Move | Purpose::TimedMove | Purpose::Hint | Purpose::Analysis => {
                &self.engine_waiting
            }
        };
        waiting.fetch_add(change, Ordering::Relaxed);
    }

    /// The metrics in Prometheus format.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let gauges = [
            ("sarsen_connections", "Open WebSockets.", &self.connections),
            ("sarsen_sockets", "Open connections of any kind.", &self.sockets),
            ("sarsen_tables", "Tables in memory.", &self.tables),
            ("sarsen_engine_running", "Running searches.", &self.engine_running),
            ("sarsen_engine_waiting", "Searches that wait for a thread.", &self.engine_waiting),
            ("sarsen_replay_running", "Running replays.", &self.replay_running),
            ("sarsen_replay_waiting", "Replays that wait for a thread.", &self.replay_waiting),
        ];
        for (name, help, value) in gauges {
            let value = value.load(Ordering::Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        let counters = [
            ("sarsen_tables_made_total", "Tables created.", &self.tables_made),
            ("sarsen_events_total", "Events written.", &self.events),
            ("sarsen_messages_total", "Messages from clients.", &self.messages),
            ("sarsen_refusals_total", "Messages refused.", &self.refusals),
            (
                "sarsen_slow_clients_total",
                "Clients disconnected by the server.",
                &self.slow_clients,
            ),
            ("sarsen_store_failures_total", "Writes that failed.", &self.store_failures),
            ("sarsen_engine_jobs_total", "Searches started.", &self.engine_jobs),
            ("sarsen_replay_jobs_total", "Replays started.", &self.replay_jobs),
            ("sarsen_replay_microseconds_total", "Processor time of replays.", &self.replay_micros),
            ("sarsen_sockets_refused_total", "Connections over a limit.", &self.sockets_refused),
            (
                "sarsen_accept_failures_total",
                "Failed attempts to accept a connection.",
                &self.accept_failures,
            ),
            ("sarsen_conflicts_total", "Writes that lost to another node.", &self.conflicts),
            ("sarsen_caught_up_total", "Events read that other nodes wrote.", &self.caught_up),
            ("sarsen_due_taken_total", "Due tables claimed.", &self.due_taken),
            ("sarsen_tables_purged_total", "Abandoned tables removed.", &self.tables_purged),
            ("sarsen_studies_purged_total", "Unused studies removed.", &self.studies_purged),
            ("sarsen_players_purged_total", "Absent people removed.", &self.players_purged),
            ("sarsen_engine_failures_total", "Engine failures.", &self.engine_failures),
        ];
        for (name, help, value) in counters {
            let value = value.load(Ordering::Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
        }
        self.commit.write(
            &mut text,
            "sarsen_commit_seconds",
            "Time from a decision until it is on disk.",
        );
        text
    }
}
