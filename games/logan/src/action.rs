//! The actions of chance and of the seats.

use crate::cell::Cell;
use crate::stone::{HAND, STONES, Stone};

/// An action.
///
/// ```
/// use sarsen_logan::{Action, Cell};
///
/// assert_eq!("^0,1".parse(), Ok(Action::Lift(Cell::new(0, 1))));
/// let Action::Add { stone, turned, cell } = "+RP~@1,-1".parse()? else { panic!("a stone is added") };
/// assert_eq!((stone.to_string().as_str(), turned, cell), ("RP", true, Cell::new(1, -1)));
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// L1, L2: the bag is dealt out.
    Deal(Deal),
    /// L4: a stone from the hand is added to the island.
    Add {
        /// The stone as it lay in the hand.
        stone: Stone,
        /// L5: whether it is turned over when placed.
        turned: bool,
        /// The target cell.
        cell: Cell,
    },
    /// L9: a stone of the island is lifted; the same seat then puts it down.
    Lift(Cell),
    /// L9: the lifted stone is put down.
    Put {
        /// The target cell.
        cell: Cell,
        /// Whether it is turned over when put down.
        turned: bool,
    },
    /// L11: a stone is turned over where it lies.
    Flip(Cell),
}

/// All stones in the order of the deal, four bits each: two in the middle, then the hands.
///
/// ```
/// use sarsen_logan::{Bag, Deal};
///
/// let stones = Bag::Distinct.stones();
/// assert_eq!(Deal::new(&stones).stones(), stones, "packed and unpacked");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal([u8; STONES / 2]);

impl Deal {
    /// A deal of stones in this order: the two in the middle, seat 1's hand, seat 2's hand.
    pub fn new(stones: &[Stone; STONES]) -> Deal {
        let mut packed = [0; STONES / 2];
        for (byte, pair) in packed.iter_mut().zip(stones.chunks_exact(2)) {
            *byte = pair[0].bits() << 4 | pair[1].bits();
        }
        Deal(packed)
    }

    /// The stones in their order.
    pub fn stones(self) -> [Stone; STONES] {
        let mut stones = [Stone::from_bits(0); STONES];
        for (byte, pair) in self.0.into_iter().zip(stones.chunks_exact_mut(2)) {
            pair[0] = Stone::from_bits(byte >> 4);
            pair[1] = Stone::from_bits(byte);
        }
        stones
    }
}

/// The index in a deal where the hands begin, and where seat 2's hand begins.
pub(crate) const MIDDLE: usize = STONES - 2 * HAND;
