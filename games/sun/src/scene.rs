//! What stands where, and the areas between the stones.
//!
//! A scene is what is on the base at rest; it is immutable. Its geometry is that of the real poses, so areas follow
//! stones that were shifted.

use std::sync::{Arc, OnceLock};

use crate::geometry::{Block, TURN, V2, direction, polygon_distance, turn_from};
use crate::pieces::{StoneId, size};
use crate::pose::Pose;
use crate::world::{Waking, World};

/// The width of the gap, in millimetres, that makes an area open: the ball is 40 wide.
pub const OPEN_WAY: f64 = 45.0;

/// How a stone stands.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_sun::Sun;
/// use sarsen_sun::scene::Role;
///
/// let mut game = Sun::start(&Options::defaults(Sun::SPEC));
/// game.play("b1@0".parse()?)?;
/// assert_eq!(game.scene().get(1).unwrap().role, Role::Ground);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// On the base.
    Ground,
    /// On another stone.
    Top {
        /// The ground stone below.
        on: StoneId,
    },
    /// Laid across two ground stones.
    Lintel {
        /// The upright with the smaller number.
        left: StoneId,
        /// The upright with the larger number.
        right: StoneId,
    },
}

/// A stone on the base.
///
/// ```
/// use sarsen_sun::building::ring_pose;
/// use sarsen_sun::scene::{Placed, Role};
///
/// let placed = Placed { stone: 1, role: Role::Ground, pose: ring_pose(1, 900, 0) };
/// assert!((placed.block().center[1] - 125.0).abs() < 0.1, "on the ring, at 90°");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed {
    /// Its number.
    pub stone: StoneId,
    /// How it stands.
    pub role: Role,
    /// Its pose.
    pub pose: Pose,
}

impl Placed {
    /// The stone as a box.
    pub fn block(&self) -> Block {
        Block::new(size(self.stone), &self.pose)
    }
}

/// The gap between neighbouring ground stones, counter-clockwise from the first to the second. With a single ground
/// stone both are the same, and the area is the whole ring.
///
/// ```
/// use sarsen_sun::building::ring_pose;
/// use sarsen_sun::scene::{Area, Placed, Role, Scene};
///
/// let stone = |stone, angle| Placed { stone, role: Role::Ground, pose: ring_pose(stone, angle, 0) };
/// let scene = Scene::new(vec![stone(1, 0), stone(2, 300)]);
/// let area = Area { from: 1, to: 2 };
/// assert_eq!(scene.area_at(150.0), Some(area));
/// assert!(scene.free_way(area).unwrap() < 65.0, "thirty degrees of the ring, less the stones");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Area {
    /// The stone at its clockwise end.
    pub from: StoneId,
    /// The stone at its counter-clockwise end.
    pub to: StoneId,
}

/// A ground stone as seen from the centre.
///
/// ```
/// use sarsen_sun::building::ring_pose;
/// use sarsen_sun::scene::{Placed, Role, Scene};
///
/// let scene = Scene::new(vec![Placed { stone: 1, role: Role::Ground, pose: ring_pose(1, 900, 0) }]);
/// let corner = scene.corner(1).unwrap();
/// assert!((corner.angle - 900.0).abs() < 0.1);
/// ```
#[derive(Clone, Debug)]
pub struct Corner {
    /// The stone.
    pub stone: StoneId,
    /// The direction of its centre in tenths of a degree.
    pub angle: f64,
    /// How far its shadow extends clockwise from its centre, in tenths of a degree.
    pub before: f64,
    /// How far its shadow extends counter-clockwise from its centre.
    pub after: f64,
    /// Its shadow on the base.
    pub footprint: Vec<V2>,
}

impl Corner {
    /// The corner made by a ground stone.
    pub fn new(stone: StoneId, block: &Block) -> Corner {
        let angle = direction([block.center[0], block.center[1]]);
        let footprint = block.footprint();
        let (mut before, mut after) = (0.0_f64, 0.0_f64);
        for &point in &footprint {
            let turned = turn_from(angle, direction(point));
            if turned < f64::from(TURN) / 2.0 {
                after = after.max(turned);
            } else {
                before = before.max(f64::from(TURN) - turned);
            }
        }
        Corner { stone, angle, before, after, footprint }
    }
}

/// The stones on the base, at rest.
///
/// ```
/// use sarsen_sun::building::ring_pose;
/// use sarsen_sun::scene::{Placed, Role, Scene};
///
/// let stone = |stone, angle| Placed { stone, role: Role::Ground, pose: ring_pose(stone, angle, 0) };
/// let scene = Scene::new(vec![stone(1, 0), stone(2, 1800)]);
/// assert_eq!(scene.areas().count(), 2);
/// assert!(scene.areas().all(|area| scene.is_open(area)));
/// assert_eq!(scene.with(&[], &[2]).placed().len(), 1);
/// ```
pub struct Scene {
    placed: Vec<Placed>,
    blocks: Vec<Block>,
    ring: Vec<Corner>,
    world: OnceLock<World>,
}

impl std::fmt::Debug for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.placed.fmt(f)
    }
}

impl Scene {
    /// A scene with these stones.
    pub fn new(mut placed: Vec<Placed>) -> Arc<Scene> {
        placed.sort_by_key(|placed| placed.stone);
        let blocks: Vec<Block> = placed.iter().map(Placed::block).collect();
        let mut ring: Vec<Corner> = placed
            .iter()
            .zip(&blocks)
            .filter(|(placed, _)| placed.role == Role::Ground)
            .map(|(placed, block)| Corner::new(placed.stone, block))
            .collect();
        ring.sort_by(|a, b| a.angle.total_cmp(&b.angle));
        Arc::new(Scene { placed, blocks, ring, world: OnceLock::new() })
    }

    /// The stones, in the order of their numbers.
    pub fn placed(&self) -> &[Placed] {
        &self.placed
    }

    /// The stones as boxes, in the same order.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The ground stones, counter-clockwise.
    pub fn ring(&self) -> &[Corner] {
        &self.ring
    }

    /// The stone with this number, if it is here.
    pub fn get(&self, stone: StoneId) -> Option<&Placed> {
        self.placed.iter().find(|placed| placed.stone == stone)
    }

    /// The scene with stones added, moved (if their number is already here) and removed.
    pub fn with(&self, changed: &[Placed], without: &[StoneId]) -> Arc<Scene> {
        let stays = |stone: StoneId| {
            !without.contains(&stone) && changed.iter().all(|other| other.stone != stone)
        };
        let kept = self.placed.iter().filter(|placed| stays(placed.stone)).copied();
        Scene::new(kept.chain(changed.iter().copied()).collect())
    }

    /// The world of this scene, with everything asleep; built once and then cloned.
    pub fn world(&self) -> &World {
        self.world.get_or_init(|| {
            let stones =
                self.placed.iter().map(|placed| (placed.stone, size(placed.stone), placed.pose));
            World::new(stones, Waking::Asleep)
        })
    }

    /// The stone that stands on another.
    pub fn carried_by(&self, stone: StoneId) -> Option<StoneId> {
        let on_it = |placed: &&Placed| placed.role == Role::Top { on: stone };
        self.placed.iter().find(on_it).map(|placed| placed.stone)
    }

    /// The lintel of the gate that a stone is part of.
    pub fn gate_of(&self, stone: StoneId) -> Option<StoneId> {
        self.gates()
            .find(|&(lintel, left, right)| [lintel, left, right].contains(&stone))
            .map(|(lintel, ..)| lintel)
    }

    /// Lintel, smaller and larger upright of every gate.
    pub fn gates(&self) -> impl Iterator<Item = (StoneId, StoneId, StoneId)> {
        self.placed.iter().filter_map(|placed| match placed.role {
            Role::Lintel { left, right } => Some((placed.stone, left, right)),
            Role::Ground | Role::Top { .. } => None,
        })
    }

    /// The ground stone with this number, as a corner.
    pub fn corner(&self, stone: StoneId) -> Option<&Corner> {
        self.ring.iter().find(|corner| corner.stone == stone)
    }

    /// Every area, counter-clockwise from direction 0.
    pub fn areas(&self) -> impl Iterator<Item = Area> {
        (0..self.ring.len()).map(|index| self.area_after(index))
    }

    fn area_after(&self, index: usize) -> Area {
        let next = (index + 1) % self.ring.len();
        Area { from: self.ring[index].stone, to: self.ring[next].stone }
    }

    /// The area in a direction. A direction exactly through a stone's centre belongs to the area that begins there.
    pub fn area_at(&self, angle: f64) -> Option<Area> {
        let last = self.ring.len().checked_sub(1)?;
        let index = self.ring.partition_point(|corner| corner.angle <= angle);
        Some(self.area_after(index.checked_sub(1).unwrap_or(last)))
    }

    /// The two areas beside a ground stone: clockwise of it, and counter-clockwise.
    pub fn areas_beside(&self, stone: StoneId) -> Option<[Area; 2]> {
        let index = self.ring.iter().position(|corner| corner.stone == stone)?;
        let before = index.checked_sub(1).unwrap_or(self.ring.len() - 1);
        Some([self.area_after(before), self.area_after(index)])
    }

    /// Where an area begins, and how far it extends counter-clockwise: from centre to centre, in tenths of a degree.
    pub fn arc(&self, area: Area) -> Option<(f64, f64)> {
        let (from, to) = (self.corner(area.from)?, self.corner(area.to)?);
        let whole = area.from == area.to;
        let extent = if whole { f64::from(TURN) } else { turn_from(from.angle, to.angle) };
        Some((from.angle, extent))
    }

    /// The width of the gap between the two stones of an area in millimetres; `None` if there is only one.
    pub fn free_way(&self, area: Area) -> Option<f64> {
        if area.from == area.to {
            return None;
        }
        let (from, to) = (self.corner(area.from)?, self.corner(area.to)?);
        Some(polygon_distance(&from.footprint, &to.footprint))
    }

    /// The gate whose lintel spans an area.
    pub fn gate_across(&self, area: Area) -> Option<StoneId> {
        let (start, extent) = self.arc(area)?;
        let spans = |&(_, left, right): &(StoneId, StoneId, StoneId)| {
            self.gate_arc(left, right)
                .is_some_and(|(first, reach)| turn_from(first, start) + extent <= reach + 1e-9)
        };
        self.gates().find(spans).map(|(lintel, ..)| lintel)
    }

    /// The arc under a lintel: the shorter way between its uprights.
    pub fn gate_arc(&self, left: StoneId, right: StoneId) -> Option<(f64, f64)> {
        let (left, right) = (self.corner(left)?.angle, self.corner(right)?.angle);
        let reach = turn_from(left, right);
        let half = f64::from(TURN) / 2.0;
        Some(if reach <= half { (left, reach) } else { (right, f64::from(TURN) - reach) })
    }

    /// Whether an area is open: wide enough for the ball and without a lintel.
    pub fn is_open(&self, area: Area) -> bool {
        self.free_way(area).is_none_or(|way| way >= OPEN_WAY) && self.gate_across(area).is_none()
    }

    /// The first direction in which a marker may stand in an area, and the number of directions: the whole tenths of a
    /// degree between the shadows of its stones.
    pub fn marker_range(&self, area: Area) -> Option<(u16, u16)> {
        let (start, extent) = self.arc(area)?;
        let (from, to) = (self.corner(area.from)?, self.corner(area.to)?);
        whole_tenths(start + from.after, start + extent - to.before)
    }
}

/// The integers strictly between two directions: the first, reduced to less than a full turn, and their number.
pub fn whole_tenths(after: f64, before: f64) -> Option<(u16, u16)> {
    let (first, last) = (after.floor() as i32 + 1, before.ceil() as i32 - 1);
    (first <= last).then(|| (first.rem_euclid(TURN) as u16, (last - first + 1) as u16))
}
