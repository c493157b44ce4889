//! The engines' knowledge of each game, one module per game.

pub mod cathedral;
pub mod generic;
pub mod holes;
pub mod logan;
pub mod stonehenge;
pub mod sun;

use sarsen_core::{Chance, Hidden, ListActions, Rules, chance};

use crate::engine::{Choice, Engine, GameRequest, WeightsError};
use crate::knowledge::{NoKnowledge, Weakness, mix};
use crate::puzzles::PuzzleMaker;
use crate::report::Found;
use crate::{ismcts, mcts};

/// The engine for a game id.
pub(crate) fn engine(game: &str) -> Option<Box<dyn Engine>> {
    match game {
        "stonehenge" => Some(Box::new(stonehenge::StonehengeEngine)),
        "cathedral" => Some(Box::new(cathedral::CathedralEngine)),
        "logan" => Some(Box::new(logan::LoganEngine)),
        "holes" => Some(Box::new(holes::HolesEngine)),
        "sun" => Some(Box::new(sun::SunEngine)),
        #[cfg(feature = "sixth-game")]
        "tictactoe" => Some(Box::new(
            generic::GenericEngine::<sarsen_catalog::sarsen_tictactoe::TicTacToe>::NEW,
        )),
        _ => None,
    }
}

/// The engine of a game's id that judges by a network.
pub(crate) fn engine_with_weights(game: &str, text: &str) -> Result<Box<dyn Engine>, WeightsError> {
    match game {
        "cathedral" => {
            let network = cathedral::Network::parse(text)?;
            Ok(Box::new(cathedral::NetworkEngine::new(network)))
        }
        _ => Err(WeightsError::NoNetwork(game.to_owned())),
    }
}

/// What the game of an id knows about its puzzles.
pub(crate) fn puzzle_maker(game: &str) -> Option<&'static dyn PuzzleMaker> {
    match game {
        "stonehenge" => Some(&stonehenge::StonehengePuzzles),
        "cathedral" => Some(&cathedral::CathedralPuzzles),
        "logan" => Some(&logan::LoganPuzzles),
        "holes" => Some(&holes::HolesPuzzles),
        "sun" => Some(&sun::SunPuzzles),
        _ => None,
    }
}

/// The choice of a player with these errors: the best candidate, or one that looks as good to it.
pub(crate) fn pick<G: Rules>(
    found: &Found<G::Action>,
    weakness: Weakness,
    asked: &GameRequest<'_, '_, G>,
) -> Choice {
    let chances: Vec<f64> = found.candidates.iter().map(|candidate| candidate.chance).collect();
    let mut rng = chance::generator(mix(asked.seed() ^ 0x05e1_ec70));
    Choice::of(found, weakness.pick(&chances, &mut rng), asked.request)
}

/// Plain UCT, the yardstick, for a game without hidden information.
pub(crate) fn plain_uct<G: ListActions + Chance>(
    state: &G,
    asked: &GameRequest<'_, '_, G>,
) -> Choice {
    let settings = mcts::Settings::plain(asked.seed(), asked.threads(), asked.memory());
    let progress = asked.request.progress;
    let found = mcts::search(state, &NoKnowledge, &settings, &asked.budget, progress);
    Choice::of(&found, 0, asked.request)
}

/// Plain UCT over the states that a seat considers possible.
pub(crate) fn plain_hidden_uct<G: ListActions + Chance + Hidden>(
    state: &G,
    asked: &GameRequest<'_, '_, G>,
) -> Found<G::Action> {
    let settings = mcts::Settings::plain(asked.seed(), asked.threads(), asked.memory());
    ismcts::search(
        state,
        asked.also,
        &NoKnowledge,
        &settings,
        &asked.budget,
        asked.request.progress,
    )
}
