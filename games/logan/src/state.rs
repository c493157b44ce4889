//! The state of a game and how actions change it.

use sarsen_core::{GameSpec, Illegal, Options, Outcome, PerSeat, Rules, Seat, Turn};
use serde::Serialize;

use crate::action::{Action, Deal, MIDDLE};
use crate::cell::Cell;
use crate::hand::Hand;
use crate::history::{Arrangement, History, Step};
use crate::island::{Island, bits};
use crate::refusal;
use crate::spec::{Backs, Config, SPEC};
use crate::stone::{Face, HAND, STONES, Stone};

/// A game of Logan Stones.
///
/// ```
/// use sarsen_core::{Options, Rules, Seat, Turn, chance};
/// use sarsen_logan::Logan;
///
/// let mut game = Logan::start(&Options::defaults(Logan::SPEC));
/// assert_eq!(game.turn(), Turn::Chance, "the stones are dealt first");
/// game.play("deal=SP,PS|RS,RP,RP,RP,PS,PS,SR,SR|RP,RP,RP,PS,PS,SR,SR,SR".parse()?)?;
/// assert_eq!(game.turn(), Turn::Seat(Seat::ONE));
/// chance::playout(&mut game, &mut chance::generator(1));
/// assert!(game.end().is_some());
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Logan {
    pub(crate) config: Config,
    pub(crate) island: Island,
    pub(crate) hands: [Hand; 2],
    pub(crate) stage: Stage,
    pub(crate) to_act: Seat,
    /// The number of turns played in the second phase.
    pub(crate) turns: u32,
    /// L14: for each seat, the set of stones on the island of which it has seen both faces.
    pub(crate) seen: Seen,
    pub(crate) history: History,
    pub(crate) last: Option<Last>,
    /// The cell of the second of the two stones in the middle: 1,0 unless the board has been transformed.
    pub(crate) second: Cell,
    /// Whether faces are hidden here: then this is a viewer's picture of a game, not a game.
    pub(crate) masked: bool,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// L1: the deal.
    Dealing,
    /// L4, L8: a turn begins.
    Turn,
    /// L9: a lifted stone has to be put down.
    Lifted {
        /// Its number; the island remembers the cell it came from.
        id: u8,
    },
    /// The game has ended.
    Over(End),
}

/// How a game ends.
///
/// ```
/// use sarsen_core::{Options, Rules, chance};
/// use sarsen_logan::{End, Logan};
///
/// let mut game = Logan::start(&Options::defaults(Logan::SPEC));
/// chance::playout(&mut game, &mut chance::generator(1));
/// let winner = match game.end().unwrap() {
///     End::Row(seat) => Some(seat),
///     End::Repetition | End::Limit => None,
/// };
/// assert_eq!(winner, game.turn().outcome().unwrap().winner());
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// L12: a row of four wins for the seat that moved.
    Row(#[cfg_attr(test, ts(as = "u8"))] Seat),
    /// L13: a position occurred for the third time.
    Repetition,
    /// L13: the second phase lasted too long.
    Limit,
}

/// The stones of which both faces are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    pub(crate) seats: [u32; 2],
    /// What everybody has seen, including spectators.
    pub(crate) public: u32,
}

/// The last action, without faces: those are looked up if they may be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Last {
    pub(crate) seat: Seat,
    pub(crate) id: u8,
    pub(crate) what: Deed,
    /// L7: the set of stones that were flipped, except the turned stone itself.
    pub(crate) flipped: u32,
}

/// What a seat did with a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    Add { shown: Face, turned: bool },
    Lift,
    Put { turned: bool, from: Cell },
    Flip,
}

impl Rules for Logan {
    type Action = Action;

    const SPEC: &'static GameSpec = &SPEC;

    fn start(options: &Options) -> Logan {
        Logan {
            config: Config::new(options),
            island: Island::new(),
            hands: [Hand::empty(); 2],
            stage: Stage::Dealing,
            to_act: Seat::ONE,
            turns: 0,
            seen: Seen { seats: [0; 2], public: 0 },
            history: History::new(),
            last: None,
            second: Cell::new(1, 0),
            masked: false,
        }
    }

    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Dealing => Turn::Chance,
            Stage::Turn | Stage::Lifted { .. } => Turn::Seat(self.to_act),
            Stage::Over(End::Row(winner)) => Turn::Over(Outcome::win(winner)),
            Stage::Over(End::Repetition | End::Limit) => Turn::Over(Outcome::draw()),
        }
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        None
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        match (self.stage, action) {
            (Stage::Over(End::Row(_)), _) => Err(Illegal::game_is_over("L12")),
            (Stage::Over(_), _) => Err(Illegal::game_is_over("L13")),
            (Stage::Dealing, Action::Deal(deal)) => self.check_deal(deal),
            (Stage::Dealing, _) => Err(Illegal::chance_is_next("L1")),
            (_, Action::Deal(_)) => Err(Illegal::no_chance_now("L1")),
            (Stage::Lifted { id }, Action::Put { cell, turned }) => {
                self.check_put(usize::from(id), cell, turned)
            }
            (Stage::Lifted { .. }, _) => Err(refusal::put_down_first()),
            (Stage::Turn, Action::Put { .. }) => Err(refusal::nothing_lifted()),
            (Stage::Turn, Action::Add { stone, turned, cell }) => {
                self.check_add(stone, turned, cell)
            }
            (Stage::Turn, _) if !self.is_second_phase() => Err(refusal::stones_in_hand()),
            (Stage::Turn, Action::Lift(cell)) => self.check_lift(cell),
            (Stage::Turn, Action::Flip(cell)) => {
                self.island.at(cell).map(drop).ok_or_else(|| refusal::nothing_to_flip(cell))
            }
        }
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Deal(deal) => self.deal(deal),
            Action::Add { stone, turned, cell } => self.add(stone, turned, cell),
            Action::Lift(cell) => self.lift(cell),
            Action::Put { cell, turned } => self.put(cell, turned),
            Action::Flip(cell) => self.flip(cell),
        }
    }
}

impl Logan {
    /// L8: whether the seat to act has no stones left.
    pub(crate) fn is_second_phase(&self) -> bool {
        self.hand().len() == 0
    }

    /// The hand of the seat to act.
    pub(crate) fn hand(&self) -> &Hand {
        &self.hands[self.to_act.index()]
    }

    /// The lifted stone.
    pub(crate) fn lifted(&self) -> Option<usize> {
        match self.stage {
            Stage::Lifted { id } => Some(usize::from(id)),
            _ => None,
        }
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<End> {
        match self.stage {
            Stage::Over(end) => Some(end),
            _ => None,
        }
    }

    /// All stones of the second phase; a lifted one where it came from.
    pub(crate) fn position(&self) -> Arrangement {
        Arrangement {
            cells: std::array::from_fn(|id| self.island.cell(id)),
            stones: std::array::from_fn(|id| self.island.stone(id)),
        }
    }

    fn check_deal(&self, deal: Deal) -> Result<(), Illegal> {
        if self.is_the_bag(&deal.stones()) {
            Ok(())
        } else {
            Err(refusal::not_the_bag(self.config.bag))
        }
    }

    /// Whether the stones, regardless of which face is up, are those of the bag.
    pub(crate) fn is_the_bag(&self, stones: &[Stone; STONES]) -> bool {
        let sorted = |mut stones: [Stone; STONES]| {
            for stone in &mut stones {
                *stone = (*stone).min(stone.turned());
            }
            stones.sort_unstable();
            stones
        };
        sorted(*stones) == sorted(self.config.bag.stones())
    }

    fn check_add(&self, stone: Stone, turned: bool, cell: Cell) -> Result<(), Illegal> {
        if self.is_second_phase() {
            return Err(refusal::no_stones_left());
        }
        if self.hand().find(stone).is_none() {
            return Err(refusal::not_in_hand(stone));
        }
        if turned && !self.config.either {
            return Err(refusal::only_the_shown_face());
        }
        if turned && stone.is_double() {
            return Err(refusal::equal_faces("L5"));
        }
        self.check_target("L6", cell)
    }

    fn check_lift(&self, cell: Cell) -> Result<(), Illegal> {
        let id = self.island.at(cell).ok_or_else(|| refusal::nothing_to_lift(cell))?;
        if self.island.can_spare(id) { Ok(()) } else { Err(refusal::breaks_the_island(cell)) }
    }

    fn check_put(&self, id: usize, cell: Cell, turned: bool) -> Result<(), Illegal> {
        if self.island.cell(id) == cell {
            return Err(refusal::same_cell(cell));
        }
        if turned && self.island.stone(id).is_double() {
            return Err(refusal::equal_faces("L9"));
        }
        self.check_target("L9", cell)
    }

    /// L6: an empty cell in contact with at least two stones.
    fn check_target(&self, rule: &'static str, cell: Cell) -> Result<(), Illegal> {
        if self.island.at(cell).is_some() {
            return Err(refusal::taken(rule, cell));
        }
        match self.island.contacts(cell) {
            0 => Err(refusal::no_contact(rule, cell)),
            1 => Err(refusal::one_contact(rule, cell)),
            _ => Ok(()),
        }
    }

    fn deal(&mut self, deal: Deal) {
        let stones = deal.stones();
        // L2: the two in the middle.
        self.island.add(Cell::default(), stones[0]);
        self.island.add(self.second, stones[1]);
        // L1: eight for each seat.
        self.hands[0] = Hand::dealt(&stones[MIDDLE..MIDDLE + HAND]);
        self.hands[1] = Hand::dealt(&stones[MIDDLE + HAND..]);
        self.masked = stones.iter().any(|stone| stone.is_masked());
        self.stage = Stage::Turn;
    }

    fn add(&mut self, stone: Stone, turned: bool, cell: Cell) {
        let seat = self.to_act;
        let hand = &mut self.hands[seat.index()];
        let at = hand.find(stone).expect("an added stone was in the hand");
        hand.remove(at);
        let id = self.island.add(cell, if turned { stone.turned() } else { stone });
        // L14: the owner knows its own stone; if it is turned over, everybody has seen both sides.
        if turned {
            self.all_see(1 << id);
        } else if self.config.backs == Backs::Owner {
            self.seen.seats[seat.index()] |= 1 << id;
        }
        let flipped = self.flip_beaten(id);
        let what = Deed::Add { shown: stone.up(), turned };
        self.last = Some(Last { seat, id: id as u8, what, flipped });
        self.finish_turn(id, flipped, None);
    }

    fn lift(&mut self, cell: Cell) {
        let id = self.island.at(cell).expect("a stone to lift");
        self.island.lift(id);
        // L9: the mover sees the back.
        self.seen.seats[self.to_act.index()] |= 1 << id;
        self.last = Some(Last { seat: self.to_act, id: id as u8, what: Deed::Lift, flipped: 0 });
        self.stage = Stage::Lifted { id: id as u8 };
    }

    fn put(&mut self, cell: Cell, turned: bool) {
        let id = self.lifted().expect("a stone to put down");
        let from = self.island.cell(id);
        if turned {
            self.island.turn(id);
            self.all_see(1 << id);
        }
        self.island.lay(id, cell);
        let flipped = self.flip_beaten(id);
        let what = Deed::Put { turned, from };
        self.last = Some(Last { seat: self.to_act, id: id as u8, what, flipped });
        let moved = cell.minus(from);
        let turned = flipped | u32::from(turned) << id;
        let step = Step { q: moved.q as i8, r: moved.r as i8, id: id as u8, turned };
        self.finish_turn(id, flipped, Some(step));
    }

    fn flip(&mut self, cell: Cell) {
        let id = self.island.at(cell).expect("a stone to flip");
        self.island.turn(id);
        self.all_see(1 << id);
        let flipped = self.flip_beaten(id);
        self.last = Some(Last { seat: self.to_act, id: id as u8, what: Deed::Flip, flipped });
        let step = Step { q: 0, r: 0, id: id as u8, turned: flipped | 1 << id };
        self.finish_turn(id, flipped, Some(step));
    }

    /// L7: turns over the stones that touch a stone and are beaten by it; flipped stones flip no others.
    fn flip_beaten(&mut self, id: usize) -> u32 {
        let beaten = self.island.beaten_by(id);
        for next in bits(beaten) {
            self.island.turn(next);
        }
        self.all_see(beaten);
        beaten
    }

    /// L14: everybody sees stones that are turned up.
    fn all_see(&mut self, stones: u32) {
        self.seen.public |= stones;
        for seen in &mut self.seen.seats {
            *seen |= stones;
        }
    }

    /// L12, L13: after all flips. A turn of the second phase passes its step.
    fn finish_turn(&mut self, id: usize, flipped: u32, step: Option<Step>) {
        let mover = self.to_act;
        self.to_act = mover.other();
        self.stage = Stage::Turn;
        // There was no row before the turn, so a new one contains a stone that changed.
        let row = bits(flipped | 1 << id).any(|changed| self.island.has_row_through(changed));
        if let Some(step) = step {
            self.turns += 1;
            let third = self.is_third_time(step);
            if third {
                self.stage = Stage::Over(End::Repetition);
            } else if self.config.limit == Some(self.turns) {
                self.stage = Stage::Over(End::Limit);
            }
        }
        if row {
            self.stage = Stage::Over(End::Row(mover));
        }
    }

    /// L13. Equal positions cannot be recognised in a picture with hidden faces.
    fn is_third_time(&mut self, step: Step) -> bool {
        if !self.config.repetition || self.masked {
            return false;
        }
        let hash = self.position().hash(self.to_act);
        self.history.push(step, hash)
    }
}
