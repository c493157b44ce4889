//! Two- and three-dimensional geometry of stones, in millimetres and double precision.
//!
//! Every decision of the rules (contact, gap width, reach) is made here, never in the simulation's single precision.
//! Angles go through `libm`, because the standard library's trigonometric functions may differ between machines in the
//! last bit, and a record has to replay everywhere.

use crate::pieces::Size;
use crate::pose::Pose;

/// A point or direction in space.
///
/// ```
/// use sarsen_sun::geometry::{V3, dot, length};
///
/// let a: V3 = [3.0, 4.0, 0.0];
/// assert_eq!((length(a), dot(a, [0.0, 0.0, 1.0])), (5.0, 0.0));
/// ```
pub type V3 = [f64; 3];
/// A point or direction in the plane of the base.
///
/// ```
/// use sarsen_sun::geometry::{V2, direction};
///
/// let north: V2 = [0.0, 1.0];
/// assert!((direction(north) - 900.0).abs() < 1e-9, "tenths of a degree, counter-clockwise");
/// ```
pub type V2 = [f64; 2];

/// Tenths of a degree in a full turn.
pub const TURN: i32 = 3600;

/// Sine and cosine of an angle in tenths of a degree.
pub fn sin_cos(tenths: f64) -> (f64, f64) {
    let radians = tenths * (std::f64::consts::PI / 1800.0);
    (libm::sin(radians), libm::cos(radians))
}

/// The direction of a point seen from the centre, in tenths of a degree from 0 up to 3600.
pub fn direction(point: V2) -> f64 {
    let tenths = libm::atan2(point[1], point[0]) * (1800.0 / std::f64::consts::PI);
    let positive = if tenths < 0.0 { tenths + f64::from(TURN) } else { tenths };
    // A tiny negative angle rounds up to the full turn itself.
    if positive >= f64::from(TURN) { 0.0 } else { positive }
}

/// The counter-clockwise angle from one direction to another, from 0 up to 3600.
pub fn turn_from(from: f64, to: f64) -> f64 {
    let turned = to - from;
    if turned < 0.0 { turned + f64::from(TURN) } else { turned }
}

/// The scalar product.
pub fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a - b`.
pub fn sub(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a + b * factor`.
pub fn add_scaled(a: V3, b: V3, factor: f64) -> V3 {
    [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor]
}

/// The length of a vector.
pub fn length(a: V3) -> f64 {
    dot(a, a).sqrt()
}

fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A box with any position and orientation: a stone where it really is.
///
/// ```
/// use sarsen_sun::building::ring_pose;
/// use sarsen_sun::geometry::Block;
/// use sarsen_sun::pieces::size;
///
/// let at = |angle| Block::new(size(1), &ring_pose(1, angle, 0));
/// assert_eq!(at(0).corners().len(), 8);
/// assert!(at(0).overlap(&at(1800)) <= 0.0, "opposite places of the ring are far apart");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its centre.
    pub center: V3,
    /// The directions of its width, depth and height, each of length 1.
    pub axes: [V3; 3],
    /// Half of its width, depth and height.
    pub half: V3,
    /// The radius of a vertical cylinder around the centre that contains it.
    pub flat_radius: f64,
}

impl Block {
    /// A stone of a size at a pose.
    pub fn new(size: Size, pose: &Pose) -> Block {
        let (axes, half) = (pose.axes(), size.half());
        Block { center: pose.millimetres(), axes, half, flat_radius: flat_radius(&axes, half) }
    }

    /// The eight corners.
    pub fn corners(&self) -> [V3; 8] {
        std::array::from_fn(|bits| {
            let mut corner = self.center;
            for axis in 0..3 {
                let sign = if bits >> axis & 1 == 0 { -1.0 } else { 1.0 };
                corner = add_scaled(corner, self.axes[axis], sign * self.half[axis]);
            }
            corner
        })
    }

    /// How deep two boxes overlap; if zero or negative, a lower bound of their distance. Exact if they overlap or a
    /// face separates them (separating axis theorem).
    pub fn overlap(&self, other: &Block) -> f64 {
        let between = sub(other.center, self.center);
        let mut depth = f64::INFINITY;
        for axis in self.axes.iter().chain(&other.axes) {
            depth = depth.min(self.overlap_along(other, between, *axis));
        }
        for mine in self.axes {
            for theirs in other.axes {
                let axis = cross(mine, theirs);
                let length = length(axis);
                // Parallel edges give no additional axis.
                if length > 1e-6 {
                    let unit = [axis[0] / length, axis[1] / length, axis[2] / length];
                    depth = depth.min(self.overlap_along(other, between, unit));
                }
            }
        }
        depth
    }

    fn overlap_along(&self, other: &Block, between: V3, axis: V3) -> f64 {
        self.reach(axis) + other.reach(axis) - dot(between, axis).abs()
    }

    /// How far the box extends from its centre in a direction.
    pub fn reach(&self, direction: V3) -> f64 {
        (0..3).map(|axis| dot(self.axes[axis], direction).abs() * self.half[axis]).sum()
    }

    /// The distance of a point from the box; 0 inside.
    pub fn distance(&self, point: V3) -> f64 {
        let offset = sub(point, self.center);
        let mut square = 0.0;
        for axis in 0..3 {
            let outside = (dot(offset, self.axes[axis]).abs() - self.half[axis]).max(0.0);
            square += outside * outside;
        }
        square.sqrt()
    }

    /// A lower bound of the distance from a point to the box, seen from above.
    pub fn flat_distance(&self, point: V3) -> f64 {
        let (dx, dy) = (point[0] - self.center[0], point[1] - self.center[1]);
        (dx * dx + dy * dy).sqrt() - self.flat_radius
    }

    /// A lower bound of the distance from a segment to the box: the widest gap at one of its faces.
    pub fn face_distance(&self, from: V3, to: V3) -> f64 {
        let (from, to) = (sub(from, self.center), sub(to, self.center));
        let mut widest = 0.0_f64;
        for (axis, half) in self.axes.iter().zip(self.half) {
            let (a, b) = (dot(from, *axis), dot(to, *axis));
            widest = widest.max(a.min(b) - half).max(-half - a.max(b));
        }
        widest
    }

    /// The distance from a segment to the box. The distance to a convex body is convex along a line, so a ternary
    /// search finds its minimum.
    pub fn segment_distance(&self, from: V3, to: V3) -> f64 {
        let along = sub(to, from);
        let at = |share: f64| self.distance(add_scaled(from, along, share));
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..12 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if at(a) < at(b) { high = b } else { low = a }
        }
        at((low + high) / 2.0)
    }

    /// The shadow of the box on the base: a convex polygon, counter-clockwise.
    pub fn footprint(&self) -> Vec<V2> {
        hull(self.corners().map(|corner| [corner[0], corner[1]]))
    }
}

/// The radius of a vertical cylinder around a box.
fn flat_radius(axes: &[V3; 3], half: V3) -> f64 {
    let flat = |axis: usize| {
        let [x, y, _] = axes[axis];
        (x * x + y * y).sqrt() * half[axis]
    };
    // A standing box has two horizontal axes at right angles; any other is bounded by the sum.
    let standing = axes[2][2].abs() > 0.999_999;
    let (width, depth) = (flat(0), flat(1));
    let level = if standing { (width * width + depth * depth).sqrt() } else { width + depth };
    level + flat(2)
}

/// The convex hull of points, counter-clockwise (Andrew's monotone chain).
pub(crate) fn hull(mut points: [V2; 8]) -> Vec<V2> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let mut chain: Vec<V2> = Vec::with_capacity(16);
    for pass in 0..2 {
        let bottom = chain.len();
        for index in 0..points.len() {
            let point = if pass == 0 { points[index] } else { points[points.len() - 1 - index] };
            while chain.len() >= bottom + 2
                && turns_right(chain[chain.len() - 2], chain[chain.len() - 1], point)
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
    }
    chain
}

fn turns_right(a: V2, b: V2, c: V2) -> bool {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0.0
}

/// The distance between two convex polygons; 0 if they intersect.
pub fn polygon_distance(a: &[V2], b: &[V2]) -> f64 {
    if !separated(a, b) && !separated(b, a) {
        return 0.0;
    }
    corners_to_edges(a, b).min(corners_to_edges(b, a))
}

/// Whether an edge of `a` has all of `b` on its outer side.
fn separated(a: &[V2], b: &[V2]) -> bool {
    (0..a.len()).any(|index| {
        let (from, to) = (a[index], a[(index + 1) % a.len()]);
        b.iter().all(|&point| turns_right(from, to, point))
    })
}

fn corners_to_edges(corners: &[V2], edges: &[V2]) -> f64 {
    let mut nearest = f64::INFINITY;
    for &corner in corners {
        for index in 0..edges.len() {
            let (from, to) = (edges[index], edges[(index + 1) % edges.len()]);
            nearest = nearest.min(point_to_segment(corner, from, to));
        }
    }
    nearest
}

fn point_to_segment(point: V2, from: V2, to: V2) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let offset = [point[0] - from[0], point[1] - from[1]];
    let square = along[0] * along[0] + along[1] * along[1];
    let share = (offset[0] * along[0] + offset[1] * along[1]) / square;
    let share = if square > 0.0 { share.clamp(0.0, 1.0) } else { 0.0 };
    let (dx, dy) = (offset[0] - along[0] * share, offset[1] - along[1] * share);
    (dx * dx + dy * dy).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upright(x: f64, y: f64, turned: f64) -> Block {
        let size = Size { width: 200, depth: 100, height: 600 };
        Block::new(size, &Pose::standing(size, [x, y], 0.0, turned))
    }

    #[test]
    fn a_footprint_is_the_rectangle_of_an_upright_stone() {
        let footprint = upright(0.0, 0.0, 0.0).footprint();
        let area: f64 = (0..footprint.len())
            .map(|i| {
                let (a, b) = (footprint[i], footprint[(i + 1) % footprint.len()]);
                (a[0] * b[1] - a[1] * b[0]) / 2.0
            })
            .sum();
        assert!((area - 200.0).abs() < 1e-3, "{area}");
    }

    #[test]
    fn distances_of_polygons_are_those_of_rectangles() {
        let first = upright(0.0, 0.0, 0.0).footprint();
        for (x, y, turned, expected) in [
            (50.0, 0.0, 0.0, 30.0),
            (50.0, 0.0, 900.0, 35.0),
            (23.0, 14.0, 0.0, 5.0),
            (10.0, 5.0, 300.0, 0.0),
        ] {
            let distance = polygon_distance(&first, &upright(x, y, turned).footprint());
            assert!((distance - expected).abs() < 1e-3, "{x} {y} {turned}: {distance}");
        }
    }

    #[test]
    fn boxes_that_overlap_have_a_depth_and_others_none() {
        let first = upright(0.0, 0.0, 0.0);
        assert!((first.overlap(&upright(19.0, 0.0, 0.0)) - 1.0).abs() < 1e-3);
        assert!(first.overlap(&upright(20.001, 0.0, 0.0)) < 0.0);
        assert!(first.overlap(&upright(14.0, 12.0, 450.0)) > 0.0);
        assert!(first.overlap(&upright(16.0, 16.0, 450.0)) < 0.0);
    }

    #[test]
    fn directions_run_counter_clockwise_from_zero() {
        assert!((direction([0.0, 5.0]) - 900.0).abs() < 1e-9);
        assert!((direction([0.0, -5.0]) - 2700.0).abs() < 1e-9);
        assert!(direction([5.0, -1e-300]) < 3600.0);
        assert!((turn_from(3500.0, 100.0) - 200.0).abs() < 1e-9);
    }
}
