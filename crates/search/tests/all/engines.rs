//! The engines of all games through the interface used by outer layers.

use std::sync::Mutex;
use std::time::Duration;

use crate::somewhere::somewhere;
use sarsen_catalog::{GAMES, Game, Position};
use sarsen_core::{Options, Seat, Viewer, chance};
use sarsen_search::{Cancel, Choice, Level, Limits, Report, Request, engine};

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

#[test]
fn a_poor_action_is_valued_as_it_is_after_it_was_played() {
    for id in ["cathedral", "stonehenge"] {
        let game = sarsen_catalog::game(id).unwrap();
        for seed in 0..4 {
            let mut position = somewhere(game, &Options::defaults(game.spec()), 3, seed).unwrap();
            let played = position.random_action(&mut chance::generator(seed)).unwrap();
            let cancel = Cancel::default();
            let limits = Limits { threads: 1, ..Limits::nodes(3000) };
            let mut request = Request::new(position.as_ref(), Level::MAX, limits.clone(), &cancel);
            request.also = Some(&played);
            let choice = engine(id).unwrap().choose(&request).unwrap();
            let line = choice.lines.iter().find(|line| line.actions[0] == played).unwrap();
            let foreseen = line.chance;
            position.play(&played).unwrap();
            let after = 1.0 - choose(position.as_ref(), Level::MAX, limits).chance;
            assert!((foreseen - after).abs() < 0.25, "{id} {seed} {played}: {foreseen} {after}");
        }
    }
}

/// A wall from side to side with one gap, which the evaluation does not expect, wins the city above it.
#[test]
fn the_top_level_of_cathedral_finds_what_it_does_not_expect() {
    let game = sarsen_catalog::game("cathedral").unwrap();
    let mut position = game.start(&Options::defaults(game.spec()));
    for token in "PP2@b4 AC0@c1 IF0@g6 TO0@f1 AC2@g3 CA1@i2 TO1@a7 MA2@a3".split(' ') {
        position.play(token).unwrap();
    }
    let limits = Limits { threads: 1, ..Limits::nodes(8000) };
    let choice = choose(position.as_ref(), Level::MAX, limits);
    assert!(["CA0@d7", "CA2@d7"].contains(&choice.action.as_str()), "{}", choice.action);
    assert!(choice.chance > 0.6, "{}", choice.chance);
}

/// Worlds that a seat cannot tell apart: the same tokens except for what it has not seen.
fn twin_worlds(id: &str, options: &[(&str, &str)], seed: u64) -> Option<[Box<dyn Position>; 2]> {
    let game = sarsen_catalog::game(id)?;
    let mut chosen = Options::defaults(game.spec());
    for (name, value) in options {
        chosen.set(name, value).ok()?;
    }
    let position = somewhere(game, &chosen, 3 + seed as usize % 8, seed)?;
    let seat = position.turn().seat()?;
    let tokens = position.history(Viewer::Omniscient);
    let twins =
        if id == "logan" { other_deals(&tokens, seat) } else { other_druids(&tokens, seat) };
    twins.into_iter().find_map(|tokens| {
        let mut twin = game.start(&chosen);
        tokens.iter().try_for_each(|token| twin.play(token)).ok()?;
        let viewer = Viewer::Seat(seat);
        let alike = twin.show(viewer).json == position.show(viewer).json
            && twin.history(viewer) == position.history(viewer)
            && twin.choices(seat) == position.choices(seat);
        let differs = twin.history(Viewer::Omniscient) != position.history(Viewer::Omniscient);
        (alike && differs).then(|| [position.boxed(), twin])
    })
}

/// The same placements with two druids of the other seat swapped.
fn other_druids(tokens: &[String], seat: Seat) -> Vec<Vec<String>> {
    let theirs: Vec<usize> = (0..tokens.len()).filter(|index| index % 2 != seat.index()).collect();
    let mut all = Vec::new();
    for &one in &theirs {
        for &two in &theirs {
            let mut other = tokens.to_vec();
            other[one] = format!("{}{}", &tokens[one][..1], &tokens[two][1..]);
            other[two] = format!("{}{}", &tokens[two][..1], &tokens[one][1..]);
            all.push(other);
        }
    }
    all
}

/// The same deal with the backs of two stones swapped that show the same face.
fn other_deals(tokens: &[String], seat: Seat) -> Vec<Vec<String>> {
    let deal = tokens[0].trim_start_matches("deal=");
    let stones: Vec<String> = deal.split([',', '|']).map(str::to_owned).collect();
    let hidden = |index: &usize| *index < 2 || (*index < 10) != (seat == Seat::ONE);
    let places: Vec<usize> = (0..stones.len()).filter(hidden).collect();
    let mut all = Vec::new();
    for &one in &places {
        for &two in &places {
            if stones[one][..1] == stones[two][..1] && stones[one] != stones[two] {
                let mut other = stones.clone();
                other.swap(one, two);
                let mut tokens = tokens.to_vec();
                let parts = [&other[..2], &other[2..10], &other[10..]].map(|part| part.join(","));
                tokens[0] = format!("deal={}", parts.join("|"));
                all.push(tokens);
            }
        }
    }
    all
}

#[test]
fn an_engine_answers_alike_in_worlds_that_its_seat_cannot_tell_apart() {
    let cases: [(&str, &[(&str, &str)]); 3] = [
        ("stonehenge", &[("druids", "hidden")]),
        ("logan", &[]),
        ("logan", &[("backs", "nobody")]),
    ];
    for (id, options) in cases {
        let mut compared = 0;
        for seed in 0..24 {
            let Some([one, two]) = twin_worlds(id, options, seed) else { continue };
            for level in [1, 4, 8].map(|number| Level::new(number).unwrap()) {
                let limits = || Limits::nodes(150).with_seed(seed);
                let (first, second) =
                    (choose(one.as_ref(), level, limits()), choose(two.as_ref(), level, limits()));
                // If a seat does not know its own stones, the same token means another stone.
                let said = |position: &dyn Position, choice: &Choice| {
                    let mut after = position.boxed();
                    after.play(&choice.action).unwrap();
                    let seat = position.turn().seat().unwrap();
                    after.history(Viewer::Seat(seat)).last().cloned()
                };
                assert_eq!(
                    said(one.as_ref(), &first),
                    said(two.as_ref(), &second),
                    "{id} {seed} {level}"
                );
                assert_eq!(
                    (first.chance, first.lines),
                    (second.chance, second.lines),
                    "{id} {seed} {level}"
                );
            }
            compared += 1;
        }
        assert!(compared >= 5, "{id}: only {compared} pairs of worlds were found");
    }
}

/// How deep a search gets in its time depends on the load of the machine: the same position must not be called good at one
/// depth and poor at the next.
#[test]
fn the_depth_that_a_search_reaches_does_not_turn_its_verdict() {
    for tokens in [&["H4"][..], &["C3"], &["H6", "G6"], &["D2", "K5", "F3", "L4"]] {
        let game = sarsen_catalog::game("stonehenge").unwrap();
        let mut position = game.start(&Options::defaults(game.spec()));
        for token in tokens {
            position.play(token).unwrap();
        }
        let (cancel, chances) = (Cancel::default(), Mutex::new(Vec::new()));
        let limits = Limits::nodes(1_000_000);
        let progress = |report: &Report| {
            let best = &report.lines[0];
            chances.lock().unwrap().push((report.depth, best.chance));
        };
        let request = Request::new(position.as_ref(), Level::MAX, limits, &cancel);
        engine("stonehenge").unwrap().choose(&Request { progress: &progress, ..request }).unwrap();
        let chances = chances.into_inner().unwrap();
        let late: Vec<f64> =
            chances.iter().filter(|(depth, _)| *depth >= 4).map(|&(_, chance)| chance).collect();
        assert!(late.len() >= 3, "{tokens:?}: {chances:?}");
        let swing = late.windows(2).map(|pair| (pair[0] - pair[1]).abs()).fold(0.0, f64::max);
        assert!(swing < 0.13, "{tokens:?}: {swing:.3} in {chances:?}");
    }
}
