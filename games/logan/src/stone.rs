//! Faces, stones and the bag.

use std::fmt;

use serde::{Serialize, Serializer};

/// The number of stones.
pub const STONES: usize = 18;

/// The number of stones each seat takes from the bag.
pub const HAND: usize = 8;

/// A face of a stone.
///
/// ```
/// use sarsen_logan::Face;
///
/// assert_eq!(Face::Rock.beats(), Some(Face::Scissors));
/// assert_eq!(Face::from_letter(b'P'), Some(Face::Paper));
/// assert!(!Face::Hidden.is_known());
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Face {
    /// Rock, which beats Scissors.
    #[cfg_attr(test, ts(rename = "R"))]
    Rock,
    /// Paper, which beats Rock.
    #[cfg_attr(test, ts(rename = "P"))]
    Paper,
    /// Scissors, which beat Paper.
    #[cfg_attr(test, ts(rename = "S"))]
    Scissors,
    /// A face that the viewer may not know. Real games contain none; a seat's picture of a game does.
    #[cfg_attr(test, ts(rename = "?"))]
    Hidden,
}

impl Face {
    /// The three symbols.
    pub const SYMBOLS: [Face; 3] = [Face::Rock, Face::Paper, Face::Scissors];

    /// The letter in the notation; `?` for a hidden face.
    pub const fn letter(self) -> char {
        match self {
            Face::Rock => 'R',
            Face::Paper => 'P',
            Face::Scissors => 'S',
            Face::Hidden => '?',
        }
    }

    /// The face with this letter.
    pub const fn from_letter(letter: u8) -> Option<Face> {
        match letter {
            b'R' => Some(Face::Rock),
            b'P' => Some(Face::Paper),
            b'S' => Some(Face::Scissors),
            b'?' => Some(Face::Hidden),
            _ => None,
        }
    }

    /// L7: the symbol that this one beats; `None` for a hidden face.
    #[inline]
    pub const fn beats(self) -> Option<Face> {
        match self {
            Face::Rock => Some(Face::Scissors),
            Face::Paper => Some(Face::Rock),
            Face::Scissors => Some(Face::Paper),
            Face::Hidden => None,
        }
    }

    /// Whether the face is known.
    pub const fn is_known(self) -> bool {
        !matches!(self, Face::Hidden)
    }

    #[inline]
    const fn from_bits(bits: u8) -> Face {
        match bits & 3 {
            0 => Face::Rock,
            1 => Face::Paper,
            2 => Face::Scissors,
            _ => Face::Hidden,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// A stone as it lies: the upper face (in a hand, the shown face) and the lower face, two bits each.
///
/// ```
/// use sarsen_logan::{Face, Stone};
///
/// let stone = Stone::new(Face::Rock, Face::Paper);
/// assert_eq!(stone.to_string(), "RP");
/// assert_eq!(stone.turned().up(), Face::Paper);
/// assert_eq!(stone.covered().to_string(), "R?");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stone(u8);

impl Stone {
    /// A stone that shows `up` and has `down` on its back.
    pub const fn new(up: Face, down: Face) -> Stone {
        Stone((up as u8) << 2 | down as u8)
    }

    /// The visible face.
    #[inline]
    pub const fn up(self) -> Face {
        Face::from_bits(self.0 >> 2)
    }

    /// The lower face.
    #[inline]
    pub const fn down(self) -> Face {
        Face::from_bits(self.0)
    }

    /// The stone turned over.
    #[inline]
    pub const fn turned(self) -> Stone {
        Stone(self.0 >> 2 | (self.0 & 3) << 2)
    }

    /// The stone with its lower face hidden.
    pub const fn covered(self) -> Stone {
        Stone(self.0 | 3)
    }

    /// Whether both faces are known to be equal, so that turning it over changes nothing.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.0 >> 2 == self.0 & 3 && self.0 != 15
    }

    /// Whether one of the faces is hidden.
    #[inline]
    pub const fn is_masked(self) -> bool {
        self.0 & 3 == 3 || self.0 >> 2 == 3
    }

    /// The stone as a number below 16.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The stone with a number, of which only the lowest four bits count.
    #[inline]
    pub const fn from_bits(bits: u8) -> Stone {
        Stone(bits & 15)
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.up(), self.down())
    }
}

impl fmt::Debug for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The stones in the bag (option `stones`).
///
/// ```
/// use sarsen_logan::{Bag, Face};
///
/// assert_eq!(Bag::Distinct.count(Face::Rock, Face::Paper), 6);
/// assert_eq!(Bag::Doubles.count(Face::Rock, Face::Rock), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bag {
    /// Six each of Rock/Paper, Paper/Scissors and Scissors/Rock.
    Distinct,
    /// Three each of these and of the stones with the same symbol twice.
    Doubles,
}

impl Bag {
    /// The stones, with an arbitrary face up.
    pub fn stones(self) -> [Stone; STONES] {
        let mut stones = [Stone::new(Face::Rock, Face::Paper); STONES];
        for (index, stone) in stones.iter_mut().enumerate() {
            let up = Face::SYMBOLS[index % 3];
            let down = Face::SYMBOLS[(index + 1) % 3];
            let double = self == Bag::Doubles && index < STONES / 2;
            *stone = Stone::new(up, if double { up } else { down });
        }
        stones
    }

    /// The number of stones with these two faces.
    pub const fn count(self, one: Face, other: Face) -> u8 {
        match (self, one as u8 == other as u8) {
            (Bag::Distinct, false) => 6,
            (Bag::Distinct, true) => 0,
            (Bag::Doubles, _) => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symbol_beats_one_and_none_beats_itself() {
        assert_eq!(Face::Rock.beats(), Some(Face::Scissors));
        assert_eq!(Face::Scissors.beats(), Some(Face::Paper));
        assert_eq!(Face::Paper.beats(), Some(Face::Rock));
        assert_eq!(Face::Hidden.beats(), None);
    }

    #[test]
    fn the_bag_holds_what_it_counts() {
        for bag in [Bag::Distinct, Bag::Doubles] {
            for (index, one) in Face::SYMBOLS.into_iter().enumerate() {
                for other in Face::SYMBOLS.into_iter().skip(index) {
                    let like = |stone: &&Stone| {
                        **stone == Stone::new(one, other) || **stone == Stone::new(other, one)
                    };
                    let counted = bag.stones().iter().filter(like).count();
                    assert_eq!(counted, usize::from(bag.count(one, other)), "{bag:?}");
                }
            }
        }
    }

    #[test]
    fn turning_twice_changes_nothing() {
        for bits in 0..16 {
            let stone = Stone::from_bits(bits);
            assert_eq!(stone.turned().turned(), stone);
            assert_eq!(stone.turned().up(), stone.down());
        }
    }
}
