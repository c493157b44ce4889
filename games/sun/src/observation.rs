//! Observations as numbers. Nothing is hidden.

use sarsen_core::{InformationState, Observed, Plane, Seat, planes_size};

use crate::geometry::{TURN, sin_cos};
use crate::phase::Phase;
use crate::pieces::{STONES, size};
use crate::scene::Role;
use crate::state::{SEATS, Sun};
use crate::throw::bit;

const COUNT: usize = STONES as usize;
/// Per stone: whether it is in the stock, on the ground, on top, a lintel; its position in metres; its rotation; its
/// size in decimetres.
const STONE: usize = 4 + 3 + 4 + 3;
const PHASES: usize = 6;

const PLANES: &[Plane] = &[
    Plane::new("stones", &[COUNT, STONE]),
    Plane::new("taken", &[SEATS, COUNT]),
    Plane::new("markers", &[SEATS, 2]),
    Plane::new("playing", &[SEATS]),
    Plane::new("to_act", &[SEATS]),
    Plane::new("phase", &[PHASES]),
    Plane::new("corner", &[COUNT]),
    Plane::new("release", &[4]),
    Plane::new("options", &[4]),
];

/// Seats are counted around the table from the observer. A marker is the cosine and the sine of its direction; `corner`
/// is the stone beside which the marker has to be moved; `release` is the released ball: position in metres, velocity
/// in metres per second. The options are the number of stones in the stock at the start (in thirty-sixths), the hand's
/// error in position (cm) and push (m/s), and whether touched stones count.
impl Observed for Sun {
    const PLANES: &'static [Plane] = PLANES;

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        assert_eq!(out.len(), const { planes_size(PLANES) }, "an observation has a fixed size");
        out.fill(0.0);
        let (stones, rest) = out.split_at_mut(COUNT * STONE);
        self.write_stones(stones);
        let (taken, rest) = rest.split_at_mut(SEATS * COUNT);
        let (markers, rest) = rest.split_at_mut(SEATS * 2);
        let seats = self.markers().len();
        for index in 0..seats {
            let from = (seat.index() + index) % seats;
            for stone in 1..=STONES {
                let has = self.taken[from] & bit(stone) != 0;
                taken[index * COUNT + usize::from(stone) - 1] = f32::from(u8::from(has));
            }
            let (sin, cos) = sin_cos(f64::from(self.markers[from]));
            markers[2 * index] = cos as f32;
            markers[2 * index + 1] = sin as f32;
            rest[index] = 1.0;
            let acts = !matches!(self.phase(), Phase::Over) && self.active().index() == from;
            rest[SEATS + index] = f32::from(u8::from(acts));
        }
        self.write_turn(&mut rest[2 * SEATS..]);
    }
}

impl Sun {
    fn write_stones(&self, out: &mut [f32]) {
        for stone in 1..=self.config().stones {
            let row = &mut out[(usize::from(stone) - 1) * STONE..][..STONE];
            row[0] = f32::from(u8::from(self.stock() & bit(stone) != 0));
            let size = size(stone);
            for (place, tenths) in row[11..].iter_mut().zip([size.width, size.depth, size.height]) {
                *place = f32::from(tenths) / 1000.0;
            }
        }
        for placed in self.scene().placed() {
            let row = &mut out[(usize::from(placed.stone) - 1) * STONE..][..STONE];
            let role = match placed.role {
                Role::Ground => 1,
                Role::Top { .. } => 2,
                Role::Lintel { .. } => 3,
            };
            row[role] = 1.0;
            row[4..7].copy_from_slice(&placed.pose.position);
            row[7..11].copy_from_slice(&placed.pose.rotation);
        }
    }

    fn write_turn(&self, out: &mut [f32]) {
        let (phase, rest) = out.split_at_mut(PHASES);
        let (corners, rest) = rest.split_at_mut(COUNT);
        let mut release = None;
        let number = match self.phase() {
            Phase::Build => 0,
            Phase::Marker { corner } => {
                corners[usize::from(*corner) - 1] = 1.0;
                1
            }
            Phase::Throw => 2,
            Phase::Tremor { aimed } => {
                release = Some(*aimed);
                3
            }
            Phase::Seal { released, .. } => {
                release = Some(*released);
                4
            }
            Phase::Over => 5,
        };
        phase[number] = 1.0;
        if let Some(release) = release {
            rest[0] = release.x as f32 / 10_000.0;
            rest[1] = release.y as f32 / 10_000.0;
            rest[2] = release.vx as f32 / 1000.0;
            rest[3] = release.vy as f32 / 1000.0;
        }
        let config = self.config();
        rest[4] = f32::from(config.stones) / f32::from(STONES);
        if let Some(hand) = config.tremor {
            rest[5] = hand.offset as f32 / 100.0;
            rest[6] = hand.push as f32 / 1000.0;
        }
        rest[7] = f32::from(u8::from(config.touch));
    }
}

/// Nothing is hidden: an observation is enough.
impl InformationState for Sun {}

const _: () = assert!(TURN == 3600, "directions are tenths of a degree");
