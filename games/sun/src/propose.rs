//! A sensible few of the infinitely many actions, and the ranges that contain all of them.

use rand_core::Rng;
use sarsen_core::{Propose, chance};

use crate::action::Action;
use crate::choices::{self, Range};
use crate::geometry::{TURN, sin_cos};
use crate::landing::stones_of;
use crate::path;
use crate::phase::Phase;
use crate::pieces::StoneId;
use crate::state::Sun;

impl Propose for Sun {
    fn propose<R: Rng + ?Sized>(&self, count: usize, rng: &mut R) -> Vec<Action> {
        let mut found = Found { actions: Vec::new(), count };
        match self.phase() {
            Phase::Build => self.propose_builds(&mut found, rng),
            Phase::Marker { .. } => propose_markers(&self.marker_ranges(), &mut found, rng),
            Phase::Throw => self.propose_throws(&mut found, rng),
            Phase::Tremor { .. } | Phase::Seal { .. } | Phase::Over => {}
        }
        found.actions
    }

    fn summary(&self) -> Vec<String> {
        let mut lines: Vec<String> = match self.phase() {
            Phase::Build => self.build_lines(),
            Phase::Marker { .. } => {
                let line = |range: &Range| format!("m@{}-{}", range.from, range.to);
                self.marker_ranges().iter().map(line).collect()
            }
            Phase::Throw => vec!["(throws not listed)".to_owned()],
            Phase::Tremor { .. } | Phase::Seal { .. } | Phase::Over => Vec::new(),
        };
        lines.sort();
        lines
    }
}

/// Up to a given number of actions, without duplicates.
struct Found {
    actions: Vec<Action>,
    count: usize,
}

impl Found {
    fn is_full(&self) -> bool {
        self.actions.len() >= self.count
    }

    fn add(&mut self, action: Action) {
        if !self.is_full() && !self.actions.contains(&action) {
            self.actions.push(action);
        }
    }
}

/// The number of random attempts per wanted action.
const TRIES: usize = 24;

impl Sun {
    fn build_lines(&self) -> Vec<String> {
        let builds = self.builds();
        let arcs = builds.arcs.iter().map(|(stone, r)| format!("b{stone}@{}-{}", r.from, r.to));
        let tops =
            builds.tops.iter().map(|&(stone, on)| Action::BuildTop { stone, on }.to_string());
        let gates = builds
            .gates
            .iter()
            .map(|&(stone, left, right)| Action::Gate { stone, left, right }.to_string());
        arcs.chain(tops).chain(gates).collect()
    }

    /// Mostly stones on the ring, some turned; some on top; gates if there are any.
    fn propose_builds<R: Rng + ?Sized>(&self, found: &mut Found, rng: &mut R) {
        let count = found.count;
        for _ in 0..count.div_ceil(6) {
            self.try_gate(found, rng);
        }
        for _ in 0..count.div_ceil(4) {
            self.try_top(found, rng);
        }
        for _ in 0..TRIES * count {
            if found.is_full() {
                return;
            }
            self.try_ring(found, rng);
        }
        if found.actions.is_empty() {
            found.actions.extend(self.any_build());
        }
    }

    fn try_ring<R: Rng + ?Sized>(&self, found: &mut Found, rng: &mut R) {
        let Some(stone) = any_stone(self.stock(), rng) else { return };
        let angle = chance::below(rng, TURN as u64) as u16;
        let turned = chance::below(rng, 4) == 0;
        let turn = if turned { 50 * (1 + chance::below(rng, 35) as u16) } else { 0 };
        if self.site().fit(stone, angle, turn).fault.is_none() {
            found.add(Action::Build { stone, angle, turn });
        }
    }

    fn try_top<R: Rng + ?Sized>(&self, found: &mut Found, rng: &mut R) {
        let ring = self.scene().ring();
        let (Some(stone), false) = (any_stone(self.stock(), rng), ring.is_empty()) else { return };
        let on = ring[chance::below(rng, ring.len() as u64) as usize].stone;
        if self.site().check_top(stone, on).is_ok() {
            found.add(Action::BuildTop { stone, on });
        }
    }

    fn try_gate<R: Rng + ?Sized>(&self, found: &mut Found, rng: &mut R) {
        let gates: Vec<_> = choices::possible_gates(&self.site()).collect();
        if gates.is_empty() {
            return;
        }
        let (stone, left, right) = gates[chance::below(rng, gates.len() as u64) as usize];
        if self.site().check_gate(stone, left, right).is_ok() {
            found.add(Action::Gate { stone, left, right });
        }
    }

    /// Some legal build, by the search required by S17.
    fn any_build(&self) -> Option<Action> {
        let site = self.site();
        let top = || choices::tops(&site).first().copied();
        choices::ring_witness(&site)
            .map(|(stone, angle, turn)| Action::Build { stone, angle, turn })
            .or_else(|| top().map(|(stone, on)| Action::BuildTop { stone, on }))
    }

    /// Releases without a push through the seat's area, from its own side and from the far one; those that touch
    /// nothing come first, and a quarter is left to others.
    fn propose_throws<R: Rng + ?Sized>(&self, found: &mut Found, rng: &mut R) {
        let (start, extent) = self.throw_arc().unwrap_or((0.0, f64::from(TURN)));
        let mut others = Vec::new();
        for step in 0..DIRECTIONS {
            let place = (f64::from(step) + share(rng)) / f64::from(DIRECTIONS);
            let side = if chance::below(rng, 2) == 0 { 0.0 } else { f64::from(TURN) / 2.0 };
            let distance = 3230.0 + 1200.0 * share(rng);
            let throw = throw_from(start + extent * place + side, distance);
            let Some(release) = throw.release() else { continue };
            if sarsen_core::Rules::check(self, throw).is_err() {
                continue;
            }
            let clean = path::is_clean(release, self.scene().blocks());
            if clean && found.actions.len() < found.count.div_ceil(4) * 3 {
                found.add(throw);
            } else {
                others.push(throw);
            }
        }
        chance::shuffle(rng, &mut others);
        others.into_iter().for_each(|throw| found.add(throw));
        if found.actions.is_empty() {
            found.actions.push(throw_from(start + extent / 2.0, 3500.0));
        }
    }
}

/// The number of directions of a throw that are examined.
const DIRECTIONS: u32 = 32;

fn propose_markers<R: Rng + ?Sized>(ranges: &[Range], found: &mut Found, rng: &mut R) {
    for range in ranges {
        found.add(Action::Marker { angle: range.middle() });
    }
    for _ in 0..TRIES * found.count {
        if found.is_full() || ranges.is_empty() {
            return;
        }
        let range = &ranges[chance::below(rng, ranges.len() as u64) as usize];
        let offset = chance::below(rng, u64::from(range.count())) as u16;
        found.add(Action::Marker { angle: (range.from + offset) % TURN as u16 });
    }
}

fn throw_from(angle: f64, distance: f64) -> Action {
    let (sin, cos) = sin_cos(angle);
    let tenths = |part: f64| libm::round(part * distance) as i16;
    Action::Throw { x: tenths(cos), y: tenths(sin), vx: 0, vy: 0 }
}

/// A multiple of a thousandth from 0 up to 1.
fn share<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    chance::below(rng, 1000) as f64 / 1000.0
}

fn any_stone<R: Rng + ?Sized>(stock: u64, rng: &mut R) -> Option<StoneId> {
    let count = u64::from(stock.count_ones());
    if count == 0 {
        return None;
    }
    stones_of(stock).nth(chance::below(rng, count) as usize)
}
