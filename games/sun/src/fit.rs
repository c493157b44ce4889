//! How a stone would stand somewhere on the ring: the geometry of S3, S4 and S17.
//!
//! A stone that is moved along the ring turns about the centre like a spoke, so nothing of it moves further
//! than [`STRIDE`] with each tenth of a degree. Every distance that decides something therefore vouches for
//! some tenths more ([`Fit::holds`]), and whole rings are listed by looking at a few hundred places.

use crate::building::{RING, Site, ring_pose};
use crate::geometry::{Block, TURN, polygon_distance, turn_from};
use crate::pieces::{StoneId, size};
use crate::scene::{Corner, OPEN_WAY, whole_tenths};

/// How far any point of a stone moves, in millimetres, when the stone moves along the ring by a tenth of a
/// degree. No stone reaches further than 20 mm from its middle, seen from above.
const STRIDE: f64 = (RING + 20.0) * std::f64::consts::PI / 1800.0;
/// Poses are rounded to single precision: distances are off by less, in millimetres or tenths of a degree.
const ROUNDING: f64 = 0.01;
/// Stones further apart than this, seen from above, are not looked at more closely (millimetres).
const NEAR: f64 = 10.0;

/// Why a stone cannot be stood on the ring somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RingFault {
    Touches(StoneId),
    UnderLintel(StoneId),
    NoArea,
}

/// How a stone fits a place on the ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fit {
    /// Why it does not; `None` if it does.
    pub(crate) fault: Option<RingFault>,
    /// For how many tenths of a degree more, counter-clockwise, the answer is surely the same: yes or no.
    pub(crate) holds: u16,
}

impl Site<'_> {
    /// Whether a stone of any kind fits a place on the ring, and how far that holds.
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

    /// The first stone that a box touches, and how deep; or none, and how far it is at least from all.
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

    /// S4: the lintel under which a direction lies, and for how many tenths more that is the same.
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

    /// S8, S9, S17: whether one of the two areas that a stone on the ring makes can take the marker.
    fn leaves_area(&self, new: &Corner) -> (bool, u16) {
        let ring = self.scene.ring();
        if ring.is_empty() {
            // The one area is the whole ring, and the other markers are in it.
            return (false, u16::MAX);
        }
        let next = ring.partition_point(|corner| corner.angle <= new.angle);
        let before = &ring[next.checked_sub(1).unwrap_or(ring.len() - 1)];
        let after = &ring[next % ring.len()];
        let (one, same_one) = self.takes_marker(before, new);
        let (other, same_other) = self.takes_marker(new, after);
        // Beyond these directions the areas are others.
        let ends = self.other_markers().chain([before.angle, after.angle]);
        let holds = ends.map(|end| until(new.angle, end)).min().unwrap_or(0);
        (one || other, holds.min(same_one).min(same_other))
    }

    /// Whether the gap between two neighbours is wide enough, has room for a marker before it, and no
    /// other seat's marker is there.
    fn takes_marker(&self, from: &Corner, to: &Corner) -> (bool, u16) {
        let extent = turn_from(from.angle, to.angle);
        if self.other_markers().any(|marker| turn_from(from.angle, marker) < extent) {
            return (false, u16::MAX);
        }
        let way = polygon_distance(&from.footprint, &to.footprint);
        let (first, last) = (from.angle + from.after, from.angle + extent - to.before);
        let takes = way >= OPEN_WAY && whole_tenths(first, last).is_some();
        // A whole tenth more or less is between the shadows with each tenth that the stone moves.
        let shadows = ((last - first).abs() - 2.0).max(0.0) as u16;
        (takes, strides((way - OPEN_WAY).abs()).min(shadows))
    }
}

/// How many tenths of a degree a stone may move along the ring before it has moved so many millimetres.
fn strides(millimetres: f64) -> u16 {
    ((millimetres - ROUNDING).max(0.0) / STRIDE) as u16
}

/// How many whole tenths follow a direction before another one is reached, counter-clockwise; none beside
/// it, where rounding decides.
fn until(angle: f64, end: f64) -> u16 {
    let turned = turn_from(angle, end);
    if turned < ROUNDING || turned > f64::from(TURN) - ROUNDING {
        return 0;
    }
    ((turned - ROUNDING).ceil() as u16).saturating_sub(1)
}
