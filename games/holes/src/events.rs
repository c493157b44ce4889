//! What an action brings about by itself, in the order in which a board would show it.

use sarsen_core::{Explain, Phrase, Seat, phrase};
use serde::Serialize;

use crate::sticks::STICKS;
use crate::{Hole, Throw};

/// Something that happened to a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Event {
    /// Whose sticks or pieces it is about.
    pub seat: Seat,
    /// What happened.
    #[serde(flatten)]
    pub what: Happening,
}

/// The kinds of events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Happening {
    /// The seat's sticks fell.
    Thrown {
        /// What they score.
        score: Throw,
        /// Which of them show their mark.
        sticks: [bool; STICKS],
    },
    /// Both opening throws are equal, so both are made again (H2).
    ThrowsEqual,
    /// The seat threw less and begins with its throw (H2).
    Begins {
        /// The throw.
        score: Throw,
    },
    /// A piece moved by the throw (H3).
    Moved {
        /// The hole that it left.
        from: Hole,
        /// The hole where it stopped; 30 is the Shen hole.
        to: u8,
    },
    /// The piece went past a nefer hole (H5).
    PassedNefer {
        /// The nefer hole.
        hole: Hole,
    },
    /// The piece stopped on a nefer hole (H6).
    HitNefer {
        /// The nefer hole.
        hole: Hole,
    },
    /// A piece came from hand to the start hole (H5, H6, H9).
    EnteredPiece,
    /// No piece came, because one stands on the start hole.
    StartTaken,
    /// No piece came, because there is none in hand.
    HandEmpty,
    /// The seat throws and moves once more (H6).
    ExtraThrow,
    /// The piece followed a warp line (H7).
    Warped {
        /// The end where it stopped.
        from: Hole,
        /// The end where it went.
        to: Hole,
    },
    /// The piece stayed, because one of its own stands on the other end of the line (H7).
    WarpBlocked {
        /// The end where it stays.
        from: Hole,
        /// The end that is taken.
        to: Hole,
    },
    /// A piece reached the Shen hole (H8).
    Arrived,
    /// The seat's rearmost piece was removed for good (H9).
    RemovedRearmost {
        /// The hole where it stood.
        hole: Hole,
    },
    /// The lane was empty, so a piece had to come from hand (H10).
    ForcedEntry,
    /// Pieces came back from the Shen hole to hand (H11).
    Recovered {
        /// How many.
        pieces: u8,
    },
    /// The throw could not be used (H12).
    Passed,
    /// The seat has pieces in the Shen hole only: the next arrival against it ends the game (H13).
    Stranded,
    /// The seat won (H13).
    Won {
        /// How the other seat lost.
        by: Loss,
    },
}

/// How a seat can lose (H13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// All its pieces were removed.
    Removal,
    /// It was stranded when a piece arrived.
    Stranding,
}

/// Something that wants to know what happens. The rules tell it while they run, so that events and
/// state cannot differ; telling [`Silent`] costs nothing.
pub(crate) trait Log {
    fn note(&mut self, seat: Seat, what: impl FnOnce() -> Happening);
}

/// Wants to know nothing.
pub(crate) struct Silent;

impl Log for Silent {
    #[inline(always)]
    fn note(&mut self, _seat: Seat, _what: impl FnOnce() -> Happening) {}
}

impl Log for Vec<Event> {
    fn note(&mut self, seat: Seat, what: impl FnOnce() -> Happening) {
        self.push(Event { seat, what: what() });
    }
}

impl Explain for Event {
    fn explain(&self) -> Phrase {
        let seat = self.seat;
        match self.what {
            Happening::Thrown { score, .. } => explain_throw(seat, score),
            Happening::ThrowsEqual => Phrase::new(
                "Both threw the same, so both throw again.",
                "Les deux jets sont égaux : chacun relance.",
                "同じ目が出たので、両者とも振り直します。",
            ),
            Happening::Begins { score } => phrase!(
                "Seat {seat} threw less: it begins and moves by {score}.",
                "Le joueur {seat} a lancé moins : il commence et avance de {score}.",
                "目の小さい席{seat}が先手となり、{score}マス進みます。",
            ),
            Happening::Moved { from, to } => explain_move(seat, from, to),
            Happening::Warped { from, to } => phrase!(
                "The line takes the piece from hole {from} to hole {to}.",
                "La ligne mène la pièce du trou {from} au trou {to}.",
                "駒は線に沿って{from}番から{to}番へ移ります。",
            ),
            Happening::WarpBlocked { from, to } => phrase!(
                "A piece stands on hole {to}, so the line is shut and the piece stays on hole {from}.",
                "Une pièce occupe le trou {to} : la ligne est fermée, la pièce reste sur le trou {from}.",
                "線の先の{to}番に駒があるため、駒は{from}番にとどまります。",
            ),
            _ => self.explain_consequence(),
        }
    }
}

impl Event {
    /// What follows from where a piece stopped.
    fn explain_consequence(&self) -> Phrase {
        let seat = self.seat;
        match self.what {
            Happening::PassedNefer { hole } => phrase!(
                "The piece passes the nefer hole {hole}.",
                "La pièce passe le trou nefer {hole}.",
                "駒は{hole}番のネファーホールを通り過ぎました。",
            ),
            Happening::HitNefer { hole } => phrase!(
                "The piece stops exactly on the nefer hole {hole}.",
                "La pièce s'arrête exactement sur le trou nefer {hole}.",
                "駒は{hole}番のネファーホールにちょうど止まりました。",
            ),
            Happening::ExtraThrow => phrase!(
                "Seat {seat} throws once more.",
                "Le joueur {seat} lance encore une fois.",
                "席{seat}はもう一度棒を振ります。",
            ),
            Happening::Arrived => phrase!(
                "A piece of seat {seat} reaches the Shen hole.",
                "Une pièce du joueur {seat} atteint le trou Shen.",
                "席{seat}の駒がシェンホールに着きました。",
            ),
            Happening::RemovedRearmost { hole } => phrase!(
                "Seat {seat} loses its rearmost piece, on hole {hole}, for good.",
                "Le joueur {seat} perd pour toujours sa pièce la plus en arrière, sur le trou {hole}.",
                "席{seat}は最後尾の{hole}番の駒を失いました。この駒はもう戻りません。",
            ),
            _ => self.explain_supply(),
        }
    }

    /// What happens to the hand, to the turn and to the game.
    fn explain_supply(&self) -> Phrase {
        let seat = self.seat;
        match self.what {
            Happening::EnteredPiece => phrase!(
                "Seat {seat} puts a new piece on its start hole.",
                "Le joueur {seat} pose une nouvelle pièce sur son trou de départ.",
                "席{seat}は新しい駒をスタートホールに置きます。",
            ),
            Happening::StartTaken => phrase!(
                "The start hole of seat {seat} is taken, so no new piece enters.",
                "Le trou de départ du joueur {seat} est occupé : aucune pièce n'entre.",
                "席{seat}のスタートホールは埋まっているので、駒は追加できません。",
            ),
            Happening::HandEmpty => phrase!(
                "Seat {seat} has no piece in hand to enter.",
                "Le joueur {seat} n'a plus de pièce en main à faire entrer.",
                "席{seat}の手元には追加できる駒がありません。",
            ),
            Happening::ForcedEntry => phrase!(
                "The lane of seat {seat} is empty, so it must put a piece on its start hole.",
                "La piste du joueur {seat} est vide : il doit poser une pièce sur son trou de départ.",
                "席{seat}のレーンが空になったので、手元の駒をスタートホールに置かなければなりません。",
            ),
            Happening::Recovered { pieces } => phrase!(
                "Seat {seat} takes back from the Shen hole: {pieces}.",
                "Le joueur {seat} reprend du trou Shen : {pieces}.",
                "席{seat}はシェンホールから駒を{pieces}個手元に戻します。",
            ),
            _ => self.explain_end(),
        }
    }

    fn explain_end(&self) -> Phrase {
        let seat = self.seat;
        let other = seat.other();
        match self.what {
            Happening::Stranded => phrase!(
                "Seat {seat} is stranded: all it has left is in the Shen hole, and the next arrival against it wins.",
                "Le joueur {seat} est échoué : tout ce qui lui reste est dans le trou Shen, et la prochaine arrivée adverse gagne.",
                "席{seat}は立ち往生しました。残りの駒はすべてシェンホールの中で、次に相手がゴールすると負けです。",
            ),
            Happening::Won { by: Loss::Removal } => phrase!(
                "Seat {seat} wins: every piece of seat {other} has been removed.",
                "Le joueur {seat} gagne : toutes les pièces du joueur {other} ont été retirées.",
                "席{other}の駒がすべて取り除かれ、席{seat}の勝ちです。",
            ),
            Happening::Won { by: Loss::Stranding } => phrase!(
                "Seat {seat} wins: seat {other} was stranded and has nothing left to bring in.",
                "Le joueur {seat} gagne : le joueur {other}, échoué, n'a plus rien à faire entrer.",
                "席{other}には動かせる駒も出せる駒も残っておらず、席{seat}の勝ちです。",
            ),
            _ => phrase!(
                "Seat {seat} cannot use its throw and passes.",
                "Le joueur {seat} ne peut pas jouer son jet et passe.",
                "席{seat}は出た目を使えないのでパスします。",
            ),
        }
    }
}

fn explain_throw(seat: Seat, score: Throw) -> Phrase {
    phrase!(
        "Seat {seat} throws {score}.",
        "Le joueur {seat} lance {score}.",
        "席{seat}の目は{score}です。",
    )
}

fn explain_move(seat: Seat, from: Hole, to: u8) -> Phrase {
    if to == crate::track::SHEN {
        return phrase!(
            "Seat {seat} moves its piece from hole {from} into the Shen hole.",
            "Le joueur {seat} avance sa pièce du trou {from} dans le trou Shen.",
            "席{seat}は{from}番の駒をシェンホールへ進めます。",
        );
    }
    phrase!(
        "Seat {seat} moves its piece from hole {from} to hole {to}.",
        "Le joueur {seat} avance sa pièce du trou {from} au trou {to}.",
        "席{seat}は{from}番の駒を{to}番へ進めます。",
    )
}
