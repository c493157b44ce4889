//! The path of a ball that touches nothing, without the simulation.
//!
//! A ball on a taut string is a spherical pendulum: its path is integrated here (Runge–Kutta, fourth order) and
//! compared with the stones' boxes. The answer is conservative: [`is_clean`] is true only if the ball and its string
//! keep a margin from every stone that is larger than the difference between this path and the simulated one (measured
//! by tests) plus the reach of the simulation's contacts. So a throw that is clean here touches nothing in the
//! simulation and moves nothing by a bit; any other is left to the simulation, from the moment when something may be
//! touched ([`approach`]).
//!
//! Most of the path leads through free space. Distances change no faster than the ball moves, so one check of all
//! stones covers as many steps as the distance to the nearest of them allows.

use crate::ball::{
    BALL_RADIUS, BALL_REST, LEFT_BASE, LONGEST_FLIGHT, PIVOT, Release, STRING_LENGTH,
};
use crate::geometry::{Block, V3, add_scaled, dot, length, sub};
use crate::world::{GRAVITY, STEPS_PER_SECOND};

/// The margin that ball and string keep from every stone, in millimetres.
pub const MARGIN: f64 = 0.8;

/// The length of a step in seconds.
const STEP: f64 = 1.0 / STEPS_PER_SECOND as f64;

/// How much of the string above the ball's centre can meet a stone: two storeys are lower.
pub const STRING_REACH: f64 = 220.0;

/// The ball on its free path.
///
/// ```
/// use sarsen_sun::ball::Release;
/// use sarsen_sun::path::Flight;
///
/// let mut flight = Flight::new(Release { x: 3400, y: 0, vx: 0, vy: 0 });
/// assert!(flight.advance() && flight.steps() == 1);
/// assert!(!flight.has_entered(), "it is still beside the base");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    /// The centre in millimetres.
    pub position: V3,
    /// The velocity in millimetres per second.
    pub velocity: V3,
    steps: u32,
    entered: bool,
}

impl Flight {
    /// The number of simulation steps that have passed.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Whether the ball has been above the base.
    pub fn has_entered(&self) -> bool {
        self.entered
    }

    /// The ball at its release.
    pub fn new(release: Release) -> Flight {
        let (position, velocity) = (release.position(), release.velocity());
        Flight { position, velocity, steps: 0, entered: false }
    }

    /// Advances by one simulation step; `false` once the ball is out of the game (S15).
    pub fn advance(&mut self) -> bool {
        let dt = STEP;
        let (p, v) = (self.position, self.velocity);
        let a1 = acceleration(p, v);
        let (p2, v2) = (add_scaled(p, v, dt / 2.0), add_scaled(v, a1, dt / 2.0));
        let a2 = acceleration(p2, v2);
        let (p3, v3) = (add_scaled(p, v2, dt / 2.0), add_scaled(v, a2, dt / 2.0));
        let a3 = acceleration(p3, v3);
        let (p4, v4) = (add_scaled(p, v3, dt), add_scaled(v, a3, dt));
        let a4 = acceleration(p4, v4);
        for axis in 0..3 {
            self.position[axis] += dt / 6.0 * (v[axis] + 2.0 * (v2[axis] + v3[axis]) + v4[axis]);
            self.velocity[axis] += dt / 6.0 * (a1[axis] + 2.0 * (a2[axis] + a3[axis]) + a4[axis]);
        }
        self.steps += 1;
        let [x, y, _] = self.position;
        let outside = x * x + y * y > LEFT_BASE * LEFT_BASE;
        self.entered |= !outside;
        let over = f64::from(self.steps) > LONGEST_FLIGHT * f64::from(STEPS_PER_SECOND);
        !(self.entered && outside || over)
    }
}

/// Gravity and the pull of the string that keeps the ball on its sphere.
fn acceleration(position: V3, velocity: V3) -> V3 {
    let arm = sub(position, PIVOT);
    let gravity = [0.0, 0.0, -GRAVITY * 1000.0];
    let pull = (dot(velocity, velocity) + dot(gravity, arm)) / (STRING_LENGTH * STRING_LENGTH);
    add_scaled(gravity, arm, -pull)
}

/// Whether a throw certainly touches none of the stones.
pub fn is_clean(release: Release, stones: &[Block]) -> bool {
    approach(release, stones).is_none()
}

/// The ball just before the first step in which it or its string may touch a stone; `None` if they certainly touch
/// none.
pub fn approach(release: Release, stones: &[Block]) -> Option<Flight> {
    let mut flight = Flight::new(release);
    if goes_slack(&flight) {
        return Some(flight);
    }
    let longest = longest_step(&flight);
    // The number of steps covered by the last check of the stones.
    let mut free = 0;
    loop {
        if free == 0 {
            free = ((room(flight.position, stones) - MARGIN) / longest) as u32;
        }
        let before = flight;
        let on = flight.advance();
        if free == 0 && may_touch(before.position, flight.position, stones) {
            return Some(before);
        }
        if !on {
            return None;
        }
        free = free.saturating_sub(1);
    }
}

/// The string stays taut as long as the ball stays below its pivot: the energy bounds its height.
fn goes_slack(flight: &Flight) -> bool {
    let speed = dot(flight.velocity, flight.velocity);
    let highest = flight.position[2] + speed / (2000.0 * GRAVITY);
    highest > BALL_REST + 0.95 * STRING_LENGTH
}

/// The energy also bounds the speed, and so the length of a step, in millimetres.
fn longest_step(flight: &Flight) -> f64 {
    let fall = 2000.0 * GRAVITY * (flight.position[2] - BALL_REST).max(0.0);
    (dot(flight.velocity, flight.velocity) + fall).sqrt() * STEP
}

/// A lower bound of the distance from ball and string to every stone.
fn room(ball: V3, stones: &[Block]) -> f64 {
    let wide = widest_reach(ball);
    stones.iter().fold(f64::INFINITY, |least, stone| {
        let flat = stone.flat_distance(ball) - wide;
        // Only the nearest few are worth a closer look.
        let distance = if flat < CLOSE { clearance(ball, stone) } else { flat };
        least.min(distance)
    })
}

/// Beyond this many millimetres the distance from a stone's vertical cylinder is good enough.
const CLOSE: f64 = 24.0;

/// How far ball and string extend sideways from the ball's centre: the string leans towards its pivot.
fn widest_reach(ball: V3) -> f64 {
    let lean = (ball[0] * ball[0] + ball[1] * ball[1]).sqrt() / STRING_LENGTH;
    BALL_RADIUS.max(lean * STRING_REACH + STRING_RADIUS)
}

fn may_touch(from: V3, to: V3, stones: &[Block]) -> bool {
    let step = length(sub(to, from));
    let wide = widest_reach(from) + step + MARGIN;
    stones.iter().any(|stone| {
        stone.flat_distance(from) < wide && segment_touches(from, to, step, stone, HALVINGS)
    })
}

/// How often a step is halved at most before it counts as touching.
const HALVINGS: u32 = 12;

/// Whether the ball or the string comes too close between two points. Distances change no faster than the ball moves,
/// so the ends bound the middle; where the bound is too weak, the step is halved.
fn segment_touches(from: V3, to: V3, step: f64, stone: &Block, halvings: u32) -> bool {
    let (start, end) = (clearance(from, stone), clearance(to, stone));
    if start.min(end) < MARGIN {
        return true;
    }
    // The string's upper end moves less than the ball, so the same bound holds for it.
    if (start + end - step) / 2.0 >= MARGIN {
        return false;
    }
    if halvings == 0 {
        return true;
    }
    let middle = add_scaled(from, sub(to, from), 0.5);
    segment_touches(from, middle, step / 2.0, stone, halvings - 1)
        || segment_touches(middle, to, step / 2.0, stone, halvings - 1)
}

/// The distance from a stone to the ball's surface or the string, whichever is nearer.
fn clearance(ball: V3, stone: &Block) -> f64 {
    let of_ball = stone.distance(ball) - BALL_RADIUS;
    let up = sub(PIVOT, ball);
    let top = add_scaled(ball, up, STRING_REACH / length(up));
    // The string is nearer than the ball only below an overhang, which is rare.
    if stone.face_distance(ball, top) - STRING_RADIUS >= of_ball {
        return of_ball;
    }
    of_ball.min(stone.segment_distance(ball, top) - STRING_RADIUS)
}

/// The string's radius in millimetres.
pub const STRING_RADIUS: f64 = 0.4;
