//! RAVE statistics (rapid action value estimation, "all moves as first"): the mean value of all walks in which an action was
//! played at any later time.
//!
//! They value a thousand actions before any of them was visited, and count less with every visit. The statistics are kept in
//! columns with one entry per node of the tree, so that the bounds of all actions of a position are computed in one pass
//! without a branch. In a wide tree, these bounds and the RAVE updates take most of the time of a walk.

use std::ops::Range;

use crate::reserve::reserve;

/// How much weight RAVE statistics get.
///
/// ```
/// use sarsen_search::rave::RaveSettings;
///
/// let settings = RaveSettings { half: 300.0, prior: 10.0 };
/// assert!(settings.half > settings.prior);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RaveSettings {
    /// The number of visits after which an action's own mean counts about as much as any amount of RAVE statistics.
    pub half: f32,
    /// The number of walks that the guide's first estimate counts for.
    pub prior: f32,
}

/// The bytes that one node takes in the columns.
pub(crate) const NODE_BYTES: usize = 5 * size_of::<f32>() + size_of::<u16>();

/// Own and RAVE statistics of the actions that lead to the nodes of a tree.
pub(crate) struct RaveStatistics {
    trust: RaveSettings,
    expected: Vec<f32>,
    visits: Vec<f32>,
    mean: Vec<f32>,
    rave_visits: Vec<f32>,
    rave_mean: Vec<f32>,
    /// The guide's numbers of the actions.
    numbers: Vec<u16>,
    /// The numbers of the actions played in the present walk, one bit each.
    played: Box<[u64; PLAYED]>,
    bounds: Vec<f32>,
}

/// The number of 64-bit words in a set of action numbers.
const PLAYED: usize = (1 << u16::BITS) / u64::BITS as usize;
/// The number of bounds that are compared at once.
const LANES: usize = 8;

impl RaveStatistics {
    /// Empty statistics of at most `most` nodes. The first node is the root, to which no action leads.
    pub(crate) fn new(trust: RaveSettings, most: usize) -> RaveStatistics {
        let column = || reserve(most);
        let mut rave = RaveStatistics {
            trust,
            expected: column(),
            visits: column(),
            mean: column(),
            rave_visits: column(),
            rave_mean: column(),
            numbers: reserve(most),
            played: Box::new([0; PLAYED]),
            bounds: Vec::new(),
        };
        rave.push(0, 1.0, 0.0);
        rave
    }

    /// Adds a node: the number of its action, the prior that the guide gives it and its first RAVE mean.
    pub(crate) fn push(&mut self, number: u16, expected: f32, thought: f32) {
        self.expected.push(expected);
        self.visits.push(0.0);
        self.mean.push(0.0);
        self.rave_visits.push(0.0);
        self.rave_mean.push(thought);
        self.numbers.push(number);
    }

    /// Sets a node's own visits and mean.
    pub(crate) fn see(&mut self, node: usize, visits: u32, mean: f64) {
        self.visits[node] = visits as f32;
        self.mean[node] = mean as f32;
    }

    /// Marks an action as played in the present walk.
    pub(crate) fn play(&mut self, number: u16) {
        self.played[usize::from(number / 64)] |= 1 << (number % 64);
    }

    /// Clears the mark of an action before the next walk.
    pub(crate) fn forget(&mut self, number: u16) {
        self.played[usize::from(number / 64)] = 0;
    }

    /// Adds the walk's value to the RAVE statistics of those nodes whose action was played in it.
    pub(crate) fn spread(&mut self, nodes: Range<usize>, value: f32) {
        let first = nodes.start;
        let prior = self.trust.prior;
        for (place, &number) in self.numbers[nodes].iter().enumerate() {
            if self.played[usize::from(number / 64)] >> (number % 64) & 1 == 1 {
                let node = first + place;
                self.rave_visits[node] += 1.0;
                self.rave_mean[node] +=
                    (value - self.rave_mean[node]) / (self.rave_visits[node] + prior);
            }
        }
    }

    /// The node with the highest bound, the first of equal ones. The bound mixes the node's own mean with its RAVE mean, which
    /// weighs less with every visit, and adds `urge` times the guide's prior, shared among the visits.
    pub(crate) fn best(&mut self, nodes: Range<usize>, urge: f32) -> Option<usize> {
        let first = nodes.start;
        let count = nodes.len();
        let [expected, visits, mean, rave_visits, rave_mean] =
            [&self.expected, &self.visits, &self.mean, &self.rave_visits, &self.rave_mean]
                .map(|column| &column[first..first + count]);
        let RaveSettings { half, prior } = self.trust;
        let weight = 1.0 / half;
        self.bounds.clear();
        self.bounds.resize(count, 0.0);
        for (place, bound) in self.bounds.iter_mut().enumerate() {
            // Without a visit the whole value is the RAVE mean.
            let rave_visits = rave_visits[place] + prior;
            let share =
                rave_visits / (rave_visits + visits[place] + rave_visits * visits[place] * weight);
            *bound = mean[place]
                + share * (rave_mean[place] - mean[place])
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

    fn rave(count: usize) -> RaveStatistics {
        let mut rave = RaveStatistics::new(RaveSettings { half: 10.0, prior: 1.0 }, 100);
        for number in 1..=count {
            rave.push(number as u16, 0.0, 0.5);
        }
        rave
    }

    #[test]
    fn the_first_of_equal_values_is_best_and_an_empty_list_has_no_best() {
        let mut rave = rave(20);
        assert_eq!(rave.best(1..21, 1.0), Some(1));
        assert_eq!(rave.best(1..1, 1.0), None);
        for best in [20, 9, 3] {
            rave.rave_mean[best] += best as f32;
            rave.rave_mean[20] = rave.rave_mean[20].min(0.6);
            let most = (1..21).max_by(|&a, &b| rave.rave_mean[a].total_cmp(&rave.rave_mean[b]));
            assert_eq!(rave.best(1..21, 1.0), most);
        }
    }

    #[test]
    fn only_played_actions_are_updated_and_visits_outweigh_rave() {
        let mut rave = rave(5);
        rave.play(3);
        rave.play(70);
        for _ in 0..50 {
            rave.spread(1..6, 1.0);
        }
        rave.forget(3);
        rave.spread(1..6, 0.0);
        assert_eq!(rave.rave_visits[1..], [0.0, 0.0, 50.0, 0.0, 0.0]);
        assert_eq!(rave.best(1..6, 0.0), Some(3));
        rave.see(3, 100, 0.1);
        assert_ne!(rave.best(1..6, 0.0), Some(3));
    }
}
