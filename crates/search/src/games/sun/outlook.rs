//! The geometric estimate of a build or a marker: how safe the seat's own throw becomes, and how difficult the next
//! seat's.

use sarsen_core::chance::{self as dice, Generator};
use sarsen_core::{Chance, Rules, Seat, Turn};
use sarsen_sun::building::Site;
use sarsen_sun::landing::stones_of;
use sarsen_sun::scene::Scene;
use sarsen_sun::{Action, Phase, Sun, choices};

use super::obstacles::{Aim, ClearWidths, Obstacles, Toll};
use super::strength::Strength;
use super::worth;

/// The number of positions on the ring examined for the next seat: about as many as people consider.
const PLACES: usize = 12;

/// The acting seat's turn, apart from the error of its hand.
pub(super) struct Outlook {
    /// What its throw is expected to cost.
    toll: Toll,
    after: Sun,
    /// The next seat's paths, if the game goes on.
    ways: Option<ClearWidths>,
}

impl Outlook {
    /// The outlook after an action; `None` if it is not legal or leads nowhere. The seat chooses the widest path.
    pub(super) fn after(state: &Sun, action: Action, strength: &Strength) -> Option<Outlook> {
        let mut after = state.clone();
        after.play(action).ok()?;
        let ways = Obstacles::across(after.scene());
        if matches!(after.phase(), Phase::Marker { .. }) {
            let angle = best_marker(&after, &ways, strength)?;
            after.play(Action::Marker { angle }).ok()?;
        }
        let aim = ways.best_aim(after.throw_arc(), strength.pushes())?;
        let toll = Toll::of(aim.clearance, strength.hands(state).0, state.config().touch);
        pass(&mut after, aim)?;
        let goes_on = matches!(after.turn(), Turn::Seat(_));
        let ways = goes_on.then(|| Obstacles::across(after.scene()).straight());
        Some(Outlook { toll, after, ways })
    }

    /// The seat's winning chance, given its hand and the next seat's.
    pub(super) fn value(
        &self,
        before: &Sun,
        seat: Seat,
        strength: &Strength,
        rng: &mut Generator,
    ) -> f64 {
        let (_, other) = strength.hands(before);
        let counts = before.config().touch;
        let next = self.ways.as_ref().map(|ways| {
            let toll = Toll::of(best_way(&self.after, ways, rng), other, counts);
            (self.after.active(), toll.stones)
        });
        chance(before, seat, self.toll, next)
    }
}

/// The winning chance of a seat, given the toll of its throw, and the stones that the next seat's throw is expected to
/// cost, which is `None` if the game is over by then.
pub(super) fn chance(before: &Sun, seat: Seat, toll: Toll, next: Option<(Seat, f64)>) -> f64 {
    if let Some((next, trouble)) = next {
        return worth(before, seat, |other| match other {
            _ if other == seat => toll.stones,
            _ if other == next => trouble,
            _ => 0.0,
        });
    }
    let share = |lead: i32| f64::from((lead + 1).clamp(0, 2)) / 2.0;
    mean_over_rivals(before, seat, |lead| {
        share(lead) * (1.0 - toll.risk) + share(lead - 1) * toll.risk
    })
}

/// The mean of a value over the other seats, given by how many stones the seat is ahead of each: a payoff counts the
/// seats that are behind.
pub(super) fn mean_over_rivals(state: &Sun, seat: Seat, value: impl Fn(i32) -> f64) -> f64 {
    let Some(score) = state.score() else { return 0.5 };
    let rivals = Seat::all(score.seats()).filter(|&other| other != seat);
    let sum: f64 = rivals.map(|other| value(score[other] - score[seat])).sum();
    sum / (score.seats() as f64 - 1.0)
}

/// The marker position with the widest path for the ball.
fn best_marker(state: &Sun, ways: &Obstacles, strength: &Strength) -> Option<u16> {
    let each = state.marker_ranges().into_iter().filter_map(|range| {
        let angle = range.middle();
        let arc = arc_at(state.scene(), angle);
        ways.best_aim(arc, strength.pushes()).map(|aim| (angle, aim.clearance))
    });
    each.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(angle, _)| angle)
}

fn arc_at(scene: &Scene, marker: u16) -> Option<(f64, f64)> {
    scene.arc(scene.area_at(f64::from(marker))?)
}

/// Throws without tremor, and lets everything come to rest.
fn pass(state: &mut Sun, aim: Aim) -> Option<()> {
    state.play(aim.throw).ok()?;
    state.play(Action::Tremor { dx: 0, dy: 0, dvx: 0, dvy: 0 }).ok()?;
    // Only the seal is left, and it has a single outcome.
    let seal = state.draw(&mut dice::generator(0))?;
    state.play(seal).ok()
}

/// The widest path through the centre available to the seat that builds: beside a stone that it builds on, or beside
/// one that it adds to the ring.
fn best_way(state: &Sun, ways: &ClearWidths, rng: &mut Generator) -> f64 {
    let site = state.site();
    if site.first {
        return ways.widest(None, None);
    }
    let own = site.own_area();
    let on_top = site
        .scene
        .areas()
        .filter(|&area| Some(area) != own && site.may_take(area))
        .filter(|area| site.may_carry_lintel(area.from) || site.may_carry_lintel(area.to))
        .map(|area| ways.widest(site.scene.arc(area), None));
    let best = on_top.fold(f64::NEG_INFINITY, f64::max);
    (0..PLACES).map(|_| way_on_ring(&site, ways, rng)).fold(best, f64::max)
}

/// The widest path after adding a stone to the ring.
fn way_on_ring(site: &Site<'_>, ways: &ClearWidths, rng: &mut Generator) -> f64 {
    let count = u64::from(site.stock.count_ones());
    let stone = stones_of(site.stock).nth(dice::below(rng, count.max(1)) as usize);
    let angle = dice::below(rng, 3600) as u16;
    let Some(placed) = stone.and_then(|stone| site.check_ring(stone, angle, 0).ok()) else {
        return f64::NEG_INFINITY;
    };
    let scene = site.scene.with(&[placed], &[]);
    let built = Site { scene: &scene, ..*site };
    choices::marker_areas(&built, placed.stone, site.own_area())
        .map(|area| ways.widest(scene.arc(area), Some(&placed)))
        .fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use sarsen_core::{Options, Propose, StateString};
    use sarsen_sun::SPEC;

    use super::*;
    use crate::games::sun::strength::STRENGTHS;

    /// A game of random play after this many turns, in which a seat is to build.
    fn played(turns: u32, seed: u64) -> Sun {
        let mut state = Sun::start(&Options::defaults(&SPEC));
        let mut rng = dice::generator(seed);
        while state.turns() < turns {
            let action = match state.turn() {
                Turn::Seat(_) => state.propose(1, &mut rng)[0],
                Turn::Chance => state.draw(&mut rng).unwrap(),
                Turn::Over(_) => panic!("the game is longer"),
            };
            state.play(action).unwrap();
        }
        state
    }

    /// The same course with `touch=counts`.
    fn with_touches(state: &Sun) -> Sun {
        let mut options = Options::defaults(&SPEC);
        options.set("touch", "counts").unwrap();
        Sun::from_state_string(&options, &state.state_string()).unwrap()
    }

    #[test]
    fn leaving_the_next_seat_a_narrower_path_is_worth_more() {
        let [.., top] = &STRENGTHS;
        let state = played(14, 6);
        let seat = state.active();
        let mut rng = dice::generator(1);
        let outlooks: Vec<Outlook> = state
            .propose(40, &mut rng)
            .into_iter()
            .filter_map(|action| Outlook::after(&state, action, top))
            .collect();
        let seen: Vec<(f64, f64)> = outlooks
            .iter()
            .filter_map(|outlook| {
                let ways = outlook.ways.as_ref()?;
                // The same seed, so that both examine the same positions.
                let way = best_way(&outlook.after, ways, &mut dice::generator(7));
                let value = outlook.value(&state, seat, top, &mut dice::generator(7));
                (outlook.toll.risk < 1e-6).then_some((way, value))
            })
            .collect();
        let narrowest = seen.iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let widest = seen.iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert!(seen.len() > 5 && widest.0 > narrowest.0 + 2.0, "{seen:?}");
        assert!(narrowest.1 > widest.1, "{narrowest:?} {widest:?}");
    }

    fn toll(risk: f64) -> Toll {
        Toll { risk, stones: risk }
    }

    #[test]
    fn the_last_throw_is_worth_what_the_lead_is() {
        let state = Sun::start(&Options::defaults(&SPEC));
        let next = |stones: f64| Some((Seat::TWO, stones));
        assert_eq!(chance(&state, Seat::ONE, toll(0.0), None), 0.5);
        assert_eq!(chance(&state, Seat::ONE, toll(1.0), None), 0.0);
        assert!(chance(&state, Seat::ONE, toll(0.2), next(0.0)) < 0.5);
        assert!(chance(&state, Seat::ONE, toll(0.0), next(0.2)) > 0.5);
    }

    #[test]
    fn with_more_seats_each_rival_counts_by_itself() {
        let mut options = Options::defaults(&SPEC);
        options.set("seats", "4").unwrap();
        let state = Sun::start(&options);
        // A stone more than three equal rivals is the last place of four, not half of one.
        assert_eq!(chance(&state, Seat::ONE, toll(1.0), None), 0.0);
        let next = Seat::TWO;
        let own = 0.5 - chance(&state, Seat::ONE, toll(0.5), Some((next, 0.0)));
        let others = chance(&state, Seat::ONE, toll(0.0), Some((next, 0.5))) - 0.5;
        // One of three rivals falls behind, but one's own loss counts against all of them.
        assert!((own - 3.0 * others).abs() < 1e-12 && others > 0.0, "{own} {others}");
    }

    #[test]
    fn where_touches_count_a_narrow_way_costs_more() {
        let [.., top] = &STRENGTHS;
        let (mut narrower, mut seen) = (0, 0);
        for seed in [2, 4, 6] {
            let state = played(14, seed);
            let counted = with_touches(&state);
            let mut rng = dice::generator(1);
            for action in state.propose(30, &mut rng) {
                let value = |state: &Sun| {
                    let outlook = Outlook::after(state, action, top)?;
                    Some(outlook.value(state, state.active(), top, &mut dice::generator(7)))
                };
                if let (Some(plain), Some(counted)) = (value(&state), value(&counted)) {
                    seen += 1;
                    narrower += u32::from((plain - counted).abs() > 1e-9);
                }
            }
        }
        assert!(seen > 20 && narrower > 5, "{narrower} of {seen}");
    }

    #[test]
    fn a_build_that_is_not_legal_leads_nowhere() {
        let [.., top] = &STRENGTHS;
        let state = played(4, 2);
        let placed = state.scene().placed()[0].stone;
        let twice = Action::Build { stone: placed, angle: 0, turn: 0 };
        assert!(Outlook::after(&state, twice, top).is_none());
    }
}
