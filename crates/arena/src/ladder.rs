//! Measures all levels of a game.
//!
//! Each level plays the one below it, and the top level plays the yardstick, in mirrored games. Where chance decides
//! most games, [`crate::exam`] measures the cost of decisions instead.

use std::path::Path;
use std::time::Duration;

use sarsen_catalog::Game;
use sarsen_core::Options;
use sarsen_search::{Cancel, Engines, Level, Limits};

use crate::contestant::Spec;
use crate::game::ArenaError;
use crate::openings::Openings;
use crate::statistics::Score;
use crate::tournament::{Plan, run};

/// One rung: two neighbouring levels, or the top level and the yardstick.
#[derive(Clone, Debug)]
pub struct Rung {
    /// The stronger contestant.
    pub upper: Spec,
    /// The weaker contestant.
    pub lower: Spec,
    /// The games between them.
    pub score: Score,
}

/// The rungs of a game, fastest first. Where actions cannot be listed there is no plain UCT to compare with.
pub fn pairings(game: &str) -> Vec<(Spec, Spec)> {
    let levels: Vec<Level> = Level::all().collect();
    let mut all: Vec<_> =
        levels.windows(2).map(|pair| (Spec::Level(pair[1]), Spec::Level(pair[0]))).collect();
    if sarsen_search::engine(game).is_some_and(|engine| engine.has_yardstick()) {
        all.push((Spec::Level(Level::MAX), Spec::Uct));
    }
    all
}

/// Only the top level uses all its time. Against its neighbour it gets this share, which makes the result both stronger
/// evidence and faster to get.
const RUNG_TIME: f64 = 0.3;

/// The number of random actions at the start of each game, the same for all contestants: some if the games would
/// otherwise be identical, none if chance or a trembling hand makes them differ.
pub fn opening_of(game: &str) -> usize {
    sarsen_search::engine(game).map_or(0, |engine| engine.opening_actions())
}

/// How a ladder is measured.
pub struct LadderPlan<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// Its options.
    pub options: &'a Options,
    /// The engines whose levels are measured.
    pub engines: &'a Engines,
    /// Pairs of games per rung; a quarter of them against the yardstick, which thinks as long as the level does.
    pub pairs: usize,
    /// The limits for one decision against the yardstick, on one thread.
    pub limits: Limits,
    /// The seed of everything.
    pub seed: u64,
    /// The number of games played at once.
    pub workers: usize,
    /// The folder for records, one file per rung; recorded games are not played again.
    pub records: Option<&'a Path>,
}

impl LadderPlan<'_> {
    /// The number of pairs played against a contestant.
    pub fn pairs_against(&self, lower: &Spec) -> usize {
        if *lower == Spec::Uct { self.pairs.div_ceil(4) } else { self.pairs }
    }

    /// The limits for one decision against a contestant.
    pub fn limits_against(&self, lower: &Spec) -> Limits {
        let share = if *lower == Spec::Uct { 1.0 } else { RUNG_TIME };
        let time = self.limits.time.map(|time| time.mul_f64(share));
        Limits { time, ..self.limits.clone() }
    }

    /// Plays one rung and reports its score after every game. If cancelled, returns the score so far.
    ///
    /// # Errors
    /// If a game could not be finished or its record could not be written.
    pub fn rung(
        &self,
        upper: Spec,
        lower: Spec,
        cancel: &Cancel,
        told: &(dyn Fn(&Score) + Sync),
    ) -> Result<Rung, ArenaError> {
        let records = match self.records {
            None => None,
            Some(folder) => {
                std::fs::create_dir_all(folder).map_err(|error| {
                    ArenaError::Records(format!("{}: {error}", folder.display()))
                })?;
                let name = |spec: &Spec| spec.to_string().replace("sarsen:", "");
                Some(folder.join(format!("{}-{}.sarsen", name(&upper), name(&lower))))
            }
        };
        let plan = Plan {
            game: self.game,
            options: self.options,
            engines: self.engines,
            openings: Openings::Random(opening_of(self.game.spec().id)),
            pairs: self.pairs_against(&lower),
            limits: self.limits_against(&lower),
            contestants: vec![upper.clone(), lower.clone()],
            seed: self.seed,
            clock: None,
            margin: Duration::ZERO,
            workers: self.workers,
            sprt: None,
            records: records.as_deref(),
        };
        let score = run(&plan, cancel, &|standings| told(&standings.score()))?.score();
        Ok(Rung { upper, lower, score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_has_the_same_openings_and_only_games_with_listed_actions_meet_uct() {
        for game in sarsen_catalog::GAMES {
            let id = game.spec().id;
            let with_uct = pairings(id).iter().any(|(_, lower)| *lower == Spec::Uct);
            assert_eq!(with_uct, id != "sun", "{id}");
        }
        let folder = std::env::temp_dir().join(format!("sarsen-openings-{}", std::process::id()));
        let game = sarsen_catalog::game("stonehenge").unwrap();
        let options = Options::defaults(game.spec());
        let climb = LadderPlan {
            game,
            options: &options,
            engines: &Engines::default(),
            pairs: 4,
            limits: Limits::nodes(20),
            seed: 3,
            workers: 1,
            records: Some(&folder),
        };
        for (upper, lower) in [("2", "1"), ("8", "uct")] {
            let (upper, lower) = (upper.parse().unwrap(), lower.parse().unwrap());
            climb.rung(upper, lower, &Cancel::default(), &|_| {}).unwrap();
        }
        let first = |name: &str| {
            let text = std::fs::read_to_string(folder.join(name)).unwrap();
            let actions = text.split("\n\n").nth(1).unwrap();
            actions.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(first("2-1.sarsen"), first("8-uct.sarsen"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_rung_is_kept_and_not_played_again_and_a_cancelled_one_gives_what_it_has() {
        let game = sarsen_catalog::game("stonehenge").unwrap();
        let options = Options::defaults(game.spec());
        let folder = std::env::temp_dir().join(format!("sarsen-ladder-{}", std::process::id()));
        let climb = LadderPlan {
            game,
            options: &options,
            engines: &Engines::default(),
            pairs: 8,
            limits: Limits::nodes(100),
            seed: 1,
            workers: 1,
            records: Some(&folder),
        };
        let (upper, lower) = (Spec::Level(Level::MAX), Spec::Uct);
        let cancel = Cancel::default();
        // Cancelled after its first game: half a pair does not count yet, but its record is kept.
        let begun =
            climb.rung(upper.clone(), lower.clone(), &cancel, &|_| cancel.cancel()).unwrap();
        assert_eq!(begun.score.games(), 0);
        let file = folder.join("8-uct.sarsen");
        let count = || std::fs::read_to_string(&file).unwrap().matches("[Game ").count();
        assert_eq!(count(), 1);
        let whole = climb.rung(upper, lower, &Cancel::default(), &|_| {}).unwrap();
        assert_eq!((whole.score.games(), count()), (4, 4));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
