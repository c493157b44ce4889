//! The oracle, a small game with dice, and random positions.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use rand_core::Rng;
use sarsen_core::chance::{self, Generator};
use sarsen_core::{
    Chance, GameSpec, Illegal, ListActions, Options, Outcome, ParseActionError, PerSeat, Rules,
    Seat, Turn, legal_actions,
};
use sarsen_search::Knowledge;
use sarsen_stonehenge::Stonehenge;

/// The value of a state for a seat by plain search, `depth` decisions deep.
pub(crate) fn plain<G: ListActions + Chance>(
    state: &G,
    seat: Seat,
    depth: u32,
    knowledge: &dyn Knowledge<G>,
) -> f64 {
    let after = |action| {
        let mut child = state.clone();
        child.apply(action);
        child
    };
    match state.turn() {
        Turn::Over(outcome) => outcome.payoff(seat),
        Turn::Chance | Turn::Seat(_) if depth == 0 => knowledge.chance(state, seat),
        Turn::Chance => {
            let mut sum = (0.0, 0.0);
            state.visit_outcomes(|outcome, weight| {
                let value = plain(&after(outcome), seat, depth, knowledge);
                sum = (sum.0 + value * f64::from(weight), sum.1 + f64::from(weight));
            });
            sum.0 / sum.1
        }
        Turn::Seat(mover) => {
            let values = legal_actions(state)
                .into_iter()
                .map(|action| plain(&after(action), seat, depth - 1, knowledge));
            if mover == seat { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
        }
    }
}

/// A random position of Stonehenge with this many empty cells.
pub(crate) fn random_stonehenge(left: u32, rng: &mut Generator) -> Stonehenge {
    loop {
        let mut state = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
        while state.empty_cells().count_ones() > left
            && let Some(action) = state.random_action(rng)
        {
            state.apply(action);
        }
        if !state.turn().is_over() {
            return state;
        }
    }
}

/// A race to 20 with a die of three unequal sides: the mover takes the throw, or doubles it and gives the other seat
/// two steps, or makes one step regardless of the throw.
#[derive(Clone, Debug)]
pub(crate) struct Race {
    at: [u8; 2],
    mover: Seat,
    thrown: Option<u8>,
}

impl Race {
    pub(crate) fn new(start: u8) -> Race {
        Race { at: [start % 13, start / 3], mover: Seat::ONE, thrown: Some(1 + start % 3) }
    }

    /// Near enough to the end for the oracle to see it.
    pub(crate) fn late() -> Race {
        Race { at: [17, 17], mover: Seat::ONE, thrown: Some(1) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RaceAction {
    Throw(u8),
    Take,
    Double,
    Crawl,
}

impl fmt::Display for RaceAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for RaceAction {
    type Err = ParseActionError;
    fn from_str(_: &str) -> Result<RaceAction, ParseActionError> {
        Err(ParseActionError { expected: "nothing: this game is played by programs only" })
    }
}

impl Rules for Race {
    type Action = RaceAction;
    const SPEC: &'static GameSpec = &sarsen_stonehenge::SPEC;

    fn start(_: &Options) -> Race {
        Race { at: [0; 2], mover: Seat::ONE, thrown: None }
    }

    fn turn(&self) -> Turn {
        match (self.at.iter().position(|&at| at >= 20), self.thrown) {
            (Some(winner), _) => Turn::Over(Outcome::win(Seat::from_index(winner).unwrap())),
            (None, Some(_)) => Turn::Seat(self.mover),
            (None, None) => Turn::Chance,
        }
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        None
    }

    fn check(&self, _: RaceAction) -> Result<(), Illegal> {
        Ok(())
    }

    fn apply(&mut self, action: RaceAction) {
        let thrown = self.thrown.unwrap_or(0);
        let (own, other) = (self.mover.index(), self.mover.other().index());
        match action {
            RaceAction::Throw(value) => {
                self.thrown = Some(value);
                return;
            }
            RaceAction::Take => self.at[own] += thrown,
            RaceAction::Crawl => self.at[own] += 1,
            RaceAction::Double => {
                self.at[own] += 2 * thrown;
                // The mover counts first, so that only one seat can finish.
                if self.at[own] < 20 {
                    self.at[other] += 2;
                }
            }
        }
        self.thrown = None;
        self.mover = self.mover.other();
    }
}

impl ListActions for Race {
    fn visit_actions<B>(
        &self,
        mut visit: impl FnMut(RaceAction) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.turn().seat().is_some() {
            visit(RaceAction::Take)?;
            visit(RaceAction::Double)?;
            visit(RaceAction::Crawl)?;
        }
        ControlFlow::Continue(())
    }
}

impl Chance for Race {
    fn visit_outcomes(&self, mut visit: impl FnMut(RaceAction, u32)) -> bool {
        if self.turn() == Turn::Chance {
            for (value, weight) in [(1, 4), (2, 2), (4, 1)] {
                visit(RaceAction::Throw(value), weight);
            }
        }
        true
    }

    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<RaceAction> {
        let value = [1, 2, 4][chance::weighted(rng, &[4, 2, 1])];
        (self.turn() == Turn::Chance).then_some(RaceAction::Throw(value))
    }
}

/// Evaluates the race by who is ahead.
pub(crate) struct Ahead;

impl Knowledge<Race> for Ahead {
    fn chance(&self, state: &Race, seat: Seat) -> f64 {
        let lead = f64::from(state.at[seat.index()]) - f64::from(state.at[seat.other().index()]);
        0.5 + lead / 50.0
    }
}
