//! Alpha-beta with iterative deepening and a transposition table, on all cores.
//!
//! For games with two seats whose actions can be listed and whose states have a hash. A seat may act several times in a
//! row. Threads search the same tree in different orders and share the table ("lazy SMP"); the first to finish a depth
//! counts.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use sarsen_core::{Hashed, ListActions, Rules, Seat, Turn, legal_actions};

use crate::knowledge::{Knowledge, Weakness};
use crate::limits::{Budget, Meter};
use crate::report::{Candidate, Found, Progress, Report};
use crate::transposition::{Bound, Entry, NO_PLACE, TranspositionTable};

/// The settings of a search.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_search::{Budget, Cancel, Limits, NoKnowledge, Weakness, alphabeta};
/// use sarsen_stonehenge::Stonehenge;
///
/// let settings = alphabeta::Settings {
///     depth: 2,
///     lines: 1,
///     width: None,
///     late: None,
///     weakness: Weakness::NONE,
///     seed: 0,
///     threads: 1,
///     memory: 1 << 20,
/// };
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let cancel = Cancel::default();
/// let budget = Budget::new(&Limits::nodes(2_000), &cancel);
/// let found = alphabeta::search(&game, None, &NoKnowledge, &settings, &budget, &|_| {});
/// assert!(game.check(found.best().action).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// The greatest depth.
    pub depth: u32,
    /// The number of candidates with an exact value; the others only get a bound.
    pub lines: usize,
    /// The most actions tried in a position, depending on the number of plies above the leaves; `None` for all. The
    /// most promising come first.
    pub width: Option<fn(u32) -> usize>,
    /// After this many actions of a position, the less promising rest is first searched one ply less deep, and deeper
    /// only if the result is surprising; `None` for never. Proofs stay proofs.
    pub late: Option<usize>,
    /// The player's errors.
    pub weakness: Weakness,
    /// The seed of the errors.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The size of the transposition table in bytes.
    pub memory: usize,
}

/// Wins are worth more than this, earlier ones more.
const WON: i32 = 1_000_000;
const MANY_PLIES: i32 = 10_000;
/// Half the range of evaluations that are not proofs.
const SCALE: f64 = 100_000.0;

/// Searches a position in which a seat is to act. The action `also` is evaluated in any case.
///
/// # Panics
/// If no seat is to act.
pub fn search<G, K>(
    state: &G,
    also: Option<G::Action>,
    knowledge: &K,
    settings: &Settings,
    budget: &Budget<'_>,
    progress: Progress<'_>,
) -> Found<G::Action>
where
    G: ListActions + Hashed,
    K: Knowledge<G> + ?Sized,
{
    let table = TranspositionTable::new(settings.memory);
    let seat = state.turn().seat().expect("a seat is to act");
    let shared = Shared {
        knowledge,
        settings,
        table: &table,
        budget,
        done: AtomicU32::new(0),
        best: Mutex::new(None),
    };
    std::thread::scope(|scope| {
        for helper in 1..settings.threads {
            let shared = &shared;
            scope.spawn(move || Worker::new(shared, seat, helper).deepen(state, also, &|_| {}));
        }
        Worker::new(&shared, seat, 0).deepen(state, also, progress);
        budget.stop();
    });
    let best = shared.best.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut found = best.unwrap_or_else(|| unsearched(state, knowledge));
    found.nodes = budget.spent();
    found
}

/// The most promising action, for a search that had no time at all.
fn unsearched<G, K>(state: &G, knowledge: &K) -> Found<G::Action>
where
    G: ListActions,
    K: Knowledge<G> + ?Sized,
{
    let mut actions = legal_actions(state);
    actions.sort_by_key(|&action| std::cmp::Reverse(knowledge.promise(state, action)));
    let candidate = |&action: &G::Action| Candidate {
        action,
        chance: 0.5,
        line: vec![action],
        nodes: 0,
        exact: false,
    };
    Found { candidates: actions.iter().map(candidate).collect(), depth: 0, nodes: 0 }
}

struct Shared<'s, 'a, A, K: ?Sized> {
    knowledge: &'s K,
    settings: &'s Settings,
    table: &'s TranspositionTable,
    budget: &'s Budget<'a>,
    done: AtomicU32,
    best: Mutex<Option<Found<A>>>,
}

#[derive(Clone, Copy)]
struct Root<A> {
    action: A,
    score: i32,
    exact: bool,
}

/// An action with its promise and its index in the list.
type Ordered<A> = (i32, u16, A);

struct Worker<'s, 'a, G: Rules, K: ?Sized> {
    shared: &'s Shared<'s, 'a, G::Action, K>,
    meter: Meter<'s, 'a>,
    seat: Seat,
    number: usize,
    lists: Vec<Vec<Ordered<G::Action>>>,
    /// The value of the root at the depth before.
    before: Option<i32>,
}

impl<'s, 'a, G, K> Worker<'s, 'a, G, K>
where
    G: ListActions + Hashed,
    K: Knowledge<G> + ?Sized,
{
    fn new(shared: &'s Shared<'s, 'a, G::Action, K>, seat: Seat, number: usize) -> Self {
        let meter = Meter::new(shared.budget, 64);
        Worker { shared, meter, seat, number, lists: Vec::new(), before: None }
    }

    fn deepen(&mut self, state: &G, also: Option<G::Action>, progress: Progress<'_>) {
        let mut list = Vec::new();
        self.list(state, 0, 0, &mut list);
        let mut roots: Vec<Root<G::Action>> =
            list.iter().map(|&(_, _, action)| Root { action, score: 0, exact: false }).collect();
        if let Some(action) = also
            && !roots.iter().any(|root| root.action == action)
        {
            roots.push(Root { action, score: 0, exact: false });
        }
        if self.number % 2 == 1 && roots.len() > 2 {
            // Helper threads start elsewhere, so that they fill the table with something new.
            let middle = 1 + self.number % (roots.len() - 1);
            roots[1..].rotate_left(middle - 1);
        }
        for depth in 1..=self.shared.settings.depth {
            // Early, so that a depth that is cut short has compared both.
            if let Some(at) = roots.iter().position(|root| Some(root.action) == also)
                && at > 1
            {
                roots[1..=at].rotate_right(1);
            }
            if !self.iterate(state, depth, also, &mut roots) {
                self.publish_cut(state, depth, also, &roots, progress);
                return;
            }
            if self.shared.done.fetch_max(depth, Ordering::Relaxed) < depth {
                self.publish(state, depth, &roots, progress);
            }
            if is_settled(&roots, self.shared.settings.lines) {
                return;
            }
            self.before = Some(roots[0].score);
        }
    }

    /// Searches the root to one depth. `false` if it was cut short; then what was evaluated at this depth comes first.
    fn iterate(
        &mut self,
        state: &G,
        depth: u32,
        also: Option<G::Action>,
        roots: &mut [Root<G::Action>],
    ) -> bool {
        let lines = self.shared.settings.lines.clamp(1, roots.len());
        let mut exact: Vec<i32> = Vec::new();
        let mut valued = 0;
        for (index, root) in roots.iter_mut().enumerate() {
            let full = exact.len() < lines || Some(root.action) == also;
            let alpha = if full { -WON - 1 } else { exact[lines - 1] };
            let mut child = state.clone();
            child.apply(root.action);
            let narrow = !full && lines == 1;
            let Some(score) = self.root_value(&child, depth, alpha, narrow.then_some(index)) else {
                break;
            };
            root.score = score;
            root.exact = full || score > alpha;
            valued += 1;
            if root.exact {
                let at = exact.partition_point(|&other| other >= score);
                exact.insert(at, score);
            }
        }
        // What the depth before said of the others is not comparable.
        roots[valued..].iter_mut().for_each(|root| root.exact = false);
        roots[..valued].sort_by_key(|root| std::cmp::Reverse((root.exact, root.score)));
        valued == roots.len()
    }

    /// The value of a root's child; for later children it is first tested whether it exceeds alpha at all.
    fn root_value(
        &mut self,
        child: &G,
        depth: u32,
        alpha: i32,
        narrow: Option<usize>,
    ) -> Option<i32> {
        let seat = self.seat;
        if let Some(index) = narrow {
            for less in (0..=self.reduction(index, depth)).rev() {
                let score = self.value(child, seat, depth - 1 - less, alpha, alpha + 1, 1)?;
                if score <= alpha {
                    return Some(score);
                }
            }
        }
        self.value(child, seat, depth - 1, alpha, WON + 1, 1)
    }

    /// The depth reduction for the action at an index of the order.
    fn reduction(&self, index: usize, depth: u32) -> u32 {
        let is_late = self.shared.settings.late.is_some_and(|late| index >= late);
        u32::from(is_late && depth >= 3)
    }

    /// The value of a state for a seat, within a window.
    fn value(
        &mut self,
        state: &G,
        seat: Seat,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Option<i32> {
        match state.turn() {
            Turn::Over(outcome) => Some(score_of_end(outcome.payoff(seat), ply)),
            Turn::Chance => Some(self.judge(state, seat)),
            Turn::Seat(mover) if mover == seat => self.best(state, seat, depth, alpha, beta, ply),
            Turn::Seat(mover) => {
                self.best(state, mover, depth, -beta, -alpha, ply).map(|score| -score)
            }
        }
    }

    fn best(
        &mut self,
        state: &G,
        mover: Seat,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Option<i32> {
        if !self.meter.tick() {
            return None;
        }
        if let Some(payoff) = self.shared.knowledge.settled(state, mover) {
            return Some(score_of_end(payoff, ply));
        }
        if depth == 0 {
            return Some(self.judge(state, mover));
        }
        let hash = state.hash();
        let known = self.shared.table.probe(hash);
        if let Some(score) = known.and_then(|entry| usable(entry, depth, alpha, beta, ply)) {
            return Some(score);
        }
        let mut list = self.lists.pop().unwrap_or_default();
        self.list(state, depth, hash, &mut list);
        if let Some(first) = known.filter(|entry| entry.place != NO_PLACE)
            && let Some(at) = list.iter().position(|&(_, place, _)| place == first.place)
        {
            list[..=at].rotate_right(1);
        }
        let low = alpha;
        let mut best = -WON - 1;
        let mut place = NO_PLACE;
        for (index, &(_, number, action)) in list.iter().enumerate() {
            let mut child = state.clone();
            child.apply(action);
            let mut score = -WON;
            let mut open = true;
            let less = self.reduction(index, depth);
            if less > 0 {
                score = self.value(&child, mover, depth - 1 - less, alpha, alpha + 1, ply + 1)?;
                open = score > alpha;
            }
            // After the first action, a null window shows quickly that the others are no better.
            if open && index > 0 && alpha + 1 < beta {
                score = self.value(&child, mover, depth - 1, alpha, alpha + 1, ply + 1)?;
                open = score > alpha && score < beta;
            }
            if open {
                score = self.value(&child, mover, depth - 1, alpha, beta, ply + 1)?;
            }
            if score > best {
                best = score;
                place = number;
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        list.clear();
        self.lists.push(list);
        self.store(hash, depth, (low, beta), best, place, ply);
        Some(best)
    }

    fn store(
        &self,
        hash: u64,
        depth: u32,
        (alpha, beta): (i32, i32),
        best: i32,
        place: u16,
        ply: i32,
    ) {
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let score = shift(best, ply);
        let depth = depth.min(255) as u8;
        self.shared.table.store(hash, Entry { score, depth, bound, place });
    }

    /// The actions that this player sees, most promising first; a strong player sees all of them at the root.
    fn list(&self, state: &G, depth: u32, hash: u64, list: &mut Vec<Ordered<G::Action>>) {
        let settings = self.shared.settings;
        let mut place = 0;
        let _: std::ops::ControlFlow<()> = state.visit_actions(|action| {
            if !settings.weakness.overlooks(hash, place, settings.seed) {
                list.push((0, place as u16, action));
            }
            place += 1;
            std::ops::ControlFlow::Continue(())
        });
        if list.is_empty() {
            let _ = state.visit_actions(|action| {
                list.push((0, 0, action));
                std::ops::ControlFlow::Break(())
            });
        }
        self.shared.knowledge.promises(state, list);
        list.sort_unstable_by_key(|&(promise, place, _)| (std::cmp::Reverse(promise), place));
        if let Some(width) = settings.width {
            list.truncate(width(depth).max(1));
        }
    }

    fn judge(&self, state: &G, seat: Seat) -> i32 {
        let settings = self.shared.settings;
        let error = settings.weakness.error(state.hash(), settings.seed);
        let error = if seat == self.seat { error } else { -error };
        let chance = (self.shared.knowledge.chance(state, seat) + error).clamp(0.0, 1.0);
        ((chance * 2.0 - 1.0) * SCALE) as i32
    }

    /// The result of a depth that was cut short, if only the best action is wanted.
    fn publish_cut(
        &self,
        state: &G,
        depth: u32,
        also: Option<G::Action>,
        roots: &[Root<G::Action>],
        progress: Progress<'_>,
    ) {
        let is_next = self.shared.done.load(Ordering::Relaxed) + 1 == depth;
        let has_also =
            also.is_none_or(|also| roots.iter().any(|root| root.exact && root.action == also));
        if self.number == 0
            && is_next
            && self.shared.settings.lines == 1
            && roots[0].exact
            && has_also
        {
            self.publish(state, depth, roots, progress);
        }
    }

    fn publish(&self, state: &G, depth: u32, roots: &[Root<G::Action>], progress: Progress<'_>) {
        let change = steadied(self.before, roots[0].score) - roots[0].score;
        let candidate = |root: &Root<G::Action>| Candidate {
            action: root.action,
            chance: chance_of(if is_proved(root.score) { root.score } else { root.score + change }),
            line: self.line(state, root.action, depth),
            nodes: 0,
            exact: root.exact && is_proved(root.score),
        };
        let exact = roots.iter().filter(|root| root.exact).map(candidate).collect();
        let found = Found { candidates: exact, depth, nodes: self.shared.budget.spent() };
        progress(&Report {
            depth,
            nodes: found.nodes,
            elapsed: self.shared.budget.elapsed(),
            lines: found.lines(self.shared.settings.lines),
        });
        let mut best = self.shared.best.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| best.depth < depth) {
            *best = Some(found);
        }
    }

    /// The expected continuation, as far as the table has it.
    fn line(&self, state: &G, action: G::Action, depth: u32) -> Vec<G::Action> {
        let mut line = vec![action];
        let mut state = state.clone();
        state.apply(action);
        while (line.len() as u32) < depth
            && state.turn().seat().is_some()
            && let Some(entry) = self.shared.table.probe(state.hash())
            && let Some(next) = state.nth_action(usize::from(entry.place))
        {
            line.push(next);
            state.apply(next);
        }
        line
    }
}

/// Whether a deeper search cannot change the result.
fn is_settled<A>(roots: &[Root<A>], lines: usize) -> bool {
    let proved = |root: &Root<A>| root.exact && is_proved(root.score);
    match roots {
        [_] => true,
        [first, ..] if lines <= 1 => {
            proved(first)
                && (first.score > 0 || roots.iter().all(|root| root.score < -WON + MANY_PLIES))
        }
        _ => roots.iter().all(proved),
    }
}

fn score_of_end(payoff: f64, ply: i32) -> i32 {
    let score = ((payoff * 2.0 - 1.0) * f64::from(WON)) as i32;
    score - score.signum() * ply
}

fn is_proved(score: i32) -> bool {
    score.abs() > WON - MANY_PLIES
}

/// The value of a position after the searches to the depth before and to this one.
///
/// An evaluation favours whoever has acted last, so values swing between even and odd depths, by a quarter of the chances
/// in Stonehenge. How deep a search gets in its time depends on what else the machine does; the mean of two depths does not.
fn steadied(before: Option<i32>, now: i32) -> i32 {
    match before {
        Some(before) if !is_proved(before) && !is_proved(now) => i32::midpoint(before, now),
        _ => now,
    }
}

fn chance_of(score: i32) -> f64 {
    if is_proved(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    (f64::from(score) / SCALE).clamp(-1.0, 1.0) * 0.5 + 0.5
}

/// Converts a score relative to the root into one relative to the position, for the table.
fn shift(score: i32, ply: i32) -> i32 {
    if is_proved(score) { score + score.signum() * ply } else { score }
}

fn usable(entry: Entry, depth: u32, alpha: i32, beta: i32, ply: i32) -> Option<i32> {
    let score = shift(entry.score, -ply);
    let proved = is_proved(score);
    if u32::from(entry.depth) < depth && !proved {
        return None;
    }
    match entry.bound {
        Bound::Exact => Some(score),
        Bound::AtLeast if score >= beta => Some(score),
        Bound::AtMost if score <= alpha => Some(score),
        Bound::AtLeast | Bound::AtMost => None,
    }
}
