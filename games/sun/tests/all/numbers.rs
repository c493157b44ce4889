//! Tensors, continuous actions and position strings.

use sarsen_core::{Chance, Continuous, Options, Rules, StateString, Turn, chance};
use sarsen_sun::Sun;
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::numbers;

const EFFORT: Effort = Effort { games: 1, actions: 40 };

#[test]
fn observations_show_what_happens() {
    numbers::observed_proposed::<Sun>(EFFORT);
}

#[test]
fn position_strings_read_back() {
    numbers::strings_read_back_proposed::<Sun>(EFFORT);
}

#[test]
fn every_point_of_the_unit_cube_is_a_legal_action_and_plays_games_to_their_end() {
    let mut options = Options::defaults(Sun::SPEC);
    options.set("stones", "12").unwrap();
    let mut rng = chance::generator(5);
    let mut kinds = [0; 5];
    for _ in 0..3 {
        let mut state = Sun::start(&options);
        while !state.turn().is_over() {
            let action = match state.turn() {
                Turn::Chance => state.draw(&mut rng).expect("chance acts"),
                _ => {
                    let point: Vec<f64> = (0..Sun::UNIT)
                        .map(|_| chance::below(&mut rng, 1001) as f64 / 1000.0)
                        .collect();
                    let action = state.action_at(&point).expect("a seat is to act");
                    let (kind, values) = Sun::to_values(action).expect("a seat's action");
                    assert!(state.kinds_now().contains(&kind), "{action}");
                    assert_eq!(Sun::from_values(kind, &values), Some(action));
                    kinds[kind] += 1;
                    action
                }
            };
            assert!(state.check(action).is_ok(), "{action}");
            state.apply(action);
        }
        assert_eq!(state.action_at(&[0.0; 5]), None);
    }
    // Gates are rare: they need two stones close to each other.
    assert!([0, 1, 3, 4].iter().all(|&kind| kinds[kind] > 0), "{kinds:?}");
}

#[test]
fn values_out_of_range_give_no_action() {
    assert_eq!(Sun::from_values(0, &[0.0, 0.0, 0.0]), None);
    assert_eq!(Sun::from_values(0, &[1.0, 0.0]), None);
    assert_eq!(Sun::from_values(1, &[3.0, 3.0]), None, "a stone does not stand on itself");
    assert_eq!(Sun::from_values(4, &[9999.0, 9999.0, 0.0, 0.0]), None, "beyond the string");
    assert_eq!(Sun::from_values(4, &[f64::NAN, 0.0, 0.0, 0.0]), None);
    assert_eq!(Sun::from_values(5, &[]), None);
}

#[test]
fn garbled_position_strings_never_panic() {
    let options = Options::defaults(Sun::SPEC);
    let mut rng = chance::generator(3);
    let mut state = Sun::start(&options);
    for token in ["b1@0", "t500,3400,0,0", "~0,0,0,0"] {
        state.play(token.parse().unwrap()).unwrap();
    }
    state.play(state.draw(&mut rng).unwrap()).unwrap();
    for token in ["b2@1800/150", "t500,3400,0,0"] {
        state.play(token.parse().unwrap()).unwrap();
    }
    let text = state.state_string();
    assert_eq!(
        text,
        "1@0.2@1800_150/0.1800/0.0/0.0/e2.500,3400,0,0/1.0.0.1,1/1.500,3400,0,0.0.0.7e941ab10a0f4aef/t500,3400,0,0"
    );
    for _ in 0..400 {
        let mut bytes = text.clone().into_bytes();
        let at = chance::below(&mut rng, bytes.len() as u64) as usize;
        bytes[at] = b"0123456789-.,_@:/btmesog"[chance::below(&mut rng, 24) as usize];
        let text = String::from_utf8(bytes).unwrap();
        let Ok(state) = Sun::from_state_string(&options, &text) else { continue };
        assert!(state.stones_add_up(), "{text}");
    }
}
