//! The games, one line each.

use std::marker::PhantomData;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use sarsen_core::chance::{self, Generator};
use sarsen_core::{
    Chance, GameSpec, Kind, Options, ParseActionError, Plane, Rules, Seat, StateStringError,
};
use sarsen_search::{Cancel, Limits};

use crate::batch::{AnyBatch, Batch, Tally, playouts};
use crate::extras;
use crate::playable::{
    ExactValue, NoValue, PROPOSALS, Playable, World, continuous, hidden, named, numbered, solved,
    symmetric,
};
use crate::typed::{AnyState, Typed};

/// Each line names a game's type and what it has besides what all games have: macros of `playable.rs`.
macro_rules! registry {
    ($($game:ty: $($has:ident $(($with:path))?),+;)+) => {
        $(
            impl Playable for $game {
                $($has!($($with)?);)+
            }
        )+

        static GAMES: &[&dyn AnyGame] = &[$(&Entry::<$game>::NEW),+];
    };
}

registry! {
    sarsen_stonehenge::Stonehenge: numbered, named, symmetric, hidden, solved(extras::stonehenge::solve);
    sarsen_cathedral::Cathedral: numbered, named, symmetric, solved(extras::solve_by_search);
    sarsen_logan::Logan: numbered, symmetric, hidden;
    sarsen_holes::Holes: numbered, named, solved(extras::holes::solve);
    sarsen_sun::Sun: continuous;
}

/// The game with an id of the catalog.
pub(crate) fn find(id: &str) -> &'static dyn AnyGame {
    let found = GAMES.iter().find(|game| game.spec().id == id);
    *found.expect("every game of the catalog is registered")
}

/// The ids of all games.
pub(crate) fn ids() -> impl ExactSizeIterator<Item = &'static str> {
    GAMES.iter().map(|game| game.spec().id)
}

/// A game of any type.
pub(crate) trait AnyGame: Sync {
    fn spec(&self) -> &'static GameSpec;
    fn start(&self, options: &Arc<Options>) -> Box<dyn AnyState>;
    fn set_up(
        &self,
        options: &Arc<Options>,
        text: &str,
    ) -> Result<Box<dyn AnyState>, StateStringError>;
    /// Whether seats can know different things in games with these options.
    fn hides(&self, options: &Options) -> bool;
    /// How many numbers actions have; 0 where actions have none.
    fn actions(&self) -> usize;
    /// How many numbers chance's steps have.
    fn chance_steps(&self) -> usize;
    fn observation(&self) -> usize;
    fn planes(&self) -> &'static [Plane];
    fn symmetries(&self) -> usize;
    fn id_image(&self, id: usize, symmetry: usize) -> usize;
    fn place_image(&self, place: usize, symmetry: usize) -> usize;
    /// The kinds of continuous actions; none where actions have numbers.
    fn kinds(&self) -> &'static [Kind];
    /// The notation of a continuous action.
    fn token_of_values(&self, kind: usize, values: &[f64]) -> Option<String>;
    /// The kind and the values of a continuous action; `None` for any other.
    fn values_of(&self, token: &str) -> Result<Option<(usize, Vec<f64>)>, ParseActionError>;
    /// `None` if there is not enough memory.
    fn batch(
        &self,
        options: &Arc<Options>,
        size: usize,
        seed: u64,
        explicit: bool,
    ) -> Option<Box<dyn AnyBatch>>;
    fn playouts(
        &self,
        options: &Options,
        games: u64,
        seed: u64,
        threads: usize,
        cancel: &Cancel,
    ) -> Tally;
}

/// A game of one type.
struct Entry<G>(PhantomData<fn() -> G>);

impl<G> Entry<G> {
    const NEW: Entry<G> = Entry(PhantomData);
}

impl<G: Playable> AnyGame for Entry<G> {
    fn spec(&self) -> &'static GameSpec {
        G::SPEC
    }
    fn start(&self, options: &Arc<Options>) -> Box<dyn AnyState> {
        Box::new(Typed::<G>::start(options))
    }
    fn set_up(
        &self,
        options: &Arc<Options>,
        text: &str,
    ) -> Result<Box<dyn AnyState>, StateStringError> {
        Ok(Box::new(Typed::<G>::set_up(options, text)?))
    }
    fn hides(&self, options: &Options) -> bool {
        G::hides(options)
    }
    fn actions(&self) -> usize {
        G::ACTIONS
    }
    fn chance_steps(&self) -> usize {
        G::CHANCE_STEPS
    }
    fn observation(&self) -> usize {
        G::OBSERVATION
    }
    fn planes(&self) -> &'static [Plane] {
        G::PLANES
    }
    fn symmetries(&self) -> usize {
        G::SYMMETRIES
    }
    fn id_image(&self, id: usize, symmetry: usize) -> usize {
        G::id_image(id, symmetry)
    }
    fn place_image(&self, place: usize, symmetry: usize) -> usize {
        G::place_image(place, symmetry)
    }
    fn kinds(&self) -> &'static [Kind] {
        G::KINDS
    }
    fn token_of_values(&self, kind: usize, values: &[f64]) -> Option<String> {
        G::from_values(kind, values).map(|action| action.to_string())
    }
    fn values_of(&self, token: &str) -> Result<Option<(usize, Vec<f64>)>, ParseActionError> {
        token.parse().map(G::to_values)
    }
    fn batch(
        &self,
        options: &Arc<Options>,
        size: usize,
        seed: u64,
        explicit: bool,
    ) -> Option<Box<dyn AnyBatch>> {
        Some(Box::new(Batch::<G>::new(options, size, seed, explicit)?))
    }
    fn playouts(
        &self,
        options: &Options,
        games: u64,
        seed: u64,
        threads: usize,
        cancel: &Cancel,
    ) -> Tally {
        playouts::<G>(options, games, seed, threads, cancel)
    }
}
