//! Tree search led by a guide that says which actions are worth a look and how a position stands.
//!
//! A leaf is worth what the guide says of it, mixed with how a few playouts end if that is asked for, and an action is visited the more often the better it
//! has done and the more the guide expects of it (PUCT). For games with hundreds of actions, most of them poor, and
//! without chance. Threads build a tree each and their roots are added up, as in [`crate::mcts`].

use std::time::Duration;

use sarsen_core::chance::{self, Generator};
use sarsen_core::{Deterministic, Rules, Turn};

use crate::forest::{self, RootStatistics};
use crate::knowledge::mix;
use crate::limits::{Budget, Meter};
use crate::report::{Found, Progress};

/// What a guide says of a position.
pub struct Advice<A> {
    /// The winning chance of the seat to act, from 0 to 1.
    pub chance: f64,
    /// Whether that is proved: then nothing is searched below.
    pub exact: bool,
    /// Every action with how much is expected of it; the expectations add up to 1.
    pub actions: Vec<(A, f32)>,
}

/// Who leads a search.
pub trait Guide<G: Rules>: Sync {
    /// Judges a position in which a seat is to act.
    fn advise(&self, state: &G) -> Advice<G::Action>;

    /// How a playout from here ends for the seat to act, from 0 to 1.
    fn sample(&self, state: &G, rng: &mut Generator) -> f64;
}

/// How a tree is built.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How much what the guide expects counts against what was found.
    pub trust: f64,
    /// By how much an action that was not visited yet is thought worse than its position.
    pub doubt: f64,
    /// How many actions are kept below the root and its replies, where all are.
    pub width: usize,
    /// In any position one visit in so many goes to an action that was not tried yet, as long as there are any:
    /// what the guide does not expect is found late, but it is found. `None` for never.
    pub sweep: Option<u32>,
    /// How many playouts a leaf gets, and what share of its worth is theirs, from 0 to 1.
    pub playouts: (u32, f64),
    /// What the threads' differences are drawn from.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The bytes for the trees.
    pub memory: usize,
    /// How many lines progress tells.
    pub lines: usize,
}

/// Searches a position in which a seat is to act, and whose action `also` is valued in any case.
///
/// # Panics
/// If no seat is to act.
pub fn search<G, K>(
    state: &G,
    also: Option<G::Action>,
    guide: &K,
    settings: &Settings,
    budget: &Budget<'_>,
    progress: Progress<'_>,
) -> Found<G::Action>
where
    G: Rules + Deterministic,
    K: Guide<G> + ?Sized,
{
    assert!(state.turn().seat().is_some(), "a seat is to act");
    let threads = settings.threads.max(1);
    let build = |number: usize, progress: Progress<'_>| {
        let mut tree = Tree::new(also, guide, settings, number, threads);
        tree.grow(state, budget, progress);
        tree.roots()
    };
    forest::grow(threads, budget, progress, build)
}

/// So many plies keep all their actions.
const WIDE: usize = 2;
/// The room that is kept for the children of one more node: no game has more actions in a position.
const ROOM: usize = 2048;

struct Node<A> {
    action: Option<A>,
    expected: f32,
    visits: u32,
    /// What the seat that chose `action` got.
    total: f64,
    /// Where the children are; none before the node is opened.
    first: u32,
    count: u32,
    /// The chance of the seat to act here, once the guide has said it.
    chance: f32,
    state: NodeState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeState {
    /// The guide was not asked yet.
    New,
    /// Its children are there.
    Open,
    /// There is nothing to search below.
    Closed,
}

struct Tree<'s, A, K: ?Sized> {
    nodes: Vec<Node<A>>,
    also: Option<A>,
    guide: &'s K,
    settings: &'s Settings,
    rng: Generator,
    number: usize,
    most: usize,
}

impl<'s, A: Copy + Eq + ToString, K: ?Sized> Tree<'s, A, K> {
    fn new(
        also: Option<A>,
        guide: &'s K,
        settings: &'s Settings,
        number: usize,
        threads: usize,
    ) -> Self {
        let most = settings.memory / threads / size_of::<Node<A>>();
        // All at once: a list that grows holds its old and its new place at the same time.
        let mut nodes = Vec::with_capacity(most.max(1));
        nodes.push(node(None, 1.0));
        let rng = chance::generator(mix(settings.seed ^ (number as u64) << 32));
        Tree { nodes, also, guide, settings, rng, number, most }
    }

    fn grow<G>(&mut self, state: &G, budget: &Budget<'_>, progress: Progress<'_>)
    where
        G: Rules<Action = A>,
        K: Guide<G>,
    {
        let mut meter = Meter::new(budget, 1);
        let mut next = Duration::from_millis(100);
        let mut path = Vec::new();
        self.open(0, 0, state);
        // A lone action needs no thought, and nothing would stop a search without limits.
        let lone = self.nodes[0].count <= 1;
        let most = if lone {
            1
        } else if budget.is_limited() {
            u64::MAX
        } else {
            10_000
        };
        for _ in 0..most {
            self.walk(state.clone(), &mut path);
            if !meter.tick() {
                break;
            }
            if budget.elapsed() >= next {
                next = budget.elapsed() * 2;
                progress(&forest::report(self.roots(), budget, self.settings.lines));
            }
        }
    }

    /// One walk from the root to a leaf, and what it teaches on the way back.
    fn walk<G>(&mut self, mut state: G, path: &mut Vec<(usize, bool)>)
    where
        G: Rules<Action = A>,
        K: Guide<G>,
    {
        path.clear();
        let mut at = 0;
        // The chance at the leaf of the seat of a parity: whether it is the one to act at the root.
        let Some(root) = state.turn().seat() else { return };
        let value = loop {
            let mover = match state.turn() {
                Turn::Over(outcome) => break outcome.payoff(root),
                Turn::Chance => break 0.5,
                Turn::Seat(mover) => mover,
            };
            let own = mover == root;
            if self.nodes[at].state == NodeState::New {
                self.open(at, path.len(), &state);
                if at != 0 {
                    let chance = self.worth(at, &state);
                    break if own { chance } else { 1.0 - chance };
                }
            }
            let Some(child) = self.select(at) else {
                let chance = f64::from(self.nodes[at].chance);
                break if own { chance } else { 1.0 - chance };
            };
            path.push((child, own));
            if let Some(action) = self.nodes[child].action {
                state.apply(action);
            }
            at = child;
        };
        self.nodes[0].visits += 1;
        for &(at, own) in &*path {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.total += if own { value } else { 1.0 - value };
        }
    }

    /// What a new leaf is worth to the seat to act: what the guide said, and how playouts end.
    fn worth<G>(&mut self, at: usize, state: &G) -> f64
    where
        G: Rules<Action = A>,
        K: Guide<G>,
    {
        let chance = f64::from(self.nodes[at].chance);
        let (count, share) = self.settings.playouts;
        if count == 0 || self.nodes[at].state == NodeState::Closed {
            return chance;
        }
        let ends: f64 = (0..count).map(|_| self.guide.sample(state, &mut self.rng)).sum();
        chance + share * (ends / f64::from(count) - chance)
    }

    /// Asks the guide about a node, and gives it the children that deserve it.
    fn open<G>(&mut self, at: usize, depth: usize, state: &G)
    where
        G: Rules<Action = A>,
        K: Guide<G>,
    {
        let mut advice = self.guide.advise(state);
        self.nodes[at].chance = advice.chance as f32;
        self.nodes[at].state = NodeState::Closed;
        if advice.exact && at != 0 {
            return;
        }
        if self.nodes.len() + ROOM >= self.most && at != 0 {
            return;
        }
        if at == 0 && self.number > 0 {
            self.differ(&mut advice.actions);
        }
        // A stable sort: actions of equal expectation keep the order of the rules.
        advice.actions.sort_by(|a, b| b.1.total_cmp(&a.1));
        if at == 0 {
            // What was visited has to stand before what was not.
            advice.actions.sort_by_key(|&(action, _)| Some(action) != self.also);
        }
        let kept = if depth < WIDE { advice.actions.len() } else { self.settings.width };
        let first = self.nodes.len();
        let children = advice.actions.into_iter().take(kept);
        self.nodes.extend(children.map(|(action, expected)| node(Some(action), expected)));
        self.nodes[at].first = first as u32;
        self.nodes[at].count = (self.nodes.len() - first) as u32;
        self.nodes[at].state = NodeState::Open;
    }

    /// Threads that all expected the same would all build the same tree.
    fn differ(&self, actions: &mut [(A, f32)]) {
        for (place, (_, expected)) in actions.iter_mut().enumerate() {
            let bits = mix(self.settings.seed ^ mix((self.number as u64) << 32 | place as u64));
            *expected *= 0.75 + 0.5 * ((bits >> 40) as f32 / (1_u32 << 24) as f32);
        }
    }

    /// The child that promises most: those that were visited are the first ones, because they are sorted by what is
    /// expected of them; of the others only the first can be chosen.
    fn select(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let first = node.first as usize;
        let is_also = at == 0 && self.also.is_some() && self.nodes[first].action == self.also;
        if is_also && forest::is_neglected(self.nodes[first].visits, node.visits) {
            return Some(first);
        }
        let parent = libm::sqrt(f64::from(node.visits.max(1)));
        let unseen = f64::from(node.chance) - self.settings.doubt;
        let mut best = None;
        for index in first..first + node.count as usize {
            let child = &self.nodes[index];
            let visits = f64::from(child.visits);
            let mean = if child.visits == 0 { unseen } else { child.total / visits };
            let bound =
                mean + self.settings.trust * f64::from(child.expected) * parent / (1.0 + visits);
            if best.is_none_or(|(most, _)| bound > most) {
                best = Some((bound, index));
            }
            if child.visits == 0 {
                // However little is expected of it, its turn comes.
                let tried = (index - first) as u32;
                if self.settings.sweep.is_some_and(|sweep| node.visits > sweep * (tried + 1)) {
                    return Some(index);
                }
                break;
            }
        }
        best.map(|(_, index)| index)
    }

    fn roots(&self) -> Vec<RootStatistics<A>> {
        let children = self.children(0).filter_map(|child| {
            let node = &self.nodes[child];
            let action = node.action?;
            let visits = u64::from(node.visits);
            Some(RootStatistics { action, visits, total: node.total, line: self.line(child) })
        });
        children.collect()
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let first = self.nodes[at].first as usize;
        first..first + self.nodes[at].count as usize
    }

    /// The most visited continuation.
    fn line(&self, mut at: usize) -> Vec<A> {
        let mut line: Vec<A> = self.nodes[at].action.into_iter().collect();
        // The guess has to rest on something: a child with fewer visits is noise.
        while let Some(next) = self.children(at).max_by_key(|&child| self.nodes[child].visits)
            && self.nodes[next].visits >= 3
        {
            line.extend(self.nodes[next].action);
            at = next;
        }
        line
    }
}

fn node<A>(action: Option<A>, expected: f32) -> Node<A> {
    Node {
        action,
        expected,
        visits: 0,
        total: 0.0,
        first: 0,
        count: 0,
        chance: 0.5,
        state: NodeState::New,
    }
}
