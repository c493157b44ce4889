//! Drawing a view: as text and as SVG.

mod svg;
mod text;

use sarsen_core::{Draw, Options};

use crate::action::Action;
use crate::state::Sun;
use crate::trajectory;
use crate::view::View;

impl Draw for Sun {
    fn text(view: &View) -> String {
        text::plan(view)
    }

    fn svg(view: &View) -> String {
        svg::plan(view)
    }

    fn playback(options: &Options, actions: &[Action]) -> Option<Vec<u8>> {
        trajectory::of_last_throw(options, actions)
    }
}
