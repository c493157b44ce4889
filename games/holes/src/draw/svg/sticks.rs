//! The four sticks between the trays: a marked face is flat and carved, a blank one round and plain.

use std::fmt::Write;

use crate::View;
use crate::sticks::STICKS;

use super::{SIZE, pegs};

/// The upper ends of the sticks and their angles, as if they had been dropped.
const PLACES: [(f64, f64, f64); STICKS] =
    [(-66.0, 1012.0, -11.0), (-22.0, 1006.0, 5.0), (18.0, 1014.0, -4.0), (58.0, 1004.0, 12.0)];

/// The sticks as they last fell, with the thrower and the score.
pub(super) fn draw(svg: &mut String, view: &View) {
    let marked = view.sticks.as_ref().map(|sticks| sticks.marked);
    let opacity = if marked.is_some() { 1.0 } else { 0.45 };
    let _ = write!(svg, r##"<g opacity="{opacity}">"##);
    for ((dx, y, angle), marked) in PLACES.into_iter().zip(marked.unwrap_or_default()) {
        let x = SIZE.0 / 2.0 + dx;
        let _ = write!(svg, r#"<g transform="translate({x} {y}) rotate({angle})">"#);
        svg.push_str(SHADE);
        svg.push_str(if marked { MARKED } else { BLANK });
        svg.push_str("</g>");
    }
    svg.push_str("</g>");
    let Some(sticks) = &view.sticks else { return };
    let middle = SIZE.0 / 2.0;
    pegs::draw_head(svg, sticks.seat, (middle - 20.0, 1160.0), 0.85);
    let _ =
        write!(svg, r#"<text class="big" x="{}" y="1163">{}</text>"#, middle + 18.0, sticks.score);
}

const SHADE: &str =
    r##"<rect x="-10" y="2" width="20" height="114" rx="9" fill="#3a2208" fill-opacity=".32"/>"##;

const MARKED: &str = r##"<rect x="-9" width="18" height="112" rx="8" fill="#f4dfae" stroke="#7b5424" stroke-width="1.6"/><path d="M0 10l5 9-5 9-5-9zM0 46.500l5 9-5 9-5-9zM0 83l5 9-5 9-5-9z" fill="#a33d20"/><path d="M-5 33.500h10M-5 39.500h10M-5 71h10M-5 77h10" stroke="#2c6a7c" stroke-width="2.400"/>"##;

const BLANK: &str = r##"<rect x="-9" width="18" height="112" rx="8" fill="#6b421f" stroke="#341c08" stroke-width="1.6"/><path d="M-3 10C-4 40 -4 72 -3 102" stroke="#b98552" stroke-width="4" fill="none" stroke-linecap="round" opacity=".8"/><path d="M4 14C5 40 5 72 4 98" stroke="#3d220c" stroke-width="1.6" fill="none" opacity=".7"/>"##;
