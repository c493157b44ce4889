//! Every strategy that claims exactness agrees with plain minimax or plain expectimax.

use crate::common::{self, Race, plain, random_stonehenge};
use sarsen_core::{Hashed, Options, Rules, Seat, chance, legal_actions};
use sarsen_search::alphabeta::{self, Settings};
use sarsen_search::{
    Budget, Cancel, Knowledge, Limits, NoKnowledge, Weakness, expectimax, mcts, solve,
};
use sarsen_stonehenge::Stonehenge;

fn to_the_end(lines: usize, threads: usize, late: Option<usize>) -> Settings {
    Settings {
        depth: 40,
        lines,
        width: None,
        late,
        weakness: Weakness::NONE,
        seed: 1,
        threads,
        memory: 4 << 20,
    }
}

#[test]
fn alpha_beta_and_the_solver_agree_with_minimax_on_every_action() {
    let mut rng = chance::generator(11);
    let cancel = Cancel::default();
    for left in [2, 3, 4, 5] {
        for _ in 0..25 {
            let state = random_stonehenge(left, &mut rng);
            let seat = state.turn().seat().unwrap();
            let best = plain(&state, seat, u32::MAX, &NoKnowledge);
            for (threads, late) in [(1, None), (2, None), (1, Some(2))] {
                let budget = Budget::new(&Limits::default(), &cancel);
                let settings = to_the_end(usize::MAX, threads, late);
                let found =
                    alphabeta::search(&state, None, &NoKnowledge, &settings, &budget, &|_| {});
                assert_eq!(found.best().chance, best, "{state:?}");
                assert_eq!(found.candidates.len(), legal_actions(&state).len());
                for candidate in &found.candidates {
                    let mut child = state;
                    child.apply(candidate.action);
                    let value = plain(&child, seat, u32::MAX, &NoKnowledge);
                    assert_eq!(candidate.chance, value, "{} in {state:?}", candidate.action);
                }
            }
            let budget = Budget::new(&Limits::default(), &cancel);
            let solved = solve::solve(&state, &budget).unwrap();
            assert_eq!(solved.payoff, best, "{state:?}");
            let mut child = state;
            child.apply(solved.action);
            assert_eq!(plain(&child, seat, u32::MAX, &NoKnowledge), best);
        }
    }
}

/// An opinion that changes with every action, so that searches of different depths disagree.
struct Fickle;

impl Knowledge<Stonehenge> for Fickle {
    fn chance(&self, state: &Stonehenge, seat: Seat) -> f64 {
        let chance = (state.hash() >> 40) as f64 / (1_u64 << 24) as f64;
        if seat == Seat::ONE { chance } else { 1.0 - chance }
    }
}

#[test]
fn an_action_that_is_judged_beside_the_best_is_searched_as_deep() {
    let mut rng = chance::generator(5);
    let cancel = Cancel::default();
    let (mut cut_short, mut compared) = (0, 0);
    for _ in 0..12 {
        let state = random_stonehenge(7, &mut rng);
        let seat = state.turn().seat().unwrap();
        let actions = legal_actions(&state);
        for (index, nodes) in [100, 300, 600, 1000, 1500].into_iter().enumerate() {
            let also = actions[(index * 7 + 3) % actions.len()];
            let budget = Budget::new(&Limits::nodes(nodes), &cancel);
            let settings = Settings { depth: 3, ..to_the_end(1, 1, None) };
            let found = alphabeta::search(&state, Some(also), &Fickle, &settings, &budget, &|_| {});
            if found.depth == 0 {
                continue;
            }
            cut_short += u32::from(found.depth < 3);
            let played = found.candidates.iter().find(|candidate| candidate.action == also);
            let judged = [found.best(), played.expect("it was evaluated, too")];
            // A verdict is the mean of two depths, by the same change for all actions, within 0 and 1.
            if judged.iter().any(|candidate| !(0.0 < candidate.chance && candidate.chance < 1.0)) {
                continue;
            }
            compared += 1;
            let [best, played] = judged.map(|candidate| {
                let mut child = state;
                child.apply(candidate.action);
                (candidate.chance, plain(&child, seat, found.depth - 1, &Fickle))
            });
            let apart = ((best.0 - played.0) - (best.1 - played.1)).abs();
            assert!(apart < 1e-4, "{nodes}: {best:?} and {played:?} at depth {}", found.depth);
        }
    }
    assert!(compared > 30, "{compared}");
    assert!(cut_short > 10, "{cut_short}");
}

#[test]
fn expectimax_agrees_with_the_plain_one_with_and_without_pruning() {
    let cancel = Cancel::default();
    for start in 0..40 {
        let race = Race::new(start);
        for depth in [1, 2, 3, 4] {
            for pruning in [false, true] {
                let settings = expectimax::Settings {
                    depth,
                    pruning,
                    weakness: Weakness::NONE,
                    seed: 0,
                    threads: 2,
                };
                let budget = Budget::new(&Limits::default(), &cancel);
                let found = expectimax::search(&race, &common::Ahead, &settings, &budget, &|_| {});
                for candidate in &found.candidates {
                    let mut child = race.clone();
                    child.apply(candidate.action);
                    let value =
                        plain(&child, race.turn().seat().unwrap(), depth - 1, &common::Ahead);
                    assert!((candidate.chance - value).abs() < 1e-9, "{start} {depth} {pruning}");
                }
            }
        }
    }
}

#[test]
fn chance_pruning_visits_fewer_positions() {
    let cancel = Cancel::default();
    let nodes = |pruning: bool| {
        let settings = expectimax::Settings {
            depth: 5,
            pruning,
            weakness: Weakness::NONE,
            seed: 0,
            threads: 1,
        };
        let budget = Budget::new(&Limits::default(), &cancel);
        expectimax::search(&Race::new(3), &common::Ahead, &settings, &budget, &|_| {}).nodes
    };
    assert!(nodes(true) < nodes(false), "{} {}", nodes(true), nodes(false));
}

#[test]
fn tree_search_comes_near_the_true_value() {
    let cancel = Cancel::default();
    let race = Race::late();
    let seat = race.turn().seat().unwrap();
    let value = plain(&race, seat, 60, &common::Ahead);
    let budget = Budget::new(&Limits::nodes(30_000), &cancel);
    let settings = mcts::Settings::plain(1, 1, 64 << 20);
    let found = mcts::search(&race, &NoKnowledge, &settings, &budget, &|_| {});
    assert!((found.best().chance - value).abs() < 0.05, "{} {value}", found.best().chance);
}

#[test]
fn a_seed_and_a_node_limit_give_the_same_answer_every_time() {
    let state = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
    let cancel = Cancel::default();
    let run = |seed| {
        let budget = Budget::new(&Limits::nodes(3000), &cancel);
        let settings = mcts::Settings::plain(seed, 1, 64 << 20);
        let found = mcts::search(&state, &NoKnowledge, &settings, &budget, &|_| {});
        let visits: Vec<_> = found.candidates.iter().map(|c| (c.action, c.nodes)).collect();
        (visits, found.best().chance.to_bits())
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}
