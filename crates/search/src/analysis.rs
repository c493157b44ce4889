//! The cost of each decision of a game, and the luck of each throw of chance.
//!
//! Seat 1's winning chance goes from its value before the first action to that after the last. Every part of the
//! difference is accounted for: the cost of decisions, the luck of throws, and the rest, by which one search evaluates
//! the same position differently from the search before it.

use sarsen_catalog::{Game, Legal, Position};
use sarsen_core::{Level, Options, PlayError, Seat, Turn};
use serde::Serialize;

use crate::engine::{Engine, EngineError, Request};
use crate::limits::{Cancel, Limits};

/// One evaluated action of a game.
///
/// ```
/// use sarsen_core::{Options, Seat};
/// use sarsen_search::{Cancel, Limits, analysis, engine};
///
/// let game = sarsen_catalog::game("stonehenge").unwrap();
/// let options = Options::defaults(game.spec());
/// let engine = engine("stonehenge").unwrap();
/// let (limits, cancel) = (Limits::nodes(200), Cancel::default());
/// let steps = analysis::analyse(game, &options, &["G4", "A1"], engine.as_ref(), &limits, &cancel, |_| {})?;
/// assert_eq!((steps[0].number, steps[0].seat), (1, Some(Seat::ONE)));
/// assert!(steps[0].loss.is_some_and(|loss| loss >= 0.0));
/// # Ok::<(), analysis::AnalysisError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    /// Its index in the record, from 1.
    pub number: usize,
    /// Who acted; `None` for chance.
    pub seat: Option<Seat>,
    /// What was done.
    pub action: String,
    /// Seat 1's winning chance before it, with the best decision or averaged over all throws. `None` if it is unknown,
    /// as when a seat beyond the second decides.
    pub before: Option<f64>,
    /// Seat 1's winning chance after it, by the same search.
    pub chance: Option<f64>,
    /// The best alternative, with its chance for the seat that acted.
    pub best: Option<Better>,
    /// The winning chance that the decision cost the seat that acted, by one search that evaluated it and the best; `None` if the
    /// search ended before reaching it.
    pub loss: Option<f64>,
    /// The winning chance that the throw gave seat 1, against the mean of all throws.
    pub luck: Option<f64>,
    /// By how much the search's evaluation changed: the difference of `chance` from the step before, beyond loss and
    /// luck.
    pub doubt: Option<f64>,
    /// Whether the evaluation is proven.
    pub exact: bool,
}

impl Step {
    /// The effect of the action on seat 1's winning chance.
    pub fn charge(&self) -> f64 {
        match (self.seat, self.loss, self.luck) {
            (Some(Seat::ONE), Some(loss), _) => -loss,
            (Some(_), Some(loss), _) => loss,
            (None, _, Some(luck)) => luck,
            _ => 0.0,
        }
    }
}

/// The best alternative.
///
/// ```
/// use sarsen_search::analysis::Better;
///
/// let better = Better { action: "G4".into(), chance: 0.6, line: vec!["G4".into(), "A1".into()] };
/// assert_eq!(better.line[0], better.action);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Better {
    /// The action.
    pub action: String,
    /// Its winning chance for the seat that acted.
    pub chance: f64,
    /// The expected continuation.
    pub line: Vec<String>,
}

/// Why a game could not be analysed.
///
/// ```
/// use sarsen_core::Options;
/// use sarsen_search::analysis::{self, AnalysisError};
/// use sarsen_search::{Cancel, Limits, engine};
///
/// let game = sarsen_catalog::game("stonehenge").unwrap();
/// let options = Options::defaults(game.spec());
/// let engine = engine("stonehenge").unwrap();
/// let (limits, cancel) = (Limits::nodes(1), Cancel::default());
/// let refused = analysis::analyse(game, &options, &["Z9"], engine.as_ref(), &limits, &cancel, |_| {});
/// assert!(matches!(refused, Err(AnalysisError::Play { number: 1, .. })));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// A token cannot be played.
    #[error("action {number} (`{token}`): {error}")]
    Play {
        /// Its index, from 1.
        number: usize,
        /// The token.
        token: String,
        /// Why.
        error: PlayError,
    },
    /// The engine refused.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Replays a game's tokens and evaluates every action, reporting each as it is done. Stops early if cancelled.
///
/// # Errors
/// If a token cannot be played.
pub fn analyse(
    game: &dyn Game,
    options: &Options,
    tokens: &[&str],
    engine: &dyn Engine,
    limits: &Limits,
    cancel: &Cancel,
    mut progress: impl FnMut(&Step),
) -> Result<Vec<Step>, AnalysisError> {
    let mut position = game.start(options);
    let mut steps = Vec::with_capacity(tokens.len());
    let mut known = None;
    for (index, token) in tokens.iter().enumerate() {
        if cancel.is_cancelled() {
            break;
        }
        let judge = Judge { engine, limits, cancel };
        let mut step = match position.turn() {
            Turn::Seat(seat) => judge.decision(position.as_ref(), seat, token)?,
            _ => judge.throw(position.as_ref(), token)?,
        };
        step.number = index + 1;
        position.play(token).map_err(|error| AnalysisError::Play {
            number: index + 1,
            token: (*token).to_owned(),
            error,
        })?;
        if let Turn::Over(outcome) = position.turn() {
            step.chance = Some(outcome.payoff(Seat::ONE));
        }
        if let (Some(before), Some(chance)) = (step.before, step.chance) {
            step.doubt = Some(chance - known.unwrap_or(before) - step.charge());
            known = Some(chance);
        }
        progress(&step);
        steps.push(step);
    }
    Ok(steps)
}

struct Judge<'a> {
    engine: &'a dyn Engine,
    limits: &'a Limits,
    cancel: &'a Cancel,
}

impl Judge<'_> {
    /// The evaluation must not assume an engine's own hand.
    fn request<'a>(&'a self, position: &'a dyn Position) -> Request<'a> {
        let limits = self.limits.clone();
        Request { advice: true, ..Request::new(position, Level::MAX, limits, self.cancel) }
    }

    fn decision(
        &self,
        position: &dyn Position,
        seat: Seat,
        token: &str,
    ) -> Result<Step, EngineError> {
        let mut request = self.request(position);
        request.also = position.check(token).is_ok().then_some(token);
        let choice = self.engine.choose(&request)?;
        let played = choice.lines.iter().find(|line| line.actions[0] == token);
        // Another search of the position after it would not be comparable with this one.
        let chance = played.map(|line| line.chance);
        // With more than two seats, another seat's loss is not seat 1's gain.
        let comparable = seat == Seat::ONE || position.options().seats() == 2;
        let for_one = |chance: f64| if seat == Seat::ONE { chance } else { 1.0 - chance };
        // The action played may turn out better than the search's first choice.
        let best = choice.chance.max(chance.unwrap_or(0.0));
        let better = choice.lines.first().filter(|line| line.actions[0] != token);
        Ok(Step {
            number: 0,
            seat: Some(seat),
            action: token.to_owned(),
            before: chance.filter(|_| comparable).map(|_| for_one(best)),
            chance: chance.filter(|_| comparable).map(for_one),
            best: better.map(|line| Better {
                action: line.actions[0].clone(),
                chance: line.chance,
                line: line.actions.clone(),
            }),
            loss: chance.map(|chance| (best - chance).max(0.0)),
            luck: None,
            doubt: None,
            exact: choice.exact,
        })
    }

    /// The luck of a throw whose outcomes can be listed: its value compared with the mean.
    fn throw(&self, position: &dyn Position, token: &str) -> Result<Step, EngineError> {
        let mut step = Step {
            number: 0,
            seat: None,
            action: token.to_owned(),
            before: None,
            chance: None,
            best: None,
            loss: None,
            luck: None,
            doubt: None,
            exact: false,
        };
        let Legal::Outcomes { outcomes } = position.legal() else { return Ok(step) };
        let mut mean = 0.0;
        for (outcome, numerator, denominator) in outcomes {
            let mut after = position.boxed();
            if after.play(&outcome).is_err() {
                return Ok(step);
            }
            let Some(value) = self.value(after.as_ref())? else { return Ok(step) };
            mean += value * numerator as f64 / denominator as f64;
            if outcome == token {
                step.chance = Some(value);
            }
        }
        step.before = step.chance.map(|_| mean);
        step.luck = step.chance.map(|chance| chance - mean);
        Ok(step)
    }

    /// Seat 1's winning chance in a position that is over or in which a seat is to act.
    fn value(&self, position: &dyn Position) -> Result<Option<f64>, EngineError> {
        match position.turn() {
            Turn::Over(outcome) => Ok(Some(outcome.payoff(Seat::ONE))),
            Turn::Chance => Ok(None),
            Turn::Seat(seat) if seat != Seat::ONE && position.options().seats() > 2 => Ok(None),
            Turn::Seat(seat) => {
                let chance = self.engine.choose(&self.request(position))?.chance;
                Ok(Some(if seat == Seat::ONE { chance } else { 1.0 - chance }))
            }
        }
    }
}
