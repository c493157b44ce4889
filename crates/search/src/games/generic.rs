//! An engine for any game without hidden information whose actions can be listed, until the game has one of its own.

use std::marker::PhantomData;

use sarsen_core::{Chance, ListActions};

use super::plain_uct;
use crate::engine::{Choice, GameEngine, GameRequest};
use crate::knowledge::NoKnowledge;
use crate::mcts;
use crate::tools::GameTools;

/// The playouts of each level; the highest level uses all it is allowed.
const PLAYOUTS: [u64; 8] = [8, 20, 50, 150, 500, 2_000, 10_000, u64::MAX];

/// Plain UCT with uniform playouts, more of them at higher levels.
///
/// ```
/// use sarsen_search::games::generic::GenericEngine;
///
/// // This works for any game without hidden information whose actions can be listed.
/// let engine = GenericEngine::<sarsen_stonehenge::Stonehenge>::NEW;
/// # let _ = engine;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GenericEngine<G>(PhantomData<fn() -> G>);

impl<G> GenericEngine<G> {
    /// The engine for a game.
    pub const NEW: GenericEngine<G> = GenericEngine(PhantomData);
}

impl<G: ListActions + Chance> GameEngine for GenericEngine<G> {
    type Game = G;

    fn decide(&self, state: &G, asked: &GameRequest<'_, '_, G>) -> Choice {
        let settings = mcts::Settings::plain(asked.seed(), asked.threads(), asked.memory());
        let budget = asked.budget.part(1.0).at_most(PLAYOUTS[asked.level().index()]);
        let found = mcts::search(state, &NoKnowledge, &settings, &budget, asked.request.progress);
        Choice::of(&found, 0, asked.request)
    }

    fn uct(&self, state: &G, asked: &GameRequest<'_, '_, G>) -> Option<Choice> {
        Some(plain_uct(state, asked))
    }
}

/// The tools of a game that has this engine and nothing else.
#[cfg_attr(
    not(feature = "sixth-game"),
    allow(dead_code, reason = "every game of the program has an engine of its own")
)]
pub(crate) const fn tools<G: ListActions + Chance>() -> GameTools {
    GameTools::new(G::SPEC.id, || Box::new(GenericEngine::<G>::NEW))
}
