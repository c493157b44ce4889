//! Drawing a view: as text and as SVG.

mod svg;
mod text;

use sarsen_core::Draw;

use crate::{Stonehenge, View};

impl Draw for Stonehenge {
    fn text(view: &View) -> String {
        text::board(view)
    }

    fn svg(view: &View) -> String {
        svg::board(view)
    }
}
