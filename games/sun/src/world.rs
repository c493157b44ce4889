//! The table in the simulation: base, table, stones, and time steps.
//!
//! One canonical form: a world is always built from resting poses, with the stones asleep, in the order of their
//! numbers. So a live game, a clone and a replayed record simulate the same world to the bit. (A world that was reused
//! after a throw would hold contact caches that a rebuilt one does not, and would differ in the last bits.) Stones that
//! nothing touches never wake, so they keep their exact poses.
//!
//! The constants below were found by experiment: the engine's defaults are meant for objects of metres and let contacts
//! reach millimetres through empty space.

use std::sync::OnceLock;

use rapier3d::prelude::*;

use crate::pieces::{Size, StoneId};
use crate::pose::{Pose, UNITS, units};

/// Simulation steps per second.
pub const STEPS_PER_SECOND: u32 = 240;
/// The base's radius in millimetres.
pub const BASE_RADIUS: f64 = 150.0;
/// The base's thickness in millimetres.
pub const BASE_THICKNESS: f64 = 10.0;
/// Gravity in metres per second squared.
pub const GRAVITY: f64 = 9.81;

/// The number of corners of the base's rim. The base is a triangle mesh, because the engine keeps only four contact
/// points of a convex hull's face and treats a cylinder's cap as a square: stones fell over on both.
const RIM_CORNERS: u32 = 64;
/// The density of wood, in kilograms per cubic metre.
const STONE_DENSITY: f32 = 650.0;
const STONE_FRICTION: f32 = 0.5;
/// How long a stone must lie still before it sleeps, in seconds. A stone balanced on an edge doubles its lean every
/// twentieth of a second, so it is not mistaken for one at rest.
const TIME_UNTIL_SLEEP: f32 = 0.2;
/// The same for stones that are known to rest.
const TIME_TO_FALL_ASLEEP: f32 = 0.05;

const GROUP_GROUND: Group = Group::GROUP_1;
const GROUP_STONE: Group = Group::GROUP_2;
const GROUP_BALL: Group = Group::GROUP_3;
const GROUP_STRING: Group = Group::GROUP_4;

/// A world that can be cloned at rest and stepped.
///
/// ```
/// use sarsen_sun::building::ring_pose;
/// use sarsen_sun::pieces::size;
/// use sarsen_sun::world::{Stepper, Waking, World};
///
/// let mut world = World::new([(1, size(1), ring_pose(1, 0, 0))], Waking::Awake);
/// assert!(world.settle(&mut Stepper::default(), 2.0), "a stone stands by itself");
/// assert!(world.is_at_rest());
/// ```
#[derive(Clone)]
pub struct World {
    pub(crate) bodies: RigidBodySet,
    pub(crate) colliders: ColliderSet,
    pub(crate) joints: ImpulseJointSet,
    pub(crate) narrow: NarrowPhase,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    articulations: MultibodyJointSet,
    soft: SoftBodySet,
    ccd: CCDSolver,
    stones: Vec<(StoneId, RigidBodyHandle)>,
}

/// Whether stones start at rest or have to come to rest.
///
/// ```
/// use sarsen_sun::building::ring_pose;
/// use sarsen_sun::pieces::size;
/// use sarsen_sun::world::{Waking, World};
///
/// let world = World::new([(1, size(1), ring_pose(1, 0, 0))], Waking::Asleep);
/// assert!(world.is_at_rest(), "asleep until something touches it");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waking {
    /// They sleep until something touches them.
    Asleep,
    /// They are released, to see whether they stand.
    Awake,
}

/// The working memory of the engine, which holds no state of the world.
///
/// ```
/// use sarsen_sun::world::{Stepper, Waking, World};
///
/// let mut world = World::new([], Waking::Asleep);
/// world.step(&mut Stepper::default());
/// assert!(world.stones().is_empty());
/// ```
pub struct Stepper {
    pipeline: PhysicsPipeline,
    parameters: IntegrationParameters,
    gravity: Vector,
}

impl Default for Stepper {
    fn default() -> Stepper {
        Stepper {
            pipeline: PhysicsPipeline::new(),
            parameters: parameters(),
            gravity: Vector::new(0.0, 0.0, -units(GRAVITY * 1000.0)),
        }
    }
}

impl World {
    /// A world with these stones, which must be in a fixed order.
    pub fn new(stones: impl IntoIterator<Item = (StoneId, Size, Pose)>, waking: Waking) -> World {
        let mut world = World::without_stones();
        for (stone, size, pose) in stones {
            world.add_stone(stone, size, &pose);
        }
        if waking == Waking::Asleep {
            world.fall_asleep();
        }
        world
    }

    fn without_stones() -> World {
        let mut world = World {
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            joints: ImpulseJointSet::new(),
            narrow: NarrowPhase::new(),
            islands: IslandManager::new(),
            broad: BroadPhaseBvh::new(),
            articulations: MultibodyJointSet::new(),
            soft: SoftBodySet::new(),
            ccd: CCDSolver::new(),
            stones: Vec::new(),
        };
        for shape in [base_shape(), table_shape()] {
            let body = world.bodies.insert(RigidBodyBuilder::fixed());
            let collider = shape
                .friction(STONE_FRICTION)
                .restitution(0.0)
                .collision_groups(groups(GROUP_GROUND, GROUP_STONE | GROUP_BALL));
            world.colliders.insert_with_parent(collider, body, &mut world.bodies);
        }
        world
    }

    fn add_stone(&mut self, stone: StoneId, size: Size, pose: &Pose) {
        let builder =
            RigidBodyBuilder::dynamic().pose(pose.to_solver()).user_data(u128::from(stone));
        let body = self.bodies.insert(builder);
        self.bodies[body].activation_mut().time_until_sleep = TIME_UNTIL_SLEEP;
        let [x, y, z] = size.half().map(units);
        let collider = ColliderBuilder::cuboid(x, y, z)
            .density(STONE_DENSITY / (UNITS * UNITS * UNITS))
            .friction(STONE_FRICTION)
            .restitution(0.0)
            .user_data(u128::from(stone))
            .collision_groups(groups(GROUP_STONE, Group::ALL));
        self.colliders.insert_with_parent(collider, body, &mut self.bodies);
        self.stones.push((stone, body));
    }

    /// Adds a body with the contact properties of the ball or the string.
    pub(crate) fn add_body(
        &mut self,
        body: RigidBodyBuilder,
        collider: ColliderBuilder,
        part: Part,
    ) -> (RigidBodyHandle, ColliderHandle) {
        let body = self.bodies.insert(body);
        let meets = match part {
            Part::Ball => groups(GROUP_BALL, GROUP_GROUND | GROUP_STONE),
            Part::String => groups(GROUP_STRING, GROUP_STONE),
        };
        let collider = collider.restitution(0.0).collision_groups(meets);
        let collider = self.colliders.insert_with_parent(collider, body, &mut self.bodies);
        (body, collider)
    }

    /// Removes a body with everything attached to it.
    pub(crate) fn remove_body(&mut self, body: RigidBodyHandle) {
        self.bodies.remove(
            body,
            &mut self.islands,
            &mut self.colliders,
            &mut self.joints,
            &mut self.articulations,
            &mut self.soft,
            true,
        );
    }

    /// Removes a stone and wakes whatever leaned or stood on it.
    pub(crate) fn remove_stone(&mut self, stone: StoneId) {
        if let Some(index) = self.stones.iter().position(|&(other, _)| other == stone) {
            let (_, body) = self.stones.remove(index);
            self.remove_body(body);
        }
    }

    /// The stones in their order.
    pub fn stones(&self) -> &[(StoneId, RigidBodyHandle)] {
        &self.stones
    }

    /// The pose of a body.
    pub fn pose(&self, body: RigidBodyHandle) -> Pose {
        Pose::from_solver(self.bodies[body].position())
    }

    /// The body of a stone, for experiments.
    pub fn stone_body(&mut self, stone: StoneId) -> Option<&mut RigidBody> {
        let &(_, body) = self.stones.iter().find(|&&(other, _)| other == stone)?;
        self.bodies.get_mut(body)
    }

    /// Whether nothing moves any more.
    pub fn is_at_rest(&self) -> bool {
        self.islands.active_bodies().next().is_none()
    }

    /// Advances by one step.
    pub fn step(&mut self, stepper: &mut Stepper) {
        stepper.pipeline.step(
            stepper.gravity,
            &stepper.parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.articulations,
            &mut self.soft,
            &mut self.ccd,
            &(),
            &(),
        );
    }

    /// Lets stones at rest fall asleep. The engine wakes everything that begins to touch something, so they have to
    /// fall asleep by themselves; that takes a moment, during which they sink by some hundredths of a millimetre. The
    /// poses of stones that are not woken are never read back.
    fn fall_asleep(&mut self) {
        self.set_time_until_sleep(TIME_TO_FALL_ASLEEP);
        self.settle(&mut Stepper::default(), 1.0);
        self.set_time_until_sleep(TIME_UNTIL_SLEEP);
    }

    fn set_time_until_sleep(&mut self, seconds: f32) {
        for &(_, body) in &self.stones {
            self.bodies[body].activation_mut().time_until_sleep = seconds;
        }
    }

    /// Steps until everything sleeps, for at most this many seconds; returns whether it does.
    pub fn settle(&mut self, stepper: &mut Stepper, seconds: f64) -> bool {
        let steps = (seconds * f64::from(STEPS_PER_SECOND)) as u32;
        for _ in 0..steps {
            self.step(stepper);
            if self.is_at_rest() {
                return true;
            }
        }
        false
    }
}

/// Moving bodies other than stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The sun.
    Ball,
    /// The string it hangs on.
    String,
}

fn groups(member: Group, meets: Group) -> InteractionGroups {
    InteractionGroups::new(member, meets, InteractionTestMode::And)
}

fn parameters() -> IntegrationParameters {
    IntegrationParameters {
        dt: 1.0 / STEPS_PER_SECOND as f32,
        // The typical size of the objects, which scales tolerances and the reach of contacts.
        length_unit: 0.02 * UNITS,
        num_solver_iterations: 4,
        // With softer contacts piles creep, with stiffer ones they jitter.
        contact_softness: SpringCoefficients::new(120.0, 5.0),
        static_contact_softness: SpringCoefficients::new(240.0, 5.0),
        friction_model: FrictionModel::Coulomb,
        // Nothing moves further in a step than a fraction of its own size.
        max_ccd_substeps: 0,
        ..IntegrationParameters::default()
    }
}

fn base_shape() -> ColliderBuilder {
    // The mesh and its bounding volumes are the same in every world.
    static MESH: OnceLock<SharedShape> = OnceLock::new();
    // A fixed body needs no mass, which would otherwise be computed from the mesh each time.
    ColliderBuilder::new(MESH.get_or_init(base_mesh).clone())
        .mass_properties(MassProperties::default())
}

fn base_mesh() -> SharedShape {
    let radius = units(BASE_RADIUS);
    let mut vertices = Vec::new();
    for z in [0.0, -units(BASE_THICKNESS)] {
        for corner in 0..RIM_CORNERS {
            let tenths = f64::from(corner) * 3600.0 / f64::from(RIM_CORNERS);
            let (sin, cos) = crate::geometry::sin_cos(tenths);
            vertices.push(Vector::new(radius * cos as f32, radius * sin as f32, z));
        }
    }
    let mut triangles = Vec::new();
    for here in 0..RIM_CORNERS {
        let next = (here + 1) % RIM_CORNERS;
        let (below, next_below) = (here + RIM_CORNERS, next + RIM_CORNERS);
        triangles.extend([[here, below, next], [next, below, next_below]]);
    }
    triangles.extend(top_triangles());
    SharedShape::trimesh(vertices, triangles).expect("the mesh of a disc has triangles")
}

/// The top of the base: an octagon of six triangles, on which all stones of the ring stand, and the slivers between it
/// and the rim. The fewer triangles a stone stands on, the fewer contacts have to be solved.
fn top_triangles() -> Vec<[u32; 3]> {
    let side = RIM_CORNERS / 8;
    // Rotated, so that no edge lies in directions in which people like to build.
    let corner = |number: u32| (2 + side * number) % RIM_CORNERS;
    let mut triangles = vec![[corner(0), corner(2), corner(4)], [corner(0), corner(4), corner(6)]];
    for ear in (0..8).step_by(2) {
        triangles.push([corner(ear), corner(ear + 1), corner(ear + 2)]);
    }
    for number in 0..8 {
        let first = corner(number);
        let at = |offset: u32| (first + offset) % RIM_CORNERS;
        triangles.extend((1..side).map(|offset| [first, at(offset), at(offset + 1)]));
    }
    triangles
}

fn table_shape() -> ColliderBuilder {
    let (side, thickness) = (units(2000.0), units(50.0));
    ColliderBuilder::cuboid(side, side, thickness).translation(Vector::new(
        0.0,
        0.0,
        -units(BASE_THICKNESS) - thickness,
    ))
}

#[cfg(test)]
mod tests;
