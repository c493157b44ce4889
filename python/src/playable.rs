//! What differs between games for Python: whether actions have numbers, whether something is hidden, whether there are
//! symmetries, whether there is a solver. Each is a macro that writes methods of [`Playable`]; `registry.rs` says which of
//! them a game has.

use pyo3::prelude::*;
use pyo3::types::PyString;
use rand_core::Rng;
use sarsen_core::chance::{self, Generator};
use sarsen_core::{
    Chance, Conclude, Describe, Draw, InformationState, Kind, Options, Rules, Seat, StateString,
};
use sarsen_search::{Cancel, Limits};

/// A world that a seat cannot tell from the real one, and the actions that lead to it.
pub(crate) type World<G> = Option<(G, Vec<<G as Rules>::Action>)>;

/// A game as Python knows it.
pub(crate) trait Playable:
    Draw + Conclude + Describe + StateString + InformationState + Chance
{
    const ACTIONS: usize = 0;
    const CHANCE_STEPS: usize = 0;
    const SYMMETRIES: usize = 1;

    /// Whether seats can know different things in games with these options.
    fn hides(_options: &Options) -> bool {
        false
    }
    /// Whether seats may know different things of this state.
    fn has_secrets(&self) -> bool {
        false
    }
    fn visit_numbers(&self, _visit: impl FnMut(usize)) {}
    fn mask(&self, _mask: &mut [bool]) {}
    fn update_mask(&self, _mask: &mut [bool], _set: &mut Vec<u16>) {}
    fn of_number(&self, _id: usize) -> Option<Self::Action> {
        None
    }
    fn number_of(&self, _action: Self::Action) -> Option<usize> {
        None
    }
    fn token_of_number(&self, _id: usize) -> Option<String> {
        None
    }
    /// The notation of each number, where it is the same in all states: made once, so that listing actions makes no strings.
    fn names(_py: Python<'_>) -> Option<&'static [Py<PyString>]> {
        None
    }
    /// What can be done, as ranges, where actions have no numbers.
    fn ranges(&self) -> Vec<String> {
        Vec::new()
    }
    fn visit_steps(&self, _drawn: &[usize], _visit: impl FnMut(usize, u32)) {}
    fn of_steps(&self, _drawn: &[usize]) -> Option<Self::Action> {
        None
    }
    fn random(&self, rng: &mut Generator) -> Option<Self::Action>;
    fn world(&self, history: &[Self::Action], _seat: Seat, _rng: &mut Generator) -> World<Self> {
        Some((self.clone(), history.to_vec()))
    }
    fn id_image(id: usize, _symmetry: usize) -> usize {
        id
    }
    fn place_image(place: usize, _symmetry: usize) -> usize {
        place
    }
    fn image(&self, _symmetry: usize) -> Self {
        self.clone()
    }
    /// The kinds of continuous actions.
    const KINDS: &'static [Kind] = &[];

    fn from_values(_kind: usize, _values: &[f64]) -> Option<Self::Action> {
        None
    }
    fn to_values(_action: Self::Action) -> Option<(usize, Vec<f64>)> {
        None
    }
    /// The kinds that the seat to act can choose from.
    fn kinds_now(&self) -> Vec<usize> {
        Vec::new()
    }
    fn action_at(&self, _point: &[f64]) -> Option<Self::Action> {
        None
    }
    /// The exact value of a state that is not over and in which nothing is hidden.
    fn solve(&self, _limits: &Limits, _cancel: &Cancel) -> Result<ExactValue, NoValue> {
        Err(NoValue::NoSolver)
    }
}

/// The value of a state under best play.
pub(crate) struct ExactValue {
    /// The utilities of the seats.
    pub(crate) returns: Vec<f64>,
    /// An action that reaches them.
    pub(crate) action: Option<String>,
}

impl ExactValue {
    /// Of a game of two seats: the utility of one of them, from −1 to 1, is what the other loses.
    pub(crate) fn of(seat: Seat, utility: f64, action: Option<String>) -> ExactValue {
        let one = if seat == Seat::ONE { utility } else { -utility };
        ExactValue { returns: vec![one, -one], action }
    }
}

/// Why there is no exact value.
pub(crate) enum NoValue {
    /// No solver solves such states.
    NoSolver,
    /// The limits were reached.
    TooLate,
    /// Another reason, in words.
    Because(&'static str),
}

/// Actions that can be listed, with numbers.
macro_rules! numbered {
    () => {
        const ACTIONS: usize = <Self as sarsen_core::Numbered>::ACTIONS;
        const CHANCE_STEPS: usize = <Self as sarsen_core::Numbered>::CHANCE;

        #[inline]
        fn visit_numbers(&self, visit: impl FnMut(usize)) {
            sarsen_core::Numbered::visit_ids(self, visit);
        }
        #[inline]
        fn mask(&self, mask: &mut [bool]) {
            sarsen_core::Numbered::write_mask(self, mask);
        }
        #[inline]
        fn update_mask(&self, mask: &mut [bool], set: &mut Vec<u16>) {
            sarsen_core::Numbered::update_mask(self, mask, set);
        }
        #[inline]
        fn of_number(&self, id: usize) -> Option<Self::Action> {
            sarsen_core::Numbered::action_of(self, id)
        }
        #[inline]
        fn number_of(&self, action: Self::Action) -> Option<usize> {
            sarsen_core::Numbered::action_id(self, action)
        }
        fn token_of_number(&self, id: usize) -> Option<String> {
            sarsen_core::Numbered::token_of(self, id)
        }
        fn visit_steps(&self, drawn: &[usize], visit: impl FnMut(usize, u32)) {
            sarsen_core::Numbered::visit_chance(self, drawn, visit);
        }
        fn of_steps(&self, drawn: &[usize]) -> Option<Self::Action> {
            sarsen_core::Numbered::chance_of(self, drawn)
        }
        #[inline]
        fn random(&self, rng: &mut Generator) -> Option<Self::Action> {
            sarsen_core::chance::random_step(self, rng)
        }
    };
}

/// Numbers whose notation is the same in all states.
macro_rules! named {
    () => {
        fn names(py: Python<'_>) -> Option<&'static [Py<PyString>]> {
            static NAMES: pyo3::sync::PyOnceLock<Vec<Py<PyString>>> = pyo3::sync::PyOnceLock::new();
            let make = || {
                let start = Self::start(&Options::defaults(Self::SPEC));
                let name = |id| sarsen_core::Numbered::token_of(&start, id).unwrap_or_default();
                let all = 0..<Self as sarsen_core::Numbered>::ACTIONS;
                all.map(|id| PyString::new(py, &name(id)).unbind()).collect()
            };
            Some(NAMES.get_or_init(py, make))
        }
    };
}

/// The symmetries of the board, as permutations.
macro_rules! symmetric {
    () => {
        const SYMMETRIES: usize = <Self as sarsen_core::Symmetric>::SYMMETRIES;
        fn id_image(id: usize, symmetry: usize) -> usize {
            <Self as sarsen_core::Permuted>::id_image(id, symmetry)
        }
        fn place_image(place: usize, symmetry: usize) -> usize {
            <Self as sarsen_core::Permuted>::place_image(place, symmetry)
        }
        fn image(&self, symmetry: usize) -> Self {
            sarsen_core::Symmetric::transform(self, symmetry)
        }
    };
}

/// Seats can know different things.
macro_rules! hidden {
    () => {
        fn hides(options: &Options) -> bool {
            <Self as sarsen_core::Hidden>::hides(options)
        }
        fn has_secrets(&self) -> bool {
            sarsen_core::Hidden::has_secrets(self)
        }
        fn world(&self, history: &[Self::Action], seat: Seat, rng: &mut Generator) -> World<Self> {
            let world = sarsen_core::Hidden::determinize(self, seat, rng);
            let history = sarsen_core::Hidden::history_in(self, &world, history, seat)?;
            Some((world, history))
        }
    };
}

/// How many proposals random play of a game of continuous actions chooses from.
pub(crate) const PROPOSALS: usize = 8;

/// Actions that are points of a continuous space.
macro_rules! continuous {
    () => {
        const KINDS: &'static [Kind] = <Self as sarsen_core::Continuous>::KINDS;

        fn ranges(&self) -> Vec<String> {
            let summary = || sarsen_core::Propose::summary(self);
            self.turn().seat().map(|_| summary()).unwrap_or_default()
        }
        fn random(&self, rng: &mut Generator) -> Option<Self::Action> {
            if self.turn() == sarsen_core::Turn::Chance {
                return Chance::draw(self, rng);
            }
            let proposals = sarsen_core::Propose::propose(self, PROPOSALS, rng);
            let count = proposals.len() as u64;
            (count > 0).then(|| proposals[chance::below(rng, count) as usize])
        }
        fn from_values(kind: usize, values: &[f64]) -> Option<Self::Action> {
            <Self as sarsen_core::Continuous>::from_values(kind, values)
        }
        fn to_values(action: Self::Action) -> Option<(usize, Vec<f64>)> {
            <Self as sarsen_core::Continuous>::to_values(action)
        }
        fn kinds_now(&self) -> Vec<usize> {
            sarsen_core::Continuous::kinds_now(self)
        }
        fn action_at(&self, point: &[f64]) -> Option<Self::Action> {
            sarsen_core::Continuous::action_at(self, point)
        }
    };
}

/// Exact values by the function that is named.
macro_rules! solved {
    ($solve:path) => {
        fn solve(&self, limits: &Limits, cancel: &Cancel) -> Result<ExactValue, NoValue> {
            $solve(self, limits, cancel)
        }
    };
}

pub(crate) use {continuous, hidden, named, numbered, solved, symmetric};

/// A hash of a state.
pub(crate) fn hash_of<G: Playable>(state: &G) -> u64 {
    let text = state.state_string();
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A generator for the game with an index in a batch.
pub(crate) fn generator_of(seed: u64, index: u64) -> Generator {
    let mut mixed = chance::generator(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    chance::generator(mixed.next_u64())
}
