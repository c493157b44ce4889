//! Positions to start from.

use sarsen_core::{Options, Rules, Seat};

use crate::scene::{Placed, Scene};
use crate::state::Sun;
use crate::throw::{StoneSet, bit};

/// A position to start from, for studies and tests.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat};
/// use sarsen_sun::building::ring_pose;
/// use sarsen_sun::scene::{Placed, Role};
/// use sarsen_sun::{Setup, Sun};
///
/// let stones = vec![Placed { stone: 1, role: Role::Ground, pose: ring_pose(1, 0, 0) }];
/// let setup = Setup { stones, markers: vec![900, 1800], taken: Vec::new(), seat: Seat::TWO };
/// let game = Sun::set_up(&Options::defaults(Sun::SPEC), &setup);
/// assert_eq!((game.active(), game.markers()), (Seat::TWO, &[900, 1800][..]));
/// assert!(game.stones_add_up());
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    /// What stands on the base.
    pub stones: Vec<Placed>,
    /// The directions of the markers, seat by seat.
    pub markers: Vec<u16>,
    /// The stones taken by each seat; missing entries mean none.
    pub taken: Vec<StoneSet>,
    /// The seat whose turn begins.
    pub seat: Seat,
}

impl Sun {
    /// A state in the middle of a game, at the beginning of a turn. All remaining stones are in the stock; if nothing
    /// can be built the game is over.
    pub fn set_up(options: &Options, setup: &Setup) -> Sun {
        let mut state = Sun::start(options);
        let standing = setup.stones.iter().fold(0, |set, placed| set | bit(placed.stone));
        state.scene = Scene::new(setup.stones.clone());
        state.taken[..setup.taken.len()].copy_from_slice(&setup.taken);
        state.stock &= !setup.taken.iter().fold(standing, |all, taken| all | taken);
        state.markers[..setup.markers.len()].copy_from_slice(&setup.markers);
        state.seat = setup.seat;
        state.turns = u32::from(state.config.seats) + setup.seat.index() as u32;
        state.begin_turn();
        state
    }
}
