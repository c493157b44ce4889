//! Plays games at random and counts who wins.
//!
//! ```sh
//! cargo run --release -p sarsen-arena --example random_playout
//! ```

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use sarsen_core::{Options, Rules, Seat, chance};
use sarsen_stonehenge::Stonehenge;

fn main() {
    let start = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
    // With a fixed seed the games are the same on every machine.
    let mut rng = chance::generator(1);
    let (games, mut won, mut actions) = (2_000, 0, 0);
    for _ in 0..games {
        // States are small values: a playout only needs a copy.
        let mut game = start;
        actions += chance::playout(&mut game, &mut rng);
        let outcome = game.turn().outcome().expect("a playout ends");
        won += u32::from(outcome.winner() == Some(Seat::ONE));
    }
    println!("{games} games, {:.1} actions each", f64::from(actions) / f64::from(games));
    println!("seat 1 won {:.1} %", 100.0 * f64::from(won) / f64::from(games));
}
