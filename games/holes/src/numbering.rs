//! Numbers for actions, and observations as numbers.
//!
//! | numbers | actions |
//! |---|---|
//! | 0 | `pass` |
//! | 1 … 29 | the piece on that hole moves |
//! | 30 | `recover` |
//!
//! Chance's numbers 0 to 4 are the throws `*1` to `*5`.

use sarsen_core::{
    InformationState, Numbered, Observed, Plane, Rules, Seat, Turn, bits, planes_size,
};

use crate::state::choice_bit;
use crate::track::LANE;
use crate::{Action, Hole, Holes, Stage, Throw};

const THROWS: usize = 5;
const HOLES: usize = LANE as usize;
const ACTIONS: usize = HOLES + 2;

impl Numbered for Holes {
    const ACTIONS: usize = ACTIONS;
    const CHANCE: usize = THROWS;

    #[inline]
    fn action_id(&self, action: Action) -> Option<usize> {
        match action {
            Action::Throw(_) => None,
            _ => Some(choice_bit(action).trailing_zeros() as usize),
        }
    }

    #[inline]
    fn action_of(&self, id: usize) -> Option<Action> {
        match id {
            0 => Some(Action::Pass),
            30 => Some(Action::Recover),
            _ => Hole::new(u8::try_from(id).ok()?).map(Action::Move),
        }
    }

    fn visit_ids(&self, mut visit: impl FnMut(usize)) {
        let mut left = self.choices();
        while left != 0 {
            visit(left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }

    #[inline]
    fn write_mask(&self, mask: &mut [bool]) {
        let mask: &mut [bool; ACTIONS] =
            mask.try_into().expect("a mask has one place for each number");
        bits::write_mask(u64::from(self.choices()), mask);
    }

    fn visit_chance(&self, drawn: &[usize], mut visit: impl FnMut(usize, u32)) {
        if self.turn() == Turn::Chance && drawn.is_empty() {
            Throw::all().enumerate().for_each(|(id, throw)| visit(id, throw.weight()));
        }
    }

    fn chance_of(&self, drawn: &[usize]) -> Option<Action> {
        let &[id] = drawn else { return None };
        Throw::new(u8::try_from(id).ok()? + 1).map(Action::Throw)
    }

    fn chance_steps(&self, action: Action) -> Vec<usize> {
        match action {
            Action::Throw(throw) => vec![usize::from(throw.score()) - 1],
            _ => Vec::new(),
        }
    }
}

const PLANES: &[Plane] = &[
    Plane::new("own_lane", &[HOLES]),
    Plane::new("other_lane", &[HOLES]),
    Plane::new("own_hand_shen_removed", &[3]),
    Plane::new("other_hand_shen_removed", &[3]),
    Plane::new("throw", &[THROWS]),
    Plane::new("first_throw", &[THROWS]),
    Plane::new("stage", &[5]),
    Plane::new("to_act", &[1]),
    Plane::new("options", &[3]),
];

const SIZE: usize = planes_size(PLANES);

/// Pieces off the lane, and the number of pieces of the options, are in fifths. `throw` is the one that a seat has to
/// use, `first_throw` that of seat 1 until seat 2's opening throw; `to_act` is 1 if the seat throws or acts.
impl Observed for Holes {
    const PLANES: &'static [Plane] = PLANES;

    #[inline]
    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let out: &mut [f32; SIZE] = out.try_into().expect("an observation has a fixed size");
        let sides = [self.side(seat), self.side(seat.other())];
        for (half, side) in sides.iter().enumerate() {
            bits::write_plane(u64::from(side.lane >> 1), &mut out[half * HOLES..][..HOLES]);
            let counts = [side.hand, side.shen, side.removed];
            for (place, count) in out[2 * HOLES + 3 * half..].iter_mut().zip(counts) {
                *place = f32::from(count) * 0.2;
            }
        }
        let rest = &mut out[2 * HOLES + 6..];
        rest.fill(0.0);
        if let Some(throw) = self.pending() {
            rest[usize::from(throw.score()) - 1] = 1.0;
        }
        if let (Stage::SecondThrow, Some(throw)) = (self.stage(), self.throw_of(Seat::ONE)) {
            rest[THROWS + usize::from(throw.score()) - 1] = 1.0;
        }
        rest[2 * THROWS + self.stage() as usize] = 1.0;
        let to_act = self.stage() != Stage::Over && self.seat() == seat;
        let rules = self.ruleset();
        let flags = [to_act, rules.recover_one, rules.warp_passes_nefer];
        let last = &mut rest[2 * THROWS + 5..];
        last[0] = f32::from(u8::from(flags[0]));
        last[1] = f32::from(rules.pieces) * 0.2;
        last[2] = f32::from(u8::from(flags[1]));
        last[3] = f32::from(u8::from(flags[2]));
    }
}

/// Nothing is hidden: an observation is enough.
impl InformationState for Holes {}
