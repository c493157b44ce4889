//! Drawing a view: as text and as SVG.

mod svg;
mod symbols;
mod text;

use sarsen_core::Draw;

use crate::cell::Cell;
use crate::{Logan, View};

impl Draw for Logan {
    fn text(view: &View) -> String {
        text::board(view)
    }

    fn svg(view: &View) -> String {
        svg::board(view)
    }
}

/// The role of a stone in the last action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// It was added, put down or turned over.
    Played,
    /// It was beaten and flipped.
    Flipped,
    /// It is part of a winning row.
    Row,
}

fn mark_of(view: &View, cell: Cell) -> Mark {
    let last = view.last.as_ref();
    if view.rows.iter().flatten().any(|&in_row| in_row == cell) {
        Mark::Row
    } else if last.is_some_and(|last| last.cell == cell) {
        Mark::Played
    } else if last.is_some_and(|last| last.flipped.contains(&cell)) {
        Mark::Flipped
    } else {
        Mark::None
    }
}
