//! Playing a record through the rules of its game.

use super::{Problem, Record, RecordError, Tag, Token, walk};
use crate::{GameSpec, OptionError, Options, Outcome, PlayError, Rules};

/// A record's game after its last token.
///
/// ```
/// use sarsen_core::record::{self, Reader};
/// use sarsen_core::{Rules, Seat, Turn};
/// use sarsen_stonehenge::Stonehenge;
///
/// let record = Reader::new("[Game \"stonehenge\"]\n\nG4 H2\n".as_bytes()).next().unwrap()?;
/// let replayed = record::replay::<Stonehenge>(&record)?;
/// assert_eq!(replayed.actions.len(), 2);
/// assert_eq!(replayed.state.turn(), Turn::Seat(Seat::ONE));
/// # Ok::<(), record::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replayed<G: Rules> {
    /// The options it was played with.
    pub options: Options,
    /// The actions from the start.
    pub actions: Vec<G::Action>,
    /// Where they led.
    pub state: G,
}

/// Plays a record of the game `G`; its `Game` tag has been looked at by the caller. Variations are checked like the main line,
/// and left out of what is returned.
///
/// # Errors
/// The first option, action or result that is wrong, with its place.
pub fn replay<G: Rules>(record: &Record) -> Result<Replayed<G>, RecordError> {
    let options = read_options(record, G::SPEC)?;
    let claimed = read_result(record, options.seats())?;
    let mut actions = Vec::new();
    let state = walk(record, G::start(&options), G::clone, |state, token, main_line| {
        let action = play_token(state, token.text).map_err(|error| token_error(token, error))?;
        if main_line {
            actions.push(action);
        }
        Ok(())
    })?;
    if let (Some(actual), Some(tag)) = (state.turn().outcome(), record.tag("Result"))
        && claimed != Some(actual)
    {
        let problem =
            Problem::WrongResult { claimed: tag.value.clone(), actual: actual.to_string() };
        return Err(value_error(tag, problem));
    }
    Ok(Replayed { options, actions, state })
}

/// The options of a record: its `Option.` tags, and, if the game's seat count is variable and not given there, the
/// number of its `Seat` tags.
///
/// # Errors
/// The first unknown option or value, with its place.
pub fn read_options(record: &Record, spec: &'static GameSpec) -> Result<Options, RecordError> {
    let mut options = Options::defaults(spec);
    for tag in record.tags() {
        if let Some(name) = tag.name.strip_prefix("Option.") {
            options.set(name, &tag.value).map_err(|error| option_error(tag, error))?;
        }
    }
    let named = (1..=*spec.seats.end()).filter(|n| record.tag(&format!("Seat{n}")).is_some()).max();
    if let (Some(_), Some(named)) = (spec.option("seats"), named)
        && !options.is_chosen("seats")
        && spec.seats.contains(&named)
    {
        options.set("seats", &named.to_string()).expect("a seat count that the game allows");
    }
    Ok(options)
}

/// The error for a token that could not be played.
pub fn token_error(token: Token<'_>, error: PlayError) -> RecordError {
    let text = token.text.to_owned();
    RecordError { place: token.place, token: Some(text), problem: Problem::Play(error) }
}

fn play_token<G: Rules>(state: &mut G, text: &str) -> Result<G::Action, PlayError> {
    if text.contains('?') {
        return Err(PlayError::Masked);
    }
    let action: G::Action = text.parse()?;
    state.play(action)?;
    Ok(action)
}

/// `None` for `*` and if there is no tag.
fn read_result(record: &Record, seats: usize) -> Result<Option<Outcome>, RecordError> {
    let Some(tag) = record.tag("Result").filter(|tag| tag.value != "*") else {
        return Ok(None);
    };
    let malformed = || crate::ParseResultError(tag.value.clone());
    let outcome: Outcome = tag
        .value
        .parse()
        .map_err(|error: crate::ParseResultError| value_error(tag, error.into()))?;
    if outcome.ranks().seats() != seats {
        return Err(value_error(tag, malformed().into()));
    }
    Ok(Some(outcome))
}

/// An unknown option is an error in the tag's name, anything else in its value.
fn option_error(tag: &Tag, error: OptionError) -> RecordError {
    match error {
        OptionError::UnknownName { .. } => {
            RecordError { place: tag.place, token: Some(tag.name.clone()), problem: error.into() }
        }
        OptionError::BadValue { .. } => value_error(tag, error.into()),
    }
}

fn value_error(tag: &Tag, problem: Problem) -> RecordError {
    RecordError { place: tag.value_place, token: Some(tag.value.clone()), problem }
}
