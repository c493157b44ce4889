//! Numbers for actions: what learning programs choose from in place of notation.
//!
//! A numbering is fixed: dense from 0, the same under all options of a game, for both seats and in every version, so that what
//! was learnt or stored by number keeps its meaning. Where a board has no edge the numbers are counted from a place that
//! the state itself gives, so only a state can read them.

use std::ops::ControlFlow;

use crate::{Chance, ListActions, Views};

/// Games whose seats' actions have fixed numbers.
///
/// What a seat may choose from is numbered, not what is really played: where a seat acts on something that it may not know (a
/// stone whose back nobody has seen), a number stands for what the seat can say of it. So masks tell a seat nothing new.
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
    /// How many numbers there are; they run from 0.
    const ACTIONS: usize;

    /// How many numbers chance's steps have ([`Numbered::visit_chance`]); 0 in games without chance.
    const CHANCE: usize = 0;

    /// The number of an action that the seat to act may choose, as that seat may know it. `None` for chance's actions, and for
    /// actions that cannot be played here.
    fn action_id(&self, action: Self::Action) -> Option<usize>;

    /// The action that a number stands for here, legal or not. `None` beyond [`Numbered::ACTIONS`], and where the number
    /// stands for nothing in this state.
    fn action_of(&self, id: usize) -> Option<Self::Action>;

    /// What the seat to act says to play a number: its notation, with `?` for what the seat may not know. `None` as of
    /// [`Numbered::action_of`].
    fn token_of(&self, id: usize) -> Option<String> {
        self.action_of(id).map(|action| action.to_string())
    }

    /// Calls `visit` with the number of every legal action of the seat to act, each once, in no order.
    fn visit_ids(&self, mut visit: impl FnMut(usize)) {
        let _: ControlFlow<()> = self.visit_actions(|action| {
            if let Some(id) = self.action_id(action) {
                visit(id);
            }
            ControlFlow::Continue(())
        });
    }

    /// Writes which numbers are legal now, all `false` where no seat is to act. Allocates nothing.
    ///
    /// # Panics
    /// If the slice does not hold [`Numbered::ACTIONS`] places.
    fn write_mask(&self, mask: &mut [bool]) {
        assert_eq!(mask.len(), Self::ACTIONS, "a mask has one place for each number");
        mask.fill(false);
        self.visit_ids(|id| mask[id] = true);
    }

    /// Chance's next step where chance is to act: a draw that is too large to list (a deal) is taken apart into steps, each a
    /// number with its weight. `drawn` are the steps so far. Visits nothing once the draw is complete.
    fn visit_chance(&self, drawn: &[usize], visit: impl FnMut(usize, u32)) {
        let _ = (drawn, visit);
    }

    /// The action that chance's steps make up; `None` while more have to follow, and for steps that cannot be.
    fn chance_of(&self, drawn: &[usize]) -> Option<Self::Action> {
        let _ = drawn;
        None
    }

    /// The steps that make up an action of chance; empty where it is no such action.
    fn chance_steps(&self, action: Self::Action) -> Vec<usize> {
        let _ = action;
        Vec::new()
    }
}
