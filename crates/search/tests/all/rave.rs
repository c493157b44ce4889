//! Actions played later in a walk count for playing them now.

use std::fmt;
use std::str::FromStr;

use sarsen_core::chance::{self, Generator};
use sarsen_core::{
    Deterministic, GameSpec, Illegal, Options, Outcome, ParseActionError, PerSeat, Rules, Seat,
    Turn,
};
use sarsen_search::puct::{Advice, Guide, Settings, search};
use sarsen_search::rave::RaveSettings;
use sarsen_search::{Budget, Cancel, Limits};

/// Seats take stones in turn until eight are gone. The seat with the last stone of all has won; if nobody has it, the
/// second seat.
#[derive(Clone, Debug, Default)]
struct Heap {
    taken: Vec<Stone>,
}

const STONES: u8 = 100;
const TREASURE: Stone = Stone(STONES - 1);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Stone(u8);

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Stone {
    type Err = ParseActionError;
    fn from_str(_: &str) -> Result<Stone, ParseActionError> {
        Err(ParseActionError { expected: "nothing: this game is played by programs only" })
    }
}

impl Heap {
    fn left(&self) -> Vec<Stone> {
        (0..STONES).map(Stone).filter(|stone| !self.taken.contains(stone)).collect()
    }
}

impl Rules for Heap {
    type Action = Stone;
    const SPEC: &'static GameSpec = &sarsen_stonehenge::SPEC;

    fn start(_: &Options) -> Heap {
        Heap::default()
    }

    fn turn(&self) -> Turn {
        let seat = |number: usize| if number.is_multiple_of(2) { Seat::ONE } else { Seat::TWO };
        if self.taken.len() < 8 {
            return Turn::Seat(seat(self.taken.len()));
        }
        let treasure = self.taken.iter().position(|&stone| stone == TREASURE);
        Turn::Over(Outcome::win(treasure.map_or(Seat::TWO, seat)))
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        None
    }

    fn check(&self, _: Stone) -> Result<(), Illegal> {
        Ok(())
    }

    fn apply(&mut self, stone: Stone) {
        self.taken.push(stone);
    }
}

impl Deterministic for Heap {}

/// Expects less of a stone the later it is counted, and knows nothing about positions.
struct Newcomer;

impl Guide<Heap> for Newcomer {
    fn advise(&self, state: &Heap) -> Advice<Stone> {
        let left = state.left();
        let all: f32 = left.iter().map(|stone| 1.0 / (1.0 + f32::from(stone.0))).sum();
        let expected = |stone: Stone| 1.0 / (1.0 + f32::from(stone.0)) / all;
        let actions = left.into_iter().map(|stone| (stone, expected(stone))).collect();
        Advice { chance: 0.5, exact: false, actions }
    }

    fn sample(&self, state: &Heap, rng: &mut Generator, played: &mut Vec<(Seat, Stone)>) -> f64 {
        let Some(seat) = state.turn().seat() else { return 0.5 };
        let mut end = state.clone();
        while let Turn::Seat(mover) = end.turn() {
            let left = end.left();
            let stone = left[chance::below(rng, left.len() as u64) as usize];
            played.push((mover, stone));
            end.apply(stone);
        }
        if let Turn::Over(outcome) = end.turn() { outcome.payoff(seat) } else { 0.5 }
    }

    fn number(&self, seat: Seat, stone: Stone) -> u16 {
        u16::from(stone.0) * 2 + seat.index() as u16
    }
}

fn chosen(rave: Option<RaveSettings>, seed: u64) -> Stone {
    let settings = Settings {
        trust: 0.5,
        doubt: 0.05,
        wide: 1,
        width: 100,
        rave,
        playouts: (1, 0.5),
        seed,
        threads: 1,
        memory: 1 << 20,
        lines: 1,
    };
    let cancel = Cancel::default();
    let budget = Budget::new(&Limits::nodes(90), &cancel);
    search(&Heap::default(), None, &Newcomer, &settings, &budget, &|_| {}).candidates[0].action
}

#[test]
fn an_action_that_the_guide_expects_nothing_of_is_found_because_it_did_well_later() {
    let found = |rave| (0..20).filter(|&seed| chosen(rave, seed) == TREASURE).count();
    let (with, without) = (found(Some(RaveSettings { half: 300.0, prior: 2.0 })), found(None));
    assert!(with >= 18 && without <= 2, "{with} with RAVE, {without} without");
}
