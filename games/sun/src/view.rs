//! The view of a state: everything, since nothing is hidden.

use sarsen_core::{PerSeat, Rules, Seat, Viewer, Views};
use serde::Serialize;

use crate::action::Action;
use crate::ball::{BALL_RADIUS, BALL_REST, Release, STRING_LENGTH};
use crate::building::RING;
use crate::crossing::WIDEST_PASS;
use crate::events::{self, Event};
use crate::legality::NEAREST_RELEASE;
use crate::phase::{LastThrow, Phase};
use crate::pieces::{StoneId, size};
use crate::scene::{Placed, Role};
use crate::state::{Sun, list};
use crate::throw::bit;
use crate::world::{BASE_RADIUS, BASE_THICKNESS, GRAVITY, STEPS_PER_SECOND};

/// A state, ready to be drawn. Lengths are in millimetres, angles in tenths of a degree, counter-clockwise seen from
/// above; z points up and is 0 at the top of the base.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::Sun;
///
/// let view = Sun::start(&Options::defaults(Sun::SPEC)).view(Viewer::Public);
/// assert_eq!(view.stones.len(), 24);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct View {
    /// Constant measures.
    pub table: TableView,
    /// Every stone of the game, in the order of their numbers.
    pub stones: Vec<StoneView>,
    /// The areas, counter-clockwise.
    pub areas: Vec<AreaView>,
    /// The markers, seat by seat.
    pub markers: Vec<MarkerView>,
    /// The phase of the turn.
    pub phase: PhaseView,
    /// The seat to act; null if chance acts or the game is over.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub to_act: Option<Seat>,
    /// The seat whose turn it is.
    #[cfg_attr(test, ts(as = "u8"))]
    pub active: Seat,
    /// The number of finished turns.
    pub turns: u32,
    /// Whether the rules of a first turn apply to the active seat: it is its first, or the ring was empty.
    pub first_turn: bool,
    /// The minus points, seat by seat.
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    pub score: PerSeat<i32>,
    /// What the seat to act can choose from.
    pub legal: LegalView,
    /// The throw in progress.
    pub throw: Option<FlightView>,
    /// The last throw.
    pub last_throw: Option<ThrowView>,
    /// The last action.
    pub last: Option<String>,
    /// The result, once the game is over.
    pub result: Option<String>,
}

/// A phase of a turn (S2).
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::{PhaseView, Sun};
///
/// let view = Sun::start(&Options::defaults(Sun::SPEC)).view(Viewer::Public);
/// assert_eq!(view.phase, PhaseView::Build);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[serde(rename_all = "snake_case")]
pub enum PhaseView {
    /// Build a stone or a gate.
    Build,
    /// Move the marker.
    Marker,
    /// Pass the ball.
    Throw,
    /// Chance adds the error of the hand.
    Tremor,
    /// The record states how everything came to rest.
    Seal,
    /// Nothing: the game is over.
    Over,
}

/// Constant measures.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::Sun;
///
/// let table = Sun::start(&Options::defaults(Sun::SPEC)).view(Viewer::Public).table;
/// assert_eq!((table.base_radius, table.ring_radius), (150.0, 125.0));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct TableView {
    /// The base's radius.
    pub base_radius: f64,
    /// The base's thickness.
    pub base_thickness: f64,
    /// The radius of the ring on which stones are built.
    pub ring_radius: f64,
    /// The ball's radius.
    pub ball_radius: f64,
    /// The height of the ball's centre at rest.
    pub ball_rest: f64,
    /// The length of the string to the ball's centre.
    pub string_length: f64,
    /// The least distance of a release from the centre.
    pub nearest_release: f64,
    /// The largest distance from the centre at which a path across the base may pass.
    pub widest_pass: f64,
    /// Gravity, in millimetres per second squared.
    pub gravity: f64,
    /// The number of steps per second with which the ball's free path is computed.
    pub steps_per_second: u32,
}

/// Where a stone is.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::{PlaceView, Sun};
///
/// let view = Sun::start(&Options::defaults(Sun::SPEC)).view(Viewer::Public);
/// assert!(view.stones.iter().all(|stone| stone.place == PlaceView::Stock));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[serde(rename_all = "snake_case")]
pub enum PlaceView {
    /// In the stock.
    Stock,
    /// On the ring.
    Ground,
    /// On another stone.
    Top,
    /// Across two others.
    Lintel,
    /// With the seat that took it.
    Taken,
}

/// A stone.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::Sun;
///
/// let mut game = Sun::start(&Options::defaults(Sun::SPEC));
/// game.play("b1@0".parse()?)?;
/// let stones = game.view(Viewer::Public).stones;
/// assert!(stones[0].position.is_some() && stones[1].position.is_none());
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct StoneView {
    /// Its number.
    pub stone: StoneId,
    /// Width, depth and height.
    pub size: [f64; 3],
    /// Where it is.
    pub place: PlaceView,
    /// The stones it rests on: one for `top`, two for `lintel`.
    pub on: Vec<StoneId>,
    /// The seat that took it.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub taken_by: Option<Seat>,
    /// The position of its centre, if it is on the base.
    pub position: Option<[f64; 3]>,
    /// Its rotation as a quaternion x, y, z, w, if it is on the base.
    pub rotation: Option<[f32; 4]>,
}

/// An area.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::Sun;
///
/// let mut game = Sun::start(&Options::defaults(Sun::SPEC));
/// game.play("b1@0".parse()?)?;
/// let area = &game.view(Viewer::Public).areas[0];
/// assert_eq!((area.from, area.to, area.free_way), (1, 1, None), "the whole ring");
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct AreaView {
    /// The stone at its clockwise end.
    pub from: StoneId,
    /// The stone at its counter-clockwise end.
    pub to: StoneId,
    /// The direction of the first stone's centre.
    pub from_angle: f64,
    /// How far it extends, to the second stone's centre.
    pub extent: f64,
    /// The width of the gap between the two; null if there is only one stone.
    pub free_way: Option<f64>,
    /// Whether the ball can pass.
    pub open: bool,
    /// The lintel above it.
    pub gate: Option<StoneId>,
    /// The seats whose markers are here.
    #[cfg_attr(test, ts(as = "Vec<u8>"))]
    pub seats: Vec<Seat>,
}

/// A marker.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::Sun;
///
/// let view = Sun::start(&Options::defaults(Sun::SPEC)).view(Viewer::Public);
/// assert!(view.markers.iter().all(|marker| !marker.closed));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct MarkerView {
    /// The seat.
    #[cfg_attr(test, ts(as = "u8"))]
    pub seat: Seat,
    /// The direction.
    pub angle: u16,
    /// Whether another seat's gate closed its area: no gate in the next turn.
    pub closed: bool,
}

/// The possible choices, as ranges.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::Sun;
///
/// let legal = Sun::start(&Options::defaults(Sun::SPEC)).view(Viewer::Public).legal;
/// assert!(!legal.arcs.is_empty() && legal.throw_arc.is_none());
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct LegalView {
    /// Where each stone of the stock can stand unturned.
    pub arcs: Vec<ArcView>,
    /// Which stone can stand on which.
    pub tops: Vec<[StoneId; 2]>,
    /// Lintel and uprights of the gates that can be made.
    pub gates: Vec<[StoneId; 3]>,
    /// Where the marker can be moved, first and last direction.
    pub markers: Vec<[u16; 2]>,
    /// The arc through which the ball has to pass, on the near or the far side: start and extent; null if it may pass
    /// anywhere, or it is not time to throw.
    pub throw_arc: Option<[f64; 2]>,
}

/// A free arc of the ring.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::Sun;
///
/// let legal = Sun::start(&Options::defaults(Sun::SPEC)).view(Viewer::Public).legal;
/// assert_eq!(legal.arcs[0].stone, 1);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct ArcView {
    /// The stone that fits there.
    pub stone: StoneId,
    /// The first direction.
    pub from: u16,
    /// The last direction; smaller than the first if the arc contains 0.
    pub to: u16,
}

/// A throw in progress.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_sun::Sun;
///
/// let mut game = Sun::start(&Options::defaults(Sun::SPEC));
/// game.play("b1@0".parse()?)?;
/// game.play("t500,3400,0,0".parse()?)?;
/// let flight = game.view(Viewer::Public).throw.unwrap();
/// assert_eq!((flight.place, flight.released), ([500, 3400], false));
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct FlightView {
    /// The thrower.
    #[cfg_attr(test, ts(as = "u8"))]
    pub seat: Seat,
    /// The position of the release, in tenths of a millimetre.
    pub place: [i32; 2],
    /// Its push, in millimetres per second.
    pub push: [i32; 2],
    /// Whether the hand's error is included: the ball has been released.
    pub released: bool,
}

/// A finished throw.
///
/// ```
/// use sarsen_core::{Chance, Options, Rules, Viewer, Views, chance};
/// use sarsen_sun::Sun;
///
/// let mut game = Sun::start(&Options::defaults(Sun::SPEC));
/// for token in ["b1@0", "t500,3400,0,0", "~0,0,0,0"] {
///     game.play(token.parse()?)?;
/// }
/// let seal = game.draw(&mut chance::generator(0)).unwrap();
/// game.play(seal)?;
/// let throw = game.view(Viewer::Public).last_throw.unwrap();
/// assert!(throw.taken.is_empty());
/// assert_eq!(format!("={}", throw.seal.trim_start_matches('=')), seal.to_string());
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct ThrowView {
    /// The thrower.
    #[cfg_attr(test, ts(as = "u8"))]
    pub seat: Seat,
    /// The position of the release, in tenths of a millimetre, including the hand's error.
    pub place: [i32; 2],
    /// Its push, in millimetres per second.
    pub push: [i32; 2],
    /// The stones taken.
    pub taken: Vec<StoneId>,
    /// The stones touched.
    pub touched: Vec<StoneId>,
    /// The seal in the record.
    pub seal: String,
}

impl Views for Sun {
    type View = View;
    type Event = Event;

    fn view(&self, _viewer: Viewer) -> View {
        View {
            table: TABLE,
            stones: (1..=self.config().stones).map(|stone| stone_view(self, stone)).collect(),
            areas: area_views(self),
            markers: Seat::all(self.markers().len())
                .map(|seat| MarkerView {
                    seat,
                    angle: self.markers()[seat.index()],
                    closed: self.is_closed(seat),
                })
                .collect(),
            phase: phase_view(self.phase()),
            to_act: self.turn().seat(),
            active: self.active(),
            turns: self.turns(),
            first_turn: self.plays_as_first(),
            score: self.score().unwrap_or(PerSeat::new(&[])),
            legal: legal_view(self),
            throw: flight_view(self),
            last_throw: self.last_throw().map(throw_view),
            last: self.last().map(|action| action.to_string()),
            result: self.turn().outcome().map(|outcome| outcome.to_string()),
        }
    }

    fn events(&self, action: Action, _viewer: Viewer) -> Vec<Event> {
        events::of(self, action)
    }
}

const TABLE: TableView = TableView {
    base_radius: BASE_RADIUS,
    base_thickness: BASE_THICKNESS,
    ring_radius: RING,
    ball_radius: BALL_RADIUS,
    ball_rest: BALL_REST,
    string_length: STRING_LENGTH,
    nearest_release: NEAREST_RELEASE as f64 / 10.0,
    widest_pass: WIDEST_PASS,
    gravity: GRAVITY * 1000.0,
    steps_per_second: STEPS_PER_SECOND,
};

fn phase_view(phase: &Phase) -> PhaseView {
    match phase {
        Phase::Build => PhaseView::Build,
        Phase::Marker { .. } => PhaseView::Marker,
        Phase::Throw => PhaseView::Throw,
        Phase::Tremor { .. } => PhaseView::Tremor,
        Phase::Seal { .. } => PhaseView::Seal,
        Phase::Over => PhaseView::Over,
    }
}

fn stone_view(state: &Sun, stone: StoneId) -> StoneView {
    let placed = state.scene().get(stone);
    let taken_by =
        Seat::all(state.markers().len()).find(|&seat| state.taken(seat) & bit(stone) != 0);
    let (place, on) = match (placed, taken_by) {
        (Some(placed), _) => rests_on(placed),
        (None, Some(_)) => (PlaceView::Taken, Vec::new()),
        (None, None) => (PlaceView::Stock, Vec::new()),
    };
    StoneView {
        stone,
        size: size(stone).half().map(|half| half * 2.0),
        place,
        on,
        taken_by,
        position: placed.map(|placed| placed.pose.millimetres()),
        rotation: placed.map(|placed| placed.pose.rotation),
    }
}

fn rests_on(placed: &Placed) -> (PlaceView, Vec<StoneId>) {
    match placed.role {
        Role::Ground => (PlaceView::Ground, Vec::new()),
        Role::Top { on } => (PlaceView::Top, vec![on]),
        Role::Lintel { left, right } => (PlaceView::Lintel, vec![left, right]),
    }
}

fn area_views(state: &Sun) -> Vec<AreaView> {
    let scene = state.scene();
    let view = |area| {
        let (from_angle, extent) = scene.arc(area)?;
        let here =
            |seat: &Seat| scene.area_at(f64::from(state.markers()[seat.index()])) == Some(area);
        Some(AreaView {
            from: area.from,
            to: area.to,
            from_angle,
            extent,
            free_way: scene.free_way(area),
            open: scene.is_open(area),
            gate: scene.gate_across(area),
            seats: Seat::all(state.markers().len()).filter(here).collect(),
        })
    };
    scene.areas().filter_map(view).collect()
}

fn legal_view(state: &Sun) -> LegalView {
    let builds = state.builds();
    let arc = |&(stone, range): &(StoneId, crate::choices::Range)| ArcView {
        stone,
        from: range.from,
        to: range.to,
    };
    let throwing = matches!(state.phase(), Phase::Throw);
    LegalView {
        arcs: builds.arcs.iter().map(arc).collect(),
        tops: builds.tops.iter().map(|&(stone, on)| [stone, on]).collect(),
        gates: builds.gates.iter().map(|&(stone, left, right)| [stone, left, right]).collect(),
        markers: state.marker_ranges().iter().map(|range| [range.from, range.to]).collect(),
        throw_arc: state.throw_arc().filter(|_| throwing).map(|(start, extent)| [start, extent]),
    }
}

fn flight_view(state: &Sun) -> Option<FlightView> {
    let (Release { x, y, vx, vy }, released) = match *state.phase() {
        Phase::Tremor { aimed } => (aimed, false),
        Phase::Seal { released, .. } => (released, true),
        Phase::Build | Phase::Marker { .. } | Phase::Throw | Phase::Over => return None,
    };
    Some(FlightView { seat: state.active(), place: [x, y], push: [vx, vy], released })
}

fn throw_view(last: &LastThrow) -> ThrowView {
    ThrowView {
        seat: last.seat,
        place: [last.released.x, last.released.y],
        push: [last.released.vx, last.released.vy],
        taken: list(last.taken),
        touched: list(last.touched),
        seal: Action::Seal(last.seal).to_string(),
    }
}

impl View {
    /// Whether chance acts next.
    pub fn is_chance(&self) -> bool {
        self.to_act.is_none() && self.result.is_none()
    }
}
