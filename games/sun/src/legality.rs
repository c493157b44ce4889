//! Whether an action is legal: one check per phase of a turn, with a reason for each refusal.

use sarsen_core::{Illegal, Phrase, Seat};

use crate::action::Action;
use crate::ball::Release;
use crate::crossing::{Astray, crossing};
use crate::geometry::TURN;
use crate::pieces::StoneId;
use crate::refusal;
use crate::scene::Placed;
use crate::state::Sun;

/// S14: the smallest distance of a release from the centre, in tenths of a millimetre: the base's radius and the width
/// of an open palm.
pub(crate) const NEAREST_RELEASE: i64 = 1500 + 1700;

impl Sun {
    /// The stones changed by a build, as they come to rest.
    pub(crate) fn settled_build(&self, action: Action) -> Result<Vec<Placed>, Illegal> {
        let remembered = self.memo.settled.lock().ok().and_then(|memo| memo.clone());
        if let Some((_, settled)) = remembered.filter(|(checked, _)| *checked == action) {
            return Ok(settled);
        }
        let settled = self.check_build(action)?;
        if let Ok(mut memo) = self.memo.settled.lock() {
            *memo = Some((action, settled.clone()));
        }
        Ok(settled)
    }

    fn check_build(&self, action: Action) -> Result<Vec<Placed>, Illegal> {
        self.check_numbers(action)?;
        let site = self.site();
        match action {
            Action::Build { stone, angle, turn } => {
                site.check_ring(stone, angle, turn).map(|placed| vec![placed])
            }
            Action::BuildTop { stone, on } => site.check_top(stone, on),
            Action::Gate { stone, left, right } => site.check_gate(stone, left, right),
            _ => Err(refusal::wrong_part(Phrase::new(
                "build a stone or a gate",
                "dresser une pierre ou faire une porte",
                "石を立てるかゲートを作る",
            ))),
        }
    }

    /// S20: the game uses only the first stones.
    fn check_numbers(&self, action: Action) -> Result<(), Illegal> {
        let numbers = match action {
            Action::Build { stone, .. } => [stone; 3],
            Action::BuildTop { stone, on } => [stone, on, on],
            Action::Gate { stone, left, right } => [stone, left, right],
            _ => return Ok(()),
        };
        match numbers.into_iter().find(|&stone| stone > self.config.stones) {
            Some(stone) => Err(refusal::not_in_this_game(stone, self.config.stones)),
            None => Ok(()),
        }
    }

    /// S8, S9.
    pub(crate) fn check_marker(&self, corner: StoneId, angle: u16) -> Result<(), Illegal> {
        let site = self.site();
        let area =
            self.scene.area_at(f64::from(angle)).ok_or_else(|| refusal::not_beside(corner))?;
        if area.from != corner && area.to != corner {
            return Err(refusal::not_beside(corner));
        }
        if Some(area) == self.old_area {
            return Err(refusal::same_area());
        }
        let in_area = |seat: &Seat| {
            let marker = f64::from(self.markers[seat.index()]);
            *seat != self.seat && self.scene.area_at(marker) == Some(area)
        };
        if let Some(other) = Seat::all(self.markers().len()).find(in_area) {
            return Err(refusal::taken_area(other));
        }
        if !site.may_take(area) {
            return Err(refusal::not_open());
        }
        let within = self
            .scene
            .marker_range(area)
            .is_some_and(|(first, count)| (angle + TURN as u16 - first) % (TURN as u16) < count);
        if within { Ok(()) } else { Err(refusal::between_no_stones()) }
    }

    /// S12–S14.
    pub(crate) fn check_throw(&self, release: Release) -> Result<(), Illegal> {
        let (x, y) = (i64::from(release.x), i64::from(release.y));
        if x * x + y * y < NEAREST_RELEASE * NEAREST_RELEASE {
            return Err(refusal::too_close());
        }
        let crossing = crossing(release).map_err(|astray| match astray {
            Astray::AroundTheBase => refusal::around_the_base(),
            Astray::BesideTheCentre(distance) => refusal::beside_the_centre(distance),
            Astray::Overhead => refusal::overhead(),
        })?;
        match self.throw_arc() {
            Some(arc) if !crossing.leads_through(arc) => Err(refusal::not_through_area()),
            _ => Ok(()),
        }
    }

    /// S19.
    pub(crate) fn check_tremor(&self, action: Action) -> Result<(), Illegal> {
        let Action::Tremor { dx, dy, dvx, dvy } = action else {
            return Err(Illegal::chance_is_next("S19"));
        };
        let Some(hand) = self.config.tremor else {
            let none = [dx, dy, dvx, dvy] == [0; 4];
            return if none { Ok(()) } else { Err(refusal::steady_hand()) };
        };
        let (place, push) = hand.limits();
        let within = |error: i16, limit: i32| i32::from(error).abs() <= limit;
        let all = within(dx, place) && within(dy, place) && within(dvx, push) && within(dvy, push);
        if all { Ok(()) } else { Err(refusal::wild_hand(place, push)) }
    }
}
