//! Searches keep their time limit and stop when cancelled.
//!
//! Measured in CPU time, to be independent of other load. This is a single test, so that nothing else runs in its
//! process.

#![allow(clippy::unwrap_used, reason = "all of this file is test code")]

mod somewhere;

use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};
use sarsen_catalog::{GAMES, Position};
use sarsen_core::{Options, Rules};
use sarsen_search::alphabeta::{self, Settings};
use sarsen_search::games::stonehenge::{Checkpoint, Prover};
use sarsen_search::{
    Budget, Cancel, Clock, Level, Limits, NoKnowledge, Request, Weakness, engine, mcts, solve,
};
use sarsen_stonehenge::Stonehenge;
use somewhere::somewhere;

type Strategy<'s> = dyn Fn(&Budget<'_>) + Sync + 's;

/// How late a search may be.
const LATE: Duration = Duration::from_millis(50);

#[test]
fn searches_keep_to_their_time_and_stop_within_50_ms() {
    holes_is_played_before_its_endings_are_known();
    for game in GAMES {
        let position = somewhere(*game, &Options::defaults(game.spec()), 2, 1).unwrap();
        // Create now what is created once and kept, such as tables.
        time_of(position.as_ref(), Level::MAX, Duration::from_millis(1));
        weak_levels_answer_within_300_ms(position.as_ref());
        the_top_takes_no_more_than_it_is_given(position.as_ref());
        an_engine_stops_when_cancelled(position.as_ref());
    }
    every_strategy_stops_when_cancelled();
}

/// The first decision in a process does not lose its seat's clock to the solving of the endings.
fn holes_is_played_before_its_endings_are_known() {
    let game = sarsen_catalog::game("holes").unwrap();
    let position = somewhere(game, &Options::defaults(game.spec()), 2, 1).unwrap();
    let decided_after = |limits: Limits| {
        let (cancel, begun) = (Cancel::default(), Instant::now());
        let request = Request::new(position.as_ref(), Level::new(7).unwrap(), limits, &cancel);
        engine("holes").unwrap().choose(&request).unwrap();
        begun.elapsed()
    };
    let with_clock = decided_after(Limits::time(Duration::from_millis(10)));
    // With a number of nodes the answer is the same on every machine, so it waits until they are solved.
    let solved = decided_after(Limits::nodes(1));
    assert!(with_clock * 3 < solved, "{with_clock:?} of {solved:?}");
}

fn weak_levels_answer_within_300_ms(position: &dyn Position) {
    let id = position.options().spec().id;
    for level in Level::all().take(4) {
        let used = time_of(position, level, Duration::from_secs(60));
        assert!(used.as_millis() < 300, "{id} {level}: {used:?}");
    }
}

fn the_top_takes_no_more_than_it_is_given(position: &dyn Position) {
    let id = position.options().spec().id;
    let given = Duration::from_millis(150);
    let used = time_of(position, Level::MAX, given);
    assert!(used < given + LATE, "{id}: {used:?}");
}

fn time_of(position: &dyn Position, level: Level, time: Duration) -> Duration {
    let engine = engine(position.options().spec().id).unwrap();
    let cancel = Cancel::default();
    let limits = Limits::time(time).with_clock(Clock::Thread);
    let start = ThreadTime::now();
    engine.choose(&Request::new(position, level, limits, &cancel)).unwrap();
    start.elapsed()
}

fn an_engine_stops_when_cancelled(position: &dyn Position) {
    let id = position.options().spec().id;
    let has_yardstick = engine(id).unwrap().has_yardstick();
    for yardstick in [false, true].into_iter().filter(|yardstick| !yardstick || has_yardstick) {
        let late = used_after_cancel(|cancel| {
            let engine = engine(id).unwrap();
            let limits = Limits::time(Duration::from_secs(60));
            let request = Request::new(position, Level::MAX, limits, cancel);
            let choice =
                if yardstick { engine.yardstick(&request) } else { engine.choose(&request) };
            choice.unwrap();
        });
        assert!(late < LATE, "{id}, yardstick {yardstick}: {late:?}");
    }
}

fn every_strategy_stops_when_cancelled() {
    let state = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
    let limits = Limits { threads: 2, memory: 1 << 20, ..Limits::default() };
    let settings = Settings {
        depth: 18,
        lines: 1,
        width: None,
        late: None,
        weakness: Weakness::NONE,
        seed: 1,
        threads: 2,
        memory: 1 << 20,
    };
    let timed = Limits { threads: 2, ..Limits::time(Duration::from_secs(60)) };
    let strategies: [(&str, &Strategy<'_>); 4] = [
        ("alpha-beta", &|budget| {
            alphabeta::search(&state, None, &NoKnowledge, &settings, budget, &|_| {});
        }),
        ("tree search", &|budget| {
            let plain = mcts::Settings::plain(1, 2, 1 << 20);
            mcts::search(&state, &NoKnowledge, &plain, budget, &|_| {});
        }),
        ("plain solver", &|budget| assert!(solve::solve(&state, budget).is_none())),
        ("solver", &|budget| {
            let prover = Prover::new(&limits, Checkpoint::in_memory());
            assert_eq!(prover.winner(&state, budget), None);
        }),
    ];
    for (name, strategy) in strategies {
        let late = used_after_cancel(|cancel| strategy(&Budget::new(&timed, cancel)));
        assert!(late < LATE, "{name}: {late:?}");
    }
}

/// The CPU time that a search takes after it was cancelled.
fn used_after_cancel(search: impl Fn(&Cancel) + Sync) -> Duration {
    let cancel = Cancel::default();
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| search(&cancel));
        std::thread::sleep(Duration::from_millis(100));
        cancel.cancel();
        let cancelled = ProcessTime::now();
        searching.join().unwrap();
        cancelled.elapsed()
    })
}
