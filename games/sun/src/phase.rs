//! The phases of a turn, and what is remembered of the last one.

use std::sync::Arc;

use sarsen_core::Seat;

use crate::ball::Release;
use crate::landing::Landing;
use crate::pieces::StoneId;
use crate::throw::StoneSet;

/// The next phase of a turn (S2).
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_sun::{Phase, Sun};
///
/// let mut game = Sun::start(&Options::defaults(Sun::SPEC));
/// assert!(matches!(game.phase(), Phase::Build));
/// game.play("b1@0".parse()?)?;
/// assert!(matches!(game.phase(), Phase::Throw), "no marker is moved in a first turn");
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub enum Phase {
    /// Build a stone or a gate.
    Build,
    /// Move the marker beside the stone just built, or the one below it.
    Marker {
        /// That stone.
        corner: StoneId,
    },
    /// Pass the ball.
    Throw,
    /// Chance adds the hand's error.
    Tremor {
        /// The intended release.
        aimed: Release,
    },
    /// Everything has come to rest; the record states the result.
    Seal {
        /// The actual release.
        released: Release,
        /// The result.
        landing: Arc<Landing>,
    },
    /// The game is over.
    Over,
}

/// The last throw, for display.
///
/// ```
/// use sarsen_core::{Chance, Options, Rules, Seat, chance};
/// use sarsen_sun::Sun;
///
/// let mut game = Sun::start(&Options::defaults(Sun::SPEC));
/// for token in ["b1@0", "t500,3400,0,0", "~0,0,0,0"] {
///     game.play(token.parse()?)?;
/// }
/// let seal = game.draw(&mut chance::generator(0)).unwrap();
/// game.play(seal)?;
/// let last = game.last_throw().unwrap();
/// assert_eq!((last.seat, last.released.y, last.taken), (Seat::ONE, 3400, 0));
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastThrow {
    /// The thrower.
    pub seat: Seat,
    /// The actual release, including the hand's error.
    pub released: Release,
    /// The stones taken.
    pub taken: StoneSet,
    /// The stones touched.
    pub touched: StoneSet,
    /// The seal.
    pub seal: u64,
}
