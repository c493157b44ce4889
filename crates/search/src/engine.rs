//! The interface for outer layers: engines by game id, in notation.

use std::path::Path;
use std::sync::Arc;

use sarsen_catalog::Position;
use sarsen_core::{Level, Options, Rules, Seat, Turn};
use serde::Serialize;
use thiserror::Error;

use crate::examiner::{Examiner, ExaminerError};
use crate::games::cathedral::NetworkError;
use crate::limits::{Budget, Cancel, Limits};
use crate::report::{Found, Line, Progress, Report};
use crate::tables::EndgameTableError;
use crate::tools::tools;

/// A request for a decision.
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::{Cancel, Level, Limits, Request, engine};
///
/// let game = sarsen_catalog::game("stonehenge").unwrap();
/// let position = game.start(&Options::defaults(game.spec()));
/// let cancel = Cancel::default();
/// let mut request = Request::new(position.as_ref(), Level::MAX, Limits::nodes(500), &cancel);
/// request.lines = 3;
/// let choice = engine("stonehenge").unwrap().choose(&request)?;
/// assert_eq!(choice.lines.len(), 3);
/// # Ok::<(), sarsen_search::EngineError>(())
/// ```
pub struct Request<'a> {
    /// The position; the engine decides for the seat to act.
    pub position: &'a dyn Position,
    /// The playing strength.
    pub level: Level,
    /// The limits. Levels 1 to 4 take less than 0.3 s whatever is allowed.
    pub limits: Limits,
    /// Cancels the search.
    pub cancel: &'a Cancel,
    /// Receives progress reports.
    pub progress: Progress<'a>,
    /// The number of lines wanted.
    pub lines: usize,
    /// An action to evaluate in any case, for the analysis of a played game. It has no line if the search ended before
    /// reaching it.
    pub also: Option<&'a str>,
    /// Whether this is advice for a person, not the engine's own action: in a game of dexterity, nothing is then
    /// advised that requires the engine's hand, and the hand's error is left out.
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

/// An engine's decision.
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::{Cancel, Level, Limits, Request, engine};
///
/// let game = sarsen_catalog::game("stonehenge").unwrap();
/// let mut position = game.start(&Options::defaults(game.spec()));
/// let cancel = Cancel::default();
/// let request = Request::new(position.as_ref(), Level::MIN, Limits::nodes(100), &cancel);
/// let choice = engine("stonehenge").unwrap().choose(&request)?;
/// assert!((0.0..=1.0).contains(&choice.chance));
/// position.play(&choice.action)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// The action.
    pub action: String,
    /// Its winning chance, from 0 to 1.
    pub chance: f64,
    /// Whether that is proven.
    pub exact: bool,
    /// The best lines, best first; the one of [`Request::also`] last, if it is not among them.
    pub lines: Vec<Line>,
    /// The search depth.
    pub depth: u32,
    /// The number of positions or playouts.
    pub nodes: u64,
}

impl Choice {
    /// The choice of a candidate of a finished search, with as many lines as requested.
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
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::{Cancel, EngineError, Level, Limits, Request, engine};
///
/// let game = sarsen_catalog::game("holes").unwrap();
/// let position = game.start(&Options::defaults(game.spec()));
/// let cancel = Cancel::default();
/// let request = Request::new(position.as_ref(), Level::MAX, Limits::nodes(1), &cancel);
/// // The sticks are thrown first.
/// assert_eq!(engine("holes").unwrap().choose(&request), Err(EngineError::NoSeat));
/// assert!(matches!(engine("logan").unwrap().choose(&request), Err(EngineError::WrongGame { .. })));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// No seat is to act.
    #[error("no seat is to act in this position")]
    NoSeat,
    /// The position belongs to another game.
    #[error("this engine plays `{expected}`, the position is of `{given}`")]
    WrongGame {
        /// The engine's game.
        expected: &'static str,
        /// The position's game.
        given: &'static str,
    },
    /// There is no plain UCT for the game.
    #[error("there is no plain UCT for `{0}`: its actions cannot be listed")]
    NoTree(&'static str),
    /// The action to evaluate is not legal.
    #[error("`{0}` is not legal in this position")]
    NotLegal(String),
}

/// An engine for one game.
///
/// It uses only what the seat to act may know: in games with hidden information it works on what `Hidden::determinize`
/// draws from that seat's view.
///
/// ```
/// use sarsen_search::engine;
///
/// let engine = engine("cathedral").unwrap();
/// assert_eq!(engine.game(), "cathedral");
/// assert!(engine.has_yardstick(), "plain UCT can play it too");
/// assert!(sarsen_search::engine("chess").is_none());
/// ```
pub trait Engine: Send + Sync {
    /// The id of its game.
    fn game(&self) -> &'static str;

    /// Decides for the seat to act.
    ///
    /// # Errors
    /// If no seat is to act, the position belongs to another game, or the action to evaluate is not legal.
    fn choose(&self, request: &Request<'_>) -> Result<Choice, EngineError>;

    /// The same engine, with an exact table from a file besides what it knows.
    ///
    /// # Errors
    /// If the file cannot be read or is not a table of this engine's game.
    fn with_table(&self, file: &Path) -> Result<Arc<dyn Engine>, EndgameTableError> {
        let _ = file;
        Err(EndgameTableError::Foreign)
    }

    /// An estimate of how many turns the seat to act still has; `None` if no seat is to act or the position belongs to
    /// another game. The default is 30.
    fn turns_left(&self, position: &dyn Position) -> Option<u32> {
        (position.options().spec().id == self.game() && position.turn().seat().is_some())
            .then_some(TURNS)
    }

    /// The number of random actions with which games between engines begin, the same for all of them: without any, two
    /// engines would play the same game again and again if nothing is left to chance.
    fn opening_actions(&self) -> usize {
        0
    }

    /// Whether its search uses several threads.
    fn is_parallel(&self) -> bool {
        false
    }

    /// Whether its decisions are examined one by one ([`Engine::examiner`]): in games that chance decides, results say
    /// little.
    fn has_examiner(&self) -> bool {
        false
    }

    /// The examiner of decisions in games with these options, if the game has one. It judges by exact tables from a file,
    /// or by those that every engine has.
    ///
    /// # Errors
    /// If the file cannot be read or is of a game with other options.
    fn examiner(
        &self,
        options: &Options,
        table: Option<&Path>,
    ) -> Result<Option<Box<dyn Examiner>>, ExaminerError> {
        let _ = (options, table);
        Ok(None)
    }

    /// Whether there is a yardstick: plain UCT needs actions that can be listed.
    fn has_yardstick(&self) -> bool;

    /// Plain UCT with uniform playouts, the yardstick for the engine.
    ///
    /// # Errors
    /// As [`Engine::choose`], and if there is none.
    fn yardstick(&self, request: &Request<'_>) -> Result<Choice, EngineError>;
}

/// The estimated number of remaining turns in an unknown game.
const TURNS: u32 = 30;

/// The engine for a game id, with the data that is built into the program; [`crate::Engines`] has engines with more.
pub fn engine(game: &str) -> Option<Box<dyn Engine>> {
    tools(game).map(|tools| (tools.engine)())
}

/// Why there is no engine that judges by a network.
///
/// ```
/// use sarsen_search::{WeightsError, engine_with_weights};
///
/// assert!(matches!(engine_with_weights("holes", ""), Err(WeightsError::NoNetwork(_))));
/// assert!(matches!(engine_with_weights("cathedral", ""), Err(WeightsError::Network(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// The game's engine cannot use one.
    #[error("the engine of `{0}` takes no weights: that of `cathedral` does")]
    NoNetwork(String),
    /// The weights are of no network.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// The engine of a game's id, with a network that was trained elsewhere in place of its own judgement.
///
/// ```
/// use sarsen_search::engine_with_weights;
/// use sarsen_search::games::cathedral::Network;
///
/// let zeros = "0 ".repeat(Network::weight_count(1, 0));
/// let text = format!("sarsen network cathedral 1\nchannels 1 blocks 0\n{zeros}");
/// assert_eq!(engine_with_weights("cathedral", &text)?.game(), "cathedral");
/// # Ok::<(), sarsen_search::WeightsError>(())
/// ```
///
/// # Errors
/// If the game's engine takes none, or the text is not a network's.
pub fn engine_with_weights(game: &str, text: &str) -> Result<Box<dyn Engine>, WeightsError> {
    let make = tools(game).and_then(|tools| tools.network);
    let make = make.ok_or_else(|| WeightsError::NoNetwork(game.to_owned()))?;
    Ok(make(text)?)
}

/// An engine in terms of the game's own types; [`Engine`] is implemented for all of them.
pub(crate) trait GameEngine: Send + Sync {
    type Game: Rules;

    fn decide(&self, state: &Self::Game, asked: &GameRequest<'_, '_, Self::Game>) -> Choice;

    /// The same engine with a table from a file, if the game has tables.
    fn with_table(&self, file: &Path) -> Result<Arc<dyn Engine>, EndgameTableError> {
        let _ = file;
        Err(EndgameTableError::Foreign)
    }

    /// An estimate of how many turns a seat that is to act still has, including this one: its time is divided among
    /// them.
    fn turns_left(&self, state: &Self::Game, seat: Seat) -> u32 {
        let _ = (state, seat);
        TURNS
    }

    /// Whether actions can be listed, as plain UCT requires.
    const HAS_TREE: bool = true;

    /// The number of random actions that make games between engines differ.
    const OPENING_ACTIONS: usize = 0;

    /// Whether its search uses several threads.
    const IS_PARALLEL: bool = false;

    /// Whether there is an examiner.
    const HAS_EXAMINER: bool = false;

    /// The examiner of decisions, if the game has one.
    fn examiner(
        &self,
        options: &Options,
        table: Option<&Path>,
    ) -> Result<Option<Box<dyn Examiner>>, ExaminerError> {
        let _ = (options, table);
        Ok(None)
    }

    /// Plain UCT, if actions can be listed.
    fn uct(&self, state: &Self::Game, asked: &GameRequest<'_, '_, Self::Game>) -> Option<Choice> {
        let _ = (state, asked);
        None
    }
}

/// A request in terms of a game's own types.
pub(crate) struct GameRequest<'r, 'a, G: Rules> {
    pub(crate) request: &'r Request<'a>,
    pub(crate) budget: Budget<'a>,
    pub(crate) also: Option<G::Action>,
}

impl<G: Rules> GameRequest<'_, '_, G> {
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

impl<P: GameEngine> Engine for P {
    fn game(&self) -> &'static str {
        P::Game::SPEC.id
    }

    fn choose(&self, request: &Request<'_>) -> Result<Choice, EngineError> {
        let (state, asked) = typed::<P>(request)?;
        Ok(self.decide(state, &asked))
    }

    fn with_table(&self, file: &Path) -> Result<Arc<dyn Engine>, EndgameTableError> {
        GameEngine::with_table(self, file)
    }

    fn turns_left(&self, position: &dyn Position) -> Option<u32> {
        let state = position.state().downcast_ref::<P::Game>()?;
        Some(GameEngine::turns_left(self, state, state.turn().seat()?).max(1))
    }

    fn opening_actions(&self) -> usize {
        P::OPENING_ACTIONS
    }

    fn is_parallel(&self) -> bool {
        P::IS_PARALLEL
    }

    fn has_examiner(&self) -> bool {
        P::HAS_EXAMINER
    }

    fn examiner(
        &self,
        options: &Options,
        table: Option<&Path>,
    ) -> Result<Option<Box<dyn Examiner>>, ExaminerError> {
        GameEngine::examiner(self, options, table)
    }

    fn has_yardstick(&self) -> bool {
        P::HAS_TREE
    }

    fn yardstick(&self, request: &Request<'_>) -> Result<Choice, EngineError> {
        let (state, asked) = typed::<P>(request)?;
        self.uct(state, &asked).ok_or(EngineError::NoTree(P::Game::SPEC.id))
    }
}

#[allow(clippy::type_complexity, reason = "the pair is taken apart at once")]
fn typed<'r, 'a, P: GameEngine>(
    request: &'r Request<'a>,
) -> Result<(&'a P::Game, GameRequest<'r, 'a, P::Game>), EngineError> {
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
    Ok((state, GameRequest { request, budget, also }))
}
