//! The board as SVG: a palm inlaid in bone and dark wood on sand, pegs with the heads of hounds and jackals, the
//! throwing sticks between the two seats' trays. Shadows are plain shapes, because filters are rendered differently by
//! every program.

mod palm;
mod pegs;
mod sticks;
mod tray;

use std::fmt::Write;

use sarsen_core::Seat;

use crate::View;
use crate::track::{SHEN_PLACE, WIDTH};
use crate::view::{HoleView, SideView};

/// The picture's size.
const SIZE: (f64, f64) = (960.0, 1180.0);

/// Pixels per unit of the board.
const UNIT: f64 = 25.0;

/// The whole document.
pub(super) fn board(view: &View) -> String {
    let mut svg = String::with_capacity(48 << 10);
    let (width, height) = SIZE;
    let _ = write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="Georgia, 'Noto Serif', serif"><title>58 Holes</title>"#
    );
    svg.push_str(DEFINITIONS);
    pegs::define(&mut svg);
    let _ = write!(svg, r##"<rect width="{width}" height="{height}" fill="url(#sand)"/>"##);
    svg.push_str(RIPPLES);
    palm::draw(&mut svg);
    draw_lines(&mut svg, view);
    view.holes.iter().for_each(|hole| draw_hole(&mut svg, hole));
    draw_shen(&mut svg);
    draw_last(&mut svg, view);
    draw_pieces(&mut svg, view);
    view.sides.iter().for_each(|side| tray::draw(&mut svg, view, side));
    sticks::draw(&mut svg, view);
    svg.push_str("</svg>\n");
    svg
}

/// The position of a point of the board in the picture.
fn pixel((x, y): (i8, i8)) -> (f64, f64) {
    let from_middle = f64::from(x) - f64::from(WIDTH) / 2.0;
    (SIZE.0 / 2.0 + from_middle * UNIT, 91.0 + f64::from(SHEN_PLACE.1 - y) * UNIT)
}

/// −1 to the left of the palm, 1 to its right.
fn outward(seat: Seat) -> f64 {
    if seat == Seat::ONE { -1.0 } else { 1.0 }
}

/// The warp lines as grooves: the long one straight, the short one bowed around the hole between its ends.
fn draw_lines(svg: &mut String, view: &View) {
    for hole in view.holes.iter().filter(|hole| hole.warps_to > Some(hole.hole)) {
        let other = view
            .holes
            .iter()
            .find(|other| other.seat == hole.seat && Some(other.hole) == hole.warps_to);
        let Some(other) = other else { continue };
        let (ax, ay) = pixel((hole.x, hole.y));
        let (bx, by) = pixel((other.x, other.y));
        let bow = if hole.x == other.x { 62.0 * outward(hole.seat) } else { 0.0 };
        let (mx, my) = ((ax + bx) / 2.0 + bow, (ay + by) / 2.0);
        for (class, shift) in [("groove-light", 1.6), ("groove", 0.0), ("groove-gold", 0.0)] {
            let _ = write!(
                svg,
                r#"<path class="{class}" transform="translate(0 {shift})" d="M{ax} {ay}Q{mx} {my} {bx} {by}"/>"#
            );
        }
    }
}

fn draw_hole(svg: &mut String, hole: &HoleView) {
    let (x, y) = pixel((hole.x, hole.y));
    if hole.nefer {
        draw_rosette(svg, x, y);
    }
    if hole.warps_to.is_some() {
        let _ = write!(svg, r#"<circle class="ring" cx="{x}" cy="{y}" r="13"/>"#);
    }
    if hole.hole == crate::track::START {
        let _ = write!(svg, r#"<circle class="start" cx="{x}" cy="{y}" r="13"/>"#);
    }
    let _ = write!(
        svg,
        r##"<circle cx="{x}" cy="{y}" r="9.2" fill="#fff6dd" opacity=".75"/><circle cx="{x}" cy="{}" r="8.4" fill="url(#bore)"/>"##,
        y - 0.8
    );
    draw_number(svg, hole, x, y);
}

/// The number is drawn where no line runs: beside the lane, below the arc, and away from the palm's crown.
fn draw_number(svg: &mut String, hole: &HoleView, x: f64, y: f64) {
    let out = outward(hole.seat);
    let number = hole.hole.number();
    let (dx, dy) = match number {
        1 => (22.0 * out, 5.0),
        ..=10 => (-24.0 * out, 5.0),
        11..=25 => (36.0 * out, 5.0),
        _ => (-4.0 * out, 25.0),
    };
    let _ = write!(svg, r#"<text class="number" x="{}" y="{}">{number}</text>"#, x + dx, y + dy);
}

/// Eight petals and a gold ring: the good holes.
fn draw_rosette(svg: &mut String, x: f64, y: f64) {
    for petal in 0..8 {
        let class = if petal % 2 == 0 { "petal" } else { "petal blue" };
        let angle = petal * 45;
        let _ = write!(
            svg,
            r#"<ellipse class="{class}" cx="{x}" cy="{}" rx="4.6" ry="8" transform="rotate({angle} {x} {y})"/>"#,
            y - 13.0
        );
    }
    let _ = write!(svg, r##"<circle cx="{x}" cy="{y}" r="11.5" fill="url(#gold)"/>"##);
}

/// The Shen sign: a ring of rope tied to a bar.
fn draw_shen(svg: &mut String) {
    let (x, y) = pixel(SHEN_PLACE);
    let _ = write!(
        svg,
        r##"<circle cx="{x}" cy="{}" r="26.500" fill="#3a2208" fill-opacity=".3"/><rect x="{}" y="{}" width="64" height="8" rx="4" fill="url(#gold)" stroke="#3a2208" stroke-opacity=".3"/><circle cx="{x}" cy="{y}" r="25" fill="url(#gold)"/><circle cx="{x}" cy="{y}" r="19.5" fill="#24566a"/><circle cx="{x}" cy="{y}" r="19.5" fill="none" stroke="#7a5310" stroke-width="1.2"/><circle cx="{x}" cy="{y}" r="14" fill="url(#bore)"/>"##,
        y + 2.5,
        x - 32.0,
        y + 23.0
    );
}

/// Where the last moved piece came from, and where it is.
fn draw_last(svg: &mut String, view: &View) {
    let Some(last) = &view.last else { return };
    for hole in view.holes.iter().filter(|hole| hole.seat == last.seat) {
        let (x, y) = pixel((hole.x, hole.y));
        if last.from == Some(hole.hole) {
            let _ = write!(svg, r#"<circle class="left" cx="{x}" cy="{y}" r="13"/>"#);
        }
        if last.to == Some(hole.hole.number()) {
            let _ = write!(svg, r#"<circle class="came" cx="{x}" cy="{y}" r="14"/>"#);
        }
    }
}

/// The pegs on the lanes and in the Shen hole, upper ones first, so that lower ones overlap them.
fn draw_pieces(svg: &mut String, view: &View) {
    view.sides.iter().for_each(|side| draw_arrived(svg, side));
    let mut standing: Vec<&HoleView> = view.holes.iter().filter(|hole| hole.piece).collect();
    standing.sort_by_key(|hole| -hole.y);
    for hole in standing {
        let (x, y) = pixel((hole.x, hole.y));
        if hole.movable {
            let _ = write!(
                svg,
                r##"<circle cx="{x}" cy="{y}" r="22" fill="url(#glow)"/><circle class="movable" cx="{x}" cy="{y}" r="14.5"/>"##
            );
        }
        pegs::draw(svg, hole.seat, (x, y), 0.0, 1.14);
    }
}

/// One peg for all of a seat's pieces in the Shen hole, with their number if there are several.
fn draw_arrived(svg: &mut String, side: &SideView) {
    if side.shen == 0 {
        return;
    }
    let (x, y) = pixel(SHEN_PLACE);
    let out = outward(side.seat);
    pegs::draw(svg, side.seat, (x + 4.0 * out, y + 4.0), 15.0 * out, 1.1);
    if side.shen > 1 {
        let (x, y) = (x + 27.0 * out, y - 8.0);
        let _ = write!(
            svg,
            r##"<circle cx="{x}" cy="{y}" r="10.5" fill="url(#gold)" stroke="#6d4610"/><text class="count" x="{x}" y="{}">{}</text>"##,
            y + 5.0,
            side.shen
        );
    }
}

const DEFINITIONS: &str = r##"<defs>
<linearGradient id="sand" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f3e2bb"/><stop offset=".6" stop-color="#e3c68d"/><stop offset="1" stop-color="#cfa966"/></linearGradient>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7b4a25"/><stop offset=".45" stop-color="#56300f"/><stop offset="1" stop-color="#3a1f0b"/></linearGradient>
<linearGradient id="bone" x1="0" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="#fdf5df"/><stop offset=".55" stop-color="#f0dfb8"/><stop offset="1" stop-color="#dcc08c"/></linearGradient>
<linearGradient id="trunk" x1="0" x2="1"><stop offset="0" stop-color="#6e4a24"/><stop offset=".45" stop-color="#a9783f"/><stop offset="1" stop-color="#5b3a1a"/></linearGradient>
<linearGradient id="leaf" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7f9a4c"/><stop offset="1" stop-color="#3f6136"/></linearGradient>
<linearGradient id="gold" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f6dc86"/><stop offset=".5" stop-color="#c99a35"/><stop offset="1" stop-color="#8f6417"/></linearGradient>
<radialGradient id="bore" cx=".5" cy=".62" r=".6"><stop offset="0" stop-color="#3c230e"/><stop offset=".75" stop-color="#1d0f05"/><stop offset="1" stop-color="#0f0702"/></radialGradient>
<radialGradient id="glow"><stop offset=".3" stop-color="#ffd65a" stop-opacity=".95"/><stop offset="1" stop-color="#ffd65a" stop-opacity="0"/></radialGradient>
</defs>
<style>.groove,.groove-light,.groove-gold{fill:none;stroke-linecap:round}.groove{stroke:#6d4618;stroke-width:5}.groove-light{stroke:#fffaf0;stroke-width:6;opacity:.8}.groove-gold{stroke:#c08f2f;stroke-width:2.2}.ring{fill:#e6c374;stroke:#6d4618;stroke-width:1.6}.petal{fill:#b5482c;stroke:#7a5310;stroke-width:.8}.blue{fill:#2c6a7c}.start{fill:#d9b982;stroke:#8a5a22;stroke-width:1.4;stroke-dasharray:2 3}.number{font-size:14px;fill:#5b3a14;text-anchor:middle}.left{fill:none;stroke:#8a5a22;stroke-width:2.2;stroke-dasharray:4 4}.came{fill:none;stroke:#2c6a7c;stroke-width:3}.movable{fill:none;stroke:#b87500;stroke-width:2.6}.big{font-size:30px;fill:#4a2d0d;text-anchor:middle}.count{font-size:15px;font-weight:bold;fill:#2b1606;text-anchor:middle}</style>
"##;

/// Wind marks in the sand.
const RIPPLES: &str = r##"<g fill="none" stroke="#b98f4e" stroke-width="2" opacity=".28"><path d="M-20 150C80 110 150 190 260 150"/><path d="M-20 430C50 400 90 460 150 430"/><path d="M-20 760C50 730 100 790 170 755"/><path d="M980 260C900 220 850 300 790 265"/><path d="M980 560C920 530 880 590 820 560"/><path d="M980 890C900 850 850 930 770 890"/><path d="M700 60C780 30 860 90 980 50"/><path d="M40 980C160 950 260 1010 400 975"/><path d="M560 1165C680 1130 820 1185 980 1150"/></g>
"##;
