//! The result of a throw: which stones are taken, where the others stand, and the seal.

use std::sync::Arc;

use crate::ball::Release;
use crate::geometry::direction;
use crate::path::{self, Flight};
use crate::pieces::StoneId;
use crate::pose::Pose;
use crate::scene::{Placed, Role, Scene};
use crate::throw::{StoneSet, Throw, Watch, bit};
use crate::world::BASE_RADIUS;

/// S16: a standing stone has fallen if it leans more than this, and a lintel if it is tilted more (degrees).
pub const FALLEN_LEAN: f64 = 15.0;
/// S16: a lintel or a stone on top has fallen if it dropped more than this (millimetres).
pub const FALLEN_DROP: f64 = 10.0;
/// S16: a stone is out if its lowest corner is further below the top of the base (millimetres).
pub const OUT_DEPTH: f64 = 4.0;

/// The outcome of a throw.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_sun::Sun;
/// use sarsen_sun::ball::Release;
/// use sarsen_sun::landing::land;
///
/// let mut game = Sun::start(&Options::defaults(Sun::SPEC));
/// game.play("b1@0".parse()?)?;
/// let landing = land(game.scene(), Release { x: 500, y: 3400, vx: 0, vy: 0 });
/// assert_eq!((landing.taken, landing.touched), (0, 0), "it passes far from the stone");
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Landing {
    /// What stands when everything is at rest.
    pub scene: Arc<Scene>,
    /// The stones that fell or were pushed out.
    pub taken: StoneSet,
    /// The stones touched by the ball or the string.
    pub touched: StoneSet,
    /// The hash of the outcome.
    pub seal: u64,
}

/// Throws the ball in a scene. The scene itself is unchanged.
///
/// The ball's free path is exact; the simulation starts where it may first touch something.
pub fn land(scene: &Arc<Scene>, release: Release) -> Landing {
    match path::approach(release, scene.blocks()) {
        Some(flight) => simulate(scene, &flight, &mut ()),
        None => untouched(scene),
    }
}

/// The same, with an observer.
pub fn land_watched(scene: &Arc<Scene>, release: Release, watch: &mut dyn Watch) -> Landing {
    let meets = path::approach(release, scene.blocks());
    let mut flight = Flight::new(release);
    let mut on = true;
    loop {
        if meets.is_some_and(|meets| meets.steps() == flight.steps()) {
            return simulate(scene, &flight, watch);
        }
        watch.see(flight.steps(), scene.world(), Some(Pose::hanging(flight.position)));
        if !on {
            return untouched(scene);
        }
        on = flight.advance();
    }
}

/// Simulates a throw from a moment of the ball's free path on, until everything is at rest.
pub fn simulate(scene: &Arc<Scene>, flight: &Flight, watch: &mut dyn Watch) -> Landing {
    let world = scene.world();
    let asleep: Vec<Pose> = world.stones().iter().map(|&(_, body)| world.pose(body)).collect();
    let mut throw = Throw::under_way(world.clone(), flight, watch);
    throw.run();
    let mut standing = rest(scene, &asleep, &throw);
    let mut taken = 0;
    // S16: removing a stone may let another fall that had come to rest on it.
    loop {
        let fallen: Vec<StoneId> = standing
            .iter()
            .filter(|now| is_taken(scene, &standing, now))
            .map(|p| p.stone)
            .collect();
        if fallen.is_empty() {
            break;
        }
        for &stone in &fallen {
            taken |= bit(stone);
            throw.world.remove_stone(stone);
        }
        throw.settle();
        standing = rest(scene, &asleep, &throw);
    }
    let touched = throw.touched;
    if taken == 0 && standing == scene.placed() {
        return Landing { touched, ..untouched(scene) };
    }
    let scene = Scene::new(with_supports(&standing));
    let seal = seal(taken, &scene);
    Landing { scene, taken, touched, seal }
}

fn untouched(scene: &Arc<Scene>) -> Landing {
    Landing { scene: Arc::clone(scene), taken: 0, touched: 0, seal: seal(0, scene) }
}

/// The remaining stones with their poses. Those that never woke keep theirs exactly.
fn rest(scene: &Scene, asleep: &[Pose], throw: &Throw<'_>) -> Vec<Placed> {
    let mut bodies = throw.world.stones().iter().peekable();
    let mut standing = Vec::with_capacity(asleep.len());
    for (placed, before) in scene.placed().iter().zip(asleep) {
        let Some(&(_, body)) = bodies.next_if(|&&(stone, _)| stone == placed.stone) else {
            continue;
        };
        let now = throw.world.pose(body);
        let pose = if now == *before { placed.pose } else { now };
        standing.push(Placed { pose, ..*placed });
    }
    standing
}

/// S16: whether a stone is taken, by itself or because a gate needs two uprights.
fn is_taken(before: &Scene, standing: &[Placed], now: &Placed) -> bool {
    let lost_upright = match now.role {
        Role::Lintel { left, right } => {
            let stands = |stone| standing.iter().any(|other| other.stone == stone);
            !stands(left) || !stands(right)
        }
        Role::Ground | Role::Top { .. } => false,
    };
    lost_upright || before.get(now.stone).is_none_or(|was| counts_as_taken(was, now))
}

/// S16: whether a stone was knocked down or pushed out, given its poses before and after.
pub fn counts_as_taken(was: &Placed, now: &Placed) -> bool {
    if !now.pose.is_finite() {
        return true;
    }
    let dropped = was.pose.millimetres()[2] - now.pose.millimetres()[2] > FALLEN_DROP;
    let fallen = match now.role {
        Role::Ground => now.pose.lean() > FALLEN_LEAN,
        Role::Top { .. } => dropped || now.pose.lean() > FALLEN_LEAN,
        Role::Lintel { .. } => dropped || now.pose.tilt() > FALLEN_LEAN,
    };
    fallen || is_out(now)
}

fn is_out(now: &Placed) -> bool {
    let [x, y, _] = now.pose.millimetres();
    let lowest = now.block().corners().iter().fold(f64::INFINITY, |low, corner| low.min(corner[2]));
    x * x + y * y > BASE_RADIUS * BASE_RADIUS || lowest < -OUT_DEPTH
}

/// A stone on top is assigned to whichever ground stone is now below it.
fn with_supports(standing: &[Placed]) -> Vec<Placed> {
    let support = |top: &Placed| {
        let [x, y, _] = top.pose.millimetres();
        let distance = |ground: &&Placed| {
            let [gx, gy, _] = ground.pose.millimetres();
            (gx - x) * (gx - x) + (gy - y) * (gy - y)
        };
        standing
            .iter()
            .filter(|ground| ground.role == Role::Ground)
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    let renewed = |placed: &Placed| match (placed.role, support(placed)) {
        (Role::Top { .. }, Some(ground)) => {
            Placed { role: Role::Top { on: ground.stone }, ..*placed }
        }
        _ => *placed,
    };
    standing.iter().map(renewed).collect()
}

/// The hash of an outcome: the stones taken, and the poses rounded to 0.1 mm and 0.1° (FNV-1a).
pub fn seal(taken: StoneSet, scene: &Scene) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    hash.add(&taken.to_le_bytes());
    for placed in scene.placed() {
        hash.add(&[placed.stone]);
        for number in rounded(&placed.pose) {
            hash.add(&number.to_le_bytes());
        }
    }
    hash.0
}

struct Fnv(u64);

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// The position in tenths of a millimetre; then, in tenths of a degree, the direction of the width and how far the
/// height leans east and north.
fn rounded(pose: &Pose) -> [i32; 6] {
    let [x, y, z] = pose.millimetres().map(|mm| libm::round(mm * 10.0) as i32);
    let [width, _, height] = pose.axes();
    let turned = libm::round(direction([width[0], width[1]])) as i32 % 3600;
    let tenths =
        |sine: f64| libm::round(libm::asin(sine.clamp(-1.0, 1.0)).to_degrees() * 10.0) as i32;
    [x, y, z, turned, tenths(height[0]), tenths(height[1])]
}

/// The stones of a set, smallest number first.
pub fn stones_of(set: StoneSet) -> impl Iterator<Item = StoneId> {
    (1..=crate::pieces::STONES).filter(move |&stone| set & bit(stone) != 0)
}
