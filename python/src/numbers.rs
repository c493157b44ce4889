//! What differs between games for Python: whether actions have numbers, whether something is hidden, whether there are
//! symmetries.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use rand_core::Rng;
use sarsen_cathedral::Cathedral;
use sarsen_core::chance::{self, Generator};
use sarsen_core::{
    Chance, Conclude, Continuous, Describe, Draw, Hidden, InformationState, Numbered, Permuted,
    Propose, Rules, Seat, StateString, Symmetric, Turn,
};
use sarsen_holes::Holes;
use sarsen_logan::Logan;
use sarsen_stonehenge::Stonehenge;
use sarsen_sun::Sun;

/// A world that a seat cannot tell from the real one, and the actions that lead to it.
type World<G> = Option<(G, Vec<<G as Rules>::Action>)>;

/// A game as Python knows it.
pub(crate) trait Playable:
    Draw + Conclude + Describe + StateString + InformationState + Chance
{
    const ACTIONS: usize = 0;
    const CHANCE_STEPS: usize = 0;
    const SYMMETRIES: usize = 1;

    fn is_hidden(&self) -> bool {
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
    /// The notation of each number, where it is the same in all states: made once, so that lists of actions make no text.
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
    fn action_at(&self, _point: &[f64]) -> Option<Self::Action> {
        None
    }
}

macro_rules! listed {
    ($game:ty, { $($more:tt)* }) => {
        impl Playable for $game {
            const ACTIONS: usize = <$game as Numbered>::ACTIONS;
            const CHANCE_STEPS: usize = <$game as Numbered>::CHANCE;

            #[inline]
            fn visit_numbers(&self, visit: impl FnMut(usize)) {
                self.visit_ids(visit);
            }
            #[inline]
            fn mask(&self, mask: &mut [bool]) {
                self.write_mask(mask);
            }
            #[inline]
            fn update_mask(&self, mask: &mut [bool], set: &mut Vec<u16>) {
                Numbered::update_mask(self, mask, set);
            }
            #[inline]
            fn of_number(&self, id: usize) -> Option<Self::Action> {
                self.action_of(id)
            }
            #[inline]
            fn number_of(&self, action: Self::Action) -> Option<usize> {
                self.action_id(action)
            }
            fn token_of_number(&self, id: usize) -> Option<String> {
                self.token_of(id)
            }
            fn visit_steps(&self, drawn: &[usize], visit: impl FnMut(usize, u32)) {
                self.visit_chance(drawn, visit);
            }
            fn of_steps(&self, drawn: &[usize]) -> Option<Self::Action> {
                self.chance_of(drawn)
            }
            #[inline]
            fn random(&self, rng: &mut Generator) -> Option<Self::Action> {
                chance::random_step(self, rng)
            }
            $($more)*
        }
    };
}

/// The symmetries of a game, as permutations.
macro_rules! symmetries {
    () => {
        const SYMMETRIES: usize = <Self as Symmetric>::SYMMETRIES;
        fn id_image(id: usize, symmetry: usize) -> usize {
            <Self as Permuted>::id_image(id, symmetry)
        }
        fn place_image(place: usize, symmetry: usize) -> usize {
            <Self as Permuted>::place_image(place, symmetry)
        }
        fn image(&self, symmetry: usize) -> Self {
            self.transform(symmetry)
        }
    };
}

/// Numbers whose notation is the same in all states.
macro_rules! names {
    () => {
        fn names(py: Python<'_>) -> Option<&'static [Py<PyString>]> {
            static NAMES: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();
            let make = || {
                let start = Self::start(&sarsen_core::Options::defaults(Self::SPEC));
                let name = |id| start.token_of(id).unwrap_or_default();
                let all = 0..<Self as Numbered>::ACTIONS;
                all.map(|id| PyString::new(py, &name(id)).unbind()).collect()
            };
            Some(NAMES.get_or_init(py, make))
        }
    };
}

/// Worlds of a game in which seats know different things.
macro_rules! worlds {
    () => {
        fn world(&self, history: &[Self::Action], seat: Seat, rng: &mut Generator) -> World<Self> {
            let world = self.determinize(seat, rng);
            let history = self.history_in(&world, history, seat)?;
            Some((world, history))
        }
    };
}

listed!(Stonehenge, {
    names!();
    symmetries!();
    worlds!();
    fn is_hidden(&self) -> bool {
        Stonehenge::is_hidden(self)
    }
});
listed!(Cathedral, {
    names!();
    symmetries!();
});
listed!(Logan, {
    symmetries!();
    worlds!();
    fn is_hidden(&self) -> bool {
        self.worlds(Seat::ONE).count() > 1 || self.worlds(Seat::TWO).count() > 1
    }
});
listed!(Holes, {
    names!();
});

/// How many proposals random play of the sun chooses from.
const PROPOSALS: usize = 8;

impl Playable for Sun {
    fn ranges(&self) -> Vec<String> {
        if self.turn().seat().is_some() { self.summary() } else { Vec::new() }
    }
    fn random(&self, rng: &mut Generator) -> Option<Self::Action> {
        if self.turn() == Turn::Chance {
            return self.draw(rng);
        }
        let proposals = self.propose(PROPOSALS, rng);
        let count = proposals.len() as u64;
        (count > 0).then(|| proposals[chance::below(rng, count) as usize])
    }
    fn action_at(&self, point: &[f64]) -> Option<Self::Action> {
        Continuous::action_at(self, point)
    }
}

/// A number that tells states apart.
pub(crate) fn hash_of<G: Playable>(state: &G) -> u64 {
    let text = state.state_string();
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A fresh generator for the game of an index of a batch.
pub(crate) fn generator_of(seed: u64, index: u64) -> Generator {
    let mut mixed = chance::generator(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    chance::generator(mixed.next_u64())
}
