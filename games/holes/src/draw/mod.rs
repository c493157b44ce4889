//! How a view looks: on a terminal and as a picture.

mod text;

use sarsen_core::Draw;

use crate::{Holes, View};

impl Draw for Holes {
    fn text(view: &View) -> String {
        text::board(view)
    }

    fn svg(_view: &View) -> String {
        String::new()
    }
}
