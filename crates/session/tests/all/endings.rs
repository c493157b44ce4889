//! Draws, resignations, and what a finished game reveals.

use crate::common::{Bench, PEOPLE, setup};
use sarsen_core::Viewer;
use sarsen_protocol::{EndReason, RefusalCode, Status};
use sarsen_session::{Command, PlayerId, Slot, TokenHash, verify};

#[test]
fn a_draw_is_agreed_by_all() {
    let mut bench = Bench::stonehenge();
    bench.ask(Command::OfferDraw { seat: 1 }).unwrap();
    assert_eq!(bench.ask(Command::OfferDraw { seat: 1 }), Ok(0));
    bench.ask(Command::DeclineDraw { seat: 2, because: None }).unwrap();
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

#[test]
fn resigning_or_leaving_loses_the_game() {
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
    assert!(bench.table.record(1, Viewer::Public).unwrap().contains("[Seat2 \"bo\"]"));
}

#[test]
fn everybody_reads_whose_side_decided_the_game() {
    let mut bench = Bench::ada_and_bo(setup("cathedral", &[], &PEOPLE));
    bench.play_on(200, 3);
    let reason = |seats: &[u8]| bench.position(seats).ending.unwrap().reason.unwrap().en;
    let side = |text: String| text.split("Squares left: ").nth(1).unwrap().to_owned();
    let (one, two, both) = (side(reason(&[1])), side(reason(&[2])), side(reason(&[1, 2])));
    assert!(one.starts_with("you (Light) ") && one.contains(", bo (Dark) "), "{one}");
    assert!(two.starts_with("ada (Light) ") && two.contains(", you (Dark) "), "{two}");
    assert!(both.starts_with("ada (Light) ") && both.contains(", bo (Dark) "), "{both}");
    assert_eq!(side(reason(&[])), both);
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
            let record = bench.table.record(1, Viewer::Public).unwrap();
            let record =
                sarsen_core::record::Reader::new(record.as_bytes()).next().unwrap().unwrap();
            assert_eq!(record.tag("SeedHash").unwrap().value, hash);
            let verified = verify(&record).unwrap();
            let chance = matches!(spec.id, "holes" | "logan" | "sun");
            assert_eq!(verified.draws > 0, chance, "{record}");
        }
    }
}
