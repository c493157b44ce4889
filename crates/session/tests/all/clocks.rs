//! Clocks.

use crate::common::{AGAINST_ENGINE, Bench, PEOPLE, act_as, moment, setup};
use sarsen_core::Seat;
use sarsen_protocol::{Clock, EndReason};
use sarsen_session::Command;

#[test]
fn running_out_of_time_ends_the_game() {
    let mut fischer = setup("stonehenge", &[], &PEOPLE);
    fischer.clock = Clock::Fischer { initial: 10_000, increment: 1_000 };
    let mut bench = Bench::ada_and_bo(fischer);
    bench.now += 4_000;
    bench.act(1, "G6").unwrap();
    let clocks = bench.position(&[1]).clocks.unwrap();
    assert_eq!((clocks.remaining, clocks.running), (vec![7_000, 10_000], Some(Seat::TWO)));
    bench.now += 9_999;
    assert_eq!(bench.ask(Command::Tick), Ok(0));
    bench.now += 1;
    let late = bench.act(2, "A1").unwrap_err();
    assert!(late.says.en.contains("time"), "{}", late.says.en);
    assert_eq!(bench.ask(Command::Tick), Ok(1));
    assert_eq!(bench.outcome(), ("1-0".to_owned(), EndReason::Time));
}

#[test]
fn a_takeback_brings_the_clocks_back_too() {
    let mut fischer = setup("stonehenge", &[], &AGAINST_ENGINE);
    fischer.clock = Clock::Fischer { initial: 10_000, increment: 1_000 };
    let mut bench = Bench::new(fischer, &[(1, "ada")]);
    bench.now += 4_000;
    bench.act(1, "G6").unwrap();
    bench.now += 500;
    bench.act(2, "A1").unwrap();
    bench.now += 3_000;
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    let clocks = bench.position(&[1]).clocks.unwrap();
    assert_eq!((clocks.remaining, clocks.running), (vec![10_000, 10_000], Some(Seat::ONE)));
}

#[test]
fn the_clocks_stand_still_while_the_server_is_away() {
    let mut fischer = setup("stonehenge", &[], &PEOPLE);
    fischer.clock = Clock::Fischer { initial: 10_000, increment: 0 };
    let mut bench = Bench::ada_and_bo(fischer);
    bench.now += 3_000;
    assert_eq!(bench.ask(Command::Pause), Ok(1));
    bench.now += 1_000_000;
    assert_eq!(bench.ask(Command::Resume), Ok(1));
    bench.now += 6_999;
    assert_eq!(bench.ask(Command::Tick), Ok(0));
    bench.now += 1;
    assert_eq!(bench.ask(Command::Tick), Ok(1));
}

#[test]
fn players_time_is_counted_with_a_monotonic_clock() {
    let mut timed = setup("stonehenge", &[], &PEOPLE);
    timed.clock = Clock::Fischer { initial: 10_000, increment: 0 };
    let mut bench = Bench::ada_and_bo(timed);
    let at = |day: u64, tick: u64| sarsen_session::Moment { at: day, tick, ..moment(1) };
    let start = bench.now;
    // The time of day jumps forward by an hour, then back to 1970, while one second passes each time.
    for (ply, (day, action)) in (0..).zip([(start + 3_600_000, "G6"), (0, "A1")]) {
        let seat = ply as u8 + 1;
        let act = act_as(&[seat], 1, ply, action);
        let moment = at(day, start + 1_000 * u64::from(seat));
        for step in bench.table.decide(&act, &moment).unwrap() {
            bench.table.apply_step(&step).unwrap();
            bench.log.push(step.event);
        }
        bench.check();
    }
    let clocks = bench.position(&[1]).clocks.unwrap();
    assert_eq!(clocks.remaining, [9_000, 9_000]);
}
