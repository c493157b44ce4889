//! The parts of a turn, and what is remembered of the last one.

use std::sync::Arc;

use sarsen_core::Seat;

use crate::ball::Release;
use crate::landing::Landing;
use crate::pieces::StoneId;
use crate::throw::StoneSet;

/// Which part of a turn comes next (S2).
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
        /// What the thrower meant.
        aimed: Release,
    },
    /// Everything has come to rest; the record says so.
    Seal {
        /// How the ball was let go.
        released: Release,
        /// What came of it.
        landing: Arc<Landing>,
    },
    /// The game is over.
    Over,
}

/// The last throw, for those who look.
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
    /// Who threw.
    pub seat: Seat,
    /// How the ball was let go, the hand's error included.
    pub released: Release,
    /// The stones taken.
    pub taken: StoneSet,
    /// The stones touched.
    pub touched: StoneSet,
    /// The seal.
    pub seal: u64,
}
