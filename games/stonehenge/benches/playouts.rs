//! Random games a second through the generic interface, on one core.
//!
//! The result is checked: the same seeds must give the same number of actions and of wins for seat 1,
//! whatever was optimised.

use sarsen_core::{Options, Rules, Seat, chance};
use sarsen_stonehenge::Stonehenge;
use sarsen_testkit::speed;

const GAMES: u32 = 2_000_000;
/// Actions and wins of seat 1 in all games.
const EXPECTED: (u64, u32) = (32_402_141, 1_049_841);

fn main() {
    let games = if speed::is_bench() { GAMES } else { GAMES / 100 };
    let (time, (actions, wins)) = speed::timed(|| play(games));
    if games == GAMES {
        assert_eq!((actions, wins), EXPECTED, "random play has changed");
    }
    report(games, actions, wins, time.as_secs_f64());
}

fn play(games: u32) -> (u64, u32) {
    let start = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
    let mut rng = chance::generator(2026);
    let (mut actions, mut wins) = (0, 0);
    for _ in 0..games {
        let mut state = start;
        actions += u64::from(chance::playout(&mut state, &mut rng));
        let winner = state.turn().outcome().and_then(|outcome| outcome.winner());
        wins += u32::from(winner == Some(Seat::ONE));
    }
    (actions, wins)
}

#[allow(clippy::print_stdout)]
fn report(games: u32, actions: u64, wins: u32, seconds: f64) {
    let share = 100.0 * f64::from(wins) / f64::from(games);
    println!(
        "stonehenge: {:.2} million games/s, {:.1} million actions/s of one core's time; seat 1 wins {share:.1} %",
        f64::from(games) / seconds / 1e6,
        actions as f64 / seconds / 1e6,
    );
}
