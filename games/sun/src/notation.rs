//! Actions as text: `b7@1234`, `b7@1234/150`, `b7^3`, `g5=3,8`, `m@1250`, `t3400,0,0,0`,
//! `~12,-7,3,0` and `=0123456789abcdef`.
//!
//! Every action has one spelling: numbers have no plus sign and no leading zero, a turn of 0 is left out, and the
//! uprights of a gate are written in ascending order.

use std::fmt;
use std::str::FromStr;

use sarsen_core::ParseActionError;

use crate::action::Action;
use crate::ball::REACH;
use crate::pieces::{STONES, StoneId};

/// The fastest push of a release, in millimetres per second along each axis.
pub(crate) const FASTEST: i16 = 3000;

const EXPECTED: &str = "a build such as `b7@1234` (stones from 1, tenths of a degree to 3599), `b7@1234/150` (turned by \
    1 to 1799) or `b7^3`, a gate such as `g5=3,8`, a marker such as `m@1250`, a throw such as `t3400,0,0,0`, its error such as `~0,0,0,0` or its \
    seal, `=` and 16 hex digits";

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Build { stone, angle, turn: 0 } => write!(f, "b{stone}@{angle}"),
            Action::Build { stone, angle, turn } => write!(f, "b{stone}@{angle}/{turn}"),
            Action::BuildTop { stone, on } => write!(f, "b{stone}^{on}"),
            Action::Gate { stone, left, right } => write!(f, "g{stone}={left},{right}"),
            Action::Marker { angle } => write!(f, "m@{angle}"),
            Action::Throw { x, y, vx, vy } => write!(f, "t{x},{y},{vx},{vy}"),
            Action::Tremor { dx, dy, dvx, dvy } => write!(f, "~{dx},{dy},{dvx},{dvy}"),
            Action::Seal(hash) => write!(f, "={hash:016x}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        parse(text).ok_or(ParseActionError { expected: EXPECTED })
    }
}

fn parse(text: &str) -> Option<Action> {
    let mut letters = text.chars();
    let kind = letters.next()?;
    let rest = letters.as_str();
    match kind {
        'b' => build(rest),
        'g' => gate(rest),
        'm' => Some(Action::Marker { angle: angle(rest.strip_prefix('@')?)? }),
        't' => throw(rest),
        '~' => tremor(rest),
        '=' => seal(rest),
        _ => None,
    }
}

fn build(rest: &str) -> Option<Action> {
    if let Some((upper, lower)) = rest.split_once('^') {
        let (stone, on) = (stone(upper)?, stone(lower)?);
        return (stone != on).then_some(Action::BuildTop { stone, on });
    }
    let (number, place) = rest.split_once('@')?;
    let stone = stone(number)?;
    match place.split_once('/') {
        None => Some(Action::Build { stone, angle: angle(place)?, turn: 0 }),
        Some((place, turn)) => {
            let turn = number_within(turn, 1, 1799)? as u16;
            Some(Action::Build { stone, angle: angle(place)?, turn })
        }
    }
}

fn gate(rest: &str) -> Option<Action> {
    let (lintel, uprights) = rest.split_once('=')?;
    let (one, other) = uprights.split_once(',')?;
    let (stone, one, other) = (stone(lintel)?, stone(one)?, stone(other)?);
    let (left, right) = (one.min(other), one.max(other));
    (left != right && stone != left && stone != right).then_some(Action::Gate {
        stone,
        left,
        right,
    })
}

fn throw(rest: &str) -> Option<Action> {
    let [x, y] = [REACH; 2];
    let speed = i64::from(FASTEST);
    let [x, y, vx, vy] = four(rest, [x, y, speed, speed])?;
    let square = i64::from(x) * i64::from(x) + i64::from(y) * i64::from(y);
    (square < REACH * REACH).then_some(Action::Throw { x, y, vx, vy })
}

fn tremor(rest: &str) -> Option<Action> {
    let [dx, dy, dvx, dvy] = four(rest, [i64::from(FASTEST); 4])?;
    Some(Action::Tremor { dx, dy, dvx, dvy })
}

fn seal(rest: &str) -> Option<Action> {
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let well_formed = rest.len() == 16 && rest.bytes().all(hex);
    let hash = u64::from_str_radix(rest, 16).ok();
    hash.filter(|_| well_formed).map(Action::Seal)
}

fn stone(text: &str) -> Option<StoneId> {
    number_within(text, 1, i64::from(STONES)).map(|number| number as StoneId)
}

fn angle(text: &str) -> Option<u16> {
    number_within(text, 0, 3599).map(|number| number as u16)
}

fn four(text: &str, limits: [i64; 4]) -> Option<[i16; 4]> {
    let mut parts = text.split(',');
    let mut numbers = [0; 4];
    for (number, limit) in numbers.iter_mut().zip(limits) {
        *number = number_within(parts.next()?, -limit, limit)? as i16;
    }
    parts.next().is_none().then_some(numbers)
}

/// A number in its only spelling.
fn number_within(text: &str, min: i64, max: i64) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    let plain = !text.starts_with('+') && number.to_string() == text;
    (plain && (min..=max).contains(&number)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_action_reads_back() {
        for text in [
            "b7@1234",
            "b7@1234/150",
            "b36@0/1799",
            "b7^3",
            "g5=3,8",
            "m@0",
            "m@3599",
            "t3400,-1,0,12",
            "~0,0,0,0",
            "~-12,7,3,-4",
            "=0123456789abcdef",
        ] {
            let action: Action = text.parse().unwrap();
            assert_eq!(action.to_string(), text);
        }
    }

    #[test]
    fn a_gate_is_the_same_from_both_sides() {
        assert_eq!("g5=8,3".parse::<Action>(), "g5=3,8".parse::<Action>());
    }

    #[test]
    fn what_no_position_could_accept_does_not_parse() {
        for text in [
            "",
            "b",
            "b7",
            "b0@5",
            "b37@5",
            "b7@3600",
            "b7@-1",
            "b7@05",
            "b7@5/0",
            "b7@5/1800",
            "b7@5/",
            "b7^7",
            "b7^",
            "g5=3",
            "g5=3,3",
            "g5=5,8",
            "g5=3,8,9",
            "m1250",
            "m@",
            "m@+5",
            "t1,2,3",
            "t1,2,3,4,5",
            "t14000,0,0,0",
            "t9999,9999,0,0",
            "t0,0,3001,0",
            "t-0,0,0,0",
            "~0,0,0",
            "~3001,0,0,0",
            "=",
            "=0123456789abcde",
            "=0123456789abcdef0",
            "=0123456789ABCDEF",
            "=+123456789abcdef",
            "?",
            "b?@1",
            "pass",
            "b7@１",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
