//! The fast rules agree with the plain ones, in every state of random games under every option.

use crate::plain::Plain;
use sarsen_core::{Options, Rules, Turn, Viewer, Views, chance, legal_actions};
use sarsen_logan::{Logan, View};
use sarsen_testkit::golden::state_line;

fn sorted_legal(state: &Logan) -> Vec<String> {
    let mut legal: Vec<_> = legal_actions(state).iter().map(ToString::to_string).collect();
    legal.sort();
    legal
}

fn same_island(view: &View, plain: &Plain) -> bool {
    let fast: std::collections::BTreeMap<_, _> = view
        .island
        .iter()
        .map(|stone| ((stone.cell.q, stone.cell.r), (stone.up.letter(), stone.back.letter())))
        .collect();
    fast == plain.stones
}

/// Plays a random game in both implementations, compares every state, and returns the number of actions.
fn compare(options: &Options, seed: u64) -> u32 {
    let mut rng = chance::generator(seed);
    let mut state = Logan::start(options);
    let deal = chance::random_step(&state, &mut rng).unwrap();
    state.play(deal).unwrap();
    let mut plain = Plain::deal(options, &deal.to_string());
    let mut actions = 0;
    loop {
        assert_eq!(state_line(&state), plain.state_line(), "seed {seed}, action {actions}");
        assert_eq!(sorted_legal(&state), plain.legal(), "seed {seed}, action {actions}");
        let view = state.view(Viewer::Omniscient);
        assert!(same_island(&view, &plain), "seed {seed}, action {actions}");
        if !matches!(state.turn(), Turn::Seat(_)) || actions >= 400 {
            return actions;
        }
        let action = chance::random_step(&state, &mut rng).unwrap();
        state.play(action).unwrap();
        plain.play(&action.to_string());
        actions += 1;
    }
}

#[test]
fn the_fast_rules_agree_with_the_plain_ones() {
    let games = if std::env::var_os("SARSEN_HEAVY").is_some() { 2_000 } else { 60 };
    let mut actions = 0;
    for options in sarsen_testkit::setups(Logan::SPEC) {
        actions += (0..games).map(|seed| compare(&options, seed)).sum::<u32>();
    }
    assert!(actions > 10_000, "{actions}");
}

/// Random play hardly ever repeats a position; flipping two stones back and forth does.
#[test]
fn repetitions_are_counted_alike() {
    let options = Options::defaults(Logan::SPEC);
    let mut drawn = 0;
    for seed in 0..300 {
        let mut rng = chance::generator(seed);
        let mut state = Logan::start(&options);
        let deal = chance::random_step(&state, &mut rng).unwrap();
        state.play(deal).unwrap();
        let mut plain = Plain::deal(&options, &deal.to_string());
        for step in 0.. {
            assert_eq!(state_line(&state), plain.state_line());
            if state.turn().is_over() {
                break;
            }
            let legal = sorted_legal(&state);
            let flips: Vec<&String> = legal.iter().filter(|token| token.starts_with('~')).collect();
            let token = match flips[..] {
                [] => chance::random_step(&state, &mut rng).unwrap().to_string(),
                _ => flips[(seed as usize + step % 2) % flips.len()].clone(),
            };
            state.play(token.parse().unwrap()).unwrap();
            plain.play(&token);
        }
        drawn += u32::from(state.end() == Some(sarsen_logan::End::Repetition));
    }
    assert!(drawn > 10, "{drawn}");
}
