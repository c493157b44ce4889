//! What a search has found.

use std::time::Duration;

use serde::Serialize;

/// A way to go on, as a strategy finds it.
#[derive(Clone, Debug)]
pub struct Candidate<A> {
    /// The action at the root.
    pub action: A,
    /// The winning chance of the seat to act after it, from 0 to 1.
    pub chance: f64,
    /// The expected continuation; begins with `action`.
    pub line: Vec<A>,
    /// How much work went into it.
    pub nodes: u64,
    /// Whether the chance is proved.
    pub exact: bool,
}

/// What a strategy has found: the candidates, the best first.
#[derive(Clone, Debug)]
pub struct Found<A> {
    /// The candidates that were valued, the best first; never empty.
    pub candidates: Vec<Candidate<A>>,
    /// How far it looked.
    pub depth: u32,
    /// How many positions or playouts it took.
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

/// A way to go on, in notation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// The expected continuation; its first action is the advice.
    pub actions: Vec<String>,
    /// The winning chance of the seat to act, from 0 to 1.
    pub chance: f64,
    /// Whether the chance is proved.
    pub exact: bool,
}

impl Line {
    /// A candidate in notation.
    pub fn of<A: ToString>(candidate: &Candidate<A>) -> Line {
        Line {
            actions: candidate.line.iter().map(ToString::to_string).collect(),
            chance: candidate.chance,
            exact: candidate.exact,
        }
    }
}

/// How far a search has got.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How far it looks.
    pub depth: u32,
    /// Positions or playouts so far.
    pub nodes: u64,
    /// The time so far.
    pub elapsed: Duration,
    /// The best lines so far, the best first.
    pub lines: Vec<Line>,
}

impl Report {
    /// Positions or playouts a second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)
    }
}

/// Who is told how far a search has got.
pub type Progress<'a> = &'a (dyn Fn(&Report) + Sync);
