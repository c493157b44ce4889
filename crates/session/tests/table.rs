//! A table from the first chair to the rematch.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

mod common;

use common::{Bench, PEOPLE, moment, seating, setup};
use sarsen_protocol::{Begins, Clock, EndReason, Happening, RefusalCode, Sitter, Status, Turn};
use sarsen_session::{
    Command, Credentials, Event, Margin, Onlooker, PlayerId, Slot, Table, TokenHash, What, import,
    verify,
};

const AGAINST_ENGINE: [Slot; 2] = [Slot::Person, Slot::Engine { level: 3 }];

#[test]
fn a_game_starts_when_the_last_seat_is_taken() {
    let mut bench = Bench::new(setup("stonehenge", &[], &PEOPLE), &[(1, "ada")]);
    assert_eq!(bench.table.status(), Status::Waiting);
    assert!(bench.table.position(&Onlooker::default()).is_none());
    let act = Command::Act { seats: vec![1], game: 1, ply: 0, action: "A1".into() };
    assert_eq!(bench.ask(act).unwrap_err().code, RefusalCode::NotNow);
    bench.ask(Command::Sit { seating: seating("bo"), seat: None }).unwrap();
    assert_eq!(bench.table.status(), Status::Playing);
    assert_eq!(bench.table.seats_of(&PlayerId("bo".into())), [2]);
    let refusal = bench.ask(Command::Sit { seating: seating("eve"), seat: None }).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::Full);
}

#[test]
fn what_cannot_be_played_is_refused_and_changes_nothing() {
    let mut bench = Bench::stonehenge();
    bench.act(1, "G6").unwrap();
    let code = |result: Result<usize, sarsen_protocol::Refusal>| result.unwrap_err().code;
    assert_eq!(code(bench.act(1, "A1")), RefusalCode::NotYourTurn);
    let taken = bench.act(2, "G1").unwrap_err();
    assert_eq!((taken.code, taken.rule.is_some()), (RefusalCode::Illegal, true));
    assert_eq!(code(bench.act(2, "nonsense")), RefusalCode::Illegal);
    assert_eq!(code(bench.act(2, "G?")), RefusalCode::Illegal);
    let act = |game, ply| Command::Act { seats: vec![2], game, ply, action: "A1".into() };
    for (game, ply) in [(1, 0), (1, 2), (0, 1), (2, 1), (u32::MAX, u32::MAX)] {
        assert_eq!(code(bench.ask(act(game, ply))), RefusalCode::Stale, "{game} {ply}");
    }
    assert_eq!(bench.actions(&[]), ["G6"]);
}

#[test]
fn asking_again_for_what_was_played_is_accepted_and_not_repeated() {
    let mut bench = Bench::stonehenge();
    bench.act(1, "G6").unwrap();
    bench.act(2, "A1").unwrap();
    let again = |seat, ply, action: &str| Command::Act {
        seats: vec![seat],
        game: 1,
        ply,
        action: action.into(),
    };
    assert_eq!(bench.ask(again(1, 0, "G6")), Ok(0));
    assert_eq!(bench.ask(again(2, 1, "A1")), Ok(0));
    let other = bench.ask(again(1, 0, "G5")).unwrap_err();
    assert_eq!(other.code, RefusalCode::Stale);
    let others = bench.ask(again(2, 0, "G6")).unwrap_err();
    assert_eq!(others.code, RefusalCode::Stale, "another seat's action is not one's own");
}

#[test]
fn against_an_engine_taking_back_is_free_and_takes_the_engines_answer_along() {
    let mut bench = Bench::new(setup("stonehenge", &[], &AGAINST_ENGINE), &[(1, "ada")]);
    let nothing = bench.ask(Command::TakeBack { seat: 1 }).unwrap_err();
    assert_eq!(nothing.code, RefusalCode::NotNow);
    bench.act(1, "G6").unwrap();
    bench.act(2, "A1").unwrap();
    bench.act(1, "H1").unwrap();
    bench.ask(Command::TakeBack { seat: 1 }).unwrap();
    assert_eq!(bench.actions(&[1]), ["G6", "A1"]);
    bench.act(1, "H2").unwrap();
    bench.act(2, "B1").err();
    bench.ask(Command::TakeBack { seat: 1 }).unwrap();
    bench.ask(Command::TakeBack { seat: 1 }).unwrap();
    assert_eq!(bench.actions(&[1]), Vec::<String>::new());
}

#[test]
fn between_people_taking_back_needs_consent() {
    let mut bench = Bench::stonehenge();
    bench.act(1, "G6").unwrap();
    bench.ask(Command::TakeBack { seat: 1 }).unwrap();
    assert_eq!((bench.info().takeback, bench.actions(&[1]).len()), (Some(1), 1));
    bench.ask(Command::DeclineTakeback { seat: 2 }).unwrap();
    assert_eq!(bench.info().takeback, None);
    bench.ask(Command::TakeBack { seat: 1 }).unwrap();
    bench.ask(Command::TakeBack { seat: 2 }).unwrap();
    assert_eq!(bench.actions(&[1]), Vec::<String>::new());
    bench.act(1, "G6").unwrap();
    bench.ask(Command::TakeBack { seat: 1 }).unwrap();
    bench.act(2, "A1").unwrap();
    assert_eq!(bench.info().takeback, None, "who plays on has answered");
}

#[test]
fn between_people_nothing_that_was_shown_is_taken_back() {
    let hidden = setup("stonehenge", &[("druids", "hidden")], &PEOPLE);
    let mut bench = Bench::ada_and_bo(hidden.clone());
    // A and B are the two cells of a line: the second one fills it and turns both druids up.
    bench.act(1, "A1").unwrap();
    bench.ask(Command::TakeBack { seat: 1 }).unwrap();
    bench.ask(Command::DeclineTakeback { seat: 2 }).unwrap();
    bench.act(2, "B2").unwrap();
    let shown = bench.ask(Command::TakeBack { seat: 2 }).unwrap_err();
    assert_eq!(shown.code, RefusalCode::NotNow);
    assert!(shown.says.en.contains("seen"), "{}", shown.says.en);

    let mut against_engine = Bench::new(
        setup("stonehenge", &[("druids", "hidden")], &[Slot::Engine { level: 1 }, Slot::Person]),
        &[(2, "bo")],
    );
    against_engine.act(1, "A1").unwrap();
    against_engine.act(2, "B2").unwrap();
    against_engine.ask(Command::TakeBack { seat: 2 }).unwrap();
    assert_eq!(against_engine.table.game_and_ply(), Some((1, 1)));
}

#[test]
fn a_draw_is_agreed_by_all() {
    let mut bench = Bench::stonehenge();
    bench.ask(Command::OfferDraw { seat: 1 }).unwrap();
    assert_eq!(bench.ask(Command::OfferDraw { seat: 1 }), Ok(0));
    bench.ask(Command::DeclineDraw { seat: 2 }).unwrap();
    assert!(bench.info().draw_offers.is_empty());
    bench.ask(Command::OfferDraw { seat: 2 }).unwrap();
    bench.ask(Command::OfferDraw { seat: 1 }).unwrap();
    assert_eq!(bench.outcome(), ("1/2-1/2".to_owned(), EndReason::Agreed));
    assert_eq!(bench.info().match_info.draws, 1);
}

#[test]
fn an_offer_stands_until_another_seat_acts() {
    let mut bench = Bench::stonehenge();
    bench.ask(Command::OfferDraw { seat: 1 }).unwrap();
    bench.act(1, "G6").unwrap();
    assert_eq!(bench.info().draw_offers, [1]);
    bench.act(2, "A1").unwrap();
    assert!(bench.info().draw_offers.is_empty());
}

impl Bench {
    fn outcome(&self) -> (String, EndReason) {
        match self.position(&[]).turn {
            Turn::Over { outcome } => (outcome.result, outcome.reason),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn who_resigns_or_leaves_has_lost() {
    let mut bench = Bench::stonehenge();
    bench.ask(Command::Resign { seat: 1 }).unwrap();
    assert_eq!(bench.outcome(), ("0-1".to_owned(), EndReason::Resigned));
    let late = bench.ask(Command::Resign { seat: 2 }).unwrap_err();
    assert_eq!(late.code, RefusalCode::NotNow);

    let mut bench = Bench::stonehenge();
    bench.ask(Command::Leave { seat: 2 }).unwrap();
    assert_eq!(bench.outcome(), ("1-0".to_owned(), EndReason::Left));
    assert!(bench.table.seats_of(&PlayerId("bo".into())).is_empty());
    assert!(bench.table.seats_of_token(&TokenHash("token of bo".into())).is_empty());
    assert!(bench.table.record(1, sarsen_core::Viewer::Public).unwrap().contains("[Seat2 \"bo\"]"));
}

#[test]
fn a_rematch_changes_the_seats_and_needs_everybody() {
    let mut bench = Bench::stonehenge();
    let early = bench.ask(Command::Again { seat: 1 }).unwrap_err();
    assert_eq!(early.code, RefusalCode::NotNow);
    bench.ask(Command::Resign { seat: 1 }).unwrap();
    bench.ask(Command::Again { seat: 1 }).unwrap();
    assert_eq!(bench.table.status(), Status::Over);
    bench.ask(Command::Again { seat: 2 }).unwrap();
    assert_eq!(bench.table.status(), Status::Playing);
    assert_eq!(bench.table.seats_of(&PlayerId("ada".into())), [2]);
    assert_eq!(bench.table.seats_of_token(&TokenHash("token of bo".into())), [1]);
    assert_eq!(bench.table.game_and_ply(), Some((2, 0)));
    assert!(bench.table.record(1, sarsen_core::Viewer::Public).unwrap().contains("0-1"));
}

#[test]
fn a_match_adds_up_its_games_by_player() {
    let mut of_two = setup("stonehenge", &[], &PEOPLE);
    of_two.games = 2;
    let mut bench = Bench::ada_and_bo(of_two);
    bench.ask(Command::Resign { seat: 1 }).unwrap();
    bench.ask(Command::Again { seat: 1 }).unwrap();
    bench.ask(Command::Again { seat: 2 }).unwrap();
    let info = bench.info().match_info;
    assert_eq!((info.game, info.of, info.wins), (2, 2, vec![0, 1]));
    // Bo sits in seat 1 now, and loses too.
    bench.ask(Command::Resign { seat: 1 }).unwrap();
    assert_eq!(bench.info().match_info.wins, [1, 1]);
    bench.ask(Command::Again { seat: 1 }).unwrap();
    bench.ask(Command::Again { seat: 2 }).unwrap();
    let info = bench.info().match_info;
    assert_eq!((info.game, info.wins), (1, vec![0, 0]), "another match");
}

#[test]
fn a_clock_that_falls_ends_the_game() {
    let mut fischer = setup("stonehenge", &[], &PEOPLE);
    fischer.clock = Clock::Fischer { initial: 10_000, increment: 1_000 };
    let mut bench = Bench::ada_and_bo(fischer);
    bench.now += 4_000;
    bench.act(1, "G6").unwrap();
    let clocks = bench.position(&[1]).clocks.unwrap();
    assert_eq!((clocks.remaining, clocks.running), (vec![7_000, 10_000], Some(2)));
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
    bench.ask(Command::TakeBack { seat: 1 }).unwrap();
    let clocks = bench.position(&[1]).clocks.unwrap();
    assert_eq!((clocks.remaining, clocks.running), (vec![10_000, 10_000], Some(1)));
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
fn a_lot_decides_who_begins_and_both_come_up() {
    let mut begins = [0, 0];
    for at in 0..40 {
        let mut by_lot = setup("stonehenge", &[], &PEOPLE);
        by_lot.begins = Begins::ByLot;
        let people = [(1, seating("ada")), (2, seating("bo"))];
        let log = Table::create("t", by_lot, &people, &moment(at)).unwrap();
        let table = Table::replay("t", log).unwrap();
        begins[usize::from(table.seats_of(&PlayerId("ada".into()))[0] - 1)] += 1;
    }
    assert!(begins.iter().all(|&count| count > 5), "{begins:?}");
}

#[test]
fn a_table_can_go_on_from_a_record() {
    let mut from = setup("stonehenge", &[], &AGAINST_ENGINE);
    from.from = vec!["G6".into(), "A1".into()];
    let mut bench = Bench::new(from, &[(1, "ada")]);
    assert_eq!(bench.actions(&[]), ["G6", "A1"]);
    let given = bench.ask(Command::TakeBack { seat: 1 }).unwrap_err();
    assert_eq!(given.code, RefusalCode::NotNow, "what was given is not taken back");
    bench.act(1, "H1").unwrap();
    bench.ask(Command::TakeBack { seat: 1 }).unwrap();
    assert_eq!(bench.actions(&[]), ["G6", "A1"]);
}

#[test]
fn bad_setups_are_refused() {
    let bad = |change: &dyn Fn(&mut sarsen_session::Setup)| {
        let mut setup = setup("stonehenge", &[], &PEOPLE);
        change(&mut setup);
        Table::create("t", setup, &[], &moment(0)).unwrap_err().code
    };
    assert_eq!(bad(&|s| s.game = "chess".into()), RefusalCode::UnknownGame);
    assert_eq!(bad(&|s| s.slots.truncate(1)), RefusalCode::BadOption);
    assert_eq!(bad(&|s| s.slots = vec![Slot::Person; 200]), RefusalCode::BadOption);
    assert_eq!(bad(&|s| s.slots[0] = Slot::Engine { level: 0 }), RefusalCode::BadOption);
    assert_eq!(bad(&|s| s.slots[0] = Slot::Engine { level: 9 }), RefusalCode::BadOption);
    assert_eq!(bad(&|s| s.games = 0), RefusalCode::BadOption);
    assert_eq!(bad(&|s| s.clock = Clock::PerMove { time: 0 }), RefusalCode::BadOption);
    assert_eq!(bad(&|s| s.from = vec!["Z9".into()]), RefusalCode::BadRecord);
    let option = |s: &mut sarsen_session::Setup| {
        s.options.insert("druids".into(), "blue".into());
    };
    assert_eq!(bad(&option), RefusalCode::BadOption);
}

#[test]
fn a_log_that_is_none_is_an_error_and_no_panic() {
    let bench = Bench::stonehenge();
    let log = bench.stored();
    assert!(Table::replay("t", log[1..].to_vec()).is_err());
    assert!(Table::replay("t", vec![]).is_err());
    let strange = [
        What::Acted { seat: Some(1), action: "nonsense".into() },
        What::Acted { seat: Some(77), action: "G6".into() },
        What::TakenBack { seat: 1, ply: 9 },
        What::Left { player: 0 },
        What::Started {
            seed: sarsen_session::Seed::new([0; 32]),
            seats: vec![1, 1],
            match_game: 1,
            margin: Margin::default(),
        },
        What::Ended { reason: EndReason::Rules, seat: None, result: "x".into() },
        What::Ended { reason: EndReason::Rules, seat: None, result: "1,2,3".into() },
        What::Tokened { player: 9, token: TokenHash(String::new()) },
    ];
    for what in strange {
        let mut log = log.clone();
        log.push(Event { at: 0, what: what.clone() });
        assert!(Table::replay("t", log).is_err(), "{what:?}");
    }
}

#[test]
fn at_one_screen_everybody_sees_what_is_open_and_takes_back_freely() {
    let mut bench = Bench::new(setup("stonehenge", &[], &PEOPLE), &[(1, "ada"), (2, "ada")]);
    let both = Onlooker { seats: vec![1, 2], looking: None };
    let position = bench.table.position(&both).unwrap();
    assert!(position.legal.is_some() && position.curtain.is_none());
    bench.act(1, "G6").unwrap();
    assert!(bench.table.position(&both).unwrap().legal.is_some());
    bench.ask(Command::TakeBack { seat: 1 }).unwrap();
    assert_eq!(bench.table.game_and_ply(), Some((1, 0)));
}

#[test]
fn at_one_screen_a_curtain_hides_what_the_other_may_not_see() {
    let hidden = setup("stonehenge", &[("druids", "hidden")], &PEOPLE);
    let mut bench = Bench::new(hidden, &[(1, "ada"), (2, "ada")]);
    let look = |seat| Onlooker { seats: vec![1, 2], looking: seat };
    let closed = bench.table.position(&look(None)).unwrap();
    assert_eq!((closed.curtain, closed.legal), (Some(1), None));
    assert_eq!(closed.view, bench.position(&[]).view, "what everybody may see");
    let open = bench.table.position(&look(Some(1))).unwrap();
    assert_eq!((open.curtain, open.legal.is_some()), (None, true));
    assert_eq!(open.view, bench.position(&[1]).view);
    let others = bench.table.position(&look(Some(2))).unwrap();
    assert_eq!((others.curtain, others.view), (Some(1), bench.position(&[]).view));
    bench.act(1, "G6").unwrap();
    assert_eq!(bench.table.still_looking(&look(Some(1))), None);
    let closed = bench.table.position(&look(Some(1))).unwrap();
    assert_eq!((closed.curtain, &closed.actions[..]), (Some(2), &["G?".to_owned()][..]));
}

#[test]
fn what_was_missed_is_told_as_it_was_told() {
    let mut bench = Bench::ada_and_bo(setup("stonehenge", &[("druids", "hidden")], &PEOPLE));
    let start = bench.table.number();
    bench.act(1, "G6").unwrap();
    bench.act(2, "A1").unwrap();
    let missed = |who: &str| {
        let credentials = Credentials { who: Some(PlayerId(who.into())), token: None };
        let happened = Table::missed("t", &bench.stored(), start, &credentials).unwrap();
        let action = |what: &Happening| match what {
            Happening::Acted { action, .. } => action.clone(),
            other => format!("{other:?}"),
        };
        happened.iter().map(|h| (h.number - start, action(&h.what))).collect::<Vec<_>>()
    };
    assert_eq!(missed("ada"), [(1, "G6".into()), (2, "A?".into())]);
    assert_eq!(missed("bo"), [(1, "G?".into()), (2, "A1".into())]);
    assert_eq!(missed("eve"), [(1, "G?".into()), (2, "A?".into())]);
}

#[test]
fn who_has_left_is_no_longer_anybody() {
    let mut bench = Bench::stonehenge();
    bench.ask(Command::Resign { seat: 1 }).unwrap();
    bench.ask(Command::Leave { seat: 1 }).unwrap();
    let info = bench.table.info(&Onlooker::default(), &Default::default());
    assert_eq!(info.seats[0].sitter, Sitter::Open);
    bench.ask(Command::Sit { seating: seating("eve"), seat: None }).unwrap();
    assert_eq!(bench.table.seats_of(&PlayerId("eve".into())), [1]);
}

#[test]
fn a_finished_game_opens_its_seed_and_its_luck_is_proved() {
    for spec in sarsen_catalog::GAMES.iter().map(|game| game.spec()) {
        for options in sarsen_testkit::setups(spec) {
            let pairs: Vec<_> = options.changed().collect();
            let slots = vec![Slot::Person; options.seats()];
            let people: Vec<(u8, &str)> =
                (1..).zip(["ada", "bo", "cy", "di"]).take(slots.len()).collect();
            let mut bench = Bench::new(setup(spec.id, &pairs, &slots), &people);
            let hash = bench.info().seed_hash.unwrap();
            assert_eq!(bench.info().seed, None);
            bench.play_on(if spec.id == "sun" { 3 } else { 40 }, 5);
            if bench.table.status() == Status::Playing {
                bench.ask(Command::Resign { seat: 1 }).unwrap();
            }
            let record = bench.table.record(1, sarsen_core::Viewer::Public).unwrap();
            let record =
                sarsen_core::record::Reader::new(record.as_bytes()).next().unwrap().unwrap();
            assert_eq!(record.tag("SeedHash").unwrap().value, hash);
            let verified = verify(&record).unwrap();
            let chance = matches!(spec.id, "holes" | "logan" | "sun");
            assert_eq!(verified.draws > 0, chance, "{record}");
        }
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
    let both = Onlooker { seats: vec![1], looking: None };
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
    let nobody = Onlooker::default();
    let info = |table: &Table| table.info(&nobody, &Default::default());
    assert_eq!(info(&moved), info(&bench.table));
    assert_eq!(moved.invite(), "invite", "the link that was sent to a friend is still good");
    let sit = Command::Sit { seating: seating("bo"), seat: None };
    for event in moved.decide(&sit, &moment(bench.now)).unwrap() {
        moved.apply(&event).unwrap();
    }
    bench.ask(sit).unwrap();
    assert_eq!(info(&moved).status, Status::Playing);
    assert_eq!(info(&moved).match_info, bench.info().match_info);
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
    let played = bench.table.whole_position().unwrap().history(sarsen_core::Viewer::Omniscient);
    assert!(whole.contains(played.last().unwrap()), "{played:?}");
    let again = Command::Act { seats: vec![1], game: 1, ply: 1, action: offered[0].clone() };
    assert_eq!(bench.ask(again), Ok(0), "asked again after a lost connection");
}

#[test]
fn an_engine_is_asked_for_a_draw_and_agrees_when_it_is_worse_off() {
    let engine = [Slot::Person, Slot::Engine { level: 2 }];
    let mut bench = Bench::new(setup("stonehenge", &[], &engine), &[(1, "ada")]);
    assert_eq!(bench.table.engine_to_answer(), None);
    bench.ask(Command::OfferDraw { seat: 1 }).unwrap();
    let seat = sarsen_core::Seat::TWO;
    assert_eq!(bench.table.engine_to_answer(), Some((seat, 2)));
    // It is seat 1's turn: what is good for seat 1 is bad for the engine.
    for (chance, proved, agrees) in
        [(0.9, false, true), (0.5, false, false), (0.5, true, true), (0.2, true, false)]
    {
        assert_eq!(bench.table.agrees_to_draw(seat, chance, proved), agrees, "{chance} {proved}");
    }
    bench.ask(Command::DeclineDraw { seat: 2 }).unwrap();
    assert_eq!(bench.table.engine_to_answer(), None, "it has answered");
    bench.ask(Command::OfferDraw { seat: 1 }).unwrap();
    bench.ask(Command::OfferDraw { seat: 2 }).unwrap();
    assert_eq!(bench.info().match_info.draws, 1);
}

#[test]
fn an_engine_that_sees_less_answers_an_offer_when_it_is_to_act() {
    let engine = [Slot::Person, Slot::Engine { level: 2 }];
    let mut bench =
        Bench::new(setup("stonehenge", &[("druids", "hidden")], &engine), &[(1, "ada")]);
    bench.play_on(2, 1);
    bench.ask(Command::OfferDraw { seat: 1 }).unwrap();
    assert_eq!(bench.table.engine_to_answer(), None, "it would have to look through Ada's eyes");
    bench.play_on(1, 1);
    assert_eq!(bench.table.engine_to_answer(), Some((sarsen_core::Seat::TWO, 2)));
}

#[test]
fn a_list_shows_a_table_without_replaying_it() {
    let mut bench = Bench::stonehenge();
    bench.play_on(3, 1);
    let text = serde_json::to_string(&bench.table.digest()).unwrap();
    let digest: sarsen_session::Digest = serde_json::from_str(&text).unwrap();
    assert_eq!(digest, bench.table.digest());
    let presence = sarsen_session::Presence { connected: vec![1], watchers: 0 };
    let mine = digest.clone().summary("t", &PlayerId("bo".into()), &presence);
    assert_eq!((mine.you, mine.your_turn, mine.ply, mine.result), (vec![2], true, 3, None));
    assert_eq!((mine.seats[0].connected, mine.seats[1].connected), (true, false));
    let theirs = digest.summary("t", &PlayerId("eve".into()), &presence);
    assert_eq!((theirs.you, theirs.your_turn), (vec![], false));
}
