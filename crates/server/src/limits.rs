//! How much one client may ask for.

use std::time::{Duration, Instant};

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most connections of any kind at a time; fewer where the system allows fewer open files.
    pub sockets: usize,
    /// The most connections of any kind of one address at a time; at most half of all.
    pub sockets_per_address: usize,
    /// How long a client may take for the head of a request, be silent between two, or take for a body.
    pub request_timeout: Duration,
    /// How long sent bytes may stay unacknowledged before a connection is cut, and how long a silent one is not probed.
    pub dead_after: Duration,
    /// How often a silent client of a WebSocket is asked whether it is still there; after three times without an answer it
    /// is cut off.
    pub heartbeat: Duration,
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
    /// New players and tables a second from one address; twenty seconds' worth at once.
    pub creations_per_address: f64,
    /// Seconds of processor time a second for what one address wants replayed (records, tables that are not in memory,
    /// what was missed), in the long run; forty seconds' worth at once.
    pub replay_per_address: f64,
    /// Bytes a second that one address may have written, in the long run; 4096 seconds' worth at once.
    pub bytes_per_address: f64,
    /// How long a table with an unfinished game is kept when nothing happens there; nothing: for ever.
    pub keep_unfinished: Option<Duration>,
    /// How long a table whose last game is over is kept; nothing: for ever.
    pub keep_finished: Option<Duration>,
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
            sockets: 12_000,
            sockets_per_address: 600,
            request_timeout: Duration::from_secs(15),
            dead_after: Duration::from_secs(30),
            heartbeat: Duration::from_secs(20),
            connections: 10_000,
            connections_per_table: 500,
            connections_per_address: 500,
            tables_per_player: 1000,
            messages_per_second: 20.0,
            message_burst: 100.0,
            messages_per_address: 200.0,
            requests_per_address: 50.0,
            creations_per_address: 5.0,
            replay_per_address: 0.25,
            bytes_per_address: 4096.0,
            keep_unfinished: Some(Duration::from_secs(90 * 24 * 60 * 60)),
            keep_finished: None,
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
        self.take_many(1.0, now)
    }

    /// Takes so much, if there is so much.
    pub(crate) fn take_many(&mut self, amount: f64, now: Instant) -> bool {
        self.fill(now);
        let enough = self.level >= amount;
        if enough {
            self.level -= amount;
        }
        enough
    }

    /// Whether there is anything in it.
    pub(crate) fn has_any(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.level > 0.0
    }

    /// Takes what something has cost, be it more than there is. Nobody owes more than one filling.
    pub(crate) fn charge(&mut self, amount: f64, now: Instant) {
        self.fill(now);
        self.level = (self.level - amount).max(-self.most);
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

    #[test]
    fn what_was_charged_beyond_the_level_is_owed() {
        let start = Instant::now();
        let mut bucket = Bucket::new(1.0, 4.0, start);
        bucket.charge(6.0, start);
        assert!(!bucket.has_any(start + Duration::from_secs(2)), "two are still owed");
        assert!(bucket.has_any(start + Duration::from_secs(3)));
        bucket.charge(1e9, start);
        assert!(bucket.has_any(start + Duration::from_secs(9)), "nobody owes for ever");
    }
}
