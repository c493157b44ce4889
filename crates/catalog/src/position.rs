//! A position of any game.

use std::any::Any;

use sarsen_core::chance::Generator;
use sarsen_core::{
    Audience, Draw, Explain, Options, PerSeat, Phrase, PlayError, Seat, Tally, Turn, Viewer,
};
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

    /// Why it is over and what each seat has; a game that was broken off has no reason of its own. All seats'
    /// figures are in it, so it is for finished games.
    fn ending(&self) -> Ending;

    /// The actions from the start, as a viewer may read them.
    fn history(&self, viewer: Viewer) -> Vec<String>;

    /// The actions from the start as a seat knows them that forgets nothing: what an engine may be told.
    fn recalled(&self, seat: Seat) -> Vec<String>;

    /// The same actions in words, and who did each.
    fn words(&self, viewer: Viewer) -> Vec<DescribedAction>;

    /// An action that can be played now in words; a token of the seat to act is in its own words.
    fn describe(&self, token: &str) -> DescribedAction;

    /// The position as a short text, what FEN is to chess ([`set_up`](crate::set_up) reads it). It tells everything, hidden faces too.
    fn position_string(&self) -> String;

    /// Whether it began in the middle of a game, so that its actions are no record of one.
    fn is_set_up(&self) -> bool;

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
    fn events(&self, token: &str, viewer: Viewer) -> Result<Vec<GameEvent>, PlayError>;

    /// What a viewer can tell of a legal action before it; a seat to act says it in its own words.
    ///
    /// # Errors
    /// If the action is not legal.
    fn preview(&self, token: &str, viewer: Viewer) -> Result<Vec<GameEvent>, PlayError>;

    /// What a viewer may know, as JSON only: a server shows many positions and draws none.
    fn view(&self, viewer: Viewer) -> Value;

    /// What a viewer may know, ready to be looked at.
    fn show(&self, viewer: Viewer) -> RenderedView;

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

/// What an end card shows of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ending {
    /// Why the game is over by its rules.
    pub reason: Option<Phrase>,
    /// What is counted.
    pub tallies: Vec<Tally>,
}

/// A view in all its forms.
#[derive(Clone, Debug)]
pub struct RenderedView {
    /// The view as JSON.
    pub json: Value,
    /// As text with ANSI colours.
    pub text: String,
    /// As a picture.
    pub svg: String,
}

impl RenderedView {
    pub(crate) fn new<G: Draw>(view: &G::View) -> RenderedView {
        RenderedView { json: json_of::<G>(view), text: G::text(view), svg: G::svg(view) }
    }
}

pub(crate) fn json_of<G: Draw>(view: &G::View) -> Value {
    serde_json::to_value(view).expect("views are plain data")
}

/// An action in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DescribedAction {
    /// Who does it; none where chance acts for nobody.
    pub seat: Option<Seat>,
    /// What is done; none where players need not hear of it.
    pub says: Option<Phrase>,
}

/// The actions of a line of play in words, as far as they can be played on from a position.
pub fn describe_line(position: &dyn Position, tokens: &[String]) -> Vec<DescribedAction> {
    let mut position = position.boxed();
    let mut said = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        said.push(position.describe(token));
        if index + 1 == tokens.len() {
            break;
        }
        let played = match position.turn().seat() {
            Some(seat) => position.resolve(seat, token).and_then(|action| position.play(&action)),
            None => position.play(token),
        };
        if played.is_err() {
            break;
        }
    }
    said
}

/// An event as data and in words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameEvent {
    /// The event's fields.
    #[serde(flatten)]
    pub event: Value,
    /// The sentence for players, with the seats by their numbers.
    pub says: Phrase,
    /// The sentence with the marks that an [`Audience`] reads.
    #[serde(skip)]
    script: Phrase,
}

impl GameEvent {
    pub(crate) fn new<E: Explain + Serialize>(event: &E) -> GameEvent {
        let script = event.explain();
        let says = Audience::default().read(&script);
        GameEvent {
            event: serde_json::to_value(event).expect("events are plain data"),
            says,
            script,
        }
    }

    /// The sentence as somebody reads it.
    pub fn read_by(&self, audience: &Audience) -> Phrase {
        audience.read(&self.script)
    }
}
