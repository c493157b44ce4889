//! The actions of seats and chance.

use crate::ball::Release;
use crate::pieces::StoneId;

/// One action. Its text is its notation (see the `notation` module).
///
/// ```
/// use sarsen_sun::Action;
///
/// assert_eq!("b7@1234".parse(), Ok(Action::Build { stone: 7, angle: 1234, turn: 0 }));
/// assert_eq!("g5=8,3".parse::<Action>()?.to_string(), "g5=3,8", "the smaller upright first");
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A stone from the stock is stood on the ring.
    Build {
        /// The stone.
        stone: StoneId,
        /// The direction, in tenths of a degree.
        angle: u16,
        /// How far it is turned counter-clockwise from the ring's direction, in tenths of a degree.
        turn: u16,
    },
    /// A stone from the stock is stood on top of another.
    BuildTop {
        /// The stone.
        stone: StoneId,
        /// The ground stone below.
        on: StoneId,
    },
    /// A stone on the base is laid across two others. The smaller number comes first.
    Gate {
        /// The lintel.
        stone: StoneId,
        /// One upright.
        left: StoneId,
        /// The other upright, with the larger number.
        right: StoneId,
    },
    /// The marker is moved.
    Marker {
        /// The direction, in tenths of a degree.
        angle: u16,
    },
    /// The ball is released.
    Throw {
        /// Horizontal position in tenths of a millimetre.
        x: i16,
        /// Horizontal position in tenths of a millimetre.
        y: i16,
        /// Horizontal velocity in millimetres per second.
        vx: i16,
        /// Horizontal velocity in millimetres per second.
        vy: i16,
    },
    /// Chance: the hand's error, which is added to the throw.
    Tremor {
        /// Added to the position, in tenths of a millimetre.
        dx: i16,
        /// Added to the position, in tenths of a millimetre.
        dy: i16,
        /// Added to the velocity, in millimetres per second.
        dvx: i16,
        /// Added to the velocity, in millimetres per second.
        dvy: i16,
    },
    /// Chance with a single outcome: the hash of the final position.
    Seal(u64),
}

impl Action {
    /// The release of a throw, without the hand's error.
    pub fn release(self) -> Option<Release> {
        match self {
            Action::Throw { x, y, vx, vy } => Some(Release {
                x: i32::from(x),
                y: i32::from(y),
                vx: i32::from(vx),
                vy: i32::from(vy),
            }),
            _ => None,
        }
    }
}
