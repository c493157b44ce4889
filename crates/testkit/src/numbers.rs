//! Numbers, tensors and position strings: the properties that every game has to satisfy during random play, under every
//! option value.

use std::collections::{BTreeSet, HashSet};

use sarsen_core::{
    Chance, Draw, Hashed, Hidden, InformationState, ListActions, Numbered, Observed, Permuted,
    Propose, Seat, StateString, Turn, Viewer, chance, legal_actions,
};

use crate::conformance::{Effort, Walk, json, walk};

/// Numbers and notation denote the same actions, and masks match the legal lists, as far as the seat to act may know
/// them.
pub fn numbered<G: Numbered + Draw>(effort: Effort) {
    let mut mask = vec![false; G::ACTIONS];
    let (mut updated, mut set) = (vec![false; G::ACTIONS], Vec::new());
    walk::<G>(effort, chance::random_step, |walk| {
        let state = &walk.state;
        mask.fill(true);
        state.write_mask(&mut mask);
        state.update_mask(&mut updated, &mut set);
        assert_eq!(updated, mask, "a mask updated in place differs {}", walk.whereabouts());
        let ids: BTreeSet<usize> = (0..G::ACTIONS).filter(|&id| mask[id]).collect();
        let mut visited = Vec::new();
        state.visit_ids(|id| visited.push(id));
        let unique: BTreeSet<usize> = visited.iter().copied().collect();
        assert_eq!(unique.len(), visited.len(), "a number is visited twice {}", walk.whereabouts());
        assert_eq!(unique, ids, "mask and list differ {}", walk.whereabouts());
        let choices = match state.turn() {
            Turn::Seat(seat) => state.choices(seat),
            Turn::Chance | Turn::Over(_) => Vec::new(),
        };
        let tokens: BTreeSet<String> = ids.iter().filter_map(|&id| state.token_of(id)).collect();
        assert_eq!(tokens, choices.into_iter().collect(), "{}", walk.whereabouts());
        assert_eq!(tokens.len(), ids.len(), "two numbers, one action {}", walk.whereabouts());
        for &id in &ids {
            let action = state.action_of(id).expect("a legal number stands for an action");
            assert!(state.check(action).is_ok(), "{id} `{action}` {}", walk.whereabouts());
            assert_eq!(state.action_id(action), Some(id), "`{action}` {}", walk.whereabouts());
            if let (Turn::Seat(seat), Some(token)) = (state.turn(), state.token_of(id)) {
                assert_eq!(state.resolve(seat, &token).as_ref(), Ok(&action), "`{token}`");
            }
        }
        for action in legal_actions(state) {
            let id = state.action_id(action).expect("a legal action has a number");
            assert!(ids.contains(&id), "`{action}` {}", walk.whereabouts());
        }
        assert_eq!(state.action_of(G::ACTIONS), None);
        chance_in_steps(walk);
    });
}

/// Chance draws can be made from numbered steps, with the right probabilities where they can be listed.
fn chance_in_steps<G: Numbered>(walk: &Walk<G>) {
    let state = &walk.state;
    let mut first = Vec::new();
    state.visit_chance(&[], |id, weight| first.push((id, weight)));
    if state.turn() != Turn::Chance {
        assert!(first.is_empty(), "chance does not act {}", walk.whereabouts());
        return;
    }
    let mut listed = Vec::new();
    if state.visit_outcomes(|action, weight| listed.push((action, weight))) {
        let made: Vec<_> = first
            .iter()
            .filter_map(|&(id, weight)| Some((state.chance_of(&[id])?, weight)))
            .collect();
        assert_eq!(made, listed, "{}", walk.whereabouts());
    }
    let mut rng = chance::generator(walk.seed);
    let action = state.draw(&mut rng).expect("chance acts");
    let steps = state.chance_steps(action);
    assert_eq!(state.chance_of(&steps), Some(action), "`{action}` {}", walk.whereabouts());
    for drawn in 0..steps.len() {
        let mut possible = false;
        state.visit_chance(&steps[..drawn], |id, weight| {
            assert!(id < G::CHANCE && weight > 0);
            possible |= id == steps[drawn];
        });
        assert!(possible, "step {drawn} of `{action}` {}", walk.whereabouts());
        assert_eq!(state.chance_of(&steps[..drawn]), None, "the draw is not complete");
    }
    state.visit_chance(&steps, |_, _| panic!("the draw is complete"));
}

/// Observations have the right size, are finite, and change with every action.
pub fn observed<G: InformationState + ListActions + Chance>(effort: Effort) {
    let mut before = vec![0.0; G::OBSERVATION];
    let (mut updated, mut set) = (vec![0.0; G::OBSERVATION], Vec::new());
    walk::<G>(effort, chance::random_step, |walk| {
        look(walk, &mut before);
        for seat in Seat::all(walk.options.seats()) {
            walk.state.update_observation(seat, &mut updated, &mut set);
            let seen = observation(&walk.state, seat);
            assert_eq!(
                updated,
                seen,
                "an observation updated in place differs {}",
                walk.whereabouts()
            );
        }
    });
}

/// Like [`observed`], for games whose actions can only be proposed.
pub fn observed_proposed<G: InformationState + Propose + Chance>(effort: Effort) {
    let mut before = vec![0.0; G::OBSERVATION];
    walk::<G>(effort, crate::conformance::proposed_step, |walk| look(walk, &mut before));
}

fn look<G: InformationState>(walk: &Walk<G>, before: &mut [f32]) {
    for seat in Seat::all(walk.options.seats()) {
        let seen = observation(&walk.state, seat);
        assert!(seen.iter().all(|number| number.is_finite()), "{}", walk.whereabouts());
        if seat == Seat::ONE {
            let changed = walk.history.is_empty() || before != seen.as_slice();
            assert!(changed, "nothing to be seen of the last action {}", walk.whereabouts());
            before.copy_from_slice(&seen);
        }
        let text = walk.state.information_state(&walk.history, seat);
        assert_eq!(text.split(' ').count(), 1 + walk.history.len(), "one word for each action");
        if let Some(rows) = G::recall_length(&walk.options) {
            let mut whole = vec![f32::NAN; G::OBSERVATION + rows * G::RECALL_WIDTH];
            walk.state.write_information(&walk.history, seat, &mut whole);
            assert_eq!(whole[..G::OBSERVATION], seen, "{}", walk.whereabouts());
            assert!(whole.iter().all(|number| number.is_finite()), "{}", walk.whereabouts());
        }
    }
}

fn observation<G: Observed>(state: &G, seat: Seat) -> Vec<f32> {
    let mut seen = vec![f32::NAN; G::OBSERVATION];
    state.observe(seat, &mut seen);
    seen
}

fn information<G: InformationState>(
    walk: &Walk<G>,
    state: &G,
    history: &[G::Action],
    seat: Seat,
) -> Vec<f32> {
    let rows = G::recall_length(&walk.options).unwrap_or_default();
    let mut whole = vec![f32::NAN; G::OBSERVATION + rows * G::RECALL_WIDTH];
    state.write_information(history, seat, &mut whole);
    whole
}

/// States that a seat cannot tell apart give it equal numbers: masks, observations and information states.
pub fn numbers_keep_secrets<G: Numbered + InformationState + Hidden>(effort: Effort) {
    let mut different = 0;
    walk::<G>(effort, chance::random_step, |walk| {
        let mut rng = chance::generator(walk.seed ^ walk.history.len() as u64);
        for seat in Seat::all(walk.options.seats()) {
            let world = walk.state.determinize(seat, &mut rng);
            let context = || format!("for seat {seat} {}", walk.whereabouts());
            assert_eq!(observation(&walk.state, seat), observation(&world, seat), "{}", context());
            if walk.state.turn() == Turn::Seat(seat) {
                let mask = |state: &G| {
                    let mut mask = vec![false; G::ACTIONS];
                    state.write_mask(&mut mask);
                    mask
                };
                assert_eq!(mask(&walk.state), mask(&world), "the masks differ {}", context());
            }
            different += usize::from(same_information(walk, seat, &context));
            let told = |state: &G, history: &[G::Action]| state.information_state(history, seat);
            let Some(history) = walk.state.history_in(&world, &walk.history, seat) else {
                panic!("no game leads to the world {}", context());
            };
            let mut played = G::start(&walk.options);
            for &action in &history {
                assert!(played.play(action).is_ok(), "`{action}` {}", context());
            }
            assert_eq!(observation(&played, seat), observation(&world, seat), "{}", context());
            assert_eq!(told(&played, &history), told(&walk.state, &walk.history), "{}", context());
        }
    });
    assert!(different > 0, "no game was told from another: nothing was shown");
}

/// Another history of which the seat has been told the same gives it the same information. Returns whether the two
/// histories differ.
fn same_information<G: Numbered + InformationState>(
    walk: &Walk<G>,
    seat: Seat,
    context: &dyn Fn() -> String,
) -> bool {
    let recalled = walk.state.recalled(&walk.history, seat);
    if !recalled.iter().any(|token| token.contains('?')) {
        return false;
    }
    let tokens: Vec<&str> = recalled.iter().map(String::as_str).collect();
    // A record may lack what a seat remembers beyond its view.
    let Ok(actions) = G::unmasked(&walk.options, &tokens) else { return false };
    let mut other = G::start(&walk.options);
    actions.iter().for_each(|&action| other.apply(action));
    let texts = [
        walk.state.information_state(&walk.history, seat),
        other.information_state(&actions, seat),
    ];
    if texts[0] != texts[1] {
        // The filled-in history ignores what the seat has seen of lifted stones, so the seat may be able to tell the
        // two apart.
        return false;
    }
    assert_eq!(
        information(walk, &walk.state, &walk.history, seat),
        information(walk, &other, &actions, seat),
        "{}",
        context()
    );
    same_past(walk, &actions, seat, context);
    actions != walk.history
}

/// Recall is perfect: two histories that look the same to a seat now also looked the same at every earlier time.
fn same_past<G: InformationState>(
    walk: &Walk<G>,
    other: &[G::Action],
    seat: Seat,
    context: &dyn Fn() -> String,
) {
    let (mut this, mut that) = (G::start(&walk.options), G::start(&walk.options));
    for (count, (&one, &another)) in walk.history.iter().zip(other).enumerate() {
        assert_eq!(
            this.information_state(&walk.history[..count], seat),
            that.information_state(&other[..count], seat),
            "after {count} actions {}",
            context()
        );
        this.apply(one);
        that.apply(another);
    }
}

/// A state transformed by a symmetry has the permuted mask and observation.
pub fn permuted<G: Permuted>(effort: Effort) {
    for symmetry in 0..G::SYMMETRIES {
        let back = G::inverse(symmetry);
        for id in 0..G::ACTIONS {
            assert_eq!(G::id_image(G::id_image(id, symmetry), back), id, "symmetry {symmetry}");
        }
        for place in 0..G::OBSERVATION {
            assert_eq!(G::place_image(G::place_image(place, symmetry), back), place);
        }
    }
    let (mut mask, mut turned) = (vec![false; G::ACTIONS], vec![false; G::ACTIONS]);
    walk::<G>(effort, chance::random_step, |walk| {
        walk.state.write_mask(&mut mask);
        for symmetry in 0..G::SYMMETRIES {
            let image = walk.state.transform(symmetry);
            image.write_mask(&mut turned);
            for (id, legal) in mask.iter().enumerate() {
                let to = G::id_image(id, symmetry);
                assert_eq!(*legal, turned[to], "{id} symmetry {symmetry} {}", walk.whereabouts());
            }
            for seat in Seat::all(walk.options.seats()) {
                let (plain, seen) = (observation(&walk.state, seat), observation(&image, seat));
                for (place, number) in plain.iter().enumerate() {
                    let to = G::place_image(place, symmetry);
                    assert_eq!(
                        *number,
                        seen[to],
                        "{place} symmetry {symmetry} {}",
                        walk.whereabouts()
                    );
                }
            }
        }
    });
}

/// Strings read back as states that look and play the same.
pub fn strings_read_back<G: StateString + ListActions + Chance + Draw + Hashed>(effort: Effort) {
    walk::<G>(effort, chance::random_step, |walk| {
        let back = reads_back(walk);
        assert_eq!(back.hash(), walk.state.hash(), "{}", walk.whereabouts());
        let actions = |state: &G| legal_actions(state).into_iter().collect::<HashSet<_>>();
        assert_eq!(actions(&back), actions(&walk.state), "{}", walk.whereabouts());
    });
}

/// Like [`strings_read_back`], for games whose actions can only be proposed.
pub fn strings_read_back_proposed<G: StateString + Propose + Chance + Draw>(effort: Effort) {
    walk::<G>(effort, crate::conformance::proposed_step, |walk| {
        let back = reads_back(walk);
        assert_eq!(back.summary(), walk.state.summary(), "{}", walk.whereabouts());
        let propose = |state: &G| state.propose(3, &mut chance::generator(1));
        assert_eq!(propose(&back), propose(&walk.state), "{}", walk.whereabouts());
    });
}

fn reads_back<G: StateString + Draw>(walk: &Walk<G>) -> G {
    let text = walk.state.state_string();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/.-_~@,:".contains(letter);
    assert!(text.chars().all(plain), "`{text}` needs escaping");
    let back = G::from_state_string(&walk.options, &text)
        .unwrap_or_else(|error| panic!("`{text}`: {error} {}", walk.whereabouts()));
    assert_eq!(back.state_string(), text, "{}", walk.whereabouts());
    assert_eq!(back.turn(), walk.state.turn(), "`{text}` {}", walk.whereabouts());
    let seats = Seat::all(walk.options.seats()).map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Public, Viewer::Omniscient]) {
        assert_eq!(
            json(&back, viewer),
            json(&walk.state, viewer),
            "`{text}` {}",
            walk.whereabouts()
        );
    }
    back
}

/// Any mutation of a position string is either refused or playable, and never panics.
pub fn strings_never_panic<G: StateString + ListActions + Chance + Draw>(effort: Effort) {
    let mut rng = chance::generator(11);
    walk::<G>(effort, chance::random_step, |walk| {
        let text = walk.state.state_string().into_bytes();
        for _ in 0..8 {
            let mut text = text.clone();
            for _ in 0..=chance::below(&mut rng, 3) {
                garble(&mut text, &mut rng);
            }
            let Ok(text) = String::from_utf8(text) else { continue };
            let Ok(mut state) = G::from_state_string(&walk.options, &text) else { continue };
            for _ in 0..12 {
                let asked = state.turn();
                assert!(
                    asked.is_over() || chance::random_step(&state, &mut rng).is_some(),
                    "`{text}` has nothing to play"
                );
                let Some(action) = chance::random_step(&state, &mut rng) else { break };
                let _ = json(&state, Viewer::Omniscient);
                state.apply(action);
            }
        }
    });
}

fn garble(text: &mut Vec<u8>, rng: &mut chance::Generator) {
    const LETTERS: &[u8] = b"0123456789abcdef.-/~,@RPSTtmdlh";
    let at = chance::below(rng, text.len() as u64 + 1) as usize;
    let letter = LETTERS[chance::below(rng, LETTERS.len() as u64) as usize];
    match chance::below(rng, 3) {
        0 => text.insert(at, letter),
        1 if at < text.len() => {
            text.remove(at);
        }
        _ if at < text.len() => text[at] = letter,
        _ => {}
    }
}
