//! The board as SVG: a sandy square within a city wall, seen from above in low light; Light's monuments of limestone,
//! Dark's of basalt, the People Piece of terracotta. Shadows are plain shapes, because filters are rendered differently
//! by every program.

use std::fmt::Write;

use sarsen_core::Seat;

use super::outline;
use crate::board::{SIZE, Square, Squares};
use crate::piece::colour;
use crate::view::{PieceView, TrayView};
use crate::{DARK, LIGHT, View};

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 1130.0;
/// The side of a square, and the top-left corner of the board.
const CELL: f64 = 74.0;
const LEFT: f64 = (WIDTH - CELL * SIZE as f64) / 2.0;
const TOP: f64 = 76.0;
/// The distance of a piece from the edges of its squares, and the radius of its corners, in squares.
const INSET: f64 = 0.045;
const ROUND: f64 = 0.12;
/// The height of a monument in the picture.
const RISE: f64 = 6.0;

/// The whole picture.
pub(super) fn board(view: &View) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Cathedral\" font-family=\"Georgia, 'Times New Roman', serif\">\n{DEFINITIONS}"
    );
    push_ground(&mut svg);
    for claim in &view.claimed {
        push_claim(&mut svg, claim.squares, claim.seat);
    }
    if let Some(decision) = &view.decision {
        push_squares(&mut svg, decision.region, "url(#doubt)");
    }
    for piece in &view.pieces {
        push_piece(&mut svg, piece, view);
    }
    push_tray(&mut svg, view, LIGHT, 24.0);
    push_tray(&mut svg, view, DARK, 508.0);
    svg.push_str("</svg>\n");
    svg
}

const DEFINITIONS: &str = r##"<defs>
<radialGradient id="table" cx="50%" cy="38%" r="80%"><stop offset="0" stop-color="#5b4a3c"/><stop offset=".6" stop-color="#3a2f28"/><stop offset="1" stop-color="#1e1916"/></radialGradient>
<linearGradient id="sand" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e9d6ac"/><stop offset=".5" stop-color="#dcc493"/><stop offset="1" stop-color="#c5a873"/></linearGradient>
<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#b3a793"/><stop offset=".5" stop-color="#8d8270"/><stop offset="1" stop-color="#655c4f"/></linearGradient>
<linearGradient id="face1" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fffaf0"/><stop offset=".5" stop-color="#f1e6cf"/><stop offset="1" stop-color="#d9c6a0"/></linearGradient>
<linearGradient id="face2" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#6d625c"/><stop offset=".5" stop-color="#4a413d"/><stop offset="1" stop-color="#2e2725"/></linearGradient>
<linearGradient id="face0" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e39a6b"/><stop offset=".5" stop-color="#c56a3f"/><stop offset="1" stop-color="#97431f"/></linearGradient>
<pattern id="claim1" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="14" height="14" fill="#fff8e2" fill-opacity=".5"/><rect width="5" height="14" fill="#fffdf4" fill-opacity=".95"/></pattern>
<pattern id="claim2" width="13" height="13" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="13" height="13" fill="#4a3a30" fill-opacity=".42"/><path d="M0 0H13M0 0V13" stroke="#2c211b" stroke-width="3.4" stroke-opacity=".75"/></pattern>
<pattern id="doubt" width="16" height="16" patternUnits="userSpaceOnUse"><rect width="16" height="16" fill="#d8452b" fill-opacity=".16"/><circle cx="8" cy="8" r="2.6" fill="#b3311b" fill-opacity=".7"/></pattern>
<pattern id="stones" width="52" height="26" patternUnits="userSpaceOnUse"><path d="M0 .5H52M0 13.5H52M13 0V13M39 0V13M0 13V26M26 13V26" stroke="#3d362d" stroke-opacity=".45" stroke-width="1.6" fill="none"/></pattern>
<linearGradient id="felt" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#94806a"/><stop offset="1" stop-color="#7a6753"/></linearGradient>
</defs>
"##;

/// The position of a grid point in the picture.
fn on_board(x: f64, y: f64) -> (f64, f64) {
    (LEFT + x * CELL, TOP + (SIZE as f64 - y) * CELL)
}

/// Table, wall, sand and grid, with the names of columns and rows on the wall.
fn push_ground(svg: &mut String) {
    let side = CELL * SIZE as f64;
    let (x, y, outer) = (LEFT - 40.0, TOP - 40.0, side + 80.0);
    let _ = write!(
        svg,
        "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"26\" fill=\"url(#table)\"/>\n\
         <rect x=\"{x}\" y=\"{}\" width=\"{outer}\" height=\"{outer}\" rx=\"20\" fill=\"#000\" fill-opacity=\".34\" stroke=\"#000\" stroke-opacity=\".2\" stroke-width=\"16\"/>\n\
         <rect x=\"{x}\" y=\"{y}\" width=\"{outer}\" height=\"{outer}\" rx=\"16\" fill=\"url(#wall)\"/>\n\
         <rect x=\"{x}\" y=\"{y}\" width=\"{outer}\" height=\"{outer}\" rx=\"16\" fill=\"url(#stones)\"/>\n\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{side}\" height=\"{side}\" fill=\"url(#sand)\"/>\n",
        y + 10.0
    );
    push_towers(svg);
    push_grid(svg);
    push_names(svg);
}

/// The four corner towers of the wall.
fn push_towers(svg: &mut String) {
    let side = CELL * SIZE as f64;
    for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let center = |along: f64, from: f64| from - 20.0 + along * (side + 40.0);
        let _ = writeln!(
            svg,
            "<g transform=\"translate({} {})\"><circle cx=\"4\" cy=\"7\" r=\"29\" fill=\"#2a1b0c\" fill-opacity=\".4\"/><circle r=\"27\" fill=\"url(#wall)\" stroke=\"#3d362d\" stroke-width=\"2\"/>\
             <circle r=\"18\" fill=\"none\" stroke=\"#3d362d\" stroke-opacity=\".55\" stroke-width=\"9\" stroke-dasharray=\"8.1 6.04\"/></g>",
            center(x, LEFT),
            center(y, TOP)
        );
    }
}

fn push_grid(svg: &mut String) {
    let mut lines = String::new();
    for n in 0..=SIZE {
        let n = n as f64;
        let ((x1, y1), (x2, y2)) = (on_board(n, 0.0), on_board(n, SIZE as f64));
        let ((x3, y3), (x4, y4)) = (on_board(0.0, n), on_board(SIZE as f64, n));
        let _ = write!(lines, "M{x1} {y1}L{x2} {y2}M{x3} {y3}L{x4} {y4}");
    }
    let side = CELL * SIZE as f64;
    let _ = writeln!(
        svg,
        "<path d=\"{lines}\" stroke=\"#8a6d3f\" stroke-opacity=\".45\" stroke-width=\"1.3\"/>\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"#3d2f1c\" stroke-opacity=\".7\" stroke-width=\"4\"/>"
    );
}

fn push_names(svg: &mut String) {
    // Names are drawn twice, the second time on top of their dark rim: not every program supports `paint-order`.
    push_names_in(
        svg,
        "fill=\"none\" stroke=\"#2c261f\" stroke-width=\"3\" stroke-linejoin=\"round\"",
    );
    push_names_in(svg, "fill=\"#f6eedb\"");
}

fn push_names_in(svg: &mut String, paint: &str) {
    let _ = write!(svg, "<g font-size=\"19\" font-weight=\"bold\" text-anchor=\"middle\" {paint}>");
    for n in 0..SIZE {
        let middle = n as f64 + 0.5;
        let (x, y) = on_board(middle, 0.0);
        let letter = char::from(b'a' + n as u8);
        let _ = write!(svg, "<text x=\"{x}\" y=\"{}\">{letter}</text>", y + 26.0);
        let (x, y) = on_board(0.0, middle);
        let _ = write!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", x - 20.0, y + 7.0, n + 1);
    }
    svg.push_str("</g>\n");
}

fn push_squares(svg: &mut String, squares: Squares, fill: &str) {
    for square in squares.iter() {
        let (x, y) = on_board(square.column() as f64, square.row() as f64 + 1.0);
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>"
        );
    }
    svg.push('\n');
}

/// Claimed space: one pattern per seat, with a line around it.
fn push_claim(svg: &mut String, squares: Squares, seat: Seat) {
    push_squares(svg, squares, &format!("url(#claim{seat})"));
    let mut border = String::new();
    for square in squares.iter() {
        push_border(&mut border, squares, square);
    }
    let color = if seat == LIGHT { "#fffdf2" } else { "#2a1f18" };
    let _ = writeln!(
        svg,
        "<path d=\"{border}\" stroke=\"{color}\" stroke-width=\"3.5\" stroke-linecap=\"square\"/>"
    );
}

/// The sides of a square that border on squares outside the set.
fn push_border(border: &mut String, squares: Squares, square: Square) {
    let (column, row) = (square.column(), square.row());
    let open = |column: Option<usize>, row: Option<usize>| {
        let beyond = column.zip(row).and_then(|(column, row)| Square::new(column, row));
        !beyond.is_some_and(|square| squares.contains(square))
    };
    let (x, y) = (column as f64, row as f64);
    let sides = [
        (open(column.checked_sub(1), Some(row)), (x, y), (x, y + 1.0)),
        (open(Some(column + 1), Some(row)), (x + 1.0, y), (x + 1.0, y + 1.0)),
        (open(Some(column), row.checked_sub(1)), (x, y), (x + 1.0, y)),
        (open(Some(column), Some(row + 1)), (x, y + 1.0), (x + 1.0, y + 1.0)),
    ];
    for (_, from, to) in sides.iter().filter(|(open, ..)| *open) {
        let ((x1, y1), (x2, y2)) = (on_board(from.0, from.1), on_board(to.0, to.1));
        let _ = write!(border, "M{x1} {y1}L{x2} {y2}");
    }
}

/// The material of an owner's monuments.
struct Stone {
    /// The number of the gradient of the face.
    face: u8,
    face_tone: &'static str,
    side: &'static str,
    edge: &'static str,
    ridge: &'static str,
    lettering: &'static str,
}

const LIMESTONE: Stone = Stone {
    face: 1,
    face_tone: "#f0e5cd",
    side: "#a08c63",
    edge: "#6d5c3a",
    ridge: "#b49d6e",
    lettering: "#5a4a2c",
};
const BASALT: Stone = Stone {
    face: 2,
    face_tone: "#493f3b",
    side: "#191412",
    edge: "#0d0a09",
    ridge: "#8d7f76",
    lettering: "#f0e4d4",
};
const TERRACOTTA: Stone = Stone {
    face: 0,
    face_tone: "#c0653a",
    side: "#6e2f13",
    edge: "#4b1e0b",
    ridge: "#f2bb92",
    lettering: "#fff1e2",
};

fn stone(seat: Option<Seat>) -> &'static Stone {
    match seat {
        Some(LIGHT) => &LIMESTONE,
        Some(_) => &BASALT,
        None => &TERRACOTTA,
    }
}

fn push_piece(svg: &mut String, piece: &PieceView, view: &View) {
    svg.push_str("<g>");
    push_block(svg, piece.squares, piece.seat, on_board, CELL);
    let enclosed = view.decision.as_ref().is_some_and(|d| d.squares == piece.squares);
    if enclosed || view.last_squares == piece.squares {
        let path = outline::path(piece.squares, INSET, ROUND, raised(on_board, RISE));
        let (color, dashes) = if enclosed { ("#e2401f", "9 6") } else { ("#ffcf4d", "none") };
        let _ = write!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"5\" stroke-dasharray=\"{dashes}\"/>"
        );
    }
    if let Some(square) = piece.squares.first() {
        let (x, y) = on_board(square.column() as f64 + 0.5, square.row() as f64 + 0.5);
        let Stone { face_tone, lettering, .. } = stone(piece.seat);
        let rim = format!(
            "fill=\"none\" stroke=\"{face_tone}\" stroke-width=\"7\" stroke-linejoin=\"round\""
        );
        for paint in [rim, format!("fill=\"{lettering}\"")] {
            let _ = write!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"21\" font-weight=\"bold\" {paint} text-anchor=\"middle\">{}</text>",
                y + 4.0,
                piece.piece.code()
            );
        }
    }
    svg.push_str("</g>\n");
}

/// A monument's body: its side, its face, and the ridges of its roofs.
fn push_block(
    svg: &mut String,
    squares: Squares,
    seat: Option<Seat>,
    place: impl Fn(f64, f64) -> (f64, f64) + Copy,
    cell: f64,
) {
    let Stone { face, side, edge, ridge, .. } = stone(seat);
    let scale = cell / CELL;
    let above = raised(place, RISE * scale);
    let below = raised(place, -RISE * scale);
    let body = outline::path(squares, INSET, ROUND, below);
    let face_path = outline::path(squares, INSET, ROUND, above);
    let roof = outline::path(squares, 0.17, 0.05, above);
    let ridges = ridges(squares, above);
    let (thin, line) = (1.6 * scale.max(0.6), 2.4 * scale);
    let (right, down, rim) = (4.0 * scale, 7.0 * scale, 5.0 * scale);
    let _ = write!(
        svg,
        "<path d=\"{body}\" transform=\"translate({right:.2} {down:.2})\" fill=\"#2a1b0c\" fill-opacity=\".34\" stroke=\"#2a1b0c\" stroke-opacity=\".18\" \
         stroke-width=\"{rim:.2}\" stroke-linejoin=\"round\"/>\
         <path d=\"{body}\" fill=\"{side}\" stroke=\"{edge}\" stroke-width=\"{thin:.2}\"/>\
         <path d=\"{face_path}\" fill=\"url(#face{face})\" stroke=\"{edge}\" stroke-width=\"{thin:.2}\"/>\
         <path d=\"{roof}\" fill=\"none\" stroke=\"{ridge}\" stroke-opacity=\".6\" stroke-width=\"{line:.2}\"/>\
         <path d=\"{ridges}\" fill=\"none\" stroke=\"{ridge}\" stroke-opacity=\".85\" stroke-width=\"{line:.2}\" stroke-linecap=\"round\"/>"
    );
}

/// A position in the picture, raised by half a monument's height.
fn raised(
    place: impl Fn(f64, f64) -> (f64, f64) + Copy,
    height: f64,
) -> impl Fn(f64, f64) -> (f64, f64) + Copy {
    move |x, y| {
        let (x, y) = place(x, y);
        (x, y - height / 2.0)
    }
}

/// Lines along the middle of a piece, from square to square.
fn ridges(squares: Squares, place: impl Fn(f64, f64) -> (f64, f64)) -> String {
    let mut ridges = String::new();
    let middle = |square: Square| place(square.column() as f64 + 0.5, square.row() as f64 + 0.5);
    for square in squares.iter() {
        let (column, row) = (square.column(), square.row());
        let next = [Square::new(column + 1, row), Square::new(column, row + 1)];
        for other in next.into_iter().flatten().filter(|&other| squares.contains(other)) {
            let ((x1, y1), (x2, y2)) = (middle(square), middle(other));
            let _ = write!(ridges, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
        }
    }
    ridges
}

/// A seat's unplaced monuments and its score, below the board.
fn push_tray(svg: &mut String, view: &View, seat: Seat, left: f64) {
    let top = TOP + CELL * SIZE as f64 + 62.0;
    let acts = view.to_act == Some(seat);
    let (rim, width) = if acts { ("#ffcf4d", 3.0) } else { ("#8d8270", 1.2) };
    let name = colour(seat).en;
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"468\" height=\"232\" rx=\"14\" fill=\"url(#felt)\" stroke=\"{rim}\" stroke-width=\"{width}\"/>\
         <text x=\"{}\" y=\"{}\" font-size=\"24\" font-weight=\"bold\" fill=\"#fff8e8\">{name}</text>\
         <text x=\"{}\" y=\"{}\" font-size=\"24\" font-weight=\"bold\" fill=\"#f6eedb\" text-anchor=\"end\">{}</text>",
        left + 18.0,
        top + 32.0,
        left + 450.0,
        top + 32.0,
        view.score[seat]
    );
    let own = view.trays[seat.index()].iter().map(|kind| (kind, Some(seat)));
    let people = view.people.iter().filter(|_| acts).map(|kind| (kind, None));
    for (index, (kind, owner)) in own.chain(people).enumerate() {
        let x = left + 16.0 + (index % 6) as f64 * 74.0;
        let y = top + 46.0 + (index / 6) as f64 * 92.0;
        push_kind(svg, kind, owner, x, y);
    }
}

/// A kind of piece in a tray, once per piece left.
fn push_kind(svg: &mut String, kind: &TrayView, seat: Option<Seat>, x: f64, y: f64) {
    const SMALL: f64 = 16.0;
    let Some(cells) = kind.rotations.first() else { return };
    let squares: Squares = cells.iter().filter_map(|&[c, r]| Square::new(c, r)).collect();
    let width = cells.iter().map(|cell| cell[0] + 1).max().unwrap_or(1) as f64 * SMALL;
    let height = cells.iter().map(|cell| cell[1] + 1).max().unwrap_or(1) as f64 * SMALL;
    let step = width + 3.0;
    let first = x + 33.0 - (f64::from(kind.count) * step - 3.0) / 2.0;
    let bottom = y + (64.0 + height) / 2.0;
    for copy in 0..kind.count {
        let left = first + f64::from(copy) * step;
        push_block(svg, squares, seat, |cx, cy| (left + cx * SMALL, bottom - cy * SMALL), SMALL);
    }
    let count = if kind.count > 1 { format!(" ×{}", kind.count) } else { String::new() };
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"14\" fill=\"#fff8e8\" text-anchor=\"middle\">{}{count}</text>",
        x + 33.0,
        y + 80.0,
        kind.piece.code()
    );
}
