//! The sun and its string: a steel ball that hangs above the centre, and its release.

use crate::geometry::V3;

/// The ball's radius in millimetres.
pub const BALL_RADIUS: f64 = 20.0;
/// The ball's mass in kilograms.
pub const BALL_MASS: f64 = 0.263;
/// The distance from the pivot of the string to the ball's centre, in millimetres.
pub const STRING_LENGTH: f64 = 1400.0;
/// The height of the ball's centre at rest, in millimetres: it hovers 10 mm above the base.
pub const BALL_REST: f64 = BALL_RADIUS + 10.0;
/// The point to which the string is fixed.
pub const PIVOT: V3 = [0.0, 0.0, BALL_REST + STRING_LENGTH];
/// The ball has left the base when its centre is this far from the centre of the base, in millimetres.
pub const LEFT_BASE: f64 = crate::world::BASE_RADIUS + BALL_RADIUS;
/// S15: after this many seconds the ball is taken out, wherever it is.
pub const LONGEST_FLIGHT: f64 = 4.0;

/// The state of the ball when it is released: the intended release plus the hand's error.
///
/// ```
/// use sarsen_sun::ball::{BALL_REST, Release};
///
/// let release = Release { x: 3400, y: 0, vx: 0, vy: 0 };
/// let [x, _, z] = release.position();
/// assert_eq!(x, 340.0);
/// assert!(z > BALL_REST, "on the string's sphere, above the ball's rest");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Release {
    /// Horizontal position in tenths of a millimetre.
    pub x: i32,
    /// Horizontal position in tenths of a millimetre.
    pub y: i32,
    /// Horizontal velocity in millimetres per second.
    pub vx: i32,
    /// Horizontal velocity in millimetres per second.
    pub vy: i32,
}

impl Release {
    /// The same release, limited to the length of the string: a hand's error may exceed it.
    #[must_use]
    pub fn within_reach(mut self) -> Release {
        let square = |release: Release| {
            let (x, y) = (i64::from(release.x), i64::from(release.y));
            x * x + y * y
        };
        while square(self) >= REACH * REACH {
            self.x -= self.x / 64 + self.x.signum();
            self.y -= self.y / 64 + self.y.signum();
        }
        self
    }

    /// The ball's centre in millimetres, on the sphere of the string.
    pub fn position(self) -> V3 {
        let (x, y) = (f64::from(self.x) / 10.0, f64::from(self.y) / 10.0);
        let drop = (STRING_LENGTH * STRING_LENGTH - x * x - y * y).max(0.0).sqrt();
        [x, y, PIVOT[2] - drop]
    }

    /// The ball's velocity in millimetres per second, tangential to the sphere.
    pub fn velocity(self) -> V3 {
        let [x, y, z] = self.position();
        let (vx, vy) = (f64::from(self.vx), f64::from(self.vy));
        [vx, vy, (x * vx + y * vy) / (PIVOT[2] - z)]
    }
}

/// The largest distance of a release in tenths of a millimetre: the string is five degrees below the horizontal.
pub const REACH: i64 = 13_940;
