//! What a seat knows, as numbers for learning programs.

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
    /// What it holds, in `snake_case`. `own` and `other` are relative to the observing seat.
    pub name: &'static str,
    /// Its dimensions, the outermost first.
    pub shape: &'static [usize],
}

impl Plane {
    /// A plane with this name and these dimensions.
    pub const fn new(name: &'static str, shape: &'static [usize]) -> Plane {
        Plane { name, shape }
    }

    /// The number of values it holds.
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

/// The total number of values in some planes.
pub const fn planes_size(planes: &[Plane]) -> usize {
    let mut size = 0;
    let mut index = 0;
    while index < planes.len() {
        size += planes[index].size();
        index += 1;
    }
    size
}

/// States that can be observed as numbers.
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
    /// The parts of an observation, in order.
    const PLANES: &'static [Plane];

    /// The number of values in an observation.
    const OBSERVATION: usize = planes_size(Self::PLANES);

    /// Writes what `seat` sees, overwriting the whole slice. States that the seat cannot tell apart give equal numbers.
    /// Allocates nothing.
    ///
    /// # Panics
    /// If the slice does not have exactly [`Observed::OBSERVATION`] entries.
    fn observe(&self, seat: Seat, out: &mut [f32]);

    /// Like [`Observed::observe`], for a slice that is as the last call with the same `set` left it: at first all 0, with
    /// an empty `set`. Where few of many values are not 0, only those are touched, and `set` remembers their places;
    /// other games write the whole slice and leave `set` empty. Allocates only while `set` grows.
    ///
    /// # Panics
    /// If the slice does not have exactly [`Observed::OBSERVATION`] entries.
    #[inline]
    fn update_observation(&self, seat: Seat, out: &mut [f32], set: &mut Vec<u16>) {
        let _ = set;
        self.observe(seat, out);
    }
}

/// What a seat with perfect recall knows.
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
    /// The number of values that each past action takes in the tensor; 0 where nothing is hidden, so that an
    /// observation is enough.
    const RECALL_WIDTH: usize = 0;

    /// The number of past actions that the tensor has room for: the length of the longest game. `None` if that is
    /// unbounded; then there is no tensor.
    fn recall_length(options: &Options) -> Option<usize> {
        let _ = options;
        Some(0)
    }

    /// Everything that `seat` has been told since the start, as text: its number and the actions as it knows them. Two
    /// states have equal texts exactly if the seat cannot tell them apart.
    fn information_state(&self, history: &[Self::Action], seat: Seat) -> String {
        let mut text = seat.to_string();
        for token in self.recalled(history, seat) {
            text.push(' ');
            text.push_str(&token);
        }
        text
    }

    /// Writes an observation followed by one row per past action as `seat` knows it; unused rows are 0.
    ///
    /// # Panics
    /// If the slice is shorter than the observation plus the rows of `history`.
    fn write_information(&self, history: &[Self::Action], seat: Seat, out: &mut [f32]) {
        let (observation, rows) = out.split_at_mut(Self::OBSERVATION);
        self.observe(seat, observation);
        rows.fill(0.0);
        if Self::RECALL_WIDTH > 0 {
            self.write_recalled(history, seat, rows);
        }
    }

    /// Writes the rows of the past actions into a zeroed slice.
    fn write_recalled(&self, history: &[Self::Action], seat: Seat, rows: &mut [f32]) {
        let _ = (history, seat, rows);
    }
}

/// Symmetries as permutations of action numbers and observations.
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
    /// The number that an action's number is mapped to by a symmetry, independent of the state.
    fn id_image(id: usize, symmetry: usize) -> usize;

    /// The index that an index of an observation is mapped to by a symmetry, independent of the state.
    fn place_image(place: usize, symmetry: usize) -> usize;
}
