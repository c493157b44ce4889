//! The engine for Cathedral, which mainly evaluates territory.
//!
//! The opening is too wide for alpha-beta (some 600 actions), so a tree search is guided by an evaluation learned by
//! self-play: which actions are worth considering, including openings, and how good a position is. When each seat can
//! only build in its own space, the rest is a packing problem, which is solved exactly.

mod judge;
mod land;
mod learn;
mod network;
mod packing;
mod puzzles;
mod survey;

use sarsen_cathedral::{Action, Cathedral, Piece};
use sarsen_core::{Level, ListActions, Options, Rules, Seat};

use super::{pick, plain_uct};
use crate::engine::{Choice, GameEngine, GameRequest};
use crate::knowledge::Weakness;
use crate::puct;
use crate::rave::RaveSettings;
use crate::report::{Candidate, Found};
use crate::solve;
use crate::tables::WeightLearner;
use crate::tools::GameTools;
use judge::{Judge, Judgement};

pub use judge::Weights;
pub use learn::learn;
pub use network::{Network, NetworkError};

/// What there is for Cathedral.
pub(crate) const TOOLS: GameTools = GameTools {
    network: Some(|text| Ok(Box::new(CathedralEngine::with_network(Network::parse(text)?)))),
    puzzles: Some(&puzzles::CathedralPuzzles),
    learner: Some(&CathedralSelfPlay),
    ..GameTools::new(Cathedral::SPEC.id, || Box::new(CathedralEngine::default()))
};

/// Learns the values of actions and positions from self-play.
struct CathedralSelfPlay;

impl WeightLearner for CathedralSelfPlay {
    fn learn(
        &self,
        _options: &Options,
        games: u32,
        seed: u64,
        progress: &mut dyn FnMut(u32),
    ) -> String {
        learn(games, seed, progress).to_text()
    }
}

/// The engine player of Cathedral.
///
/// ```
/// use sarsen_search::Engine;
/// use sarsen_search::games::cathedral::{CathedralEngine, Network};
///
/// assert_eq!(CathedralEngine::default().game(), "cathedral");
///
/// let zeros = "0 ".repeat(Network::weight_count(1, 0));
/// let network = Network::parse(&format!("sarsen network cathedral 1\nchannels 1 blocks 0\n{zeros}"))?;
/// assert_eq!(CathedralEngine::with_network(network).game(), "cathedral");
/// # Ok::<(), sarsen_search::games::cathedral::NetworkError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CathedralEngine {
    network: Option<Network>,
}

impl CathedralEngine {
    /// An engine that judges by a network instead of the learned weights; everything else is the same.
    pub fn with_network(network: Network) -> CathedralEngine {
        CathedralEngine { network: Some(network) }
    }
}

/// The number of positions that each level searches, and its errors.
const LEVELS: [(u64, Weakness); 8] = [
    (4, Weakness { noise: 0.25, overlook: 0.95, careless: 0.10 }),
    (8, Weakness { noise: 0.18, overlook: 0.85, careless: 0.06 }),
    (14, Weakness { noise: 0.12, overlook: 0.65, careless: 0.04 }),
    (24, Weakness { noise: 0.08, overlook: 0.40, careless: 0.02 }),
    (60, Weakness::NONE),
    (200, Weakness::NONE),
    (800, Weakness::NONE),
    (u64::MAX, Weakness::NONE),
];

/// Levels from this one on solve endings.
const SOLVES_FROM: u8 = 5;
/// With fewer actions than this, the rest is solved exhaustively if that does not take too long.
const FEW_ACTIONS: usize = 40;
/// The limit of positions for that, on levels below the top.
const FEW_POSITIONS: u64 = 20_000;
/// The limit of steps for a packing before a decision.
const PACKING_STEPS: u32 = 200_000;

/// The tree settings for levels that trust the evaluation.
fn settings(threads: usize, memory: usize) -> puct::Settings {
    puct::Settings {
        trust: 1.4,
        doubt: 0.08,
        wide: 1,
        width: 64,
        rave: None,
        playouts: (0, 0.0),
        seed: 0,
        threads,
        memory,
        lines: 1,
    }
}

/// The tree settings with time to question the evaluation: it underestimates walls that threaten to close, so no reply
/// is left out, playouts add what the weights cannot see, and RAVE statistics use the playouts for every placement.
fn doubting(threads: usize, memory: usize) -> puct::Settings {
    puct::Settings {
        trust: 2.0,
        wide: 2,
        rave: Some(RaveSettings { half: 300.0, prior: 10.0 }),
        playouts: (2, 0.5),
        ..settings(threads, memory)
    }
}

impl GameEngine for CathedralEngine {
    type Game = Cathedral;

    const OPENING_ACTIONS: usize = 2;

    const IS_PARALLEL: bool = true;

    fn turns_left(&self, state: &Cathedral, seat: Seat) -> u32 {
        // The last pieces rarely fit, and these turns are quickly decided.
        let unplaced: u8 = Piece::ALL.iter().map(|&piece| state.unplaced(seat, piece)).sum();
        u32::from(unplaced)
    }

    fn decide(&self, state: &Cathedral, asked: &GameRequest<'_, '_, Cathedral>) -> Choice {
        let learned = || Judgement::Weights(Weights::learned());
        decide(self.network.as_ref().map_or_else(learned, Judgement::Network), state, asked)
    }

    fn uct(&self, state: &Cathedral, asked: &GameRequest<'_, '_, Cathedral>) -> Option<Choice> {
        Some(plain_uct(state, asked))
    }
}

fn decide(
    judgement: Judgement<'_>,
    state: &Cathedral,
    asked: &GameRequest<'_, '_, Cathedral>,
) -> Choice {
    let (positions, weakness) = LEVELS[asked.level().index()];
    if let Some(found) = packed(state, asked).or_else(|| solved(state, asked)) {
        return Choice::of(&found, 0, asked.request);
    }
    let settings = if asked.level() == Level::MAX {
        doubting(asked.threads(), asked.memory())
    } else {
        settings(1, asked.memory())
    };
    let lines = asked.request.lines;
    let settings = puct::Settings { seed: asked.seed(), lines, ..settings };
    let judge = Judge { judgement, weakness, seed: asked.seed() };
    let budget = asked.budget.part(1.0).at_most(positions);
    let mut found =
        puct::search(state, asked.also, &judge, &settings, &budget, asked.request.progress);
    let seen =
        |candidate: &Candidate<Action>| candidate.nodes > 0 || Some(candidate.action) == asked.also;
    if found.candidates.iter().any(seen) {
        found.candidates.retain(seen);
    }
    pick(&found, weakness, asked)
}

/// The exact ending, when each seat can only build in its own space: a placement of the best packing.
fn packed(state: &Cathedral, asked: &GameRequest<'_, '_, Cathedral>) -> Option<Found<Action>> {
    let seat = state.turn().seat()?;
    let early = state.people_squares().is_empty() && state.standing_of(seat).is_empty();
    if asked.level().number() < SOLVES_FROM || asked.also.is_some() || early {
        return None;
    }
    if !packing::is_apart(state) {
        return None;
    }
    let packing = packing::pack(state, seat, PACKING_STEPS)?;
    let payoff = packing::settle(state, seat, PACKING_STEPS)?;
    let line: Vec<Action> = packing.placements.into_iter().map(Action::Place).collect();
    let action = *line.first().filter(|action| state.check(**action).is_ok())?;
    let candidate = Candidate { action, chance: payoff, line: vec![action], nodes: 1, exact: true };
    Some(Found { depth: line.len() as u32, candidates: vec![candidate], nodes: 1 })
}

/// The exact value, for the upper levels and if it is within reach.
fn solved(state: &Cathedral, asked: &GameRequest<'_, '_, Cathedral>) -> Option<Found<Action>> {
    let level = asked.level();
    if level.number() < SOLVES_FROM || state.action_count() > FEW_ACTIONS || asked.also.is_some() {
        return None;
    }
    let mut budget = asked.budget.part(0.4);
    if level != Level::MAX {
        budget = budget.at_most(FEW_POSITIONS);
    }
    let solved = solve::solve(state, &budget);
    asked.budget.add(budget.spent());
    let solved = solved?;
    let candidate = Candidate {
        action: solved.action,
        chance: solved.payoff,
        line: vec![solved.action],
        nodes: budget.spent(),
        exact: true,
    };
    // A lost or drawn position is played by evaluation: the other seat may err.
    (solved.payoff > 0.0).then(|| Found {
        candidates: vec![candidate],
        depth: 0,
        nodes: budget.spent(),
    })
}
