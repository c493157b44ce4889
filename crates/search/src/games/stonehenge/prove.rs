//! Long, resumable proofs of who wins a position.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

use sarsen_core::{Options, Rules, Seat, legal_actions};
use sarsen_stonehenge::{Action, Stonehenge};

use super::book;
use super::checkpoint::{Checkpoint, empty_cells};
use super::compact::{Compact, Druid};
use super::line::{druid_action, line};
use super::order;
use super::solver::{LIKELY_IN_PROOFS, Ledger, Solver, TABLE_FROM, Verdict};
use crate::limits::{Budget, Limits};

/// Positions with fewer empty cells are quickly solved again.
const KEEP_FROM: u32 = 12;

/// The winner, and how.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_search::games::stonehenge::{Checkpoint, Prover};
/// use sarsen_search::{Budget, Cancel, Limits};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// for token in ["A6", "B5", "C1", "D4", "E2", "F3", "G5", "H1", "I3", "J2"] {
///     game.play(token.parse()?)?;
/// }
/// let limits = Limits { memory: 1 << 20, ..Limits::default() };
/// let cancel = Cancel::default();
/// let prover = Prover::new(&limits, Checkpoint::in_memory());
/// let proved = prover.prove(&game, &Budget::new(&limits, &cancel)).unwrap();
/// for action in proved.line {
///     game.play(action)?;
/// }
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The winner under best play.
    pub winner: Seat,
    /// A line of best play, as far as it is available.
    pub line: Vec<Action>,
}

/// A first druid, up to symmetry, and the winner after it, if proven.
///
/// ```
/// use sarsen_search::Limits;
/// use sarsen_search::games::stonehenge::{Checkpoint, Prover};
///
/// let limits = Limits { memory: 1 << 20, ..Limits::nodes(100) };
/// let prover = Prover::new(&limits, Checkpoint::in_memory());
/// let druids = prover.first_druids();
/// assert!(druids.iter().all(|druid| druid.winner.is_none()), "nothing is proved yet");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstDruid {
    /// The druid.
    pub action: Action,
    /// The reply expected to be the strongest.
    pub reply: Action,
    /// The winner, if proven.
    pub winner: Option<Seat>,
}

/// A solver that remembers what it has proven.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_search::games::stonehenge::{Checkpoint, Prover};
/// use sarsen_search::{Budget, Cancel, Limits};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let limits = Limits { memory: 1 << 20, ..Limits::nodes(100) };
/// let cancel = Cancel::default();
/// let prover = Prover::new(&limits, Checkpoint::in_memory());
/// // A hundred positions are not enough for the whole game.
/// assert!(prover.winner(&game, &Budget::new(&limits, &cancel)).is_none());
/// ```
pub struct Prover {
    solver: Solver,
    checkpoint: Mutex<Checkpoint>,
}

impl Prover {
    /// A solver with the memory and the threads of these limits.
    pub fn new(limits: &Limits, checkpoint: Checkpoint) -> Prover {
        let solver = Solver::new(limits.memory, limits.threads);
        Prover { solver, checkpoint: Mutex::new(checkpoint) }
    }

    /// Adds the built-in results.
    #[must_use]
    pub fn with_book(self) -> Prover {
        self.lock().extend(book::book());
        self
    }

    /// All first druids up to symmetry, those expected to be refuted most easily first, with what is known of them.
    pub fn first_druids(&self) -> Vec<FirstDruid> {
        let start = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
        let mut seen = HashSet::new();
        let mut druids: Vec<(f64, FirstDruid)> = Vec::new();
        for action in legal_actions(&start) {
            let after = played(&start, action);
            let position = Compact::of(&after);
            if !seen.insert(position.canonical()) {
                continue;
            }
            let replies = legal_actions(&after).into_iter();
            let judged = replies.map(|reply| (hope_after(&played(&after, reply)), reply));
            let best = judged.min_by(|one, other| one.0.total_cmp(&other.0));
            let (hope, reply) = best.expect("the empty board has room for a reply");
            druids.push((hope, FirstDruid { action, reply, winner: self.known(&after) }));
        }
        druids.sort_by(|one, other| one.0.total_cmp(&other.0));
        druids.into_iter().map(|(_, druid)| druid).collect()
    }

    /// The winner after a first druid: the expected reply is tried first, then every other. `None` if the budget runs
    /// out.
    pub fn solve_first_druid(&self, druid: &FirstDruid, budget: &Budget<'_>) -> Option<Seat> {
        let start = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
        let after = played(&start, druid.action);
        let second = Seat::TWO;
        if self.winner(&played(&after, druid.reply), budget)? == second {
            let mut checkpoint = self.lock();
            checkpoint.solved.insert(Compact::of(&after).canonical(), true);
            return Some(second);
        }
        self.winner(&after, budget)
    }

    /// How much of the expected refutation of a first druid is proven: of the druids that may follow the reply, those
    /// that are refuted, and all of them.
    pub fn refuted_after(&self, druid: &FirstDruid) -> (usize, usize) {
        let start = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
        let position = Compact::of(&played(&played(&start, druid.action), druid.reply));
        let (mut refuted, mut all) = (0, 0);
        let checkpoint = self.lock();
        for (cell, value) in position.druids() {
            all += 1;
            let proven = |position: Compact| checkpoint.solved.get(&position.canonical()).copied();
            refuted += usize::from(position.wins_against(Druid { cell, value }, proven));
        }
        (refuted, all)
    }

    /// The winner of a position, if already proven.
    fn known(&self, state: &Stonehenge) -> Option<Seat> {
        let position = Compact::of(state);
        let mover = Seat::from_index(usize::from(position.mover))?;
        let wins = *self.lock().solved.get(&position.canonical())?;
        Some(if wins { mover } else { mover.other() })
    }

    /// The number of proven positions by their empty cells: lost and won for the seat to place a druid.
    pub fn proved_by_empty_cells(&self) -> BTreeMap<u32, [usize; 2]> {
        let mut counts: BTreeMap<u32, [usize; 2]> = BTreeMap::new();
        for (key, &wins) in &self.lock().solved {
            counts.entry(empty_cells(key)).or_default()[usize::from(wins)] += 1;
        }
        counts
    }

    /// The winner of a position under best play; `None` if the budget runs out. It gives no line, which would take
    /// longer.
    pub fn winner(&self, state: &Stonehenge, budget: &Budget<'_>) -> Option<Seat> {
        if let Some(outcome) = state.turn().outcome() {
            return outcome.winner();
        }
        let position = Compact::of(state);
        let mover = Seat::from_index(usize::from(position.mover))?;
        let verdict = self.verdict(&position, budget)?;
        Some(if verdict.wins { mover } else { mover.other() })
    }

    /// Proves who wins a position; `None` if the budget runs out. With hidden druids this is the position with all of
    /// them known.
    pub fn prove(&self, state: &Stonehenge, budget: &Budget<'_>) -> Option<Proved> {
        if let Some(outcome) = state.turn().outcome() {
            return outcome.winner().map(|winner| Proved { winner, line: Vec::new() });
        }
        let position = Compact::of(state);
        let mover = Seat::from_index(usize::from(position.mover))?;
        let verdict = self.verdict(&position, budget)?;
        let winner = if verdict.wins { mover } else { mover.other() };
        let first = verdict.druid.map(druid_action).filter(|&action| state.check(action).is_ok());
        let line = match first {
            Some(first) => line(state, first, &self.solver, budget),
            None => Vec::new(),
        };
        Some(Proved { winner, line })
    }

    /// A winning action of the seat to act, if it wins.
    pub(crate) fn winning(
        &self,
        state: &Stonehenge,
        budget: &Budget<'_>,
    ) -> Option<Option<Action>> {
        let verdict = self.verdict(&Compact::of(state), budget)?;
        Some(verdict.druid.map(druid_action))
    }

    fn verdict(&self, position: &Compact, budget: &Budget<'_>) -> Option<Verdict> {
        let keep_from = KEEP_FROM.min(position.left().saturating_sub(2));
        let ask = |position: &Compact, found: Option<Verdict>| {
            let key = position.canonical();
            let mut checkpoint = self.lock();
            match found {
                None => checkpoint.solved.get(&key).map(|&wins| Verdict { wins, druid: None }),
                Some(verdict) => {
                    checkpoint.solved.insert(key, verdict.wins);
                    None
                }
            }
        };
        let ledger =
            Ledger { from: keep_from.max(TABLE_FROM), ask: &ask, likely: LIKELY_IN_PROOFS };
        self.solver.solve_with(position, budget, &ledger)
    }

    /// The number of proven positions.
    pub fn proved(&self) -> usize {
        self.lock().len()
    }

    /// Writes the checkpoint.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self) -> Result<(), super::CheckpointError> {
        self.lock().save()
    }

    pub(crate) fn lock(&self) -> std::sync::MutexGuard<'_, Checkpoint> {
        self.checkpoint.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn played(state: &Stonehenge, action: Action) -> Stonehenge {
    let mut state = *state;
    state.apply(action);
    state
}

/// The chance of the seat to act, by evaluating the position after its druid and the reply.
fn hope_after(state: &Stonehenge) -> f64 {
    let after_reply = |state: &Stonehenge| {
        let replies = legal_actions(state).into_iter();
        let chances = replies.map(|reply| order::chance(&Compact::of(&played(state, reply))));
        chances.fold(1.0, f64::min)
    };
    let actions = legal_actions(state).into_iter();
    actions.map(|action| after_reply(&played(state, action))).fold(0.0, f64::max)
}
