//! The six symmetries of the board, applied to states and actions.

use sarsen_core::Symmetric;

use crate::board::{self, CELL_IMAGES, Cell, LINE_IMAGES, Line};
use crate::{Action, Stonehenge, hash};

impl Symmetric for Stonehenge {
    const SYMMETRIES: usize = board::SYMMETRIES;

    fn transform(&self, symmetry: usize) -> Stonehenge {
        let mut image = *self;
        image.held = self.held.map(|set| board::image_of_set(set, symmetry));
        image.face_up = board::image_of_set(self.face_up, symmetry);
        for (cell, &to) in CELL_IMAGES[symmetry].iter().enumerate() {
            image.values[usize::from(to)] = self.values[cell];
        }
        for (line, &to) in LINE_IMAGES[symmetry].iter().enumerate() {
            image.diff[usize::from(to)] = self.diff[line];
            image.empty[usize::from(to)] = self.empty[line];
        }
        image.dominated = self.dominated.map(|set| lines_image(set, symmetry));
        image.marked = self.marked.map(|set| lines_image(set, symmetry));
        image.last = self.last.map(|action| self.transform_action(action, symmetry));
        image.druids_hash = hash::of_druids(&image);
        image
    }

    fn transform_action(&self, action: Action, symmetry: usize) -> Action {
        match action {
            Action::Place { cell, value } => {
                let cell = Cell::new(usize::from(CELL_IMAGES[symmetry][cell.index()]));
                Action::Place { cell: cell.expect("cells go to cells"), value }
            }
            Action::Mark(line) => {
                let line = Line::new(usize::from(LINE_IMAGES[symmetry][line.index()]));
                Action::Mark(line.expect("lines go to lines"))
            }
            Action::End | Action::Pass => action,
        }
    }

    fn inverse(symmetry: usize) -> usize {
        // The two rotations are inverse to each other; all others are their own inverses.
        [0, 2, 1, 3, 4, 5][symmetry]
    }
}

fn lines_image(set: u16, symmetry: usize) -> u16 {
    Line::of_set(set).map(|line| 1 << LINE_IMAGES[symmetry][line.index()]).sum()
}
