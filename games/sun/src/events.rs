//! The consequences of an action.

use sarsen_core::{Explain, Phrase, Rules, Seat, phrase};
use serde::Serialize;

use crate::action::Action;
use crate::ball::Release;
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
        /// The stone.
        stone: StoneId,
        /// The direction.
        angle: u16,
    },
    /// A stone is stood on another (S3).
    StoodOn {
        /// The stone.
        stone: StoneId,
        /// The stone below.
        on: StoneId,
    },
    /// A gate is made (S5).
    GateMade {
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
    /// The hand trembled (S19).
    Trembled,
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
    },
}

/// The consequences of an action that is legal in a state.
pub(crate) fn of(state: &Sun, action: Action) -> Vec<Event> {
    match (state.phase(), action) {
        (_, Action::Build { stone, angle, .. }) => vec![Event::Stood { stone, angle }],
        (_, Action::BuildTop { stone, on }) => vec![Event::StoodOn { stone, on }],
        (_, Action::Gate { stone, left, right }) => gate(state, action, stone, [left, right]),
        (_, Action::Tremor { dx, dy, dvx, dvy }) if [dx, dy, dvx, dvy] != [0; 4] => {
            vec![Event::Trembled]
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
    std::iter::once(Event::GateMade { stone, on }).chain(closed).collect()
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
        events.push(Event::Ended { result: outcome.to_string() });
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
            Event::Stood { stone, angle } => {
                let degrees = f64::from(*angle) / 10.0;
                phrase!(
                    "Stone {stone} is stood on the ring at {degrees}°.",
                    "La pierre {stone} est dressée sur l'anneau à {degrees}°.",
                    "石{stone}をリングの{degrees}°の位置に立てました。"
                )
            }
            Event::StoodOn { stone, on } => phrase!(
                "Stone {stone} is stood on stone {on}.",
                "La pierre {stone} est dressée sur la pierre {on}.",
                "石{on}の上に石{stone}を立てました。"
            ),
            Event::GateMade { stone, on: [left, right] } => phrase!(
                "Stone {stone} becomes the lintel of a gate on {left} and {right}.",
                "La pierre {stone} devient le linteau d'une porte sur {left} et {right}.",
                "石{stone}を石{left}と石{right}に渡してゲートを作りました。"
            ),
            Event::AreaClosed { seat } => phrase!(
                "The gate closes [{seat}:your|@'s] marker area.",
                "La porte ferme [{seat}:votre zone|la zone de @].",
                "ゲートが[{seat}:あなた|@]のマーカーエリアをふさぎました。"
            ),
            Event::Trembled => {
                Phrase::new("The hand trembles.", "La main tremble.", "手が震えました。")
            }
            Event::Flown { seat, .. } => phrase!(
                "[{seat}:You let|@ lets] the sun go.",
                "[{seat}:Vous lâchez|@ lâche] le soleil.",
                "[{seat}:あなた|@]が太陽を放しました。"
            ),
            Event::Passed { seat, touched } => passed(*seat, touched),
            Event::Taken { seat, stones } => {
                let stones = numbers(stones);
                phrase!(
                    "[{seat}:You take|@ takes] the fallen stones: {stones}.",
                    "[{seat}:Vous prenez|@ prend] les pierres tombées : {stones}.",
                    "[{seat}:あなた|@]が倒れた石を引き取ります（{stones}）。"
                )
            }
            Event::Shifted { stones } => {
                let stones = numbers(stones);
                phrase!(
                    "Shifted, but still standing: {stones}.",
                    "Déplacées, mais toujours debout : {stones}.",
                    "ずれましたが立っている石：{stones}。"
                )
            }
            Event::GateBroken { stone } => phrase!(
                "The gate with the lintel {stone} is destroyed.",
                "La porte au linteau {stone} est détruite.",
                "石{stone}のゲートが壊れました。"
            ),
            Event::Ended { result } => phrase!(
                "The game is over: {result}.",
                "La partie est terminée : {result}.",
                "ゲーム終了です（{result}）。"
            ),
        }
    }
}

fn passed(seat: Seat, touched: &[StoneId]) -> Phrase {
    if touched.is_empty() {
        return phrase!(
            "[{seat}:Your|@'s] ball passes without touching a stone.",
            "[{seat}:Votre bille|La bille de @] passe sans toucher une pierre.",
            "[{seat}:あなた|@]の太陽は石に触れずに通り抜けました。"
        );
    }
    let stones = numbers(touched);
    phrase!(
        "[{seat}:Your|@'s] ball passes and nothing falls; it touched {stones}.",
        "[{seat}:Votre bille|La bille de @] passe et rien ne tombe ; elle a touché {stones}.",
        "[{seat}:あなた|@]の太陽は通り抜け、何も倒れませんでした（触れた石：{stones}）。"
    )
}

fn numbers(stones: &[StoneId]) -> String {
    stones.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
