//! Pegs: a slender shaft with the head of a hound, ears hanging, or of a jackal, ears pricked.

use std::fmt::Write;

use sarsen_core::Seat;

/// The two kinds of pegs, standing in the origin.
pub(super) fn define(svg: &mut String) {
    svg.push_str(PEGS);
}

/// A peg at a point, leaning by an angle.
pub(super) fn draw(svg: &mut String, seat: Seat, (x, y): (f64, f64), lean: f64, scale: f64) {
    let name = name(seat);
    let _ = write!(
        svg,
        r##"<use href="#{name}" transform="translate({x:.1} {y:.1}) rotate({lean:.1}) scale({scale})"/>"##
    );
}

/// A removed peg, lying on its side.
pub(super) fn draw_fallen(svg: &mut String, seat: Seat, (x, y): (f64, f64)) {
    let name = name(seat);
    let angle = if seat == Seat::ONE { 84 } else { -84 };
    let _ = write!(
        svg,
        r##"<use href="#{name}-bare" opacity=".55" transform="translate({x:.1} {y:.1}) rotate({angle}) scale(.8)"/>"##
    );
}

/// Only the head, for the trays.
pub(super) fn draw_head(svg: &mut String, seat: Seat, (x, y): (f64, f64), scale: f64) {
    let name = name(seat);
    let _ = write!(
        svg,
        r##"<use href="#{name}-head" transform="translate({x:.1} {y:.1}) scale({scale})"/>"##
    );
}

fn name(seat: Seat) -> &'static str {
    if seat == Seat::ONE { "hound" } else { "jackal" }
}

const PEGS: &str = r##"<defs>
<linearGradient id="red" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e58a5c"/><stop offset=".5" stop-color="#b9502b"/><stop offset="1" stop-color="#7c2d14"/></linearGradient>
<linearGradient id="night" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#5d7597"/><stop offset=".5" stop-color="#2a3d5c"/><stop offset="1" stop-color="#121d33"/></linearGradient>
<g id="hound-head" stroke-linejoin="round"><path d="M-6.500 2C-8 -4 -9.500 -9 -7 -13.500C-4.500 -18 1 -19 4.500 -16L13 -12.500C15.500 -11.500 15.500 -8 13 -7.300L6.500 -5.500C4 -4.500 4 -2 4.500 2Z" fill="url(#red)" stroke="#4c1808" stroke-width="1.3"/><path d="M-4 -16.500C-9.500 -16 -12 -9 -10 -2.500C-6 -2.500 -2.500 -7.500 -1.500 -13Z" fill="#7c2d14" stroke="#4c1808" stroke-width="1.1"/><circle cx="3.600" cy="-12.300" r="1.400" fill="#200a02"/><circle cx="13.600" cy="-10.800" r="1.700" fill="#200a02"/></g>
<g id="jackal-head" stroke-linejoin="round"><path d="M6.500 2C8 -4 8 -8 6.500 -11.500L7.500 -26L2 -17L-.500 -26L-3 -15.500L-15.500 -9.800C-17 -9 -16.500 -6.800 -14.800 -6.500L-6 -5.300C-4.200 -3.800 -4 -1.500 -4.500 2Z" fill="url(#night)" stroke="#070d1b" stroke-width="1.300"/><path d="M5.900 -22L3.600 -16.500L5.300 -14Z" fill="#d8a94a"/><path d="M-.800 -21.500L-1.900 -16.200L.700 -16.800Z" fill="#d8a94a"/><circle cx="-2.800" cy="-11.500" r="1.400" fill="#ffdf8e"/><circle cx="-15.300" cy="-8.500" r="1.500" fill="#070d1b"/></g>
<g id="hound-bare"><path d="M-2.600 0L-3.600 -24H3.600L2.600 0Q0 2 -2.600 0Z" fill="url(#red)" stroke="#4c1808" stroke-width="1.2"/><use href="#hound-head" transform="translate(0 -24)"/><rect x="-6.500" y="-25" width="12" height="4.500" rx="2" fill="url(#gold)" stroke="#6d4610" stroke-width=".8"/></g>
<g id="jackal-bare"><path d="M-2.600 0L-3.600 -24H3.600L2.600 0Q0 2 -2.600 0Z" fill="url(#night)" stroke="#070d1b" stroke-width="1.2"/><use href="#jackal-head" transform="translate(0 -24)"/><rect x="-5.500" y="-25" width="12" height="4.500" rx="2" fill="url(#gold)" stroke="#6d4610" stroke-width=".8"/></g>
<g id="hound"><ellipse cx="5" cy="2.500" rx="12" ry="4.500" fill="#2b1606" opacity=".35"/><use href="#hound-bare"/></g>
<g id="jackal"><ellipse cx="5" cy="2.500" rx="12" ry="4.500" fill="#2b1606" opacity=".35"/><use href="#jackal-bare"/></g>
</defs>
"##;
