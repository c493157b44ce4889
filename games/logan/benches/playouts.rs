//! Random games a second through the generic interface, on one core, in processor time.
//!
//! The result is checked: the same seeds must give the same number of actions and of wins for seat 1,
//! whatever was optimised.

use cpu_time::ThreadTime;
use sarsen_core::{Options, Rules, Seat, chance};
use sarsen_logan::Logan;

const GAMES: u32 = 500_000;

/// Actions, wins of seat 1 and draws in all games.
const EXPECTED: (u64, u32, u32) = (10_405_343, 251_003, 710);

fn main() {
    // `cargo test` runs benches too, to see that they work: then a short run is enough.
    let games = if std::env::args().any(|arg| arg == "--bench") { GAMES } else { GAMES / 100 };
    let start = Logan::start(&Options::defaults(Logan::SPEC));
    let mut rng = chance::generator(2026);
    let (mut actions, mut wins, mut draws) = (0_u64, 0_u32, 0_u32);
    let clock = ThreadTime::now();
    for _ in 0..games {
        let mut state = start.clone();
        actions += u64::from(chance::playout(&mut state, &mut rng));
        let winner = state.turn().outcome().and_then(|outcome| outcome.winner());
        wins += u32::from(winner == Some(Seat::ONE));
        draws += u32::from(winner.is_none());
    }
    let seconds = clock.elapsed().as_secs_f64();
    report(games, actions, wins, draws, seconds);
    if games == GAMES {
        assert_eq!((actions, wins, draws), EXPECTED, "random play has changed");
    }
}

#[allow(clippy::print_stdout)]
fn report(games: u32, actions: u64, wins: u32, draws: u32, seconds: f64) {
    let share = |count: u32| 100.0 * f64::from(count) / f64::from(games);
    println!(
        "logan: {:.0} games/s, {:.2} million actions/s, {:.1} actions a game, seat 1 wins {:.1} %, {:.2} % drawn",
        f64::from(games) / seconds,
        actions as f64 / seconds / 1e6,
        actions as f64 / f64::from(games),
        share(wins),
        share(draws),
    );
}
