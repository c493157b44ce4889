//! Seats at a table, numbered from 1 for people and from 0 in arrays.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest number of seats in any game.
pub const MAX_SEATS: usize = 4;

/// One player's seat. Displayed, stored and sent as a number from 1.
///
/// ```
/// use sarsen_core::Seat;
///
/// let seat = Seat::from_number(1).unwrap();
/// assert_eq!((seat.number(), seat.index()), (1, 0));
/// assert_eq!(seat.other(), Seat::TWO);
/// assert_eq!(Seat::all(3).last().unwrap().next(3), Seat::ONE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(as = "u8"),
    schema(value_type = u8, description = "The number of a seat, counted from 1.")
)]
pub struct Seat(u8);

impl Seat {
    /// Seat 1, who begins most games.
    pub const ONE: Seat = Seat(0);
    /// Seat 2.
    pub const TWO: Seat = Seat(1);

    /// The seat with an index counted from 0; `None` from [`MAX_SEATS`] on.
    pub const fn from_index(index: usize) -> Option<Seat> {
        if index < MAX_SEATS { Some(Seat(index as u8)) } else { None }
    }

    /// The seat with a number counted from 1, as people write it.
    pub const fn from_number(number: usize) -> Option<Seat> {
        if number == 0 { None } else { Seat::from_index(number - 1) }
    }

    /// The index, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number, counted from 1.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The other seat of a two-seat game.
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The next seat at a table of `seats`.
    pub const fn next(self, seats: usize) -> Seat {
        Seat(if self.index() + 1 >= seats { 0 } else { self.0 + 1 })
    }

    /// The seats of a table in order; at most [`MAX_SEATS`].
    pub fn all(seats: usize) -> impl Iterator<Item = Seat> {
        (0..seats.min(MAX_SEATS)).map(|index| Seat(index as u8))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let seat = Seat::from_number(usize::from(number));
        seat.ok_or_else(|| serde::de::Error::custom(format_args!("there is no seat {number}")))
    }
}

/// One value per seat, for two to four seats, without allocation.
///
/// ```
/// use sarsen_core::{PerSeat, Seat};
///
/// let mut points = PerSeat::new(&[3, 4]);
/// points[Seat::TWO] += 1;
/// assert_eq!(points.as_slice(), [3, 5]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PerSeat<T> {
    values: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// The values of seat 1, seat 2 and so on; those beyond [`MAX_SEATS`] are dropped.
    pub fn new(values: &[T]) -> Self {
        let seats = values.len().min(MAX_SEATS);
        let mut array = [T::default(); MAX_SEATS];
        array[..seats].copy_from_slice(&values[..seats]);
        PerSeat { values: array, seats: seats as u8 }
    }
}

impl<T> PerSeat<T> {
    /// The number of seats.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The values, seat 1 first.
    pub fn as_slice(&self) -> &[T] {
        &self.values[..self.seats()]
    }

    /// The values, seat 1 first.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.values[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[seat.index()]
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerSeat<T>, D::Error> {
        let values: Vec<T> = Vec::deserialize(deserializer)?;
        if values.len() > MAX_SEATS {
            return Err(serde::de::Error::invalid_length(values.len(), &"at most four values"));
        }
        Ok(PerSeat::new(&values))
    }
}

impl<T: Serialize> Serialize for PerSeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}
