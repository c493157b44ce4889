//! The list of puzzles.

use std::sync::Arc;

use crate::common::Server;
use sarsen_protocol::PuzzleSets;
use sarsen_server::{Limits, Sources};
use sarsen_store::MemoryStore;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// Some time of a day since 1970.
struct OnDay(u64);

impl Sources for OnDay {
    fn now(&self) -> u64 {
        self.0 * DAY + DAY / 3
    }
    fn tick(&self) -> u64 {
        self.now()
    }
}

#[tokio::test]
async fn the_puzzle_of_the_day_is_another_one_every_day() {
    for (day, date) in [(0, "1970-01-01"), (1, "1970-01-02"), (20_775, "2026-11-18")] {
        let store = Arc::new(MemoryStore::new());
        let server = Server::with(store, Limits::default(), Arc::new(OnDay(day))).await;
        let puzzles: PuzzleSets = server.get("/api/v1/puzzles", None).await;
        assert_eq!(puzzles.date, date);
        assert!(!puzzles.sets.is_empty());
        for set in puzzles.sets {
            let number = day % set.grades.len() as u64 + 1;
            assert_eq!(u64::from(set.today), number, "{} on {date}", set.game);
        }
    }
}
