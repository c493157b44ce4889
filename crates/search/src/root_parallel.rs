//! Root parallelism: every thread builds its own tree, and the statistics of the roots are added up. No thread waits
//! for another, and the result for a number of threads does not depend on timing.

use crate::limits::Budget;
use crate::report::{Candidate, Found, Progress, Report};

/// An action to evaluate in any case gets at least one in this many walks, however poor it looks.
const ALSO_EVERY: u32 = 8;

/// Whether the action to evaluate in any case has had too few of a root's walks.
pub(crate) fn is_neglected(visits: u32, all: u32) -> bool {
    visits.saturating_mul(ALSO_EVERY) <= all
}

/// Lets every thread build its tree. Only the first one reports progress.
pub(crate) fn grow<A: Copy + Eq + Send>(
    threads: usize,
    budget: &Budget<'_>,
    progress: Progress<'_>,
    build: impl Fn(usize, Progress<'_>) -> Vec<RootStatistics<A>> + Sync,
) -> Found<A> {
    let build = &build;
    let mut all = Vec::new();
    std::thread::scope(|scope| {
        let helpers: Vec<_> =
            (1..threads).map(|number| scope.spawn(move || build(number, &|_| {}))).collect();
        all.push(build(0, progress));
        for helper in helpers {
            if let Ok(roots) = helper.join() {
                all.push(roots);
            }
        }
    });
    merge(all, budget.spent())
}

/// A report of one tree so far.
pub(crate) fn report<A: Copy + Eq + ToString>(
    roots: Vec<RootStatistics<A>>,
    budget: &Budget<'_>,
    lines: usize,
) -> Report {
    let found = merge(vec![roots], budget.spent());
    Report {
        depth: found.depth,
        nodes: found.nodes,
        elapsed: budget.elapsed(),
        lines: found.lines(lines),
    }
}

/// The statistics of one action at the root of a tree.
pub(crate) struct RootStatistics<A> {
    pub(crate) action: A,
    pub(crate) visits: u64,
    pub(crate) total: f64,
    pub(crate) line: Vec<A>,
}

/// Adds up the roots of several trees. Candidates are sorted by visits, since the most visited is the most reliable.
fn merge<A: Copy + Eq>(trees: Vec<Vec<RootStatistics<A>>>, nodes: u64) -> Found<A> {
    let mut sums: Vec<RootStatistics<A>> = Vec::new();
    for root in trees.into_iter().flatten() {
        match sums.iter_mut().find(|sum| sum.action == root.action) {
            None => sums.push(root),
            Some(sum) => {
                if root.visits > sum.visits {
                    sum.line = root.line;
                }
                sum.visits += root.visits;
                sum.total += root.total;
            }
        }
    }
    sums.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.total.total_cmp(&a.total)));
    let depth = sums.first().map_or(0, |first| first.line.len() as u32);
    let candidates = sums
        .into_iter()
        .map(|sum| Candidate {
            action: sum.action,
            chance: if sum.visits == 0 { 0.0 } else { sum.total / sum.visits as f64 },
            line: sum.line,
            nodes: sum.visits,
            exact: false,
        })
        .collect();
    Found { candidates, depth, nodes }
}
