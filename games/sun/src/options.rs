//! The options of a game in the form that the rules use.

use sarsen_core::Options;

use crate::hands::Hand;

/// The options in the form that the rules use.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_sun::{Config, Sun};
///
/// let mut options = Options::defaults(Sun::SPEC);
/// options.set("stones", "12")?;
/// let config = Config::new(&options);
/// assert_eq!((config.seats, config.stones), (2, 12));
/// # Ok::<(), sarsen_core::OptionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// The number of seats.
    pub seats: u8,
    /// The number of stones.
    pub stones: u8,
    /// S19: the hand's error, if any.
    pub tremor: Option<Hand>,
    /// S20: whether touched stones count.
    pub touch: bool,
}

impl Config {
    /// Reads the options.
    pub fn new(options: &Options) -> Config {
        let number = |name| options.number(name).unwrap_or(0) as u8;
        Config {
            seats: options.seats() as u8,
            stones: number("stones"),
            tremor: Hand::named(options.get("tremor")),
            touch: options.get("touch") == "counts",
        }
    }
}
