//! Positions along records that were expensive to compute.
//!
//! Somebody who steps through a game of physics requests one position after another of the same record. Without this
//! cache, every request would replay the record from its start.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cpu_time::ThreadTime;
use sarsen_catalog::{Game, Position};
use sarsen_core::{Options, PlayError, Seat};
use sarsen_search::Cancel;
use sha2::{Digest, Sha256};

/// The number of positions kept; beyond it, the least recently used is dropped. One takes some kilobytes.
const MOST: usize = 1024;

/// The default of [`Checkpoints::costly`].
const COSTLY: Duration = Duration::from_millis(3);

/// A hash of the game, its options and its actions up to a position.
type Key = [u8; 32];

/// The positions that are kept.
pub(crate) struct Checkpoints {
    kept: Mutex<Kept>,
    /// If less processor time than this was used since the last checkpoint, no new one is made.
    costly: Duration,
}

impl Default for Checkpoints {
    fn default() -> Checkpoints {
        Checkpoints { kept: Mutex::default(), costly: COSTLY }
    }
}

#[derive(Default)]
struct Kept {
    reached: HashMap<Key, (Reached, u64)>,
    /// Counts the requests.
    asked: u64,
}

/// A position, and who played each of the actions that led to it; `None` for chance.
pub(super) struct Reached {
    pub(super) position: Box<dyn Position>,
    pub(super) seats: Arc<[Option<Seat>]>,
}

impl Clone for Reached {
    fn clone(&self) -> Reached {
        Reached { position: self.position.boxed(), seats: Arc::clone(&self.seats) }
    }
}

/// Why a position was not reached.
#[derive(Debug)]
pub(super) enum ReplayFailure {
    /// An action cannot be played.
    Play(PlayError),
    /// The requester is gone.
    Cancelled,
}

impl Checkpoints {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        // Every change is a single insertion or removal, so a panic elsewhere leaves it usable.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, key: &Key) -> Option<Reached> {
        let mut kept = self.lock();
        kept.asked += 1;
        let now = kept.asked;
        let (reached, asked) = kept.reached.get_mut(key)?;
        *asked = now;
        Some(reached.clone())
    }

    fn put(&self, key: Key, reached: Reached) {
        let mut kept = self.lock();
        if kept.reached.len() >= MOST && !kept.reached.contains_key(&key) {
            let oldest = kept.reached.iter().min_by_key(|(_, (_, asked))| *asked);
            if let Some(oldest) = oldest.map(|(key, _)| *key) {
                kept.reached.remove(&oldest);
            }
        }
        kept.asked += 1;
        let now = kept.asked;
        kept.reached.insert(key, (reached, now));
    }
}

/// The actions of a game, with the cache keys of its positions.
pub(super) struct ReplayPath<'a> {
    game: &'static dyn Game,
    options: &'a Options,
    tokens: &'a [&'a str],
    /// The key of the position after each number of actions.
    keys: Vec<Key>,
    checkpoints: &'a Checkpoints,
    cancel: &'a Cancel,
}

impl<'a> ReplayPath<'a> {
    pub(super) fn new(
        game: &'static dyn Game,
        options: &'a Options,
        tokens: &'a [&'a str],
        checkpoints: &'a Checkpoints,
        cancel: &'a Cancel,
    ) -> ReplayPath<'a> {
        ReplayPath { game, options, tokens, keys: keys(options, tokens), checkpoints, cancel }
    }

    /// The position after `count` actions. Positions that were expensive to compute are kept.
    pub(super) fn reach(&self, count: usize) -> Result<Reached, ReplayFailure> {
        let (from, start) = self.nearest(count);
        let mut position = start.position;
        let mut seats = start.seats.to_vec();
        let mut begun = ThreadTime::now();
        for index in from..count {
            if self.cancel.is_cancelled() {
                return Err(ReplayFailure::Cancelled);
            }
            seats.push(position.turn().seat());
            position.play(self.tokens[index]).map_err(ReplayFailure::Play)?;
            if begun.elapsed() >= self.checkpoints.costly {
                let seats = seats.as_slice().into();
                self.checkpoints
                    .put(self.keys[index + 1], Reached { position: position.boxed(), seats });
                begun = ThreadTime::now();
            }
        }
        Ok(Reached { position, seats: seats.into() })
    }

    /// Advances from the position after `index` actions to the next one, using a checkpoint if there is one.
    pub(super) fn advance(
        &self,
        position: &mut Box<dyn Position>,
        index: usize,
    ) -> Result<(), ReplayFailure> {
        if self.cancel.is_cancelled() {
            return Err(ReplayFailure::Cancelled);
        }
        match self.checkpoints.get(&self.keys[index + 1]) {
            Some(reached) => *position = reached.position,
            None => position.play(self.tokens[index]).map_err(ReplayFailure::Play)?,
        }
        Ok(())
    }

    /// The last checkpoint at or before `count` actions.
    fn nearest(&self, count: usize) -> (usize, Reached) {
        for index in (1..=count).rev() {
            if let Some(reached) = self.checkpoints.get(&self.keys[index]) {
                return (index, reached);
            }
        }
        (0, Reached { position: self.game.start(self.options), seats: [].into() })
    }
}

fn keys(options: &Options, tokens: &[&str]) -> Vec<Key> {
    let mut first = Sha256::new();
    let mut part = |text: &str| {
        first.update((text.len() as u64).to_le_bytes());
        first.update(text);
    };
    part(options.spec().id);
    for (name, value) in options.iter() {
        part(name);
        part(value);
    }
    let mut keys = Vec::with_capacity(tokens.len() + 1);
    keys.push(first.finalize().into());
    for token in tokens {
        let last: &Key = &keys[keys.len() - 1];
        keys.push(Sha256::new().chain_update(last).chain_update(token).finalize().into());
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_physics_is_replayed_once() {
        let game = sarsen_catalog::game("sun").unwrap();
        let options = Options::defaults(game.spec());
        let mut rng = sarsen_core::chance::generator(3);
        let mut position = game.start(&options);
        let mut tokens = Vec::new();
        for _ in 0..30 {
            let Some(action) = position.random_action(&mut rng) else { break };
            position.play(&action).unwrap();
            tokens.push(action);
        }
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        // Every position is kept, however fast it was reached, so that the test does not depend on the machine's speed.
        let checkpoints = Checkpoints { costly: Duration::ZERO, ..Checkpoints::default() };
        let cancel = Cancel::default();
        let way = ReplayPath::new(game, &options, &tokens, &checkpoints, &cancel);
        assert_eq!(way.nearest(tokens.len()).0, 0, "nothing is kept at first");
        let end = way.reach(tokens.len()).unwrap();
        assert_eq!(way.nearest(tokens.len()).0, tokens.len(), "nothing is left to replay");
        assert_eq!(way.nearest(7).0, 7, "every position on the way is kept");
        let same = way.reach(tokens.len()).unwrap();
        let all = sarsen_core::Viewer::Omniscient;
        assert_eq!(end.position.view(all), position.view(all));
        assert_eq!(same.position.view(all), position.view(all));
        assert_eq!(same.seats, end.seats);
        cancel.cancel();
        let other = Checkpoints::default();
        let way = ReplayPath::new(game, &options, &tokens, &other, &cancel);
        assert!(matches!(way.reach(tokens.len()), Err(ReplayFailure::Cancelled)));
    }

    #[test]
    fn no_more_positions_are_kept_than_there_is_room_for() {
        let game = sarsen_catalog::game("stonehenge").unwrap();
        let options = Options::defaults(game.spec());
        let checkpoints = Checkpoints::default();
        let key = |number: usize| Sha256::digest(number.to_le_bytes()).into();
        for number in 0..MOST + 10 {
            let reached = Reached { position: game.start(&options), seats: [].into() };
            checkpoints.put(key(number), reached);
            assert!(checkpoints.get(&key(0)).is_some(), "what is asked for stays");
        }
        assert_eq!(checkpoints.lock().reached.len(), MOST);
        assert!(checkpoints.get(&key(1)).is_none());
    }
}
