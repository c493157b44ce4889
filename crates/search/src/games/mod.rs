//! The engines' knowledge of each game, one module per game.

pub mod cathedral;
pub mod generic;
pub mod holes;
pub mod logan;
pub mod stonehenge;
pub mod sun;

use sarsen_core::{Chance, Hidden, ListActions, Rules, chance};

use crate::engine::{Choice, GameRequest};
use crate::knowledge::{NoKnowledge, Weakness, mix};
use crate::report::Found;
use crate::tools::GameTools;
use crate::{ismcts, mcts};

/// The games: one line each.
pub(crate) const ALL: &[&GameTools] = &[
    &stonehenge::TOOLS,
    &cathedral::TOOLS,
    &logan::TOOLS,
    &holes::TOOLS,
    &sun::TOOLS,
    #[cfg(feature = "sixth-game")]
    &generic::tools::<sarsen_catalog::sarsen_tictactoe::TicTacToe>(),
];

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
