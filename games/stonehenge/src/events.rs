//! What an action brings about by itself.

use sarsen_core::{Explain, Phrase, Rules, Seat, Viewer, phrase};
use serde::Serialize;

use crate::board::{Cell, Line};
use crate::view::sees;
use crate::{Action, Stonehenge};

/// Something that happens when an action is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A druid is placed (K2).
    Placed {
        /// Whose.
        seat: Seat,
        /// Where.
        cell: Cell,
        /// Which, unless it lies face down for this viewer.
        value: Option<u8>,
    },
    /// A druid that lay face down is turned up (K11).
    TurnedUp {
        /// Where.
        cell: Cell,
        /// Which; not known in a preview of what will be turned up.
        value: Option<u8>,
    },
    /// A line is decided (K3, K4, K5).
    Dominated {
        /// For whom.
        seat: Seat,
        /// Which.
        line: Line,
    },
    /// A megalith is placed at a line's end (K7).
    Marked {
        /// Whose.
        seat: Seat,
        /// Where.
        line: Line,
    },
    /// The eighth megalith stands (K8).
    Won {
        /// Whose.
        seat: Seat,
    },
}

impl Explain for Event {
    fn explain(&self) -> Phrase {
        match *self {
            Event::Placed { seat, cell, value: Some(value) } => phrase!(
                "Seat {seat} places a {value} on {cell}.",
                "Le joueur {seat} pose un {value} en {cell}.",
                "席{seat}が{cell}に{value}を置きました。"
            ),
            Event::Placed { seat, cell, value: None } => phrase!(
                "Seat {seat} places a druid face down on {cell}.",
                "Le joueur {seat} pose un druide face cachée en {cell}.",
                "席{seat}が{cell}にドルイドを伏せて置きました。"
            ),
            Event::TurnedUp { cell, value: None } => phrase!(
                "The druid on {cell} is turned up.",
                "Le druide en {cell} est retourné.",
                "{cell}のドルイドが表になります。"
            ),
            Event::TurnedUp { cell, value: Some(value) } => phrase!(
                "The druid on {cell} is turned up: {value}.",
                "Le druide en {cell} est retourné : {value}.",
                "{cell}のドルイドが表になりました：{value}。"
            ),
            Event::Dominated { seat, line } => phrase!(
                "Line {line} falls to seat {seat}.",
                "La ligne {line} revient au joueur {seat}.",
                "ライン{line}は席{seat}のものになりました。"
            ),
            Event::Marked { seat, line } => phrase!(
                "Seat {seat} raises a megalith on {line}.",
                "Le joueur {seat} dresse un mégalithe sur {line}.",
                "席{seat}がライン{line}にメガリスを立てました。"
            ),
            Event::Won { seat } => phrase!(
                "Seat {seat} has placed all eight megaliths and wins.",
                "Le joueur {seat} a posé ses huit mégalithes et gagne.",
                "席{seat}が8つのメガリスをすべて置いて勝ちました。"
            ),
        }
    }
}

/// What a legal action does, told to a viewer.
pub(crate) fn of(before: &Stonehenge, action: Action, viewer: Viewer) -> Vec<Event> {
    let mut after = *before;
    after.apply(action);
    let mut events = Vec::new();
    if let Action::Place { cell, value } = action {
        let value = sees(&after, viewer, cell).then_some(value);
        events.push(Event::Placed { seat: before.mover, cell, value });
    }
    for cell in Cell::of_set(after.face_up & !before.face_up & (before.held[0] | before.held[1])) {
        events.push(Event::TurnedUp { cell, value: after.value_at(cell) });
    }
    for (make, was, is) in [
        (dominated as fn(Seat, Line) -> Event, before.dominated, after.dominated),
        (marked, before.marked, after.marked),
    ] {
        // The mover marks at the end of its turn, the other seat at the start of its own (K9).
        for seat in [before.mover, before.mover.other()] {
            let new = is[seat.index()] & !was[seat.index()];
            events.extend(Line::of_set(new).map(|line| make(seat, line)));
        }
    }
    events.extend(after.winner.map(|seat| Event::Won { seat }));
    events
}

/// What a viewer can tell of an action before it is played: nothing of druids that it does not know, nor
/// of lines that hang on them.
pub(crate) fn preview(before: &Stonehenge, action: Action, viewer: Viewer) -> Vec<Event> {
    let known = |cell: Cell| before.empty_cells() & cell.bit() != 0 || sees(before, viewer, cell);
    let line_known = |line: Line| Cell::of_set(line.cells()).all(known);
    let mut guessed = false;
    let mut events = of(before, action, viewer);
    events.retain_mut(|event| match event {
        Event::TurnedUp { cell, value } => {
            *value = value.filter(|_| known(*cell));
            true
        }
        Event::Dominated { line, .. } | Event::Marked { line, .. } => {
            guessed |= !line_known(*line);
            line_known(*line)
        }
        Event::Placed { .. } | Event::Won { .. } => true,
    });
    // Megaliths are limited: where some hang on a line that this viewer cannot judge, all may.
    events.retain(|event| !(guessed && matches!(event, Event::Marked { .. } | Event::Won { .. })));
    events
}

fn dominated(seat: Seat, line: Line) -> Event {
    Event::Dominated { seat, line }
}

fn marked(seat: Seat, line: Line) -> Event {
    Event::Marked { seat, line }
}
