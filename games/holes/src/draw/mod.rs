//! Drawing a view: as text and as SVG.

mod svg;
mod text;

use sarsen_core::Draw;

use crate::{Holes, View};

impl Draw for Holes {
    fn text(view: &View) -> String {
        text::board(view)
    }

    fn svg(view: &View) -> String {
        svg::board(view)
    }
}
