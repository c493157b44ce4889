//! What the engines know of each game, one module a game.

pub mod cathedral;
pub mod holes;
pub mod logan;
pub mod stonehenge;
pub mod sun;

use sarsen_core::{Chance, Hidden, ListActions, Rules, chance};

use crate::engine::{Asked, Choice, Engine};
use crate::knowledge::{NoKnowledge, Weakness, mix};
use crate::report::Found;
use crate::{ismcts, mcts};

/// The engine of a game's id.
pub(crate) fn engine(game: &str) -> Option<Box<dyn Engine>> {
    match game {
        "stonehenge" => Some(Box::new(stonehenge::StonehengePlayer)),
        "cathedral" => Some(Box::new(cathedral::CathedralPlayer)),
        "logan" => Some(Box::new(logan::LoganPlayer)),
        "holes" => Some(Box::new(holes::HolesPlayer)),
        "sun" => Some(Box::new(sun::SunPlayer)),
        _ => None,
    }
}

/// The choice of a player who errs as it does: the best candidate, or one that looks as good to it.
pub(crate) fn pick<G: Rules>(
    found: &Found<G::Action>,
    weakness: Weakness,
    asked: &Asked<'_, '_, G>,
) -> Choice {
    let chances: Vec<f64> = found.candidates.iter().map(|candidate| candidate.chance).collect();
    let mut rng = chance::generator(mix(asked.seed() ^ 0x05e1_ec70));
    Choice::of(found, weakness.pick(&chances, &mut rng), asked.request)
}

/// Plain UCT, the yardstick, for a game without hidden information.
pub(crate) fn plain_uct<G: ListActions + Chance>(state: &G, asked: &Asked<'_, '_, G>) -> Choice {
    let settings = mcts::Settings::plain(asked.seed(), asked.threads(), asked.memory());
    let progress = asked.request.progress;
    let found = mcts::search(state, &NoKnowledge, &settings, &asked.budget, progress);
    Choice::of(&found, 0, asked.request)
}

/// Plain UCT over the worlds that a seat considers possible.
pub(crate) fn plain_hidden_uct<G: ListActions + Chance + Hidden>(
    state: &G,
    asked: &Asked<'_, '_, G>,
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

/// Values an action that the search left out, from the children of its candidates' tree: it gets the
/// value of the worst, which is no more than what a search that passed it over thinks of it.
pub(crate) fn include<A: Copy + PartialEq>(found: &mut Found<A>, also: Option<A>) {
    let Some(action) = also else { return };
    if found.candidates.iter().any(|candidate| candidate.action == action) {
        return;
    }
    let worst = found.candidates.iter().map(|c| c.chance).fold(1.0, f64::min);
    found.candidates.push(crate::Candidate {
        action,
        chance: worst,
        line: vec![action],
        nodes: 0,
        exact: false,
    });
}
