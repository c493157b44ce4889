//! Actions as points of a space, for robots and learning programs.

use sarsen_core::{Continuous, Dimension, Kind, Propose, Rules, chance};

use crate::action::Action;
use crate::ball::REACH;
use crate::choices::Range;
use crate::geometry::{TURN, sin_cos};
use crate::legality::NEAREST_RELEASE;
use crate::notation::FASTEST;
use crate::phase::Phase;
use crate::pieces::STONES;
use crate::state::Sun;

const fn dimension(name: &'static str, low: f64, high: f64) -> Dimension {
    Dimension { name, low, high }
}

const STONE: Dimension = dimension("stone", 1.0, STONES as f64);
const ANGLE: Dimension = dimension("angle (tenths of a degree)", 0.0, 3599.0);
const PLACE: f64 = REACH as f64;
const PUSH: f64 = FASTEST as f64;

const BUILD: usize = 0;
const TOP: usize = 1;
const GATE: usize = 2;
const MARKER: usize = 3;
const THROW: usize = 4;

const KINDS: &[Kind] = &[
    Kind {
        name: "build",
        dimensions: &[STONE, ANGLE, dimension("turn (tenths of a degree)", 0.0, 1799.0)],
    },
    Kind { name: "top", dimensions: &[STONE, dimension("on", 1.0, STONES as f64)] },
    Kind {
        name: "gate",
        dimensions: &[
            STONE,
            dimension("left", 1.0, STONES as f64),
            dimension("right", 1.0, STONES as f64),
        ],
    },
    Kind { name: "marker", dimensions: &[ANGLE] },
    Kind {
        name: "throw",
        dimensions: &[
            dimension("x (tenths of a millimetre)", -PLACE, PLACE),
            dimension("y (tenths of a millimetre)", -PLACE, PLACE),
            dimension("vx (millimetres per second)", -PUSH, PUSH),
            dimension("vy (millimetres per second)", -PUSH, PUSH),
        ],
    },
];

/// How far beyond the nearest release the unit cube extends, in tenths of a millimetre.
const DISTANCES: f64 = 2500.0;
/// The strongest pushes in the unit cube, sideways and towards the centre, in millimetres per second.
const SIDEWAYS: f64 = 400.0;
const INWARDS: f64 = 1000.0;

impl Continuous for Sun {
    const KINDS: &'static [Kind] = KINDS;
    const UNIT: usize = 5;

    fn from_values(kind: usize, values: &[f64]) -> Option<Action> {
        let dimensions = KINDS.get(kind)?.dimensions;
        let within = |(value, dimension): (&f64, &Dimension)| {
            (dimension.low..=dimension.high).contains(value)
        };
        if values.len() != dimensions.len() || !values.iter().zip(dimensions).all(within) {
            return None;
        }
        let number = |index: usize| libm::round(values[index]);
        let stone = |index: usize| number(index) as u8;
        let action = match kind {
            BUILD => {
                Action::Build { stone: stone(0), angle: number(1) as u16, turn: number(2) as u16 }
            }
            TOP => Action::BuildTop { stone: stone(0), on: stone(1) },
            GATE => {
                let (one, other) = (stone(1), stone(2));
                Action::Gate { stone: stone(0), left: one.min(other), right: one.max(other) }
            }
            MARKER => Action::Marker { angle: number(0) as u16 },
            _ => Action::Throw {
                x: number(0) as i16,
                y: number(1) as i16,
                vx: number(2) as i16,
                vy: number(3) as i16,
            },
        };
        // The notation's parser checks what any position could accept.
        action.to_string().parse().ok()
    }

    fn to_values(action: Action) -> Option<(usize, Vec<f64>)> {
        let stones = |stones: &[u8]| stones.iter().map(|&stone| f64::from(stone)).collect();
        Some(match action {
            Action::Build { stone, angle, turn } => {
                (BUILD, vec![f64::from(stone), f64::from(angle), f64::from(turn)])
            }
            Action::BuildTop { stone, on } => (TOP, stones(&[stone, on])),
            Action::Gate { stone, left, right } => (GATE, stones(&[stone, left, right])),
            Action::Marker { angle } => (MARKER, vec![f64::from(angle)]),
            Action::Throw { x, y, vx, vy } => (THROW, [x, y, vx, vy].map(f64::from).to_vec()),
            Action::Tremor { .. } | Action::Seal(_) => return None,
        })
    }

    fn kinds_now(&self) -> Vec<usize> {
        match self.phase() {
            Phase::Build => {
                let builds = self.builds();
                let there = [true, !builds.tops.is_empty(), !builds.gates.is_empty()].into_iter();
                [BUILD, TOP, GATE]
                    .into_iter()
                    .zip(there)
                    .filter(|&(_, there)| there)
                    .map(|(kind, _)| kind)
                    .collect()
            }
            Phase::Marker { .. } => vec![MARKER],
            Phase::Throw => vec![THROW],
            Phase::Tremor { .. } | Phase::Seal { .. } | Phase::Over => Vec::new(),
        }
    }

    /// Building: the kind, the stone, and where. The marker: where among all its possible positions. A throw: where in
    /// the required arc, from which side, how far out, the sideways push (as much of it as is legal) and the inward
    /// push.
    fn action_at(&self, point: &[f64]) -> Option<Action> {
        let part = |index: usize| point.get(index).map_or(0.5, |share| share.clamp(0.0, 1.0));
        let found = match self.phase() {
            Phase::Build => self.build_at(part(0), part(1), part(2)),
            Phase::Marker { .. } => marker_at(&self.marker_ranges(), part(0)),
            Phase::Throw => self.throw_at([part(0), part(1), part(2), part(3), part(4)]),
            Phase::Tremor { .. } | Phase::Seal { .. } | Phase::Over => None,
        };
        // If the usual places are exhausted (a stone fits only if turned), any legal action.
        found.or_else(|| self.propose(1, &mut chance::generator(0)).first().copied())
    }
}

/// The item at a share of a list.
fn at<T: Copy>(items: &[T], share: f64) -> Option<T> {
    let last = items.len().checked_sub(1)?;
    Some(items[((share * items.len() as f64) as usize).min(last)])
}

fn angle_at(range: Range, share: f64) -> u16 {
    let step = ((share * f64::from(range.count())) as u16).min(range.count() - 1);
    (range.from + step) % TURN as u16
}

fn marker_at(ranges: &[Range], share: f64) -> Option<Action> {
    let total: f64 = ranges.iter().map(|range| f64::from(range.count())).sum();
    let mut left = share * total;
    for &range in ranges {
        let count = f64::from(range.count());
        if left < count {
            return Some(Action::Marker { angle: angle_at(range, left / count) });
        }
        left -= count;
    }
    ranges.last().map(|range| Action::Marker { angle: range.to })
}

impl Sun {
    fn build_at(&self, kind: f64, stone: f64, place: f64) -> Option<Action> {
        let builds = self.builds();
        let ring = at(&builds.arcs, stone).map(|(stone, range)| Action::Build {
            stone,
            angle: angle_at(range, place),
            turn: 0,
        });
        let top = at(&builds.tops, stone).map(|(stone, on)| Action::BuildTop { stone, on });
        let gate = at(&builds.gates, stone).map(|(stone, left, right)| Action::Gate {
            stone,
            left,
            right,
        });
        let all: Vec<Action> = [ring, top, gate].into_iter().flatten().collect();
        at(&all, kind).filter(|&action| self.check(action).is_ok())
    }

    fn throw_at(&self, [across, side, far, sideways, inwards]: [f64; 5]) -> Option<Action> {
        let (start, extent) = self.throw_arc().unwrap_or((0.0, f64::from(TURN)));
        let side = if side < 0.5 { 0.0 } else { f64::from(TURN) / 2.0 };
        let (sin, cos) = sin_cos(start + extent * (0.02 + 0.96 * across) + side);
        let distance = NEAREST_RELEASE as f64 + 20.0 + DISTANCES * far;
        let inwards = INWARDS * inwards;
        // Try smaller fractions of the sideways push, and finally none: straight through the centre.
        [1.0, 0.5, 0.25, 0.125, 0.0].into_iter().find_map(|share| {
            let sideways = SIDEWAYS * (2.0 * sideways - 1.0) * share;
            let values = [
                cos * distance,
                sin * distance,
                -cos * inwards - sin * sideways,
                -sin * inwards + cos * sideways,
            ];
            let throw = Sun::from_values(THROW, &values)?;
            self.check(throw).is_ok().then_some(throw)
        })
    }
}
