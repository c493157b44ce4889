//! The clocks of a game. They never read the time: every change is given its moment.

use sarsen_core::Seat;
use sarsen_protocol::{Clock, Clocks};

/// The clocks of all seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClockState {
    rule: Clock,
    /// The time each seat had left when the running clock was started, in milliseconds.
    remaining: Vec<u64>,
    /// The seat whose clock runs, and since when.
    running: Option<(Seat, u64)>,
    /// The seat whose clock will run again when the table is resumed.
    paused: Option<Seat>,
}

impl ClockState {
    pub(crate) fn new(rule: Clock, seats: usize) -> ClockState {
        let start = match rule {
            Clock::None => 0,
            Clock::Fischer { initial, .. } => initial,
            Clock::PerMove { time } => time,
        };
        ClockState { rule, remaining: vec![start; seats], running: None, paused: None }
    }

    /// Runs the clock of one seat and no other.
    pub(crate) fn run(&mut self, seat: Option<Seat>, at: u64) {
        self.stop(at);
        if self.rule != Clock::None {
            self.running = seat.map(|seat| (seat, at));
        }
    }

    /// Stops all clocks and charges the time used.
    pub(crate) fn stop(&mut self, at: u64) {
        if let Some((seat, since)) = self.running.take() {
            let used = at.saturating_sub(since);
            let left = &mut self.remaining[seat.index()];
            *left = left.saturating_sub(used);
        }
        self.paused = None;
    }

    /// The time a seat gains by acting.
    pub(crate) fn acted(&mut self, seat: Seat, at: u64) {
        self.stop(at);
        let left = &mut self.remaining[seat.index()];
        match self.rule {
            Clock::None => {}
            Clock::Fischer { increment, .. } => *left = left.saturating_add(increment),
            Clock::PerMove { time } => *left = time,
        }
    }

    /// Holds the running clock.
    pub(crate) fn pause(&mut self, at: u64) {
        let seat = self.running.map(|(seat, _)| seat);
        self.stop(at);
        self.paused = seat;
    }

    /// Restarts the held clock. A clock that was not held because the server was killed continues from its last event,
    /// so nobody is charged for the time in between.
    pub(crate) fn resume(&mut self, at: u64) {
        let seat = self.paused.take().or(self.running.map(|(seat, _)| seat));
        self.running = seat.map(|seat| (seat, at));
    }

    /// The time every seat has left, to be restored by a takeback.
    pub(crate) fn remaining(&self) -> &[u64] {
        &self.remaining
    }

    /// Restores earlier times.
    pub(crate) fn restore(&mut self, remaining: &[u64]) {
        self.remaining.copy_from_slice(remaining);
        self.running = None;
        self.paused = None;
    }

    /// The seat whose time has run out at a moment.
    pub(crate) fn fallen(&self, at: u64) -> Option<Seat> {
        let (seat, since) = self.running?;
        (at.saturating_sub(since) >= self.remaining[seat.index()]).then_some(seat)
    }

    /// When the running clock will run out.
    pub(crate) fn falls_at(&self) -> Option<u64> {
        self.running.map(|(seat, since)| since.saturating_add(self.remaining[seat.index()]))
    }

    /// The clocks for the wire; `None` if the game is played without.
    pub(crate) fn show(&self, at: u64) -> Option<Clocks> {
        if self.rule == Clock::None {
            return None;
        }
        let (running, at) = match self.running {
            Some((seat, since)) => (Some(seat), since),
            None => (None, at),
        };
        Some(Clocks { remaining: self.remaining.clone(), running, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FISCHER: Clock = Clock::Fischer { initial: 10_000, increment: 1_000 };

    #[test]
    fn a_fischer_clock_takes_what_was_used_and_adds_its_increment() {
        let mut clock = ClockState::new(FISCHER, 2);
        clock.run(Some(Seat::ONE), 100);
        clock.acted(Seat::ONE, 3_100);
        clock.run(Some(Seat::TWO), 3_100);
        assert_eq!(clock.remaining(), [8_000, 10_000]);
        assert_eq!(clock.falls_at(), Some(13_100));
        assert_eq!(clock.fallen(13_099), None);
        assert_eq!(clock.fallen(13_100), Some(Seat::TWO));
    }

    #[test]
    fn a_clock_per_move_is_full_again_after_every_action() {
        let mut clock = ClockState::new(Clock::PerMove { time: 5_000 }, 2);
        clock.run(Some(Seat::ONE), 0);
        clock.acted(Seat::ONE, 4_000);
        assert_eq!(clock.remaining(), [5_000, 5_000]);
    }

    #[test]
    fn nobody_is_charged_for_a_pause() {
        let mut clock = ClockState::new(FISCHER, 2);
        clock.run(Some(Seat::TWO), 0);
        clock.pause(2_000);
        assert_eq!(clock.fallen(1_000_000), None);
        clock.resume(1_000_000);
        assert_eq!(clock.falls_at(), Some(1_008_000));
    }

    #[test]
    fn after_a_kill_the_clock_continues_from_the_last_event() {
        let mut clock = ClockState::new(FISCHER, 2);
        clock.run(Some(Seat::ONE), 1_000);
        clock.resume(500_000);
        assert_eq!(clock.falls_at(), Some(510_000));
    }

    #[test]
    fn without_clocks_nothing_runs_and_nothing_falls() {
        let mut clock = ClockState::new(Clock::None, 2);
        clock.run(Some(Seat::ONE), 0);
        assert_eq!((clock.falls_at(), clock.show(5)), (None, None));
    }
}
