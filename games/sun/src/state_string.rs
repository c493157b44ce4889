//! A state as a text that preserves every resting pose to the bit.
//!
//! Eight fields, `-` for what is not there: the stones on the base, separated by points; the markers; the stones that each seat has taken, as hexadecimal
//! sets; how often each has touched one; the part of the turn, its seat and what belongs to it (`b` build, `m` marker and the stone beside it, `t` throw, `e` the
//! hand's error and the release that was meant, `s` the seal and the release, `o` over); the turns, whether the ring was bare when this one began, the closed areas and
//! the area of the marker before the build; the last throw; the last action.
//!
//! A stone that stands where it was built is `7@1234` or, turned, `7@1234_150`. Any other is its number, how it stands (`g` on the ground, `t3` on stone
//! 3, `l3,8` across stones 3 and 8) and its pose: seven numbers of single precision, in base 64.

use std::sync::Arc;

use sarsen_core::state_string::fields;
use sarsen_core::{Options, Propose, Rules, Seat, StateString, StateStringError, chance};

use crate::action::Action;
use crate::ball::{REACH, Release};
use crate::building::ring_pose;
use crate::geometry::{TURN, direction};
use crate::landing::land;
use crate::phase::{LastThrow, Phase};
use crate::pieces::StoneId;
use crate::pose::Pose;
use crate::scene::{Area, Placed, Role, Scene};
use crate::state::Sun;
use crate::throw::{StoneSet, bit};

const EXPECTED: &str =
    "a state of Stonehenge and the Sun of eight fields such as `-/0.1800/0.0/0.0/b1/0.1.0.-/-/-`";

impl StateString for Sun {
    fn state_string(&self) -> String {
        let stones: Vec<String> = self.scene.placed().iter().map(stone_text).collect();
        let seats = self.markers().len();
        let taken: Vec<String> = self.taken[..seats].iter().map(|set| format!("{set:x}")).collect();
        let area =
            self.old_area.map_or("-".to_owned(), |area| format!("{},{}", area.from, area.to));
        format!(
            "{}/{}/{}/{}/{}/{}.{}.{}.{area}/{}/{}",
            if stones.is_empty() { "-".to_owned() } else { stones.join(".") },
            joined(self.markers()),
            taken.join("."),
            joined(&self.touches[..seats]),
            self.phase_text(),
            self.turns,
            u8::from(self.bare),
            self.closed,
            self.last_throw.as_ref().map_or("-".to_owned(), throw_text),
            self.last.map_or("-".to_owned(), action_text),
        )
    }

    fn from_state_string(options: &Options, text: &str) -> Result<Sun, StateStringError> {
        let [stones, markers, taken, touches, phase, turns, throw, last] = fields(text, EXPECTED)?;
        let mut state = Sun::start(options);
        state.read_stones(stones)?;
        state.read_seats(markers, taken, touches)?;
        state.read_turns(turns)?;
        state.last_throw = if throw == "-" { None } else { Some(read_throw(throw)?) };
        state.last = match last {
            "-" => None,
            text => Some(read_action(text)?),
        };
        state.read_phase(phase)?;
        state.check_sense()?;
        Ok(state)
    }
}

fn joined<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(".")
}

/// The notation with characters replaced that a URL path would escape.
fn action_text(action: Action) -> String {
    action.to_string().replace('/', "_").replace('=', ":").replace('^', ".")
}

fn read_action(text: &str) -> Result<Action, StateStringError> {
    let notation = text.replace('_', "/").replace(':', "=").replace('.', "^");
    notation.parse().map_err(|_| StateStringError::malformed(text, "an action or `-`"))
}

fn stone_text(placed: &Placed) -> String {
    let stone = placed.stone;
    if let (Role::Ground, Some((angle, turn))) = (placed.role, built_at(placed)) {
        return if turn == 0 {
            format!("{stone}@{angle}")
        } else {
            format!("{stone}@{angle}_{turn}")
        };
    }
    let role = match placed.role {
        Role::Ground => "g".to_owned(),
        Role::Top { on } => format!("t{on}"),
        Role::Lintel { left, right } => format!("l{left},{right}"),
    };
    format!("{stone}{role}:{}", pose_text(&placed.pose))
}

/// The build that leads to exactly this pose, if there is one.
fn built_at(placed: &Placed) -> Option<(u16, u16)> {
    let [x, y, _] = placed.pose.millimetres();
    let [_, _, sin, cos] = placed.pose.rotation.map(f64::from);
    let angle = libm::round(direction([x, y])) as i32 % TURN;
    let turned = libm::round(libm::atan2(sin, cos).to_degrees() * 20.0) as i32;
    let turn = (turned - 900 - angle).rem_euclid(TURN);
    let turn = if turn >= TURN / 2 { return None } else { turn as u16 };
    let angle = angle as u16;
    (ring_pose(placed.stone, angle, turn) == placed.pose).then_some((angle, turn))
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// The number of base-64 letters for 28 bytes.
const POSE_LETTERS: usize = 38;

fn pose_text(pose: &Pose) -> String {
    let bytes: Vec<u8> =
        pose.position.iter().chain(&pose.rotation).flat_map(|part| part.to_le_bytes()).collect();
    let mut text = String::with_capacity(POSE_LETTERS);
    for group in bytes.chunks(3) {
        let word = group.iter().fold(0_u32, |word, &byte| word << 8 | u32::from(byte))
            << (8 * (3 - group.len()));
        for letter in 0..=group.len() {
            text.push(char::from(LETTERS[(word >> (18 - 6 * letter) & 63) as usize]));
        }
    }
    text
}

fn read_pose(text: &str) -> Option<Pose> {
    if text.len() != POSE_LETTERS {
        return None;
    }
    let mut bytes = Vec::with_capacity(30);
    for group in text.as_bytes().chunks(4) {
        let mut word = 0_u32;
        for &letter in group {
            word = word << 6 | LETTERS.iter().position(|&other| other == letter)? as u32;
        }
        word <<= 6 * (4 - group.len());
        bytes.extend_from_slice(&word.to_be_bytes()[1..group.len()]);
    }
    let mut numbers = [0.0; 7];
    for (number, bytes) in numbers.iter_mut().zip(bytes.chunks_exact(4)) {
        *number = f32::from_le_bytes(bytes.try_into().ok()?);
    }
    let [x, y, z, a, b, c, d] = numbers;
    let pose = Pose { position: [x, y, z], rotation: [a, b, c, d] };
    let near = numbers[..3].iter().all(|part| part.abs() < 1.0);
    let length: f32 = numbers[3..].iter().map(|part| part * part).sum();
    (near && (length - 1.0).abs() < 1e-3 && pose_text(&pose) == text).then_some(pose)
}

/// A number in its only spelling.
fn number<T: std::str::FromStr + ToString + PartialOrd + Copy>(text: &str, most: T) -> Option<T> {
    text.parse().ok().filter(|number: &T| *number <= most && number.to_string() == text)
}

fn read_set(text: &str) -> Option<StoneSet> {
    u64::from_str_radix(text, 16).ok().filter(|set| format!("{set:x}") == text)
}

fn pair(text: &str) -> Option<(StoneId, StoneId)> {
    let (one, other) = text.split_once(',')?;
    Some((number(one, u8::MAX)?, number(other, u8::MAX)?))
}

fn read_stone(text: &str) -> Option<Placed> {
    if let Some((stone, place)) = text.split_once('@') {
        let (angle, turn) = place.split_once('_').unwrap_or((place, "0"));
        let stone = number(stone, crate::pieces::STONES).filter(|&stone| stone > 0)?;
        let (angle, turn) = (number(angle, 3599)?, number(turn, 1799)?);
        if place.contains('_') && turn == 0 {
            return None;
        }
        return Some(Placed { stone, role: Role::Ground, pose: ring_pose(stone, angle, turn) });
    }
    let (what, pose) = text.split_once(':')?;
    let at = what.find(|letter: char| !letter.is_ascii_digit())?;
    let stone = number(&what[..at], crate::pieces::STONES).filter(|&stone| stone > 0)?;
    let role = match what[at..].split_at_checked(1)? {
        ("g", "") => Role::Ground,
        ("t", on) => Role::Top { on: number(on, u8::MAX)? },
        ("l", uprights) => {
            let (left, right) = pair(uprights).filter(|(left, right)| left < right)?;
            Role::Lintel { left, right }
        }
        _ => return None,
    };
    Some(Placed { stone, role, pose: read_pose(pose)? })
}

fn release_text(release: Release) -> String {
    format!("{},{},{},{}", release.x, release.y, release.vx, release.vy)
}

fn read_release(text: &str) -> Option<Release> {
    let numbers: Vec<i32> = text
        .split(',')
        .map(|part| number(part, 40_000).filter(|number| *number >= -40_000))
        .collect::<Option<_>>()?;
    let &[x, y, vx, vy] = numbers.as_slice() else { return None };
    let reach = i64::from(x) * i64::from(x) + i64::from(y) * i64::from(y) < REACH * REACH;
    reach.then_some(Release { x, y, vx, vy })
}

fn throw_text(throw: &LastThrow) -> String {
    let release = release_text(throw.released);
    format!("{}.{release}.{:x}.{:x}.{:016x}", throw.seat, throw.taken, throw.touched, throw.seal)
}

fn read_throw(text: &str) -> Result<LastThrow, StateStringError> {
    let wrong = || StateStringError::malformed(text, "the last throw, or `-`");
    let parts: Vec<&str> = text.split('.').collect();
    let &[seat, release, taken, touched, seal] = parts.as_slice() else { return Err(wrong()) };
    let read = || {
        let seal = u64::from_str_radix(seal, 16).ok().filter(|hash| format!("{hash:016x}") == seal);
        Some(LastThrow {
            seat: number(seat, 4).and_then(Seat::from_number)?,
            released: read_release(release)?,
            taken: read_set(taken)?,
            touched: read_set(touched)?,
            seal: seal?,
        })
    };
    read().ok_or_else(wrong)
}

impl Sun {
    fn phase_text(&self) -> String {
        let seat = self.seat;
        match &self.phase {
            Phase::Build => format!("b{seat}"),
            Phase::Marker { corner } => format!("m{seat}.{corner}"),
            Phase::Throw => format!("t{seat}"),
            Phase::Tremor { aimed } => format!("e{seat}.{}", release_text(*aimed)),
            Phase::Seal { released, .. } => format!("s{seat}.{}", release_text(*released)),
            Phase::Over => format!("o{seat}"),
        }
    }

    fn read_phase(&mut self, text: &str) -> Result<(), StateStringError> {
        let wrong =
            || StateStringError::malformed(text, "a part of a turn and its seat such as `b1`");
        let (turn, more) = match text.split_once('.') {
            Some((turn, more)) => (turn, Some(more)),
            None => (text, None),
        };
        let (part, seat) = turn.split_at_checked(1).ok_or_else(wrong)?;
        let seat = number(seat, self.markers().len()).and_then(Seat::from_number);
        self.seat = seat.ok_or_else(wrong)?;
        let release = || more.and_then(read_release).ok_or_else(wrong);
        self.phase = match (part, more) {
            ("b", None) => Phase::Build,
            ("t", None) => Phase::Throw,
            ("o", None) => Phase::Over,
            ("m", Some(corner)) => {
                let corner = number(corner, u8::MAX).filter(|&c| self.scene.corner(c).is_some());
                Phase::Marker { corner: corner.ok_or_else(wrong)? }
            }
            ("e", Some(_)) => Phase::Tremor { aimed: release()? },
            ("s", Some(_)) => {
                let released = release()?;
                Phase::Seal { released, landing: Arc::new(land(&self.scene, released)) }
            }
            _ => return Err(wrong()),
        };
        Ok(())
    }

    fn read_stones(&mut self, text: &str) -> Result<(), StateStringError> {
        let mut placed: Vec<Placed> = Vec::new();
        for part in text.split('.').filter(|_| text != "-") {
            let wrong =
                || StateStringError::malformed(part, "a stone such as `7@1234` that is in play");
            let stone = read_stone(part).ok_or_else(wrong)?;
            if stone.stone > self.config.stones || self.stock & bit(stone.stone) == 0 {
                return Err(wrong());
            }
            self.stock &= !bit(stone.stone);
            placed.push(stone);
        }
        let ground = |stone: StoneId| {
            placed.iter().any(|other| other.stone == stone && other.role == Role::Ground)
        };
        let held = placed.iter().all(|stone| match stone.role {
            Role::Ground => true,
            Role::Top { on } => ground(on),
            Role::Lintel { left, right } => ground(left) && ground(right),
        });
        if !held {
            return Err(StateStringError::Impossible(
                "a stone lies on one that does not stand there",
            ));
        }
        self.scene = Scene::new(placed);
        Ok(())
    }

    fn read_seats(
        &mut self,
        markers: &str,
        taken: &str,
        touches: &str,
    ) -> Result<(), StateStringError> {
        let seats = self.markers().len();
        let wrong = |part: &str| StateStringError::malformed(part, "one number for each seat");
        let split = |text: &'_ str| -> Result<Vec<String>, StateStringError> {
            let parts: Vec<String> = text.split('.').map(str::to_owned).collect();
            if parts.len() == seats { Ok(parts) } else { Err(wrong(text)) }
        };
        for (seat, part) in split(markers)?.iter().enumerate() {
            self.markers[seat] = number(part, 3599).ok_or_else(|| wrong(markers))?;
        }
        for (seat, part) in split(taken)?.iter().enumerate() {
            let set =
                read_set(part).filter(|set| set & !self.stock == 0).ok_or_else(|| wrong(taken))?;
            self.taken[seat] = set;
            self.stock &= !set;
        }
        for (seat, part) in split(touches)?.iter().enumerate() {
            self.touches[seat] = number(part, 9999).ok_or_else(|| wrong(touches))?;
        }
        Ok(())
    }

    fn read_turns(&mut self, text: &str) -> Result<(), StateStringError> {
        let wrong = || StateStringError::malformed(text, "turns and areas such as `4.0.0.-`");
        let parts: Vec<&str> = text.split('.').collect();
        let &[turns, bare, closed, area] = parts.as_slice() else { return Err(wrong()) };
        self.turns = number(turns, 1_000_000).ok_or_else(wrong)?;
        self.bare = number(bare, 1_u8).ok_or_else(wrong)? == 1;
        self.closed = number(closed, 15).ok_or_else(wrong)?;
        self.old_area = match area {
            "-" => None,
            area => Some(pair(area).map(|(from, to)| Area { from, to }).ok_or_else(wrong)?),
        };
        Ok(())
    }

    /// Checks that play can continue.
    fn check_sense(&self) -> Result<(), StateStringError> {
        let stuck = self.stock == 0 || !self.can_build();
        let sensible = match self.phase {
            Phase::Build => !stuck,
            Phase::Over => stuck,
            Phase::Marker { .. } | Phase::Throw => {
                let proposed = self.propose(1, &mut chance::generator(0));
                proposed.first().is_some_and(|&action| self.check(action).is_ok())
            }
            Phase::Tremor { .. } | Phase::Seal { .. } => true,
        };
        let why = "the stones do not fit the part of the turn";
        if sensible { Ok(()) } else { Err(StateStringError::Impossible(why)) }
    }
}
