//! The playback of a throw as bytes: 60 frames per second, only bodies that move.
//!
//! All numbers are variable-length integers: seven bits per byte, low bits first, the high bit set in all but the last
//! byte; signed ones are zigzag coded (0, −1, 1, −2 … become 0, 1, 2, 3 …).
//!
//! ```text
//! bytes "SUN1"
//! unsigned  frames: how many 60ths of a second the throw lasts, the release included
//! unsigned  tracks, and for each track:
//!   unsigned  body: 0 the ball, otherwise a stone's number
//!   unsigned  first: the frame before which the body has not moved (it is as it was at rest)
//!   unsigned  length: how many frames follow, from `first` on; after them the body stays where it
//!             was last (a stone) or is out of the game (the ball)
//!   signed    length × 7 numbers: all x, all y, all z, then all four parts of the quaternion
//! ```
//!
//! Positions are in units of 0.05 mm, components of the quaternion (x, y, z, w) in units of 1/16384. Each of the seven
//! rows holds second differences: the first number is the value, the second the change, every further one the change of
//! the change. Bodies in free motion thus cost about one byte per number.

use sarsen_core::{Options, Rules};
use thiserror::Error;

use crate::action::Action;
use crate::landing::{Landing, land_watched};
use crate::pose::Pose;
use crate::state::Sun;
use crate::throw::Watch;
use crate::world::{STEPS_PER_SECOND, World};

/// Frames a second.
pub const FRAMES_PER_SECOND: u32 = 60;

const MAGIC: &[u8; 4] = b"SUN1";
const POSITION_UNIT: f64 = 0.05;
const ROTATION_UNIT: f64 = 1.0 / 16384.0;
/// The length of the longest throw in frames; a longer stream is invalid.
const MAX_FRAMES: u64 = 3600;
/// The number of rows of a track: x, y, z and the quaternion.
const ROWS: usize = 7;

/// The playback of a throw.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_sun::Sun;
/// use sarsen_sun::ball::Release;
/// use sarsen_sun::trajectory::{decode, encode, film};
///
/// let game = Sun::start(&Options::defaults(Sun::SPEC));
/// let (playback, _) = film(&game, Release { x: 3400, y: 0, vx: 0, vy: 0 });
/// assert!(playback.frames > 10 && !playback.tracks.is_empty());
/// assert_eq!(decode(&encode(&playback))?.frames, playback.frames);
/// # Ok::<(), sarsen_sun::trajectory::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Playback {
    /// The number of frames.
    pub frames: u32,
    /// What moves.
    pub tracks: Vec<Track>,
}

/// The motion of one body.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_sun::Sun;
/// use sarsen_sun::ball::Release;
/// use sarsen_sun::trajectory::film;
///
/// let game = Sun::start(&Options::defaults(Sun::SPEC));
/// let (playback, _) = film(&game, Release { x: 3400, y: 0, vx: 0, vy: 0 });
/// assert!(playback.tracks.iter().all(|track| !track.poses.is_empty()));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Track {
    /// 0 for the ball, otherwise the stone's number.
    pub body: u8,
    /// The frame of the first pose.
    pub first: u32,
    /// One pose per frame: position in millimetres and quaternion.
    pub poses: Vec<([f64; 3], [f64; 4])>,
}

/// Bytes that are not a playback.
///
/// ```
/// assert!(sarsen_sun::trajectory::decode(b"no playback").is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not the playback of a throw: byte {0} is wrong or missing")]
pub struct DecodeError(pub usize);

/// The playback of a throw that is legal in `state`, with the hand's error `tremor`; `None` if `throw` or `tremor` is
/// another kind of action.
pub fn trajectory(state: &Sun, throw: Action, tremor: Action) -> Option<Vec<u8>> {
    let Action::Tremor { dx, dy, dvx, dvy } = tremor else { return None };
    let mut release = throw.release()?;
    release.x += i32::from(dx);
    release.y += i32::from(dy);
    release.vx += i32::from(dvx);
    release.vy += i32::from(dvy);
    Some(encode(&film(state, release.within_reach()).0))
}

/// The playback of the last throw of a game; `None` if there was none.
pub fn of_last_throw(options: &Options, actions: &[Action]) -> Option<Vec<u8>> {
    let is_tremor = |action: &Action| matches!(action, Action::Tremor { .. });
    let index = actions.iter().rposition(is_tremor)?;
    let throw = *actions.get(index.checked_sub(1)?)?;
    let mut state = Sun::start(options);
    for &action in &actions[..index] {
        state.apply(action);
    }
    trajectory(&state, throw, actions[index])
}

/// Simulates a throw and records it.
pub fn film(state: &Sun, release: crate::ball::Release) -> (Playback, Landing) {
    let mut camera = Camera::default();
    let landing = land_watched(state.scene(), release, &mut camera);
    (camera.develop(), landing)
}

/// A quantised pose.
type Quantised = [i64; ROWS];

#[derive(Default)]
struct Camera {
    frames: u32,
    reels: Vec<Reel>,
}

struct Reel {
    body: u8,
    first: u32,
    poses: Vec<Quantised>,
}

impl Watch for Camera {
    fn see(&mut self, step: u32, world: &World, ball: Option<Pose>) {
        if !step.is_multiple_of(STEPS_PER_SECOND / FRAMES_PER_SECOND) {
            return;
        }
        let frame = self.frames;
        if let Some(pose) = ball {
            self.expose(0, frame, &pose);
        }
        for &(stone, body) in world.stones() {
            self.expose(stone, frame, &world.pose(body));
        }
        self.frames += 1;
    }
}

impl Camera {
    fn expose(&mut self, body: u8, frame: u32, pose: &Pose) {
        let quantised = quantise(pose);
        match self.reels.iter_mut().find(|reel| reel.body == body) {
            Some(reel) => reel.poses.push(align(quantised, reel.poses.last())),
            None => self.reels.push(Reel { body, first: frame, poses: vec![quantised] }),
        }
    }

    /// Removes the frames before and after a body moves, and bodies that never do.
    fn develop(self) -> Playback {
        let frames = self.frames;
        let tracks =
            self.reels.into_iter().filter_map(Reel::cut).map(|reel| reel.track()).collect();
        Playback { frames, tracks }
    }
}

impl Reel {
    fn cut(mut self) -> Option<Reel> {
        let start = self.poses.iter().position(|pose| *pose != self.poses[0]);
        let is_ball = self.body == 0;
        let start = start.or(is_ball.then_some(1))?;
        let last = *self.poses.last()?;
        let end = if is_ball {
            self.poses.len()
        } else {
            self.poses.iter().rposition(|pose| *pose != last)? + 2
        };
        self.first += start as u32 - 1;
        self.poses = self.poses[start - 1..end].to_vec();
        Some(self)
    }

    fn track(&self) -> Track {
        Track {
            body: self.body,
            first: self.first,
            poses: self.poses.iter().map(restore).collect(),
        }
    }
}

fn quantise(pose: &Pose) -> Quantised {
    let position = pose.millimetres().map(|mm| libm::round(mm / POSITION_UNIT) as i64);
    let rotation = pose.rotation.map(|part| libm::round(f64::from(part) / ROTATION_UNIT) as i64);
    let mut all = [0; ROWS];
    all[..3].copy_from_slice(&position);
    all[3..].copy_from_slice(&rotation);
    all
}

/// A quaternion and its negative are the same rotation: keep the one nearer to the previous frame.
fn align(mut now: Quantised, before: Option<&Quantised>) -> Quantised {
    let product: i64 = before.map_or(1, |before| (3..ROWS).map(|row| before[row] * now[row]).sum());
    if product < 0 {
        now[3..].iter_mut().for_each(|part| *part = -*part);
    }
    now
}

fn restore(quantised: &Quantised) -> ([f64; 3], [f64; 4]) {
    let position = std::array::from_fn(|row| quantised[row] as f64 * POSITION_UNIT);
    let rotation = std::array::from_fn(|row| quantised[3 + row] as f64 * ROTATION_UNIT);
    (position, rotation)
}

/// The bytes of a playback.
pub fn encode(playback: &Playback) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    push_unsigned(&mut bytes, u64::from(playback.frames));
    push_unsigned(&mut bytes, playback.tracks.len() as u64);
    for track in &playback.tracks {
        push_unsigned(&mut bytes, u64::from(track.body));
        push_unsigned(&mut bytes, u64::from(track.first));
        push_unsigned(&mut bytes, track.poses.len() as u64);
        for row in 0..ROWS {
            let value = |pose: &([f64; 3], [f64; 4])| match row {
                0..3 => libm::round(pose.0[row] / POSITION_UNIT) as i64,
                _ => libm::round(pose.1[row - 3] / ROTATION_UNIT) as i64,
            };
            push_row(&mut bytes, track.poses.iter().map(value));
        }
    }
    bytes
}

fn push_row(bytes: &mut Vec<u8>, values: impl Iterator<Item = i64>) {
    let (mut value, mut change) = (0, 0);
    for (index, next) in values.enumerate() {
        let next_change = next - value;
        push_signed(bytes, if index < 2 { next_change } else { next_change - change });
        // The first value is not a change: the second difference starts after it.
        change = if index == 0 { 0 } else { next_change };
        value = next;
    }
}

fn push_unsigned(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn push_signed(bytes: &mut Vec<u8>, number: i64) {
    push_unsigned(bytes, ((number << 1) ^ (number >> 63)) as u64);
}

/// Reads a playback.
///
/// # Errors
/// Where the bytes stop making sense.
pub fn decode(bytes: &[u8]) -> Result<Playback, DecodeError> {
    let mut input = Input { bytes, at: MAGIC.len() };
    if !bytes.starts_with(MAGIC) {
        return Err(DecodeError(0));
    }
    let frames = input.unsigned(MAX_FRAMES)? as u32;
    let count = input.unsigned(64)?;
    let mut tracks = Vec::new();
    for _ in 0..count {
        tracks.push(input.track()?);
    }
    if input.at == bytes.len() { Ok(Playback { frames, tracks }) } else { Err(input.wrong()) }
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Input<'_> {
    fn wrong(&self) -> DecodeError {
        DecodeError(self.at)
    }

    fn unsigned(&mut self, most: u64) -> Result<u64, DecodeError> {
        let mut number = 0_u64;
        for shift in (0..63).step_by(7) {
            let byte = *self.bytes.get(self.at).ok_or_else(|| self.wrong())?;
            self.at += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return if number <= most { Ok(number) } else { Err(self.wrong()) };
            }
        }
        Err(self.wrong())
    }

    fn signed(&mut self) -> Result<i64, DecodeError> {
        let coded = self.unsigned(u64::from(u32::MAX))?;
        Ok((coded >> 1) as i64 ^ -((coded & 1) as i64))
    }

    fn track(&mut self) -> Result<Track, DecodeError> {
        let body = self.unsigned(u64::from(crate::pieces::STONES))? as u8;
        let first = self.unsigned(MAX_FRAMES)? as u32;
        let length = self.unsigned(MAX_FRAMES)? as usize;
        let mut quantised = vec![[0; ROWS]; length];
        for row in 0..ROWS {
            let (mut value, mut change) = (0_i64, 0_i64);
            for (index, pose) in quantised.iter_mut().enumerate() {
                let number = self.signed()?;
                let next_change = if index < 2 { number } else { change + number };
                value += next_change;
                change = if index == 0 { 0 } else { next_change };
                pose[row] = value;
            }
        }
        Ok(Track { body, first, poses: quantised.iter().map(restore).collect() })
    }
}
