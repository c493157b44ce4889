//! Why an action is refused, in words for players.

use sarsen_core::{Illegal, Phrase, Seat, phrase};

use crate::action::{Action, Placement};
use crate::board::Square;
use crate::piece::{Piece, colour};
use crate::state::Cathedral;
use crate::view::Phase;

impl Cathedral {
    /// The refusal of an action, if it is illegal.
    pub(crate) fn refusal(&self, action: Action) -> Option<Illegal> {
        match (self.phase, action) {
            (Phase::Over, _) => Some(Illegal::game_is_over("C11")),
            (Phase::Removal, Action::Keep(square) | Action::Take(square)) => {
                self.refuse_decision(square)
            }
            (Phase::Removal, _) => Some(decide_first(self.decision()?)),
            (_, Action::Keep(_) | Action::Take(_)) => Some(self.nothing_to_decide()),
            (Phase::People, Action::Place(placement)) => self.refuse_people(placement),
            (Phase::Monument, Action::Place(placement)) => self.refuse_monument(placement),
            (_, Action::Pass) => self.refuse_pass(),
        }
    }

    fn refuse_people(&self, placement: Placement) -> Option<Illegal> {
        if placement.piece() != Piece::People {
            return Some(Illegal::new(self.people_rule(), people_first()));
        }
        self.refuse_overlap(placement)
    }

    fn refuse_monument(&self, placement: Placement) -> Option<Illegal> {
        let piece = placement.piece();
        if piece == Piece::People {
            return Some(Illegal::new(self.people_rule(), self.people_not_now()));
        }
        if self.side(self.to_act).tray[piece.index()] == 0 {
            return Some(none_left(piece));
        }
        self.refuse_overlap(placement).or_else(|| self.refuse_claimed(placement))
    }

    /// C2: every square has to be empty.
    fn refuse_overlap(&self, placement: Placement) -> Option<Illegal> {
        let covered = placement.squares(self.to_act) & !self.empty();
        covered.first().map(|square| overlap(square, self.piece_on(square)))
    }

    /// C3: no square may be claimed by the other seat.
    fn refuse_claimed(&self, placement: Placement) -> Option<Illegal> {
        let other = self.to_act.other();
        let claimed = placement.squares(self.to_act) & self.side(other).claimed;
        claimed.first().map(|square| claimed_by(square, other))
    }

    fn refuse_pass(&self) -> Option<Illegal> {
        if self.may_pass() {
            return None;
        }
        if self.phase == Phase::People {
            return Some(Illegal::new(self.people_rule(), people_first()));
        }
        if self.choices.free_passing {
            return Some(Illegal::new("C14", no_pass_before_people()));
        }
        Some(Illegal::new("C11", must_place()))
    }

    fn refuse_decision(&self, square: Square) -> Option<Illegal> {
        self.decision().filter(|&decision| decision != square).map(decide_first)
    }

    fn nothing_to_decide(&self) -> Illegal {
        if self.choices.optional_removal {
            Illegal::new("C14", no_decision())
        } else {
            Illegal::new("C8", removal_is_forced())
        }
    }

    /// The rule about when the People Piece is placed.
    fn people_rule(&self) -> &'static str {
        if self.choices.people_after_first { "C14" } else { "C1" }
    }

    fn people_not_now(&self) -> Phrase {
        if self.awaits_people() { people_after_first() } else { people_only_once() }
    }

    /// The piece that covers a square, and its owner.
    fn piece_on(&self, square: Square) -> Option<(Option<Seat>, Piece)> {
        if self.people_squares().contains(square) {
            return Some((None, Piece::People));
        }
        Seat::all(2).find_map(|seat| {
            let placement = self.side(seat).standing_on(seat, square)?;
            Some((Some(seat), placement.piece()))
        })
    }
}

fn none_left(piece: Piece) -> Illegal {
    let name = piece.the();
    let (en, fr, ja) = (name.en, name.fr, name.ja);
    let sentence = phrase!(
        "You have no such monument left: {en} is already on the board.",
        "Il ne vous reste aucun monument de ce type : vous avez déjà posé {fr}.",
        "そのモニュメントはもう残っていません。{ja}はすでに盤上にあります。",
    );
    Illegal::new("C2", sentence)
}

fn overlap(square: Square, on: Option<(Option<Seat>, Piece)>) -> Illegal {
    let (owner, piece) = on.unwrap_or((None, Piece::People));
    let of = owner.map(colour).unwrap_or(Phrase::new("", "", ""));
    let name = piece.the();
    let en =
        if owner.is_some() { format!("{}'s {}", of.en, piece.name().en) } else { name.en.into() };
    let fr = if owner.is_some() { format!("{} de {}", name.fr, of.fr) } else { name.fr.into() };
    let ja = if owner.is_some() { format!("{}の{}", of.ja, name.ja) } else { name.ja.into() };
    let sentence = phrase!(
        "The square {square} is not empty: {en} stands there.",
        "La case {square} n’est pas libre : {fr} l’occupe.",
        "{square}のマスは空いていません。{ja}があります。",
    );
    Illegal::new("C2", sentence)
}

fn claimed_by(square: Square, owner: Seat) -> Illegal {
    let owner = colour(owner);
    let (en, fr, ja) = (owner.en, owner.fr, owner.ja);
    let sentence = phrase!(
        "The square {square} is claimed by {en}: you may not build there.",
        "La case {square} appartient à l’espace de {fr} : vous ne pouvez pas y bâtir.",
        "{square}のマスは{ja}の領地です。そこには建てられません。",
    );
    Illegal::new("C3", sentence)
}

fn decide_first(square: Square) -> Illegal {
    let sentence = phrase!(
        "First decide about the enclosed piece: keep@{square} or take@{square}.",
        "Décidez d’abord du sort de la pièce enfermée : keep@{square} ou take@{square}.",
        "先に、囲んだ駒をどうするか決めてください：keep@{square} または take@{square}。",
    );
    Illegal::new("C14", sentence)
}

const fn no_decision() -> Phrase {
    Phrase::new(
        "There is no enclosed piece to decide about.",
        "Aucune pièce enfermée n’attend de décision.",
        "今、決めるべき囲まれた駒はありません。",
    )
}

const fn removal_is_forced() -> Phrase {
    Phrase::new(
        "A single enclosed piece is removed by itself: there is nothing to decide.",
        "Une pièce enfermée seule est retirée d’office : il n’y a rien à décider.",
        "一つだけ囲まれた駒は必ず取り除かれます。選ぶことはできません。",
    )
}

const fn people_first() -> Phrase {
    Phrase::new(
        "The People Piece has to be positioned first.",
        "Il faut d’abord poser la pièce du Peuple.",
        "先にピープルピースを置かなければなりません。",
    )
}

const fn people_after_first() -> Phrase {
    Phrase::new(
        "The first monument comes before the People Piece.",
        "Le premier monument se pose avant la pièce du Peuple.",
        "ピープルピースより先に、最初のモニュメントを置きます。",
    )
}

const fn people_only_once() -> Phrase {
    Phrase::new(
        "The People Piece is positioned only once, at the start.",
        "La pièce du Peuple ne se pose qu’une fois, au début.",
        "ピープルピースを置くのは最初の一度だけです。",
    )
}

const fn no_pass_before_people() -> Phrase {
    Phrase::new(
        "Nobody may pass before the People Piece stands.",
        "Personne ne peut passer avant que la pièce du Peuple soit posée.",
        "ピープルピースが置かれるまでは、誰もパスできません。",
    )
}

const fn must_place() -> Phrase {
    Phrase::new(
        "You can place a monument, so you may not pass.",
        "Vous pouvez poser un monument, donc vous ne pouvez pas passer.",
        "置けるモニュメントがあるので、パスはできません。",
    )
}
