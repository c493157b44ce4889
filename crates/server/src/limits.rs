//! How much one client may ask for.

use std::time::{Duration, Instant};

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most WebSockets at a time.
    pub connections: usize,
    /// The most WebSockets of one table at a time.
    pub connections_per_table: usize,
    /// The most WebSockets of one address at a time.
    pub connections_per_address: usize,
    /// The most tables at which one player sits.
    pub tables_per_player: usize,
    /// Messages a second on one WebSocket, in the long run.
    pub messages_per_second: f64,
    /// Messages at once on one WebSocket.
    pub message_burst: f64,
    /// Messages a second on all WebSockets of one address, in the long run; five seconds' worth at once.
    pub messages_per_address: f64,
    /// Requests of HTTP a second from one address, in the long run; ten seconds' worth at once.
    pub requests_per_address: f64,
    /// New players and tables a second, all clients together; twenty seconds' worth at once.
    pub creations_per_second: f64,
    /// New players and tables a second from one address; twenty seconds' worth at once.
    pub creations_per_address: f64,
    /// How long an engine may think about a hint or an analysis.
    pub longest_analysis: Duration,
    /// Frames that may wait for a client that does not read.
    pub send_queue: usize,
    /// How long a table that nobody looks at stays in memory.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            connections_per_table: 500,
            connections_per_address: 500,
            tables_per_player: 1000,
            messages_per_second: 20.0,
            message_burst: 100.0,
            messages_per_address: 200.0,
            requests_per_address: 50.0,
            creations_per_second: 50.0,
            creations_per_address: 10.0,
            longest_analysis: Duration::from_secs(60),
            send_queue: 64,
            idle: Duration::from_secs(60),
        }
    }
}

/// A bucket that fills steadily; who takes from an empty one is too fast.
#[derive(Debug)]
pub(crate) struct Bucket {
    per_second: f64,
    most: f64,
    level: f64,
    seen: Instant,
}

impl Bucket {
    pub(crate) fn new(per_second: f64, most: f64, now: Instant) -> Bucket {
        Bucket { per_second, most, level: most, seen: now }
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.seen).as_secs_f64();
        self.level = (self.level + passed * self.per_second).min(self.most);
        self.seen = now;
    }

    /// Whether nobody has taken from it of late.
    pub(crate) fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.level >= self.most
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.fill(now);
        let enough = self.level >= 1.0;
        if enough {
            self.level -= 1.0;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_allows_a_burst_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(2.0, 3.0, start);
        assert_eq!([true; 4].map(|_| bucket.take(start)), [true, true, true, false]);
        let later = start + Duration::from_millis(500);
        assert!(bucket.take(later));
        assert!(!bucket.take(later));
    }
}
