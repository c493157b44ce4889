//! Puzzles of Stonehenge and the Sun: a throw or a whole turn that is clean where the natural one is not.
//!
//! Clean means that nothing falls, and how often that is so is counted: a throw is released a hundred times with the errors of a fair hand, always the
//! same hundred, so that the same throw is always worth the same. A good throw is clean at least [`CLEAN`] times. What is looked for are
//! releases without a push: the ball swings through the centre, so a direction says everything, and from which of its two sides the ball comes does not matter.
//! An answer with a push is good if it is clean often enough.
//!
//! A throw is a puzzle where the middle of the seat's area topples something more often than not and the good directions lie side by side. A turn is one where only one
//! place to build leaves a good throw, and a stone in the middle of the widest gap does not.
//!
//! Facts: `throw` or `turn`, and how many of a hundred natural throws and of the solution's are clean: `throw 38 94`.

use sarsen_catalog::Position;
use sarsen_core::chance::generator;
use sarsen_core::{Chance, Phrase, Rules, Turn, phrase};
use sarsen_sun::building::Site;
use sarsen_sun::choices::{self, Range};
use sarsen_sun::geometry::sin_cos;
use sarsen_sun::hands::{HANDS, Hand};
use sarsen_sun::landing::stones_of;
use sarsen_sun::pieces::{StoneId, size};
use sarsen_sun::scene::Area;
use sarsen_sun::{Action, Phase, Sun};

use super::obstacles::{Obstacles, miss};
use crate::knowledge::mix;
use crate::limits::Cancel;
use crate::puzzles::{Finding, Judged, Puzzle, PuzzleMaker};

pub(crate) struct SunPuzzles;

/// How often a throw is released to be judged.
const THROWS: u32 = 100;
/// A throw that is clean at least this often is good.
const CLEAN: u32 = 80;
/// The solution is clean at least this often: it is good beyond doubt.
const SURELY_CLEAN: u32 = 90;
/// Whatever is not part of the solution is clean less often than this: it is not good beyond doubt.
const NOT_CLEAN: u32 = 70;
/// The natural throw is clean at most this often.
const NATURAL: u32 = 45;
/// Where the ball is let go, in tenths of a millimetre from the centre: as far out as the page offers it first.
const RELEASE: f64 = 3800.0;
/// The step between the directions that are tried, in tenths of a degree.
const STEP: u16 = 10;
/// In a wider area the middle is not what people see as its middle, in tenths of a degree.
const WIDEST_AREA: f64 = 1500.0;
/// By geometry alone: a throw that misses no more often than this may be good, and one that misses more often than that is not.
const MAY_BE_GOOD: f64 = 0.15;
const CANNOT_BE_GOOD: f64 = 0.55;
/// The number of builds of one place, and of throws of one build, that are tried.
const TRIED: usize = 3;

const FAIR: Hand = HANDS[2];

impl PuzzleMaker for SunPuzzles {
    fn file(&self) -> &'static str {
        include_str!("../../../data/puzzles/sun.txt")
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[("tremor", FAIR.name)]
    }

    fn players(&self) -> [u8; 4] {
        // Stronger ones simulate so many throws for every action that games take minutes.
        [2, 3, 3, 4]
    }

    fn find(&self, position: &dyn Position, cancel: &Cancel) -> Option<Finding> {
        let state = position.state().downcast_ref::<Sun>()?;
        if state.plays_as_first() || !matches!(state.turn(), Turn::Seat(_)) {
            return None;
        }
        match state.phase() {
            Phase::Throw => only_way(state),
            Phase::Build => only_place(state, cancel),
            _ => None,
        }
    }

    fn goes_on(&self, _puzzle: &Puzzle, _answer: &[String]) -> bool {
        // What a build is worth shows when the ball has passed.
        true
    }

    fn accepts(&self, _puzzle: &Puzzle, position: &dyn Position, answer: &[String]) -> bool {
        aimed(position, answer).is_some_and(|aimed| is_good(&aimed))
    }

    fn aftermath(&self, position: &dyn Position, answer: &[String], is_good: bool) -> Vec<String> {
        let Some(aimed) = aimed(position, answer) else { return Vec::new() };
        typical(releases(&aimed), is_good)
    }

    /// A release costs a millisecond of simulation, so none is made twice.
    fn judge(&self, puzzle: &Puzzle, position: &dyn Position, answer: &[String]) -> Judged {
        let aimed = aimed(position, answer);
        let releases: Vec<(Action, Sun)> = aimed.iter().flat_map(releases).collect();
        let clean = releases.iter().filter(|(_, landed)| is_clean(landed)).count() as u32;
        let accepted = clean >= CLEAN;
        let says =
            if accepted { self.explain(puzzle, position) } else { refutation(puzzle, clean) };
        Judged { accepted, says, aftermath: typical(releases.into_iter(), accepted) }
    }

    fn task(&self, puzzle: &Puzzle) -> Phrase {
        if is_turn(puzzle) {
            return Phrase::new(
                "Only one place to build leaves you a throw that is clean at least 8 times in 10 with a fair hand. Play the whole turn.",
                "Un seul endroit où construire vous laisse un lancer sans chute au moins 8 fois sur 10 avec une main moyenne. Jouez tout le tour.",
                "「普通」の手で10回中8回以上、何も倒さずに太陽（鉄球）を通せるのは、ある1か所に石を立てるかゲートを作った場合だけです。手番の最後まで進めてください。",
            );
        }
        Phrase::new(
            "Through the middle of your area, a fair hand topples something more often than not. One way is clean at least 8 times in 10. Find it.",
            "Par le milieu de votre zone, une main moyenne renverse quelque chose plus d’une fois sur deux. Un trajet ne fait rien tomber au moins 8 fois sur 10. Trouvez-le.",
            "自分のマーカーエリアの真ん中を通すと、「普通」の手では2回に1回以上何かが倒れます。10回中8回以上何も倒さない軌道が1つあります。見つけてください。",
        )
    }

    fn explain(&self, puzzle: &Puzzle, _position: &dyn Position) -> Phrase {
        let (natural, best) = (fact(puzzle, 1), fact(puzzle, 2));
        if is_turn(puzzle) {
            return phrase!(
                "Built like this, {best} of 100 throws of a fair hand are clean. After a stone in the middle of the widest gap only {natural} are, and no other place leaves a good way.",
                "Avec cette construction, {best} lancers sur 100 d’une main moyenne ne font rien tomber. Avec une pierre au milieu du plus large passage, il n’y en a que {natural}, et aucun autre endroit ne laisse un bon trajet.",
                "この手順なら、「普通」の手で100回中{best}回は何も倒れません。一番広いすき間の真ん中に石を立てると{natural}回だけで、他の場所でもよい軌道は残りません。"
            );
        }
        phrase!(
            "This way, {best} of 100 throws of a fair hand are clean: look at what stands on both sides of the ring. Through the middle of the area only {natural} are.",
            "Par ce trajet, {best} lancers sur 100 d’une main moyenne ne font rien tomber : regardez ce qui se dresse des deux côtés de l’anneau. Par le milieu de la zone, il n’y en a que {natural}.",
            "この軌道なら、「普通」の手で100回中{best}回は何も倒れません。リングの手前と向こう側の両方を見ましょう。マーカーエリアの真ん中を通すと{natural}回だけです。"
        )
    }

    fn refute(&self, puzzle: &Puzzle, position: &dyn Position, answer: &[String]) -> Phrase {
        refutation(puzzle, aimed(position, answer).map_or(0, |aimed| clean_throws(&aimed)))
    }
}

/// Why an answer is not good: of its throws, this many in a hundred are clean.
fn refutation(puzzle: &Puzzle, clean: u32) -> Phrase {
    let best = fact(puzzle, 2);
    if is_turn(puzzle) {
        return phrase!(
            "With a fair hand, {clean} of 100 such throws are clean; after another build {best} are.",
            "Avec une main moyenne, {clean} de ces lancers sur 100 ne font rien tomber ; après une autre construction, {best}.",
            "「普通」の手でこう投げると、100回中{clean}回は何も倒れません。別の場所なら{best}回です。"
        );
    }
    phrase!(
        "With a fair hand, {clean} of 100 such throws are clean; another way lets {best} through.",
        "Avec une main moyenne, {clean} de ces lancers sur 100 ne font rien tomber ; par un autre trajet, {best}.",
        "「普通」の手でこう投げると、100回中{clean}回は何も倒れません。別の軌道なら{best}回です。"
    )
}

fn is_turn(puzzle: &Puzzle) -> bool {
    puzzle.facts.starts_with("turn")
}

fn fact(puzzle: &Puzzle, index: usize) -> &str {
    puzzle.facts.split(' ').nth(index).unwrap_or("")
}

fn finding(kind: &str, actions: &[Action], natural: u32, best: u32) -> Finding {
    Finding {
        solution: actions.iter().map(ToString::to_string).collect(),
        facts: format!("{kind} {natural} {best}"),
    }
}

/// The state in which the hand lets go, after an answer; `None` if the answer is not a whole turn.
fn aimed(position: &dyn Position, answer: &[String]) -> Option<Sun> {
    let mut state = position.state().downcast_ref::<Sun>()?.clone();
    for token in answer {
        state.play(token.parse().ok()?).ok()?;
    }
    matches!(state.phase(), Phase::Tremor { .. }).then_some(state)
}

/// The state in which the hand lets go, after an action; `None` if it is not legal.
fn after(state: &Sun, action: Action) -> Option<Sun> {
    let mut after = state.clone();
    after.play(action).ok()?;
    Some(after)
}

/// The hundred releases by which a throw is judged: the hand's errors, and how each ends.
fn releases(aimed: &Sun) -> impl Iterator<Item = (Action, Sun)> {
    let mut rng = generator(mix(0x5a7_5e11));
    (0..THROWS).map_while(move |_| {
        let error = aimed.draw(&mut rng)?;
        let mut landed = aimed.clone();
        landed.apply(error);
        Some((error, landed))
    })
}

/// The first release that ends like most of them: the hand's error, and the code of where everything comes to rest.
fn typical(mut releases: impl Iterator<Item = (Action, Sun)>, is_good: bool) -> Vec<String> {
    let shown = releases.find(|(_, landed)| is_clean(landed) == is_good);
    let shown = shown.and_then(|(error, landed)| Some((error, seal(&landed)?)));
    shown.map_or_else(Vec::new, |(error, seal)| vec![error.to_string(), seal.to_string()])
}

fn is_clean(landed: &Sun) -> bool {
    matches!(landed.phase(), Phase::Seal { landing, .. } if landing.taken == 0)
}

fn seal(landed: &Sun) -> Option<Action> {
    match landed.phase() {
        Phase::Seal { landing, .. } => Some(Action::Seal(landing.seal)),
        _ => None,
    }
}

/// How many of the hundred releases are clean.
fn clean_throws(aimed: &Sun) -> u32 {
    releases(aimed).filter(|(_, landed)| is_clean(landed)).count() as u32
}

/// Whether enough of them are; it is known as soon as too many were not.
fn is_good(aimed: &Sun) -> bool {
    let failed = releases(aimed).filter(|(_, landed)| !is_clean(landed));
    failed.take((THROWS - CLEAN + 1) as usize).count() as u32 <= THROWS - CLEAN
}

/// How many releases of a throw are clean; 0 for one that is not legal.
fn share(state: &Sun, throw: Action) -> u32 {
    after(state, throw).map_or(0, |aimed| clean_throws(&aimed))
}

/// A release without a push.
fn at_rest(angle: f64) -> Action {
    let (sin, cos) = sin_cos(angle);
    let tenths = |part: f64| libm::round(part * RELEASE) as i16;
    Action::Throw { x: tenths(cos), y: tenths(sin), vx: 0, vy: 0 }
}

/// The directions of releases through the seat's area.
fn directions((start, extent): (f64, f64)) -> impl Iterator<Item = f64> {
    let step = f64::from(STEP);
    let first = (start / step).floor() as i64 + 1;
    let last = ((start + extent) / step).ceil() as i64 - 1;
    (first..=last).map(move |number| number as f64 * step)
}

/// How likely a throw from a direction is to topple something, by geometry.
fn estimated_miss(ways: &Obstacles, angle: f64) -> f64 {
    miss(ways.clearance(sin_cos(angle)), FAIR)
}

/// The throw of a state in which only one way through the seat's area is good, and the middle is not.
fn only_way(state: &Sun) -> Option<Finding> {
    let arc = state.throw_arc().filter(|&(_, extent)| extent <= WIDEST_AREA)?;
    let ways = Obstacles::across(state.scene());
    let middle = arc.0 + arc.1 / 2.0;
    let least = directions(arc).map(|angle| estimated_miss(&ways, angle)).fold(1.0, f64::min);
    if least > MAY_BE_GOOD || estimated_miss(&ways, middle) < MAY_BE_GOOD {
        return None;
    }
    let natural = share(state, at_rest(middle));
    if natural > NATURAL {
        return None;
    }
    let clean = |angle: f64| match estimated_miss(&ways, angle) {
        miss if miss > CANNOT_BE_GOOD => 0,
        _ => share(state, at_rest(angle)),
    };
    let shares: Vec<(f64, u32)> = directions(arc).map(|angle| (angle, clean(angle))).collect();
    let first = shares.iter().position(|&(_, share)| share >= NOT_CLEAN)?;
    let last = shares.iter().rposition(|&(_, share)| share >= NOT_CLEAN)?;
    let run = &shares[first..=last];
    let best = run.iter().map(|&(_, share)| share).max()?;
    if best < SURELY_CLEAN || run.iter().any(|&(_, share)| share < NOT_CLEAN) {
        return None;
    }
    // Of the best directions, the one in the middle.
    let best_of: Vec<f64> =
        run.iter().filter(|known| known.1 == best).map(|known| known.0).collect();
    let throw = at_rest(best_of[best_of.len() / 2]);
    Some(finding("throw", &[throw], natural, best))
}

/// Where something is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// In a gap between two neighbours.
    Gap(Area),
    /// On a stone.
    Top(StoneId),
    /// Across two stones.
    Gate(StoneId, StoneId),
}

/// A build, and how likely the best throw after it is to topple something, by geometry.
struct Plan {
    place: Place,
    build: Action,
    miss: f64,
}

/// The turn of a state in which only one place to build leaves a good throw.
fn only_place(state: &Sun, cancel: &Cancel) -> Option<Finding> {
    let mut plans = plans(state);
    plans.sort_by(|a, b| a.miss.total_cmp(&b.miss));
    let best = plans.first().filter(|plan| plan.miss <= MAY_BE_GOOD)?.place;
    // Where geometry already sees another good place, nothing has to be tried.
    if plans.iter().any(|plan| plan.place != best && plan.miss <= MAY_BE_GOOD) {
        return None;
    }
    let (place, natural) = natural_turn(state)?;
    if place == best || natural > NATURAL {
        return None;
    }
    let (turn, share) = best_turn_at(state, &plans, best, cancel)?;
    if share < SURELY_CLEAN {
        return None;
    }
    let mut others: Vec<Place> = Vec::new();
    for plan in plans.iter().filter(|plan| plan.place != best && plan.miss <= CANNOT_BE_GOOD) {
        if !others.contains(&plan.place) {
            others.push(plan.place);
        }
    }
    for other in others {
        let found = best_turn_at(state, &plans, other, cancel);
        if cancel.is_cancelled() || found.is_some_and(|(_, share)| share >= NOT_CLEAN) {
            return None;
        }
    }
    Some(finding("turn", &turn, natural, share))
}

/// All builds that are looked at: everything on top and every gate, and on the ring those stones of the stock that take up the least room.
fn plans(state: &Sun) -> Vec<Plan> {
    let site = state.site();
    let ways = Obstacles::across(state.scene()).straight();
    let mut plans = Vec::new();
    let estimate = |clearance: f64| miss(clearance, FAIR);
    let width = |stone: &StoneId| size(*stone).half()[0];
    let depth = |stone: &StoneId| size(*stone).half()[1];
    let narrowest = stones_of(state.stock()).min_by(|a, b| width(a).total_cmp(&width(b)));
    let thinnest = stones_of(state.stock()).min_by(|a, b| depth(a).total_cmp(&depth(b)));
    // The last is turned edge-on.
    for (stone, turn) in narrowest.into_iter().map(|s| (s, 0)).chain(thinnest.map(|s| (s, 900))) {
        for angle in (0..3600).step_by(usize::from(STEP)) {
            let Some(gap) = site.scene.area_at(f64::from(angle)) else { continue };
            let Ok(placed) = site.check_ring(stone, angle, turn) else { continue };
            let scene = site.scene.with(&[placed], &[]);
            let built = Site { scene: &scene, ..site };
            let clearance = choices::marker_areas(&built, stone, site.own_area())
                .map(|area| ways.widest(scene.arc(area), Some(&placed)))
                .fold(f64::NEG_INFINITY, f64::max);
            let build = Action::Build { stone, angle, turn };
            plans.push(Plan { place: Place::Gap(gap), build, miss: estimate(clearance) });
        }
    }
    for &(stone, on) in &state.builds().tops {
        let clearance = choices::marker_areas(&site, on, site.own_area())
            .map(|area| ways.widest(site.scene.arc(area), None))
            .fold(f64::NEG_INFINITY, f64::max);
        let build = Action::BuildTop { stone, on };
        plans.push(Plan { place: Place::Top(on), build, miss: estimate(clearance) });
    }
    for &(stone, left, right) in &state.builds().gates {
        let build = Action::Gate { stone, left, right };
        // A lintel is taken from somewhere, which changes the ways.
        let Some(made) = after(state, build) else { continue };
        let ways = Obstacles::across(made.scene()).straight();
        let miss = estimate(ways.widest(made.throw_arc(), None));
        plans.push(Plan { place: Place::Gate(left, right), build, miss });
    }
    plans
}

/// The best turn with a build at a place, and how many of its throws are clean: as far as the builds and throws that look best go.
fn best_turn_at(
    state: &Sun,
    plans: &[Plan],
    place: Place,
    cancel: &Cancel,
) -> Option<(Vec<Action>, u32)> {
    let builds = plans.iter().filter(|plan| plan.place == place).map(|plan| plan.build);
    let mut best: Option<(Vec<Action>, u32)> = None;
    for build in builds.take(TRIED) {
        let Some(built) = after(state, build) else { continue };
        let markers = built.marker_ranges().into_iter().map(Range::middle);
        let markers: Vec<Option<Action>> = match built.phase() {
            Phase::Marker { .. } => markers.map(|angle| Some(Action::Marker { angle })).collect(),
            _ => vec![None],
        };
        for marker in markers {
            let moved = marker.map_or_else(|| Some(built.clone()), |m| after(&built, m));
            let Some(moved) = moved else { continue };
            if cancel.is_cancelled() {
                return None;
            }
            let Some((throw, share)) = best_throw(&moved) else { continue };
            if best.as_ref().is_none_or(|(_, most)| share > *most) {
                let turn = [Some(build), marker, Some(throw)];
                best = Some((turn.into_iter().flatten().collect(), share));
            }
        }
    }
    best
}

/// The throw that is clean most often, of those with the widest ways.
fn best_throw(state: &Sun) -> Option<(Action, u32)> {
    let ways = Obstacles::across(state.scene());
    let mut aims: Vec<(f64, f64)> = directions(state.throw_arc()?)
        .map(|angle| (angle, ways.clearance(sin_cos(angle))))
        .filter(|&(_, clearance)| miss(clearance, FAIR) <= CANNOT_BE_GOOD)
        .collect();
    aims.sort_by(|a, b| b.1.total_cmp(&a.1));
    let tried = aims.into_iter().take(TRIED).map(|(angle, _)| at_rest(angle));
    tried.map(|throw| (throw, share(state, throw))).max_by_key(|&(_, share)| share)
}

/// Where people would build first, the first stone of the stock in the middle of the widest gap, and how many throws through the middle of the wider area that it leaves are clean.
fn natural_turn(state: &Sun) -> Option<(Place, u32)> {
    let stone = stones_of(state.stock()).next()?;
    let arcs = state.builds().arcs.iter().filter(|(known, _)| *known == stone);
    let angle = arcs.map(|(_, range)| *range).max_by_key(|range| range.count())?.middle();
    let place = Place::Gap(state.scene().area_at(f64::from(angle))?);
    let built = after(state, Action::Build { stone, angle, turn: 0 })?;
    let angle = built.marker_ranges().into_iter().max_by_key(|range| range.count())?.middle();
    let moved = after(&built, Action::Marker { angle })?;
    let (start, extent) = moved.throw_arc()?;
    Some((place, share(&moved, at_rest(start + extent / 2.0))))
}
