//! Monte Carlo tree search for games without hidden information, with or without chance.
//!
//! [`Settings::plain`] is UCT with uniform playouts, the yardstick that every engine has to beat. With knowledge,
//! playouts are cut off and evaluated, and actions are opened in the order of their promise. Each thread builds its own
//! tree from its own seed, and the roots are added up: no thread waits for another, and the result for a number of
//! threads does not depend on timing.

use std::ops::ControlFlow;
use std::time::Duration;

use sarsen_core::chance::{self, Generator};
use sarsen_core::{Chance, ListActions, MAX_SEATS, Rules, Seat, Turn};

use crate::knowledge::{Knowledge, mix};
use crate::limits::{Budget, Meter};
use crate::report::{Found, Progress};
use crate::reserve::reserve;
use crate::root_parallel::{self, RootStatistics};

/// The settings of a tree.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_search::{Budget, Cancel, Limits, NoKnowledge, mcts};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let cancel = Cancel::default();
/// let budget = Budget::new(&Limits::nodes(300), &cancel);
/// let settings = mcts::Settings::plain(1, 1, 1 << 20);
/// let found = mcts::search(&game, &NoKnowledge, &settings, &budget, &|_| {});
/// assert!(game.check(found.best().action).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// The exploration constant.
    pub exploration: f64,
    /// The number of actions in a playout before it is evaluated; `None` plays to the end.
    pub cut: Option<u32>,
    /// The number of children opened at first, and the power of the visits by which more are; `None` opens all.
    pub widening: Option<(usize, f64)>,
    /// The seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The bytes for the trees.
    pub memory: usize,
    /// The number of lines in progress reports.
    pub lines: usize,
}

impl Settings {
    /// Plain UCT: uniform playouts to the end, all actions alike.
    pub fn plain(seed: u64, threads: usize, memory: usize) -> Settings {
        Settings { exploration: 0.7, cut: None, widening: None, seed, threads, memory, lines: 1 }
    }
}

/// Payoffs of all seats.
pub(crate) type Payoffs = [f64; MAX_SEATS];

/// Searches a position in which a seat is to act.
///
/// # Panics
/// If no seat is to act.
pub fn search<G, K>(
    state: &G,
    knowledge: &K,
    settings: &Settings,
    budget: &Budget<'_>,
    progress: Progress<'_>,
) -> Found<G::Action>
where
    G: ListActions + Chance,
    K: Knowledge<G> + ?Sized,
{
    assert!(state.turn().seat().is_some(), "a seat is to act");
    let threads = settings.threads.max(1);
    let build = |number: usize, progress: Progress<'_>| {
        let mut tree = Tree::new(state, knowledge, settings, number, threads);
        tree.grow(state, budget, progress);
        tree.roots()
    };
    root_parallel::grow(threads, budget, progress, build)
}

/// The payoffs or evaluations of all seats at the end of a playout.
pub(crate) fn payoffs<G: Rules, K: Knowledge<G> + ?Sized>(
    state: &G,
    seats: usize,
    knowledge: &K,
) -> Payoffs {
    let mut values = [0.0; MAX_SEATS];
    for seat in Seat::all(seats) {
        values[seat.index()] = match state.turn() {
            Turn::Over(outcome) => outcome.payoff(seat),
            _ => knowledge.chance(state, seat),
        };
    }
    values
}

/// The number of seats of a state.
pub(crate) fn seats_of<G: Rules>(state: &G) -> usize {
    // Only games that keep score tell the number of seats; all others have two.
    state.score().map_or(2, |score| score.seats())
}

/// Plays at random, except for visible wins, for at most `cut` actions.
pub(crate) fn playout<G: ListActions + Chance, K: Knowledge<G> + ?Sized>(
    state: &mut G,
    knowledge: &K,
    cut: Option<u32>,
    rng: &mut Generator,
) {
    let mut left = cut.unwrap_or(LONG_PLAYOUT);
    while left > 0
        && let Some(action) = knowledge.decisive(state).or_else(|| chance::random_step(state, rng))
    {
        state.apply(action);
        left -= 1;
    }
}

/// Playouts longer than this are given up.
const LONG_PLAYOUT: u32 = 20_000;

/// The room reserved for the children of one more node: no game has more actions in a position.
const ROOM: usize = 2048;

struct Node<A> {
    action: Option<A>,
    /// The seat that chose `action`; `None` for chance.
    chooser: Option<Seat>,
    visits: u32,
    /// The chooser's payoffs.
    total: f64,
    /// The index of the first child; empty before the node is opened.
    first: u32,
    count: u32,
}

struct Tree<'s, G: Rules, K: ?Sized> {
    nodes: Vec<Node<G::Action>>,
    knowledge: &'s K,
    settings: &'s Settings,
    rng: Generator,
    seats: usize,
    most: usize,
}

impl<'s, G, K> Tree<'s, G, K>
where
    G: ListActions + Chance,
    K: Knowledge<G> + ?Sized,
{
    fn new(
        state: &G,
        knowledge: &'s K,
        settings: &'s Settings,
        number: usize,
        threads: usize,
    ) -> Self {
        let most = settings.memory / threads / size_of::<Node<G::Action>>();
        let most = most.max(2 * ROOM);
        let rng = chance::generator(mix(settings.seed ^ (number as u64) << 32));
        let seats = seats_of(state);
        let root = Node { action: None, chooser: None, visits: 0, total: 0.0, first: 0, count: 0 };
        // All at once: a growing list holds its old and its new allocation at the same time.
        let mut nodes = reserve(most);
        let most = most.min(nodes.capacity());
        nodes.push(root);
        let mut tree = Tree { nodes, knowledge, settings, rng, seats, most };
        tree.open(0, state);
        tree
    }

    fn grow(&mut self, state: &G, budget: &Budget<'_>, progress: Progress<'_>) {
        let mut meter = Meter::new(budget, 1);
        let mut next = Duration::from_millis(100);
        // A single action needs no search, and nothing would stop a search without limits.
        let most = if self.nodes[0].count <= 1 || !budget.is_limited() { 10_000 } else { u64::MAX };
        let mut path = Vec::new();
        for round in 0..most {
            self.sample(state.clone(), &mut path);
            if !meter.tick() {
                break;
            }
            if round % 64 == 63 && budget.elapsed() >= next {
                next = budget.elapsed() * 2;
                progress(&root_parallel::report(self.roots(), budget, self.settings.lines));
            }
        }
    }

    /// One walk from the root to a leaf, a playout, and the update on the way back.
    fn sample(&mut self, mut state: G, path: &mut Vec<usize>) {
        path.clear();
        let mut at = 0;
        path.push(at);
        loop {
            let turn = state.turn();
            if turn.is_over() {
                break;
            }
            if self.nodes[at].count == 0 {
                // A node is opened at its second visit, which limits the tree to what matters.
                let opened = self.nodes[at].visits > 0 && self.open(at, &state);
                if !opened {
                    break;
                }
            }
            let child = match turn {
                Turn::Seat(_) => self.select(at),
                _ => self.drawn(at, &state),
            };
            let Some(child) = child else { break };
            state.apply(self.nodes[child].action.expect("children have actions"));
            path.push(child);
            at = child;
        }
        playout(&mut state, self.knowledge, self.settings.cut, &mut self.rng);
        let values = payoffs(&state, self.seats, self.knowledge);
        for &at in &*path {
            let node = &mut self.nodes[at];
            node.visits += 1;
            if let Some(seat) = node.chooser {
                node.total += values[seat.index()];
            }
        }
    }

    /// Gives a node its children; `false` if the memory is used up or chance cannot be listed.
    fn open(&mut self, at: usize, state: &G) -> bool {
        if self.nodes.len() + ROOM > self.most {
            return false;
        }
        let first = self.nodes.len();
        let chooser = state.turn().seat();
        let nodes = &mut self.nodes;
        let mut push = |action: G::Action| {
            nodes.push(Node {
                action: Some(action),
                chooser,
                visits: 0,
                total: 0.0,
                first: 0,
                count: 0,
            });
        };
        if chooser.is_some() {
            let _: ControlFlow<()> = state.visit_actions(|action| {
                push(action);
                ControlFlow::Continue(())
            });
        } else if !state.visit_outcomes(|action, _| push(action)) {
            return false;
        }
        if chooser.is_some() {
            let knowledge = self.knowledge;
            chance::shuffle(&mut self.rng, &mut self.nodes[first..]);
            if self.settings.widening.is_some() {
                self.nodes[first..].sort_by_cached_key(|node| {
                    let action = node.action.expect("children have actions");
                    std::cmp::Reverse(knowledge.promise(state, action))
                });
            }
        }
        self.nodes[at].first = first as u32;
        self.nodes[at].count = (self.nodes.len() - first) as u32;
        self.nodes[at].count > 0
    }

    /// The child with the highest upper confidence bound.
    fn select(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let open = match self.settings.widening {
            None => node.count as usize,
            Some((base, power)) => base + libm::pow(f64::from(node.visits), power) as usize,
        };
        let first = node.first as usize;
        let range = first..first + open.min(node.count as usize);
        if let Some(fresh) = range.clone().find(|&child| self.nodes[child].visits == 0) {
            return Some(fresh);
        }
        let log = libm::log(f64::from(node.visits.max(1)));
        let bound = |child: usize| {
            let child = &self.nodes[child];
            let visits = f64::from(child.visits);
            child.total / visits + self.settings.exploration * libm::sqrt(log / visits)
        };
        range
            .map(|child| (bound(child), child))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, child)| child)
    }

    /// The child for an outcome drawn by chance.
    fn drawn(&mut self, at: usize, state: &G) -> Option<usize> {
        let outcome = state.draw(&mut self.rng)?;
        let first = self.nodes[at].first as usize;
        let range = first..first + self.nodes[at].count as usize;
        range.into_iter().find(|&child| self.nodes[child].action == Some(outcome))
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let first = self.nodes[at].first as usize;
        first..first + self.nodes[at].count as usize
    }

    fn roots(&self) -> Vec<RootStatistics<G::Action>> {
        self.children(0)
            .map(|child| {
                let node = &self.nodes[child];
                RootStatistics {
                    action: node.action.expect("children have actions"),
                    visits: u64::from(node.visits),
                    total: node.total,
                    line: self.line(child),
                }
            })
            .collect()
    }

    /// The most visited continuation.
    fn line(&self, mut at: usize) -> Vec<G::Action> {
        let mut line: Vec<G::Action> = self.nodes[at].action.into_iter().collect();
        // A child with too few visits is noise.
        while let Some(next) = self.children(at).max_by_key(|&child| self.nodes[child].visits)
            && self.nodes[next].visits >= 10
        {
            line.extend(self.nodes[next].action);
            at = next;
        }
        line
    }
}
