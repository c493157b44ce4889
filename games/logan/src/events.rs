//! What an action brings about by itself, told after it and foreseen before it.

use sarsen_core::{Explain, Phrase, Rules, Seat, Viewer, phrase};
use serde::Serialize;

use crate::action::Action;
use crate::cell::Cell;
use crate::island::bits;
use crate::state::{Deed, End, Logan};
use crate::stone::Face;

/// Something that happens when an action is played. Faces that a viewer may not know are `?`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The stones are dealt (L1).
    Dealt,
    /// A stone is added (L4).
    Added {
        /// By whom.
        seat: Seat,
        /// Where.
        cell: Cell,
        /// With which face up.
        up: Face,
    },
    /// A stone is lifted (L9).
    Lifted {
        /// By whom.
        seat: Seat,
        /// From where.
        cell: Cell,
        /// The back, which only the mover gets to see.
        back: Face,
    },
    /// The lifted stone is put down (L9).
    Put {
        /// By whom.
        seat: Seat,
        /// Where.
        cell: Cell,
        /// With which face up.
        up: Face,
    },
    /// A stone is turned over where it lies (L11).
    TurnedOver {
        /// By whom.
        seat: Seat,
        /// Where.
        cell: Cell,
        /// The face that comes up.
        up: Face,
    },
    /// A beaten stone is flipped (L7).
    Flipped {
        /// Where.
        cell: Cell,
        /// The face that comes up.
        up: Face,
    },
    /// What is flipped depends on a face that cannot be known yet (L7).
    Uncertain {
        /// The stone whose face decides.
        cell: Cell,
    },
    /// A row of four or more (L12).
    Row {
        /// Its symbol.
        face: Face,
        /// Its cells in order.
        cells: Vec<Cell>,
    },
    /// The row wins (L12).
    Won {
        /// For whom.
        seat: Seat,
    },
    /// The game is drawn (L13).
    Drawn {
        /// Why: `repetition` or `limit`.
        by: End,
    },
}

impl Explain for Event {
    fn explain(&self) -> Phrase {
        match self {
            Event::Dealt => Phrase::new(
                "The stones are dealt.",
                "Les pierres sont distribuées.",
                "石が配られました。",
            ),
            Event::Added { seat, cell, up } => phrase!(
                "Seat {seat} adds a stone on {cell}, {up} up.",
                "Le joueur {seat} ajoute une pierre en {cell}, face {up}.",
                "席{seat}が{cell}に{up}を上にして石を加えました。"
            ),
            Event::Lifted { seat, cell, back: Face::Hidden } => phrase!(
                "Seat {seat} lifts the stone on {cell}.",
                "Le joueur {seat} lève la pierre en {cell}.",
                "席{seat}が{cell}の石を持ち上げました。"
            ),
            Event::Lifted { seat, cell, back } => phrase!(
                "Seat {seat} lifts the stone on {cell} and sees {back} beneath.",
                "Le joueur {seat} lève la pierre en {cell} et voit {back} dessous.",
                "席{seat}が{cell}の石を持ち上げ、裏の{back}を見ました。"
            ),
            Event::Put { seat, cell, up } => phrase!(
                "Seat {seat} puts the stone down on {cell}, {up} up.",
                "Le joueur {seat} pose la pierre en {cell}, face {up}.",
                "席{seat}が{cell}に{up}を上にして石を置きました。"
            ),
            Event::TurnedOver { seat, cell, up } => phrase!(
                "Seat {seat} turns over the stone on {cell}: {up}.",
                "Le joueur {seat} retourne la pierre en {cell} : {up}.",
                "席{seat}が{cell}の石を裏返しました：{up}。"
            ),
            Event::Flipped { cell, up } => phrase!(
                "The stone on {cell} is beaten and flipped: {up}.",
                "La pierre en {cell} est battue et retournée : {up}.",
                "{cell}の石は負けて裏返りました：{up}。"
            ),
            Event::Uncertain { cell } => phrase!(
                "What is flipped depends on the face that comes up on {cell}.",
                "Ce qui sera retourné dépend de la face qui apparaîtra en {cell}.",
                "何が裏返るかは、{cell}に出る面によって決まります。"
            ),
            Event::Row { face, cells } => {
                let count = cells.len();
                phrase!(
                    "{count} {face} in a row.",
                    "{count} {face} alignés.",
                    "{face}が{count}つ並びました。"
                )
            }
            Event::Won { seat } => {
                phrase!("Seat {seat} wins.", "Le joueur {seat} gagne.", "席{seat}の勝ちです。")
            }
            Event::Drawn { by: End::Limit } => Phrase::new(
                "The second phase has lasted long enough: a draw.",
                "La seconde phase a assez duré : partie nulle.",
                "第二段階の手番が上限に達し、引き分けです。",
            ),
            Event::Drawn { .. } => Phrase::new(
                "The same position for the third time: a draw.",
                "La même position pour la troisième fois : partie nulle.",
                "同じ局面が三回現れ、引き分けです。",
            ),
        }
    }
}

/// What a legal action does, told to a viewer once it is done: faces that came up are seen by all.
pub(crate) fn of(before: &Logan, action: Action, viewer: Viewer) -> Vec<Event> {
    let mut after = before.clone();
    after.apply(action);
    let mut events = deeds(&after);
    if let Some(Event::Lifted { seat, back, .. }) = events.first_mut()
        && viewer != Viewer::Seat(*seat)
        && !after.is_open_to(viewer)
    {
        *back = Face::Hidden;
    }
    events
}

/// What a legal action would do to a picture of the game.
pub(crate) fn foreseen(picture: &Logan, action: Action) -> Vec<Event> {
    let mut after = picture.clone();
    after.apply(action);
    deeds(&after)
}

/// The last action of a state and all that came of it.
fn deeds(after: &Logan) -> Vec<Event> {
    let Some(last) = after.last else { return vec![Event::Dealt] };
    let (seat, id) = (last.seat, usize::from(last.id));
    let (cell, stone) = (after.island.cell(id), after.island.stone(id));
    let up = stone.up();
    let mut events = vec![match last.what {
        Deed::Add { .. } => Event::Added { seat, cell, up },
        Deed::Lift => Event::Lifted { seat, cell, back: stone.down() },
        Deed::Put { .. } => Event::Put { seat, cell, up },
        Deed::Flip => Event::TurnedOver { seat, cell, up },
    }];
    if !up.is_known() {
        events.push(Event::Uncertain { cell });
    }
    events.extend(bits(last.flipped).map(|next| Event::Flipped {
        cell: after.island.cell(next),
        up: after.island.stone(next).up(),
    }));
    events.extend(endings(after));
    events
}

fn endings(after: &Logan) -> Vec<Event> {
    let rows = after.island.winning_rows().into_iter().map(|row| Event::Row {
        face: after.island.stone(row[0]).up(),
        cells: row.into_iter().map(|id| after.island.cell(id)).collect(),
    });
    match after.end() {
        None => Vec::new(),
        Some(End::Row(seat)) => rows.chain([Event::Won { seat }]).collect(),
        Some(by) => vec![Event::Drawn { by }],
    }
}
