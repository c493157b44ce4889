//! A seat's tray: its pieces in hand, its removed pieces, and whether it is its turn.

use std::fmt::Write;

use sarsen_core::Seat;

use crate::View;
use crate::view::SideView;

use super::{SIZE, pegs};

const WIDTH: f64 = 330.0;
const TOP: f64 = 1000.0;

/// One tray, seat 1's to the left.
pub(super) fn draw(svg: &mut String, view: &View, side: &SideView) {
    let left = if side.seat == Seat::ONE { 28.0 } else { SIZE.0 - 28.0 - WIDTH };
    let turn = view.to_act == Some(side.seat) || view.to_throw == Some(side.seat);
    let won = view.outcome.and_then(|outcome| outcome.winner()) == Some(side.seat);
    let edge = if turn || won { "#e2a21c" } else { "#56300f" };
    let _ = write!(
        svg,
        r##"<rect x="{left}" y="{}" width="{WIDTH}" height="160" rx="19" fill="#3a2208" fill-opacity=".3"/><rect x="{left}" y="{TOP}" width="{WIDTH}" height="158" rx="18" fill="url(#wood)"/><rect x="{}" y="{}" width="{}" height="146" rx="13" fill="#efdcae" stroke="{edge}" stroke-width="{}"/>"##,
        TOP + 3.0,
        left + 6.0,
        TOP + 6.0,
        WIDTH - 12.0,
        if turn || won { 5 } else { 2 }
    );
    draw_name(svg, side, left, won);
    for nth in 0..view.pieces {
        draw_slot(svg, side, left, nth);
    }
    for nth in 0..side.removed {
        draw_removed(svg, side, left, nth);
    }
}

fn draw_name(svg: &mut String, side: &SideView, left: f64, won: bool) {
    pegs::draw_head(svg, side.seat, (left + 40.0, TOP + 72.0), 1.7);
    let _ = write!(
        svg,
        r#"<text class="big" x="{}" y="{}">{}</text>"#,
        left + 40.0,
        TOP + 124.0,
        side.seat
    );
    if won {
        let (x, y) = (left + WIDTH - 30.0, TOP + 34.0);
        let _ = write!(
            svg,
            r##"<path transform="translate({x} {y})" d="M0 -17l5 11.500 12.500 1-9.500 8 3 12.500L0 9.500l-11 6.500 3-12.500-9.500-8 12.500-1z" fill="url(#gold)" stroke="#7a5310"/>"##
        );
    }
}

/// A hole of the tray, with a peg if one is in hand.
fn draw_slot(svg: &mut String, side: &SideView, left: f64, nth: u8) {
    let (x, y) = (left + 100.0 + 46.0 * f64::from(nth), TOP + 76.0);
    let _ = write!(svg, r##"<circle cx="{x}" cy="{y}" r="7" fill="url(#bore)" opacity=".8"/>"##);
    if nth < side.hand {
        pegs::draw(svg, side.seat, (x, y), 0.0, 1.14);
    }
}

/// A removed peg, lying in the lower row.
fn draw_removed(svg: &mut String, side: &SideView, left: f64, nth: u8) {
    let start = if side.seat == Seat::ONE { 82.0 } else { 122.0 };
    let x = left + start + 46.0 * f64::from(nth);
    pegs::draw_fallen(svg, side.seat, (x, TOP + 126.0));
}
