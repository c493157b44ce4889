//! Why actions are refused, in words for players.

use sarsen_core::{Illegal, Phrase, phrase};

use crate::cell::Cell;
use crate::stone::{Bag, Stone};

pub(crate) fn not_the_bag(bag: Bag) -> Illegal {
    let sentence = match bag {
        Bag::Distinct => Phrase::new(
            "The bag holds six stones each of Rock/Paper, Paper/Scissors and Scissors/Rock: this deal does not.",
            "Le sac contient six galets de chaque sorte, R/P, P/S et S/R : cette donne ne les compte pas.",
            "袋には R/P、P/S、S/R の石が六つずつ入っています。この配り方では数が合いません。",
        ),
        Bag::Doubles => Phrase::new(
            "The bag holds three stones each of R/R, P/P, S/S, R/P, P/S and S/R: this deal does not.",
            "Le sac contient trois galets de chaque sorte, R/R, P/P, S/S, R/P, P/S et S/R : cette donne ne les compte pas.",
            "袋には R/R、P/P、S/S、R/P、P/S、S/R の石が三つずつ入っています。この配り方では数が合いません。",
        ),
    };
    Illegal::new("L1", sentence)
}

pub(crate) fn not_in_hand(stone: Stone) -> Illegal {
    let sentence = phrase!(
        "You hold no stone {stone}.",
        "Vous n’avez pas de galet {stone} en main.",
        "{stone} の石は手元にありません。",
    );
    Illegal::new("L4", sentence)
}

pub(crate) fn only_the_shown_face() -> Illegal {
    Illegal::new(
        "L5",
        Phrase::new(
            "Stones are added with the face up that they show.",
            "Un galet s’ajoute tel qu’il est montré, sans le retourner.",
            "石は見せている面を上にして加えます。裏返せません。",
        ),
    )
}

pub(crate) fn equal_faces(rule: &'static str) -> Illegal {
    Illegal::new(
        rule,
        Phrase::new(
            "Both faces of this stone are equal: put it down without turning it over.",
            "Les deux faces de ce galet sont identiques : posez-le sans le retourner.",
            "この石は表裏が同じ印です。裏返さずに置いてください。",
        ),
    )
}

pub(crate) fn hidden_back(stone: Stone) -> Illegal {
    let shown = stone.up();
    let sentence = phrase!(
        "You may not know this back: name the stone {shown}?.",
        "Vous ne pouvez pas connaître ce dos : nommez le galet {shown}?.",
        "この裏は知ることができません。石は {shown}? と書いてください。",
    );
    Illegal::new("L3", sentence)
}

pub(crate) fn no_stones_left() -> Illegal {
    Illegal::new(
        "L8",
        Phrase::new(
            "You have no stones left in hand: move a stone of the island or flip one.",
            "Vous n’avez plus de galet en main : déplacez ou retournez un galet de l’île.",
            "手元に石がありません。島の石を動かすか、裏返してください。",
        ),
    )
}

pub(crate) fn stones_in_hand() -> Illegal {
    Illegal::new(
        "L8",
        Phrase::new(
            "You still have stones in hand: add one of them first.",
            "Il vous reste des galets en main : ajoutez-en un.",
            "まだ手元に石があります。まずそれを加えてください。",
        ),
    )
}

pub(crate) fn taken(rule: &'static str, cell: Cell) -> Illegal {
    let sentence = phrase!(
        "There is a stone on {cell} already.",
        "Il y a déjà un galet en {cell}.",
        "{cell} にはすでに石があります。",
    );
    Illegal::new(rule, sentence)
}

pub(crate) fn no_contact(rule: &'static str, cell: Cell) -> Illegal {
    let sentence = phrase!(
        "No stone touches {cell}: it takes two.",
        "Aucun galet ne touche {cell} : il en faut deux.",
        "{cell} に接する石がありません。二つ以上必要です。",
    );
    Illegal::new(rule, sentence)
}

pub(crate) fn one_contact(rule: &'static str, cell: Cell) -> Illegal {
    let sentence = phrase!(
        "Only one stone touches {cell}: it takes two.",
        "Un seul galet touche {cell} : il en faut deux.",
        "{cell} に接する石は一つだけです。二つ以上必要です。",
    );
    Illegal::new(rule, sentence)
}

pub(crate) fn put_down_first() -> Illegal {
    Illegal::new(
        "L9",
        Phrase::new(
            "Put down the stone that you have lifted.",
            "Posez le galet que vous avez levé.",
            "持ち上げた石を置いてください。",
        ),
    )
}

pub(crate) fn nothing_lifted() -> Illegal {
    Illegal::new(
        "L9",
        Phrase::new(
            "No stone is lifted: there is nothing to put down.",
            "Aucun galet n’est levé : il n’y a rien à poser.",
            "持ち上げた石がないので、置くことはできません。",
        ),
    )
}

pub(crate) fn same_cell(cell: Cell) -> Illegal {
    let sentence = phrase!(
        "The stone came from {cell}: put it down on another cell.",
        "Le galet vient de {cell} : posez-le sur une autre case.",
        "石は {cell} から持ち上げたものです。別のマスに置いてください。",
    );
    Illegal::new("L9", sentence)
}

pub(crate) fn nothing_to_lift(cell: Cell) -> Illegal {
    let sentence = phrase!(
        "There is no stone on {cell} to lift.",
        "Il n’y a pas de galet à lever en {cell}.",
        "{cell} には持ち上げる石がありません。",
    );
    Illegal::new("L9", sentence)
}

pub(crate) fn breaks_the_island(cell: Cell) -> Illegal {
    let sentence = phrase!(
        "Without the stone on {cell} the island would fall apart: it may be flipped, not moved.",
        "Sans le galet en {cell}, l’île se diviserait : on peut le retourner, pas le déplacer.",
        "{cell} の石を取ると島が分かれてしまいます。裏返せますが、動かせません。",
    );
    Illegal::new("L10", sentence)
}

pub(crate) fn nothing_to_flip(cell: Cell) -> Illegal {
    let sentence = phrase!(
        "There is no stone on {cell} to flip.",
        "Il n’y a pas de galet à retourner en {cell}.",
        "{cell} には裏返す石がありません。",
    );
    Illegal::new("L11", sentence)
}
