//! Speed measurements for benches, in CPU time of the thread, which does not depend on the load of the machine.

use std::time::Duration;

use cpu_time::ThreadTime;
use sarsen_core::{Chance, ListActions, Options, Seat, chance};

/// Runs `work` and returns its CPU time and its result.
pub fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = ThreadTime::now();
    let result = work();
    (start.elapsed(), result)
}

/// Whether this is `cargo bench`; otherwise it is `cargo test`, which only checks that benches work.
pub fn is_bench() -> bool {
    std::env::args().any(|arg| arg == "--bench")
}

/// The totals of random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {
    /// The actions of all games.
    pub actions: u64,
    /// The games that seat 1 won.
    pub wins: u32,
    /// The games that nobody won.
    pub draws: u32,
}

/// Random games and how long they took.
#[derive(Clone, Copy, Debug)]
pub struct Playouts {
    games: u32,
    seconds: f64,
    sums: Sums,
}

impl Playouts {
    /// Plays `games` random games under the default options through the generic interface. In a bench the same seed
    /// must give the same totals, whatever was optimised; otherwise only a hundredth is played.
    pub fn run<G: ListActions + Chance>(games: u32, expected: Sums) -> Playouts {
        let played = if is_bench() { games } else { games / 100 };
        let (time, sums) = timed(|| play::<G>(played));
        assert!(played != games || sums == expected, "random play has changed: {sums:?}");
        Playouts { games: played, seconds: time.as_secs_f64(), sums }
    }

    /// Games per second of one core's time.
    pub fn games_per_second(&self) -> f64 {
        f64::from(self.games) / self.seconds
    }

    /// Actions per second of one core's time.
    pub fn actions_per_second(&self) -> f64 {
        self.sums.actions as f64 / self.seconds
    }

    /// Prints the figures of a game.
    #[allow(clippy::print_stdout)]
    pub fn report(&self, game: &str) {
        let share = |count: u32| 100.0 * f64::from(count) / f64::from(self.games);
        println!(
            "{game}: {:.0} games/s, {:.2} million actions/s of one core's time, {:.1} actions per game; seat 1 wins {:.1} %, {:.2} % drawn",
            self.games_per_second(),
            self.actions_per_second() / 1e6,
            self.sums.actions as f64 / f64::from(self.games),
            share(self.sums.wins),
            share(self.sums.draws),
        );
    }
}

fn play<G: ListActions + Chance>(games: u32) -> Sums {
    let start = G::start(&Options::defaults(G::SPEC));
    let mut rng = chance::generator(2026);
    let mut sums = Sums { actions: 0, wins: 0, draws: 0 };
    for _ in 0..games {
        let mut state = start.clone();
        sums.actions += u64::from(chance::playout(&mut state, &mut rng));
        let winner = state.turn().outcome().and_then(|outcome| outcome.winner());
        sums.wins += u32::from(winner == Some(Seat::ONE));
        sums.draws += u32::from(winner.is_none());
    }
    sums
}
