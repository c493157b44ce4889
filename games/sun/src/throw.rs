//! One throw in the simulation: from the release until everything is at rest.

use rapier3d::prelude::*;

use crate::ball::{
    BALL_MASS, BALL_RADIUS, LEFT_BASE, LONGEST_FLIGHT, PIVOT, Release, STRING_LENGTH,
};
use crate::path::{Flight, STRING_RADIUS, STRING_REACH};
use crate::pieces::StoneId;
use crate::pose::{Pose, UNITS, unit_vector, units};
use crate::world::{Part, STEPS_PER_SECOND, Stepper, World};

/// How long stones may take to come to rest after the ball is out, in seconds; anything that still moves then is taken
/// as it is.
const LONGEST_SETTLING: f64 = 6.0;
const BALL_FRICTION: f32 = 0.2;

/// A set of stones, one bit each: bit n is stone n.
///
/// ```
/// use sarsen_sun::landing::stones_of;
/// use sarsen_sun::throw::{StoneSet, bit};
///
/// let set: StoneSet = bit(3) | bit(8);
/// assert_eq!(stones_of(set).collect::<Vec<_>>(), [3, 8]);
/// ```
pub type StoneSet = u64;

/// The bit of a stone in a [`StoneSet`].
pub const fn bit(stone: StoneId) -> StoneSet {
    1 << stone
}

/// Observes every step of a throw, for playback.
///
/// ```
/// use sarsen_sun::ball::Release;
/// use sarsen_sun::landing::land_watched;
/// use sarsen_sun::pose::Pose;
/// use sarsen_sun::scene::Scene;
/// use sarsen_sun::throw::Watch;
/// use sarsen_sun::world::World;
///
/// /// Counts the steps of a throw.
/// struct Steps(u32);
///
/// impl Watch for Steps {
///     fn see(&mut self, step: u32, _world: &World, _ball: Option<Pose>) {
///         self.0 = self.0.max(step);
///     }
/// }
/// let mut steps = Steps(0);
/// let landing = land_watched(&Scene::new(Vec::new()), Release { x: 3400, y: 0, vx: 0, vy: 0 }, &mut steps);
/// assert!(steps.0 > 0 && landing.taken == 0);
/// ```
pub trait Watch {
    /// Called before the first step and after each one. `ball` is `None` once it was caught.
    fn see(&mut self, step: u32, world: &World, ball: Option<Pose>);
}

/// Observes nothing.
impl Watch for () {
    fn see(&mut self, _step: u32, _world: &World, _ball: Option<Pose>) {}
}

/// A throw in progress.
///
/// ```
/// use sarsen_sun::ball::Release;
/// use sarsen_sun::throw::Throw;
/// use sarsen_sun::world::{Waking, World};
///
/// let mut watch = ();
/// let world = World::new([], Waking::Asleep);
/// let mut throw = Throw::new(world, Release { x: 3400, y: 0, vx: 0, vy: 0 }, &mut watch);
/// throw.run();
/// assert!(throw.ball_pose().is_none(), "the ball was caught");
/// assert_eq!(throw.touched, 0);
/// ```
pub struct Throw<'a> {
    /// The world, with the ball in it.
    pub world: World,
    stepper: Stepper,
    sun: Option<Sun>,
    /// The stones touched by the ball or the string.
    pub touched: StoneSet,
    step: u32,
    watch: &'a mut dyn Watch,
}

/// The ball, its string and the joint between the ball and the pivot.
struct Sun {
    ball: RigidBodyHandle,
    ball_shape: ColliderHandle,
    string: RigidBodyHandle,
    string_shape: ColliderHandle,
    pivot: RigidBodyHandle,
    entered: bool,
}

impl<'a> Throw<'a> {
    /// Adds the ball to a world at rest and releases it.
    pub fn new(world: World, release: Release, watch: &'a mut dyn Watch) -> Throw<'a> {
        Throw::under_way(world, &Flight::new(release), watch)
    }

    /// Adds the ball to a world at rest, somewhere on its free path.
    pub fn under_way(mut world: World, flight: &Flight, watch: &'a mut dyn Watch) -> Throw<'a> {
        let sun = Sun::hang(&mut world, flight);
        let throw = Throw {
            world,
            stepper: Stepper::default(),
            sun: Some(sun),
            touched: 0,
            step: flight.steps(),
            watch,
        };
        throw.watch.see(throw.step, &throw.world, throw.ball_pose());
        throw
    }

    /// Runs until the ball is out (S15) and everything is at rest, or the time limit is reached.
    pub fn run(&mut self) {
        while self.sun.is_some() {
            self.advance();
            self.catch();
        }
        self.settle();
    }

    /// Runs without the ball until everything is at rest.
    pub fn settle(&mut self) {
        let last = self.step + (LONGEST_SETTLING * f64::from(STEPS_PER_SECOND)) as u32;
        while !self.world.is_at_rest() && self.step < last {
            self.advance();
        }
    }

    /// The pose of the ball, until it is caught.
    pub fn ball_pose(&self) -> Option<Pose> {
        self.sun.as_ref().map(|sun| self.world.pose(sun.ball))
    }

    /// The ball's speed in metres per second, until it is caught.
    pub fn ball_speed(&self) -> Option<f64> {
        self.sun
            .as_ref()
            .map(|sun| f64::from(self.world.bodies[sun.ball].linvel().length() / UNITS))
    }

    /// One step of time.
    pub fn advance(&mut self) {
        if let Some(sun) = &self.sun {
            sun.pull_string(&mut self.world);
        }
        self.world.step(&mut self.stepper);
        self.step += 1;
        if let Some(sun) = &self.sun {
            self.touched |= sun.touched(&self.world);
            sun.hold_back(&mut self.world);
        }
        let ball = self.ball_pose();
        self.watch.see(self.step, &self.world, ball);
    }

    /// S15: removes the ball once it has left the base or its time is over.
    fn catch(&mut self) {
        let Some(sun) = &mut self.sun else { return };
        let [x, y, _] = self.world.pose(sun.ball).millimetres();
        let outside = x * x + y * y > LEFT_BASE * LEFT_BASE;
        sun.entered |= !outside;
        let over = f64::from(self.step) > LONGEST_FLIGHT * f64::from(STEPS_PER_SECOND);
        if sun.entered && outside || over {
            for body in [sun.string, sun.ball, sun.pivot] {
                self.world.remove_body(body);
            }
            self.sun = None;
        }
    }
}

impl Sun {
    fn hang(world: &mut World, flight: &Flight) -> Sun {
        let place = unit_vector(flight.position);
        let ball_body = RigidBodyBuilder::dynamic()
            .translation(place)
            .linvel(unit_vector(flight.velocity))
            .can_sleep(false);
        let ball_shape = ColliderBuilder::ball(units(BALL_RADIUS))
            .mass(BALL_MASS as f32)
            .friction(BALL_FRICTION);
        let (ball, ball_shape) = world.add_body(ball_body, ball_shape, Part::Ball);
        let pivot = world.bodies.insert(RigidBodyBuilder::fixed().translation(unit_vector(PIVOT)));
        let rope = RopeJointBuilder::new(units(STRING_LENGTH));
        world.joints.insert(pivot, ball, rope, false);
        let (low, high) = (units(BALL_RADIUS), units(STRING_REACH));
        let string_shape = ColliderBuilder::capsule_from_endpoints(
            Vector::new(0.0, 0.0, low),
            Vector::new(0.0, 0.0, high),
            units(STRING_RADIUS),
        )
        .friction(BALL_FRICTION);
        let string_body = RigidBodyBuilder::kinematic_position_based().pose(string_pose(place));
        let (string, string_shape) = world.add_body(string_body, string_shape, Part::String);
        let entered = flight.has_entered();
        Sun { ball, ball_shape, string, string_shape, pivot, entered }
    }

    /// Moves the string to where the ball will be after this step.
    fn pull_string(&self, world: &mut World) {
        let ball = &world.bodies[self.ball];
        let next = ball.translation() + ball.linvel() / STEPS_PER_SECOND as f32;
        world.bodies[self.string].set_next_kinematic_position(string_pose(next));
    }

    fn touched(&self, world: &World) -> StoneSet {
        [self.ball_shape, self.string_shape]
            .into_iter()
            .flat_map(|shape| world.narrow.contact_pairs_with(shape).map(move |pair| (shape, pair)))
            .filter(|(_, pair)| pair.total_impulse_magnitude() > 0.0)
            .map(
                |(shape, pair)| {
                    if pair.collider1 == shape { pair.collider2 } else { pair.collider1 }
                },
            )
            .filter_map(|other| world.colliders.get(other))
            .filter(|other| other.user_data > 0)
            .fold(0, |set, other| set | bit(other.user_data as StoneId))
    }

    /// The reaction of pushed stones on the ball. The engine moves the string as if nothing could stop it; to
    /// compensate, the impulses of its contacts are subtracted from the ball by the law of the lever. They never
    /// reverse the ball: a string can only stop it.
    fn hold_back(&self, world: &mut World) {
        let mut push = Vector::ZERO;
        for pair in world.narrow.contact_pairs_with(self.string_shape) {
            // The engine's impulse acts on the second collider.
            let sign = if pair.collider1 == self.string_shape { -1.0 } else { 1.0 };
            push += pair.total_impulse() * sign;
        }
        push.z = 0.0;
        let amount = push.length();
        if amount == 0.0 {
            return;
        }
        let ball = &mut world.bodies[self.ball];
        let along = push / amount;
        let against = -ball.linvel().dot(along) * BALL_MASS as f32;
        if against > 0.0 {
            ball.apply_impulse(along * amount.min(against), true);
        }
    }
}

/// The string's lower end at the ball's centre, pointing towards the pivot.
fn string_pose(ball: Vector) -> rapier3d::math::Pose {
    let pivot = unit_vector(PIVOT);
    let up = (pivot - ball).normalize();
    rapier3d::math::Pose::from_parts(ball, Rotation::from_rotation_arc(Vector::Z, up))
}
