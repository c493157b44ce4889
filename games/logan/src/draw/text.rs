//! The island as text: a stone shows its upper face as a capital and its back, if the view shows it, as a small letter.
//! `[R]` was played last, `<R>` was flipped by it, `*R*` wins, and a dot is a cell that touches two stones.

use std::collections::BTreeMap;
use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};

use super::{Mark, mark_of};
use crate::View;
use crate::cell::Cell;
use crate::state::End;
use crate::stone::Face;
use crate::view::{PhaseView, StoneInHand};

const FAINT: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// The number of characters between the centres of two cells in a row.
const STEP: i64 = 6;

/// The whole picture.
pub(super) fn board(view: &View) -> String {
    let mut text = String::new();
    push_hand(&mut text, view, 1);
    text.push('\n');
    push_island(&mut text, view);
    text.push('\n');
    push_hand(&mut text, view, 0);
    push_last(&mut text, view);
    push_state(&mut text, view);
    text
}

fn face_style(face: Face) -> Style {
    let color = match face {
        Face::Rock => AnsiColor::Cyan,
        Face::Paper => AnsiColor::Yellow,
        Face::Scissors => AnsiColor::Red,
        Face::Hidden => return FAINT,
    };
    Style::new().bold().fg_color(Some(Color::Ansi(color)))
}

/// Both faces in two characters: `Rp`, or `R` and a space if the back is not shown.
fn faces(up: Face, back: Face) -> String {
    let style = face_style(up);
    let back_style = face_style(back).dimmed();
    let letter = if back.is_known() { back.letter().to_ascii_lowercase() } else { ' ' };
    format!("{style}{up}{style:#}{back_style}{letter}{back_style:#}")
}

fn push_hand(text: &mut String, view: &View, index: usize) {
    let turn = view.to_act.is_some_and(|seat| seat.index() == index);
    let style = if turn { STRONG } else { Style::new() };
    let _ = write!(text, "{style}seat {}{style:#} ", index + 1);
    let hand = &view.hands[index];
    if hand.is_empty() {
        let _ = write!(text, " {FAINT}no stones in hand{FAINT:#}");
    }
    for stone in hand {
        let _ = write!(text, " {}", in_hand(stone));
    }
    text.push('\n');
}

fn in_hand(stone: &StoneInHand) -> String {
    faces(stone.shown, stone.back) + &options(stone.back, stone.possible.as_deref())
}

/// The possible backs, with a memory aid and as long as they are uncertain.
fn options(back: Face, possible: Option<&[Face]>) -> String {
    match possible {
        Some(possible) if !back.is_known() => {
            let letters: String =
                possible.iter().map(|face| face.letter().to_ascii_lowercase()).collect();
            format!("{FAINT}({letters}){FAINT:#}")
        }
        _ => String::new(),
    }
}

/// One line per row of the grid, each shifted by half a cell against the one above.
fn push_island(text: &mut String, view: &View) {
    let mut rows: BTreeMap<i32, BTreeMap<i64, String>> = BTreeMap::new();
    let mut put = |cell: Cell, drawn: String| {
        rows.entry(cell.r).or_default().insert(middle(cell), drawn);
    };
    for &cell in &view.open_cells {
        put(cell, format!("  {FAINT}·{FAINT:#}  "));
    }
    if let Some(stone) = &view.lifted {
        put(stone.cell, format!(" {FAINT}( ){FAINT:#} "));
    }
    for stone in &view.island {
        let (left, right) = match mark_of(view, stone.cell) {
            Mark::None => (' ', ' '),
            Mark::Played => ('[', ']'),
            Mark::Flipped => ('<', '>'),
            Mark::Row => ('*', '*'),
        };
        put(stone.cell, format!(" {left}{}{right}", faces(stone.up, stone.back)));
    }
    let left = rows.values().filter_map(|row| row.keys().next().copied()).min().unwrap_or_default();
    for (r, row) in &rows {
        let _ = write!(text, "{FAINT}{r:>4}{FAINT:#} ");
        let mut column = left;
        for (&middle, drawn) in row {
            text.push_str(&" ".repeat((middle - column).max(0) as usize));
            text.push_str(drawn);
            column = middle + WIDTH;
        }
        text.push('\n');
    }
    push_open_cells(text, view);
}

/// The number of characters of a cell.
const WIDTH: i64 = 5;

fn middle(cell: Cell) -> i64 {
    i64::from(cell.q) * STEP + i64::from(cell.r) * STEP / 2
}

fn push_open_cells(text: &mut String, view: &View) {
    if matches!(view.phase, PhaseView::Adding | PhaseView::Putting) {
        let cells: Vec<String> = view.open_cells.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "{FAINT}open: {}{FAINT:#}", cells.join("  "));
    }
}

fn push_last(text: &mut String, view: &View) {
    let Some(last) = &view.last else { return };
    let _ = write!(text, "seat {} played {}", last.seat, last.action);
    if !last.flipped.is_empty() {
        let cells: Vec<String> = last.flipped.iter().map(ToString::to_string).collect();
        let _ = write!(text, ", which flipped {}", cells.join(" and "));
    }
    text.push('\n');
    if let Some(stone) = &view.lifted {
        let shown = faces(stone.up, stone.back);
        let _ = writeln!(text, "lifted from {}: {shown}", stone.cell);
    }
}

fn push_state(text: &mut String, view: &View) {
    let limit = view.limit.map(|limit| format!(" of {limit}")).unwrap_or_default();
    if matches!(view.phase, PhaseView::Moving | PhaseView::Putting) {
        let _ = writeln!(text, "second phase: {} turns{limit}", view.turns);
    }
    let why = match view.end {
        Some(End::Repetition) => ", the same position for the third time",
        Some(End::Limit) => ", the limit of turns is reached",
        Some(End::Row(_)) | None => "",
    };
    let _ = match (view.outcome, view.to_act) {
        (Some(outcome), _) => writeln!(text, "over: {outcome}{why}"),
        (None, Some(seat)) => writeln!(text, "seat {seat} to act"),
        (None, None) => writeln!(text, "the stones are to be dealt"),
    };
}
