//! All levels of a game, measured.
//!
//! Each level meets the one below it and the top meets the yardstick, in mirrored games. Where luck decides
//! most games, the measure is the mean loss of winning chance a decision instead, judged by a deeper search.

use std::time::Duration;

use sarsen_catalog::Game;
use sarsen_core::{Options, Turn, chance};
use sarsen_search::knowledge::mix;
use sarsen_search::{Cancel, Level, Limits, Request};

use crate::contestant::Spec;
use crate::game::ArenaError;
use crate::statistics::Score;
use crate::tournament::{Plan, run};

/// One rung: two neighbours, or the top and the yardstick.
#[derive(Clone, Debug)]
pub struct Rung {
    /// The stronger one, by its name.
    pub upper: Spec,
    /// The weaker one.
    pub lower: Spec,
    /// The games between them.
    pub score: Score,
}

/// The rungs that are to be climbed.
pub fn pairings() -> Vec<(Spec, Spec)> {
    let levels: Vec<Level> = Level::all().collect();
    let mut all: Vec<_> =
        levels.windows(2).map(|pair| (Spec::Level(pair[1]), Spec::Level(pair[0]))).collect();
    all.push((Spec::Level(Level::MAX), Spec::Uct));
    all
}

/// How many actions of a game are drawn at random before a match begins, so that games differ.
pub fn opening_of(game: &str) -> usize {
    match game {
        "stonehenge" | "cathedral" => 2,
        _ => 0,
    }
}

/// How a ladder is climbed.
pub struct Climb<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// Its options.
    pub options: &'a Options,
    /// How many pairs of games a rung.
    pub pairs: usize,
    /// The time for one decision.
    pub time: Duration,
    /// What everything is drawn from.
    pub seed: u64,
    /// How many games at once.
    pub workers: usize,
}

impl Climb<'_> {
    /// Plays one rung.
    ///
    /// # Errors
    /// If a game could not be finished.
    pub fn rung(&self, upper: Spec, lower: Spec, cancel: &Cancel) -> Result<Rung, ArenaError> {
        let plan = Plan {
            game: self.game,
            options: self.options,
            contestants: [upper.clone(), lower.clone()],
            pairs: self.pairs,
            opening: opening_of(self.game.spec().id),
            seed: self.seed,
            limits: Limits::time(self.time),
            workers: self.workers,
            sprt: None,
            records: None,
        };
        let score = run(&plan, cancel, &|_| {})?;
        Ok(Rung { upper, lower, score })
    }

    /// The mean loss of winning chance a decision of a contestant, with its standard error, over so many
    /// positions of self-play in which there is something to decide.
    ///
    /// # Errors
    /// If the contestant cannot act.
    pub fn loss(
        &self,
        spec: &Spec,
        positions: usize,
        judge: &Limits,
        cancel: &Cancel,
    ) -> Result<(f64, f64), ArenaError> {
        let id = self.game.spec().id;
        let fault = |error| ArenaError::Contestant { name: spec.to_string(), error };
        let mut contestant = crate::Contestant::new(spec, id).map_err(fault)?;
        let engine = sarsen_search::engine(id)
            .ok_or_else(|| fault(crate::ContestantError::NoEngine(id.to_owned())))?;
        let mut rng = chance::generator(self.seed);
        let mut losses = Vec::with_capacity(positions);
        let mut position = self.game.start(self.options);
        let mut number = 0;
        while losses.len() < positions {
            number += 1;
            if cancel.is_cancelled() {
                return Err(ArenaError::Stopped);
            }
            let Turn::Seat(_) = position.turn() else {
                match position.random_action(&mut rng) {
                    Some(token) if position.play(&token).is_ok() => {}
                    _ => position = self.game.start(self.options),
                }
                continue;
            };
            let mut request = Request::new(position.as_ref(), Level::MAX, judge.clone(), cancel);
            request.lines = usize::MAX;
            let best = engine.choose(&request).map_err(|error| fault(error.into()))?;
            if best.lines.len() > 1 {
                let limits =
                    Limits { threads: 1, ..Limits::time(self.time) }.with_seed(mix(number));
                let action = contestant.act(position.as_ref(), &limits, cancel).map_err(fault)?;
                let chosen = best.lines.iter().find(|line| line.actions[0] == action);
                losses.push(chosen.map_or(0.0, |line| (best.chance - line.chance).max(0.0)));
            }
            // The game goes on by the judge's choice with a third of chance: all contestants are asked
            // about the same positions, good and bad ones.
            let token = if chance::below(&mut rng, 3) > 0 {
                best.action
            } else {
                position.random_action(&mut rng).unwrap_or_default()
            };
            if position.play(&token).is_err() || position.turn().is_over() {
                position = self.game.start(self.options);
            }
        }
        let count = losses.len() as f64;
        let mean = losses.iter().sum::<f64>() / count;
        let variance = losses.iter().map(|loss| (loss - mean) * (loss - mean)).sum::<f64>()
            / (count - 1.0).max(1.0);
        Ok((mean, libm::sqrt(variance / count)))
    }
}
