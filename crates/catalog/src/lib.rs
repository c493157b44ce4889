//! The list of all games, and the door from static rules to trait objects.
//!
//! Outside of it everything speaks notation: an action is a string, a view is JSON, text or SVG. The cost
//! of that falls once a human action; search and tests use the games' own types.

mod door;
mod legal;
mod perft;
mod position;

use sarsen_cathedral::Cathedral;
use sarsen_core::record::{Place, Problem, Record, RecordError};
use sarsen_core::{Draw, GameSpec, MatchRule, Options, PlayError, Rules};
use sarsen_holes::Holes;
use sarsen_logan::Logan;
use sarsen_stonehenge::Stonehenge;
use sarsen_sun::Sun;

use door::{BySymmetry, Door, Kind, Listed, OneByOne, Proposed};
pub use legal::Legal;
pub use perft::{Perft, PerftError, PerftRequest};
pub use position::{Position, Shown, Told};

/// All games in the order in which people see them.
pub static GAMES: &[&dyn Game] = &[
    &Entry::<Stonehenge, Listed<BySymmetry>>::NEW,
    &Entry::<Cathedral, Listed<BySymmetry>>::NEW,
    &Entry::<Logan, Listed<BySymmetry>>::NEW,
    &Entry::<Holes, Listed<OneByOne>>::NEW,
    &Entry::<Sun, Proposed>::NEW,
];

/// The game of an id.
pub fn game(id: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.spec().id == id)
}

/// The ids of all games, for messages.
pub fn ids() -> String {
    GAMES.iter().map(|game| format!("`{}`", game.spec().id)).collect::<Vec<_>>().join(", ")
}

/// One game, before it is started.
pub trait Game: Send + Sync {
    /// Its description of itself.
    fn spec(&self) -> &'static GameSpec;

    /// What decides a match of several games.
    fn match_rule(&self) -> MatchRule;

    /// The position before the first action.
    fn start(&self, options: &Options) -> Box<dyn Position>;

    /// The position after a record's last token.
    ///
    /// # Errors
    /// The first fault of the record.
    fn replay(&self, record: &Record) -> Result<Box<dyn Position>, RecordError>;

    /// What can be shown of a record that holds `?`.
    ///
    /// # Errors
    /// The index of the token that cannot be shown, and why.
    fn show_masked(&self, options: &Options, tokens: &[&str]) -> Result<Shown, (usize, PlayError)>;
}

/// The game that a record is of.
///
/// # Errors
/// If there is no such game.
pub fn game_of(record: &Record) -> Result<&'static dyn Game, RecordError> {
    let missing =
        || RecordError { place: Place::START, token: None, problem: Problem::MissingGame };
    let tag = record.tag("Game").ok_or_else(missing)?;
    game(&tag.value).ok_or_else(|| RecordError {
        place: tag.value_place,
        token: Some(tag.value.clone()),
        problem: Problem::UnknownGame { name: tag.value.clone(), known: ids() },
    })
}

/// Plays a record of any game.
///
/// # Errors
/// The first fault of the record.
pub fn replay(record: &Record) -> Result<Box<dyn Position>, RecordError> {
    game_of(record)?.replay(record)
}

/// The playback of a record's last throw of the ball, as `sarsen_sun::trajectory` describes it; `None` for
/// games without a ball and records without a throw.
///
/// # Errors
/// The first fault of the record.
pub fn trajectory(record: &Record) -> Result<Option<Vec<u8>>, RecordError> {
    if game_of(record)?.spec().id != Sun::SPEC.id {
        return Ok(None);
    }
    let played = sarsen_core::record::replay::<Sun>(record)?;
    Ok(sarsen_sun::trajectory::of_last_throw(&played.options, &played.actions))
}

/// What the levels of tremor can do, measured with so many throws a cell.
pub fn sun_hands(throws: u32, seed: u64) -> String {
    sarsen_sun::hands::table(throws, seed).to_string()
}

/// A game's entry in the catalog: its type and what kind of game it is.
struct Entry<G, K>(std::marker::PhantomData<fn() -> (G, K)>);

impl<G, K> Entry<G, K> {
    const NEW: Entry<G, K> = Entry(std::marker::PhantomData);
}

impl<G: Draw, K: Kind<G>> Game for Entry<G, K> {
    fn spec(&self) -> &'static GameSpec {
        G::SPEC
    }

    fn match_rule(&self) -> MatchRule {
        G::MATCH
    }

    fn start(&self, options: &Options) -> Box<dyn Position> {
        Box::new(Door::<G, K>::start(options))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Position>, RecordError> {
        let played = sarsen_core::record::replay(record)
            .map_err(|error| not_even_masked::<G>(record, error))?;
        Ok(Box::new(Door::<G, K>::played(played)))
    }

    fn show_masked(&self, options: &Options, tokens: &[&str]) -> Result<Shown, (usize, PlayError)> {
        G::view_masked(options, tokens).map(|view| Shown::new::<G>(&view))
    }
}

/// A token with `?` that no view of the game has is no token of it at all: then the error says that.
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
