//! Positions of any game.

use sarsen_catalog::{Game, Position};
use sarsen_core::{Options, Turn, chance};

/// Plays at random for a while, then on until a seat is to act.
pub(crate) fn somewhere(
    game: &dyn Game,
    options: &Options,
    actions: usize,
    seed: u64,
) -> Option<Box<dyn Position>> {
    let mut rng = chance::generator(seed);
    let mut position = game.start(options);
    let mut played = 0;
    while played < actions || position.turn() == Turn::Chance {
        let action = position.random_action(&mut rng)?;
        position.play(&action).ok()?;
        played += 1;
    }
    position.turn().seat().map(|_| position)
}
