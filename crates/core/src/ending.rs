//! How a game ended, in words and figures, for the end card.

use serde::Serialize;

use crate::{PerSeat, Phrase, Rules};

/// Games that can say why they are over and what each seat ended with.
///
/// ```
/// use sarsen_core::{Conclude, Options, Rules, chance};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// assert!(game.conclusion().is_none());
/// chance::playout(&mut game, &mut chance::generator(1));
/// assert!(game.conclusion().is_some());
/// assert!(game.tallies()[0].decides);
/// ```
pub trait Conclude: Rules {
    /// Why the game is over by its own rules; `None` while it goes on. The sentence refers to seats by the marks that an
    /// [`Audience`](crate::Audience) replaces, so that readers are told which of the sides is their own.
    fn conclusion(&self) -> Option<Phrase>;

    /// What is counted at the end, the deciding figure first. A game that was broken off is counted as it is.
    fn tallies(&self) -> Vec<Tally>;
}

/// Something that is counted for each seat.
///
/// ```
/// use sarsen_core::{PerSeat, Phrase, Tally};
///
/// let megaliths = Phrase::new("Megaliths", "Mégalithes", "メガリス");
/// let tally = Tally::deciding(megaliths, PerSeat::new(&[8, 5]));
/// assert!(tally.decides);
/// assert_eq!(tally.figures.as_slice(), [8, 5]);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tally {
    /// What is counted.
    pub name: Phrase,
    /// The count of each seat.
    pub figures: PerSeat<i32>,
    /// The counted things themselves, seat 1 first; empty where the figures are enough.
    pub details: Vec<Phrase>,
    /// Whether this figure decides who wins.
    pub decides: bool,
}

impl Tally {
    /// A figure that decides who wins.
    pub fn deciding(name: Phrase, figures: PerSeat<i32>) -> Tally {
        Tally { name, figures, details: Vec::new(), decides: true }
    }

    /// A figure that is only informative.
    pub fn telling(name: Phrase, figures: PerSeat<i32>) -> Tally {
        Tally { name, figures, details: Vec::new(), decides: false }
    }

    /// The same tally with the counted things themselves, seat 1 first.
    #[must_use]
    pub fn with_details(self, details: Vec<Phrase>) -> Tally {
        Tally { details, ..self }
    }
}
