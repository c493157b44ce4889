//! A custom engine in the arena, against one of Sarsen's own.
//!
//! Programs in any language can do the same by speaking UGI (`ugi:COMMAND`, see docs/ugi.md).
//!
//! ```sh
//! cargo run --release -p sarsen-arena --example custom_engine
//! ```

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use std::sync::Arc;
use std::time::Duration;

use sarsen_arena::game::{GameSetup, Opening, play};
use sarsen_arena::{Contestant, Spec};
use sarsen_core::{Options, Seat};
use sarsen_search::{Cancel, Choice, Engine, EngineError, Engines, Level, Limits, Request};

/// Plays for megaliths: the action that leaves its own seat the fewest of them.
struct Greedy;

impl Engine for Greedy {
    fn game(&self) -> &'static str {
        "stonehenge"
    }

    fn choose(&self, request: &Request<'_>) -> Result<Choice, EngineError> {
        let seat = request.position.turn().seat().ok_or(EngineError::NoSeat)?;
        let left = |action: &String| {
            let mut after = request.position.boxed();
            let played = after.resolve(seat, action).and_then(|action| after.play(&action));
            played.ok().and_then(|()| after.score()).map_or(i32::MAX, |score| score[seat])
        };
        let actions = request.position.choices(seat).lines();
        let action = actions.into_iter().min_by_key(left).ok_or(EngineError::NoSeat)?;
        Ok(Choice { action, chance: 0.5, exact: false, lines: Vec::new(), depth: 1, nodes: 1 })
    }

    fn has_yardstick(&self) -> bool {
        false
    }

    fn yardstick(&self, _: &Request<'_>) -> Result<Choice, EngineError> {
        Err(EngineError::NoTree("stonehenge"))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = sarsen_catalog::game("stonehenge").ok_or("there is no such game")?;
    let options = Options::defaults(game.spec());
    let limits = Limits::nodes(200);
    let mut greedy = Contestant::Level(Arc::new(Greedy), Level::MAX);
    let mut level_one = Contestant::new(
        &Spec::Level(Level::MIN),
        "stonehenge",
        &Engines::default(),
        Duration::ZERO,
    )?;
    let names = ["greedy".to_owned(), "sarsen:1".to_owned()];
    let mut won = 0;
    let pairs = 5;
    // Pairs of games with the same opening and swapped seats are the fairest measure.
    for pair in 0..pairs {
        for seats in [[0, 1], [1, 0]] {
            let setup = GameSetup {
                game,
                options: &options,
                opening: Opening::Random(2),
                luck: pair,
                seed: pair,
                limits: &limits,
                clock: None,
            };
            let contestants = &mut [&mut greedy, &mut level_one];
            let finished = play(&setup, contestants, &names, &seats, &Cancel::default())?;
            let winner = finished.outcome.winner().map(|seat: Seat| seats[seat.index()]);
            won += u32::from(winner == Some(0));
        }
    }
    println!("greedy won {won} of {} games against level 1", 2 * pairs);
    Ok(())
}
