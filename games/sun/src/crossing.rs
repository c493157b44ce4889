//! S13: the ball's free path, which a release would take if there were no stones, and whether it leads across the base.
//!
//! How near a path comes to the centre follows from the pendulum's conserved quantities, energy and angular momentum,
//! without integration. Where it crosses the ring is found on the integrated path ([`Flight`]).
//!
//! ```
//! use sarsen_sun::ball::Release;
//! use sarsen_sun::crossing::{Astray, crossing};
//!
//! let rest = crossing(Release { x: 3400, y: 0, vx: 0, vy: 0 }).unwrap();
//! assert_eq!((rest.entry, rest.exit), (0.0, 1800.0));
//! let around = Release { x: 3400, y: 0, vx: 0, vy: 900 };
//! assert_eq!(crossing(around), Err(Astray::AroundTheBase));
//! ```

use crate::ball::{LONGEST_FLIGHT, PIVOT, Release, STRING_LENGTH};
use crate::building::RING;
use crate::geometry::{TURN, V2, V3, direction, dot, turn_from};
use crate::path::Flight;
use crate::world::{GRAVITY, STEPS_PER_SECOND};

/// S13: a path across the base passes the centre at no more than this distance, in millimetres.
pub const WIDEST_PASS: f64 = 60.0;

/// Where a free path crosses the ring, as directions in tenths of a degree.
///
/// ```
/// use sarsen_sun::ball::Release;
/// use sarsen_sun::crossing::crossing;
///
/// // Released at rest at 0°: straight through the centre, and out on the other side.
/// let way = crossing(Release { x: 3400, y: 0, vx: 0, vy: 0 }).unwrap();
/// assert!((way.exit - 1800.0).abs() < 1.0);
/// assert!(way.leads_through((1700.0, 200.0)));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Crossing {
    /// On the way in.
    pub entry: f64,
    /// On the way out.
    pub exit: f64,
}

impl Crossing {
    /// Whether the path crosses the ring within an arc (start and extent, ends excluded), on either side.
    pub fn leads_through(&self, (start, extent): (f64, f64)) -> bool {
        [self.entry, self.exit].into_iter().any(|angle| {
            let turned = turn_from(start, angle);
            0.0 < turned && turned < extent
        })
    }
}

/// Why a free path does not lead across the base.
///
/// ```
/// use sarsen_sun::ball::Release;
/// use sarsen_sun::crossing::{Astray, crossing};
///
/// let beside = Release { x: 3400, y: 0, vx: 0, vy: 1500 };
/// assert!(matches!(crossing(beside), Err(Astray::AroundTheBase | Astray::BesideTheCentre(_))));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Astray {
    /// It never crosses the ring.
    AroundTheBase,
    /// It crosses the ring, but passes the centre at this distance in millimetres.
    BesideTheCentre(f64),
    /// The ball rises above the pivot before it comes in, so it is no longer a pendulum.
    Overhead,
}

/// Where the free path of a release from outside the ring crosses the ring in its first half swing, that is until the
/// ball is farthest from the centre on the other side. It is nearest to the centre once in that time, so it crosses the
/// ring twice or never.
///
/// # Errors
/// Why it does not lead across the base.
pub fn crossing(release: Release) -> Result<Crossing, Astray> {
    if !comes_within(release, WIDEST_PASS) {
        let across = comes_within(release, RING);
        return Err(if across {
            Astray::BesideTheCentre(nearest(release))
        } else {
            Astray::AroundTheBase
        });
    }
    if spin(release) == 0 { straight(release) } else { curved(release) }
}

/// The angular momentum about the central axis per unit of mass, in tenths of mm²/s, and therefore exact.
fn spin(release: Release) -> i64 {
    i64::from(release.x) * i64::from(release.vy) - i64::from(release.y) * i64::from(release.vx)
}

/// Whether the ball comes this near to the centre, in millimetres, on its free path from outside: whether its energy is
/// enough for the tangential speed that its angular momentum requires there.
fn comes_within(release: Release, distance: f64) -> bool {
    let speed = spin(release) as f64 / 10.0 / distance;
    let fall = release.position()[2] - height(distance);
    let velocity = release.velocity();
    speed * speed <= dot(velocity, velocity) + 2000.0 * GRAVITY * fall
}

/// The height of the ball's centre at a distance from the axis.
fn height(distance: f64) -> f64 {
    PIVOT[2] - (STRING_LENGTH * STRING_LENGTH - distance * distance).sqrt()
}

/// How near the ball comes to the centre, in millimetres, by bisection.
fn nearest(release: Release) -> f64 {
    let (mut under, mut over) = (WIDEST_PASS, RING);
    for _ in 0..32 {
        let middle = (under + over) / 2.0;
        if comes_within(release, middle) {
            over = middle;
        } else {
            under = middle;
        }
    }
    over
}

/// A ball without angular momentum stays in a vertical plane through the centre.
fn straight(release: Release) -> Result<Crossing, Astray> {
    let (position, velocity) = (release.position(), release.velocity());
    let outward = position[0] * velocity[0] + position[1] * velocity[1] > 0.0;
    let highest = position[2] + dot(velocity, velocity) / (2000.0 * GRAVITY);
    if outward && highest > PIVOT[2] {
        return Err(Astray::Overhead);
    }
    let entry = direction([f64::from(release.x), f64::from(release.y)]);
    Ok(Crossing { entry, exit: turn_from(f64::from(TURN) / 2.0, entry) })
}

fn curved(release: Release) -> Result<Crossing, Astray> {
    let mut flight = Flight::new(release);
    let mut entry = None;
    while f64::from(flight.steps()) <= LONGEST_FLIGHT * f64::from(STEPS_PER_SECOND) {
        let before = flight.position;
        flight.advance();
        if flight.position[2] > PIVOT[2] {
            return Err(Astray::Overhead);
        }
        let crossed = on_ring(before, flight.position).map(direction);
        match (entry, crossed) {
            (Some(entry), Some(exit)) => return Ok(Crossing { entry, exit }),
            (None, Some(_)) => entry = crossed,
            (_, None) => {}
        }
    }
    Err(Astray::AroundTheBase)
}

/// Where the ring is crossed between two points, if it is.
fn on_ring(from: V3, to: V3) -> Option<V2> {
    let beyond = |point: V3| point[0] * point[0] + point[1] * point[1] - RING * RING;
    if (beyond(from) < 0.0) == (beyond(to) < 0.0) {
        return None;
    }
    // |from + part * step|² = RING², with the one root that lies on the way.
    let step = [to[0] - from[0], to[1] - from[1]];
    let a = step[0] * step[0] + step[1] * step[1];
    let b = from[0] * step[0] + from[1] * step[1];
    let root = (b * b - a * beyond(from)).max(0.0).sqrt();
    let part = if beyond(from) < 0.0 { (-b + root) / a } else { (-b - root) / a };
    Some([from[0] + part * step[0], from[1] + part * step[1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest distance, and the number of ring crossings, by integrating the path over a first half swing.
    fn followed(release: Release) -> (f64, u32) {
        let mut flight = Flight::new(release);
        let distance = |flight: &Flight| flight.position[0].hypot(flight.position[1]);
        let (mut least, mut crossings, mut came_nearer) = (f64::INFINITY, 0, false);
        loop {
            let before = distance(&flight);
            flight.advance();
            let now = distance(&flight);
            least = least.min(now);
            crossings += u32::from((before < RING) != (now < RING));
            if came_nearer && now < before && before > 300.0 || flight.steps() > 960 {
                return (least, crossings);
            }
            came_nearer |= now < before && now < 300.0;
        }
    }

    fn release(x: i32, y: i32, vx: i32, vy: i32) -> Release {
        Release { x, y, vx, vy }
    }

    #[test]
    fn energy_and_spin_say_what_the_followed_way_shows() {
        for distance in [3200, 3400, 4700, 8000] {
            for push in [-400, -150, 0, 90, 300] {
                for side in (0..=600).step_by(25) {
                    let release = release(distance, 0, push, side);
                    let (least, crossings) = followed(release);
                    match crossing(release) {
                        Ok(_) => assert!(least < WIDEST_PASS + 0.05 && crossings == 2),
                        Err(Astray::BesideTheCentre(near)) => {
                            assert!((near - least).abs() < 0.6, "{release:?}: {near} {least}");
                            assert_eq!(crossings, 2, "{release:?}");
                        }
                        Err(Astray::AroundTheBase) => {
                            assert!(least > RING - 0.05 && crossings == 0, "{release:?}: {least}");
                        }
                        Err(Astray::Overhead) => panic!("{release:?} is slow"),
                    }
                }
            }
        }
    }

    #[test]
    fn a_ball_that_is_hurled_up_is_no_pendulum() {
        assert_eq!(crossing(release(13_900, 0, 3000, 0)), Err(Astray::Overhead));
        assert_eq!(crossing(release(13_900, 0, 3000, 5)), Err(Astray::Overhead));
        assert!(crossing(release(13_900, 0, -3000, 0)).is_ok());
    }

    #[test]
    fn a_ball_pushed_sideways_crosses_beside_the_straight_way() {
        let Crossing { entry, exit } = crossing(release(3300, 0, 0, 100)).unwrap();
        // 100 mm/s amount to about 35 mm at the ring, which is 16°.
        assert!((entry - 163.0).abs() < 8.0 && (exit - 1642.0).abs() < 8.0, "{entry} {exit}");
    }
}
