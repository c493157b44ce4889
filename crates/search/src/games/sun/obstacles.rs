//! The width of the ball's paths across the base, by geometry alone: a thousand times faster than trying throws.
//!
//! A ball released at rest crosses the centre; one pushed sideways passes beside it, in proportion to the push
//! ([`sideways`]; a test compares this with the true path). So, seen along a direction, every stone occupies an
//! interval of the offsets from the centre, and the widest gap between such intervals is the safest path.

use sarsen_sun::ball::BALL_RADIUS;
use sarsen_sun::geometry::{TURN, V2, sin_cos};
use sarsen_sun::hands::Hand;
use sarsen_sun::path::STRING_RADIUS;
use sarsen_sun::scene::{Placed, Role, Scene};
use sarsen_sun::{Action, building};

/// The distance of releases from the centre, in tenths of a millimetre: slightly more than required (S14).
const RELEASE: f64 = 3300.0;
/// The step between examined directions, in tenths of a degree.
const STEP: f64 = 10.0;
/// The number of such steps in half a turn: a path and its reverse are one.
const DIRECTIONS: usize = 180;
/// The largest offset of a path from the centre at the ring, in millimetres: slightly less than S13 allows.
const FURTHEST: f64 = 55.0;
/// The margin that a path keeps within the required arc, at the ring and in millimetres.
const INSIDE: f64 = 1.5;
/// A ball that hits a stone by less than this, in millimetres, rarely topples it.
const GRAZES: f64 = 2.0;
/// A path with this much clearance on either side, in millimetres, is as good as any.
const AMPLE: f64 = 15.0;

/// The sideways offset of a ball in millimetres, per millimetre per second of its push, at a distance along the path
/// from the centre: a parabola through its true positions at the ring and the centre.
fn sideways(along: f64) -> f64 {
    0.3751 + 3.76e-5 * along - 1.863e-6 * along * along
}

/// The probability that a hand's throw along a path topples something, by the path's clearance on either side.
pub(super) fn miss(clearance: f64, hand: Hand) -> f64 {
    astray(clearance + GRAZES, hand)
}

/// The probability that a hand's throw leaves its path by more than a distance at the ring, in millimetres.
fn astray(distance: f64, hand: Hand) -> f64 {
    if distance <= 0.0 {
        return 1.0;
    }
    let place = f64::from(hand.offset) / 10.0 * building::RING / (RELEASE / 10.0);
    let push = f64::from(hand.push) * sideways(building::RING);
    let deviation = (place * place + push * push).sqrt().max(0.1);
    1.0 - libm::erf(distance / (deviation * std::f64::consts::SQRT_2))
}

/// The average number of stones lost by a throw that topples something.
const STONES_PER_MISS: f64 = 1.3;
/// The average number of stones that the ball or the string touches without toppling them, by a throw that topples
/// something and by one that only touches (317 such throws of a fair hand in 30 games of random play, 2026-11-19).
const STONES_PER_TOUCH: [f64; 2] = [0.1, 1.0];

/// What a throw is expected to cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Toll {
    /// The probability that it costs anything.
    pub(super) risk: f64,
    /// The number of stones.
    pub(super) stones: f64,
}

impl Toll {
    /// The toll of a hand's throw along a path. Where touches count (S20), a stone that is only touched costs one, too.
    pub(super) fn of(clearance: f64, hand: Hand, touch_counts: bool) -> Toll {
        let falls = miss(clearance, hand);
        if !touch_counts {
            return Toll { risk: falls, stones: falls * STONES_PER_MISS };
        }
        let risk = astray(clearance, hand).max(falls);
        let [beside, alone] = STONES_PER_TOUCH;
        Toll { risk, stones: falls * (STONES_PER_MISS + beside) + (risk - falls) * alone }
    }
}

/// A throw, and the clearance of its path on either side, in millimetres; negative if it hits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) throw: Action,
    pub(super) clearance: f64,
}

/// The obstacles in the ball's way.
pub(super) struct Obstacles {
    shadows: Vec<Shadow>,
}

/// A stone seen from above, and how far ball or string extend towards it.
struct Shadow {
    corners: Vec<V2>,
    reach: f64,
}

impl Shadow {
    fn of(placed: &Placed) -> Shadow {
        // The ball passes under a lintel, but its string does not.
        let reach = match placed.role {
            Role::Ground | Role::Top { .. } => BALL_RADIUS,
            Role::Lintel { .. } => STRING_RADIUS,
        };
        Shadow { corners: placed.block().footprint(), reach }
    }

    /// The interval of offsets from the centre, at the ring, at which something touches the stone.
    fn taken(&self, (sin, cos): (f64, f64)) -> (f64, f64) {
        let beside = |corner: &V2| {
            let (along, across) =
                (corner[0] * cos + corner[1] * sin, corner[1] * cos - corner[0] * sin);
            across * sideways(building::RING) / sideways(along)
        };
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for place in self.corners.iter().map(beside) {
            low = low.min(place);
            high = high.max(place);
        }
        (low - self.reach, high + self.reach)
    }

    /// The distance between the stone and the path through the centre.
    fn clearance(&self, direction: (f64, f64)) -> f64 {
        let (low, high) = self.taken(direction);
        low.max(-high)
    }
}

impl Obstacles {
    /// The obstacles of a scene.
    pub(super) fn across(scene: &Scene) -> Obstacles {
        Obstacles { shadows: scene.placed().iter().map(Shadow::of).collect() }
    }

    /// The best throw through an arc, or anywhere, for each direction of release; if the hand can, and where it makes a
    /// difference, with a sideways push (S13: the ball crosses the ring within the arc where it comes in).
    pub(super) fn aims(&self, arc: Option<(f64, f64)>, pushes: bool) -> impl Iterator<Item = Aim> {
        let mut taken = Vec::with_capacity(self.shadows.len());
        // A pushed ball may be released beside the arc.
        let from = arc.filter(|_| pushes).map_or(arc, |(start, extent)| {
            let beside = DIRECTION_OF_FURTHEST.min((f64::from(TURN) - extent).max(0.0) / 2.0);
            Some((start - beside, extent + 2.0 * beside))
        });
        directions(from).filter_map(move |angle| {
            let direction = sin_cos(angle);
            let places = places(arc, angle);
            let straight = self.clearance(direction);
            let through = places.0 < 0.0 && 0.0 < places.1;
            let (beside, clearance) = if !pushes || through && straight >= AMPLE {
                (0.0, straight)
            } else {
                taken.clear();
                taken.extend(self.shadows.iter().map(|shadow| shadow.taken(direction)));
                widest(&mut taken, places).or(through.then_some((0.0, straight)))?
            };
            Some(Aim { throw: throw(direction, beside), clearance: clearance.min(AMPLE) })
        })
    }

    /// The one with the most clearance.
    pub(super) fn best_aim(&self, arc: Option<(f64, f64)>, pushes: bool) -> Option<Aim> {
        self.aims(arc, pushes).max_by(|a, b| a.clearance.total_cmp(&b.clearance))
    }

    /// The distance between the path through the centre and the nearest stone.
    pub(super) fn clearance(&self, direction: (f64, f64)) -> f64 {
        let each = self.shadows.iter().map(|shadow| shadow.clearance(direction));
        each.fold(f64::INFINITY, f64::min)
    }

    /// The paths through the centre, all around.
    pub(super) fn straight(&self) -> ClearWidths {
        ClearWidths(std::array::from_fn(|index| self.clearance(sin_cos(STEP * index as f64))))
    }
}

/// The clearance of the paths through the centre, by direction.
pub(super) struct ClearWidths([f64; DIRECTIONS]);

impl ClearWidths {
    /// The largest clearance within an arc, with one more stone added.
    pub(super) fn widest(&self, arc: Option<(f64, f64)>, more: Option<&Placed>) -> f64 {
        let more = more.map(Shadow::of);
        let each = directions(arc).map(|angle| {
            let index = (angle / STEP) as usize % DIRECTIONS;
            let known = self.0[index];
            let nearer =
                |shadow: &Shadow| known.min(shadow.clearance(sin_cos(STEP * index as f64)));
            more.as_ref().map_or(known, nearer)
        });
        each.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The directions in an arc, or all.
fn directions(arc: Option<(f64, f64)>) -> impl Iterator<Item = f64> {
    let (start, extent) = arc.unwrap_or((0.0, STEP * DIRECTIONS as f64));
    // A release is rounded, so the very ends of the arc are avoided.
    let first = ((start + 1.0) / STEP).floor() as i64 + 1;
    let last = ((start + extent - 1.0) / STEP).ceil() as i64 - 1;
    (first..=last).map(|step| step as f64 * STEP)
}

/// How far beside an arc, in tenths of a degree, a ball may be released that still comes in through it: the angle of
/// [`FURTHEST`] at the ring, seen from the centre.
const DIRECTION_OF_FURTHEST: f64 = 260.0;

/// The range of offsets from the straight path, at the ring, at which a ball from a direction comes in through an arc.
fn places(arc: Option<(f64, f64)>, from: f64) -> (f64, f64) {
    let Some((start, extent)) = arc else { return (-FURTHEST, FURTHEST) };
    // Beyond a quarter turn no offset from the straight path reaches the arc's end.
    let place = |angle: f64| building::RING * sin_cos(angle.clamp(-900.0, 900.0)).0;
    let (low, high) = (place(start - from), place(start + extent - from));
    ((low + INSIDE).max(-FURTHEST), (high - INSIDE).min(FURTHEST))
}

/// The safest free offset within some bounds, and its distance from the nearest stone.
fn widest(taken: &mut [(f64, f64)], (first, last): (f64, f64)) -> Option<(f64, f64)> {
    taken.sort_by(|a, b| a.0.total_cmp(&b.0));
    if first >= last {
        return None;
    }
    let mut free_from = f64::NEG_INFINITY;
    let mut best: Option<(f64, f64)> = None;
    let end = (f64::INFINITY, f64::INFINITY);
    for &(low, high) in taken.iter().chain([&end]) {
        let (from, to) = (free_from.max(-FAR), low.min(FAR));
        let place = ((from + to) / 2.0).clamp(first, last);
        let room = (place - from).min(to - place);
        if room > best.map_or(0.0, |(_, widest)| widest) {
            best = Some((place, room));
        }
        free_from = free_from.max(high);
    }
    best
}

/// A distance that counts as infinite, in millimetres.
const FAR: f64 = 1000.0;

/// The throw from a direction with this offset from the centre at the ring.
fn throw((sin, cos): (f64, f64), beside: f64) -> Action {
    let push = beside / sideways(building::RING);
    let whole = |part: f64| libm::round(part) as i16;
    Action::Throw {
        x: whole(cos * RELEASE),
        y: whole(sin * RELEASE),
        vx: whole(-sin * push),
        vy: whole(cos * push),
    }
}

#[cfg(test)]
mod tests {
    use sarsen_core::{Chance, Options, Propose, Rules, Turn, chance};
    use sarsen_sun::ball::Release;
    use sarsen_sun::crossing::crossing;
    use sarsen_sun::hands::{GAPS, HANDS};
    use sarsen_sun::path::{self, Flight};
    use sarsen_sun::{Phase, SPEC, Sun};

    use super::*;

    /// Where a throw from the east crosses lines at these distances from the centre, north of it.
    fn crossings(push: i16, lines: [f64; 3]) -> [f64; 3] {
        let throw = Action::Throw { x: RELEASE as i16, y: 0, vx: 0, vy: push };
        let mut flight = Flight::new(throw.release().unwrap());
        let mut found = [f64::NAN; 3];
        loop {
            let before = flight.position;
            let on = flight.advance();
            for (line, found) in lines.iter().zip(&mut found) {
                if before[0] > *line && flight.position[0] <= *line {
                    let part = (before[0] - line) / (before[0] - flight.position[0]);
                    *found = before[1] + part * (flight.position[1] - before[1]);
                }
            }
            if !on {
                return found;
            }
        }
    }

    #[test]
    fn a_pushed_ball_passes_the_centre_as_computed() {
        let lines = [building::RING, 0.0, -building::RING];
        for push in [-220, -90, 15, 130, 200] {
            for (line, true_place) in lines.into_iter().zip(crossings(push, lines)) {
                let estimated = f64::from(push) * sideways(line);
                assert!((estimated - true_place).abs() < 0.3, "{push}: {estimated} {true_place}");
            }
        }
    }

    /// Scenes from random play, each with the number of its stones.
    fn scenes(seed: u64) -> Vec<Sun> {
        let mut state = Sun::start(&Options::defaults(&SPEC));
        let mut rng = chance::generator(seed);
        let mut found = Vec::new();
        loop {
            let action = match state.turn() {
                Turn::Seat(_) => state.propose(1, &mut rng)[0],
                Turn::Chance => state.draw(&mut rng).unwrap(),
                Turn::Over(_) => return found,
            };
            state.play(action).unwrap();
            found.push(state.clone());
        }
    }

    #[test]
    fn a_path_computed_as_wide_touches_nothing_and_one_computed_as_closed_does() {
        let (mut wide, mut closed, mut pushed) = (0, 0, 0);
        for state in scenes(3).iter().step_by(3) {
            for aim in Obstacles::across(state.scene()).aims(None, true).step_by(7) {
                let release = aim.throw.release().unwrap();
                let is_clean = path::is_clean(release, state.scene().blocks());
                if aim.clearance > path::MARGIN + 0.7 {
                    assert!(is_clean, "{aim:?} in {:?}", state.scene());
                    wide += 1;
                    pushed += u32::from((release.vx, release.vy) != (0, 0));
                } else if aim.clearance < 0.0 {
                    assert!(!is_clean, "{aim:?} in {:?}", state.scene());
                    closed += 1;
                }
            }
        }
        assert!(wide > 100 && closed > 3 && pushed > 20, "{wide} {closed} {pushed}");
    }

    #[test]
    fn a_push_never_narrows_the_path_and_often_widens_it() {
        let mut wider = 0;
        for state in scenes(4).iter().skip(30).step_by(5) {
            let ways = Obstacles::across(state.scene());
            let [rest, push] = [false, true].map(|pushes| ways.best_aim(None, pushes).unwrap());
            assert!(push.clearance >= rest.clearance);
            wider += u32::from(push.clearance > rest.clearance);
        }
        assert!(wider > 3, "{wider}");
    }

    #[test]
    fn every_path_through_an_arc_is_legal_with_and_without_a_push() {
        let (mut straight, mut pushed, mut beside) = (0, 0, 0);
        for state in scenes(8).iter().chain(&scenes(9)) {
            if !matches!(state.phase(), Phase::Throw) {
                continue;
            }
            let ways = Obstacles::across(state.scene());
            for aim in [false, true].into_iter().flat_map(|p| ways.aims(state.throw_arc(), p)) {
                let legal = state.check(aim.throw);
                assert!(legal.is_ok(), "{} in {:?}: {legal:?}", aim.throw, state.throw_arc());
                let release = aim.throw.release().unwrap();
                let still = Release { vx: 0, vy: 0, ..release };
                match (release == still, state.throw_arc()) {
                    (true, _) => straight += 1,
                    (false, Some(arc)) if !crossing(still).unwrap().leads_through(arc) => {
                        beside += 1;
                    }
                    (false, _) => pushed += 1,
                }
            }
        }
        assert!(straight > 100 && pushed > 100 && beside > 20, "{straight} {pushed} {beside}");
    }

    #[test]
    fn one_more_stone_narrows_the_paths_as_in_a_scene_with_it() {
        let states = scenes(5);
        let state = states.iter().find(|state| state.scene().ring().len() == 5).unwrap();
        let straight = Obstacles::across(state.scene()).straight();
        let site = state.site();
        let fits = |angle: &u16| site.check_ring(20, *angle, 0).is_ok();
        let placed = site.check_ring(20, (0..3600).find(fits).unwrap(), 0).unwrap();
        let with = state.scene().with(&[placed], &[]);
        let arc = Some((300.0, 700.0));
        let built = Obstacles::across(&with).straight();
        assert_eq!(straight.widest(arc, Some(&placed)), built.widest(arc, None));
        assert!(straight.widest(None, None) >= built.widest(None, None));
    }

    #[test]
    fn touches_cost_stones_only_where_they_count() {
        let [_, sure, ..] = HANDS;
        for clearance in [-5.0, 0.0, 2.0, 6.0, 14.0] {
            let [plain, counted] = [false, true].map(|counts| Toll::of(clearance, sure, counts));
            assert_eq!(plain.risk, miss(clearance, sure));
            assert!(counted.risk >= plain.risk && counted.stones >= plain.stones, "{clearance}");
        }
        // A ball that only grazes does nothing, unless that counts.
        let [plain, counted] = [false, true].map(|counts| Toll::of(0.0, sure, counts));
        assert!(counted.risk == 1.0 && plain.risk < 0.9 && counted.stones > plain.stones + 0.2);
    }

    #[test]
    fn hands_miss_about_as_often_as_the_simulation_says() {
        let measured = sarsen_sun::hands::table(60, 2);
        for (hand, shares) in HANDS.iter().zip(measured.shares) {
            for (gap, share) in GAPS.into_iter().zip(shares) {
                let estimated = 1.0 - miss((gap - 2.0 * BALL_RADIUS) / 2.0, *hand);
                assert!(
                    (estimated - share).abs() < 0.25,
                    "{} {gap}: {estimated} {share}",
                    hand.name
                );
            }
        }
        assert!(miss(-3.0, HANDS[0]) == 1.0 && miss(AMPLE, HANDS[0]) < 1e-6);
    }
}
