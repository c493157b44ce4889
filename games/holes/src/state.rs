//! The state of a game and its rules.
//!
//! A few machine words: two [`Side`]s, the stage, and a mask of what the seat to act can do, computed once per throw.
//! Counting, picking and checking actions are then bit operations.

use std::ops::ControlFlow;

use rand_core::Rng;
use sarsen_core::{
    Chance, GameSpec, Hashed, Illegal, ListActions, Options, Outcome, PerSeat, Rules, Seat, Turn,
};

use crate::events::{Happening, Log, Loss, Silent};
use crate::side::{Landing, PASS, RECOVER, Side, Strike};
use crate::{Action, Hole, Ruleset, SPEC, Throw, refusal};

/// A game of 58 Holes after some actions.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat};
/// use sarsen_holes::Holes;
///
/// let mut game = Holes::start(&Options::defaults(Holes::SPEC));
/// for token in ["*3", "*2", "1"] {
///     game.play(token.parse()?)?;
/// }
/// // Seat 2 threw less, began, and moved its piece from hole 1 to 3.
/// assert_eq!(game.side(Seat::TWO).lane, 1 << 3);
/// assert_eq!(game.seat(), Seat::ONE);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holes {
    sides: [Side; 2],
    /// What the seat to act can do; 0 if none is to act.
    choices: u32,
    stage: Stage,
    /// The seat that throws or acts, or that has won.
    seat: Seat,
    rules: Ruleset,
    /// The last throw of each seat. Play depends on the first in the opening, and on the acting seat's; the others are
    /// only displayed.
    throws: [Option<Throw>; 2],
    last: Option<Last>,
}

/// What happens next.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_holes::{Holes, Stage};
///
/// let mut game = Holes::start(&Options::defaults(Holes::SPEC));
/// assert_eq!(game.stage(), Stage::FirstThrow);
/// game.play("*3".parse()?)?;
/// game.play("*2".parse()?)?;
/// assert_eq!(game.stage(), Stage::Act);
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Seat 1's opening throw (H2).
    FirstThrow,
    /// Seat 2's opening throw (H2).
    SecondThrow,
    /// A seat's throw (H3).
    Throw,
    /// A seat's use of its throw.
    Act,
    /// Nothing: the game is over.
    Over,
}

/// The action that led here, for drawing.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat};
/// use sarsen_holes::{Hole, Holes};
///
/// let mut game = Holes::start(&Options::defaults(Holes::SPEC));
/// for token in ["*3", "*2", "1"] {
///     game.play(token.parse()?)?;
/// }
/// let last = game.last().unwrap();
/// assert_eq!((last.seat, last.rest), (Seat::TWO, Hole::new(3)));
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Last {
    /// Who threw or acted.
    pub seat: Seat,
    /// What was done.
    pub action: Action,
    /// The current hole of the moved piece, unless it is in the Shen hole.
    pub rest: Option<Hole>,
}

impl Holes {
    /// The pieces of a seat.
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    /// What happens next.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The seat that throws or acts; at the end, the winner.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the options say.
    pub fn ruleset(&self) -> Ruleset {
        self.rules
    }

    /// The last throw of a seat.
    pub fn throw_of(&self, seat: Seat) -> Option<Throw> {
        self.throws[seat.index()]
    }

    /// The number of pieces of each seat that are not removed.
    pub fn left(&self) -> PerSeat<i32> {
        PerSeat::new(&self.sides.map(|side| i32::from(self.rules.pieces - side.removed)))
    }

    /// The throw that the seat to act has to use.
    pub fn pending(&self) -> Option<Throw> {
        if self.stage == Stage::Act { self.throw_of(self.seat) } else { None }
    }

    /// The action that led here.
    pub fn last(&self) -> Option<Last> {
        self.last
    }

    /// A position in which a seat is about to throw, for studies and tests. `None` unless both sides have the ruleset's
    /// number of pieces, on existing holes, and no entry is due.
    pub fn set_up(rules: Ruleset, sides: [Side; 2], seat: Seat) -> Option<Holes> {
        let lane = (1 << crate::track::SHEN) - 2;
        let fits = |side: &Side| {
            let counts = [side.hand, side.shen, side.removed];
            let few = counts.iter().all(|&count| count <= rules.pieces);
            few && side.lane & !lane == 0 && side.pieces() == rules.pieces && side.is_settled()
        };
        if seat.index() > 1 || !sides.iter().all(fits) {
            return None;
        }
        Some(Holes { sides, seat, stage: Stage::Throw, ..Holes::new(rules) })
    }

    /// A state with these parts, as written by `state_string`. `None` if they are inconsistent, or play could not
    /// continue.
    pub(crate) fn restored(
        rules: Ruleset,
        sides: [Side; 2],
        stage: Stage,
        seat: Seat,
        throws: [Option<Throw>; 2],
        last: Option<Last>,
    ) -> Option<Holes> {
        let lost = |side: &Side| side.lane == 0 && side.hand == 0 && side.shen == 0;
        let fits = sides.iter().all(|side| side.pieces() == rules.pieces)
            && match stage {
                Stage::FirstThrow => seat == Seat::ONE,
                Stage::SecondThrow => seat == Seat::TWO && throws[0].is_some(),
                Stage::Throw | Stage::Act | Stage::Over => true,
            };
        let settled = sides.iter().all(|side| side.is_settled() && !lost(side));
        if !fits || (stage != Stage::Over && !settled) {
            return None;
        }
        let mut state = Holes { sides, seat, stage, throws, last, ..Holes::new(rules) };
        if stage == Stage::Act {
            state.await_act(throws[seat.index()]?);
        }
        Some(state)
    }

    /// The start under a ruleset.
    pub fn new(rules: Ruleset) -> Holes {
        Holes {
            sides: [Side::start(rules.pieces); 2],
            choices: 0,
            stage: Stage::FirstThrow,
            seat: Seat::ONE,
            rules,
            throws: [None; 2],
            last: None,
        }
    }

    /// What the seat to act can do, as a mask of holes with two extra bits.
    pub(crate) fn choices(&self) -> u32 {
        self.choices
    }

    /// Plays a legal action and reports its consequences to `log`.
    #[inline]
    pub(crate) fn step(&mut self, action: Action, log: &mut impl Log) {
        self.last = Some(Last { seat: self.seat, action, rest: None });
        match action {
            Action::Throw(throw) => self.throw(throw, log),
            Action::Move(hole) => self.advance(hole, log),
            Action::Recover => {
                self.sides[self.seat.index() & 1].recover(self.rules, self.seat, log);
                self.await_throw(self.seat.other());
            }
            Action::Pass => {
                log.note(self.seat, || Happening::Passed);
                self.await_throw(self.seat.other());
            }
        }
    }

    #[inline]
    fn throw(&mut self, throw: Throw, log: &mut impl Log) {
        let seat = self.seat;
        log.note(seat, || Happening::Thrown { score: throw, sticks: throw.sticks() });
        self.throws[seat.index() & 1] = Some(throw);
        match self.stage {
            Stage::FirstThrow => {
                self.stage = Stage::SecondThrow;
                self.seat = Seat::TWO;
            }
            Stage::SecondThrow => self.compare_throws(log),
            _ => self.await_act(throw),
        }
    }

    /// H2: the lower throw begins and is used at once; equal throws are repeated.
    fn compare_throws(&mut self, log: &mut impl Log) {
        let [Some(first), Some(second)] = self.throws else { return };
        if first == second {
            log.note(Seat::TWO, || Happening::ThrowsEqual);
            self.stage = Stage::FirstThrow;
            self.seat = Seat::ONE;
            return;
        }
        self.seat = if first < second { Seat::ONE } else { Seat::TWO };
        let score = first.min(second);
        log.note(self.seat, || Happening::Begins { score });
        self.await_act(score);
    }

    #[inline]
    fn await_act(&mut self, throw: Throw) {
        self.choices = self.sides[self.seat.index() & 1].choices(throw);
        self.stage = Stage::Act;
    }

    #[inline]
    fn await_throw(&mut self, seat: Seat) {
        self.seat = seat;
        self.choices = 0;
        self.stage = Stage::Throw;
    }

    #[inline]
    fn advance(&mut self, from: Hole, log: &mut impl Log) {
        let seat = self.seat;
        let Some(throw) = self.throws[seat.index() & 1] else { return };
        let side = &mut self.sides[seat.index() & 1];
        let others = side.lane ^ from.bit();
        let landing = side.advance(from, throw, self.rules, seat, log);
        if landing == Landing::Shen {
            return self.arrive(log);
        }
        // Of the new pieces on the lane the moved one is the highest: an entered one is on hole 1, and no move ends
        // there.
        let rest = 31 - (side.lane & !others).leading_zeros();
        self.last = Some(Last { seat, action: Action::Move(from), rest: Hole::new(rest as u8) });
        // H6: a piece on a nefer hole earns another throw.
        let again = landing == Landing::Nefer;
        if again {
            log.note(seat, || Happening::ExtraThrow);
        }
        self.await_throw(if again { seat } else { seat.other() });
    }

    /// H9, H10, H13: the other side loses its rearmost piece or the game; then a piece enters.
    fn arrive(&mut self, log: &mut impl Log) {
        let seat = self.seat;
        let by = match self.sides[seat.other().index() & 1].strike(seat.other(), log) {
            Strike::Survived => {
                let side = &mut self.sides[seat.index() & 1];
                side.enter(true, seat, log);
                side.note_stranding(seat, log);
                return self.await_throw(seat.other());
            }
            Strike::Removed => Loss::Removal,
            Strike::Stranded => Loss::Stranding,
        };
        log.note(seat, || Happening::Won { by });
        self.choices = 0;
        self.stage = Stage::Over;
    }

    fn packed(&self) -> [u64; 2] {
        let pack = |side: &Side| {
            u64::from(side.lane)
                | u64::from(side.hand) << 32
                | u64::from(side.shen) << 36
                | u64::from(side.removed) << 40
        };
        let used = match self.stage {
            Stage::SecondThrow => self.throw_of(Seat::ONE),
            _ => self.pending(),
        };
        let throw = used.map_or(0, Throw::score);
        let flags =
            u64::from(self.rules.recover_one) | u64::from(self.rules.warp_passes_nefer) << 1;
        let phase = self.stage as u64 | (self.seat.index() as u64) << 3 | u64::from(throw) << 4;
        [pack(&self.sides[0]) | flags << 44, pack(&self.sides[1]) | phase << 44]
    }
}

impl Rules for Holes {
    type Action = Action;
    const SPEC: &'static GameSpec = SPEC;

    fn start(options: &Options) -> Holes {
        Holes::new(Ruleset::new(options))
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.stage {
            Stage::FirstThrow | Stage::SecondThrow | Stage::Throw => Turn::Chance,
            Stage::Act => Turn::Seat(self.seat),
            Stage::Over => Turn::Over(Outcome::win(self.seat)),
        }
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        Some(self.left())
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        let legal = match (self.stage, action) {
            (Stage::Over, _) => false,
            (Stage::Act, action) => self.choices & choice_bit(action) != 0,
            (_, action) => matches!(action, Action::Throw(_)),
        };
        if legal { Ok(()) } else { Err(refusal::explain(self, action)) }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        self.step(action, &mut Silent);
    }
}

/// The bit of a choice mask for an action; 0 for a throw.
#[inline]
pub(crate) fn choice_bit(action: Action) -> u32 {
    match action {
        Action::Throw(_) => 0,
        Action::Move(hole) => hole.bit(),
        Action::Recover => RECOVER,
        Action::Pass => PASS,
    }
}

/// The action of the lowest bit of a choice mask.
#[inline]
pub(crate) fn lowest_choice(mask: u32) -> Option<Action> {
    match mask.trailing_zeros() {
        0 => Some(Action::Pass),
        30 => Some(Action::Recover),
        place => Hole::new(place as u8).map(Action::Move),
    }
}

impl ListActions for Holes {
    fn visit_actions<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut left = self.choices;
        while let Some(action) = lowest_choice(left) {
            visit(action)?;
            left &= left - 1;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn action_count(&self) -> usize {
        self.choices.count_ones() as usize
    }

    #[inline]
    fn nth_action(&self, n: usize) -> Option<Action> {
        let mut left = self.choices;
        // Five pieces give at most five choices: a fixed number of steps avoids unpredictable branches.
        for step in 0..5 {
            let next = left & left.wrapping_sub(1);
            left = if step < n { next } else { left };
        }
        lowest_choice(left)
    }
}

impl Chance for Holes {
    fn visit_outcomes(&self, mut visit: impl FnMut(Action, u32)) -> bool {
        if self.turn() == Turn::Chance {
            Throw::all().for_each(|throw| visit(Action::Throw(throw), throw.weight()));
        }
        true
    }

    #[inline]
    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Action> {
        match self.stage {
            Stage::Act | Stage::Over => None,
            _ => Some(Action::Throw(Throw::draw(rng))),
        }
    }
}

/// The whole state fits into two words, so hashing them is cheaper than keeping a hash up to date.
impl Hashed for Holes {
    fn hash(&self) -> u64 {
        let [one, two] = self.packed();
        mix(mix(one) ^ two)
    }

    fn fresh_hash(&self) -> u64 {
        self.hash()
    }
}

/// The finaliser of SplitMix64, a permutation of the 64-bit words.
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
