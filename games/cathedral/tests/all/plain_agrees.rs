//! The fast rules against the plain ones, along random games under every option.

use std::ops::ControlFlow;

use crate::plain::{Move, NOBODY, Plain, Settings};
use sarsen_cathedral::{Action, Cathedral, DARK, Event, LIGHT, SPEC, Square, Squares, View};
use sarsen_core::{ListActions, Options, Rules, Seat, Turn, Viewer, Views, chance};

/// Uniformly random games under each set of options.
const GAMES: u64 = 2_000;
/// Additional games in which both seats are greedy for space, so that walls are often closed.
const GREEDY_GAMES: u64 = 150;

/// What occurred in the games, to show that the comparison covered it.
#[derive(Default, Debug)]
struct Seen {
    removals: usize,
    people_removed: usize,
    double_removals: usize,
    changed_hands: usize,
    both_sides: usize,
    keeps: usize,
    passes: usize,
    early_ends: usize,
}

#[test]
fn default_options_agree() {
    let seen = compare(&[]);
    assert!(seen.removals > 500 && seen.people_removed > 10 && seen.passes > 500, "{seen:?}");
    assert!(seen.double_removals > 0 && seen.changed_hands > 0 && seen.both_sides > 0, "{seen:?}");
}

#[test]
fn optional_removal_agrees() {
    let seen = compare(&[("removal", "optional")]);
    assert!(seen.keeps > 200 && seen.removals > 200, "{seen:?}");
}

#[test]
fn outside_counts_agrees() {
    let seen = compare(&[("outside", "counts")]);
    assert!(seen.removals > 500, "{seen:?}");
}

#[test]
fn free_passing_agrees() {
    let seen = compare(&[("passing", "free")]);
    assert!(seen.early_ends > 20, "{seen:?}");
}

#[test]
fn people_dark_agrees() {
    compare(&[("people", "dark")]);
}

#[test]
fn setup_after_first_agrees() {
    compare(&[("setup", "after-first")]);
}

#[test]
fn all_options_together_agree() {
    let all = [
        ("removal", "optional"),
        ("outside", "counts"),
        ("passing", "free"),
        ("people", "dark"),
        ("setup", "after-first"),
    ];
    let seen = compare(&all);
    assert!(seen.keeps > 100, "{seen:?}");
}

fn compare(set: &[(&str, &str)]) -> Seen {
    let mut options = Options::defaults(&SPEC);
    for (name, value) in set {
        options.set(name, value).expect("an option of the game");
    }
    let mut seen = Seen::default();
    for seed in 0..GAMES {
        play_both(&options, seed, 1, &mut seen);
    }
    for seed in GAMES..GAMES + GREEDY_GAMES {
        play_both(&options, seed, 12, &mut seen);
    }
    seen
}

fn settings(options: &Options) -> Settings {
    Settings {
        optional: options.get("removal") == "optional",
        outside_counts: options.get("outside") == "counts",
        free_passing: options.get("passing") == "free",
        after_first: options.get("setup") == "after-first",
        people_dark: options.get("people") == "dark",
    }
}

fn play_both(options: &Options, seed: u64, greed: usize, seen: &mut Seen) {
    let mut rng = chance::generator(seed);
    let mut fast = Cathedral::start(options);
    let mut slow = Plain::new(settings(options));
    loop {
        same(&fast, &slow, seed);
        let Some(action) = choose(&fast, greed, &mut rng) else { return };
        let before = slow.clone();
        fast.play(action).expect("a listed action");
        slow.play(plain_move(action));
        look(&before, &slow, action, seen);
    }
}

/// Of some random actions, the one that claims the most.
fn choose(state: &Cathedral, among: usize, rng: &mut chance::Generator) -> Option<Action> {
    let drawn: Vec<Action> = (0..among).filter_map(|_| chance::random_step(state, rng)).collect();
    drawn.into_iter().max_by_key(|&action| {
        let events = if among > 1 { state.events(action, Viewer::Public) } else { Vec::new() };
        let gains = events.iter().map(|event| match event {
            Event::Claimed { squares, .. } => squares.len(),
            Event::Removed { .. } => 20,
            _ => 0,
        });
        gains.sum::<usize>()
    })
}

/// Legal actions, pieces, claims, scores and results are the same, and the squares add up.
fn same(fast: &Cathedral, slow: &Plain, seed: u64) {
    let mut actions = Vec::with_capacity(1500);
    let _: ControlFlow<()> = fast.visit_actions(|action| {
        actions.push(plain_move(action));
        ControlFlow::Continue(())
    });
    // Both list by kind, rotation and square.
    let moves = slow.legal();
    assert_eq!(actions, moves, "seed {seed}");
    assert_eq!(fast.action_count(), moves.len(), "seed {seed}");
    let view = fast.view(Viewer::Public);
    for seat in [LIGHT, DARK] {
        let index = seat.index();
        let claimed = Squares::BOARD
            .iter()
            .filter(|square| slow.claims[square.row()][square.column()] == Some(index));
        assert_eq!(view.claimed[index].squares, claimed.collect(), "seed {seed}");
        let built = squares(&slow.built(index));
        assert_eq!(built_of(&view, Some(seat)), built, "seed {seed}");
        assert_eq!(view.score[seat], slow.score(index) as i32, "seed {seed}");
        assert_eq!(built.len() + slow.score(index), 47, "seed {seed}");
        assert_eq!(tray_squares(&view, seat) + built.len(), 47, "seed {seed}");
    }
    assert_eq!(built_of(&view, None), squares(&slow.built(NOBODY)), "seed {seed}");
    let turn = match (slow.over, slow.score(0).cmp(&slow.score(1))) {
        (false, _) => format!("seat {}", slow.seat + 1),
        (true, std::cmp::Ordering::Less) => "1-0".to_owned(),
        (true, std::cmp::Ordering::Equal) => "1/2-1/2".to_owned(),
        (true, std::cmp::Ordering::Greater) => "0-1".to_owned(),
    };
    let fast_turn = match fast.turn() {
        Turn::Over(outcome) => outcome.to_string(),
        Turn::Seat(seat) => format!("seat {seat}"),
        Turn::Chance => unreachable!("nothing is drawn in Cathedral"),
    };
    assert_eq!(fast_turn, turn, "seed {seed}");
}

fn built_of(view: &View, owner: Option<Seat>) -> Squares {
    let own = view.pieces.iter().filter(|piece| piece.seat == owner);
    own.fold(Squares::NONE, |all, piece| all | piece.squares)
}

fn tray_squares(view: &View, seat: Seat) -> usize {
    let kinds = view.trays[seat.index()].iter();
    kinds.map(|kind| usize::from(kind.count) * kind.rotations[0].len()).sum()
}

fn squares(cells: &[crate::plain::Cell]) -> Squares {
    cells.iter().map(|&(x, y)| Square::new(x as usize, y as usize).expect("on the board")).collect()
}

fn cell(square: Square) -> crate::plain::Cell {
    (square.column() as i32, square.row() as i32)
}

fn plain_move(action: Action) -> Move {
    match action {
        Action::Place(placement) => Move::Place {
            code: placement.piece().code(),
            rotation: usize::from(placement.rotation()),
            at: cell(placement.square()),
        },
        Action::Keep(square) => Move::Keep(cell(square)),
        Action::Take(square) => Move::Take(cell(square)),
        Action::Pass => Move::Pass,
    }
}

fn look(before: &Plain, after: &Plain, action: Action, seen: &mut Seen) {
    let removed = before.standing.len() + usize::from(matches!(action, Action::Place(_)))
        - after.standing.len();
    seen.removals += removed;
    seen.double_removals += usize::from(removed > 1);
    seen.people_removed += usize::from(before.built(NOBODY).len() > after.built(NOBODY).len());
    seen.keeps += usize::from(matches!(action, Action::Keep(_)));
    seen.passes += usize::from(action == Action::Pass);
    seen.early_ends += usize::from(after.over && action == Action::Pass);
    let owners = |state: &Plain| state.claims.into_iter().flatten().collect::<Vec<_>>();
    let (was, is) = (owners(before), owners(after));
    let mover = before.seat;
    let takes =
        |(was, is): (&Option<usize>, &Option<usize>)| *was == Some(1 - mover) && *is == Some(mover);
    seen.changed_hands += usize::from(was.iter().zip(&is).any(takes));
    let new = |region: &&Vec<crate::plain::Cell>| {
        region.iter().any(|&(x, y)| {
            let (x, y) = (x as usize, y as usize);
            before.claims[y][x] != Some(mover) && after.claims[y][x] == Some(mover)
        })
    };
    if matches!(action, Action::Place(_)) {
        seen.both_sides += usize::from(after.regions(mover).iter().filter(new).count() > 1);
    }
}

/// Sequences of moves counted by the plain rules.
fn plain_perft(state: &Plain, depth: u32) -> u64 {
    let moves = state.legal();
    if depth == 1 {
        return moves.len() as u64;
    }
    let counts = moves.into_iter().map(|action| {
        let mut child = state.clone();
        child.play(action);
        plain_perft(&child, depth - 1)
    });
    counts.sum()
}

#[test]
fn plain_perft_agrees_with_the_table() {
    let heavy = std::env::var_os("SARSEN_HEAVY").is_some();
    let most = if heavy { 4_000_000 } else { 900_000 };
    let mut options = Options::defaults(&SPEC);
    let mut state = Plain::new(settings(&options));
    let mut checked = 0;
    for line in include_str!("../data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["options", pairs @ ..] => {
                options = Options::defaults(&SPEC);
                for (name, value) in pairs.iter().filter_map(|pair| pair.split_once('=')) {
                    options.set(name, value).unwrap();
                }
                state = Plain::new(settings(&options));
            }
            ["from", tokens @ ..] => {
                tokens.iter().for_each(|token| state.play(plain_move(token.parse().unwrap())));
            }
            [depth, count] => {
                let count: u64 = count.replace('_', "").parse().unwrap();
                if count <= most {
                    assert_eq!(plain_perft(&state, depth.parse().unwrap()), count, "{line}");
                    checked += 1;
                }
            }
            _ => {}
        }
    }
    assert!(checked >= 12);
}
