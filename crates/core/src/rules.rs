//! The rules of a game as a state that actions change.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::{GameSpec, Illegal, Options, ParseActionError, PerSeat, Turn};

/// An action: a small value whose text is its notation; the notation parses back to it.
///
/// Parsing accepts exactly what is an action in some position of the game; `?` never parses.
///
/// ```
/// use sarsen_core::Action;
///
/// fn reads_back<A: Action>(notation: &str) -> bool {
///     notation.parse::<A>().is_ok_and(|action| action.to_string() == notation)
/// }
/// assert!(reads_back::<sarsen_stonehenge::Action>("G4"));
/// assert!(!reads_back::<sarsen_stonehenge::Action>("G?"));
/// ```
pub trait Action:
    Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseActionError> + Send + Sync + 'static
{
}

impl<T> Action for T where
    T: Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseActionError> + Send + Sync + 'static
{
}

/// A game's state with its rules. Cloning is cheap; playing allocates nothing.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat, Turn};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// assert_eq!(game.turn(), Turn::Seat(Seat::ONE));
/// game.play("G4".parse()?)?;
/// assert!(game.check("G5".parse()?).is_err(), "the cell is taken");
/// assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
pub trait Rules: Clone + Debug + Send + Sync + 'static {
    /// What a seat or chance can do.
    type Action: Action;

    /// The game's description of itself.
    const SPEC: &'static GameSpec;

    /// The state before the first action.
    fn start(options: &Options) -> Self;

    /// Whose action is next, or how it ended.
    fn turn(&self) -> Turn;

    /// The current points of the seats, for games that keep score; at the end, the final score.
    fn score(&self) -> Option<PerSeat<i32>>;

    /// Whether an action is legal now.
    ///
    /// # Errors
    /// The rule that forbids it, with a sentence for players.
    fn check(&self, action: Self::Action) -> Result<(), Illegal>;

    /// Plays an action that [`Rules::check`] accepts. After any other action the state is unspecified, and the call may
    /// panic.
    fn apply(&mut self, action: Self::Action);

    /// Checks an action, then plays it.
    ///
    /// # Errors
    /// As [`Rules::check`]; the state is then unchanged.
    fn play(&mut self, action: Self::Action) -> Result<(), Illegal> {
        self.check(action)?;
        self.apply(action);
        Ok(())
    }
}
