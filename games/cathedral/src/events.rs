//! The consequences of an action, for previews and for reports.

use sarsen_core::{Counted, Explain, Outcome, PerSeat, Phrase, Rules, Seat, Turn, phrase};
use serde::Serialize;

use crate::action::{Action, Placement};
use crate::board::{Square, Squares};
use crate::piece::Piece;
use crate::state::Cathedral;
use crate::{DARK, LIGHT};

/// A consequence of an action. A piece without an owner is the People Piece.
///
/// ```
/// use sarsen_cathedral::{Cathedral, Event, Piece};
/// use sarsen_core::{Options, Rules, Viewer, Views};
///
/// let game = Cathedral::start(&Options::defaults(Cathedral::SPEC));
/// let events = game.events("PP0@h7".parse()?, Viewer::Public);
/// assert!(matches!(events[0], Event::Placed { piece: Piece::People, .. }));
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", rename = "GameEvent"))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A piece is positioned (C1, C2).
    Placed {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The piece.
        piece: Piece,
        /// The squares it covers.
        squares: Squares,
    },
    /// A single piece is enclosed, and the mover has to decide about it (C14).
    Enclosed {
        /// The piece.
        piece: Piece,
        /// Its owner.
        #[cfg_attr(test, ts(as = "Option<u8>"))]
        owner: Option<Seat>,
        /// The squares it covers.
        squares: Squares,
    },
    /// A single enclosed piece leaves the board (C8).
    Removed {
        /// The piece.
        piece: Piece,
        /// Its owner, to whose tray it returns.
        #[cfg_attr(test, ts(as = "Option<u8>"))]
        owner: Option<Seat>,
        /// The squares it covered.
        squares: Squares,
    },
    /// A removal is declined (C14).
    Kept {
        /// The piece.
        piece: Piece,
        /// Its owner.
        #[cfg_attr(test, ts(as = "Option<u8>"))]
        owner: Option<Seat>,
        /// The squares it covers.
        squares: Squares,
    },
    /// Space becomes a seat's own (C7, C8).
    Claimed {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The squares that were not its own before.
        squares: Squares,
        /// Those of them that belonged to the other seat (C10).
        from_other: Squares,
    },
    /// The placed monument touches another of its owner's only at a corner: the wall is open there (C7).
    CornerGap {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The two squares that meet at the corner, the new one first.
        squares: [Square; 2],
    },
    /// A seat passes (C11).
    Passed {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// Whether it could not place anything.
        forced: bool,
    },
    /// Neither seat can place any more, or both passed (C11, C12).
    GameOver {
        /// The result.
        #[cfg_attr(test, ts(as = "String"))]
        outcome: Outcome,
        /// The squares of each seat's unplaced monuments.
        #[cfg_attr(test, ts(as = "Vec<i32>"))]
        score: PerSeat<i32>,
    },
}

/// The consequences of a legal action, derived from the states before and after it.
pub(crate) fn of(before: &Cathedral, action: Action) -> Vec<Event> {
    let mut after = before.clone();
    after.apply(action);
    let mut events = vec![done(before, action)];
    if matches!(action, Action::Place(_)) {
        events.extend(enclosed(&after));
    }
    // A `take` is reported by the removal itself.
    events.extend(removed(before, &after));
    if matches!(action, Action::Take(_)) {
        events.remove(0);
    }
    events.extend(claimed(before, &after));
    if let Action::Place(placement) = action {
        events.extend(corner_gap(&after, before.to_act, placement));
    }
    if let (Turn::Over(outcome), Some(score)) = (after.turn(), after.score()) {
        events.push(Event::GameOver { outcome, score });
    }
    events
}

fn done(before: &Cathedral, action: Action) -> Event {
    let seat = before.to_act;
    match action {
        Action::Place(placement) => {
            let squares = placement.squares(seat);
            Event::Placed { seat, piece: placement.piece(), squares }
        }
        Action::Pass => Event::Passed { seat, forced: before.stuck },
        Action::Keep(square) | Action::Take(square) => {
            let (piece, owner, squares) = stranger(before, Squares::only(square));
            Event::Kept { piece, owner, squares }
        }
    }
}

/// The piece on some squares that is not the mover's: its kind, owner and footprint.
pub(crate) fn stranger(state: &Cathedral, on: Squares) -> (Piece, Option<Seat>, Squares) {
    let owner = state.to_act.other();
    let mut standing = state.side(owner).standing().iter();
    match standing.find(|placement| placement.squares(owner).meets(on)) {
        Some(placement) => (placement.piece(), Some(owner), placement.squares(owner)),
        None => (Piece::People, None, state.people_squares()),
    }
}

/// The pieces that await a decision, in order.
fn enclosed(after: &Cathedral) -> impl Iterator<Item = Event> {
    let mut left = after.clone();
    std::iter::from_fn(move || {
        let decision = left.decision()?;
        left.pending &= !Squares::only(decision).flooded(left.pending);
        let (piece, owner, squares) = stranger(&left, Squares::only(decision));
        Some(Event::Enclosed { piece, owner, squares })
    })
}

fn removed(before: &Cathedral, after: &Cathedral) -> Vec<Event> {
    let owner = before.to_act.other();
    let stands = |placement: &&Placement| !after.side(owner).standing().contains(placement);
    let gone = before.side(owner).standing().iter().filter(stands);
    let mut events: Vec<Event> = gone
        .map(|placement| Event::Removed {
            piece: placement.piece(),
            owner: Some(owner),
            squares: placement.squares(owner),
        })
        .collect();
    if before.people.is_some() && after.people.is_none() {
        let squares = before.people_squares();
        events.push(Event::Removed { piece: Piece::People, owner: None, squares });
    }
    events.sort_by_key(|event| match event {
        Event::Removed { squares, .. } => squares.first(),
        _ => None,
    });
    events
}

fn claimed(before: &Cathedral, after: &Cathedral) -> Option<Event> {
    let seat = before.to_act;
    let squares = after.side(seat).claimed & !before.side(seat).claimed;
    let from_other = squares & before.side(seat.other()).claimed;
    (!squares.is_empty()).then_some(Event::Claimed { seat, squares, from_other })
}

/// The first corner at which a placed monument meets another of its owner's without sharing an edge, unless another of
/// the owner's monuments closes that corner.
fn corner_gap(after: &Cathedral, seat: Seat, placement: Placement) -> Option<Event> {
    if placement.piece() == Piece::People {
        return None;
    }
    let own = placement.squares(seat);
    let monuments = after.side(seat).standing().iter().map(|other| other.squares(seat));
    let built = monuments.clone().fold(Squares::NONE, |all, squares| all | squares);
    let edges = |squares: Squares| squares.iter().flat_map(sides).collect::<Vec<_>>();
    monuments.filter(|&other| other != own).find_map(|other| {
        if edges(own).iter().any(|&square| other.contains(square)) {
            return None;
        }
        let meet =
            own.iter().flat_map(|new| corners(new).map(move |(old, flanks)| (new, old, flanks)));
        let mut gaps = meet.filter(|&(_, old, flanks)| {
            other.contains(old) && !flanks.iter().any(|&flank| built.contains(flank))
        });
        gaps.next().map(|(new, old, _)| Event::CornerGap { seat, squares: [new, old] })
    })
}

/// The squares that share an edge with a square.
fn sides(square: Square) -> impl Iterator<Item = Square> {
    let (column, row) = (square.column(), square.row());
    [
        (Some(column + 1), Some(row)),
        (column.checked_sub(1), Some(row)),
        (Some(column), Some(row + 1)),
        (Some(column), row.checked_sub(1)),
    ]
    .into_iter()
    .filter_map(|(column, row)| Square::new(column?, row?))
}

/// The squares that share a corner with a square, each with the two squares between them.
fn corners(square: Square) -> impl Iterator<Item = (Square, [Square; 2])> {
    let (column, row) = (square.column(), square.row());
    let columns = [Some(column + 1), column.checked_sub(1)];
    let rows = [Some(row + 1), row.checked_sub(1)];
    columns.into_iter().flat_map(move |c| rows.map(|r| (c, r))).filter_map(move |(c, r)| {
        let (c, r) = (c?, r?);
        Some((Square::new(c, r)?, [Square::new(c, row)?, Square::new(column, r)?]))
    })
}

impl Explain for Event {
    fn explain(&self) -> Phrase {
        match *self {
            Event::Placed { seat, piece, squares } => placed(seat, piece, squares),
            Event::Enclosed { piece, owner, .. } => {
                let (en, fr, ja) = owned(piece, owner);
                phrase!(
                    "{en} is enclosed: keep it there, or take it.",
                    "Une seule pièce est enfermée, {fr} : la laisser ou la retirer ?",
                    "{ja}が囲まれました。残すか取り除くかを決めます。",
                )
            }
            Event::Removed { piece, owner, .. } => removal(piece, owner),
            Event::Kept { piece, owner, .. } => {
                let (en, fr, ja) = owned(piece, owner);
                phrase!(
                    "{en} stays, and the space around it stays open.",
                    "On laisse en place {fr} ; l’espace alentour reste ouvert.",
                    "{ja}はそのまま残り、まわりの土地は開いたままです。",
                )
            }
            Event::Claimed { seat, squares, from_other } => claim(seat, squares, from_other),
            Event::CornerGap { squares: [new, old], .. } => phrase!(
                "{new} and {old} touch only at a corner: the wall is open there.",
                "{new} et {old} ne se touchent que par un coin : le mur reste ouvert à cet endroit.",
                "{new}と{old}は角で接しているだけなので、壁はそこで開いています。",
            ),
            Event::Passed { seat, forced } => passed(seat, forced),
            Event::GameOver { score, .. } => game_over(score),
        }
    }
}

/// A piece with its owner, for the beginning of a sentence in English and within a sentence in the other languages.
fn owned(piece: Piece, owner: Option<Seat>) -> (String, String, String) {
    let name = piece.the();
    match owner {
        None => ("The People Piece".to_owned(), name.fr.into(), name.ja.into()),
        Some(seat) => (
            format!("[{seat}:Your|@'s] {}", piece.name().en),
            format!("{} [{seat}:à vous|de @]", name.fr),
            format!("[{seat}:あなた|@]の{}", name.ja),
        ),
    }
}

fn placed(seat: Seat, piece: Piece, squares: Squares) -> Phrase {
    let Phrase { en, fr, ja } = piece.the();
    let on: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    let on = on.join(" ");
    phrase!(
        "[{seat}:You place|@ places] {en} on {on}.",
        "[{seat}:Vous posez|@ pose] {fr} en {on}.",
        "[{seat}:あなた|@]が{ja}を{on}に置きました。",
    )
}

fn removal(piece: Piece, owner: Option<Seat>) -> Phrase {
    if owner.is_none() {
        return Phrase::new(
            "The People Piece is enclosed and leaves the game.",
            "La pièce du Peuple, enfermée, quitte la partie.",
            "ピープルピースが囲まれ、ゲームから取り除かれました。",
        );
    }
    let (en, fr, ja) = owned(piece, owner);
    phrase!(
        "{en} is enclosed and goes back to its owner.",
        "On retire {fr}, que son propriétaire pourra rejouer.",
        "{ja}が囲まれ、持ち主に戻りました。",
    )
}

const SQUARES: Counted = Counted {
    one: Phrase::new("square", "case", "マス"),
    many: Phrase::new("squares", "cases", "マス"),
};

fn claim(seat: Seat, squares: Squares, from_other: Squares) -> Phrase {
    let (count, taken) = (squares.len(), from_other.len());
    let other = seat.other();
    let Phrase { en, fr, ja } = SQUARES.phrase(count as i64);
    if taken == 0 {
        return phrase!(
            "[{seat}:You claim|@ claims] {count} {en}.",
            "[{seat}:Vous conquérez|@ conquiert] {count} {fr}.",
            "[{seat}:あなた|@]が{count}{ja}を領地にしました。",
        );
    }
    phrase!(
        "[{seat}:You claim|@ claims] {count} {en}, {taken} of them from [{other}:you|@].",
        "[{seat}:Vous conquérez|@ conquiert] {count} {fr}, dont {taken} auparavant [{other}:à vous|à @].",
        "[{seat}:あなた|@]が{count}{ja}を領地にしました。うち{taken}{ja}は[{other}:あなた|@]のものでした。",
    )
}

fn passed(seat: Seat, forced: bool) -> Phrase {
    if forced {
        return phrase!(
            "[{seat}:You can place nothing and pass|@ can place nothing and passes].",
            "[{seat}:Vous ne pouvez rien poser et passez|@ ne peut rien poser et passe].",
            "[{seat}:あなた|@]は何も置けないのでパスしました。",
        );
    }
    phrase!(
        "[{seat}:You pass|@ passes].",
        "[{seat}:Vous passez|@ passe].",
        "[{seat}:あなた|@]がパスしました。"
    )
}

fn game_over(score: PerSeat<i32>) -> Phrase {
    let (light, dark) = (score[LIGHT], score[DARK]);
    phrase!(
        "The game is over. Squares left: [1:you|@] {light}, [2:you|@] {dark}.",
        "La partie est terminée. Cases restantes : [1:vous|@] {light}, [2:vous|@] {dark}.",
        "ゲーム終了。残りマス：[1:あなた|@]{light}、[2:あなた|@]{dark}。",
    )
}
