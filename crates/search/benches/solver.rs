//! How long random positions of Stonehenge take to solve on one core, in CPU time, and the gain of a second core:
//! `cargo bench -p sarsen-search --bench solver`.
//!
//! The verdicts of small positions are compared with plain search over the game's own rules.

use std::time::{Duration, Instant};

use sarsen_core::chance::{self, Generator};
use sarsen_core::{ListActions, Options, Rules, Seat, Turn, legal_actions};
use sarsen_search::games::stonehenge::{Checkpoint, Prover};
use sarsen_search::{Budget, Cancel, Limits};
use sarsen_stonehenge::Stonehenge;
use sarsen_testkit::speed::{is_bench, timed};

fn main() {
    agrees_with_plain_search();
    if is_bench() {
        for (left, count) in [(10, 101), (11, 51), (12, 51), (13, 11), (14, 3)] {
            figures(left, count);
        }
        threads(Duration::from_secs(6));
    } else {
        figures(9, 5);
    }
}

fn limits(memory: usize, threads: usize) -> Limits {
    Limits { memory, threads, ..Limits::default() }
}

/// A random position with this many empty cells in which the game is not over.
fn random(left: u32, rng: &mut Generator) -> Stonehenge {
    loop {
        let mut state = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
        while state.empty_cells().count_ones() > left
            && let Some(action) = state.random_action(rng)
        {
            state.apply(action);
        }
        if state.turn().seat().is_some() {
            return state;
        }
    }
}

fn wins_plainly(state: &Stonehenge, seat: Seat) -> bool {
    let after = |action| {
        let mut child = *state;
        child.apply(action);
        child
    };
    match state.turn() {
        Turn::Over(outcome) => outcome.winner() == Some(seat),
        Turn::Seat(mover) if mover == seat => {
            legal_actions(state).into_iter().any(|action| wins_plainly(&after(action), seat))
        }
        _ => legal_actions(state).into_iter().all(|action| wins_plainly(&after(action), seat)),
    }
}

fn agrees_with_plain_search() {
    let mut rng = chance::generator(6);
    let cancel = Cancel::default();
    for _ in 0..20 {
        let state = random(6, &mut rng);
        let prover = Prover::new(&limits(1 << 20, 1), Checkpoint::in_memory());
        let winner = prover.winner(&state, &Budget::new(&Limits::default(), &cancel));
        let plainly = if wins_plainly(&state, Seat::ONE) { Seat::ONE } else { Seat::TWO };
        assert_eq!(winner, Some(plainly), "{state:?}");
    }
}

/// Solves random positions, each with its own table, and prints the median.
#[allow(clippy::print_stdout)]
fn figures(left: u32, count: usize) {
    let mut rng = chance::generator(1000 + u64::from(left));
    let cancel = Cancel::default();
    let (mut nodes, mut times) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let state = random(left, &mut rng);
        let prover = Prover::new(&limits(64 << 20, 1), Checkpoint::in_memory());
        let budget = Budget::new(&Limits::default(), &cancel);
        let (time, winner) = timed(|| prover.winner(&state, &budget));
        assert!(winner.is_some());
        nodes.push(budget.spent());
        times.push(time);
    }
    nodes.sort_unstable();
    times.sort_unstable();
    let seconds: f64 = times.iter().map(Duration::as_secs_f64).sum();
    let rate = nodes.iter().sum::<u64>() as f64 / seconds / 1e6;
    println!(
        "{left} empty cells, {count} positions: median {:.3} s, {} nodes; {rate:.1} M nodes/s",
        times[count / 2].as_secs_f64(),
        nodes[count / 2]
    );
}

/// The nodes of one thread and of two in the same wall-clock time; meant for an idle machine.
#[allow(clippy::print_stdout)]
fn threads(time: Duration) {
    let state = random(16, &mut chance::generator(16));
    let cancel = Cancel::default();
    let nodes = [1, 2].map(|threads| {
        let limits = Limits { time: Some(time), ..limits(128 << 20, threads) };
        let prover = Prover::new(&limits, Checkpoint::in_memory());
        let budget = Budget::new(&limits, &cancel);
        let start = Instant::now();
        prover.winner(&state, &budget);
        budget.spent() as f64 / start.elapsed().as_secs_f64()
    });
    println!(
        "one thread {:.1} M nodes/s, two {:.1} M: {:.2} times as many",
        nodes[0] / 1e6,
        nodes[1] / 1e6,
        nodes[1] / nodes[0]
    );
}
