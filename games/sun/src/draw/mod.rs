//! Drawing a view: as text and as SVG.

mod svg;
mod text;

use sarsen_core::Draw;

use crate::state::Sun;
use crate::view::View;

impl Draw for Sun {
    fn text(view: &View) -> String {
        text::plan(view)
    }

    fn svg(view: &View) -> String {
        svg::plan(view)
    }
}
