//! The finished games that a log tells of, and closing what is not finished.

use crate::common::{AGAINST_ENGINE, Bench, PEOPLE, setup};
use sarsen_core::Seat;
use sarsen_protocol::{EndReason, PlayedGame, RefusalCode, Sitter, Status};
use sarsen_session::{Command, PlayerId, TokenHash, logged_games};

fn games_of(bench: &Bench, who: &str) -> Vec<PlayedGame> {
    let who = PlayerId(who.to_owned());
    let games = logged_games(&bench.stored()).into_iter();
    games.filter_map(|game| game.played_by("t", &who)).collect()
}

#[test]
fn every_finished_game_of_a_table_is_in_the_history() {
    let mut bench = Bench::stonehenge();
    bench.act(1, "G6").unwrap();
    bench.act(2, "A1").unwrap();
    assert!(games_of(&bench, "ada").is_empty(), "an unfinished game is no history");
    bench.now += 5;
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    for seat in [Seat::ONE, Seat::TWO] {
        bench.ask(Command::Again { seat }).unwrap();
    }
    bench.act(1, "C3").unwrap();
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    let games = games_of(&bench, "ada");
    assert_eq!(games.len(), 2);
    let [first, second] = [&games[0], &games[1]];
    assert_eq!((first.number, first.result.as_str(), first.plies), (1, "0-1", 2));
    assert_eq!((first.reason, first.ended - first.started), (EndReason::Resigned, 5));
    assert_eq!(first.seats[1], Sitter::Person { name: "bo".to_owned() });
    assert_eq!(first.you, [Seat::ONE]);
    // In the second game the seats have moved on, and it is a match of its own.
    assert_eq!((second.number, second.match_number, second.plies), (2, 2, 1));
    assert_eq!(second.you, [Seat::TWO]);
    assert_eq!(games_of(&bench, "bo")[1].you, [Seat::ONE]);
    assert!(games_of(&bench, "nobody").is_empty());
}

#[test]
fn the_games_of_a_match_belong_together() {
    let mut bench =
        Bench::ada_and_bo(sarsen_session::Setup { games: 2, ..setup("stonehenge", &[], &PEOPLE) });
    for _ in 0..3 {
        bench.act(1, "G6").unwrap();
        bench.ask(Command::Resign { seat: Seat::TWO }).unwrap();
        for seat in [Seat::ONE, Seat::TWO] {
            bench.ask(Command::Again { seat }).unwrap();
        }
    }
    let games = games_of(&bench, "ada");
    let places: Vec<_> =
        games.iter().map(|game| (game.match_number, game.match_game, game.match_games)).collect();
    assert_eq!(places, [(1, 1, 2), (1, 2, 2), (2, 1, 2)]);
}

#[test]
fn a_player_renamed_during_a_game_has_the_new_name_in_its_history() {
    let mut bench = Bench::ada_and_bo(setup("stonehenge", &[], &PEOPLE));
    bench.act(1, "G6").unwrap();
    let (token, name) = (TokenHash("another token of bo".to_owned()), Some("Tom".to_owned()));
    bench.ask(Command::Retoken { seat: Seat::TWO, token, name }).unwrap();
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    let games = games_of(&bench, "ada");
    assert_eq!(games[0].seats[1], Sitter::Person { name: "Tom".to_owned() });
}

#[test]
fn actions_taken_back_are_not_counted() {
    let mut bench = Bench::new(setup("stonehenge", &[], &PEOPLE), &[(1, "ada"), (2, "ada")]);
    for (seat, action) in [(1, "G6"), (2, "A1"), (1, "C3")] {
        bench.act(seat, action).unwrap();
    }
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    let left = bench.position(&[1, 2]).actions.len() as u32;
    assert!(left < 3);
    assert_eq!(games_of(&bench, "ada")[0].plies, left);
}

#[test]
fn what_chance_does_is_not_counted_as_an_action() {
    let mut bench = Bench::new(setup("holes", &[], &PEOPLE), &[(1, "ada"), (2, "ada")]);
    bench.play_on(10, 3);
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    let actions = bench.position(&[1, 2]).actions;
    let thrown = actions.iter().filter(|action| action.starts_with('*')).count();
    assert!(thrown > 3);
    assert_eq!(games_of(&bench, "ada")[0].plies as usize, actions.len() - thrown);
}

#[test]
fn closing_resigns_a_game_that_was_played() {
    let mut bench = Bench::new(setup("stonehenge", &[], &AGAINST_ENGINE), &[(1, "ada")]);
    bench.act(1, "G6").unwrap();
    bench.ask(Command::Close { seats: vec![Seat::ONE] }).unwrap();
    assert_eq!(bench.outcome(), ("0-1".to_owned(), EndReason::Resigned));
    let again = bench.ask(Command::Close { seats: vec![Seat::ONE] }).unwrap_err();
    assert_eq!(again.code, RefusalCode::NotNow);
}

#[test]
fn closing_an_unplayed_or_shared_game_counts_as_not_played() {
    let mut untouched = Bench::stonehenge();
    untouched.ask(Command::Close { seats: vec![Seat::TWO] }).unwrap();
    assert_eq!(untouched.outcome(), ("*".to_owned(), EndReason::NotPlayed));
    let mut shared = Bench::new(setup("stonehenge", &[], &PEOPLE), &[(1, "ada"), (2, "ada")]);
    shared.act(1, "G6").unwrap();
    shared.ask(Command::Close { seats: vec![Seat::ONE, Seat::TWO] }).unwrap();
    assert_eq!(shared.outcome(), ("*".to_owned(), EndReason::NotPlayed));
    let none = shared.ask(Command::Close { seats: vec![] }).unwrap_err();
    assert_eq!(none.code, RefusalCode::NoRight);
}

#[test]
fn closing_a_table_that_waits_lets_its_player_go() {
    let mut bench = Bench::new(setup("stonehenge", &[], &PEOPLE), &[(1, "ada")]);
    assert_eq!(bench.table.status(), Status::Waiting);
    bench.ask(Command::Close { seats: vec![Seat::ONE] }).unwrap();
    assert_eq!(bench.table.people().count(), 0);
}
