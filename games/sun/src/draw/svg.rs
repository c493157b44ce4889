//! The plan as SVG: a round wooden base in low morning light, stones seen slightly from the south with long shadows,
//! the steel sun in the middle, markers outside.

use std::fmt::Write;

use sarsen_core::Seat;

use crate::ball::Release;
use crate::crossing::crossing;
use crate::geometry::{Block, V2, V3, direction, sin_cos};
use crate::pieces::{Size, StoneId};
use crate::pose::Pose;
use crate::view::{AreaView, PlaceView, StoneView, View};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 1010.0;
/// The middle of the base in the picture.
const MIDDLE: V2 = [450.0, 432.0];
/// Picture units per millimetre.
const SCALE: f64 = 2.05;
/// How far a millimetre of height shifts a point upwards: the view is not quite from above.
const LIFT: f64 = 0.30;
/// The offset of the shadow per millimetre of height.
const SHADOW: V2 = [0.55, 0.30];

/// Colour and dark colour of the seats.
const COLORS: [(&str, &str); 4] = [
    ("#2f6f8f", "#173c50"),
    ("#b5482f", "#6b2415"),
    ("#4d7f43", "#274721"),
    ("#7c5aa6", "#432c60"),
];

/// The whole picture.
pub(super) fn plan(view: &View) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Stonehenge and the Sun\" font-family=\"Georgia, 'Times New Roman', serif\">\n{DEFINITIONS}{TABLE}"
    );
    push_base(&mut svg);
    for area in &view.areas {
        push_area(&mut svg, area);
    }
    push_throw(&mut svg, view);
    push_shadows(&mut svg, view);
    push_bodies(&mut svg, view);
    push_markers(&mut svg, view);
    push_stock(&mut svg, view);
    push_scores(&mut svg, view);
    svg.push_str("</svg>\n");
    svg
}

const DEFINITIONS: &str = r##"<defs>
<radialGradient id="table" cx="38%" cy="30%" r="85%"><stop offset="0" stop-color="#e9dcc3"/><stop offset=".6" stop-color="#cdb994"/><stop offset="1" stop-color="#97805a"/></radialGradient>
<radialGradient id="wood" cx="40%" cy="34%" r="75%"><stop offset="0" stop-color="#f0d6a6"/><stop offset=".7" stop-color="#d9b47c"/><stop offset="1" stop-color="#b98c54"/></radialGradient>
<linearGradient id="top" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fbf3e2"/><stop offset="1" stop-color="#d8c7a6"/></linearGradient>
<linearGradient id="upper" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fffaf0"/><stop offset="1" stop-color="#e9dabc"/></linearGradient>
<linearGradient id="side" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#bda67e"/><stop offset="1" stop-color="#7e6743"/></linearGradient>
<radialGradient id="steel" cx="36%" cy="30%" r="72%"><stop offset="0" stop-color="#fffef8"/><stop offset=".22" stop-color="#ffe9b0"/><stop offset=".55" stop-color="#d99a3d"/><stop offset="1" stop-color="#6d4312"/></radialGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff2c4" stop-opacity=".85"/><stop offset="1" stop-color="#fff2c4" stop-opacity="0"/></radialGradient>
</defs>
"##;

/// The style of the shadow of something on the table: a slightly shifted copy. Filters are rendered differently by
/// every program.
const LIFTED: &str = "fill=\"#3d2a10\" fill-opacity=\".28\" stroke=\"#3d2a10\" stroke-opacity=\".14\" stroke-width=\"5\" stroke-linejoin=\"round\"";

const TABLE: &str = r##"<rect width="900" height="1010" rx="26" fill="url(#table)"/>
"##;

fn push_base(svg: &mut String) {
    let [x, y] = MIDDLE;
    let (radius, ring) = (150.0 * SCALE, 125.0 * SCALE);
    let _ = writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{}\" r=\"{radius}\" fill=\"#3d2a10\" fill-opacity=\".3\" stroke=\"#3d2a10\" stroke-opacity=\".16\" stroke-width=\"12\"/>\
         <circle cx=\"{x}\" cy=\"{}\" r=\"{radius}\" fill=\"#8a6437\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"url(#wood)\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"{ring}\" fill=\"none\" stroke=\"#8d6a38\" stroke-width=\"1.6\" stroke-dasharray=\"2 7\" opacity=\".8\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"#fff3d6\" stroke-opacity=\".55\" stroke-width=\"1.5\"/>",
        y + 11.0,
        y + 6.0
    );
    for degrees in (0..360).step_by(10) {
        let long = degrees % 30 == 0;
        let [x1, y1] = polar(degrees * 10, 153.0);
        let [x2, y2] = polar(degrees * 10, if long { 159.0 } else { 156.0 });
        let _ = writeln!(
            svg,
            "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"#6b5331\" stroke-width=\"1.2\"/>"
        );
        if long {
            let [x, y] = polar(degrees * 10, 165.0);
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"#5b4527\" text-anchor=\"middle\">{degrees}°</text>",
                y + 4.0
            );
        }
    }
}

/// The place of a direction and distance from the centre.
fn polar(tenths: i32, millimetres: f64) -> V2 {
    let (sin, cos) = sin_cos(f64::from(tenths));
    point([millimetres * cos, millimetres * sin, 0.0])
}

/// The place of a point in space.
fn point([x, y, z]: V3) -> V2 {
    [MIDDLE[0] + x * SCALE, MIDDLE[1] - (y + z * LIFT) * SCALE]
}

/// A sliver of light along the rim: in the seat's colour if it has a marker, dim if the ball cannot pass.
fn push_area(svg: &mut String, area: &AreaView) {
    let (color, opacity) = match (area.seats.first(), area.open) {
        (Some(seat), _) => (COLORS[seat.index()].0, 0.85),
        (None, true) => ("#fff4cf", 0.7),
        (None, false) => ("#5d4a2c", 0.28),
    };
    let margin = (area.extent * 0.16).min(48.0);
    let (from, to) = (area.from_angle + margin, area.from_angle + area.extent - margin);
    let [x1, y1] = rim(from, 146.0);
    let [x2, y2] = rim(to, 146.0);
    let radius = 146.0 * SCALE;
    let large = i32::from(to - from > 1800.0);
    let dash = if area.gate.is_some() { " stroke-dasharray=\"3 6\"" } else { "" };
    let _ = writeln!(
        svg,
        "<path d=\"M{x1:.1} {y1:.1}A{radius:.1} {radius:.1} 0 {large} 0 {x2:.1} {y2:.1}\" fill=\"none\" \
         stroke=\"{color}\" stroke-opacity=\"{opacity}\" stroke-width=\"5\" stroke-linecap=\"round\"{dash}/>"
    );
}

fn rim(tenths: f64, millimetres: f64) -> V2 {
    let (sin, cos) = sin_cos(tenths);
    point([millimetres * cos, millimetres * sin, 0.0])
}

/// The line of the current throw, fainter while it is only aimed, and of the last one.
fn push_throw(svg: &mut String, view: &View) {
    if let Some(throw) = &view.last_throw {
        push_way(
            svg,
            throw.seat,
            throw.place,
            throw.push,
            "stroke-opacity=\".35\" stroke-dasharray=\"1 9\"",
        );
    }
    if let Some(throw) = &view.throw {
        let opacity = if throw.released { ".7" } else { ".4" };
        push_way(
            svg,
            throw.seat,
            throw.place,
            throw.push,
            &format!("stroke-opacity=\"{opacity}\""),
        );
    }
}

/// The free path of a release, straight from one side of the base to the other.
fn push_way(svg: &mut String, seat: Seat, [x, y]: [i32; 2], [vx, vy]: [i32; 2], style: &str) {
    // The hand's error may have led the ball around the base: then the line only shows where it came from.
    let beside = direction([f64::from(x), f64::from(y)]);
    let (entry, exit) = crossing(Release { x, y, vx, vy })
        .map_or((beside, beside + 1800.0), |crossing| (crossing.entry, crossing.exit));
    let ([x1, y1], [x2, y2]) = (rim(entry, 172.0), rim(exit, 172.0));
    let color = COLORS[seat.index()].0;
    let _ = writeln!(
        svg,
        "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{color}\" {style} \
         stroke-width=\"3\" stroke-linecap=\"round\"/>"
    );
}

/// A stone of the view as a box.
fn block(stone: &StoneView) -> Option<Block> {
    let (position, rotation) = (stone.position?, stone.rotation?);
    let [width, depth, height] = stone.size.map(|mm| libm::round(mm * 10.0) as u16);
    let pose = Pose { position: position.map(|mm| (mm / 1000.0) as f32), rotation };
    Some(Block::new(Size { width, depth, height }, &pose))
}

fn push_shadows(svg: &mut String, view: &View) {
    svg.push_str("<g fill=\"#4a3212\" fill-opacity=\".32\" stroke=\"#4a3212\" stroke-opacity=\".12\" stroke-width=\"5\" stroke-linejoin=\"round\">\n");
    for block in view.stones.iter().filter_map(block) {
        let cast = |[x, y, z]: V3| point([x + z * SHADOW[0], y - z * SHADOW[1], 0.0]);
        push_polygon(svg, &outline(&block.corners().map(cast)), "");
    }
    let [x, y] = point([30.0 * SHADOW[0], -30.0 * SHADOW[1], 0.0]);
    let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>", 20.0 * SCALE);
    svg.push_str("</g>\n");
}

/// Stones and sun, far ones first, lower ones before those on top of them.
fn push_bodies(svg: &mut String, view: &View) {
    let mut bodies: Vec<(&StoneView, Block)> =
        view.stones.iter().filter_map(|stone| Some((stone, block(stone)?))).collect();
    let height = |stone: &StoneView| i32::from(stone.place != PlaceView::Ground);
    bodies.sort_by(|(a, one), (b, other)| {
        height(a).cmp(&height(b)).then(other.center[1].total_cmp(&one.center[1]))
    });
    let split = bodies.partition_point(|(stone, block)| {
        stone.place == PlaceView::Ground && block.center[1] > 0.0
    });
    for (index, (stone, block)) in bodies.iter().enumerate() {
        if index == split {
            push_sun(svg);
        }
        push_stone(svg, stone, block);
    }
    if split == bodies.len() {
        push_sun(svg);
    }
}

fn push_sun(svg: &mut String) {
    let [x, y] = point([0.0, 0.0, 30.0]);
    let radius = 20.0 * SCALE;
    let _ = writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"url(#glow)\"/>\
         <circle cx=\"{x}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"url(#steel)\"/>\
         <circle cx=\"{x}\" cy=\"{:.1}\" r=\"2.4\" fill=\"#4a3312\"/>",
        radius * 2.3,
        y - 6.0
    );
}

fn push_stone(svg: &mut String, stone: &StoneView, block: &Block) {
    let corners = block.corners();
    push_polygon(
        svg,
        &outline(&corners.map(point)),
        "fill=\"url(#side)\" stroke=\"#57431f\" stroke-width=\"1\" stroke-linejoin=\"round\"",
    );
    let face = upper_face(block);
    let fill = if stone.place == PlaceView::Ground { "top" } else { "upper" };
    push_polygon(
        svg,
        &face,
        &format!(
            "fill=\"url(#{fill})\" stroke=\"#6d5730\" stroke-width=\".8\" stroke-linejoin=\"round\""
        ),
    );
    let [x, y] = face.iter().fold([0.0, 0.0], |[x, y], p| [x + p[0] / 4.0, y + p[1] / 4.0]);
    push_number(svg, stone.stone, x, y);
}

fn push_number(svg: &mut String, stone: StoneId, x: f64, y: f64) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"15\" font-weight=\"bold\" fill=\"#4b3817\" text-anchor=\"middle\">{stone}</text>",
        y + 5.0
    );
}

/// The corners of the upper face.
fn upper_face(block: &Block) -> [V2; 4] {
    let up = (0..3).max_by(|&a, &b| block.axes[a][2].abs().total_cmp(&block.axes[b][2].abs()));
    let up = up.unwrap_or(2);
    let (one, other) = ((up + 1) % 3, (up + 2) % 3);
    let sign = block.axes[up][2].signum();
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| {
        let mut corner = block.center;
        for (axis, factor) in [(up, sign), (one, a), (other, b)] {
            corner =
                crate::geometry::add_scaled(corner, block.axes[axis], factor * block.half[axis]);
        }
        point(corner)
    })
}

fn outline(points: &[V2; 8]) -> Vec<V2> {
    crate::geometry::hull(*points)
}

fn push_polygon(svg: &mut String, points: &[V2], attributes: &str) {
    svg.push_str("<polygon points=\"");
    for [x, y] in points {
        let _ = write!(svg, "{x:.1},{y:.1} ");
    }
    let _ = writeln!(svg, "\" {attributes}/>");
}

/// A pebble with the seat's letter, each seat with its own shape: round, square, triangular and hexagonal.
fn push_markers(svg: &mut String, view: &View) {
    for marker in &view.markers {
        let [x, y] = polar(i32::from(marker.angle), 181.0);
        push_pebble(svg, marker.seat, x, y);
    }
}

fn push_pebble(svg: &mut String, seat: Seat, x: f64, y: f64) {
    let (color, dark) = COLORS[seat.index()];
    let style =
        format!("fill=\"{color}\" stroke=\"{dark}\" stroke-width=\"2\" stroke-linejoin=\"round\"");
    push_pebble_shape(svg, seat, x + 2.0, y + 4.0, LIFTED);
    push_pebble_shape(svg, seat, x, y, &style);
    let letter = char::from(b'A' + seat.index() as u8);
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"16\" font-weight=\"bold\" fill=\"#fff8e8\" text-anchor=\"middle\">{letter}</text>",
        y + 5.5
    );
}

fn push_pebble_shape(svg: &mut String, seat: Seat, x: f64, y: f64, style: &str) {
    let corners = [0, 4, 3, 6][seat.index()];
    if corners == 0 {
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"16\" {style}/>");
    } else {
        let start = if corners == 4 { 450.0 } else { 900.0 };
        let points: Vec<V2> = (0..corners)
            .map(|corner| {
                let (sin, cos) = sin_cos(start + 3600.0 * f64::from(corner) / f64::from(corners));
                let radius = if corners == 3 { 22.0 } else { 19.0 };
                [x + radius * cos, y - radius * sin]
            })
            .collect();
        push_polygon(svg, &points, style);
    }
}

/// The stock, laid flat in one row below the base.
fn push_stock(svg: &mut String, view: &View) {
    let stock: Vec<&StoneView> =
        view.stones.iter().filter(|stone| stone.place == PlaceView::Stock).collect();
    let step = (820.0 / stock.len().max(1) as f64).min(34.0);
    let start = WIDTH / 2.0 - step * (stock.len() as f64 - 1.0) / 2.0;
    for (index, stone) in stock.iter().enumerate() {
        let [width, _, height] = stone.size;
        let (w, h) = (width * 0.86, height * 0.86);
        let x = start + step * index as f64;
        let (left, top) = (x - w / 2.0, 858.0 - h / 2.0);
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"2\" {LIFTED}/>\
             <rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"2\" fill=\"url(#top)\" stroke=\"#6d5730\"/>",
            left + 2.0,
            top + 4.0
        );
        push_number(svg, stone.stone, x, 858.0);
    }
}

fn push_scores(svg: &mut String, view: &View) {
    let seats = view.markers.len();
    let step = 840.0 / seats as f64;
    for (index, marker) in view.markers.iter().enumerate() {
        let x = 30.0 + step * (index as f64 + 0.5);
        let seat = marker.seat;
        let active = view.result.is_none() && view.active == seat;
        let opacity = if active { ".55" } else { ".22" };
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"912\" width=\"{:.1}\" height=\"72\" rx=\"14\" fill=\"#fff8e6\" fill-opacity=\"{opacity}\" stroke=\"#6b5331\" stroke-opacity=\"{opacity}\"/>",
            x - step / 2.0 + 8.0,
            step - 16.0
        );
        push_pebble(svg, seat, x - step / 2.0 + 40.0, 948.0);
        let taken = view.stones.iter().filter(|stone| stone.taken_by == Some(seat)).count();
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"957\" font-size=\"26\" fill=\"#3d2c12\">−{}</text>",
            x - step / 2.0 + 68.0,
            view.score[seat]
        );
        for stone in 0..taken.min(12) {
            let left = x - step / 2.0 + 112.0 + (stone % 6) as f64 * 13.0;
            let top = 927.0 + (stone / 6) as f64 * 23.0;
            let _ = writeln!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"9\" height=\"19\" rx=\"1.5\" fill=\"url(#side)\" stroke=\"#57431f\" stroke-width=\".7\"/>"
            );
        }
    }
}
