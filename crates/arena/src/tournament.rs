//! A match of many pairs of games, on as many threads as are asked for, that can be resumed.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sarsen_catalog::Game;
use sarsen_core::record::{Reader, Record, SEPARATOR};
use sarsen_core::{Options, Outcome, Seat};
use sarsen_search::knowledge::mix;
use sarsen_search::{Cancel, Clock, Limits};

use crate::contestant::{Contestant, Spec};
use crate::game::{ArenaError, Table, play};
use crate::statistics::{Score, Sprt, Verdict};

/// A match between two contestants.
pub struct Plan<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// Its options.
    pub options: &'a Options,
    /// The two contestants.
    pub contestants: [Spec; 2],
    /// How many pairs of games.
    pub pairs: usize,
    /// How many actions are played at random first.
    pub opening: usize,
    /// What everything is drawn from.
    pub seed: u64,
    /// What a contestant may use for one decision; each game runs on one thread.
    pub limits: Limits,
    /// How many games are played at once.
    pub workers: usize,
    /// Stops early when this test is decided.
    pub sprt: Option<Sprt>,
    /// Where records are kept; games that are there already are not played again.
    pub records: Option<&'a Path>,
}

impl Plan<'_> {
    /// What a game's course depends on besides its options and contestants: games under other terms are of another match.
    fn terms(&self) -> String {
        let Plan { seed, opening, limits, .. } = self;
        format!("seed {seed}, opening {opening}, {limits} a decision")
    }
}

/// Plays the match and tells the score after every game. A match that is cancelled gives the score of the
/// pairs that were finished.
///
/// # Errors
/// The first game that could not be finished, or records that cannot be kept.
pub fn run(
    plan: &Plan<'_>,
    cancel: &Cancel,
    told: &(dyn Fn(&Score) + Sync),
) -> Result<Score, ArenaError> {
    let results = Mutex::new(read_results(plan)?);
    let next = AtomicUsize::new(0);
    let fault = Mutex::new(None);
    let own_cancel = Cancel::default();
    std::thread::scope(|scope| {
        for _ in 0..plan.workers.max(1) {
            scope.spawn(|| {
                let worked = work(plan, &next, &results, cancel, &own_cancel, told);
                // Who is stopped is content with what was played.
                if let Err(error) = worked
                    && !matches!(error, ArenaError::Stopped)
                {
                    own_cancel.cancel();
                    lock(&fault).get_or_insert(error);
                }
            });
        }
    });
    match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(score_of(&lock(&results))),
    }
}

/// The first contestant's payoffs by pair.
type Results = BTreeMap<usize, [Option<f64>; 2]>;

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn score_of(results: &Results) -> Score {
    let mut score = Score::default();
    for payoffs in results.values() {
        if let [Some(first), Some(second)] = payoffs {
            score.add([*first, *second]);
        }
    }
    score
}

fn work(
    plan: &Plan<'_>,
    next: &AtomicUsize,
    results: &Mutex<Results>,
    cancel: &Cancel,
    own_cancel: &Cancel,
    told: &(dyn Fn(&Score) + Sync),
) -> Result<(), ArenaError> {
    let names = plan.contestants.each_ref().map(ToString::to_string);
    let bring = |spec: &Spec| {
        Contestant::new(spec, plan.game.spec().id)
            .map_err(|error| ArenaError::Contestant { name: spec.to_string(), error })
    };
    let mut contestants = [bring(&plan.contestants[0])?, bring(&plan.contestants[1])?];
    loop {
        let pair = next.fetch_add(1, Ordering::Relaxed);
        if pair >= plan.pairs || own_cancel.is_cancelled() {
            return Ok(());
        }
        for half in 0..2 {
            let done = lock(results).get(&pair).is_some_and(|payoffs| payoffs[half].is_some());
            if done {
                continue;
            }
            if cancel.is_cancelled() {
                return Ok(());
            }
            let (outcome, mut record) = one(plan, pair, half, &mut contestants, &names, cancel)?;
            record.set_tag("Terms", &plan.terms());
            record.set_tag("Pair", &(pair + 1).to_string());
            record.set_tag("Half", &(half + 1).to_string());
            let mut results = lock(results);
            keep(plan, &record)?;
            results.entry(pair).or_default()[half] = Some(payoff(&outcome, half));
            let score = score_of(&results);
            told(&score);
            if plan.sprt.is_some_and(|sprt| sprt.verdict(&score) != Verdict::Open) {
                own_cancel.cancel();
            }
        }
    }
}

fn one(
    plan: &Plan<'_>,
    pair: usize,
    half: usize,
    contestants: &mut [Contestant],
    names: &[String],
    cancel: &Cancel,
) -> Result<(Outcome, Record), ArenaError> {
    let luck = mix(plan.seed ^ mix(pair as u64));
    // A game thinks on one thread, by that thread's own clock: other work spoils no comparison.
    let limits = Limits { threads: 1, ..plan.limits.clone() }.with_clock(Clock::Thread);
    let table = Table {
        game: plan.game,
        options: plan.options,
        opening: plan.opening,
        luck,
        seed: mix(luck ^ (half as u64 + 1)),
        limits: &limits,
    };
    // With more than two seats the contestants alternate around the table.
    let seats: Vec<usize> = (0..plan.options.seats()).map(|seat| (seat + half) % 2).collect();
    play(&table, contestants, names, &seats, cancel)
}

/// What the first contestant got in a game of a pair: its seats are those of the half's parity.
fn payoff(outcome: &Outcome, half: usize) -> f64 {
    let seats = outcome.ranks().seats();
    let own: Vec<f64> = Seat::all(seats)
        .filter(|seat| (seat.index() + half).is_multiple_of(2))
        .map(|seat| outcome.payoff(seat))
        .collect();
    own.iter().sum::<f64>() / own.len().max(1) as f64
}

fn keep(plan: &Plan<'_>, record: &Record) -> Result<(), ArenaError> {
    let Some(path) = plan.records else { return Ok(()) };
    let fault = |error: std::io::Error| ArenaError::Records(format!("{}: {error}", path.display()));
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(fault)?;
    let empty = file.metadata().map_err(fault)?.len() == 0;
    let separator = if empty { String::new() } else { format!("{SEPARATOR}\n") };
    // One write a record: a run that is killed leaves whole records.
    file.write_all(format!("{separator}{record}").as_bytes()).map_err(fault)
}

/// The results of the games that are on disk already.
fn read_results(plan: &Plan<'_>) -> Result<Results, ArenaError> {
    let mut results = Results::new();
    let Some(path) = plan.records.filter(|path| path.exists()) else { return Ok(results) };
    let fault =
        |error: &dyn std::fmt::Display| ArenaError::Foreign(format!("{}: {error}", path.display()));
    let file = std::fs::File::open(path).map_err(|error| fault(&error))?;
    for record in Reader::new(BufReader::new(file)) {
        let record = record.map_err(|error| fault(&error))?;
        let (pair, half, outcome) = placed(plan, &record).map_err(|error| fault(&error))?;
        results.entry(pair).or_default()[half] = Some(payoff(&outcome, half));
    }
    results.retain(|&pair, _| pair < plan.pairs);
    Ok(results)
}

/// Which pair and half of the match a record is, and how it ended; or why it is of another match.
fn placed(plan: &Plan<'_>, record: &Record) -> Result<(usize, usize, Outcome), String> {
    let is = |name: &str, value: &str| record.tag(name).is_some_and(|tag| tag.value == value);
    let number = |name: &str| record.tag(name).and_then(|tag| tag.value.parse::<usize>().ok());
    let outcome = record.tag("Result").and_then(|tag| tag.value.parse::<Outcome>().ok());
    let (Some(pair @ 1..), Some(half @ 1..=2), Some(outcome)) =
        (number("Pair"), number("Half"), outcome)
    else {
        return Err("holds a record that is not of a match".to_owned());
    };
    for (index, contestant) in plan.contestants.iter().enumerate() {
        let seat = (index + half - 1) % 2 + 1;
        if !is(&format!("Seat{seat}"), &contestant.to_string()) {
            return Err("holds a record of other contestants".to_owned());
        }
    }
    let told = record.tags().iter().filter(|tag| tag.name.starts_with("Option.")).count();
    let mut options = plan.options.changed();
    let same = options.all(|(name, value)| is(&format!("Option.{name}"), value));
    if !same || told != plan.options.changed().count() || !is("Game", plan.game.spec().id) {
        return Err("holds a record of another game, or with other options".to_owned());
    }
    let terms = plan.terms();
    if !is("Terms", &terms) {
        let theirs = record.tag("Terms").map_or("unknown", |tag| tag.value.as_str());
        return Err(format!("was played under other terms ({theirs}) than these ({terms})"));
    }
    Ok((pair - 1, half - 1, outcome))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan<'a>(options: &'a Options, pairs: usize, records: Option<&'a Path>) -> Plan<'a> {
        Plan {
            game: sarsen_catalog::game("stonehenge").unwrap(),
            options,
            contestants: ["2".parse().unwrap(), "random".parse().unwrap()],
            pairs,
            opening: 2,
            seed: 4,
            limits: Limits::nodes(500),
            workers: 2,
            sprt: None,
            records,
        }
    }

    #[test]
    fn a_match_is_the_same_again_and_a_resumed_one_ends_like_one_that_ran_through() {
        let options = Options::defaults(sarsen_catalog::game("stonehenge").unwrap().spec());
        let cancel = Cancel::default();
        let whole = run(&plan(&options, 6, None), &cancel, &|_| {}).unwrap();
        assert_eq!(whole.games(), 12);
        let path = std::env::temp_dir().join(format!("sarsen-arena-{}", std::process::id()));
        run(&plan(&options, 2, Some(&path)), &cancel, &|_| {}).unwrap();
        let resumed = run(&plan(&options, 6, Some(&path)), &cancel, &|_| {}).unwrap();
        assert_eq!(resumed, whole);
        let records = std::fs::read_to_string(&path).unwrap();
        assert_eq!(records.matches("[Game \"stonehenge\"]").count(), 12);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn records_of_another_match_are_refused() {
        let options = Options::defaults(sarsen_catalog::game("stonehenge").unwrap().spec());
        let cancel = Cancel::default();
        let path = std::env::temp_dir().join(format!("sarsen-foreign-{}", std::process::id()));
        run(&plan(&options, 1, Some(&path)), &cancel, &|_| {}).unwrap();
        let refused = |other: Plan<'_>, why: &str| {
            let error = run(&other, &cancel, &|_| {}).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        };
        let same = || plan(&options, 1, Some(&path));
        refused(Plan { seed: 5, ..same() }, "(seed 4, opening 2, 500 nodes a decision)");
        refused(Plan { opening: 1, ..same() }, "other terms");
        refused(Plan { limits: Limits::nodes(501), ..same() }, "other terms");
        let contestants = ["3".parse().unwrap(), "random".parse().unwrap()];
        refused(Plan { contestants, ..same() }, "other contestants");
        let contestants = ["2".parse().unwrap(), "1".parse().unwrap()];
        refused(Plan { contestants, ..same() }, "other contestants");
        let mut hidden = options.clone();
        hidden.set("druids", "hidden").unwrap();
        refused(plan(&hidden, 1, Some(&path)), "other options");
        assert_eq!(run(&same(), &cancel, &|_| {}).unwrap().games(), 2);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn even_a_weak_level_beats_random_play() {
        let options = Options::defaults(sarsen_catalog::game("stonehenge").unwrap().spec());
        let score = run(&plan(&options, 30, None), &Cancel::default(), &|_| {}).unwrap();
        assert!(score.share() > 0.7, "{}", score.share());
    }
}
