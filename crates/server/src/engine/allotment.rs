//! How long an engine may think about one action.
//!
//! Without a clock every level has a fixed time. With a clock, levels 5 to 8 use a share of the remaining time
//! ([`sarsen_search::allotment`]). The time is computed when the search starts, so that waiting for a thread is taken
//! into account, and a reserve is always kept for the way to the table.

use std::time::{Duration, Instant};

use sarsen_core::Level;
use sarsen_protocol::Clock;
use sarsen_search::{GameClock, TimeLeft};

/// The time of each level without a clock, in milliseconds.
const WITHOUT_CLOCK: [u64; 8] = [150, 200, 250, 300, 600, 1000, 2000, 4000];

/// The reserve of a clock per action for the way from the thread to the table; never more than half of the clock.
const KEPT_BACK: Duration = Duration::from_millis(300);

/// What an action costs beside the thinking: the way to the table and to disk, and in simulated games the simulation.
const DELAY: Duration = Duration::from_millis(15);

/// The clock of the seat to act.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Running {
    /// The time control.
    pub(crate) rule: Clock,
    /// When it runs out.
    pub(crate) falls: Instant,
}

/// The time for the next action of a level whose seat probably still has `turns` turns in this game.
pub(crate) fn allotment(level: Level, turns: u32, clock: Option<Running>) -> Duration {
    match clock {
        None => without_clock(level),
        Some(Running { rule, falls }) => {
            of_clock(level, turns, rule, falls.saturating_duration_since(Instant::now()))
        }
    }
}

fn without_clock(level: Level) -> Duration {
    Duration::from_millis(WITHOUT_CLOCK[level.index()])
}

fn of_clock(level: Level, turns: u32, rule: Clock, left: Duration) -> Duration {
    let millis = Duration::from_millis;
    match rule {
        Clock::None => without_clock(level),
        // The next action has a full clock again.
        Clock::PerMove { time } => {
            let usable = left.saturating_sub(KEPT_BACK.min(millis(time) / 2));
            let left = TimeLeft { usable, increment: Duration::ZERO, delay: Duration::ZERO };
            sarsen_search::allotment(level, 1, left)
        }
        Clock::Fischer { initial, increment } => {
            let clock = GameClock { initial: millis(initial), increment: millis(increment) };
            let usable = left.saturating_sub(clock.reserve());
            let left = TimeLeft { usable, increment: clock.increment, delay: DELAY };
            sarsen_search::allotment(level, turns, left)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn clocks_per_move_bound_the_thinking_time_from_both_sides() {
        let per_move = |time: Duration, left| {
            let rule = Clock::PerMove { time: time.as_millis() as u64 };
            of_clock(Level::MAX, 9, rule, left)
        };
        assert!(per_move(SECOND, SECOND) <= Duration::from_millis(350));
        assert_eq!(per_move(24 * 3600 * SECOND, 24 * 3600 * SECOND), 30 * SECOND);
        assert!(per_move(SECOND, Duration::ZERO) < Duration::from_millis(5));
        assert_eq!(allotment(Level::MAX, 9, None), 4 * SECOND);
    }

    #[test]
    fn a_clock_per_game_is_divided_among_the_turns_that_are_left() {
        let time = |turns, left| {
            let rule = Clock::Fischer { initial: 60_000, increment: 0 };
            of_clock(Level::MAX, turns, rule, left)
        };
        assert!(time(3, 9 * SECOND) > time(9, 9 * SECOND));
        assert!(time(9, 61 * SECOND) > 6 * SECOND && time(9, 61 * SECOND) < 7 * SECOND);
        // What is kept back is not thought away, and many short turns leave time for their delays.
        assert!(time(1, SECOND) < Duration::from_millis(5));
        assert!(time(100, 2 * SECOND) < Duration::from_millis(5));
    }
}
