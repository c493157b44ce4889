//! Perft on all cores, with progress reports and optional use of the board's symmetry.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use sarsen_core::perft::{Unlisted, children, perft};
use sarsen_core::{Chance, Hashed, ListActions, Symmetric};
use thiserror::Error;

/// What to count.
pub struct PerftRequest<'a> {
    /// The length of the sequences.
    pub depth: u32,
    /// Whether positions that are images of each other are counted once and multiplied.
    pub symmetry: bool,
    /// Called now and then with the number of finished parts and of all parts; returning `false` stops the count.
    pub progress: &'a (dyn Fn(u64, u64) -> bool + Sync),
}

/// A count, and what each first action contributes to it, sorted by notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// The number of sequences.
    pub total: u64,
    /// The number of sequences that begin with each action.
    pub divide: BTreeMap<String, u64>,
}

/// Why counting failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PerftError {
    /// The actions of some position cannot be listed.
    #[error("the actions of this game cannot all be listed here, so sequences cannot be counted")]
    Unlisted,
    /// The game declares no symmetry.
    #[error("this game's board has no symmetry to count by")]
    NoSymmetry,
    /// The progress callback stopped it.
    #[error("stopped")]
    Stopped,
}

impl From<Unlisted> for PerftError {
    fn from(_: Unlisted) -> PerftError {
        PerftError::Unlisted
    }
}

/// Positions at some depth whose continuations are still to be counted.
struct Part<G> {
    root: usize,
    multiplicity: u64,
    state: G,
}

/// Counts every position by itself.
pub(crate) fn plain<G: ListActions + Chance>(
    state: &G,
    request: &PerftRequest<'_>,
) -> Result<Perft, PerftError> {
    if request.symmetry {
        return Err(PerftError::NoSymmetry);
    }
    count(state, request, |parts| parts, |firsts| (0..firsts.len()).collect())
}

/// Counts positions that are equal up to symmetry once.
pub(crate) fn symmetric<G: ListActions + Chance + Symmetric + Hashed>(
    state: &G,
    request: &PerftRequest<'_>,
) -> Result<Perft, PerftError> {
    count(state, request, merge, |firsts| {
        let mut seen = HashMap::new();
        let first_like = |(index, state)| *seen.entry(canonical(state)).or_insert(index);
        firsts.iter().enumerate().map(first_like).collect()
    })
}

/// No further splitting beyond this many parts: enough to keep all cores busy without using much memory.
const MANY_PARTS: usize = 4000;

fn count<G: ListActions + Chance>(
    state: &G,
    request: &PerftRequest<'_>,
    merge: impl Fn(Vec<Part<G>>) -> Vec<Part<G>>,
    like: impl Fn(&[G]) -> Vec<usize>,
) -> Result<Perft, PerftError> {
    if request.depth == 0 {
        return Ok(Perft { total: 1, divide: BTreeMap::new() });
    }
    let (actions, firsts): (Vec<_>, Vec<_>) = children(state)?.into_iter().unzip();
    // Every first action is counted by the first one that is equivalent to it.
    let stands_for = like(&firsts);
    let part = |(root, state)| Part { root, multiplicity: 1, state };
    let counted = firsts.into_iter().enumerate().filter(|(root, _)| stands_for[*root] == *root);
    let mut parts: Vec<Part<G>> = counted.map(part).collect();
    let mut left = request.depth - 1;
    while left > 2 && parts.len() < MANY_PARTS {
        parts = merge(split(&parts)?);
        left -= 1;
    }
    let mut by_root: HashMap<usize, u64> = HashMap::new();
    for (part, count) in parts.iter().zip(count_parts(&parts, left, request)?) {
        *by_root.entry(part.root).or_default() += part.multiplicity * count;
    }
    let count_of = |root: &usize| by_root.get(root).copied().unwrap_or(0);
    let named = actions.iter().zip(&stands_for);
    let divide: BTreeMap<String, u64> =
        named.map(|(action, root)| (action.to_string(), count_of(root))).collect();
    Ok(Perft { total: divide.values().sum(), divide })
}

fn split<G: ListActions + Chance>(parts: &[Part<G>]) -> Result<Vec<Part<G>>, PerftError> {
    let mut next = Vec::new();
    for part in parts {
        for (_, state) in children(&part.state)? {
            next.push(Part { root: part.root, multiplicity: part.multiplicity, state });
        }
    }
    Ok(next)
}

fn merge<G: Symmetric + Hashed>(parts: Vec<Part<G>>) -> Vec<Part<G>> {
    let mut merged: HashMap<(usize, u64), Part<G>> = HashMap::new();
    for part in parts {
        let multiplicity = part.multiplicity;
        merged
            .entry((part.root, canonical(&part.state)))
            .and_modify(|same| same.multiplicity += multiplicity)
            .or_insert(part);
    }
    merged.into_values().collect()
}

/// The smallest hash among a state's images, which is the same for all of them.
pub(crate) fn canonical<G: Symmetric + Hashed>(state: &G) -> u64 {
    let images = (0..G::SYMMETRIES).map(|symmetry| state.transform(symmetry).hash());
    images.min().expect("the identity is a symmetry")
}

fn count_parts<G: ListActions + Chance>(
    parts: &[Part<G>],
    depth: u32,
    request: &PerftRequest<'_>,
) -> Result<Vec<u64>, PerftError> {
    let done = AtomicU64::new(0);
    let total = parts.len() as u64;
    parts
        .par_iter()
        .map(|part| {
            let count = perft(&part.state, depth)?;
            let now = done.fetch_add(1, Ordering::Relaxed) + 1;
            if (request.progress)(now, total) { Ok(count) } else { Err(PerftError::Stopped) }
        })
        .collect()
}
