//! Descriptions of actions: every game describes them readably and unambiguously.

use std::collections::HashMap;

use sarsen_core::{
    Chance, Describe, Hidden, Lang, ListActions, Options, Propose, Seat, Turn, Viewer, chance,
};

use crate::conformance::Effort;
use crate::setups;

/// Tests the descriptions of a game whose actions can be listed.
pub fn listed<G: Describe + ListActions + Chance>(effort: Effort) {
    let step = |state: &G, rng: &mut chance::Generator| chance::random_step(state, rng);
    walk::<G>(effort, step, |state, _, history| {
        let Turn::Seat(seat) = state.turn() else { return };
        told_apart(state, &state.choices(seat));
        readable(state, history);
    });
}

/// Tests the descriptions of a game whose actions can only be proposed.
pub fn proposed<G: Describe + Propose + Chance>(effort: Effort) {
    let step = |state: &G, rng: &mut chance::Generator| match state.turn() {
        Turn::Chance => state.draw(rng),
        _ => state.propose(8, rng).first().copied(),
    };
    walk::<G>(effort, step, |state, rng, history| {
        let tokens: Vec<_> = state.propose(8, rng).iter().map(ToString::to_string).collect();
        told_apart(state, &tokens);
        readable(state, history);
    });
}

/// States that a seat cannot tell apart have equal descriptions of what it reads and what it can do.
pub fn hidden<G: Describe + Hidden + ListActions + Chance>(effort: Effort) {
    let step = |state: &G, rng: &mut chance::Generator| chance::random_step(state, rng);
    walk::<G>(effort, step, |state, rng, _| {
        let Turn::Seat(to_act) = state.turn() else { return };
        for seat in [Seat::ONE, Seat::TWO] {
            let world = state.determinize(seat, rng);
            assert_eq!(state.actor(), world.actor());
            let tokens = if seat == to_act { state.choices(seat) } else { Vec::new() };
            for token in &tokens {
                assert_eq!(
                    state.describe(token),
                    world.describe(token),
                    "seat {seat} learns something from `{token}`"
                );
            }
        }
    });
}

fn walk<G: Describe + Chance>(
    effort: Effort,
    step: impl Fn(&G, &mut chance::Generator) -> Option<G::Action>,
    check: impl Fn(&G, &mut chance::Generator, &[(G, G::Action)]),
) {
    for options in setups(G::SPEC) {
        for seed in 0..effort.games {
            let mut rng = chance::generator(seed);
            let mut state = G::start(&options);
            let mut history: Vec<(G, G::Action)> = Vec::new();
            while history.len() < effort.actions {
                check(&state, &mut rng.clone(), &history);
                let Some(action) = step(&state, &mut rng) else { break };
                history.push((state.clone(), action));
                state.apply(action);
            }
            read_by_all(&state, &history, &options);
        }
    }
}

/// The position before the last action describes it to everybody, in all languages.
fn readable<G: Describe>(state: &G, history: &[(G, G::Action)]) {
    let Some((before, action)) = history.last() else { return };
    let token = action.to_string();
    if let Some(phrase) = before.describe(&token) {
        complete(&phrase, &token);
    }
    assert!(state.actor().is_none_or(|seat| seat.index() < 4));
}

/// Everything that a viewer reads of a whole game can be described.
fn read_by_all<G: Describe>(state: &G, history: &[(G, G::Action)], options: &Options) {
    let actions: Vec<_> = history.iter().map(|(_, action)| *action).collect();
    let seats = Seat::all(options.seats()).map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Public, Viewer::Omniscient]) {
        let readings = state.masked(&actions, viewer);
        for (reading, (before, action)) in readings.iter().zip(history) {
            let plain = before.describe(&action.to_string());
            let read = before.describe(reading);
            assert_eq!(plain.is_some(), read.is_some(), "`{reading}` cannot be described");
            if let Some(phrase) = read {
                complete(&phrase, reading);
            }
        }
    }
}

/// Different actions have different descriptions in every language.
fn told_apart<G: Describe>(state: &G, tokens: &[String]) {
    let mut known: HashMap<(&str, String), &str> = HashMap::new();
    for token in tokens {
        let phrase = state.describe(token);
        let Some(phrase) = phrase else { panic!("`{token}` can be played and has no description") };
        complete(&phrase, token);
        for lang in Lang::ALL {
            let text = phrase.in_lang(lang).to_owned();
            if let Some(other) = known.insert((lang.code(), text), token) {
                panic!("`{token}` and `{other}` both read \"{}\"", phrase.in_lang(lang));
            }
        }
    }
}

fn complete(phrase: &sarsen_core::Phrase, token: &str) {
    for lang in Lang::ALL {
        let text = phrase.in_lang(lang);
        assert!(!text.trim().is_empty(), "`{token}` has no {} description", lang.code());
        assert!(!text.contains(['[', ']', '@']), "`{token}`: a description names nobody: {text}");
    }
}
