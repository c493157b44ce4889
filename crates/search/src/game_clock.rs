//! How long an engine thinks about one action when its seat has a clock for the whole game.

use std::fmt;
use std::time::Duration;

use sarsen_core::Level;

/// A clock for each seat: a time for the whole game, and what is added after each of its actions.
///
/// ```
/// use std::time::Duration;
///
/// use sarsen_search::GameClock;
///
/// let blitz = GameClock { initial: Duration::from_secs(60), increment: Duration::from_secs(1) };
/// assert_eq!(blitz.to_string(), "60s+1s");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// The time at the start.
    pub initial: Duration,
    /// What is added after an action.
    pub increment: Duration,
}

impl GameClock {
    /// What an engine keeps back for actions that take longer than they should: a second, or half of a short clock.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use sarsen_search::GameClock;
    ///
    /// let bullet = GameClock { initial: Duration::from_secs(1), increment: Duration::ZERO };
    /// assert_eq!(bullet.reserve(), Duration::from_millis(500));
    /// ```
    pub fn reserve(&self) -> Duration {
        Duration::from_secs(1).min(self.initial / 2)
    }
}

impl fmt::Display for GameClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.increment.is_zero() {
            write!(f, "{:?}+0", self.initial)
        } else {
            write!(f, "{:?}+{:?}", self.initial, self.increment)
        }
    }
}

/// What an engine has to divide among its actions.
///
/// ```
/// use std::time::Duration;
///
/// use sarsen_core::Level;
/// use sarsen_search::{TimeLeft, allotment};
///
/// let minute = Duration::from_secs(60);
/// let prompt = TimeLeft { usable: minute, increment: Duration::ZERO, delay: Duration::ZERO };
/// let delayed = TimeLeft { delay: Duration::from_secs(1), ..prompt };
/// assert!(allotment(Level::MAX, 10, delayed) < allotment(Level::MAX, 10, prompt));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// The time left, without what is kept back.
    pub usable: Duration,
    /// What is added after an action.
    pub increment: Duration,
    /// What an action costs in addition to the thinking.
    pub delay: Duration,
}

/// The longest time of each level, in milliseconds: people are waiting.
const MOST: [u64; 8] = [150, 200, 250, 300, 1500, 4000, 10_000, 30_000];

/// The percentage of its allotment that each level uses: a weaker level that plays faster is also closer to its
/// intended strength.
const SHARE: [u32; 8] = [100, 100, 100, 100, 25, 50, 75, 100];

/// The minimal time of a search.
const LEAST: Duration = Duration::from_millis(2);

/// The time for the next action of a level whose seat probably still has `turns` turns in this game: a share of what is
/// left once the delays of all these turns are paid, and most of the increment.
///
/// ```
/// use std::time::Duration;
///
/// use sarsen_core::Level;
/// use sarsen_search::{TimeLeft, allotment};
///
/// let left = TimeLeft {
///     usable: Duration::from_secs(60),
///     increment: Duration::ZERO,
///     delay: Duration::ZERO,
/// };
/// assert_eq!(allotment(Level::MAX, 10, left), Duration::from_secs(6));
/// ```
pub fn allotment(level: Level, turns: u32, left: TimeLeft) -> Duration {
    let TimeLeft { usable, increment, delay } = left;
    let turns = turns.max(1);
    let usable = usable.saturating_sub(delay.saturating_sub(increment).saturating_mul(turns));
    let fair = usable / turns + increment.saturating_sub(delay) / 4 * 3;
    // The number of turns is an estimate; a third of the rest can be taken indefinitely.
    let fair = fair.min(usable / 3) / 100 * SHARE[level.index()];
    fair.clamp(LEAST, Duration::from_millis(MOST[level.index()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// The time left after some turns, each of which costs `delay` in addition to its allotment.
    fn left_after(
        clock: GameClock,
        level: Level,
        turns: u32,
        estimate: impl Fn(u32) -> u32,
        delay: Duration,
    ) -> Duration {
        let GameClock { initial, increment } = clock;
        let mut left = initial;
        for turn in 0..turns {
            let time = TimeLeft { usable: left.saturating_sub(clock.reserve()), increment, delay };
            let used = allotment(level, estimate(turns - turn), time) + delay;
            assert!(used < left, "{clock}, level {level}, turn {turn}: {used:?} of {left:?}");
            left = left - used + increment;
        }
        left
    }

    #[test]
    fn no_level_runs_out_of_time_however_wrong_the_estimate_is() {
        for initial in [SECOND, 2 * SECOND, 10 * SECOND, 60 * SECOND, 3600 * SECOND] {
            for increment in [Duration::ZERO, SECOND / 10, 2 * SECOND] {
                let clock = GameClock { initial, increment };
                for level in Level::all() {
                    // These fit into each of the clocks.
                    let delay = Duration::from_millis(20);
                    left_after(clock, level, 40, |left| left, delay);
                    left_after(clock, level, 20, |_| 1, delay);
                    left_after(clock, level, 40, |_| 1000, delay);
                    left_after(clock, level, 120, |_| 1, Duration::from_millis(2));
                }
            }
        }
    }

    #[test]
    fn the_top_level_uses_its_clock_and_weaker_ones_less_of_it() {
        let clock = GameClock { initial: 60 * SECOND, increment: Duration::ZERO };
        let left =
            |number| left_after(clock, Level::new(number).unwrap(), 9, |left| left, Duration::ZERO);
        assert!(left(8) < 20 * SECOND, "{:?}", left(8));
        assert!(left(8) < left(7) && left(7) < left(6) && left(6) < left(5));
        assert!(left(4) > 57 * SECOND);
    }

    #[test]
    fn an_increment_is_used_and_pays_for_the_delay_first() {
        let left = |usable, increment, delay| TimeLeft {
            usable: Duration::from_millis(usable),
            increment: Duration::from_millis(increment),
            delay: Duration::from_millis(delay),
        };
        let time = |left| allotment(Level::MAX, 10, left).as_millis();
        assert_eq!(time(left(10_000, 400, 0)), 1300);
        assert_eq!(time(left(10_000, 400, 100)), 1225);
        assert_eq!(time(left(10_000, 0, 100)), 900);
        assert_eq!(time(left(900, 0, 100)), LEAST.as_millis());
    }
}
