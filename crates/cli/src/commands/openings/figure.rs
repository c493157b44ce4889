//! The shares of openings as a picture: a map where they are told apart by a letter and a number, otherwise bars.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The share of an opening and its interval, from 0 to 1.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) share: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

const INK: &str = "#222";
/// The colours of a share of 1 and of 0; half a share is white.
const MUCH: [f64; 3] = [31.0, 92.0, 139.0];
const LITTLE: [f64; 3] = [180.0, 80.0, 31.0];

/// The whole document.
pub(super) fn svg(title: &str, whose: &str, bars: &[Bar]) -> String {
    let places: Option<Vec<Place>> = bars.iter().map(|bar| Place::of(&bar.name)).collect();
    match places.filter(|places| is_map(places)) {
        Some(places) => map(title, whose, bars, &places),
        None => chart(title, whose, bars),
    }
}

/// The last letter and number of an opening, and what comes before them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    before: String,
    column: char,
    row: u32,
}

impl Place {
    fn of(name: &str) -> Option<Place> {
        let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (rest, number) = name.split_at(name.len() - digits);
        let column = rest.chars().last().filter(char::is_ascii_alphabetic)?;
        let before = rest[..rest.len() - 1].to_owned();
        Some(Place { before, column, row: number.parse().ok()? })
    }
}

/// Whether places differ only in letter and number, and both vary.
fn is_map(places: &[Place]) -> bool {
    let distinct: BTreeSet<&Place> = places.iter().collect();
    let columns: BTreeSet<char> = places.iter().map(|place| place.column).collect();
    let rows: BTreeSet<u32> = places.iter().map(|place| place.row).collect();
    distinct.len() == places.len()
        && places.windows(2).all(|two| two[0].before == two[1].before)
        && columns.len() > 1
        && rows.len() > 1
}

const LEFT: f64 = 56.0;
const TOP: f64 = 66.0;
const CELL: [f64; 2] = [84.0, 50.0];
/// The approximate width of a letter.
const LETTER: f64 = 7.2;

fn open(width: f64, height: f64, title: &str, whose: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         role=\"img\" font-family=\"Georgia, 'Times New Roman', serif\" font-size=\"13\" fill=\"{INK}\">\n\
         <title>Share of {whose}: {0}</title>\n<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"15\" font-weight=\"bold\">Share of {whose}, with its 95 % interval</text>\n\
         <text x=\"12\" y=\"42\" font-size=\"11\">{0}</text>\n",
        escape(title)
    )
}

/// A cell for each opening: letters to the right, numbers upwards.
fn map(title: &str, whose: &str, bars: &[Bar], places: &[Place]) -> String {
    let columns: Vec<char> = sorted(places.iter().map(|place| place.column));
    let rows: Vec<u32> = sorted(places.iter().map(|place| place.row));
    let [wide, high] = CELL;
    let width = (LEFT + wide * columns.len() as f64 + 16.0).max(width_of(title, whose));
    let bottom = TOP + high * rows.len() as f64;
    let mut svg = open(width, bottom + 34.0, title, whose);
    let x = |column: usize| LEFT + wide * column as f64;
    let y = |row: usize| bottom - high * (row + 1) as f64;
    for (bar, place) in bars.iter().zip(places) {
        let column = columns.iter().position(|&column| column == place.column).unwrap_or_default();
        let row = rows.iter().position(|&row| row == place.row).unwrap_or_default();
        let ink = if (bar.share - 0.5).abs() > 0.3 { "#fff" } else { INK };
        let _ = writeln!(
            svg,
            "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{wide:.0}\" height=\"{high:.0}\" fill=\"{}\" stroke=\"#fff\" stroke-width=\"2\"/>\
             <g text-anchor=\"middle\" fill=\"{ink}\"><text x=\"{3:.0}\" y=\"{4:.0}\" font-size=\"16\">{5:.0} %</text>\
             <text x=\"{3:.0}\" y=\"{6:.0}\" font-size=\"11\">{7:.0} to {8:.0}</text></g>",
            x(column),
            y(row),
            color(bar.share),
            x(column) + wide / 2.0,
            y(row) + 22.0,
            bar.share * 100.0,
            y(row) + 39.0,
            bar.low * 100.0,
            bar.high * 100.0,
        );
    }
    for (index, column) in columns.iter().enumerate() {
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{column}</text>",
            x(index) + wide / 2.0,
            bottom + 20.0
        );
    }
    for (index, row) in rows.iter().enumerate() {
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{row}</text>",
            LEFT - 12.0,
            y(index) + high / 2.0 + 5.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn sorted<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.collect::<BTreeSet<_>>().into_iter().collect()
}

/// White at a half, and the more colour the further from it.
fn color(share: f64) -> String {
    let full = if share > 0.5 { MUCH } else { LITTLE };
    let part = (share - 0.5).abs() * 2.0;
    let [red, green, blue] = full.map(|full| (255.0 + (full - 255.0) * part).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

const LINE: f64 = 19.0;
const PLOT: f64 = 460.0;

/// A line for each opening: its share as a dot, its interval as a bar.
fn chart(title: &str, whose: &str, bars: &[Bar]) -> String {
    let longest = bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0);
    let left = 24.0 + LETTER * 1.1 * longest as f64;
    let width = (left + PLOT + 64.0).max(width_of(title, whose));
    let bottom = TOP + LINE * bars.len() as f64;
    let mut svg = open(width, bottom + 34.0, title, whose);
    let x = |share: f64| left + PLOT * share;
    for percent in [0, 25, 50, 75, 100] {
        let at = x(f64::from(percent) / 100.0);
        let (dashes, ink) = if percent == 50 { ("4 4", "#777") } else { ("none", "#ddd") };
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {:.0}V{bottom:.0}\" stroke=\"{ink}\" stroke-dasharray=\"{dashes}\"/>\
             <text x=\"{at:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{percent} %</text>",
            TOP - 8.0,
            bottom + 20.0
        );
    }
    for (index, bar) in bars.iter().enumerate() {
        let y = TOP + LINE * (index as f64 + 0.5);
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <path d=\"M{:.1} {y:.1}H{:.1}\" stroke=\"#8ba9c0\" stroke-width=\"5\" stroke-linecap=\"round\"/>\
             <circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"#1f5c8b\"/>\
             <text x=\"{:.0}\" y=\"{:.1}\">{:.0} %</text>",
            left - 12.0,
            y + 4.5,
            escape(&bar.name),
            x(bar.low),
            x(bar.high),
            x(bar.share),
            x(1.0) + 14.0,
            y + 4.5,
            bar.share * 100.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The width of the lines above the picture.
fn width_of(title: &str, whose: &str) -> f64 {
    let heading = 8.2 * (whose.chars().count() + 34) as f64;
    let command = 6.2 * title.chars().count() as f64;
    24.0 + heading.max(command)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(name: &str, share: f64) -> Bar {
        Bar { name: name.to_owned(), share, low: share - 0.1, high: share + 0.1 }
    }

    #[test]
    fn openings_told_apart_by_letter_and_number_are_a_map_and_others_bars() {
        let of = |names: &[&str]| {
            let bars: Vec<Bar> = names.iter().map(|name| bar(name, 0.7)).collect();
            svg("a & b", "seat 1", &bars)
        };
        let map = of(&["X@a1", "X@b1", "X@a2"]);
        assert_eq!(map.matches(color(0.7).as_str()).count(), 3);
        assert!(map.contains("a &amp; b") && map.contains(">60 to 80<"), "{map}");
        for bars in
            [&["X@a1", "Y@b1", "X@a2"][..], &["X@a1", "X@a2"], &["a1", "a1", "b2"], &["*1 *2"]]
        {
            assert_eq!(of(bars).matches("<circle").count(), bars.len());
        }
    }

    #[test]
    fn half_a_share_is_white_and_more_has_another_colour_than_less() {
        assert_eq!(color(0.5), "#ffffff");
        assert_eq!(color(1.0), "#1f5c8b");
        assert_eq!(color(0.0), "#b4501f");
    }
}
