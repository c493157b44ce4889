//! The slab and the tree on it.

use std::fmt::Write;

use super::{SIZE, pixel};

/// A dark slab, a bone plate let into it, and the palm in the middle.
pub(super) fn draw(svg: &mut String) {
    let slab = outline(0.0);
    let plate = outline(15.0);
    let _ = write!(
        svg,
        r##"<path d="{slab}" transform="translate(0 12)" fill="#3a2208" fill-opacity=".28" stroke="#3a2208" stroke-opacity=".12" stroke-width="16"/><path d="{slab}" fill="url(#wood)"/><path d="{slab}" fill="none" stroke="#a06c3a" stroke-width="2" opacity=".7"/><path d="{plate}" fill="url(#bone)" stroke="#2b1606" stroke-width="2"/>"##
    );
    draw_border(svg);
    draw_trunk(svg);
    draw_fronds(svg);
}

/// A shield with a domed top and a slight waist, `inset` pixels inside the slab's edge.
fn outline(inset: f64) -> String {
    let middle = SIZE.0 / 2.0;
    let half = 330.0 - inset;
    let (top, shoulder, bottom) = (22.0 + inset, 250.0, 975.0 - inset);
    let waist = half - 16.0;
    let x = |across: f64| middle + across;
    format!(
        "M{} {top}C{} {top} {} {} {} {shoulder}C{} 560 {} 560 {} {}Q{} {bottom} {} {bottom}H{}Q{} {bottom} {} {}C{} 560 {} 560 {} {shoulder}C{} {} {} {top} {} {top}Z",
        x(0.0),
        x(half * 0.62),
        x(half),
        top + 60.0,
        x(half),
        x(waist),
        x(waist),
        x(half),
        bottom - 40.0,
        x(half),
        x(half - 40.0),
        x(40.0 - half),
        x(-half),
        x(-half),
        bottom - 40.0,
        x(-waist),
        x(-waist),
        x(-half),
        x(-half),
        top + 60.0,
        x(-half * 0.62),
        x(0.0),
    )
}

/// A line of inlay along the edge of the plate.
fn draw_border(svg: &mut String) {
    let _ = write!(
        svg,
        r##"<path d="{0}" fill="none" stroke="#2c6a7c" stroke-width="5" opacity=".85"/><path d="{0}" fill="none" stroke="#f0d590" stroke-width="1.4" stroke-dasharray="10 6"/>"##,
        outline(26.0)
    );
}

/// A trunk that tapers upwards, ringed by old leaf bases, on a small mound.
fn draw_trunk(svg: &mut String) {
    let (x, top) = pixel((12, 29));
    let (_, bottom) = pixel((12, 0));
    let _ = write!(
        svg,
        r##"<path d="M{} {}Q{x} {} {} {}Z" fill="#b98a4a" opacity=".55"/><path d="M{} {top}C{} {} {} {} {} {bottom}H{}C{} {} {} {} {} {top}Z" fill="url(#trunk)" opacity=".9"/>"##,
        x - 62.0,
        bottom + 16.0,
        bottom - 26.0,
        x + 62.0,
        bottom + 16.0,
        x - 9.0,
        x - 10.0,
        top + 200.0,
        x - 12.0,
        bottom - 160.0,
        x - 21.0,
        x + 21.0,
        x + 12.0,
        bottom - 160.0,
        x + 10.0,
        top + 200.0,
        x + 9.0,
    );
    for ring in 0..34 {
        let y = top + 14.0 + f64::from(ring) * 21.0;
        let down = (y - top) / (bottom - top);
        let half = 9.0 + 5.0 * down + 6.0 * (down - 0.75).max(0.0) * 4.0 * down;
        let _ = write!(
            svg,
            r##"<path d="M{} {}L{x} {}L{} {}" fill="none" stroke="#3f260d" stroke-width="1.6" opacity=".55"/>"##,
            x - half,
            y - 5.0,
            y + 3.0,
            x + half,
            y - 5.0
        );
    }
}

/// Nine feathered fronds, the hanging ones first, and two clusters of dates.
fn draw_fronds(svg: &mut String) {
    let (x, y) = pixel((12, 29));
    for (dx, dy) in [(-30.0, 20.0), (30.0, 20.0)] {
        for (date, across) in [(0.0, 0.0), (7.0, 4.0), (3.0, -5.0), (13.0, -1.0), (10.0, 7.0)] {
            let _ = write!(
                svg,
                r##"<ellipse cx="{}" cy="{}" rx="3.4" ry="4.6" fill="#a4532a" opacity=".9"/>"##,
                x + dx * 0.45 + across,
                y + dy * 0.5 + date
            );
        }
    }
    for angle in [-104, 104, -78, 78, -52, 52, -26, 26, 0] {
        let _ = write!(svg, r#"<g transform="translate({x} {y}) rotate({angle})">"#);
        draw_frond(svg, f64::from(angle).signum());
        svg.push_str("</g>");
    }
}

/// One frond that grows upwards and bends to a side.
fn draw_frond(svg: &mut String, side: f64) {
    let bend = 16.0 * side;
    svg.push_str(r##"<path fill="url(#leaf)" opacity=".93" d=""##);
    let steps = 11;
    let spine = |step: i32| {
        let t = f64::from(step) / f64::from(steps);
        (bend * t * t, -66.0 * t)
    };
    let _ = write!(svg, "M0 0");
    for (left, order) in [(-1.0, 0..=steps), (1.0, 0..=steps)] {
        let order: Vec<i32> = if left < 0.0 { order.collect() } else { order.rev().collect() };
        for step in order {
            let (sx, sy) = spine(step);
            let t = f64::from(step) / f64::from(steps);
            let reach = 13.0 * (t * (1.15 - t)).sqrt() * 1.6;
            let _ = write!(svg, "L{:.1} {:.1}", sx + left * 1.5, sy);
            let _ = write!(svg, "L{:.1} {:.1}", sx + left * reach, sy + 9.0);
        }
    }
    let (tip_x, tip_y) = spine(steps);
    let _ = write!(
        svg,
        r##"Z"/><path d="M0 0Q0 {:.1} {tip_x:.1} {tip_y:.1}" fill="none" stroke="#e4e7b0" stroke-width="1.2" opacity=".7"/>"##,
        tip_y / 2.0
    );
}
