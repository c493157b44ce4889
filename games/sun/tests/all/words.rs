//! Descriptions of actions.

use crate::common::{play_all, scene};
use sarsen_core::{Audience, Explain, Seat, Viewer, Views};
use sarsen_sun::{Event, Sun};
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::words;

#[test]
fn actions_read_differently_in_every_language() {
    words::proposed::<Sun>(Effort { games: 1, actions: 16 });
}

/// The sentences about an action as its own player reads them.
fn told_to_oneself(state: &Sun, action: &str) -> Vec<String> {
    let audience = Audience::new(Some(state.active()), Vec::new());
    let events = state.events(action.parse().unwrap(), Viewer::Public);
    events.iter().map(|event| audience.read(&event.explain()).en.into_owned()).collect()
}

#[test]
fn every_action_of_a_turn_is_told_with_its_player() {
    let mut state = scene("cross");
    for (action, told) in [
        ("b5@450", "You stand stone 5 on the ring at 45°."),
        ("m@250", "You move your marker to 25°."),
        ("t-3130,-1300,0,0", "You let the ball go at 202.6°, 33.9 cm from the centre."),
    ] {
        assert_eq!(told_to_oneself(&state, action), [told]);
        play_all(&mut state, action);
    }
}

#[test]
fn stones_that_are_taken_are_named_and_not_counted() {
    let taken = |stones| Event::Taken { seat: Seat::TWO, stones }.explain();
    let read = |phrase| Audience::default().read(&phrase);
    assert_eq!(read(taken(vec![8])).en, "Player 2 takes the fallen stone 8.");
    assert_eq!(read(taken(vec![3, 8, 9])).en, "Player 2 takes the fallen stones 3, 8 and 9.");
    assert_eq!(read(taken(vec![3, 8])).fr, "Le joueur 2 prend les pierres tombées 3 et 8.");
}

#[test]
fn the_end_names_those_in_first_place_and_not_the_notation_of_the_ranks() {
    let ended = |winners: &[Seat]| {
        let winners = winners.to_vec();
        Event::Ended { result: "3,1,1".into(), winners, lowest: 1 }.explain()
    };
    let audience = Audience::new(Some(Seat::TWO), Vec::new());
    let three = Seat::from_number(3).unwrap();
    let shared = audience.read(&ended(&[Seat::TWO, three]));
    let en = "The game is over. The lowest score, 1, is shared by you and player 3.";
    assert_eq!(shared.en, en);
    let alone = audience.read(&ended(&[Seat::TWO]));
    assert_eq!(alone.en, "The game is over: you win with a score of 1, the lowest.");
}
