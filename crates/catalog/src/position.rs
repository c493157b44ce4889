//! A position of any game.

use std::any::Any;

use sarsen_core::chance::Generator;
use sarsen_core::{Draw, Explain, Options, PerSeat, Phrase, PlayError, Seat, Turn, Viewer};
use serde::Serialize;
use serde_json::Value;

use crate::{Legal, Perft, PerftError, PerftRequest};

/// A position with the actions that led to it.
pub trait Position: Send + Sync {
    /// The options that it is played under.
    fn options(&self) -> &Options;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// The points of the seats, for games that count.
    fn score(&self) -> Option<PerSeat<i32>>;

    /// The actions from the start, as a viewer may read them.
    fn history(&self, viewer: Viewer) -> Vec<String>;

    /// The state in its game's own type, for what is generic over games: engines.
    fn state(&self) -> &dyn Any;

    /// What can be done now.
    fn legal(&self) -> Legal;

    /// What `seat` can do now, in the words that it has for it; nothing where it is not to act.
    fn choices(&self, seat: Seat) -> Legal;

    /// The notation of the action that a token of `seat`, who is to act, stands for: what is played and
    /// recorded.
    ///
    /// # Errors
    /// Why it cannot be played, without telling the seat what it may not know.
    fn resolve(&self, seat: Seat, token: &str) -> Result<String, PlayError>;

    /// Whether a notation string can be played now.
    ///
    /// # Errors
    /// Why not.
    fn check(&self, token: &str) -> Result<(), PlayError>;

    /// Plays a notation string.
    ///
    /// # Errors
    /// Why not; the position is then unchanged.
    fn play(&mut self, token: &str) -> Result<(), PlayError>;

    /// What a legal action brings about, told to a viewer after it.
    ///
    /// # Errors
    /// If the action is not legal.
    fn events(&self, token: &str, viewer: Viewer) -> Result<Vec<Told>, PlayError>;

    /// What a viewer can tell of a legal action before it; a seat to act says it in its own words.
    ///
    /// # Errors
    /// If the action is not legal.
    fn preview(&self, token: &str, viewer: Viewer) -> Result<Vec<Told>, PlayError>;

    /// What a viewer may know, as JSON only: a server shows many positions and draws none.
    fn view(&self, viewer: Viewer) -> Value;

    /// What a viewer may know, ready to be looked at.
    fn show(&self, viewer: Viewer) -> Shown;

    /// An action of random play: the seat's uniformly, chance's by its probabilities.
    fn random_action(&self, rng: &mut Generator) -> Option<String>;

    /// Counts action sequences on all cores.
    ///
    /// # Errors
    /// If they cannot be listed, or the count was stopped.
    fn perft(&self, request: &PerftRequest<'_>) -> Result<Perft, PerftError>;

    /// A copy.
    fn boxed(&self) -> Box<dyn Position>;
}

/// A view in all its forms.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The view as JSON.
    pub json: Value,
    /// As text with ANSI colours.
    pub text: String,
    /// As a picture.
    pub svg: String,
}

impl Shown {
    pub(crate) fn new<G: Draw>(view: &G::View) -> Shown {
        Shown { json: json_of::<G>(view), text: G::text(view), svg: G::svg(view) }
    }
}

pub(crate) fn json_of<G: Draw>(view: &G::View) -> Value {
    serde_json::to_value(view).expect("views are plain data")
}

/// An event as data and in words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Told {
    /// The event's fields.
    #[serde(flatten)]
    pub event: Value,
    /// The sentence for players.
    pub says: Phrase,
}

impl Told {
    pub(crate) fn new<E: Explain + Serialize>(event: &E) -> Told {
        let says = event.explain();
        Told { event: serde_json::to_value(event).expect("events are plain data"), says }
    }
}
