//! What openings are worth: an engine plays all seats of many games after each of them.
//!
//! Every game has its own chance and its own seed, both of which follow from the survey's seed, the opening and the
//! game's number. So games are independent, and the same survey is the same again if its limit is a number of nodes.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sarsen_catalog::{Game, Legal, Position};
use sarsen_core::record::Record;
use sarsen_core::{Options, Outcome, PerSeat, Seat, Turn, chance};
use sarsen_search::knowledge::mix;
use sarsen_search::{Cancel, Clock, Engines, Limits};
use thiserror::Error;

use crate::contestant::{Contestant, Spec};
use crate::game::{ArenaError, FinishedGame, GameSetup, Opening, play};
use crate::record_file;

/// A survey of openings.
pub struct Survey<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// Its options.
    pub options: &'a Options,
    /// Our engines.
    pub engines: &'a Engines,
    /// Who plays all seats.
    pub player: Spec,
    /// The openings, each a list of actions, chance included.
    pub openings: Vec<Vec<String>>,
    /// The number of games for each of them.
    pub games: usize,
    /// The number of random actions after the opening, which make games differ where nothing is left to chance.
    pub random: usize,
    /// The seed of everything.
    pub seed: u64,
    /// The limits for one decision; each game runs on one thread.
    pub limits: Limits,
    /// The number of games played at once.
    pub workers: usize,
    /// Where records are kept; recorded games are not played again.
    pub records: Option<&'a Path>,
}

/// A game of a survey.
#[derive(Clone, PartialEq, Debug)]
pub struct SurveyGame {
    /// The number of its opening.
    pub opening: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// The seat that acted first after the opening.
    pub mover: Option<Seat>,
    /// The points, if the game keeps score.
    pub score: Option<PerSeat<i32>>,
    /// Whether a game with a smaller number took the same course: then it is no observation of its own.
    pub is_repeated: bool,
}

/// Why openings cannot be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum OpeningsError {
    /// Chance has too many outcomes.
    #[error(
        "what chance does after {0} actions cannot be listed: choose --depth {0}, or name openings in a file"
    )]
    Chance(usize),
    /// The actions of a seat are no list.
    #[error(
        "the actions after {0} actions cannot be listed: choose --depth {0}, or name openings in a file"
    )]
    Actions(usize),
    /// There are too many.
    #[error(
        "there are more than {MAX_OPENINGS} openings: choose a smaller --depth, or name openings in a file"
    )]
    TooMany,
}

/// More openings than this are refused.
const MAX_OPENINGS: usize = 100_000;

/// Every sequence of this many actions of seats and chance. Of those that lead to positions which are equal, or images of
/// each other under the symmetry of the board, only the first is kept, and none that ends the game.
///
/// ```
/// use sarsen_arena::survey::openings;
/// use sarsen_core::Options;
///
/// let game = sarsen_catalog::game("stonehenge").unwrap();
/// // 18 cells of four kinds, and six druids.
/// assert_eq!(openings(game, &Options::defaults(game.spec()), 1)?.len(), 24);
/// # Ok::<(), sarsen_arena::survey::OpeningsError>(())
/// ```
///
/// # Errors
/// If actions cannot be listed, or there are too many.
pub fn openings(
    game: &dyn Game,
    options: &Options,
    depth: usize,
) -> Result<Vec<Vec<String>>, OpeningsError> {
    let mut reached: Vec<(Vec<String>, Box<dyn Position>)> =
        vec![(Vec::new(), game.start(options))];
    for length in 0..depth {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (actions, position) in reached {
            for action in choices(position.as_ref(), length)? {
                let mut after = position.boxed();
                if after.play(&action).is_err() || after.turn().is_over() {
                    continue;
                }
                if after.symmetry_class().is_some_and(|class| !seen.insert(class)) {
                    continue;
                }
                if next.len() == MAX_OPENINGS {
                    return Err(OpeningsError::TooMany);
                }
                let longer = actions.iter().cloned().chain([action]).collect();
                next.push((longer, after));
            }
        }
        reached = next;
    }
    Ok(reached.into_iter().map(|(actions, _)| actions).collect())
}

fn choices(position: &dyn Position, length: usize) -> Result<Vec<String>, OpeningsError> {
    match position.legal() {
        Legal::Actions { actions } => Ok(actions),
        Legal::Outcomes { outcomes } => Ok(outcomes.into_iter().map(|one| one.0).collect()),
        _ if position.turn() == Turn::Chance => Err(OpeningsError::Chance(length)),
        _ => Err(OpeningsError::Actions(length)),
    }
}

/// At most `count` openings of each group, drawn by a seed; the order stays.
pub fn sample<K: Ord>(
    openings: Vec<Vec<String>>,
    group: impl Fn(&[String]) -> K,
    count: usize,
    seed: u64,
) -> Vec<Vec<String>> {
    let mut groups: BTreeMap<K, Vec<(u64, usize)>> = BTreeMap::new();
    for (index, opening) in openings.iter().enumerate() {
        let lot = mix(seed ^ mix(digest(opening)));
        groups.entry(group(opening)).or_default().push((lot, index));
    }
    let drawn = groups.into_values().flat_map(|mut lots| {
        lots.sort_unstable();
        lots.truncate(count);
        lots
    });
    let kept: HashSet<usize> = drawn.map(|(_, index)| index).collect();
    let all = openings.into_iter().enumerate();
    all.filter(|(index, _)| kept.contains(index)).map(|(_, opening)| opening).collect()
}

fn digest(actions: &[String]) -> u64 {
    let bytes = actions.iter().flat_map(|action| action.bytes().chain([b' ']));
    bytes.fold(0, |digest, byte| mix(digest ^ u64::from(byte)))
}

/// The games, by their numbers and their openings' numbers.
type Games = BTreeMap<(usize, usize), KeptGame>;

struct KeptGame {
    actions: Vec<String>,
    game: SurveyGame,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays the survey and reports the number of games after each of them: the first game of every opening, then the
/// second, and so on. If cancelled, returns the games that are over.
///
/// # Errors
/// If the player cannot play the game, or records cannot be read or written.
pub fn run(
    survey: &Survey<'_>,
    cancel: &Cancel,
    told: &(dyn Fn(usize) + Sync),
) -> Result<Vec<SurveyGame>, ArenaError> {
    let games = Mutex::new(read_games(survey)?);
    let next = AtomicUsize::new(0);
    let fault = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..survey.workers.max(1) {
            scope.spawn(|| {
                // A cancelled survey returns what was played.
                if let Err(error) = work(survey, &games, &next, cancel, told)
                    && !matches!(error, ArenaError::Stopped)
                {
                    next.store(usize::MAX / 2, Ordering::Relaxed);
                    lock(&fault).get_or_insert(error);
                }
            });
        }
    });
    if let Some(error) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let games = games.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut seen = HashSet::new();
    let once = |kept: KeptGame| SurveyGame { is_repeated: !seen.insert(kept.actions), ..kept.game };
    Ok(games.into_values().map(once).collect())
}

fn work(
    survey: &Survey<'_>,
    games: &Mutex<Games>,
    next: &AtomicUsize,
    cancel: &Cancel,
    told: &(dyn Fn(usize) + Sync),
) -> Result<(), ArenaError> {
    let mut player = player(survey)?;
    let all = survey.games * survey.openings.len();
    loop {
        let job = next.fetch_add(1, Ordering::Relaxed);
        if job >= all || cancel.is_cancelled() {
            return Ok(());
        }
        let (number, opening) = (job / survey.openings.len(), job % survey.openings.len());
        if lock(games).contains_key(&(number, opening)) {
            continue;
        }
        let record = play_game(survey, &mut player, number, opening, cancel)?;
        let (key, game) = placed(survey, &record).map_err(ArenaError::Foreign)?;
        let Some(key) = key else { continue };
        let mut games = lock(games);
        record_file::append(survey.records, &record)?;
        games.insert(key, game);
        told(games.len());
    }
}

fn player(survey: &Survey<'_>) -> Result<Contestant, ArenaError> {
    let Survey { game, engines, player, .. } = survey;
    Contestant::new(player, game.spec().id, engines, Duration::ZERO)
        .map_err(|error| ArenaError::Contestant { name: player.to_string(), error })
}

fn play_game(
    survey: &Survey<'_>,
    player: &mut Contestant,
    number: usize,
    opening: usize,
    cancel: &Cancel,
) -> Result<Record, ArenaError> {
    let begun = &survey.openings[opening];
    let luck = mix(survey.seed ^ mix(digest(begun) ^ mix(number as u64)));
    let actions = with_random_actions(survey, begun, luck);
    let limits = Limits { threads: 1, ..survey.limits.clone() }.with_clock(Clock::Thread);
    let table = GameSetup {
        game: survey.game,
        options: survey.options,
        opening: Opening::Actions(&actions),
        luck,
        seed: mix(luck ^ 1),
        limits: &limits,
        clock: None,
    };
    let name = survey.player.to_string();
    let seats = vec![0; survey.options.seats()];
    let FinishedGame { mut record, forfeit, .. } =
        play(&table, &mut [player], &[name], &seats, cancel)?;
    if let Some(forfeit) = forfeit {
        return Err(ArenaError::Survey(forfeit.reason));
    }
    record.set_tag("Terms", &survey.terms());
    record.set_tag("Opening", &begun.len().to_string());
    record.set_tag("Number", &(number + 1).to_string());
    Ok(record)
}

/// The opening and random actions after it; an action that would end the game is not played.
fn with_random_actions(survey: &Survey<'_>, begun: &[String], luck: u64) -> Vec<String> {
    let mut rng = chance::generator(mix(luck ^ 0x4a6d_0e57));
    let mut actions = begun.to_vec();
    let mut position = survey.game.start(survey.options);
    for action in begun {
        if position.play(action).is_err() {
            return actions;
        }
    }
    for _ in 0..survey.random {
        let Some(action) = position.random_action(&mut rng) else { break };
        if position.play(&action).is_err() || position.turn().is_over() {
            break;
        }
        actions.push(action);
    }
    actions
}

impl Survey<'_> {
    /// Everything that the course of a game depends on besides options, player, opening and number: games with other
    /// terms belong to another survey.
    fn terms(&self) -> String {
        let Survey { seed, random, limits, .. } = self;
        format!("survey, seed {seed}, {random} random actions, {limits} a decision")
    }
}

/// The games that are already on disk. Those of other openings, or beyond the number asked for, are left out.
fn read_games(survey: &Survey<'_>) -> Result<Games, ArenaError> {
    let mut games = Games::new();
    let Some(path) = survey.records else { return Ok(games) };
    let fault = |problem: String| ArenaError::Foreign(format!("{}: {problem}", path.display()));
    let records = record_file::read(path)?;
    let placed = record_file::check_all(&records, survey.workers, |record| placed(survey, record));
    for (index, (key, game)) in placed.map_err(fault)?.into_iter().enumerate() {
        let Some(key) = key else { continue };
        if games.insert(key, game).is_some() {
            return Err(fault(record_file::is_there_already(index)));
        }
    }
    Ok(games)
}

/// The place of a record in the survey, if it has one, and its game; or why it belongs to another survey.
fn placed(
    survey: &Survey<'_>,
    record: &Record,
) -> Result<(Option<(usize, usize)>, KeptGame), String> {
    let value = |name: &str| record.tag(name).map(|tag| tag.value.as_str());
    let number = |name: &str| value(name).and_then(|value| value.parse::<usize>().ok());
    let (Some(length), Some(count @ 1..)) = (number("Opening"), number("Number")) else {
        return Err("holds a record that is not of a survey".to_owned());
    };
    if value("Game") != Some(survey.game.spec().id) {
        return Err("holds a record of another game".to_owned());
    }
    let name = survey.player.to_string();
    if value("Seat1") != Some(&name) {
        return Err(format!("holds a record of another player than {name}"));
    }
    let terms = survey.terms();
    if value("Terms") != Some(&terms) {
        let theirs = value("Terms").unwrap_or("unknown");
        return Err(format!("was played under other terms ({theirs}) than these ({terms})"));
    }
    let end = record_file::finished(survey.game, record)?;
    if !end.options().iter().eq(survey.options.iter()) {
        return Err("holds a record with other options".to_owned());
    }
    let outcome = end.turn().outcome().ok_or("the game has no result")?;
    let actions: Vec<String> = record.tokens().map(|token| token.text.to_owned()).collect();
    let begun = actions.get(..length).ok_or("the game is shorter than its opening")?;
    let opening = survey.openings.iter().position(|opening| opening == begun);
    let key = opening.filter(|_| count <= survey.games).map(|opening| (count - 1, opening));
    let game = SurveyGame {
        opening: opening.unwrap_or_default(),
        outcome,
        mover: mover(survey, &actions, length),
        score: end.score(),
        is_repeated: false,
    };
    Ok((key, KeptGame { actions, game }))
}

/// The seat that acts first after this many actions of a game.
fn mover(survey: &Survey<'_>, actions: &[String], length: usize) -> Option<Seat> {
    let mut position = survey.game.start(survey.options);
    for (index, action) in actions.iter().enumerate() {
        if index >= length
            && let Turn::Seat(seat) = position.turn()
        {
            return Some(seat);
        }
        position.play(action).ok()?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(id: &str, run_it: impl FnOnce(Survey<'_>)) {
        let game = sarsen_catalog::game(id).unwrap();
        let options = Options::defaults(game.spec());
        run_it(Survey {
            game,
            options: &options,
            engines: &Engines::default(),
            player: "1".parse().unwrap(),
            openings: openings(game, &options, 1).unwrap(),
            games: 1,
            random: 0,
            seed: 5,
            limits: Limits::nodes(10),
            workers: 2,
            records: None,
        });
    }

    fn play_out(survey: &Survey<'_>) -> Vec<SurveyGame> {
        run(survey, &Cancel::default(), &|_| {}).unwrap()
    }

    #[test]
    fn openings_are_listed_once_up_to_symmetry_and_chance_is_among_them() {
        let listed = |id: &str, depth: usize| {
            let game = sarsen_catalog::game(id).unwrap();
            openings(game, &Options::defaults(game.spec()), depth)
        };
        assert_eq!(listed("stonehenge", 0), Ok(vec![Vec::new()]));
        // 224 places of the People Piece, four of which are the same city turned.
        assert_eq!(listed("cathedral", 1).unwrap().len(), 56);
        let throws = listed("holes", 2).unwrap();
        assert_eq!((throws.len(), throws[1].join(" ")), (25, "*1 *2".to_owned()));
        assert_eq!(listed("logan", 1), Err(OpeningsError::Chance(0)));
        assert_eq!(listed("sun", 1), Err(OpeningsError::Actions(0)));
        assert_eq!(listed("cathedral", 3), Err(OpeningsError::TooMany));
    }

    #[test]
    fn a_sample_has_as_many_of_each_group_and_is_the_same_again() {
        check("stonehenge", |survey| {
            let cell = |opening: &[String]| opening[0].as_bytes()[0];
            let drawn = sample(survey.openings.clone(), cell, 2, 7);
            assert_eq!(drawn.len(), 8);
            assert_eq!(sample(survey.openings.clone(), cell, 2, 7), drawn);
            assert_ne!(sample(survey.openings.clone(), cell, 2, 8), drawn);
            assert!(drawn.is_sorted());
        });
    }

    #[test]
    fn a_survey_is_the_same_on_any_number_of_threads_and_after_an_interruption() {
        check("stonehenge", |survey| {
            let whole = play_out(&survey);
            assert_eq!(whole.len(), 24);
            assert!(whole.iter().all(|game| game.mover == Some(Seat::TWO)));
            let path = std::env::temp_dir().join(format!("sarsen-survey-{}", std::process::id()));
            let kept = Survey { records: Some(&path), workers: 1, ..survey };
            let cancel = Cancel::default();
            let begun = run(&kept, &cancel, &|done| {
                if done == 5 {
                    cancel.cancel();
                }
            });
            assert_eq!(begun.unwrap(), whole[..5]);
            assert_eq!(play_out(&kept), whole);
            let again = run(&kept, &Cancel::default(), &|_| panic!("nothing is played"));
            assert_eq!(again.unwrap(), whole);
            // More games of the same survey go into the same file; fewer leave the others out.
            let more = Survey { games: 2, ..kept };
            assert_eq!(play_out(&more)[..24], whole);
            let fewer = Survey { openings: more.openings[3..5].to_vec(), games: 1, ..more };
            let results =
                |games: &[SurveyGame]| games.iter().map(|game| game.outcome).collect::<Vec<_>>();
            assert_eq!(results(&play_out(&fewer)), results(&whole[3..5]));
            std::fs::remove_file(path).unwrap();
        });
    }

    #[test]
    fn records_of_another_survey_are_refused() {
        check("stonehenge", |survey| {
            let path = std::env::temp_dir().join(format!("sarsen-surveys-{}", std::process::id()));
            let survey =
                Survey { records: Some(&path), openings: survey.openings[..2].to_vec(), ..survey };
            play_out(&survey);
            let refused = |other: &Survey<'_>, why: &str| {
                let error = run(other, &Cancel::default(), &|_| {}).unwrap_err().to_string();
                assert!(error.contains(why), "{error}");
            };
            let same = |seed, random, player: &str| Survey {
                seed,
                random,
                player: player.parse().unwrap(),
                openings: survey.openings.clone(),
                limits: survey.limits.clone(),
                ..survey
            };
            refused(&same(6, 0, "1"), "(survey, seed 5, 0 random actions, 10 nodes a decision)");
            refused(&same(5, 1, "1"), "other terms");
            refused(&same(5, 0, "2"), "another player than sarsen:2");
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, format!("{text}---\n{text}")).unwrap();
            refused(&survey, "record 3 is of a game that is there already");
            std::fs::write(&path, text.trim_end().rsplit_once(' ').unwrap().0).unwrap();
            refused(&survey, "record 2: ");
            std::fs::write(&path, "[Game \"stonehenge\"]\n\nA1\n").unwrap();
            refused(&survey, "record 1: holds a record that is not of a survey");
            std::fs::remove_file(path).unwrap();
        });
    }

    #[test]
    fn equal_games_are_one_observation_and_random_actions_make_them_differ() {
        check("stonehenge", |survey| {
            let survey = Survey {
                player: "8".parse().unwrap(),
                openings: survey.openings[..2].to_vec(),
                games: 3,
                ..survey
            };
            let observed =
                |games: &[SurveyGame]| games.iter().filter(|game| !game.is_repeated).count();
            assert_eq!(observed(&play_out(&survey)), 2, "level 8 leaves nothing to chance");
            let mixed = Survey { random: 2, ..survey };
            assert_eq!(observed(&play_out(&mixed)), 6);
        });
    }

    #[test]
    fn the_mover_is_the_seat_that_acts_after_the_throws_and_scores_are_kept() {
        check("holes", |survey| {
            let openings = ["*1 *2", "*2 *1"]
                .map(|throws| throws.split(' ').map(str::to_owned).collect::<Vec<_>>());
            let games = play_out(&Survey { openings: openings.to_vec(), ..survey });
            let movers: Vec<_> = games.iter().map(|game| game.mover).collect();
            assert_eq!(movers, [Some(Seat::ONE), Some(Seat::TWO)]);
            assert!(games.iter().all(|game| game.score.is_some()));
        });
    }
}
