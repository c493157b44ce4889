//! The choices of a seat: free arcs, tops, gates, marker ranges; and whether it can build at all (S17).

use crate::building::{RING, Site};
use crate::fit::Fit;
use crate::geometry::{TURN, V2, polygon_distance, sin_cos};
use crate::landing::stones_of;
use crate::pieces::{StoneId, size};
use crate::scene::{Area, OPEN_WAY};

/// A range of directions, both ends included; it may contain 0.
///
/// ```
/// use sarsen_sun::choices::Range;
///
/// let range = Range { from: 3590, to: 10 };
/// assert_eq!((range.count(), range.middle()), (21, 0), "through 0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The first, in tenths of a degree.
    pub from: u16,
    /// The last.
    pub to: u16,
}

impl Range {
    /// The number of directions.
    pub fn count(self) -> u16 {
        let turn = TURN as u16;
        (self.to + turn - self.from) % turn + 1
    }

    /// The one in the middle.
    pub fn middle(self) -> u16 {
        (self.from + self.count() / 2) % TURN as u16
    }
}

/// The possible builds of a turn.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_sun::Sun;
///
/// let game = Sun::start(&Options::defaults(Sun::SPEC));
/// let builds = game.builds();
/// assert!(!builds.arcs.is_empty());
/// assert!(builds.tops.is_empty() && builds.gates.is_empty(), "an empty base");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Builds {
    /// For each stone of the stock, where it can stand on the ring unturned.
    pub arcs: Vec<(StoneId, Range)>,
    /// Which stone can be stood on which.
    pub tops: Vec<(StoneId, StoneId)>,
    /// Lintel, smaller and larger upright.
    pub gates: Vec<(StoneId, StoneId, StoneId)>,
}

/// A stone that leans less than this (degrees) can carry any other, which tests confirm by simulation. Simulating each
/// pair would make listing slow.
const SURELY_CARRIES: f64 = 1.0;

/// Every build, without turned ones.
pub fn builds(site: &Site<'_>) -> Builds {
    Builds { arcs: arcs(site), tops: tops(site), gates: gates(site) }
}

/// The free arcs of every stone of the stock.
pub fn arcs(site: &Site<'_>) -> Vec<(StoneId, Range)> {
    let ranges_of = |stone| ranges(|angle| site.fit(stone, angle, 0));
    stones_of(site.stock)
        .flat_map(|stone| ranges_of(stone).into_iter().map(move |range| (stone, range)))
        .collect()
}

/// The ranges of directions in which something fits. A full ring is one range from 0.
fn ranges(fit: impl Fn(u16) -> Fit) -> Vec<Range> {
    let turn = TURN as u16;
    let mut accepted = Vec::with_capacity(usize::from(turn));
    while accepted.len() < usize::from(turn) {
        let Fit { fault, holds } = fit(accepted.len() as u16);
        let end = (accepted.len() + 1 + usize::from(holds)).min(usize::from(turn));
        accepted.resize(end, fault.is_none());
    }
    let Some(gap) = accepted.iter().position(|&yes| !yes) else {
        return vec![Range { from: 0, to: turn - 1 }];
    };
    let mut found: Vec<Range> = Vec::new();
    let mut open: Option<u16> = None;
    // Once around, starting where nothing fits, so that no range is cut at 0.
    for step in 1..=turn {
        let angle = (gap as u16 + step) % turn;
        match (open, accepted[usize::from(angle)]) {
            (None, true) => open = Some(angle),
            (Some(from), false) => {
                found.push(Range { from, to: (angle + turn - 1) % turn });
                open = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    found
}

/// Every stone that can be stood on top of another.
pub fn tops(site: &Site<'_>) -> Vec<(StoneId, StoneId)> {
    let mut found = Vec::new();
    for corner in site.scene.ring() {
        let on = corner.stone;
        if !site.may_carry_lintel(on) || !(site.first || site.top_leaves_area(on)) {
            continue;
        }
        found.extend(stones_of(site.stock).filter(|&s| carries(site, s, on)).map(|s| (s, on)));
    }
    found.sort_unstable();
    found
}

fn carries(site: &Site<'_>, stone: StoneId, on: StoneId) -> bool {
    let upright = site.scene.get(on).is_some_and(|below| below.pose.lean() < SURELY_CARRIES);
    if upright { site.top_fits(stone, on) } else { site.check_top(stone, on).is_ok() }
}

/// Every gate.
pub fn gates(site: &Site<'_>) -> Vec<(StoneId, StoneId, StoneId)> {
    let mut found: Vec<_> = possible_gates(site)
        .filter(|&(stone, left, right)| site.check_gate(stone, left, right).is_ok())
        .collect();
    found.sort_unstable();
    found
}

/// Candidate gates: near enough for a lintel to reach.
pub(crate) fn possible_gates(site: &Site<'_>) -> impl Iterator<Item = (StoneId, StoneId, StoneId)> {
    let allowed = site.gate_allowed().is_ok();
    let scene = site.scene;
    let near = move |area: &Area| {
        allowed
            && site.may_carry_lintel(area.from)
            && site.may_carry_lintel(area.to)
            && scene.free_way(*area).is_some_and(|way| way < LONGEST_LINTEL)
    };
    scene.areas().filter(near).flat_map(move |area| {
        let (left, right) = (area.from.min(area.to), area.from.max(area.to));
        scene
            .placed()
            .iter()
            .map(|placed| placed.stone)
            .filter(move |&stone| stone != left && stone != right)
            .filter(move |&stone| site.lintel_allowed(stone).is_ok())
            .map(move |stone| (stone, left, right))
    })
}

/// The length of the longest stone, in millimetres.
const LONGEST_LINTEL: f64 = 64.0;

/// The directions in which the marker may stand after a build beside `corner` (S8, S9), in an area other than `old`.
pub fn marker_ranges(site: &Site<'_>, corner: StoneId, old: Option<Area>) -> Vec<Range> {
    let mut found: Vec<Range> = marker_areas(site, corner, old)
        .filter_map(|area| site.scene.marker_range(area))
        .map(|(first, count)| Range { from: first, to: (first + count - 1) % TURN as u16 })
        .collect();
    found.sort_unstable_by_key(|range| range.from);
    found
}

/// The areas of [`marker_ranges`].
pub fn marker_areas(
    site: &Site<'_>,
    corner: StoneId,
    old: Option<Area>,
) -> impl Iterator<Item = Area> {
    let mut beside = site.scene.areas_beside(corner).map_or(Vec::new(), Vec::from);
    beside.dedup();
    beside.into_iter().filter(move |&area| Some(area) != old && site.may_take(area))
}

/// S17: whether the seat can build a stone that leaves it a new marker area. A gate creates no area, so it does not
/// count.
///
/// On the ring this is a search over every tenth of a degree, with every stone of the stock turned by every multiple of
/// 5°. Only directions are tried at which a disc as thick as the stone would leave the gap wide enough, so a crowded
/// ring is rejected quickly.
pub fn can_build(site: &Site<'_>) -> bool {
    site.first || can_build_on_top(site) || ring_witness(site).is_some()
}

fn can_build_on_top(site: &Site<'_>) -> bool {
    let mut grounds = site.scene.ring().iter().map(|corner| corner.stone);
    grounds.any(|on| {
        site.may_carry_lintel(on)
            && site.top_leaves_area(on)
            && stones_of(site.stock).any(|stone| site.check_top(stone, on).is_ok())
    })
}

/// A stone with a direction and a turn that can be built on the ring.
pub fn ring_witness(site: &Site<'_>) -> Option<(StoneId, u16, u16)> {
    let spots: Vec<Spot> = (0..TURN as u16).map(|angle| Spot::new(site, angle)).collect();
    // Edge-on, a stone takes up the least of the ring; unturned is how people usually build.
    let turns = [900, 0].into_iter().chain((50..1800).step_by(50).filter(|&turn| turn != 900));
    for turn in turns {
        for stone in stones_of(site.stock) {
            if let Some(angle) = first_fitting(site, &spots, stone, turn) {
                return Some((stone, angle, turn));
            }
        }
    }
    None
}

fn first_fitting(site: &Site<'_>, spots: &[Spot], stone: StoneId, turn: u16) -> Option<u16> {
    let thick = size(stone).half()[1];
    let mut angle = 0;
    while let Some(spot) = spots.get(usize::from(angle)) {
        let mut holds = 0;
        if spot.may_do(thick) {
            let fit = site.fit(stone, angle, turn);
            if fit.fault.is_none() {
                return Some(angle);
            }
            holds = fit.holds;
        }
        angle = angle.saturating_add(1).saturating_add(holds);
    }
    None
}

/// A point of the ring, and the distances from a stone's centre there to its neighbours.
struct Spot {
    nearest: f64,
    widest: f64,
}

impl Spot {
    fn new(site: &Site<'_>, angle: u16) -> Spot {
        let (sin, cos) = sin_cos(f64::from(angle));
        let point: V2 = [RING * cos, RING * sin];
        let beside = site.scene.area_at(f64::from(angle));
        let distance = |stone| {
            let corner = site.scene.corner(stone);
            corner.map_or(f64::INFINITY, |corner| polygon_distance(&corner.footprint, &[point]))
        };
        let (before, after) = match beside {
            Some(area) => (distance(area.from), distance(area.to)),
            None => (f64::INFINITY, f64::INFINITY),
        };
        Spot { nearest: before.min(after), widest: before.max(after) }
    }

    /// Whether a stone with this half depth could fit and leave an open gap: necessary, but not sufficient.
    fn may_do(&self, thick: f64) -> bool {
        self.nearest > thick && self.widest >= OPEN_WAY + thick
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::{Chance, Options, Propose, Rules, Turn, chance};

    use crate::{Phase, SPEC, Sun};

    /// Checks every tenth of a degree, one by one.
    fn listed(site: &Site<'_>, stone: StoneId) -> Vec<Range> {
        ranges(|angle| Fit { holds: 0, ..site.fit(stone, angle, 0) })
    }

    #[test]
    fn looking_at_few_places_finds_the_same_arcs_as_looking_at_all() {
        let mut arcs = 0;
        for seed in 0..3 {
            let mut options = Options::defaults(&SPEC);
            options.set("seats", ["2", "3", "4"][seed as usize]).unwrap();
            let mut state = Sun::start(&options);
            let mut rng = chance::generator(seed);
            loop {
                if matches!(state.phase(), Phase::Build) {
                    let site = state.site();
                    for stone in stones_of(state.stock()).step_by(5) {
                        let quick = ranges(|angle| site.fit(stone, angle, 0));
                        assert_eq!(quick, listed(&site, stone), "game {seed}, stone {stone}");
                        arcs += quick.len();
                    }
                }
                let action = match state.turn() {
                    Turn::Seat(_) => state.propose(1, &mut rng)[0],
                    Turn::Chance => state.draw(&mut rng).unwrap(),
                    Turn::Over(_) => break,
                };
                state.play(action).unwrap();
            }
        }
        assert!(arcs > 100, "{arcs}");
    }
}
