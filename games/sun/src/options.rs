//! The options of one game, read once.

use sarsen_core::Options;

use crate::hands::Hand;

/// What the options say.
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
    /// How many seats play.
    pub seats: u8,
    /// How many stones are used.
    pub stones: u8,
    /// S19: the hand's error, or none.
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
