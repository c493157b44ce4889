//! A game with chance: how throws are listed, drawn and averaged, and what the exact solution says.
//!
//! ```sh
//! cargo run --release -p sarsen-arena --example dice
//! ```

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use sarsen_core::{Chance, Options, Rules, Turn, chance};
use sarsen_holes::{Holes, Ruleset, solve};

fn main() {
    let mut options = Options::defaults(Holes::SPEC);
    options.set("pieces", "1").expect("58 Holes can be played with one piece");
    let start = Holes::start(&options);
    assert_eq!(start.turn(), Turn::Chance, "the sticks are thrown first");

    // Chance is an action like any other; its outcomes have exact weights.
    let mut total = 0;
    start.visit_outcomes(|_, weight| total += weight);
    start.visit_outcomes(|throw, weight| println!("{throw} comes {weight} times in {total}"));

    // Random play draws them by these weights …
    let mut rng = chance::generator(1);
    let games = 2_000;
    let actions: u32 = (0..games).map(|_| chance::playout(&mut start.clone(), &mut rng)).sum();
    println!("random games take {:.1} actions", f64::from(actions) / f64::from(games));

    // … and solving averages over all of them.
    let exact = solve::random_play(Ruleset::with_pieces(1));
    println!("exactly: {:.1} actions", exact.length);
}
