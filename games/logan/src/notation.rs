//! The notation of actions: `deal=…`, `+RP~@1,-1`, `^0,1`, `_2,-1~`, `~0,1`.

use std::fmt;
use std::str::FromStr;

use sarsen_core::ParseActionError;

use crate::action::{Action, Deal, MIDDLE};
use crate::cell::Cell;
use crate::stone::{Face, HAND, STONES, Stone};

const EXPECTED: &str = "`+RP@1,-1` or `+RP~@1,-1` (add a stone), `^0,1` (lift), `_2,-1` or `_2,-1~` \
                        (put down), `~0,1` (flip) or `deal=RP,SR|RP,…|PS,…`";

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Deal(deal) => deal.fmt(f),
            Action::Add { stone, turned, cell } => write!(f, "+{stone}{}@{cell}", tilde(*turned)),
            Action::Lift(cell) => write!(f, "^{cell}"),
            Action::Put { cell, turned } => write!(f, "_{cell}{}", tilde(*turned)),
            Action::Flip(cell) => write!(f, "~{cell}"),
        }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("deal=")?;
        for (index, stone) in self.stones().iter().enumerate() {
            let separator = match index {
                0 => "",
                _ if index == MIDDLE || index == MIDDLE + HAND => "|",
                _ => ",",
            };
            write!(f, "{separator}{stone}")?;
        }
        Ok(())
    }
}

/// The notation of real actions: `?` is refused.
impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        if text.contains('?') { Err(error()) } else { parse_masked(text) }
    }
}

/// The notation of a masked action: a stone's lower face may be `?`.
pub(crate) fn parse_masked(text: &str) -> Result<Action, ParseActionError> {
    parse(text).ok_or_else(error)
}

fn error() -> ParseActionError {
    ParseActionError { expected: EXPECTED }
}

fn parse(text: &str) -> Option<Action> {
    if let Some(stones) = text.strip_prefix("deal=") {
        return parse_deal(stones).map(Action::Deal);
    }
    let rest = text.get(1..)?;
    match text.as_bytes()[0] {
        b'+' => parse_add(rest),
        b'^' => parse_cell(rest).map(Action::Lift),
        b'_' => {
            let (cell, turned) = split_tilde(rest);
            Some(Action::Put { cell: parse_cell(cell)?, turned })
        }
        b'~' => parse_cell(rest).map(Action::Flip),
        _ => None,
    }
}

fn parse_deal(text: &str) -> Option<Deal> {
    let mut stones = [Stone::from_bits(0); STONES];
    let mut places = stones.iter_mut();
    let mut groups = text.split('|');
    for size in [MIDDLE, HAND, HAND] {
        let mut group = groups.next()?.split(',');
        for place in places.by_ref().take(size) {
            *place = parse_stone(group.next()?)?;
        }
        if group.next().is_some() {
            return None;
        }
    }
    groups.next().is_none().then(|| Deal::new(&stones))
}

fn parse_add(text: &str) -> Option<Action> {
    let (stone, cell) = text.split_once('@')?;
    let (stone, turned) = split_tilde(stone);
    let (stone, cell) = (parse_stone(stone)?, parse_cell(cell)?);
    // A stone with two equal faces has no turned-over form.
    (!(turned && stone.is_double())).then_some(Action::Add { stone, turned, cell })
}

fn parse_stone(text: &str) -> Option<Stone> {
    let &[up, down] = text.as_bytes() else { return None };
    let up = Face::from_letter(up).filter(|face| face.is_known())?;
    Some(Stone::new(up, Face::from_letter(down)?))
}

pub(crate) fn parse_cell(text: &str) -> Option<Cell> {
    let (q, r) = text.split_once(',')?;
    Some(Cell::new(parse_number(q)?, parse_number(r)?))
}

/// A number has only one spelling: no plus, no leading zero, no minus zero.
fn parse_number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let padded = digits.starts_with('0') && text != "0";
    if plain && !padded { text.parse().ok() } else { None }
}

fn split_tilde(text: &str) -> (&str, bool) {
    match text.strip_suffix('~') {
        Some(rest) => (rest, true),
        None => (text, false),
    }
}

fn tilde(turned: bool) -> &'static str {
    if turned { "~" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_back() {
        let deal = "deal=RP,SR|RP,PR,PS,SP,SR,RS,RP,PR|PS,SP,SR,RS,RP,PS,SP,RS";
        for text in
            [deal, "+RP@1,-1", "+RP~@1,-1", "+RR@0,-2147483648", "^0,1", "_2,-1", "_2,-1~", "~0,1"]
        {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in [
            "",
            "+",
            "^",
            "é",
            "+é",
            "+RP1,-1",
            "+RP@1",
            "+RP@+1,0",
            "+RP@01,0",
            "+RP@-0,0",
            "+RP@1,0~",
            "+RR~@1,0",
            "+R?@1,0",
            "+?R@1,0",
            "+R@1,0",
            "+RPS@1,0",
            "^0,1~",
            "~0,1~",
            "_2,-1~~",
            "_2, 1",
            "^0,2147483648",
            "^0,",
            "deal=",
            "deal=RP,SR",
            "deal=RP|SR,RP",
            "rp@0,0",
            "^0,0,0",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_deal_has_two_stones_and_two_hands_of_eight() {
        let hand = "RP,RP,RP,RP,RP,RP,RP,RP";
        assert!(format!("deal=RP,RP|{hand}|{hand}").parse::<Action>().is_ok());
        assert!(format!("deal=RP,RP|{hand},RP|{hand}").parse::<Action>().is_err());
        assert!(format!("deal=RP|{hand}|{hand}").parse::<Action>().is_err());
        assert!(format!("deal=RP,RP|{hand}|{hand}|RP").parse::<Action>().is_err());
    }

    #[test]
    fn what_is_hidden_reads_only_as_hidden() {
        assert_eq!(parse_masked("+R?~@1,0").unwrap().to_string(), "+R?~@1,0");
        assert!(parse_masked("+?R@1,0").is_err());
    }
}
