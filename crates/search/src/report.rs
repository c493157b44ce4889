//! The results of a search.

use std::time::Duration;

use serde::Serialize;

/// A candidate action, as found by a strategy.
///
/// ```
/// use sarsen_search::Candidate;
///
/// let candidate = Candidate { action: "G4", chance: 0.6, line: vec!["G4", "A1"], nodes: 10, exact: false };
/// assert_eq!(candidate.line[0], candidate.action);
/// ```
#[derive(Clone, Debug)]
pub struct Candidate<A> {
    /// The action at the root.
    pub action: A,
    /// The winning chance of the seat to act after it, from 0 to 1.
    pub chance: f64,
    /// The expected continuation; begins with `action`.
    pub line: Vec<A>,
    /// The amount of work spent on it.
    pub nodes: u64,
    /// Whether the chance is proven.
    pub exact: bool,
}

/// The result of a strategy: the candidates, best first.
///
/// ```
/// use sarsen_search::{Candidate, Found};
///
/// let candidate = |action, chance| Candidate { action, chance, line: vec![action], nodes: 1, exact: false };
/// let found = Found { candidates: vec![candidate("G4", 0.6), candidate("A1", 0.4)], depth: 1, nodes: 2 };
/// assert_eq!(found.best().action, "G4");
/// assert_eq!(found.lines(1).len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Found<A> {
    /// The evaluated candidates, best first; never empty.
    pub candidates: Vec<Candidate<A>>,
    /// The search depth.
    pub depth: u32,
    /// The number of positions or playouts.
    pub nodes: u64,
}

impl<A: Copy + PartialEq + ToString> Found<A> {
    /// The best candidate.
    ///
    /// # Panics
    /// Never: there is always one.
    pub fn best(&self) -> &Candidate<A> {
        self.candidates.first().expect("a search of a live position finds an action")
    }

    /// The best lines in notation.
    pub fn lines(&self, count: usize) -> Vec<Line> {
        self.candidates.iter().take(count).map(Line::of).collect()
    }
}

/// A line of play, in notation.
///
/// ```
/// use sarsen_search::{Candidate, Line};
///
/// let candidate = Candidate { action: 1, chance: 0.5, line: vec![1, 2], nodes: 1, exact: true };
/// assert_eq!(Line::of(&candidate).actions, ["1", "2"]);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// The expected continuation; its first action is the advice.
    pub actions: Vec<String>,
    /// The winning chance of the seat to act, from 0 to 1.
    pub chance: f64,
    /// Whether the chance is proven.
    pub exact: bool,
    /// How much work went into it: its visits, where a tree is built; 0 where nobody counts.
    pub nodes: u64,
}

impl Line {
    /// A candidate in notation.
    pub fn of<A: ToString>(candidate: &Candidate<A>) -> Line {
        Line {
            actions: candidate.line.iter().map(ToString::to_string).collect(),
            chance: candidate.chance,
            exact: candidate.exact,
            nodes: candidate.nodes,
        }
    }
}

/// The progress of a search.
///
/// ```
/// use std::time::Duration;
///
/// use sarsen_search::Report;
///
/// let report = Report { depth: 3, nodes: 500, elapsed: Duration::from_millis(250), lines: Vec::new() };
/// assert_eq!(report.nodes_per_second(), 2_000.0);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The search depth.
    pub depth: u32,
    /// Positions or playouts so far.
    pub nodes: u64,
    /// The time so far.
    pub elapsed: Duration,
    /// The best lines so far, best first.
    pub lines: Vec<Line>,
}

impl Report {
    /// Positions or playouts per second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)
    }
}

/// Receives the progress of a search.
///
/// ```
/// use sarsen_search::Report;
/// use sarsen_search::report::Progress;
///
/// let tell: Progress<'_> = &|report: &Report| assert!(report.nodes > 0);
/// # let _ = tell;
/// ```
pub type Progress<'a> = &'a (dyn Fn(&Report) + Sync);
