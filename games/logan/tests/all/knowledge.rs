//! L14: what a seat can know, and that nothing else reaches it.

use std::collections::BTreeMap;

use crate::common::*;
use sarsen_core::{Draw, Hidden, Options, Rules, Seat, Turn, Viewer, Views, chance, legal_actions};
use sarsen_logan::{Action, Face, Logan, Stone};

const SEATS: [Seat; 2] = [Seat::ONE, Seat::TWO];

/// Every combination of the options that affect knowledge.
fn setups() -> Vec<Options> {
    let mut all = Vec::new();
    for stones in ["distinct", "doubles"] {
        for backs in ["owner", "nobody", "open"] {
            for memory in ["none", "aid"] {
                all.push(options(&[("stones", stones), ("backs", backs), ("memory", memory)]));
            }
        }
    }
    all
}

/// Calls a function with every state of random games and its history.
fn walk(options: &Options, seeds: std::ops::Range<u64>, mut look: impl FnMut(&Logan, &[Action])) {
    for seed in seeds {
        let mut rng = chance::generator(seed);
        let mut state = Logan::start(options);
        let mut history = Vec::new();
        while let Some(action) = chance::random_step(&state, &mut rng) {
            state.apply(action);
            history.push(action);
            look(&state, &history);
        }
    }
}

fn heavy() -> bool {
    std::env::var_os("SARSEN_HEAVY").is_some()
}

#[test]
fn no_action_changes_the_stones_and_a_legal_action_always_exists() {
    for options in setups() {
        let bag = kinds(all_stones_of_bag(&options));
        walk(&options, 0..60, |state, _| {
            assert_eq!(kinds(all_stones(state)), bag);
            assert_eq!(state.turn().is_over(), legal_actions(state).is_empty());
        });
    }
}

fn all_stones_of_bag(options: &Options) -> [Stone; 18] {
    let doubles = options.get("stones") == "doubles";
    if doubles { sarsen_logan::Bag::Doubles.stones() } else { sarsen_logan::Bag::Distinct.stones() }
}

/// In all states of 10,000 games, a drawn world looks to its seat like the real one.
#[test]
fn views_are_the_same_for_all_determinisations() {
    let setups = setups();
    let games = 10_000 / setups.len() as u64 + 1;
    for options in setups {
        let mut rng = chance::generator(2026);
        walk(&options, 0..games, |state, _| {
            for seat in SEATS {
                let viewer = Viewer::Seat(seat);
                let world = state.determinize(seat, &mut rng);
                assert_eq!(world.view(viewer), state.view(viewer));
                assert_eq!(world.turn(), state.turn());
                assert_eq!(kinds(all_stones(&world)), kinds(all_stones(state)));
            }
        });
    }
}

/// Everything that a seat is given, as one text.
fn given(state: &Logan, seat: Seat) -> String {
    let viewer = Viewer::Seat(seat);
    let view = state.view(viewer);
    let mut told = format!(
        "{}{}{}",
        serde_json::to_string(&view).unwrap(),
        Logan::text(&view),
        Logan::svg(&view)
    );
    let choices = state.choices(seat);
    for token in &choices {
        told += &format!("\n{token} {:?}", state.foresee(seat, token));
    }
    if state.turn() == Turn::Seat(seat) {
        for token in PROBES {
            let refused = state.resolve(seat, token).map(drop).map_err(|error| error.to_string());
            told += &format!("\n{token} {refused:?} {:?}", state.foresee(seat, token));
        }
    }
    told
}

/// Tokens that a player might try in order to learn something.
const PROBES: [&str; 14] = [
    "+RP@1,-1", "+RS@1,-1", "+RR@1,-1", "+PR~@0,1", "+R?@1,-1", "+R?~@0,1", "+S?@0,0", "^0,0",
    "^1,0", "~0,0", "_1,1~", "_0,2", "deal=RP", "x",
];

#[test]
fn nothing_of_hidden_backs_can_be_read_from_what_a_seat_is_given() {
    let games = if heavy() { 200 } else { 12 };
    for options in setups() {
        let mut rng = chance::generator(7);
        let mut differing = 0;
        walk(&options, 0..games, |state, _| {
            for seat in SEATS {
                let world = state.determinize(seat, &mut rng);
                differing += u32::from(all_stones(&world) != all_stones(state));
                assert_eq!(given(state, seat), given(&world, seat));
            }
        });
        assert_eq!(
            differing == 0,
            options.get("backs") == "open",
            "worlds that differ were compared"
        );
    }
}

/// A seat's record of the real game equals its record of the same game with other backs.
#[test]
fn records_of_games_that_a_seat_cannot_tell_apart_are_equal() {
    for options in setups().into_iter().filter(|options| options.get("backs") != "open") {
        let mut compared = 0;
        walk(&options, 0..40, |state, history| {
            if state.turn().is_over() {
                return;
            }
            for seat in SEATS {
                let mut rng = chance::generator(history.len() as u64);
                let world = state.determinize(seat, &mut rng);
                let Some(retold) = retell(&options, history, &world) else { continue };
                let viewer = Viewer::Seat(seat);
                assert_eq!(state.masked(history, viewer), world.masked(&retold, viewer));
                compared += 1;
            }
        });
        assert!(compared > 500, "{compared}");
    }
}

/// The same game with the backs of `world`. `None` if the order within a hand, which nobody sees, would have to be
/// invented.
fn retell(options: &Options, history: &[Action], world: &Logan) -> Option<Vec<Action>> {
    let view = world.view(Viewer::Omniscient);
    if view.lifted.is_some() {
        return None;
    }
    // The stones of the island in the order in which they were added, shown face first.
    let mut state = Logan::start(options);
    let mut came: Vec<Stone> = Vec::new();
    let mut turned = Vec::new();
    for &action in history {
        if let Action::Add { stone, turned: over, .. } = action {
            came.push(stone);
            turned.push(over);
        }
        state.apply(action);
    }
    let real = state.view(Viewer::Omniscient);
    let mut hands: [Vec<Stone>; 2] = Default::default();
    for (index, stone) in came.iter_mut().enumerate() {
        let (was, is) = (&real.island[index + 2], &view.island[index + 2]);
        assert_eq!((was.cell, was.up), (is.cell, is.up));
        if was.back != is.back {
            *stone = Stone::new(stone.up(), is.back);
        }
        hands[index % 2].push(*stone);
    }
    for (hand, held) in hands.iter_mut().zip(&view.hands) {
        hand.extend(held.iter().map(|stone| Stone::new(stone.shown, stone.back)));
    }
    let Action::Deal(deal) = history[0] else { panic!("a game begins with a deal") };
    let mut stones = deal.stones();
    for (index, stone) in stones.iter_mut().take(2).enumerate() {
        if real.island[index].back != view.island[index].back {
            *stone = Stone::new(stone.up(), view.island[index].back);
        }
    }
    // A seat sees the order of the shown faces, so fill them up in that order.
    for (seat, hand) in hands.iter_mut().enumerate() {
        for stone in &mut stones[2 + 8 * seat..10 + 8 * seat] {
            let same = hand.iter().position(|held| held == stone);
            let like = || hand.iter().position(|held| held.up() == stone.up());
            *stone = hand.remove(same.or_else(like)?);
        }
    }
    let mut retold = vec![Action::Deal(sarsen_logan::Deal::new(&stones))];
    let mut adds = came.into_iter();
    for &action in &history[1..] {
        retold.push(match action {
            Action::Add { turned, cell, .. } => Action::Add { stone: adds.next()?, turned, cell },
            other => other,
        });
    }
    Some(retold)
}

/// A seat's record determines all upper faces, and with a memory aid everything that the seat has seen.
#[test]
fn a_masked_record_is_shown_as_its_reader_saw_it() {
    for options in setups() {
        walk(&options, 0..25, |state, history| {
            for viewer in [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Public] {
                let masked = state.masked(history, viewer);
                let tokens: Vec<&str> = masked.iter().map(String::as_str).collect();
                let mut shown = Logan::view_masked(&options, &tokens).unwrap();
                let mut view = state.view(viewer);
                if options.get("memory") == "none" && !state.turn().is_over() {
                    // The record says more than the table does without a memory aid.
                    for stone in shown.island.iter_mut().chain(&mut view.island) {
                        stone.back = Face::Hidden;
                    }
                    for stone in shown.lifted.iter_mut().chain(&mut view.lifted) {
                        stone.back = Face::Hidden;
                    }
                    shown.last = None;
                    view.last = None;
                }
                assert_eq!(shown, view, "{masked:?}");
            }
        });
    }
}

#[test]
fn a_masked_record_cannot_be_made_up() {
    let options = options(&[]);
    let hand = "R?,R?,R?,R?,R?,R?,R?,R?";
    let shown = |tokens: &[&str]| Logan::view_masked(&options, tokens);
    // Sixteen stones with Rock are more than the bag has.
    assert!(shown(&[&format!("deal=R?,R?|{hand}|{hand}")]).is_err());
    let deal = format!("deal=R?,S?|{hand}|P?,P?,P?,P?,S?,S?,S?,S?");
    let shown_deal = shown(&[&deal]).unwrap();
    assert_eq!(shown_deal.hands[1].len(), 8);
    assert_eq!(shown(&[&deal, "+P?@0,1"]).unwrap_err().0, 1);
    assert_eq!(shown(&[&deal, "+R?@0,1", "?"]).unwrap_err().0, 2);
    // Stones that an unknown face would flip are left as they are.
    let turned = shown(&[&deal, "+R?~@0,1"]).unwrap();
    assert_eq!(turned.island[2].up, Face::Hidden);
}

/// All worlds that a seat considers possible, by trying every back of every stone.
fn enumerate(state: &Logan, seat: Seat) -> Vec<Vec<Stone>> {
    let seen = state.worlds(seat);
    let picture = state.reminded().shadow(Viewer::Seat(seat));
    let stones = all_stones(&picture);
    let bag = kinds(all_stones(state));
    let mut worlds = vec![Vec::new()];
    for stone in stones {
        let backs: Vec<Stone> = match stone.down() {
            Face::Hidden => Face::SYMBOLS.map(|back| Stone::new(stone.up(), back)).into(),
            _ => vec![stone],
        };
        worlds = worlds
            .into_iter()
            .flat_map(|world| backs.iter().map(move |&back| [world.clone(), vec![back]].concat()))
            .filter(|world: &Vec<Stone>| fits(world, &bag))
            .collect();
    }
    assert_eq!(worlds.len() as u64, seen.count(), "the exact count");
    worlds
}

fn fits(world: &[Stone], bag: &[Stone]) -> bool {
    let part = kinds(world.iter().copied());
    let count = |kinds: &[Stone], kind| kinds.iter().filter(|&&other| other == kind).count();
    part.iter().all(|&kind| count(&part, kind) <= count(bag, kind))
}

/// Each world of the enumeration is drawn with the right frequency.
#[test]
fn every_world_is_drawn_equally_often() {
    let mut tested = 0;
    for (index, options) in setups().into_iter().enumerate() {
        if options.get("backs") == "open" {
            continue;
        }
        let mut done = 0;
        walk(&options, 0..2_000, |state, _| {
            let seat = SEATS[done % 2];
            let count = state.worlds(seat).count();
            if done >= 3 || state.turn().is_over() || !(6..=120).contains(&count) {
                return;
            }
            done += 1;
            let mut counts: BTreeMap<Vec<Stone>, u32> =
                enumerate(state, seat).into_iter().map(|world| (world, 0)).collect();
            let mut rng = chance::generator(index as u64);
            let each = 400.0;
            for _ in 0..count * 400 {
                let world = all_stones(&state.determinize(seat, &mut rng));
                *counts.get_mut(&world).expect("a world that is possible") += 1;
            }
            let square: f64 = counts.values().map(|&n| (f64::from(n) - each).powi(2) / each).sum();
            // The 99.99 % quantile of chi-square, by Wilson and Hilferty.
            let freedom = (count - 1) as f64;
            let part = 2.0 / (9.0 * freedom);
            let most = freedom * (1.0 - part + 3.719 * part.sqrt()).powi(3);
            assert!(square < most, "{square} of {most} for {count} worlds");
            tested += 1;
        });
    }
    assert!(tested >= 16, "{tested}");
}

/// The same seed gives the same world for all states that the seat cannot tell apart.
#[test]
fn a_world_depends_on_the_picture_and_the_generator_alone() {
    for options in setups() {
        walk(&options, 0..20, |state, history| {
            for seat in SEATS {
                let mut rng = chance::generator(history.len() as u64);
                let world = state.determinize(seat, &mut rng);
                let drawn = |state: &Logan| {
                    let world = state.determinize(seat, &mut chance::generator(99));
                    world.view(Viewer::Omniscient)
                };
                assert_eq!(drawn(state), drawn(&world));
            }
        });
    }
}

/// A world is consistent with everything that the seat has seen, even if the table no longer shows it.
#[test]
fn worlds_keep_what_was_seen_when_the_table_does_not_remind() {
    let options = options(&[]);
    walk(&options, 0..200, |state, history| {
        let mut rng = chance::generator(history.len() as u64);
        for seat in SEATS {
            let world = state.determinize(seat, &mut rng);
            let remembered = |state: &Logan| state.reminded().view(Viewer::Seat(seat));
            assert_eq!(remembered(state), remembered(&world));
        }
    });
}

#[test]
fn l14_the_table_shows_again_what_was_seen_only_as_an_aid() {
    // Seat 1 turns its stone over: everybody has seen Scissors and Rock on it.
    let turned = |memory| after(&[("memory", memory)], "PS,PS", "RS", "", "+RS~@1,-1");
    for viewer in [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Public] {
        assert_eq!(turned("none").view(viewer).island[2].back, Face::Hidden);
        assert_eq!(turned("aid").view(viewer).island[2].back, Face::Rock);
    }
    // Placed as shown, only the owner knows it.
    let laid = after(&[("memory", "aid")], "PS,PS", "RS", "", "+RS@1,-1");
    assert_eq!(laid.view(Viewer::Seat(Seat::ONE)).island[2].back, Face::Scissors);
    assert_eq!(laid.view(Viewer::Seat(Seat::TWO)).island[2].back, Face::Hidden);
    assert_eq!(laid.view(Viewer::Public).island[2].back, Face::Hidden);
    assert_eq!(
        laid.view(Viewer::Seat(Seat::TWO)).island[2].possible,
        Some(vec![Face::Paper, Face::Scissors])
    );
}

#[test]
fn l14_flipped_stones_have_been_seen_by_all() {
    let (one, two) = ("RS,PR,PS,RS,RP,SP,RS,RP", "PR,RS,RS,RS,RP,RP,SP,PS");
    let state = after(&[("memory", "aid")], "SP,PS", one, two, "+RS@1,-1");
    for viewer in [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Public] {
        let island = state.view(viewer).island;
        assert_eq!(faces(&island)[0], (Face::Paper, Face::Scissors));
        assert_eq!(faces(&island)[1].1, Face::Hidden);
    }
}

#[test]
fn l14_a_stone_that_a_seat_flips_has_been_seen_by_all() {
    let mut hidden = 0;
    for seed in 0..40 {
        let state = second_phase_by(&[("memory", "aid")], seed);
        for stone in state.view(Viewer::Omniscient).island {
            let mut flipped = state.clone();
            flipped.play(format!("~{}", stone.cell).parse().unwrap()).unwrap();
            let back = |state: &Logan| {
                let island = state.view(Viewer::Public).island;
                island.into_iter().find(|other| other.cell == stone.cell).unwrap().back
            };
            hidden += u32::from(back(&state) == Face::Hidden);
            assert_eq!(back(&flipped), stone.up);
        }
    }
    assert!(hidden > 100, "{hidden}");
}

#[test]
fn l14_a_lifted_stone_stays_known_to_its_mover_with_an_aid() {
    let mut seen = 0;
    for seed in 0..200 {
        let mut state = lifted_by(&[("memory", "aid")], seed);
        let lifter = state.turn().seat().unwrap();
        let known_before = state.view(Viewer::Seat(lifter.other())).lifted.unwrap().back;
        let put = legal(&state).into_iter().find(|token| !token.ends_with('~')).unwrap();
        state.play(put.parse().unwrap()).unwrap();
        if state.end().is_some() || known_before.is_known() {
            continue;
        }
        let last = state.view(Viewer::Public).last.unwrap().cell;
        let back = |viewer| {
            let island = state.view(viewer).island;
            island.into_iter().find(|stone| stone.cell == last).unwrap().back
        };
        assert_eq!(back(Viewer::Seat(lifter)), back(Viewer::Omniscient));
        assert_eq!(back(Viewer::Seat(lifter.other())), Face::Hidden);
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn l14_after_the_game_all_faces_lie_open() {
    let mut state = start(&[]);
    chance::playout(&mut state, &mut chance::generator(14));
    assert_eq!(state.view(Viewer::Public), state.view(Viewer::Omniscient));
    assert!(state.view(Viewer::Omniscient).island.iter().all(|stone| stone.back.is_known()));
}

#[test]
fn l14_counting_tells_a_back_that_can_be_nothing_else() {
    // All six stones with Rock and Paper are known to seat 1, so Rock hides Scissors and Paper too.
    let state = dealt_with(
        &[("memory", "aid")],
        "PS,RS",
        "RP,RP,RP,RP,RP,RP,SR,SR",
        "RS,RS,RS,PS,PS,SP,SP,SP",
    );
    let view = state.view(Viewer::Seat(Seat::ONE));
    assert_eq!(faces(&view.island), [(Face::Paper, Face::Scissors), (Face::Rock, Face::Scissors)]);
    let scissors = view.hands[1].iter().find(|stone| stone.shown == Face::Scissors).unwrap();
    assert_eq!(scissors.back, Face::Paper, "the Rocks take all stones with Scissors and Rock");
    let two = state.view(Viewer::Seat(Seat::TWO));
    assert_eq!(two.island[0].possible, Some(vec![Face::Rock, Face::Scissors]));
}
