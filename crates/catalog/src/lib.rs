//! The list of all games, and their type-erased interface.
//!
//! Outside this crate, an action is a notation string and a view is JSON, text or SVG. The conversion costs little
//! compared with a human action; search and tests use the games' own types.

mod erased;
mod perft;
mod position;

use std::any::Any;

use sarsen_cathedral::Cathedral;
use sarsen_core::record::{Place, Problem, Record, RecordError};
use sarsen_core::{
    Conclude, Describe, Draw, GameSpec, Measurement, Options, PlayError, StateString,
    StateStringError, UnknownGame, split_position, state_string,
};
use sarsen_holes::Holes;
use sarsen_logan::Logan;
use sarsen_stonehenge::Stonehenge;
use sarsen_sun::Sun;

use erased::{BySymmetry, Capabilities, ErasedGame, ListedActions, OneByOne, ProposedActions};
pub use perft::{Perft, PerftError, PerftRequest};
pub use position::{Position, RenderedView, describe_line};
pub use sarsen_protocol::{DescribedAction, Ending, GameEvent, Legal};

#[cfg(feature = "sixth-game")]
pub use sarsen_tictactoe;

/// All games, in the order in which they are displayed.
pub static GAMES: &[&dyn Game] = &[
    &Entry::<Stonehenge, ListedActions<BySymmetry>>::NEW,
    &Entry::<Cathedral, ListedActions<BySymmetry>>::NEW,
    &Entry::<Logan, ListedActions<BySymmetry>>::NEW,
    &Entry::<Holes, ListedActions<OneByOne>>::NEW,
    &Entry::<Sun, ProposedActions>::NEW,
    #[cfg(feature = "sixth-game")]
    &Entry::<sarsen_tictactoe::TicTacToe, ListedActions<OneByOne>>::NEW,
];

/// The game with this id.
pub fn game(id: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.spec().id == id)
}

/// The ids of all games, for messages.
pub fn ids() -> String {
    GAMES.iter().map(|game| format!("`{}`", game.spec().id)).collect::<Vec<_>>().join(", ")
}

/// A game that has not been started.
pub trait Game: Send + Sync {
    /// Its description of itself.
    fn spec(&self) -> &'static GameSpec;

    /// The position before the first action.
    fn start(&self, options: &Options) -> Box<dyn Position>;

    /// The position for the state part of a [`Position::position_string`].
    ///
    /// # Errors
    /// What is wrong with the text.
    fn set_up(&self, options: &Options, state: &str)
    -> Result<Box<dyn Position>, StateStringError>;

    /// A position without a history, from a state of the game's own type; `None` if the state belongs to another game.
    fn resume(&self, options: &Options, state: &dyn Any) -> Option<Box<dyn Position>>;

    /// The position after a record's last token.
    ///
    /// # Errors
    /// The first error in the record.
    fn replay(&self, record: &Record) -> Result<Box<dyn Position>, RecordError>;

    /// The last movement of a record as bytes for playback.
    ///
    /// # Errors
    /// The first error in the record.
    fn playback(&self, record: &Record) -> Result<Option<Vec<u8>>, RecordError>;

    /// Some position that is consistent with a record that contains `?`: what it does not say is filled in arbitrarily.
    ///
    /// # Errors
    /// The index of the token that cannot be played, and why.
    fn replay_masked(
        &self,
        options: &Options,
        tokens: &[&str],
    ) -> Result<Box<dyn Position>, (usize, PlayError)>;

    /// The view of a record that contains `?`.
    ///
    /// # Errors
    /// The index of the token that cannot be shown, and why.
    fn show_masked(
        &self,
        options: &Options,
        tokens: &[&str],
    ) -> Result<RenderedView, (usize, PlayError)>;
}

/// The game with an id.
///
/// # Errors
/// If there is none, with the ids that exist.
///
/// ```
/// let error = sarsen_catalog::find("chess").err().map(|error| error.to_string());
/// assert!(error.is_some_and(|error| error.contains("the games are `stonehenge`")));
/// ```
pub fn find(id: &str) -> Result<&'static dyn Game, UnknownGame> {
    game(id).ok_or_else(|| UnknownGame { name: id.to_owned(), known: ids() })
}

/// The game of a record.
///
/// # Errors
/// If there is no such game.
pub fn game_of(record: &Record) -> Result<&'static dyn Game, RecordError> {
    let missing =
        || RecordError { place: Place::START, token: None, problem: Problem::MissingGame };
    let tag = record.tag("Game").ok_or_else(missing)?;
    find(&tag.value).map_err(|unknown| RecordError {
        place: tag.value_place,
        token: Some(tag.value.clone()),
        problem: unknown.into(),
    })
}

/// Replays a record of any game.
///
/// # Errors
/// The first error in the record.
pub fn replay(record: &Record) -> Result<Box<dyn Position>, RecordError> {
    game_of(record)?.replay(record)
}

/// Reads a position string.
///
/// # Errors
/// What is wrong with it.
///
/// ```
/// let position = sarsen_catalog::set_up("holes/pieces=1/29h0s0/28h0s0/t1/--/-").unwrap();
/// assert_eq!(position.legal().lines()[0], "*1 1/4");
/// ```
pub fn set_up(text: &str) -> Result<Box<dyn Position>, StateStringError> {
    let (name, pairs, state) = split_position(text);
    let game = find(name)?;
    let options = state_string::read_pairs(Options::defaults(game.spec()), &pairs)?;
    game.set_up(&options, state)
}

/// The last movement of a simulated game as bytes for playback, as [`Draw::playback`] describes them; `None` for games in
/// which nothing moves by itself, and records in which nothing has moved.
///
/// # Errors
/// The first error in the record.
pub fn playback(record: &Record) -> Result<Option<Vec<u8>>, RecordError> {
    game_of(record)?.playback(record)
}

/// The measurements that games offer, for `sarsen bench`.
pub fn measurements() -> impl Iterator<Item = &'static Measurement> {
    GAMES.iter().flat_map(|game| game.spec().measurements)
}

/// A game's entry in the catalog: its type and its capabilities.
struct Entry<G, K>(std::marker::PhantomData<fn() -> (G, K)>);

impl<G, K> Entry<G, K> {
    const NEW: Entry<G, K> = Entry(std::marker::PhantomData);
}

impl<G: Draw + Conclude + Describe + StateString, K: Capabilities<G>> Game for Entry<G, K> {
    fn spec(&self) -> &'static GameSpec {
        G::SPEC
    }

    fn start(&self, options: &Options) -> Box<dyn Position> {
        Box::new(ErasedGame::<G, K>::start(options))
    }

    fn set_up(
        &self,
        options: &Options,
        state: &str,
    ) -> Result<Box<dyn Position>, StateStringError> {
        let state = G::from_state_string(options, state)?;
        Ok(Box::new(ErasedGame::<G, K>::set_up(options, state)))
    }

    fn resume(&self, options: &Options, state: &dyn Any) -> Option<Box<dyn Position>> {
        let state = state.downcast_ref::<G>()?.clone();
        Some(Box::new(ErasedGame::<G, K>::set_up(options, state)))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Position>, RecordError> {
        let played = sarsen_core::record::replay(record)
            .map_err(|error| not_even_masked::<G>(record, error))?;
        Ok(Box::new(ErasedGame::<G, K>::played(played)))
    }

    fn playback(&self, record: &Record) -> Result<Option<Vec<u8>>, RecordError> {
        let played = sarsen_core::record::replay::<G>(record)?;
        Ok(G::playback(&played.options, &played.actions))
    }

    fn replay_masked(
        &self,
        options: &Options,
        tokens: &[&str],
    ) -> Result<Box<dyn Position>, (usize, PlayError)> {
        let mut position = ErasedGame::<G, K>::start(options);
        for (index, action) in G::unmasked(options, tokens)?.iter().enumerate() {
            position.play(&action.to_string()).map_err(|error| (index, error))?;
        }
        Ok(Box::new(position))
    }

    fn show_masked(
        &self,
        options: &Options,
        tokens: &[&str],
    ) -> Result<RenderedView, (usize, PlayError)> {
        G::view_masked(options, tokens).map(|view| RenderedView::new::<G>(&view))
    }
}

/// If a token with `?` is not even valid in a masked record, the error says so.
fn not_even_masked<G: Draw>(record: &Record, error: RecordError) -> RecordError {
    if !matches!(error.problem, Problem::Play(PlayError::Masked)) {
        return error;
    }
    let Ok(options) = sarsen_core::record::read_options(record, G::SPEC) else { return error };
    let tokens: Vec<_> = record.tokens().collect();
    let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    match G::view_masked(&options, &texts) {
        Err((index, parse @ PlayError::Parse(_))) if tokens[index].place == error.place => {
            sarsen_core::record::token_error(tokens[index], parse)
        }
        _ => error,
    }
}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
