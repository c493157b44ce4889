//! Building: where a stone fits, whether it stands, and what can become a gate (S3–S7, S10–S12).
//!
//! Exact geometry decides first. A stone on the flat base then stays where it was placed; one on top of a leaning
//! stone, and a lintel on uprights of unequal height, may not, so the simulation lets them come to rest.

use sarsen_core::Illegal;

use crate::fit::RingFault;
use crate::geometry::{Block, TURN, V3, add_scaled, dot, length, sin_cos, sub};
use crate::pieces::{StoneId, size};
use crate::pose::Pose;
use crate::refusal;
use crate::scene::{Area, Placed, Role, Scene};
use crate::throw::{StoneSet, bit};
use crate::world::{Stepper, Waking, World};

/// The radius of the ring in millimetres: every stone is built with its centre on it.
pub const RING: f64 = 125.0;
/// S5: how far a lintel has to extend onto both uprights, in millimetres.
const REACH: f64 = 5.0;
/// S5: the largest slope of a lintel after settling, in degrees.
const LEVEL: f64 = 10.0;
/// A pose that settles within this tolerance (millimetres, degrees) is kept exactly.
const KEPT: f64 = 0.1;
/// How far a build may move while settling and still count as standing, in millimetres.
const STANDS: f64 = 2.0;
/// The time limit for settling, in seconds.
const SETTLING: f64 = 2.0;

/// The situation of the seat that builds.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_sun::Sun;
///
/// let game = Sun::start(&Options::defaults(Sun::SPEC));
/// let site = game.site();
/// assert!(site.first, "the first turn of a seat");
/// assert!(site.check_ring(1, 0, 0).is_ok());
/// assert!(site.check_top(1, 2).is_err(), "nothing stands yet");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The stones on the base.
    pub scene: &'a Scene,
    /// The stones in the stock.
    pub stock: StoneSet,
    /// The index of the seat that builds.
    pub seat: usize,
    /// The directions of the markers, seat by seat, in tenths of a degree.
    pub markers: &'a [u16],
    /// S12, S17: whether the rules of a first turn apply.
    pub first: bool,
    /// S11: whether another seat's gate has closed the seat's area since its last turn.
    pub closed: bool,
}

impl Site<'_> {
    /// The area of the seat's own marker.
    pub fn own_area(&self) -> Option<Area> {
        self.scene.area_at(f64::from(self.markers[self.seat]))
    }

    /// S3, S4, S17: the resulting stone if one is built on the ring.
    ///
    /// # Errors
    /// Why it cannot be built there.
    pub fn check_ring(&self, stone: StoneId, angle: u16, turn: u16) -> Result<Placed, Illegal> {
        self.in_stock(stone)?;
        self.fit(stone, angle, turn).fault.map_or(Ok(()), |fault| {
            Err(match fault {
                RingFault::Touches(other) => refusal::touches(stone, other),
                RingFault::UnderLintel(lintel) => refusal::under_a_lintel(lintel),
                RingFault::NoArea => refusal::leaves_no_area(),
            })
        })?;
        // A stone on the flat base stays where it was placed; a test confirms this by simulation for each of them.
        Ok(Placed { stone, role: Role::Ground, pose: ring_pose(stone, angle, turn) })
    }

    /// The first stone that a box would touch, except for some.
    fn first_touched(&self, block: &Block, except: &[StoneId]) -> Option<StoneId> {
        let touches = |(placed, other): &(&Placed, &Block)| {
            let reach = block.flat_radius + other.flat_radius;
            let (dx, dy) = (other.center[0] - block.center[0], other.center[1] - block.center[1]);
            dx * dx + dy * dy <= reach * reach
                && !except.contains(&placed.stone)
                && block.overlap(other) >= 0.0
        };
        let mut stones = self.scene.placed().iter().zip(self.scene.blocks());
        stones.find(touches).map(|(placed, _)| placed.stone)
    }

    pub(crate) fn other_markers(&self) -> impl Iterator<Item = f64> {
        let others = self.markers.iter().enumerate().filter(|&(seat, _)| seat != self.seat);
        others.map(|(_, &marker)| f64::from(marker))
    }

    /// S9: whether the marker may move to an area, regardless of where it was.
    pub fn may_take(&self, area: Area) -> bool {
        let free = self.other_markers().all(|marker| self.scene.area_at(marker) != Some(area));
        free && self.scene.is_open(area) && self.scene.marker_range(area).is_some()
    }

    /// S3, S4: the resulting stones if one is stood on top of another.
    ///
    /// # Errors
    /// Why it cannot be built there.
    pub fn check_top(&self, stone: StoneId, on: StoneId) -> Result<Vec<Placed>, Illegal> {
        self.in_stock(stone)?;
        let below = self.scene.get(on).ok_or_else(|| refusal::not_on_base(on))?;
        match below.role {
            Role::Top { .. } => return Err(refusal::third_storey(on)),
            Role::Ground if self.scene.gate_of(on).is_none() => {}
            Role::Ground | Role::Lintel { .. } => return Err(refusal::on_a_gate(on)),
        }
        if let Some(upper) = self.scene.carried_by(on) {
            return Err(refusal::carries(on, upper));
        }
        let top = Placed { stone, role: Role::Top { on }, pose: pose_on_top(stone, below) };
        if let Some(other) = self.touched_on_top(&top, on) {
            return Err(refusal::touches(stone, other));
        }
        if !self.first && !self.top_leaves_area(on) {
            return Err(refusal::leaves_no_area());
        }
        let settled = settle(&[*below, top]).ok_or_else(|| refusal::not_standing(stone))?;
        let stands = |placed: &Placed| placed.pose.lean() < crate::landing::FALLEN_LEAN;
        settled.iter().all(stands).then_some(settled).ok_or_else(|| refusal::not_standing(stone))
    }

    fn touched_on_top(&self, top: &Placed, on: StoneId) -> Option<StoneId> {
        self.first_touched(&top.block(), &[on])
    }

    /// Whether a stone on top of another would touch no third one.
    pub(crate) fn top_fits(&self, stone: StoneId, on: StoneId) -> bool {
        let top = self.scene.get(on).map(|below| pose_on_top(stone, below));
        top.is_some_and(|pose| {
            let top = Placed { stone, role: Role::Top { on }, pose };
            self.touched_on_top(&top, on).is_none()
        })
    }

    /// S8: whether one of the areas beside the stone below can take the marker, other than its current one.
    pub(crate) fn top_leaves_area(&self, on: StoneId) -> bool {
        let own = self.own_area();
        let beside = self.scene.areas_beside(on).into_iter().flatten();
        beside.into_iter().any(|area| Some(area) != own && self.may_take(area))
    }

    fn in_stock(&self, stone: StoneId) -> Result<(), Illegal> {
        if self.stock & bit(stone) == 0 { Err(refusal::not_in_stock(stone)) } else { Ok(()) }
    }

    /// S5–S7, S10–S12: the resulting stones if a gate is made.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn check_gate(
        &self,
        stone: StoneId,
        left: StoneId,
        right: StoneId,
    ) -> Result<Vec<Placed>, Illegal> {
        self.gate_allowed()?;
        self.lintel_allowed(stone)?;
        let (from, to) = self.uprights_allowed(left, right)?;
        self.areas_allow(stone, Area { from, to })?;
        self.lay(stone, left, right)
    }

    /// S11, S12: whether the seat may make any gate now.
    pub(crate) fn gate_allowed(&self) -> Result<(), Illegal> {
        if self.first {
            return Err(refusal::first_turn());
        }
        if self.closed { Err(refusal::closed_by_another()) } else { Ok(()) }
    }

    /// S5–S7: whether a stone may be used as a lintel.
    pub(crate) fn lintel_allowed(&self, stone: StoneId) -> Result<(), Illegal> {
        if self.stock & bit(stone) != 0 {
            return Err(refusal::gate_from_stock(stone));
        }
        if self.scene.get(stone).is_none() {
            return Err(refusal::not_on_base(stone));
        }
        if self.scene.gate_of(stone).is_some() {
            return Err(refusal::part_of_a_gate(stone));
        }
        match self.scene.carried_by(stone) {
            Some(upper) => Err(refusal::lintel_carries(stone, upper)),
            None => Ok(()),
        }
    }

    /// S5: the two uprights, in counter-clockwise order around the area between them.
    fn uprights_allowed(
        &self,
        left: StoneId,
        right: StoneId,
    ) -> Result<(StoneId, StoneId), Illegal> {
        for stone in [left, right] {
            if !self.may_carry_lintel(stone) {
                return Err(refusal::bad_upright(stone));
            }
        }
        let short = |area: &Area| {
            self.scene.arc(*area).is_some_and(|(_, extent)| extent <= f64::from(TURN) / 2.0)
        };
        let between = [Area { from: left, to: right }, Area { from: right, to: left }];
        self.scene
            .areas()
            .find(|area| between.contains(area) && short(area))
            .map(|area| (area.from, area.to))
            .ok_or_else(|| refusal::not_neighbours(left, right))
    }

    /// S3–S5: whether a stone is a ground stone that can carry another.
    pub fn may_carry_lintel(&self, stone: StoneId) -> bool {
        self.scene.corner(stone).is_some()
            && self.scene.carried_by(stone).is_none()
            && self.scene.gate_of(stone).is_none()
    }

    /// S10: the gate does not span the seat's own area, and removing the lintel from its place does not put two markers
    /// in one area.
    fn areas_allow(&self, lintel: StoneId, spanned: Area) -> Result<(), Illegal> {
        if self.own_area() == Some(spanned) {
            return Err(refusal::spans_own_area());
        }
        let Some([before, after]) = self.scene.areas_beside(lintel) else { return Ok(()) };
        let has_marker = |area: Area| {
            self.markers.iter().any(|&marker| self.scene.area_at(f64::from(marker)) == Some(area))
        };
        if before != after && has_marker(before) && has_marker(after) {
            return Err(refusal::joins_areas(lintel));
        }
        Ok(())
    }

    /// S5: lays the lintel and lets it settle. Returns the uprights and the lintel as they came to rest.
    fn lay(&self, stone: StoneId, left: StoneId, right: StoneId) -> Result<Vec<Placed>, Illegal> {
        let missing = || refusal::bad_upright(left);
        let low = *self.scene.get(left).ok_or_else(missing)?;
        let high = *self.scene.get(right).ok_or_else(missing)?;
        let pose = lintel_pose(stone, &low, &high).ok_or_else(|| refusal::too_short(stone))?;
        let lintel = Placed { stone, role: Role::Lintel { left, right }, pose };
        if let Some(other) = self.first_touched(&lintel.block(), &[stone, left, right]) {
            return Err(refusal::lintel_touches(stone, other));
        }
        let settled = settle(&[low, high, lintel]).ok_or_else(|| refusal::lintel_slides(stone))?;
        let lies = settled[2].pose.slope() <= LEVEL && settled[2].pose.tilt() <= LEVEL;
        lies.then_some(settled).ok_or_else(|| refusal::lintel_slides(stone))
    }
}

/// The pose of a stone that is built on the ring.
pub fn ring_pose(stone: StoneId, angle: u16, turn: u16) -> Pose {
    let (sin, cos) = sin_cos(f64::from(angle));
    let turned = f64::from(angle) + 900.0 + f64::from(turn);
    Pose::standing(size(stone), [RING * cos, RING * sin], 0.0, turned)
}

/// The pose of a stone centred on the one below, with the same turn and lean.
fn pose_on_top(stone: StoneId, below: &Placed) -> Pose {
    let block = below.block();
    let rise = block.half[2] + size(stone).height_mm() / 2.0;
    let center = add_scaled(block.center, block.axes[2], rise);
    Pose { position: center.map(|mm| (mm / 1000.0) as f32), ..below.pose }
}

/// The pose of a lintel along the line between two uprights, centred between them, on the inner edge of the higher one.
/// `None` if it does not extend far enough.
fn lintel_pose(stone: StoneId, one: &Placed, other: &Placed) -> Option<Pose> {
    let (one, other) = (one.block(), other.block());
    let apart = [other.center[0] - one.center[0], other.center[1] - one.center[1], 0.0];
    let along = apart.map(|part| part / length(apart));
    let position = |point: V3| dot(sub(point, one.center), along);
    let inner_one = one.reach(along);
    let inner_other = length(apart) - other.reach(along);
    let half = size(stone).height_mm() / 2.0;
    let thick = size(stone).half()[1];
    if half - (inner_other - inner_one) / 2.0 < REACH {
        return None;
    }
    let middle = (inner_one + inner_other) / 2.0;
    // Seen from the side: the higher upright supports the lintel at its inner edge, the lower one at the lintel's end
    // or at its own outer edge, whichever is nearer.
    let (height_one, height_other) = (top_of(&one), top_of(&other));
    let outer_one = (middle - half).max(-one.reach(along));
    let outer_other = (middle + half).min(position(other.center) + other.reach(along));
    let (from, to) = if height_one >= height_other {
        ([inner_one, height_one], [outer_other, height_other])
    } else {
        ([outer_one, height_one], [inner_other, height_other])
    };
    let slope = (to[1] - from[1]) / (to[0] - from[0]);
    let level = 1.0 / (1.0 + slope * slope).sqrt();
    let direction = [along[0] * level, along[1] * level, slope * level];
    let upward = thick / level;
    let height = from[1] + slope * (middle - from[0]) + upward;
    let center = add_scaled([one.center[0], one.center[1], height], along, middle);
    Some(Pose::lying(center, direction))
}

/// The height of a standing stone's upper end in millimetres.
fn top_of(block: &Block) -> f64 {
    block.center[2] + block.reach([0.0, 0.0, 1.0])
}

/// Lets stones come to rest on the base; `None` if they do not, or not where they were placed. Those that hardly moved
/// keep their exact poses.
fn settle(stones: &[Placed]) -> Option<Vec<Placed>> {
    let bodies = stones.iter().map(|placed| (placed.stone, size(placed.stone), placed.pose));
    let mut world = World::new(bodies, Waking::Awake);
    if !world.settle(&mut Stepper::default(), SETTLING) {
        return None;
    }
    let poses = world.stones().iter().map(|&(_, body)| world.pose(body));
    let rested = |(placed, pose): (&Placed, Pose)| {
        let moved = pose.moved_from(&placed.pose);
        let same = moved < KEPT && pose.turned_from(&placed.pose) < KEPT;
        let pose = if same { placed.pose } else { pose };
        (moved < STANDS).then_some(Placed { pose, ..*placed })
    };
    stones.iter().zip(poses).map(rested).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::STONES;

    #[test]
    fn every_stone_stays_where_it_is_stood_on_the_base() {
        for stone in 1..=STONES {
            for turn in [0, 450, 900, 1333] {
                let angle = u16::from(stone) * 97 + turn;
                let pose = ring_pose(stone, angle % TURN as u16, turn);
                let placed = Placed { stone, role: Role::Ground, pose };
                assert_eq!(settle(&[placed]), Some(vec![placed]), "stone {stone} turned {turn}");
            }
        }
    }
}
