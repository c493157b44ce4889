//! The consequences of an action.

use sarsen_core::{Explain, Lang, Phrase, Rules, Seat, phrase};
use serde::Serialize;

use crate::action::Action;
use crate::ball::Release;
use crate::ending::Lowest;
use crate::landing::Landing;
use crate::phase::Phase;
use crate::pieces::StoneId;
use crate::scene::Placed;
use crate::state::{Sun, list};
use crate::trajectory;

/// A consequence of an action.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::Sun;
///
/// let game = Sun::start(&Options::defaults(Sun::SPEC));
/// let events = game.events("b1@0".parse()?, Viewer::Public);
/// assert!(!events.is_empty());
/// # Ok::<(), sarsen_core::ParseActionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", rename = "GameEvent"))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A stone is stood on the ring (S3).
    Stood {
        /// The builder.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The stone.
        stone: StoneId,
        /// The direction.
        angle: u16,
    },
    /// A stone is stood on another (S3).
    StoodOn {
        /// The builder.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The stone.
        stone: StoneId,
        /// The stone below.
        on: StoneId,
    },
    /// A gate is made (S5).
    GateMade {
        /// The builder.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The lintel.
        stone: StoneId,
        /// The uprights.
        on: [StoneId; 2],
    },
    /// A gate closes a seat's area (S11).
    AreaClosed {
        /// The seat.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
    },
    /// The marker moves to the area beside the new stone (S8).
    MarkerMoved {
        /// Its owner.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The direction.
        angle: u16,
    },
    /// The ball is let go (S13).
    LetGo {
        /// The thrower.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// Where, seen from the centre of the table, in tenths of a degree.
        angle: u16,
        /// How far from the centre, in millimetres.
        distance: u16,
        /// Whether the hand gave it a push.
        pushed: bool,
    },
    /// The hand trembled (S19).
    Trembled {
        /// The thrower.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
    },
    /// The ball swung (S13); the event contains the playback.
    Flown {
        /// The thrower.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The playback in hexadecimal digits: see [`trajectory`](mod@crate::trajectory).
        film: String,
    },
    /// The ball passed and nothing fell (S13).
    Passed {
        /// The thrower.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The stones it touched.
        touched: Vec<StoneId>,
    },
    /// Stones fell or were pushed out, and are taken (S16).
    Taken {
        /// The seat that takes them.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// The stones.
        stones: Vec<StoneId>,
    },
    /// Stones were shifted and stay there (S16).
    Shifted {
        /// The stones.
        stones: Vec<StoneId>,
    },
    /// A gate was destroyed (S16).
    GateBroken {
        /// Its lintel.
        stone: StoneId,
    },
    /// The game is over (S17).
    Ended {
        /// The result.
        result: String,
        /// The seats in first place.
        #[cfg_attr(test, ts(as = "Vec<u8>"))]
        winners: Vec<Seat>,
        /// Their score, which is the lowest.
        lowest: i32,
    },
}

/// The consequences of an action that is legal in a state.
pub(crate) fn of(state: &Sun, action: Action) -> Vec<Event> {
    let seat = state.active();
    match (state.phase(), action) {
        (_, Action::Build { stone, angle, .. }) => vec![Event::Stood { seat, stone, angle }],
        (_, Action::BuildTop { stone, on }) => vec![Event::StoodOn { seat, stone, on }],
        (_, Action::Gate { stone, left, right }) => gate(state, action, stone, [left, right]),
        (_, Action::Marker { angle }) => vec![Event::MarkerMoved { seat, angle }],
        (_, Action::Throw { x, y, vx, vy }) => {
            let (angle, distance) = pulled(x.into(), y.into());
            vec![Event::LetGo { seat, angle, distance, pushed: vx != 0 || vy != 0 }]
        }
        (_, Action::Tremor { dx, dy, dvx, dvy }) if [dx, dy, dvx, dvy] != [0; 4] => {
            vec![Event::Trembled { seat }]
        }
        (Phase::Seal { released, landing }, Action::Seal(_)) => {
            let mut events = vec![flown(state, *released)];
            events.extend(landed(state, action, landing));
            events
        }
        _ => Vec::new(),
    }
}

fn gate(state: &Sun, action: Action, stone: StoneId, on: [StoneId; 2]) -> Vec<Event> {
    let mut after = state.clone();
    after.apply(action);
    let seats = Seat::all(state.markers().len());
    let closed = seats.filter(|&seat| after.is_closed(seat) && !state.is_closed(seat));
    let closed = closed.map(|seat| Event::AreaClosed { seat });
    let seat = state.active();
    std::iter::once(Event::GateMade { seat, stone, on }).chain(closed).collect()
}

fn flown(state: &Sun, released: Release) -> Event {
    let bytes = trajectory::encode(&trajectory::film(state, released).0);
    let film = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Event::Flown { seat: state.active(), film }
}

fn landed(state: &Sun, action: Action, landing: &Landing) -> Vec<Event> {
    let seat = state.active();
    let mut events = Vec::new();
    if landing.taken == 0 {
        events.push(Event::Passed { seat, touched: list(landing.touched) });
    } else {
        events.push(Event::Taken { seat, stones: list(landing.taken) });
    }
    let still_there = |lintel: StoneId| landing.scene.gate_of(lintel) == Some(lintel);
    let broken = state.scene().gates().map(|(lintel, ..)| lintel).filter(|&l| !still_there(l));
    events.extend(broken.map(|stone| Event::GateBroken { stone }));
    let shifted: Vec<StoneId> = landing
        .scene
        .placed()
        .iter()
        .filter(|now| is_shifted(state, now))
        .map(|placed| placed.stone)
        .collect();
    if !shifted.is_empty() {
        events.push(Event::Shifted { stones: shifted });
    }
    let mut after = state.clone();
    after.apply(action);
    if let Some(outcome) = after.turn().outcome() {
        let Lowest { winners, score: lowest } = after.lowest();
        events.push(Event::Ended { result: outcome.to_string(), winners, lowest });
    }
    events
}

/// Whether a stone has visibly moved.
fn is_shifted(state: &Sun, now: &Placed) -> bool {
    let was = state.scene().get(now.stone);
    was.is_some_and(|was| {
        now.pose.moved_from(&was.pose) > 0.5 || now.pose.turned_from(&was.pose) > 0.5
    })
}

impl Explain for Event {
    fn explain(&self) -> Phrase {
        match self {
            Event::Stood { seat, stone, angle } => {
                let at = degrees(*angle);
                phrase!(
                    "[{seat}:You stand|@ stands] stone {stone} on the ring at {at}°.",
                    "[{seat}:Vous dressez|@ dresse] la pierre {stone} sur l’anneau à {at}°.",
                    "[{seat}:あなた|@]が石{stone}をリングの{at}°の位置に立てました。"
                )
            }
            Event::StoodOn { seat, stone, on } => phrase!(
                "[{seat}:You stand|@ stands] stone {stone} on stone {on}.",
                "[{seat}:Vous dressez|@ dresse] la pierre {stone} sur la pierre {on}.",
                "[{seat}:あなた|@]が石{on}の上に石{stone}を立てました。"
            ),
            Event::GateMade { seat, stone, on: [left, right] } => phrase!(
                "[{seat}:You make|@ makes] a gate: stone {stone} lies across {left} and {right}.",
                "[{seat}:Vous faites|@ fait] une porte : la pierre {stone} couvre {left} et {right}.",
                "[{seat}:あなた|@]が石{stone}を石{left}と石{right}に渡してゲートを作りました。"
            ),
            Event::AreaClosed { seat } => phrase!(
                "The gate closes [{seat}:your|@'s] marker area.",
                "La porte ferme [{seat}:votre zone|la zone de @].",
                "ゲートが[{seat}:あなた|@]のマーカーエリアをふさぎました。"
            ),
            Event::MarkerMoved { seat, angle } => {
                let at = degrees(*angle);
                phrase!(
                    "[{seat}:You move your|@ moves the] marker to {at}°.",
                    "[{seat}:Vous déplacez votre|@ déplace son] marqueur à {at}°.",
                    "[{seat}:あなた|@]がマーカーを{at}°へ動かしました。"
                )
            }
            Event::LetGo { seat, angle, distance, pushed } => {
                let_go(*seat, *angle, *distance, *pushed)
            }
            Event::Trembled { seat } => phrase!(
                "[{seat}:Your|@'s] hand trembles.",
                "[{seat}:Votre main|La main de @] tremble.",
                "[{seat}:あなた|@]の手が震えました。"
            ),
            Event::Flown { .. } => {
                Phrase::new("The ball swings.", "La bille se balance.", "太陽が揺れます。")
            }
            Event::Passed { seat, touched } => passed(*seat, touched),
            Event::Taken { seat, stones } => {
                let Phrase { en, fr, ja } = taken(stones);
                phrase!(
                    "[{seat}:You take|@ takes] {en}.",
                    "[{seat}:Vous prenez|@ prend] {fr}.",
                    "[{seat}:あなた|@]は{ja}を引き取りました。"
                )
            }
            Event::Shifted { stones } => shifted(stones),
            Event::GateBroken { stone } => phrase!(
                "The gate with lintel {stone} is destroyed.",
                "La porte au linteau {stone} est détruite.",
                "石{stone}のゲートが壊れました。"
            ),
            Event::Ended { winners, lowest, .. } => ended(winners, *lowest),
        }
    }
}

fn let_go(seat: Seat, angle: u16, distance: u16, pushed: bool) -> Phrase {
    let (at, out) = (degrees(angle), f64::from(distance) / 10.0);
    if pushed {
        return phrase!(
            "[{seat}:You push|@ pushes] the ball off at {at}°, {out} cm from the centre.",
            "[{seat}:Vous poussez|@ pousse] la bille depuis {at}°, à {out} cm du centre.",
            "[{seat}:あなた|@]が中心から{out}cm、{at}°の位置で太陽を押し出しました。"
        );
    }
    phrase!(
        "[{seat}:You let|@ lets] the ball go at {at}°, {out} cm from the centre.",
        "[{seat}:Vous lâchez|@ lâche] la bille à {at}°, à {out} cm du centre.",
        "[{seat}:あなた|@]が中心から{out}cm、{at}°の位置で太陽を放しました。"
    )
}

fn passed(seat: Seat, touched: &[StoneId]) -> Phrase {
    if touched.is_empty() {
        return phrase!(
            "[{seat}:Your|@'s] ball passes without touching a stone.",
            "[{seat}:Votre bille|La bille de @] passe sans toucher une pierre.",
            "[{seat}:あなた|@]の太陽は石に触れずに通り抜けました。"
        );
    }
    let Phrase { en, fr, ja } = stones_named(touched);
    phrase!(
        "[{seat}:Your|@'s] ball passes and nothing falls; it touched {en}.",
        "[{seat}:Votre bille|La bille de @] passe et rien ne tombe ; elle a touché {fr}.",
        "[{seat}:あなた|@]の太陽は通り抜け、何も倒れませんでした（触れた石：{ja}）。"
    )
}

fn taken(stones: &[StoneId]) -> Phrase {
    let Phrase { en, fr, ja } = list_of(stones);
    if let [stone] = stones {
        return phrase!("the fallen stone {stone}", "la pierre tombée {stone}", "倒れた石{stone}");
    }
    phrase!("the fallen stones {en}", "les pierres tombées {fr}", "倒れた石（{ja}）")
}

fn shifted(stones: &[StoneId]) -> Phrase {
    let Phrase { en, fr, ja } = list_of(stones);
    if let [stone] = stones {
        return phrase!(
            "Stone {stone} is shifted, but still stands.",
            "La pierre {stone} est déplacée, mais toujours debout.",
            "石{stone}はずれましたが、立っています。"
        );
    }
    phrase!(
        "Stones {en} are shifted, but still stand.",
        "Les pierres {fr} sont déplacées, mais toujours debout.",
        "ずれましたが立っている石：{ja}。"
    )
}

fn ended(winners: &[Seat], lowest: i32) -> Phrase {
    let Phrase { en, fr, ja } = seats_named(winners);
    if let [winner] = winners {
        return phrase!(
            "The game is over: [{winner}:you win|@ wins] with a score of {lowest}, the lowest.",
            "La partie est terminée : [{winner}:vous gagnez|@ gagne] avec le total de pénalités le plus bas : {lowest}.",
            "ゲーム終了です。失点が最も少ない（{lowest}）[{winner}:あなた|@]の勝ちです。"
        );
    }
    phrase!(
        "The game is over. The lowest score, {lowest}, is shared by {en}.",
        "La partie est terminée. Le total le plus bas, {lowest}, est partagé par {fr}.",
        "ゲーム終了です。失点が最も少ない（{lowest}）{ja}が1位を分け合います。"
    )
}

/// "stone 8", "stones 8 and 9".
fn stones_named(stones: &[StoneId]) -> Phrase {
    let Phrase { en, fr, ja } = list_of(stones);
    if stones.len() == 1 {
        phrase!("stone {en}", "la pierre {fr}", "{ja}")
    } else {
        phrase!("stones {en}", "les pierres {fr}", "{ja}")
    }
}

fn list_of(stones: &[StoneId]) -> Phrase {
    joined(stones.iter().map(|stone| phrase!("{stone}", "{stone}", "{stone}")))
}

/// The seats within a sentence, for an audience to read.
pub(crate) fn seats_named(seats: &[Seat]) -> Phrase {
    let marks = |seat: &Seat| phrase!("[{seat}:you|@]", "[{seat}:vous|@]", "[{seat}:あなた|@]");
    joined(seats.iter().map(marks))
}

/// A list in words: "1, 2 and 3".
fn joined(parts: impl Iterator<Item = Phrase>) -> Phrase {
    let parts: Vec<Phrase> = parts.collect();
    let in_one = |lang: Lang, comma: &str, and: &str| {
        let parts: Vec<&str> = parts.iter().map(|part| part.in_lang(lang)).collect();
        match parts.split_last() {
            Some((last, before)) if !before.is_empty() => {
                format!("{}{and}{last}", before.join(comma))
            }
            _ => parts.concat(),
        }
    };
    let (en, fr, ja) = (
        in_one(Lang::En, ", ", " and "),
        in_one(Lang::Fr, ", ", " et "),
        in_one(Lang::Ja, "、", "、"),
    );
    phrase!("{en}", "{fr}", "{ja}")
}

/// Tenths of a degree as people write degrees.
pub(crate) fn degrees(tenths: u16) -> f64 {
    f64::from(tenths) / 10.0
}

/// Where the ball is released, as people would point at it, seen from the centre: tenths of a degree and millimetres.
pub(crate) fn pulled(x: f64, y: f64) -> (u16, u16) {
    let angle = libm::atan2(y, x).to_degrees().rem_euclid(360.0) * 10.0;
    (libm::round(angle) as u16 % 3600, libm::round(libm::hypot(x, y) / 10.0) as u16)
}
