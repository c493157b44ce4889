//! Rematches and matches of several games.

use crate::common::{Bench, PEOPLE, moment, setup};
use sarsen_core::{Seat, Viewer};
use sarsen_protocol::{Clock, EndReason, PlayerNumber, RefusalCode, Status, TurnInfo};
use sarsen_session::{Command, PlayerId, Table, TokenHash, import};

#[test]
fn a_rematch_changes_the_seats_and_needs_everybody() {
    let mut bench = Bench::stonehenge();
    let early = bench.ask(Command::Again { seat: Seat::ONE }).unwrap_err();
    assert_eq!(early.code, RefusalCode::NotNow);
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    assert_eq!(bench.table.status(), Status::Over);
    bench.ask(Command::Again { seat: Seat::TWO }).unwrap();
    assert_eq!(bench.table.status(), Status::Playing);
    assert_eq!(bench.table.seats_of(&PlayerId("ada".into())), [Seat::TWO]);
    assert_eq!(bench.table.seats_of_token(&TokenHash("token of bo".into())), [Seat::ONE]);
    assert_eq!(bench.table.game_and_ply(), Some((2, 0)));
    assert!(bench.table.record(1, Viewer::Public).unwrap().contains("0-1"));
}

#[test]
fn a_rematch_can_be_declined_and_offered_again() {
    let mut bench = Bench::stonehenge();
    let early = bench.ask(Command::DeclineAgain { seat: Seat::TWO }).unwrap_err();
    assert_eq!(early.code, RefusalCode::NotNow);
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    assert_eq!(
        bench.ask(Command::DeclineAgain { seat: Seat::TWO }),
        Ok(0),
        "nobody has offered one"
    );
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    assert_eq!(bench.info().ready, [Seat::ONE]);
    assert_eq!(
        bench.ask(Command::DeclineAgain { seat: Seat::ONE }),
        Ok(1),
        "one's own is withdrawn"
    );
    assert_eq!(bench.info().ready, []);
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    assert_eq!(bench.ask(Command::DeclineAgain { seat: Seat::TWO }), Ok(1));
    assert!(bench.info().ready.is_empty());
    bench.ask(Command::Again { seat: Seat::TWO }).unwrap();
    assert_eq!(bench.table.status(), Status::Over, "the declined offer no longer counts");
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    assert_eq!(bench.table.status(), Status::Playing);
}

#[test]
fn a_match_adds_up_its_games_by_player() {
    let mut of_two = setup("stonehenge", &[], &PEOPLE);
    of_two.games = 2;
    let mut bench = Bench::ada_and_bo(of_two);
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Again { seat: Seat::TWO }).unwrap();
    let info = bench.info().match_info;
    assert_eq!((info.game, info.of, info.wins), (2, 2, vec![0, 1]));
    // Bo sits in seat 1 now, and loses too.
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    assert_eq!(bench.info().match_info.wins, [1, 1]);
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Again { seat: Seat::TWO }).unwrap();
    let info = bench.info().match_info;
    assert_eq!((info.game, info.wins), (1, vec![0, 0]), "another match");
}

fn player(index: usize) -> PlayerNumber {
    PlayerNumber::from_index(index).unwrap()
}

/// Resigns for a seat and lets the next game begin.
fn resign_and_go_on(bench: &mut Bench, seat: Seat) {
    bench.ask(Command::Resign { seat }).unwrap();
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Again { seat: Seat::TWO }).unwrap();
}

#[test]
fn k10_in_a_match_of_stonehenge_the_loser_scores_its_megaliths_also_when_it_resigns() {
    let mut of_two = setup("stonehenge", &[], &PEOPLE);
    of_two.games = 2;
    of_two.clock = Clock::Fischer { initial: 10_000, increment: 0 };
    let mut bench = Bench::ada_and_bo(of_two);
    bench.act(1, "A1").unwrap();
    bench.act(2, "R6").unwrap();
    bench.act(1, "B2").unwrap();
    let left = bench.position(&[1]).score.unwrap();
    assert_eq!(left, [7, 7]);
    resign_and_go_on(&mut bench, Seat::ONE);
    let info = bench.info().match_info;
    assert_eq!((info.game, info.points, info.ranks), (2, vec![7, 0], None));
    assert_eq!(info.player_of_seat, [player(1), player(0)], "seats swap who begins");
    // Bo, who begins now, runs out of time with all megaliths left.
    bench.now += 10_001;
    bench.ask(Command::Tick).unwrap();
    let info = bench.info().match_info;
    assert_eq!((info.points, info.wins), (vec![7, 8], vec![1, 1]));
    assert_eq!(info.ranks, Some(vec![1, 2]), "the lowest total wins");
    let games: Vec<_> = info.finished.iter().map(|game| (game.winner, game.reason)).collect();
    assert_eq!(games, [(Some(player(1)), EndReason::Resigned), (Some(player(0)), EndReason::Time)]);
}

#[test]
fn c13_in_the_second_game_of_a_match_dark_positions_the_people_piece() {
    let mut of_two = setup("cathedral", &[], &PEOPLE);
    of_two.games = 2;
    let mut bench = Bench::ada_and_bo(of_two);
    let people = |bench: &Bench| bench.info().options["people"].clone();
    assert_eq!(
        (people(&bench), bench.position(&[1]).turn),
        ("light".into(), TurnInfo::Seat { seat: Seat::ONE })
    );
    bench.act(1, "PP0@h7").unwrap();
    assert!(bench.info().match_options.is_empty());
    resign_and_go_on(&mut bench, Seat::TWO);
    let own: Vec<_> = bench.info().match_options.into_iter().collect();
    assert_eq!(own, [("people".to_owned(), "light".to_owned())], "another match begins with this");
    assert_eq!(
        (people(&bench), bench.position(&[1]).turn),
        ("dark".into(), TurnInfo::Seat { seat: Seat::TWO })
    );
    assert_eq!(
        bench.table.seats_of(&PlayerId("ada".into())),
        [Seat::ONE],
        "everybody keeps a colour"
    );
    bench.act(2, "PP0@h7").unwrap();
    bench.play_on(200, 7);
    assert_eq!(bench.table.status(), Status::Over);
    let info = bench.info().match_info;
    let last = bench.position(&[1]).score.unwrap();
    assert_eq!(info.points, [last[0], 47 + last[1]], "who resigned at once scores everything");
    let records = bench.table.match_record(Viewer::Public).unwrap();
    assert_eq!(records.matches("[Game \"cathedral\"]").count(), 2);
    assert_eq!(records.matches("[Option.people \"dark\"]").count(), 1);
    assert!(records.contains("[MatchGame \"2\"]") && records.contains("[PlayerOfSeat1 \"1\"]"));
    // It moves as records, and "play again" changes who positions the People Piece too.
    let moved = import(&bench.table.export(), moment(9).seed, "word", bench.now).unwrap();
    let moved = Table::replay("t", moved).unwrap();
    assert_eq!(moved.export(), bench.table.export());
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Again { seat: Seat::TWO }).unwrap();
    assert_eq!(people(&bench), "light");
    assert_eq!(bench.info().match_info.finished, [], "another match");
}
