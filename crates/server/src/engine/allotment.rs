//! How long an engine may think about one action.
//!
//! Without a clock every level has a fixed time. With a clock, levels 5 to 8 use a share of the remaining time, based
//! on the number of turns still to come, and most of the increment. The time is computed when the search starts, so
//! that waiting for a thread is taken into account, and a reserve is always kept for the way to the table.

use std::time::{Duration, Instant};

use sarsen_core::Level;
use sarsen_protocol::Clock;

/// The time of each level without a clock, in milliseconds.
const WITHOUT_CLOCK: [u64; 8] = [150, 200, 250, 300, 600, 1000, 2000, 4000];

/// The longest time of each level with a clock, in milliseconds: people are waiting.
const MOST: [u64; 8] = [150, 200, 250, 300, 1500, 4000, 10_000, 30_000];

/// The percentage of its allotment that each level uses: a weaker level that plays faster is also closer to its
/// intended strength.
const SHARE: [u64; 8] = [100, 100, 100, 100, 25, 50, 75, 100];

/// The reserve for the way from the thread to the table, for a clock per action and for one per game, where the delays
/// add up; never more than half of the clock.
const KEPT_BACK: [u64; 2] = [300, 1000];

/// The minimal time of a search, in milliseconds.
const LEAST: u64 = 5;

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
    let Some(Running { rule, falls }) = clock else {
        return Duration::from_millis(WITHOUT_CLOCK[level.index()]);
    };
    let left = falls.saturating_duration_since(Instant::now()).as_millis() as u64;
    Duration::from_millis(of_clock(level, turns, rule, left))
}

fn of_clock(level: Level, turns: u32, rule: Clock, left: u64) -> u64 {
    let kept_back = match rule {
        Clock::PerMove { time } => KEPT_BACK[0].min(time / 2),
        Clock::Fischer { initial, .. } => KEPT_BACK[1].min(initial / 2),
        Clock::None => 0,
    };
    let usable = left.saturating_sub(kept_back);
    let fair = match rule {
        // The next action has a full clock again.
        Clock::PerMove { .. } | Clock::None => usable / 2,
        Clock::Fischer { increment, .. } => usable / u64::from(turns.max(1)) + increment / 4 * 3,
    };
    // The number of turns is an estimate; a third of the rest can be taken indefinitely.
    let fair = fair.min(usable / 3) * SHARE[level.index()] / 100;
    fair.clamp(LEAST, MOST[level.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1000;

    /// The time left after some turns, each of which takes `way` longer than it was allotted.
    fn left_after(
        clock: Clock,
        level: Level,
        turns: u32,
        estimate: impl Fn(u32) -> u32,
        way: u64,
    ) -> u64 {
        let Clock::Fischer { initial, increment } = clock else {
            unreachable!("a clock for a game")
        };
        let mut left = initial;
        for turn in 0..turns {
            let used = of_clock(level, estimate(turns - turn), clock, left) + way;
            assert!(used < left, "turn {turn}: {used} of {left}");
            left = left - used + increment;
        }
        left
    }

    #[test]
    fn no_level_runs_out_of_time_however_wrong_the_estimate_is() {
        for initial in [2 * SECOND, 10 * SECOND, 60 * SECOND, 3600 * SECOND] {
            for increment in [0, 100, 2 * SECOND] {
                let clock = Clock::Fischer { initial, increment };
                for level in Level::all() {
                    // Twenty milliseconds of delay per turn fit into each of these clocks.
                    left_after(clock, level, 40, |left| left, 20);
                    left_after(clock, level, 40, |_| 1, 20);
                    left_after(clock, level, 40, |_| 1000, 20);
                }
            }
        }
    }

    #[test]
    fn the_top_level_uses_its_clock_and_weaker_ones_less_of_it() {
        let clock = Clock::Fischer { initial: 60 * SECOND, increment: 0 };
        let left = |number| left_after(clock, Level::new(number).unwrap(), 9, |left| left, 0);
        assert!(left(8) < 20 * SECOND, "{}", left(8));
        assert!(left(8) < left(7) && left(7) < left(6) && left(6) < left(5));
        assert!(left(4) > 57 * SECOND);
    }

    #[test]
    fn clocks_per_move_bound_the_thinking_time_from_both_sides() {
        let per_move = |time| of_clock(Level::MAX, 9, Clock::PerMove { time }, time);
        assert!(per_move(SECOND) <= 350);
        assert_eq!(per_move(24 * 3600 * SECOND), MOST[7]);
        assert_eq!(of_clock(Level::MAX, 9, Clock::PerMove { time: SECOND }, 0), LEAST);
        let without = allotment(Level::MAX, 9, None);
        assert_eq!(without, Duration::from_millis(WITHOUT_CLOCK[7]));
    }

    #[test]
    fn late_in_the_game_a_turn_gets_a_larger_share_of_the_time() {
        let clock = Clock::Fischer { initial: 60 * SECOND, increment: 0 };
        assert!(
            of_clock(Level::MAX, 3, clock, 9 * SECOND) > of_clock(Level::MAX, 9, clock, 9 * SECOND)
        );
    }
}
