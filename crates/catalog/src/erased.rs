//! The generic wrapper that turns a game into a [`Position`].

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use sarsen_core::chance::{self, Generator};
use sarsen_core::record::Replayed;
use sarsen_core::{
    Audience, Chance, Conclude, Describe, Draw, Hashed, ListActions, Options, PerSeat, PlayError,
    Propose, Rules, Seat, StateString, Symmetric, Turn, Viewer, Views, legal_actions,
    options_string, position_string,
};
use sarsen_protocol::{DescribedAction, Ending, GameEvent, Legal};

use crate::position::{event_for, json_of};
use crate::{Perft, PerftError, PerftRequest, Position, RenderedView, perft};

/// What differs between games with different capabilities.
pub(crate) trait Capabilities<G: Rules>: 'static {
    fn legal_of_seat(state: &G) -> Legal;
    /// The same, as the seat to act can name them.
    fn choices(state: &G, seat: Seat) -> Legal;
    fn legal_of_chance(state: &G) -> Legal;
    fn random_action(state: &G, rng: &mut Generator) -> Option<G::Action>;
    fn perft(state: &G, request: &PerftRequest<'_>) -> Result<Perft, PerftError>;
    fn symmetry_class(state: &G) -> Option<u64>;
}

/// Games whose actions can be listed, and how their positions are counted.
pub(crate) struct ListedActions<C>(PhantomData<C>);

/// Games whose actions can only be proposed.
pub(crate) struct ProposedActions;

fn outcomes<G: Chance>(state: &G) -> Legal {
    let mut weighted = Vec::new();
    let listed = state
        .visit_outcomes(|action, weight| weighted.push((action.to_string(), u64::from(weight))));
    if listed { Legal::outcomes(weighted) } else { Legal::NotListed }
}

/// A way to count the positions of a game.
pub(crate) trait Count<G>: 'static {
    fn perft(state: &G, request: &PerftRequest<'_>) -> Result<Perft, PerftError>;
    fn symmetry_class(state: &G) -> Option<u64>;
}

/// Counts every position.
pub(crate) struct OneByOne;

/// On request, counts positions that are images of each other only once.
pub(crate) struct BySymmetry;

impl<G: ListActions + Chance> Count<G> for OneByOne {
    fn perft(state: &G, request: &PerftRequest<'_>) -> Result<Perft, PerftError> {
        perft::plain(state, request)
    }
    fn symmetry_class(_state: &G) -> Option<u64> {
        None
    }
}

impl<G: ListActions + Chance + Symmetric + Hashed> Count<G> for BySymmetry {
    fn perft(state: &G, request: &PerftRequest<'_>) -> Result<Perft, PerftError> {
        if request.symmetry {
            perft::symmetric(state, request)
        } else {
            perft::plain(state, request)
        }
    }
    fn symmetry_class(state: &G) -> Option<u64> {
        Some(perft::canonical(state))
    }
}

impl<G: ListActions + Chance + Views, C: Count<G>> Capabilities<G> for ListedActions<C> {
    fn legal_of_seat(state: &G) -> Legal {
        let mut actions: Vec<_> = legal_actions(state).iter().map(ToString::to_string).collect();
        actions.sort();
        Legal::Actions { actions }
    }
    fn choices(state: &G, seat: Seat) -> Legal {
        Legal::Actions { actions: state.choices(seat) }
    }
    fn legal_of_chance(state: &G) -> Legal {
        outcomes(state)
    }
    fn random_action(state: &G, rng: &mut Generator) -> Option<G::Action> {
        chance::random_step(state, rng)
    }
    fn perft(state: &G, request: &PerftRequest<'_>) -> Result<Perft, PerftError> {
        C::perft(state, request)
    }
    fn symmetry_class(state: &G) -> Option<u64> {
        C::symmetry_class(state)
    }
}

/// The number of proposals that random play chooses from in games whose actions cannot be listed.
const PROPOSALS: usize = 8;

impl<G: Propose + Chance> Capabilities<G> for ProposedActions {
    fn legal_of_seat(state: &G) -> Legal {
        Legal::Summary { lines: state.summary() }
    }
    fn choices(state: &G, _seat: Seat) -> Legal {
        Legal::Summary { lines: state.summary() }
    }
    fn legal_of_chance(state: &G) -> Legal {
        outcomes(state)
    }
    fn random_action(state: &G, rng: &mut Generator) -> Option<G::Action> {
        if state.turn() == Turn::Chance {
            return state.draw(rng);
        }
        let proposals = state.propose(PROPOSALS, rng);
        let count = proposals.len() as u64;
        (count > 0).then(|| proposals[chance::below(rng, count) as usize])
    }
    fn perft(_state: &G, _request: &PerftRequest<'_>) -> Result<Perft, PerftError> {
        Err(PerftError::Unlisted)
    }
    fn symmetry_class(_state: &G) -> Option<u64> {
        None
    }
}

/// A game's state and history behind the [`Position`] interface.
pub(crate) struct ErasedGame<G: Rules, K> {
    options: Options,
    /// Where the history begins, if not at the start of a game.
    origin: Option<G>,
    state: G,
    actions: Vec<G::Action>,
    /// The actions in words, described as they were played: describing them later would need a replay, which is slow
    /// for games of physics. Empty for a record that was read at once.
    said: Vec<Arc<DescribedAction>>,
    kind: PhantomData<fn() -> K>,
}

impl<G: Rules, K> ErasedGame<G, K> {
    pub(crate) fn start(options: &Options) -> ErasedGame<G, K> {
        let (state, actions) = (G::start(options), Vec::new());
        let options = options.clone();
        ErasedGame { options, origin: None, state, actions, said: Vec::new(), kind: PhantomData }
    }

    /// A position without a history.
    pub(crate) fn set_up(options: &Options, state: G) -> ErasedGame<G, K> {
        ErasedGame { origin: Some(state.clone()), state, ..ErasedGame::start(options) }
    }

    pub(crate) fn played(played: Replayed<G>) -> ErasedGame<G, K> {
        let Replayed { options, actions, state } = played;
        ErasedGame { options, origin: None, state, actions, said: Vec::new(), kind: PhantomData }
    }

    fn legal_action(&self, token: &str) -> Result<G::Action, PlayError> {
        if token.contains('?') {
            return Err(PlayError::Masked);
        }
        let action = token.parse()?;
        self.state.check(action)?;
        Ok(action)
    }
}

/// The description of an action.
fn said_of<G: Describe>(state: &G, token: &str) -> DescribedAction {
    DescribedAction { seat: state.actor(), says: state.describe(token) }
}

impl<G: Describe, K> ErasedGame<G, K> {
    /// Plays a legal action; `notation` is its text.
    fn apply(&mut self, action: G::Action, notation: &str) {
        if self.said.len() == self.actions.len() {
            self.said.push(Arc::new(said_of(&self.state, notation)));
        }
        self.state.apply(action);
        self.actions.push(action);
    }

    /// Describes the history again, with these readings of the tokens.
    fn retold(&self, readings: &[String]) -> Vec<DescribedAction> {
        let mut state = self.origin.clone().unwrap_or_else(|| G::start(&self.options));
        let steps = self.actions.iter().zip(readings);
        steps
            .map(|(&action, reading)| {
                let said = said_of(&state, reading);
                state.apply(action);
                said
            })
            .collect()
    }
}

impl<G: Draw + Conclude + Describe + StateString, K: Capabilities<G>> Position
    for ErasedGame<G, K>
{
    fn options(&self) -> &Options {
        &self.options
    }

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        self.state.score()
    }

    fn ending(&self) -> Ending {
        Ending { reason: self.state.conclusion(), tallies: self.state.tallies() }
    }

    fn history(&self, viewer: Viewer) -> Vec<String> {
        self.state.masked(&self.actions, viewer)
    }

    fn recalled(&self, seat: Seat) -> Vec<String> {
        self.state.recalled(&self.actions, seat)
    }

    fn words(&self, viewer: Viewer) -> Vec<DescribedAction> {
        let readings = self.state.listed(&self.actions, viewer);
        let hidden = readings.iter().any(|reading| reading.contains('?'));
        if hidden || self.said.len() < self.actions.len() {
            return self.retold(&readings);
        }
        self.said.iter().map(|said| said.as_ref().clone()).collect()
    }

    fn describe(&self, token: &str) -> DescribedAction {
        said_of(&self.state, token)
    }

    fn position_string(&self) -> String {
        let (id, options) = (G::SPEC.id, options_string(&self.options));
        position_string(id, &options, &self.state.state_string())
    }

    fn is_set_up(&self) -> bool {
        self.origin.is_some()
    }

    fn state(&self) -> &dyn Any {
        &self.state
    }

    fn legal(&self) -> Legal {
        match self.state.turn() {
            Turn::Seat(_) => K::legal_of_seat(&self.state),
            Turn::Chance => K::legal_of_chance(&self.state),
            Turn::Over(_) => Legal::None,
        }
    }

    fn choices(&self, seat: Seat) -> Legal {
        if self.state.turn() == Turn::Seat(seat) {
            K::choices(&self.state, seat)
        } else {
            Legal::None
        }
    }

    fn resolve(&self, seat: Seat, token: &str) -> Result<String, PlayError> {
        self.state.resolve(seat, token).map(|action| action.to_string())
    }

    fn check(&self, token: &str) -> Result<(), PlayError> {
        self.legal_action(token).map(|_| ())
    }

    fn play(&mut self, token: &str) -> Result<(), PlayError> {
        let action = self.legal_action(token)?;
        self.apply(action, token);
        Ok(())
    }

    fn play_as(&mut self, seat: Seat, token: &str) -> Result<String, PlayError> {
        let action = self.state.resolve(seat, token)?;
        debug_assert!(self.state.check(action).is_ok(), "resolved actions are legal");
        let notation = action.to_string();
        self.apply(action, &notation);
        Ok(notation)
    }

    fn last_action(&self) -> Option<&dyn Any> {
        self.actions.last().map(|action| action as &dyn Any)
    }

    fn events_to(
        &self,
        after: &dyn Position,
        viewer: Viewer,
        audience: &Audience,
    ) -> Option<Vec<GameEvent>> {
        let action = after.last_action()?.downcast_ref()?;
        let events = self.state.events(*action, viewer);
        Some(events.iter().map(|event| event_for(event, audience)).collect())
    }

    fn events(
        &self,
        token: &str,
        viewer: Viewer,
        audience: &Audience,
    ) -> Result<Vec<GameEvent>, PlayError> {
        let events = self.state.events(self.legal_action(token)?, viewer);
        Ok(events.iter().map(|event| event_for(event, audience)).collect())
    }

    fn preview(
        &self,
        token: &str,
        viewer: Viewer,
        audience: &Audience,
    ) -> Result<Vec<GameEvent>, PlayError> {
        let events = match (viewer, self.state.turn()) {
            (Viewer::Seat(seat), Turn::Seat(to_act)) if seat == to_act => {
                self.state.foresee(seat, token)?
            }
            _ => self.state.preview(self.legal_action(token)?, viewer),
        };
        Ok(events.iter().map(|event| event_for(event, audience)).collect())
    }

    fn view(&self, viewer: Viewer) -> serde_json::Value {
        json_of::<G>(&self.state.view(viewer))
    }

    fn show(&self, viewer: Viewer) -> RenderedView {
        RenderedView::new::<G>(&self.state.view(viewer))
    }

    fn random_action(&self, rng: &mut Generator) -> Option<String> {
        if self.state.turn().is_over() {
            return None;
        }
        K::random_action(&self.state, rng).map(|action| action.to_string())
    }

    fn perft(&self, request: &PerftRequest<'_>) -> Result<Perft, PerftError> {
        K::perft(&self.state, request)
    }

    fn symmetry_class(&self) -> Option<u64> {
        K::symmetry_class(&self.state)
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(ErasedGame::<G, K> {
            options: self.options.clone(),
            origin: self.origin.clone(),
            state: self.state.clone(),
            actions: self.actions.clone(),
            said: self.said.clone(),
            kind: PhantomData,
        })
    }
}
