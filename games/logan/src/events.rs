//! The consequences of an action, as told afterwards and as foreseen.

use sarsen_core::{Explain, Phrase, Rules, Seat, Viewer, phrase};
use serde::Serialize;

use crate::action::Action;
use crate::cell::Cell;
use crate::island::bits;
use crate::state::{Deed, End, Logan};
use crate::stone::Face;
use crate::words::face_name;

/// A consequence of an action. Faces that a viewer may not know are `?`.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_logan::{Event, Logan};
///
/// let mut game = Logan::start(&Options::defaults(Logan::SPEC));
/// game.play("deal=SP,PS|RS,RP,RP,RP,PS,PS,SR,SR|RP,RP,RP,PS,PS,SR,SR,SR".parse()?)?;
/// let events = game.events("+RS@1,-1".parse()?, Viewer::Public);
/// assert!(matches!(events[0], Event::Added { .. }));
/// assert!(matches!(events[1], Event::Flipped { .. }), "rock flips scissors");
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", rename = "GameEvent"))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The stones are dealt (L1).
    Dealt,
    /// A stone is added (L4).
    Added {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The cell.
        cell: Cell,
        /// The upper face.
        up: Face,
    },
    /// A stone is lifted (L9).
    Lifted {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The cell.
        cell: Cell,
        /// The back, which only the mover sees.
        back: Face,
    },
    /// The lifted stone is put down (L9).
    Put {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The cell.
        cell: Cell,
        /// The upper face.
        up: Face,
    },
    /// A stone is turned over where it lies (L11).
    TurnedOver {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The cell.
        cell: Cell,
        /// The new upper face.
        up: Face,
    },
    /// A beaten stone is flipped (L7).
    Flipped {
        /// The cell.
        cell: Cell,
        /// The new upper face.
        up: Face,
    },
    /// What is flipped depends on a face that is not known yet (L7).
    Uncertain {
        /// The stone whose face decides.
        cell: Cell,
    },
    /// A row of four or more (L12).
    Row {
        /// Its symbol.
        face: Face,
        /// Its cells, in order.
        cells: Vec<Cell>,
    },
    /// The row wins (L12).
    Won {
        /// The winner.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
    },
    /// The game is drawn (L13).
    Drawn {
        /// The reason: `repetition` or `limit`.
        by: End,
    },
}

impl Explain for Event {
    fn explain(&self) -> Phrase {
        match self {
            Event::Dealt => Phrase::new(
                "The stones are dealt.",
                "Les galets sont distribués.",
                "石が配られました。",
            ),
            Event::Added { seat, cell, up } => added(*seat, *cell, *up),
            Event::Lifted { seat, cell, back } => lifted(*seat, *cell, *back),
            Event::Put { seat, cell, up } => put(*seat, *cell, *up),
            Event::TurnedOver { seat, cell, up } => turned_over(*seat, *cell, *up),
            Event::Flipped { cell, up } => flipped(*cell, *up),
            Event::Uncertain { cell } => phrase!(
                "What is flipped depends on the face that comes up on {cell}.",
                "Ce qui sera retourné dépend de la face qui apparaîtra en {cell}.",
                "何が裏返るかは、{cell}に出る面によって決まります。"
            ),
            Event::Row { face, cells } => row(*face, cells.len()),
            Event::Won { seat } => phrase!(
                "[{seat}:You win|@ wins].",
                "[{seat}:Vous gagnez|@ gagne].",
                "[{seat}:あなた|@]の勝ちです。"
            ),
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

fn added(seat: Seat, cell: Cell, up: Face) -> Phrase {
    let Phrase { en, fr, ja } = face_name(up);
    phrase!(
        "[{seat}:You add|@ adds] a stone on {cell}: {en}.",
        "[{seat}:Vous ajoutez|@ ajoute] un galet en {cell} : {fr}.",
        "[{seat}:あなた|@]が{cell}に石を加えました：{ja}。"
    )
}

fn lifted(seat: Seat, cell: Cell, back: Face) -> Phrase {
    let Phrase { en, fr, ja } = face_name(back);
    if !back.is_known() {
        return phrase!(
            "[{seat}:You lift|@ lifts] the stone on {cell}.",
            "[{seat}:Vous levez|@ lève] le galet en {cell}.",
            "[{seat}:あなた|@]が{cell}の石を持ち上げました。"
        );
    }
    phrase!(
        "[{seat}:You lift the stone on {cell} and see|@ lifts the stone on {cell} and sees] {en} beneath.",
        "[{seat}:Vous levez le galet en {cell} et voyez|@ lève le galet en {cell} et voit] {fr} dessous.",
        "[{seat}:あなた|@]が{cell}の石を持ち上げ、裏の{ja}を見ました。"
    )
}

fn put(seat: Seat, cell: Cell, up: Face) -> Phrase {
    let Phrase { en, fr, ja } = face_name(up);
    phrase!(
        "[{seat}:You put|@ puts] the stone down on {cell}: {en}.",
        "[{seat}:Vous posez|@ pose] le galet en {cell} : {fr}.",
        "[{seat}:あなた|@]が{cell}に石を置きました：{ja}。"
    )
}

fn turned_over(seat: Seat, cell: Cell, up: Face) -> Phrase {
    let Phrase { en, fr, ja } = face_name(up);
    phrase!(
        "[{seat}:You turn|@ turns] over the stone on {cell}: {en}.",
        "[{seat}:Vous retournez|@ retourne] le galet en {cell} : {fr}.",
        "[{seat}:あなた|@]が{cell}の石を裏返しました：{ja}。"
    )
}

fn flipped(cell: Cell, up: Face) -> Phrase {
    let Phrase { en, fr, ja } = face_name(up);
    phrase!(
        "The stone on {cell} is beaten and flipped: {en}.",
        "Le galet en {cell} est battu et retourné : {fr}.",
        "{cell}の石は負けて裏返りました：{ja}。"
    )
}

/// A row has at least four stones, so the plural is right in every language.
fn row(face: Face, count: usize) -> Phrase {
    let Phrase { en, fr, ja } = face_name(face);
    let fr_article = match face {
        Face::Rock => format!("la {fr}"),
        Face::Paper => format!("le {fr}"),
        Face::Scissors => format!("les {fr}"),
        Face::Hidden => fr.into_owned(),
    };
    phrase!(
        "{count} stones in a row show {en}.",
        "{count} galets alignés montrent {fr_article}.",
        "{ja}が{count}つ並びました。"
    )
}

/// The consequences of a legal action, as told to a viewer afterwards: everybody sees faces that were turned up.
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

/// The consequences of a legal action on a seat's picture of the game.
pub(crate) fn foreseen(picture: &Logan, action: Action) -> Vec<Event> {
    let mut after = picture.clone();
    after.apply(action);
    deeds(&after)
}

/// The last action of a state and its consequences.
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
