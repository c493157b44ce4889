//! Engines at a table: their answers to offers, and their failures.

use crate::common::{AGAINST_ENGINE, Bench, engine, moment, setup};
use sarsen_core::{Level, Seat};
use sarsen_protocol::{Clock, DrawReason, RefusalCode, Status};
use sarsen_session::{Command, Observer, Slot, Table, import};

#[test]
fn an_engine_is_asked_for_a_draw_and_agrees_when_it_is_worse_off() {
    let slots = [Slot::Person, engine(2)];
    let mut bench = Bench::new(setup("stonehenge", &[], &slots), &[(1, "ada")]);
    assert_eq!(bench.table.engine_to_answer(), None);
    bench.ask(Command::OfferDraw { seat: Seat::ONE }).unwrap();
    let (seat, level) = bench.table.engine_to_answer().unwrap();
    assert_eq!((seat, level.number()), (Seat::TWO, 2));
    // It is seat 1's turn: what is good for seat 1 is bad for the engine.
    for (chance, proved, agrees) in
        [(0.9, false, true), (0.5, false, false), (0.5, true, true), (0.2, true, false)]
    {
        assert_eq!(bench.table.agrees_to_draw(seat, chance, proved), agrees, "{chance} {proved}");
    }
    bench.ask(Command::DeclineDraw { seat: Seat::TWO, because: None }).unwrap();
    assert_eq!(bench.table.engine_to_answer(), None, "it has answered");
    bench.ask(Command::OfferDraw { seat: Seat::ONE }).unwrap();
    bench.ask(Command::OfferDraw { seat: Seat::TWO }).unwrap();
    assert_eq!(bench.info().match_info.draws, 1);
}

#[test]
fn an_engine_is_not_behind_on_an_empty_board() {
    let mut bench = Bench::new(setup("stonehenge", &[], &AGAINST_ENGINE), &[(1, "ada")]);
    let seat = Seat::TWO;
    // What is good for seat 1, whose turn it is, is bad for the engine.
    let reason = |bench: &Bench| bench.table.draw_reason(seat, 0.6, false);
    assert_eq!(reason(&bench), DrawReason::Open);
    assert_eq!(bench.table.draw_reason(seat, 0.0, true), DrawReason::Wins);
    bench.play_on(2, 1);
    assert_eq!(reason(&bench), DrawReason::PlaysOn);
}

#[test]
fn an_engine_that_sees_less_answers_an_offer_when_it_is_to_act() {
    let slots = [Slot::Person, engine(2)];
    let mut bench = Bench::new(setup("stonehenge", &[("druids", "hidden")], &slots), &[(1, "ada")]);
    bench.play_on(2, 1);
    bench.ask(Command::OfferDraw { seat: Seat::ONE }).unwrap();
    assert_eq!(bench.table.engine_to_answer(), None, "it would have to look through Ada's eyes");
    bench.play_on(1, 1);
    assert_eq!(bench.table.engine_to_answer(), Some((Seat::TWO, Level::new(2).unwrap())));
}

#[test]
fn an_engine_that_has_failed_holds_the_clocks_until_people_decide() {
    let mut timed = setup("stonehenge", &[], &AGAINST_ENGINE);
    timed.clock = Clock::Fischer { initial: 10_000, increment: 0 };
    let mut bench = Bench::new(timed, &[(1, "ada")]);
    let code = |result: Result<usize, sarsen_protocol::Refusal>| result.unwrap_err().code;
    bench.act(1, "G6").unwrap();
    assert_eq!(code(bench.ask(Command::RetryEngine { seat: Seat::ONE })), RefusalCode::NotNow);
    assert_eq!(code(bench.ask(Command::EndUnplayed)), RefusalCode::NotNow);
    bench.ask(Command::EngineFailed { seat: Seat::TWO, again: true }).unwrap();
    assert!(bench.table.engine_to_act().is_some(), "it tries once more");
    bench.now += 1_000;
    bench.ask(Command::EngineFailed { seat: Seat::TWO, again: false }).unwrap();
    assert_eq!((bench.table.engine_to_act(), bench.info().engine_failed), (None, Some(Seat::TWO)));
    bench.now += 100_000;
    assert_eq!(bench.ask(Command::Tick), Ok(0), "its time stands still");
    assert_eq!(bench.ask(Command::Resume), Ok(0), "over a restart too");
    bench.ask(Command::RetryEngine { seat: Seat::ONE }).unwrap();
    assert!(bench.table.engine_to_act().is_some());
    assert_eq!(bench.table.clock_falls_at(), Some(bench.now + 9_000));
    bench.ask(Command::EngineFailed { seat: Seat::TWO, again: false }).unwrap();
    bench.ask(Command::EndUnplayed).unwrap();
    assert_eq!(bench.info().status, Status::Over);
    let record = bench.table.export().remove(0);
    assert!(record.to_string().contains("[End \"not played\"]"), "{record}");
    let moved = Table::replay("t", import(&[record], moment(1).seed, "x", 1).unwrap()).unwrap();
    assert_eq!(moved.position(&Observer::default()).unwrap().turn, bench.position(&[]).turn);
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    assert_eq!(
        bench.info().you,
        [Seat::ONE],
        "what was not played is played again in the same seats"
    );
}
