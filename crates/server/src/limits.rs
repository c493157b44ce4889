//! The limits per client.

use std::time::{Duration, Instant};

const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most connections of any kind; fewer if the system allows fewer open files.
    pub sockets: usize,
    /// The most connections of any kind from one address; at most half of all.
    pub sockets_per_address: usize,
    /// The timeout for a request head, for a request body, and for silence between requests.
    pub request_timeout: Duration,
    /// How long sent data may stay unacknowledged, and how long a connection may be silent before it is probed.
    pub dead_after: Duration,
    /// The interval of pings to a silent WebSocket client; after three without an answer it is disconnected.
    pub heartbeat: Duration,
    /// A client of a table that has said nothing for this long is pinged; if it stays silent as long again, the others are told that
    /// it is away. It stays connected: it may be back in a moment.
    pub silence: Duration,
    /// The most WebSockets.
    pub connections: usize,
    /// The most WebSockets per table.
    pub connections_per_table: usize,
    /// The most WebSockets per address.
    pub connections_per_address: usize,
    /// The most tables per player.
    pub tables_per_player: usize,
    /// Messages per second on one WebSocket, in the long run.
    pub messages_per_second: f64,
    /// Messages at once on one WebSocket.
    pub message_burst: f64,
    /// Messages per second on all WebSockets of one address, in the long run; the burst is five seconds' worth.
    pub messages_per_address: f64,
    /// Bytes per second read from all WebSockets of one address, in the long run; the burst is five seconds' worth.
    pub received_per_address: f64,
    /// HTTP requests per second from one address, in the long run; the burst is ten seconds' worth.
    pub requests_per_address: f64,
    /// New players and tables per second from one address; the burst is twenty seconds' worth.
    pub creations_per_address: f64,
    /// Codes that take a key to another browser, made or tried, a second from one address; a hundred seconds' worth at once.
    pub transfers_per_address: f64,
    /// Tables a second that one address may have listed for anybody to sit down; ten minutes' worth at once.
    pub listings_per_address: f64,
    /// The most tables of one player that are listed for anybody to sit down at a time.
    pub listed_per_player: usize,
    /// The most tables of all players that are listed at a time.
    pub listed: usize,
    /// Seconds of processor time per second for replays requested by one address (records, tables that are not loaded,
    /// missed events), in the long run; the burst is forty seconds' worth.
    pub replay_per_address: f64,
    /// Bytes per second written on behalf of one address, in the long run; the burst is 4096 seconds' worth.
    pub bytes_per_address: f64,
    /// Bytes of large answers that one address has asked for and not taken.
    pub answers_per_address: usize,
    /// How long an idle table with an unfinished game is kept; `None` means for ever.
    pub keep_unfinished: Option<Duration>,
    /// How long an idle table whose last game is over is kept; `None` means for ever.
    pub keep_finished: Option<Duration>,
    /// How long a saved study is kept that nobody opens; `None` means for ever.
    pub keep_studies: Option<Duration>,
    /// How long a person is kept who sits at no table and does not come back; `None` means for ever.
    pub keep_players: Option<Duration>,
    /// How much longer than its thinking time an engine at a table may take, with the waiting for a thread, before it counts as
    /// failed.
    pub engine_patience: Duration,
    /// The longest time for a hint or an analysis.
    pub longest_analysis: Duration,
    /// The capacity of a client's queue of frames.
    pub send_queue: usize,
    /// How long a table without clients stays in memory.
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
            silence: Duration::from_secs(2),
            connections: 10_000,
            connections_per_table: 500,
            connections_per_address: 500,
            tables_per_player: 1000,
            messages_per_second: 20.0,
            message_burst: 100.0,
            messages_per_address: 200.0,
            received_per_address: f64::from(256 << 10),
            requests_per_address: 50.0,
            creations_per_address: 5.0,
            transfers_per_address: 0.2,
            listings_per_address: 1.0 / 60.0,
            listed_per_player: 5,
            listed: 200,
            replay_per_address: 0.25,
            bytes_per_address: 4096.0,
            answers_per_address: 32 << 20,
            keep_unfinished: Some(90 * A_DAY),
            keep_finished: None,
            keep_studies: Some(365 * A_DAY),
            keep_players: Some(90 * A_DAY),
            engine_patience: Duration::from_secs(300),
            longest_analysis: Duration::from_secs(60),
            send_queue: 64,
            idle: Duration::from_secs(60),
        }
    }
}

/// A token bucket.
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

    /// Whether nothing has been taken recently.
    pub(crate) fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.level >= self.most
    }

    /// Takes one token, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.take_many(1.0, now)
    }

    /// Takes an amount, if it is available.
    pub(crate) fn take_many(&mut self, amount: f64, now: Instant) -> bool {
        self.fill(now);
        let enough = self.level >= amount;
        if enough {
            self.level -= amount;
        }
        enough
    }

    /// Whether there is anything left.
    pub(crate) fn has_any(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.level > 0.0
    }

    /// How long it takes until there is anything left.
    pub(crate) fn wait(&mut self, now: Instant) -> Duration {
        self.fill(now);
        Duration::from_secs_f64((-self.level).max(0.0) / self.per_second)
    }

    /// Takes the cost of something that has been done, even if that is more than is left. The debt is limited to one
    /// filling.
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
    fn a_bucket_can_go_into_debt() {
        let start = Instant::now();
        let mut bucket = Bucket::new(1.0, 4.0, start);
        assert_eq!(bucket.wait(start), Duration::ZERO);
        bucket.charge(6.0, start);
        assert_eq!(bucket.wait(start), Duration::from_secs(2));
        assert!(!bucket.has_any(start + Duration::from_secs(2)), "two are still owed");
        assert!(bucket.has_any(start + Duration::from_secs(3)));
        bucket.charge(1e9, start);
        assert!(bucket.has_any(start + Duration::from_secs(9)), "nobody owes for ever");
    }
}
