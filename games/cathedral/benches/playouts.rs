//! Random games and tested placements per second on one core, through the generic interface, compared with the plain
//! rules of the tests in the same run. All in CPU time.
//!
//! The results are checked: the same seed gives the same games whatever was optimised, and the plain rules play the
//! same games as the fast ones.

#[path = "../tests/all/plain/mod.rs"]
#[allow(dead_code)]
mod plain;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use cpu_time::ThreadTime;
use plain::{Plain, Settings};
use sarsen_cathedral::{Cathedral, Piece, Placement, Squares, View};
use sarsen_core::{ListActions, Options, Rules, Viewer, Views, chance};

const SEED: u64 = 2026;
const GAMES: u32 = 100_000;
const PLAIN_GAMES: u32 = 300;

/// The number of actions, and the sum of both seats' scores, in all games.
const EXPECTED: (u64, u64) = (2_434_597, 2_553_703);

fn main() {
    // `cargo test` also runs benches, to check that they work; a short run is enough for that.
    let whole = std::env::args().any(|arg| arg == "--bench");
    let share = if whole { 1 } else { 100 };
    let (fast, played) = playouts(GAMES / share);
    if whole {
        assert_eq!(played, EXPECTED, "random play has changed");
    }
    let plain_games = PLAIN_GAMES / share;
    let (slow, plain_played) = plain_playouts(plain_games);
    assert_eq!(plain_played, playouts(plain_games).1, "the plain rules play other games");
    report("games", f64::from(GAMES / share), fast, f64::from(plain_games), slow);
    generation(share);
}

/// The CPU time of random games, their actions and the sum of their scores.
fn playouts(games: u32) -> (Duration, (u64, u64)) {
    let start = start();
    let mut rng = chance::generator(SEED);
    let (mut actions, mut scores) = (0, 0);
    let clock = ThreadTime::now();
    for _ in 0..games {
        let mut state = start.clone();
        actions += u64::from(chance::playout(&mut state, &mut rng));
        scores += state.score().map_or(0, |score| score.iter().sum::<i32>()) as u64;
    }
    (clock.elapsed(), (actions, scores))
}

/// The same by the plain rules, whose moves are drawn from the same random numbers.
fn plain_playouts(games: u32) -> (Duration, (u64, u64)) {
    let mut rng = chance::generator(SEED);
    let (mut actions, mut scores) = (0, 0);
    let clock = ThreadTime::now();
    for _ in 0..games {
        let mut state = Plain::new(Settings::default());
        while !state.over {
            let moves = state.legal();
            state.play(moves[chance::below(&mut rng, moves.len() as u64) as usize]);
            actions += 1;
        }
        scores += (state.score(0) + state.score(1)) as u64;
    }
    (clock.elapsed(), (actions, scores))
}

/// Lists the legal actions of all states of some games, by both rules.
fn generation(share: u32) {
    let states = states(200 / share.min(100));
    let tested: u64 = states.iter().map(|(state, _)| tested(&state.view(Viewer::Public))).sum();
    let rounds = 200 / share.min(100);
    let clock = ThreadTime::now();
    let mut listed = 0;
    for (state, _) in (0..rounds).flat_map(|_| &states) {
        let _: ControlFlow<()> = state.visit_actions(|action| {
            black_box(action);
            listed += 1;
            ControlFlow::Continue(())
        });
    }
    let fast = clock.elapsed();
    let clock = ThreadTime::now();
    let plain_listed: usize = states.iter().map(|(_, plain)| black_box(plain.legal()).len()).sum();
    let slow = clock.elapsed();
    assert_eq!(listed, u64::from(rounds) * plain_listed as u64, "the lists differ");
    let tests = tested as f64;
    report("placements tested", tests * f64::from(rounds), fast, tests, slow);
}

/// Every state of some random games in which a monument is to be placed, in both implementations.
fn states(games: u32) -> Vec<(Cathedral, Plain)> {
    let mut rng = chance::generator(SEED);
    let mut states = Vec::new();
    for _ in 0..games {
        let (mut fast, mut plain) = (start(), Plain::new(Settings::default()));
        while !plain.over {
            let moves = plain.legal();
            let n = chance::below(&mut rng, moves.len() as u64) as usize;
            plain.play(moves[n]);
            fast.apply(fast.nth_action(n).expect("as many actions as moves"));
            states.push((fast.clone(), plain.clone()));
        }
    }
    states
}

/// The number of placements on the board of all footprints that the seat to act could place.
fn tested(view: &View) -> u64 {
    let Some(seat) = view.to_act else { return 0 };
    view.trays[seat.index()].iter().map(|kind| within_walls(kind.piece)).sum()
}

fn within_walls(piece: Piece) -> u64 {
    let rotations = 0..4;
    let at = |rotation| {
        Squares::BOARD
            .iter()
            .filter(move |&square| Placement::new(piece, rotation, square).is_some())
    };
    rotations.map(|rotation| at(rotation).count() as u64).sum()
}

fn start() -> Cathedral {
    Cathedral::start(&Options::defaults(Cathedral::SPEC))
}

#[allow(clippy::print_stdout)]
fn report(what: &str, count: f64, fast: Duration, plain_count: f64, slow: Duration) {
    let rate = count / fast.as_secs_f64();
    let plain_rate = plain_count / slow.as_secs_f64();
    println!(
        "cathedral: {rate:.0} {what} per CPU second; plain rules {plain_rate:.0}; {:.0} times as fast",
        rate / plain_rate
    );
}
