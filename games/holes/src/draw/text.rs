//! The board as text: the two lanes around the palm tree.
//!
//! Every hole shows its number; `H` is a hound, `J` a jackal, `+` a nefer hole, `~` the end of a warp line. There are
//! half as many rows as the board is high, which keeps the holes of a lane apart.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};
use sarsen_core::Seat;

use crate::View;
use crate::track::WIDTH;
use crate::view::{HoleView, SideView};

const FAINT: Style = Style::new().dimmed();
const TREE: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Green)));
const GOOD: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow)));

/// Columns per unit of the board's width.
const STRETCH: usize = 2;

/// What fills the middle between the lanes, from the top row down.
const PALM: [&str; 17] = [
    "", "", r"\ | /", r"_\\|//_", r"/ /|\ \", "|", "|", "|", "|", "|", "|", "|", "|", "|", "|",
    "|", "/_\\",
];

/// The whole picture.
pub(super) fn board(view: &View) -> String {
    let mut text = String::new();
    for row in (0..PALM.len()).rev() {
        push_row(&mut text, view, row as i8);
    }
    text.push('\n');
    for side in &view.sides {
        push_side(&mut text, side);
    }
    let _ = writeln!(
        text,
        "{FAINT}H hound  J jackal  + nefer hole  ~ end of a line: 6~20, 8~10{FAINT:#}"
    );
    push_sticks(&mut text, view);
    push_state(&mut text, view);
    text
}

fn seat_style(seat: Seat) -> Style {
    let color = if seat == Seat::ONE { AnsiColor::Cyan } else { AnsiColor::Magenta };
    Style::new().bold().fg_color(Some(Color::Ansi(color)))
}

/// Something to write at a column: its middle, its plain text and its style.
type Label = (usize, String, Style);

fn push_row(text: &mut String, view: &View, row: i8) {
    let mut labels: Vec<Label> = view
        .holes
        .iter()
        .filter(|hole| hole.y / 2 == row)
        .map(|hole| (hole.x as usize * STRETCH, hole_text(hole), hole_style(hole, view)))
        .collect();
    labels.push(middle(view, row));
    labels.sort_by_key(|label| label.0);
    let mut column = 0;
    for (at, shown, style) in labels.iter().filter(|label| !label.1.is_empty()) {
        let start = (at + 2).saturating_sub(shown.chars().count() / 2).max(column);
        let _ = write!(text, "{}{style}{shown}{style:#}", " ".repeat(start - column));
        column = start + shown.chars().count();
    }
    text.push('\n');
}

/// The Shen hole on top, the palm tree below it.
fn middle(view: &View, row: i8) -> Label {
    let at = (WIDTH / 2) as usize * STRETCH;
    let top = PALM.len() as i8 - 1;
    if row == top {
        let [hounds, jackals] = [0, 1].map(|index| usize::from(view.sides[index].shen));
        return (at, format!("({}Ω{})", "H".repeat(hounds), "J".repeat(jackals)), GOOD);
    }
    (at, PALM[(top - row) as usize].to_owned(), TREE)
}

fn letter(seat: Seat) -> char {
    if seat == Seat::ONE { 'H' } else { 'J' }
}

fn hole_text(hole: &HoleView) -> String {
    let piece = if hole.piece { letter(hole.seat).to_string() } else { String::new() };
    let sign = match (hole.nefer, hole.warps_to) {
        (true, _) => "+",
        (false, Some(_)) => "~",
        (false, None) => "",
    };
    format!("{piece}{}{sign}", hole.hole)
}

fn hole_style(hole: &HoleView, view: &View) -> Style {
    let last = view.last.as_ref().filter(|last| last.seat == hole.seat);
    let moved = last.is_some_and(|last| last.to == Some(hole.hole.number()));
    match (hole.piece, moved) {
        (true, true) => seat_style(hole.seat).underline(),
        (true, false) => seat_style(hole.seat),
        (false, _) if hole.nefer => GOOD,
        (false, _) => FAINT,
    }
}

fn push_side(text: &mut String, side: &SideView) {
    let style = seat_style(side.seat);
    let name = if side.seat == Seat::ONE { "hounds " } else { "jackals" };
    let lane: Vec<String> = side.lane.iter().map(ToString::to_string).collect();
    let lane = if lane.is_empty() { "empty".to_owned() } else { lane.join(" ") };
    let _ = writeln!(
        text,
        "{style}seat {} {name}{style:#}  hand {}  Shen {}  removed {}  lane {lane}{}",
        side.seat,
        side.hand,
        side.shen,
        side.removed,
        if side.stranded { "  stranded" } else { "" },
    );
}

/// A stick with its mark up is `[◆]`, a blank one `[ ]`.
fn push_sticks(text: &mut String, view: &View) {
    let Some(sticks) = &view.sticks else { return };
    let shown = sticks.marked.map(|marked| if marked { "[◆]" } else { "[ ]" }).join(" ");
    let _ = writeln!(text, "{GOOD}{shown}{GOOD:#}  seat {} threw {}", sticks.seat, sticks.score);
}

fn push_state(text: &mut String, view: &View) {
    let _ = match (view.outcome, view.to_act, view.to_throw) {
        (Some(outcome), _, _) => writeln!(text, "over: {outcome}"),
        (None, Some(seat), _) => writeln!(text, "seat {seat} to act"),
        (None, None, Some(seat)) => writeln!(text, "seat {seat} to throw"),
        (None, None, None) => Ok(()),
    };
}
