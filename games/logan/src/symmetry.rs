//! The island can be rotated by sixths and reflected; its location on the grid never matters.

use sarsen_core::Symmetric;

use crate::action::Action;
use crate::cell::{self, Cell};
use crate::state::{Deed, Last, Logan};

impl Symmetric for Logan {
    const SYMMETRIES: usize = cell::SYMMETRIES;

    fn transform(&self, symmetry: usize) -> Logan {
        let mut image = self.clone();
        image.island = self.island.transform(symmetry);
        image.second = self.second.transform(symmetry);
        image.last = self.last.map(|last| transform_last(last, symmetry));
        // L13: rotated positions are not equal, so their hashes are recomputed.
        image.history = self.history.retold(&image.position(), symmetry, self.to_act).0;
        image
    }

    fn transform_action(&self, action: Action, symmetry: usize) -> Action {
        let turn = |cell: Cell| cell.transform(symmetry);
        match action {
            Action::Deal(_) => action,
            Action::Add { stone, turned, cell } => Action::Add { stone, turned, cell: turn(cell) },
            Action::Lift(cell) => Action::Lift(turn(cell)),
            Action::Put { cell, turned } => Action::Put { cell: turn(cell), turned },
            Action::Flip(cell) => Action::Flip(turn(cell)),
        }
    }

    fn inverse(symmetry: usize) -> usize {
        cell::inverse(symmetry)
    }
}

fn transform_last(mut last: Last, symmetry: usize) -> Last {
    if let Deed::Put { from, .. } = &mut last.what {
        *from = from.transform(symmetry);
    }
    last
}
