//! The consequences of an action.

use sarsen_core::{Explain, Phrase, Rules, Seat, Viewer, phrase};
use serde::Serialize;

use crate::board::{Cell, Line};
use crate::view::sees;
use crate::{Action, Stonehenge};

/// A consequence of an action.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_stonehenge::{Event, Stonehenge};
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// let events = game.events("G4".parse()?, Viewer::Public);
/// assert!(matches!(events[0], Event::Placed { value: Some(4), .. }));
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", rename = "GameEvent"))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A druid is placed (K2).
    Placed {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The cell.
        cell: Cell,
        /// Its value, unless it lies face down for this viewer.
        value: Option<u8>,
    },
    /// A druid that lay face down is turned up (K11).
    TurnedUp {
        /// The cell.
        cell: Cell,
        /// Its value; unknown in a preview.
        value: Option<u8>,
    },
    /// A line is decided (K3, K4, K5).
    Dominated {
        /// The seat that dominates it.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The line.
        line: Line,
    },
    /// A megalith is placed at a line's end (K7).
    Marked {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The line.
        line: Line,
    },
    /// The eighth megalith stands (K8).
    Won {
        /// The winner.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
    },
}

impl Explain for Event {
    fn explain(&self) -> Phrase {
        match *self {
            Event::Placed { seat, cell, value: Some(value) } => phrase!(
                "[{seat}:You place|@ places] a {value} on {cell}.",
                "[{seat}:Vous posez|@ pose] un {value} en {cell}.",
                "[{seat}:あなた|@]が{cell}に{value}を置きました。"
            ),
            Event::Placed { seat, cell, value: None } => phrase!(
                "[{seat}:You place|@ places] a druid face down on {cell}.",
                "[{seat}:Vous posez|@ pose] un druide face cachée en {cell}.",
                "[{seat}:あなた|@]が{cell}にドルイドを伏せて置きました。"
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
                "[{seat}:You win|@ wins] line {line}.",
                "[{seat}:Vous gagnez|@ gagne] la ligne {line}.",
                "[{seat}:あなた|@]がライン{line}を獲得しました。"
            ),
            Event::Marked { seat, line } => phrase!(
                "[{seat}:You raise|@ raises] a megalith on {line}.",
                "[{seat}:Vous dressez|@ dresse] un mégalithe sur {line}.",
                "[{seat}:あなた|@]がライン{line}にメガリスを立てました。"
            ),
            Event::Won { seat } => phrase!(
                "[{seat}:You have placed all eight megaliths and win|@ has placed all eight megaliths and wins].",
                "[{seat}:Vous avez posé vos huit mégalithes et gagnez|@ a posé ses huit mégalithes et gagne].",
                "[{seat}:あなた|@]が8つのメガリスをすべて置いて勝ちました。"
            ),
        }
    }
}

/// The consequences of a legal action, as told to a viewer.
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

/// What a viewer can foresee of an action: nothing about druids that it does not know, or lines that depend on them.
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
    // Megaliths are limited: if some depend on a line that this viewer cannot judge, all of them may.
    events.retain(|event| !(guessed && matches!(event, Event::Marked { .. } | Event::Won { .. })));
    events
}

fn dominated(seat: Seat, line: Line) -> Event {
    Event::Dominated { seat, line }
}

fn marked(seat: Seat, line: Line) -> Event {
    Event::Marked { seat, line }
}
