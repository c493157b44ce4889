//! What a seat knows as numbers, for learning programs.

use crate::{Numbered, Options, Rules, Seat, Symmetric, Views};

/// A named part of a tensor.
///
/// ```
/// use sarsen_core::Plane;
///
/// let plane = Plane::new("own_pieces", &[10, 10]);
/// assert_eq!(plane.size(), 100);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plane {
    /// What it holds, in `snake_case`. `own` and `other` are seen from the seat that observes.
    pub name: &'static str,
    /// Its dimensions, the outermost first.
    pub shape: &'static [usize],
}

impl Plane {
    /// A plane of a name and dimensions.
    pub const fn new(name: &'static str, shape: &'static [usize]) -> Plane {
        Plane { name, shape }
    }

    /// How many numbers it holds.
    pub const fn size(&self) -> usize {
        let mut size = 1;
        let mut index = 0;
        while index < self.shape.len() {
            size *= self.shape[index];
            index += 1;
        }
        size
    }
}

/// How many numbers planes hold together.
pub const fn planes_size(planes: &[Plane]) -> usize {
    let mut size = 0;
    let mut index = 0;
    while index < planes.len() {
        size += planes[index].size();
        index += 1;
    }
    size
}

/// States that a seat can be told of in numbers.
///
/// ```
/// use sarsen_core::{Observed, Options, Rules, Seat};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let observe = |game: &Stonehenge| {
///     let mut numbers = vec![0.0; Stonehenge::OBSERVATION];
///     game.observe(Seat::ONE, &mut numbers);
///     numbers
/// };
/// let before = observe(&game);
/// game.play("G4".parse()?)?;
/// assert_ne!(observe(&game), before);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
pub trait Observed: Rules {
    /// The parts of an observation, in their order.
    const PLANES: &'static [Plane];

    /// How many numbers an observation has.
    const OBSERVATION: usize = planes_size(Self::PLANES);

    /// Writes what the table shows `seat`, every number of it. States that the seat cannot tell apart give equal numbers.
    /// Allocates nothing.
    ///
    /// # Panics
    /// If the slice does not hold [`Observed::OBSERVATION`] places.
    fn observe(&self, seat: Seat, out: &mut [f32]);
}

/// What a seat knows that forgets nothing.
///
/// ```
/// use sarsen_core::{InformationState, Options, Rules, Seat};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut options = Options::defaults(Stonehenge::SPEC);
/// options.set("druids", "hidden")?;
/// let mut game = Stonehenge::start(&options);
/// let action = "G4".parse()?;
/// game.play(action)?;
/// assert_eq!(game.information_state(&[action], Seat::ONE), "1 G4");
/// assert_eq!(game.information_state(&[action], Seat::TWO), "2 G?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait InformationState: Views + Observed {
    /// How many numbers an action of the past takes in the tensor; 0 where an observation tells all that matters,
    /// because nothing is hidden.
    const RECALL_WIDTH: usize = 0;

    /// How many actions of the past the tensor has room for: as many as a game can have. `None` where that is not bounded;
    /// then there is no tensor.
    fn recall_length(options: &Options) -> Option<usize> {
        let _ = options;
        Some(0)
    }

    /// Everything that `seat` has been told since the start, as text: its number and the actions as it knows them. Equal texts are
    /// exactly the states that it cannot tell apart.
    fn information_state(&self, history: &[Self::Action], seat: Seat) -> String {
        let mut text = seat.to_string();
        for token in self.recalled(history, seat) {
            text.push(' ');
            text.push_str(&token);
        }
        text
    }

    /// Writes an observation and after it one row for each action of the past, as `seat` knows it; rows that are not used are 0.
    ///
    /// # Panics
    /// If the slice is shorter than the observation and the rows of `history`.
    fn write_information(&self, history: &[Self::Action], seat: Seat, out: &mut [f32]) {
        let (observation, rows) = out.split_at_mut(Self::OBSERVATION);
        self.observe(seat, observation);
        rows.fill(0.0);
        if Self::RECALL_WIDTH > 0 {
            self.write_recalled(history, seat, rows);
        }
    }

    /// Writes the rows of the past into a slice of zeros.
    fn write_recalled(&self, history: &[Self::Action], seat: Seat, rows: &mut [f32]) {
        let _ = (history, seat, rows);
    }
}

/// Symmetries as permutations of numbers.
///
/// ```
/// use sarsen_core::{Numbered, Options, Permuted, Rules, Symmetric};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let action = "A4".parse()?;
/// let (id, image) = (game.action_id(action).unwrap(), game.transform_action(action, 1));
/// assert_eq!(game.action_of(Stonehenge::id_image(id, 1)), Some(image));
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
pub trait Permuted: Symmetric + Numbered + Observed {
    /// The number that an action's number becomes under a symmetry, whatever the state.
    fn id_image(id: usize, symmetry: usize) -> usize;

    /// The place that a place of an observation goes to under a symmetry, whatever the state.
    fn place_image(place: usize, symmetry: usize) -> usize;
}
