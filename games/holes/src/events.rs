//! The consequences of an action, in the order in which a board would show them.

use sarsen_core::{Explain, Phrase, Seat, phrase};
use serde::Serialize;

use crate::sticks::STICKS;
use crate::{Hole, Throw};

/// A consequence for a seat.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat, Viewer, Views};
/// use sarsen_holes::{Happening, Holes};
///
/// let game = Holes::start(&Options::defaults(Holes::SPEC));
/// let event = &game.events("*3".parse()?, Viewer::Public)[0];
/// assert_eq!(event.seat, Seat::ONE);
/// assert!(matches!(event.what, Happening::Thrown { .. }));
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", rename = "GameEvent"))]
pub struct Event {
    /// The seat.
    #[cfg_attr(test, ts(as = "u8"))]
    pub seat: Seat,
    /// What happened.
    #[serde(flatten)]
    pub what: Happening,
}

/// The kinds of events.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_holes::{Happening, Holes};
///
/// let mut game = Holes::start(&Options::defaults(Holes::SPEC));
/// game.play("*3".parse()?)?;
/// let events = game.events("*2".parse()?, Viewer::Public);
/// assert!(events.iter().any(|event| matches!(event.what, Happening::Begins { .. })));
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Happening {
    /// The seat's sticks fell.
    Thrown {
        /// The score.
        score: Throw,
        /// Which of them show their mark.
        sticks: [bool; STICKS],
    },
    /// Both opening throws are equal, so both are made again (H2).
    ThrowsEqual,
    /// The seat threw less and begins with that throw (H2).
    Begins {
        /// The throw.
        score: Throw,
    },
    /// A piece moved by the throw (H3).
    Moved {
        /// The hole it left.
        from: Hole,
        /// The hole it stopped on; 30 is the Shen hole.
        to: u8,
    },
    /// The piece passed a nefer hole (H5).
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
    /// No piece entered, because one stands on the start hole.
    StartTaken,
    /// No piece entered, because there is none in hand.
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
    /// The piece stayed, because one of the seat's own pieces stands on the other end of the line (H7).
    WarpBlocked {
        /// The end where it stays.
        from: Hole,
        /// The occupied end.
        to: Hole,
    },
    /// A piece reached the Shen hole (H8).
    Arrived,
    /// The seat's rearmost piece was removed for good (H9).
    RemovedRearmost {
        /// The hole it stood on.
        hole: Hole,
    },
    /// The lane was empty, so a piece had to enter (H10).
    ForcedEntry,
    /// Pieces returned from the Shen hole to the hand (H11).
    Recovered {
        /// The number of pieces.
        pieces: u8,
    },
    /// The throw could not be used (H12).
    Passed,
    /// The seat only has pieces in the Shen hole: the next arrival of the other seat ends the game (H13).
    Stranded,
    /// The seat won (H13).
    Won {
        /// How the other seat lost.
        by: Loss,
    },
}

/// How a seat can lose (H13).
///
/// ```
/// use sarsen_holes::{Happening, Loss};
///
/// let end = Happening::Won { by: Loss::Stranding };
/// assert_ne!(end, Happening::Won { by: Loss::Removal });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// All its pieces were removed.
    Removal,
    /// It was stranded when a piece arrived.
    Stranding,
}

/// A receiver of events. The rules report to it while they run, so that events and state cannot differ; reporting to
/// [`Silent`] costs nothing.
pub(crate) trait Log {
    fn note(&mut self, seat: Seat, what: impl FnOnce() -> Happening);
}

/// Ignores all events.
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
                "[{seat}:You threw less: you begin and move|@ threw less, begins and moves] by {score}.",
                "[{seat}:Votre jet est le plus petit : vous commencez et avancez|Le jet de @ est le plus petit : @ commence et avance] de {score}.",
                "目の小さい[{seat}:あなた|@]が先手となり、{score}マス進みます。",
            ),
            Happening::Moved { from, to } => explain_move(seat, from, to),
            Happening::Warped { from, to } => phrase!(
                "The line takes the piece from hole {from} to hole {to}.",
                "La ligne mène le pion du trou {from} au trou {to}.",
                "駒は線に沿って{from}番から{to}番へ移りました。",
            ),
            Happening::WarpBlocked { from, to } => phrase!(
                "A piece stands on hole {to}, so the line is shut and the piece stays on hole {from}.",
                "Un pion occupe le trou {to} : la ligne est fermée, le pion reste sur le trou {from}.",
                "線の先の{to}番に駒があるため、駒は{from}番にとどまります。",
            ),
            _ => self.explain_consequence(),
        }
    }
}

impl Event {
    /// The consequences of where a piece stopped.
    fn explain_consequence(&self) -> Phrase {
        let seat = self.seat;
        match self.what {
            Happening::PassedNefer { hole } => phrase!(
                "The piece passes the nefer hole {hole}.",
                "Le pion passe le trou Nefer {hole}.",
                "駒は{hole}番のネファーホールを通り過ぎました。",
            ),
            Happening::HitNefer { hole } => phrase!(
                "The piece stops exactly on the nefer hole {hole}.",
                "Le pion s’arrête exactement sur le trou Nefer {hole}.",
                "駒は{hole}番のネファーホールにちょうど止まりました。",
            ),
            Happening::ExtraThrow => phrase!(
                "[{seat}:You throw|@ throws] once more.",
                "[{seat}:Vous lancez|@ lance] encore une fois.",
                "[{seat}:あなた|@]はもう一度賽棒を振ります。",
            ),
            Happening::Arrived => phrase!(
                "A piece of [{seat}:yours|@'s] reaches the Shen hole.",
                "Un pion [{seat}:à vous|de @] atteint le trou Shen.",
                "[{seat}:あなた|@]の駒がシェンホールに着きました。",
            ),
            Happening::RemovedRearmost { hole } => phrase!(
                "[{seat}:You lose your|@ loses the] rearmost piece, on hole {hole}, for good.",
                "[{seat}:Vous perdez pour toujours votre|@ perd pour toujours son] pion le plus en arrière, sur le trou {hole}.",
                "[{seat}:あなた|@]は最後尾の{hole}番の駒を失いました。この駒はもう戻りません。",
            ),
            _ => self.explain_supply(),
        }
    }

    /// The consequences for the hand, the turn and the game.
    fn explain_supply(&self) -> Phrase {
        let seat = self.seat;
        match self.what {
            Happening::EnteredPiece => phrase!(
                "[{seat}:You put a new piece on your|@ puts a new piece on the] start hole.",
                "[{seat}:Vous posez un nouveau pion sur votre|@ pose un nouveau pion sur son] trou de départ.",
                "[{seat}:あなた|@]は新しい駒をスタートホールに置きました。",
            ),
            Happening::StartTaken => phrase!(
                "[{seat}:Your|@'s] start hole is taken, so no new piece enters.",
                "[{seat}:Votre trou de départ|Le trou de départ de @] est occupé : aucun pion n’entre.",
                "[{seat}:あなた|@]のスタートホールは埋まっているので、駒は追加できません。",
            ),
            Happening::HandEmpty => phrase!(
                "[{seat}:You have|@ has] no piece in hand to enter.",
                "[{seat}:Vous n’avez|@ n’a] plus de pion en main à faire entrer.",
                "[{seat}:あなた|@]の手元には追加できる駒がありません。",
            ),
            Happening::ForcedEntry => phrase!(
                "[{seat}:Your lane is empty, so you must put a piece on your|@'s lane is empty, so a piece must go on the] start hole.",
                "[{seat}:Votre piste est vide : vous devez poser un pion sur votre trou de départ|La piste de @ est vide : un pion doit entrer sur le trou de départ].",
                "[{seat}:あなた|@]のレーンが空になったので、手元の駒をスタートホールに置かなければなりません。",
            ),
            Happening::Recovered { pieces } => phrase!(
                "[{seat}:You take|@ takes] pieces back from the Shen hole: {pieces}.",
                "[{seat}:Vous reprenez|@ reprend] des pions du trou Shen : {pieces}.",
                "[{seat}:あなた|@]はシェンホールから駒を{pieces}個手元に戻しました。",
            ),
            _ => self.explain_end(),
        }
    }

    fn explain_end(&self) -> Phrase {
        let seat = self.seat;
        let other = seat.other();
        match self.what {
            Happening::Stranded => phrase!(
                "[{seat}:You are stranded: all you have|@ is stranded: all that is] left is in the Shen hole, and the next arrival of the other side wins.",
                "[{seat}:Vous êtes bloqué : tout ce qui vous reste|@ est bloqué : tout ce qui lui reste] est dans le trou Shen, et la prochaine arrivée adverse gagne.",
                "[{seat}:あなた|@]は立ち往生しました。残りの駒はすべてシェンホールの中で、次に相手がゴールすると負けです。",
            ),
            Happening::Won { by: Loss::Removal } => phrase!(
                "[{seat}:You win|@ wins]: every piece of [{other}:yours|@'s] has been removed.",
                "[{seat}:Vous gagnez|@ gagne] : tous [{other}:vos pions|les pions de @] ont été retirés.",
                "[{other}:あなた|@]の駒がすべて取り除かれ、[{seat}:あなた|@]の勝ちです。",
            ),
            Happening::Won { by: Loss::Stranding } => phrase!(
                "[{seat}:You win|@ wins]: [{other}:you were stranded and have|@ was stranded and has] nothing left to bring in.",
                "[{seat}:Vous gagnez|@ gagne] : [{other}:vous étiez bloqué et n’avez|@ était bloqué et n’a] plus rien à faire entrer.",
                "[{other}:あなた|@]には動かせる駒も出せる駒も残っておらず、[{seat}:あなた|@]の勝ちです。",
            ),
            _ => phrase!(
                "[{seat}:You cannot use your throw and pass|@ cannot use the throw and passes].",
                "[{seat}:Vous ne pouvez pas jouer votre jet et passez|@ ne peut pas jouer son jet et passe].",
                "[{seat}:あなた|@]は出た目を使えないのでパスします。",
            ),
        }
    }
}

fn explain_throw(seat: Seat, score: Throw) -> Phrase {
    phrase!(
        "[{seat}:You throw|@ throws] {score}.",
        "[{seat}:Vous lancez|@ lance] {score}.",
        "[{seat}:あなた|@]の目は{score}です。",
    )
}

fn explain_move(seat: Seat, from: Hole, to: u8) -> Phrase {
    if to == crate::track::SHEN {
        return phrase!(
            "[{seat}:You move a|@ moves a] piece from hole {from} into the Shen hole.",
            "[{seat}:Vous avancez un|@ avance un] pion du trou {from} dans le trou Shen.",
            "[{seat}:あなた|@]は{from}番の駒をシェンホールへ進めました。",
        );
    }
    phrase!(
        "[{seat}:You move a|@ moves a] piece from hole {from} to hole {to}.",
        "[{seat}:Vous avancez un|@ avance un] pion du trou {from} au trou {to}.",
        "[{seat}:あなた|@]は{from}番の駒を{to}番へ進めました。",
    )
}
