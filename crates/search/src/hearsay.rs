//! Hearsay: how walks ended in which an action was played at any later time ("all moves as first", RAVE).
//!
//! It says something of a thousand actions before one of them was visited, and counts less with every visit. What is known
//! of actions lies in columns, one entry a node of the tree, so that the bounds of all actions of a position are computed
//! in one pass without a branch: that and spreading the news is what a walk through a wide tree consists of.

use std::ops::Range;

use crate::room::room;

/// How much is given to hearsay.
#[derive(Clone, Copy, Debug)]
pub struct Hearsay {
    /// After so many visits an action's own mean counts about as much as any amount of hearsay.
    pub half: f32,
    /// For so many walks counts what was thought before anything was heard.
    pub prior: f32,
}

/// The bytes that a node takes here.
pub(crate) const NODE_BYTES: usize = 5 * size_of::<f32>() + size_of::<u16>();

/// What was seen and heard of the actions that lead to the nodes of a tree.
pub(crate) struct Rumours {
    trust: Hearsay,
    expected: Vec<f32>,
    visits: Vec<f32>,
    mean: Vec<f32>,
    heard: Vec<f32>,
    told: Vec<f32>,
    /// What the guide calls the actions.
    numbers: Vec<u16>,
    /// Which numbers were played in the walk at hand, a bit each.
    played: Box<[u64; PLAYED]>,
    bounds: Vec<f32>,
}

/// The words of a set of numbers.
const PLAYED: usize = (1 << u16::BITS) / u64::BITS as usize;
/// So many bounds are compared at once.
const LANES: usize = 8;

impl Rumours {
    /// Nothing heard of so many nodes at the most; the first one is a root, to which no action leads.
    pub(crate) fn new(trust: Hearsay, most: usize) -> Rumours {
        let column = || room(most);
        let mut rumours = Rumours {
            trust,
            expected: column(),
            visits: column(),
            mean: column(),
            heard: column(),
            told: column(),
            numbers: room(most),
            played: Box::new([0; PLAYED]),
            bounds: Vec::new(),
        };
        rumours.push(0, 1.0, 0.0);
        rumours
    }

    /// One more node, by the number of its action, what the guide expects of it and what is thought of it at first.
    pub(crate) fn push(&mut self, number: u16, expected: f32, thought: f32) {
        self.expected.push(expected);
        self.visits.push(0.0);
        self.mean.push(0.0);
        self.heard.push(0.0);
        self.told.push(thought);
        self.numbers.push(number);
    }

    /// What a node's visits are and say now.
    pub(crate) fn see(&mut self, node: usize, visits: u32, mean: f64) {
        self.visits[node] = visits as f32;
        self.mean[node] = mean as f32;
    }

    /// Marks an action as played in the walk at hand.
    pub(crate) fn play(&mut self, number: u16) {
        self.played[usize::from(number / 64)] |= 1 << (number % 64);
    }

    /// Forgets that an action was played, before the next walk.
    pub(crate) fn forget(&mut self, number: u16) {
        self.played[usize::from(number / 64)] = 0;
    }

    /// Tells those of the nodes whose action was played in the walk at hand what it brought their seat.
    pub(crate) fn spread(&mut self, nodes: Range<usize>, value: f32) {
        let first = nodes.start;
        let prior = self.trust.prior;
        for (place, &number) in self.numbers[nodes].iter().enumerate() {
            if self.played[usize::from(number / 64)] >> (number % 64) & 1 == 1 {
                let node = first + place;
                self.heard[node] += 1.0;
                self.told[node] += (value - self.told[node]) / (self.heard[node] + prior);
            }
        }
    }

    /// The node that promises most, the first of equal ones: by its own mean and, as long as it has few visits, by hearsay,
    /// with `urge` for what the guide expects and was not looked at.
    pub(crate) fn best(&mut self, nodes: Range<usize>, urge: f32) -> Option<usize> {
        let first = nodes.start;
        let count = nodes.len();
        let [expected, visits, mean, heard, told] =
            [&self.expected, &self.visits, &self.mean, &self.heard, &self.told]
                .map(|column| &column[first..first + count]);
        let Hearsay { half, prior } = self.trust;
        let weight = 1.0 / half;
        self.bounds.clear();
        self.bounds.resize(count, 0.0);
        for (place, bound) in self.bounds.iter_mut().enumerate() {
            // All of it is hearsay as long as there is no visit.
            let heard = heard[place] + prior;
            let share = heard / (heard + visits[place] + heard * visits[place] * weight);
            *bound = mean[place]
                + share * (told[place] - mean[place])
                + urge * expected[place] / (1.0 + visits[place]);
        }
        let most = highest(&self.bounds)?;
        self.bounds.iter().position(|&bound| bound == most).map(|place| first + place)
    }
}

fn highest(bounds: &[f32]) -> Option<f32> {
    let higher = |a: f32, b: f32| if b > a { b } else { a };
    let mut lanes = [f32::NEG_INFINITY; LANES];
    let (chunks, rest) = bounds.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, &bound) in lanes.iter_mut().zip(chunk) {
            *lane = higher(*lane, bound);
        }
    }
    (!bounds.is_empty()).then(|| lanes.iter().chain(rest).copied().fold(lanes[0], higher))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rumours(count: usize) -> Rumours {
        let mut rumours = Rumours::new(Hearsay { half: 10.0, prior: 1.0 }, 100);
        for number in 1..=count {
            rumours.push(number as u16, 0.0, 0.5);
        }
        rumours
    }

    #[test]
    fn of_equal_ones_the_first_is_best_and_of_none_there_is_none() {
        let mut rumours = rumours(20);
        assert_eq!(rumours.best(1..21, 1.0), Some(1));
        assert_eq!(rumours.best(1..1, 1.0), None);
        for best in [20, 9, 3] {
            rumours.told[best] += best as f32;
            rumours.told[20] = rumours.told[20].min(0.6);
            let most = (1..21).max_by(|&a, &b| rumours.told[a].total_cmp(&rumours.told[b]));
            assert_eq!(rumours.best(1..21, 1.0), most);
        }
    }

    #[test]
    fn only_what_was_played_is_heard_of_and_visits_outweigh_it() {
        let mut rumours = rumours(5);
        rumours.play(3);
        rumours.play(70);
        for _ in 0..50 {
            rumours.spread(1..6, 1.0);
        }
        rumours.forget(3);
        rumours.spread(1..6, 0.0);
        assert_eq!(rumours.heard[1..], [0.0, 0.0, 50.0, 0.0, 0.0]);
        assert_eq!(rumours.best(1..6, 0.0), Some(3));
        rumours.see(3, 100, 0.1);
        assert_ne!(rumours.best(1..6, 0.0), Some(3));
    }
}
