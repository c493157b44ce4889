//! Positions for tests.

use sarsen_core::{ListActions, Options, Rules, Turn, Viewer, Views, chance, legal_actions};
use sarsen_logan::{Bag, Cell, Face, Logan, PhaseView, Stone, StoneView};

pub(crate) fn options(chosen: &[(&str, &str)]) -> Options {
    let mut options = Options::defaults(Logan::SPEC);
    for (name, value) in chosen {
        options.set(name, value).unwrap();
    }
    options
}

pub(crate) fn start(chosen: &[(&str, &str)]) -> Logan {
    Logan::start(&options(chosen))
}

pub(crate) fn cell(text: &str) -> Cell {
    let (q, r) = text.split_once(',').unwrap();
    Cell::new(q.parse().unwrap(), r.parse().unwrap())
}

fn stones(text: &str) -> Vec<Stone> {
    let face = |letter: u8| Face::from_letter(letter).unwrap();
    let stone = |text: &str| Stone::new(face(text.as_bytes()[0]), face(text.as_bytes()[1]));
    text.split(',').filter(|text| !text.is_empty()).map(stone).collect()
}

/// The stones regardless of which face is up, sorted.
pub(crate) fn kinds(stones: impl IntoIterator<Item = Stone>) -> Vec<Stone> {
    let mut kinds: Vec<_> = stones.into_iter().map(|stone| stone.min(stone.turned())).collect();
    kinds.sort();
    kinds
}

pub(crate) fn all_stones(state: &Logan) -> Vec<Stone> {
    let view = state.view(Viewer::Omniscient);
    let island =
        view.island.iter().chain(&view.lifted).map(|stone| Stone::new(stone.up, stone.back));
    let hands = view.hands.iter().flatten().map(|stone| Stone::new(stone.shown, stone.back));
    island.chain(hands).collect()
}

pub(crate) fn faces(island: &[StoneView]) -> Vec<(Face, Face)> {
    island.iter().map(|stone| (stone.up, stone.back)).collect()
}

pub(crate) fn legal(state: &Logan) -> Vec<String> {
    let mut tokens: Vec<_> = legal_actions(state).iter().map(ToString::to_string).collect();
    tokens.sort();
    tokens
}

pub(crate) fn dealt(middle: &str, one: &str, two: &str) -> Logan {
    dealt_with(&[], middle, one, two)
}

/// A deal that begins with these stones, filled up from the rest of the bag.
pub(crate) fn dealt_with(chosen: &[(&str, &str)], middle: &str, one: &str, two: &str) -> Logan {
    let doubles = chosen.contains(&("stones", "doubles"));
    let bag = if doubles { Bag::Doubles } else { Bag::Distinct };
    let mut rest = kinds(bag.stones());
    let groups = [stones(middle), stones(one), stones(two)];
    for kind in kinds(groups.iter().flatten().copied()) {
        let at = rest.iter().position(|&left| left == kind).expect("the bag holds this stone");
        rest.remove(at);
    }
    let fill = |(group, size): (Vec<Stone>, usize)| {
        let missing = size - group.len();
        let all = group.into_iter().chain(rest.drain(..missing));
        all.map(|stone| stone.to_string()).collect::<Vec<_>>().join(",")
    };
    let text: Vec<String> = groups.into_iter().zip([2, 8, 8]).map(fill).collect();
    let mut state = start(chosen);
    state.play(format!("deal={}", text.join("|")).parse().unwrap()).unwrap();
    state
}

/// A deal with some actions played.
pub(crate) fn after(
    chosen: &[(&str, &str)],
    middle: &str,
    one: &str,
    two: &str,
    tokens: &str,
) -> Logan {
    let mut state = dealt_with(chosen, middle, one, two);
    for token in tokens.split_whitespace() {
        let played = state.play(token.parse().unwrap());
        assert!(played.is_ok(), "{token}: {played:?}");
    }
    state
}

/// The first state of random play at the start of a turn of the second phase that satisfies a condition.
pub(crate) fn second_phase(chosen: &[(&str, &str)], pleases: impl Fn(&Logan) -> bool) -> Logan {
    let moving = |state: &Logan| state.view(Viewer::Omniscient).phase == PhaseView::Moving;
    search(chosen, 0, |state| moving(state) && pleases(state))
}

pub(crate) fn second_phase_by(chosen: &[(&str, &str)], seed: u64) -> Logan {
    search(chosen, seed * 100, |state| state.view(Viewer::Omniscient).phase == PhaseView::Moving)
}

/// A state in which a stone with two different faces is lifted.
pub(crate) fn lifted(chosen: &[(&str, &str)]) -> Logan {
    lifted_by(chosen, 0)
}

pub(crate) fn lifted_by(chosen: &[(&str, &str)], seed: u64) -> Logan {
    search(chosen, seed * 100, |state| state.view(Viewer::Omniscient).lifted.is_some())
}

fn search(chosen: &[(&str, &str)], first_seed: u64, found: impl Fn(&Logan) -> bool) -> Logan {
    for seed in first_seed.. {
        let mut rng = chance::generator(seed);
        let mut state = start(chosen);
        while let Some(action) = chance::random_step(&state, &mut rng) {
            state.apply(action);
            if matches!(state.turn(), Turn::Seat(_)) && found(&state) {
                return state;
            }
        }
    }
    unreachable!("random play comes everywhere")
}

/// The beginning of a second phase and two flips that undo themselves, so that the seats can flip back and forth.
pub(crate) fn back_and_forth(chosen: &[(&str, &str)]) -> (Logan, [String; 2]) {
    for seed in 0.. {
        let state = second_phase_by(chosen, seed);
        if state.view(Viewer::Omniscient).turns > 0 {
            continue;
        }
        let flips: Vec<String> =
            legal(&state).into_iter().filter(|token| token.starts_with('~')).collect();
        for one in &flips {
            for other in flips.iter().filter(|other| *other != one) {
                let pair = [one.clone(), other.clone()];
                if undoes_itself(&state, &pair) {
                    return (state, pair);
                }
            }
        }
    }
    unreachable!("some stones have no beaten neighbours")
}

fn undoes_itself(state: &Logan, pair: &[String; 2]) -> bool {
    let island = |state: &Logan| state.view(Viewer::Omniscient).island;
    let mut played = state.clone();
    for token in pair.iter().cycle().take(4) {
        if played.end().is_some() || played.action_count() == 0 {
            return false;
        }
        played.apply(token.parse().unwrap());
    }
    played.end().is_none() && island(&played) == island(state)
}
