//! The board as SVG: lines of dawn light on dark ground, druids as hooded tokens, megaliths at the ends of the lines.
//! Light and shadow are plain shapes, because filters are rendered differently by every program.

use std::fmt::Write;

use sarsen_core::Seat;

use crate::View;
use crate::board::Cell;
use crate::view::{CellView, LineView};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 760.0;
/// The distance between neighbouring cells.
const STEP: f64 = 132.0;
const TOKEN: f64 = 41.0;
/// How far beyond its last cell a line's megalith stands, in steps.
const END: f64 = 0.62;

/// The whole picture.
pub(super) fn board(view: &View) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Stonehenge\" font-family=\"Georgia, 'Times New Roman', serif\">\n{DEFINITIONS}{GROUND}"
    );
    for line in &view.lines {
        push_line(&mut svg, line);
    }
    for line in &view.lines {
        push_megalith(&mut svg, line);
    }
    for cell in &view.cells {
        push_cell(&mut svg, cell, view);
    }
    push_tray(&mut svg, view, Seat::ONE, 26.0);
    push_tray(&mut svg, view, Seat::TWO, WIDTH - 26.0);
    svg.push_str("</svg>\n");
    svg
}

const DEFINITIONS: &str = r##"<defs>
<radialGradient id="ground" cx="50%" cy="42%" r="75%"><stop offset="0" stop-color="#4a5a48"/><stop offset=".55" stop-color="#2c3a33"/><stop offset="1" stop-color="#141d1c"/></radialGradient>
<radialGradient id="dawn" cx="50%" cy="38%" r="45%"><stop offset="0" stop-color="#ffdf9a" stop-opacity=".38"/><stop offset="1" stop-color="#ffdf9a" stop-opacity="0"/></radialGradient>
<linearGradient id="one" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#5d6b86"/><stop offset="1" stop-color="#262f44"/></linearGradient>
<linearGradient id="two" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d99a5b"/><stop offset="1" stop-color="#7c421c"/></linearGradient>
<linearGradient id="stone1" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#aab6cf"/><stop offset=".5" stop-color="#71809e"/><stop offset="1" stop-color="#3a4763"/></linearGradient>
<linearGradient id="stone2" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#f2c08a"/><stop offset=".5" stop-color="#bf7a3c"/><stop offset="1" stop-color="#74401b"/></linearGradient>
</defs>
"##;

const GROUND: &str = r##"<rect width="900" height="760" rx="28" fill="url(#ground)"/>
<rect width="900" height="760" rx="28" fill="url(#dawn)"/>
"##;

const MEGALITH: &str = "M-13 14 L-11 -20 Q-9 -28 0 -29 Q10 -28 11 -19 L14 14 Q0 20 -13 14 Z";

/// The style of a shadow: a copy of the shape, slightly lower, with a soft rim.
const SHADE: &str = "fill=\"#000\" fill-opacity=\".34\" stroke=\"#000\" stroke-opacity=\".15\" \
                     stroke-width=\"7\" stroke-linejoin=\"round\"";

/// The position of a point of the full triangle in the picture.
fn point(i: f64, j: f64) -> (f64, f64) {
    (WIDTH / 2.0 + (j - i / 2.0) * STEP, 168.0 + (i - 1.0) * STEP * 0.866)
}

fn center(cell: Cell) -> (f64, f64) {
    let (i, j) = cell.coordinates();
    point(i as f64, j as f64)
}

/// The ends of a line, extended beyond its outer cells; the megalith stands at the second.
fn ends(line: &LineView) -> ((f64, f64), (f64, f64)) {
    let first = center(line.cells[0]);
    let last = center(line.cells[line.cells.len() - 1]);
    let length = (last.0 - first.0).hypot(last.1 - first.1);
    let (dx, dy) = ((last.0 - first.0) / length * STEP, (last.1 - first.1) / length * STEP);
    // Rows end on the left, falling lines above, rising lines below, so that no two megaliths meet.
    let upwards = !line.line.to_string().starts_with('u');
    let (tail, head, sign) = if upwards { (last, first, -1.0) } else { (first, last, 1.0) };
    let near = (tail.0 - sign * dx * 0.42, tail.1 - sign * dy * 0.42);
    (near, (head.0 + sign * dx * END, head.1 + sign * dy * END))
}

fn light_of(seat: Option<Seat>) -> (&'static str, f64) {
    match seat {
        Some(Seat::ONE) => ("#a9c4ff", 0.95),
        Some(_) => ("#ffab5e", 0.95),
        None => ("#ffe9b0", 0.62),
    }
}

fn push_line(svg: &mut String, line: &LineView) {
    let ((x1, y1), (x2, y2)) = ends(line);
    let (color, opacity) = light_of(line.dominated_by);
    // The wide strokes make the glow around the line.
    for (width, part) in [(19.0, 0.08), (13.0, 0.13), (8.0, 0.22), (2.6, 1.0)] {
        let opacity = opacity * part;
        let _ = writeln!(
            svg,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\" \
             stroke-opacity=\"{opacity:.3}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
        );
    }
}

/// A standing stone if the line is marked, otherwise a small green with the line's name.
fn push_megalith(svg: &mut String, line: &LineView) {
    let (_, (x, y)) = ends(line);
    let _ = writeln!(
        svg,
        "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"17\" ry=\"17\" fill=\"#5f7d4c\" stroke=\"#93b277\" stroke-width=\"1.5\"/>"
    );
    let Some(seat) = line.marked_by else {
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"16\" fill=\"#f2f6e6\" text-anchor=\"middle\">{}</text>",
            y + 5.5,
            line.line
        );
        return;
    };
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x:.1} {y:.1})\"><path d=\"{MEGALITH}\" transform=\"translate(0 4)\" {SHADE}/><path d=\"{MEGALITH}\" \
         fill=\"url(#stone{seat})\" stroke=\"#10141c\" stroke-opacity=\".6\"/><text y=\"2\" font-size=\"15\" font-weight=\"bold\" fill=\"#fff\" \
         text-anchor=\"middle\">{}</text></g>",
        line.line
    );
}

fn push_cell(svg: &mut String, cell: &CellView, view: &View) {
    let (x, y) = center(cell.cell);
    let _ = match cell.seat {
        None => writeln!(
            svg,
            "<g transform=\"translate({x:.1} {y:.1})\"><circle r=\"27\" fill=\"#9aa39a\" fill-opacity=\".92\" stroke=\"#e9edda\" stroke-width=\"2\"/>\
             <text y=\"7\" font-size=\"21\" fill=\"#263029\" text-anchor=\"middle\">{}</text></g>",
            cell.cell
        ),
        Some(seat) => writeln!(
            svg,
            "<g transform=\"translate({x:.1} {y:.1})\">{}</g>",
            druid(cell, seat, view)
        ),
    };
}

/// Seat 1's druids are round, seat 2's octagonal, so that they can be told apart without colour.
fn druid(cell: &CellView, seat: Seat, view: &View) -> String {
    let is_last = view.last.as_deref().is_some_and(|last| last.starts_with(cell.cell.letter()));
    let (fill, rim) =
        if seat == Seat::ONE { ("url(#one)", "#c6d3ee") } else { ("url(#two)", "#ffe0b5") };
    let rim_width = if is_last { 5.0 } else { 2.5 };
    let rim = if is_last { "#fff7d0" } else { rim };
    let shape = if seat == Seat::ONE {
        format!("<circle r=\"{TOKEN}\"")
    } else {
        let corner = TOKEN * 0.42;
        format!(
            "<path d=\"M{} {TOKEN} H{corner} L{TOKEN} {corner} V{} L{corner} {} H{} L{} {} V{corner} Z\"",
            -corner, -corner, -TOKEN, -corner, -TOKEN, -corner
        )
    };
    let value = cell.value.map_or("?".to_owned(), |value| value.to_string());
    format!(
        "{shape} transform=\"translate(0 4)\" {SHADE}/>\
         {shape} fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"{rim_width}\"/>\
         <path d=\"M0 -33 Q-22 -24 -24 6 Q0 -4 24 6 Q22 -24 0 -33 Z\" fill=\"#fff\" fill-opacity=\".1\"/>\
         <text y=\"14\" font-size=\"42\" font-weight=\"bold\" fill=\"#fff\" stroke=\"#000\" stroke-opacity=\".35\" \
         stroke-width=\"1\" text-anchor=\"middle\">{value}</text>\
         <text y=\"33\" font-size=\"13\" fill=\"#fff\" fill-opacity=\".8\" text-anchor=\"middle\">{}</text>",
        cell.cell
    )
}

/// A seat's druids in hand and its remaining megaliths.
fn push_tray(svg: &mut String, view: &View, seat: Seat, edge: f64) {
    let hand = &view.hands[seat.index()];
    let values: Vec<String> = match &hand.druids {
        Some(druids) => druids.iter().map(u8::to_string).collect(),
        None => vec!["?".to_owned(); hand.size],
    };
    let (fill, sign, anchor) =
        if seat == Seat::ONE { ("url(#one)", 1.0, "start") } else { ("url(#two)", -1.0, "end") };
    let weight = if view.to_act == Some(seat) { "bold" } else { "normal" };
    let (megalith, count) = (edge + sign * 34.0, edge + sign * 52.0);
    let _ = writeln!(
        svg,
        "<g font-size=\"24\" font-weight=\"{weight}\" fill=\"#fff\" text-anchor=\"{anchor}\"><text x=\"{edge}\" y=\"52\">{seat}</text>\
         <text x=\"{count}\" y=\"52\">{}</text></g>\
         <path d=\"{MEGALITH}\" transform=\"translate({megalith} 48) scale(.7)\" fill=\"url(#stone{seat})\" stroke=\"#10141c\"/>",
        view.megaliths[seat]
    );
    // A bar of light under the seat to act.
    if view.to_act == Some(seat) {
        let (x1, x2) = (edge, edge + sign * 124.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{x1} 64H{x2}\" stroke=\"#ffe9b0\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
        );
    }
    for (index, value) in values.iter().enumerate() {
        let x = edge + sign * (19.0 + (index % 3) as f64 * 43.0);
        let y = 88.0 + (index / 3) as f64 * 43.0;
        let rounding = if seat == Seat::ONE { 19 } else { 7 };
        let _ = writeln!(
            svg,
            "<g transform=\"translate({x} {y})\"><rect x=\"-19\" y=\"-19\" width=\"38\" height=\"38\" rx=\"{rounding}\" fill=\"{fill}\" \
             stroke=\"#fff\" stroke-opacity=\".55\"/><text y=\"7\" font-size=\"21\" fill=\"#fff\" text-anchor=\"middle\">{value}</text></g>"
        );
    }
}
