//! The rules compared with a slow, plain second implementation, over many random games.

use crate::plain::{Deed, Plain, Wait, Where};
use sarsen_core::{Options, Rules, Seat, Turn, chance, legal_actions};
use sarsen_holes::{Action, Holes, Ruleset, Throw};

const GAMES: u32 = 20_000;

fn deed(action: Action) -> Deed {
    match action {
        Action::Throw(throw) => Deed::Throw(throw.score()),
        Action::Move(hole) => Deed::Leave(hole.number()),
        Action::Recover => Deed::Recover,
        Action::Pass => Deed::Pass,
    }
}

fn compare(state: &Holes, plain: &Plain) {
    for seat in [Seat::ONE, Seat::TWO] {
        let side = state.side(seat);
        let index = seat.index();
        let mask: u32 = plain.lane(index).iter().map(|&hole| 1 << hole).sum();
        let counts =
            [Where::Hand, Where::Shen, Where::Removed].map(|place| plain.count(index, place) as u8);
        assert_eq!((side.lane, [side.hand, side.shen, side.removed]), (mask, counts));
        assert_eq!(side.pieces(), state.ruleset().pieces, "pieces always add up");
    }
    match plain.wait {
        Wait::Won(winner) => {
            assert_eq!(
                state.turn().outcome().and_then(|o| o.winner()).map(Seat::index),
                Some(winner)
            );
        }
        Wait::Use(seat, throw) => {
            assert_eq!(state.turn().seat().map(Seat::index), Some(seat));
            assert_eq!(state.pending().map(Throw::score), Some(throw));
            let mut deeds: Vec<Deed> = legal_actions(state).into_iter().map(deed).collect();
            let mut expected = plain.legal();
            deeds.sort_unstable();
            expected.sort_unstable();
            assert_eq!(deeds, expected);
        }
        Wait::Throw(seat) => assert_eq!((state.turn(), state.seat().index()), (Turn::Chance, seat)),
        Wait::Opening(ref throws) => {
            assert_eq!((state.turn(), state.seat().index()), (Turn::Chance, throws.len()));
        }
    }
}

fn start(options: &Options) -> Plain {
    let rules = Ruleset::new(options);
    Plain::new(usize::from(rules.pieces), rules.recover_one, rules.warp_passes_nefer)
}

fn agrees(options: &Options, games: u32, seed: u64) {
    let mut rng = chance::generator(seed);
    for _ in 0..games {
        let mut state = Holes::start(options);
        let mut plain = start(options);
        compare(&state, &plain);
        while let Some(action) = chance::random_step(&state, &mut rng) {
            state.apply(action);
            plain.play(deed(action));
            compare(&state, &plain);
        }
    }
}

#[test]
fn both_agree_under_every_option() {
    for (seed, options) in sarsen_testkit::setups(Holes::SPEC).iter().enumerate() {
        agrees(options, GAMES, seed as u64);
    }
}

#[test]
fn both_agree_under_all_options_at_once() {
    for pieces in ["2", "4", "5"] {
        let mut options = Options::defaults(Holes::SPEC);
        for (name, value) in [("recover", "one"), ("warp-passes-nefer", "yes"), ("pieces", pieces)]
        {
            options.set(name, value).unwrap();
        }
        agrees(&options, GAMES / 4, 99);
    }
}

/// The number of action sequences by the second implementation.
fn perft(plain: &Plain, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut below = 0;
    for deed in plain.legal() {
        let mut child = plain.clone();
        child.play(deed);
        below += perft(&child, depth - 1);
    }
    below
}

#[test]
fn the_second_implementation_counts_the_perft_table_too() {
    let table = include_str!("../data/perft.txt");
    let mut options = Options::defaults(Holes::SPEC);
    let mut plain = start(&options);
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => {}
            ["options", pairs @ ..] => {
                options = Options::defaults(Holes::SPEC);
                for (name, value) in pairs.iter().filter_map(|pair| pair.split_once('=')) {
                    options.set(name, value).unwrap();
                }
            }
            ["from", tokens @ ..] => {
                plain = start(&options);
                tokens.iter().for_each(|token| plain.play(deed(token.parse().unwrap())));
            }
            [depth, count] => {
                let count: u64 = count.parse().unwrap();
                if count < 500_000 {
                    assert_eq!(perft(&plain, depth.parse().unwrap()), count, "{line}");
                    checked += 1;
                }
            }
            _ => panic!("{line}"),
        }
    }
    assert!(checked >= 25, "{checked}");
}

/// The events of a random game, derived from the lists of the second implementation before and after.
#[test]
fn removals_and_recoveries_are_told_as_the_second_implementation_counts_them() {
    use sarsen_core::{Viewer, Views};
    use sarsen_holes::Happening;
    let mut rng = chance::generator(5);
    let (mut removals, mut recoveries) = (0, 0);
    for _ in 0..500 {
        let mut state = Holes::new(Ruleset::DEFAULT);
        let mut plain = Plain::new(5, false, false);
        while let Some(action) = chance::random_step(&state, &mut rng) {
            let before = plain.clone();
            plain.play(deed(action));
            for event in state.events(action, Viewer::Public) {
                let index = event.seat.index();
                match event.what {
                    Happening::RemovedRearmost { hole } => {
                        assert_eq!(before.lane(index).first(), Some(&hole.number()));
                        removals += 1;
                    }
                    Happening::Recovered { pieces } => {
                        assert_eq!(before.count(index, Where::Shen), usize::from(pieces));
                        recoveries += 1;
                    }
                    _ => {}
                }
            }
            state.apply(action);
        }
    }
    assert!(removals > 2_000 && recoveries > 500, "{removals} {recoveries}");
}
