//! The engine for 58 Holes: expectimax with a learned evaluation, exact when few pieces are left.

mod endgame_table;
mod examiner;
mod learn;
mod making;
mod net;
mod puzzles;
mod table_file;

use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use sarsen_core::{Options, Rules, Seat, Turn};
use sarsen_holes::{Action, Holes, Ruleset};

use super::{pick, plain_uct};
use crate::engine::{Choice, Engine, GameEngine, GameRequest};
use crate::examiner::{Examiner, ExaminerError};
use crate::expectimax;
use crate::knowledge::{Knowledge, Weakness};
use crate::limits::Clock;
use crate::tables::EndgameTableError;
use crate::tools::GameTools;

use endgame_table::small_endings;
use examiner::HolesExaminer;

pub use endgame_table::{EndgameTable, MAX_PIECES, Solving};
pub use learn::learn;
pub use net::Net;

/// What there is for 58 Holes.
pub(crate) const TOOLS: GameTools = GameTools {
    puzzles: Some(&puzzles::HolesPuzzles),
    tables: Some(&making::HolesTables),
    learner: Some(&making::HolesSelfPlay),
    ..GameTools::new(Holes::SPEC.id, || Box::new(HolesEngine::default()))
};

/// The engine player of 58 Holes.
///
/// ```
/// use sarsen_search::Engine;
/// use sarsen_search::games::holes::HolesEngine;
///
/// assert_eq!(HolesEngine::default().game(), "holes");
/// ```
#[derive(Clone, Debug, Default)]
pub struct HolesEngine {
    /// Tables from files; the small ones that are solved during play are not among them.
    tables: Vec<Arc<EndgameTable>>,
}

impl HolesEngine {
    /// The largest table that fits a ruleset. The small ones take about a second to solve before they are used for the
    /// first time: an engine with a clock on the wall waits for that no longer than a third of its time, and plays
    /// without them until they are known.
    fn endings_in_time(
        &self,
        rules: Ruleset,
        asked: &GameRequest<'_, '_, Holes>,
    ) -> Option<Arc<EndgameTable>> {
        let fitting = self.tables.iter().filter(|table| table.serve(rules));
        if let Some(largest) = fitting.max_by_key(|table| table.pieces()) {
            return Some(Arc::clone(largest));
        }
        let (None, Some(left)) = asked.budget.left() else { return Some(small_endings(rules)) };
        let (sender, receiver) = mpsc::sync_channel(1);
        std::thread::spawn(move || {
            // Nobody may wait for them any more; they are known from now on.
            let _ = sender.send(small_endings(rules));
        });
        match asked.request.limits.clock {
            Clock::Wall => receiver.recv_timeout(Duration::from_secs_f64(left / 3.0)).ok(),
            Clock::Thread => receiver.recv().ok(),
        }
    }
}

/// The search depth of each level in decisions, whether it uses exact endings, and its errors.
const LEVELS: [(u32, bool, Weakness); 8] = [
    (1, false, Weakness { noise: 0.090, overlook: 0.0, careless: 0.02 }),
    (1, false, Weakness { noise: 0.055, overlook: 0.0, careless: 0.0 }),
    (1, false, Weakness { noise: 0.038, overlook: 0.0, careless: 0.0 }),
    (1, false, Weakness { noise: 0.027, overlook: 0.0, careless: 0.0 }),
    (1, false, Weakness { noise: 0.019, overlook: 0.0, careless: 0.0 }),
    (1, false, Weakness { noise: 0.012, overlook: 0.0, careless: 0.0 }),
    (1, true, Weakness { noise: 0.006, overlook: 0.0, careless: 0.0 }),
    (12, true, Weakness::NONE),
];

impl GameEngine for HolesEngine {
    type Game = Holes;

    const HAS_EXAMINER: bool = true;

    fn examiner(
        &self,
        options: &Options,
        table: Option<&Path>,
    ) -> Result<Option<Box<dyn Examiner>>, ExaminerError> {
        Ok(Some(Box::new(HolesExaminer::open(options, table)?)))
    }

    fn with_table(&self, file: &Path) -> Result<Arc<dyn Engine>, EndgameTableError> {
        let mut engine = self.clone();
        engine.tables.push(Arc::new(EndgameTable::read(file)?));
        Ok(Arc::new(engine))
    }

    fn turns_left(&self, state: &Holes, seat: Seat) -> u32 {
        // A piece takes a dozen throws to the end of its lane.
        let side = state.side(seat);
        12 * u32::from(side.pieces() - side.removed)
    }

    fn decide(&self, state: &Holes, asked: &GameRequest<'_, '_, Holes>) -> Choice {
        let (depth, exact, weakness) = LEVELS[asked.level().index()];
        let endings = if exact { self.endings_in_time(state.ruleset(), asked) } else { None };
        let judge = Judge { net: Net::learned(), endings: endings.as_deref() };
        let settings = expectimax::Settings {
            depth,
            pruning: true,
            weakness,
            seed: asked.seed(),
            threads: asked.threads(),
        };
        let budget = asked.budget.part(1.0);
        let mut found =
            expectimax::search(state, &judge, &settings, &budget, asked.request.progress);
        // A search whose every leaf is known is a proof.
        if judge.endings.is_some_and(|endings| endings.actions(state).is_some()) {
            found.candidates.iter_mut().for_each(|candidate| candidate.exact = true);
        }
        pick(&found, weakness, asked)
    }

    fn uct(&self, state: &Holes, asked: &GameRequest<'_, '_, Holes>) -> Option<Choice> {
        Some(plain_uct(state, asked))
    }
}

/// The evaluation of 58 Holes.
struct Judge<'a> {
    net: &'static Net,
    endings: Option<&'a EndgameTable>,
}

impl Knowledge<Holes> for Judge<'_> {
    fn chance(&self, state: &Holes, seat: Seat) -> f64 {
        self.net.chance(state, seat)
    }

    fn settled(&self, state: &Holes, seat: Seat) -> Option<f64> {
        self.endings?.chance(state, seat)
    }

    fn promise(&self, state: &Holes, action: Action) -> i32 {
        let Some(seat) = state.turn().seat() else { return 0 };
        let mut child = *state;
        child.apply(action);
        let chance = match child.turn() {
            Turn::Over(outcome) => outcome.payoff(seat),
            _ => self.chance(&child, seat),
        };
        (chance * 10_000.0) as i32
    }
}
