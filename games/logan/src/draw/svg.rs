//! The island as SVG: worn stones on sand, seat 2's hand above and seat 1's below. Light and shadow are plain shapes,
//! because filters are rendered differently by every program.

use std::fmt::Write;

use super::symbols::{DEFINITIONS, fill, ink, shape, tint};
use super::{Mark, mark_of};
use crate::View;
use crate::cell::Cell;
use crate::stone::Face;
use crate::view::{PhaseView, StoneInHand, StoneView};

const SIZE: f64 = 900.0;
/// The height of the band for each hand.
const BAND: f64 = 128.0;
/// The radius of a stone as its shape is drawn.
const RADIUS: f64 = 50.0;
/// The maximal radius of a stone on the island.
const LARGEST: f64 = 62.0;

/// The whole picture.
pub(super) fn board(view: &View) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\" role=\"img\" \
         aria-label=\"Logan Stones\" font-family=\"Georgia, 'Times New Roman', serif\">\n{DEFINITIONS}{GROUND}"
    );
    let frame = Frame::around(view);
    push_open_cells(&mut svg, view, &frame);
    push_gap(&mut svg, view, &frame);
    push_rows(&mut svg, view, &frame);
    for stone in &view.island {
        push_stone(&mut svg, view, stone, &frame);
    }
    push_hand(&mut svg, view, 1, BAND / 2.0);
    push_hand(&mut svg, view, 0, SIZE - BAND / 2.0);
    push_lifted(&mut svg, view);
    push_caption(&mut svg, view);
    svg.push_str("</svg>\n");
    svg
}

const GROUND: &str = r##"<rect width="900" height="900" rx="28" fill="url(#sand)"/>
<g fill="none" stroke="#a5845a" stroke-width="2.5" stroke-linecap="round" opacity=".28"><path d="M20 190Q120 170 230 188"/><path d="M600 176Q730 192 880 172"/><path d="M14 330Q70 318 130 332"/><path d="M770 300Q820 288 886 302"/><path d="M12 520Q90 536 160 518"/><path d="M750 486Q830 470 888 488"/><path d="M16 690Q110 672 210 692"/><path d="M640 700Q760 718 884 696"/></g>
<path d="M0 128 V28 Q0 0 28 0 H872 Q900 0 900 28 V128 Q450 142 0 128 Z M0 772 V872 Q0 900 28 900 H872 Q900 900 900 872 V772 Q450 758 0 772 Z" fill="#6b4a26" fill-opacity=".22"/>
"##;

/// Maps cells to points: the island fills the space between the hands.
struct Frame {
    /// The distance from the centre of a cell to its corners.
    radius: f64,
    middle: (f64, f64),
}

impl Frame {
    fn around(view: &View) -> Frame {
        let stones = view.island.iter().chain(&view.lifted).map(|stone| stone.cell);
        let cells = stones.chain(view.open_cells.iter().copied());
        let points: Vec<(f64, f64)> = cells.map(unit).collect();
        let span = |values: &mut dyn Iterator<Item = f64>| {
            let (low, high) = values
                .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
            if low > high { (0.0, 0.0) } else { (low, high) }
        };
        let (left, right) = span(&mut points.iter().map(|point| point.0));
        let (top, bottom) = span(&mut points.iter().map(|point| point.1));
        let fit = ((SIZE - 40.0) / (right - left + 1.8))
            .min((SIZE - 2.0 * BAND - 40.0) / (bottom - top + 2.1));
        Frame {
            radius: fit.min(LARGEST),
            middle: (f64::midpoint(left, right), f64::midpoint(top, bottom)),
        }
    }

    fn point(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = unit(cell);
        (
            SIZE / 2.0 + (x - self.middle.0) * self.radius,
            SIZE / 2.0 + (y - self.middle.1) * self.radius,
        )
    }

    /// The scale of a stone, which leaves a small gap between neighbours.
    fn scale(&self) -> f64 {
        self.radius / RADIUS * 0.98
    }
}

/// The centre of a cell with radius one.
fn unit(cell: Cell) -> (f64, f64) {
    let (q, r) = (f64::from(cell.q), f64::from(cell.r));
    (3.0_f64.sqrt() * (q + r / 2.0), 1.5 * r)
}

fn push_open_cells(svg: &mut String, view: &View, frame: &Frame) {
    for &cell in view.open_cells.iter().filter(|_| view.outcome.is_none()) {
        let (x, y) = frame.point(cell);
        let _ = writeln!(
            svg,
            "<g transform=\"translate({x:.1} {y:.1}) scale({:.3})\"><use href=\"#stone\" transform=\"scale(.9)\" fill=\"#fff\" fill-opacity=\".13\" \
             stroke=\"#6b4a26\" stroke-opacity=\".5\" stroke-width=\"1.6\" stroke-dasharray=\"3 6\" stroke-linecap=\"round\"/>\
             <text y=\"5\" font-size=\"15\" fill=\"#6b4a26\" fill-opacity=\".75\" text-anchor=\"middle\">{cell}</text></g>",
            frame.scale()
        );
    }
}

/// The hollow that a lifted stone has left in the sand.
fn push_gap(svg: &mut String, view: &View, frame: &Frame) {
    let Some(stone) = &view.lifted else { return };
    let (x, y) = frame.point(stone.cell);
    let _ = writeln!(
        svg,
        "<use href=\"#stone\" transform=\"translate({x:.1} {y:.1}) scale({:.3})\" fill=\"#5a3d1a\" fill-opacity=\".38\" stroke=\"#fff3d6\" stroke-opacity=\".6\" stroke-width=\"2\"/>",
        frame.scale() * 0.9
    );
}

/// Light beneath a winning row.
fn push_rows(svg: &mut String, view: &View, frame: &Frame) {
    for cell in view.rows.iter().flatten() {
        let (x, y) = frame.point(*cell);
        // Ever smaller and brighter layers make a light with a soft edge.
        for (size, opacity) in [(1.34, 0.22), (1.27, 0.3), (1.2, 0.45), (1.13, 0.9)] {
            let _ = writeln!(
                svg,
                "<use href=\"#stone\" transform=\"translate({x:.1} {y:.1}) scale({:.3})\" fill=\"#fff3b0\" fill-opacity=\"{opacity}\"/>",
                frame.scale() * size
            );
        }
    }
}

fn push_stone(svg: &mut String, view: &View, stone: &StoneView, frame: &Frame) {
    let (x, y) = frame.point(stone.cell);
    let body = body(stone.up, mark_of(view, stone.cell));
    let sign = back_sign(stone.back, stone.possible.as_deref());
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x:.1} {y:.1}) scale({:.3})\">{body}{sign}\
         <text y=\"42\" font-size=\"9\" fill=\"{}\" fill-opacity=\".8\" text-anchor=\"middle\">{}</text></g>",
        frame.scale(),
        ink(stone.up),
        stone.cell
    );
}

/// A stone with its symbol and letter; the rim shows its role in the last action.
fn body(face: Face, mark: Mark) -> String {
    let (rim, width) = match mark {
        Mark::None => ("#2d2212", 1.2),
        Mark::Played => ("#fffbe6", 4.5),
        Mark::Flipped => ("#ffb938", 4.5),
        Mark::Row => ("#fff1a8", 5.0),
    };
    let turn = match mark {
        Mark::Flipped => {
            "<g fill=\"none\" stroke=\"#ffb938\" stroke-width=\"3.4\" stroke-linecap=\"round\"><path d=\"M-33 -17 A37 37 0 0 1 -9 -36\"/><path d=\"M-18 -39 L-8 -36.500 L-13 -28\"/></g>"
        }
        _ => "",
    };
    let (gradient, symbol, ink) = (fill(face), shape(face), ink(face));
    let letter = if face.is_known() {
        format!(
            "<text x=\"-27\" y=\"29\" font-size=\"17\" font-weight=\"bold\" fill=\"{ink}\" text-anchor=\"middle\">{face}</text>"
        )
    } else {
        String::new()
    };
    format!(
        "<use href=\"#stone\" transform=\"translate(0 5)\" fill=\"#4a3413\" fill-opacity=\".34\" stroke=\"#4a3413\" stroke-opacity=\".16\" stroke-width=\"7\"/>\
         <use href=\"#stone\" fill=\"url(#{gradient})\" stroke=\"{rim}\" stroke-width=\"{width}\"/>\
         <use href=\"#stone\" transform=\"scale(.93)\" fill=\"url(#gleam)\" opacity=\".55\"/>\
         <use href=\"#{symbol}\"/>{letter}{turn}"
    )
}

/// The back as a small stone at the lower right, or the letters of the possible backs; nothing if the view does not
/// show it.
fn back_sign(back: Face, possible: Option<&[Face]>) -> String {
    let (letters, face) = match possible {
        _ if back.is_known() => (back.letter().to_string(), back),
        Some(possible) => (possible.iter().map(|face| face.letter()).collect(), Face::Hidden),
        None => return String::new(),
    };
    let size = if letters.len() > 2 { 10 } else { 13 };
    let color = if face == Face::Rock || face == Face::Scissors { "#fff" } else { "#4b3a12" };
    format!(
        "<g transform=\"translate(27 23)\"><use href=\"#stone\" transform=\"scale(.29)\" fill=\"{}\" stroke=\"#2d2212\" stroke-width=\"4\"/>\
         <text y=\"4.500\" font-size=\"{size}\" font-weight=\"bold\" fill=\"{color}\" text-anchor=\"middle\">{letters}</text></g>",
        tint(face)
    )
}

fn push_hand(svg: &mut String, view: &View, index: usize, y: f64) {
    let turn = view.to_act.is_some_and(|seat| seat.index() == index);
    let color = if turn { "#fff8dc" } else { "#4b3415" };
    let _ = writeln!(
        svg,
        "<text x=\"34\" y=\"{:.1}\" font-size=\"34\" font-weight=\"bold\" fill=\"{color}\">{}</text>",
        y + 12.0,
        index + 1
    );
    if turn {
        let _ = writeln!(
            svg,
            "<circle cx=\"43\" cy=\"{y:.1}\" r=\"27\" fill=\"none\" stroke=\"#fff8dc\" stroke-width=\"3\"/>"
        );
    }
    for (place, stone) in view.hands[index].iter().enumerate() {
        push_in_hand(svg, stone, 122.0 + place as f64 * 97.0, y);
    }
}

fn push_in_hand(svg: &mut String, stone: &StoneInHand, x: f64, y: f64) {
    let body = body(stone.shown, Mark::None);
    let sign = back_sign(stone.back, stone.possible.as_deref());
    let _ = writeln!(svg, "<g transform=\"translate({x:.1} {y:.1}) scale(.98)\">{body}{sign}</g>");
}

/// The lifted stone, in front of the seat that holds it.
fn push_lifted(svg: &mut String, view: &View) {
    let (Some(stone), Some(seat)) = (&view.lifted, view.to_act) else { return };
    let y = if seat.index() == 0 { SIZE - BAND / 2.0 } else { BAND / 2.0 };
    let body = body(stone.up, Mark::Played);
    let sign = back_sign(stone.back, stone.possible.as_deref());
    let _ = writeln!(
        svg,
        "<g transform=\"translate(450 {y:.1}) rotate(-8) scale(1.12)\">{body}{sign}</g>"
    );
}

fn push_caption(svg: &mut String, view: &View) {
    let caption = match view.outcome {
        Some(outcome) => outcome.to_string(),
        _ if matches!(view.phase, PhaseView::Moving | PhaseView::Putting) => match view.limit {
            Some(limit) => format!("{} / {limit}", view.turns),
            None => view.turns.to_string(),
        },
        _ => return,
    };
    let _ = writeln!(
        svg,
        "<text x=\"866\" y=\"{:.1}\" font-size=\"22\" fill=\"#4b3415\" text-anchor=\"end\">{caption}</text>",
        BAND + 30.0
    );
}
