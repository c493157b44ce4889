//! A small policy-value network for Cathedral, trained outside (`python -m sarsen.train`) and evaluated here in plain Rust.
//!
//! Its input is the observation of the seat to act (`games/cathedral/src/numbering.rs`): nine planes of the board and 36 further numbers.
//!
//! ```text
//! x = relu(conv3×3(planes) + dense(rest))        one row of `channels` numbers for each square
//! x = relu(x + conv3×3(x) + dense(mean(x)))      for each block; the mean over the squares lets distant parts know of each other
//! policy: a plane for each piece and rotation, and one each for `keep` and `take`, read at the action's square; `pass` by mean(x)
//! value:  sigmoid(dense(relu(dense(mean(x)))))   the winning chance of the seat to act
//! ```
//!
//! Sums are taken in a fixed order and `exp` is libm's, so a network gives the same values on every machine.

use sarsen_cathedral::{Action, Cathedral, Piece, SIZE, Square};
use sarsen_core::{Observed, Rules, Seat, legal_actions, planes_size};
use thiserror::Error;

use crate::puct::Advice;

const SQUARES: usize = SIZE * SIZE;
/// Planes of the board in an observation; the other numbers follow them.
const PLANES: usize = 9;
const REST: usize = planes_size(Cathedral::PLANES) - PLANES * SQUARES;
const TAPS: usize = 9;
const ROTATIONS: usize = 4;
const KEEP: usize = Piece::ALL.len() * ROTATIONS;
const TAKE: usize = KEEP + 1;
/// Planes of the policy.
const POLICY: usize = TAKE + 1;
/// The largest network that is read: larger ones would be too slow to search with.
const MAX_CHANNELS: usize = 128;
const MAX_BLOCKS: usize = 16;
/// The first line of a file of weights.
const HEADER: &str = "sarsen network cathedral 1";

/// Why a text cannot be read as a network.
///
/// ```
/// use sarsen_search::games::cathedral::{Network, NetworkError};
///
/// let error = Network::parse("sarsen network cathedral 1\nchannels 1 blocks 0\n1 2 x").unwrap_err();
/// assert_eq!(error, NetworkError::Number("x".to_owned()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The first line is not that of a network file.
    #[error("weights of a network begin with the line `{HEADER}`")]
    Header,
    /// The second line does not give the size.
    #[error(
        "the second line says `channels C blocks B` with C from 1 to {MAX_CHANNELS} and B from 0 to {MAX_BLOCKS}"
    )]
    Size,
    /// A word is not a finite number.
    #[error("`{0}` is not a finite number")]
    Number(String),
    /// There are too few or too many weights.
    #[error("a network of this size has {expected} weights, the text has {given}")]
    Count {
        /// The number of weights for this size.
        expected: usize,
        /// The number of weights in the text.
        given: usize,
    },
}

/// A network's weights.
///
/// ```
/// use sarsen_search::games::cathedral::{Network, NetworkError};
///
/// let count = Network::weight_count(1, 0);
/// let text = format!("sarsen network cathedral 1\nchannels 1 blocks 0\n{}", "0 ".repeat(count));
/// assert!(Network::parse(&text).is_ok());
/// assert_eq!(Network::parse("1 2 3").unwrap_err(), NetworkError::Header);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    channels: usize,
    /// `[tap][plane][channel]`, as are all convolutions.
    input: Vec<f32>,
    /// `[number][channel]`, as are all dense layers.
    rest: Vec<f32>,
    bias: Vec<f32>,
    blocks: Vec<Block>,
    policy: Vec<f32>,
    policy_bias: Vec<f32>,
    pass: Vec<f32>,
    hidden: Vec<f32>,
    hidden_bias: Vec<f32>,
    value: Vec<f32>,
    /// Of `pass` and of the value.
    biases: [f32; 2],
}

#[derive(Clone, PartialEq, Debug)]
struct Block {
    convolution: Vec<f32>,
    mean: Vec<f32>,
    bias: Vec<f32>,
}

/// The evaluation of a position by a network.
pub(super) struct Opinion {
    /// The winning chance of the seat to act.
    pub(super) chance: f64,
    /// The policy's planes: `[square][plane]`.
    planes: Vec<f32>,
    pass: f32,
}

impl Network {
    /// The number of weights of a network of this size.
    pub const fn weight_count(channels: usize, blocks: usize) -> usize {
        let input = (TAPS * PLANES + REST + 1) * channels;
        let block = (TAPS + 1) * channels * channels + channels;
        let policy = channels * POLICY + POLICY + channels;
        let value = channels * channels + channels + channels;
        input + blocks * block + policy + value + 2
    }

    /// Reads what `python -m sarsen.train` writes: a header, the size, and the weights separated by white space.
    ///
    /// # Errors
    /// If the text is not a network, or not one of the size that it names.
    pub fn parse(text: &str) -> Result<Network, NetworkError> {
        let mut lines = text.lines();
        if lines.next().map(str::trim_end) != Some(HEADER) {
            return Err(NetworkError::Header);
        }
        let (channels, blocks) = lines.next().and_then(size).ok_or(NetworkError::Size)?;
        let expected = Network::weight_count(channels, blocks);
        let mut numbers = Vec::with_capacity(expected);
        for word in lines.flat_map(str::split_whitespace) {
            let number = word.parse::<f32>().ok().filter(|number| number.is_finite());
            numbers
                .push(number.ok_or_else(|| NetworkError::Number(word.chars().take(40).collect()))?);
        }
        if numbers.len() != expected {
            return Err(NetworkError::Count { expected, given: numbers.len() });
        }
        let mut rest = numbers.as_slice();
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at(count);
            rest = left;
            taken.to_vec()
        };
        let square = channels * channels;
        Ok(Network {
            channels,
            input: take(TAPS * PLANES * channels),
            rest: take(REST * channels),
            bias: take(channels),
            blocks: (0..blocks)
                .map(|_| Block {
                    convolution: take(TAPS * square),
                    mean: take(square),
                    bias: take(channels),
                })
                .collect(),
            policy: take(channels * POLICY),
            policy_bias: take(POLICY),
            pass: take(channels),
            hidden: take(square),
            hidden_bias: take(channels),
            value: take(channels),
            biases: [take(1)[0], take(1)[0]],
        })
    }

    /// What it says of a position by itself, without any search; nothing where no seat is to act.
    pub fn advise(&self, state: &Cathedral) -> Option<Advice<Action>> {
        let opinion = self.judge(state, state.turn().seat()?);
        let actions = legal_actions(state);
        let shares = opinion.expectations(actions.iter().copied());
        let actions = actions.into_iter().zip(shares).collect();
        Some(Advice { chance: opinion.chance, exact: false, actions })
    }

    /// Judges a position for the seat to act.
    pub(super) fn judge(&self, state: &Cathedral, seat: Seat) -> Opinion {
        let mut seen = vec![0.0; PLANES * SQUARES + REST];
        state.observe(seat, &mut seen);
        self.judge_observation(&seen)
    }

    fn judge_observation(&self, seen: &[f32]) -> Opinion {
        let (planes, rest) = seen.split_at(PLANES * SQUARES);
        let board: Vec<f32> = (0..SQUARES * PLANES)
            .map(|place| planes[place % PLANES * SQUARES + place / PLANES])
            .collect();
        let mut x = self.every_square(dense(rest, &self.rest, &self.bias));
        convolve(&board, &self.input, &mut x, self.channels);
        relu(&mut x);
        for block in &self.blocks {
            let mean = dense(&self.mean(&x), &block.mean, &block.bias);
            let mut next = x.clone();
            for row in next.chunks_exact_mut(self.channels) {
                add(row, 1.0, &mean);
            }
            convolve(&x, &block.convolution, &mut next, self.channels);
            relu(&mut next);
            x = next;
        }
        let mean = self.mean(&x);
        let rows = x.chunks_exact(self.channels);
        let planes = rows.flat_map(|row| dense(row, &self.policy, &self.policy_bias)).collect();
        let mut hidden = dense(&mean, &self.hidden, &self.hidden_bias);
        relu(&mut hidden);
        let value = product(&hidden, &self.value) + self.biases[1];
        Opinion {
            chance: 1.0 / (1.0 + libm::exp(-f64::from(value))),
            planes,
            pass: product(&mean, &self.pass) + self.biases[0],
        }
    }

    fn every_square(&self, row: Vec<f32>) -> Vec<f32> {
        let mut all = row;
        all.reserve_exact((SQUARES - 1) * self.channels);
        for _ in 1..SQUARES {
            all.extend_from_within(..self.channels);
        }
        all
    }

    fn mean(&self, x: &[f32]) -> Vec<f32> {
        let mut mean = vec![0.0; self.channels];
        for row in x.chunks_exact(self.channels) {
            add(&mut mean, 1.0 / SQUARES as f32, row);
        }
        mean
    }
}

impl Opinion {
    /// What is expected of each action; adds up to 1.
    pub(super) fn expectations(&self, actions: impl Iterator<Item = Action>) -> Vec<f32> {
        let mut shares: Vec<f32> = actions.map(|action| self.logit(action)).collect();
        let most = shares.iter().copied().fold(f32::MIN, f32::max);
        shares.iter_mut().for_each(|share| *share = libm::expf(*share - most));
        let total: f32 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= total);
        shares
    }

    fn logit(&self, action: Action) -> f32 {
        let at = |plane: usize, square: Square| {
            self.planes[(square.row() * SIZE + square.column()) * POLICY + plane]
        };
        match action {
            Action::Place(placement) => {
                let turned = usize::from(placement.rotation());
                at(placement.piece() as usize * ROTATIONS + turned, placement.square())
            }
            Action::Keep(square) => at(KEEP, square),
            Action::Take(square) => at(TAKE, square),
            Action::Pass => self.pass,
        }
    }
}

/// The channels and blocks of a network's second line.
fn size(line: &str) -> Option<(usize, usize)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["channels", channels, "blocks", blocks] = words[..] else { return None };
    let channels = channels.parse().ok().filter(|count| (1..=MAX_CHANNELS).contains(count))?;
    let blocks = blocks.parse().ok().filter(|count| *count <= MAX_BLOCKS)?;
    Some((channels, blocks))
}

/// Adds a 3×3 convolution of the board's rows to `out`; beyond the walls everything is 0. Most inputs are 0 too and cost nothing.
fn convolve(board: &[f32], weights: &[f32], out: &mut [f32], channels: usize) {
    let inputs = board.len() / SQUARES;
    for (square, values) in board.chunks_exact(inputs).enumerate() {
        let (row, column) = (square / SIZE, square % SIZE);
        for tap in 0..TAPS {
            // The square whose neighbour in this direction is the one at hand.
            let (row, column) =
                ((row + 1).wrapping_sub(tap / 3), (column + 1).wrapping_sub(tap % 3));
            if row >= SIZE || column >= SIZE {
                continue;
            }
            let out = &mut out[(row * SIZE + column) * channels..][..channels];
            let weights = &weights[tap * inputs * channels..][..inputs * channels];
            for (value, weights) in values.iter().zip(weights.chunks_exact(channels)) {
                if *value != 0.0 {
                    add(out, *value, weights);
                }
            }
        }
    }
}

/// A dense layer: `[input][output]` weights.
fn dense(input: &[f32], weights: &[f32], bias: &[f32]) -> Vec<f32> {
    let mut out = bias.to_vec();
    for (value, weights) in input.iter().zip(weights.chunks_exact(bias.len())) {
        if *value != 0.0 {
            add(&mut out, *value, weights);
        }
    }
    out
}

fn add(out: &mut [f32], factor: f32, row: &[f32]) {
    out.iter_mut().zip(row).for_each(|(out, number)| *out += factor * number);
}

fn product(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn relu(numbers: &mut [f32]) {
    numbers.iter_mut().for_each(|number| *number = number.max(0.0));
}

#[cfg(test)]
mod tests {
    use sarsen_core::Options;

    use super::*;

    /// Weights that differ everywhere, small enough that nothing saturates.
    fn text(channels: usize, blocks: usize) -> String {
        let count = Network::weight_count(channels, blocks);
        let weight = |index: usize| ((index * 7919 % 2003) as f32 / 2003.0 - 0.5) * 0.2;
        let weights: Vec<String> = (0..count).map(|index| weight(index).to_string()).collect();
        format!("{HEADER}\nchannels {channels} blocks {blocks}\n{}\n", weights.join(" "))
    }

    #[test]
    fn texts_that_are_no_network_are_refused() {
        let good = text(2, 1);
        assert!(Network::parse(&good).is_ok());
        let refused = |text: &str| Network::parse(text).unwrap_err();
        assert_eq!(refused(""), NetworkError::Header);
        assert_eq!(refused(HEADER), NetworkError::Size);
        for size in ["channels 0 blocks 1", "channels 999999999 blocks 1", "channels 2 blocks 17"] {
            assert_eq!(refused(&format!("{HEADER}\n{size}\n1")), NetworkError::Size);
        }
        let expected = Network::weight_count(2, 1);
        let one_more = NetworkError::Count { expected, given: expected + 1 };
        assert_eq!(refused(&format!("{good} 1")), one_more);
        for word in ["NaN", "inf", "x"] {
            assert_eq!(refused(&format!("{good} {word}")), NetworkError::Number(word.into()));
        }
    }

    #[test]
    fn a_convolution_looks_at_every_neighbour_and_stops_at_the_walls() {
        // One channel in and out; the tap at row r and column c of the kernel weighs 1 + 3r + c.
        let weights: Vec<f32> = (1..=9).map(|weight| weight as f32).collect();
        let mut board = vec![0.0; SQUARES];
        board[3 * SIZE] = 1.0;
        let mut out = vec![0.0; SQUARES];
        convolve(&board, &weights, &mut out, 1);
        // As in other libraries, the kernel is not flipped: the square below reads this one through the kernel's upper row.
        assert_eq!([out[2 * SIZE], out[2 * SIZE + 1]], [8.0, 7.0]);
        assert_eq!([out[3 * SIZE], out[3 * SIZE + 1]], [5.0, 4.0]);
        assert_eq!([out[4 * SIZE], out[4 * SIZE + 1]], [2.0, 1.0]);
        assert_eq!(out.iter().sum::<f32>(), 27.0);
    }

    #[test]
    fn expectations_add_up_to_one_and_differ() {
        let network = Network::parse(&text(4, 2)).unwrap();
        let mut state = Cathedral::start(&Options::defaults(Cathedral::SPEC));
        let mut positions = 0;
        while let Some(advice) = network.advise(&state) {
            assert!((0.0..=1.0).contains(&advice.chance));
            let shares = advice.actions.iter().map(|&(_, share)| share);
            assert!((shares.clone().sum::<f32>() - 1.0).abs() < 1e-4);
            let (best, most) =
                advice.actions.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
            assert!(advice.actions.len() == 1 || shares.into_iter().any(|share| share < most));
            state.apply(best);
            positions += 1;
        }
        assert!(positions > 10);
    }
}
