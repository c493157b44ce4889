//! Whether a stone fits at a place on the ring: the geometry of S3, S4 and S17.
//!
//! A stone that is moved along the ring rotates about the centre like a spoke, so no part of it moves further than
//! [`STRIDE`] per tenth of a degree. Every decisive distance therefore guarantees the result for some more tenths
//! ([`Fit::holds`]), and a whole ring is listed by examining a few hundred places.

use crate::building::{RING, Site, ring_pose};
use crate::geometry::{Block, TURN, polygon_distance, turn_from};
use crate::pieces::{StoneId, size};
use crate::scene::{Corner, OPEN_WAY, whole_tenths};

/// How far any point of a stone moves, in millimetres, when the stone moves along the ring by a tenth of a degree. Seen
/// from above, no stone extends more than 20 mm from its centre.
const STRIDE: f64 = (RING + 20.0) * std::f64::consts::PI / 1800.0;
/// Poses are rounded to single precision, which changes distances by less than this (millimetres or tenths of a
/// degree).
const ROUNDING: f64 = 0.01;
/// Stones further apart than this, seen from above, are not examined more closely (millimetres).
const NEAR: f64 = 10.0;

/// Why a stone cannot stand somewhere on the ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RingFault {
    Touches(StoneId),
    UnderLintel(StoneId),
    NoArea,
}

/// Whether a stone fits at a place on the ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fit {
    /// Why it does not; `None` if it does.
    pub(crate) fault: Option<RingFault>,
    /// For how many more tenths of a degree, counter-clockwise, the answer is certainly the same.
    pub(crate) holds: u16,
}

impl Site<'_> {
    /// Whether a stone fits at a place on the ring, and how far that holds.
    pub(crate) fn fit(&self, stone: StoneId, angle: u16, turn: u16) -> Fit {
        let block = Block::new(size(stone), &ring_pose(stone, angle, turn));
        let (touched, room) = self.touched_or_room(&block);
        if let Some(other) = touched {
            return Fit { fault: Some(RingFault::Touches(other)), holds: strides(room) };
        }
        let (lintel, same_gate) = self.lintel_above(f64::from(angle));
        if let Some(lintel) = lintel {
            return Fit { fault: Some(RingFault::UnderLintel(lintel)), holds: same_gate };
        }
        let holds = strides(room).min(same_gate);
        // S12, S17: in a first turn, and on an empty ring, the marker does not move.
        if self.first {
            return Fit { fault: None, holds };
        }
        let (leaves_area, same_areas) = self.leaves_area(&Corner::new(stone, &block));
        let fault = (!leaves_area).then_some(RingFault::NoArea);
        Fit { fault, holds: holds.min(same_areas) }
    }

    /// The first stone that a box touches, and how deep; or none, and a lower bound of its distance from all.
    fn touched_or_room(&self, block: &Block) -> (Option<StoneId>, f64) {
        let mut room = f64::INFINITY;
        for (placed, other) in self.scene.placed().iter().zip(self.scene.blocks()) {
            let flat = other.flat_distance(block.center) - block.flat_radius;
            let apart = if flat > NEAR { flat } else { -block.overlap(other) };
            if apart <= 0.0 {
                return (Some(placed.stone), -apart);
            }
            room = room.min(apart);
        }
        (None, room)
    }

    /// S4: the lintel above a direction, and for how many more tenths that stays the same.
    fn lintel_above(&self, angle: f64) -> (Option<StoneId>, u16) {
        let mut holds = u16::MAX;
        for (lintel, left, right) in self.scene.gates() {
            let Some((start, reach)) = self.scene.gate_arc(left, right) else { continue };
            let end = (start + reach) % f64::from(TURN);
            if turn_from(start, angle) < reach {
                return (Some(lintel), until(angle, end));
            }
            holds = holds.min(until(angle, start)).min(until(angle, end));
        }
        (None, holds)
    }

    /// S8, S9, S17: whether one of the two areas created by a stone on the ring can take the marker.
    fn leaves_area(&self, new: &Corner) -> (bool, u16) {
        let ring = self.scene.ring();
        if ring.is_empty() {
            // The only area is the whole ring, which contains the other markers.
            return (false, u16::MAX);
        }
        let next = ring.partition_point(|corner| corner.angle <= new.angle);
        let before = &ring[next.checked_sub(1).unwrap_or(ring.len() - 1)];
        let after = &ring[next % ring.len()];
        let (one, same_one) = self.takes_marker(before, new);
        let (other, same_other) = self.takes_marker(new, after);
        // Beyond these directions the areas change.
        let ends = self.other_markers().chain([before.angle, after.angle]);
        let holds = ends.map(|end| until(new.angle, end)).min().unwrap_or(0);
        (one || other, holds.min(same_one).min(same_other))
    }

    /// Whether the gap between two neighbours is wide enough, has room for a marker, and contains no other seat's
    /// marker.
    fn takes_marker(&self, from: &Corner, to: &Corner) -> (bool, u16) {
        let extent = turn_from(from.angle, to.angle);
        if self.other_markers().any(|marker| turn_from(from.angle, marker) < extent) {
            return (false, u16::MAX);
        }
        let way = polygon_distance(&from.footprint, &to.footprint);
        let (first, last) = (from.angle + from.after, from.angle + extent - to.before);
        let takes = way >= OPEN_WAY && whole_tenths(first, last).is_some();
        // With each tenth that the stone moves, the number of whole tenths between the shadows changes by at most one.
        let shadows = ((last - first).abs() - 2.0).max(0.0) as u16;
        (takes, strides((way - OPEN_WAY).abs()).min(shadows))
    }
}

/// How many tenths of a degree a stone may move along the ring before it has moved this many millimetres.
fn strides(millimetres: f64) -> u16 {
    ((millimetres - ROUNDING).max(0.0) / STRIDE) as u16
}

/// The number of whole tenths counter-clockwise from a direction to another; none right beside it, where rounding
/// decides.
fn until(angle: f64, end: f64) -> u16 {
    let turned = turn_from(angle, end);
    if turned < ROUNDING || turned > f64::from(TURN) - ROUNDING {
        return 0;
    }
    ((turned - ROUNDING).ceil() as u16).saturating_sub(1)
}
