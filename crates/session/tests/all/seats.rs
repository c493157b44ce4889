//! Sitting down, leaving, and setups.

use crate::common::{Bench, PEOPLE, act_as, moment, seating, setup};
use sarsen_core::{Phrase, Seat, Viewer};
use sarsen_protocol::{Begins, Clock, RefusalCode, Sitter, Status};
use sarsen_session::{Command, Observer, PlayerId, Slot, Table, TokenHash};

#[test]
fn a_game_starts_when_the_last_seat_is_taken() {
    let mut bench = Bench::new(setup("stonehenge", &[], &PEOPLE), &[(1, "ada")]);
    assert_eq!(bench.table.status(), Status::Waiting);
    assert!(bench.table.position(&Observer::default()).is_none());
    let act = act_as(&[1], 1, 0, "A1");
    assert_eq!(bench.ask(act).unwrap_err().code, RefusalCode::NotNow);
    bench.ask(Command::Sit { seating: seating("bo"), seat: None }).unwrap();
    assert_eq!(bench.table.status(), Status::Playing);
    assert_eq!(bench.table.seats_of(&PlayerId("bo".into())), [Seat::TWO]);
    let refusal = bench.ask(Command::Sit { seating: seating("eve"), seat: None }).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::Full);
}

#[test]
fn a_player_can_change_their_name_at_the_table() {
    let mut bench = Bench::stonehenge();
    let token = TokenHash("fresh".into());
    let name = Some("Ada Lovelace".to_owned());
    bench.ask(Command::Retoken { seat: Seat::ONE, token, name }).unwrap();
    let named =
        |sitter: &Sitter| matches!(sitter, Sitter::Person { name } if name == "Ada Lovelace");
    assert!(named(&bench.info().seats[0].sitter));
    assert_eq!(bench.table.seats_of_token(&TokenHash("fresh".into())), [Seat::ONE]);
    let record = bench.table.record(1, Viewer::Public).unwrap();
    assert!(record.contains("[Seat1 \"Ada Lovelace\"]"), "{record}");
}

#[test]
fn players_without_a_name_are_guests_in_the_readers_language_and_told_apart() {
    let script = Phrase::new("[1:You place|@ places]", "[1:Vous posez|@ pose]", "[1:あなた|@]");
    let read = |people: &[(u8, &str)]| {
        let bench = Bench::new(setup("stonehenge", &[], &PEOPLE), people);
        bench.table.audience(None).read(&script)
    };
    let one = read(&[(1, "Invité"), (2, "Bo")]);
    assert_eq!((&*one.en, &*one.fr, &*one.ja), ("Guest places", "L’invité pose", "ゲスト"));
    let two = read(&[(1, "Guest"), (2, "ゲスト")]);
    assert_eq!(two.en, "Guest (player 1) places");
    assert_eq!(two.fr, "L’invité (joueur 1) pose");
    assert_eq!(two.ja, "ゲスト（プレイヤー1）");
}

#[test]
fn a_player_who_has_left_has_no_access() {
    let mut bench = Bench::stonehenge();
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Leave { seat: Seat::ONE }).unwrap();
    let info = bench.table.info(&Observer::default(), &Default::default());
    assert_eq!(info.seats[0].sitter, Sitter::Open);
    bench.ask(Command::Sit { seating: seating("eve"), seat: None }).unwrap();
    assert_eq!(bench.table.seats_of(&PlayerId("eve".into())), [Seat::ONE]);
}

#[test]
fn drawing_lots_lets_either_player_begin() {
    let mut begins = [0, 0];
    for at in 0..40 {
        let mut by_lot = setup("stonehenge", &[], &PEOPLE);
        by_lot.begins = Begins::ByLot;
        let people = [(Seat::ONE, seating("ada")), (Seat::TWO, seating("bo"))];
        let log = Table::create("t", by_lot, &people, &moment(at)).unwrap();
        let table = Table::replay("t", log).unwrap();
        begins[table.seats_of(&PlayerId("ada".into()))[0].index()] += 1;
    }
    assert!(begins.iter().all(|&count| count > 5), "{begins:?}");
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
    assert_eq!(bad(&|s| s.games = 0), RefusalCode::BadOption);
    assert_eq!(bad(&|s| s.clock = Clock::PerMove { time: 0 }), RefusalCode::BadOption);
    assert_eq!(bad(&|s| s.from = vec!["Z9".into()]), RefusalCode::BadRecord);
    let option = |s: &mut sarsen_session::Setup| {
        s.options.insert("druids".into(), "blue".into());
    };
    assert_eq!(bad(&option), RefusalCode::BadOption);
}

#[test]
fn a_list_shows_a_table_without_replaying_it() {
    let mut bench = Bench::stonehenge();
    bench.play_on(3, 1);
    let text = serde_json::to_string(&bench.table.digest()).unwrap();
    let digest: sarsen_session::Digest = serde_json::from_str(&text).unwrap();
    assert_eq!(digest, bench.table.digest());
    let presence = sarsen_session::Presence { connected: vec![Seat::ONE], watchers: 0 };
    let mine = digest.clone().summary("t", &PlayerId("bo".into()), &presence);
    assert_eq!((mine.you, mine.your_turn, mine.ply, mine.result), (vec![Seat::TWO], true, 3, None));
    assert_eq!((mine.seats[0].connected, mine.seats[1].connected), (true, false));
    let theirs = digest.summary("t", &PlayerId("eve".into()), &presence);
    assert_eq!((theirs.you, theirs.your_turn), (vec![], false));
}
