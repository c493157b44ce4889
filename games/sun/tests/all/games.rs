//! Whole random games: none gets stuck, no stone is lost, and no stones overlap.

use sarsen_core::{Audience, Chance, Conclude, Options, Propose, Rules, Seat, Turn, chance};
use sarsen_sun::{Action, SPEC, Sun};

/// How deep two stones at rest may overlap, in millimetres.
const DEEPEST: f64 = 0.5;

fn games() -> u64 {
    if std::env::var_os("SARSEN_HEAVY").is_some() { 1000 } else { 24 }
}

fn play(seed: u64, seats: &str) -> Sun {
    let mut options = Options::defaults(&SPEC);
    options.set("seats", seats).unwrap();
    let mut state = Sun::start(&options);
    let mut rng = chance::generator(seed);
    for _ in 0..1000 {
        let action = match state.turn() {
            Turn::Seat(_) => {
                let proposed = state.propose(8, &mut rng);
                assert!(!proposed.is_empty(), "stuck in game {seed}: {:?}", state.phase());
                proposed[chance::below(&mut rng, proposed.len() as u64) as usize]
            }
            Turn::Chance => state.draw(&mut rng).unwrap(),
            Turn::Over(_) => return state,
        };
        state.play(action).unwrap_or_else(|illegal| panic!("game {seed}: `{action}`: {illegal}"));
        if matches!(action, Action::Seal(_) | Action::Gate { .. } | Action::BuildTop { .. }) {
            assert_sound(&state, seed);
        }
    }
    panic!("game {seed} does not end");
}

fn assert_sound(state: &Sun, seed: u64) {
    assert!(state.stones_add_up(), "game {seed}: a stone is unaccounted for");
    let scene = state.scene();
    assert!(scene.placed().iter().all(|placed| placed.pose.is_finite()), "game {seed}");
    let blocks = scene.blocks();
    for (index, block) in blocks.iter().enumerate() {
        let lowest = block.corners().iter().map(|corner| corner[2]).fold(f64::INFINITY, f64::min);
        assert!(lowest > -4.1, "game {seed}: a stone has sunk to {lowest}");
        for other in &blocks[..index] {
            let depth = block.overlap(other);
            assert!(depth < DEEPEST, "game {seed}: stones overlap by {depth} mm\n{scene:?}");
        }
    }
}

/// S18: each seat in first place reads of itself, and nobody else does.
fn assert_concluded(state: &Sun) {
    let (outcome, reason) = (state.turn().outcome().unwrap(), state.conclusion().unwrap());
    for (seat, &rank) in Seat::all(4).zip(outcome.ranks().iter()) {
        let text = Audience::new(Some(seat), Vec::new()).read(&reason).en;
        assert!(!text.contains(['[', '@']), "{text}");
        let addressed = text.contains("You have") || text.contains(" you");
        assert_eq!(addressed, rank == 1, "seat {seat} reads: {text}");
    }
}

#[test]
fn random_games_of_four_seats_run_to_their_end() {
    let mut gates = 0;
    for seed in 0..games() {
        let state = play(seed, "4");
        assert_concluded(&state);
        gates += u64::from(state.turns() > 4);
    }
    assert!(gates > 0);
}

#[test]
fn random_games_of_two_seats_run_to_their_end() {
    for seed in 0..games() / 4 {
        play(1_000_000 + seed, "2");
    }
}
