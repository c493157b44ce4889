//! The view of a state: everything, since nothing is hidden.

use sarsen_core::{Outcome, PerSeat, Rules, Seat, Viewer, Views};
use serde::Serialize;

use crate::sticks::STICKS;
use crate::track::{self, SHEN_PLACE, holes};
use crate::{Action, Event, Hole, Holes, Stage, Throw};

/// A state as everybody sees it. Coordinates are x to the right, y upwards, on a board 24 wide and 33 high.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_holes::Holes;
///
/// let view = Holes::start(&Options::defaults(Holes::SPEC)).view(Viewer::Public);
/// assert_eq!(view.holes.len(), 58);
/// assert_eq!(view.score.as_slice(), [5, 5]);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct View {
    /// The 58 holes of the lanes, seat 1's first, each lane from its start.
    pub holes: Vec<HoleView>,
    /// The warp lines of a lane, by the holes they connect.
    pub lines: Vec<[Hole; 2]>,
    /// Where the Shen hole is drawn.
    pub shen_place: [i8; 2],
    /// The pieces of the seats.
    pub sides: Vec<SideView>,
    /// What happens next.
    pub phase: PhaseView,
    /// The seat that throws next, if chance is to act.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub to_throw: Option<Seat>,
    /// The seat to act.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub to_act: Option<Seat>,
    /// The throw that the seat to act has to use.
    pub pending: Option<Throw>,
    /// The sticks as they last fell.
    pub sticks: Option<SticksView>,
    /// The last throw of each seat.
    pub throws: Vec<Option<Throw>>,
    /// The last action.
    pub last: Option<LastView>,
    /// The number of pieces each seat started with (H14).
    pub pieces: u8,
    /// How many pieces a recovery takes back: `all` or `one` (H11).
    pub recover: &'static str,
    /// Whether the long warp line passes a nefer hole (H7).
    pub warp_passes_nefer: bool,
    /// The number of pieces of each seat that are not removed.
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    pub score: PerSeat<i32>,
    /// How the game ended.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub outcome: Option<Outcome>,
}

/// What happens next.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_holes::{Holes, PhaseView};
///
/// let view = Holes::start(&Options::defaults(Holes::SPEC)).view(Viewer::Public);
/// assert_eq!(view.phase, PhaseView::Opening);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[serde(rename_all = "snake_case")]
pub enum PhaseView {
    /// A throw to decide who begins (H2).
    Opening,
    /// A throw.
    Throw,
    /// A move, a recovery or a pass.
    Act,
    /// Nothing: the game is over.
    Over,
}

/// One hole of a lane.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_holes::Holes;
///
/// let view = Holes::start(&Options::defaults(Holes::SPEC)).view(Viewer::Public);
/// assert!(view.holes[0].piece, "a piece stands on the start hole");
/// assert_eq!(view.holes.iter().filter(|hole| hole.nefer).count(), 4);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct HoleView {
    /// The seat whose lane it belongs to.
    #[cfg_attr(test, ts(as = "u8"))]
    pub seat: Seat,
    /// Its number, from the start.
    pub hole: Hole,
    /// The x coordinate.
    pub x: i8,
    /// The y coordinate.
    pub y: i8,
    /// Whether it is a nefer hole.
    pub nefer: bool,
    /// The hole at the other end of its warp line.
    pub warps_to: Option<Hole>,
    /// Whether a piece of the lane's seat stands there.
    pub piece: bool,
    /// Whether that piece can move by the pending throw.
    pub movable: bool,
}

/// The pieces of one seat.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_holes::Holes;
///
/// let side = &Holes::start(&Options::defaults(Holes::SPEC)).view(Viewer::Public).sides[0];
/// assert_eq!((side.lane.len(), side.hand, side.removed), (1, 4, 0));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct SideView {
    /// The seat.
    #[cfg_attr(test, ts(as = "u8"))]
    pub seat: Seat,
    /// The holes with its pieces, from the start on.
    pub lane: Vec<Hole>,
    /// The number of pieces in hand.
    pub hand: u8,
    /// The number in the Shen hole.
    pub shen: u8,
    /// The number removed for good.
    pub removed: u8,
    /// Whether the next arrival of the other seat ends the game (H13).
    pub stranded: bool,
}

/// Four sticks on the table.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_holes::Holes;
///
/// let mut game = Holes::start(&Options::defaults(Holes::SPEC));
/// game.play("*3".parse()?)?;
/// let sticks = game.view(Viewer::Public).sticks.unwrap();
/// assert_eq!(sticks.marked.iter().filter(|&&marked| marked).count(), 3);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct SticksView {
    /// The seat that threw them.
    #[cfg_attr(test, ts(as = "u8"))]
    pub seat: Seat,
    /// Their score.
    pub score: Throw,
    /// Which of them show their mark.
    pub marked: [bool; STICKS],
}

/// The last action and its result.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_holes::{Hole, Holes};
///
/// let mut game = Holes::start(&Options::defaults(Holes::SPEC));
/// for token in ["*3", "*2", "1"] {
///     game.play(token.parse()?)?;
/// }
/// let last = game.view(Viewer::Public).last.unwrap();
/// assert_eq!((last.action.as_str(), last.from, last.to), ("1", Hole::new(1), Some(3)));
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct LastView {
    /// The seat that threw or acted.
    #[cfg_attr(test, ts(as = "u8"))]
    pub seat: Seat,
    /// The action in notation.
    pub action: String,
    /// The hole that a piece left.
    pub from: Option<Hole>,
    /// Where that piece is now; 30 is the Shen hole.
    pub to: Option<u8>,
}

impl Views for Holes {
    type View = View;
    type Event = Event;

    fn view(&self, _viewer: Viewer) -> View {
        let rules = self.ruleset();
        let throws = matches!(self.stage(), Stage::FirstThrow | Stage::SecondThrow | Stage::Throw);
        View {
            holes: Seat::all(2).flat_map(|seat| lane_view(self, seat)).collect(),
            lines: track::LINES.iter().map(|&(one, other)| [one, other]).collect(),
            shen_place: [SHEN_PLACE.0, SHEN_PLACE.1],
            sides: Seat::all(2).map(|seat| side_view(self, seat)).collect(),
            phase: phase_view(self.stage()),
            to_throw: throws.then(|| self.seat()),
            to_act: self.turn().seat(),
            pending: self.pending(),
            sticks: sticks_view(self),
            throws: Seat::all(2).map(|seat| self.throw_of(seat)).collect(),
            last: last_view(self),
            pieces: rules.pieces,
            recover: if rules.recover_one { "one" } else { "all" },
            warp_passes_nefer: rules.warp_passes_nefer,
            score: self.left(),
            outcome: self.turn().outcome(),
        }
    }

    /// The rules themselves report what happens while a copy of the state plays the action.
    fn events(&self, action: Action, _viewer: Viewer) -> Vec<Event> {
        let mut after = *self;
        let mut events = Vec::new();
        after.step(action, &mut events);
        events
    }
}

fn phase_view(stage: Stage) -> PhaseView {
    match stage {
        Stage::FirstThrow | Stage::SecondThrow => PhaseView::Opening,
        Stage::Throw => PhaseView::Throw,
        Stage::Act => PhaseView::Act,
        Stage::Over => PhaseView::Over,
    }
}

fn lane_view(state: &Holes, seat: Seat) -> impl Iterator<Item = HoleView> {
    let lane = state.side(seat).lane;
    let movable = if state.turn().seat() == Some(seat) { state.choices() & lane } else { 0 };
    Hole::all().map(move |hole| {
        let (x, y) = track::place(seat, hole);
        HoleView {
            seat,
            hole,
            x,
            y,
            nefer: hole.is_nefer(),
            warps_to: hole.other_end(),
            piece: lane & hole.bit() != 0,
            movable: movable & hole.bit() != 0,
        }
    })
}

fn side_view(state: &Holes, seat: Seat) -> SideView {
    let side = state.side(seat);
    SideView {
        seat,
        lane: holes(side.lane).collect(),
        hand: side.hand,
        shen: side.shen,
        removed: side.removed,
        stranded: side.is_stranded(),
    }
}

/// The sticks lie as they were last thrown: after a throw the thrower's, after an action the actor's.
fn sticks_view(state: &Holes) -> Option<SticksView> {
    let seat = state.last()?.seat;
    let score = state.throw_of(seat)?;
    Some(SticksView { seat, score, marked: score.sticks() })
}

fn last_view(state: &Holes) -> Option<LastView> {
    let last = state.last()?;
    let from = match last.action {
        Action::Move(hole) => Some(hole),
        _ => None,
    };
    let to = from.map(|_| last.rest.map_or(track::SHEN, Hole::number));
    Some(LastView { seat: last.seat, action: last.action.to_string(), from, to })
}
