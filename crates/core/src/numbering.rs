//! Numbers for actions, which learning programs use in place of notation.
//!
//! A numbering is fixed: dense from 0, and the same for all options of a game, for both seats and in every version, so
//! that stored or learnt numbers keep their meaning. Where a board has no edge, cells are counted from an origin that
//! the state determines, so a number can only be read with its state.

use std::ops::ControlFlow;

use crate::{Chance, ListActions, Views};

/// Games whose seats' actions have fixed numbers.
///
/// Numbers identify what a seat may choose, not what is really played: where a seat acts on something it may not know
/// (a stone whose back nobody has seen), the number covers everything the seat cannot tell apart. So masks tell a seat
/// nothing new.
///
/// ```
/// use sarsen_core::{Numbered, Options, Rules};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let action = "G4".parse()?;
/// let id = game.action_id(action).unwrap();
/// assert_eq!(game.action_of(id), Some(action));
/// let mut mask = vec![false; Stonehenge::ACTIONS];
/// game.write_mask(&mut mask);
/// assert!(mask[id]);
/// assert_eq!(mask.iter().filter(|&&legal| legal).count(), 108);
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
pub trait Numbered: ListActions + Chance + Views {
    /// The number of actions; they are numbered from 0.
    const ACTIONS: usize;

    /// The number of chance steps ([`Numbered::visit_chance`]); 0 in games without chance.
    const CHANCE: usize = 0;

    /// The number of an action that the seat to act may choose, as far as that seat may know it. `None` for actions of
    /// chance, and for actions that cannot be played here.
    fn action_id(&self, action: Self::Action) -> Option<usize>;

    /// The action with a number in this state, legal or not. `None` from [`Numbered::ACTIONS`] on, and where the number
    /// has no meaning in this state.
    fn action_of(&self, id: usize) -> Option<Self::Action>;

    /// The token with which the seat to act plays a number: notation, with `?` for what the seat may not know. `None`
    /// as for [`Numbered::action_of`].
    fn token_of(&self, id: usize) -> Option<String> {
        self.action_of(id).map(|action| action.to_string())
    }

    /// Calls `visit` once with the number of every legal action of the seat to act, in no particular order.
    fn visit_ids(&self, mut visit: impl FnMut(usize)) {
        let _: ControlFlow<()> = self.visit_actions(|action| {
            if let Some(id) = self.action_id(action) {
                visit(id);
            }
            ControlFlow::Continue(())
        });
    }

    /// Writes which numbers are legal now; all `false` if no seat is to act. Allocates nothing.
    ///
    /// # Panics
    /// If the slice does not have exactly [`Numbered::ACTIONS`] entries.
    fn write_mask(&self, mask: &mut [bool]) {
        assert_eq!(mask.len(), Self::ACTIONS, "a mask has one entry per number");
        mask.fill(false);
        self.visit_ids(|id| mask[id] = true);
    }

    /// Like [`Numbered::write_mask`], for a mask that is as the last call with the same `set` left it: at first all `false`,
    /// with an empty `set`. Where few of many numbers are legal, only those are touched, and `set` remembers them; other
    /// games write the whole mask and leave `set` empty. Allocates only while `set` grows.
    ///
    /// # Panics
    /// If the slice does not have exactly [`Numbered::ACTIONS`] entries.
    #[inline]
    fn update_mask(&self, mask: &mut [bool], set: &mut Vec<u16>) {
        let _ = set;
        self.write_mask(mask);
    }

    /// The next chance step, if chance is to act. A draw with too many outcomes to list (a deal) is split into steps,
    /// each a number with its weight; `drawn` holds the steps so far. Visits nothing once the draw is complete.
    fn visit_chance(&self, drawn: &[usize], visit: impl FnMut(usize, u32)) {
        let _ = (drawn, visit);
    }

    /// The action that the chance steps make up; `None` while more must follow, and for impossible steps.
    fn chance_of(&self, drawn: &[usize]) -> Option<Self::Action> {
        let _ = drawn;
        None
    }

    /// The chance steps that make up an action; empty if it is not an action of chance.
    fn chance_steps(&self, action: Self::Action) -> Vec<usize> {
        let _ = action;
        Vec::new()
    }
}
