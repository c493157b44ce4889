//! The tremor of a hand: how far a release deviates from the intended one (S19).
//!
//! Position and push deviate independently along both axes, each by a sum of twelve uniform draws: bell-shaped, never
//! more than six standard deviations, and computed in integers only, so that a seed gives the same error on every
//! machine.
//!
//! The accuracy of the hands, measured by [`table`] (`sarsen bench sun-hands --throws 200`, 2026-11-16): the share of
//! throws through a gap of the given width after which nothing has fallen.
//!
//! | hand | place, push | 45 mm | 50 mm | 60 mm | 70 mm | 80 mm |
//! |---|---|---|---|---|---|---|
//! | steady | 2 mm, 8 mm/s | .93 | .99 | 1 | 1 | 1 |
//! | sure | 4 mm, 15 mm/s | .58 | .82 | 1 | 1 | 1 |
//! | fair | 7 mm, 25 mm/s | .41 | .50 | .78 | .93 | 1 |
//! | loose | 12 mm, 40 mm/s | .11 | .30 | .50 | .65 | .89 |
//! | shaky | 20 mm, 60 mm/s | .04 | .13 | .23 | .50 | .59 |

use rand_core::Rng;
use sarsen_core::chance;

use crate::action::Action;
use crate::ball::Release;
use crate::building::ring_pose;
use crate::geometry::polygon_distance;
use crate::landing::land;
use crate::scene::{Placed, Role, Scene};

/// A level of steadiness.
///
/// ```
/// use sarsen_core::chance;
/// use sarsen_sun::Action;
/// use sarsen_sun::hands::Hand;
///
/// let hand = Hand::named("fair").unwrap();
/// assert!(matches!(hand.draw(&mut chance::generator(1)), Action::Tremor { .. }));
/// assert!(Hand::named("perfect").is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The name in the option `tremor`.
    pub name: &'static str,
    /// The standard deviation of the position along each axis, in tenths of a millimetre.
    pub offset: i32,
    /// The standard deviation of the push along each axis, in millimetres per second.
    pub push: i32,
}

/// The levels from steady to shaky.
pub const HANDS: [Hand; 5] = [
    Hand { name: "steady", offset: 20, push: 8 },
    Hand { name: "sure", offset: 40, push: 15 },
    Hand { name: "fair", offset: 70, push: 25 },
    Hand { name: "loose", offset: 120, push: 40 },
    Hand { name: "shaky", offset: 200, push: 60 },
];

/// The largest deviation, in standard deviations.
const WIDEST: i32 = 6;

impl Hand {
    /// The level with this name; `None` for `off` and anything else.
    pub fn named(name: &str) -> Option<Hand> {
        HANDS.into_iter().find(|hand| hand.name == name)
    }

    /// The largest errors of position and push.
    pub fn limits(self) -> (i32, i32) {
        (self.offset * WIDEST, self.push * WIDEST)
    }

    /// Draws an error of this hand.
    pub fn draw<R: Rng + ?Sized>(self, rng: &mut R) -> Action {
        Action::Tremor {
            dx: bell(rng, self.offset),
            dy: bell(rng, self.offset),
            dvx: bell(rng, self.push),
            dvy: bell(rng, self.push),
        }
    }
}

/// The sum of twelve uniform draws minus its mean has a standard deviation of one.
fn bell<R: Rng + ?Sized>(rng: &mut R, deviation: i32) -> i16 {
    let sum: i64 = (0..12).map(|_| (rng.next_u64() >> 32) as i64).sum();
    let centred = sum - (6_i64 << 32);
    ((centred * i64::from(deviation) + (1 << 31)) >> 32) as i16
}

/// The gaps, in millimetres, of the table of hands.
pub const GAPS: [f64; 5] = [45.0, 50.0, 60.0, 70.0, 80.0];

/// The accuracy of the hands: for each level and each gap of [`GAPS`], the share of throws after which nothing has
/// fallen.
///
/// ```
/// use sarsen_sun::hands;
///
/// let rates = hands::table(2, 1);
/// assert_eq!(rates.throws, 2);
/// assert!(rates.shares.iter().flatten().all(|share| (0.0..=1.0).contains(share)));
/// ```
#[derive(Clone, Debug)]
pub struct SuccessRates {
    /// The number of throws per share.
    pub throws: u32,
    /// One row per level of [`HANDS`], one share per gap.
    pub shares: [[f64; GAPS.len()]; HANDS.len()],
}

/// Measures the table with this many throws per cell, drawn from a seed. The ball is released 350 mm from the centre,
/// aimed at the middle of a gap; it leaves through an equal gap on the other side.
pub fn table(throws: u32, seed: u64) -> SuccessRates {
    let mut rng = chance::generator(seed);
    let mut shares = [[0.0; GAPS.len()]; HANDS.len()];
    for (column, &gap) in GAPS.iter().enumerate() {
        let scene = gap_scene(gap);
        for (row, hand) in HANDS.iter().enumerate() {
            let clean = (0..throws).filter(|_| passes(&scene, *hand, &mut rng)).count();
            shares[row][column] = clean as f64 / f64::from(throws.max(1));
        }
    }
    SuccessRates { throws, shares }
}

impl std::fmt::Display for SuccessRates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:8} {:>9} {:>9}", "hand", "place mm", "push mm/s")?;
        for gap in GAPS {
            write!(f, " {gap:>5.0} mm")?;
        }
        writeln!(f)?;
        for (hand, shares) in HANDS.iter().zip(&self.shares) {
            let place = f64::from(hand.offset) / 10.0;
            write!(f, "{:8} {place:>9.1} {:>9}", hand.name, hand.push)?;
            for share in shares {
                write!(f, " {share:>8.3}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "share of {} throws after which nothing has fallen", self.throws)
    }
}

fn passes<R: Rng + ?Sized>(scene: &std::sync::Arc<Scene>, hand: Hand, rng: &mut R) -> bool {
    let Action::Tremor { dx, dy, dvx, dvy } = hand.draw(rng) else { return false };
    let release = Release {
        x: 3500 + i32::from(dx),
        y: i32::from(dy),
        vx: i32::from(dvx),
        vy: i32::from(dvy),
    };
    land(scene, release).taken == 0
}

/// Two gaps of the same width on opposite sides of the centre.
fn gap_scene(gap: f64) -> std::sync::Arc<Scene> {
    let corner = |stone: u8, angle: u16| Placed {
        stone,
        role: Role::Ground,
        pose: ring_pose(stone, angle, 0),
    };
    // The nearest tenth of a degree at which the gap is as wide as requested.
    let apart = |one: u8, other: u8, middle: i32, half: i32| {
        let at = |offset: i32| (middle + offset).rem_euclid(3600) as u16;
        [corner(one, at(-half)), corner(other, at(half))]
    };
    let way = |pair: &[Placed; 2]| {
        polygon_distance(&pair[0].block().footprint(), &pair[1].block().footprint())
    };
    let pair = |one: u8, other: u8, middle: i32| {
        let mut half = 100;
        while way(&apart(one, other, middle, half)) < gap {
            half += 1;
        }
        apart(one, other, middle, half)
    };
    Scene::new([pair(1, 2, 0), pair(3, 4, 1800)].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wider_gap_and_a_steadier_hand_pass_more_often() {
        let SuccessRates { shares, .. } = table(24, 1);
        let [steady, .., shaky] = shares;
        assert!(steady[4] > 0.95 && steady[0] > shaky[0], "{shares:?}");
        assert!(shaky[4] > shaky[0], "{shares:?}");
    }

    #[test]
    fn errors_have_the_deviation_that_their_level_says() {
        let mut rng = chance::generator(5);
        let draws: Vec<f64> = (0..20_000).map(|_| f64::from(bell(&mut rng, 100))).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let square = draws.iter().map(|draw| draw * draw).sum::<f64>() / draws.len() as f64;
        assert!(mean.abs() < 3.0, "{mean}");
        assert!((square.sqrt() - 100.0).abs() < 3.0, "{}", square.sqrt());
        assert!(draws.iter().all(|draw| draw.abs() <= 600.0));
    }
}
