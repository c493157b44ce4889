//! Random actions a second through the generic interface, on one core.
//!
//! The result is checked: the same seed must give the same number of actions and of wins for seat 1,
//! whatever was optimised.

use sarsen_core::{Options, Rules, Seat, chance};
use sarsen_holes::Holes;
use sarsen_testkit::speed;

const GAMES: u32 = 400_000;
/// Actions and wins of seat 1 in all games.
const EXPECTED: (u64, u32) = (111_373_440, 199_428);
/// Moves a second of 58 Holes in Ludii, random play, one thread of such a machine (2026-11-15).
const LUDII: f64 = 174_000.0;

fn main() {
    let games = if speed::is_bench() { GAMES } else { GAMES / 100 };
    let (time, (actions, wins)) = speed::timed(|| play(games));
    if games == GAMES {
        assert_eq!((actions, wins), EXPECTED, "random play has changed");
    }
    report(games, actions, wins, time.as_secs_f64());
}

fn play(games: u32) -> (u64, u32) {
    let start = Holes::start(&Options::defaults(Holes::SPEC));
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
    let rate = actions as f64 / seconds;
    let share = 100.0 * f64::from(wins) / f64::from(games);
    println!(
        "holes: {:.1} million actions/s, {:.0} thousand games/s of one core's time, {:.1} actions a game; seat 1 wins {share:.1} %; {:.0} times Ludii",
        rate / 1e6,
        f64::from(games) / seconds / 1e3,
        actions as f64 / f64::from(games),
        rate / LUDII,
    );
}
