//! The position and orientation of a stone.

use rapier3d::math::{Pose as SolverPose, Rotation, Vector};

use crate::geometry::{V2, V3, sin_cos};
use crate::pieces::Size;

/// Position (metres, z up, 0 at the top of the base) and rotation (quaternion x, y, z, w), exactly as in the
/// simulation. The resting poses are the game's memory of what stands where.
///
/// ```
/// use sarsen_sun::pieces::size;
/// use sarsen_sun::pose::Pose;
///
/// let pose = Pose::standing(size(1), [125.0, 0.0], 0.0, 0.0);
/// assert!(pose.is_finite() && pose.lean() < 0.01, "it stands upright");
/// assert!((pose.millimetres()[0] - 125.0).abs() < 0.01);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pose {
    /// The centre in metres.
    pub position: [f32; 3],
    /// The rotation as a unit quaternion.
    pub rotation: [f32; 4],
}

impl Pose {
    /// A stone upright on its small end, with its centre above `at` and its lower end at the height `floor`
    /// (millimetres), its width turned counter-clockwise from the x axis (tenths of a degree).
    pub fn standing(size: Size, at: V2, floor: f64, turned: f64) -> Pose {
        let (sin, cos) = sin_cos(turned / 2.0);
        let position = [at[0], at[1], floor + size.height_mm() / 2.0];
        Pose {
            position: position.map(|mm| (mm / 1000.0) as f32),
            rotation: [0.0, 0.0, sin as f32, cos as f32],
        }
    }

    /// A stone laid flat: its height along `along`, its depth (the thinnest side) as far upward as the slope allows.
    /// `along` has length 1.
    pub fn lying(center: V3, along: V3) -> Pose {
        let level = (along[0] * along[0] + along[1] * along[1]).sqrt();
        let width = [-along[1] / level, along[0] / level, 0.0];
        let up = [-along[2] * along[0] / level, -along[2] * along[1] / level, level];
        Pose {
            position: center.map(|mm| (mm / 1000.0) as f32),
            rotation: quaternion([width, up, along]).map(|part| part as f32),
        }
    }

    /// The ball, which does not rotate on its string.
    pub(crate) fn hanging(center: V3) -> Pose {
        Pose { position: center.map(|mm| (mm / 1000.0) as f32), rotation: [0.0, 0.0, 0.0, 1.0] }
    }

    /// The centre in millimetres.
    pub fn millimetres(&self) -> V3 {
        self.position.map(|metres| f64::from(metres) * 1000.0)
    }

    /// The directions of width, depth and height in the world.
    pub fn axes(&self) -> [V3; 3] {
        let [x, y, z, w] = self.rotation.map(f64::from);
        let norm = x * x + y * y + z * z + w * w;
        let s = 2.0 / norm;
        [
            [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
            [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
            [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
        ]
    }

    /// The angle in degrees by which the stone leans from standing upright.
    pub fn lean(&self) -> f64 {
        degrees_from_cosine(self.axes()[2][2])
    }

    /// The angle in degrees by which a lying stone is tilted: of its upper side from the vertical.
    pub fn tilt(&self) -> f64 {
        degrees_from_cosine(self.axes()[1][2].abs())
    }

    /// The angle in degrees between a lying stone's length and the horizontal.
    pub fn slope(&self) -> f64 {
        90.0 - degrees_from_cosine(self.axes()[2][2].abs())
    }

    /// How far the centre has moved from another pose, in millimetres.
    pub fn moved_from(&self, other: &Pose) -> f64 {
        let (a, b) = (self.millimetres(), other.millimetres());
        crate::geometry::length(crate::geometry::sub(a, b))
    }

    /// The angle in degrees between two rotations.
    pub fn turned_from(&self, other: &Pose) -> f64 {
        let cosine: f64 =
            (0..4).map(|i| f64::from(self.rotation[i]) * f64::from(other.rotation[i])).sum();
        2.0 * degrees_from_cosine(cosine.abs())
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.position.iter().chain(&self.rotation).all(|part| part.is_finite())
    }

    pub(crate) fn to_solver(self) -> SolverPose {
        let [x, y, z, w] = self.rotation;
        let position = Vector::from_array(self.position) * UNITS;
        SolverPose::from_parts(position, Rotation::from_xyzw(x, y, z, w))
    }

    pub(crate) fn from_solver(pose: &SolverPose) -> Pose {
        let position = (pose.translation / UNITS).to_array();
        Pose { position, rotation: pose.rotation.to_array() }
    }
}

/// Simulation units per metre. The engine compares some lengths with constants meant for objects of a metre (contacts
/// are kept until something has slid by a thousandth of a unit), which let lintels sink in by a millimetre; a power of
/// two keeps the conversion exact.
pub(crate) const UNITS: f32 = 64.0;

/// Millimetres in simulation units.
pub(crate) fn units(mm: f64) -> f32 {
    (mm / 1000.0) as f32 * UNITS
}

/// A point or velocity in simulation units.
pub(crate) fn unit_vector(mm: V3) -> Vector {
    Vector::from_array(mm.map(units))
}

fn degrees_from_cosine(cosine: f64) -> f64 {
    libm::acos(cosine.clamp(-1.0, 1.0)).to_degrees()
}

/// The unit quaternion of a rotation given by the images of the axes (Shepperd's method).
fn quaternion([x, y, z]: [V3; 3]) -> [f64; 4] {
    let trace = x[0] + y[1] + z[2];
    let raw = if trace > 0.0 {
        [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1.0 + trace]
    } else if x[0] > y[1] && x[0] > z[2] {
        [1.0 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]]
    } else if y[1] > z[2] {
        [x[1] + y[0], 1.0 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]]
    } else {
        [z[0] + x[2], y[2] + z[1], 1.0 + z[2] - x[0] - y[1], x[1] - y[0]]
    };
    let norm = raw.iter().map(|part| part * part).sum::<f64>().sqrt();
    raw.map(|part| part / norm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::size;

    #[test]
    fn a_standing_stone_has_its_height_upward_and_its_width_along_the_turn() {
        let pose = Pose::standing(size(1), [125.0, 0.0], 0.0, 900.0);
        let [width, depth, height] = pose.axes();
        assert!(width[1] > 0.999_999 && depth[0] < -0.999_999 && height[2] > 0.999_999);
        assert!(pose.lean() < 0.01);
    }

    #[test]
    fn a_lying_stone_has_its_height_along_and_its_depth_upward() {
        for along in [[0.6, 0.8, 0.0], [-0.6, 0.8, 0.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]] {
            let pose = Pose::lying([0.0, 0.0, 60.0], along);
            let [width, depth, height] = pose.axes();
            for axis in 0..3 {
                assert!((height[axis] - along[axis]).abs() < 1e-6, "{along:?} {height:?}");
            }
            assert!(depth[2] > 0.999_999 && width[2].abs() < 1e-6);
            assert!(pose.tilt() < 0.1 && pose.slope() < 0.1);
        }
    }

    #[test]
    fn a_pitched_stone_slopes() {
        let (sin, cos) = sin_cos(50.0);
        let pose = Pose::lying([0.0; 3], [cos, 0.0, sin]);
        assert!((pose.slope() - 5.0).abs() < 0.01, "{}", pose.slope());
        assert!((pose.tilt() - 5.0).abs() < 0.01);
    }
}
