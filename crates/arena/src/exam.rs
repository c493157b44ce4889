//! The cost of decisions, for games that are decided mostly by chance.
//!
//! All contestants are asked about the same positions, in which the value of every action is known: exactly where
//! tables reach, otherwise from a search deeper than any contestant's. The measure is the mean winning chance lost by a
//! decision.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sarsen_catalog::{Game, Legal, Position};
use sarsen_core::{Options, Turn, chance};
use sarsen_search::examiner::{Examiner, JudgedActions};
use sarsen_search::knowledge::mix;
use sarsen_search::{Cancel, Clock, Engines, Level, Limits};

use crate::contestant::{Contestant, Spec};
use crate::game::ArenaError;

/// The level that plays the games from which the positions are taken.
const PLAYER: u8 = 6;
/// One in this many actions of those games is random, so that bad positions occur too.
const RANDOM_EVERY: u64 = 8;
/// One in this many decisions becomes a question: neighbouring positions of a game are much alike.
const QUESTION_EVERY: u64 = 6;
/// Give up after this many actions without a question: with one piece, for example, there is never a choice.
const PATIENCE: u64 = 5000;

/// Positions with a choice, and the value of every action in them.
pub struct Exam {
    questions: Vec<Question>,
}

struct Question {
    position: Box<dyn Position>,
    values: Vec<(String, f64)>,
    exact: bool,
}

/// The losses of a contestant's decisions, in winning chance.
#[derive(Clone, PartialEq, Debug)]
pub struct Losses(Vec<f64>);

/// Called with the number of questions done.
pub type OnProgress<'a> = &'a (dyn Fn(usize) + Sync);

impl Exam {
    /// Takes questions from self-play and evaluates them. If cancelled, the exam has the questions evaluated so far.
    ///
    /// # Errors
    /// If there is never a choice, or the engine for self-play fails.
    pub fn set(
        examiner: &dyn Examiner,
        game: &dyn Game,
        count: usize,
        seed: u64,
        workers: usize,
        cancel: &Cancel,
        told: OnProgress<'_>,
    ) -> Result<Exam, ArenaError> {
        let positions = positions(game, examiner.options(), count, seed, cancel)?;
        let judged = each(positions.len(), workers, cancel, told, || {
            Ok(|index: usize| {
                let judged = examiner.values(positions[index].as_ref(), cancel);
                let JudgedActions { values, exact } = judged.ok_or(ArenaError::Stopped)?;
                Ok(Question { position: positions[index].boxed(), values, exact })
            })
        })?;
        Ok(Exam { questions: judged })
    }

    /// The number of questions, and how many of them have exact values.
    pub fn size(&self) -> (usize, usize) {
        (self.questions.len(), self.questions.iter().filter(|question| question.exact).count())
    }

    /// Asks a contestant every question. If cancelled, only some are answered.
    ///
    /// # Errors
    /// If the contestant cannot act.
    pub fn sit(
        &self,
        spec: &Spec,
        engines: &Engines,
        limits: &Limits,
        workers: usize,
        cancel: &Cancel,
        told: OnProgress<'_>,
    ) -> Result<Losses, ArenaError> {
        let fault = |error| ArenaError::Contestant { name: spec.to_string(), error };
        let losses = each(self.questions.len(), workers, cancel, told, || {
            let game = self.questions.first().map_or("", |q| q.position.options().spec().id);
            let mut contestant =
                Contestant::new(spec, game, engines, Duration::ZERO).map_err(fault)?;
            Ok(move |index: usize| {
                let question = &self.questions[index];
                let limits = Limits { threads: 1, ..limits.clone() }
                    .with_clock(Clock::Thread)
                    .with_seed(mix(limits.seed ^ mix(index as u64)));
                let position = question.position.as_ref();
                let action = contestant.act(position, &limits, cancel).map_err(fault)?;
                Ok(question.loss(&action))
            })
        })?;
        Ok(Losses(losses))
    }
}

impl Question {
    /// The loss of an action compared with the best one.
    fn loss(&self, action: &str) -> f64 {
        let best = self.values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        let chosen = self.values.iter().find(|(name, _)| name == action);
        // Anything that is not an action loses everything.
        chosen.map_or(best, |(_, value)| best - value)
    }
}

impl Losses {
    /// The mean, from 0 to 1.
    pub fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len().max(1) as f64
    }

    /// Half the width of the 95 % confidence interval of the mean.
    pub fn margin(&self) -> f64 {
        margin(&self.0)
    }

    /// How much more another contestant loses on the same questions, with half the width of the 95 % confidence
    /// interval.
    pub fn less_than(&self, other: &Losses) -> (f64, f64) {
        let differences: Vec<f64> =
            self.0.iter().zip(&other.0).map(|(own, other)| other - own).collect();
        let mean = differences.iter().sum::<f64>() / differences.len().max(1) as f64;
        (mean, margin(&differences))
    }
}

fn margin(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    1.96 * libm::sqrt(squares / (count - 1.0).max(1.0) / count.max(1.0))
}

/// Positions of self-play in which there is a choice.
fn positions(
    game: &dyn Game,
    options: &Options,
    count: usize,
    seed: u64,
    cancel: &Cancel,
) -> Result<Vec<Box<dyn Position>>, ArenaError> {
    let fault = |error| ArenaError::Contestant { name: "the examiner".to_owned(), error };
    let level = Level::new(PLAYER).map_or(Spec::Random, Spec::Level);
    // With the built-in data, so that the questions do not depend on tables.
    let engines = Engines::default();
    let mut player =
        Contestant::new(&level, game.spec().id, &engines, Duration::ZERO).map_err(fault)?;
    let mut rng = chance::generator(mix(seed ^ 0x0e8a_0000));
    let mut all = Vec::with_capacity(count);
    let mut position = game.start(options);
    let (mut number, mut asked) = (0, 0);
    while all.len() < count && !cancel.is_cancelled() {
        number += 1;
        if number - asked > PATIENCE {
            return Err(ArenaError::Exam("these options leave nothing to decide".to_owned()));
        }
        let stray = chance::below(&mut rng, RANDOM_EVERY) == 0;
        let open = matches!(position.legal(), Legal::Actions { actions } if actions.len() > 1);
        if open && chance::below(&mut rng, QUESTION_EVERY) == 0 {
            all.push(position.boxed());
            asked = number;
        }
        let token = if position.turn() == Turn::Chance || stray {
            position.random_action(&mut rng).unwrap_or_default()
        } else {
            let limits = Limits::nodes(2000).with_seed(mix(seed ^ number));
            player.act(position.as_ref(), &limits, cancel).map_err(fault)?
        };
        if position.play(&token).is_err() || position.turn().is_over() {
            position = game.start(options);
        }
    }
    Ok(all)
}

/// Runs numbered tasks on several workers and returns the results in order. After a cancellation, unfinished tasks are
/// missing.
fn each<T, W, F>(
    count: usize,
    workers: usize,
    cancel: &Cancel,
    told: OnProgress<'_>,
    hire: W,
) -> Result<Vec<T>, ArenaError>
where
    T: Send,
    W: Fn() -> Result<F, ArenaError> + Sync,
    F: FnMut(usize) -> Result<T, ArenaError>,
{
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    let fault: Mutex<Option<ArenaError>> = Mutex::new(None);
    let work = || -> Result<(), ArenaError> {
        let mut task = hire()?;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count || cancel.is_cancelled() {
                return Ok(());
            }
            let result = task(index)?;
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            // The result of an interrupted task is meaningless.
            if !cancel.is_cancelled() {
                done.push((index, result));
                told(done.len());
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            scope.spawn(|| {
                if let Err(error) = work()
                    && !matches!(error, ArenaError::Stopped)
                {
                    next.store(count, Ordering::Relaxed);
                    fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            });
        }
    });
    if let Some(error) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examiner(options: &Options) -> Box<dyn Examiner> {
        let engine = sarsen_search::engine(options.spec().id).unwrap();
        engine.examiner(options, None).unwrap().unwrap()
    }

    #[test]
    fn better_contestants_lose_less_and_the_best_one_next_to_nothing() {
        let game = sarsen_catalog::game("holes").unwrap();
        let mut options = Options::defaults(game.spec());
        options.set("pieces", "2").unwrap();
        let cancel = Cancel::default();
        let examiner = examiner(&options);
        let exam = Exam::set(examiner.as_ref(), game, 200, 5, 2, &cancel, &|_| {}).unwrap();
        assert_eq!(exam.size(), (200, 200));
        let sit = |name: &str| {
            let spec: Spec = name.parse().unwrap();
            exam.sit(&spec, &Engines::default(), &Limits::nodes(3000), 1, &cancel, &|_| {}).unwrap()
        };
        let (random, middle, last) = (sit("random"), sit("4"), sit("8"));
        assert!(random.mean() > middle.mean() && middle.mean() > last.mean());
        assert!(last.mean() < 1e-6, "{}", last.mean());
        let (less, margin) = last.less_than(&random);
        assert!(less > margin && margin > 0.0, "{less} {margin}");
    }

    #[test]
    fn an_exam_that_is_cancelled_is_empty_and_a_game_without_chance_has_none() {
        let cancel = Cancel::default();
        cancel.cancel();
        let holes = sarsen_catalog::game("holes").unwrap();
        let mut options = Options::defaults(holes.spec());
        options.set("pieces", "1").unwrap();
        let examiner = examiner(&options);
        assert_eq!(
            Exam::set(examiner.as_ref(), holes, 9, 5, 1, &cancel, &|_| {}).unwrap().size(),
            (0, 0)
        );
        let logan = sarsen_catalog::game("logan").unwrap();
        let engine = sarsen_search::engine("logan").unwrap();
        assert!(!engine.has_examiner());
        assert!(engine.examiner(&Options::defaults(logan.spec()), None).unwrap().is_none());
    }
}
