//! The way of a ball that touches nothing, without the simulation.
//!
//! A ball on a taut string is a spherical pendulum: its way is integrated here (Runge–Kutta, fourth
//! order) and held against the stones' boxes. The answer is conservative: [`is_clean`] is true only if
//! the ball and its string keep a margin from every stone, one that is larger than the difference
//! between this way and the simulated one (tests measure it) plus the reach of the simulation's
//! contacts. So whatever is clean here touches nothing there and moves nothing by a bit; whatever is
//! not is left to the simulation, from the moment on at which something may be touched ([`approach`]).
//!
//! Most of the way leads through free space. Distances change no faster than the ball moves, so one look
//! at all stones vouches for as many steps as the nearest of them is away.

use crate::ball::{
    BALL_RADIUS, BALL_REST, LEFT_BASE, LONGEST_FLIGHT, PIVOT, Release, STRING_LENGTH,
};
use crate::geometry::{Block, V3, add_scaled, dot, length, sub};
use crate::world::{GRAVITY, STEPS_PER_SECOND};

/// How far ball and string keep away from every stone, in millimetres.
pub const MARGIN: f64 = 0.8;

/// The length of a step in seconds.
const STEP: f64 = 1.0 / STEPS_PER_SECOND as f64;

/// How much of the string above the ball's centre can meet a stone: two storeys are lower.
pub const STRING_REACH: f64 = 220.0;

/// The ball on its undisturbed way.
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
    /// The velocity in millimetres a second.
    pub velocity: V3,
    steps: u32,
    entered: bool,
}

impl Flight {
    /// How many steps of the simulation's length have passed.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Whether the ball has been above the base.
    pub fn has_entered(&self) -> bool {
        self.entered
    }

    /// The ball as it is let go.
    pub fn new(release: Release) -> Flight {
        let (position, velocity) = (release.position(), release.velocity());
        Flight { position, velocity, steps: 0, entered: false }
    }

    /// Lets one step of the simulation's length pass; `false` once the ball is out of the game (S15).
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

/// Whether a throw surely touches none of the stones.
pub fn is_clean(release: Release, stones: &[Block]) -> bool {
    approach(release, stones).is_none()
}

/// The ball just before the first step in which it or its string may touch a stone; `None` if they surely
/// touch none.
pub fn approach(release: Release, stones: &[Block]) -> Option<Flight> {
    let mut flight = Flight::new(release);
    if goes_slack(&flight) {
        return Some(flight);
    }
    let longest = longest_step(&flight);
    // How many steps the last look at the stones vouches for.
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

/// The string stays taut where the ball stays below its fixing: the energy bounds its height.
fn goes_slack(flight: &Flight) -> bool {
    let speed = dot(flight.velocity, flight.velocity);
    let highest = flight.position[2] + speed / (2000.0 * GRAVITY);
    highest > BALL_REST + 0.95 * STRING_LENGTH
}

/// The energy bounds the speed, too: no step is longer, in millimetres.
fn longest_step(flight: &Flight) -> f64 {
    let fall = 2000.0 * GRAVITY * (flight.position[2] - BALL_REST).max(0.0);
    (dot(flight.velocity, flight.velocity) + fall).sqrt() * STEP
}

/// How far ball and string are at least from every stone.
fn room(ball: V3, stones: &[Block]) -> f64 {
    let wide = widest_reach(ball);
    stones.iter().fold(f64::INFINITY, |least, stone| {
        let flat = stone.flat_distance(ball) - wide;
        // The nearest few are worth a closer look.
        let distance = if flat < CLOSE { clearance(ball, stone) } else { flat };
        least.min(distance)
    })
}

/// From so many millimetres on, the distance from a stone's upright cylinder says enough.
const CLOSE: f64 = 24.0;

/// How far ball and string reach sideways from the ball's centre: the string leans towards its fixing.
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

/// A step is halved so often at most before it counts as touching.
const HALVINGS: u32 = 12;

/// Whether the ball or string comes too close between two points. Distances change no faster than the
/// ball moves, so the ends bound the middle; where the bound is too weak the way is halved.
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

/// How far the ball's surface and the string are from a stone, whichever is nearer.
fn clearance(ball: V3, stone: &Block) -> f64 {
    let of_ball = stone.distance(ball) - BALL_RADIUS;
    let up = sub(PIVOT, ball);
    let top = add_scaled(ball, up, STRING_REACH / length(up));
    // Beside the ball the string is nearer only where something hangs over: rarely.
    if stone.face_distance(ball, top) - STRING_RADIUS >= of_ball {
        return of_ball;
    }
    of_ball.min(stone.segment_distance(ball, top) - STRING_RADIUS)
}

/// The string's radius in millimetres.
pub const STRING_RADIUS: f64 = 0.4;
