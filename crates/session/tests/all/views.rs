//! Who sees what: on a shared screen, after an absence, in past games.

use crate::common::{AGAINST_ENGINE, Bench, PEOPLE, moment, setup};
use sarsen_core::{Seat, Viewer};
use sarsen_protocol::{Happening, RefusalCode};
use sarsen_session::{Command, Credentials, Observer, PlayerId, Table, Trail, import};

#[test]
fn on_a_shared_screen_open_games_have_no_curtain_and_free_takebacks() {
    let mut bench = Bench::new(setup("stonehenge", &[], &PEOPLE), &[(1, "ada"), (2, "ada")]);
    let both = Observer { seats: vec![Seat::ONE, Seat::TWO], looking: None };
    let position = bench.table.position(&both).unwrap();
    assert!(position.legal.is_some() && position.curtain.is_none());
    bench.act(1, "G6").unwrap();
    assert!(bench.table.position(&both).unwrap().legal.is_some());
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    assert_eq!(bench.table.game_and_ply(), Some((1, 0)));
}

#[test]
fn on_a_shared_screen_a_curtain_hides_the_other_seats_view() {
    let hidden = setup("stonehenge", &[("druids", "hidden")], &PEOPLE);
    let mut bench = Bench::new(hidden, &[(1, "ada"), (2, "ada")]);
    let look = |seat| Observer { seats: vec![Seat::ONE, Seat::TWO], looking: seat };
    let closed = bench.table.position(&look(None)).unwrap();
    assert_eq!((closed.curtain, closed.legal), (Some(Seat::ONE), None));
    assert_eq!(closed.view, bench.position(&[]).view, "what everybody may see");
    let open = bench.table.position(&look(Some(Seat::ONE))).unwrap();
    assert_eq!((open.curtain, open.legal.is_some()), (None, true));
    assert_eq!(open.view, bench.position(&[1]).view);
    let others = bench.table.position(&look(Some(Seat::TWO))).unwrap();
    assert_eq!((others.curtain, others.view), (Some(Seat::ONE), bench.position(&[]).view));
    let act = |looking, ply, action: &str| Command::Act {
        by: look(looking),
        game: 1,
        ply,
        action: action.into(),
    };
    for looking in [None, Some(Seat::TWO)] {
        let covered = bench.ask(act(looking, 0, "G6")).unwrap_err();
        assert_eq!(covered, sarsen_session::refusals::behind_curtain());
    }
    bench.ask(act(Some(Seat::ONE), 0, "G6")).unwrap();
    assert_eq!(bench.table.still_looking(&look(Some(Seat::ONE))), None);
    for guess in ["G6", "G5"] {
        for looking in [None, Some(Seat::TWO)] {
            let again = bench.ask(act(looking, 0, guess)).unwrap_err();
            assert_eq!(again.code, RefusalCode::Stale, "{guess}");
        }
    }
    let closed = bench.table.position(&look(Some(Seat::ONE))).unwrap();
    assert_eq!((closed.curtain, &closed.actions[..]), (Some(Seat::TWO), &["G?".to_owned()][..]));
}

#[test]
fn missed_events_are_told_as_they_were_told() {
    let mut bench = Bench::ada_and_bo(setup("stonehenge", &[("druids", "hidden")], &PEOPLE));
    let start = bench.table.number();
    bench.act(1, "G6").unwrap();
    bench.act(2, "A1").unwrap();
    let missed = |who: &str| {
        let credentials = Credentials { who: Some(PlayerId(who.into())), token: None };
        let happened = Table::missed("t", &bench.stored(), start, &credentials).unwrap();
        let action = |kind: &Happening| match kind {
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
fn annotations_of_an_unfinished_game_are_not_shown() {
    let text = "[Game \"stonehenge\"]\n[Secret \"tag\"]\n\nG6 {a secret} A1\n";
    let record = sarsen_core::record::Reader::new(text.as_bytes()).next().unwrap().unwrap();
    let log = import(&[record], moment(1).seed, "invite", 1).unwrap();
    let table = Table::replay("t", log).unwrap();
    assert!(table.record(1, Viewer::Omniscient).unwrap().contains("secret"));
    let past = table.whole_record().unwrap();
    assert!(past.contains("G6 A1") && !past.contains("ecret"), "{past}");
}

#[test]
fn a_trail_tells_what_was_missed_as_the_log_does() {
    let of_logan = setup("logan", &[], &AGAINST_ENGINE);
    let mut bench = Bench::new(of_logan, &[(1, "ada")]);
    bench.play_on(3, 1);
    let (mut trail, _) = Trail::of_log("t", &bench.stored(), 6).unwrap();
    let before = bench.log.len();
    bench.play_on(2, 2);
    bench.ask(Command::OfferDraw { seat: Seat::ONE }).unwrap();
    bench.ask(Command::TakeBack { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Resign { seat: Seat::ONE }).unwrap();
    bench.ask(Command::Again { seat: Seat::ONE }).unwrap();
    bench.play_on(2, 3);
    let mut table = Table::replay("t", bench.log[..before].to_vec()).unwrap();
    for event in &bench.log[before..] {
        let step = event.clone().into();
        table.apply_step(&step).unwrap();
        trail.push(&step, &table).unwrap();
        assert_eq!((trail.last() - trail.first(), trail.last()), (6, table.number()));
        for who in ["ada", "eve"] {
            let credentials = Credentials { who: Some(PlayerId(who.into())), token: None };
            let log = &bench.log[..table.number() as usize];
            for since in trail.first()..=trail.last() {
                let told = Table::missed("t", log, since, &credentials).unwrap();
                assert_eq!(trail.missed(since, &credentials).unwrap(), told, "{who} {since}");
            }
        }
    }
}
