//! Playing actions, and repeating requests.

use crate::common::{AGAINST_ENGINE, Bench, PEOPLE, act_as, setup};
use sarsen_core::{Seat, Viewer};
use sarsen_protocol::RefusalCode;
use sarsen_session::{Command, EventKind, Table};

#[test]
fn an_action_that_cannot_be_played_is_refused_and_changes_nothing() {
    let mut bench = Bench::stonehenge();
    bench.act(1, "G6").unwrap();
    let code = |result: Result<usize, sarsen_protocol::Refusal>| result.unwrap_err().code;
    assert_eq!(code(bench.act(1, "A1")), RefusalCode::NotYourTurn);
    let taken = bench.act(2, "G1").unwrap_err();
    assert_eq!((taken.code, taken.rule.is_some()), (RefusalCode::Illegal, true));
    assert_eq!(code(bench.act(2, "nonsense")), RefusalCode::Illegal);
    assert_eq!(code(bench.act(2, "G?")), RefusalCode::Illegal);
    let act = |game, ply| act_as(&[2], game, ply, "A1");
    for (game, ply) in [(1, 0), (1, 2), (0, 1), (2, 1), (u32::MAX, u32::MAX)] {
        assert_eq!(code(bench.ask(act(game, ply))), RefusalCode::Stale, "{game} {ply}");
    }
    assert_eq!(bench.actions(&[]), ["G6"]);
}

#[test]
fn a_repeated_request_is_accepted_and_not_played_twice() {
    let mut bench = Bench::stonehenge();
    bench.act(1, "G6").unwrap();
    bench.act(2, "A1").unwrap();
    let again = |seat, ply, action: &str| act_as(&[seat], 1, ply, action);
    assert_eq!(bench.ask(again(1, 0, "G6")), Ok(0));
    assert_eq!(bench.ask(again(2, 1, "A1")), Ok(0));
    let other = bench.ask(again(1, 0, "G5")).unwrap_err();
    assert_eq!(other.code, RefusalCode::Stale);
    let others = bench.ask(again(2, 0, "G6")).unwrap_err();
    assert_eq!(others.code, RefusalCode::Stale, "another seat's action is not one's own");
}

#[test]
fn a_table_can_go_on_from_a_record() {
    let mut from = setup("stonehenge", &[], &AGAINST_ENGINE);
    from.from = vec!["G6".into(), "A1".into()];
    let mut bench = Bench::new(from, &[(1, "ada")]);
    assert_eq!(bench.actions(&[]), ["G6", "A1"]);
    let given = bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap_err();
    assert_eq!(given.code, RefusalCode::NotNow, "what was given is not taken back");
    bench.act(1, "H1").unwrap();
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    assert_eq!(bench.actions(&[]), ["G6", "A1"]);
}

#[test]
fn a_seat_acts_in_its_own_words_and_the_record_keeps_what_was_played() {
    let mut bench = Bench::ada_and_bo(setup("logan", &[("backs", "nobody")], &PEOPLE));
    let offered = match bench.position(&[1]).legal.unwrap() {
        sarsen_protocol::Legal::Actions { actions } => actions,
        other => panic!("{other:?}"),
    };
    assert!(offered.iter().all(|action| action.contains('?')), "no back is known: {offered:?}");
    let whole = bench.table.whole_position().unwrap().legal().lines();
    assert!(bench.act(1, &whole[0]).is_err(), "who names a back has looked at it");
    assert_eq!(bench.act(1, &offered[0]), Ok(1));
    let played = bench.table.whole_position().unwrap().history(Viewer::Omniscient);
    assert!(whole.contains(played.last().unwrap()), "{played:?}");
    let again = act_as(&[1], 1, 1, &offered[0]);
    assert_eq!(bench.ask(again), Ok(0), "asked again after a lost connection");
}

/// Ada plays a stone whose back nobody knows; returns her token and what was recorded.
fn a_hidden_back() -> (Bench, String, String) {
    let mut bench = Bench::ada_and_bo(setup("logan", &[("backs", "nobody")], &PEOPLE));
    let words = match bench.position(&[1]).legal.unwrap() {
        sarsen_protocol::Legal::Actions { actions } => actions[0].clone(),
        other => panic!("{other:?}"),
    };
    bench.act(1, &words).unwrap();
    let played = bench.table.whole_position().unwrap().history(Viewer::Omniscient);
    (bench, words, played.last().unwrap().clone())
}

#[test]
fn repeating_a_request_does_not_confirm_a_guess_of_a_hidden_back() {
    let (mut bench, words, played) = a_hidden_back();
    let code = |bench: &mut Bench, action: &str| {
        bench.ask(act_as(&[1], 1, 1, action)).map_err(|refusal| refusal.code)
    };
    assert_eq!(code(&mut bench, &words), Ok(0));
    assert_eq!(code(&mut bench, &played), Err(RefusalCode::Stale), "{played}");
    // Logs of earlier versions do not contain the seat's token.
    let mut log = bench.stored();
    for event in &mut log {
        if let EventKind::Acted { said, .. } = &mut event.kind {
            *said = None;
        }
    }
    bench.table = Table::replay("t", log.clone()).unwrap();
    bench.log = log;
    assert_eq!(code(&mut bench, &words), Ok(0));
    assert_eq!(code(&mut bench, &played), Err(RefusalCode::Stale), "{played}");
}
