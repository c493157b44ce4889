//! Random games a second through the generic interface, on one core.
//!
//! The result is checked: the same seeds must give the same number of actions and of wins for seat 1,
//! whatever was optimised.

use std::time::Instant;

use sarsen_core::{Options, Rules, Seat, chance};
use sarsen_stonehenge::Stonehenge;

const GAMES: u32 = 2_000_000;

fn main() {
    // `cargo test` runs benches too, to see that they work: then a short run is enough.
    let games = if std::env::args().any(|arg| arg == "--bench") { GAMES } else { GAMES / 100 };
    let start = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
    let mut rng = chance::generator(2026);
    let (mut actions, mut wins) = (0_u64, 0_u32);
    let clock = Instant::now();
    for _ in 0..games {
        let mut state = start;
        actions += u64::from(chance::playout(&mut state, &mut rng));
        wins += u32::from(state.turn().outcome().and_then(|o| o.winner()) == Some(Seat::ONE));
    }
    let seconds = clock.elapsed().as_secs_f64();
    if games == GAMES {
        assert_eq!((actions, wins), EXPECTED, "random play has changed");
    }
    report(games, actions, wins, seconds);
}

/// Actions and wins of seat 1 in all games.
const EXPECTED: (u64, u32) = (0, 0);

#[allow(clippy::print_stdout)]
fn report(games: u32, actions: u64, wins: u32, seconds: f64) {
    let share = 100.0 * f64::from(wins) / f64::from(games);
    println!(
        "stonehenge: {:.2} million games/s, {:.1} million actions/s, seat 1 wins {share:.1} %",
        f64::from(games) / seconds / 1e6,
        actions as f64 / seconds / 1e6,
    );
}
