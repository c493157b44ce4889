//! A position of any game.

use std::any::Any;

use sarsen_core::chance::Generator;
use sarsen_core::{Audience, Draw, Explain, Options, PerSeat, PlayError, Seat, Turn, Viewer};
use sarsen_protocol::{DescribedAction, Ending, GameEvent, Legal};
use serde::Serialize;
use serde_json::Value;

use crate::{Perft, PerftError, PerftRequest};

/// A position with the actions that led to it.
pub trait Position: Send + Sync {
    /// The options it is played with.
    fn options(&self) -> &Options;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// The points of the seats, for games that keep score.
    fn score(&self) -> Option<PerSeat<i32>>;

    /// Why it is over, and the final figures of all seats; a game that was broken off has no reason of its own. This
    /// reveals the figures of all seats, so it is for finished games only.
    fn ending(&self) -> Ending;

    /// The actions from the start, as a viewer may read them.
    fn history(&self, viewer: Viewer) -> Vec<String>;

    /// The actions from the start as a seat with perfect recall knows them: what an engine may be told.
    fn recalled(&self, seat: Seat) -> Vec<String>;

    /// The same actions in words, with their actors.
    fn words(&self, viewer: Viewer) -> Vec<DescribedAction>;

    /// A playable action in words; for a seat to act, the token may contain `?`.
    fn describe(&self, token: &str) -> DescribedAction;

    /// The position as a short text, like FEN in chess ([`set_up`](crate::set_up) reads it). It reveals everything,
    /// including hidden faces.
    fn position_string(&self) -> String;

    /// Whether it was set up in the middle of a game, so that its actions do not make a record.
    fn is_set_up(&self) -> bool;

    /// The state in its game's own type, for code that is generic over games, such as engines.
    fn state(&self) -> &dyn Any;

    /// What can be done now.
    fn legal(&self) -> Legal;

    /// What `seat` can do now, as it can name the actions; [`Legal::None`] if it is not to act.
    fn choices(&self, seat: Seat) -> Legal;

    /// The notation of the action that `seat`, which is to act, means by a token: what is played and recorded.
    ///
    /// # Errors
    /// Why it cannot be played, without revealing what the seat may not know.
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

    /// Plays a token of `seat`, which is to act, and returns the notation to record. The token is parsed, checked and
    /// applied once, unlike with [`Position::resolve`] followed by [`Position::play`].
    ///
    /// # Errors
    /// As [`Position::resolve`]; the position is then unchanged.
    fn play_as(&mut self, seat: Seat, token: &str) -> Result<String, PlayError>;

    /// The last action in its game's own type; `None` before the first.
    fn last_action(&self) -> Option<&dyn Any>;

    /// The consequences of the action that led from this position to `after`, as a viewer is told of them, in sentences
    /// for an audience, without parsing and checking the action again. `None` if `after` belongs to another game or has
    /// no last action.
    fn events_to(
        &self,
        after: &dyn Position,
        viewer: Viewer,
        audience: &Audience,
    ) -> Option<Vec<GameEvent>>;

    /// The consequences of a legal action, as a viewer is told of them afterwards, in sentences for an audience.
    ///
    /// # Errors
    /// If the action is not legal.
    fn events(
        &self,
        token: &str,
        viewer: Viewer,
        audience: &Audience,
    ) -> Result<Vec<GameEvent>, PlayError>;

    /// The consequences of a legal action, as far as a viewer can foresee them, in sentences for an audience; for a seat
    /// to act, the token may contain `?`.
    ///
    /// # Errors
    /// If the action is not legal.
    fn preview(
        &self,
        token: &str,
        viewer: Viewer,
        audience: &Audience,
    ) -> Result<Vec<GameEvent>, PlayError>;

    /// What a viewer may know, as JSON only: a server sends many positions and draws none.
    fn view(&self, viewer: Viewer) -> Value;

    /// What a viewer may know, in all forms.
    fn show(&self, viewer: Viewer) -> RenderedView;

    /// An action of random play: uniform for a seat, by probability for chance.
    fn random_action(&self, rng: &mut Generator) -> Option<String>;

    /// Counts action sequences on all cores.
    ///
    /// # Errors
    /// If they cannot be listed, or the count was stopped.
    fn perft(&self, request: &PerftRequest<'_>) -> Result<Perft, PerftError>;

    /// A number that positions share which are equal, or images of each other under the symmetry of the board; `None` if
    /// the game declares no symmetry.
    ///
    /// ```
    /// use sarsen_core::Options;
    ///
    /// let game = sarsen_catalog::game("stonehenge").unwrap();
    /// let after = |druid: &str| {
    ///     let mut position = game.start(&Options::defaults(game.spec()));
    ///     position.play(druid)?;
    ///     Ok::<_, sarsen_core::PlayError>(position.symmetry_class())
    /// };
    /// assert_eq!(after("A4")?, after("R4")?);
    /// assert_ne!(after("A4")?, after("A5")?);
    /// # Ok::<(), sarsen_core::PlayError>(())
    /// ```
    fn symmetry_class(&self) -> Option<u64>;

    /// A copy.
    fn boxed(&self) -> Box<dyn Position>;
}

/// A view in all its forms.
#[derive(Clone, Debug)]
pub struct RenderedView {
    /// The view as JSON.
    pub json: Value,
    /// As text with ANSI colours.
    pub text: String,
    /// As an SVG picture.
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

/// The actions of a line of play in words, up to the first that cannot be played.
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

/// An event as data, with its sentence for a reader.
pub(crate) fn event_for<E: Explain + Serialize>(event: &E, audience: &Audience) -> GameEvent {
    let says = audience.read(&event.explain());
    match serde_json::to_value(event).expect("events are plain data") {
        Value::Object(fields) => GameEvent { event: fields.into_iter().collect(), says },
        other => GameEvent { event: [("event".to_owned(), other)].into(), says },
    }
}
