//! The generic wrapper that makes a game a [`Position`].

use std::any::Any;
use std::marker::PhantomData;

use sarsen_core::chance::{self, Generator};
use sarsen_core::record::Played;
use sarsen_core::{
    Chance, Draw, Hashed, ListActions, Options, PerSeat, PlayError, Propose, Rules, Seat,
    Symmetric, Turn, Viewer, Views, legal_actions,
};

use crate::position::json_of;
use crate::{Legal, Perft, PerftError, PerftRequest, Position, Shown, Told, perft};

/// What differs between games with different capabilities.
pub(crate) trait Kind<G: Rules>: 'static {
    fn legal_of_seat(state: &G) -> Legal;
    /// The same in the words of the seat to act.
    fn choices(state: &G, seat: Seat) -> Legal;
    fn legal_of_chance(state: &G) -> Legal;
    fn random_action(state: &G, rng: &mut Generator) -> Option<G::Action>;
    fn perft(state: &G, request: &PerftRequest<'_>) -> Result<Perft, PerftError>;
}

/// Games whose actions can be listed, and how their positions are counted.
pub(crate) struct Listed<C>(PhantomData<C>);

/// Games whose actions can only be proposed.
pub(crate) struct Proposed;

fn outcomes<G: Chance>(state: &G) -> Legal {
    let mut weighted = Vec::new();
    let listed = state
        .visit_outcomes(|action, weight| weighted.push((action.to_string(), u64::from(weight))));
    if listed { Legal::outcomes(weighted) } else { Legal::NotListed }
}

/// A way to count the positions of a game.
pub(crate) trait Count<G>: 'static {
    fn perft(state: &G, request: &PerftRequest<'_>) -> Result<Perft, PerftError>;
}

/// Every position for itself.
pub(crate) struct OneByOne;

/// On request only one of those that are images of each other.
pub(crate) struct BySymmetry;

impl<G: ListActions + Chance> Count<G> for OneByOne {
    fn perft(state: &G, request: &PerftRequest<'_>) -> Result<Perft, PerftError> {
        perft::plain(state, request)
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
}

impl<G: ListActions + Chance + Views, C: Count<G>> Kind<G> for Listed<C> {
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
}

/// How many actions random play of a proposing game chooses from.
const PROPOSALS: usize = 8;

impl<G: Propose + Chance> Kind<G> for Proposed {
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
}

/// A game's state and history behind the [`Position`] interface.
pub(crate) struct Door<G: Rules, K> {
    options: Options,
    state: G,
    actions: Vec<G::Action>,
    kind: PhantomData<fn() -> K>,
}

impl<G: Rules, K> Door<G, K> {
    pub(crate) fn start(options: &Options) -> Door<G, K> {
        let state = G::start(options);
        Door { options: options.clone(), state, actions: Vec::new(), kind: PhantomData }
    }

    pub(crate) fn played(played: Played<G>) -> Door<G, K> {
        let Played { options, actions, state } = played;
        Door { options, state, actions, kind: PhantomData }
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

impl<G: Draw, K: Kind<G>> Position for Door<G, K> {
    fn options(&self) -> &Options {
        &self.options
    }

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        self.state.score()
    }

    fn history(&self, viewer: Viewer) -> Vec<String> {
        self.state.masked(&self.actions, viewer)
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
        self.state.apply(action);
        self.actions.push(action);
        Ok(())
    }

    fn events(&self, token: &str, viewer: Viewer) -> Result<Vec<Told>, PlayError> {
        let action = self.legal_action(token)?;
        Ok(self.state.events(action, viewer).iter().map(Told::new).collect())
    }

    fn preview(&self, token: &str, viewer: Viewer) -> Result<Vec<Told>, PlayError> {
        let events = match (viewer, self.state.turn()) {
            (Viewer::Seat(seat), Turn::Seat(to_act)) if seat == to_act => {
                self.state.foresee(seat, token)?
            }
            _ => self.state.preview(self.legal_action(token)?, viewer),
        };
        Ok(events.iter().map(Told::new).collect())
    }

    fn view(&self, viewer: Viewer) -> serde_json::Value {
        json_of::<G>(&self.state.view(viewer))
    }

    fn show(&self, viewer: Viewer) -> Shown {
        Shown::new::<G>(&self.state.view(viewer))
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

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(Door::<G, K> {
            options: self.options.clone(),
            state: self.state.clone(),
            actions: self.actions.clone(),
            kind: PhantomData,
        })
    }
}
