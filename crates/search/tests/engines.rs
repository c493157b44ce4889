//! The engines of all games through the door that outer layers use.

use std::time::{Duration, Instant};

use sarsen_catalog::{GAMES, Game, Position};
use sarsen_core::{Options, Turn, chance};
use sarsen_search::{Cancel, Choice, Level, Limits, Request, engine};

/// Plays at random for a while, and on until a seat is to act.
fn somewhere(
    game: &dyn Game,
    options: &Options,
    actions: usize,
    seed: u64,
) -> Option<Box<dyn Position>> {
    let mut rng = chance::generator(seed);
    let mut position = game.start(options);
    let mut played = 0;
    while played < actions || position.turn() == Turn::Chance {
        let action = position.random_action(&mut rng)?;
        position.play(&action).ok()?;
        played += 1;
    }
    position.turn().seat().map(|_| position)
}

fn variants(game: &dyn Game) -> Vec<Options> {
    let mut all = vec![Options::defaults(game.spec())];
    for variant in game.spec().variants {
        let mut options = Options::defaults(game.spec());
        for (name, value) in variant.options {
            options.set(name, value).unwrap();
        }
        all.push(options);
    }
    all
}

fn choose(position: &dyn Position, level: Level, limits: Limits) -> Choice {
    let engine = engine(position.options().spec().id).unwrap();
    let cancel = Cancel::default();
    engine.choose(&Request::new(position, level, limits, &cancel)).unwrap()
}

#[test]
fn every_game_has_an_engine_whose_actions_are_legal_at_every_level() {
    for game in GAMES {
        for options in variants(*game) {
            for (index, level) in Level::all().enumerate() {
                let Some(position) = somewhere(*game, &options, index * 2, index as u64) else {
                    continue;
                };
                let limits = Limits::time(Duration::from_millis(60)).with_seed(index as u64);
                let choice = choose(position.as_ref(), level, limits);
                let id = game.spec().id;
                assert!(position.check(&choice.action).is_ok(), "{id} {level}: {}", choice.action);
                assert!((0.0..=1.0).contains(&choice.chance), "{id} {level}: {}", choice.chance);
            }
        }
    }
}

#[test]
fn a_seed_and_a_node_limit_give_the_same_choice() {
    for game in GAMES {
        let Some(position) = somewhere(*game, &Options::defaults(game.spec()), 4, 3) else {
            continue;
        };
        let run = || choose(position.as_ref(), Level::MAX, Limits::nodes(300).with_seed(9));
        assert_eq!(run(), run(), "{}", game.spec().id);
    }
}

#[test]
fn weak_levels_answer_quickly_and_a_cancelled_search_stops_quickly() {
    for game in GAMES {
        let Some(position) = somewhere(*game, &Options::defaults(game.spec()), 2, 1) else {
            continue;
        };
        let id = game.spec().id;
        for level in Level::all().take(4) {
            let start = Instant::now();
            choose(position.as_ref(), level, Limits::time(Duration::from_secs(60)));
            // Twice what is promised: tests run unoptimised and beside each other.
            assert!(start.elapsed().as_millis() < 600, "{id} {level}: {:?}", start.elapsed());
        }
        let cancel = Cancel::default();
        let engine = engine(id).unwrap();
        let late = std::thread::scope(|scope| {
            let limits = Limits::time(Duration::from_secs(60));
            let request = Request::new(position.as_ref(), Level::MAX, limits, &cancel);
            let thinking = scope.spawn(move || engine.choose(&request).unwrap());
            std::thread::sleep(Duration::from_millis(150));
            let start = Instant::now();
            cancel.cancel();
            thinking.join().unwrap();
            start.elapsed()
        });
        assert!(late.as_millis() < 250, "{id}: {late:?}");
    }
}

#[test]
fn the_action_that_was_played_is_valued_too() {
    for game in GAMES {
        let Some(position) = somewhere(*game, &Options::defaults(game.spec()), 2, 8) else {
            continue;
        };
        let played = position.random_action(&mut chance::generator(4)).unwrap();
        let cancel = Cancel::default();
        let limits = Limits::nodes(2000);
        let mut request = Request::new(position.as_ref(), Level::MAX, limits, &cancel);
        request.also = Some(&played);
        let choice = engine(game.spec().id).unwrap().choose(&request).unwrap();
        let valued = choice.lines.iter().any(|line| line.actions[0] == played);
        assert!(valued, "{}: {played} is not among {:?}", game.spec().id, choice.lines);
    }
}
