//! What the engines know of each game, one module a game.

pub mod stonehenge;

use crate::engine::Engine;

/// The engine of a game's id.
pub(crate) fn engine(game: &str) -> Option<Box<dyn Engine>> {
    match game {
        "stonehenge" => Some(Box::new(stonehenge::StonehengePlayer)),
        _ => None,
    }
}
