//! Tree search guided by priors and an evaluation.
//!
//! A leaf is worth the guide's evaluation, optionally mixed with the results of a few playouts; an action is visited
//! more often the better its results and the higher its prior (PUCT). [`crate::rave`] can be added where actions have
//! much the same effect early and late. For games without chance that have hundreds of actions, most of them poor. Each
//! thread builds its own tree and the roots are added up, as in [`crate::mcts`].

use std::time::Duration;

use sarsen_core::chance::{self, Generator};
use sarsen_core::{Deterministic, Rules, Seat, Turn};

use crate::knowledge::mix;
use crate::limits::{Budget, Meter};
use crate::rave::{self, RaveSettings, RaveStatistics};
use crate::report::{Found, Progress};
use crate::reserve::reserve;
use crate::root_parallel::{self, RootStatistics};

/// A guide's evaluation of a position.
///
/// ```
/// use sarsen_search::puct::Advice;
///
/// let advice = Advice { chance: 0.5, exact: false, actions: vec![("G4", 0.75), ("A1", 0.25)] };
/// assert_eq!(advice.actions.iter().map(|(_, expected)| expected).sum::<f32>(), 1.0);
/// ```
pub struct Advice<A> {
    /// The winning chance of the seat to act, from 0 to 1.
    pub chance: f64,
    /// Whether that is proven: then nothing is searched below.
    pub exact: bool,
    /// Every action with its prior; the priors sum to 1.
    pub actions: Vec<(A, f32)>,
}

/// The guide of a search.
///
/// ```
/// use sarsen_core::chance::{self, Generator};
/// use sarsen_core::{Rules, Seat, legal_actions};
/// use sarsen_search::puct::{Advice, Guide};
/// use sarsen_stonehenge::{Action, Stonehenge};
///
/// /// Expects the same of every action, and plays out at random.
/// struct Even;
///
/// impl Guide<Stonehenge> for Even {
///     fn advise(&self, state: &Stonehenge) -> Advice<Action> {
///         let actions = legal_actions(state);
///         let share = 1.0 / actions.len() as f32;
///         let actions = actions.into_iter().map(|action| (action, share)).collect();
///         Advice { chance: 0.5, exact: false, actions }
///     }
///
///     fn sample(&self, state: &Stonehenge, rng: &mut Generator, _: &mut Vec<(Seat, Action)>) -> f64 {
///         let (seat, mut end) = (state.turn().seat().expect("a seat is to act"), *state);
///         chance::playout(&mut end, rng);
///         end.turn().outcome().map_or(0.5, |outcome| outcome.payoff(seat))
///     }
///
///     fn number(&self, seat: Seat, action: Action) -> u16 {
///         let Action::Place { cell, value } = action else { return 0 };
///         (seat.index() * 200 + cell.index() * 6 + usize::from(value)) as u16
///     }
/// }
/// let start = Stonehenge::start(&sarsen_core::Options::defaults(Stonehenge::SPEC));
/// assert_eq!(Even.advise(&start).actions.len(), 108);
/// ```
pub trait Guide<G: Rules>: Sync {
    /// Evaluates a position in which a seat is to act.
    fn advise(&self, state: &G) -> Advice<G::Action>;

    /// The result of a playout for the seat to act, from 0 to 1; adds the actions played to `played`.
    fn sample(&self, state: &G, rng: &mut Generator, played: &mut Vec<(Seat, G::Action)>) -> f64;

    /// A number for each action of each seat, the same in every position.
    fn number(&self, seat: Seat, action: G::Action) -> u16;
}

/// The settings of a tree.
///
/// ```
/// use sarsen_search::puct::Settings;
///
/// let settings = Settings {
///     trust: 1.4,
///     doubt: 0.1,
///     wide: 1,
///     width: 32,
///     rave: None,
///     playouts: (1, 1.0),
///     seed: 0,
///     threads: 1,
///     memory: 1 << 20,
///     lines: 1,
/// };
/// assert!(settings.rave.is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// The weight of the priors relative to the results.
    pub trust: f64,
    /// How much worse than its position an unvisited action is assumed to be.
    pub doubt: f64,
    /// The number of plies that keep all their actions; at least the root does.
    pub wide: usize,
    /// The number of actions kept below them.
    pub width: usize,
    /// Settings of RAVE statistics, if they are used.
    pub rave: Option<RaveSettings>,
    /// The number of playouts per leaf, and their share of its value, from 0 to 1. If there are any, they alone
    /// evaluate a first visit: the guide takes longer, and is asked about positions that are visited again.
    pub playouts: (u32, f64),
    /// The seed of the threads' differences.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The bytes for the trees.
    pub memory: usize,
    /// The number of lines in progress reports.
    pub lines: usize,
}

/// Searches a position in which a seat is to act. The action `also` is evaluated in any case.
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
    root_parallel::grow(threads, budget, progress, build)
}

/// The room reserved for the children of one more node: no game has more actions in a position.
const ROOM: usize = 2048;

struct Node<A> {
    action: Option<A>,
    expected: f32,
    visits: u32,
    /// The total payoff of the seat that chose `action`.
    total: f64,
    /// The index of the first child; none before the node is opened.
    first: u32,
    count: u32,
    /// The guide's winning chance of the seat to act here.
    chance: f32,
    state: NodeState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeState {
    /// The guide has not been asked yet.
    New,
    /// It has children.
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
    /// The actions played in the current walk, in the tree and in its playouts.
    played: Vec<(Seat, A)>,
    /// The RAVE statistics of the nodes' actions, if they are used.
    rave: Option<RaveStatistics>,
}

impl<'s, A: Copy + Eq + ToString, K: ?Sized> Tree<'s, A, K> {
    fn new(
        also: Option<A>,
        guide: &'s K,
        settings: &'s Settings,
        number: usize,
        threads: usize,
    ) -> Self {
        let rave_bytes = if settings.rave.is_some() { rave::NODE_BYTES } else { 0 };
        let most = settings.memory / threads / (size_of::<Node<A>>() + rave_bytes);
        // All at once: a growing list holds its old and its new allocation at the same time.
        let mut nodes = reserve(most);
        let most = most.min(nodes.capacity());
        nodes.push(node(None, 1.0));
        let rng = chance::generator(mix(settings.seed ^ (number as u64) << 32));
        let rave = settings.rave.map(|trust| RaveStatistics::new(trust, most));
        Tree { nodes, also, guide, settings, rng, number, most, played: Vec::new(), rave }
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
        // A single action needs no search, and nothing would stop a search without limits.
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
                progress(&root_parallel::report(self.roots(), budget, self.settings.lines));
            }
        }
    }

    /// One walk from the root to a leaf, and the update on the way back.
    fn walk<G>(&mut self, mut state: G, path: &mut Vec<(usize, bool)>)
    where
        G: Rules<Action = A>,
        K: Guide<G>,
    {
        path.clear();
        self.played.clear();
        let mut at = 0;
        // The winning chance at the leaf, for the seat to act at the root or for the other.
        let Some(root) = state.turn().seat() else { return };
        let value = loop {
            let mover = match state.turn() {
                Turn::Over(outcome) => break outcome.payoff(root),
                Turn::Chance => break 0.5,
                Turn::Seat(mover) => mover,
            };
            let own = mover == root;
            if self.nodes[at].state == NodeState::New && at != 0 {
                let chance = self.worth(at, path.len(), &state);
                break if own { chance } else { 1.0 - chance };
            }
            let Some(child) = self.select(at) else {
                let chance = f64::from(self.nodes[at].chance);
                break if own { chance } else { 1.0 - chance };
            };
            path.push((child, own));
            if let Some(action) = self.nodes[child].action {
                self.played.push((mover, action));
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
        self.hear::<G>(path, value);
    }

    /// Updates the RAVE statistics of every action on the path that was played in the walk.
    fn hear<G>(&mut self, path: &[(usize, bool)], value: f64)
    where
        G: Rules<Action = A>,
        K: Guide<G>,
    {
        let Some(rave) = &mut self.rave else { return };
        let guide = self.guide;
        let numbers = self.played.iter().map(|&(seat, action)| guide.number(seat, action));
        numbers.clone().for_each(|number| rave.play(number));
        let mut parent = 0;
        for &(chosen, own) in path {
            let Node { first, count, .. } = self.nodes[parent];
            let nodes = first as usize..(first + count) as usize;
            rave.spread(nodes, (if own { value } else { 1.0 - value }) as f32);
            let Node { visits, total, .. } = self.nodes[chosen];
            rave.see(chosen, visits, total / f64::from(visits));
            parent = chosen;
        }
        numbers.for_each(|number| rave.forget(number));
    }

    /// The value of a new leaf for the seat to act: the guide's evaluation and the playouts.
    fn worth<G>(&mut self, at: usize, depth: usize, state: &G) -> f64
    where
        G: Rules<Action = A>,
        K: Guide<G>,
    {
        let (count, share) = self.settings.playouts;
        if count > 0 && self.nodes[at].visits == 0 {
            return self.ends(state, count);
        }
        self.open(at, depth, state);
        let chance = f64::from(self.nodes[at].chance);
        if count == 0 || self.nodes[at].state == NodeState::Closed {
            return chance;
        }
        chance + share * (self.ends(state, count) - chance)
    }

    /// The mean result of playouts.
    fn ends<G>(&mut self, state: &G, count: u32) -> f64
    where
        G: Rules<Action = A>,
        K: Guide<G>,
    {
        let mut sample = || self.guide.sample(state, &mut self.rng, &mut self.played);
        (0..count).map(|_| sample()).sum::<f64>() / f64::from(count)
    }

    /// Asks the guide about a node, and adds the children worth keeping.
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
        if depth >= self.settings.wide.max(1) {
            keep_best(&mut advice.actions, self.settings.width.max(1));
        }
        // A stable sort: actions with equal priors keep the order of the rules.
        advice.actions.sort_by(|a, b| b.1.total_cmp(&a.1));
        if at == 0 {
            // Visited actions have to come before unvisited ones.
            advice.actions.sort_by_key(|&(action, _)| Some(action) != self.also);
        }
        let first = self.nodes.len();
        let seat = state.turn().seat().unwrap_or(Seat::ONE);
        let thought = (advice.chance - self.settings.doubt) as f32;
        for (action, expected) in advice.actions {
            self.nodes.push(node(Some(action), expected));
            if let Some(rave) = &mut self.rave {
                rave.push(self.guide.number(seat, action), expected, thought);
            }
        }
        self.nodes[at].first = first as u32;
        self.nodes[at].count = (self.nodes.len() - first) as u32;
        self.nodes[at].state = NodeState::Open;
    }

    /// With equal priors all threads would build the same tree.
    fn differ(&self, actions: &mut [(A, f32)]) {
        for (place, (_, expected)) in actions.iter_mut().enumerate() {
            let bits = mix(self.settings.seed ^ mix((self.number as u64) << 32 | place as u64));
            *expected *= 0.75 + 0.5 * ((bits >> 40) as f32 / (1_u32 << 24) as f32);
        }
    }

    /// The child with the highest bound.
    fn select(&mut self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let first = node.first as usize;
        let is_also = at == 0 && self.also.is_some() && self.nodes[first].action == self.also;
        if is_also && root_parallel::is_neglected(self.nodes[first].visits, node.visits) {
            return Some(first);
        }
        let urge = self.settings.trust * libm::sqrt(f64::from(node.visits.max(1)));
        let children = self.children(at);
        match &mut self.rave {
            Some(rave) => rave.best(children, urge as f32),
            None => self.best(at, urge),
        }
    }

    /// The child with the highest bound. Children are sorted by prior, so visited ones come first, and only the first
    /// unvisited one can be chosen.
    fn best(&self, at: usize, urge: f64) -> Option<usize> {
        let unseen = f64::from(self.nodes[at].chance) - self.settings.doubt;
        let mut best = None;
        for index in self.children(at) {
            let child = &self.nodes[index];
            let visits = f64::from(child.visits);
            let mean = if child.visits > 0 { child.total / visits } else { unseen };
            let bound = mean + urge * f64::from(child.expected) / (1.0 + visits);
            if best.is_none_or(|(most, _)| bound > most) {
                best = Some((bound, index));
            }
            if child.visits == 0 {
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
        // A child with too few visits is noise.
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

/// Keeps the actions with the highest priors, in order; ties go to the first.
fn keep_best<A>(actions: &mut Vec<(A, f32)>, kept: usize) {
    if actions.len() <= kept {
        return;
    }
    let mut expected: Vec<f32> = actions.iter().map(|action| action.1).collect();
    let (better, &mut least, _) = expected.select_nth_unstable_by(kept - 1, |a, b| b.total_cmp(a));
    let mut equal = kept - better.iter().filter(|&&share| share > least).count();
    actions.retain(|&(_, share)| {
        let is_kept = share > least || share == least && equal > 0;
        equal -= usize::from(is_kept && share == least);
        is_kept
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_kept_and_of_equal_ones_the_first() {
        let mut actions =
            vec![('a', 0.1), ('b', 0.3), ('c', 0.1), ('d', 0.2), ('e', 0.1), ('f', 0.2)];
        keep_best(&mut actions, 4);
        assert_eq!(actions, [('a', 0.1), ('b', 0.3), ('d', 0.2), ('f', 0.2)]);
        keep_best(&mut actions, 4);
        assert_eq!(actions.len(), 4);
        keep_best(&mut actions, 1);
        assert_eq!(actions, [('b', 0.3)]);
    }
}
