//! The learned evaluation of 58 Holes: a small network over the places of the pieces.
//!
//! Every place of a piece and every count of pieces in hand, in the Shen hole and removed is an input, once for the
//! side that throws next and once for the other; there is one hidden layer, and the logistic function of its weighted
//! sum is the winning chance. [`super::learn`] finds the weights.

use std::fmt::Write;
use std::sync::OnceLock;

use sarsen_core::Seat;
use sarsen_holes::{Holes, Side};

/// Inputs of a side: 29 holes, then 0 to 5 pieces in hand, in the Shen hole, and removed.
const INPUTS_PER_SIDE: usize = 29 + 3 * 6;
const HAND: usize = 29;
const SHEN: usize = 35;
const REMOVED: usize = 41;
/// The most pieces of a side: in a smaller game the missing ones count as removed.
const PIECES: u8 = 5;
/// The size of the hidden layer.
pub(super) const HIDDEN: usize = 24;

/// The weights of the network.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat};
/// use sarsen_holes::Holes;
/// use sarsen_search::games::holes::Net;
///
/// let net = Net::learned();
/// let start = Holes::start(&Options::defaults(Holes::SPEC));
/// assert!((0.3..0.7).contains(&net.chance(&start, Seat::ONE)), "nobody has begun");
/// assert_eq!(Net::parse(&net.to_text()).as_ref(), Some(net));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// By input, those of the side that throws first.
    pub(super) inputs: Vec<[f32; HIDDEN]>,
    pub(super) bias: [f32; HIDDEN],
    pub(super) output: [f32; HIDDEN],
    pub(super) offset: f32,
}

/// The active inputs of one side.
#[derive(Clone, Copy)]
pub(super) struct Active {
    places: [u8; PIECES as usize + 3],
    count: usize,
}

impl Active {
    fn new(side: &Side, missing: u8) -> Active {
        let mut active = Active { places: [0; PIECES as usize + 3], count: 3 };
        active.places[0] = HAND as u8 + side.hand;
        active.places[1] = SHEN as u8 + side.shen;
        active.places[2] = REMOVED as u8 + side.removed + missing;
        let mut lane = side.lane >> 1;
        while lane != 0 {
            active.places[active.count] = lane.trailing_zeros() as u8;
            active.count += 1;
            lane &= lane - 1;
        }
        active
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.places[..self.count].iter().map(|&place| usize::from(place))
    }
}

/// The active inputs of a position, for the seat that throws or acts and for the other.
pub(super) fn active(state: &Holes) -> [Active; 2] {
    let mover = state.seat();
    let missing = PIECES - state.ruleset().pieces;
    [mover, mover.other()].map(|seat| Active::new(state.side(seat), missing))
}

impl Net {
    /// The built-in network.
    pub fn learned() -> &'static Net {
        static LEARNED: OnceLock<Net> = OnceLock::new();
        LEARNED.get_or_init(|| {
            Net::parse(include_str!("../../../data/holes.weights"))
                .expect("the weights that come with the program are well formed")
        })
    }

    /// Calls `visit` with every weight in the order of the file.
    pub(super) fn visit(&mut self, mut visit: impl FnMut(&mut f32)) {
        self.inputs.iter_mut().flatten().for_each(&mut visit);
        self.bias.iter_mut().for_each(&mut visit);
        self.output.iter_mut().for_each(&mut visit);
        visit(&mut self.offset);
    }

    pub(super) fn zero() -> Net {
        Net {
            inputs: vec![[0.0; HIDDEN]; 2 * INPUTS_PER_SIDE],
            bias: [0.0; HIDDEN],
            output: [0.0; HIDDEN],
            offset: 0.0,
        }
    }

    /// Reads weights separated by white space; lines that start with `#` are comments.
    pub fn parse(text: &str) -> Option<Net> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let numbers = lines.flat_map(str::split_whitespace).map(|word| word.parse::<f32>().ok());
        let numbers: Vec<f32> = numbers.collect::<Option<_>>()?;
        let mut net = Net::zero();
        let (mut read, mut well) = (0, true);
        net.visit(|weight| {
            let number = numbers.get(read).copied().filter(|number| number.is_finite());
            well &= number.is_some();
            *weight = number.unwrap_or(0.0);
            read += 1;
        });
        (well && read == numbers.len()).then_some(net)
    }

    /// The weights as [`Net::parse`] reads them.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut number = 0;
        self.clone().visit(|weight| {
            number += 1;
            let end = if number % HIDDEN == 0 { '\n' } else { ' ' };
            // Writing to a string cannot fail.
            let _ = write!(text, "{weight:.4}{end}");
        });
        text.trim_end().to_owned() + "\n"
    }

    /// The winning chance of a seat before a throw.
    pub fn chance(&self, state: &Holes, seat: Seat) -> f64 {
        let chance = logistic(self.sum(&self.hidden(&active(state))));
        if state.seat() == seat { chance } else { 1.0 - chance }
    }

    pub(super) fn hidden(&self, sides: &[Active; 2]) -> [f32; HIDDEN] {
        let mut sums = self.bias;
        for (side, inputs) in sides.iter().zip(self.inputs.chunks_exact(INPUTS_PER_SIDE)) {
            for place in side.iter() {
                sums.iter_mut().zip(&inputs[place]).for_each(|(sum, weight)| *sum += weight);
            }
        }
        sums.map(|sum| sum / (1.0 + sum.abs()))
    }

    pub(super) fn sum(&self, hidden: &[f32; HIDDEN]) -> f32 {
        // Four partial sums keep the adder busy; their order is fixed, so the result is too.
        let mut parts = [self.offset, 0.0, 0.0, 0.0];
        for (weights, values) in self.output.chunks_exact(4).zip(hidden.chunks_exact(4)) {
            for (part, (weight, value)) in parts.iter_mut().zip(weights.iter().zip(values)) {
                *part += weight * value;
            }
        }
        parts.iter().sum()
    }

    /// Moves the network's answer for a position towards a target.
    pub(super) fn correct(&mut self, sides: &[Active; 2], target: f64, rate: f32) {
        let hidden = self.hidden(sides);
        let error = (target - logistic(self.sum(&hidden))) as f32;
        let step = rate * error;
        let mut steps = [0.0; HIDDEN];
        for ((unit, value), weight) in steps.iter_mut().zip(hidden).zip(&mut self.output) {
            // The slope of x / (1 + |x|) is (1 - |y|)² at its value y.
            *unit = step * *weight * (1.0 - value.abs()) * (1.0 - value.abs());
            *weight += step * value;
        }
        self.offset += step;
        self.bias.iter_mut().zip(steps).for_each(|(bias, step)| *bias += step);
        for (side, inputs) in sides.iter().zip(self.inputs.chunks_exact_mut(INPUTS_PER_SIDE)) {
            for place in side.iter() {
                inputs[place].iter_mut().zip(steps).for_each(|(weight, step)| *weight += step);
            }
        }
    }
}

pub(super) fn logistic(sum: f32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(sum)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back() {
        let text = Net::learned().to_text();
        assert_eq!(Net::parse(&text).unwrap(), *Net::learned());
        assert_eq!(Net::parse("1\n2\n"), None);
        assert_eq!(Net::parse(&(text + "1\n")), None);
    }

    #[test]
    fn correcting_moves_the_answer_towards_the_target() {
        let mut net = Net::learned().clone();
        let state = Holes::new(sarsen_holes::Ruleset::DEFAULT);
        for target in [0.9, 0.2] {
            for _ in 0..2000 {
                net.correct(&active(&state), target, 0.05);
            }
            assert!((net.chance(&state, state.seat()) - target).abs() < 0.02);
        }
    }
}
