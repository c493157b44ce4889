//! The plan as text: stones by number, `^` after one that carries another, `=` around a lintel, markers by letters
//! outside, the sun in the middle; and beside it the angles.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};
use sarsen_core::Seat;

use crate::geometry::{direction, sin_cos};
use crate::view::{AreaView, PhaseView, PlaceView, StoneView, View};

const ROWS: usize = 25;
const COLUMNS: usize = 61;
/// Millimetres from the centre to the upper and lower edge of the plan.
const EDGE: f64 = 178.0;

const FAINT: Style = Style::new().dimmed();
const STONE: Style = Style::new().bold();
const LIGHT: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Yellow)));

type Grid = Vec<Vec<(char, Style)>>;

/// The whole picture.
pub(super) fn plan(view: &View) -> String {
    let mut grid: Grid = vec![vec![(' ', Style::new()); COLUMNS]; ROWS];
    draw_rim(&mut grid);
    put(&mut grid, 0.0, 0.0, "☼", LIGHT);
    for stone in view.stones.iter().filter(|stone| stone.place != PlaceView::Top) {
        draw_stone(&mut grid, stone, view);
    }
    for marker in &view.markers {
        let (sin, cos) = sin_cos(f64::from(marker.angle));
        put(&mut grid, 166.0 * cos, 166.0 * sin, &letter(marker.seat), seat_style(marker.seat));
    }
    let mut text = String::new();
    for row in grid {
        push_line(&mut text, &row);
    }
    push_areas(&mut text, view);
    push_stock(&mut text, view);
    push_seats(&mut text, view);
    push_state(&mut text, view);
    text
}

fn letter(seat: Seat) -> String {
    char::from(b'A' + seat.index() as u8).to_string()
}

fn seat_style(seat: Seat) -> Style {
    let colors = [AnsiColor::Cyan, AnsiColor::Magenta, AnsiColor::Green, AnsiColor::Red];
    Style::new().bold().fg_color(Some(Color::Ansi(colors[seat.index()])))
}

fn draw_rim(grid: &mut Grid) {
    for step in 0..180 {
        let (sin, cos) = sin_cos(f64::from(step) * 20.0);
        put(grid, 150.0 * cos, 150.0 * sin, "·", FAINT);
    }
}

fn draw_stone(grid: &mut Grid, stone: &StoneView, view: &View) {
    let Some([x, y, _]) = stone.position else { return };
    let carries =
        view.stones.iter().any(|top| top.place == PlaceView::Top && top.on == [stone.stone]);
    let label = match (stone.place, carries) {
        (PlaceView::Lintel, _) => format!("={}=", stone.stone),
        (_, true) => format!("{}^", stone.stone),
        _ => stone.stone.to_string(),
    };
    put(grid, x, y, &label, STONE);
}

/// Writes a label centred on a place of the base.
fn put(grid: &mut Grid, x: f64, y: f64, label: &str, style: Style) {
    let (half_rows, half_columns) = ((ROWS / 2) as f64, (COLUMNS / 2) as f64);
    let row = (half_rows - y / EDGE * half_rows).round() as isize;
    let middle = (half_columns + x / EDGE * half_columns).round() as isize;
    let start = middle - label.chars().count() as isize / 2;
    for (offset, letter) in label.chars().enumerate() {
        let place = usize::try_from(row)
            .ok()
            .zip(usize::try_from(start + offset as isize).ok())
            .and_then(|(row, column)| grid.get_mut(row)?.get_mut(column));
        if let Some(place) = place {
            *place = (letter, style);
        }
    }
}

fn push_line(text: &mut String, row: &[(char, Style)]) {
    let used = row.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |last| last + 1);
    for &(letter, style) in &row[..used] {
        if letter == ' ' {
            text.push(' ');
        } else {
            let _ = write!(text, "{style}{letter}{style:#}");
        }
    }
    text.push('\n');
}

fn push_areas(text: &mut String, view: &View) {
    for area in &view.areas {
        let _ = writeln!(text, "{}", area_line(area, view));
    }
}

/// `12 at 45.0° ··· 7: 52.3 mm, A`.
fn area_line(area: &AreaView, view: &View) -> String {
    let stone = view.stones.iter().find(|stone| stone.stone == area.from);
    let angle = stone.and_then(|stone| stone.position).map_or(0.0, |[x, y, _]| direction([x, y]));
    let top = view.stones.iter().find(|top| top.place == PlaceView::Top && top.on == [area.from]);
    let carried = top.map_or(String::new(), |top| format!(" carries {}", top.stone));
    let way = area.free_way.map_or("whole ring".to_owned(), |way| format!("{way:.1} mm"));
    let state = match (area.gate, area.open) {
        (Some(lintel), _) => format!(", gate {lintel}"),
        (None, false) => ", too narrow".to_owned(),
        (None, true) => String::new(),
    };
    let seats: String = area.seats.iter().map(|&seat| format!(" {}", letter(seat))).collect();
    format!(
        "{:>3} at {:5.1}°{carried}  → {}: {way}{state}{seats}",
        area.from,
        angle / 10.0,
        area.to
    )
}

fn push_stock(text: &mut String, view: &View) {
    let stock: Vec<String> = view
        .stones
        .iter()
        .filter(|stone| stone.place == PlaceView::Stock)
        .map(|stone| stone.stone.to_string())
        .collect();
    let _ = writeln!(text, "stock {}: {}", stock.len(), stock.join(" "));
}

fn push_seats(text: &mut String, view: &View) {
    for marker in &view.markers {
        let style = seat_style(marker.seat);
        let taken: Vec<String> = view
            .stones
            .iter()
            .filter(|stone| stone.taken_by == Some(marker.seat))
            .map(|stone| stone.stone.to_string())
            .collect();
        let _ = writeln!(
            text,
            "{style}{} seat {}{style:#}: marker at {:.1}°, minus {}{}{}",
            letter(marker.seat),
            marker.seat,
            f64::from(marker.angle) / 10.0,
            view.score[marker.seat],
            if taken.is_empty() { String::new() } else { format!(" ({})", taken.join(" ")) },
            if marker.closed { ", area closed by a gate" } else { "" },
        );
    }
}

fn push_state(text: &mut String, view: &View) {
    if let Some(throw) = &view.last_throw {
        let fell = match throw.taken.len() {
            0 if throw.touched.is_empty() => "touched nothing".to_owned(),
            0 => "nothing fell".to_owned(),
            1 => "1 stone fell".to_owned(),
            more => format!("{more} stones fell"),
        };
        let _ = writeln!(text, "last throw by seat {}: {fell}", throw.seat);
    }
    let _ = match (&view.result, view.to_act) {
        (Some(result), _) => writeln!(text, "over: {result}"),
        (None, Some(seat)) => writeln!(text, "seat {seat} to act: {}", name(view.phase)),
        (None, None) => writeln!(text, "chance: {}", name(view.phase)),
    };
}

fn name(phase: PhaseView) -> &'static str {
    match phase {
        PhaseView::Build => "build",
        PhaseView::Marker => "marker",
        PhaseView::Throw => "throw",
        PhaseView::Tremor => "tremor",
        PhaseView::Seal => "seal",
        PhaseView::Over => "over",
    }
}
