//! Information-set Monte Carlo tree search (P. Cowling, E. Powley, D. Whitehouse 2012).
//!
//! Every walk draws a world that the seat considers possible, and all walks share one tree of actions. Which children
//! are legal differs between worlds, so a child's bound depends on how often it was available. The worlds come from
//! `Hidden::determinize`, so the search only uses the seat's view.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::Duration;

use sarsen_core::chance::{self, Generator};
use sarsen_core::{Chance, Hidden, ListActions, Seat, Turn, legal_actions};

use crate::knowledge::{Knowledge, mix};
use crate::limits::{Budget, Meter};
use crate::mcts::{self, Settings};
use crate::report::{Found, Progress};
use crate::reserve::reserve;
use crate::root_parallel::{self, RootStatistics};

/// Searches for the seat to act. The action `also` is evaluated in any case.
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
    G: ListActions + Chance + Hidden,
    K: Knowledge<G> + ?Sized,
{
    let seat = state.turn().seat().expect("a seat is to act");
    let world = |rng: &mut Generator| state.determinize(seat, rng);
    search_worlds(state, also, &world, knowledge, settings, budget, progress)
}

/// The same with worlds from another source, for players who remember less than they could.
pub fn search_worlds<G, K>(
    state: &G,
    also: Option<G::Action>,
    world: &(dyn Fn(&mut Generator) -> G + Sync),
    knowledge: &K,
    settings: &Settings,
    budget: &Budget<'_>,
    progress: Progress<'_>,
) -> Found<G::Action>
where
    G: ListActions + Chance,
    K: Knowledge<G> + ?Sized,
{
    let threads = settings.threads.max(1);
    let seats = mcts::seats_of(state);
    // A walk adds at most one node.
    let walks = budget.left().0.map_or(usize::MAX, |nodes| nodes.min(1 << 30) as usize + 2);
    let most = (settings.memory / threads / node_bytes::<G::Action>()).max(2).min(walks);
    let build = |number: usize, progress: Progress<'_>| {
        let mut tree = Tree::new(also, knowledge, settings, seats, number, most);
        tree.grow(world, budget, progress);
        tree.roots()
    };
    root_parallel::grow(threads, budget, progress, build)
}

struct Node<A> {
    action: Option<A>,
    chooser: Option<Seat>,
    visits: u32,
    available: u32,
    total: f64,
    /// The last child, and the previous child of the same parent; 0 for none.
    child: u32,
    sibling: u32,
}

struct Tree<'s, A, K: ?Sized> {
    nodes: Vec<Node<A>>,
    places: HashMap<(u32, A), u32, FastHash>,
    also: Option<A>,
    knowledge: &'s K,
    settings: &'s Settings,
    rng: Generator,
    seats: usize,
    most: usize,
}

/// A fast hash for small keys, the same in every run: only speed depends on it, not the order of anything.
type FastHash = BuildHasherDefault<FastHasher>;

#[derive(Default)]
struct FastHasher(u64);

impl FastHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for FastHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.add(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.add(u64::from(value));
    }

    fn write_i32(&mut self, value: i32) {
        self.add(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.add(value as u64);
    }

    fn finish(&self) -> u64 {
        mix(self.0)
    }
}

/// The memory of a node including its entry in the map, which is at most seven eighths full and has a power of two of
/// entries with one extra byte each.
fn node_bytes<A>() -> usize {
    size_of::<Node<A>>() + (size_of::<((u32, A), u32)>() + 1) * 16 / 7 + 1
}

impl<'s, A: sarsen_core::Action, K: ?Sized> Tree<'s, A, K> {
    fn new(
        also: Option<A>,
        knowledge: &'s K,
        settings: &'s Settings,
        seats: usize,
        number: usize,
        most: usize,
    ) -> Self {
        let root = Node {
            action: None,
            chooser: None,
            visits: 0,
            available: 0,
            total: 0.0,
            child: 0,
            sibling: 0,
        };
        // All at once: a growing list holds its old and its new allocation at the same time.
        let mut nodes = reserve(most);
        let mut places = HashMap::with_hasher(FastHash::default());
        // If there is not enough memory for the map, it grows as it is filled.
        let _ = places.try_reserve(nodes.capacity().min(most));
        let most = most.min(nodes.capacity());
        nodes.push(root);
        Tree {
            nodes,
            places,
            also,
            knowledge,
            settings,
            rng: chance::generator(mix(settings.seed ^ (number as u64) << 32)),
            seats,
            most,
        }
    }

    fn grow<G>(
        &mut self,
        world: &(dyn Fn(&mut Generator) -> G + Sync),
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) where
        G: ListActions<Action = A> + Chance,
        K: Knowledge<G>,
    {
        let mut meter = Meter::new(budget, 1);
        let mut next = Duration::from_millis(100);
        let most = if budget.is_limited() { u64::MAX } else { 10_000 };
        for round in 0..most {
            let state = world(&mut self.rng);
            self.sample(state);
            if !meter.tick() {
                break;
            }
            if round % 64 == 63 && budget.elapsed() >= next {
                next = budget.elapsed() * 2;
                progress(&root_parallel::report(self.roots(), budget, self.settings.lines));
            }
        }
    }

    fn sample<G>(&mut self, mut state: G)
    where
        G: ListActions<Action = A> + Chance,
        K: Knowledge<G>,
    {
        let mut at = 0_u32;
        let mut path = vec![at];
        loop {
            let (action, chooser) = match state.turn() {
                Turn::Over(_) => break,
                Turn::Chance => match state.draw(&mut self.rng) {
                    Some(outcome) => (outcome, None),
                    None => break,
                },
                Turn::Seat(seat) => (self.select(at, &state), Some(seat)),
            };
            state.apply(action);
            let known = self.places.get(&(at, action)).copied();
            let child = match known {
                Some(child) => child,
                None if self.nodes.len() < self.most => self.add(at, action, chooser),
                None => break,
            };
            path.push(child);
            at = child;
            if known.is_none() {
                break;
            }
        }
        mcts::playout(&mut state, self.knowledge, self.settings.cut, &mut self.rng);
        let values = mcts::payoffs(&state, self.seats, self.knowledge);
        for at in path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            if let Some(seat) = node.chooser {
                node.total += values[seat.index()];
            }
        }
    }

    fn add(&mut self, parent: u32, action: A, chooser: Option<Seat>) -> u32 {
        let child = self.nodes.len() as u32;
        self.nodes.push(Node {
            action: Some(action),
            chooser,
            visits: 0,
            available: 1,
            total: 0.0,
            child: 0,
            sibling: self.nodes[parent as usize].child,
        });
        self.places.insert((parent, action), child);
        self.nodes[parent as usize].child = child;
        child
    }

    /// At the root, the action to evaluate in any case, if it can be played in this world and is due.
    fn neglected<G: ListActions<Action = A>>(&self, at: u32, state: &G) -> Option<A> {
        let also = self.also.filter(|&also| at == 0 && state.check(also).is_ok())?;
        let child = self.places.get(&(0, also));
        let visits = child.map_or(0, |&child| self.nodes[child as usize].visits);
        root_parallel::is_neglected(visits, self.nodes[0].visits).then_some(also)
    }

    /// An action that wins at once in this world; otherwise a legal one that was never tried, if there is one (the most
    /// promising if only some are opened); otherwise the one with the highest bound.
    fn select<G>(&mut self, at: u32, state: &G) -> A
    where
        G: ListActions<Action = A>,
        K: Knowledge<G>,
    {
        if let Some(action) = self.neglected(at, state) {
            return action;
        }
        if let Some(action) = self.knowledge.decisive(state) {
            return action;
        }
        let mut actions = legal_actions(state);
        if let Some((base, power)) = self.settings.widening {
            let visits = f64::from(self.nodes[at as usize].visits);
            actions.sort_by_cached_key(|&action| {
                std::cmp::Reverse(self.knowledge.promise(state, action))
            });
            actions.truncate((base + libm::pow(visits, power) as usize).max(1));
        }
        let mut fresh = Vec::new();
        let mut best: Option<(f64, A)> = None;
        for &action in &actions {
            let Some(&child) = self.places.get(&(at, action)) else {
                fresh.push(action);
                continue;
            };
            let node = &mut self.nodes[child as usize];
            node.available += 1;
            let visits = f64::from(node.visits.max(1));
            let spread = libm::sqrt(libm::log(f64::from(node.available)) / visits);
            let bound = node.total / visits + self.settings.exploration * spread;
            if best.is_none_or(|(other, _)| bound > other) {
                best = Some((bound, action));
            }
        }
        match best {
            Some((_, action)) if fresh.is_empty() => action,
            _ if self.settings.widening.is_some() => fresh[0],
            _ => fresh[chance::below(&mut self.rng, fresh.len() as u64) as usize],
        }
    }

    fn children(&self, at: u32) -> impl Iterator<Item = u32> {
        let some = |child: u32| (child != 0).then_some(child);
        let first = some(self.nodes[at as usize].child);
        std::iter::successors(first, move |&child| some(self.nodes[child as usize].sibling))
    }

    fn roots(&self) -> Vec<RootStatistics<A>> {
        let statistics = |child: u32| {
            let node = &self.nodes[child as usize];
            RootStatistics {
                action: node.action.expect("children have actions"),
                visits: u64::from(node.visits),
                total: node.total,
                line: self.line(child),
            }
        };
        self.children(0).map(statistics).collect()
    }

    fn line(&self, mut at: u32) -> Vec<A> {
        let mut line: Vec<A> = self.nodes[at as usize].action.into_iter().collect();
        let visits = |child: &u32| self.nodes[*child as usize].visits;
        while let Some(next) = self.children(at).max_by_key(visits)
            && visits(&next) >= 10
        {
            line.extend(self.nodes[next as usize].action);
            at = next;
        }
        line
    }
}
