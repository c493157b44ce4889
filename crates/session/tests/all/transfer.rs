//! A table as its log and as records.

use crate::common::{Bench, PEOPLE, moment, seating, setup};
use sarsen_protocol::{Begins, Clock, EndReason, Status};
use sarsen_session::{
    Annotations, Command, Event, EventKind, Observer, PlayerId, Slot, Table, TokenHash, import,
};

#[test]
fn a_malformed_log_is_an_error_and_never_panics() {
    let bench = Bench::stonehenge();
    let log = bench.stored();
    assert!(Table::replay("t", log[1..].to_vec()).is_err());
    assert!(Table::replay("t", vec![]).is_err());
    let strange = [
        EventKind::Acted { seat: Some(1), action: "nonsense".into(), said: None },
        EventKind::Acted { seat: Some(77), action: "G6".into(), said: None },
        EventKind::TakenBack { seat: 1, ply: 9 },
        EventKind::Left { player: 0 },
        EventKind::Started {
            options: Default::default(),
            seed: sarsen_session::Seed::new([0; 32]),
            seats: vec![1, 1],
            match_game: 1,
            annotations: Annotations::default(),
        },
        EventKind::Ended { reason: EndReason::Rules, seat: None, result: "x".into() },
        EventKind::Ended { reason: EndReason::Rules, seat: None, result: "1,2,3".into() },
        EventKind::Tokened { player: 9, token: TokenHash(String::new()) },
    ];
    for kind in strange {
        let mut log = log.clone();
        log.push(Event { at: 0, tick: None, kind: kind.clone() });
        assert!(Table::replay("t", log).is_err(), "{kind:?}");
    }
}

#[test]
fn a_table_moves_as_records() {
    let mut of_three = setup("stonehenge", &[("claims", "manual")], &PEOPLE);
    of_three.games = 3;
    of_three.clock = Clock::Fischer { initial: 60_000, increment: 2_000 };
    let mut bench = Bench::ada_and_bo(of_three);
    bench.play_on(6, 1);
    bench.ask(Command::Resign { seat: 2 }).unwrap();
    bench.ask(Command::Again { seat: 1 }).unwrap();
    bench.ask(Command::Again { seat: 2 }).unwrap();
    bench.play_on(5, 2);
    let records = bench.table.export();
    let log = import(&records, moment(9).seed, "word", bench.now).unwrap();
    let moved = Table::replay("t", log).unwrap();
    assert_eq!(moved.export(), records, "there and back gives the same records");
    let both = Observer { seats: vec![1], looking: None };
    let (was, is) = (bench.table.position(&both).unwrap(), moved.position(&both).unwrap());
    assert_eq!((was.actions, was.view, was.game), (is.actions, is.view, is.game));
    let info = |table: &Table| table.info(&both, &Default::default());
    assert_eq!(info(&moved).match_info, info(&bench.table).match_info);
    assert_eq!(info(&moved).clock, bench.info().clock);
    assert_eq!(moved.seats_of(&PlayerId("ada".into())), [2]);
}

#[test]
fn a_table_that_waits_for_people_moves_as_a_record_too() {
    let slots = [Slot::Person, Slot::Person, Slot::Engine { level: 3 }];
    let mut waiting = setup("sun", &[("seats", "3")], &slots);
    waiting.games = 5;
    waiting.begins = Begins::ByLot;
    waiting.clock = Clock::PerMove { time: 30_000 };
    let mut bench = Bench::new(waiting, &[(2, "sarsen:4")]);
    let records = bench.table.export();
    let text = records[0].to_string();
    let read = sarsen_core::record::Reader::new(text.as_bytes()).next().unwrap().unwrap();
    let log = import(&[read], moment(9).seed, "another word", bench.now).unwrap();
    let mut moved = Table::replay("t", log).unwrap();
    assert_eq!(moved.export(), records, "there and back gives the same record");
    let nobody = Observer::default();
    let info = |table: &Table| table.info(&nobody, &Default::default());
    assert_eq!(info(&moved), info(&bench.table));
    assert_eq!(moved.invite(), "invite", "the link that was sent to a friend is still good");
    let sit = Command::Sit { seating: seating("bo"), seat: None };
    for step in moved.decide(&sit, &moment(bench.now)).unwrap() {
        moved.apply_step(&step).unwrap();
    }
    bench.ask(sit).unwrap();
    assert_eq!(info(&moved).status, Status::Playing);
    assert_eq!(info(&moved).match_info, bench.info().match_info);
}
