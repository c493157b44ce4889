//! The state of a game and its rules.

use std::sync::{Arc, Mutex, OnceLock};

use sarsen_core::{GameSpec, Illegal, Options, Outcome, PerSeat, Phrase, Rules, Seat, Turn};

use crate::action::Action;
use crate::ball::Release;
use crate::building::Site;
use crate::choices::{self, Builds};
use crate::geometry::TURN;
use crate::landing::{Landing, land, stones_of};
use crate::options::Config;
use crate::phase::{LastThrow, Phase};
use crate::pieces::{STONES, StoneId};
use crate::refusal;
use crate::scene::{Area, Placed, Scene};
use crate::spec::SPEC;
use crate::throw::{StoneSet, bit};

/// The largest number of seats.
pub(crate) const SEATS: usize = 4;

/// A game of Stonehenge and the Sun. Clones share the scene.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat, Turn};
/// use sarsen_sun::Sun;
///
/// let mut game = Sun::start(&Options::defaults(Sun::SPEC));
/// assert_eq!(game.turn(), Turn::Seat(Seat::ONE));
/// game.play("b1@0".parse()?)?;
/// assert_eq!(game.stock().count_ones(), 23, "one of twenty-four stones stands");
/// game.play("t500,3400,0,0".parse()?)?;
/// assert_eq!(game.turn(), Turn::Chance, "the hand trembles");
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sun {
    pub(crate) config: Config,
    pub(crate) scene: Arc<Scene>,
    pub(crate) stock: StoneSet,
    pub(crate) taken: [StoneSet; SEATS],
    pub(crate) touches: [u16; SEATS],
    pub(crate) markers: [u16; SEATS],
    /// The area of the marker before this turn's build.
    pub(crate) old_area: Option<Area>,
    /// S11: bit s is set if the area of the seat with index s was closed by another seat's gate.
    pub(crate) closed: u8,
    pub(crate) seat: Seat,
    /// The number of finished turns.
    pub(crate) turns: u32,
    /// S17: whether the ring was empty when this turn began.
    pub(crate) bare: bool,
    pub(crate) phase: Phase,
    pub(crate) last_throw: Option<LastThrow>,
    pub(crate) last: Option<Action>,
    pub(crate) memo: Arc<Memo>,
}

/// Cached results about a state, shared by its clones.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The builds of this turn, computed on request.
    pub(crate) builds: OnceLock<Builds>,
    /// How the last checked build came to rest, so that playing it need not simulate again.
    pub(crate) settled: Mutex<Option<(Action, Vec<Placed>)>>,
}

impl Sun {
    /// The options.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What stands on the base.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// The stones in the stock.
    pub fn stock(&self) -> StoneSet {
        self.stock
    }

    /// The stones that a seat has taken.
    pub fn taken(&self, seat: Seat) -> StoneSet {
        self.taken[seat.index()]
    }

    /// The directions of the markers, seat by seat.
    pub fn markers(&self) -> &[u16] {
        &self.markers[..usize::from(self.config.seats)]
    }

    /// The seat whose turn it is.
    pub fn active(&self) -> Seat {
        self.seat
    }

    /// The phase of the turn.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The number of finished turns.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The last throw.
    pub fn last_throw(&self) -> Option<&LastThrow> {
        self.last_throw.as_ref()
    }

    /// The last action.
    pub fn last(&self) -> Option<Action> {
        self.last
    }

    /// S11: whether a seat may make no gate, because another's closed its area.
    pub fn is_closed(&self, seat: Seat) -> bool {
        self.closed & 1 << seat.index() != 0
    }

    /// S12: whether this is the acting seat's first turn.
    pub fn is_first_turn(&self) -> bool {
        self.turns < u32::from(self.config.seats)
    }

    /// S12, S17: whether the rules of a first turn apply to the acting seat: because it is its first, or because the
    /// ring was empty when it began.
    pub fn plays_as_first(&self) -> bool {
        self.is_first_turn() || self.bare
    }

    /// S17: whether the acting seat can build a stone that leaves it a new marker area.
    pub fn can_build(&self) -> bool {
        choices::can_build(&self.site())
    }

    /// The situation of the active seat when it builds.
    pub fn site(&self) -> Site<'_> {
        Site {
            scene: &self.scene,
            stock: self.stock,
            seat: self.seat.index(),
            markers: self.markers(),
            first: self.plays_as_first(),
            closed: self.is_closed(self.seat),
        }
    }

    /// The builds of this turn; empty in other phases.
    pub fn builds(&self) -> &Builds {
        self.memo.builds.get_or_init(|| match self.phase {
            Phase::Build => choices::builds(&self.site()),
            _ => Builds::default(),
        })
    }

    /// Where the marker may be moved now; empty in other phases.
    pub fn marker_ranges(&self) -> Vec<choices::Range> {
        match self.phase {
            Phase::Marker { corner } => choices::marker_ranges(&self.site(), corner, self.old_area),
            _ => Vec::new(),
        }
    }

    /// S13: the arc through which the seat has to pass the ball: from centre to centre of its area's stones. `None` if
    /// it may pass anywhere across the base.
    pub fn throw_arc(&self) -> Option<(f64, f64)> {
        if self.plays_as_first() {
            return None;
        }
        let area = self.scene.area_at(f64::from(self.markers[self.seat.index()]))?;
        self.scene.arc(area)
    }

    /// S17: the turn begins with building, or the game is over: the last stone was built, or none can be.
    pub(crate) fn begin_turn(&mut self) {
        self.memo = Arc::default();
        self.bare = self.scene.ring().is_empty();
        let ended = self.stock == 0 || !self.can_build();
        self.phase = if ended { Phase::Over } else { Phase::Build };
    }

    fn build(&mut self, action: Action) {
        let changed = self.settled_build(action).expect("a legal build comes to rest");
        self.old_area = self.site().own_area();
        let corner = match action {
            Action::Build { stone, .. } => Some((stone, stone)),
            Action::BuildTop { stone, on } => Some((stone, on)),
            _ => None,
        };
        self.scene = self.scene.with(&changed, &[]);
        if let Action::Gate { left, right, .. } = action {
            self.mark_closed(left, right);
        }
        self.memo = Arc::default();
        match corner {
            Some((stone, corner)) => {
                self.stock &= !bit(stone);
                // S12, S17: in a first turn, and on an empty ring, the marker does not move.
                let first = self.plays_as_first();
                self.phase = if first { Phase::Throw } else { Phase::Marker { corner } };
            }
            // S10: after a gate the marker stays.
            None => self.phase = Phase::Throw,
        }
    }

    /// S11: records whose areas a new gate has closed.
    fn mark_closed(&mut self, left: StoneId, right: StoneId) {
        for seat in Seat::all(self.markers().len()) {
            let area = self.scene.area_at(f64::from(self.markers[seat.index()]));
            let spanned = area.is_some_and(|area| {
                [area.from, area.to].iter().all(|stone| [left, right].contains(stone))
                    && self.scene.gate_across(area).is_some()
            });
            if spanned && seat != self.seat {
                self.closed |= 1 << seat.index();
            }
        }
    }

    fn finish_turn(&mut self, released: Release, landing: &Landing) {
        let thrower = self.seat.index();
        self.scene = Arc::clone(&landing.scene);
        // S16: the thrower takes what fell.
        self.taken[thrower] |= landing.taken;
        if self.config.touch {
            let standing = landing.touched & !landing.taken;
            self.touches[thrower] += standing.count_ones() as u16;
        }
        self.last_throw = Some(LastThrow {
            seat: self.seat,
            released,
            taken: landing.taken,
            touched: landing.touched,
            seal: landing.seal,
        });
        self.closed &= !(1 << thrower);
        self.turns += 1;
        self.seat = self.seat.next(self.markers().len());
        self.old_area = None;
        self.begin_turn();
    }

    pub(crate) fn points(&self) -> PerSeat<i32> {
        let point = |seat: Seat| {
            let stones = self.taken[seat.index()].count_ones() as i32;
            stones + i32::from(self.touches[seat.index()])
        };
        let points: Vec<i32> = Seat::all(self.markers().len()).map(point).collect();
        PerSeat::new(&points)
    }

    /// Whether every stone of the game is in exactly one place: in the stock, on the base or taken.
    pub fn stones_add_up(&self) -> bool {
        let standing = self.scene.placed().iter().map(|placed| bit(placed.stone));
        let parts = standing.chain([self.stock]).chain(self.taken);
        let mut all = 0;
        for part in parts {
            if all & part != 0 {
                return false;
            }
            all |= part;
        }
        all == all_stones(self.config.stones)
    }
}

fn all_stones(count: u8) -> StoneSet {
    (1..=count.min(STONES)).fold(0, |set, stone| set | bit(stone))
}

impl Rules for Sun {
    type Action = Action;

    const SPEC: &'static GameSpec = &SPEC;

    fn start(options: &Options) -> Sun {
        let config = Config::new(options);
        let mut markers = [0; SEATS];
        // S1: the markers are evenly spaced.
        for (seat, marker) in markers.iter_mut().enumerate() {
            *marker = (TURN as usize * seat / usize::from(config.seats) % TURN as usize) as u16;
        }
        Sun {
            config,
            scene: Scene::new(Vec::new()),
            stock: all_stones(config.stones),
            taken: [0; SEATS],
            touches: [0; SEATS],
            markers,
            old_area: None,
            closed: 0,
            seat: Seat::ONE,
            turns: 0,
            bare: true,
            phase: Phase::Build,
            last_throw: None,
            last: None,
            memo: Arc::default(),
        }
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Build | Phase::Marker { .. } | Phase::Throw => Turn::Seat(self.seat),
            Phase::Tremor { .. } | Phase::Seal { .. } => Turn::Chance,
            // S18: the fewest minus stones win.
            Phase::Over => Turn::Over(Outcome::lowest_first(self.points().as_slice())),
        }
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        Some(self.points())
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        let of_chance = matches!(action, Action::Tremor { .. } | Action::Seal(_));
        match self.turn() {
            Turn::Over(_) => return Err(Illegal::game_is_over("S17")),
            Turn::Seat(_) if of_chance => return Err(Illegal::no_chance_now("S2")),
            Turn::Chance if !of_chance => return Err(Illegal::chance_is_next("S19")),
            Turn::Seat(_) | Turn::Chance => {}
        }
        match (&self.phase, action) {
            (Phase::Build, _) => self.settled_build(action).map(|_| ()),
            (&Phase::Marker { corner }, Action::Marker { angle }) => {
                self.check_marker(corner, angle)
            }
            (Phase::Marker { .. }, _) => Err(refusal::wrong_part(Phrase::new(
                "move your marker",
                "déplacer votre marqueur",
                "マーカーを動かす",
            ))),
            (Phase::Throw, Action::Throw { .. }) => {
                action.release().map_or(Ok(()), |release| self.check_throw(release))
            }
            (Phase::Throw, _) => Err(refusal::wrong_part(Phrase::new(
                "pass the ball",
                "lancer la bille",
                "太陽（鉄球）を通す",
            ))),
            (Phase::Tremor { .. }, _) => self.check_tremor(action),
            (Phase::Seal { landing, .. }, Action::Seal(hash)) if hash == landing.seal => Ok(()),
            (Phase::Seal { landing, .. }, _) => Err(refusal::wrong_seal(landing.seal)),
            (Phase::Over, _) => Err(Illegal::game_is_over("S17")),
        }
    }

    fn apply(&mut self, action: Action) {
        match (self.phase.clone(), action) {
            (Phase::Build, _) => self.build(action),
            (Phase::Marker { .. }, Action::Marker { angle }) => {
                self.markers[self.seat.index()] = angle;
                self.phase = Phase::Throw;
            }
            (Phase::Throw, Action::Throw { .. }) => {
                let aimed = action.release().expect("a throw has a release");
                self.phase = Phase::Tremor { aimed };
            }
            (Phase::Tremor { aimed }, Action::Tremor { dx, dy, dvx, dvy }) => {
                let released = Release {
                    x: aimed.x + i32::from(dx),
                    y: aimed.y + i32::from(dy),
                    vx: aimed.vx + i32::from(dvx),
                    vy: aimed.vy + i32::from(dvy),
                }
                .within_reach();
                let landing = Arc::new(land(&self.scene, released));
                self.phase = Phase::Seal { released, landing };
            }
            (Phase::Seal { released, landing }, Action::Seal(_)) => {
                self.finish_turn(released, &landing);
            }
            (phase, _) => panic!("`{action}` is not legal in {phase:?}"),
        }
        self.last = Some(action);
    }
}

/// The stones of a set as a list.
pub(crate) fn list(set: StoneSet) -> Vec<StoneId> {
    stones_of(set).collect()
}
