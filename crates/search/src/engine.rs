//! The door for outer layers: engines by game id, in notation.

use sarsen_catalog::Position;
use sarsen_core::{Rules, Turn};
use serde::Serialize;
use thiserror::Error;

use crate::games;
use crate::level::Level;
use crate::limits::{Budget, Cancel, Limits};
use crate::report::{Found, Line, Progress, Report};

/// A decision that an engine is asked for.
pub struct Request<'a> {
    /// The position; the seat to act in it is the engine's.
    pub position: &'a dyn Position,
    /// How strong it plays.
    pub level: Level,
    /// What it may use. Levels 1 to 4 take less than 0.3 s whatever is allowed.
    pub limits: Limits,
    /// How it is stopped.
    pub cancel: &'a Cancel,
    /// Who is told how far it has got.
    pub progress: Progress<'a>,
    /// How many lines are wanted.
    pub lines: usize,
    /// An action that is to be valued in any case, for the analysis of what was played.
    pub also: Option<&'a str>,
    /// Whether it is advice for somebody who will act with a hand of their own, and not the engine's own action: in a
    /// game of dexterity nothing is then advised that wants the engine's hand, and its error is left out.
    pub advice: bool,
}

impl<'a> Request<'a> {
    /// A request for one action, without progress.
    pub fn new(
        position: &'a dyn Position,
        level: Level,
        limits: Limits,
        cancel: &'a Cancel,
    ) -> Request<'a> {
        let (progress, lines, also, advice) = (&|_: &Report| {}, 1, None, false);
        Request { position, level, limits, cancel, progress, lines, also, advice }
    }
}

/// What an engine has decided.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// The action.
    pub action: String,
    /// Its winning chance, from 0 to 1.
    pub chance: f64,
    /// Whether that is proved.
    pub exact: bool,
    /// The best lines, the best first; the one of [`Request::also`] last, if it is not among them.
    pub lines: Vec<Line>,
    /// How far it looked.
    pub depth: u32,
    /// How many positions or playouts it took.
    pub nodes: u64,
}

impl Choice {
    /// The choice of a candidate of a finished search, with as many lines as were asked for.
    pub(crate) fn of<A: Copy + PartialEq + ToString>(
        found: &Found<A>,
        chosen: usize,
        request: &Request<'_>,
    ) -> Choice {
        let candidate = &found.candidates[chosen];
        let mut lines = found.lines(request.lines.max(1));
        let missing =
            request.also.filter(|also| !lines.iter().any(|line| line.actions[0] == *also));
        if let Some(also) = missing {
            let is_it = |candidate: &&crate::Candidate<A>| candidate.action.to_string() == also;
            lines.extend(found.candidates.iter().find(is_it).map(Line::of));
        }
        Choice {
            action: candidate.action.to_string(),
            chance: candidate.chance,
            exact: candidate.exact,
            lines,
            depth: found.depth,
            nodes: found.nodes,
        }
    }
}

/// Why an engine could not decide.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// No seat is to act.
    #[error("no seat is to act in this position")]
    NoSeat,
    /// The position is of another game.
    #[error("this engine plays `{expected}`, the position is of `{given}`")]
    WrongGame {
        /// The engine's game.
        expected: &'static str,
        /// The position's game.
        given: &'static str,
    },
    /// The action to be valued is not legal.
    #[error("`{0}` is not legal in this position")]
    NotLegal(String),
}

/// An engine player of one game.
///
/// It sees no more than the seat to act: of games with hidden information it uses only what
/// `Hidden::determinize` draws from that seat's view.
pub trait Engine: Send + Sync {
    /// The id of its game.
    fn game(&self) -> &'static str;

    /// Decides for the seat to act.
    ///
    /// # Errors
    /// If no seat is to act, the position is of another game, or the action to be valued is not legal.
    fn choose(&self, request: &Request<'_>) -> Result<Choice, EngineError>;

    /// Plain UCT with uniform playouts, the yardstick that the engine is measured by.
    ///
    /// # Errors
    /// As [`Engine::choose`].
    fn yardstick(&self, request: &Request<'_>) -> Result<Choice, EngineError>;
}

/// The engine of a game's id.
pub fn engine(game: &str) -> Option<Box<dyn Engine>> {
    games::engine(game)
}

/// A player of one game in its own types; [`Engine`] is implemented for all of them.
pub(crate) trait Player: Send + Sync {
    type Game: Rules;

    fn decide(&self, state: &Self::Game, asked: &Asked<'_, '_, Self::Game>) -> Choice;

    fn uct(&self, state: &Self::Game, asked: &Asked<'_, '_, Self::Game>) -> Choice;
}

/// A request in a game's own types.
pub(crate) struct Asked<'r, 'a, G: Rules> {
    pub(crate) request: &'r Request<'a>,
    pub(crate) budget: Budget<'a>,
    pub(crate) also: Option<G::Action>,
}

impl<G: Rules> Asked<'_, '_, G> {
    pub(crate) fn level(&self) -> Level {
        self.request.level
    }

    pub(crate) fn seed(&self) -> u64 {
        self.request.limits.seed
    }

    pub(crate) fn threads(&self) -> usize {
        self.request.limits.thread_count()
    }

    pub(crate) fn memory(&self) -> usize {
        self.request.limits.memory
    }
}

impl<P: Player> Engine for P {
    fn game(&self) -> &'static str {
        P::Game::SPEC.id
    }

    fn choose(&self, request: &Request<'_>) -> Result<Choice, EngineError> {
        let (state, asked) = typed::<P>(request)?;
        Ok(self.decide(state, &asked))
    }

    fn yardstick(&self, request: &Request<'_>) -> Result<Choice, EngineError> {
        let (state, asked) = typed::<P>(request)?;
        Ok(self.uct(state, &asked))
    }
}

#[allow(clippy::type_complexity, reason = "the pair is taken apart at once")]
fn typed<'r, 'a, P: Player>(
    request: &'r Request<'a>,
) -> Result<(&'a P::Game, Asked<'r, 'a, P::Game>), EngineError> {
    let expected = P::Game::SPEC.id;
    let given = request.position.options().spec().id;
    let state = request
        .position
        .state()
        .downcast_ref::<P::Game>()
        .ok_or(EngineError::WrongGame { expected, given })?;
    let Turn::Seat(_) = state.turn() else { return Err(EngineError::NoSeat) };
    let also = match request.also {
        None => None,
        Some(token) => {
            let legal = token.parse().ok().filter(|&action| state.check(action).is_ok());
            Some(legal.ok_or_else(|| EngineError::NotLegal(token.to_owned()))?)
        }
    };
    let budget = Budget::new(&request.limits, request.cancel);
    Ok((state, Asked { request, budget, also }))
}
