//! Every choice of every side under every throw, in terms of the numbers of [`SideIndex`].
//!
//! A choice changes the number of the mover's side and does not affect the other side, unless a piece arrives; the
//! effect on the other side then depends on that side alone. So the moves of all n² positions are two tables over n
//! sides.

use sarsen_core::Seat;

use crate::events::Silent;
use crate::side::{Landing, Strike};
use crate::state::lowest_choice;
use crate::{Action, Ruleset, Side, SideIndex, Throw};

/// The choices of all sides under one ruleset.
///
/// ```
/// use sarsen_holes::{Graph, Ruleset, Throw};
///
/// let graph = Graph::new(Ruleset::with_pieces(1));
/// assert_eq!(graph.index().pieces(), 1);
/// let choices = graph.choices(graph.start(), Throw::new(3).unwrap());
/// assert_eq!(choices.len(), 1, "one piece, one move");
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    index: SideIndex,
    /// Where the choices of each side and throw begin in `choices`; the last entry is the end.
    starts: Vec<u32>,
    choices: Vec<Choice>,
    /// What an arrival of the other seat turns each side into; `None` if it has then lost.
    struck: Vec<Option<u32>>,
    settled: Vec<bool>,
}

/// The result of a choice, packed, because there are millions of them.
///
/// ```
/// use sarsen_holes::{Graph, Landing, Ruleset, Throw};
///
/// let graph = Graph::new(Ruleset::with_pieces(1));
/// let choice = graph.choices(graph.start(), Throw::new(3).unwrap())[0];
/// assert_eq!(choice.landing(), Landing::Lane);
/// let side = graph.index().side(choice.side()).unwrap();
/// assert_eq!(side.lane, 1 << 4, "from hole 1 to hole 4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice(u32);

const LANDING_SHIFT: u32 = 30;

/// Marks a pass, which can otherwise look like a move: 8 by 2 goes to 10 and back to 8.
const PASSED: u32 = 1 << 29;

impl Choice {
    fn new(side: u32, landing: Landing) -> Choice {
        Choice(side | (landing as u32) << LANDING_SHIFT)
    }

    /// The number of the mover's side afterwards, including the entry that follows an arrival.
    #[inline]
    pub fn side(self) -> u32 {
        self.0 & (PASSED - 1)
    }

    /// Where it ended: on the lane (or nothing moved), with another throw, or in the Shen hole.
    #[inline]
    pub fn landing(self) -> Landing {
        match self.0 >> LANDING_SHIFT {
            0 => Landing::Lane,
            1 => Landing::Nefer,
            _ => Landing::Shen,
        }
    }
}

/// The result of a choice, with both sides.
///
/// ```
/// use sarsen_holes::{Graph, Next, Ruleset, Throw};
///
/// let graph = Graph::new(Ruleset::with_pieces(1));
/// let start = graph.start();
/// let choice = graph.choices(start, Throw::new(3).unwrap())[0];
/// assert_eq!(graph.next(choice, start), Next::Other { mine: choice.side(), theirs: start });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The mover throws again.
    Again {
        /// The mover's side.
        mine: u32,
        /// The other side.
        theirs: u32,
    },
    /// The other seat throws.
    Other {
        /// The mover's side.
        mine: u32,
        /// The other side.
        theirs: u32,
    },
    /// The mover has won.
    Won,
}

impl Graph {
    /// The choices of all sides with the ruleset's number of pieces.
    pub fn new(rules: Ruleset) -> Graph {
        let index = SideIndex::new(rules.pieces);
        let mut graph = Graph {
            starts: vec![0],
            choices: Vec::new(),
            struck: Vec::new(),
            settled: Vec::new(),
            index,
        };
        for rank in 0..graph.index.count() {
            let side = graph.index.side(rank).unwrap_or_default();
            graph.add_side(side, rules);
        }
        graph
    }

    fn add_side(&mut self, side: Side, rules: Ruleset) {
        for throw in Throw::all() {
            let mut left = side.choices(throw);
            while let Some(action) = lowest_choice(left) {
                let choice = self.choice(side, throw, action, rules);
                self.choices.push(choice);
                left &= left - 1;
            }
            self.starts.push(self.choices.len() as u32);
        }
        let mut struck = side;
        let survives = struck.strike(Seat::TWO, &mut Silent) == Strike::Survived;
        self.struck.push(survives.then(|| self.index.rank(&struck)));
        self.settled.push(side.is_settled());
    }

    fn choice(&self, mut side: Side, throw: Throw, action: Action, rules: Ruleset) -> Choice {
        let landing = match action {
            Action::Move(hole) => side.advance(hole, throw, rules, Seat::ONE, &mut Silent),
            Action::Recover => {
                side.recover(rules, Seat::ONE, &mut Silent);
                Landing::Lane
            }
            Action::Pass | Action::Throw(_) => return Choice(self.index.rank(&side) | PASSED),
        };
        side.enter(landing == Landing::Shen, Seat::ONE, &mut Silent);
        Choice::new(self.index.rank(&side), landing)
    }

    /// The numbering used here.
    pub fn index(&self) -> &SideIndex {
        &self.index
    }

    /// The number of the side that both seats start with.
    pub fn start(&self) -> u32 {
        self.index.rank(&Side::start(self.index.pieces()))
    }

    /// Whether a side can occur before a throw ([`Side::is_settled`]).
    #[inline]
    pub fn is_settled(&self, side: u32) -> bool {
        self.settled[side as usize]
    }

    /// The choices of a side with a throw, in the order in which the state lists its actions.
    #[inline]
    pub fn choices(&self, side: u32, throw: Throw) -> &[Choice] {
        let at = side as usize * 5 + usize::from(throw.score()) - 1;
        &self.choices[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Whether a side can do nothing with a throw (H12).
    #[inline]
    pub fn passes(&self, side: u32, throw: Throw) -> bool {
        self.choices(side, throw)[0] == Choice(side | PASSED)
    }

    /// A side after an arrival of the other seat; `None` if it has then lost.
    #[inline]
    pub fn struck(&self, side: u32) -> Option<u32> {
        self.struck[side as usize]
    }

    /// The result of a choice of the mover against a side.
    #[inline]
    pub fn next(&self, choice: Choice, theirs: u32) -> Next {
        let mine = choice.side();
        match choice.landing() {
            Landing::Lane => Next::Other { mine, theirs },
            Landing::Nefer => Next::Again { mine, theirs },
            Landing::Shen => match self.struck(theirs) {
                Some(theirs) => Next::Other { mine, theirs },
                None => Next::Won,
            },
        }
    }
}
