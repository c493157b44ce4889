//! A table as its log and as records.

use crate::common::{Bench, PEOPLE, engine, moment, seating, setup};
use sarsen_core::{Level, Seat};
use sarsen_protocol::{Begins, Clock, EndReason, PlayerNumber, PublicEvent, Status};
use sarsen_session::{
    Annotations, Command, Event, EventKind, Observer, PlayerId, Slot, Table, TokenHash, import,
};

#[test]
fn a_malformed_log_is_an_error_and_never_panics() {
    let bench = Bench::stonehenge();
    let log = bench.stored();
    assert!(Table::replay("t", log[1..].to_vec()).is_err());
    assert!(Table::replay("t", vec![]).is_err());
    let ninth = PlayerNumber::from_index(8).unwrap();
    let strange = [
        EventKind::Acted { seat: Some(Seat::ONE), action: "nonsense".into(), said: None },
        PublicEvent::TakenBack { seat: Seat::ONE, ply: 9 }.into(),
        EventKind::Left { player: ninth },
        EventKind::Started {
            options: Default::default(),
            seed: sarsen_session::Seed::new([0; 32]),
            seats: vec![PlayerNumber::of_seat(Seat::ONE); 2],
            match_game: 1,
            annotations: Annotations::default(),
        },
        EventKind::Ended { reason: EndReason::Rules, seat: None, result: "x".into() },
        EventKind::Ended { reason: EndReason::Rules, seat: None, result: "1,2,3".into() },
        EventKind::Tokened { player: ninth, token: TokenHash(String::new()) },
    ];
    for kind in strange {
        let mut log = log.clone();
        log.push(Event { at: 0, tick: None, kind: kind.clone() });
        assert!(Table::replay("t", log).is_err(), "{kind:?}");
    }
}

#[test]
fn an_entry_with_a_seat_or_a_player_that_cannot_exist_is_unreadable() {
    let read = |entry: &str| serde_json::from_str::<Event>(&format!("{{\"at\":0,{entry}}}"));
    assert!(read(r#""kind":"acted","seat":2,"action":"G6""#).is_ok());
    for entry in [
        r#""kind":"acted","seat":77,"action":"G6""#,
        r#""kind":"taken_back","seat":0,"ply":1"#,
        r#""kind":"left","player":0"#,
        r#""kind":"nothing""#,
    ] {
        assert!(read(entry).is_err(), "{entry}");
    }
}

#[test]
fn logs_of_earlier_versions_read_as_they_were_written() {
    let entries = [
        r#"{"at":1,"kind":"acted","seat":null,"action":"*3"}"#,
        r#"{"at":1,"tick":5,"kind":"takeback_asked","seat":1}"#,
        r#"{"at":1,"kind":"draw_declined","seat":2,"because":"ahead"}"#,
        r#"{"at":1,"kind":"draw_declined","seat":2}"#,
        r#"{"at":1,"kind":"engine_failed","seat":2,"again":true}"#,
        r#"{"at":1,"kind":"ready","seat":1}"#,
        r#"{"at":1,"kind":"paused"}"#,
        r#"{"at":1,"kind":"left","player":2}"#,
    ];
    for entry in entries {
        let value: serde_json::Value = serde_json::from_str(entry).unwrap();
        let event: Event = serde_json::from_str(entry).unwrap();
        assert_eq!(serde_json::to_value(event).unwrap(), value, "{entry}");
    }
    // A record that was imported could name any level.
    let slot: Slot = serde_json::from_str(r#"{"kind":"engine","level":200}"#).unwrap();
    assert_eq!(slot, Slot::Engine { level: Level::MAX });
}

#[test]
fn a_table_moves_as_records() {
    let mut of_three = setup("stonehenge", &[("claims", "manual")], &PEOPLE);
    of_three.games = 3;
    of_three.clock = Clock::Fischer { initial: 60_000, increment: 2_000 };
    let mut bench = Bench::ada_and_bo(of_three);
    bench.play_on(6, 1);
    bench.ask(Command::Resign { seat: Seat::TWO }).unwrap();
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Again { seat: Seat::TWO }).unwrap();
    bench.play_on(5, 2);
    let records = bench.table.export();
    let log = import(&records, moment(9).seed, "word", bench.now).unwrap();
    let moved = Table::replay("t", log).unwrap();
    assert_eq!(moved.export(), records, "there and back gives the same records");
    let both = Observer { seats: vec![Seat::ONE], looking: None };
    let (was, is) = (bench.table.position(&both).unwrap(), moved.position(&both).unwrap());
    assert_eq!((was.actions, was.view, was.game), (is.actions, is.view, is.game));
    let info = |table: &Table| table.info(&both, &Default::default());
    assert_eq!(info(&moved).match_info, info(&bench.table).match_info);
    assert_eq!(info(&moved).clock, bench.info().clock);
    assert_eq!(moved.seats_of(&PlayerId("ada".into())), [Seat::TWO]);
}

#[test]
fn a_table_that_waits_for_people_moves_as_a_record_too() {
    let slots = [Slot::Person, Slot::Person, engine(3)];
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

#[test]
fn whoever_took_a_seat_after_a_game_keeps_it_when_the_table_moves() {
    let mut bench = Bench::ada_and_bo(setup("stonehenge", &[], &PEOPLE));
    let sit = |name: &str| Command::Sit { seating: seating(name), seat: None };
    let moved = |bench: &Bench| {
        let records = bench.table.export();
        let log = import(&records, moment(9).seed, "another word", bench.now).unwrap();
        let moved = Table::replay("t", log).unwrap();
        assert_eq!(moved.export(), records, "there and back");
        moved
    };
    bench.ask(Command::Resign { seat: Seat::TWO }).unwrap();
    bench.ask(Command::Leave { seat: Seat::TWO }).unwrap();
    let left = moved(&bench);
    assert!(left.seats_of(&PlayerId("bo".to_owned())).is_empty());
    assert_eq!(left.invite(), bench.table.invite(), "whoever was invited can still sit down");
    bench.ask(sit("cy")).unwrap();
    let waits = moved(&bench);
    assert_eq!(waits.seats_of(&PlayerId("cy".to_owned())).len(), 1);
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    let cy = bench.table.seats_of(&PlayerId("cy".to_owned()))[0];
    bench.ask(Command::Again { seat: cy }).unwrap();
    bench.play_on(3, 2);
    let plays = moved(&bench);
    for (name, seats) in [("ada", 1), ("bo", 0), ("cy", 1)] {
        assert_eq!(plays.seats_of(&PlayerId(name.to_owned())).len(), seats, "{name}");
    }
}
