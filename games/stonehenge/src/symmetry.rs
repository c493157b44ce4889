//! The six symmetries of the board, applied to states and actions.

use sarsen_core::Symmetric;

use crate::board::{self, CELL_IMAGES, CELLS, Cell, LINE_IMAGES, LINES, Line};
use crate::{Action, Stonehenge, hash};

impl Symmetric for Stonehenge {
    const SYMMETRIES: usize = board::SYMMETRIES;

    fn transform(&self, symmetry: usize) -> Stonehenge {
        let mut image = *self;
        image.held = self.held.map(|set| board::image_of_set(set, symmetry));
        image.face_up = board::image_of_set(self.face_up, symmetry);
        for cell in 0..CELLS {
            image.values[usize::from(CELL_IMAGES[symmetry][cell])] = self.values[cell];
        }
        for line in 0..LINES {
            let to = usize::from(LINE_IMAGES[symmetry][line]);
            image.diff[to] = self.diff[line];
            image.empty[to] = self.empty[line];
        }
        image.dominated = self.dominated.map(|set| lines_image(set, symmetry));
        image.marked = self.marked.map(|set| lines_image(set, symmetry));
        image.last = self.last.map(|action| self.transform_action(action, symmetry));
        image.hash = hash::of(&image);
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
        // The two rotations undo each other; everything else undoes itself.
        [0, 2, 1, 3, 4, 5][symmetry]
    }
}

fn lines_image(set: u16, symmetry: usize) -> u16 {
    Line::of_set(set).map(|line| 1 << LINE_IMAGES[symmetry][line.index()]).sum()
}
