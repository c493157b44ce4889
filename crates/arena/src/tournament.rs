//! Pairs of games between two or more contestants, on several threads, resumable.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sarsen_catalog::Game;
use sarsen_core::record::Record;
use sarsen_core::{Options, Outcome, Seat};
use sarsen_search::knowledge::mix;
use sarsen_search::{Cancel, Clock, Engines, GameClock, Limits};

use crate::contestant::{Contestant, Spec};
use crate::game::{ArenaError, FinishedGame, GameSetup, play};
use crate::openings::Openings;
use crate::record_file;
use crate::statistics::{Decision, Score, Sprt};

/// A match between two contestants, or a round robin of several.
pub struct Plan<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// Its options.
    pub options: &'a Options,
    /// The contestants, at least two.
    pub contestants: Vec<Spec>,
    /// Our engines, for contestants that are levels.
    pub engines: &'a Engines,
    /// The number of pairs that each two of them play.
    pub pairs: usize,
    /// What is played before the contestants begin.
    pub openings: Openings,
    /// The seed of everything.
    pub seed: u64,
    /// The limits for one decision; each game runs on one thread.
    pub limits: Limits,
    /// The clocks of a game, in place of a time for each decision.
    pub clock: Option<GameClock>,
    /// How much an external program may exceed its time.
    pub margin: Duration,
    /// The number of games played at once.
    pub workers: usize,
    /// Stops a match of two when this test is decided.
    pub sprt: Option<Sprt>,
    /// Where records are kept; recorded games are not played again.
    pub records: Option<&'a Path>,
}

impl Plan<'_> {
    /// Everything that the course of a game depends on besides options and contestants: games with other terms belong
    /// to another match.
    fn terms(&self) -> String {
        let Plan { seed, openings, limits, .. } = self;
        match self.clock {
            Some(clock) => format!("seed {seed}, {openings}, {clock} a game"),
            None => format!("seed {seed}, {openings}, {limits} a decision"),
        }
    }

    /// The pairings: each two contestants, by their numbers.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.contestants.len();
        (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other])).collect()
    }

    /// The total number of games.
    pub fn games(&self) -> usize {
        2 * self.pairs * self.pairings().len()
    }
}

/// The results so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standings {
    /// The pairings, with the score from the first contestant's side.
    pub scores: Vec<([usize; 2], Score)>,
    /// Games lost by a fault: the contestant and the reason.
    pub forfeits: Vec<(usize, String)>,
    /// How the sequential test ended, if it has.
    pub decision: Option<Decision>,
    /// Whether every game was played, or the test decided.
    pub complete: bool,
}

impl Standings {
    /// The score of the first pairing, which is the score of a match of two.
    pub fn score(&self) -> Score {
        self.scores.first().map(|(_, score)| score.clone()).unwrap_or_default()
    }

    /// The number of games in complete pairs.
    pub fn games(&self) -> usize {
        self.scores.iter().map(|(_, score)| score.games()).sum()
    }
}

/// Plays the match and reports the standings after every game. If cancelled, returns the standings of the complete
/// pairs.
///
/// # Errors
/// If a contestant cannot play, or records cannot be written.
pub fn run(
    plan: &Plan<'_>,
    cancel: &Cancel,
    told: &(dyn Fn(&Standings) + Sync),
) -> Result<Standings, ArenaError> {
    let results = Mutex::new(read_results(plan)?);
    let next = AtomicUsize::new(0);
    let fault = Mutex::new(None);
    let enough = Cancel::default();
    if standings(plan, &lock(&results)).complete {
        enough.cancel();
    }
    std::thread::scope(|scope| {
        for _ in 0..plan.workers.max(1) {
            scope.spawn(|| {
                let mut worker = Worker {
                    plan,
                    next: &next,
                    results: &results,
                    cancel,
                    enough: &enough,
                    told,
                    contestants: plan.contestants.iter().map(|_| None).collect(),
                };
                // A cancelled match returns what was played.
                if let Err(error) = worker.work()
                    && !matches!(error, ArenaError::Stopped)
                {
                    enough.cancel();
                    lock(&fault).get_or_insert(error);
                }
            });
        }
    });
    match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(standings(plan, &lock(&results))),
    }
}

/// The first contestant's payoff in a game, and the contestant at fault, if any.
#[derive(Clone, PartialEq, Debug)]
struct GameResult {
    payoff: f64,
    forfeit: Option<(usize, String)>,
}

/// The games, by the numbers of their pairing and pair.
type Results = BTreeMap<(usize, usize), [Option<GameResult>; 2]>;

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn payoffs(halves: &[Option<GameResult>; 2]) -> Option<[f64; 2]> {
    let [Some(first), Some(second)] = halves else { return None };
    Some([first.payoff, second.payoff])
}

fn standings(plan: &Plan<'_>, results: &Results) -> Standings {
    let score = |pairing: usize| {
        let mut score = Score::default();
        let pairs = results.range((pairing, 0)..(pairing + 1, 0));
        pairs.filter_map(|(_, halves)| payoffs(halves)).for_each(|pair| score.add(pair));
        score
    };
    let scores: Vec<_> =
        plan.pairings().into_iter().enumerate().map(|(n, who)| (who, score(n))).collect();
    let played = results.values().flatten().flatten();
    let forfeits = played.filter_map(|game| game.forfeit.clone()).collect();
    // In the order of their numbers, up to the first unfinished pair: the decision must not depend on which game ends
    // first.
    let in_order = (0..).map_while(|pair| results.get(&(0, pair)).and_then(payoffs));
    let decision = plan.sprt.and_then(|sprt| sprt.decision(in_order));
    let all = scores.iter().all(|(_, score)| score.pairs() >= plan.pairs);
    Standings { scores, forfeits, complete: all || decision.is_some(), decision }
}

/// One thread of a match, with its own contestants.
struct Worker<'a> {
    plan: &'a Plan<'a>,
    next: &'a AtomicUsize,
    results: &'a Mutex<Results>,
    /// The match was cancelled: games stop where they are.
    cancel: &'a Cancel,
    /// Nothing new is started; games in progress are finished and counted.
    enough: &'a Cancel,
    told: &'a (dyn Fn(&Standings) + Sync),
    contestants: Vec<Option<Contestant>>,
}

impl Worker<'_> {
    fn work(&mut self) -> Result<(), ArenaError> {
        let pairings = self.plan.pairings();
        loop {
            let job = self.next.fetch_add(1, Ordering::Relaxed);
            let (pair, pairing) = (job / pairings.len(), job % pairings.len());
            if pair >= self.plan.pairs || self.enough.is_cancelled() {
                return Ok(());
            }
            for half in 0..2 {
                let key = (pairing, pair);
                let done =
                    lock(self.results).get(&key).is_some_and(|halves| halves[half].is_some());
                if done {
                    continue;
                }
                if self.cancel.is_cancelled() {
                    return Ok(());
                }
                let who = pairings[pairing];
                let FinishedGame { outcome, mut record, forfeit } = self.play(who, pair, half)?;
                record.set_tag("Terms", &self.plan.terms());
                record.set_tag("Pair", &(pair + 1).to_string());
                record.set_tag("Half", &(half + 1).to_string());
                let mut results = lock(self.results);
                record_file::append(self.plan.records, &record)?;
                let forfeit = forfeit.map(|forfeit| (who[forfeit.player], forfeit.reason));
                let result = GameResult { payoff: payoff(&outcome, half), forfeit };
                results.entry(key).or_default()[half] = Some(result);
                let standings = standings(self.plan, &results);
                (self.told)(&standings);
                if standings.decision.is_some() {
                    self.enough.cancel();
                }
            }
        }
    }

    fn play(
        &mut self,
        who: [usize; 2],
        pair: usize,
        half: usize,
    ) -> Result<FinishedGame, ArenaError> {
        let plan = self.plan;
        let luck = mix(plan.seed ^ mix(pair as u64));
        // A game is played on one thread and timed by that thread's CPU clock, so that other load does not distort the
        // comparison.
        let limits = Limits { threads: 1, ..plan.limits.clone() }.with_clock(Clock::Thread);
        let table = GameSetup {
            game: plan.game,
            options: plan.options,
            opening: plan.openings.of_pair(pair),
            luck,
            seed: mix(luck ^ (half as u64 + 1)),
            limits: &limits,
            clock: plan.clock,
        };
        for player in who {
            self.start_contestant(player)?;
        }
        let names = who.map(|player| plan.contestants[player].to_string());
        let (before, after) = self.contestants.split_at_mut(who[1]);
        let (Some(first), Some(second)) = (&mut before[who[0]], &mut after[0]) else {
            return Err(ArenaError::Stopped);
        };
        // With more than two seats the contestants alternate around the table.
        let seats: Vec<usize> = (0..plan.options.seats()).map(|seat| (seat + half) % 2).collect();
        play(&table, &mut [first, second], &names, &seats, self.cancel)
    }

    fn start_contestant(&mut self, player: usize) -> Result<(), ArenaError> {
        if self.contestants[player].is_none() {
            let spec = &self.plan.contestants[player];
            let Plan { game, engines, margin, .. } = self.plan;
            let contestant = Contestant::new(spec, game.spec().id, engines, *margin);
            let fault = |error| ArenaError::Contestant { name: spec.to_string(), error };
            self.contestants[player] = Some(contestant.map_err(fault)?);
        }
        Ok(())
    }
}

/// The first contestant's payoff in a game of a pair: it has the seats of the half's parity.
///
/// With more than two seats it is the share of its comparisons with the other contestant's seats that it won; so it is
/// 0 if all its seats are behind all of the other's, and seats of the same contestant are not compared.
fn payoff(outcome: &Outcome, half: usize) -> f64 {
    let ranks = outcome.ranks();
    let is_own = |seat: Seat| (seat.index() + half).is_multiple_of(2);
    let (own, others): (Vec<Seat>, Vec<Seat>) = Seat::all(ranks.seats()).partition(|&s| is_own(s));
    let won = |own: Seat, other: Seat| match ranks[own].cmp(&ranks[other]) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    let pairs = own.iter().flat_map(|&own| others.iter().map(move |&other| won(own, other)));
    pairs.sum::<f64>() / (own.len() * others.len()).max(1) as f64
}

/// The results of the games that are already on disk.
fn read_results(plan: &Plan<'_>) -> Result<Results, ArenaError> {
    let mut results = Results::new();
    let Some(path) = plan.records else { return Ok(results) };
    let fault = |problem: String| ArenaError::Foreign(format!("{}: {problem}", path.display()));
    let records = record_file::read(path)?;
    for (number, record) in records.iter().enumerate() {
        let (key, half, result) = placed(plan, record).map_err(fault)?;
        if results.entry(key).or_default()[half].replace(result).is_some() {
            return Err(fault(record_file::is_there_already(number)));
        }
    }
    // No result counts that its game did not have.
    record_file::check_all(&records, plan.workers, |record| {
        record_file::finished(plan.game, record).map(drop)
    })
    .map_err(fault)?;
    results.retain(|&(_, pair), _| pair < plan.pairs);
    Ok(results)
}

/// The pairing, pair and half of the match to which a record belongs, and how it ended; or why it belongs to another
/// match.
fn placed(plan: &Plan<'_>, record: &Record) -> Result<((usize, usize), usize, GameResult), String> {
    let value = |name: &str| record.tag(name).map(|tag| tag.value.as_str());
    let is = |name: &str, expected: &str| value(name) == Some(expected);
    let number = |name: &str| value(name).and_then(|value| value.parse::<usize>().ok());
    let outcome = value("Result").and_then(|value| value.parse::<Outcome>().ok());
    let (Some(pair @ 1..), Some(half @ 1..=2), Some(outcome)) =
        (number("Pair"), number("Half"), outcome)
    else {
        return Err("holds a record that is not of a match".to_owned());
    };
    let met = |who: &[usize; 2]| {
        who.iter().enumerate().all(|(index, &player)| {
            let seat = (index + half - 1) % 2 + 1;
            is(&format!("Seat{seat}"), &plan.contestants[player].to_string())
        })
    };
    let pairings = plan.pairings();
    let Some(pairing) = pairings.iter().position(met) else {
        return Err("holds a record of other contestants".to_owned());
    };
    let told = record.tags().iter().filter(|tag| tag.name.starts_with("Option.")).count();
    let mut options = plan.options.changed();
    let same = options.all(|(name, value)| is(&format!("Option.{name}"), value));
    if !same || told != plan.options.changed().count() || !is("Game", plan.game.spec().id) {
        return Err("holds a record of another game, or with other options".to_owned());
    }
    let terms = plan.terms();
    if !is("Terms", &terms) {
        let theirs = value("Terms").unwrap_or("unknown");
        return Err(format!("was played under other terms ({theirs}) than these ({terms})"));
    }
    let forfeit = value("Forfeit").and_then(|told| {
        let of = |&player: &usize| {
            let reason = told.strip_prefix(&plan.contestants[player].to_string())?;
            Some((player, reason.strip_prefix(": ")?.to_owned()))
        };
        pairings[pairing].iter().find_map(of)
    });
    let result = GameResult { payoff: payoff(&outcome, half - 1), forfeit };
    Ok(((pairing, pair - 1), half - 1, result))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use sarsen_core::record::SEPARATOR;

    use super::*;

    static ENGINES: LazyLock<Engines> = LazyLock::new(Engines::default);

    fn plan<'a>(options: &'a Options, pairs: usize, records: Option<&'a Path>) -> Plan<'a> {
        Plan {
            game: sarsen_catalog::game("stonehenge").unwrap(),
            options,
            engines: &ENGINES,
            contestants: vec!["2".parse().unwrap(), "random".parse().unwrap()],
            pairs,
            openings: Openings::Random(2),
            seed: 4,
            limits: Limits::nodes(500),
            clock: None,
            margin: Duration::ZERO,
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
        assert!(whole.complete);
        let path = std::env::temp_dir().join(format!("sarsen-arena-{}", std::process::id()));
        run(&plan(&options, 2, Some(&path)), &cancel, &|_| {}).unwrap();
        let resumed = run(&plan(&options, 6, Some(&path)), &cancel, &|_| {}).unwrap();
        assert_eq!(resumed, whole);
        let records = std::fs::read_to_string(&path).unwrap();
        assert_eq!(records.matches("[Game \"stonehenge\"]").count(), 12);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn no_level_loses_on_a_fast_clock_and_other_clocks_are_other_terms() {
        let path = std::env::temp_dir().join(format!("sarsen-clock-{}", std::process::id()));
        let clock = |initial, increment| {
            let [initial, increment] = [initial, increment].map(Duration::from_millis);
            Some(GameClock { initial, increment })
        };
        for id in ["stonehenge", "cathedral", "logan", "holes"] {
            let game = sarsen_catalog::game(id).unwrap();
            let options = Options::defaults(game.spec());
            for levels in [["5", "8"], ["6", "7"]] {
                let contestants = levels.map(|name| name.parse().unwrap()).to_vec();
                let plan = plan(&options, 1, Some(&path));
                let plan = Plan { game, contestants, clock: clock(300, 0), ..plan };
                let played = run(&plan, &Cancel::default(), &|_| {}).unwrap();
                assert_eq!((played.games(), &played.forfeits[..]), (2, &[][..]), "{id}");
                let slower = Plan { clock: clock(300, 10), ..plan };
                let error = run(&slower, &Cancel::default(), &|_| {}).unwrap_err();
                assert!(error.to_string().contains("300ms+0 a game"), "{error}");
                std::fs::remove_file(&path).unwrap();
            }
        }
    }

    #[test]
    fn contestants_of_ours_lose_on_time_too() {
        let options = Options::defaults(sarsen_catalog::game("stonehenge").unwrap().spec());
        let clock = GameClock { initial: Duration::from_nanos(1), increment: Duration::ZERO };
        let plan = Plan { clock: Some(clock), ..plan(&options, 1, None) };
        let played = run(&plan, &Cancel::default(), &|_| {}).unwrap();
        // Whoever begins has no time for it.
        let losers: Vec<usize> = played.forfeits.iter().map(|(player, _)| *player).collect();
        assert_eq!(losers, [0, 1], "{:?}", played.forfeits);
        assert!(played.forfeits.iter().all(|(_, reason)| reason.starts_with("lost on time")));
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
        refused(Plan { openings: Openings::Random(1), ..same() }, "other terms");
        refused(Plan { limits: Limits::nodes(501), ..same() }, "other terms");
        let contestants = vec!["3".parse().unwrap(), "random".parse().unwrap()];
        refused(Plan { contestants, ..same() }, "other contestants");
        let contestants = vec!["2".parse().unwrap(), "1".parse().unwrap()];
        refused(Plan { contestants, ..same() }, "other contestants");
        let mut hidden = options.clone();
        hidden.set("druids", "hidden").unwrap();
        refused(plan(&hidden, 1, Some(&path)), "other options");
        assert_eq!(run(&same(), &cancel, &|_| {}).unwrap().games(), 2);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn records_that_were_edited_cut_or_copied_are_refused() {
        let options = Options::defaults(sarsen_catalog::game("stonehenge").unwrap().spec());
        let cancel = Cancel::default();
        let path = std::env::temp_dir().join(format!("sarsen-edited-{}", std::process::id()));
        let played = run(&plan(&options, 2, Some(&path)), &cancel, &|_| {}).unwrap();
        let kept = std::fs::read_to_string(&path).unwrap();
        let other = if kept.contains("[Result \"1-0\"]") { ["1-0", "0-1"] } else { ["0-1", "1-0"] };
        let [was, is] = other.map(|result| format!("[Result \"{result}\"]"));
        let (last, _) = kept.trim_end().rsplit_once(' ').unwrap();
        for (text, problem) in [
            (kept.replacen(&was, &is, 1), "so the result cannot be"),
            (last.to_owned(), "record 4: the game is cut off before its end"),
            (format!("{kept}{SEPARATOR}\n{kept}"), "record 5 is of a game that is there already"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = run(&plan(&options, 2, Some(&path)), &cancel, &|_| {}).unwrap_err();
            assert!(error.to_string().contains(problem), "{problem}: {error}");
        }
        std::fs::write(&path, kept).unwrap();
        assert_eq!(run(&plan(&options, 2, Some(&path)), &cancel, &|_| {}).unwrap(), played);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn with_more_seats_a_lost_game_is_worth_nothing_and_a_won_one_all() {
        let result = |ranks: &str| ranks.parse::<Outcome>().unwrap();
        assert_eq!([0, 1].map(|half| payoff(&result("1-0"), half)), [1.0, 0.0]);
        assert_eq!([0, 1].map(|half| payoff(&result("1,3,1,3"), half)), [1.0, 0.0]);
        assert_eq!([0, 1].map(|half| payoff(&result("1,2,3,4"), half)), [0.75, 0.25]);
        assert_eq!([0, 1].map(|half| payoff(&result("2,1,2"), half)), [0.0, 1.0]);
        assert_eq!(payoff(&result("1,1,1,1"), 0), 0.5);
    }

    #[test]
    fn even_a_weak_level_beats_random_play() {
        let options = Options::defaults(sarsen_catalog::game("stonehenge").unwrap().spec());
        let standings = run(&plan(&options, 30, None), &Cancel::default(), &|_| {}).unwrap();
        assert!(standings.score().share() > 0.7, "{standings:?}");
    }

    #[test]
    fn a_decided_test_stays_decided_and_plays_nothing_when_resumed() {
        let options = Options::defaults(sarsen_catalog::game("stonehenge").unwrap().spec());
        let path = std::env::temp_dir().join(format!("sarsen-decided-{}", std::process::id()));
        let cancel = Cancel::default();
        let sprt = Some(Sprt { low: 0.0, high: 300.0 });
        let plan = |workers| Plan { sprt, workers, ..plan(&options, 200, Some(&path)) };
        let first = run(&plan(3), &cancel, &|_| {}).unwrap();
        let decision = first.decision.expect("a clear match is decided");
        assert!(first.complete && first.games() < 400);
        let kept = std::fs::read_to_string(&path).unwrap();
        assert_eq!(kept.matches("[Game ").count(), first.games(), "games in flight are counted");
        let again = run(&plan(2), &cancel, &|_| panic!("nothing is played")).unwrap();
        assert_eq!(again, first);
        std::fs::remove_file(&path).unwrap();
        // Any number of threads comes to the same decision.
        let alone = run(&plan(1), &cancel, &|_| {}).unwrap();
        assert_eq!(alone.decision, Some(decision));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_test_is_decided_by_the_first_pairs_in_the_order_of_their_numbers() {
        let options = Options::defaults(sarsen_catalog::game("stonehenge").unwrap().spec());
        let sprt = Some(Sprt { low: 0.0, high: 200.0 });
        let plan = Plan { sprt, ..plan(&options, 100, None) };
        let game = |payoff| Some(GameResult { payoff, forfeit: None });
        let pair = |pair, payoff| ((0, pair), [game(payoff), game(payoff)]);
        let mut results: Results = (0..12).map(|number| pair(number, 1.0)).collect();
        let decided = standings(&plan, &results).decision.expect("twelve won pairs decide");
        results.extend((12..18).map(|number| pair(number, 0.0)));
        assert_eq!(
            standings(&plan, &results).decision,
            Some(decided),
            "later pairs change nothing"
        );
        // A pair that is not finished may decide otherwise.
        results.insert((0, 0), [game(1.0), None]);
        assert_eq!(standings(&plan, &results).decision, None);
    }

    #[test]
    fn every_pair_plays_and_chance_is_the_same_for_all() {
        let options = Options::defaults(sarsen_catalog::game("holes").unwrap().spec());
        let path = std::env::temp_dir().join(format!("sarsen-round-{}", std::process::id()));
        let contestants = ["1", "random", "2"].map(|name| name.parse().unwrap()).to_vec();
        let game = sarsen_catalog::game("holes").unwrap();
        let plan = Plan { game, contestants, ..plan(&options, 1, Some(&path)) };
        assert_eq!(plan.pairings(), [[0, 1], [0, 2], [1, 2]]);
        let played = run(&plan, &Cancel::default(), &|_| {}).unwrap();
        assert!(played.complete);
        assert_eq!(played.games(), plan.games());
        let records = std::fs::read_to_string(&path).unwrap();
        let first_throws: Vec<&str> = records
            .split("\n\n")
            .filter(|part| part.starts_with('*'))
            .map(|part| &part[..2])
            .collect();
        assert_eq!(first_throws.len(), 6);
        assert!(first_throws.iter().all(|throw| *throw == first_throws[0]), "{first_throws:?}");
        let again = run(&plan, &Cancel::default(), &|_| panic!("nothing is played")).unwrap();
        assert_eq!(again, played);
        std::fs::remove_file(&path).unwrap();
    }
}
