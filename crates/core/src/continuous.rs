//! Actions as points of a continuous space, for games of dexterity.

use crate::Propose;

/// One dimension of a continuous action.
///
/// ```
/// use sarsen_core::Continuous;
/// use sarsen_sun::Sun;
///
/// let dimensions = Sun::KINDS.iter().flat_map(|kind| kind.dimensions);
/// assert!(dimensions.clone().count() > 0);
/// assert!(dimensions.clone().all(|dimension| dimension.low < dimension.high));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dimension {
    /// What it measures, with its unit.
    pub name: &'static str,
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
}

/// A kind of action with its dimensions.
///
/// ```
/// use sarsen_core::Continuous;
/// use sarsen_sun::Sun;
///
/// let throw = Sun::KINDS.iter().find(|kind| kind.name == "throw").unwrap();
/// assert_eq!(throw.dimensions.len(), 4, "two coordinates and two speeds");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Kind {
    /// Its name, in `snake_case`.
    pub name: &'static str,
    /// Its dimensions. Values are rounded to the integers of the notation.
    pub dimensions: &'static [Dimension],
}

/// Games whose actions are points of a continuous space.
///
/// ```
/// use sarsen_core::{Continuous, Options, Rules};
/// use sarsen_sun::Sun;
///
/// let game = Sun::start(&Options::defaults(Sun::SPEC));
/// // Any point of the unit cube is a legal action: learning programs need no list.
/// let action = game.action_at(&vec![0.5; Sun::UNIT]).unwrap();
/// assert!(game.check(action).is_ok());
/// let (kind, values) = Sun::to_values(action).unwrap();
/// assert!(game.kinds_now().contains(&kind));
/// assert_eq!(Sun::from_values(kind, &values), Some(action));
/// ```
pub trait Continuous: Propose {
    /// The kinds of actions, in an order that never changes.
    const KINDS: &'static [Kind];

    /// The number of coordinates in the unit cube that name a legal action of any state ([`Continuous::action_at`]).
    const UNIT: usize;

    /// The action of a kind with the given values; `None` if the kind does not exist or a value is missing or out of
    /// range.
    fn from_values(kind: usize, values: &[f64]) -> Option<Self::Action>;

    /// The kind and the values of an action; `None` for an action of chance.
    fn to_values(action: Self::Action) -> Option<(usize, Vec<f64>)>;

    /// The kinds that the seat to act can choose from now.
    fn kinds_now(&self) -> Vec<usize>;

    /// A legal action for any point of the unit cube: the coordinates choose among what is legal now. `None` if no seat
    /// is to act.
    fn action_at(&self, point: &[f64]) -> Option<Self::Action>;
}
