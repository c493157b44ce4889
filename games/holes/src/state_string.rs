//! A state as a short text: `1.7h3s0/6h4s0/a1/34/1~.6`.
//!
//! Five fields: the side of seat 1 and of seat 2 (the holes with pieces separated by points, `h` and how many are in hand, `s` and
//! how many are in the Shen hole; the others are removed); what is awaited (`f` the first throw, `s` the second, `t` a throw, `a` an action, `o` nothing: the
//! game is over) and whose; the last throw of each seat, `-` for none; and the last action: its seat, the action (`~` before a throw) and,
//! where a piece has moved, a point and its hole now.

use sarsen_core::state_string::fields;
use sarsen_core::{Options, Seat, StateString, StateStringError};

use crate::track::{SHEN, holes};
use crate::{Action, Hole, Holes, Last, Ruleset, Side, Stage, Throw};

const EXPECTED: &str = "a state of 58 Holes: two sides, what is awaited, throws, last action, such as `1h4s0/1h4s0/f1/--/-`";

const STAGES: [(char, Stage); 5] = [
    ('f', Stage::FirstThrow),
    ('s', Stage::SecondThrow),
    ('t', Stage::Throw),
    ('a', Stage::Act),
    ('o', Stage::Over),
];

impl StateString for Holes {
    fn state_string(&self) -> String {
        let [one, two] = [Seat::ONE, Seat::TWO].map(|seat| side_text(self.side(seat)));
        let stage = STAGES.iter().find(|(_, stage)| *stage == self.stage());
        let stage = stage.map_or('-', |(letter, _)| *letter);
        let throws: String = Seat::all(2)
            .map(|seat| self.throw_of(seat).map_or("-".to_owned(), |throw| throw.to_string()))
            .collect();
        let last = self.last().map_or("-".to_owned(), |last| last_text(&last));
        format!("{one}/{two}/{stage}{}/{throws}/{last}", self.seat())
    }

    fn from_state_string(options: &Options, text: &str) -> Result<Holes, StateStringError> {
        let [one, two, turn, throws, last] = fields(text, EXPECTED)?;
        let rules = Ruleset::new(options);
        let sides = [read_side(one, rules.pieces)?, read_side(two, rules.pieces)?];
        let (stage, seat) = read_turn(turn)?;
        let throws = read_throws(throws)?;
        let last = if last == "-" { None } else { Some(read_last(last)?) };
        Holes::restored(rules, sides, stage, seat, throws, last).ok_or(
            StateStringError::Impossible(
                "pieces, throws and what is awaited do not fit each other",
            ),
        )
    }
}

fn side_text(side: &Side) -> String {
    let lane: Vec<String> = holes(side.lane).map(|hole| hole.to_string()).collect();
    format!("{}h{}s{}", lane.join("."), side.hand, side.shen)
}

fn read_side(text: &str, pieces: u8) -> Result<Side, StateStringError> {
    let wrong = || StateStringError::malformed(text, "a side such as `1.7h3s0`");
    let (lane, rest) = text.split_once('h').ok_or_else(wrong)?;
    let (hand, shen) = rest.split_once('s').ok_or_else(wrong)?;
    let count = |text: &str| number(text).filter(|&count| count <= pieces).ok_or_else(wrong);
    let mut side = Side { lane: 0, hand: count(hand)?, shen: count(shen)?, removed: 0 };
    for hole in lane.split('.').filter(|_| !lane.is_empty()) {
        let hole = number(hole).and_then(Hole::new).ok_or_else(wrong)?;
        if side.lane & hole.bit() != 0 {
            return Err(wrong());
        }
        side.lane |= hole.bit();
    }
    side.removed = pieces.checked_sub(side.pieces()).ok_or_else(wrong)?;
    Ok(side)
}

fn read_turn(text: &str) -> Result<(Stage, Seat), StateStringError> {
    let wrong = || StateStringError::malformed(text, "what is awaited of whom such as `t1`");
    let mut letters = text.chars();
    let (Some(stage), Some(seat), None) = (letters.next(), letters.next(), letters.next()) else {
        return Err(wrong());
    };
    let stage = STAGES.iter().find(|(letter, _)| *letter == stage).ok_or_else(wrong)?.1;
    Ok((stage, read_seat(seat).ok_or_else(wrong)?))
}

fn read_seat(letter: char) -> Option<Seat> {
    match letter {
        '1' => Some(Seat::ONE),
        '2' => Some(Seat::TWO),
        _ => None,
    }
}

fn read_throws(text: &str) -> Result<[Option<Throw>; 2], StateStringError> {
    let wrong = || StateStringError::malformed(text, "the last throws of both seats such as `3-`");
    let one = |letter: u8| match letter {
        b'-' => Ok(None),
        digit => Throw::new(digit.wrapping_sub(b'0')).map(Some).ok_or_else(wrong),
    };
    let &[first, second] = text.as_bytes() else { return Err(wrong()) };
    Ok([one(first)?, one(second)?])
}

fn last_text(last: &Last) -> String {
    let action = last.action.to_string().replace('*', "~");
    let rest = last.rest.map_or(String::new(), |hole| format!(".{hole}"));
    format!("{}{action}{rest}", last.seat)
}

fn read_last(text: &str) -> Result<Last, StateStringError> {
    let wrong =
        || StateStringError::malformed(text, "the last action such as `1~3`, `26.20` or `-`");
    let mut letters = text.chars();
    let seat = letters.next().and_then(read_seat).ok_or_else(wrong)?;
    let (action, rest) = match letters.as_str().split_once('.') {
        Some((action, rest)) => (action, Some(rest)),
        None => (letters.as_str(), None),
    };
    let action: Action = action.replace('~', "*").parse().map_err(|_| wrong())?;
    let rest = match rest {
        None => None,
        Some(rest) => Some(number(rest).and_then(Hole::new).ok_or_else(wrong)?),
    };
    Ok(Last { seat, action, rest })
}

/// A number in its only spelling, at most 30.
fn number(text: &str) -> Option<u8> {
    let number: u8 = text.parse().ok()?;
    (number <= SHEN && number.to_string() == text).then_some(number)
}
