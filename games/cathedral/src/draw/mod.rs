//! Drawing a view: as text and as SVG.

mod outline;
mod svg;
mod text;

use sarsen_core::Draw;

use crate::{Cathedral, View};

impl Draw for Cathedral {
    fn text(view: &View) -> String {
        text::board(view)
    }

    fn svg(view: &View) -> String {
        svg::board(view)
    }
}
