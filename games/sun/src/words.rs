//! Actions in players' words: "stone 5 at 123.4°", "nothing falls".

use sarsen_core::{Describe, Phrase, Rules, Seat, Turn, phrase};

use crate::action::Action;
use crate::events::{degrees, pulled};
use crate::phase::Phase;
use crate::state::{Sun, list};

impl Describe for Sun {
    fn describe(&self, token: &str) -> Option<Phrase> {
        Some(match token.parse().ok()? {
            Action::Build { stone, angle, turn } => {
                let at = degrees(angle);
                if turn == 0 {
                    phrase!(
                        "stone {stone} at {at}°",
                        "pierre {stone} à {at}°",
                        "石{stone}を{at}°に"
                    )
                } else {
                    let turn = degrees(turn);
                    phrase!(
                        "stone {stone} at {at}°, turned by {turn}°",
                        "pierre {stone} à {at}°, tournée de {turn}°",
                        "石{stone}を{at}°に（{turn}°回転）"
                    )
                }
            }
            Action::BuildTop { stone, on } => phrase!(
                "stone {stone} on stone {on}",
                "pierre {stone} sur la pierre {on}",
                "石{on}の上に石{stone}"
            ),
            Action::Gate { stone, left, right } => phrase!(
                "gate: stone {stone} across {left} and {right}",
                "porte : pierre {stone} sur {left} et {right}",
                "ゲート：石{left}と石{right}に石{stone}"
            ),
            Action::Marker { angle } => {
                let at = degrees(angle);
                phrase!("marker to {at}°", "marqueur à {at}°", "マーカーを{at}°へ")
            }
            Action::Throw { x, y, vx, vy } => thrown(x.into(), y.into(), vx != 0 || vy != 0),
            Action::Tremor { dx: 0, dy: 0, dvx: 0, dvy: 0 } => return None,
            Action::Tremor { .. } => {
                Phrase::new("the hand trembles", "la main tremble", "手が震える")
            }
            Action::Seal(_) => self.settled()?,
        })
    }

    /// The tremor and the seal belong to the throw.
    fn actor(&self) -> Option<Seat> {
        if matches!(self.turn(), Turn::Over(_)) { None } else { Some(self.active()) }
    }
}

impl Sun {
    /// The result of the throw, once everything is at rest.
    fn settled(&self) -> Option<Phrase> {
        let Phase::Seal { landing, .. } = self.phase() else { return None };
        Some(match list(landing.taken).len() {
            0 => Phrase::new("nothing falls", "rien ne tombe", "何も倒れない"),
            1 => Phrase::new("1 stone falls", "1 pierre tombe", "石が1個倒れる"),
            count => {
                phrase!("{count} stones fall", "{count} pierres tombent", "石が{count}個倒れる")
            }
        })
    }
}

/// Where the ball is released, without coordinates.
fn thrown(x: f64, y: f64, pushed: bool) -> Phrase {
    let (angle, distance) = pulled(x, y);
    let (at, out) = (degrees(angle), f64::from(distance) / 10.0);
    if pushed {
        return phrase!(
            "throw from {at}°, {out} cm out, with a push",
            "lancer depuis {at}°, à {out} cm, avec une poussée",
            "{at}°、{out}cmから押し出す"
        );
    }
    phrase!(
        "throw from {at}°, {out} cm out",
        "lancer depuis {at}°, à {out} cm",
        "{at}°、{out}cmから放す"
    )
}
