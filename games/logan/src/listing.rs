//! L4 to L11: the legal actions, and the deal.

use std::ops::ControlFlow;

use rand_core::Rng;
use sarsen_core::{Chance, ListActions, chance};

use crate::action::{Action, Deal};
use crate::island::{Place, Places, bits};
use crate::state::{Logan, Stage};
use crate::stone::Stone;

/// The available choices, computed once for counting and picking.
enum Choices<'a> {
    None,
    /// A stone from the hand, turned or not, on one of these places.
    Add {
        ways: Ways,
        places: &'a Places,
    },
    /// The lifted stone on one of these places, in `turns` orientations.
    Put {
        turns: usize,
        places: Places,
    },
    /// One of these stones lifted, or any stone flipped.
    Move {
        spare: u32,
        present: u32,
    },
}

/// The different ways to take a stone from the hand: which stone, and whether it is turned over.
#[derive(Clone, Copy)]
pub(crate) struct Ways {
    plain: u16,
    turned: u16,
}

impl Ways {
    pub(crate) fn new(kinds: u16, either: bool) -> Ways {
        // The stones with two equal faces, as a set of the sixteen.
        const DOUBLES: u16 = 1 | 1 << 5 | 1 << 10;
        Ways { plain: kinds, turned: if either { kinds & !DOUBLES } else { 0 } }
    }

    fn len(self) -> usize {
        (self.plain.count_ones() + self.turned.count_ones()) as usize
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = (Stone, bool)> {
        bits(u32::from(self.plain) | u32::from(self.turned) << 16)
            .map(|bit| (Stone::from_bits(bit as u8), bit >= 16))
    }
}

impl Choices<'_> {
    fn len(&self) -> usize {
        match self {
            Choices::None => 0,
            Choices::Add { ways, places } => ways.len() * places.len(),
            Choices::Put { turns, places } => turns * places.len(),
            Choices::Move { spare, present } => {
                (spare.count_ones() + present.count_ones()) as usize
            }
        }
    }

    /// The action at an index of the list.
    fn nth(&self, state: &Logan, n: usize) -> Option<Action> {
        match self {
            Choices::None => None,
            Choices::Add { ways, places } => {
                let way = ways.iter().nth(n % ways.len())?;
                Some(add(state, way, places.nth(n / ways.len())?))
            }
            Choices::Put { turns, places } => {
                Some(put(state, n % turns == 1, places.nth(n / turns)?))
            }
            Choices::Move { spare, present } => {
                let lifts = spare.count_ones() as usize;
                if n < lifts {
                    return Some(Action::Lift(state.island.cell(bits(*spare).nth(n)?)));
                }
                Some(Action::Flip(state.island.cell(bits(*present).nth(n - lifts)?)))
            }
        }
    }

    fn visit<B>(
        &self,
        state: &Logan,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self {
            Choices::None => ControlFlow::Continue(()),
            Choices::Add { ways, places } => places.iter().try_for_each(|place| {
                ways.iter().try_for_each(|way| visit(add(state, way, place)))
            }),
            Choices::Put { turns, places } => places.iter().try_for_each(|place| {
                (0..*turns).try_for_each(|turn| visit(put(state, turn == 1, place)))
            }),
            Choices::Move { spare, present } => {
                let cell = |id: usize| state.island.cell(id);
                bits(*spare).try_for_each(|id| visit(Action::Lift(cell(id))))?;
                bits(*present).try_for_each(|id| visit(Action::Flip(cell(id))))
            }
        }
    }
}

fn add(state: &Logan, (stone, turned): (Stone, bool), place: Place) -> Action {
    Action::Add { stone, turned, cell: state.island.cell_of(place) }
}

fn put(state: &Logan, turned: bool, place: Place) -> Action {
    Action::Put { cell: state.island.cell_of(place), turned }
}

impl Logan {
    fn choices(&self) -> Choices<'_> {
        match self.stage {
            Stage::Dealing | Stage::Over(_) => Choices::None,
            Stage::Lifted { id } => {
                let (stone, from) =
                    (self.island.stone(usize::from(id)), self.island.cell(usize::from(id)));
                // A stone with two equal faces has no turned-over form.
                let turns = if stone.is_double() { 1 } else { 2 };
                Choices::Put { turns, places: self.island.open_places().without(from) }
            }
            Stage::Turn if self.is_second_phase() => {
                Choices::Move { spare: self.island.spare(), present: self.island.present() }
            }
            Stage::Turn => Choices::Add {
                ways: Ways::new(self.hand().kinds(), self.config.either),
                places: self.island.open_places(),
            },
        }
    }
}

impl ListActions for Logan {
    fn visit_actions<B>(&self, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.choices().visit(self, visit)
    }

    fn action_count(&self) -> usize {
        self.choices().len()
    }

    fn nth_action(&self, n: usize) -> Option<Action> {
        let choices = self.choices();
        if n < choices.len() { choices.nth(self, n) } else { None }
    }

    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Action> {
        let choices = self.choices();
        let count = choices.len();
        if count == 0 {
            return None;
        }
        choices.nth(self, chance::below(rng, count as u64) as usize)
    }
}

/// L1: the deal. There are far too many to list.
impl Chance for Logan {
    fn visit_outcomes(&self, _visit: impl FnMut(Action, u32)) -> bool {
        self.stage != Stage::Dealing
    }

    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Action> {
        if self.stage != Stage::Dealing {
            return None;
        }
        let mut stones = self.config.bag.stones();
        chance::shuffle(rng, &mut stones);
        // The shown faces are random too, each by one bit of a word.
        let faces = rng.next_u64();
        for (index, stone) in stones.iter_mut().enumerate() {
            if faces >> index & 1 == 1 {
                *stone = stone.turned();
            }
        }
        Some(Action::Deal(Deal::new(&stones)))
    }
}
