//! Measures how long a table takes to decide on an action of Sun in Stonehenge, to apply it, and to build the messages
//! for two players and the spectators. In this game every action may need a simulation.
//!
//! `cargo bench -p sarsen-session`; under `cargo test` a short run only shows that it works.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench prints and stops at a fault")]

#[path = "../tests/all/common.rs"]
mod common;

use std::time::{Duration, Instant};

use common::{Bench, PEOPLE, act_as, moment, setup};
use sarsen_core::{Seat, Viewer, chance};
use sarsen_session::{Listener, Table};
use sarsen_testkit::speed::is_bench;

fn main() {
    let turns = if is_bench() { 60 } else { 4 };
    let mut bench = Bench::ada_and_bo(setup("sun", &[], &PEOPLE));
    let mut rng = chance::generator(7);
    let (mut actions, mut told) = (0_u32, 0_usize);
    let (mut deciding, mut telling) = (Duration::ZERO, Duration::ZERO);
    while actions < turns * 3 && bench.table.whole_position().unwrap().turn().seat().is_some() {
        let position = bench.table.whole_position().unwrap();
        let seat = position.turn().seat().unwrap();
        let action = position.random_action(&mut rng).unwrap();
        let (game, ply) = bench.table.game_and_ply().unwrap();
        let command = act_as(&[seat.number()], game, ply, &action);
        let begun = Instant::now();
        let steps = bench.table.decide(&command, &moment(1_000_000)).unwrap();
        deciding += begun.elapsed();
        let begun = Instant::now();
        for step in &steps {
            told += bench.table.apply_and_tell(step, &everybody()).unwrap().len();
        }
        telling += begun.elapsed();
        bench.log.extend(steps.into_iter().map(|step| step.event));
        actions += 1;
    }
    assert!(actions >= 9 && told >= 3 * actions as usize, "{actions} actions, told {told} times");
    let again = Table::replay("t", bench.stored()).unwrap();
    assert_eq!(again.whole_record(), bench.table.whole_record());
    let mean = |sum: Duration| sum.as_secs_f64() * 1000.0 / f64::from(actions);
    println!(
        "{actions} actions: {:.3} ms to decide, {:.3} ms to apply and tell",
        mean(deciding),
        mean(telling)
    );
}

/// Both players and the spectators.
fn everybody() -> [Listener; 3] {
    let seat = |seat| Listener { viewer: Viewer::Seat(seat), you: Some(seat) };
    [seat(Seat::ONE), seat(Seat::TWO), Listener { viewer: Viewer::Public, you: None }]
}
