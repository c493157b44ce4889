//! Taking back.

use crate::common::{AGAINST_ENGINE, Bench, PEOPLE, engine, setup};
use sarsen_core::Seat;
use sarsen_protocol::RefusalCode;
use sarsen_session::{Command, Slot};

#[test]
fn against_an_engine_a_takeback_is_free_and_includes_the_engines_action() {
    let mut bench = Bench::new(setup("stonehenge", &[], &AGAINST_ENGINE), &[(1, "ada")]);
    let nothing = bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap_err();
    assert_eq!(nothing.code, RefusalCode::NotNow);
    bench.act(1, "G6").unwrap();
    bench.act(2, "A1").unwrap();
    bench.act(1, "H1").unwrap();
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    assert_eq!(bench.actions(&[1]), ["G6", "A1"]);
    bench.act(1, "H2").unwrap();
    bench.act(2, "B1").err();
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    assert_eq!(bench.actions(&[1]), Vec::<String>::new());
}

#[test]
fn between_people_a_takeback_needs_consent() {
    let mut bench = Bench::stonehenge();
    bench.act(1, "G6").unwrap();
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    assert_eq!((bench.info().takeback, bench.actions(&[1]).len()), (Some(Seat::ONE), 1));
    bench.ask(Command::DeclineTakeback { seat: Seat::TWO }).unwrap();
    assert_eq!(bench.info().takeback, None);
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    bench.ask(Command::TakeBack { seat: Seat::TWO }).unwrap();
    assert_eq!(bench.actions(&[1]), Vec::<String>::new());
    bench.act(1, "G6").unwrap();
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    bench.act(2, "A1").unwrap();
    assert_eq!(bench.info().takeback, None, "who plays on has answered");
}

#[test]
fn between_people_a_takeback_never_crosses_revealed_information() {
    let hidden = setup("stonehenge", &[("druids", "hidden")], &PEOPLE);
    let mut bench = Bench::ada_and_bo(hidden.clone());
    // A and B are the two cells of a line: the second one fills it and turns both druids up.
    bench.act(1, "A1").unwrap();
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    bench.ask(Command::DeclineTakeback { seat: Seat::TWO }).unwrap();
    bench.act(2, "B2").unwrap();
    let shown = bench.ask(Command::TakeBack { seat: Seat::TWO }).unwrap_err();
    assert_eq!(shown.code, RefusalCode::NotNow);
    assert!(shown.says.en.contains("seen"), "{}", shown.says.en);

    let mut against_engine = Bench::new(
        setup("stonehenge", &[("druids", "hidden")], &[engine(1), Slot::Person]),
        &[(2, "bo")],
    );
    against_engine.act(1, "A1").unwrap();
    against_engine.act(2, "B2").unwrap();
    against_engine.ask(Command::TakeBack { seat: Seat::TWO }).unwrap();
    assert_eq!(against_engine.table.game_and_ply(), Some((1, 1)));
}
