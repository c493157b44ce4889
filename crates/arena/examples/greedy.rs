//! A player that takes whatever looks best after one action, against random play.
//!
//! ```sh
//! cargo run --release -p sarsen-arena --example greedy
//! ```

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use sarsen_core::chance::Generator;
use sarsen_core::{ListActions, Options, Rules, Seat, chance, legal_actions};
use sarsen_stonehenge::{Action, Stonehenge};

/// How many more megaliths a seat has placed than the other.
fn lead(game: &Stonehenge, seat: Seat) -> i32 {
    let left = game.score().expect("megaliths are counted");
    left[seat.other()] - left[seat]
}

/// The action with the greatest lead after it; the first one in case of a tie.
fn greedy(game: &Stonehenge, seat: Seat) -> Option<Action> {
    let after = |action: Action| {
        let mut next = *game;
        next.apply(action);
        lead(&next, seat)
    };
    // `max_by_key` returns the last maximum.
    legal_actions(game).into_iter().rev().max_by_key(|&action| after(action))
}

/// Plays a game in which `greedy_seat` is greedy and the other seat plays at random.
fn play(greedy_seat: Seat, rng: &mut Generator) -> Option<Seat> {
    let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
    while let Some(seat) = game.turn().seat() {
        let action =
            if seat == greedy_seat { greedy(&game, seat) } else { game.random_action(rng) };
        game.apply(action.expect("a state that is not over has a legal action"));
    }
    game.turn().outcome().and_then(|outcome| outcome.winner())
}

fn main() {
    let mut rng = chance::generator(1);
    let games = 200;
    let seats = (0..games).map(|game| if game % 2 == 0 { Seat::ONE } else { Seat::TWO });
    let won = seats.filter(|&seat| play(seat, &mut rng) == Some(seat)).count();
    println!("greedy won {won} of {games} games against random play");
}
