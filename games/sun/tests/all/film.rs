//! The playback of a throw, as sent to those who watch a game.

use crate::common::{play_all, scene, seal_of};
use sarsen_core::{Explain, Seat, Viewer, Views};
use sarsen_sun::trajectory::{Playback, decode};
use sarsen_sun::{Event, Phase, Sun};

/// The events of the next seal, and the playback among them.
fn told(state: &Sun) -> (Vec<Event>, Seat, Playback) {
    let events = state.events(seal_of(state), Viewer::Public);
    let films: Vec<(Seat, Vec<u8>)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Flown { seat, film } => Some((*seat, from_hex(film))),
            _ => None,
        })
        .collect();
    let [(seat, bytes)] = films.as_slice() else { panic!("one film a throw: {}", films.len()) };
    (events.clone(), *seat, decode(bytes).unwrap())
}

fn from_hex(digits: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(byte).collect()
}

#[test]
fn a_hit_is_told_with_its_film() {
    let mut state = scene("cross");
    play_all(&mut state, "b5@500 m@250 t3390,130,0,0 ~0,0,0,0");
    let Phase::Seal { landing, .. } = state.phase().clone() else { panic!("a throw is under way") };
    let (events, seat, film) = told(&state);
    assert_eq!(seat, Seat::ONE);
    assert!(matches!(events[0], Event::Flown { .. }), "the film comes before what it shows");
    assert!(events.iter().any(|event| matches!(event, Event::Taken { .. })));
    assert!(!events[0].explain().en.is_empty());
    // The ball is released where the throw says; what fell moves, and what did not is not included.
    let ball = &film.tracks[0];
    assert_eq!((ball.body, ball.first), (0, 0));
    assert!((ball.poses[0].0[0] - 339.0).abs() < 0.06 && (ball.poses[0].0[1] - 13.0).abs() < 0.06);
    let moving = |stone: u8| film.tracks.iter().any(|track| track.body == stone);
    assert!((1..=5).filter(|&stone| landing.taken >> stone & 1 == 1).all(moving));
    assert!(!moving(2), "stone 2 stands aside, and nothing reaches it");
}

#[test]
fn a_clean_pass_is_told_with_the_ball_alone() {
    let mut state = scene("cross");
    play_all(&mut state, "b5@450 m@250 t-3130,-1300,0,0 ~0,0,0,0");
    let Phase::Seal { landing, .. } = state.phase().clone() else { panic!("a throw is under way") };
    assert_eq!((landing.taken, landing.touched), (0, 0));
    let (events, _, film) = told(&state);
    assert!(events.iter().any(|event| matches!(event, Event::Passed { .. })));
    assert_eq!(film.tracks.len(), 1);
    let [x, y, _] = film.tracks[0].poses.last().unwrap().0;
    assert!(x > 0.0 && y > 0.0 && x.hypot(y) > 150.0, "out on the other side: {x} {y}");
    assert_eq!(film.frames as usize, film.tracks[0].poses.len());
}
