//! What an action brings about: the preview before it, the story after it.

use sarsen_core::{Explain, Outcome, PerSeat, Phrase, Rules, Seat, Turn, phrase};
use serde::Serialize;

use crate::action::{Action, Placement};
use crate::board::Squares;
use crate::piece::{Piece, colour};
use crate::state::Cathedral;
use crate::{DARK, LIGHT};

/// Something that happens when an action is played. A piece without owner is the People Piece.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A piece is positioned (C1, C2).
    Placed {
        /// By whom.
        seat: Seat,
        /// Which.
        piece: Piece,
        /// The squares that it covers.
        squares: Squares,
    },
    /// A single piece is enclosed, and the mover has to decide about it (C14).
    Enclosed {
        /// Which.
        piece: Piece,
        /// Whose.
        owner: Option<Seat>,
        /// The squares that it covers.
        squares: Squares,
    },
    /// A single enclosed piece leaves the board (C8).
    Removed {
        /// Which.
        piece: Piece,
        /// Whose, back in whose tray it is.
        owner: Option<Seat>,
        /// The squares that it covered.
        squares: Squares,
    },
    /// A removal is declined (C14).
    Kept {
        /// Which.
        piece: Piece,
        /// Whose.
        owner: Option<Seat>,
        /// The squares that it covers.
        squares: Squares,
    },
    /// Space becomes a seat's own (C7, C8).
    Claimed {
        /// Whose.
        seat: Seat,
        /// The squares that were not its own before.
        squares: Squares,
        /// Those of them that were the other seat's (C10).
        from_other: Squares,
    },
    /// A seat passes (C11).
    Passed {
        /// Who.
        seat: Seat,
        /// Whether it could not place anything.
        forced: bool,
    },
    /// Neither seat can place any more, or both passed (C11, C12).
    GameOver {
        /// The result.
        outcome: Outcome,
        /// The squares of what each seat has not placed.
        score: PerSeat<i32>,
    },
}

/// What a legal action does, read off the states before and after it.
pub(crate) fn of(before: &Cathedral, action: Action) -> Vec<Event> {
    let mut after = before.clone();
    after.apply(action);
    let mut events = vec![done(before, action)];
    if matches!(action, Action::Place(_)) {
        events.extend(enclosed(&after));
    }
    // A `take` is told by the removal itself.
    events.extend(removed(before, &after));
    if matches!(action, Action::Take(_)) {
        events.remove(0);
    }
    events.extend(claimed(before, &after));
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

/// The piece, not the mover's, on some squares: its kind, owner and footprint.
fn stranger(state: &Cathedral, on: Squares) -> (Piece, Option<Seat>, Squares) {
    let owner = state.to_act.other();
    let mut standing = state.side(owner).standing().iter();
    match standing.find(|placement| placement.squares(owner).meets(on)) {
        Some(placement) => (placement.piece(), Some(owner), placement.squares(owner)),
        None => (Piece::People, None, state.people_squares()),
    }
}

/// The pieces that wait for a decision, in its order.
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
                    "On laisse en place {fr} ; l'espace alentour reste ouvert.",
                    "{ja}はそのまま残り、まわりの土地は開いたままです。",
                )
            }
            Event::Claimed { seat, squares, from_other } => claim(seat, squares, from_other),
            Event::Passed { seat, forced } => passed(seat, forced),
            Event::GameOver { score, .. } => game_over(score),
        }
    }
}

/// A piece with its owner, at the beginning of an English sentence and within the others.
fn owned(piece: Piece, owner: Option<Seat>) -> (String, String, String) {
    let name = piece.the();
    match owner.map(colour) {
        None => ("The People Piece".to_owned(), name.fr.into(), name.ja.into()),
        Some(owner) => (
            format!("{}'s {}", owner.en, piece.name().en),
            format!("{} de {}", name.fr, owner.fr),
            format!("{}の{}", owner.ja, name.ja),
        ),
    }
}

fn placed(seat: Seat, piece: Piece, squares: Squares) -> Phrase {
    let (seat, name) = (colour(seat), piece.the());
    let on: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    let on = on.join(" ");
    let (en, fr, ja) = (seat.en, seat.fr, seat.ja);
    let (the, la, wo) = (name.en, name.fr, name.ja);
    phrase!(
        "{en} places {the} on {on}.",
        "{fr} pose {la} en {on}.",
        "{ja}が{wo}を{on}に置きました。",
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

fn claim(seat: Seat, squares: Squares, from_other: Squares) -> Phrase {
    let (count, taken) = (squares.len(), from_other.len());
    let (seat, other) = (colour(seat), colour(seat.other()));
    let (en, fr, ja) = (seat.en, seat.fr, seat.ja);
    let (s, fr_s) = if count == 1 { ("", "") } else { ("s", "s") };
    if taken == 0 {
        return phrase!(
            "{en} claims {count} square{s}.",
            "{fr} s'approprie {count} case{fr_s}.",
            "{ja}が{count}マスを獲得しました。",
        );
    }
    let (en_other, fr_other, ja_other) = (other.en, other.fr, other.ja);
    phrase!(
        "{en} claims {count} square{s}, {taken} of them from {en_other}.",
        "{fr} s'approprie {count} case{fr_s}, dont {taken} de {fr_other}.",
        "{ja}が{count}マスを獲得しました。うち{taken}マスは{ja_other}のものでした。",
    )
}

fn passed(seat: Seat, forced: bool) -> Phrase {
    let seat = colour(seat);
    let (en, fr, ja) = (seat.en, seat.fr, seat.ja);
    if forced {
        return phrase!(
            "{en} can place nothing and passes.",
            "{fr} ne peut rien poser et passe.",
            "{ja}は何も置けないのでパスしました。",
        );
    }
    phrase!("{en} passes.", "{fr} passe.", "{ja}がパスしました。")
}

fn game_over(score: PerSeat<i32>) -> Phrase {
    let (light, dark) = (score[LIGHT], score[DARK]);
    phrase!(
        "The game is over. Unplaced squares: Light {light}, Dark {dark}.",
        "La partie est terminée. Cases non posées : Clair {light}, Sombre {dark}.",
        "ゲーム終了。置けなかったマス数：ライト{light}、ダーク{dark}。",
    )
}
