//! The board as text. Seat 1's druids are in round brackets and seat 2's in square ones, so that the board can be read
//! without colour; empty cells show their letters, face-down druids `?`.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};
use sarsen_core::Seat;

use crate::board::{Cell, Line};
use crate::view::{CellView, HandView, LineView};
use crate::{MEGALITHS, View};

const LIGHT: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow)));
const FAINT: Style = Style::new().dimmed();

/// The whole picture.
pub(super) fn board(view: &View) -> String {
    let mut text = String::new();
    for row in 1..=5 {
        push_row(&mut text, view, row);
    }
    text.push('\n');
    push_lines(&mut text, view);
    text.push('\n');
    for seat in Seat::all(2) {
        push_seat(&mut text, view, seat);
    }
    push_state(&mut text, view);
    text
}

fn seat_style(seat: Seat) -> Style {
    let color = if seat == Seat::ONE { AnsiColor::Cyan } else { AnsiColor::Magenta };
    Style::new().bold().fg_color(Some(Color::Ansi(color)))
}

fn push_row(text: &mut String, view: &View, row: usize) {
    let indent = [0, 10, 8, 6, 4, 6][row];
    text.push_str(&" ".repeat(indent));
    let cells = view.cells.iter().filter(|cell| cell.cell.coordinates().0 == row);
    let shown: Vec<String> = cells.map(|cell| cell_text(cell, view)).collect();
    text.push_str(&shown.join(&format!("{LIGHT}─{LIGHT:#}")));
    text.push('\n');
    if row < 5 {
        push_slants(text, row);
    }
}

/// The strokes between two rows: `/` where a `d` line continues, `\` where a `u` line does.
fn push_slants(text: &mut String, row: usize) {
    let (indent, strokes) = match row {
        1 => (10, "/ \\ / \\"),
        2 => (8, "/ \\ / \\ / \\"),
        3 => (6, "/ \\ / \\ / \\ / \\"),
        _ => (6, "\\ / \\ / \\ / \\ /"),
    };
    let _ = writeln!(text, "{:indent$}{LIGHT}{strokes}{LIGHT:#}", "");
}

fn cell_text(cell: &CellView, view: &View) -> String {
    let Some(seat) = cell.seat else {
        return format!(" {FAINT}{}{FAINT:#} ", cell.cell);
    };
    let style =
        if is_last(cell.cell, view) { seat_style(seat).underline() } else { seat_style(seat) };
    let value = cell.value.map_or("?".to_owned(), |value| value.to_string());
    let (open, close) = if seat == Seat::ONE { ('(', ')') } else { ('[', ']') };
    format!("{style}{open}{value}{close}{style:#}")
}

fn is_last(cell: Cell, view: &View) -> bool {
    view.last.as_deref().is_some_and(|last| last.starts_with(cell.letter()))
}

/// The fifteen lines in three columns, each with its totals and its megalith.
fn push_lines(text: &mut String, view: &View) {
    for place in 0..5 {
        let columns: Vec<String> =
            (0..3).map(|direction| line_text(&view.lines[direction * 5 + place])).collect();
        text.push_str(columns.join("   ").trim_end());
        text.push('\n');
    }
}

fn line_text(line: &LineView) -> String {
    let cells: String = line.cells.iter().map(|cell| cell.letter()).collect();
    let totals = format!("{}:{}", line.totals[Seat::ONE], line.totals[Seat::TWO]);
    let fate = match (line.marked_by, line.dominated_by) {
        (Some(seat), _) => format!("▲{seat}"),
        (None, Some(seat)) => format!("△{seat}"),
        (None, None) => "  ".to_owned(),
    };
    let style = line.dominated_by.map(seat_style).unwrap_or_default();
    let name: &Line = &line.line;
    format!("{name} {cells:<5} {totals:>5} {style}{fate}{style:#}")
}

fn push_seat(text: &mut String, view: &View, seat: Seat) {
    let style = seat_style(seat);
    let HandView { size, druids, unseen } = &view.hands[seat.index()];
    let druids = match druids {
        Some(druids) => spaced(druids),
        None if *size == 0 => spaced(&[]),
        None => format!("{size} face down, of {}", spaced(unseen)),
    };
    let raised = MEGALITHS as usize - view.megaliths[seat] as usize;
    let stones = "▲".repeat(raised) + &"·".repeat(view.megaliths[seat] as usize);
    let _ = writeln!(text, "{style}seat {seat}{style:#}  {stones}  druids {druids}");
}

fn spaced(druids: &[u8]) -> String {
    if druids.is_empty() {
        return "none".to_owned();
    }
    druids.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn push_state(text: &mut String, view: &View) {
    let _ = match (view.outcome, view.to_act) {
        (Some(outcome), _) => writeln!(text, "over: {outcome}"),
        (None, Some(seat)) => writeln!(text, "seat {seat} to act"),
        (None, None) => Ok(()),
    };
}

#[cfg(test)]
mod tests {
    use sarsen_core::{ListActions, Options, Rules, Viewer, Views, chance};

    use super::*;
    use crate::Stonehenge;

    #[test]
    fn an_empty_hand_is_none_also_where_it_was_never_seen() {
        let mut options = Options::defaults(Stonehenge::SPEC);
        options.set("druids", "hidden").unwrap();
        let mut seen = 0;
        for seed in 0..20 {
            let mut rng = chance::generator(seed);
            let mut state = Stonehenge::start(&options);
            while let Some(action) = state.random_action(&mut rng) {
                state.apply(action);
                let view = state.view(Viewer::Public);
                let empty = view.hands.iter().filter(|hand| hand.size == 0).count();
                assert_eq!(board(&view).matches("druids none").count(), empty);
                assert!(!board(&view).contains("0 face down"));
                seen += empty;
            }
        }
        assert!(seen > 0);
    }
}
